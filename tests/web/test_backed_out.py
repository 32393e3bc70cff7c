"""A prize that the cards show, taken back over HTTP: with surveillance only, open again at once, and told to the
winner; what is won and not paid is told by account, statement and round alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.stage import Script, Stage
from tests.client import Client, Refused
from tests.patience import wait_for, with_day_left
from tests.web.asking import by

TABLE = "down-under-holdem-1"
WHY = "the flop was misread"
SCRIPT = Script(
    "down-under-holdem",
    own=6,
    others=(5,),
    bets={"ante": 500, "bet": 500, "jackpot": 500},
    wishes={(6, "hand"): "9s 8s", (5, "hand"): "Qd Qc", (0, "hole"): "7d 2c", (0, "flop"): "Qs Js Ts"},
    plays=("check", "play-1x"),
)
"""ann has a straight flush, bob three of a kind"""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with_day_left()
    with Stage(tmp_path_factory.mktemp("backed-out"), {SCRIPT.game: SCRIPT}) as running:
        yield running


def completed(sue: Client) -> dict[str, Any]:
    """The straight flush, confirmed and completed."""
    (claim,) = [c for c in sue.request("GET", "/claims") if c["meter"] and c["hand"] == "straight-flush"]
    path = f"/claims/{claim['id']}"
    for name in ("sue", "eve"):
        if sue.request("GET", path)["status"] != "completed":
            sue.request("POST", f"{path}/confirm", by(name))
    found: dict[str, Any] = sue.request("GET", path)
    assert found["status"] == "completed"
    return found


@pytest.mark.clause("JP-18", "JP-31", "HR-14")
def test_a_shown_prize_is_backed_out_with_surveillance_and_paid_again(stage: Stage) -> None:
    ann, bob, sue, eve = (stage.person(name) for name in ("ann", "bob", "sue", "eve"))
    for _ in stage.steps(SCRIPT):
        pass
    fixed = {pay["needs"]: pay["cents"] for pay in bob.request("GET", "/me/held")}
    assert set(fixed) == {"end-game"}, "three of a kind, and the envy"
    round_id = ann.state(TABLE)["round_id"]
    of_bob = bob.request("GET", f"/rounds/{round_id}/facts")["coming"]
    assert [(pay["needs"], pay["cents"]) for pay in of_bob] == list(fixed.items())
    assert Client(stage.url).request("GET", f"/rounds/{round_id}/facts")["coming"] == []
    claim = completed(sue)
    (due,) = ann.request("GET", "/me/held")
    assert (due["needs"], due["cents"], due["in_result"]) == ("cashier", claim["payout_cents"], False)
    for client in (ann, bob):
        if ann.state(TABLE)["phase"] == "settled":
            client.command(TABLE, "ready")
    assert ann.state(TABLE)["phase"] == "betting"
    assert bob.request("GET", "/me/held") == []
    wallets = [client.request("GET", "/me")["wallet_cents"] for client in (ann, bob)]

    path, body = f"/claims/{claim['id']}/back-out", {"why": WHY, "second": by("sue")}
    with pytest.raises(Refused, match="The cards of spot 6 make straight flush") as alone:
        eve.request("POST", path, body)
    assert alone.value.clause == "JP-18"
    with pytest.raises(Refused):
        eve.request("POST", path, {**body, "surveillance": by("cy")})
    page = eve.request("POST", path, {**body, "surveillance": by("al")})
    assert page["status"] == "backed-out"
    (again,) = [c for c in sue.request("GET", "/claims") if c["hand"] == "straight-flush" and c["meter"]]
    assert again["id"] != claim["id"] and again["round_id"] == round_id
    same = ("payout_cents", "player", "cards", "spot", "hand")
    assert [again[key] for key in same] == [claim[key] for key in same]
    with pytest.raises(Refused, match="make straight-flush"):
        sue.request("POST", f"/claims/{again['id']}/reject", {"why": "not so"})

    # the winner reads it everywhere; nobody's envy has moved
    assert [client.request("GET", "/me")["wallet_cents"] for client in (ann, bob)] == wallets
    assert WHY in ann.request("GET", "/me")["alarms"][-1]["text"]
    assert all(WHY not in alarm["text"] for alarm in bob.request("GET", "/me")["alarms"])
    (coming,) = ann.request("GET", "/me/held")
    assert (coming["needs"], coming["cents"], coming["why"]) == ("supervisor", claim["payout_cents"], WHY)
    told = {line["what"]: line for line in ann.request("GET", "/me/statement") if line["text"]}
    assert WHY in told["jackpot-taken-back"]["text"] and told["jackpot-taken-back"]["round_id"] == round_id
    assert "jackpot-won" in told
    facts = ann.request("GET", f"/rounds/{round_id}/facts")
    (award,) = facts["awards"]
    assert (award["status"], award["reopened"], award["why"]) == ("backed-out", True, WHY)
    assert [pay["cents"] for pay in facts["coming"]] == [claim["payout_cents"]]

    # and it is paid
    completed(sue)
    stage.person("cy").request("POST", f"/claims/{again['id']}/pay")
    wait_for(lambda: ann.request("GET", "/me")["wallet_cents"] == wallets[0] + claim["payout_cents"])
    assert ann.request("GET", "/me/held") == []
    lines = [line["what"] for line in ann.request("GET", "/me/statement")]
    assert lines[0] == "prize-chips" and lines.count("jackpot-won") == 2

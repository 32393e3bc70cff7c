"""A player's own limits, breaks, exclusion and statement over the wire (HR-37)."""

from __future__ import annotations

import pytest

from tests.client import Refused
from tests.web.asking import refused, sale
from tests.web.conftest import Server


@pytest.mark.clause("HR-37", "HR-34")
def test_a_days_limit_holds_whoever_sells_and_the_statement_shows_what_came(shared_server: Server) -> None:
    ann, dan = shared_server.client("ann"), shared_server.client("dan")
    assert ann.request("GET", "/me/limits")["day_cents"] is None
    bought = [line["cents"] for line in ann.request("GET", "/me/statement")]
    low = ann.request("POST", "/me/limits", {"day_cents": 30_000, "session_minutes": 90})
    assert (low["day_cents"], low["session_minutes"], low["wanted"]) == (30_000, 90, None)
    dan.request(*sale(20_000, "ann"))
    assert refused(403, dan, *sale(10_100, "ann"))["clause"] == "HR-37"
    refused(403, ann, "POST", "/me/wish", {"wish": "chips", "amount_cents": 10_100})
    dan.request(*sale(10_000, "ann"))
    line, *_ = lines = ann.request("GET", "/me/statement")
    assert (line["cents"], line["what"], line["other"]) == (10_000, "cash-for-chips", "tray/fu-bacc-1")
    assert [line["cents"] for line in lines] == [10_000, 20_000, *bought]
    more = ann.request("POST", "/me/limits", {"day_cents": 90_000, "session_minutes": None})
    assert (more["day_cents"], more["session_minutes"]) == (30_000, 90), "raising waits a day"
    assert more["wanted"] == {"day_cents": 90_000, "session_minutes": None} and more["wanted_from_us"] > 0
    assert refused(403, dan, *sale(100, "ann"))["clause"] == "HR-37"
    for wrong in ({"day_cents": -1}, {"session_minutes": 0}, {"session_minutes": 1_441}, {"day_cents": "1"}):
        refused(422, ann, "POST", "/me/limits", wrong)


@pytest.mark.clause("HR-37")
@pytest.mark.parametrize(
    ("name", "way", "short", "days"), [("bob", "cool-off", 43, 2), ("cleo", "exclusion", 30, 200)]
)
def test_who_takes_a_break_plays_nowhere_and_cannot_take_it_back(
    shared_server: Server, name: str, way: str, short: int, days: int
) -> None:
    player, dan = shared_server.client(name), shared_server.client("dan")
    player.command("fu-bacc-1", "sit", spot=4)
    player.command("fu-bacc-1", "leave", spot=4)
    refused(422, player, "POST", f"/me/{way}", {"days": short})
    gone = player.request("POST", f"/me/{way}", {"days": days})
    assert gone["away_until_us"] > 0 and gone["excluded"] == (way == "exclusion")
    shorter = player.request("POST", "/me/cool-off", {"days": 1})
    assert shorter["away_until_us"] >= gone["away_until_us"], "a promise is never shortened"
    with pytest.raises(Refused) as away:
        player.command("fu-bacc-1", "sit", spot=4)
    assert away.value.clause == "HR-37"
    wish = {"wish": "chips", "amount_cents": 100}
    assert refused(403, player, "POST", "/me/wish", wish)["clause"] == "HR-37"
    assert refused(403, dan, *sale(100, name))["clause"] == "HR-37"
    again_in = shared_server.client(name)
    assert again_in.request("GET", "/me/limits")["away_until_us"] >= gone["away_until_us"]
    assert isinstance(again_in.request("GET", "/me/statement"), list), "and still reads the own statement"

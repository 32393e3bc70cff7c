"""Sealed before the first bet, cut by the players, proven card by card (HR-36)."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pitboss.cli.store import verify_round
from pitboss.core.errors import BadInput, Conflict, PitbossError
from pitboss.fairness import chain, verifier
from pitboss.fairness.download import refusals, verify, verify_together
from pitboss.ledger import Store, create_store, open_store
from pitboss.ledger.model import Event, expected_hash
from pitboss.ledger.verify import records
from pitboss.room.commands import Bet, Command, CutCards, EndGame, Leave, Ready, Sit, StartGame, TakeDecision
from pitboss.room.events import BetsLaid, CardsCut, RoundOpened, SaidReady, Settled, Shuffled
from pitboss.room.history import load_round
from pitboss.room.proof import verify_stored
from pitboss.rounds.round import fallback
from tests.room.sealed import AUDIT, download, played
from tests.room.support import ANN, BOB, DAN, GAMES, At, Floor

pytestmark = pytest.mark.clause("HR-36")


def cuts_of(file: dict[str, Any]) -> list[Any]:
    """Those that decided what was dealt, as they were given."""
    return verifier.check(file).cut.cuts


@pytest.mark.clause("HR-19")
@pytest.mark.parametrize("game", GAMES)
def test_the_commitment_is_on_the_disk_and_on_the_screens_before_the_first_bet(
    store: Store, game: str
) -> None:
    states = played(store, game, rounds=2)
    events = store.events(f"table/{game}-1")
    kinds = [e.kind for e in events]
    assert kinds.index(Shuffled.KIND) < kinds.index(BetsLaid.KIND) < kinds.index(RoundOpened.KIND)
    for n in (1, 2):
        id = f"{game}-1-{n}"
        stored = load_round(store, id)
        betting = [s for s in states if s["phase"] == "betting" and s["round_number"] == n]
        shown = [*betting, *(s for s in states if s["round_id"] == id)]
        assert {s["commitment"] for s in shown} == {stored.commitment}
        assert betting[0]["seats"][0]["bets"] == {}
        secret = stored.shoe.record
        assert secret.secret not in json.dumps(states)
        assert secret.order not in json.dumps(states)
        shape = download(store, id)
        links = shape["proof"]["links"]
        assert links[0][0] in ("cut", "bets")
        heads = chain.heads(stored.commitment, links)
        shown = [s["head"] for s in states if s["commitment"] == stored.commitment]
        assert n == 2 or shown[0] == heads[0]
        assert set(shown) <= set(heads)
        assert heads[-1] in shown


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("game", GAMES)
def test_rounds_prove_themselves_to_everybody_and_by_their_id(store: Store, game: str) -> None:
    played(store, game, rounds=3)
    for person in (None, ANN, BOB, AUDIT):
        files = [download(store, f"{game}-1-{n}", person) for n in (1, 2, 3)]
        for file in files:
            assert "settled as shown" in " ".join(verify(file))
        assert verify_together(files)[0] == ["These 3 files fit together."]
    for n in (1, 2, 3):
        proven = verify_stored(store, f"{game}-1-{n}")
        assert "complete decks" in " ".join(proven)
        assert "settled as the record of it says" in proven[-1]
    with pytest.raises(PitbossError, match="no round"):
        verify_stored(store, f"{game}-1-4")


@pytest.mark.clause("BJ-11")
def test_a_shoe_in_play_proves_every_card_shown_and_tells_none_to_come(store: Store) -> None:
    states = played(store, "blackjack", rounds=12, options={"decks": "1", "penetration": "50"})
    commitments = list(dict.fromkeys(s["commitment"] for s in states))
    assert len(commitments) == 12
    shoes = {load_round(store, f"blackjack-1-{n}").shoe.id for n in range(1, 13)}
    assert 1 < len(shoes) < 12
    for n in range(1, 13):
        file = download(store, f"blackjack-1-{n}")
        assert verify(file)
        assert verify_stored(store, f"blackjack-1-{n}")
    assert verify_together([download(store, f"blackjack-1-{n}") for n in range(1, 13)])


def test_only_an_auditor_sees_what_nobody_was_shown_and_only_of_a_shoe_that_is_done(store: Store) -> None:
    played(store, "face-up-pai-gow-poker")
    id = "face-up-pai-gow-poker-1-1"
    public, audit = download(store, id), download(store, id, AUDIT)
    assert len(public["proof"]["cards"]) < len(audit["proof"]["cards"])
    assert "??" in json.dumps(public["view"])
    assert "??" not in json.dumps(audit["view"])
    assert len(audit["proof"]["cards"]) == 53
    assert "complete decks" in " ".join(verify(audit))
    full = download(store, id, disclose=True)
    assert "complete decks" in " ".join(verify(full))
    played(store, "blackjack")
    assert len(download(store, "blackjack-1-1", AUDIT)["proof"]["cards"]) < 52
    assert len(download(store, "blackjack-1-1", disclose=True)["proof"]["cards"]) < 52

    async def shuffled_anew() -> None:
        floor = Floor(store, setattr)
        await floor.table("blackjack", spots=3)
        await floor.close()

    asyncio.run(shuffled_anew())
    assert "complete decks" in " ".join(verify(download(store, "blackjack-1-1", AUDIT)))


async def seatless(floor: Floor, game: str = "fu-bacc", **more: Any) -> At:
    """Ann and bob have come in and sit nowhere yet."""
    at = await floor.table(game, **more)
    at.people = {spot: at.player(person.id) for spot, person in ((2, ANN), (4, BOB))}
    return at


async def test_every_cut_counts_until_bets_close_and_nobody_is_waited_for(floor: Floor) -> None:
    at = await seatless(floor)
    seal = at.table.seal
    with pytest.raises(Conflict, match="no seat"):
        await at.do(CutCards(ANN, None, "from outside", seal))
    await at.do(Sit(ANN, None, 2), Sit(BOB, None, 4))
    with pytest.raises(Conflict, match="other cards"):
        await at.do(CutCards(ANN, None, "stale", "0" * 64))
    with pytest.raises(BadInput, match="HR-36"):
        await at.do(CutCards(ANN, None, "naïve", seal))
    first = CutCards(ANN, "1", "first thought", seal)
    await at.do(first, first, CutCards(ANN, None, "second thought", seal))
    await at.do(Bet(ANN, None, 2, "ante", 500), Bet(BOB, None, 4, "ante", 500))
    await at.do(Ready(ANN, None), Ready(BOB, None, "with ready"))
    assert at.table.phase == "playing"
    for known in (None, seal):
        with pytest.raises(Conflict, match="have been cut"):
            await at.do(CutCards(ANN, None, "too late", known))
    await at.room.close()
    cuts = [e.payload["value"] for e in floor.store.events("table/fu-bacc-1") if e.kind == CardsCut.KIND]
    assert cuts == ["first thought", "second thought"]
    file = download(floor.store, "fu-bacc-1-1", ANN)
    assert cuts_of(file) == [[2, "first thought"], [2, "second thought"], [4, "with ready"]]
    assert not file["finished"]
    assert "Its settlement is not proven" in verify(file)[-1]


async def test_a_cut_stays_given_when_its_player_leaves_and_screens_show_nobody_elses_value(
    floor: Floor,
) -> None:
    at, store = await seatless(floor), floor.store
    screens = {name: at.screen(person) for name, person in (("ann", ANN), ("bob", BOB), ("none", None))}
    await at.do(Sit(ANN, None, 1), Sit(BOB, None, 2), CutCards(ANN, None, "ann's own", None))
    shown = {name: screen.state["seats"][0]["cut"] for name, screen in screens.items()}
    assert shown == {"ann": "ann's own", "bob": True, "none": True}
    assert screens["bob"].state["seats"][1]["cut"] is False
    await at.do(Leave(ANN, None, 1))
    assert screens["bob"].state["seats"][0]["cut"] is False
    await at.do(Sit(ANN, None, 1))
    assert screens["ann"].state["seats"][0]["cut"] is False, "the cut of who sat there before"
    await at.do(Leave(ANN, None, 1), Bet(BOB, None, 2, "ante", 500), Ready(BOB, None))
    await at.room.close()
    file = download(store, "fu-bacc-1-1")
    assert ["cut", 1, "ann's own"] in file["proof"]["links"]
    assert ["leaves", 1, None] in file["proof"]["links"]
    assert cuts_of(file) == [[1, "ann's own"]]
    assert verify_stored(store, "fu-bacc-1-1") if file["finished"] else verify(file)


async def test_what_a_browser_sent_is_what_it_finds_also_sent_twice_and_after_coming_back(
    floor: Floor,
) -> None:
    """A command that comes twice, or a value given again, is booked once; each cut is kept with the head that was shown
    before it."""
    at = await seatless(floor)
    sent: list[Any] = []

    async def cut(value: str, *commands: Command) -> None:
        sent.append([2, value, at.table.head])
        await at.do(*commands)

    await at.do(Sit(ANN, None, 2))
    await cut("first", *[CutCards(ANN, None, "first", None)] * 2)
    await at.do(Leave(ANN, None, 2), Sit(BOB, None, 2))
    await at.do(CutCards(BOB, None, "bob's", None), Leave(BOB, None, 2))
    await at.do(Sit(ANN, None, 2), Sit(BOB, None, 4), Bet(ANN, None, 2, "ante", 500))
    await cut("second", *[Ready(ANN, "again", "second")] * 2, Ready(ANN, "anew", "second"))
    await at.do(Bet(BOB, None, 4, "ante", 500), Ready(BOB, None))
    await at.room.close()
    file = download(floor.store, "fu-bacc-1-1", ANN)
    assert cuts_of(file) == [[2, "first"], [2, "bob's"], [2, "second"]]
    mine = {"table": "fu-bacc-1", "round": 1, "commitment": file["commitment"], "heads": [], "sent": sent}
    (line,), _ = verify_together([file], [mine])
    assert line.endswith("Your cut, second, counts. Later, before bets closed: bets (spot 4).")
    with pytest.raises(BadInput, match=r"by another browser of yours, or by the house.*: second"):
        twice = [*file["proof"]["links"]]
        twice.insert(twice.index(["cut", 2, "second"]), ["cut", 2, "second"])
        found = verifier.check(file)
        found.cut.early = twice[: twice.index(next(link for link in twice if link[0] == "closed"))]
        with refusals():
            verifier.compare([found], [mine])


@pytest.mark.clause("BJ-11")
async def test_a_shoe_is_cut_once_before_its_first_round_and_again_after_the_next_shuffle(
    floor: Floor,
) -> None:
    at = await floor.table("blackjack", players="ann")
    await at.do(Sit(ANN, None, 1), CutCards(ANN, None, "for the shoe", at.table.seal))
    await at.play(1)
    assert at.table.seal is None
    await at.do(Ready(ANN, None, "ignored"))
    with pytest.raises(Conflict, match="have been cut"):
        await at.do(CutCards(ANN, None, "again", None))
    await at.play(2)
    await at.room.close()
    one, two = (download(floor.store, f"blackjack-1-{n}") for n in (1, 2))
    assert cuts_of(one) == cuts_of(two) == [[1, "for the shoe"]]
    assert one["commitment"] != two["commitment"]
    assert verify_together([one, two])


@pytest.mark.clause("PG-02")
async def test_the_dealers_dice_are_one_more_cut(floor: Floor) -> None:
    game, store = "face-up-pai-gow-poker", floor.store
    with pytest.raises(BadInput, match="nobody rolls dice"):
        await floor.table(game, options={"first_hand": "dice"})
    at = await floor.table(game, options={"first_hand": "dice"}, dealer="person", players="ann")
    await at.do(Sit(ANN, None, 1), Bet(ANN, None, 1, "standard", 1_000))
    for wrong in ((), (0, 1, 2), (7,), (3,), (3, 1), (3, 1, 6, 2)):
        with pytest.raises(BadInput, match="roll of dice"):
            await at.do(StartGame(DAN, None, wrong))
    await at.do(StartGame(DAN, None, (3, 1, 6)))
    assert (at.round.number, at.round.dice) == (3, (3, 1, 6))
    while not at.round.finished:
        await at.do(TakeDecision(ANN, None, 1, fallback(at.round, at.round.pending[0])))
    await at.do(EndGame(DAN, None))
    await at.room.close()
    file = download(store, f"{at.id}-1")
    assert cuts_of(file) == [[0, "3 1 6"]]
    assert verify(file)
    assert verify_stored(store, f"{at.id}-1")


@pytest.mark.clause("HR-20")
async def test_cuts_and_commitments_survive_a_restart(floor: Floor) -> None:
    store = floor.store
    for n in (1, 2):
        at = await floor.table("blackjack")
        if n == 1:
            at.player("ann")
            await at.do(Sit(ANN, None, 1), CutCards(ANN, None, "kept", at.table.seal))
        await at.room.close()
        again = await floor.table("blackjack")
        before = at.table.coming
        assert again.table.coming == before
        assert again.table.cuts == at.table.cuts
        await again.play(n, {1: ANN})
        assert load_round(store, f"blackjack-1-{n}").commitment == before.commitment
        await again.room.close()
    assert verify_together([download(store, f"blackjack-1-{n}") for n in (1, 2)])
    assert cuts_of(download(store, "blackjack-1-2")) == [[1, "kept"]]


# a log that somebody has rewritten does not verify


def tampered(store: Store, kind: str, change: Callable[[dict[str, Any]], Any], monkeypatch: Any) -> None:
    """Every read of the log gives records of this kind as an attacker has rewritten them."""
    honest = Event.payload.fget  # type: ignore[attr-defined]

    def payload(event: Event) -> dict[str, Any]:
        found: dict[str, Any] = honest(event)
        if event.kind == kind:
            change(found)
        return found

    monkeypatch.setattr(Event, "payload", property(payload))


def swap(found: dict[str, Any]) -> None:
    order = found["order"]
    found["order"] = order[2:4] + order[:2] + order[4:]


def next_number(found: dict[str, Any]) -> None:
    found["number"] = found["number"] % 7 + 1


def swap_second(found: dict[str, Any]) -> None:
    order, half = found["order"], len(found["order"]) // 2
    found["order"] = order[: half + 2] + order[half + 4 :] + order[half + 2 : half + 4]


ATTACKS: list[tuple[str, str, str, Callable[[dict[str, Any]], Any]]] = [
    ("another order", "fu-bacc", Shuffled.KIND, swap),
    ("another number", "face-up-pai-gow-poker", Shuffled.KIND, next_number),
    ("a swapped second order", "blackjack", Shuffled.KIND, swap_second),
    ("another secret", "fu-bacc", Shuffled.KIND, lambda p: p.update(secret="00" * 32)),
    ("another start", "blackjack", RoundOpened.KIND, lambda p: p.update(start=p.get("start", 0) + 1)),
    (
        "another table",
        "fu-bacc",
        Shuffled.KIND,
        lambda p: p.update(shoe=p["shoe"].replace("bacc-1", "bacc-2")),
    ),
    ("another shoe", "fu-bacc", Shuffled.KIND, lambda p: p.update(shoe=p["shoe"] + "0")),
    ("another seal", "fu-bacc", Shuffled.KIND, lambda p: p.update(seal="0" * 64)),
    ("other rules", "fu-bacc", Shuffled.KIND, lambda p: p.update(configuration="0" * 64)),
    ("a dropped cut", "fu-bacc", RoundOpened.KIND, lambda p: p.update(cuts=[])),
    ("a cut nobody made", "fu-bacc", RoundOpened.KIND, lambda p: p.update(cuts=[*p["cuts"], [5, "house"]])),
    ("a cut rewritten", "fu-bacc", CardsCut.KIND, lambda p: p.update(value="house")),
    ("a cut by somebody else", "fu-bacc", CardsCut.KIND, lambda p: p.update(player="mallory")),
    ("a cut for other cards", "fu-bacc", CardsCut.KIND, lambda p: p.update(seal="0" * 64)),
    ("another commitment published", "blackjack", Settled.KIND, lambda p: p.update(next="0" * 64)),
    ("no bets before the cards", "fu-bacc", BetsLaid.KIND, lambda p: p.update(bets={})),
    ("other bets than were dealt to", "fu-bacc", BetsLaid.KIND, lambda p: p.update(bets={"ante": 700})),
    ("another player", "fu-bacc", RoundOpened.KIND, lambda p: p.update(seated={"1": "x", "3": "y"})),
    ("another start in the log", "blackjack", Settled.KIND, lambda p: p.update(cards=p["cards"] + 1)),
    ("fewer cards", "fu-bacc", Settled.KIND, lambda p: p.update(cards=p["cards"] - 1)),
    ("void without a link", "fu-bacc", Settled.KIND, lambda p: p.update(void="a reason")),
    ("other money", "fu-bacc", Settled.KIND, lambda p: p.update(net=dict.fromkeys(p["net"], 1))),
]


@pytest.mark.parametrize(("game", "kind", "change"), [a[1:] for a in ATTACKS], ids=[a[0] for a in ATTACKS])
def test_a_rewritten_log_does_not_verify(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    kind: str,
    change: Callable[[dict[str, Any]], Any],
) -> None:
    played(store, game, rounds=3)
    assert verify_stored(store, f"{game}-1-2")
    tampered(store, kind, change, monkeypatch)
    with pytest.raises(PitbossError):
        verify_stored(store, f"{game}-1-2")


def rewrite(path: Path, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """As somebody with the database's own tools would."""
    with closing(sqlite3.connect(path)) as raw, raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.executemany(statement, rows)


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize(
    ("kind", "column", "value"),
    [
        (BetsLaid.KIND, "actor", "zed"),
        (CardsCut.KIND, "actor", "zed"),
        (Settled.KIND, "at_us", 1),
        (SaidReady.KIND, "payload", "{}"),
    ],
)
def test_a_record_that_was_edited_does_not_verify(
    tmp_path: Path, kind: str, column: str, value: str | int
) -> None:
    """Also where the proof does not look at what was changed: every record of the round is held to its hash."""
    path = tmp_path / "room.db"
    with create_store(f"sqlite:///{path}") as store:
        played(store, "fu-bacc", rounds=3)
        assert verify_stored(store, "fu-bacc-1-2")
        seqs = [event.seq for event in store.events("table/fu-bacc-1", limit=1000) if event.kind == kind]
        load = load_round(store, "fu-bacc-1-2")
        seq = next(n for n in seqs if n > load.shuffled_seq)
    rewrite(path, f"UPDATE events SET {column} = ? WHERE seq = ?", [(value, seq)])
    with open_store(f"sqlite:///{path}") as store, pytest.raises(PitbossError, match=f"Event {seq} "):
        verify_stored(store, "fu-bacc-1-2")


@pytest.mark.clause("HR-22")
def test_a_part_of_the_log_that_was_written_anew_does_not_fit_the_record_after_it(tmp_path: Path) -> None:
    """Every hash recomputed, from the shuffle of the round to its settlement: the next record knows better."""
    path = tmp_path / "room.db"
    with create_store(f"sqlite:///{path}") as store:
        played(store, "fu-bacc", rounds=3)
        stored = load_round(store, "fu-bacc-1-2")
        assert stored.settled is not None
        first, last = stored.shuffled_seq, stored.settled.seq
        with store.reading() as connection:
            known = list(records(connection, "WHERE seq BETWEEN ? AND ?", (first, last)))
    rows, before = [], known[0][0].prev
    for event, transfers in known:
        event = event._replace(prev=before, actor="zed" if event.kind == CardsCut.KIND else event.actor)
        before = expected_hash(event, transfers)
        rows.append((event.actor, bytes.fromhex(before), event.seq))
    rewrite(path, "UPDATE events SET actor = ?, hash = ? WHERE seq = ?", rows)
    with open_store(f"sqlite:///{path}") as store:
        assert verify_stored(store, "fu-bacc-1-1")
        with pytest.raises(PitbossError, match=f"Event {last + 1} "):
            verify_stored(store, "fu-bacc-1-2")


def test_a_round_by_its_id_beside_a_receipt(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'room.db'}"
    with create_store(url) as store:
        states = played(store, "fu-bacc", rounds=2)
        commitment = load_round(store, "fu-bacc-1-2").commitment
    heads = [state["head"] for state in states if state["commitment"] == commitment]
    sent = [[1, "ann's cut 1", commitment]]
    mine = {"table": "fu-bacc-1", "round": 2, "commitment": commitment, "sent": sent}
    for more, words in (
        ({}, "Your cut, ann's cut 1, counts"),
        ({"heads": [*heads, "0" * 64]}, "another chain"),
        ({"sent": [[1, "another", commitment]]}, "not among the cuts"),
        ({"commitment": "0" * 64}, "another commitment"),
    ):
        receipt = tmp_path / "mine.json"
        receipt.write_text(json.dumps({"heads": heads, **mine, **more}))
        asked = ["fu-bacc-1-2", "--store", url, "--receipt", str(receipt)]
        done = CliRunner().invoke(verify_round, asked, standalone_mode=False)
        assert words in (str(done.exception) if more else done.output)
        assert (done.exception is not None) == bool(more)

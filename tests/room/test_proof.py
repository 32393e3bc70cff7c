"""Sealed before the first bet, cut by the players, proven card by card; rounds of earlier versions (HR-36, HR-19)."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.errors import BadInput, Conflict, PitbossError
from pitboss.people.person import Person
from pitboss.room.commands import Bet, CutCards, EndGame, Leave, Ready, Sit, StartGame, TakeDecision
from pitboss.room.history import load_round
from pitboss.room.proof import verify_stored
from pitboss.room.records import BetsLaid, CardsCut, RoundOpened, Settled, Shuffled
from pitboss.room.room import Room
from pitboss.rounds import chain, verifier
from pitboss.rounds.proving import refusals, verify, verify_together
from pitboss.rounds.round import fallback
from pitboss.store import Store
from tests.room.sealed import AUDIT, download, played
from tests.room.support import GAMES, Screen, config_of, make_room, play_round, player, setup_of


def cuts_of(file: dict[str, Any]) -> list[Any]:
    """Those that decided what was dealt, as they were given."""
    return verifier.check(file)["cut"].cuts  # type: ignore[no-any-return]


async def open_and_close(store: Store, **more: Any) -> None:
    room = make_room(store, setup_of(config_of("blackjack", **more)))
    await room.open()
    await room.close()


def last_round(store: Store, table: str) -> int:
    return sum(event.kind == Settled.KIND for event in store.events(f"table/{table}", limit=10_000))


@pytest.mark.clause("HR-36", "HR-19")
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
        assert {s["commitment"] for s in [*betting, *(s for s in states if s["round_id"] == id)]} == {
            stored.commitment
        }
        assert betting[0]["seats"][0]["bets"] == {}
        secret = stored.shoe.to_json()
        assert secret["secret"] not in json.dumps(states)
        assert secret["order"] not in json.dumps(states)
        shape = download(store, id)
        links = shape["proof"]["links"]
        assert links[0][0] in ("cut", "bets")
        heads = chain.heads(stored.commitment, links)
        shown = [s["head"] for s in states if s["commitment"] == stored.commitment]
        assert n == 2 or shown[0] == heads[0]
        assert set(shown) <= set(heads)
        assert heads[-1] in shown


@pytest.mark.clause("HR-36", "HR-20")
@pytest.mark.parametrize("game", GAMES)
def test_rounds_prove_themselves_to_everybody_and_by_their_id(store: Store, game: str) -> None:
    played(store, game, rounds=3)
    for person in (None, Person.of("ann", "player"), Person.of("bob", "player"), AUDIT):
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


@pytest.mark.clause("HR-36", "BJ-11")
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


@pytest.mark.clause("HR-36")
def test_only_an_auditor_sees_what_nobody_was_shown_and_only_of_a_shoe_that_is_done(store: Store) -> None:
    played(store, "face-up-pai-gow-poker")
    public, audit = (
        download(store, "face-up-pai-gow-poker-1-1"),
        download(store, "face-up-pai-gow-poker-1-1", AUDIT),
    )
    assert len(public["proof"]["cards"]) < len(audit["proof"]["cards"])
    assert "??" in json.dumps(public["view"])
    assert "??" not in json.dumps(audit["view"])
    assert len(audit["proof"]["cards"]) == 53
    assert public["reveal"] is None
    assert "complete decks" in " ".join(verify(audit))
    full = download(store, "face-up-pai-gow-poker-1-1", disclose=True)
    assert "complete decks" in " ".join(verify(full))
    played(store, "blackjack")
    assert len(download(store, "blackjack-1-1", AUDIT)["proof"]["cards"]) < 52
    assert len(download(store, "blackjack-1-1", disclose=True)["proof"]["cards"]) < 52
    asyncio.run(open_and_close(store, spots=3))
    assert "complete decks" in " ".join(verify(download(store, "blackjack-1-1", AUDIT)))


def at_table(
    store: Store, scenario: Callable[[Room, dict[str, Person]], Any], game: str = "fu-bacc", **more: Any
) -> None:
    async def whole() -> None:
        room = make_room(store, setup_of(config_of(game), **more))
        await room.open()
        await scenario(room, {name: player(room, name) for name in ("ann", "bob")})
        await room.close()

    asyncio.run(whole())


@pytest.mark.clause("HR-36")
def test_every_cut_counts_until_bets_close_and_nobody_is_waited_for(store: Store) -> None:
    async def scenario(room: Room, people: dict[str, Person]) -> None:
        ann, bob = people["ann"], people["bob"]
        table = "fu-bacc-1"
        seal = room.tables[table].seal
        with pytest.raises(Conflict, match="no seat"):
            await room.do(table, CutCards(ann, None, "from outside", seal))
        await room.do(table, Sit(ann, None, 2))
        await room.do(table, Sit(bob, None, 4))
        with pytest.raises(Conflict, match="other cards"):
            await room.do(table, CutCards(ann, None, "stale", "0" * 64))
        with pytest.raises(BadInput, match="HR-36"):
            await room.do(table, CutCards(ann, None, "naïve", seal))
        await room.do(table, CutCards(ann, "1", "first thought", seal))
        await room.do(table, CutCards(ann, "1", "first thought", seal))
        await room.do(table, CutCards(ann, None, "second thought", seal))
        await room.do(table, Bet(ann, None, 2, "ante", 500))
        await room.do(table, Bet(bob, None, 4, "ante", 500))
        await room.do(table, Ready(ann, None))
        await room.do(table, Ready(bob, None, "with ready"))
        assert room.tables[table].phase == "playing"
        with pytest.raises(Conflict, match="have been cut"):
            await room.do(table, CutCards(ann, None, "too late", None))
        with pytest.raises(Conflict, match="have been cut"):
            await room.do(table, CutCards(ann, None, "too late", seal))

    at_table(store, scenario)
    cuts = [e.payload["value"] for e in store.events("table/fu-bacc-1") if e.kind == CardsCut.KIND]
    assert cuts == ["first thought", "second thought"]
    file = download(store, "fu-bacc-1-1", Person.of("ann", "player"))
    assert cuts_of(file) == [[2, "first thought"], [2, "second thought"], [4, "with ready"]]
    assert not file["finished"]
    assert "Its settlement is not proven" in verify(file)[-1]


@pytest.mark.clause("HR-36")
def test_a_cut_stays_given_when_its_player_leaves_and_screens_show_nobody_elses_value(store: Store) -> None:
    async def scenario(room: Room, people: dict[str, Person]) -> None:
        ann, bob = people["ann"], people["bob"]
        table = "fu-bacc-1"
        screens = {name: Screen(person) for name, person in (("ann", ann), ("bob", bob), ("none", None))}
        for screen in screens.values():
            room.keeper(table).subscribe(screen)
        await room.do(table, Sit(ann, None, 1))
        await room.do(table, Sit(bob, None, 2))
        await room.do(table, CutCards(ann, None, "ann's own", None))
        shown = {name: screen.state["seats"][0]["cut"] for name, screen in screens.items()}
        assert shown == {"ann": "ann's own", "bob": True, "none": True}
        assert screens["bob"].state["seats"][1]["cut"] is False
        await room.do(table, Leave(ann, None, 1))
        assert screens["bob"].state["seats"][0]["cut"] is False
        await room.do(table, Sit(ann, None, 1))
        assert screens["ann"].state["seats"][0]["cut"] is False, "the cut of who sat there before"
        await room.do(table, Leave(ann, None, 1))
        await room.do(table, Bet(bob, None, 2, "ante", 500))
        await room.do(table, Ready(bob, None))

    at_table(store, scenario)
    assert load_round(store, "fu-bacc-1-1").shoe.to_json()["kind"] == 4
    file = download(store, "fu-bacc-1-1")
    assert ["cut", 1, "ann's own"] in file["proof"]["links"]
    assert ["leaves", 1, None] in file["proof"]["links"]
    assert cuts_of(file) == [[1, "ann's own"]]
    assert verify_stored(store, "fu-bacc-1-1") if file["finished"] else verify(file)


@pytest.mark.clause("HR-36")
def test_what_a_browser_sent_is_what_it_finds_also_sent_twice_and_after_coming_back(store: Store) -> None:
    """A command that comes twice, or a value given again, is booked once; each cut is kept with the head that was shown
    before it."""
    sent: list[Any] = []

    async def scenario(room: Room, people: dict[str, Person]) -> None:
        ann, bob = people["ann"], people["bob"]
        table = "fu-bacc-1"

        async def cut(value: str, *commands: Any) -> None:
            sent.append([2, value, room.tables[table].head])
            for command in commands:
                await room.do(table, command)

        await room.do(table, Sit(ann, None, 2))
        await cut("first", *[CutCards(ann, None, "first", None)] * 2)
        await room.do(table, Leave(ann, None, 2))
        await room.do(table, Sit(bob, None, 2))
        await room.do(table, CutCards(bob, None, "bob's", None))
        await room.do(table, Leave(bob, None, 2))
        await room.do(table, Sit(ann, None, 2))
        await room.do(table, Sit(bob, None, 4))
        await room.do(table, Bet(ann, None, 2, "ante", 500))
        await cut("second", *[Ready(ann, "again", "second")] * 2, Ready(ann, "anew", "second"))
        await room.do(table, Bet(bob, None, 4, "ante", 500))
        await room.do(table, Ready(bob, None))

    at_table(store, scenario)
    file = download(store, "fu-bacc-1-1", Person.of("ann", "player"))
    assert cuts_of(file) == [[2, "first"], [2, "bob's"], [2, "second"]]
    mine = {"table": "fu-bacc-1", "round": 1, "commitment": file["commitment"], "heads": [], "sent": sent}
    (line,), _ = verify_together([file], [mine])
    assert line.endswith("Your cut, second, counts. Later, before bets closed: bets (spot 4).")
    with pytest.raises(BadInput, match=r"by another browser of yours, or by the house.*: second"):
        twice = [*file["proof"]["links"]]
        twice.insert(twice.index(["cut", 2, "second"]), ["cut", 2, "second"])
        found = verifier.check(file)
        found["cut"].early = twice[: twice.index(next(link for link in twice if link[0] == "closed"))]
        with refusals():
            verifier.compare([found], [mine])


@pytest.mark.clause("HR-36", "BJ-11")
def test_a_shoe_is_cut_once_before_its_first_round_and_again_after_the_next_shuffle(store: Store) -> None:
    async def scenario(room: Room, people: dict[str, Person]) -> None:
        table, ann = "blackjack-1", people["ann"]
        keeper = room.keeper(table)
        await room.do(table, Sit(ann, None, 1))
        await room.do(table, CutCards(ann, None, "for the shoe", keeper.table.seal))
        await play_round(room, table, {1: ann}, random.Random(1))
        assert keeper.table.seal is None
        await keeper.do(Ready(ann, None, "ignored"))
        with pytest.raises(Conflict, match="have been cut"):
            await room.do(table, CutCards(ann, None, "again", None))
        await play_round(room, table, {1: ann}, random.Random(2))

    at_table(store, scenario, "blackjack")
    one, two = (download(store, f"blackjack-1-{n}") for n in (1, 2))
    assert cuts_of(one) == cuts_of(two) == [[1, "for the shoe"]]
    assert one["commitment"] != two["commitment"]
    assert verify_together([one, two])


@pytest.mark.clause("HR-36", "PG-02")
def test_the_dealers_dice_are_one_more_cut(store: Store) -> None:
    game = "face-up-pai-gow-poker"
    dan = Person.of("dan", "dealer")

    async def scenario() -> None:
        config = config_of(game, options={"first_hand": "dice"})
        with pytest.raises(BadInput, match="nobody rolls dice"):
            make_room(store, setup_of(config))
        room = make_room(store, setup_of(config, dealer="person"))
        await room.open()
        ann = player(room, "ann")
        table = f"{game}-1"
        await room.do(table, Sit(ann, None, 1))
        await room.do(table, Bet(ann, None, 1, "standard", 1_000))
        for wrong in ((), (0, 1, 2), (7,), (3,), (3, 1), (3, 1, 6, 2)):
            with pytest.raises(BadInput, match="roll of dice"):
                await room.do(table, StartGame(dan, None, wrong))
        await room.do(table, StartGame(dan, None, (3, 1, 6)))
        round = room.tables[table].playing.round
        assert (round.number, round.dice) == (3, (3, 1, 6))
        while not round.finished:
            await room.do(table, TakeDecision(ann, None, 1, fallback(round, round.pending[0])))
            round = room.tables[table].playing.round
        await room.do(table, EndGame(dan, None))
        await room.close()

    asyncio.run(scenario())
    file = download(store, f"{game}-1-1")
    assert cuts_of(file) == [[0, "3 1 6"]]
    assert verify(file)
    assert verify_stored(store, f"{game}-1-1")


@pytest.mark.clause("HR-36", "HR-20")
def test_cuts_and_commitments_survive_a_restart(store: Store) -> None:
    for n, seat in ((1, True), (2, False)):

        async def scenario(n: int = n, seat: bool = seat) -> None:
            room = make_room(store, setup_of(config_of("blackjack")))
            await room.open()
            table = room.tables["blackjack-1"]
            ann = player(room, "ann") if seat else Person.of("ann", "player")
            if seat:
                await room.do("blackjack-1", Sit(ann, None, 1))
                await room.do("blackjack-1", CutCards(ann, None, "kept", table.seal))
            await room.close()
            again = make_room(store, setup_of(config_of("blackjack")))
            await again.open()
            before, now = room.tables["blackjack-1"].coming, again.tables["blackjack-1"].coming
            assert before == now
            assert before is not None
            assert again.tables["blackjack-1"].cuts == room.tables["blackjack-1"].cuts
            await play_round(again, "blackjack-1", {1: ann}, random.Random(n))
            assert load_round(store, f"blackjack-1-{n}").commitment == before.commitment
            await again.close()

        asyncio.run(scenario())
    assert verify_together([download(store, f"blackjack-1-{n}") for n in (1, 2)])
    assert cuts_of(download(store, "blackjack-1-2")) == [[1, "kept"]]

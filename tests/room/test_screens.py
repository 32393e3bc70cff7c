"""What goes to the screens: the layout once, then whole states or what is different; both come to the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pitboss.people.person import Person
from pitboss.room.commands import Bet, Leave, Ready, Sit
from pitboss.room.keeper import Keeper
from pitboss.room.screens import Offered
from pitboss.rounds.views import view
from tests.client import merge
from tests.room.support import GAMES, SUE, At, Floor


class Merging:
    """A screen that puts changes together, as browsers do."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.fresh = True
        self.changes = True
        self.shown: Offered | None = None
        self.state: dict[str, Any] = {}
        self.change_bytes = self.layouts = self.changes = 0

    def layout(self, text: str) -> None:
        self.layouts += 1
        self.state = merge(self.state, json.loads(text))

    def offer(self, text: str) -> None:
        self.state = merge(self.state, json.loads(text))

    def add(self, text: str) -> None:
        self.changes += 1
        self.change_bytes += len(text)
        self.state = merge(self.state, json.loads(text))


def merging(at: At, *people: Person | None) -> list[Merging]:
    screens = [Merging(person) for person in people]
    for screen in screens:
        at.keeper.subscribe(screen)
    return screens


@pytest.mark.parametrize("game", GAMES)
async def test_changes_put_together_are_the_whole_state_which_has_the_view_of_the_round(
    floor: Floor, game: str
) -> None:
    """The log is encoded piece by piece; together it is what `views.view` says, for every class of observers."""
    at = await floor.table(game, players="ann bob")
    screens = merging(at, None, *at.people.values())

    async def same(keeper: Keeper) -> None:
        for screen in screens:
            expected = json.loads(keeper.display.text(screen.person))
            spots = keeper.table.spots_of(screen.person.name if screen.person else None)
            assert expected["view"] == json.loads(json.dumps(view(keeper.table.round, spots)))
            merged = {**screen.state, "type": expected["type"]}
            merged.pop("base", None)
            assert merged.pop("server_ms") <= expected.pop("server_ms")
            assert merged == expected

    for n in range(4):
        await at.play(n, after=same)
    await at.room.close()
    for screen in screens:
        assert screen.layouts == 1
        assert screen.changes > 10
    assert sum(s.change_bytes for s in screens) / sum(s.changes for s in screens) < 2_000


async def test_a_screen_that_missed_a_state_gets_a_whole_one(floor: Floor) -> None:
    at = await floor.table(players="ann")
    (screen,) = merging(at, at.people[1])
    await at.play(1)
    screen.shown = None
    before = screen.changes
    at.keeper.display.show(at.table)
    assert screen.changes == before
    assert screen.state["version"] == at.keeper.version


async def test_who_comes_later_hears_what_time_it_is_then(floor: Floor) -> None:
    at = await floor.table()
    at_us = floor.store.clock() + 8_000_000
    floor.put(at.keeper.display, "_clock", lambda: at_us)
    (screen,) = merging(at, None)
    assert screen.state["server_ms"] == at_us // 1000
    assert json.loads(await at.keeper.state(None))["server_ms"] == at_us // 1000


class Hearing(Merging):
    last = ""

    def add(self, text: str) -> None:
        self.last = text


async def test_who_has_nothing_of_his_own_to_learn_gets_the_same_text_as_everybody(floor: Floor) -> None:
    at = await floor.table()
    at.people = {spot: at.player(name) for spot, name in enumerate(("ann", "bob", "cleo"), 1)}
    for spot, person in at.people.items():
        await at.do(Sit(person, None, spot))
    ann, *others = screens = [Hearing(person) for person in (*at.people.values(), None, None)]
    for screen in screens:
        at.keeper.subscribe(screen)
    await at.do(Bet(at.people[1], None, 1, "ante", 500))
    for alike in (others[:2], others[2:]):  # signed in, and strangers, who read no names
        assert len({id(screen.last) for screen in alike}) == 1, "made again for each screen"
    assert '"you":true' in ann.last and '"you":true' not in others[0].last
    assert not any('"wallet_cents"' in screen.last for screen in screens), "nobody's chips have moved"
    for spot, person in at.people.items():
        await at.do(Bet(person, None, spot, "ante", 500))
    await at.ready()
    seen = [json.loads(screen.last)["set"]["view"]["places"] for screen in screens]
    for n, spot in enumerate(at.people):
        assert "??" not in seen[n][str(spot)]["hand"], "one's own cards"
        assert all("??" in seen[n][str(other)]["hand"] for other in at.people if other != spot)
    assert all(here["hand"] == ["??", "??"] for spot, here in seen[3].items() if spot != "0")


@pytest.mark.clause("HR-21")
async def test_a_stranger_reads_no_names_at_a_table(floor: Floor) -> None:
    """Who is not signed in sees the table, and nobody's name beside what is won and lost."""
    at = await floor.table()
    ann, bob = at.player("annabel"), at.player("bobby")
    screens = {who: at.screen(who) for who in (None, ann, Person.of("zoe", "player"), SUE)}
    await at.do(Sit(ann, None, 1), Sit(bob, None, 3), Bet(ann, None, 1, "ante", 500), Ready(ann, None))
    await at.do(Leave(bob, None, 3))
    for who, screen in screens.items():
        state = await at.keeper.state(who)
        seats = {seat["spot"]: seat["player"] for seat in json.loads(state)["seats"]}
        if who is None:
            told = "".join(screen.texts) + state
            assert "annabel" not in told and "bobby" not in told
            assert (seats[1], seats[3]) == ("Player 1", None)
        else:
            assert seats[1] == "annabel"
        assert {s["spot"]: s["player"] for s in screen.state["seats"]} == seats

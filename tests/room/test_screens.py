"""What goes to the screens: the layout once, then whole states or what is different; both come to the same."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from pitboss.people.person import Person
from pitboss.room.commands import Bet, Ready, Sit
from pitboss.room.keeper import Keeper
from pitboss.room.screens import Offered
from pitboss.store import Store
from pitboss.web.client import merge
from tests.room.support import GAMES, config_of, make_room, play_round, player, setup_of


class Merging:
    """A screen that puts changes together, as browsers do."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.fresh = True
        self.changes = True
        self.shown: Offered | None = None
        self.state: dict[str, Any] = {}
        self.whole_bytes = self.change_bytes = self.layouts = self.changes = 0

    def layout(self, text: str) -> None:
        self.layouts += 1
        self.state = merge(self.state, json.loads(text))

    def offer(self, text: str) -> None:
        self.state = merge(self.state, json.loads(text))

    def add(self, text: str) -> None:
        self.changes += 1
        self.change_bytes += len(text)
        self.state = merge(self.state, json.loads(text))


@pytest.mark.parametrize("game", GAMES)
def test_changes_put_together_are_the_whole_state(store: Store, game: str) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of(game)))
        await room.open()
        people = {1: player(room, "ann"), 2: player(room, "bob")}
        keeper = room.keeper(f"{game}-1")
        screens = [Merging(None), *map(Merging, people.values())]
        for screen in screens:
            keeper.subscribe(screen)
        whole = 0

        async def same(keeper: Keeper) -> None:
            nonlocal whole
            for screen in screens:
                text = keeper.display.text(screen.person)
                whole += len(text)
                expected = json.loads(text)
                merged = {**screen.state, "type": expected["type"]}
                merged.pop("base", None)
                assert merged.pop("server_ms") <= expected.pop("server_ms")
                assert merged == expected

        for n in range(4):
            await play_round(room, f"{game}-1", people, random.Random(n), after=same)
        await room.close()
        for screen in screens:
            assert screen.layouts == 1
            assert screen.changes > 10
        assert sum(s.change_bytes for s in screens) / sum(s.changes for s in screens) < 2_000

    asyncio.run(scenario())


def test_a_screen_that_missed_a_state_gets_a_whole_one(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        ann = player(room, "ann")
        keeper = room.keeper("fu-bacc-1")
        screen = Merging(ann)
        keeper.subscribe(screen)
        await play_round(room, "fu-bacc-1", {1: ann}, random.Random(1))
        screen.shown = None
        before = screen.changes
        keeper.display.show(keeper.table)
        assert screen.changes == before
        assert screen.state["version"] == keeper.version
        await room.close()

    asyncio.run(scenario())


def test_who_comes_later_hears_what_time_it_is_then(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        keeper = room.keeper("fu-bacc-1")
        at_us = store.clock() + 8_000_000
        monkeypatch.setattr(keeper.display, "_clock", lambda: at_us)
        screen = Merging(None)
        keeper.subscribe(screen)
        assert screen.state["server_ms"] == at_us // 1000
        assert json.loads(await keeper.state(None))["server_ms"] == at_us // 1000
        await room.close()

    asyncio.run(scenario())


def test_who_has_nothing_of_his_own_to_learn_gets_the_same_text_as_everybody(store: Store) -> None:
    async def scenario() -> None:
        room = make_room(store, setup_of(config_of("fu-bacc")))
        await room.open()
        people = {spot: player(room, name) for spot, name in enumerate(("ann", "bob", "cleo"), 1)}
        keeper = room.keeper("fu-bacc-1")
        for spot, person in people.items():
            await room.do("fu-bacc-1", Sit(person, None, spot))
        ann, *others = screens = [Hearing(person) for person in (*people.values(), None, None)]
        for screen in screens:
            keeper.subscribe(screen)
        await room.do("fu-bacc-1", Bet(people[1], None, 1, "ante", 500))
        assert len({id(screen.last) for screen in others}) == 1, "made again for each screen"
        assert '"you":true' in ann.last and '"you":true' not in others[0].last
        assert not any('"wallet_cents"' in screen.last for screen in screens), "nobody's chips have moved"
        for spot, person in people.items():
            await room.do("fu-bacc-1", Bet(person, None, spot, "ante", 500))
        for person in people.values():
            await room.do("fu-bacc-1", Ready(person, None))
        seen = [json.loads(screen.last)["set"]["view"]["places"] for screen in screens]
        for n, spot in enumerate(people):
            assert "??" not in seen[n][str(spot)]["hand"], "one's own cards"
            assert all("??" in seen[n][str(other)]["hand"] for other in people if other != spot)
        assert all(here["hand"] == ["??", "??"] for spot, here in seen[3].items() if spot != "0")
        await room.close()

    asyncio.run(scenario())


class Hearing(Merging):
    last = ""

    def add(self, text: str) -> None:
        self.last = text

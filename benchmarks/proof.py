"""What a sealed deal costs beside the old way: one hash over salt and order.

`python -m benchmarks.proof` measures the parts alone, and whole rounds in rooms on SQLite, one player each, one round
about the other in an order that changes: a shoe of the first kind without the chain of bets, cuts and decisions, and a
sealed shoe with a cut and the chain. The old way runs twice, in two rooms: what they differ by is the measure's own
error. CPU time of the process, least and median of the rounds."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import permutations
from pathlib import Path
from statistics import median
from time import process_time
from unittest.mock import patch

from argon2 import PasswordHasher

from benchmarks.harness import Case, machine, markdown, measure
from pitboss.people.accounts import PLAYER, People
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.plan import FreshShoe
from pitboss.room.room import Room
from pitboss.room.setup import Pace, TableSetup
from pitboss.room.shoes import FirstKindShoe, TableShoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Cut
from pitboss.rounds.game import game_of
from pitboss.rounds.round import fallback
from pitboss.rounds.shuffling import fresh_shuffle, seal_shoe
from pitboss.store import Store, open_store

GAMES = ("fu-bacc", "blackjack", "face-up-pai-gow-poker")
WARM = 50
NEVER = Pace(betting_s=10**6, decision_s=10**6, settled_s=10**6)


def first_kind(table: str, number: int, config: TableConfig, config_id: str) -> FirstKindShoe:
    drawn = game_of(config.game).draw_number(config)
    return FirstKindShoe(f"{table}-{number}", fresh_shuffle(config), 0 if drawn is None else drawn - 1)


def parts(times: int = 500) -> list[Case]:
    """A shuffle of one deck, up to the order that is dealt."""
    config = TableConfig("fu-bacc")

    def old() -> int:
        for _ in range(times):
            fresh_shuffle(config).to_json()
        return times

    def new() -> int:
        for n in range(times):
            sealed = seal_shoe(config, "t", f"t-{n}", "0" * 64)
            sealed.to_json()
            _ = sealed.cut([Cut(1, "a value"), Cut(2, "another")]).order
        return times

    def show() -> int:
        cut = seal_shoe(config, "t", "t-1", "0" * 64).cut([Cut(1, "a value")])
        for _ in range(times):
            for at in range(6):
                cut.opening(at).to_json()
        return 6 * times

    return [
        Case("one deck", "shuffled and hashed, the old way", "shoes", old, peer=True),
        Case("one deck", "shuffled, sealed and cut", "shoes", new),
        Case("a card", "its proof, when asked for", "proofs", show),
    ]


@contextmanager
def unchained() -> Iterator[None]:
    """As before there was a chain."""
    with (
        patch("pitboss.room.apply.link_of", lambda record: None),
        patch("pitboss.room.dealing.linked", lambda head, link: ""),
    ):
        yield


class Table:
    """One player at one table, in this process."""

    def __init__(self, store: Store, game: str, fresh_shoe: FreshShoe, cut: str | None) -> None:
        setup = TableSetup(f"{game}-1", game, TableConfig(game), pace=NEVER)
        people = People(store, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        self.id, self.cut = setup.id, cut
        self.room = Room(store, [setup], people, fresh_shoe=fresh_shoe)
        self.ann = people.add("ann", "a pass phrase of some length", PLAYER, "benchmark")
        self.room.bank.grant("ann", 10**9, "benchmark", "chips to play with")
        self.wagers = {w.id: 500 for w in setup.config.sheet.wagers if w.placed == "first"}

    async def play(self) -> float:
        """CPU microseconds of a round."""
        keeper = self.room.keeper(self.id)
        began = process_time()
        if keeper.table.phase == "settled":
            await keeper.do(Ready(self.ann, None))
        for wager, cents in self.wagers.items():
            await keeper.do(Bet(self.ann, None, 1, wager, cents))
        await keeper.do(Ready(self.ann, None, self.cut))
        while not (round := keeper.table.playing.round).finished:
            await keeper.do(TakeDecision(self.ann, None, 1, fallback(round, round.pending[0])))
        return (process_time() - began) * 1e6


OLD, AGAIN, NEW = range(3)


async def rooms(game: str, rounds: int) -> list[list[float]]:
    """CPU microseconds of every round: the old way, the old way again, and sealed."""
    with tempfile.TemporaryDirectory() as folder:
        stores = [open_store(f"sqlite:///{Path(folder) / name}.db") for name in ("old", "again", "new")]
        tables = [
            Table(stores[OLD], game, first_kind, None),
            Table(stores[AGAIN], game, first_kind, None),
            Table(stores[NEW], game, TableShoe.fresh, "a value"),
        ]
        for table in tables:
            await table.room.open()
            await table.room.do(table.id, Sit(table.ann, None, 1))
        spent: list[list[float]] = [[], [], []]
        orders = list(permutations((OLD, AGAIN, NEW)))
        for n in range(WARM + rounds):
            for which in orders[n % len(orders)]:
                with nullcontext() if which == NEW else unchained():
                    spent[which].append(await tables[which].play())
        for table, store in zip(tables, stores, strict=True):
            await table.room.close()
            store.close()
    return [times[WARM:] for times in spent]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("games", nargs="*")
    asked = parser.parse_args()
    print(machine())
    print(markdown(measure(parts(), log=lambda line: None)))
    print(
        "| a round in the room | | the old way | again | sealed, cut and chained | more |\n|---|---|---|---|---|---|"
    )
    for game in asked.games or GAMES:
        spent = asyncio.run(rooms(game, asked.rounds))
        summed: tuple[tuple[str, Callable[[list[float]], float]], ...] = (("least", min), ("median", median))
        for name, of in summed:
            old, again, new = map(of, spent)
            more = 100 * (2 * new / (old + again) - 1)
            print(f"| {game} | {name} | {old:,.0f} us | {again:,.0f} us | {new:,.0f} us | {more:+.1f} % |")


if __name__ == "__main__":
    main()

"""What a player gains who knows more than the game shows, in a sentence for each wager studied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.approvals import PayTable
from pitboss.blackjack.rules import EVERY_ROUND
from pitboss.edge.solver import Query
from pitboss.simulate import collusion
from pitboss.simulate import exposure as shoes

SHOE_ROUNDS = 40_000
PAIRS = 8
SEED = 1


def summary(game: str, asked: Iterable[Query]) -> Iterator[tuple[str, str]]:
    """(study, finding) for the questions asked, small enough to be made while somebody waits; nothing where no study
    exists, or nothing is left of the shoe to remember."""
    exposed = shoes.exposed_wagers(game)
    for query in asked:
        if game == collusion.GAME and query.wager == "main":
            yield _neighbour(query.table)
        elif query.wager in exposed and query.settings["penetration"] != EVERY_ROUND:
            found = shoes.exposure(
                game, query.wager, query.table, query.settings, rounds=SHOE_ROUNDS, seed=SEED
            )
            yield (
                f"{query.wager} {query.table.id}: a player who remembers the shoe",
                f"favourable in {found.favourable:.2%} of {found.rounds:,} rounds; betting one unit then wins "
                f"{found.gain_per_100_rounds:.4f} ± {found.gain_per_100_rounds_error:.4f} units in 100 rounds",
            )


def _neighbour(pays: PayTable) -> tuple[str, str]:
    found = collusion.exposure(pays, PAIRS, SEED)
    return (
        "main: a neighbour's two cards known",
        f"gains {found.gain:.3%} ± {found.gain_error:.3%} of the Ante over {found.pairs} pairs of holes, each "
        "solved exactly",
    )

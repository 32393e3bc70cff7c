"""What a player gains who knows more than the game shows, in a sentence for each wager studied."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.edge import ask
from pitboss.simulate import collusion
from pitboss.simulate import exposure as shoes

SHOE_ROUNDS = 40_000
PAIRS = 8
SEED = 1


def summary(game: str) -> Iterator[tuple[str, str]]:
    """(study, finding), small enough to be made while somebody waits; nothing where no study exists."""
    if game == collusion.GAME:
        yield from _neighbour()
    for wager in shoes.exposed_wagers(game):
        for query in ask.queries(game, wager):
            assert query.pay_table is not None
            found = shoes.exposure(
                game, wager, query.pay_table, query.settings, rounds=SHOE_ROUNDS, seed=SEED
            )
            yield (
                f"{wager} {query.pay_table.id}: a player who remembers the shoe",
                f"favourable in {found.favourable:.2%} of {found.rounds:,} rounds; betting one unit then wins "
                f"{found.gain_per_100_rounds:.4f} ± {found.gain_per_100_rounds_error:.4f} units in 100 rounds",
            )


def _neighbour() -> Iterator[tuple[str, str]]:
    (query,) = ask.queries(collusion.GAME, "main")
    assert query.pay_table is not None
    found = collusion.exposure(query.pay_table, PAIRS, SEED)
    yield (
        "main: a neighbour's two cards known",
        f"gains {found.gain:.3%} ± {found.gain_error:.3%} of the Ante over {found.pairs} pairs of holes, each "
        "solved exactly",
    )

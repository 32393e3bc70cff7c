"""`pitboss simulate`"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option, parse_settings, query_options
from pitboss.cli.show import console, progress_bar, table
from pitboss.errors import BadInput


@click.command()
@click.argument("game")
@click.option("--rounds", type=int, required=True, help="How many rounds.")
@click.option("--seed", type=int, required=True, help="The same seed gives the same rounds on any machine.")
@query_options
@click.option(
    "--strategy", "strategy_name", help="A named strategy or a file; without it the kernel's first."
)
@click.option("--workers", type=int, help="How many threads; the result does not depend on it.")
@json_option
def simulate(
    game: str,
    rounds: int,
    seed: int,
    wager: str | None,
    pay_table: str | None,
    settings: tuple[str, ...],
    pay_table_file: Path | None,
    strategy_name: str | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play GAME many times and lay the mean beside the exact edge."""
    from pitboss.approvals import sheet
    from pitboss.compute.engines import LocalEngine
    from pitboss.edge import ask
    from pitboss.simulate.kernel import kernel_of
    from pitboss.simulate.run import check_run
    from pitboss.simulate.run import simulate as run

    check_run(rounds, seed)
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers cannot work.", accepted="a whole number from 1")
    wager = wager or sheet(game).analysed[0]
    query = ask.queries(game, wager, pay_table, parse_settings(settings), pay_table_file)[0]
    kernel = kernel_of(game)
    dealer = kernel.dealer(query, strategy_name or kernel.strategies(wager)[0])
    start = perf_counter()
    with progress_bar(f"Dealing {rounds:,} rounds") as progress:
        tally = run(dealer, rounds, seed, LocalEngine(workers), progress)
    seconds = perf_counter() - start
    exact = ask.solve(game, query)
    unit = dealer.unit_cents
    error = tally.standard_error(unit)
    edge = -tally.mean(unit)
    document: dict[str, Any] = {
        "game": game,
        "wager": wager,
        "pay_table": query.pay_table.id if query.pay_table else "",
        "settings": dict(query.settings),
        "rounds": rounds,
        "seed": seed,
        "mean": tally.mean(unit),
        "standard_error": error,
        "house_edge": edge,
        "exact": float(exact.house_edge),
        "z": (edge - float(exact.house_edge)) / error if error else 0.0,
        "confidence_95": [-bound for bound in reversed(tally.interval(unit))],
        "hit_frequency": tally.hit_frequency,
        "rounds_per_second": rounds / seconds,
    }
    if as_json:
        print_json(document)
        return
    shape = table(f"{game} {wager}: {rounds:,} rounds, seed {seed}", "", "house edge", right=("house edge",))
    low, high = document["confidence_95"]
    shape.add_row("exact", f"{document['exact'] * 100:.4f} %")
    shape.add_row("simulated", f"{edge * 100:.4f} %")
    shape.add_row("standard error", f"{error * 100:.4f} %")
    shape.add_row("95 % interval", f"{low * 100:.4f} % to {high * 100:.4f} %")
    shape.add_row("distance in standard errors", f"{document['z']:+.2f}")
    shape.add_row("rounds won", f"{tally.hit_frequency * 100:.2f} %")
    shape.add_row("rounds a second", f"{document['rounds_per_second']:,.0f}")
    console.print(shape)

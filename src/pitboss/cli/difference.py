"""`pitboss diff`: two pay tables, two sheets or two versions of a sheet side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pitboss.cli import print_json
from pitboss.cli.options import Whole, json_option, parse_settings, set_option
from pitboss.cli.show import console, progress_bar, table
from pitboss.core.shown import percent

if TYPE_CHECKING:
    from pitboss.lab.difference import Difference, Pair

IN_UNITS = ("standard deviation", "a counter's win in 100 rounds", "its standard error")


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--rounds", type=Whole(0), default=100_000, show_default=True,
    help="Rounds to deal for the exposure of each pay table; 0: none.",
)  # fmt: skip
@click.option("--seed", type=Whole(0), default=1, show_default=True)
@set_option
@json_option
def diff(first: str, second: str, rounds: int, seed: int, settings: tuple[str, ...], as_json: bool) -> None:
    """Lines, edge, volatility, hit frequency and exposure of A and B side by side.

    Each is GAME, GAME/WAGER or GAME/WAGER/TABLE, a file with a pay table, or the folder or sheet.toml of a game that
    is a sheet: of one that is known, another version."""
    from pitboss.lab.difference import difference, sides

    both = sides(first, second)
    with progress_bar(f"Comparing {first} with {second}"):
        found = difference(*both, parse_settings(settings), rounds, seed)
    if as_json:
        print_json(found.to_json())
    else:
        show(found)


def show(found: Difference) -> None:
    if found.rules:
        shape = table("What the sheets say otherwise", "rule", "A", "B", wrap=("A", "B"))
        for row in found.rules:
            shape.add_row(*row)
        console.print(shape)
    for pair in found.pairs:
        show_pair(pair)
    for name, only in zip("AB", found.alone, strict=True):
        if only:
            console.print(f"Only in {name}: {', '.join(only)}.", soft_wrap=True)
    if not found.rules and not found.pairs and not any(found.alone):
        console.print("They say the same.")


def show_pair(pair: Pair) -> None:
    right = ("A", "B", "chance in A", "chance in B")
    shape = table(f"A: {pair.first.name}. B: {pair.second.name}", "line", *right, right=right)
    for line in pair.lines:
        chances = ["-" if p is None else f"{float(p):.8f}" for p in line.chance]
        pays = [f"[bold]{text}[/bold]" if line.pays[0] != line.pays[1] else text for text in line.pays]
        shape.add_row(line.hand, *pays, *chances)
    for name, both in pair.figures.items():
        told = [
            "-" if value is None else f"{value:.4f}" if name in IN_UNITS else percent(value) for value in both
        ]
        shape.add_row(name, *told, "", "")
    console.print(shape)

"""`pitboss design`"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument
from pitboss.cli.options import json_option, parse_settings, write_file
from pitboss.cli.show import console, errors, progress_bar, table
from pitboss.errors import BadInput
from pitboss.shown import percent, titled


@click.command()
@game_argument
@click.option("--wager", required=True, help="The wager to design a table for.")
@click.option("--target-edge", required=True, help="House edge as a share, such as 0.05.")
@click.option("--target-deviation", help="Standard deviation to come near, in units of the wager.")
@click.option("--pay-table", help="The approved table to start from; default: the first.")
@click.option("--keep", multiple=True, metavar="LINE=VALUE", help="Hold a line at a value; repeatable.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the wager.")
@click.option("--count", type=click.IntRange(1, 20), default=5, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the best table as TOML.")
@click.option("--max-deviation", help="No table with a larger standard deviation.")
@click.option("--min-hit", help="No table that wins less often than this share of rounds.")
@click.option("--max-prize", type=click.IntRange(1), help="No table with a larger top prize.")
@json_option
def design(
    game: str,
    wager: str,
    target_edge: str,
    target_deviation: str | None,
    pay_table: str | None,
    keep: tuple[str, ...],
    settings: tuple[str, ...],
    count: int,
    output: Path | None,
    max_deviation: str | None,
    min_hit: str | None,
    max_prize: int | None,
    as_json: bool,
) -> None:
    """Pay tables for GAME near a target edge, with whole odds a layout can print. For analysis (HR-07)."""
    from pitboss.edge.design import Bounds, as_toml
    from pitboss.edge.design import design as find

    target = share(target_edge, "--target-edge")
    bounds = Bounds(
        share(max_deviation, "--max-deviation") if max_deviation else None,
        share(min_hit, "--min-hit") if min_hit else None,
        max_prize,
    )
    with progress_bar(f"Designing {game} {wager}") as progress:
        found = find(
            game,
            wager,
            target,
            pay_table,
            parse_settings(keep),
            parse_settings(settings),
            share(target_deviation, "--target-deviation") if target_deviation else None,
            count,
            bounds,
            progress,
        )
    missed = found[0].misses(target)
    if output:
        write_file(output, as_toml(found[0].table))
    if as_json:
        print_json({"designs": [d.to_json() for d in found], "missed": missed})
        _say_missed(missed, target_edge, found[0].result.house_edge)
        return
    lines = [line for line in found[0].table.lines if line.pays]
    asked = titled(game, wager, settings=found[0].result.settings)
    shape = table(
        f"{asked}: target {target_edge}",
        "line",
        *(f"#{n}" for n in range(1, len(found) + 1)),
    )
    for line in lines:
        cells = []
        for d in found:
            text = str(d.table[line.hand].pays)
            cells.append(f"[bold]{text}[/bold]" if line.hand in d.changes else text)
        shape.add_row(line.hand, *cells)
    shape.add_row("house edge", *(percent(d.result.house_edge, 3) for d in found))
    shape.add_row("std dev", *(f"{float(d.result.standard_deviation):.3f}" for d in found))
    shape.add_row("wins", *(percent(d.result.hit_frequency, 2) for d in found))
    console.print(shape)
    if any(d.result.house_edge <= 0 for d in found):
        console.print("[bold red]A table with a negative edge favours the player.[/bold red]")
    console.print("[dim]Changed lines are bold. For analysis; play needs an approved table (HR-07).[/dim]")
    _say_missed(missed, target_edge, found[0].result.house_edge)


def _say_missed(missed: bool, target: str, nearest: Fraction) -> None:
    """A target that was not met is no success: exit status 1."""
    if missed:
        errors.print(f"pitboss: no table comes near {target}; the nearest has {percent(nearest, 3)}.")
        sys.exit(1)


def share(text: str, name: str) -> Fraction:
    try:
        value = Fraction(text.removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{name} {text} is not a number.", accepted="a share such as 0.05, or 5%") from None
    return value / 100 if text.endswith("%") else value

"""`pitboss design`"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument
from pitboss.cli.options import json_option, parse_settings, write_file
from pitboss.cli.show import console, percent, table
from pitboss.errors import BadInput


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
    as_json: bool,
) -> None:
    """Pay tables for GAME near a target edge, with whole odds a layout can print. For analysis (HR-07)."""
    from pitboss.edge.design import as_toml
    from pitboss.edge.design import design as find

    found = find(
        game,
        wager,
        share(target_edge, "--target-edge"),
        pay_table,
        parse_settings(keep),
        parse_settings(settings),
        share(target_deviation, "--target-deviation") if target_deviation else None,
        count,
    )
    if output:
        write_file(output, as_toml(found[0].table))
    if as_json:
        print_json({"designs": [d.to_json() for d in found]})
        return
    lines = [line for line in found[0].table.lines if line.pays]
    shape = table(
        f"{game} {wager}, target {target_edge}", "line", *(f"#{n}" for n in range(1, len(found) + 1))
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
    console.print("[dim]Changed lines are bold. For analysis; play needs an approved table (HR-07).[/dim]")


def share(text: str, name: str) -> Fraction:
    try:
        value = Fraction(text.removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{name} {text} is not a number.", accepted="a share such as 0.05, or 5%") from None
    return value / 100 if text.endswith("%") else value

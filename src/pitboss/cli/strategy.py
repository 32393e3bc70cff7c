"""`pitboss strategy`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument
from pitboss.cli.options import json_option, one_query_options, parse_settings, write_file
from pitboss.cli.show import chart, console, progress_bar, table
from pitboss.errors import BadInput
from pitboss.outfile import check_over
from pitboss.shown import titled

if TYPE_CHECKING:
    from pitboss.edge.report import Grid, Strategy

STYLES = ("bold green", "yellow", "bold blue", "red", "magenta", "cyan", "white", "dim")


@click.command()
@game_argument
@one_query_options
@click.option("--hand", help='What each choice with a hand is worth, e.g. "9c 2d v Qs".')
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write the chart as SVG."
)
@json_option
def strategy(
    game: str,
    wager: str | None,
    pay_table: str | None,
    settings: tuple[str, ...],
    pay_table_file: Path | None,
    hand: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """How to play GAME: rules to remember, the chart, the exceptions; or one hand."""
    from pitboss.edge import ask

    if output:
        check_over(output, "SVG")
    if output and output.suffix.lower() != ".svg":
        raise BadInput(f"{output} does not end as a drawing does.", accepted="a name that ends in .svg")
    with progress_bar(f"Solving {game}") as progress:
        asked = ask.one_query(
            game, wager, pay_table, parse_settings(settings), pay_table_file, progress=progress
        )
        found = ask.strategy(game, asked, hand)
    if output:
        write_chart(found, output)
    if as_json:
        print_json(found.to_json())
        return
    show(found)


def write_chart(found: Strategy, output: Path) -> None:
    from pitboss.paper.charts import strategy_chart, svg

    if not found.grids:
        raise BadInput(f"There is no chart for {found.game} {found.wager}: its play is said in words.")
    for at, grid in enumerate(found.grids):
        path = output if at == 0 else output.with_stem(f"{output.stem}-{at + 1}")
        write_file(path, svg(strategy_chart(grid)))


def show(found: Strategy) -> None:
    title = titled(found.game, found.wager, found.pay_table, found.settings)
    if found.hand is not None:
        shape = table(
            f"{found.hand}: {title}", "choice", "expectation", "cost", right=("expectation", "cost")
        )
        best = found.best
        for option in sorted(found.options, key=lambda o: -o.expectation):
            assert best is not None
            cost = best.expectation - option.expectation
            shape.add_row(
                option.text or option.action,
                f"{float(option.expectation):+.6f}",
                "best" if option is best else f"{float(cost):.6f}",
            )
        console.print(shape)
        return
    console.print(f"[bold]{title}[/bold]\n")
    for grid in found.grids:
        show_grid(grid)
    for sentence in found.summary:
        console.print(sentence)
    if found.exceptions:
        console.print("\n[bold]Where the cards that make the total matter[/bold]")
        for sentence in found.exceptions:
            console.print(f"  {sentence}")


def show_grid(grid: Grid) -> None:
    style = {code: STYLES[at % len(STYLES)] for at, code in enumerate(grid.legend)}
    shape = chart(grid.title, grid.row_title, *grid.columns)
    for name, cells in grid.rows:
        shape.add_row(name, *(f"[{style.get(code, 'white')}]{code}[/]" for code in cells))
    console.print(shape)
    console.print("   ".join(f"[{style[code]}]{code}[/] {meaning}" for code, meaning in grid.legend.items()))

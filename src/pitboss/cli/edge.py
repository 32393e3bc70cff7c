"""`pitboss edge`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument
from pitboss.cli.options import engine_for, engine_options, json_option, parse_settings, query_options
from pitboss.cli.show import console, progress_bar, table
from pitboss.money import dollars
from pitboss.shown import percent, titled

if TYPE_CHECKING:
    from pitboss.edge.report import EdgeResult


@click.command()
@game_argument
@query_options
@click.option("--fresh", is_flag=True, help="Compute anew instead of using a cached or shipped solution.")
@click.option(
    "--strategy", type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Play as this Python file says, not the best way; through the rules themselves.",
)  # fmt: skip
@engine_options
@json_option
def edge(
    game: str,
    wager: str | None,
    pay_table: str | None,
    settings: tuple[str, ...],
    pay_table_file: Path | None,
    fresh: bool,
    strategy: Path | None,
    as_json: bool,
    **engine: Any,
) -> None:
    """The exact house edge of GAME's wagers; positive means the house wins."""
    from pitboss.edge.ask import answers

    with engine_for(engine) as workers, progress_bar(f"Solving {game}") as progress:
        results = answers(
            game, wager, pay_table, parse_settings(settings), pay_table_file,
            fresh=fresh, progress=progress, engine=workers, strategy=strategy,
        )  # fmt: skip
    if as_json:
        print_json({"results": [result.to_json() for result in results]})
        return
    show_edges(game, results)
    if len(results) == 1:
        show_one(results[0])


def show_edges(game: str, results: list[EdgeResult]) -> None:
    alike = results[0].settings if all(r.settings == results[0].settings for r in results) else {}
    shape = table(
        f"House edge, {titled(game, settings=alike)}",
        "wager", "table", "per", "edge", "risk", "std dev", "published",
        right=("edge", "risk", "std dev", "published"),
    )  # fmt: skip
    for r in results:
        shape.add_row(
            r.wager,
            r.pay_table or "-",
            "wager" if r.per == r.wager else r.per,
            percent(r.house_edge),
            percent(r.element_of_risk),
            f"{float(r.standard_deviation):.4f}",
            shown_published(game, r),
        )
    console.print(shape)
    for meters in dict.fromkeys(meters_of(r) for r in results if "break_even_meter" in r.extra):
        console.print(f"[dim]jackpot edges at {meters}; another with --set[/dim]")
    sources = ", ".join(dict.fromkeys(r.source for r in results))
    console.print(
        f"[dim]risk: edge per unit wagered in all. {sources}, {sum(r.seconds for r in results):.2f} s[/dim]"
    )


def shown_published(game: str, result: EdgeResult) -> str:
    """As printed, or marked where the figure is not the approval's own."""
    from pitboss.approvals import sheet

    figure = sheet(game).published_figure(result.wager, result.pay_table)
    printed = figure is not None and figure.figure == result.published
    return (figure.shown if printed and figure else result.published) or "-"


def meters_of(result: EdgeResult) -> str:
    """The meters an edge assumes, in dollars."""
    names = [n for n in ("meter", "mega", "major", "minor") if n in result.settings]
    amounts = {name: int(result.settings[name]) for name in names}
    if not any(amounts.values()):
        return "an empty meter"
    return ", ".join(f"{name} {dollars(cents)}" for name, cents in amounts.items() if cents)


def show_one(result: EdgeResult) -> None:
    console.print(f"exactly {result.house_edge} = {float(result.house_edge):.12f}", soft_wrap=True)
    console.print(f"the player ends ahead in {percent(result.hit_frequency, 2)} of the rounds")
    for name, value in result.extra.items():
        if isinstance(value, dict):
            continue  # whole tables are for --json
        shown = (
            f"{value:,}" if isinstance(value, int) else float(value) if hasattr(value, "numerator") else value
        )
        console.print(f"{name}: {shown}")
    if result.lines:
        shape = table(
            "Lines", "hand", "pays", "probability", "one in", right=("pays", "probability", "one in")
        )
        for line in result.lines:
            one_in = f"{float(1 / line.probability):,.1f}" if line.probability else "never"
            shape.add_row(line.hand, line.pays, f"{float(line.probability):.10f}", one_in)
        console.print(shape)
    elif len(result.outcomes) <= 60:
        shape = table("Outcomes", "net", "probability", right=("net", "probability"))
        for net, probability in sorted(result.outcomes.items(), reverse=True):
            shape.add_row(f"{float(net):+g}", f"{float(probability):.10f}")
        console.print(shape)
    for note in result.notes:
        console.print(f"[dim]{note}[/dim]")

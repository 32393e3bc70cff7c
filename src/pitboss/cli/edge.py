"""`pitboss edge`"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument
from pitboss.cli.options import engine_for, engine_options, json_option, parse_settings, query_options
from pitboss.cli.show import console, progress_bar, table
from pitboss.edge.answers import kept, question_of
from pitboss.money import dollars
from pitboss.shown import percent, titled

if TYPE_CHECKING:
    from pitboss.edge.report import EdgeResult

METERS = ("meter", "mega", "major", "minor")


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
    given, local = parse_settings(settings), engine["engine_name"] == "local" and engine["workers"] is None
    asked_before = None
    if local and not fresh and strategy is None:
        asked_before = kept(question_of(game, wager, pay_table, given), pay_table_file)
    results = asked_before or computed(
        game, wager, pay_table, given, pay_table_file, engine, fresh=fresh, strategy=strategy
    )
    if as_json:
        print_json({"results": [result.to_json() for result in results]})
        return
    show_edges(game, results)
    if "penetration" in given:
        console.print(
            "[dim]penetration has no part in an exact edge, which is of a fresh shoe: simulate --shoe table deals to "
            "the cut card[/dim]",
            soft_wrap=True,
        )
    if len(results) == 1:
        show_one(results[0])


def computed(
    game: str,
    wager: str | None,
    pay_table: str | None,
    settings: dict[str, str],
    file: Path | None,
    engine: dict[str, Any],
    **how: Any,
) -> list[EdgeResult]:
    from pitboss.edge.ask import answers

    with engine_for(engine) as workers, progress_bar(f"Solving {game}") as progress:
        return answers(game, wager, pay_table, settings, file, progress=progress, engine=workers, **how)


def show_edges(game: str, results: list[EdgeResult]) -> None:
    shared = set.intersection(*(set(r.settings.items()) for r in results))
    alike = {name: value for name, value in results[0].settings.items() if (name, value) in shared}
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
            percent(r.house_edge) + sampled(r) + at_meter(r),
            percent(r.element_of_risk),
            f"{float(r.standard_deviation):.4f}",
            r.printed or "-",
        )
    console.print(shape)
    for note in dict.fromkeys(r.notes[0] for r in results if len(results) > 1 and sampled(r) and r.notes):
        console.print(f"[dim]~ {note}[/dim]")
    for r in results if len(results) > 1 else ():
        for told in ("unreached", "meters"):
            if told in r.extra:
                console.print(f"{r.wager}: {r.extra[told]}", soft_wrap=True)
    for said in dict.fromkeys(filter(None, (own_settings(r, alike) for r in results))):
        console.print(f"[dim]{said}[/dim]", soft_wrap=True)
    for meters, names in dict.fromkeys(meters_of(r) for r in results if at_meter(r)):
        console.print(f"[dim]* at {meters}; another with --set {names}[/dim]", soft_wrap=True)
    sources = ", ".join(dict.fromkeys(r.source for r in results))
    console.print(
        f"[dim]risk: edge per unit wagered in all. {sources}, {sum(r.seconds for r in results):.2f} s[/dim]"
    )


def sampled(result: EdgeResult) -> str:
    """The mark of an edge that is not exact."""
    return "" if result.method == "exact" else " ~"


def at_meter(result: EdgeResult) -> str:
    """The mark of an edge that falls as a meter grows."""
    return " *" if "break_even_meter" in result.extra else ""


def own_settings(result: EdgeResult, alike: Mapping[str, str]) -> str:
    """What a wager's edge assumes that the title does not say; its meters stand by their mark."""
    own = [
        f"{name}={value}"
        for name, value in result.settings.items()
        if name not in alike and not (at_meter(result) and name in METERS)
    ]
    return f"{result.wager}: {', '.join(own)}" if own else ""


def meters_of(result: EdgeResult) -> tuple[str, str]:
    """The meters an edge assumes, in dollars, and how another is set."""
    even = result.extra["break_even_meter"]
    amounts = {
        name: int(result.settings[name]) for name in (even if isinstance(even, Mapping) else METERS[:1])
    }
    shown = ", ".join(f"{name} {dollars(cents)}" for name, cents in amounts.items() if cents)
    return shown or "an empty meter", " ".join(f"{name}=CENTS" for name in amounts)


def show_one(result: EdgeResult) -> None:
    from pitboss.edge.said import also

    console.print(result.precisely, soft_wrap=True)
    console.print(f"the player ends ahead in {percent(result.hit_frequency, 2)} of the rounds")
    for words, value in also(result.extra).items():
        console.print(f"{words}: {value}", soft_wrap=True)
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

"""`pitboss design`: pay tables near a target; `pitboss exposure`: what skilled players gain."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import print_json
from pitboss.cli.options import (
    game_argument,
    json_option,
    parse_settings,
    pay_tables,
    set_option,
    wagers,
    write_file,
)
from pitboss.cli.options import wagers as wagers_of
from pitboss.cli.show import console, errors, progress_bar, table
from pitboss.core.arguments import share
from pitboss.core.errors import BadInput
from pitboss.core.files import check_place
from pitboss.core.shown import percent, titled

if TYPE_CHECKING:
    from pitboss.analysis.designer import Design, Frontier
    from pitboss.analysis.solver import Query
    from pitboss.cardplay.blackjack.exposure import Exposure
    from pitboss.simulate.kernel import Neighbours


@click.command()
@game_argument
@click.option("--wager", required=True, shell_complete=wagers_of, help="The wager to design a table for.")
@click.option("--target-edge", "target", required=True, help="House edge as a share, such as 0.05.")
@click.option("--target-deviation", help="Standard deviation to come near, in units of the wager.")
@click.option(
    "--pay-table", shell_complete=pay_tables, help="The approved table to start from; default: any of them."
)
@click.option("--keep", multiple=True, metavar="LINE=VALUE", help="Hold a line at a value; repeatable.")
@set_option
@click.option("--count", type=click.IntRange(1, 20), default=5, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the best table as TOML.")
@click.option("--max-deviation", help="No table with a larger standard deviation.")
@click.option("--min-hit", help="No table that wins less often than this share of rounds.")
@click.option("--max-prize", type=click.IntRange(1), help="No table with a larger top prize.")
@click.option(
    "--frontier", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw edge against volatility: .svg, .html, or .json (Vega-Lite).",
)  # fmt: skip
@json_option
def design(
    game: str,
    wager: str,
    target: str,
    target_deviation: str | None,
    pay_table: str | None,
    keep: tuple[str, ...],
    settings: tuple[str, ...],
    count: int,
    output: Path | None,
    max_deviation: str | None,
    min_hit: str | None,
    max_prize: int | None,
    frontier: Path | None,
    as_json: bool,
) -> None:
    """Pay tables for GAME near a target edge, with whole odds a layout can print. For analysis (HR-07)."""
    from pitboss.analysis.designer import Bounds, as_toml, deviation
    from pitboss.analysis.designer import design as find
    from pitboss.analysis.designer import frontier as edge_frontier

    if frontier and frontier.suffix not in DRAWN:
        raise BadInput(f"{frontier.name} is no picture.", accepted="a file ending in .svg, .html or .json")
    for path in filter(None, (output, frontier)):
        check_place(path)
    given, kept = parse_settings(settings), parse_settings(keep, "a line with its odds", "--keep line=value")
    bounds = Bounds(
        None if max_deviation is None else deviation("--max-deviation", max_deviation),
        None if min_hit is None else share("--min-hit", min_hit, 0),
        max_prize,
    )
    wild = None if target_deviation is None else deviation("--target-deviation", target_deviation)
    edge = share("--target-edge", target)
    with progress_bar(f"Designing {game} {wager}") as progress:
        found = find(game, wager, edge, pay_table, kept, given, wild, count, bounds, progress, errors.print)
        drawn = edge_frontier(game, wager, pay_table, kept, given, bounds, progress) if frontier else None
    best = found[0]
    if output:
        write_file(output, as_toml(best.table))
    if frontier and drawn:
        _draw(frontier, drawn, tuple(found))
    if as_json:
        shape = {"missed": best.misses(edge), "designs": [one.to_json() for one in found]}
        print_json(shape if drawn is None else {**shape, "frontier": drawn.to_json()})
    else:
        _show(game, wager, target, found)
    if best.misses(edge):
        nearest = percent(best.result.house_edge, 3)
        errors.print(f"pitboss: no table comes near {target}; the nearest has {nearest}.")
        # a target that was not met is no success
        sys.exit(1)


def _show(game: str, wager: str, target: str, found: Sequence[Design]) -> None:
    asked = titled(game, wager, settings=found[0].result.settings)
    shape = table(f"{asked}: target {target}", "line", *(f"#{n}" for n in range(1, len(found) + 1)))
    hands = dict.fromkeys(line.hand for d in found for line in d.table.lines if line.pays)
    for hand in hands:
        cells = []
        for d in found:
            text = str(d.table[hand].pays) if hand in d.table.by_hand else "-"
            cells.append(f"[bold]{text}[/bold]" if hand in d.changes else text)
        shape.add_row(hand, *cells)
    if len({d.start for d in found}) > 1:
        shape.add_row("from table", *(d.start for d in found))
    shape.add_row("house edge", *(percent(d.result.house_edge, 3) for d in found))
    shape.add_row("std dev", *(f"{float(d.result.standard_deviation):.3f}" for d in found))
    shape.add_row("wins", *(percent(d.result.hit_frequency, 2) for d in found))
    console.print(shape)
    if any(d.result.house_edge <= 0 for d in found):
        console.print("[bold red]A table with a negative edge favours the player.[/bold red]")
    console.print("[dim]Changed lines are bold. For analysis; play needs an approved table (HR-07).[/dim]")


DRAWN = (".svg", ".html", ".json")


def _draw(path: Path, found: Frontier, chosen: tuple[Design, ...]) -> None:
    from pitboss.paper.charts import frontier_chart, svg

    spec = frontier_chart(found, chosen)
    if path.suffix == ".json":
        write_file(path, json.dumps(spec, indent=1))
    elif path.suffix == ".svg":
        write_file(path, svg(spec))
    else:
        head = f'<meta charset="utf-8">\n<title>{escape(spec["title"])}</title>'
        write_file(path, f'<!doctype html>\n<html lang="en">\n{head}\n{svg(spec)}\n</html>\n')


# `pitboss exposure`


@click.command()
@game_argument
@click.option("--wager", shell_complete=wagers, help="A bonus by its name; without it all of them.")
@click.option(
    "--pay-table", shell_complete=pay_tables, help="A pay table by its name; without it all of them."
)
@click.option("--penetration", help="Per cent of the shoe in front of the cut card; default: the table's.")
@click.option(
    "--sees",
    help="What the player uses: shoe (cards of earlier rounds), by default; for Acey Deucey also table (the other "
    "spots' cards before the raise), or both.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="Rounds to deal, by default 200,000; for the hold'em games draws of holes, by default 100, each "
    "solved exactly in some seconds.",
)
@click.option(
    "--neighbours",
    type=int,
    help="Hold'em games: how many neighbours' cards are known, by default 1; Ultimate Texas Hold'em up to 6.",
)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="CARD=TAG",
    help="A count to try in place of the best one: T=-2 for a rank, Ks=-3 for a card; repeatable.",
)
@click.option(
    "--trigger", type=float, help="The true count from which that count bets; default: the best one."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@set_option
@json_option
def exposure(
    game: str, wager: str | None, pay_table: str | None, settings: tuple[str, ...], as_json: bool, **o: Any
) -> None:
    """How much a player of GAME gains who knows more cards than the game shows."""
    from pitboss.analysis import questions
    from pitboss.cardplay.blackjack import exposure as exposed
    from pitboss.games.down_under_holdem.collusion import check_wager

    if by_neighbours := exposed.neighbours_of(game):
        refuse_idle(
            game,
            {"--set": settings}
            | {f"--{name}": o[name] for name in ("penetration", "sees", "trigger")}
            | {"--tag": o["tags"]},
        )
        rounds = 100 if o["rounds"] is None else o["rounds"]
        neighbours = 1 if o["neighbours"] is None else o["neighbours"]
        asked = questions.queries(game, check_wager("main" if wager is None else wager), pay_table)
        show_collusion(by_neighbours, asked, rounds, o["seed"], neighbours, as_json)
        return
    exposed.check_game(game)
    refuse_idle(game, {"--neighbours": o["neighbours"]})
    found = []
    for query in questions.queries(game, wager, pay_table, parse_settings(settings)):
        assert query.pay_table is not None
        name = f"{query.wager} {query.pay_table.id}"
        with progress_bar(f"Dealing shoes: {name}") as progress:
            found.append(
                exposed.exposure(
                    game, query.wager, query.pay_table, query.settings, o["penetration"],
                    rounds=o["rounds"] or 200_000, seed=o["seed"], sees=o["sees"] or "shoe",
                    tags=read_tags(o["tags"]), trigger=o["trigger"], progress=progress,
                )
            )  # fmt: skip
    if as_json:
        print_json({"results": [result.to_json() for result in found]})
        return
    columns = ("table", "good", "edge", "best", "per 100", "±", "a shoe", "always")
    title = f"Exposure of {titled(game, settings=found[0].settings)}"
    shape = table(title, "wager", *columns, right=columns[1:])
    for e in found:
        shape.add_row(
            e.wager,
            e.pay_table,
            f"{e.favourable:.2%}",
            f"{e.edge_when_favourable:.2%}",
            f"{e.best:.1%}",
            f"{e.gain_per_100_rounds:.4f}",
            f"{e.gain_per_100_rounds_error:.4f}",
            f"{e.gain_per_shoe:.3f}",
            f"{e.edge_always:.2%}",
        )
    console.print(shape)
    console.print(
        "good: share of rounds with an advantage for the player, and the edge then. per 100 rounds and a shoe: "
        "units won by betting one unit in those rounds only. always: the player's edge when betting every round."
    )
    show_counts(found)


def show_counts(found: Sequence[Exposure]) -> None:
    """What one count of the cards wins, beside perfect knowledge."""
    columns = ("table", "from", "bet", "advantage", "±", "per 100", "±", "tags")
    shape = table("The best linear count", "wager", *columns, right=columns[1:-1], wrap=("tags",))
    for e in found:
        c = e.count
        shape.add_row(
            e.wager,
            e.pay_table,
            "never" if c.trigger is None else f"{c.trigger:+g}",
            f"{c.bet:.2%}",
            f"{c.advantage:.2%}",
            f"{c.advantage_error:.2%}",
            f"{c.gain_per_100_rounds:.4f}",
            f"{c.gain_per_100_rounds_error:.4f}",
            " ".join(f"{card} {tag:+}" for card, tag in c.tags.items()) or "none",
        )
    console.print(shape)
    console.print(
        "tags: what a card adds to the count when it is seen. from: the true count from which to bet, which is what "
        "the tags seen come to above their average, by decks left. bet: share of hands."
    )


def read_tags(given: tuple[str, ...]) -> dict[str, int] | None:
    try:
        return {
            name: int(tag) for name, tag in parse_settings(given, "a card with its tag", "--tag T=-2").items()
        } or None
    except ValueError:
        raise BadInput(
            f"{' '.join(given)} is no count.", accepted="whole numbers, such as --tag T=-2"
        ) from None


def refuse_idle(game: str, given: Mapping[str, object]) -> None:
    """What would change nothing here."""
    for option, value in given.items():
        if value not in (None, ()):
            raise BadInput(
                f"{option} has no part in the exposure of {game}.", accepted="the question without it"
            )


def show_collusion(
    by: Neighbours, asked: list[Query], draws: int, seed: int, neighbours: int, as_json: bool
) -> None:
    """Hold'em: neighbours show the two cards in hand."""
    (query,) = asked
    with progress_bar("Solving draws of holes") as progress:
        found = by.load()(query.table, draws, seed, neighbours, progress=progress)
    if as_json:
        print_json({"results": [found.to_json()]})
        return
    whose = "A neighbour's two cards" if neighbours == 1 else f"The cards of {neighbours} neighbours"
    shape = table(
        f"{whose} known, {found.game}, {found.pairs} draws of holes", "player", "per ante", "±",
        right=("per ante", "±"),
    )  # fmt: skip
    shape.add_row("alone, exactly", f"{found.alone:+.4%}", "")
    if found.river is not None:
        shape.add_row("gain, used on the river only", f"{found.river:+.4%}", f"{found.river_error:.4%}")
    used = "used after the flop only" if found.river is None else "used from the flop on"
    shape.add_row(f"gain, {used}", f"{found.after_flop:+.4%}", f"{found.after_flop_error:.4%}")
    shape.add_row("gain, used for every decision", f"{found.gain:+.4%}", f"{found.gain_error:.4%}")
    shape.add_row("informed", f"{found.informed:+.4%}", f"{found.gain_error:.4%}")
    console.print(shape)

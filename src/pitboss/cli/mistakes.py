"""`pitboss mistakes`: what dealers' mistakes cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import print_json
from pitboss.cli.options import (
    Whole,
    engine_for,
    engine_options,
    game_argument,
    json_option,
    parse_settings,
    set_option,
)
from pitboss.cli.show import console, progress_bar, table
from pitboss.core.money import dollars, parse_dollars
from pitboss.core.shown import titled

if TYPE_CHECKING:
    from pitboss.school.mistakes import Mistake, TablePace


@click.command()
@game_argument
@click.option("--rounds", type=Whole(), default=40, show_default=True, help="Rounds an hour.")
@click.option("--spots", type=Whole(), default=5, show_default=True, help="Spots that play.")
@click.option(
    "--bet", default="25", show_default=True, metavar="DOLLARS", help="On each wager that is needed to play."
)
@click.option("--side-bet", default="5", show_default=True, metavar="DOLLARS", help="On each optional wager.")
@click.option(
    "--jackpot-bet", default="1", show_default=True, metavar="DOLLARS", help="Of the fixed jackpot wager."
)
@click.option("--most", type=Whole(1), help="So many, the dearest; without it all.")
@set_option
@engine_options
@json_option
def mistakes(
    game: str, rounds: int, spots: int, bet: str, side_bet: str, jackpot_bet: str, most: int | None,
    settings: tuple[str, ...], as_json: bool, **o: Any,
) -> None:  # fmt: skip
    """What dealers' mistakes at GAME cost an hour, each made every time, the dearest first.

    Every spot makes every wager and plays its best. Paid on a push, the wrong line, the commission, envy, an overlooked
    wager, a jackpot wager that is not locked in; and, where hands are set by a house way, every wrong setting. `--set`
    takes settings, and a pay table by its wager: `--set jackpot=option-3`. Without `--set meter=CENTS` a meter shows
    $2,000 for each dollar of its wager; 20 % of a jackpot wager is for the meter and its reserve."""
    from pitboss.analysis.solver import solver_of, told
    from pitboss.school.mistakes import OF_THE_PACE, TablePace, asked_of
    from pitboss.school.mistakes import mistakes as found_for
    from pitboss.sheets import sheet

    pace = TablePace(rounds, spots, parse_dollars(bet), parse_dollars(side_bet), parse_dollars(jackpot_bet))
    with engine_for(o) as engine, progress_bar(f"Mistakes at {game}") as progress:
        given = parse_settings(settings)
        asked = asked_of(game, pace, given)
        found = found_for(game, pace, given, engine, progress)
    tables = {query.wager if of == game else of: query.table_id for of, query in asked if query.pay_table}
    in_force = {
        name: value
        for of, query in asked
        for name, value in told(solver_of(of), query).items()
        if name not in OF_THE_PACE
    }
    unknown = sorted({*sheet(game).analysed} - {one.wager for one in found})
    if as_json:
        print_json(
            {
                "game": game,
                "settings": in_force,
                "pay_tables": tables,
                "rounds": rounds,
                "spots": spots,
                "bet_cents": pace.bet_cents,
                "side_bet_cents": pace.side_cents,
                "jackpot_bet_cents": pace.jackpot_cents,
                "mistakes": [one.to_json(pace) for one in found[:most]],
                "not_known": unknown,
            }
        )
    else:
        console.print(f"[bold]{titled(game, settings=in_force)}[/bold]")
        if tables:
            console.print(f"Pay tables: {', '.join(f'{wager} {table}' for wager, table in tables.items())}.")
        show(game, pace, found[:most])
        for wager in unknown:
            places = ", ".join(place.name for place in sheet(game).wagers if place.of == wager)
            console.print(
                f"Not known: {wager}. The solver counts {places} together and not how often each is settled how. A "
                "solve.py beside the game's rules can say so (its settled, see docs/adding-a-game.md)."
            )


def show(game: str, pace: TablePace, found: list[Mistake]) -> None:
    shape = table(
        f"{game}: {pace.rounds} rounds an hour, {pace.spots} spots, {dollars(pace.bet_cents)} a wager, "
        f"{dollars(pace.side_cents)} a side bet; each mistake made every time",
        "", "mistake", "kind", "times an hour", "one costs", "an hour", "loses",
        right=("times an hour", "one costs", "an hour"), wrap=("mistake",),
    )  # fmt: skip
    for n, one in enumerate(found, 1):
        shape.add_row(
            str(n), one.what, one.kind, f"{float(one.times(pace)):,.3f}",
            f"${float(one.once(pace) * one.stake_cents) / 100:,.2f}", f"${float(one.hourly_cents(pace)) / 100:,.2f}",
            "house" if one.worth > 0 else "player",
        )  # fmt: skip
    console.print(shape)

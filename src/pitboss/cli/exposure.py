"""`pitboss exposure`"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument, pay_tables, wagers
from pitboss.cli.options import json_option, parse_settings, set_option
from pitboss.cli.show import console, progress_bar, table
from pitboss.errors import BadInput
from pitboss.shown import titled


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
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@set_option
@json_option
def exposure(
    game: str, wager: str | None, pay_table: str | None, settings: tuple[str, ...], as_json: bool, **o: Any
) -> None:
    """How much a player of GAME gains who knows more cards than the game shows."""
    from pitboss.edge import ask
    from pitboss.simulate import exposure as exposed

    if game in exposed.NEIGHBOUR_GAMES:
        refuse_idle(game, {"--set": settings, "--penetration": o["penetration"], "--sees": o["sees"]})
        rounds = 100 if o["rounds"] is None else o["rounds"]
        neighbours = 1 if o["neighbours"] is None else o["neighbours"]
        show_collusion(
            game, "main" if wager is None else wager, pay_table, rounds, o["seed"], neighbours, as_json
        )
        return
    exposed.check_game(game)
    refuse_idle(game, {"--neighbours": o["neighbours"]})
    found = []
    for query in ask.queries(game, wager, pay_table, parse_settings(settings)):
        assert query.pay_table is not None
        name = f"{query.wager} {query.pay_table.id}"
        with progress_bar(f"Dealing shoes: {name}") as progress:
            found.append(
                exposed.exposure(
                    game, query.wager, query.pay_table, query.settings, o["penetration"],
                    rounds=o["rounds"] or 200_000, seed=o["seed"], sees=o["sees"] or "shoe", progress=progress,
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


def refuse_idle(game: str, given: Mapping[str, object]) -> None:
    """What would change nothing here."""
    for option, value in given.items():
        if value not in (None, ()):
            raise BadInput(
                f"{option} has no part in the exposure of {game}.", accepted="the question without it"
            )


def show_collusion(
    game: str, wager: str, pay_table: str | None, draws: int, seed: int, neighbours: int, as_json: bool
) -> None:
    """Hold'em: neighbours show the two cards in hand."""
    from pitboss.edge import ask
    from pitboss.edge.holdem import ultimate
    from pitboss.simulate import collusion, river_collusion

    solve = {collusion.GAME: collusion.exposure, ultimate.GAME: river_collusion.exposure}[game]
    (query,) = ask.queries(game, collusion.check_wager(wager), pay_table)
    assert query.pay_table is not None
    with progress_bar("Solving draws of holes") as progress:
        found = solve(query.pay_table, draws, seed, neighbours, progress=progress)
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

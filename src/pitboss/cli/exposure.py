"""`pitboss exposure`"""

from __future__ import annotations

from typing import Any

import click

from pitboss.cli import print_json
from pitboss.cli.complete import game_argument
from pitboss.cli.options import json_option, parse_settings, set_option
from pitboss.cli.show import console, progress_bar, table


@click.command()
@game_argument
@click.option("--wager", help="A bonus by its name; without it all of them.")
@click.option("--pay-table", help="A pay table by its name; without it all of them.")
@click.option("--penetration", help="Per cent of the shoe in front of the cut card; default: the table's.")
@click.option(
    "--sees",
    default="shoe",
    show_default=True,
    help="What the player uses: shoe (cards of earlier rounds); for Acey Deucey also table (the other spots' "
    "cards before the raise), or both.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="Rounds to deal, by default 200,000; for Down Under Hold'em pairs of holes, by default 100, each "
    "solved exactly in a second or two.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@set_option
@json_option
def exposure(
    game: str, wager: str | None, pay_table: str | None, settings: tuple[str, ...], as_json: bool, **o: Any
) -> None:
    """How much a player of GAME gains who knows more cards than the game shows."""
    from pitboss.edge import ask
    from pitboss.simulate import collusion
    from pitboss.simulate import exposure as exposed

    if game == collusion.GAME:
        show_collusion(wager or "main", pay_table, o["rounds"] or 100, o["seed"], as_json)
        return
    exposed.check_game(game)
    found = []
    for query in ask.queries(game, wager, pay_table, parse_settings(settings)):
        assert query.pay_table is not None
        name = f"{query.wager} {query.pay_table.id}"
        with progress_bar(f"Dealing shoes: {name}") as progress:
            found.append(
                exposed.exposure(
                    game, query.wager, query.pay_table, query.settings, o["penetration"],
                    rounds=o["rounds"] or 200_000, seed=o["seed"], sees=o["sees"], progress=progress,
                )
            )  # fmt: skip
    if as_json:
        print_json({"results": [result.to_json() for result in found]})
        return
    columns = ("table", "good", "edge", "best", "per 100", "±", "a shoe", "always")
    shape = table(
        f"Exposure of {game}, penetration {found[0].penetration}", "wager", *columns, right=columns[1:]
    )
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


def show_collusion(wager: str, pay_table: str | None, pairs: int, seed: int, as_json: bool) -> None:
    """Down Under Hold'em: a neighbour shows the two cards in hand."""
    from pitboss.edge import ask
    from pitboss.simulate import collusion

    (query,) = ask.queries(collusion.GAME, collusion.check_wager(wager), pay_table)
    assert query.pay_table is not None
    with progress_bar("Solving pairs of holes") as progress:
        found = collusion.exposure(query.pay_table, pairs, seed, progress=progress)
    if as_json:
        print_json({"results": [found.to_json()]})
        return
    shape = table(
        f"A neighbour's two cards known, {found.game}, {found.pairs} pairs of holes", "player", "per ante", "±",
        right=("per ante", "±"),
    )  # fmt: skip
    shape.add_row("alone, exactly", f"{found.alone:+.4%}", "")
    shape.add_row(
        "gain, used after the flop only", f"{found.after_flop:+.4%}", f"{found.after_flop_error:.4%}"
    )
    shape.add_row("gain, used for both decisions", f"{found.gain:+.4%}", f"{found.gain_error:.4%}")
    shape.add_row("informed", f"{found.informed:+.4%}", f"{found.gain_error:.4%}")
    console.print(shape)

"""`pitboss house-way`: how the house sets seven cards, what its rules are worth, and better ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from pitboss.cli import Group, need, print_json
from pitboss.cli.options import (
    GAME,
    Whole,
    engine_for,
    engine_options,
    game_argument,
    house_ways,
    json_option,
    output_option,
    parse_settings,
    save,
    set_option,
)
from pitboss.core.errors import BadInput

if TYPE_CHECKING:
    from pitboss.cardplay.paigow.house_way import HouseWay
    from pitboss.cardplay.paigow.way_cost import CostSheet
    from pitboss.cardplay.paigow.way_search import BestWay

BEST: Final = "pitboss house-way best"
"""as the files say that it writes"""


class HouseWayGroup(Group):
    """`pitboss house-way FILE` checks a file: what is no command is one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            if not Path(args[0]).exists() and len([word for word in args if not word.startswith("-")]) > 1:
                raise BadInput(
                    f"house-way has no command {args[0]!r}.",
                    accepted=f"{', '.join(self.commands)}, or one FILE",
                )
            return "check", self.commands["check"], args
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Options may stand before the file."""
        if args and args[0].startswith("-") and args[0] not in ctx.help_option_names:
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        commands = super().shell_complete(ctx, incomplete)
        return [
            *commands,
            *house_ways(ctx, self.params[0] if self.params else click.Argument(["file"]), incomplete),
        ]


@click.group("house-way", cls=HouseWayGroup)
def house_way() -> None:
    """House ways: what one does with every hand, what its rules are worth, the best one of so many rules.

    `pitboss house-way FILE` checks a file, or the name of a way in use."""


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def way_named(file: str) -> HouseWay:
    """A file, or one in use by its name."""
    from pitboss.cardplay.paigow.house_way import house_way as by_name
    from pitboss.cardplay.paigow.house_way import way_in

    path = Path(file)
    if path.is_file():
        return way_in(path)
    if path.suffix == ".toml" or path.is_dir():
        why = "it is a folder" if path.is_dir() else "no such file"
        raise BadInput(
            f"There is no house way {file!r}: {why}.", accepted="a file, or the name of one in use"
        )
    return by_name(file)


@house_way.command()
@click.argument("file", shell_complete=house_ways)
@json_option
def check(file: str, as_json: bool) -> None:
    """What a house way does with every hand.

    FILE is a file, or the name of one in use. Checks all 154,143,080 hands by type, for both ranks of A-2-3-4-5: that
    some rule fits, that what it asks for is no foul, and that no rule is there for nothing."""
    from pitboss.cardplay.paigow.coverage import HANDS, coverage
    from pitboss.cardplay.paigow.hands import Wheel

    way = way_named(file)
    found = {wheel: coverage(way, wheel) for wheel in Wheel}
    faults = list(dict.fromkeys(fault for one in found.values() for fault in one.faults))
    counts = found[Wheel.SECOND_HIGHEST].hands
    if as_json:
        print_json(
            {
                "house_way": way.id,
                "title": way.title,
                "source": way.source,
                "hands": HANDS,
                "whole": not faults,
                "faults": faults,
                "rules": [
                    {"rule": rule.place or str(n), "clause": rule.clause, "text": rule.text, "hands": hands}
                    for n, (rule, hands) in enumerate(zip(way.rules, counts, strict=True), 1)
                ],
            }
        )
    else:
        from pitboss.cli.show import console, table

        console.print(f"[bold]{way.title or way.name}[/bold] ({way.id})")
        shape = table("", "rule", "hands", "share", wrap=("rule",))
        for n, (rule, hands) in enumerate(zip(way.rules, counts, strict=True), 1):
            shape.add_row(f"{rule.place or n} {capital(rule.text)}", f"{hands:,}", f"{hands / HANDS:.4%}")
        console.print(shape)
        if not faults:
            console.print(f"Every one of the {HANDS:,} hands is set.")
    if faults:
        raise BadInput("; ".join(faults), clause="PG-27", accepted="a rule for every hand, and no foul")


@house_way.command()
@game_argument
@click.option("--rules", type=Whole(), help="At most so many rules, 5 to 30.  [required]")
@click.option(
    "--against", multiple=True, shell_complete=house_ways,
    help="A way to compare with: a file, or the name of one in use; repeatable.",
)  # fmt: skip
@output_option("Write the way as a file.")
@click.option("--sheet", type=click.Path(path_type=Path, dir_okay=False), help="A page to post, as PDF.")
@click.option(
    "--picture", type=click.Path(path_type=Path, dir_okay=False), help="The edge by number of rules, as SVG."
)
@set_option
@engine_options
@json_option
def best(
    game: str, rules: int | None, against: tuple[str, ...], output: Path | None, sheet: Path | None,
    picture: Path | None, settings: tuple[str, ...], as_json: bool, **o: Any,
) -> None:  # fmt: skip
    """The house way of so many rules that earns the house most at GAME.

    Every hand's settings are priced exactly, which takes minutes once; work that was stopped goes on where it stood.
    Settings: wheel, and commission where the game has one."""
    need(*(("typst", "jinja2") if sheet else ()), *(("vl_convert",) if picture else ()))
    from pitboss.cardplay.paigow.way_search import best_way, check_count
    from pitboss.cardplay.paigow.way_values import way_game
    from pitboss.cli.show import progress_bar
    from pitboss.core.files import check_over, check_own, check_place

    if rules is None:
        raise BadInput("How many rules?", accepted="--rules with 5 to 30")
    check_count(rules)
    asked = way_game(game, parse_settings(settings))
    others = [way_named(file) for file in against]
    for path, kind, ending in ((output, "text", ".toml"), (sheet, "PDF", ".pdf"), (picture, "SVG", ".svg")):
        if path is not None:
            check_place(path)
            if path == output:
                check_own(path, BEST)
            else:
                check_over(path, kind)
            if path.suffix.lower() != ending:
                raise BadInput(
                    f"{path} does not end as its kind does.", accepted=f"a name that ends in {ending}"
                )
    with engine_for(o) as engine, progress_bar(f"Best house way of {rules} rules") as progress:
        found = best_way(asked, rules, others, engine, progress)
    if output:
        from pitboss.cardplay.paigow.house_way import written

        save(output, written(found.way), by=BEST)
    if sheet:
        from pitboss.paper import packet_pdf
        from pitboss.paper.packet import way_sheet

        save(sheet, packet_pdf(way_sheet(found)))
    if picture:
        from pitboss.paper.charts import svg
        from pitboss.paper.packet import way_curve

        save(picture, svg(way_curve(found)))
    if as_json:
        print_json(found.to_json())
    else:
        show_best(found)


def show_best(found: BestWay) -> None:
    from pitboss.cardplay.paigow.coverage import HANDS
    from pitboss.cli.show import console, table

    console.print(f"[bold]The best house way of {len(found.way.rules)} rules[/bold], {found.game.game}\n")
    shape = table("", "rule", "hands", "share", right=("hands", "share"), wrap=("rule",))
    for rule, hands in zip(found.way.rules, found.hands, strict=True):
        shape.add_row(f"{rule.place} {capital(rule.text)}", f"{hands:,}", f"{hands / HANDS:.4%}")
    console.print(shape)
    player = (
        "knows the way and sets best by type of hand" if found.game.hidden else "sees the hand and sets best"
    )
    console.print(f"House edge {float(found.edge):.4%}, exactly {found.edge}; the player {player}.")
    console.print(
        f"Every hand set best: {float(found.best):.4%}, {float(found.best - found.edge):.4%} more. "
        f"As many rules as one likes: {float(found.vocabulary):.4%}."
    )
    beside = table(
        "",
        "beside it",
        "rules",
        "house edge",
        "than this way",
        right=("rules", "house edge", "than this way"),
    )
    for other in found.beside:
        less = found.edge - other.edge
        said = f"{float(abs(less)):.4%} {'less' if less > 0 else 'more'}" if less else "the same"
        beside.add_row(other.name, str(other.rules), f"{float(other.edge):.4%}", said)
    console.print(beside)
    curve = table("", "rules", "house edge", right=("rules", "house edge"))
    for count, edge in found.curve:
        curve.add_row(str(count), f"{float(edge):.4%}")
    console.print(curve)


@house_way.command()
@click.argument("file", shell_complete=house_ways)
@click.option(
    "--game",
    type=GAME,
    help="The game it is played in; by default the one in which the dealer's hand is seen.",
)
@set_option
@engine_options
@json_option
def cost(file: str, game: str | None, settings: tuple[str, ...], as_json: bool, **o: Any) -> None:
    """What each rule is worth, and the hands it sets wrong.

    FILE is a file, or the name of one in use. Rules that never meet may change places. Settings: wheel, and commission
    where the game has one."""
    from pitboss.cardplay.paigow.way_cost import cost_sheet
    from pitboss.cardplay.paigow.way_values import FACE_UP, way_game
    from pitboss.cli.show import progress_bar

    asked = way_game(game or FACE_UP, parse_settings(settings))
    way = way_named(file)
    with engine_for(o) as engine, progress_bar(f"What {way.name} costs") as progress:
        found = cost_sheet(asked, way, engine, progress)
    if as_json:
        print_json(found.to_json())
    else:
        show_cost(found)


def show_cost(found: CostSheet) -> None:
    from pitboss.analysis.solver import in_ranges
    from pitboss.cardplay.paigow.coverage import HANDS
    from pitboss.cli.show import console, table

    console.print(f"[bold]{found.way.title or found.way.name}[/bold] ({found.way.id}), {found.game.game}")
    console.print(
        f"House edge {float(found.edge):.4%}, exactly {found.edge}; every hand set best {float(found.best):.4%}, "
        f"{float(found.best - found.edge):.4%} more.\n"
    )
    figures = ("hands", "share", "worth", "wrong", "costs")
    shape = table("", "rule", *figures, "never meets", right=figures, wrap=("rule", "never meets"))
    for rule in found.rules:
        worth = (
            f"{rule.open:,} hands open"
            if rule.without is None
            else f"{float(found.edge - rule.without):+.5%}"
        )
        shape.add_row(
            f"{rule.name} {capital(rule.text)}", f"{rule.sets:,}", f"{rule.sets / HANDS:.4%}", worth, f"{rule.wrong:,}",
            f"{float(rule.cost):.5%}", in_ranges(tuple(found.rules[n].name for n in rule.never_meets)),
        )  # fmt: skip
    console.print(shape)
    console.print(
        "Worth: how much the edge falls when the rule is left out and the others go on as they are.\n"
    )
    if found.wrong:
        wrong = table(
            "Hands set wrong, the dearest first", "dealt", "such as", "in front", "better", "hands", "costs", "rule",
            right=("hands", "costs"), wrap=("dealt", "rule"),
        )  # fmt: skip
        for w in found.wrong:
            wrong.add_row(
                capital(w.dealt), w.example, w.front, w.better, f"{w.hands:,}", f"{float(w.cost):.5%}", w.rule
            )
        console.print(wrong)

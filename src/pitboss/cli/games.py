"""`pitboss games`"""

from __future__ import annotations

from typing import Any

import click

from pitboss.approvals import Line, RuleSheet, game_ids, sheet
from pitboss.approvals.outside import outside_games
from pitboss.cli import print_json
from pitboss.cli.complete import games as complete_games
from pitboss.cli.options import json_option


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@json_option
def games(game: str | None, as_json: bool) -> None:
    """The games, their wagers and pay tables; of one GAME also everything it pays."""
    sheets = [sheet(id) for id in (game_ids() if game is None else (game,))]
    if as_json:
        print_json({"games": [game_json(rules, lines=game is not None) for rules in sheets]})
        return
    from pitboss.cli.show import console, table

    for rules in sheets:
        letter = rules.letter
        own = "not approved" if rules.id in outside_games() else "base game"
        approved = f"approved {letter.dated}" if letter else own
        submission = f", submission {letter.submission}" if letter and letter.submission else ""
        console.print(f"[bold]{rules.name}[/bold] ({rules.id}), {approved}{submission}")
        shape = table("", "wager", "pay tables", "published", wrap=("pay tables", "published"))
        for wager in rules.analysed:
            tables = rules.tables(wager)
            figures = [rules.published_figure(wager, t.id) for t in tables]
            shape.add_row(
                wager,
                "  ".join(t.id for t in tables) or "-",
                "  ".join(f.figure if f else "-" for f in figures) or "-",
            )
        console.print(shape, "")
    if game is not None:
        show_pays(sheets[0])


def show_pays(rules: RuleSheet) -> None:
    """Every pay table, a column a table: hands in their order on the layout."""
    from pitboss.cli.show import console, table

    for wager in rules.analysed:
        tables = rules.tables(wager)
        if not tables:
            continue
        shape = table(
            wager, "hand", *(t.id for t in tables), right=tuple(t.id for t in tables), wrap=("hand",)
        )
        for hand, text in {line.hand: line.text for t in tables for line in t.lines}.items():
            shape.add_row(text or hand, *(pays_of(t.by_hand.get(hand)) for t in tables))
        console.print(shape, "")


def pays_of(line: Line | None) -> str:
    if line is None:
        return "-"
    return f"times {line.multiplies}" if line.multiplies is not None else str(line.pays or "-")


def game_json(rules: RuleSheet, lines: bool = False) -> dict[str, Any]:
    letter = rules.letter
    return {
        "game": rules.id,
        "name": rules.name,
        "submission": letter.submission if letter else None,
        "approved": letter.dated.isoformat() if letter else None,
        "spots": {"least": rules.spots[0], "default": rules.spots[1], "most": rules.spots[2]},
        "wagers": [
            {
                "wager": wager,
                "pay_tables": [t.id for t in rules.tables(wager)],
                **({"pays": pays_json(rules, wager)} if lines else {}),
                "published": {
                    t.id: f.figure for t in rules.tables(wager) if (f := rules.published_figure(wager, t.id))
                },
            }
            for wager in rules.analysed
        ],
        "options": [
            {
                "name": o.name,
                "default": o.default,
                "choices": list(o.choices),
                "clause": o.clause,
                "meaning": o.meaning,
            }
            for o in rules.options
        ],
    }


def pays_json(rules: RuleSheet, wager: str) -> dict[str, dict[str, str]]:
    """By pay table and hand."""
    return {t.id: {line.hand: pays_of(line) for line in t.lines} for t in rules.tables(wager)}

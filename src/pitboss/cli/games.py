"""`pitboss games`"""

from __future__ import annotations

from typing import Any

import click

from pitboss.approvals import RuleSheet, game_ids, sheet
from pitboss.approvals.outside import outside_games
from pitboss.cli import print_json
from pitboss.cli.options import json_option


@click.command()
@json_option
def games(as_json: bool) -> None:
    """The games, their wagers and pay tables."""
    sheets = [sheet(game) for game in game_ids()]
    if as_json:
        print_json({"games": [game_json(rules) for rules in sheets]})
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


def game_json(rules: RuleSheet) -> dict[str, Any]:
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

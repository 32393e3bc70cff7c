"""`pitboss jackpot roles`: who may do what, and what takes two people."""

from __future__ import annotations

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option


@click.command()
@json_option
def roles(as_json: bool) -> None:
    """Who may do what, and what takes a second person."""
    from pitboss.people.acts import ACTS
    from pitboss.people.person import Role

    people = {
        act: [role.value for role in rule.roles if role is not Role.HOUSE] for act, rule in ACTS.items()
    }
    if as_json:
        shapes = [
            {
                "act": act.value,
                "does": rule.does,
                "roles": people[act],
                "second": [role.value for role in rule.second],
                "apart": [other.value for other in rule.apart],
                "clause": rule.clause,
            }
            for act, rule in ACTS.items()
        ]
        print_json({"acts": shapes})
        return
    from pitboss.cli.show import console, table

    rows = table(
        "Who may do what", "act", "who", "second person", "not who did", "clause", "what", wrap=("what",)
    )
    for act, rule in ACTS.items():
        second = ", ".join(rule.second) or "-"
        others = ", ".join(rule.apart) or "-"
        rows.add_row(act.value, ", ".join(people[act]), second, others, rule.clause, rule.does)
    console.print(rows)

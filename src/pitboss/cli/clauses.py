"""`pitboss clauses`"""

from __future__ import annotations

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option


@click.command()
@json_option
def clauses(as_json: bool) -> None:
    """Every rule: its title, where it lives in the code, and the tests that hold it."""
    from pitboss.clauses import coverage

    found = coverage()
    if as_json:
        print_json({"clauses": [row.to_json() for row in found]})
        return
    from pitboss.cli.show import console, table

    shape = table(
        "Clauses",
        "clause",
        "title",
        "in the sheet",
        "where",
        "tests",
        wrap=("title", "in the sheet", "where"),
    )
    for row in found:
        where = "\n".join(row.where[:4]) + (f"\n(+{len(row.where) - 4})" if len(row.where) > 4 else "")
        shape.add_row(row.id, row.title, row.place, where, str(len(row.tests)))
    console.print(shape)

"""A pay table as a file for `--pay-table-file`."""

from __future__ import annotations

import json

from pitboss.approvals import Line as PayLine
from pitboss.approvals import PayTable
from pitboss.money import DOLLAR


def as_toml(table: PayTable) -> str:
    """The table in the file format, ready for --pay-table-file."""
    rows = [f"    {{ {_fields(line)} }}," for line in table.lines]
    rules = "".join(f'\n{name} = "{value}"' for name, value in table.rules.items())
    return "\n".join(
        ["[[pay_table]]", f'wager = "{table.wager}"', f'id = "{table.id}"', "line = [", *rows, "]"]
    ) + (f"\n\n[pay_table.rules]{rules}\n" if rules else "\n")


def _fields(line: PayLine) -> str:
    """A line with all that it says, so that the file is the table shown."""
    fields = [f"hand = {json.dumps(line.hand)}", f"text = {json.dumps(line.text, ensure_ascii=False)}"]
    if line.pays is not None:
        fields.append(f'pays = "{str(line.pays).replace(",", "")}"')
    if line.multiplies is not None:
        fields.append(f"multiplies = {line.multiplies}")
    if line.envy_cents is not None:
        fields.append(f"envy_dollars = {line.envy_cents // DOLLAR}")
    return ", ".join(fields)

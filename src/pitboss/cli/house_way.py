"""`pitboss house-way`"""

from __future__ import annotations

from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.complete import house_ways
from pitboss.cli.options import json_option
from pitboss.errors import BadInput


@click.command("house-way")
@click.argument("file", shell_complete=house_ways)
@json_option
def house_way(file: str, as_json: bool) -> None:
    """What a house way does with every hand: FILE, or the name of one in use.

    Checks all 154,143,080 hands by type, for both ranks of A-2-3-4-5: that some rule fits, that what it asks for is no
    foul, and that no rule is there for nothing."""
    from pitboss.paigow.coverage import HANDS, coverage
    from pitboss.paigow.hands import Wheel
    from pitboss.paigow.way_file import house_way as by_name
    from pitboss.paigow.way_file import way_in

    way = way_in(Path(file)) if Path(file).is_file() else by_name(file)
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
            shape.add_row(f"{rule.place or n} {rule.text}", f"{hands:,}", f"{hands / HANDS:.4%}")
        console.print(shape)
        if not faults:
            console.print(f"Every one of the {HANDS:,} hands is set.")
    if faults:
        raise BadInput("; ".join(faults), clause="PG-27", accepted="a rule for every hand, and no foul")

"""`pitboss audit`"""

from __future__ import annotations

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option
from pitboss.cli.show import console, progress_bar, table
from pitboss.shown import percent

VERDICT_STYLES = {"agrees": "green", "rounded": "yellow", "disagrees": "bold red"}


@click.command()
@json_option
def audit(as_json: bool) -> None:
    """Every figure the approvals print beside the exact one, and the slips of their letters."""
    from pitboss.edge.audit import audit as run_audit
    from pitboss.edge.audit import remarks

    with progress_bar("Auditing the approvals") as progress:
        findings = list(run_audit(progress))
    notes = remarks()
    if as_json:
        print_json(
            {
                "findings": [finding.to_json() for finding in findings],
                "remarks": [{"game": r.game, "clause": r.clause, "text": r.text} for r in notes],
            }
        )
        return
    shape = table(
        "Published figures against exact ones",
        "game", "wager", "table", "published", "exact", "verdict",
        right=("published", "exact"),
    )  # fmt: skip
    for f in findings:
        style = VERDICT_STYLES[f.verdict]
        shape.add_row(f.game, f.wager, f.pay_table, f.published, percent(f.exact), f"[{style}]{f.verdict}[/]")
    console.print(shape)
    for f in findings:
        if f.note:
            console.print(f"\n[bold]{f.game} {f.wager} {f.pay_table}[/bold]: {f.note}")
    console.print()
    for note in notes:
        console.print(f"[bold]{note.game}[/] [dim]{note.clause}[/] {note.text}")

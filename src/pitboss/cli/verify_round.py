"""`pitboss verify-round`: that the cards of a round were fixed before the first one was dealt."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pitboss.cli.serve import STORE
from pitboss.errors import BadInput


@click.command("verify-round")
@click.argument("round")
@click.option("--store", default=STORE, show_default=True, help="Where the room is kept, for a round's id.")
def verify_round(round: str, store: str) -> None:
    """Check ROUND: a file saved from /api/v1/rounds/ID or from the round's page, or an id in the store."""
    from pitboss.room.proof import verify, verify_stored
    from pitboss.store import open_store

    path = Path(round)
    if path.exists():
        try:
            shape = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadInput(f"{path} cannot be read: {error}.", accepted="the JSON of a round") from None
        if not isinstance(shape, dict):
            raise BadInput(f"{path} is not a round's file.", accepted="the JSON of /api/v1/rounds/ID")
        proven = verify(shape)
    elif round.endswith(".json"):
        raise BadInput(f"There is no file {path}.", accepted="a file, or the id of a round")
    else:
        with open_store(store) as opened:
            proven = verify_stored(opened, round)
    click.echo(f"{round}: proven.")
    for line in proven:
        click.echo(f"  {line}")

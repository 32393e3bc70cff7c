"""`pitboss verify-round`: that the cards of a round were fixed before the first bet, by nobody's choice."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import click

from pitboss.cli.options import stores, write_file
from pitboss.cli.serve import STORE
from pitboss.core.errors import BadInput


@click.command("verify-round")
@click.argument("rounds", nargs=-1, metavar="ROUND...")
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="What your browser kept while you played, from the round's page.",
)
@click.option(
    "--store", default=STORE, show_default=True, shell_complete=stores,
    help="Where the room is kept, for a round's id.",
)  # fmt: skip
@click.option(
    "--verifier",
    type=click.Path(path_type=Path),
    help="Write the verifier as a file of its own that needs nothing but Python.",
)
def verify_round(
    rounds: tuple[str, ...], receipts: tuple[str, ...], store: str, verifier: Path | None
) -> None:
    """Check ROUND: a file saved from /api/v1/rounds/ID or from the round's page, or an id in the store.

    Several rounds are also compared with each other."""
    from pitboss.fairness.download import settlement_proven, verify, verify_together
    from pitboss.fairness.verifier import NOT_PROVEN

    if verifier:
        write_file(verifier, source_of_verifier())
        click.echo(f"{verifier}: run it with python {verifier} ROUND.json")
    if not rounds and not verifier:
        raise BadInput("There is no round to check.", accepted="a file, or the id of a round")
    files: list[dict[str, Any]] = []
    kept = [shape for path in receipts if (shape := read_round(path)) is not None]
    known, said = list[str](), list[str]()
    for round in rounds:
        shape = read_round(round)
        if shape is None:
            proven, stored = _stored(store, round)
            files.append(stored)
            known += STORED
            whole = True
        else:
            proven = verify(shape, kept)
            files.append(shape)
            whole = settlement_proven(shape)
            known += not_replayed()
        said += [f"{round}: proven." if whole else f"{round}: cards proven, settlement NOT proven."]
        said += [f"  {line}" for line in proven]
    if not rounds:
        return
    lines, open_ = verify_together(files, kept)
    for line in (*said, *lines):
        click.echo(line)
    click.echo("Not proven by this:")
    for line in dict.fromkeys([*(line for line in open_ if line not in NOT_PROVEN), *known]):
        click.echo(f"  {line}")


def source_of_verifier() -> str:
    """The verifier's text, as the room offers it for download."""
    from pitboss.fairness import verifier

    return Path(verifier.__file__).read_text(encoding="utf-8")


def read_round(round: str) -> dict[str, Any] | None:
    """A round's file; None where `round` is an id."""
    path = Path(round)
    if not path.exists():
        if path.suffix or os.sep in round:
            raise BadInput(f"There is no file {path}.", accepted="a file, or the id of a round")
        return None
    try:
        shape = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read: {error}.", accepted="the JSON of a round") from None
    if not isinstance(shape, dict):
        raise BadInput(f"{path} is not a round's file.", accepted="the JSON of /api/v1/rounds/ID")
    return shape


def not_replayed() -> list[str]:
    """What a file does not prove even when the round is played again by the rules."""
    from pitboss.fairness.verifier import NOT_PROVEN

    return [*NOT_PROVEN[:3], "The times in the file, and that you were paid."]


STORED = (
    "That money moved as the record says, and that the rest of the log is as it was written: pitboss verify STORE.",
    "That nobody at the table worked for the house, and that dice showed what was entered.",
)


def _stored(store: str, round: str) -> tuple[list[str], dict[str, Any]]:
    from pitboss.ledger import open_store
    from pitboss.room.proof import stored_shape, verify_stored

    with open_store(store) as opened:
        return verify_stored(opened, round), stored_shape(opened, round)

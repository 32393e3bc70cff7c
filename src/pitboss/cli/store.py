"""`pitboss store`: backup and restore; `verify` and `verify-round`: whether a store, a round is what was written."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import Group, print_json
from pitboss.cli.options import reading, secret, signed_in, signing, write_file
from pitboss.core.errors import BadInput

if TYPE_CHECKING:
    from pitboss.ledger import Store


PASSPHRASE = "PITBOSS_PASSPHRASE"


@click.group(cls=Group)
def store() -> None:
    """Backup and restore of a store, and where its log ends."""


seal_option = click.option(
    "--seal", is_flag=True, help=f"Seal it with a passphrase: asked for, or {PASSPHRASE}."
)


def passphrase(*, new: bool) -> str:
    """From the environment, for scripts, or typed."""
    return os.environ.get(PASSPHRASE) or secret("Passphrase", twice=new)


@store.command()
@click.argument("file", type=click.Path(path_type=Path))
@seal_option
@reading
def backup(file: Path, seal: bool, url: str, as_json: bool) -> None:
    """Write the store to FILE while the room goes on."""
    from pitboss.ledger import open_store
    from pitboss.ledger.backup import backup as write_backup

    words = passphrase(new=True) if seal else None
    with open_store(url) as opened:
        head = write_backup(opened, file, words)
    if not seal:
        click.echo(
            f"{file} holds the order of shoes in use and is not sealed: keep it as the store.", err=True
        )
    if as_json:
        print_json({"file": str(file), "head": str(head), "events": head.seq})
    else:
        click.echo(f"{head.seq} events written to {file}\nhead {head}")


@store.command()
@click.argument("file", type=click.Path(path_type=Path))
@reading
def restore(file: Path, url: str, as_json: bool) -> None:
    """Make the store from FILE, or fill an empty one. It is kept only if it verifies and its books add up."""
    from pitboss.chips.verify import check_books
    from pitboss.ledger.backup import restore as read_backup
    from pitboss.ledger.backup import sealed_at
    from pitboss.ledger.store import shown_url

    words = passphrase(new=False) if sealed_at(file) else None
    result = read_backup(url, file, words, check_books)
    if as_json:
        print_json(result.to_json())
    else:
        click.echo(f"{result.events} events restored to {shown_url(url)} and verified\nhead {result.head}")


@store.command()
@click.option(
    "--accept", metavar="WHY", help="Begin anew from the log as it is; the reason goes into the log."
)
@signing("by", "Who accepts it, where the store has accounts")
@signing("second", "The second person who signs")
@reading
def anchor(
    accept: str | None,
    by: str | None,
    by_token: Path | None,
    second: str | None,
    second_token: Path | None,
    url: str,
    as_json: bool,
) -> int:
    """Where the log ends, and ended when it was last noted.

    Noted outside the database. The exit status is 1 if the store is behind or an anchor is gone. To accept that takes
    two people."""
    from pitboss.core.arguments import said
    from pitboss.ledger import Unit, open_store

    with open_store(url, behind=True) as opened:
        noted = opened.anchors.read()
        lost = [str(head) for place, head in noted if not opened.ask(lambda c, head=head: c.holds(head))]  # type: ignore[misc]
        gone = [str(path) for path in opened.anchors_gone()]

        def begin_anew(unit: Unit) -> None:
            facts = {"why": why, "noted": lost, "gone": gone, "second": signed[1:]}
            unit.record("store.anew", "store", signed[0], facts)

        if accept is not None and (lost or gone):
            why = said(accept, "To begin anew", "HR-22")
            signed = two_people(opened, (by, by_token), (second, second_token))
            opened.write(begin_anew)
            for place in opened.anchors.places:
                place.reset(opened.head())
            lost, gone, noted = [], [], opened.anchors.read()
        head = str(opened.head())
    shape = {str(place.path): str(known) for place, known in noted}
    if as_json:
        print_json({"head": head, "anchors": shape, "behind": bool(lost), "gone": gone})
    else:
        click.echo(
            "\n".join([f"head   {head}", *(f"anchor {known}  {path}" for path, known in shape.items())])
        )
        for path in gone:
            click.echo(f"GONE   {path}")
        click.echo("BEHIND ITS ANCHOR" if lost else "as noted" if noted else "nothing was noted outside")
    return 1 if lost or gone else 0


def two_people(store: Store, *credentials: tuple[str | None, Path | None]) -> list[str]:
    """Who begins a store anew: two of those who keep it (HR-35); the terminal, where nobody has an account yet."""
    from pitboss.people.person import Role

    if not store.documents("person/"):
        return ["terminal"]
    people = [signed_in(store, *one) for one in credentials]
    for person in people:
        if person is None or people[0] == people[1]:
            raise BadInput(
                "A store is begun anew by two people.",
                clause="HR-35",
                accepted="--by and --second, not the same",
            )
        person.must_be(Role.ADMIN, Role.AUDITOR, Role.EXECUTIVE, clause="HR-35", act="begin a store anew")
    return [str(person) for person in people]


@click.command()
@click.option("--head", help="A head written down earlier, NUMBER:HASH; the log must hold it.")
@click.option("--program", is_flag=True, help="Check the installed program instead of a store.")
@click.option(
    "--release",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="With --program: the list of hashes published with the release.",
)
@reading
def verify(head: str | None, program: bool, release: Path | None, url: str, as_json: bool) -> int:
    """Read every record of the store: log, ledger and documents. The first wrong one is named. With --program:
    compare the installed files with the release's list of hashes.

    The exit status is 1 if something is not what was written."""
    if program:
        return verify_program(release, as_json)
    from pitboss.chips.verify import check_books, check_days
    from pitboss.ledger import open_store
    from pitboss.ledger.anchor import ONE_PLACE
    from pitboss.ledger.verify import parse_head
    from pitboss.ledger.verify import verify as check

    with open_store(url, behind=True) as opened:
        result = check(opened, parse_head(head) if head else None)
        if result.sound:
            result.findings += [*check_books(opened), *check_days(opened)]
    if as_json:
        print_json(result.to_json())
    elif result.sound:
        click.echo(f"sound: {result.events} events, {result.transfers} transfers, {result.accounts} accounts")
        click.echo(f"trial balance zero\nhead {result.head}")
        if not result.anchors:
            click.echo("compared with no anchor: a log that was cut or made anew would not show", err=True)
        elif opened.anchors.one_place and head is None:
            click.echo(f"warning: {ONE_PLACE}", err=True)
    else:
        click.echo("NOT SOUND\n" + "\n".join(result.findings))
    return 0 if result.sound else 1


def verify_program(release: Path | None, as_json: bool) -> int:
    from pitboss.core.program import check

    result = check(release)
    if as_json:
        print_json({"sound": result.sound, **asdict(result)})
    else:
        words = f"{result.files} files of pitboss {result.version}, compared with {result.source}"
        head = "NOT THE RELEASE" if result.findings else "as released"
        click.echo("\n".join([f"{head}: {words}", f"list   {result.digest}", *result.findings]))
    return 0 if result.sound else 1


# `pitboss verify-round`: that the cards of a round were fixed before the first bet, by nobody's choice.


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
    "--verifier",
    type=click.Path(path_type=Path),
    help="Write the verifier as a file of its own that needs nothing but Python.",
)
@reading
def verify_round(
    rounds: tuple[str, ...], receipts: tuple[str, ...], verifier: Path | None, url: str, as_json: bool
) -> None:
    """Check ROUND: a file saved from /api/v1/rounds/ID or from the round's page, or an id in the store.

    Several rounds are also compared with each other."""
    from pitboss.fairness.download import settlement_proven, verify, verify_together
    from pitboss.fairness.verifier import NOT_PROVEN

    if verifier:
        write_file(verifier, source_of_verifier())
        click.echo(f"{verifier}: run it with python {verifier} ROUND.json", err=as_json)
    if not rounds and not verifier:
        raise BadInput("There is no round to check.", accepted="a file, or the id of a round")
    files: list[dict[str, Any]] = []
    kept = [shape for path in receipts if (shape := read_round(path)) is not None]
    known, checked = list[str](), list[dict[str, Any]]()
    for round in rounds:
        shape = read_round(round)
        if shape is None:
            proven, stored = _stored(url, round)
            files.append(stored)
            known += STORED
            whole = True
        else:
            proven = verify(shape, kept)
            files.append(shape)
            whole = settlement_proven(shape)
            known += not_replayed()
        checked.append({"round": round, "settlement_proven": whole, "proven": proven})
    lines, open_ = verify_together(files, kept) if rounds else ([], [])
    not_proven = list(dict.fromkeys([*(line for line in open_ if line not in NOT_PROVEN), *known]))
    if as_json:
        print_json({"rounds": checked, "together": lines, "not_proven": not_proven})
    elif rounds:
        show_proof(checked, lines, not_proven)


def show_proof(checked: list[dict[str, Any]], together: list[str], not_proven: list[str]) -> None:
    for one in checked:
        click.echo(f"{one['round']}: " + ("proven." if one["settlement_proven"] else HALF_PROVEN))
        for line in one["proven"]:
            click.echo(f"  {line}")
    for line in together:
        click.echo(line)
    click.echo("Not proven by this:")
    for line in not_proven:
        click.echo(f"  {line}")


HALF_PROVEN = "cards proven, settlement NOT proven."


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
    "That money moved as the record says, and that the rest of the log is as it was written: pitboss verify.",
    "That nobody at the table worked for the house, and that dice showed what was entered.",
)


def _stored(url: str, round: str) -> tuple[list[str], dict[str, Any]]:
    from pitboss.ledger import open_store
    from pitboss.room.proof import stored_shape, verify_stored

    with open_store(url) as opened:
        return verify_stored(opened, round), stored_shape(opened, round)

"""`pitboss store` and `pitboss verify`: a store's backup, restore, and whether it is what was written."""

from __future__ import annotations

from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option

URL = "sqlite:///room.db or postgresql://user@host/name"


@click.group()
def store() -> None:
    """Backup, restore and migration of a store, named by its URL."""


@store.command()
@click.argument("url")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def backup(url: str, file: Path, as_json: bool) -> None:
    """Write the store at URL to FILE while the room goes on."""
    from pitboss.store import open_store
    from pitboss.store.backup import backup as write_backup

    with open_store(url, must_exist=True) as opened:
        head = write_backup(opened, file)
    if as_json:
        print_json({"file": str(file), "head": str(head), "events": head.seq})
    else:
        click.echo(f"{head.seq} events written to {file}\nhead {head}")


@store.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("url")
@json_option
def restore(file: Path, url: str, as_json: bool) -> None:
    """Fill the empty store at URL from FILE; it is kept only if it verifies."""
    from pitboss.store import open_store
    from pitboss.store.backup import restore as read_backup

    with open_store(url) as opened:
        result = read_backup(opened, file)
    if as_json:
        print_json(result.to_json())
    else:
        click.echo(f"{result.events} events restored to {url} and verified\nhead {result.head}")


@store.command()
@click.argument("url")
@json_option
def migrate(url: str, as_json: bool) -> None:
    """Make the tables at URL, or bring an older store up to date."""
    from pitboss.store import open_store
    from pitboss.store.schema import LATEST

    with open_store(url) as opened:
        head = opened.head()
    if as_json:
        print_json({"url": url, "schema": LATEST, "head": str(head)})
    else:
        click.echo(f"{url} has schema {LATEST} and {head.seq} events")


@click.command()
@click.argument("url")
@click.option("--head", help="A head written down earlier, NUMBER:HASH; the log must hold it.")
@json_option
def verify(url: str, head: str | None, as_json: bool) -> int:
    """Read every record of the store at URL: log, ledger and documents. The first wrong one is named.

    The exit status is 1 if the store is not what was written."""
    from pitboss.store import open_store
    from pitboss.store.verify import parse_head
    from pitboss.store.verify import verify as check

    with open_store(url, must_exist=True) as opened:
        result = check(opened, parse_head(head) if head else None)
    if as_json:
        print_json(result.to_json())
    elif result.sound:
        click.echo(f"sound: {result.events} events, {result.transfers} transfers, {result.accounts} accounts")
        click.echo(f"trial balance zero\nhead {result.head}")
    else:
        click.echo("NOT SOUND\n" + "\n".join(result.findings))
    return 0 if result.sound else 1

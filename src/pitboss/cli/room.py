"""`pitboss room`: who keeps what."""

from __future__ import annotations

import click

from pitboss.cli.complete import stores
from pitboss.cli.serve import STORE


@click.command()
@click.option(
    "--store", default=STORE, show_default=True, shell_complete=stores, help="Where the room is kept."
)
def room(store: str) -> None:
    """Which process keeps which table: the lease in the store, and whether its process lives."""
    from pitboss.cli.serve import is_shared
    from pitboss.store import open_store

    with open_store(store, must_exist=True) as opened:
        names = sorted(key.removeprefix("table/") for key in opened.documents("table/"))
        leases = {key.removeprefix("lease/"): lease for key, lease in opened.documents("lease/").items()}
        living: set[str] = set()
        if is_shared(store):
            from pitboss.room.link import kept_now  # needs PostgreSQL's driver

            living = kept_now(opened, names)
    if not names:
        click.echo("No table of this room was ever opened.")
        return
    if not is_shared(store):
        click.echo(f"{len(names)} tables in an embedded store, kept by the one process that serves it.")
        return
    for name in names:
        lease = leases.get(name)
        state = "kept by" if name in living else "free, last kept by"
        who = f"{lease['where']} ({lease['process']}), token {lease['token']}" if lease else "nobody"
        click.echo(f"{name:<40} {state if lease else 'free,'} {who}")

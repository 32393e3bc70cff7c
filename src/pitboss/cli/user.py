"""`pitboss user`: the people of a room, from the machine it runs on."""

from __future__ import annotations

import click

from pitboss.cli.serve import STORE, make_directory
from pitboss.people.person import ROLES

store_option = click.option("--store", default=STORE, show_default=True, help="Where the room is kept.")
ACTOR = "terminal"


@click.group()
def user() -> None:
    """Accounts of a room: one a person, with a role (HR-21)."""


@user.command()
@click.argument("name")
@click.option("--role", type=click.Choice([role.value for role in ROLES]), required=True)
@click.password_option(help="Asked for when it is not given.")
@store_option
def add(name: str, role: str, password: str, store: str) -> None:
    """Make an account for NAME; how a room gets its first admin."""
    from pitboss.people.accounts import People
    from pitboss.store import open_store

    make_directory(store)
    with open_store(store) as opened:
        People(opened).add(name, password, role, ACTOR)
    click.echo(f"{name} is {role}.")


@user.command()
@click.argument("name")
@click.option("--why", default="unlocked at the terminal", show_default=True)
@store_option
def unlock(name: str, why: str, store: str) -> None:
    """Unlock NAME's account after three failures."""
    from pitboss.people.accounts import People
    from pitboss.store import open_store

    with open_store(store) as opened:
        People(opened).unlock(name, ACTOR, why)
    click.echo(f"{name} is unlocked.")


@user.command("list")
@store_option
def list_people(store: str) -> None:
    """All accounts."""
    from pitboss.people.accounts import People
    from pitboss.store import open_store

    with open_store(store) as opened:
        for shape in People(opened).everyone():
            flags = ", ".join(flag for flag in ("locked", "demo") if shape[flag])
            click.echo(f"{shape['name']:<20} {shape['role']:<12} {flags}")

"""`pitboss user`: the people of a room, from the machine it runs on."""

from __future__ import annotations

from pathlib import Path

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


@user.command()
@click.argument("name")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The file to write.")
@click.option("--hours", default=8, show_default=True, help="How long it is good for.")
@store_option
def token(name: str, output: Path, hours: int, store: str) -> None:
    """Write a token of NAME, who gives the password: it signs at the terminal for some hours."""
    from pitboss.people.accounts import People
    from pitboss.people.tokens import issue
    from pitboss.store import open_store

    password = click.prompt(f"Password of {name}", hide_input=True, err=True)
    with open_store(store, must_exist=True) as opened:
        person = People(opened).check(name, password, address="terminal", purpose="token")
        text = issue(opened, person, hours)
    output.unlink(missing_ok=True)
    output.touch(mode=0o600)
    output.write_text(text + "\n", encoding="utf-8")
    click.echo(f"{output} signs as {name} for {hours} hours.")


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

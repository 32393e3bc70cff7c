"""`pitboss user`: the people of a room, from the machine it runs on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.options import read_token, stores, write_file
from pitboss.cli.serve import STORE
from pitboss.core.files import TOKEN, check_over
from pitboss.people.person import ROLES, Person

if TYPE_CHECKING:
    from pitboss.people.accounts import People

store_option = click.option(
    "--store",
    default=STORE,
    envvar="PITBOSS_STORE",
    show_default=True,
    shell_complete=stores,
    help="Where the room is kept.",
)
why_option = click.option("--why", required=True, help="The reason; it goes into the log.")
by_option = click.option(
    "--by", type=click.Path(path_type=Path), help="Who signs: the admin's token file (`pitboss user token`)."
)
second_option = click.option(
    "--second", type=click.Path(path_type=Path), help="The second person's token file (HR-35)."
)
new_password_option = click.password_option(help="The new password; asked for when it is not given.")
ACTOR = "terminal"


@contextmanager
def people_of(store: str) -> Iterator[People]:
    from pitboss.ledger import open_store
    from pitboss.people.accounts import People

    with open_store(store) as opened:
        yield People(opened)


def who(people: People, token: Path | None) -> Person | str:
    """The person of a token file; without one, the terminal itself, which makes a room's first accounts."""
    return ACTOR if token is None else people.by_token(read_token(token))


def second_of(people: People, token: Path | None) -> Person | None:
    return None if token is None else people.by_token(read_token(token))


@click.group()
def user() -> None:
    """Accounts of a room: one a person, with a role (HR-21).

    The terminal makes a room's first accounts. Once there are an admin and another who keeps accounts, what concerns
    staff is signed by two of them: --by and --second with their tokens; without them two of the staff sign from the
    first money on (HR-35)."""


@user.command()
@click.argument("name")
@click.option("--role", type=click.Choice([role.value for role in ROLES]), required=True)
@click.password_option(help="Asked for when it is not given.")
@by_option
@second_option
@store_option
def add(name: str, role: str, password: str, by: Path | None, second: Path | None, store: str) -> None:
    """Make an account for NAME, and the store if there is none; how a room gets its first admin."""
    from pitboss.ledger import ensure_store
    from pitboss.people.accounts import check_new_account

    check_new_account(name, password, role)
    if by is None and second is None:  # where people sign, there is a store
        ensure_store(store)
    with people_of(store) as people:
        people.add(name, password, role, who(people, by), second=second_of(people, second))
    click.echo(f"{name} is {role}.")


@user.command()
@click.argument("name")
@click.option("--role", type=click.Choice([role.value for role in ROLES]), required=True)
@why_option
@by_option
@second_option
@store_option
def role(name: str, role: str, why: str, by: Path | None, second: Path | None, store: str) -> None:
    """Give NAME another role; sessions and tokens of the old one end."""
    with people_of(store) as people:
        people.set_role(name, role, who(people, by), why, second_of(people, second))
    click.echo(f"{name} is {role}.")


@user.command()
@click.argument("name")
@new_password_option
@why_option
@by_option
@second_option
@store_option
def password(name: str, password: str, why: str, by: Path | None, second: Path | None, store: str) -> None:
    """Set NAME's password for somebody who has forgotten it: good for a day, to choose an own one with.

    People change their own in the browser, or with `pitboss user own-password`."""
    with people_of(store) as people:
        people.set_password(name, password, who(people, by), why, second_of(people, second))
    click.echo(f"{name} has a new password.")


@user.command("own-password")
@click.argument("name")
@store_option
def own_password(name: str, store: str) -> None:
    """Exchange NAME's password, asked for, for one of one's own: first of all where somebody else has set it."""
    from pitboss.core.errors import SecondFactorNeeded
    from pitboss.people.credentials import TERMINAL

    old = click.prompt(f"Password of {name}", hide_input=True, err=True)
    new = click.prompt("New password", hide_input=True, confirmation_prompt=True, err=True)
    with people_of(store) as people:
        try:
            people.choose_password(name, old, new, origin=TERMINAL)
        except SecondFactorNeeded:
            code = click.prompt(f"Six digits of {name}", hide_input=True, err=True)
            people.choose_password(name, old, new, origin=TERMINAL, code=code)
    click.echo(f"{name} has a password of the own.")


@user.command("reset-factor")
@click.argument("name")
@why_option
@by_option
@second_option
@store_option
def reset_factor(name: str, why: str, by: Path | None, second: Path | None, store: str) -> None:
    """Take NAME's second factor away, for a lost telephone."""
    with people_of(store) as people:
        people.reset_factor(name, who(people, by), why, second_of(people, second))
    click.echo(f"{name} sets up a new second factor at the next sign-in.")


@user.command()
@click.argument("name")
@click.option("--why", default="unlocked at the terminal", show_default=True)
@by_option
@store_option
def unlock(name: str, why: str, by: Path | None, store: str) -> None:
    """Unlock NAME's account: after wrong passwords unsigned, one that a person has locked with --by."""
    with people_of(store) as people:
        people.unlock(name, who(people, by), why)
    click.echo(f"{name} is unlocked.")


@user.command()
@click.argument("name")
@why_option
@by_option
@store_option
def lock(name: str, why: str, by: Path | None, store: str) -> None:
    """Lock NAME's account; its sessions and tokens end."""
    with people_of(store) as people:
        people.lock(name, who(people, by), why)
    click.echo(f"{name} is locked.")


@user.command()
@click.argument("name")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--password", prompt=True, hide_input=True, help="Asked for when it is not given.")
@click.option("--code", help="The six digits of the second factor, where there is one.")
@click.option("--hours", default=12, show_default=True, help="How long it signs.")
@store_option
def token(name: str, output: Path, password: str, code: str | None, hours: int, store: str) -> None:
    """Sign NAME in at the terminal for a shift: a token in a file that only its owner may read."""
    check_over(output, TOKEN)
    with people_of(store) as people:
        text = people.token(name, password, code=code, hours=hours)
    write_file(output, text + "\n", private=True)
    click.echo(f"{name} has a token in {output} for {hours} hours.")


@user.command("list")
@store_option
def list_people(store: str) -> None:
    """All accounts."""
    with people_of(store) as people:
        for shape in people.everyone():
            flags = ", ".join(flag for flag in ("locked", "demo", "second_factor") if shape[flag])
            click.echo(f"{shape['name']:<20} {shape['role']:<12} {flags.replace('_', ' ')}".rstrip())

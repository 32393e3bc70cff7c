"""`pitboss serve`: the card room in the browser; `room`: which process keeps which table; `user`: its people."""

from __future__ import annotations

import ipaddress
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pitboss.cli import Group, print_json
from pitboss.cli.options import (
    Whole,
    output_option,
    reading,
    secret,
    signed_in,
    signing,
    store_option,
    why_option,
    write_file,
)
from pitboss.core.errors import BadInput, PitbossError
from pitboss.core.files import TOKEN, check_over
from pitboss.people.person import ROLES, Person

if TYPE_CHECKING:
    from pitboss.people.accounts import People


if TYPE_CHECKING:
    import socket

    from pitboss.room.postgres import ProcessLink
    from pitboss.room.room import Room
    from pitboss.room.table import Pace, TableSetup
    from pitboss.web.limits import RoomSettings

    Places = list[socket.socket]

DEMO_STORE = "sqlite:///pitboss-demo.db"


@click.command()
@click.argument("tables", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@store_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--name", "names", multiple=True, help="A host name browsers use for this room; repeatable.")
@click.option("--secure", is_flag=True, help="The room is reached over HTTPS (through a proxy).")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy in front whose X-Forwarded-For is believed; repeatable.",
)
@click.option("--in-person", multiple=True, metavar="TABLE", help="A table dealt by a person; repeatable.")
@click.option("--betting-seconds", default=20.0, show_default=True, help="From the first bet to the deal.")
@click.option("--decision-seconds", default=30.0, show_default=True, help="For a player's decision.")
@click.option("--settled-seconds", default=6.0, show_default=True, help="To look at a settled round.")
@click.option(
    "--alone-seconds",
    default=600.0,
    show_default=True,
    help="For a decision, or a look at the result, of a player who sits alone; bets stay open.",
)
@click.option(
    "--away-seconds",
    default=8.0,
    show_default=True,
    help="Nobody waits longer for a player whose browser is gone.",
)
@click.option(
    "--kept-seconds", default=120.0, show_default=True, help="How long such a player's seat is kept."
)
@click.option(
    "--full-disclosure",
    is_flag=True,
    help="Show everybody all cards of every shoe that is done, also those nobody was dealt (HR-36).",
)
@click.option("--demo", is_flag=True, help="A demo room with public passwords, on this machine only.")
def serve(
    tables: tuple[Path, ...],
    url: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    secure: bool,
    proxies: tuple[str, ...],
    in_person: tuple[str, ...],
    betting_seconds: float,
    decision_seconds: float,
    settled_seconds: float,
    alone_seconds: float,
    away_seconds: float,
    kept_seconds: float,
    full_disclosure: bool,
    demo: bool,
) -> None:
    """Open the card room with the TABLES of these files (as for `pitboss check`), or the demo room.

    The demo room is kept in sqlite:///pitboss-demo.db unless --store says otherwise. Without --demo nobody can sign in
    until `pitboss user add` has made accounts."""
    from pitboss.room.table import Pace
    from pitboss.web.app import take_place
    from pitboss.web.limits import RoomSettings, networks

    check_question(tables, host, demo)
    if demo and not store_named():
        url = DEMO_STORE
    places = take_place(host, port)
    hosts = frozenset({"localhost", "127.0.0.1", "[::1]", host, *names})
    pace = Pace(
        betting_seconds,
        decision_seconds,
        settled_seconds,
        alone_seconds,
        away_s=away_seconds,
        kept_s=kept_seconds,
    )
    settings = RoomSettings(
        hosts=hosts, secure=secure, proxies=networks(proxies), full_disclosure=full_disclosure
    )
    status = 0
    try:
        if demo:
            run_demo(url, host, places, settings, pace, in_person)
        else:
            run_room(url, host, places, settings, pace, in_person, tables)
    except SystemExit as told:
        status = told.code if isinstance(told.code, int) else 0
    except KeyboardInterrupt:
        status = 130
    except PitbossError:
        for place in places:
            place.close()
        raise
    leave(status)


def store_named() -> bool:
    """On the line itself: a demo room never opens the store that PITBOSS_STORE names."""
    source = click.get_current_context().get_parameter_source("url")
    return source is click.core.ParameterSource.COMMANDLINE


def leave(status: int) -> None:
    """The store is closed: solvers that still count in the background are not waited for."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def check_question(tables: tuple[Path, ...], host: str, demo: bool) -> None:
    if demo and not is_loopback(host):
        raise BadInput(
            f"The demo room's passwords are public; it does not listen on {host}.",
            clause="HR-21",
            accepted="127.0.0.1, or a room without --demo",
        )
    if demo == bool(tables):
        raise BadInput(
            "A room has tables of its own, or it is the demo room.",
            clause="HR-07",
            accepted="table files such as examples/fu-bacc.toml, or --demo",
        )


def run_demo(
    url: str, host: str, places: Places, settings: RoomSettings, pace: Pace, in_person: tuple[str, ...]
) -> None:
    from pitboss.ledger import ensure_store, open_store
    from pitboss.people.accounts import People
    from pitboss.room.demo import add_demo_people, demo_setups, fund_demo_cage, open_demo_jackpots
    from pitboss.room.lock import alone
    from pitboss.room.room import Room
    from pitboss.web.limits import DemoLogin

    setups = with_dealers(demo_setups(pace), in_person)
    ensure_store(url)
    with alone(url), open_store(url) as opened:
        people = People(opened, demo=True)
        with prepared(opened.url):
            made = add_demo_people(opened, people)
            fund_demo_cage(opened)
            open_demo_jackpots(opened, setups)
        logins = tuple(DemoLogin(name=name, password=password, role=role) for name, password, role in made)
        run(
            Room(opened, setups, people, link=link_of(opened.url)),
            host,
            places,
            url,
            replace(settings, demo_logins=logins),
        )


def run_room(
    url: str,
    host: str,
    places: Places,
    settings: RoomSettings,
    pace: Pace,
    in_person: tuple[str, ...],
    tables: tuple[Path, ...],
) -> None:
    """A table opens only if nothing in its file stands against it today (HR-07, HR-24)."""
    from pitboss.house.check import check_room, config_on
    from pitboss.house.jackpots import open_jackpots
    from pitboss.house.table_file import read_table
    from pitboss.jackpots import JackpotDesk
    from pitboss.ledger import ensure_store, open_store
    from pitboss.ledger.anchor import ONE_PLACE
    from pitboss.ledger.days import GamblingDay, keep_gambling_day
    from pitboss.people.accounts import People
    from pitboss.people.person import Person, Role
    from pitboss.room.lock import alone
    from pitboss.room.room import Room
    from pitboss.room.table import TableSetup

    known, today = [read_table(path) for path in tables], date.today()
    for report in check_room(known, today):
        for first in report.errors[:1]:
            raise BadInput(
                f"{report.table} may not open: {first.message}", clause=first.clause, accepted=first.accepted
            )
    here = known[0].establishment
    days = GamblingDay(here.day_hour, here.time_zone)
    setups = [
        TableSetup(
            t.id,
            t.name,
            config_on(t, today),
            pace=pace,
            house=t,
            days=days,
            short_tray=t.establishment.short_tray,
            counted_opener=t.establishment.openers == "counted",
        )
        for t in known
    ]
    setups = with_dealers(setups, in_person)
    ensure_store(url)
    with alone(url), open_store(url) as opened:
        with prepared(opened.url):
            keep_gambling_day(opened, days, "table files")
            for table in known:
                open_jackpots(JackpotDesk(opened), table, today, Person.of("table files", Role.HOUSE))
        room = Room(opened, setups, People(opened), link=link_of(opened.url))
        if opened.anchors.one_place:
            click.echo(f"WARNING: {ONE_PLACE}", err=True)
        run(room, host, places, url, settings)


def check_rules(setups: list[TableSetup]) -> None:
    """No table of a game from outside opens before its rules have been tried: they are this process's own code."""
    from pitboss.sheets.plugins import outside_games

    if games := sorted({setup.config.game for setup in setups} & set(outside_games())):
        from pitboss.analysis.general.contract import check_outside

        for game in games:
            check_outside(game)


def with_dealers(setups: list[TableSetup], in_person: tuple[str, ...]) -> list[TableSetup]:
    for id in in_person:
        if id not in {setup.id for setup in setups}:
            raise BadInput(f"There is no table {id!r}.", accepted=", ".join(s.id for s in setups))
    check_rules(setups)
    found = [replace(setup, dealer="person") if setup.id in in_person else setup for setup in setups]
    for setup in found:
        if setup.config.rolls_dice and setup.dealer == "house":
            raise BadInput(
                f"Nobody could roll the dice for the first hand at {setup.id}.",
                clause="PG-02",
                accepted='a dealer in person at this table, or first_hand = "generator"',
            )
    return found


def run(room: Room, host: str, places: Places, url: str, settings: RoomSettings) -> None:
    from pitboss.web.app import create_app, serve_app

    announce(host, places[0].getsockname()[1], url, settings)
    room.disclose = settings.full_disclosure
    # the server hands the signal on when it has stopped: the store is then closed, not left behind
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    serve_app(create_app(room, settings), settings, places)


def prepared(url: str) -> AbstractContextManager[None]:
    """What several processes of a room would all make at their first start is made by one at a time."""
    if not is_shared(url):
        return nullcontext()
    from pitboss.room.postgres import preparing

    return preparing(url)


def is_shared(url: str) -> bool:
    """PostgreSQL takes any number of processes, an embedded store takes one."""
    return not url.startswith("sqlite:")


def link_of(url: str) -> ProcessLink | None:
    if not is_shared(url):
        return None
    from pitboss.room.postgres import ProcessLink  # needs PostgreSQL's driver

    return ProcessLink(url)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def announce(host: str, port: int, url: str, settings: RoomSettings) -> None:
    shown = "localhost" if is_loopback(host) else host
    click.echo(f"The card room is at http://{shown}:{port}   (store: {url.partition('@')[2] or url})")
    if not settings.demo_logins:
        click.echo("Accounts are made with `pitboss user add`; there are no default passwords.")
        return
    line = "=" * 66
    click.echo(f"\n{line}\n  DEMO ROOM: these passwords are public. Play chips only.\n{line}")
    for login in settings.demo_logins:
        click.echo(f"  {login['name']:<6} {login['password']:<12} {login['role']}")
    click.echo(line)


# `pitboss room`: who keeps what.


@click.command()
@reading
def room(url: str, as_json: bool) -> None:
    """Which process keeps which table: the lease in the store, and whether its process lives."""
    from pitboss.ledger import open_store

    with open_store(url) as opened:
        names = sorted(key.removeprefix("table/") for key in opened.documents("table/"))
        leases = {key.removeprefix("lease/"): lease for key, lease in opened.documents("lease/").items()}
        living: set[str] = set()
        if is_shared(url):
            from pitboss.room.postgres import kept_now  # needs PostgreSQL's driver

            living = kept_now(opened, names)
    shared = is_shared(url)
    if as_json:
        rows = [{"table": name, "kept": name in living, "lease": leases.get(name)} for name in names]
        print_json({"shared": shared, "tables": rows})
        return
    if not names:
        click.echo("No table of this room was ever opened.")
        return
    if not shared:
        click.echo(f"{len(names)} tables in an embedded store, kept by the one process that serves it.")
        return
    for name in names:
        lease = leases.get(name)
        state = "kept by" if name in living else "free, last kept by"
        who = f"{lease['where']} ({lease['process']}), token {lease['token']}" if lease else "nobody"
        click.echo(f"{name:<40} {state if lease else 'free,'} {who}")


# `pitboss user`: the people of a room, from the machine it runs on.

new_password_option = click.password_option(help="The new password; asked for when it is not given.")
role_option = click.option("--role", type=click.Choice([role.value for role in ROLES]), required=True)
ACTOR = "terminal"


class Keeping(NamedTuple):
    """An act on accounts: by the person of --by, or by the terminal itself, which makes a room's first ones."""

    people: People
    by: Person | str
    second: Person | None


@contextmanager
def people_of(url: str) -> Iterator[People]:
    from pitboss.ledger import open_store
    from pitboss.people.accounts import People

    with open_store(url) as opened:
        yield People(opened)


@contextmanager
def keeping(
    url: str,
    by: str | None,
    by_token: Path | None,
    second: str | None = None,
    second_token: Path | None = None,
) -> Iterator[Keeping]:
    from pitboss.ledger import open_store
    from pitboss.people.accounts import People

    with open_store(url) as opened:
        person, other = signed_in(opened, by, by_token), signed_in(opened, second, second_token)
        yield Keeping(People(opened), person or ACTOR, other)


def one_signs(command: Callable[..., Any]) -> Callable[..., Any]:
    return signing("by", "Who signs")(reading(command))


def two_sign(command: Callable[..., Any]) -> Callable[..., Any]:
    return signing("by", "Who signs")(
        signing("second", "The second person who signs (HR-35)")(reading(command))
    )


def show(name: str, text: str, as_json: bool, **facts: Any) -> None:
    """What has been done: one document, or one sentence."""
    if as_json:
        print_json({"name": name, **facts})
    else:
        click.echo(f"{name} {text}")


@click.group(cls=Group)
def user() -> None:
    """Accounts of a room: one a person, with a role (HR-21).

    The terminal makes a room's first accounts. Once there are an admin and another who keeps accounts, what concerns
    staff is signed by two of them: --by and --second; without them two of the staff sign from the first money on
    (HR-35)."""


@user.command()
@click.argument("name")
@role_option
@click.password_option(help="Asked for when it is not given.")
@two_sign
def add(name: str, role: str, password: str, url: str, as_json: bool, **signed: Any) -> None:
    """Make an account for NAME.

    And the store if there is none: how a room gets its first admin."""
    from pitboss.ledger import ensure_store
    from pitboss.people.accounts import check_new_account

    check_new_account(name, password, role)
    if not any(signed.values()):  # where people sign, there is a store
        ensure_store(url)
    with keeping(url, **signed) as (people, by, second):
        people.add(name, password, role, by, second=second)
    show(name, f"is {role}.", as_json, role=role)


@user.command()
@click.argument("name")
@role_option
@why_option
@two_sign
def role(name: str, role: str, why: str, url: str, as_json: bool, **signed: Any) -> None:
    """Give NAME another role.

    Sessions and tokens of the old one end."""
    with keeping(url, **signed) as (people, by, second):
        people.set_role(name, role, by, why, second)
    show(name, f"is {role}.", as_json, role=role)


@user.command()
@click.argument("name")
@new_password_option
@why_option
@two_sign
def password(name: str, password: str, why: str, url: str, as_json: bool, **signed: Any) -> None:
    """Set NAME's password for somebody who has forgotten it.

    It is good for a day, to choose an own one with. People change their own in the browser, or with `pitboss user
    own-password`."""
    with keeping(url, **signed) as (people, by, second):
        people.set_password(name, password, by, why, second)
    show(name, "has a new password.", as_json)


@user.command("own-password")
@click.argument("name")
@reading
def own_password(name: str, url: str, as_json: bool) -> None:
    """Exchange NAME's password for one of one's own.

    First of all where somebody else has set it."""
    from pitboss.core.errors import SecondFactorNeeded
    from pitboss.people.credentials import TERMINAL

    old = secret(f"Password of {name}")
    new = secret("New password", twice=True)
    with people_of(url) as people:
        try:
            people.choose_password(name, old, new, origin=TERMINAL)
        except SecondFactorNeeded:
            code = secret(f"Six digits of {name}")
            people.choose_password(name, old, new, origin=TERMINAL, code=code)
    show(name, "has a password of the own.", as_json)


@user.command("reset-factor")
@click.argument("name")
@why_option
@two_sign
def reset_factor(name: str, why: str, url: str, as_json: bool, **signed: Any) -> None:
    """Take NAME's second factor away, for a lost telephone."""
    with keeping(url, **signed) as (people, by, second):
        people.reset_factor(name, by, why, second)
    show(name, "sets up a new second factor at the next sign-in.", as_json)


@user.command()
@click.argument("name")
@click.option("--why", default="unlocked at the terminal", show_default=True)
@one_signs
def unlock(name: str, why: str, url: str, as_json: bool, **signed: Any) -> None:
    """Unlock NAME's account.

    After wrong passwords unsigned, one that a person has locked with --by."""
    with keeping(url, **signed) as (people, by, _):
        people.unlock(name, by, why)
    show(name, "is unlocked.", as_json, locked=False)


@user.command()
@click.argument("name")
@why_option
@one_signs
def lock(name: str, why: str, url: str, as_json: bool, **signed: Any) -> None:
    """Lock NAME's account; its sessions and tokens end."""
    with keeping(url, **signed) as (people, by, _):
        people.lock(name, by, why)
    show(name, "is locked.", as_json, locked=True)


@user.command()
@click.argument("name")
@output_option("The file to write.", required=True)
@click.option("--password", prompt=True, hide_input=True, help="Asked for when it is not given.")
@click.option("--code", help="The six digits of the second factor, where there is one.")
@click.option("--hours", type=Whole(1), default=12, show_default=True, help="How long it signs.")
@reading
def token(
    name: str, output: Path, password: str, code: str | None, hours: int, url: str, as_json: bool
) -> None:
    """Sign NAME in at the terminal for a shift.

    A token in a file that only its owner may read."""
    check_over(output, TOKEN)
    with people_of(url) as people:
        text = people.token(name, password, code=code, hours=hours)
    write_file(output, text + "\n", private=True)
    show(name, f"has a token in {output} for {hours} hours.", as_json, file=str(output), hours=hours)


@user.command("list")
@reading
def list_people(url: str, as_json: bool) -> None:
    """All accounts."""
    with people_of(url) as people:
        shapes = people.everyone()
    if as_json:
        print_json({"people": shapes})
        return
    for shape in shapes:
        flags = ", ".join(flag for flag in ("locked", "demo", "second_factor") if shape[flag])
        click.echo(f"{shape['name']:<20} {shape['role']:<12} {flags.replace('_', ' ')}".rstrip())

"""What the jackpot commands share: the store, who acts, the key, and how a receipt is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from pitboss.jackpot import JackpotDesk, MeterSettings
    from pitboss.people.person import Person
    from pitboss.store import Receipt

F = TypeVar("F", bound=Callable[..., Any])

store_option = click.option(
    "--store",
    "url",
    envvar="PITBOSS_STORE",
    required=True,
    metavar="URL",
    help="sqlite:///room.db or postgresql://user@host/name; or PITBOSS_STORE.",
)
by_option = click.option(
    "--by",
    envvar="PITBOSS_BY",
    required=True,
    metavar="NAME:ROLE",
    help="Who acts: dealer, supervisor, executive or surveillance; or PITBOSS_BY.",
)
key_option = click.option("--key", help="Your own name for this act: the same again is a retry.")
meter_option = click.option(
    "--meter", default="meter", show_default=True, help="meter, mega, major or minor."
)


def acting(command: F) -> F:
    """--store, --by, --key and --json."""
    for option in (json_option, key_option, by_option, store_option):
        command = option(command)
    return command


def reading(command: F) -> F:
    for option in (json_option, store_option):
        command = option(command)
    return command


def person(text: str) -> Person:
    from pitboss.people.person import Person, Role

    name, _, role = text.rpartition(":")
    if not name.strip() or role not in list(Role):
        raise BadInput(f"{text!r} does not say who acts.", accepted=f"NAME:ROLE, with {', '.join(Role)}")
    return Person.of(name.strip(), role)


@contextmanager
def desk_at(url: str) -> Iterator[JackpotDesk]:
    from pitboss.jackpot import JackpotDesk
    from pitboss.store import open_store

    with open_store(url) as store:
        yield JackpotDesk(store)


def show(receipt: Receipt, as_json: bool, text: str) -> None:
    """What was recorded: one document, or one sentence with the number of the event."""
    event = receipt.event
    if as_json:
        shape = {"event": event.seq, "key": event.key, "kind": event.kind, "replayed": receipt.replayed}
        print_json({**shape, "payload": event.payload})
        return
    again = ", as recorded before" if receipt.replayed else ""
    click.echo(f"{text} (event {event.seq}{again})")


def spots(text: str | None) -> list[int]:
    """`1,3,5`, or nothing."""
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    if not all(part.isdigit() for part in parts):
        raise BadInput(f"{text!r} are not spots.", accepted="numbers such as 1,3,5")
    return [int(part) for part in parts]


def rate(text: str) -> Fraction:
    """`18.5%`, `0.185` or `37/200`."""
    try:
        if text.strip().endswith("%"):
            return Fraction(text.strip()[:-1].strip()) / 100
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{text!r} is not a rate.", accepted="18.5%, 0.185 or 37/200") from None


def settings_of(text: str) -> tuple[str, MeterSettings]:
    """`seed=10000,contribution=18.5%,reserve=2%,maximum=50000`, before it `mega:` where there are several."""
    from pitboss.jackpot import MeterSettings
    from pitboss.money import parse_dollars

    name, colon, rest = text.partition(":")
    meter, body = (name.strip(), rest) if colon else ("meter", text)
    found: dict[str, Any] = {}
    for pair in filter(None, (part.strip() for part in body.split(","))):
        key, equals, value = (part.strip() for part in pair.partition("="))
        if key in ("seed", "maximum") and equals:
            found[f"{key}_cents"] = parse_dollars(value)
        elif key in ("contribution", "reserve") and equals:
            found[key] = rate(value)
        else:
            raise BadInput(
                f"{pair!r} is not a setting of a meter.",
                clause="JP-10",
                accepted="seed=DOLLARS, contribution=18.5%, reserve=2%, maximum=DOLLARS",
            )
    return meter, MeterSettings(**found)

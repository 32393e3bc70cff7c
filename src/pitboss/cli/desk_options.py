"""What the jackpot and tray commands share: the store, who acts and signs, the key, how a receipt is shown."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option, read_token, stores
from pitboss.core.errors import BadInput, SecondFactorNeeded

if TYPE_CHECKING:
    from pitboss.jackpots import JackpotDesk, MeterSettings
    from pitboss.jackpots.model import SettingsChange
    from pitboss.ledger import Receipt, Store
    from pitboss.people.person import Person

store_option = click.option(
    "--store",
    "url",
    envvar="PITBOSS_STORE",
    required=True,
    metavar="URL",
    shell_complete=stores,
    help="sqlite:///room.db or postgresql://user@host/name; or PITBOSS_STORE.",
)
key_option = click.option("--key", help="Your own name for this act: the same again is a retry.")
meter_option = click.option(
    "--meter", default="meter", show_default=True, help="meter, mega, major or minor."
)


def signing(who: str, meaning: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--by NAME` with `--by-token FILE`, and the same for a second person or surveillance."""
    name = click.option(
        f"--{who}",
        envvar=f"PITBOSS_{who.upper()}",
        metavar="NAME",
        help=f"{meaning}: an account of the store, asked for its password; or PITBOSS_{who.upper()}.",
    )
    token = click.option(
        f"--{who}-token",
        envvar=f"PITBOSS_{who.upper()}_TOKEN",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Instead of the password: a file from `pitboss user token`.",
    )
    return lambda command: name(token(command))


@dataclass(frozen=True, slots=True)
class Acting:
    """An act at the terminal: where, by whom, who signs beside, under which key."""

    store: Store
    by: Person
    second: Person | None
    key: str | None
    as_json: bool

    @property
    def desk(self) -> JackpotDesk:
        from pitboss.jackpots import JackpotDesk

        return JackpotDesk(self.store)

    def other(self, name: str | None, token: Path | None) -> Person | None:
        """A further person who signs, such as surveillance."""
        return signed_in(self.store, name, token)

    def show(self, receipt: Receipt, text: str) -> None:
        """What was recorded: one document, or one sentence with the number of the event."""
        event = receipt.event
        if self.as_json:
            shape = {"event": event.seq, "key": event.key, "kind": event.kind, "replayed": receipt.replayed}
            print_json({**shape, "payload": event.payload})
            return
        again = ", as recorded before" if receipt.replayed else ""
        click.echo(f"{text} (event {event.seq}{again})")


def acting(*, two: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """--store, --by, --key and --json; for what takes two people --second. The command gets an `Acting`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(
            url: str,
            by: str | None,
            by_token: Path | None,
            key: str | None,
            as_json: bool,
            second: str | None = None,
            second_token: Path | None = None,
            **arguments: Any,
        ) -> Any:
            with opened(url) as store:
                person = signed_in(store, by, by_token)
                if person is None:
                    raise BadInput("Who acts?", clause="HR-21", accepted="--by NAME or --by-token FILE")
                other = signed_in(store, second, second_token)
                return command(Acting(store, person, other, key, as_json), **arguments)

        wrapped: Callable[..., Any] = run
        if two:
            wrapped = signing("second", "The second person who signs")(wrapped)
        for option in (json_option, key_option, signing("by", "Who acts"), store_option):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (json_option, store_option):
        command = option(command)
    return command


def signed_in(store: Store, name: str | None, token: Path | None) -> Person | None:
    """The person with these credentials, as the room would know them (HR-21)."""
    from pitboss.people.accounts import People
    from pitboss.people.credentials import TERMINAL, must_have_factor

    people = People(store)
    if token is not None:
        found = people.by_token(read_token(token))
        if name and found.id != name:
            raise BadInput(f"The token in {token} is not {name}'s.", clause="HR-21", accepted=found.id)
        return found
    if not name:
        return None
    password = click.prompt(f"Password of {name}", hide_input=True, err=True)
    try:
        found = people.check(name, password, origin=TERMINAL, purpose="terminal")
    except SecondFactorNeeded:
        code = click.prompt(f"Six digits of {name}", hide_input=True, err=True)
        found = people.check(name, password, origin=TERMINAL, purpose="terminal", code=code)
    must_have_factor(store, found)
    return found


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """A store that was made: a mistyped URL makes none."""
    from pitboss.ledger import open_store

    with open_store(url) as store:
        yield store


@contextmanager
def desk_at(url: str) -> Iterator[JackpotDesk]:
    from pitboss.jackpots import JackpotDesk

    with opened(url) as store:
        yield JackpotDesk(store)


def spots(text: str | None) -> list[int]:
    """`1,3,5`, or nothing."""
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    if not all(part.isdigit() for part in parts):
        raise BadInput(f"{text!r} are not spots.", accepted="numbers such as 1,3,5")
    return [int(part) for part in parts]


def players(text: str | None) -> dict[int, str]:
    """`1=ann,2=bob`: who plays which spot."""
    found = {}
    for part in filter(None, (part.strip() for part in (text or "").split(","))):
        spot, equals, name = (word.strip() for word in part.partition("="))
        if not spot.isdigit() or not equals or not name:
            raise BadInput(f"{part!r} does not say who plays where.", accepted="SPOT=NAME, such as 1=ann")
        found[int(spot)] = name
    return found


def signed_dollars(text: str) -> int:
    """An amount with a sign: up (+) or down (-)."""
    from pitboss.core.money import parse_dollars

    bare = text.strip()
    return -parse_dollars(bare[1:]) if bare.startswith("-") else parse_dollars(bare.removeprefix("+"))


def rate(text: str) -> Fraction:
    """`18.5%`, `0.185` or `37/200`."""
    try:
        if text.strip().endswith("%"):
            return Fraction(text.strip()[:-1].strip()) / 100
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{text!r} is not a rate.", accepted="18.5%, 0.185 or 37/200") from None


def change_of(text: str) -> tuple[str, SettingsChange]:
    """As `settings_of`, but only what is named; `maximum=none` takes a maximum away."""
    from pitboss.jackpots.model import SettingsChange

    parts = [part for part in text.split(",") if part.replace(" ", "").lower() != "maximum=none"]
    meter, found = _named(",".join(parts))
    return meter, SettingsChange(**found, no_maximum=len(parts) < len(text.split(",")))


def settings_of(text: str) -> tuple[str, MeterSettings]:
    """`seed=10000,contribution=18.5%,reserve=2%,maximum=50000`, before it `mega:` where there are several."""
    from pitboss.jackpots import MeterSettings

    meter, found = _named(text)
    return meter, MeterSettings(**found)


def _named(text: str) -> tuple[str, dict[str, Any]]:
    from pitboss.core.money import parse_dollars

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
    return meter, found

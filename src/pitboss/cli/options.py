"""Options that several commands share, and what the shell completes from the sheets.

`eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"` switches completion on; zsh and fish likewise.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.shell_completion import BashComplete, CompletionItem, split_arg_string

from pitboss.cli import print_json
from pitboss.core.errors import BadInput, SecondFactorNeeded, shown
from pitboss.core.files import check_place, write_file, write_own

if TYPE_CHECKING:
    from pitboss.compute.engines import Engine
    from pitboss.jackpots import JackpotDesk, MeterSettings
    from pitboss.jackpots.model import SettingsChange
    from pitboss.ledger import Receipt, Store
    from pitboss.people.person import Person


SQLITE: Final = "sqlite:///"
STORE: Final = "sqlite:///pitboss.db"
"""where a store is that nobody names"""
Words = list[CompletionItem]

BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response completion type value
    response=$(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete $1)
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
            if [[ $value == *= ]]; then compopt -o nospace; fi
        fi
    done
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class WholeWords(BashComplete):
    """Bash takes `with=joint` and `sqlite:///room.db` for several words and replaces the last of them. Here the line
    itself is looked at, and of what is offered the part behind the last break is handed back."""

    source_template = BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        if not words or line[-1].isspace():
            return words, ""
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        _, incomplete = self.get_completion_args()
        breaks = os.environ.get("COMP_WORDBREAKS", "")
        kept = max((incomplete.rfind(char) + 1 for char in breaks if char in "=:"), default=0)
        return f"{item.type},{item.value[kept:]}"


def _fitting(words: Iterable[str], incomplete: str) -> Words:
    return [CompletionItem(word) for word in dict.fromkeys(words) if word and word.startswith(incomplete)]


def games(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    from pitboss.sheets import game_ids

    return _fitting(game_ids(), incomplete)


def wagers(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    return _fitting((wager for wager, _ in _tables(context)), incomplete)


def pay_tables(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    named = context.params.get("wager") or context.params.get("wagers") or ()
    asked = (named,) if isinstance(named, str) else named
    return _fitting((table for wager, table in _tables(context) if not asked or wager in asked), incomplete)


def settings_of(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    """`name=` first, then its values."""
    from pitboss.analysis.solver import solver_of

    game = _game(context)
    if game is None:
        return []
    wagers_known = dict.fromkeys(wager for wager, _ in _tables(context))
    known = [s for wager in wagers_known for s in solver_of(game).settings(wager)]
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return _fitting((f"{setting.name}=" for setting in known), incomplete)
    return _fitting((f"{name}={v}" for s in known if s.name == name for v in s.choices), incomplete)


def stores(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    """Stores in the folder that is being typed, else in this one."""
    folder = incomplete.removeprefix(SQLITE).rpartition("/")[0] if incomplete.startswith(SQLITE) else ""
    return _fitting((f"{SQLITE}{path}" for path in sorted(Path(folder).glob("*.db"))), incomplete)


def house_ways(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    """Those in use by name; where none fits, files."""
    from pitboss.cardplay.paigow.house_way import HOUSE_WAYS, own_ways

    return _fitting((*HOUSE_WAYS, *own_ways()), incomplete) or [CompletionItem(incomplete, type="file")]


def _game(context: click.Context) -> str | None:
    """The game typed so far. Behind an option that still wants its value nothing is parsed, so the line itself
    is looked at."""
    from pitboss.sheets import game_ids

    line = " ".join(os.environ.get(name, "") for name in ("COMP_LINE", "COMP_WORDS"))
    typed = [context.params.get("game"), *line.split()]
    return next((word for word in typed if word in game_ids()), None)


def _tables(context: click.Context) -> list[tuple[str, str]]:
    """Wagers and pay tables of the game typed so far; nothing where there is no such game."""
    from pitboss.sheets import sheet

    game = _game(context)
    if game is None:
        return []
    rules = sheet(game)
    return [(w, t.id) for w in rules.analysed for t in rules.tables(w)] + [(w, "") for w in rules.analysed]


class GameName(click.ParamType[str]):
    """A game's name as it is printed is as good as its id: `Fu Bacc`, in any case."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if re.fullmatch(r"[a-z0-9-]+", value) and (HOUSE_GAMES / value.replace("-", "_")).is_dir():
            return value  # without the sheets: a kept answer needs none
        from pitboss.sheets import game_ids, sheet

        if value in game_ids():
            return value
        asked = _letters(value)
        return next((id for id in game_ids() if asked in (_letters(id), _letters(sheet(id).name))), value)


HOUSE_GAMES: Final = Path(__file__).parents[1] / "table_games"


def _letters(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


GAME: Final = GameName()
game_argument = click.argument("game", type=GAME, shell_complete=games)


class Whole(click.ParamType[int]):
    """A whole number as people write it: 1000000, 1,000,000 or 1e6."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = self._read(value)
        if found is None:
            self.fail(f"{shown(value)} is no number. Accepted: {self._accepted()}.", param, ctx)
        return found

    def _read(self, text: str) -> int | None:
        if not WRITTEN.fullmatch(text):
            return None
        number = Decimal(text.replace(",", ""))
        if number.adjusted() > LONGEST or number != number.to_integral_value():
            return None
        found = int(number)
        fits = (self.least is None or found >= self.least) and (self.most is None or found <= self.most)
        return found if fits else None

    def _accepted(self) -> str:
        least = "" if self.least is None else f" from {self.least:,}"
        return (
            f"a whole number{least}{'' if self.most is None else f' to {self.most:,}'}, such as 1,000 or 1e3"
        )


WRITTEN: Final = re.compile(r"-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?(e\d{1,3})?", re.ASCII | re.IGNORECASE)
LONGEST: Final = 50
"""figures of a number that somebody means"""


# Options several commands share.

__all__ = [
    "GAME",
    "STORE",
    "Whole",
    "day_option",
    "engine_for",
    "engine_options",
    "json_option",
    "one_query_options",
    "output_option",
    "parse_settings",
    "query_options",
    "read_token",
    "save",
    "set_option",
    "write_file",
]

F = TypeVar("F", bound=Callable[..., Any])
TOKEN_FILE_MAX: Final = 1_000

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")


def read_token(path: Path) -> str:
    """What a token file holds: it stands for a password, so nobody but its owner may read it (HR-21)."""
    try:
        with path.open(encoding="ascii") as file:
            others = os.fstat(file.fileno()).st_mode & 0o077 if os.name == "posix" else 0
            text = file.read(TOKEN_FILE_MAX).strip()
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            f"{path} holds no token.", accepted="a file made by `pitboss user token NAME -o FILE`"
        ) from None
    if others:
        raise BadInput(
            f"Others on this machine may read {path}: whoever has, can sign with it.",
            clause="HR-21",
            accepted="a new token, in a file for its owner alone (chmod 600)",
        )
    return text


def parse_settings(
    pairs: tuple[str, ...], what: str = "a setting", accepted: str = "--set name=value"
) -> dict[str, str]:
    """`--set decks=6 --set meter=100000`; commas separate several pairs (`mega=1,major=2`)."""
    found: dict[str, str] = {}
    for pair in (part for text in pairs for part in text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadInput(f"{pair!r} is not {what}.", accepted=accepted)
        if found.setdefault(name.strip(), value.strip()) != value.strip():
            raise BadInput(f"{name.strip()} is set twice.", accepted="one value for each")
    return found


set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=settings_of,
    help="A setting; repeatable.",
)


def query_options(command: F) -> F:
    """--wager, --pay-table, --set, --pay-table-file: what is asked about, all of it without a name."""
    return _query_options("without it all of them", "without it all of them")(command)


def one_query_options(command: F) -> F:
    """As `query_options`, for a command that speaks of one wager on one pay table."""
    return _query_options("without it the game's first", "without it the wager's usual one")(command)


def _query_options(first: str, usual: str) -> Callable[[F], F]:
    options = (
        click.option(
            "--pay-table-file",
            type=click.Path(path_type=Path),
            help="Your own pay table (TOML), for analysis; needs --wager.",
        ),
        set_option,
        click.option("--pay-table", shell_complete=pay_tables, help=f"A pay table by its name; {usual}."),
        click.option("--wager", shell_complete=wagers, help=f"A wager by its name; {first}."),
    )

    def with_options(command: F) -> F:
        for option in options:
            command = option(command)
        return command

    return with_options


def engine_options(command: F) -> F:
    """--engine, --workers, --scheduler, --tls: who does the work. The result does not depend on it."""
    for option in (
        click.option("--tls", nargs=3, metavar="CA CERT KEY", help="Certificate files for the scheduler."),
        click.option(
            "--scheduler", help="Address of a Dask scheduler; without it a cluster is started here."
        ),
        click.option(
            "--workers", type=Whole(), help="Threads or processes; the result does not depend on it."
        ),
        click.option(
            "--engine",
            "engine_name",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
        ),
    ):
        command = option(command)
    return command


@contextmanager
def engine_for(o: dict[str, Any]) -> Iterator[Engine]:
    """The engine of `engine_options`."""
    if o["workers"] is not None and o["workers"] < 1:
        raise BadInput(f"{o['workers']} workers cannot work.", accepted="a whole number from 1")
    if o["engine_name"] == "local":
        if o["scheduler"] or o["tls"]:
            raise BadInput("A scheduler and certificates are Dask's.", accepted="--engine dask with them")
        from pitboss.compute.engines import LocalEngine

        yield LocalEngine(o["workers"])
        return
    from pitboss.compute.engines import Certificates, DaskEngine

    certificates = Certificates(*o["tls"]) if o["tls"] else None
    with DaskEngine(o["scheduler"], o["workers"], certificates) as engine:
        yield engine


# What the jackpot and tray commands share: the store, who acts and signs, the key, how a receipt is shown.

store_option = click.option(
    "--store",
    "url",
    default=STORE,
    show_default=True,
    envvar="PITBOSS_STORE",
    metavar="URL",
    shell_complete=stores,
    help="The store: sqlite:///room.db or postgresql://user@host/name; or PITBOSS_STORE.",
)


def save(path: Path, content: str | bytes, *, by: str = "") -> None:
    """Write a file that was asked for, and name it: on stderr, beside a document on stdout. `by` is the command that
    replaces nothing but what it wrote itself."""
    if by:
        write_own(path, str(content), by)
    else:
        write_file(path, content)
    click.echo(f"{path} written", err=True)


def show_files(paths: Iterable[Path], as_json: bool, **facts: Any) -> None:
    """What a command that makes nothing but files has to say."""
    if as_json:
        print_json({"files": [str(path) for path in paths], **facts})
        return
    for path in paths:
        click.echo(str(path))


def output_option(meaning: str, *, required: bool = False, folder: bool = False) -> Callable[[F], F]:
    """The file, or folder, that a command writes."""
    kind = click.Path(path_type=Path, dir_okay=folder)

    def check(context: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
        if value is not None and not folder:
            check_place(value)
        return value

    return click.option(
        "-o", "--output", type=kind, required=required, metavar="PATH", help=meaning, callback=check
    )


why_option = click.option("--why", required=True, help="Why, in words; it goes into the log.")


def day_option(meaning: str, *names: str, usual: str = "today without it") -> Callable[[F], F]:
    """A day, by `--on`; None where none is named."""
    return click.option(*(names or ("--on",)), callback=_day, metavar="DATE", help=f"{meaning}; {usual}.")


def _day(context: click.Context, parameter: click.Parameter, value: str | None) -> date | None:
    from pitboss.ledger.days import day_named

    return day_named(value) if value else None


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
    password = secret(f"Password of {name}")
    try:
        found = people.check(name, password, origin=TERMINAL, purpose="terminal")
    except SecondFactorNeeded:
        code = secret(f"Six digits of {name}")
        found = people.check(name, password, origin=TERMINAL, purpose="terminal", code=code)
    must_have_factor(store, found)
    return found


def secret(what: str, *, twice: bool = False) -> str:
    """Typed at a terminal and not shown."""
    typed: str = click.prompt(what, hide_input=True, confirmation_prompt=twice, err=True)
    return typed


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
    """As `meter_settings`, but only what is named; `maximum=none` takes a maximum away."""
    from pitboss.jackpots.model import SettingsChange

    parts = [part for part in text.split(",") if part.replace(" ", "").lower() != "maximum=none"]
    meter, found = _named(",".join(parts))
    return meter, SettingsChange(**found, no_maximum=len(parts) < len(text.split(",")))


def meter_settings(text: str) -> tuple[str, MeterSettings]:
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

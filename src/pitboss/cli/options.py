"""Options that several commands share, and what the shell completes from the sheets.

`eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"` switches completion on; zsh and fish likewise.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.shell_completion import BashComplete, CompletionItem, split_arg_string

from pitboss.core.errors import BadInput
from pitboss.core.files import write_file

if TYPE_CHECKING:
    from pitboss.compute.engines import Engine

SQLITE: Final = "sqlite:///"
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


game_argument = click.argument("game", shell_complete=games)


# Options several commands share.

__all__ = [
    "engine_for",
    "engine_options",
    "json_option",
    "one_query_options",
    "parse_settings",
    "query_options",
    "read_token",
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
        click.option("--workers", type=int, help="Threads or processes; the result does not depend on it."),
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

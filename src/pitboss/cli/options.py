"""Options several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from pitboss.cli.complete import pay_tables, settings_of, wagers
from pitboss.errors import BadInput
from pitboss.outfile import write_file

if TYPE_CHECKING:
    from pitboss.compute.engines import Engine

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
    from pitboss.compute.dask_engine import Certificates, DaskEngine

    certificates = Certificates(*o["tls"]) if o["tls"] else None
    with DaskEngine(o["scheduler"], o["workers"], certificates) as engine:
        yield engine

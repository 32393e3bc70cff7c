"""Options several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pitboss.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")


def parse_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """`--set decks=6 --set meter=100000`; commas separate several pairs (`mega=1,major=2`)."""
    found: dict[str, str] = {}
    for pair in (part for text in pairs for part in text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadInput(f"{pair!r} is not a setting.", accepted="--set name=value")
        found[name.strip()] = value.strip()
    return found


def query_options(command: F) -> F:
    """--wager, --pay-table, --set, --pay-table-file: what is asked about."""
    for option in (
        click.option(
            "--pay-table-file",
            type=click.Path(path_type=Path),
            help="Your own pay table (TOML), for analysis; needs --wager.",
        ),
        click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting; repeatable."),
        click.option("--pay-table", help="A pay table by its name; without it all of them."),
        click.option("--wager", help="A wager by its name; without it all of them."),
    ):
        command = option(command)
    return command

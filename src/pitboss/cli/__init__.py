"""The terminal. Commands are found here and loaded only when called: `--help` answers at once."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import GetPassWarning
from typing import Any, Final

import click

from pitboss import __version__
from pitboss.core.errors import PitbossError, unknown

GROUPS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    # what it is about: {name: (module:command, what it does)}
    "Analyse": {
        "games": ("pitboss.cli.games:games", "The games, their wagers and pay tables."),
        "edge": ("pitboss.cli.edge:edge", "The exact house edge of a wager."),
        "strategy": ("pitboss.cli.edge:strategy", "How to play; what each choice with a hand is worth."),
        "audit": ("pitboss.cli.edge:audit", "Every published figure beside the exact one."),
        "simulate": ("pitboss.cli.simulate:simulate", "Play many rounds and compare with the exact edge."),
        "exposure": ("pitboss.cli.simulate:exposure", "What a player gains who knows more cards."),
        "design": ("pitboss.cli.edge:design", "Pay tables near a target edge."),
        "diff": ("pitboss.cli.difference:diff", "Two pay tables or sheets side by side."),
        "house-way": (
            "pitboss.cli.house_way:house_way",
            "House ways: what one does, what it costs, the best.",
        ),
        "mistakes": ("pitboss.cli.mistakes:mistakes", "What dealers' mistakes cost an hour."),
    },
    "Table": {
        "play": ("pitboss.cli.play:play", "Play in the terminal, with play money."),
        "check": ("pitboss.cli.house:check", "A table's file against approval and regulation."),
        "approve": ("pitboss.cli.house:approve", "Keep a table's configuration as the approved one."),
        "sign": ("pitboss.cli.house:sign", "The sign at the table, as HTML or PDF."),
        "packet": ("pitboss.cli.edge:packet", "The regulator's packet of a game, as PDF and HTML."),
    },
    "Room": {
        "serve": ("pitboss.cli.serve:serve", "The card room in the browser."),
        "room": ("pitboss.cli.serve:room", "Which process keeps which table of a room."),
        "user": ("pitboss.cli.serve:user", "The people of a card room."),
        "tray": ("pitboss.cli.house:tray", "Tray inventories, fills, credits and large payouts."),
        "report": ("pitboss.cli.house:report", "The daily master games report of a room."),
        "verify-round": (
            "pitboss.cli.store:verify_round",
            "Whether a round's cards were fixed beforehand.",
        ),
    },
    "Jackpot": {
        "jackpot": ("pitboss.cli.jackpot_table:jackpot", "Progressive and house jackpots, their whole life."),
    },
    "Store": {
        "store": ("pitboss.cli.store:store", "Backup and restore of a store, and where its log ends."),
        "verify": ("pitboss.cli.store:verify", "Whether a store, or the program, is what was written."),
    },
    "Develop": {
        "new-game": ("pitboss.cli.games:new_game", "A skeleton of a game of your own, which runs at once."),
        "examples": ("pitboss.cli.games:examples", "The example tables of the documentation, as files."),
        "clauses": ("pitboss.cli.games:clauses", "Every rule: where it lives and which tests hold it."),
    },
}
COMMANDS: Final = {name: command for group in GROUPS.values() for name, command in group.items()}


class Group(click.Group):
    """Commands in the order they are written in, each with its first sentence, whole."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            raise unknown(f"There is no command {args[0]!r}.", args[0], known)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(limit=WHOLE)) for name, command in self.commands.items()]
            )


WHOLE: Final = 1_000
"""characters that no first sentence has"""
WIDEST: Final = max(map(len, COMMANDS))


@contextmanager
def read_as_far_as_wanted() -> Iterator[None]:
    """Who reads only the beginning, as `pitboss games | head -1` does, has it: that is no failure."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None


class LazyGroup(Group):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--games FOLDER` and `--house-ways FILE` may stand anywhere, before the command or behind it."""
        rest: list[str] = []
        places: dict[str, list[str]] = {"--games": [], "--house-ways": []}
        words = iter(args)
        for word in words:
            option, equals, value = word.partition("=")
            if option in places:
                places[option].append(value if equals else next(words, ""))
            else:
                rest.append(word)
        if places["--games"]:
            from pitboss.sheets.plugins import use_games

            use_games(*places["--games"])
        if places["--house-ways"]:
            from pitboss.sheets.plugins import use_house_ways

            use_house_ways(*places["--house-ways"])
        return super().parse_args(ctx, rest)

    def invoke(self, ctx: click.Context) -> Any:
        with read_as_far_as_wanted():
            return super().invoke(ctx)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with read_as_far_as_wanted():  # --help is printed here
            return super().make_context(*arguments, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for group, commands in GROUPS.items():
            with formatter.section(group):
                # one column for all groups
                formatter.write_dl([(f"{name:<{WIDEST}}", text) for name, (_, text) in commands.items()])


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(__version__, prog_name="pitboss")
@click.option(
    "--games", metavar="FOLDER", help="A folder with games of your own; repeatable. Also PITBOSS_GAMES."
)
@click.option(
    "--house-ways",
    metavar="FILE",
    help="A file with a house way of your own, or a folder of them; repeatable. Also PITBOSS_HOUSE_WAYS.",
)
def pitboss(games: str | None = None, house_ways: str | None = None) -> None:
    """House-banked card games as approved: rules, exact edges, simulation, jackpots, and a card room."""


def main(args: list[str] | None = None) -> None:
    """Run a command; a refusal is one or two sentences on stderr and exit status 2."""
    if "_PITBOSS_COMPLETE" in os.environ:
        from click.shell_completion import add_completion_class

        from pitboss.cli.options import WholeWords

        add_completion_class(WholeWords)
    # a password is typed at a terminal, or not at all
    warnings.simplefilter("error", GetPassWarning)
    try:
        code = pitboss.main(args=args, prog_name="pitboss", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except PitbossError as error:
        click.echo(f"pitboss: {error}", err=True)
        sys.exit(2)
    except click.exceptions.NoArgsIsHelpError as help:
        click.echo(help.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"pitboss: {error.format_message()}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("pitboss: stopped.", err=True)
        sys.exit(130)
    except GetPassWarning:
        click.echo(f"pitboss: {NO_TERMINAL}", err=True)
        sys.exit(2)
    except ModuleNotFoundError as error:
        click.echo(f"pitboss: {_missing(error)}", err=True)
        sys.exit(2)
    except OSError as error:
        # a file that is not there, a folder that is none, a full disk
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"pitboss: {place}{error.strerror or error}.", err=True)
        sys.exit(2)


NO_TERMINAL: Final = (
    "A password is asked for, and there is no terminal to type it at. Accepted: a terminal; or, to sign, --by-token "
    "FILE with a token from `pitboss user token`."
)

EXTRAS: Final = {
    "room": ("fastapi", "uvicorn", "starlette", "websockets", "pydantic", "argon2", "cryptography"),
    "postgres": ("psycopg", "psycopg_pool"),
    "paper": ("typst", "vl_convert", "jinja2", "openpyxl"),
    "dask": ("distributed", "dask", "cryptography"),
}


def need(*packages: str) -> None:
    """Say what is not installed before the work, not after it."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def _missing(error: ModuleNotFoundError) -> str:
    """Which part of pitboss is not installed, and the command that brings it."""
    package = (error.name or "").partition(".")[0]
    for extra, packages in EXTRAS.items():
        if package in packages:
            return f"This needs {package}, which is not installed. Accepted: pip install 'pitboss[{extra}]'."
    raise error


def print_json(document: Any) -> None:
    """The one document that goes to stdout under --json."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))

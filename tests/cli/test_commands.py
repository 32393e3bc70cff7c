"""All commands together: groups and summaries of the help, and one vocabulary of options."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from pitboss.cli import GROUPS, pitboss
from pitboss.cli.options import GAME, STORE, Whole
from pitboss.sheets import game_ids, sheet
from tests.cli.here import pitboss as run


def every_command(
    command: click.Command = pitboss, name: str = "", parent: click.Context | None = None
) -> Iterator[tuple[str, click.Command]]:
    """`jackpot game start` and so on, groups among them."""
    context = click.Context(command, info_name=name.rpartition(" ")[2] or "pitboss", parent=parent)
    yield name, command
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            yield from every_command(found, f"{name} {below}".strip(), context)


COMMANDS = dict(every_command())
HELD_IN_GROUPS = [name for name, command in COMMANDS.items() if isinstance(command, click.Group)]


def test_the_help_has_its_commands_in_groups() -> None:
    said = run("--help", code=0).stdout
    places = [
        said.index(f"\n{group}:\n") for group in ("Analyse", "Table", "Room", "Jackpot", "Store", "Develop")
    ]
    assert places == sorted(places)
    assert len(GROUPS) == len(places)
    for group, commands in GROUPS.items():
        section = said.partition(f"\n{group}:\n")[2].partition("\n\n")[0]
        assert [line.split()[0] for line in section.splitlines()] == list(commands)


@pytest.mark.parametrize("name", HELD_IN_GROUPS)
def test_every_summary_is_whole_and_one_line_at_80_columns(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = run(*name.split(), "--help", code=0).stdout
    listed = said.partition("\nCommands:\n" if name else "\nAnalyse:\n")[2]
    rows = [line for line in listed.splitlines() if line.startswith("  ")]
    below = [other for other in COMMANDS if other and other.rpartition(" ")[0] == name]
    assert [line.split()[0] for line in rows] == [other.rpartition(" ")[2] for other in below]
    assert all(line.endswith((".", "?")) and not line.endswith("...") for line in rows), said


@pytest.mark.parametrize("name", COMMANDS)
def test_no_help_is_cut_at_80_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = run(*name.split(), "--help", code=0).stdout
    assert all(len(line) <= 80 for line in said.splitlines())
    below_the_usage = said.partition("\n\n")[2]
    assert [line for line in below_the_usage.splitlines() if line.endswith("...")] == []


def test_without_a_command_the_help_is_shown_as_it_is() -> None:
    assert run(code=2).stderr.startswith("Usage: pitboss ")


def test_no_command_has_two_names_and_no_group_is_too_long_to_read() -> None:
    names = [name for name, command in COMMANDS.items() if not isinstance(command, click.Group)]
    assert len({id(COMMANDS[name].callback) for name in names}) == len(names)
    for group in HELD_IN_GROUPS:
        if group:
            assert len([name for name in COMMANDS if name.rpartition(" ")[0] == group]) <= 20, group


# one vocabulary: what an option is called says what it takes, wherever it stands

SAME = {
    # each name has one meaning, one default and one variable
    "--store": ("URL", STORE, "PITBOSS_STORE"),
    "--on": ("DATE", None, None), "--from": ("DATE", None, None), "--to": ("DATE", None, None),
    "--by": ("NAME", None, "PITBOSS_BY"), "--by-token": ("FILE", None, "PITBOSS_BY_TOKEN"),
    "--second": ("NAME", None, "PITBOSS_SECOND"), "--second-token": ("FILE", None, "PITBOSS_SECOND_TOKEN"),
    "--surveillance": ("NAME", None, "PITBOSS_SURVEILLANCE"),
    "--surveillance-token": ("FILE", None, "PITBOSS_SURVEILLANCE_TOKEN"),
    "--output": ("PATH", None, None), "--why": (None, ..., None), "--key": (None, None, None),
    "--set": ("NAME=VALUE", None, None), "--wager": (None, None, None), "--pay-table": (None, None, None),
    "--json": (None, False, None), "--bet": ("DOLLARS", ..., None), "--amount": ("DOLLARS", ..., None),
}  # fmt: skip
FURTHER_FILES = {"--frontier", "--sheet", "--picture", "--verifier", "--file"}
"""written beside the one of -o, or read as well"""
OPTIONS = [
    (name, option, option_name)
    for name, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
    for option_name in option.opts
]


@pytest.mark.parametrize("wanted", SAME)
def test_an_option_is_the_same_in_every_command(wanted: str) -> None:
    metavar, default, variable = SAME[wanted]
    found = [(name, option) for name, option, called in OPTIONS if called == wanted]
    assert found
    for name, option in found:
        assert (option.metavar, option.envvar) == (metavar, variable), name
        given = option.get_default(click.Context(COMMANDS[name]), call=False)
        if default is ... or option.required:
            continue
        assert given == default or (
            (default is None and given in ((), None)) or not isinstance(given, str)
        ), name


def test_a_name_of_an_option_has_one_kind_of_value() -> None:
    kinds: dict[str, set[tuple[object, ...]]] = {}
    for _, option, called in OPTIONS:
        kind = (type(option.type).__name__, option.metavar, option.multiple, option.is_flag, option.envvar)
        kinds.setdefault(called, set()).add(kind)
    # the output of a packet may be a folder, told by its last sign
    assert {name: found for name, found in kinds.items() if len(found) > 1} == {}


def test_what_is_meant_has_one_name() -> None:
    """A store, a day, somebody who signs, a file that is written: never under another name."""
    for name, option, called in OPTIONS:
        metavar, said = option.metavar or "", (option.help or "").lower()
        assert (metavar == "URL") == (called == "--store"), (name, called)
        assert (metavar == "DATE") == (called in ("--on", "--from", "--to")), (name, called)
        assert metavar != "NAME" or called in ("--by", "--second", "--surveillance"), (name, called)
        writes = (
            isinstance(option.type, click.Path) and not option.type.exists and called != "--pay-table-file"
        )
        assert not writes or called in ("-o", "--output", *FURTHER_FILES), (name, called)
        assert not said.startswith(("dollars", "an amount")) or metavar.endswith("DOLLARS"), (name, called)
    for name, command in COMMANDS.items():
        arguments = [
            param.human_readable_name for param in command.params if isinstance(param, click.Argument)
        ]
        assert not {"URL", "STORE"} & {argument.upper() for argument in arguments}, name


def test_sister_commands_take_their_arguments_in_one_order() -> None:
    def arguments(name: str) -> list[str]:
        context = click.Context(COMMANDS[name])
        return [p.make_metavar(context) for p in COMMANDS[name].params if isinstance(p, click.Argument)]

    assert arguments("store backup") == arguments("store restore") == ["FILE"]
    assert arguments("jackpot table link") == arguments("jackpot table unlink") == ["NAME", "TABLE"]
    for name in COMMANDS:
        if "DOLLARS" in arguments(name):
            assert arguments(name)[-1] == "DOLLARS", name


@pytest.mark.parametrize("written", ["100000", "100,000", "1e5", "1E5", "1.5e5"])
def test_numbers_are_read_as_people_write_them(written: str) -> None:
    wanted = 150_000 if written == "1.5e5" else 100_000
    assert Whole().convert(written, None, None) == wanted


@pytest.mark.parametrize(
    "written", ["", "1e-5", "1.5", "1,00", "1,000,00", "ten", "0x10", "\u0661", "1e99", "nan", "--1"]
)
def test_what_is_no_number_is_refused_with_what_would_be(written: str) -> None:
    with pytest.raises(click.BadParameter, match="Accepted: a whole number"):
        Whole().convert(written, None, None)


@pytest.mark.parametrize("written", ["Fu Bacc", "FU-BACC", "fu bacc", "fubacc", "fu-bacc"])
def test_the_printed_name_of_a_game_is_accepted_in_any_case(written: str) -> None:
    assert GAME.convert(written, None, None) == "fu-bacc"
    assert {GAME.convert(sheet(id).name.upper(), None, None) for id in game_ids()} == set(game_ids())

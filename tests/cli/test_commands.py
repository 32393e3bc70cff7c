"""All commands together: groups and summaries of the help."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from pitboss.cli import GROUPS, pitboss
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

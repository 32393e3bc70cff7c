"""The command in this process, as `python -m pitboss` runs it in one of its own."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from argon2 import PasswordHasher
from click.testing import CliRunner

from pitboss.cli import main
from pitboss.ledger import create_store
from pitboss.people.accounts import People
from pitboss.people.person import Person
from pitboss.people.sessions import issue

PASSWORD = "fifty blue chairs"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def pitboss(*args: object, stdin: str = "", code: int | None = None) -> Done:
    with CliRunner().isolation(stdin) as streams, pytest.raises(SystemExit) as left:
        main([str(argument) for argument in args])
    if left.value.code == 130:
        raise KeyboardInterrupt  # Ctrl-C ends the tests too, not this command alone
    out, err = (stream.getvalue().decode() for stream in streams[:2])
    done = Done(int(left.value.code or 0), out, err)
    assert code in (None, done.returncode), done.stderr
    return done


def line(words: str) -> Done:
    """A whole line as it is typed."""
    return pitboss(*shlex.split(words))


def document(*args: object) -> Any:
    return json.loads(pitboss(*args, "--json", code=0).stdout)


def hire(url: str, folder: Path, staff: Mapping[str, str]) -> None:
    """Each of them has an account, and a token in a file of that name, as `pitboss user token` writes it."""
    with create_store(url) as store:
        people = People(store, hasher=QUICK)
        for name, role in staff.items():
            people.add(name, PASSWORD, role, "terminal")
            token = folder / name
            token.touch(mode=0o600)
            token.write_text(issue(store, Person.of(name, role), 1) + "\n")

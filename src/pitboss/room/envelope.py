"""Commands and answers as they travel between the processes of one room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from pitboss import errors
from pitboss.errors import Conflict, PitbossError
from pitboss.people.person import Person
from pitboss.room import commands
from pitboss.room.commands import Command
from pitboss.rounds.events import Decision
from pitboss.rounds.saved import decision_json, parse_decision

_COMMON: Final = ("person", "request")


def command_json(command: Command) -> dict[str, Any]:
    person = command.person
    own = {f.name: getattr(command, f.name) for f in fields(command) if f.name not in _COMMON}
    return {
        "kind": type(command).__name__,
        "person": [person.id, list(person.roles), person.name, person.demo],
        "request": command.request,
        "fields": {k: decision_json(0, v) if isinstance(v, Decision) else v for k, v in own.items()},
    }


def command_of(shape: Mapping[str, Any]) -> Command:
    kind: type[Command] = getattr(commands, shape["kind"])
    id, roles, name, demo = shape["person"]
    own = dict(shape["fields"])
    if "decision" in own:
        own["decision"] = parse_decision(own["decision"])[1]
    if "dice" in own:
        own["dice"] = tuple(own["dice"])
    return kind(Person.of(id, *roles, name=name, demo=demo), shape["request"], **own)


def answer_json(error: PitbossError | None) -> dict[str, Any] | None:
    return None if error is None else {"kind": type(error).__name__, **error.to_json()}


def answer_of(shape: Mapping[str, Any] | None) -> PitbossError | None:
    if shape is None:
        return None
    kind = getattr(errors, shape["kind"], Conflict)
    error: PitbossError = kind(shape["error"], clause=shape["clause"], accepted=shape["accepted"])
    return error

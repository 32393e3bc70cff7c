"""`decide(state, command, now)`: what a command does at a table, or why not. It changes nothing.

The plan it returns is a list of records with what is booked with each, and the table as `apply` makes it of them.
A refusal is raised as the error that says what was wrong and what is accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.core.errors import Conflict
from pitboss.room import dealing, seating
from pitboss.room.commands import (
    Bet,
    CallTime,
    Clear,
    Command,
    CutCards,
    EndGame,
    EndRefused,
    GoOn,
    JackpotClosed,
    Leave,
    Press,
    Ready,
    Sit,
    StartGame,
    TakeDecision,
    TakeUp,
    Tick,
    VoidRound,
)
from pitboss.room.table import TableState
from pitboss.room.unit_plan import Draft, Now, UnitPlan

HANDLERS: Final[Mapping[type[Command], Callable[[Draft, Any], None]]] = {
    Sit: seating.sit,
    Leave: seating.leave,
    Bet: seating.bet,
    Clear: seating.clear,
    CutCards: seating.cut_cards,
    Ready: dealing.ready,
    StartGame: dealing.start_game,
    EndGame: dealing.end_game,
    CallTime: dealing.call_time,
    VoidRound: dealing.void_round,
    Press: dealing.press,
    TakeDecision: dealing.act,
    Tick: dealing.tick,
    TakeUp: dealing.take_up,
    GoOn: dealing.go_on,
    JackpotClosed: seating.return_sensed,
    EndRefused: dealing.end_refused,
}


def decide(state: TableState, command: Command, now: Now) -> UnitPlan:
    """A command that was carried out before is not carried out again: its plan is empty."""
    if command.key is not None and (asked := state.answered_before(command.key)) is not None:
        if asked and asked != command.asked:
            raise Conflict(
                f"The id {command.request!r} was used for another command.",
                clause="HR-20",
                accepted="the same command again, or a new id",
            )
        return UnitPlan((), state)
    draft = Draft(state, command, now)
    HANDLERS[type(command)](draft, command)
    return draft.plan()

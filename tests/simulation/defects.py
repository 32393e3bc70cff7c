"""Defects that were there once, or easily could be, put back one at a time: the simulation has to find each."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import pytest

from pitboss.room import dealing, history, keeper, processes, proof, settling
from pitboss.room.events import FeltCleared
from pitboss.room.keeper import CommandBatch, Keeper
from pitboss.room.presence import Presence
from pitboss.room.processes import Follower
from pitboss.room.settling import DuePay
from pitboss.room.store_access import Short
from pitboss.room.table import TableState

Defect = Callable[[pytest.MonkeyPatch], None]


def a_cut_is_paid_apart(patch: pytest.MonkeyPatch) -> None:
    """The whole win is held, and the cut is taken from a wallet that does not have it: the table stops for ever."""
    patch.setattr(
        settling, "dues", lambda round: [DuePay(n, done) for n, done in enumerate(round.settlements)]
    )


def recovery_is_tried_once(patch: pytest.MonkeyPatch) -> None:
    """The store is away for longer than anybody waited: the table is dead until a restart."""
    patch.setattr(Keeper, "_look_until_known", Keeper._recover)


def the_screen_reads_the_store(patch: pytest.MonkeyPatch) -> None:
    """A read between the commit and the answers: when it fails, nobody is answered."""
    show = Keeper.show

    def show_reading(self: Any) -> None:
        self.jackpots._store.head()
        show(self)

    patch.setattr(Keeper, "show", show_reading)


def an_id_stands_for_anything(patch: pytest.MonkeyPatch) -> None:
    """The same id with another content is answered "done", and nothing is done."""
    answered = TableState.answered_before
    patch.setattr(
        TableState, "answered_before", lambda self, key: None if answered(self, key) is None else ""
    )


def clearing_the_felt_leaves_no_record(patch: pytest.MonkeyPatch) -> None:
    """Live it is cleared; in recovery it has to be guessed."""
    replay = history.replay

    def forgetful(state: Any, event: Any) -> Any:
        return state if event.kind == FeltCleared.KIND else replay(state, event)

    patch.setattr(history, "replay", forgetful)


def an_attempt_has_no_name_of_its_own(patch: pytest.MonkeyPatch) -> None:
    """A unit that met another's is taken for a retry: acknowledged, and not on the disk."""
    patch.setattr(keeper, "uuid", SimpleNamespace(uuid4=lambda: SimpleNamespace(hex="the same")))
    patch.setattr(keeper, "itertools", SimpleNamespace(count=lambda: itertools.repeat(0)))


def answered_before_it_is_durable(patch: pytest.MonkeyPatch) -> None:
    write: Any = Keeper._write

    async def hasty(self: Any, batch: CommandBatch, short: Short) -> None:
        for job in batch.jobs:
            job.done()
        await write(self, batch, short)

    patch.setattr(Keeper, "_write", hasty)


def shown_before_it_is_durable(patch: pytest.MonkeyPatch) -> None:
    write: Any = Keeper._write

    async def hasty(self: Any, batch: CommandBatch, short: Short) -> None:
        self.display.show(batch.state)
        await write(self, batch, short)

    patch.setattr(Keeper, "_write", hasty)


def an_idle_seat_is_given_up_after_the_snapshot(patch: pytest.MonkeyPatch) -> None:
    """A record after the settlement, in the unit whose snapshot the settlement carries: recovery skips it."""
    close_round = dealing.close_round
    give_up = dealing.give_up_idle_seats
    late: list[Any] = []
    patch.setattr(dealing, "give_up_idle_seats", lambda draft, wagers: late.append(wagers))

    def closing(draft: Any) -> None:
        close_round(draft)
        if late:
            give_up(draft, late.pop())

    patch.setattr(dealing, "close_round", closing)


def a_lost_answer_is_an_error_of_the_command(patch: pytest.MonkeyPatch) -> None:
    """The connection broke after the commit, and the table goes on as if nothing had been written."""

    async def forget(self: Any, **more: Any) -> None:
        return None

    original = Keeper._come_back

    async def come_back(self: Any, *, take_up: bool = True) -> None:
        if self.table.opened:
            return await forget(self)
        return await original(self, take_up=take_up)

    patch.setattr(Keeper, "_come_back", come_back)


def who_was_believed_dead_writes_on(patch: pytest.MonkeyPatch) -> None:
    """The lock is gone, the process has not noticed, and nothing in the unit asks who has the lease."""
    patch.setattr(processes, "fence", lambda table, process, token: lambda unit: None)


def a_follower_takes_whatever_it_hears(patch: pytest.MonkeyPatch) -> None:
    """A message was lost, and the next one is applied all the same."""
    heard = Follower.heard

    def trusting(self: Any, message: dict[str, Any]) -> None:
        heard(self, {**message, "unit": self.table.units + 1} if "events" in message else message)

    patch.setattr(Follower, "heard", trusting)


def a_process_keeps_to_itself_who_is_there(patch: pytest.MonkeyPatch) -> None:
    """The keeper of a table takes everybody for absent whose browser is at another process."""
    patch.setattr(Presence, "vouched", lambda self, process, person: None)


def a_seat_is_freed_with_money_in_play(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        dealing,
        "left_behind",
        lambda table, seen: [seat.spot for seat in table.seats.values() if seat.player in seen.gone],
    )


def a_shoe_is_disclosed_with_its_first_round(patch: pytest.MonkeyPatch) -> None:
    """As soon as one round of it is settled: the cards to come are told to everybody."""
    patch.setattr(proof, "shoe_done", lambda store, stored, round: stored.settled is not None)


DEFECTS: Final[tuple[tuple[Defect, str], ...]] = (
    (a_shoe_is_disclosed_with_its_first_round, "is disclosed"),
    (a_cut_is_paid_apart, "is stuck|are held of"),
    (recovery_is_tried_once, "did not come back|never answered"),
    (the_screen_reads_the_store, "never answered|is stuck|is dead at a process"),
    (an_id_stands_for_anything, "is acknowledged for something else"),
    (clearing_the_felt_leaves_no_record, "recovered and live differ|did not come back|twice: cleared"),
    (an_attempt_has_no_name_of_its_own, "acknowledged and not on the disk|has the lease"),
    (answered_before_it_is_durable, "acknowledged and not on the disk"),
    (shown_before_it_is_durable, "shown"),
    (an_idle_seat_is_given_up_after_the_snapshot, "recovered and live differ"),
    (a_lost_answer_is_an_error_of_the_command, "did not come back|is stuck|is dead at a process"),
    (who_was_believed_dead_writes_on, "has the lease"),
    (a_process_keeps_to_itself_who_is_there, "is here and is taken to be away"),
    (a_seat_is_freed_with_money_in_play, "a seat with money in play is freed"),
    (
        a_follower_takes_whatever_it_hears,
        "recovered and live differ|no round lies on the felt|did not come back",
    ),
)
"""and in which words each is found"""

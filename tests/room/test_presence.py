"""Who is at a table: nobody waits for a player whose browser is gone, and nobody is hurried who has the table alone."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from pitboss.people.person import Person
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision, Tick
from pitboss.room.dealing import goes_on, left_behind
from pitboss.room.events import Decided, FeltCleared, RoundOpened, SeatLeft, TimeGiven
from pitboss.room.history import recover
from pitboss.room.presence import HEARD_S, Absence, Presence
from pitboss.room.table import Pace
from pitboss.room.unit_plan import OPEN, Halt
from pitboss.rounds.events import Decision
from tests.room.support import ANN, BOB, GAMES, SECOND, Bare, Floor, config_of, setup_of, until
from tests.simulation.scheduler import Scheduler

PACE = Pace(alone_s=600)


def away(*people: Person, gone: tuple[Person, ...] = ()) -> Absence:
    return Absence(frozenset(p.id for p in (*people, *gone)), frozenset(p.id for p in gone))


NOBODY = away()


class Table(Bare):
    """At which somebody may be away."""

    def due(self) -> bool:
        return goes_on(self.state, self.seen, self.halt) or bool(left_behind(self.state, self.seen))


def seated(*people: Person, game: str = "fu-bacc", pace: Pace = PACE, dealer: str = "house") -> Table:
    table = Table(setup_of(config_of(game), pace, dealer=dealer))
    for spot, person in enumerate(people, 1):
        table.do(Sit(person, None, spot))
    return table


def dealt(*people: Person, game: str = "fu-bacc") -> Table:
    """A round under way."""
    table = seated(*people, game=game)
    for spot, person in enumerate(people, 1):
        table.bet(person, spot)
    for person in people:
        table.do(Ready(person, None))
    return table


def asked_first(*people: Person) -> tuple[Table, Person, Person]:
    """A round under way, who is asked first, and who is not."""
    table = dealt(*people)
    assert table.state.phase == "playing"
    first = people[table.state.playing.round.pending[0].spot - 1]
    return table, first, BOB if first is ANN else ANN


# what the house does


def test_the_cards_do_not_wait_for_a_player_who_is_away() -> None:
    table = seated(ANN, BOB)
    table.bet(BOB, 2)
    table.seen = away(ANN)
    assert not table.due(), "the one who is here has not asked for the cards"
    records = table.do(Ready(BOB, None))
    assert any(isinstance(record, RoundOpened) for record in records)


def test_who_is_ready_is_dealt_to_as_soon_as_the_others_are_away() -> None:
    table = seated(ANN, BOB)
    table.bet(BOB, 2)
    table.do(Ready(BOB, None))
    assert table.state.phase == "betting" and not table.due()
    assert table.do(Tick()) == []
    table.seen = away(ANN)
    assert table.due()
    assert isinstance(table.do(Tick())[0], RoundOpened)


def test_chips_of_somebody_who_went_away_are_not_dealt_to_before_anybody_asks_for_cards() -> None:
    table = seated(ANN, BOB)
    table.bet(ANN, 1)
    table.seen = away(ANN)
    assert not table.due()
    for _ in range(2):
        assert not any(isinstance(record, RoundOpened) for record in table.do(Tick()))


@pytest.mark.parametrize("game", GAMES)
def test_questions_to_a_player_who_is_away_are_answered_at_once_as_by_the_clock(game: str) -> None:
    """In every game: the round of one who is away ends by itself when somebody else sits there, and adds no money."""
    table = dealt(ANN, BOB, game=game)
    by_clock: list[Decided] = []
    table.seen = away(ANN)
    while table.state.phase == "playing":
        before = table.state.deadline_us
        if not table.due():
            asked = {ask.spot for ask in table.state.playing.round.pending}
            assert 1 not in asked and asked
            table.now_us = before
        by_clock += [r for r in table.do(Tick()) if isinstance(r, Decided)]
    assert all(record.timeout for record in by_clock)
    assert {record.spot for record in by_clock if record.away} <= {1}
    assert all(record.away for record in by_clock if record.spot == 1)


def test_the_choice_is_that_of_the_time_out_and_says_why() -> None:
    table, first, other = asked_first(ANN, BOB)
    table.seen = away(first)
    records = table.do(Tick())
    assert isinstance(records[0], Decided)
    told = [note for note in table.state.notices if note.kind == "decided.away"]
    assert told and not any(note.kind == "decided.late" for note in table.state.notices)
    waiting = {ask.spot for ask in table.state.playing.round.pending}
    assert waiting <= table.state.spots_of(other.id)


def test_alone_at_the_table_nobody_is_hurried() -> None:
    table, first, _ = asked_first(ANN)
    table.seen = away(first)
    assert not table.due() and table.do(Tick()) == []
    table.do(Sit(BOB, None, 2))
    assert table.due(), "now somebody waits"
    assert isinstance(table.do(Tick())[0], Decided)


def test_where_everybody_is_away_nobody_is_hurried() -> None:
    table, *_ = asked_first(ANN, BOB)
    table.seen = away(ANN, BOB)
    assert not table.due()
    table.do(Tick())
    assert table.state.deadline_us == table.now_us + 600 * SECOND, "the round waits for whoever comes back"
    assert table.do(Tick()) == []


def test_bets_stay_open_beside_somebody_who_is_away() -> None:
    table = seated(ANN, BOB)
    table.seen = away(ANN)
    table.bet(BOB, 2)
    assert table.state.deadline_us == 0, "the only one here is not hurried"
    table.seen = NOBODY
    assert [type(record) for record in table.do(Tick())] == [TimeGiven]
    assert table.state.deadline_us == table.now_us + 20 * SECOND, "now somebody waits"
    assert table.do(Tick()) == []
    table.seen = away(ANN)
    assert [type(record) for record in table.do(Tick())] == [TimeGiven]
    assert table.state.deadline_us == 0
    table.now_us += 3_600 * SECOND
    assert table.do(Tick()) == []
    assert isinstance(table.do(Ready(BOB, None))[1], RoundOpened)


def test_a_question_to_the_only_one_here_has_the_time_of_a_lone_player() -> None:
    table, _, second = asked_first(ANN, BOB)
    table.now_us += 10 * SECOND
    table.seen = away(second)
    table.do(Tick())
    given = table.state.deadline_us
    assert given == table.now_us + 600 * SECOND
    table.now_us += 590 * SECOND
    assert table.do(Tick()) == [] and table.state.deadline_us == given, "once, so that the round still ends"
    table.seen = NOBODY
    table.do(Tick())
    assert table.state.deadline_us == table.now_us + 30 * SECOND
    table.seen = away(second)
    table.do(Tick())
    table.seen = away(gone=(second,))
    assert not left_behind(table.state, table.seen), "his money lies in the round"
    table.now_us = table.state.deadline_us
    assert isinstance(table.do(Tick())[0], Decided)


def test_the_seat_that_is_freed_at_last_gives_nobody_more_time() -> None:
    """Who had the table alone before goes on with the same clock."""
    table = seated(ANN, BOB)
    table.bet(BOB, 2)
    table.do(Ready(ANN, None))
    table.seen = away(ANN)
    table.do(Tick())
    table.do(Ready(BOB, None))
    assert table.state.phase == "playing"
    given = table.state.deadline_us
    table.now_us += 100 * SECOND
    table.seen = away(gone=(ANN,))
    assert isinstance(table.do(Tick())[0], SeatLeft)
    assert table.state.deadline_us == given


def test_a_table_with_a_time_of_its_own_for_nobody_alone_keeps_one_clock() -> None:
    table = seated(ANN, BOB, pace=Pace())
    table.bet(BOB, 2)
    given = table.state.deadline_us
    table.seen = away(ANN)
    assert given and table.do(Tick()) == [] and table.state.deadline_us == given


def test_a_closed_table_has_no_clock_to_change() -> None:
    table = seated(ANN, BOB)
    table.bet(BOB, 2)
    table.halt = Halt(closed=True)
    table.seen = away(ANN)
    assert table.do(Tick()) == []


def test_the_result_does_not_wait_for_a_player_who_is_away() -> None:
    table, *_ = asked_first(ANN, BOB)
    while table.state.phase == "playing":
        table.now_us = table.state.deadline_us
        table.do(Tick())
    table.do(Ready(BOB, None))
    assert table.state.phase == "settled"
    table.seen = away(ANN)
    assert isinstance(table.do(Tick())[-1], FeltCleared)


@pytest.mark.parametrize("halt", [OPEN, Halt(closed=True)], ids=["open", "closed"])
def test_a_seat_is_free_when_its_player_has_been_gone_for_long(halt: Halt) -> None:
    table = seated(ANN)
    table.bet(ANN, 1)
    table.halt = halt
    table.seen = away(gone=(ANN,))
    assert table.due(), "alone as well: the next one finds a free seat"
    (record,) = table.do(Tick())
    assert isinstance(record, SeatLeft) and record.why == "away"
    assert table.state.taken == [] and not table.due()
    table.do(Sit(BOB, None, 1))


def test_a_seat_with_money_in_the_round_is_kept_until_the_round_ends() -> None:
    table, first, second = asked_first(ANN, BOB)
    table.seen = away(gone=(second,))
    assert not table.due()
    assert [type(record) for record in table.do(Tick())] == [TimeGiven], "the other one has the table alone"
    assert len(table.state.taken) == 2
    while table.state.phase == "playing":
        table.now_us = table.state.deadline_us
        table.do(Tick())
    assert table.due()
    assert isinstance(table.do(Tick())[0], SeatLeft)
    assert table.state.phase == "settled" and table.state.players == [first.id]


def test_a_dealer_in_person_decides_by_eye() -> None:
    """At a console or a keypad players need no browser."""
    table = seated(ANN, BOB, dealer="person")
    table.bet(BOB, 2)
    table.do(Ready(BOB, None))
    table.seen = away(gone=(ANN, BOB))
    assert not table.due() and table.do(Tick()) == []


# who is there


class Watch:
    """A presence in virtual time."""

    def __init__(self, pace: Pace = PACE) -> None:
        self.loop = Scheduler(random.Random(1))
        self.presence = Presence(pace)
        self.players = ["ann", "bob"]
        self.rung = 0
        self.told: list[tuple[str, bool]] = []
        self.presence.tell = lambda person, here: self.told.append((person, here))
        self.presence.changed = self._changed
        self.loop.call_at(0, self._changed)

    def _changed(self) -> None:
        self.rung += 1
        self.presence.look(self.players)

    def at(self, seconds: float, deed: str, *who: Any) -> None:
        """What somebody's browser or another process does then."""
        more = who[-1] if who and isinstance(who[-1], dict) else {}
        names = [name for name in who if isinstance(name, str)]
        self.loop.call_at(seconds, lambda: getattr(self.presence, deed)(*names, **more))

    def seen(self, seconds: float) -> Absence:
        self.loop.run(seconds)
        return self.presence.seen


def test_several_tabs_are_one_presence() -> None:
    watch = Watch()
    for when, deed, who in ((1, "came", "bob"), (1, "came", "ann"), (2, "came", "ann"), (3, "went", "ann")):
        watch.at(when, deed, who)
    assert watch.seen(100) == HERE
    watch.at(101, "went", "ann")
    assert watch.seen(110) == ANN_AWAY
    assert watch.told == [("bob", True), ("ann", True), ("ann", False)]


HERE, ANN_AWAY, ANN_GONE = Absence(), away(ANN), away(gone=(ANN,))
BOTH_CAME = ((1, "came", "ann"), (1, "came", "bob"))
BACK_S = PACE.returning_s + PACE.away_s
"""for a browser to come back that has lost its process"""
SPOKEN_S = PACE.spoken_s + PACE.away_s
SILENT_S = 59 + HEARD_S + BACK_S
# what happens when, and who is away at which moment
EVENINGS: dict[str, tuple[list[tuple[Any, ...]], list[tuple[float, Absence]]]] = {
    "a reload changes nothing, and a browser that is gone does": (
        [*BOTH_CAME, (10, "went", "ann"), (17.9, "came", "ann"), (30, "went", "ann"), (151, "came", "ann")],
        [(37.9, HERE), (38.1, ANN_AWAY), (149.9, ANN_AWAY), (150.1, ANN_GONE), (151.1, HERE)],
    ),
    "after a restart everybody has time to come back": (
        [(15, "came", "bob")],
        [(BACK_S - 0.1, HERE), (BACK_S + 0.1, ANN_AWAY)],
    ),
    "a browser that the house has cut off has time to come back": (
        [*BOTH_CAME, (100, "went", "ann", {"cut_off": True})],
        [(100 + BACK_S - 0.1, HERE), (100 + BACK_S + 0.1, ANN_AWAY)],
    ),
    "a player without a live connection speaks by commands": (
        [(0.5, "came", "bob"), (50, "spoke", "ann"), (90, "looked", "ann")],
        [(30, ANN_AWAY), (90 + SPOKEN_S - 0.1, HERE), (90 + SPOKEN_S + 0.1, ANN_AWAY)],
    ),
    "the lobby that looks at the table holds no seat there": (
        [*BOTH_CAME, (30, "went", "ann"), *((when, "looked", "ann") for when in range(31, 50))],
        [(39, ANN_AWAY)],
    ),
    "the word of another process counts as long as it is heard, and a killed one's browsers come back": (
        [(1, "came", "bob"), *((when, "vouched", "other", "ann") for when in range(1, 60)),
         (SILENT_S + 1, "vouched", "third", "ann"), (SILENT_S + 2, "left", "third", "ann")],
        [(60, HERE), (SILENT_S - 0.1, HERE), (SILENT_S + 0.1, ANN_AWAY), (SILENT_S + 1.1, HERE),
         (SILENT_S + 2 + PACE.away_s + 0.1, ANN_AWAY)],
    ),
    "while the other processes cannot be heard nobody is gone because of that": (
        [(1, "came", "bob"), (1, "vouched", "other", "ann"), (2, "deaf"), (500, "deaf", {"again": True})],
        [(500 + PACE.returning_s, HERE)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("evening", EVENINGS)
def test_who_is_there_as_the_evening_goes_on(evening: str) -> None:
    deeds, seen = EVENINGS[evening]
    watch = Watch()
    for when, deed, *who in deeds:
        watch.at(when, deed, *who)
    for when, expected in seen:
        assert watch.seen(when) == expected, f"after {when} s"


# a live table


async def test_who_is_left_alone_is_not_hurried_until_the_other_one_is_back(floor: Floor) -> None:
    """The clock changes with who is there, without anybody's command, and comes back as it stood."""
    at = await floor.table(pace=Pace(alone_s=600, away_s=0.2, kept_s=600, returning_s=0.1, spoken_s=0.1))
    ann, bob, keeper = at.player("ann"), at.player("bob"), at.keeper
    screen, _ = at.screen(ann), at.screen(bob)
    await at.do(Sit(ann, None, 1), Sit(bob, None, 2), Bet(bob, None, 2, "ante", 500))
    assert at.table.deadline_us, "ann waits"
    keeper.unsubscribe(screen)
    await until(lambda: not at.table.deadline_us)
    assert keeper.away_spots == [1]
    keeper.subscribe(screen)
    await until(lambda: bool(at.table.deadline_us))
    keeper.unsubscribe(screen)
    await until(lambda: not at.table.deadline_us)
    await at.ready(bob)
    await keeper.quiet()
    assert at.table.phase != "betting" and at.table.alone
    assert at.table.deadline_us > (time.time() + 500) * SECOND
    while at.table.phase == "playing":
        ask = at.round.pending[0]
        await at.do(TakeDecision(bob, None, 2, ask.fallback or Decision(ask.choices[0].action)))
    assert at.table.alone
    assert recover(floor.store, at.table.setup).compared() == at.table.compared()

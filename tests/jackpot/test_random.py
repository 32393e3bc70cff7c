"""Random pits: tables, wagers, wins, retries, crashes, adjustments; the books against a model of our own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tools.postgres import PostgresServer

from pitboss.errors import PitbossError
from pitboss.jackpot import JackpotDesk, MeterSettings, Reason
from pitboss.jackpot.report import statement
from pitboss.store import Receipt, open_store
from pitboss.store.verify import verify
from tests.jackpot.pit import DEALER, EXECUTIVE, SUPERVISOR, Pit

CENT = 1_000_000
SEED, RATE, RESERVE, MAXIMUM = 200_000, Fraction(1, 3), Fraction(1, 7), 200_150
TABLES = ("T1", "T2", "T3")
FULL, TENTH, FIXED = "seven-card-straight-flush", "five-aces", "full-house"


class Model:
    """What the players' money must be, in plain arithmetic: exact fractions of a unit, rounded where booked."""

    def __init__(self) -> None:
        self.meter, self.reserve, self.overflow = SEED * CENT, 0, 0
        self.carry = [Fraction(0), Fraction(0)]
        self.prizes = 0
        self.awards: list[tuple[str, int, tuple[int, int, int, int]]] = []

    def add(self, units: int) -> None:
        room = max(0, MAXIMUM * CENT - self.meter)
        self.meter += min(units, room)
        self.overflow += units - min(units, room)

    def contribute(self, wagers: int) -> None:
        for place, rate in enumerate((RATE, RESERVE)):
            exact = wagers * 100 * CENT * rate + self.carry[place]
            self.carry[place] = exact - int(exact)
            if place == 0:
                self.add(int(exact))
            else:
                self.reserve += int(exact)

    def award(self, claim: str, cents: int, full: bool) -> None:
        self.meter -= cents * CENT
        self.prizes += cents * CENT
        reserve_in = overflow_in = spill = 0
        if full:
            self.meter += SEED * CENT
            reserve_in = min(self.reserve, max(0, MAXIMUM * CENT - self.meter))
            self.meter += reserve_in
            overflow_in = min(self.overflow, max(0, MAXIMUM * CENT - self.meter))
            self.meter += overflow_in
            spill = self.reserve - reserve_in
            self.overflow += spill - overflow_in
            self.reserve = 0
        self.awards.append((claim, cents, (SEED * CENT if full else 0, reserve_in, overflow_in, spill)))

    def back_out(self) -> None:
        _, cents, (seed, reserve_in, overflow_in, spill) = self.awards.pop()
        self.prizes -= cents * CENT
        self.meter += cents * CENT - seed - reserve_in - overflow_in
        self.reserve += reserve_in + spill
        self.overflow += overflow_in - spill
        over = max(0, self.meter - MAXIMUM * CENT)
        self.meter -= over
        self.overflow += over


class RandomPit(RuleBasedStateMachine):
    url: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.pit = Pit(type(self).url())
        config = MeterSettings(SEED, RATE, RESERVE, MAXIMUM)
        self.pit.progressive(settings=config, tables=TABLES)
        self.model = Model()
        self.running: dict[str, list[int]] = {}
        self.marked: dict[str, tuple[str, int, str]] = {}
        self.done: dict[str, set[str]] = {table: set() for table in TABLES}
        self.last: Callable[[], Receipt] | None = None
        self.acts = 0

    def act(self, work: Callable[[str], Receipt]) -> Receipt:
        """Do something under a key of its own, and remember how to do exactly that again."""
        self.acts += 1
        key = f"act-{self.acts}"
        self.last = lambda: work(key)
        return work(key)

    @rule(table=st.sampled_from(TABLES), lit=st.sets(st.integers(1, 6)))
    def start(self, table: str, lit: set[int]) -> None:
        if table in self.running:
            with pytest.raises(PitbossError):
                self.pit.deal(lit, table)
            return
        self.act(lambda key: self.pit.desk.start_game(table, lit, range(1, 7), DEALER, key=key))
        self.model.contribute(len(lit))
        self.running[table] = sorted(lit)
        self.done[table] = set()

    @precondition(lambda self: self.running)
    @rule(data=st.data(), hand=st.sampled_from([FULL, TENTH, FIXED]))
    def press(self, data: st.DataObject, hand: str) -> None:
        table = data.draw(st.sampled_from(sorted(self.running)))
        if not self.running[table]:
            return
        spot = data.draw(st.sampled_from(self.running[table]))
        here = {entry: claim for claim, entry in self.marked.items() if entry[:2] == (table, spot)}
        if f"{spot}" in self.done[table] or (here and next(iter(here))[2] != hand):
            with pytest.raises(PitbossError):
                self.pit.mark(spot, hand, table)
            return
        payload = self.act(lambda key: self.pit.desk.press(table, spot, hand, DEALER, key=key)).payload
        if payload["marked"]:
            self.marked[payload["claim"]] = (table, spot, hand)
        else:
            del self.marked[payload["claim"]]

    @precondition(lambda self: any(hand != FIXED for _, _, hand in self.marked.values()))
    @rule()
    def win(self) -> None:
        claim = self.pit.desk.open_claims("J")[0]
        table, spot, hand = self.marked.pop(claim)
        self.pit.desk.confirm(claim, SUPERVISOR)
        receipt = self.act(lambda key: self.pit.desk.complete(claim, SUPERVISOR, key=key))
        cents = receipt.payload["prize_cents"]
        present = self.model.meter // CENT
        assert 0 <= cents <= (present if hand == FULL else present // 10 + 1)
        self.model.award(claim, cents, hand == FULL)
        self.done[table].add(f"{spot}")

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(sorted(self.running)))
        if any(entry[0] == table and entry[2] != FIXED for entry in self.marked.values()):
            with pytest.raises(PitbossError, match="JP-04"):
                self.pit.end(table)
            return
        self.act(lambda key: self.pit.desk.end_game(table, DEALER, key=key))
        self.marked = {claim: entry for claim, entry in self.marked.items() if entry[0] != table}
        del self.running[table]

    @precondition(lambda self: self.model.awards)
    @rule()
    def back_out(self) -> None:
        claim = self.model.awards[-1][0]
        self.act(lambda key: self.pit.desk.back_out(claim, EXECUTIVE, "test", key=key))
        self.model.back_out()

    @rule(cents=st.integers(-500, 500).filter(bool))
    def correct(self, cents: int) -> None:
        self.act(
            lambda key: self.pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "test", cents=cents, key=key)
        )
        if cents > 0:
            self.model.add(cents * CENT)
        else:
            self.model.meter += cents * CENT

    @precondition(lambda self: self.last)
    @rule()
    def retry(self) -> None:
        """A caller that never got its answer asks again."""
        assert self.last is not None
        assert self.last().replayed

    @rule()
    def reopen(self) -> None:
        """The process goes and another comes: nothing is kept but the store."""
        old = self.pit.store
        self.pit.store = open_store(old.url, clock=self.pit.clock, patience_s=5.0)
        self.pit.desk = JackpotDesk(self.pit.store)
        old.close()

    @invariant()
    def books_agree(self) -> None:
        pit, model = self.pit, self.model
        assert pit.store.trial_balance() == 0
        assert pit.units("meter") == model.meter
        assert pit.units("reserve") == model.reserve
        assert pit.units("overflow") == model.overflow
        assert sum(statement(pit.desk, "J").values()) == model.meter
        assert pit.store.account("jackpot/J/prizes").credit_balance == model.prizes

    def teardown(self) -> None:
        try:
            awards = [e.payload["award"] for e in self.pit.store.events(limit=10_000) if e.kind == "award"]
            assert len(awards) == len(set(awards)), "no award twice"
            assert verify(self.pit.store).findings == []
        finally:
            self.pit.store.close()


def run(url: Callable[[], str], examples: int, steps: int) -> None:
    machine = type("Machine", (RandomPit,), {"url": staticmethod(url)})
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=checks
        ),
    )


def on_sqlite(examples: int, steps: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-random-"))
    names = iter(range(1_000_000))
    try:
        run(lambda: f"sqlite:///{folder / f'{next(names)}.db'}", examples, steps)
    finally:
        shutil.rmtree(folder)


@pytest.mark.clause("JP-12", "JP-14", "JP-16", "JP-18", "HR-11", "HR-12", "HR-20", "HR-29")
def test_random_pits_on_sqlite() -> None:
    on_sqlite(25, 40)


@pytest.mark.postgres
@pytest.mark.clause("JP-12", "JP-16", "JP-18", "HR-11", "HR-20")
def test_random_pits_on_postgresql(postgres: PostgresServer) -> None:
    run(postgres.fresh_url, 6, 40)


@pytest.mark.long
def test_many_random_pits_on_sqlite() -> None:
    on_sqlite(400, 60)


@pytest.mark.long
@pytest.mark.postgres
def test_many_random_pits_on_postgresql(postgres: PostgresServer) -> None:
    run(postgres.fresh_url, 100, 60)

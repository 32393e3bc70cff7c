"""Random lives of a linked progressive against a model of our own, in whole units and plain arithmetic.

A life is a seed: tables, wagers, marks, signatures, rejections, several awards, back-outs, corrections, seeds taken
back, voided games, deposits, counts, and in the end the retirement into another jackpot. After every act the books
are compared with the model, to the unit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial

import pytest

from pitboss.core.errors import PitbossError
from pitboss.core.money import dollars
from pitboss.jackpots import JackpotDesk, MeterSettings, Reason
from pitboss.jackpots import postings as accounts
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.claims import in_order
from pitboss.jackpots.documents import load, open_claims
from pitboss.jackpots.statement import statement
from pitboss.ledger import Account, Receipt
from tests.jackpot.meter_model import CENT, MAXIMUM, PAYS, RATE, RESERVE, SEED, Mark, Model, Won, restarted
from tests.jackpot.pit import CONTROLS, FIXED, FULL, TENTH, Pit, guests
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, OWNER, SUPERVISOR, SURVEILLANCE
from tests.refusals import refused


class Book:
    """Accounts as they were read."""

    def __init__(self, found: Iterable[Account]) -> None:
        self._accounts = {account.name: account for account in found}

    def account(self, name: str) -> Account:
        return self._accounts[name]


class Life:
    """One jackpot `J{seed}` on three tables of a pit, lived by chance."""

    def __init__(self, pit: Pit, seed: int) -> None:
        self.pit, self.chance, self.name = pit, random.Random(seed), f"J{seed}"
        self.tables = tuple(f"{self.name}-{n}" for n in (1, 2, 3))
        pit.progressive(self.name, settings=MeterSettings(SEED, RATE, RESERVE, MAXIMUM), tables=self.tables)
        self.model, self.desk = Model(), pit.desk
        self.lit: dict[str, list[int]] = {}
        self.fixed: list[Mark] = []
        self.done: dict[str, set[int]] = {}
        self.taken: dict[str, int] = {}
        self.last: Callable[[], Receipt] | None = None
        self.acts = self.bank = 0

    def act(self, work: Callable[[str], Receipt]) -> Receipt:
        """Do something under a key of its own, and remember how to do exactly that again."""
        self.acts += 1
        key = f"{self.name}/{self.acts}"
        self.last = lambda: work(key)
        return work(key)

    def live(self, steps: int) -> None:
        rules = (
            self.start, self.start, self.press, self.press, self.press, self.confirm, self.win, self.win, self.reject,
            self.end, self.back_out, self.correct, self.recover, self.void, self.pay, self.deposit, self.intrude,
            self.retry, self.won_outside, self.count,
        )  # fmt: skip
        for _ in range(steps):
            self.chance.choice(rules)()
            self.compare()
        self.close()

    # at the tables

    def start(self) -> None:
        table = self.chance.choice(self.tables)
        lit = sorted(self.chance.sample(range(1, 7), self.chance.randint(0, 6)))
        if table in self.lit:
            refused(PitbossError, "is not ended")(self.pit.deal, lit, table)
            return
        seated = guests(lit) if self.chance.random() < 0.7 else {}
        self.act(lambda key: self.desk.start_game(table, lit, range(1, 7), DEALER, players=seated, key=key))
        self.model.contribute(len(lit))
        self.lit[table], self.done[table], self.taken[table] = lit, set(), self.model.turns

    def press(self) -> None:
        tables = [table for table in self.lit if self.lit[table]]
        if not tables:
            return
        table = self.chance.choice(tables)
        spot, hand = self.chance.choice(self.lit[table]), self.chance.choice([FULL, TENTH, TENTH, FIXED])
        marks = [m for m in (*self.model.open, *self.fixed) if (m.table, m.spot) == (table, spot)]
        if spot in self.done[table] or any(m.hand != hand or m.confirmed for m in marks):
            refused(PitbossError)(self.pit.mark, spot, hand, table)
            return
        seen = self.model.view
        payload = self.act(lambda key: self.desk.press(table, spot, hand, DEALER, key=key)).payload
        mark = Mark(payload["claim"], table, spot, hand, self.pit.clock.now_us, seen)
        home = self.fixed if hand == FIXED else self.model.open
        if payload["marked"]:
            home.append(mark)
        else:
            home.remove(marks[0])

    def end(self) -> None:
        if not self.lit:
            return
        table = self.chance.choice(sorted(self.lit))
        if any(mark.table == table for mark in self.model.open):
            refused(PitbossError, "JP-04")(self.pit.end, table)
            return
        won = sum(mark.table == table for mark in self.fixed)
        pays = self.ended(table, won * PAYS)
        assert len(pays) == won
        assert all(pay["cents"] == PAYS for pay in pays)
        self.fixed = [mark for mark in self.fixed if mark.table != table]
        del self.lit[table]

    def ended(self, table: str, cents: int) -> list[dict[str, int]]:
        """The dealer alone as far as that goes on one day, then with a second person."""
        second = None
        if cents and self.pit.alone_cents + cents > CONTROLS.surveillance_over_cents:
            refused(PitbossError, r"may book \$3,000 alone.*HR-17")(self.desk.end_game, table, DEALER)
            second = SUPERVISOR
        else:
            self.pit.alone_cents += cents
        receipt = self.act(lambda key: self.desk.end_game(table, DEALER, second, key=key))
        pays: list[dict[str, int]] = receipt.payload["pays"]
        return pays

    def void(self) -> None:
        """A game without marks or awards; what it brought goes off the meter again, as far as nobody holds it."""
        clean = [
            t for t in self.lit
            if not self.done[t]
            and not self.model.open
            and not any(mark.table == t for mark in self.fixed)
            and self.taken[t] == self.model.turns
        ]  # fmt: skip
        if not clean:
            return
        table, before = self.chance.choice(clean), self.model.view
        self.act(lambda key: self.desk.void_game(table, SUPERVISOR, "misdeal", SURVEILLANCE, key=key))
        for place, rate in enumerate((RATE, RESERVE)):
            exact = self.model.carry[place] - len(self.lit[table]) * 100 * CENT * rate
            whole = exact.numerator // exact.denominator
            self.model.carry[place] = exact - whole
            if place:
                self.model.reserve += whole
        # how the contribution had been split between meter and overflow is the books' to know; the sum is ours
        self.model.meter = self.pit.units("meter", self.name)
        self.model.overflow = self.pit.units("overflow", self.name)
        gone = len(self.lit[table]) * 100 * CENT * RATE
        assert abs(sum(before[::2]) - self.model.meter - self.model.overflow - gone) <= 1
        self.model.seed = min(self.model.seed, self.model.meter)
        del self.lit[table]

    # awards

    def confirm(self) -> None:
        queue = self.model.queue()
        if not queue:
            return
        mark = self.chance.choice(queue)
        if mark is not queue[0] or mark.confirmed:
            refused(PitbossError)(self.desk.confirm, mark.id, SUPERVISOR)
            return
        asked = self.act(lambda key: self.desk.confirm(mark.id, SUPERVISOR, key=key)).payload
        assert asked["prize_cents"] == self.model.prices()[0]
        mark.confirmed = True

    def win(self) -> None:
        queue = self.model.queue()
        if not queue:
            return
        mark, due = queue[0], self.model.prices()[0]
        if not mark.confirmed:
            self.desk.confirm(mark.id, SUPERVISOR)
        if self.chance.random() < 0.2:
            who = self.desk.claim(mark.id).player or "Pat"
            seen = Witnessed(mark.hand, 100, due, who)
            with pytest.raises(PitbossError, match="does not agree"):
                self.desk.surveil(mark.id, SURVEILLANCE, Witnessed(mark.hand, 100, due + 1, who))
            self.desk.surveil(mark.id, SURVEILLANCE, seen)
        receipt = self.act(lambda key: self.desk.complete(mark.id, SUPERVISOR, key=key))
        assert receipt.payload["prize_cents"] == due == self.model.win()
        self.done[mark.table].add(mark.spot)

    def reject(self) -> None:
        if not self.model.open:
            return
        mark = self.chance.choice(self.model.open)
        self.act(lambda key: self.desk.reject(mark.id, SUPERVISOR, "a pair", key=key))
        self.model.open.remove(mark)

    def back_out(self) -> None:
        if not self.model.won:
            return
        last = self.model.won[-1]
        if last.paid:
            refused(PitbossError, "is paid")(self.desk.back_out, last.mark.id, EXECUTIVE, OWNER, "x")
            return
        # what a restart moved may have been taken since; then there is nothing to give back
        seed, reserve, overflow, _ = last.moved
        if self.model.meter + last.cents * CENT < min(seed, self.model.seed) + reserve + overflow:
            return
        if self.model.overflow + overflow < last.moved[3]:
            return
        self.act(lambda key: self.desk.back_out(last.mark.id, EXECUTIVE, OWNER, "misread", key=key))
        self.model.back_out()
        if last.mark.table in self.lit:
            self.done[last.mark.table].discard(last.mark.spot)

    def pay(self) -> None:
        owing = [won for won in self.model.won if not won.paid]
        if not owing:
            return
        won = self.chance.choice(owing)
        who = self.winner(won.mark.id)
        self.act(lambda key: self.desk.pay(won.mark.id, CASHIER, player=who, key=key))
        owed = self.model.owed()
        spare = self.bank - (owed - won.cents * CENT)
        self.bank -= max(0, min(won.cents * CENT, spare, self.bank))
        self.model.prizes -= won.cents * CENT
        won.paid = True

    def winner(self, award: str) -> str:
        """Nobody is paid without a name, nor anybody of the staff who signed."""
        if known := self.desk.award(award).player:
            return known
        for nobody in ("", "SAM"):
            with pytest.raises(PitbossError, match=r"Nobody is named|has signed for it"):
                self.desk.pay(award, CASHIER, player=nobody)
        return "Pat"

    # money moved by hand

    def correct(self) -> None:
        cents = self.chance.choice([-1, 1]) * self.chance.randint(1, 40_000)
        wanted = (self.name, Reason.MALFUNCTION, "test")
        if cents > 0:
            cents = cents % 300 + 1
        over = cents > 0 and self.model.meter + cents * CENT > MAXIMUM * CENT
        if (cents < 0 and self.model.open) or -cents * CENT > self.model.meter or over:
            with pytest.raises(PitbossError, match=r"can be taken off|are held for it|shows its maximum"):
                self.pit.adjust(*wanted, cents=cents)
            return
        owed = self.model.owed()
        self.act(lambda key: self.pit.adjust(*wanted, cents=cents, key=key))
        house = max(cents * CENT, -self.model.seed)
        self.model.meter += cents * CENT
        self.model.seed += house
        self.model.overflow += house - cents * CENT
        assert self.model.owed() == owed, "a correction is the house's own money"

    def recover(self) -> None:
        cents = self.chance.randint(1, SEED)
        wanted = (self.name, Reason.SEED_RECOVERY, "test")
        if self.model.open or cents * CENT > self.model.seed:
            with pytest.raises(PitbossError, match=r"of seed money is on|are held for it"):
                self.pit.adjust(*wanted, cents=cents)
            return
        self.act(lambda key: self.pit.adjust(*wanted, cents=cents, key=key))
        self.model.meter -= cents * CENT
        self.model.seed -= cents * CENT

    def won_outside(self) -> None:
        wanted = (self.name, Reason.AMOUNT_WON, "the keypad is dead")
        if self.model.open:
            refused(PitbossError, "JP-29")(self.pit.adjust, *wanted, cents=1, player="Pat")
            return
        shown = self.model.meter // CENT
        if self.chance.random() < 0.8 or not shown:
            return
        cents = self.chance.choice([shown, self.chance.randint(1, shown)])
        booked = self.act(lambda key: self.pit.adjust(*wanted, cents=cents, player="Pat", key=key))
        mark = Mark(booked.payload["award"], "", 0, FULL if cents == shown else TENTH, 0, self.model.view)
        before = (*self.model.view, self.model.seed)
        self.model.meter -= cents * CENT
        self.model.prizes += cents * CENT
        self.model.seed = max(0, self.model.seed - cents * CENT)
        moved = (0, 0, 0, 0)
        if cents == shown:
            view, moved = restarted(self.model.view)
            self.model.meter, self.model.reserve, self.model.overflow = view
            self.model.seed += moved[0]
        self.model.won.append(Won(mark, cents, before, moved, self.model.seed))
        self.model.turns += 1

    def deposit(self) -> None:
        missing = -(-self.model.owed() // CENT) - self.bank // CENT
        refused(PitbossError, "JP-33")(self.desk.deposit, self.name, max(missing, 0) + 1, EXECUTIVE)
        if missing > 0:
            cents = self.chance.randint(1, missing)
            self.act(lambda key: self.desk.deposit(self.name, cents, EXECUTIVE, key=key))
            self.bank += cents * CENT

    def count(self) -> None:
        """One person's count may find a shortfall, and takes a second to lift it; then wagers go on."""
        owed, bank = -(-self.model.owed() // CENT), self.bank // CENT
        self.act(lambda key: self.desk.count_funds(self.name, 0, CASHIER, key=key))
        if owed <= 0:
            assert self.desk.jackpot(self.name).suspended_for is None
            return
        assert self.desk.jackpot(self.name).suspended_for == f"shortfall of {dollars(owed)}"
        if bank < owed:
            self.desk.deposit(self.name, owed - bank, EXECUTIVE)
            self.bank += (owed - bank) * CENT
        for second in (None, CASHIER, DEALER):
            with pytest.raises(PitbossError, match=r"lift a shortfall"):
                self.desk.count_funds(self.name, owed, CASHIER, second)
        self.act(lambda key: self.desk.count_funds(self.name, owed, CASHIER, SUPERVISOR, key=key))
        assert self.desk.jackpot(self.name).suspended_for is None

    # people

    def intrude(self) -> None:
        """What the wrong person does, or one person in two coats, changes nothing."""
        marked = self.model.queue()
        wrong = partial(self.pit.adjust, self.name, Reason.MALFUNCTION, "x", cents=5)
        tries: list[Callable[[], object]] = [
            lambda: wrong(second=EXECUTIVE),
            lambda: wrong(by=SUPERVISOR),
            lambda: self.desk.retire(self.name, EXECUTIVE, EXECUTIVE),
            lambda: self.desk.unlink(self.name, self.tables[0], EXECUTIVE),
            lambda: self.desk.start_game(self.tables[0], [1], [1], SURVEILLANCE),
            lambda: self.desk.deposit(self.name, 1, DEALER),
        ]
        if marked:
            first = marked[0]
            tries += [
                lambda: self.desk.confirm(first.id, DEALER),
                lambda: self.desk.reject(first.id, DEALER, "x"),
                lambda: self.desk.complete(first.id, DEALER, key=None),
                lambda: self.desk.surveil(first.id, SUPERVISOR, Witnessed(first.hand, 100, 1, "Pat")),
            ]
        refused(PitbossError, r"may not|takes two people")(self.chance.choice(tries))

    def retry(self) -> None:
        """A caller that never got its answer asks again."""
        if self.last is not None:
            assert self.last().replayed

    # the books

    def compare(self) -> None:
        """The whole book of the jackpot, read once, against the model."""
        store, model, name = self.pit.store, self.model, self.name
        book = Book(store.accounts(f"jackpot/{name}/"))
        units = tuple(accounts.on_meter(book, name, "meter", p) for p in ("meter", "reserve", "overflow"))
        assert units == model.view
        jackpot = load(store.document, name)
        assert jackpot.meter("meter").seed_units == model.seed
        parts = (accounts.of_meter(name, "meter", p) for p in ("meter", "reserve", "overflow", "seed"))
        assert sum(book.account(part).debits_pending for part in parts) == model.held()
        prizes = book.account(f"jackpot/{name}/prizes")
        assert (prizes.credit_balance, prizes.credits_pending) == (model.prizes, model.held())
        assert accounts.owed(book, jackpot) == model.owed()
        assert accounts.in_bank(book, name) == self.bank
        waiting = in_order(open_claims(store.document, name), "meter", jackpot.controls.award_order)
        assert [claim.id for claim in waiting] == [mark.id for mark in model.queue()]
        assert [claim.cents for claim in waiting] == model.prices()

    def close(self) -> None:
        """Everything is finished or rejected, paid, and the jackpot retired into another."""
        while self.model.open:
            self.reject()
        for table in list(self.lit):
            self.ended(table, PAYS * sum(mark.table == table for mark in self.fixed))
        for won in self.model.won:
            if not won.paid:
                self.desk.pay(won.mark.id, CASHIER, player=self.winner(won.mark.id))
        pit, heir = self.pit, f"{self.name}-heir"
        left = sum(self.model.view) - self.model.seed
        assert sum(statement(self.desk, self.name).values()) == self.model.meter
        pit.progressive(heir, settings=MeterSettings(SEED), tables=(f"{heir}-1",))
        moved = self.desk.retire(self.name, EXECUTIVE, OWNER, into=heir).payload["moved_cents"]
        assert moved == left // CENT
        assert pit.units("meter", heir) == SEED * CENT + left, "exactly the players' money"
        assert sum(pit.units(part, self.name) for part in ("meter", "reserve", "overflow")) == 0


def live_many(url: str, seeds: range, steps: int) -> JackpotDesk:
    pit = Pit(url)
    for seed in seeds:
        Life(pit, seed).live(steps)
    return pit.desk

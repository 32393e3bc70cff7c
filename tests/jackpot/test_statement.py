"""The statement between two days, and the books' own equations (JP-33, JP-34)."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from pitboss.chips.verify import check_jackpots
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots.statement import Statement, money, statement_between
from pitboss.ledger.days import GamblingDay
from pitboss.ledger.verify import verify
from tests.jackpot.lives import Life
from tests.jackpot.pit import DAY_US, FULL, TENTH, Pit
from tests.jackpot.staff import DEALER, EXECUTIVE, OWNER


def between(pit: Pit, first: date, last: date, jackpot: str = "J") -> Statement:
    return statement_between(pit.desk, jackpot, first, last, GamblingDay().bounds(first, last))


def today(pit: Pit) -> date:
    return datetime.fromtimestamp(pit.clock.now_us / 1_000_000, UTC).date()


@pytest.mark.clause("JP-34", "HR-11")
def test_a_statement_reconciles_day_after_day(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 10), Fraction(1, 50), 200_500))
    first = today(pit)
    pit.round(range(1, 7))
    pit.desk.deposit("J", 72, EXECUTIVE)
    pit.clock.now_us += DAY_US
    claim = pit.dealt(TENTH, 2, [1, 2])
    prize = pit.win(claim)
    pit.end()
    corrected = pit.adjust("J", Reason.MALFUNCTION, "display", cents=-5).event.seq
    pit.clock.now_us += DAY_US
    pit.desk.pay(claim, EXECUTIVE)
    days = [first + timedelta(days=n) for n in range(3)]
    made = [between(pit, day, day) for day in days]
    assert all(one.adds_up for one in made)
    for earlier, later in pairwise(made):
        closing = {s.name: s.closing for s in earlier.sections}
        assert {s.name: s.opening for s in later.sections} == closing, "a day opens as the day before closed"
    one, two, three = ({s.name: s for s in each.sections} for each in made)
    assert one["meter"].lines == {"contributions": 60_000_000, "seeds put in": 200_000_000_000}
    assert two["meter"].lines == {
        "awards": -prize * 1_000_000,
        "contributions": 20_000_000,
        f"corrections of the display, event {corrected}": -5_000_000,
    }
    assert (two["prizes due"].closing, three["prizes due"].closing) == (prize * 1_000_000, 0)
    assert one["bank"].lines == {"deposits": 72_000_000}
    whole = between(pit, days[0], days[2])
    assert whole.adds_up and whole.owed == made[2].owed
    assert made[1].owed == (80 + 16 + prize) * 1_000_000
    text, page = whole.text(), whole.html()
    assert "owed to players" in text and f"{money(whole.owed)}" in text
    assert "<th colspan=2 scope=rowgroup>reconciliation</th>" in page
    assert money(1_234_567_890) == "$12.3456789"


@pytest.mark.clause("JP-34")
def test_adjustments_that_cancel_each_other_are_both_on_the_statement(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 10)))
    pit.round(range(1, 7))
    wrong = partial(pit.adjust, "J", Reason.MALFUNCTION, "display")
    events = [wrong(cents=cents).event.seq for cents in (-10, 10, -3)]
    made = between(pit, today(pit), today(pit))
    rows = {line: amount for _, line, amount in made.rows()}
    shown = [rows[f"corrections of the display, event {seq}"] for seq in events]
    assert shown == ["-$0.10", "$0.10", "-$0.03"] and made.adds_up


@pytest.mark.clause("JP-34")
def test_statements_of_random_lives_add_up(tmp_path: Path) -> None:
    pit = Pit(f"sqlite:///{tmp_path / 'lives.db'}")
    first = today(pit)
    for seed in range(5_000, 5_012):
        Life(pit, seed).live(14)
        pit.clock.now_us += DAY_US // 3
    for jackpot in pit.desk.jackpots():
        for day in range(5):
            made = between(pit, first + timedelta(days=day), first + timedelta(days=day), jackpot)
            assert made.adds_up, made.text()
    assert check_jackpots(pit.store) == []
    pit.store.close()


@pytest.mark.clause("JP-33", "HR-22")
def test_books_that_do_not_agree_are_named(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    pit = Pit(f"sqlite:///{path}")
    pit.progressive()
    pit.won(TENTH, 2, [1, 2])
    pit.mark(1, TENTH)
    assert check_jackpots(pit.store) == []
    pit.store.close()
    edits = {
        "UPDATE accounts SET debits_limited = 0 WHERE name = 'jackpot/J/meter/meter'": "lost or gained a limit",
        "DELETE FROM accounts WHERE name = 'jackpot/J/receipts'": "jackpot/J/receipts is missing",
        "DELETE FROM documents WHERE key = 'jackpot-unpaid/J'": "the unpaid awards 0",
        "DELETE FROM documents WHERE key = 'jackpot-queue/J'": "the open claims are to be paid 0",
    }
    for n, (edit, says) in enumerate(edits.items()):
        copy = tmp_path / f"copy-{n}.db"
        copy.write_bytes(path.read_bytes())
        with sqlite3.connect(copy) as raw:
            raw.execute("PRAGMA foreign_keys = OFF")
            raw.execute(edit)
        raw.close()
        edited = Pit(f"sqlite:///{copy}")
        assert any(says in finding for finding in check_jackpots(edited.store)), edit
        edited.store.close()


@pytest.mark.clause("HR-33", "HR-11")
def test_a_void_game_finds_its_money_where_a_correction_has_put_it(pit: Pit) -> None:
    """What was taken off the display waits in the overflow: the contribution leaves from there, and nothing is lost."""
    pit.progressive()
    owed = pit.funds().owed_cents
    pit.desk.start_game("T1", [1, 2, 3], [1, 2, 3], DEALER)
    brought = pit.funds().owed_cents - owed
    assert brought > 0
    pit.adjust("J", Reason.MALFUNCTION, "display stuck", cents=-pit.shows())
    pit.void()
    assert (pit.shows(), pit.funds().owed_cents) == (0, owed)
    assert pit.store.trial_balance() == 0


@pytest.mark.clause("JP-18", "JP-33")
def test_after_a_back_out_the_seed_on_the_meter_is_what_the_house_has_in_it(pit: Pit) -> None:
    """A correction after the mark, an award that does not take it, and a recovery: the house cannot have more back
    than it has put in, and the jackpot can be retired."""
    pit.progressive("K", tables=("T2",))
    pit.progressive()
    claim = pit.dealt(FULL)
    pit.adjust("J", Reason.MALFUNCTION, "display stuck", cents=139)
    pit.win(claim)
    pit.adjust("J", Reason.SEED_RECOVERY, "too high", cents=200)
    pit.back_out(claim)
    pit.end()
    assert pit.meter().seed_units == pit.store.account("jackpot/J/meter/seed").debit_balance
    assert verify(pit.store).findings == []
    pit.desk.unlink("J", "T1", EXECUTIVE, OWNER)
    pit.desk.retire("J", EXECUTIVE, OWNER, into="K")
    assert pit.store.trial_balance() == 0

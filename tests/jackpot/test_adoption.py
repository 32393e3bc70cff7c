"""A store of the version before typed records opens, keeps every cent, and goes on (HR-20)."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest

from pitboss.errors import IllegalAction
from pitboss.jackpot import JackpotDesk
from pitboss.jackpot import books as accounts
from pitboss.jackpot.awards import Witnessed
from pitboss.jackpot.records import State
from pitboss.people.person import Person
from pitboss.store import Store, open_store
from pitboss.store.entries import read_event
from pitboss.store.verify import verify
from tests.jackpot.pit import guests
from tests.jackpot.sayings import KINDS

DUMP = Path(__file__).parent / "data" / "store-before-typed-records.sql.gz"
"""five jackpots in every state that version knew, games under way, trays, accounts; as SQLite dumps it"""
DEALER, SUPERVISOR = Person.of("dot", "dealer"), Person.of("sam", "supervisor")
EXECUTIVE, SURVEILLANCE = Person.of("eve", "executive"), Person.of("cam", "surveillance")


@pytest.fixture
def old(tmp_path: Path) -> str:
    with sqlite3.connect(tmp_path / "old.db") as raw:
        raw.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    raw.close()
    return f"sqlite:///{tmp_path / 'old.db'}"


def balances(store: Store) -> dict[str, int]:
    return {a.name: a.credit_balance for a in store.accounts("jackpot/")}


@pytest.mark.clause("HR-20", "JP-29", "JP-33")
def test_an_old_store_is_adopted_without_loss(old: str) -> None:
    with open_store(old) as store:
        before, events = balances(store), store.head().seq
        desk = JackpotDesk(store)
        assert balances(store) == before, "no meter, bank, prize or seed has moved"
        assert store.head().seq == events + 1, "one event says so"
        assert JackpotDesk(store).store.head().seq == events + 1, "and it is done once"
        assert verify(store).findings == []
        assert {name: jackpot.status.value for name, jackpot in desk.jackpots().items()} == {
            "envy": "running",
            "house": "running",
            "multi": "suspended",
            "old": "retired",
            "open": "running",
        }
        assert desk.open_claims("open") == ["T2.6.1.1", "T1.9.1.1"]
        held = store.account("jackpot/open/prizes").credits_pending
        due = [desk.claim(id).cents for id in desk.open_claims("open")]
        assert held == sum(due) * 1_000_000 > 0
        assert desk.claim("T2.6.1.1").state is State.CONFIRMED
        assert desk.claim("T1.9.4.3").state is State.TAKEN_OFF
        assert {award.id for award in desk.unpaid("open")} >= {"T1.7.2.1"}
        assert (desk.award("T1.6.2.1").state, desk.award("T1.8.3.1").state) == (State.PAID, State.BACKED_OUT)
        open_ = desk.jackpot("open").meter("meter")
        assert open_.waiting is not None and open_.waiting.approved is not None
        assert (open_.waiting.by.id, open_.waiting.approved.id) == ("sam", "eve")
        minor = desk.jackpot("multi").meter("minor")
        assert minor.proposed is not None and minor.proposed.settings.seed_cents == 60_000
        assert list(desk.meters("multi")) == ["mega", "major", "minor"]
        for jackpot in desk.jackpots().values():
            for name, meter in jackpot.meters.items():
                assert 0 <= meter.seed_units <= accounts.on_meter(store, jackpot.id, name)


@pytest.mark.clause("HR-20", "HR-17")
def test_an_adopted_store_goes_on_where_it_stood(old: str) -> None:
    with open_store(old) as store:
        desk = JackpotDesk(store)
        first, second = desk.open_claims("open")
        due = desk.claim(first).cents
        desk.surveil(first, SURVEILLANCE, Witnessed("seven-card-straight-flush", 100, due, "Pat"))
        card = EXECUTIVE if due >= 1_000_000 else SUPERVISOR
        assert desk.complete(first, card).payload["prize_cents"] == due
        desk.end_game("T2", DEALER)
        left = desk.claim(second).cents
        desk.confirm(second, SUPERVISOR)
        if left > 300_000:
            desk.surveil(second, SURVEILLANCE, Witnessed("five-aces", 100, left, "Pat"))
        assert desk.complete(second, EXECUTIVE).payload["prize_cents"] == left
        pays = desk.end_game("T1", DEALER).payload["pays"]
        assert [(pay["spot"], pay["for"]) for pay in pays] == [(3, "full-house")]
        with pytest.raises(IllegalAction, match="Nobody is named for spot"):
            desk.end_game("T5", DEALER)
        game = desk.game("T5")
        assert game is not None
        desk.name_players("T5", {**guests(game.lit), 2: "Pat"}, DEALER)
        envy = desk.end_game("T5", DEALER, SUPERVISOR).payload["pays"]
        assert [pay["cents"] for pay in envy if str(pay["for"]).startswith("envy")] == [100_000, 100_000]
        for id in desk.open_claims("house"):
            claim = desk.claim(id)
            desk.confirm(id, SUPERVISOR)
            desk.surveil(id, SURVEILLANCE, Witnessed(claim.hand, 100, claim.cents, "Pat"))
            assert desk.complete(id, SUPERVISOR).payload["prize_cents"] == 500_000
        desk.end_game("T6", DEALER)
        # 42 games of wagers and nothing paid at T6, chips now on the side where fills are
        tray = store.account("tray/T6")
        assert tray.credit_balance // 1_000_000 == 24 * 100
        assert store.trial_balance() == 0
        assert verify(store).findings == []


@pytest.mark.clause("HR-20")
def test_what_that_versions_events_say_is_read_by_todays_records(old: str) -> None:
    with open_store(old) as store:
        found = [event for event in store.events(limit=5000) if event.kind in KINDS]
        assert {"create", "start-game", "end-game", "hand-button", "confirm", "award"} <= {
            event.kind for event in found
        }
        for event in found:
            read_event(KINDS[event.kind], event)

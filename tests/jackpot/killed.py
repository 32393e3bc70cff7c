"""Whole lives of jackpots, act by act, in a process that is killed: `python -m tests.jackpot.killed URL KILLS SEED`.

A life is created, changed by two, played, marked, backed out, marked again, seen, won, named, ended by two, deposited,
counted short and found, paid, won outside the keypad, corrected, withdrawn from, its tray filled, played by hand, paid
from and counted, its table changed and unlinked, and it is retired into the next one; beside it a house jackpot is
posted and retired. Every act has a key; whoever comes next goes on with the first act that is not in the store. After
every kill the store is sound and has every act that was told as done."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.payouts import PayoutDesk
from pitboss.chips.trays import Inventory, Movement, TrayDesk
from pitboss.chips.verify import check_books
from pitboss.jackpots import Controls, JackpotDesk, MeterSettings, Reason
from pitboss.jackpots.adjustments import Adjustment
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.model import SettingsChange
from pitboss.jackpots.statement import funds
from pitboss.ledger import Store, create_store
from pitboss.ledger.verify import verify
from tests.jackpot.killing import told_and_kept
from tests.jackpot.pit import FACE_UP, HOME, NOTICES, TENTH, WA03, house_plan, plan
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, SUPERVISOR, SURVEILLANCE

CONTROLS = Controls(executive_from_cents=10**9, surveillance_over_cents=10**9, deposit_days=365, notices=3)
METER = MeterSettings(200_000, Fraction(1, 3), Fraction(1, 50))
LESS = SettingsChange(contribution=Fraction(1, 4))
OPENER, FILLED, ALONE, LARGE = 1_000_000, 50_000, 300_000, 300_100

Step = tuple[str, Callable[[str], object]]


def life(desk: JackpotDesk, n: int) -> Iterator[Step]:
    """The acts of the n-th jackpot; amounts are looked up when their turn comes."""
    trays, name, table = TrayDesk(desk.store), f"J{n}", f"T{n}"
    config = plan(name, controls=CONTROLS, meters={"meter": METER})
    claims = f"{table}.1.2.1", f"{table}.1.2.2"
    yield "create", lambda key: desk.create(config, EXECUTIVE, key=key)
    yield "table", lambda key: desk.add_table(table, FACE_UP, EXECUTIVE, spots=6, location=HOME, key=key)
    yield "link", lambda key: desk.link(name, table, WA03, EXECUTIVE, key=key)
    yield "start", lambda key: desk.start(name, EXECUTIVE, key=key)
    if n > 1:
        before = f"J{n - 1}"
        yield "retire", lambda key: desk.retire(before, EXECUTIVE, SUPERVISOR, into=name, key=key)
    yield from changed(desk, name)
    chips = Inventory({100: OPENER // 100})
    yield "fund", lambda key: trays.fund(OPENER + FILLED, EXECUTIVE, CASHIER, "the house's", key)
    yield "opener", lambda key: trays.opener(table, chips, SUPERVISOR, DEALER, key)
    yield "game", lambda key: desk.start_game(table, [1, 2, 3], range(1, 7), DEALER, key=key)
    for turn, claim in enumerate(claims):
        yield f"press{turn}", lambda key: desk.press(table, 2, TENTH, DEALER, key=key)
        yield f"confirm{turn}", lambda key, c=claim: desk.confirm(c, SUPERVISOR, key=key)
        if turn == 1:
            yield "surveil", lambda key, c=claim: desk.surveil(c, SURVEILLANCE, sighting(desk, c), key=key)
        yield f"complete{turn}", lambda key, c=claim: desk.complete(c, SUPERVISOR, key=key)
        if turn == 0:
            yield "back-out", lambda key: desk.back_out(claims[0], EXECUTIVE, SUPERVISOR, "misread", key=key)
    yield "name", lambda key: desk.name_players(table, {1: "ann", 2: "bob"}, DEALER, key=key)
    yield "end", lambda key: desk.end_game(table, DEALER, SUPERVISOR, key=key)
    yield "deposit", lambda key: desk.deposit(name, owed(desk, name), CASHIER, key=key)
    yield "short", lambda key: desk.count_funds(name, 1, CASHIER, key=key)
    yield (
        "found",
        lambda key: desk.count_funds(name, funds(desk, name).deposited_cents, CASHIER, SUPERVISOR, key=key),
    )
    yield "pay", lambda key: desk.pay(claims[1], CASHIER, key=key)
    won = Adjustment("meter", Reason.AMOUNT_WON, "the keypad is dead", cents=5, player="pat")
    yield "won", lambda key: desk.adjust(name, won, EXECUTIVE, SUPERVISOR, key=key)
    yield "pay-won", lambda key: desk.pay(by_hand(desk, f"{name}/won"), CASHIER, key=key)
    wrong = Adjustment("meter", Reason.GROSS_RECEIPTS, "audit 7", cents=2, source="reserve")
    yield "adjust", lambda key: desk.adjust(name, wrong, EXECUTIVE, SUPERVISOR, key=key)
    two = (EXECUTIVE, CASHIER)
    yield "withdraw", lambda key: desk.withdraw(name, -owed(desk, name), *two, "jumped", key=key)
    yield "fill", lambda key: trays.fill(table, FILLED, CASHIER, DEALER, "slip", key)
    for act, kind in (("taken", Movement.WAGER_TAKEN), ("paid", Movement.WAGER_PAID)):
        yield act, lambda key, k=kind: trays.move(table, k, ALONE, DEALER, "by hand", key, SUPERVISOR)
    seen = SurveillanceCheck("straight", "$100", LARGE, "pat", SURVEILLANCE.id)
    yield "payout", lambda key: PayoutDesk(desk.store).pay(table, LARGE, DEALER, seen, SURVEILLANCE, key=key)
    yield "credit", lambda key: trays.credit(table, FILLED, CASHIER, DEALER, "slip", key)
    yield "edit", lambda key: desk.edit_table(table, 5, {}, EXECUTIVE, SUPERVISOR, "layout", key=key)
    yield "unlink", lambda key: desk.unlink(name, table, EXECUTIVE, SUPERVISOR, key=key)
    yield "closer", lambda key: trays.closer(table, Inventory({100: OPENER // 100}), SUPERVISOR, DEALER, key)


def changed(desk: JackpotDesk, name: str) -> Iterator[Step]:
    """What two people change: a meter's settings and controls, a house jackpot's amount and notices."""
    for turn in (0, 1):
        yield f"propose{turn}", lambda key: desk.propose(name, LESS, SUPERVISOR, "less", key=key)
        if turn == 0:
            yield "decline", lambda key: desk.decline(name, EXECUTIVE, "not yet", key=key)
    yield "approve", lambda key: desk.approve(name, EXECUTIVE, key=key)
    controls = replace(CONTROLS, check_hours=48)
    yield "controls", lambda key: desk.set_controls(name, controls, EXECUTIVE, SUPERVISOR, "audit", key=key)
    house = f"H{name}"
    config = house_plan(house, controls=CONTROLS)
    yield "house", lambda key: desk.create(config, EXECUTIVE, key=key)
    yield "post", lambda key: desk.post_amount(house, 500_000, EXECUTIVE, SUPERVISOR, "season", key=key)
    yield "notices", lambda key: desk.set_notices(house, NOTICES, EXECUTIVE, SUPERVISOR, "words", key=key)
    yield "retire-house", lambda key: desk.retire(house, EXECUTIVE, SUPERVISOR, key=key)


def sighting(desk: JackpotDesk, claim: str) -> Witnessed:
    return Witnessed(TENTH, 100, desk.claim(claim).cents, "bob")


def by_hand(desk: JackpotDesk, key: str) -> str:
    event = desk.store.event(key)
    assert event is not None
    return str(event.payload["award"])


def owed(desk: JackpotDesk, name: str) -> int:
    found = funds(desk, name)
    return found.owed_cents - found.deposited_cents


def go_on(store: Store) -> Iterator[str]:
    """Do what is still to be done, for ever."""
    desk, n = JackpotDesk(store), 1
    while store.event(f"J{n}/closer") is not None:
        n += 1
    while True:
        for act, work in life(desk, n):
            key = f"J{n}/{act}"
            if store.event(key) is None:
                work(key)
                yield key
        n += 1


def check(store: Store) -> None:
    found = [*verify(store).findings, *check_books(store)]
    assert found == [], found
    assert store.trial_balance() == 0
    for account in store.accounts("tray/"):
        assert account.credit_balance >= 0, account


def live_on(url: str, tell: Callable[[str], None]) -> None:
    with create_store(url, exist_ok=True) as store:
        for key in go_on(store):
            tell(key)


def kill_loop(url: str, kills: int, seed: int) -> None:
    told = told_and_kept(url, partial(live_on, url), kills, seed, check)
    with create_store(url, exist_ok=True) as store:
        check(store)
        kinds = {event.kind for event in store.events(limit=5000)}
    print(json.dumps({"told": told, "kinds": sorted(kinds)}))


if __name__ == "__main__":
    kill_loop(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

"""Processes that play on a linked jackpot, to be killed or to run side by side. Run as a module:

    python -m tests.jackpot.players play URL TABLE ROUNDS
    python -m tests.jackpot.players kill URL KILLS SEED

`play` goes on wherever the table stands, under keys that only depend on the table's own count of games, as a
room does after a restart. `kill` starts players one after another, sends each SIGKILL at a random moment, and
checks after every kill that what the player was told is in the store.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from pitboss.chips.verify import check_jackpots
from pitboss.core.errors import IllegalAction
from pitboss.jackpots import Controls, JackpotDesk, MeterSettings
from pitboss.jackpots.documents import KeypadGame
from pitboss.jackpots.statement import statement
from pitboss.ledger import Store, create_store, open_store
from pitboss.ledger.verify import verify
from tests.jackpot.killing import told_and_kept
from tests.jackpot.pit import FACE_UP, FIXED, FULL, HOME, TENTH, WA03, guests, plan
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, SURVEILLANCE

TABLES = ("T1", "T2")
SEED_CENTS, RATE, RESERVE = 200_000, Fraction(1, 3), Fraction(1, 50)
UNIT = 1_000_000
WINS = {7: FIXED, 11: TENTH, 13: FULL}
"""every so many games a spot wins"""


def set_up(desk: JackpotDesk) -> None:
    """Open the jackpot on its tables; each step under a key, so that whoever comes next may finish it."""
    controls = Controls(
        executive_from_cents=10**9, surveillance_over_cents=10**9, deposit_days=365, notices=3
    )
    meters = {"meter": MeterSettings(SEED_CENTS, RATE, RESERVE)}
    desk.create(plan(controls=controls, meters=meters), EXECUTIVE, key="create")
    for table in TABLES:
        desk.add_table(table, FACE_UP, EXECUTIVE, spots=6, location=HOME, key=f"add/{table}")
        desk.link("J", table, WA03, EXECUTIVE, key=f"link/{table}")
    desk.start("J", EXECUTIVE, key="start")


def spots_of(number: int) -> list[int]:
    return list(range(1, 2 + number % 6))


def advance(desk: JackpotDesk, table: str) -> str:
    """One act at the table, whatever is due; returns the key it was done under."""
    game = desk.game(table)
    if game is None or not game.running:
        number = 1 if game is None else game.number + 1
        key = f"{table}/{number}/start"
        lit = spots_of(number)
        desk.start_game(table, lit, range(1, 7), DEALER, players=guests(lit), key=key)
        return key
    number = game.number
    hand = next((hand for every, hand in WINS.items() if number % every == 0), None)
    if hand is None and number % 10 == 4:
        return misdealt(desk, table, number)
    if hand is None and number % 17 == 5 and (game.claims or not game.presses):
        return wrongly_marked(desk, table, game)
    if hand and not game.claims:
        key = f"{table}/{number}/press"
        desk.press(table, 1, hand, DEALER, key=key)
        return key
    for claim in game.claims:
        status = desk.claim(claim).state.value
        first = hand != FIXED and desk.open_claims("J")[:1] == [claim]
        if (status == "marked" and first) or (status == "confirmed" and hand != FIXED):
            act, name = (desk.confirm, "confirm") if status == "marked" else (desk.complete, "complete")
            try:
                act(claim, EXECUTIVE, key=f"{claim}/{name}")
            except IllegalAction as refusal:
                assert refusal.clause == "JP-14", refusal
                time.sleep(0.002)
                return ""  # the other table has marked one meanwhile that comes first
            return f"{claim}/{name}"
        if status == "completed":
            desk.pay(claim, CASHIER, key=f"{claim}/pay")
            return f"{claim}/pay"
        if status == "marked" and hand != FIXED:
            time.sleep(0.002)  # the other table's claim comes first
            return ""
    key = f"{table}/{number}/end"
    desk.end_game(table, DEALER, key=key)
    return key


def misdealt(desk: JackpotDesk, table: str, number: int) -> str:
    """A game that is void; ended instead where its money is held for the other table's claim, or won (JP-29)."""
    key = f"{table}/{number}/void"
    try:
        desk.void_game(table, EXECUTIVE, "misdeal", SURVEILLANCE, key=key)
    except IllegalAction as refusal:
        assert refusal.clause == "JP-29", refusal
        assert won_since(desk, f"{table}/{number}/start"), f"{refusal} Nobody has won."
        key = f"{table}/{number}/end"
        desk.end_game(table, DEALER, key=key)
    return key


def won_since(desk: JackpotDesk, start: str) -> bool:
    """Whether a claim on the jackpot is open, or was paid out of it after this START GAME."""
    started = desk.store.event(start)
    assert started is not None
    later = desk.store.events(after=started.seq, limit=1000)
    return bool(desk.open_claims("J")) or any(event.kind == "award" for event in later)


def wrongly_marked(desk: JackpotDesk, table: str, game: KeypadGame) -> str:
    """A hand that is marked, confirmed or not, and rejected."""
    if not game.claims:
        key = f"{table}/{game.number}/mark"
        desk.press(table, 1, TENTH, DEALER, key=key)
        return key
    key = f"{game.claims[0]}/reject"
    desk.reject(game.claims[0], EXECUTIVE, "four aces", key=key)
    return key


def play(url: str, table: str, rounds: int) -> None:
    with create_store(url, exist_ok=True) as store:
        desk = JackpotDesk(store)
        set_up(desk)
        while (game := desk.game(table) or KeypadGame(0, False)).number < rounds or game.running:
            advance(desk, table)


def check(store: Store) -> dict[str, Any]:
    """The whole history against the books; returns how much was played."""
    result = verify(store)
    assert result.findings == [], result.findings
    taken, started, awards, told, voids = 0, dict.fromkeys(TABLES, 0), [], 0, 0
    for event in every_event(store):
        if event.kind == "start-game":
            taken += sum(event.payload["taken_cents"].values()) * UNIT
            table = event.payload["table"]
            started[table] += 1
            assert event.payload["number"] == started[table], "a game twice, or one lost"
        elif event.kind == "void-game":
            voids += 1
            taken -= sum(event.payload["returned_cents"].values()) * UNIT
        elif event.kind == "award":
            awards.append(event.payload)
            told += event.payload["prize_cents"] * UNIT
    desk = JackpotDesk(store)
    lines = statement(desk, "J")
    carry = (store.document("jackpot-carry/J") or {}).get("meter", ["0", "0"])
    assert lines["contributions"] + Fraction(carry[0]) == taken * RATE
    assert lines["awards"] == -told
    assert len({award["award"] for award in awards}) == len(awards)
    full = sum(award["restarted"] for award in awards)
    assert lines["seeds"] == (1 + full) * SEED_CENTS * UNIT
    reserve = store.account("jackpot/J/meter/reserve")
    moved = store.movements("jackpot/J/meter/reserve")
    void = moved.get("reserve-void", (0, 0))[0]
    assert reserve.credits - void + Fraction(carry[1]) == taken * RESERVE
    assert reserve.debits - void == lines["reserve moved in"]
    assert check_jackpots(store) == []
    assert sum(lines.values()) == store.account("jackpot/J/meter/meter").credit_balance
    assert store.trial_balance() == 0
    counted = {"awards": len(awards), "full": full, "voids": voids, "events": result.events}
    return {"games": started, **counted}


def every_event(store: Store) -> Iterator[Any]:
    after = 0
    while page := store.events(after=after, limit=5000):
        yield from page
        after = page[-1].seq


def child(url: str, tell: Callable[[str], None]) -> None:
    """Play on both tables for ever, saying of every act that it has been done."""
    with open_store(url) as store:
        desk = JackpotDesk(store)
        for turn in count():
            key = advance(desk, TABLES[turn % 2])
            tell(key)


def kill_loop(url: str, kills: int, seed: int) -> None:
    with create_store(url) as store:
        set_up(JackpotDesk(store))
    told = told_and_kept(url, partial(child, url), kills, seed, check)
    with open_store(url) as store:
        print(json.dumps({"told": told, **check(store)}))


if __name__ == "__main__":
    mode, url, *rest = sys.argv[1:]
    if mode == "play":
        play(url, rest[0], int(rest[1]))
    else:
        kill_loop(url, int(rest[0]), int(rest[1]))

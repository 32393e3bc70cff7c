"""Whether the jackpots' books agree: money moved on known ways only, and the ledger and the records say the same.

What is owed to players is exactly what came in on these ways and has not gone out on them (HR-10, JP-33).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from pitboss.core.codec import decode
from pitboss.jackpots import postings
from pitboss.jackpots.claims import OPEN
from pitboss.jackpots.documents import (
    Award,
    Jackpot,
    State,
    award_key,
    jackpot_key,
    load_award,
    open_claims,
    unpaid,
)
from pitboss.jackpots.events import KeypadGameEnded
from pitboss.jackpots.model import Status
from pitboss.jackpots.statement import money
from pitboss.ledger import UNIT_PER_CENT, Account, Reader
from pitboss.ledger.unit import read_event

HOUSE: Final = "house"
Way = tuple[str, str]


def _ways(*texts: str) -> frozenset[Way]:
    """`meter>prizes reserve>prizes`: from one part of a jackpot's books to another."""
    return frozenset((way.split(">")[0], way.split(">")[1]) for text in texts for way in text.split())


WAYS: Final[Mapping[str, frozenset[Way]]] = {
    "wager": _ways("house>wagers"),
    "wager-void": _ways("wagers>house"),
    "contribution": _ways("wagers>meter"),
    "contribution-overflow": _ways("wagers>overflow"),
    "contribution-void": _ways("meter>wagers overflow>wagers"),
    "reserve": _ways("wagers>reserve"),
    "reserve-void": _ways("reserve>wagers"),
    "seed": _ways("seed>meter"),
    "brought-in": _ways("house>meter"),
    "brought-in-overflow": _ways("house>overflow"),
    "reserve-in": _ways("reserve>meter"),
    "overflow-in": _ways("overflow>meter"),
    "reserve-overflow": _ways("reserve>overflow"),
    "award": _ways("meter>prizes reserve>prizes overflow>prizes seed>prizes"),
    "house-award": _ways("tray-pays>prizes"),
    "award-backed-out": _ways("prizes>meter prizes>tray-pays"),
    "seed-backed-out": _ways("meter>seed"),
    "reserve-backed-out": _ways("meter>reserve overflow>reserve"),
    "overflow-backed-out": _ways("meter>overflow"),
    "correction": _ways("seed>meter meter>seed"),
    "correction-undisplayed": _ways("meter>overflow"),
    "above-maximum": _ways("meter>overflow"),
    "gross-receipts": _ways("reserve>receipts overflow>receipts"),
    "seed-recovery": _ways("meter>seed"),
    "retired-in": _ways("meter>meter reserve>meter overflow>meter"),
    "retired-in-overflow": _ways("meter>overflow reserve>overflow overflow>overflow"),
    "retired-bank": _ways("bank>bank"),
    "distributed": _ways("meter>prizes reserve>prizes overflow>prizes"),
    "distributed-rounding": _ways("house>prizes"),
    "deposit": _ways("bank>house"),
    "withdrawal": _ways("house>bank"),
    "prize-paid": _ways("prizes>bank prizes>house"),
    "fixed-pay": _ways("tray-pays>house"),
    "envy": _ways("tray-pays>house"),
}
BETWEEN_TWO: Final = ("retired-in", "retired-in-overflow", "retired-bank")
"""the only ways from one jackpot to another, or from one meter to another"""


class Place(NamedTuple):
    """An account as a jackpot's books know it."""

    jackpot: str
    meter: str
    part: str


def place_of(account: str) -> Place | None:
    """None where it belongs to no jackpot's books."""
    if account == postings.CASH:
        return Place("", "", HOUSE)
    parts = account.split("/")
    if parts[0] != "jackpot" or len(parts) not in (3, 4):
        return None
    return Place(parts[1], parts[2] if len(parts) == 4 else "", parts[-1])


def check_flows(store: Reader) -> Iterator[str]:
    """Money of a jackpot that went another way."""
    for flow in store.flows("jackpot/"):
        if not _known(place_of(flow.debit), place_of(flow.credit), flow.code):
            yield (
                f"Event {flow.first} has {money(flow.units)} go from {flow.debit} to {flow.credit} "
                f"for {flow.code!r}: no such way is in a jackpot's books."
            )


def _known(debit: Place | None, credit: Place | None, code: str) -> bool:
    if debit is None or credit is None or (debit.part, credit.part) not in WAYS.get(code, ()):
        return False
    if code in BETWEEN_TWO:
        return debit.jackpot != credit.jackpot
    one_jackpot = HOUSE in (debit.part, credit.part) or debit.jackpot == credit.jackpot
    return one_jackpot and (not debit.meter or not credit.meter or debit.meter == credit.meter)


# Equations between ledger and records that hold in every state of a sound store.
#
# `pitboss verify` holds the log and the ledger to themselves; this holds what is owed, held, won and seeded to the
# records of claims, awards and meters, the ways money may go, and the accounts to the limits they must have.

PAYS = ("fixed-pay", "envy")


def check_books(store: Reader) -> list[str]:
    """What does not fit; nothing on a sound store."""
    jackpots = {data["id"]: decode(Jackpot, data) for data in store.documents(jackpot_key("")).values()}
    accounts = {account.name: account for account in store.accounts()}
    findings = [*_check_limits(jackpots, accounts)]
    if not findings:
        awards = [decode(Award, data) for data in store.documents(award_key("")).values()]
        for jackpot in jackpots.values():
            findings += [*_check_jackpot(store, jackpot), *_check_owed(store, jackpot, awards)]
        findings += [*check_flows(store), *_check_pays(store), *_check_trays(accounts)]
    return findings


def _check_limits(jackpots: Mapping[str, Jackpot], accounts: dict[str, Account]) -> Iterator[str]:
    """Every jackpot has exactly its accounts, each with its limits."""
    wanted: set[str] = set()
    for jackpot in jackpots.values():
        wanted.update(postings.account_names(jackpot.id, jackpot.meters))
    for name in sorted(wanted | {name for name in accounts if name.startswith("jackpot/")}):
        if name not in accounts:
            yield f"Account {name} is missing."
            continue
        if name not in wanted:
            yield f"Account {name} belongs to no jackpot."
            continue
        found = (bool(accounts[name].debits_limited), bool(accounts[name].credits_limited))
        if found != postings.limits_of(name):
            yield f"Account {name} has lost or gained a limit."


def _check_jackpot(store: Reader, jackpot: Jackpot) -> Iterator[str]:
    prizes = store.account(postings.of(jackpot.id, "prizes"))
    waiting = open_claims(store.document, jackpot.id)
    held = sum(claim.cents for claim in waiting) * UNIT_PER_CENT if jackpot.progressive else 0
    if prizes.credits_pending != held:
        yield f"{jackpot.id}: {prizes.credits_pending} units are held, the open claims are to be paid {held}."
    for claim in waiting:
        if claim.state not in OPEN:
            yield f"{jackpot.id}: claim {claim.id} waits for its award and is {claim.state.value}."
    waits = [load_award(store.document, id) for id in unpaid(store.document, jackpot.id)]
    due = sum(award.prize_cents for award in waits) * UNIT_PER_CENT
    if prizes.credit_balance != due:
        yield f"{jackpot.id}: prizes due are {prizes.credit_balance} units, the unpaid awards {due}."
    for name, meter in jackpot.meters.items():
        present = postings.on_meter(store, jackpot.id, name)
        seeded = store.account(postings.of_meter(jackpot.id, name, "seed")).debit_balance
        if not 0 <= meter.seed_units <= min(present, seeded):
            yield f"{jackpot.id}: {meter.seed_units} units of seed on {name}, which holds {present}."
    if jackpot.progressive and postings.owed(store, jackpot) < 0:
        yield f"{jackpot.id}: less than nothing is owed."
    if jackpot.status is Status.RETIRED and (waiting or jackpot.tables):
        yield f"{jackpot.id} is retired and has claims or tables."


def _check_owed(store: Reader, jackpot: Jackpot, awards: list[Award]) -> Iterator[str]:
    """What of the house's seeds is not on the meters any more is what awards have taken of them: else the part of a
    meter that is the players' would be more or less than they brought (JP-33)."""
    for name, meter in jackpot.meters.items():
        gone = store.account(postings.of_meter(jackpot.id, name, "seed")).debit_balance - meter.seed_units
        taken = sum(
            min(award.seed_units_before, award.prize_cents * UNIT_PER_CENT)
            for award in awards
            if (award.jackpot, award.meter) == (jackpot.id, name) and award.state is not State.BACKED_OUT
        )
        if gone != taken:
            yield (
                f"{jackpot.id}: {money(gone)} of the house's seed has left {name}, its awards have taken "
                f"{money(taken)}; so what is owed is wrong by the difference."
            )


def _check_pays(store: Reader) -> Iterator[str]:
    """What END GAME says it paid is what was booked with it, and nothing else is booked as such (JP-04)."""
    booked: dict[int, Counter[tuple[str, str, int]]] = {}
    for move in store.moved_by(KeypadGameEnded.KIND):
        if move.code in PAYS:
            booked.setdefault(move.seq, Counter())[move.debit, move.code, move.amount] += 1
    total: Counter[str] = Counter()
    for event in store.of_kind(KeypadGameEnded.KIND):
        said: Counter[tuple[str, str, int]] = Counter()
        for pay in read_event(KeypadGameEnded, event).pays:
            account, units = postings.of(pay.jackpot, "tray-pays"), pay.cents * UNIT_PER_CENT
            said[account, PAYS[pay.why.startswith("envy")], units] += 1
            total[account] += units
        if said != booked.get(event.seq, Counter()):
            yield f"Event {event.seq} ({event.stream}): what END GAME says it paid is not what was booked with it."
    for flow in store.flows("jackpot/"):
        if flow.code in PAYS:
            total[flow.debit] -= flow.units
    for account, units in total.items():
        if units < 0:
            yield f"{money(-units)} are booked on {account} as pays of a game that no END GAME names."


def _check_trays(accounts: dict[str, Account]) -> Iterator[str]:
    """What left one tray's account came to its other side: cage, players, drop; never to a meter."""
    for name, account in accounts.items():
        if name.startswith("players/") and f"tray/{name.removeprefix('players/')}" not in accounts:
            yield f"Account {name} has no tray beside it."
        if name.startswith("tray/") and (account.debits_pending or account.credits_pending):
            yield f"Account {name} holds something back; a tray does not."

"""Everything that a store's books must say of themselves: the jackpots' and the trays', and whether the trays'
days close.

The jackpots' money moved on known ways only, and the ledger and the records say the same. What is owed to players is
exactly what came in on these ways and has not gone out on them (HR-10, JP-33).

A tray holds nothing less than nothing, its chips come and go on known ways, and its last count and what moved since
are what its account holds (HR-17). The win by count is the win by books and what the counts found over or short
(HR-16).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from pitboss.chips.events import CloserCounted, OpenerCounted, TrayCount
from pitboss.chips.trays import Movement, over_short_account
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
from pitboss.jackpots.postings import players as players_account
from pitboss.jackpots.postings import tray as tray_account
from pitboss.jackpots.statement import money
from pitboss.jackpots.tray import TrayCounting, check_dues, last_count
from pitboss.ledger import UNIT_PER_CENT, Account, Event, Reader, Store
from pitboss.ledger.days import gambling_day
from pitboss.ledger.model import COUNTER_MAX
from pitboss.ledger.unit import read_event

HOUSE: Final = "house"
Way = tuple[str, str]


def _ways(*texts: str) -> frozenset[Way]:
    """`meter>prizes reserve>prizes`: from one part of a jackpot's books to another."""
    return frozenset((way.split(">")[0], way.split(">")[1]) for text in texts for way in text.split())


JACKPOT_WAYS: Final[Mapping[str, frozenset[Way]]] = {
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
    if debit is None or credit is None or (debit.part, credit.part) not in JACKPOT_WAYS.get(code, ()):
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


def check_jackpots(store: Reader) -> list[str]:
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


TRAYS: Final = tray_account("")
PLAYERS: Final = (players_account("{}"), "felt/{}", "held/{}", "tokes/{}", "wallet/")
"""where chips of players are at a table, with a room's wallets and without"""
CAGE: Final = ("cage",)
BROUGHT: Final = (Movement.FILL, Movement.CREDIT, Movement.CASH_FOR_CHIPS)
"""what changes a tray without being won or lost"""
PLAYED: Final = (Movement.WAGER_TAKEN, Movement.WAGER_PAID)


@dataclass(frozen=True, slots=True)
class Ways:
    """Where chips come from and go to for one reason; `{}` is the table, a name with / at its end any below it."""

    into: tuple[str, ...] = ()
    out: tuple[str, ...] = ()

    def known(self, table: str, other: str, *, comes: bool) -> bool:
        names = [name.format(table) for name in (self.into if comes else self.out)]
        return any(other == name or (name.endswith("/") and other.startswith(name)) for name in names)


WAYS: Final[Mapping[str, Ways]] = {
    "opener": Ways(into=CAGE),
    Movement.FILL.value: Ways(into=CAGE),
    Movement.CREDIT.value: Ways(out=CAGE),
    Movement.CASH_FOR_CHIPS.value: Ways(out=PLAYERS),
    Movement.WAGER_TAKEN.value: Ways(into=PLAYERS),
    Movement.WAGER_PAID.value: Ways(into=PLAYERS, out=PLAYERS),
    "count": Ways(into=(over_short_account("{}"),), out=(over_short_account("{}"),)),
}


def check_trays(store: Reader) -> Iterator[str]:
    """What does not fit; nothing on a sound store."""
    for account in store.accounts(TRAYS):
        if account.credit_balance < 0:
            table = account.name.removeprefix(TRAYS)
            yield f"The tray of {table} holds {money(account.credit_balance)}; a tray cannot give what it has not."
    for flow in store.flows(TRAYS):
        comes = flow.credit.startswith(TRAYS)
        tray, other = (flow.credit, flow.debit) if comes else (flow.debit, flow.credit)
        ways = WAYS.get(flow.code, Ways())
        if not ways.known(tray.removeprefix(TRAYS), other, comes=comes):
            yield (
                f"Event {flow.first} has {money(flow.units)} of {tray} "
                f"{'come from' if comes else 'go to'} {other} for {flow.code!r}: no such way is in a tray's books."
            )
    yield from _check_counts(store)


def _balance(store: Reader, account: str, until: int) -> int:
    moved = store.movements(account, until=until).values()
    return sum(credits_ - debits for debits, credits_ in moved)


def _check_counts(store: Reader) -> Iterator[str]:
    """A count makes the account what the chips are, less what had waited for them and is paid with them."""
    for table, event in _last_counts(store).items():
        said = read_event(TrayCount, event)
        chips = (said.cents - sum(due.cents for due in said.paid_due)) * UNIT_PER_CENT
        booked = _balance(store, tray_account(table), event.seq)
        if booked != chips:
            yield (
                f"The tray of {table} was counted at {money(chips)} in event {event.seq}, its account had "
                f"{money(booked)}: the last count and what moved since are not what it holds."
            )
        kept, which = last_count(store.document, table), TrayCounting(event.kind.removeprefix("tray."))
        if kept is None or (kept.which, kept.cents) != (which, said.cents):
            yield f"The last count of {table} is event {event.seq}; the record of it says something else."


def _last_counts(store: Reader) -> dict[str, Event]:
    return {table: taken[-1] for table, taken in _counts(store).items()}


def _counts(store: Reader) -> dict[str, list[Event]]:
    """The counts of every tray, in order."""
    taken = [*store.of_kind(OpenerCounted.KIND), *store.of_kind(CloserCounted.KIND)]
    found: dict[str, list[Event]] = defaultdict(list)
    for event in sorted(taken, key=lambda event: event.seq):
        found[event.stream.removeprefix(TRAYS)].append(event)
    return found


# Days.


@dataclass(frozen=True, slots=True)
class Period:
    """A tray from its opener to its closer, and on until it is opened again."""

    counts: tuple[Event, ...]
    """the closer last; the opener first, unless a room opened the table with its chips"""
    after: int
    """the event before its first"""
    until: int
    """its last event: the one before the next opener"""
    first: bool
    """the tray's first: it has what it had before, and what the house brought with the table"""


def check_days(store: Reader) -> Iterator[str]:
    """Days that do not close: by table, a win by count that is not the win by books and what was over or short. It is a
    finding about what people did, not about how the store was kept; nothing repairs it afterwards."""
    for table, taken in _counts(store).items():
        for period in _periods(taken):
            yield from _check_period(store, table, period)


def _periods(taken: Sequence[Event]) -> Iterator[Period]:
    begun, first = 0, True
    for at, event in enumerate(taken):
        last = at + 1 == len(taken)
        if event.kind != CloserCounted.KIND:
            continue
        after = 0 if first else taken[begun].seq - 1
        yield Period(
            tuple(taken[begun : at + 1]), after, COUNTER_MAX if last else taken[at + 1].seq - 1, first
        )
        begun, first = at + 1, False


def _check_period(store: Reader, table: str, period: Period) -> Iterator[str]:
    account, closer = tray_account(table), period.counts[-1]
    said = [read_event(TrayCount, event) for event in period.counts]
    opened = period.counts[0]
    if period.first:
        had, begun, found = 0, 0, said
    else:
        had, begun, found = said[0].cents * UNIT_PER_CENT, opened.seq, said[1:]
    counted = _net(store.movements(account, after=begun, until=closer.seq))
    had += counted.get("opener", 0)
    has = (said[-1].cents - sum(due.cents for due in said[-1].paid_due)) * UNIT_PER_CENT
    brought = sum(counted.get(kind.value, 0) for kind in BROUGHT)
    by_count = has - had - brought
    booked = _net(store.movements(account, after=period.after, until=period.until))
    by_books = sum(booked.get(kind.value, 0) for kind in PLAYED)
    over = sum(count.over_cents for count in found) * UNIT_PER_CENT
    if by_count == by_books + over:
        return
    day = gambling_day(store).of(closer.at_us)
    later = _net(store.movements(account, after=closer.seq, until=period.until))
    late = sum(later.get(kind.value, 0) for kind in PLAYED)
    yield (
        f"The tray of {table} on {day}: win by count {money(by_count)}, win by books {money(by_books)}, over or "
        f"short {money(over)}; {money(by_count - by_books - over)} is explained by nothing."
        + (f" {money(late)} was booked after the closer of event {closer.seq}." if late else "")
    )


def _net(moved: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """What came into a tray, by reason; negative what left it."""
    return {code: credits_ - debits for code, (debits, credits_) in moved.items()}


def check_books(store: Reader) -> list[str]:
    """What does not fit; nothing on a sound store."""
    # it reads and nothing else, whatever it is given
    waiting = check_dues(cast("Store", store))
    return [*check_jackpots(store), *waiting, *check_trays(store)]

"""Do the jackpots' books say one thing? Equations between ledger and records that hold in every state of a sound store.

`pitboss verify` holds the log and the ledger to themselves; this holds what is owed, held, won and seeded to the
records of claims, awards and meters, the ways money may go, and the accounts to the limits they must have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pitboss.jackpot import books
from pitboss.jackpot.claims import OPEN
from pitboss.jackpot.entries import KeypadGameEnded, StoreAdopted
from pitboss.jackpot.flows import check_flows
from pitboss.jackpot.model import Status
from pitboss.jackpot.records import Award, Jackpot, State
from pitboss.jackpot.state import SYSTEM_KEY, award_key, jackpot_key, load_award, open_claims, read, unpaid
from pitboss.jackpot.statement import money
from pitboss.store import UNIT_PER_CENT, Account, Reader
from pitboss.store.entries import read_event
from pitboss.store.unit import NOTED

PAYS = ("fixed-pay", "envy")


def earlier(store: Reader) -> int:
    """The last event up to which an earlier version kept the books, by its own rules; 0 if none did."""
    brought = [*store.of_kind(StoreAdopted.KIND), *store.of_kind(NOTED)]
    return max((event.seq for event in brought), default=0)


def check_books(store: Reader) -> list[str]:
    """What does not fit; nothing on a sound store. A store of an earlier version is looked at when it is adopted."""
    if store.document(SYSTEM_KEY) is None:
        return []
    jackpots = {data["id"]: read(Jackpot, data) for data in store.documents(jackpot_key("")).values()}
    accounts = {account.name: account for account in store.accounts()}
    findings = [*_check_limits(jackpots, accounts)]
    if not findings:
        old = earlier(store)
        awards = [read(Award, data) for data in store.documents(award_key("")).values()]
        for jackpot in jackpots.values():
            findings += _check_jackpot(store, jackpot)
            if store.events(jackpot_key(jackpot.id), limit=1)[0].seq > old:
                findings += _check_owed(store, jackpot, awards)
        findings += [*check_flows(store, old), *_check_pays(store, old), *_check_trays(accounts)]
    return findings


def _check_limits(jackpots: Mapping[str, Jackpot], accounts: dict[str, Account]) -> Iterator[str]:
    """Every jackpot has exactly its accounts, each with its limits."""
    wanted: set[str] = set()
    for jackpot in jackpots.values():
        wanted.update(books.account_names(jackpot.id, jackpot.meters))
    for name in sorted(wanted | {name for name in accounts if name.startswith("jackpot/")}):
        if name not in accounts:
            yield f"Account {name} is missing."
            continue
        if name not in wanted:
            yield f"Account {name} belongs to no jackpot."
            continue
        found = (bool(accounts[name].debits_limited), bool(accounts[name].credits_limited))
        if found != books.limits_of(name):
            yield f"Account {name} has lost or gained a limit."


def _check_jackpot(store: Reader, jackpot: Jackpot) -> Iterator[str]:
    prizes = store.account(books.of(jackpot.id, "prizes"))
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
        present = books.on_meter(store, jackpot.id, name)
        seeded = store.account(books.of_meter(jackpot.id, name, "seed")).debit_balance
        if not 0 <= meter.seed_units <= min(present, seeded):
            yield f"{jackpot.id}: {meter.seed_units} units of seed on {name}, which holds {present}."
    if jackpot.progressive and books.owed(store, jackpot) < 0:
        yield f"{jackpot.id}: less than nothing is owed."
    if jackpot.status is Status.RETIRED and (waiting or jackpot.tables):
        yield f"{jackpot.id} is retired and has claims or tables."


def _check_owed(store: Reader, jackpot: Jackpot, awards: list[Award]) -> Iterator[str]:
    """What of the house's seeds is not on the meters any more is what awards have taken of them: else the part of a
    meter that is the players' would be more or less than they brought (JP-33)."""
    for name, meter in jackpot.meters.items():
        gone = store.account(books.of_meter(jackpot.id, name, "seed")).debit_balance - meter.seed_units
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


def _check_pays(store: Reader, after: int) -> Iterator[str]:
    """What END GAME says it paid is what was booked with it, and nothing else is booked as such (JP-04)."""
    booked: dict[int, Counter[tuple[str, str, int]]] = {}
    for move in store.moved_by(KeypadGameEnded.KIND, after=after):
        if move.code in PAYS:
            booked.setdefault(move.seq, Counter())[move.debit, move.code, move.amount] += 1
    total: Counter[str] = Counter()
    for event in store.of_kind(KeypadGameEnded.KIND, after=after):
        said: Counter[tuple[str, str, int]] = Counter()
        for pay in read_event(KeypadGameEnded, event).pays:
            account, units = books.of(pay.jackpot, "tray-pays"), pay.cents * UNIT_PER_CENT
            said[account, PAYS[pay.why.startswith("envy")], units] += 1
            total[account] += units
        if said != booked.get(event.seq, Counter()):
            yield f"Event {event.seq} ({event.stream}): what END GAME says it paid is not what was booked with it."
    for flow in store.flows("jackpot/", after=after):
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

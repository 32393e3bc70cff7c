"""Do the jackpots' books say one thing? Equations between ledger and records that hold in every state of a sound store.

`pitboss verify` holds the log and the ledger to themselves; this holds what is owed, held, won and seeded to the
records of claims, awards and meters, and the accounts to the limits they must have."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.jackpot import books
from pitboss.jackpot.claims import OPEN
from pitboss.jackpot.desk import JackpotDesk
from pitboss.jackpot.model import Status
from pitboss.jackpot.records import Jackpot
from pitboss.jackpot.state import SYSTEM_KEY, open_claims, unpaid
from pitboss.store import UNIT_PER_CENT, Account, Store


def check_books(store: Store) -> list[str]:
    """What does not fit; nothing on a sound store. A store of an earlier version is looked at when it is adopted."""
    if store.document(SYSTEM_KEY) is None:
        return []
    desk = JackpotDesk(store)
    accounts = {account.name: account for account in store.accounts()}
    findings = [*_check_limits(desk, accounts)]
    if not findings:
        for jackpot in desk.jackpots().values():
            findings += _check_jackpot(desk, jackpot)
        findings += _check_trays(accounts)
    return findings


def _check_limits(desk: JackpotDesk, accounts: dict[str, Account]) -> Iterator[str]:
    """Every jackpot has exactly its accounts, each with its limits."""
    wanted: set[str] = set()
    for jackpot in desk.jackpots().values():
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


def _check_jackpot(desk: JackpotDesk, jackpot: Jackpot) -> Iterator[str]:
    store = desk.store
    prizes = store.account(books.of(jackpot.id, "prizes"))
    waiting = open_claims(store.document, jackpot.id)
    held = sum(claim.cents for claim in waiting) * UNIT_PER_CENT if jackpot.progressive else 0
    if prizes.credits_pending != held:
        yield f"{jackpot.id}: {prizes.credits_pending} units are held, the open claims are to be paid {held}."
    for claim in waiting:
        if claim.state not in OPEN:
            yield f"{jackpot.id}: claim {claim.id} waits for its award and is {claim.state.value}."
    due = sum(desk.award(id).prize_cents for id in unpaid(store.document, jackpot.id)) * UNIT_PER_CENT
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


def _check_trays(accounts: dict[str, Account]) -> Iterator[str]:
    """What left one tray's account came to its other side: cage, players, drop; never to a meter."""
    for name, account in accounts.items():
        if name.startswith("players/") and f"tray/{name.removeprefix('players/')}" not in accounts:
            yield f"Account {name} has no tray beside it."
        if name.startswith("tray/") and (account.debits_pending or account.credits_pending):
            yield f"Account {name} holds something back; a tray does not."

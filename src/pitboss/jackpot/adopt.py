"""A store of the version before typed records: brought into today's shape once, in one unit of work.

Records are rewritten, unpaid prizes listed, what open claims will be paid is held from now on (JP-29), the house's
seed on a meter is no more than awards have left of it (JP-33), and jackpot wagers and pays, which that version had
booked on the trays the wrong way round, are put right (HR-17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from pitboss.jackpot import books, state
from pitboss.jackpot.claims import price_and_hold
from pitboss.jackpot.entries import RestatedTray, StoreAdopted
from pitboss.jackpot.kept import kept_by_room
from pitboss.jackpot.model import Status
from pitboss.jackpot.records import VERSION, Award, Claim, Jackpot, KeypadGame, State, Table
from pitboss.jackpot.state import SYSTEM_KEY
from pitboss.store import UNIT_PER_CENT, Store, Unit
from pitboss.store.codec import encode
from pitboss.store.entries import begin

_KINDS: Final[tuple[tuple[str, type[Any]], ...]] = (
    (state.jackpot_key(""), Jackpot),
    (state.table_key(""), Table),
    (state.game_key(""), KeypadGame),
    (state.claim_key(""), Claim),
    (state.award_key(""), Award),
)
_SWAPPED: Final = ("wager", "fixed-pay", "envy")


def adopt(store: Store) -> None:
    if store.document(SYSTEM_KEY) is not None:
        return
    old = {key: (kind, data) for prefix, kind in _KINDS for key, data in store.documents(prefix).items()}
    if all(data.get("v") == VERSION for _, data in old.values()):
        return
    trays = {
        data["table"]: store.movements(books.tray(data["table"]))
        for kind, data in old.values()
        if kind is Table
    }
    in_room = {table for table in trays if kept_by_room(store.document, table)}
    store.write(lambda unit: _adopt(unit, list(old), trays, in_room), key="adopt/typed-jackpots")


def _adopt(
    unit: Unit, keys: list[str], trays: dict[str, dict[str, tuple[int, int]]], in_room: set[str]
) -> None:
    if unit.get(SYSTEM_KEY) is not None:
        return
    begun = begin(unit, SYSTEM_KEY, "house", StoreAdopted(VERSION, len(keys), {}))
    found: dict[type[Any], list[Any]] = {kind: [] for _, kind in _KINDS}
    for key in keys:
        kind = next(kind for prefix, kind in _KINDS if key.startswith(prefix))
        entry = state.read(kind, unit.get(key))
        if kind is Award and (winner := unit.get(f"winner/{entry.id}")):
            entry = replace(entry, player=winner["player"], round=winner["round"] or "")
        if kind is KeypadGame and key.removeprefix(state.game_key("")) in in_room:
            entry = replace(entry, booked_outside=True)
        found[kind].append(entry)
        unit.put(key, encode(entry))
    awards = {award.id: award for award in found[Award]}
    for jackpot in found[Jackpot]:
        _adopt_jackpot(unit, jackpot, awards)
    restated = {
        table: _restate_tray(unit, table, moved, chips_booked=table in in_room)
        for table, moved in trays.items()
    }
    begun.amend(replace(begun.says, trays=restated))
    state.mark_version(unit)


def _adopt_jackpot(unit: Unit, jackpot: Jackpot, awards: dict[str, Award]) -> None:
    waiting = unit.get(state.queue_key(jackpot.id)) or []
    unit.put(state.queue_key(jackpot.id), [entry["id"] for entry in waiting] or None)
    unpaid = [a.id for a in awards.values() if a.jackpot == jackpot.id and a.state is State.COMPLETED]
    unit.put(state.unpaid_key(jackpot.id), sorted(unpaid) or None)
    if jackpot.status is not Status.RETIRED:
        key = state.choice_key(jackpot)
        unit.put(key, [*(unit.get(key) or []), jackpot.id])
    for name, meter in jackpot.meters.items():
        # seeds are used up by the awards since the last restart, newest to oldest
        left, last = meter.seed_units, meter.last_award
        while last and not awards[last].restarted:
            left -= awards[last].prize_cents * UNIT_PER_CENT
            last = awards[last].previous
        present = books.on_meter(unit, jackpot.id, name)
        jackpot = jackpot.with_meter(name, seed_units=max(0, min(left, present)))
    state.save(unit, jackpot)
    for claim in state.open_claims(unit.get, jackpot.id):
        if claim.meter and jackpot.progressive:
            present_view = books.view(unit, jackpot.id, claim.meter)
            shown = min(claim.seen.meter, present_view.meter) if claim.seen else present_view.meter
            state.save_claim(unit, replace(claim, seen=replace(present_view, meter=shown)))
        elif claim.meter:
            posted = jackpot.posted_cents[claim.meter]
            state.save_claim(unit, replace(claim, cents=int(claim.share * posted)))
    for name in jackpot.meters:
        price_and_hold(unit, jackpot, name)


def _restate_tray(
    unit: Unit, table: str, moved: dict[str, tuple[int, int]], *, chips_booked: bool
) -> RestatedTray:
    """That version debited a tray for jackpot wagers and credited it for jackpot pays. Both are taken out again
    against the house's cash; chips a room had not booked are booked now."""
    tray, players = books.tray(table), books.players(table)
    taken = moved.get("wager", (0, 0))[0]
    paid = sum(moved.get(code, (0, 0))[1] for code in _SWAPPED[1:])
    books.move(unit, books.CASH, tray, taken, "restated")
    books.move(unit, tray, books.CASH, paid, "restated")
    if not chips_booked:
        unit.open_account(players)
        books.move(unit, players, tray, taken, "wager-taken")
        books.move(unit, tray, players, paid, "wager-paid")
    return RestatedTray(taken // UNIT_PER_CENT, paid // UNIT_PER_CENT)

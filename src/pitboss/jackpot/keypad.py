"""The dealer's keypad: START GAME, spot and hand buttons, END GAME (JP-02, JP-03, JP-04, JP-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.approvals import Line
from pitboss.errors import BadInput, IllegalAction, IllegalWager
from pitboss.jackpot import books
from pitboss.jackpot.awards import forget_claim, remember_claim
from pitboss.jackpot.model import Status, fixed_cents, line_of
from pitboss.jackpot.state import (
    Jackpot,
    Json,
    carry_key,
    claim_key,
    game_key,
    load,
    load_table,
    table_key,
)
from pitboss.money import dollars
from pitboss.odds import PercentOfMeter
from pitboss.people.person import Person
from pitboss.store import UNIT_PER_CENT, Unit

DAY_US = 86_400_000_000


def start_game(
    unit: Unit, table: str, lit: Mapping[str, Iterable[int]], base: Iterable[int], actor: Person, now_us: int
) -> None:
    """Lock in the lit sensors, take the wagers and book the contribution. What is laid later counts for
    nothing: it is in no list (JP-03)."""
    setup = load_table(unit, table)
    last: Json = unit.get(game_key(table)) or {"number": 0, "running": False}
    if last["running"]:
        raise IllegalAction(
            f"Game {last['number']} at {table} is not ended.", clause="JP-04", accepted="END GAME first"
        )
    locked = {sensor: _spots(setup, sensor, spots) for sensor, spots in lit.items()}
    _check_base(table, locked, set(base))
    number = last["number"] + 1
    payload: Json = {"table": table, "number": number, "lit": locked, "taken_cents": {}}
    unit.record("start-game", table_key(table), str(actor), payload)
    for sensor, spots in locked.items():
        if spots:
            jackpot = load(unit, setup["sensors"][sensor])
            _check_open(unit, jackpot, now_us)
            _take(unit, jackpot, table, len(spots))
            payload["taken_cents"][sensor] = len(spots) * jackpot.wager_cents
    unit.put(game_key(table), {"number": number, "running": True, "lit": locked, "claims": [], "presses": 0})


def _spots(setup: Json, sensor: str, spots: Iterable[int]) -> list[int]:
    if sensor not in setup["sensors"]:
        raise BadInput(
            f"{setup['table']} has no jackpot on the sensor {sensor!r}.",
            clause="JP-06",
            accepted=", ".join(setup["sensors"]) or "a table with a jackpot",
        )
    chosen = sorted(spots)
    if len(set(chosen)) != len(chosen) or not all(1 <= spot <= setup["spots"] for spot in chosen):
        raise BadInput(
            f"{chosen} are not spots of {setup['table']}.",
            clause="JP-01",
            accepted=f"each spot once, 1 to {setup['spots']}",
        )
    return chosen


def _check_base(table: str, locked: Mapping[str, list[int]], base: set[int]) -> None:
    bare = sorted({spot for spots in locked.values() for spot in spots} - base)
    if bare:
        raise IllegalWager(
            f"Spot {', '.join(map(str, bare))} at {table} has a jackpot wager but no base wager.",
            clause="JP-02",
            accepted="the base game's wager first, or no chip on the sensor",
        )


def _check_open(unit: Unit, jackpot: Jackpot, now_us: int) -> None:
    """No wagers on a jackpot that is not running, or whose money is not where it must be (HR-10)."""
    jackpot.must_be(
        Status.RUNNING, act="a wager", clause="HR-10" if jackpot.data["suspended_for"] else "JP-03"
    )
    if not jackpot.progressive:
        return
    due_us = jackpot.data["covered_us"] + jackpot.controls.deposit_days * DAY_US
    if now_us <= due_us:
        return
    short = (
        books.owed(unit, jackpot.id, jackpot.meters)
        - unit.account(books.of(jackpot.id, "bank")).debit_balance
    )
    if short > 0:
        raise IllegalWager(
            f"{dollars(-(-short // UNIT_PER_CENT))} of the players' money on {jackpot.id} has not been "
            f"deposited within {jackpot.controls.deposit_days} days.",
            clause="HR-10",
            accepted="a deposit to the jackpot's own account first",
        )


def _take(unit: Unit, jackpot: Jackpot, table: str, wagers: int) -> None:
    """A house jackpot's wagers are the house's; a progressive's feed its meters."""
    taken = books.take_wagers(unit, jackpot.id, table, wagers, jackpot.wager_cents)
    if not jackpot.progressive:
        return
    before = unit.get(carry_key(jackpot.id))
    after = {}
    for meter in jackpot.meters:
        carry = (before or {}).get(meter)
        left = books.contribute(unit, jackpot.id, meter, jackpot.in_use(meter), taken, carry)
        if left:
            after[meter] = left
    if before != (after or None):
        unit.put(carry_key(jackpot.id), after or None)


def press(
    unit: Unit,
    table: str,
    spot: int,
    hand: str,
    actor: Person,
    now_us: int,
    *,
    sensor: str = "jackpot",
    folded: bool = False,
    completed_us: int | None = None,
) -> None:
    """Mark a spot's hand, or take the mark off again (JP-15). The event says which, and whom to call."""
    setup, game = load_table(unit, table), running_game(unit, table)
    if sensor not in game["lit"] or spot not in game["lit"][sensor]:
        raise IllegalAction(
            f"Spot {spot} at {table} had no wager on the sensor {sensor!r} at START GAME.",
            clause="JP-03",
            accepted=f"spots {game['lit'].get(sensor, [])}",
        )
    jackpot = load(unit, setup["sensors"][sensor])
    line = line_of(jackpot.table, hand)
    if folded and setup["options"].get("folded_jackpot") == "lost":
        raise IllegalAction(f"Spot {spot} has folded.", clause="JP-19", accepted="hands that were played")
    marked = marked_claim(unit, game, sensor, spot)
    if marked is not None:
        _take_off(unit, jackpot, game, marked, hand, actor)
        return
    game["presses"] += 1
    claim = _claim(unit, jackpot, table, game, spot, sensor, line)
    claim.update(folded=folded, pressed_us=now_us, completed_us=completed_us or now_us, pressed_by=str(actor))
    game["claims"].append(claim["id"])
    payload = {"claim": claim["id"], "marked": True, "hand": hand, "spot": spot}
    calls = claim["meter"] is not None
    unit.record("hand-button", table_key(table), str(actor), {**payload, "calls_supervisor": calls})
    unit.put(game_key(table), game)
    unit.put(claim_key(claim["id"]), claim)
    if claim["meter"] is not None:
        remember_claim(unit, jackpot.id, claim)


def _claim(unit: Unit, jackpot: Jackpot, table: str, game: Json, spot: int, sensor: str, line: Line) -> Json:
    claim: Json = {
        "id": f"{table}.{game['number']}.{spot}.{game['presses']}",
        "jackpot": jackpot.id,
        "table": table,
        "number": game["number"],
        "sensor": sensor,
        "spot": spot,
        "hand": line.hand,
        "status": "open",
        "meter": None,
        "surveillance": None,
    }
    if isinstance(line.pays, PercentOfMeter):
        claim["meter"] = line.pays.meter
        claim["share"] = str(line.pays.share)
        if jackpot.progressive:
            claim["displayed"] = books.on_meter(unit, jackpot.id, line.pays.meter)
            claim["awards_seen"] = jackpot.meter(line.pays.meter)["awards"]
    else:
        claim["pays_cents"] = fixed_cents(line, jackpot.wager_cents)
    return claim


def _take_off(unit: Unit, jackpot: Jackpot, game: Json, claim: Json, hand: str, actor: Person) -> None:
    if claim["hand"] != hand:
        raise IllegalAction(
            f"Spot {claim['spot']} is marked with {claim['hand']}; one hand wins one line.",
            clause="JP-26",
            accepted=f"{claim['hand']} again to take it off, then {hand}",
        )
    if claim["status"] == "completed":
        raise IllegalAction(
            f"The award of claim {claim['id']} is final.", clause="JP-18", accepted="a manual adjustment"
        )
    payload = {"claim": claim["id"], "marked": False, "hand": hand, "spot": claim["spot"]}
    unit.record("hand-button", table_key(claim["table"]), str(actor), {**payload, "calls_supervisor": False})
    game["claims"].remove(claim["id"])
    unit.put(game_key(claim["table"]), game)
    unit.put(claim_key(claim["id"]), {**claim, "status": "taken-off"})
    if claim["meter"] is not None:
        forget_claim(unit, jackpot.id, claim["id"])


def end_game(unit: Unit, table: str, actor: Person) -> None:
    """Pay fixed lines and envy from the tray and clear the keypad; meter awards must be completed (JP-04)."""
    game = running_game(unit, table)
    claims: list[Json] = [unit.get(claim_key(claim)) for claim in game["claims"]]
    for claim in claims:
        _check_finished(claim, load(unit, claim["jackpot"]))
    pays: list[Json] = []
    payload: Json = {"table": table, "number": game["number"], "pays": pays}
    unit.record("end-game", table_key(table), str(actor), payload)
    for claim in claims:
        jackpot = load(unit, claim["jackpot"])
        source = books.of(jackpot.id, "tray-pays")
        if claim["meter"] is None:
            cents = claim["pays_cents"]
            unit.transfer_cents(source, books.tray(table), cents, "fixed-pay")
            pays.append({"spot": claim["spot"], "for": claim["hand"], "cents": cents, "jackpot": jackpot.id})
            unit.put(claim_key(claim["id"]), {**claim, "status": "paid"})
        for spot, cents in envy_pays(jackpot, game, claim):
            unit.transfer_cents(source, books.tray(table), cents, "envy")
            pays.append(
                {"spot": spot, "for": f"envy of spot {claim['spot']}", "cents": cents, "jackpot": jackpot.id}
            )
    unit.put(game_key(table), {"number": game["number"], "running": False})


def _check_finished(claim: Json, jackpot: Jackpot) -> None:
    if claim["meter"] is not None:
        if claim["status"] != "completed":
            raise IllegalAction(
                f"The meter award of spot {claim['spot']} ({claim['hand']}) is not completed.",
                clause="JP-04",
                accepted="the supervisor's confirmation and card, or the hand button again to take it off",
            )
        return
    limit = jackpot.controls.surveillance_over_cents
    if claim["pays_cents"] > limit and claim["surveillance"] is None:
        raise IllegalAction(
            f"{dollars(claim['pays_cents'])} for spot {claim['spot']} is over {dollars(limit)}.",
            clause="HR-14",
            accepted="surveillance's confirmation of hand, wager, payout and player first",
        )


def envy_pays(jackpot: Jackpot, game: Json, claim: Json) -> list[tuple[int, int]]:
    """For a hand with envy, every other spot with a jackpot wager, folded or not; in dollars that do not grow
    with the wager; a folded hand got here only if it qualifies (JP-20)."""
    envy_cents = line_of(jackpot.table, claim["hand"]).envy_cents
    if not envy_cents or claim.get("backed_out"):
        return []
    return [(spot, envy_cents) for spot in game["lit"][claim["sensor"]] if spot != claim["spot"]]


def running_game(unit: Unit, table: str) -> Json:
    game: Json | None = unit.get(game_key(table))
    if game is None or not game["running"]:
        raise IllegalAction(f"No game is running at {table}.", clause="JP-03", accepted="START GAME first")
    return game


def marked_claim(unit: Unit, game: Json, sensor: str, spot: int) -> Json | None:
    for name in game["claims"]:
        claim: Json = unit.get(claim_key(name))
        if (claim["sensor"], claim["spot"]) == (sensor, spot):
            return claim
    return None


def keypad(jackpot: Jackpot) -> list[dict[str, Any]]:
    """The hand buttons in printed order, pays as multiplied by the fixed wager (JP-01)."""
    buttons = []
    for line in jackpot.table.lines:
        meter = isinstance(line.pays, PercentOfMeter)
        shown = str(line.pays) if meter else dollars(fixed_cents(line, jackpot.wager_cents))
        buttons.append({"hand": line.hand, "text": line.text, "pays": shown, "from_meter": meter})
    return buttons

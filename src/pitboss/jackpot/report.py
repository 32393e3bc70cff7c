"""A jackpot's statement: what came onto each meter and what left it, from the ledger, with who did what when."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from pitboss.jackpot import books
from pitboss.jackpot.codec import decode, encode
from pitboss.jackpot.desk import JackpotDesk
from pitboss.jackpot.model import MeterSettings
from pitboss.money import dollars
from pitboss.store import UNIT_PER_CENT

LINES: Final = (
    # line of the statement, the transfers' codes that belong to it
    ("seeds", ("seed",)),
    ("brought in from another system", ("brought-in",)),
    ("contributions", ("contribution", "contribution-void")),
    ("reserve moved in", ("reserve-in",)),
    ("overflow moved in", ("overflow-in",)),
    ("awards", ("award",)),
    (
        "awards backed out",
        ("award-backed-out", "seed-backed-out", "reserve-backed-out", "overflow-backed-out"),
    ),
    ("corrections", ("correction", "correction-undisplayed")),
    ("above the maximum", ("above-maximum",)),
    ("seed recovered", ("seed-recovery",)),
    ("from or to another jackpot", ("retired-in",)),
)


def statement(desk: JackpotDesk, jackpot: str, meter: str = "meter") -> dict[str, int]:
    """Every line in units, positive when it raised the meter; together they are the meter (HR-11)."""
    moved = desk.store.movements(books.of_meter(jackpot, meter, "meter"))
    lines = {
        name: sum(moved[code][1] - moved[code][0] for code in codes if code in moved) for name, codes in LINES
    }
    known = {code for _, codes in LINES for code in codes}
    unknown = {code for code, sides in moved.items() if any(sides)} - known
    if unknown:
        raise AssertionError(f"transfers of no known kind on {jackpot}/{meter}: {sorted(unknown)}")
    return lines


def report(desk: JackpotDesk, jackpot: str, *, events: int = 50) -> dict[str, Any]:
    """The jackpot as it stands: settings, meters with their statements, funds, claims, and the latest acts."""
    found = desk.jackpot(jackpot)
    shape: dict[str, Any] = {
        "jackpot": jackpot,
        "kind": found.kind.value,
        "status": found.status.value,
        "suspended_for": found.suspended_for,
        "game": found.game,
        "pay_table": found.pay_table,
        "wager_cents": found.wager_cents,
        "tables": encode(found.tables),
        "meters": {name: encode(shown) for name, shown in desk.meters(jackpot).items()},
        "open_claims": desk.open_claims(jackpot),
        "malfunctions": encode(found.malfunctions),
        "acts": [
            {"seq": e.seq, "at": moment(e.at_us), "actor": e.actor, "kind": e.kind, "payload": e.payload}
            for e in desk.store.events(f"jackpot/{jackpot}", newest_first=True, limit=events)
        ],
    }
    if found.progressive:
        for name, meter in shape["meters"].items():
            state = found.meter(name)
            meter["statement_units"] = statement(desk, jackpot, name)
            names = ("configured", "in_use", "proposed", "waiting")
            meter.update({key: encode(getattr(state, key)) for key in names})
        shape["funds"] = funds(desk, jackpot)
    return shape


def funds(desk: JackpotDesk, jackpot: str) -> dict[str, int]:
    """The players' money and where it is, in cents; a part of a cent counts as owed (HR-10)."""
    owed = books.owed(desk.store, desk.jackpot(jackpot))
    bank = desk.store.account(books.of(jackpot, "bank")).debit_balance
    return {"owed_cents": -(-owed // UNIT_PER_CENT), "deposited_cents": bank // UNIT_PER_CENT}


def moment(at_us: int) -> str:
    return datetime.fromtimestamp(at_us / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def report_text(shape: dict[str, Any]) -> str:
    lines = [
        f"{shape['jackpot']}: {shape['kind']} jackpot, {shape['status']}"
        + (f" ({shape['suspended_for']})" if shape["suspended_for"] else ""),
        f"{shape['game']}, pay table {shape['pay_table']}, fixed wager {dollars(shape['wager_cents'])}",
        f"tables: {', '.join(shape['tables']) or 'none'}",
    ]
    for name, meter in shape["meters"].items():
        lines.append(f"\n{name}: {dollars(meter['display_cents'])}")
        if "statement_units" in meter:
            held = f"reserve {dollars(meter['reserve_cents'])}, overflow {dollars(meter['overflow_cents'])}"
            lines.append(f"  behind it: {held}")
            if meter["held_cents"]:
                lines.append(f"  held for open claims: {dollars(meter['held_cents'])}")
            lines.append(f"  settings: {decode(MeterSettings, meter['in_use'])}")
            for name, says in (("waiting", "from the next reset"), ("proposed", "proposed")):
                if meter[name]:
                    lines.append(f"  {says}: {decode(MeterSettings, meter[name]['settings'])}")
            for line, units in meter["statement_units"].items():
                if units:
                    lines.append(f"  {line:<28}{units / UNIT_PER_CENT / 100:>16,.4f}")
    if "funds" in shape:
        owed, deposited = shape["funds"]["owed_cents"], shape["funds"]["deposited_cents"]
        lines.append(f"\nplayers' money {dollars(owed)}, deposited {dollars(deposited)}")
    if shape["open_claims"]:
        lines.append(f"open claims, in order of payment: {', '.join(shape['open_claims'])}")
    lines += [
        f"malfunction of {one['meter']} ({dollars(one['cents'])}) to be reported by {one['due']}"
        for one in shape["malfunctions"]
    ]
    lines.append("")
    lines += [f"{act['seq']:>6}  {act['at']}  {act['kind']:<16} {act['actor']}" for act in shape["acts"]]
    return "\n".join(lines) + "\n"

"""A jackpot's statement: what came onto each meter and what left it, from the ledger, with who did what when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitboss.jackpot import books
from pitboss.jackpot.desk import JackpotDesk, ShownMeter
from pitboss.jackpot.records import Award, Jackpot, Meter
from pitboss.money import Cents, dollars
from pitboss.store import UNIT_PER_CENT, Event
from pitboss.store.codec import encode
from pitboss.store.days import GamblingDay, gambling_day

LINES: Final = (
    # line of the statement, the transfers' codes that belong to it
    ("seeds", ("seed",)),
    ("brought in from another system", ("brought-in",)),
    ("contributions", ("contribution", "contribution-void")),
    ("reserve moved in", ("reserve-in",)),
    ("overflow moved in", ("overflow-in",)),
    ("awards", ("award",)),
    ("awards backed out", ("award-backed-out",)),
    ("seeds backed out", ("seed-backed-out",)),
    ("reserve backed out", ("reserve-backed-out",)),
    ("overflow backed out", ("overflow-backed-out",)),
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


@dataclass(frozen=True, slots=True)
class MeterReport:
    """A meter as it stands. A house jackpot's posted amount has neither settings nor a statement."""

    shown: ShownMeter
    state: Meter | None = None
    statement_units: Mapping[str, int] | None = None

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = encode(self.shown)
        if self.state is not None:
            names = ("configured", "in_use", "proposed", "waiting")
            settings = {name: encode(getattr(self.state, name)) for name in names}
            shape |= {"statement_units": encode(self.statement_units), **settings}
        return shape

    def lines(self, name: str) -> Iterator[str]:
        yield f"\n{name}: {dollars(self.shown.display_cents)}"
        if self.state is None:
            return
        reserve, overflow = self.shown.reserve_cents or 0, self.shown.overflow_cents or 0
        yield f"  behind it: reserve {dollars(reserve)}, overflow {dollars(overflow)}"
        if self.shown.held_cents:
            yield f"  held for open claims: {dollars(self.shown.held_cents)}"
        yield f"  settings: {self.state.in_use}"
        for change, says in ((self.state.waiting, "from the next reset"), (self.state.proposed, "proposed")):
            if change:
                yield f"  {says}: {change.settings}"
        for line, units in (self.statement_units or {}).items():
            if units:
                yield f"  {line:<28}{units / UNIT_PER_CENT / 100:>16,.4f}"


@dataclass(frozen=True, slots=True)
class Funds:
    """The players' money and where it is, in cents; a part of a cent counts as owed (HR-10)."""

    owed_cents: Cents
    deposited_cents: Cents


@dataclass(frozen=True, slots=True)
class JackpotReport:
    """The jackpot as it stands: settings, meters with their statements, funds, claims, and the latest acts."""

    jackpot: Jackpot
    meters: Mapping[str, MeterReport]
    open_claims: tuple[str, ...]
    unpaid: tuple[Award, ...]
    """won and not handed over yet"""
    acts: tuple[Event, ...]
    """the newest first"""
    days: GamblingDay
    """whose clock the times are told by (HR-32)"""
    funds: Funds | None = None

    def to_json(self) -> dict[str, Any]:
        found = self.jackpot
        shape = {
            "jackpot": found.id,
            "kind": found.kind.value,
            "status": found.status.value,
            "suspended_for": found.suspended_for,
            "game": found.game,
            "pay_table": found.pay_table,
            "wager_cents": found.wager_cents,
            "tables": encode(found.tables),
            "meters": {name: meter.to_json() for name, meter in self.meters.items()},
            "open_claims": list(self.open_claims),
            "unpaid": {award.id: award.prize_cents for award in self.unpaid},
            "malfunctions": encode(found.malfunctions),
            "acts": [
                {
                    "seq": e.seq,
                    "at": self.days.moment(e.at_us),
                    "actor": e.actor,
                    "kind": e.kind,
                    "payload": e.payload,
                }
                for e in self.acts
            ],
        }
        return shape if self.funds is None else {**shape, "funds": encode(self.funds)}

    def text(self) -> str:
        found = self.jackpot
        lines = [
            f"{found.id}: {found.kind.value} jackpot, {found.status.value}"
            + (f" ({found.suspended_for})" if found.suspensions else ""),
            f"{found.game}, pay table {found.pay_table}, fixed wager {dollars(found.wager_cents)}",
            f"tables: {', '.join(found.tables) or 'none'}",
        ]
        for name, meter in self.meters.items():
            lines += meter.lines(name)
        if self.funds is not None:
            owed, deposited = dollars(self.funds.owed_cents), dollars(self.funds.deposited_cents)
            lines.append(f"\nplayers' money {owed}, deposited {deposited}")
        if self.open_claims:
            lines.append(f"open claims, in order of payment: {', '.join(self.open_claims)}")
        lines += [
            f"won and not paid yet: {award.id}, {dollars(award.prize_cents)}, {award.player or 'nobody named'}"
            for award in self.unpaid
        ]
        lines += [
            f"malfunction of {one.meter} ({dollars(one.cents)}) to be reported by {one.due}"
            for one in found.malfunctions
        ]
        lines.append("")
        lines += [
            f"{act.seq:>6}  {self.days.moment(act.at_us)}  {act.kind:<16} {act.actor}" for act in self.acts
        ]
        return "\n".join(lines) + "\n"


def report(desk: JackpotDesk, jackpot: str, *, events: int = 50) -> JackpotReport:
    found = desk.jackpot(jackpot)
    meters = {
        name: MeterReport(shown, found.meter(name), statement(desk, jackpot, name))
        if found.progressive
        else MeterReport(shown)
        for name, shown in desk.meters(jackpot).items()
    }
    acts = desk.store.events(f"jackpot/{jackpot}", newest_first=True, limit=events)
    money = funds(desk, jackpot) if found.progressive else None
    days = gambling_day(desk.store)
    claims, unpaid = tuple(desk.open_claims(jackpot)), tuple(desk.unpaid(jackpot))
    return JackpotReport(found, meters, claims, unpaid, tuple(acts), days, money)


def funds(desk: JackpotDesk, jackpot: str) -> Funds:
    owed = books.owed(desk.store, desk.jackpot(jackpot))
    bank = desk.store.account(books.of(jackpot, "bank")).debit_balance
    return Funds(-(-owed // UNIT_PER_CENT), bank // UNIT_PER_CENT)

"""A jackpot's meters, report and statement from the ledger: what came in, what went out, who did what when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Any, Final

from pitboss.core.codec import decode, encode
from pitboss.core.money import Cents, dollars
from pitboss.jackpots import postings
from pitboss.jackpots.desk import JackpotDesk, ShownMeter
from pitboss.jackpots.documents import Award, Jackpot, Meter, jackpot_key
from pitboss.ledger import UNIT_PER_CENT, Event
from pitboss.ledger.days import GamblingDay, gambling_day

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
    moved = desk.store.movements(postings.of_meter(jackpot, meter, "meter"))
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
    owed = postings.owed(desk.store, desk.jackpot(jackpot))
    bank = desk.store.account(postings.of(jackpot, "bank")).debit_balance
    return Funds(-(-owed // UNIT_PER_CENT), bank // UNIT_PER_CENT)


# The statement between two days: what every account opened with, moved for and closed with, reconciled with
# bank, prizes due and seeds (JP-34). It adds up to the unit, and so to the cent.

WORDS: Final[Mapping[str, str]] = {
    # what a transfer is for, as the statement says it
    "seed": "seeds put in",
    "brought-in": "brought in from another system",
    "brought-in-overflow": "brought in above the maximum",
    "contribution": "contributions",
    "contribution-overflow": "contributions above the maximum",
    "contribution-void": "contributions of void games",
    "reserve": "reserve contributions",
    "reserve-void": "reserve of void games",
    "reserve-in": "reserve to the meter",
    "reserve-overflow": "reserve to the overflow",
    "overflow-in": "overflow to the meter",
    "award": "awards",
    "house-award": "awards",
    "award-backed-out": "awards backed out",
    "seed-backed-out": "seeds backed out",
    "reserve-backed-out": "reserve backed out",
    "overflow-backed-out": "overflow backed out",
    "correction": "corrections of the display",
    "correction-undisplayed": "players' money taken off the display",
    "correction-overflow": "corrections above the maximum",
    "above-maximum": "above the maximum",
    "gross-receipts": "booked as gross receipts",
    "seed-recovery": "seeds recovered",
    "retired-in": "from or to another jackpot",
    "retired-in-overflow": "from another jackpot, above the maximum",
    "retired-bank": "account of a retired jackpot",
    "distributed": "distributed when it was discontinued",
    "distributed-rounding": "a part of a cent made whole by the house",
    "deposit": "deposits",
    "withdrawal": "withdrawals",
    "prize-paid": "prizes paid",
}

ADJUSTMENTS: Final = (
    "correction",
    "correction-undisplayed",
    "correction-overflow",
    "above-maximum",
    "gross-receipts",
    "seed-recovery",
)
"""what people sign for has a line each: those that cancel each other are still two"""


@dataclass(frozen=True, slots=True)
class Section:
    """One account over the time: opening, what it moved for, closing; in units."""

    name: str
    opening: int
    lines: Mapping[str, int]
    closing: int
    players: bool = True
    """whether what it holds counts for what is owed to players; the bank and the house's seeds do not"""

    @property
    def moved(self) -> int:
        return self.closing - self.opening

    @property
    def adds_up(self) -> bool:
        return self.opening + sum(self.lines.values()) == self.closing


@dataclass(frozen=True, slots=True)
class Statement:
    jackpot: str
    first: date
    last: date
    sections: tuple[Section, ...]
    owed: int
    """at the end: meters, reserves and overflow less the house's seeds, and prizes due"""
    seeds: int
    bank: int

    @property
    def adds_up(self) -> bool:
        held = sum(s.closing for s in self.sections if s.players)
        return all(section.adds_up for section in self.sections) and held - self.seeds == self.owed

    def to_json(self) -> dict[str, Any]:
        return {
            "jackpot": self.jackpot,
            "from": self.first.isoformat(),
            "to": self.last.isoformat(),
            "sections": [
                {
                    "name": s.name,
                    "opening_units": s.opening,
                    "lines_units": dict(s.lines),
                    "closing_units": s.closing,
                }
                for s in self.sections
            ],
            "owed_units": self.owed,
            "seeds_units": self.seeds,
            "bank_units": self.bank,
            "short_units": max(0, self.owed - self.bank),
            "adds_up": self.adds_up,
        }

    def rows(self) -> list[tuple[str, str, str]]:
        """Section, line, amount: for text and paper."""
        found = []
        for section in self.sections:
            found.append((section.name, "opening", money(section.opening)))
            found += [("", line, money(units)) for line, units in section.lines.items() if units]
            found.append(("", "closing", money(section.closing)))
        (first, held), *rest = self.reconciliation()
        return [*found, ("reconciliation", first, held), *(("", line, amount) for line, amount in rest)]

    def reconciliation(self) -> list[tuple[str, str]]:
        """What is owed to players, and whether the separate account covers it."""
        short = self.owed - self.bank
        return [
            ("on meters, behind them, and prizes due", money(self.owed + self.seeds)),
            ("less the house's seeds", money(-self.seeds)),
            ("owed to players", money(self.owed)),
            ("in the separate account", money(self.bank)),
            ("still to be deposited" if short > 0 else "above what is owed", money(abs(short))),
        ]

    def text(self) -> str:
        title = f"{self.jackpot}: statement from {self.first} to {self.last}"
        lines = [title, "=" * len(title)]
        for section, line, amount in self.rows():
            lines += [f"\n{section}"] if section else []
            lines.append(f"  {line:<42}{amount:>20}")
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        title = escape(f"{self.jackpot}: statement from {self.first} to {self.last}")
        body = ""
        for section, line, amount in self.rows():
            body += f"<tr><th colspan=2 scope=rowgroup>{escape(section)}</th></tr>" if section else ""
            body += f"<tr><td>{escape(line)}</td><td class=money>{amount}</td></tr>"
        signed = "".join(f"<p class=line>{who}</p>" for who in ("Prepared by", "Reviewed by"))
        return (
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>"
            "<style>body{font:15px/1.5 serif;max-width:44rem;margin:2rem auto}th{text-align:left;padding-top:1em}"
            ".money{text-align:right;font-variant-numeric:tabular-nums}table{width:100%}"
            ".line{border-bottom:1px solid;height:2.5rem}</style>"
            f"<h1>{title}</h1><table>{body}</table>{signed}</html>\n"
        )


def money(units: int) -> str:
    """Dollars to the hundredth of a cent, exact where the ledger is finer."""
    sign, units = ("-", -units) if units < 0 else ("", units)
    cents, rest = divmod(units, UNIT_PER_CENT)
    whole = f"{sign}${cents // 100:,}.{cents % 100:02d}"
    return whole + f"{rest:06d}".rstrip("0") if rest else whole


def statement_between(
    desk: JackpotDesk, jackpot: str, first: date, last: date, bounds_us: tuple[int, int]
) -> Statement:
    """What reconciles between two days (JP-34). `bounds_us` are the first moment of the first day and the first one
    after the last: the house knows its day."""
    store = desk.store
    desk.jackpot(jackpot)
    after, until = store.seq_before(bounds_us[0]), store.seq_before(bounds_us[1])

    def section(name: str, account: str, sign: int = 1, *, players: bool = True) -> Section:
        def total(moved: Mapping[str, tuple[int, int]]) -> int:
            return sign * sum(credits_ - debits for debits, credits_ in moved.values())

        between = store.movements(account, after=after, until=until)
        lines: dict[str, int] = {}
        for code, (debits, credits_) in between.items():
            if debits == credits_ == 0 or code in ADJUSTMENTS:
                continue  # held and released: nothing has moved
            word = WORDS.get(code, code)
            both = debits and credits_
            for units, way in ((sign * credits_, " (in)"), (-sign * debits, " (out)")):
                if units:
                    line = word + way if both else word
                    lines[line] = lines.get(line, 0) + units
        for seq, code, units in store.moves(account, ADJUSTMENTS, after=after, until=until):
            line = f"{WORDS[code]}, event {seq}"
            lines[line] = lines.get(line, 0) + sign * units
        opening = total(store.movements(account, until=after)) if after else 0
        return Section(name, opening, lines, opening + total(between), players)

    found = at_the_time(desk, jackpot, until)
    meters = found.meter_names if found.progressive else ()

    def titled(meter: str, part: str) -> str:
        return part if len(meters) == 1 else f"{meter}: {part}"

    sections = [
        section(titled(meter, part), postings.of_meter(jackpot, meter, part))
        for meter in meters
        for part in ("meter", "reserve", "overflow")
    ]
    sections.append(section("prizes due", postings.of(jackpot, "prizes")))
    for meter in meters:
        seeds_of = postings.of_meter(jackpot, meter, "seed")
        sections.append(section(titled(meter, "seeds"), seeds_of, -1, players=False))
    bank = section("bank", postings.of(jackpot, "bank"), -1, players=False)
    sections.append(bank)
    seeds = sum(meter.seed_units for meter in found.meters.values())
    held = sum(s.closing for s in sections if s.players)
    return Statement(jackpot, first, last, tuple(sections), held - seeds, seeds, bank.closing)


def at_the_time(desk: JackpotDesk, jackpot: str, seq: int) -> Jackpot:
    """The jackpot as the last event up to a number had written it; every event of its own stream may."""
    key, before = jackpot_key(jackpot), seq + 1
    while page := desk.store.events(key, after=before, newest_first=True):
        for event in page:
            written = event.sets.get(key)
            if written is not None:
                return decode(Jackpot, written)
        before = page[-1].seq
    return desk.jackpot(jackpot)

"""A jackpot's statement between two days: what every account of it opened with, moved for and closed with, reconciled
with bank, prizes due and seeds (JP-34). It adds up to the unit, and so to the cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Any, Final

from pitboss.jackpot import books
from pitboss.jackpot.desk import JackpotDesk
from pitboss.jackpot.records import Jackpot
from pitboss.jackpot.state import jackpot_key, read
from pitboss.store import UNIT_PER_CENT

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
        section(titled(meter, part), books.of_meter(jackpot, meter, part))
        for meter in meters
        for part in ("meter", "reserve", "overflow")
    ]
    sections.append(section("prizes due", books.of(jackpot, "prizes")))
    for meter in meters:
        seeds_of = books.of_meter(jackpot, meter, "seed")
        sections.append(section(titled(meter, "seeds"), seeds_of, -1, players=False))
    bank = section("bank", books.of(jackpot, "bank"), -1, players=False)
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
                return read(Jackpot, written)
        before = page[-1].seq
    return desk.jackpot(jackpot)

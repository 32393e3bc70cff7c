"""The arithmetic of a progressive in plain integers, independent of the books: what lives are compared with."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.jackpot.pit import FULL, TENTH

CENT = 1_000_000
SEED, RATE, RESERVE, MAXIMUM = 20_000, Fraction(1, 3), Fraction(1, 7), 20_350
SHARES = {FULL: Fraction(1), TENTH: Fraction(1, 10)}
PAYS = 400


@dataclass
class Mark:
    id: str
    table: str
    spot: int
    hand: str
    moment: int
    seen: tuple[int, int, int] = (0, 0, 0)
    confirmed: bool = False


@dataclass
class Won:
    mark: Mark
    cents: int
    before: tuple[int, int, int, int]
    moved: tuple[int, int, int, int]
    seed_after: int = 0
    paid: bool = False


def restarted(view: tuple[int, int, int]) -> tuple[tuple[int, int, int], tuple[int, int, int, int]]:
    """Seed, then reserve, then overflow, up to the maximum; the rest of the reserve into the overflow (JP-12)."""
    meter, reserve, overflow = view
    top = MAXIMUM * CENT
    meter += SEED * CENT
    into = min(reserve, max(0, top - meter))
    meter += into
    back = min(overflow, max(0, top - meter))
    spill = reserve - into
    return (meter + back, 0, overflow - back + spill), (SEED * CENT, into, back, spill)


@dataclass
class Model:
    meter: int = SEED * CENT
    reserve: int = 0
    overflow: int = 0
    seed: int = SEED * CENT
    prizes: int = 0
    carry: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    open: list[Mark] = field(default_factory=list)
    won: list[Won] = field(default_factory=list)
    turns: int = 0
    """awards and back-outs so far: each moves the meter under the games that are on"""

    @property
    def view(self) -> tuple[int, int, int]:
        return self.meter, self.reserve, self.overflow

    def add(self, units: int) -> None:
        room = min(units, max(0, MAXIMUM * CENT - self.meter))
        self.meter += room
        self.overflow += units - room

    def contribute(self, wagers: int) -> None:
        for place, rate in enumerate((RATE, RESERVE)):
            exact = wagers * 100 * CENT * rate + self.carry[place]
            whole = exact.numerator // exact.denominator
            self.carry[place] = exact - whole
            if place:
                self.reserve += whole
            else:
                self.add(whole)

    def queue(self) -> list[Mark]:
        first = {m.table: min(o.moment for o in self.open if o.table == m.table) for m in self.open}
        return sorted(self.open, key=lambda m: (first[m.table], m.table, -m.spot))

    def prices(self) -> list[int]:
        found: list[int] = []
        taken: list[tuple[int, bool]] = []
        for mark in self.queue():
            least = None
            for view in (mark.seen, self.view):
                for units, full in taken:
                    view = (max(0, view[0] - units), view[1], view[2])
                    view = restarted(view)[0] if full else view
                least = view[0] if least is None else min(least, view[0])
            assert least is not None
            exact = SHARES[mark.hand] * (least // CENT)
            found.append(exact.numerator // exact.denominator)
            taken.append((found[-1] * CENT, mark.hand == FULL))
        return found

    def held(self) -> int:
        return sum(self.prices()) * CENT

    def win(self) -> int:
        mark, cents = self.queue()[0], self.prices()[0]
        self.open.remove(mark)
        before = (*self.view, self.seed)
        self.prizes += cents * CENT
        self.meter -= cents * CENT
        self.seed = max(0, self.seed - cents * CENT)
        moved = (0, 0, 0, 0)
        if mark.hand == FULL:
            (self.meter, self.reserve, self.overflow), moved = restarted(self.view)
            self.seed += moved[0]
        for other in self.open:
            seen = (max(0, other.seen[0] - cents * CENT), *other.seen[1:])
            other.seen = restarted(seen)[0] if mark.hand == FULL else seen
        self.won.append(Won(mark, cents, before, moved, self.seed))
        self.turns += 1
        return cents

    def back_out(self) -> None:
        """The new seed back to the house as far as it is there, reserve and overflow to where they were."""
        last, before, now = self.won.pop(), self.view, self.seed
        self.turns += 1
        seed, reserve, overflow, spill = last.moved
        self.prizes -= last.cents * CENT
        self.meter += last.cents * CENT - min(seed, self.seed) - reserve - overflow
        self.reserve += reserve + spill
        self.overflow += overflow - spill
        over = max(0, self.meter - MAXIMUM * CENT)
        self.meter -= over
        self.overflow += over
        taken = last.before[3] + seed - last.seed_after
        self.seed = min(taken + max(0, now - seed), self.meter)
        for other in self.open:
            moved = (now - was for now, was in zip(self.view, before, strict=True))
            other.seen = tuple(max(0, s + m) for s, m in zip(other.seen, moved, strict=True))  # type: ignore[assignment]

    def owed(self) -> int:
        return sum(self.view) - self.seed + self.prizes

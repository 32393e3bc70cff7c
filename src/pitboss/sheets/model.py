"""Typed, immutable rule sheets. See `docs/approvals.md` for the file format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from pitboss.core.cards import RANKS
from pitboss.core.errors import BadInput, shown, unknown
from pitboss.core.money import Cents
from pitboss.core.odds import LOSES, Odds, PercentOfMeter
from pitboss.sheets.toml import Node

EMPTY: Mapping[str, str] = MappingProxyType({})
LONGEST_NUMBER = 20
"""digits; Python itself gives up at some thousands"""


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered rule, with a title in our own words and its place in the sheet."""

    id: str
    title: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Where the sheet leaves something open: its words, how they are read here, and what else they could mean."""

    clause: str
    words: str
    read: str
    other: str
    costs: str = ""
    """what the other reading would cost, where that is not computed"""
    compute: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """wager and settings of the other reading, for its edge"""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pay table: what a hand is paid, or by how much it multiplies another line's pay."""

    hand: str
    text: str
    clause: str
    pays: Odds | None = None
    multiplies: int | None = None
    envy_cents: Cents | None = None
    when: str = ""
    """of a wager that named cards decide: the condition under which the line fits (`sheets.side_wagers`)"""


@dataclass(frozen=True, slots=True)
class PayTable:
    """An approved pay table, or a user's own (`approved` false: for analysis only, HR-07)."""

    wager: str
    id: str
    clause: str
    lines: tuple[Line, ...]
    rules: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """what else sets this table apart, such as `raise_on_pair = no`"""
    approved: bool = True
    name: str = ""
    linked_as: str = ""
    """the name this table is printed under where it is linked with another game's (JP-07)"""
    linked_with: tuple[str, ...] = ()
    """the other games' tables that may hang on the same progressive"""
    decks: tuple[int, int] | None = None
    """the table is for shoes of so many decks, least and most; None for all that the game is dealt from"""
    otherwise: Odds = LOSES
    """what becomes of the wager where no line fits"""
    by_hand: Mapping[str, Line] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_hand", MappingProxyType({line.hand: line for line in self.lines}))

    def __reduce__(self) -> tuple[object, ...]:
        return _pay_table, (
            self.wager, self.id, self.clause, self.lines, dict(self.rules), self.approved, self.name,
            self.linked_as, self.linked_with, self.decks, self.otherwise,
        )  # fmt: skip

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters a jackpot's table pays from, in printed order (JP-10)."""
        return tuple(dict.fromkeys(n.pays.meter for n in self.lines if isinstance(n.pays, PercentOfMeter)))

    def odds(self, hand: str) -> Odds:
        """What the hand is paid; a hand that is not on the table loses, or what the sheet says instead."""
        line = self.by_hand.get(hand)
        return self.otherwise if line is None or line.pays is None else line.pays

    @property
    def otherwise_net(self) -> Fraction:
        """The player's net per unit where no line fits."""
        return self.net("")

    def for_decks(self, decks: int) -> bool:
        """Whether the table may be used with a shoe of so many decks."""
        return self.decks is None or self.decks[0] <= decks <= self.decks[1]

    def net(self, hand: str) -> Fraction:
        """The player's net per unit wagered, for pays that do not depend on a meter."""
        odds = self.odds(hand)
        if not hasattr(odds, "net"):
            raise BadInput(f"The line {hand!r} of pay table {self.id} is paid from a meter.")
        return odds.net

    def __getitem__(self, hand: str) -> Line:
        if hand not in self.by_hand:
            raise BadInput(f"Pay table {self.id} has no line {hand!r}.", accepted=", ".join(self.by_hand))
        return self.by_hand[hand]


def _pay_table(
    wager: str,
    id: str,
    clause: str,
    lines: tuple[Line, ...],
    rules: dict[str, str],
    approved: bool,
    name: str,
    linked_as: str,
    linked_with: tuple[str, ...],
    decks: tuple[int, int] | None,
    otherwise: Odds,
) -> PayTable:
    frozen = MappingProxyType(rules)
    return PayTable(
        wager, id, clause, lines, frozen, approved, name, linked_as, linked_with, decks, otherwise
    )


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager place on the layout.

    `placed` says when: `first` (before the cards, needed to play), `optional` (before the cards, if one
    likes), `later` (during the round). `of` names the wager under which its edge is reported."""

    id: str
    name: str
    placed: str
    of: str
    clause: str
    equals: str | None = None
    """this wager is exactly as large as that one (Down Under Hold'em: Bet and Ante)"""
    needs: tuple[str, ...] = ()
    """cannot be made without these"""
    needs_clause: str = ""
    """the clause that says so, where it is not the wager's own"""
    multiples: tuple[int, ...] = ()
    """for `later` wagers: exactly how many times the wager it needs, one of these"""
    up_to: Fraction | None = None
    """for `later` wagers of the player's own choosing: at most this many times the wager it needs"""
    least_cents: Cents = 0
    """a minimum fixed by the approval"""
    most_cents: Cents | None = None
    """a maximum fixed by the approval"""
    sensed: bool = False
    """a jackpot wager on an electronically sensed spot (JP-01)"""
    tokes: bool = False
    """bet for the dealer: whatever comes back goes to the tokes (LB-11)"""
    notes: tuple[str, ...] = ()
    """what players have to know beside the odds, for the sign"""
    always: str = ""
    """on every layout of the game; the clause that says so (AD-02)"""
    settled_by: SettledBy | None = None
    """the cards that settle it, where nothing else does; tests hold the rules to it"""
    on_top_of: str = ""
    """for `later` wagers: part of that wager from then on, multiplied with it (SB-13)"""
    decided_by: tuple[str, ...] = ()
    """the places whose cards decide it, line by line of its pay table, and nothing else does (SB-02)"""


@dataclass(frozen=True, slots=True)
class Option:
    """Something the operator may choose."""

    name: str
    default: str
    choices: tuple[str, ...]
    """accepted words; beside or instead of them a whole number where `least` or `most` is given"""
    clause: str
    meaning: str
    favours: str = ""
    least: int | None = None
    most: int | None = None
    says: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """by choice, what the sign says to players; `*` for a number, nothing where players need not know"""
    analysis: tuple[str, ...] = ()
    """choices that may be analysed, and never opened for play (HR-07)"""
    own: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """an operator's own choices, which he brings along as files: what each may be called, and its id (PG-27)"""

    @property
    def numeric(self) -> bool:
        return self.least is not None or self.most is not None

    @property
    def accepted(self) -> str:
        """What may be given, in words."""
        words = list(self.choices)
        if self.numeric:
            to = f" to {self.most}" if self.most is not None else " up"
            words.insert(0, f"a whole number from {self.least or 0}{to}")
        return ", ".join(words)

    def sentence(self, value: str) -> str:
        """What players are told about this choice; the bare meaning where the sheet has no words for it."""
        if not self.says:
            return f"{self.meaning}: {value}"
        words = self.says[value] if value in self.says else self.says.get("*", "")
        return words.replace("{}", value)

    def validate(self, value: str) -> str:
        if value in self.choices:
            return value
        if value in self.own:
            return self.own[value]
        if self.numeric and value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER:
            number = int(value)
            if number >= (self.least or 0) and (self.most is None or number <= self.most):
                return str(number)
        raise BadInput(
            f"{self.name} = {value if len(value) <= LONGEST_NUMBER else shown(value)} is not possible.",
            clause=self.clause,
            accepted=self.accepted,
        )


@dataclass(frozen=True, slots=True)
class Published:
    """A figure printed in the approval, as printed; or, with a `source`, one that was published elsewhere."""

    wager: str
    pay_table: str
    figure: str
    clause: str
    note: str = ""
    source: str = ""
    settings: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """what it was printed for; whatever is not named here is as usual"""
    line: str = ""
    """the line of the pay table whose chance it is, `10,368 of 5,013,320`; none for the house edge"""

    @property
    def value(self) -> Fraction:
        if self.line:
            many, _, of = self.figure.replace(",", "").partition(" of ")
            return Fraction(int(many), int(of))
        number = Fraction(self.figure.removesuffix("%").strip())
        return number / 100 if self.figure.endswith("%") else number

    @property
    def half_unit(self) -> Fraction:
        """Half a unit of the last printed digit: how far an honest rounding can be off; a count is exact."""
        if self.line:
            return Fraction(0)
        number = self.figure.removesuffix("%").strip()
        places = len(number.partition(".")[2])
        unit = Fraction(1, 10**places) / (100 if self.figure.endswith("%") else 1)
        return unit / 2


@dataclass(frozen=True, slots=True)
class Equipment:
    """Equipment the approval names, with the least version it accepts (HR-23).

    `needed_for` is `game`, `jackpot`, `option`, or the id of other equipment it comes with."""

    id: str
    name: str
    version: str
    needed_for: str
    clause: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The approval letter: what was approved when, for whom, and the slips in its wording (HR-31)."""

    submission: str
    dated: date
    to: str
    rules_date: date | None = None
    slips: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    games: tuple[str, ...] = ()
    """all games of a submission that covers several (JP-09)"""


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """One game as approved (or, without a letter, a base game other sheets build on)."""

    id: str
    name: str
    per: str
    """the wager the house edge is counted on"""
    decks: tuple[int, int]
    jokers: int
    spots: tuple[int, int, int]
    """least, default, most"""
    letter: Letter | None
    wagers: tuple[Wager, ...]
    pay_tables: tuple[PayTable, ...]
    options: tuple[Option, ...]
    published: tuple[Published, ...]
    """figures that the approval prints"""
    clauses: tuple[Clause, ...]
    elsewhere: tuple[Published, ...] = ()
    """figures that others have published, and no approval"""
    readings: tuple[Reading, ...] = ()
    legends: tuple[str, ...] = ()
    """printed on the felt (FB-28, FU-18)"""
    crossed: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """wager whose tables are named BASE/MULTIPLIER: any pair may be analysed (LB-23)"""
    absent: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """`WAGER/TABLE` numbers that the approval leaves out, with the clause that says so (FU-22)"""
    dealing: tuple[str, ...] = ()
    """how the cards may be dealt, where the approval names the ways"""
    dealing_clause: str = ""
    usual: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """wager: the table in use where nobody names one, if it is not the first"""
    names_award_order: bool = False
    """the internal controls have to name the order of several meter awards in one round (JP-14)"""
    suits: str = "ranked"
    """what the rules see of suits: `ignored`, `symmetric` (only whether they are equal), `apart` (only whether they are
    equal at one place), or `ranked`"""
    alike: tuple[tuple[int, ...], ...] = ()
    """groups of ranks that the rules cannot tell apart"""
    base: str | None = None
    """the game this one is played on top of; its wagers are on the layout, its edge is its own sheet's"""
    named_as: str = ""
    """the name under which another game's letter lists this one (JP-09)"""
    own_sheet: bool = False
    """by the trade's common rules: play waits until the operator's own approved sheet is confirmed (HR-07)"""

    def wager(self, id: str) -> Wager:
        for wager in self.wagers:
            if wager.id == id:
                return wager
        raise unknown(f"{self.name} has no wager {id!r} on its layout.", id, (w.id for w in self.wagers))

    @property
    def analysed(self) -> tuple[str, ...]:
        """The wagers as the analysis names them, in layout order: `main`, then the bonuses."""
        return tuple(dict.fromkeys(w.of for w in self.wagers if w.of != self.base))

    def tables(self, wager: str) -> tuple[PayTable, ...]:
        """The approved pay tables of one analysed wager."""
        if wager not in self.analysed:
            raise unknown(f"{self.name} has no wager {wager!r}.", wager, self.analysed)
        return tuple(t for t in self.pay_tables if t.wager == wager)

    def usual_table(self, wager: str, decks: int | None = None) -> PayTable:
        """The table in use where nobody names one: the first, unless the sheet says which; of those that are for some
        shoes only the first for so many decks."""
        usual = self.pay_table(wager, self.usual.get(wager) or self.tables(wager)[0].id)
        if decks is None or usual.for_decks(decks):
            return usual
        return next((table for table in self.tables(wager) if table.for_decks(decks)), usual)

    def pay_table(self, wager: str, id: str) -> PayTable:
        tables = self.tables(wager)
        for table in tables:
            if id in (table.id, table.linked_as) or (wager in self.crossed and f"{id}/{id}" == table.id):
                return table
        if wager in self.crossed and (crossed := self._cross(tables, id)):
            return crossed
        if clause := self.absent.get(f"{wager}/{id}"):
            raise BadInput(
                f"The approval of {self.name} prints no pay table {id} for {wager}.",
                clause=clause,
                accepted=", ".join(t.id for t in tables),
            )
        clause = self.crossed.get(wager) or (tables[0].clause if tables else None)
        said = f"{self.name} has no pay table {id!r} for {wager}."
        raise unknown(said, id, (t.id for t in tables), clause=clause)

    def _cross(self, tables: tuple[PayTable, ...], id: str) -> PayTable | None:
        base, slash, multiplier = id.partition("/")
        by_id = {t.id: t for t in tables}
        pays, times = by_id.get(f"{base}/{base}"), by_id.get(f"{multiplier}/{multiplier}")
        if not slash or pays is None or times is None:
            return None
        lines = tuple(n for n in pays.lines if n.multiplies is None) + tuple(
            n for n in times.lines if n.multiplies is not None
        )
        return replace(pays, id=id, lines=lines, approved=False)

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        raise unknown(f"{self.name} has no option {name!r}.", name, (o.name for o in self.options))

    def settle_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options: the given ones validated, the others at their default."""
        chosen = {option.name: option.default for option in self.options}
        for name, value in given.items():
            chosen[name] = self.option(name).validate(str(value))
        return chosen

    def decided_by(self, wager: str) -> tuple[str, ...]:
        """The places whose cards decide an analysed wager; none where its rules are code."""
        return next((w.decided_by for w in self.wagers if w.of == wager), ())

    @property
    def jackpot(self) -> str:
        """The analysed wager of the jackpot sensors; empty where there are none."""
        return next((w.of for w in self.wagers if w.sensed), "")

    @property
    def renamed_sensors(self) -> dict[str, str]:
        """Sensed places whose wager has another name, and that name: `jackpot` of Blazing 7's."""
        places = {w.id for w in self.wagers}
        return {w.id: w.of for w in self.wagers if w.sensed and w.of not in places}

    def published_figure(self, wager: str, pay_table: str) -> Published | None:
        """What the approval prints for a pay table, whatever the settings it was printed for."""
        for figure in self.published:
            if (figure.wager, figure.pay_table, figure.line) == (wager, pay_table, ""):
                return figure
        return None


# Cards that a game's rules cannot tell apart, as its sheet declares them; tests hold the rules to it.

SUITS_SEEN: Final = ("ranked", "symmetric", "apart", "ignored")
"""what rules see of suits: which they are, whether they are equal, whether they are so at one place, nothing"""

Place = tuple[str, str]
"""as the order of dealing writes it: `#` for the player or `0` for the dealer, then the place's name"""


@dataclass(frozen=True, slots=True)
class SettledBy:
    """What settles a wager that no decision moves: some of the cards, whatever the others are."""

    cards: tuple[tuple[Place, ...], ...]
    """groups of places: it is nothing to the wager which of a group's cards lies at which of its places"""
    suits: str
    alike: tuple[tuple[int, ...], ...]
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """the table's options under which this is so: name, values"""

    def holds(self, options: Mapping[str, str]) -> bool:
        return all(options.get(name) in values for name, values in self.when)


def suits_seen(node: Node | None, default: str = "ranked") -> str:
    return node.choice("suits", SUITS_SEEN, default) if node else default


def alike_ranks(node: Node | None) -> tuple[tuple[int, ...], ...]:
    """Ranks that the rules cannot tell apart, such as `["TJQK"]`."""
    groups = node.texts("alike", ()) if node else ()
    for group in groups:
        if not set(group) <= set(RANKS) or sum(other.count(r) for other in groups for r in group) > len(
            group
        ):
            assert node is not None
            raise node.fail("alike", f"has {group!r}", 'groups of ranks, each rank once, such as "TJQK"')
    return tuple(tuple(RANKS.index(rank) for rank in group) for group in groups)


def settled_by(node: Node | None, suits: str) -> SettledBy | None:
    """A wager's `settled_by`: places such as `"# hand, 0 flop"`, and what it sees of their cards."""
    if node is None:
        return None
    groups = []
    for text in node.texts("cards"):
        places = tuple(tuple(place.split()) for place in text.split(","))
        if not all(len(place) == 2 and place[0] in "#0" for place in places):
            raise node.fail("cards", f"has {text!r}", 'places as in the order of dealing: "# hand, 0 flop"')
        groups.append(tuple((who, name) for who, name in places))
    when = node.strings("when")
    found = SettledBy(
        tuple(groups),
        suits_seen(node, suits),
        alike_ranks(node),
        tuple((name, tuple(values.split())) for name, values in when.items()),
    )
    node.done()
    return found

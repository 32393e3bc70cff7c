"""The tables of figures in the documentation, and the question to the solver behind every row of them.

A table is known by its page and its head. `QUESTIONS` has for each what the numbers of a row should be;
`LEFT_OUT` those that are not asked again here, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from pitboss.analysis.questions import queries, solve
from pitboss.analysis.report import EdgeResult
from tests.repository.doc_pages import ROOT

Value = Fraction | int
Expected = Iterator[tuple[str, tuple[Value, ...]]]
"""a cell, and what the numbers in it should be"""

NUMBER = re.compile(
    r"(?<![\w.])[-+]?\$?\d[\d,]*(?:\.\d+)?(?:\s?/\s?\d[\d,]*)?(?:\s%)?(?!\w|\.\d|-)|\bnever\b"
)


@dataclass(frozen=True)
class Table:
    page: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def key(self) -> tuple[str, str]:
        return self.page, " | ".join(self.head)

    @property
    def has_figures(self) -> bool:
        return any(re.search(r"\d\s%", cell) for row in self.rows for cell in row)


def tables() -> list[Table]:
    pages = [*sorted((ROOT / "docs/games").glob("*.md")), ROOT / "docs/edges.md"]
    found = []
    for page in pages:
        for text in re.findall(r"(?:^\|.*\n)+", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            head, _, *rows = (tuple(c.strip() for c in line.split("|")[1:-1]) for line in text.splitlines())
            found.append(Table(page.name, head, tuple(rows)))
    return found


def same(cell: str, values: tuple[Value, ...]) -> bool:
    """Whether these are the numbers of the cell, each to the last digit printed."""
    printed = NUMBER.findall(cell)
    return len(printed) == len(values) and all(map(_same, printed, values))


def _same(printed: str, value: Value) -> bool:
    plain = re.sub(r"[\s$,+]", "", printed)
    if plain == "never":
        return value == 0
    if "/" in plain:
        over = Fraction(plain)
        return over == value
    share = plain.endswith("%")
    digits = len(plain.rstrip("%").partition(".")[2])
    return Fraction(plain.rstrip("%")) == round(Fraction(value) * (100 if share else 1), digits)


@cache
def _asked(
    game: str, wager: str | None, pay_table: str | None, settings: tuple[tuple[str, str], ...]
) -> EdgeResult:
    (query,) = queries(game, wager, pay_table, dict(settings))
    return solve(game, query)


def asked(game: str, wager: str | None = None, pay_table: str | None = None, **settings: str) -> EdgeResult:
    return _asked(game, wager, pay_table, tuple(sorted(settings.items())))


def more(result: EdgeResult, name: str) -> Fraction:
    value = result.extra[name]
    assert isinstance(value, int | Fraction), name
    return Fraction(value)


RULES_SAID: Final[Mapping[str, Mapping[str, str]]] = {
    "default (H17)": {}, "H17": {}, "S17": {"soft_17": "stands"}, "late surrender": {"surrender": "late"},
    "one deck": {"decks": "1"}, "six decks": {}, "basic strategy": {}, "best play": {"strategy": "composition"},
    "best for the exact cards": {"strategy": "composition"},
}  # fmt: skip


def blackjack(*said: str) -> EdgeResult:
    return asked("blackjack", **{name: value for words in said for name, value in RULES_SAID[words].items()})


def blackjack_tables(row: tuple[str, ...]) -> Expected:
    r = blackjack(*row[0].split(", "), row[1])
    yield from zip(row[2:], ((r.house_edge,), (r.element_of_risk,), (r.standard_deviation,)), strict=True)


SIDE_BETS: Final[Mapping[str, str]] = {
    "Royal Match": "royal-match-21", "Bet the Set": "bet-the-set-21", "Kings Bounty": "kings-bounty",
    "TriLux": "trilux-bonus", "House Money": "house-money",
}  # fmt: skip


def side_bets_by_decks(row: tuple[str, ...]) -> Expected:
    game, table, *cells, exactly = row
    edges = {
        decks: asked(SIDE_BETS[game], None, table, decks=decks).house_edge
        for decks, cell in zip("1268", cells, strict=True)
        if cell
    }
    yield from ((cell, (edges[decks],)) for decks, cell in zip("1268", cells, strict=True) if cell)
    if exactly:
        yield exactly, (edges.get("6", edges.get("2", Fraction(0))),)


def one_setting(row: tuple[str, ...]) -> Expected:
    name, value = row[0].strip("`").split("=")
    yield row[1], (asked("blackjack", **{name: value}).house_edge,)


def outside_figures(row: tuple[str, ...]) -> Expected:
    said = re.sub(r" \(.*\)", "", row[0])
    if said.startswith("dealer busts"):
        yield row[2], tuple(more(blackjack(table), "dealer_bust") for table in ("S17", "H17"))
    elif "basic strategy" in said:
        late = [blackjack(table, "late surrender").house_edge for table in ("H17", "S17")]
        yield row[2], (*late, *(blackjack(table).house_edge for table in ("H17", "S17")))
    else:
        yield row[2], (-blackjack(*said.split(", ")).house_edge,)


def to_percent(row: tuple[str, ...]) -> tuple[str, ...]:
    """`0.1, 0.2 %` as `0.1 %, 0.2 %`."""
    return tuple(re.sub(r"(\d)(?=, [\d., ]+ %)", r"\1 %", cell) for cell in row)


WAGERS: Final = {"War": "war", "Acey Deucey": "acey-deucey"}


def acey_deucey(row: tuple[str, ...]) -> Expected:
    r = asked("acey-deucey-21", WAGERS[row[0]], row[1])
    raised = (more(r, "raised"),) if row[5] else ()
    known = (r.house_edge,), (r.house_edge,), (r.element_of_risk,), raised
    yield from zip(row[2:6], known, strict=True)


def acey_deucey_by_decks(row: tuple[str, ...]) -> Expected:
    wager, _, table = row[0].rpartition(" ")
    for cell, decks in zip(row[1:], "1268", strict=True):
        yield cell, (asked("acey-deucey-21", WAGERS[wager], table, decks=decks).house_edge,)


def lucky_break(row: tuple[str, ...]) -> Expected:
    added, product = (asked("lucky-break", None, row[0], multiplier=how) for how in ("added", "product"))
    known = added.house_edge, product.house_edge, added.standard_deviation
    yield from ((cell, (value,)) for cell, value in zip(row[1:], known, strict=True))


def lucky_break_by_decks(row: tuple[str, ...]) -> Expected:
    for cell, decks in zip(row[1:], "1268", strict=True):
        yield cell, (asked("lucky-break", None, row[0], decks=decks).house_edge,)


def fu_bacc(row: tuple[str, ...]) -> Expected:
    wager, riding = {
        "main, per Ante, optimal play": ("main", None), "Lucky Monkey": ("lucky-monkey", None),
        "Tie, riding along with optimal main play": ("tie", "main"), "Tie alone on two cards (FB-06)": ("tie", "alone"),
        "Ante and an equal Tie, played for the best total": ("tie", "joint"),
    }[row[0]]  # fmt: skip
    r = asked("fu-bacc", wager, **({"with": riding} if riding else {}))
    known = r.house_edge, r.house_edge, r.element_of_risk, r.standard_deviation
    yield from ((cell, (value,)) for cell, value in zip(row[1:], known, strict=True))


def holdem(game: str) -> Callable[[tuple[str, ...]], Expected]:
    def main(row: tuple[str, ...]) -> Expected:
        r = asked(game, "main")
        often = {name.removeprefix("frequency_"): Fraction(str(value)) for name, value in r.extra.items()}
        first = [r.house_edge, r.house_edge, r.house_edge * 27_813_810_024_000]
        known: dict[str, tuple[Value, ...]] = {
            "house edge per Ante": tuple(first[: len(NUMBER.findall(row[1]))]),
            "per Ante and Bet together": (r.house_edge / 2,),
            "per unit wagered in all (element of risk)": (r.element_of_risk,)
            * len(re.findall("[%/]", row[1])),
            "wagered in all, average": (more(r, "average_wagered"),),
            "standard deviation": (Fraction(r.standard_deviation),),
            "folds": (often["fold"],),
            "checks": (often["check"], often["play_1x"], often["fold"]),
        }
        if played := re.match(r"plays (\dx)", row[0]):
            known[row[0]] = (often[f"play_{played[1]}"],)
        yield row[1], known[row[0]]

    return main


def bonuses(table: Table) -> Iterator[tuple[tuple[str, ...], Expected]]:
    """A line of a bonus, then one of the same bonus collected at the fold."""
    down_under = table.page.startswith("down")
    game = "down-under-holdem" if down_under else "ultimate-texas-holdem"
    folded = "folded_bonus" if down_under else "folded_trips"
    wager = "trips"
    for row in table.rows:
        if row[0] == "pays":
            continue
        if down_under and row[0] != "collected at the fold":
            wager = row[0].lower().replace(" ", "-")
        settings = {folded: "lost"} if row[0] == "collected at the fold" else {}
        cells = zip(row[1:], table.head[1:], strict=True)
        edges = [(cell, (asked(game, wager, n, **settings).house_edge,)) for cell, n in cells if cell]
        yield row, iter(edges)


def down_under_jackpot(row: tuple[str, ...]) -> Expected:
    table = row[0].partition(",")[0].replace(" ", "-")
    others = {"others": "6"} if "six" in row[0] else {}
    r = asked("down-under-holdem", "jackpot", table, **others)
    out = asked("down-under-holdem", "jackpot", table, folded_jackpot="lost", **others)
    envy = (more(r, "envy_return"),) if "envy" in row[1] else ()
    yield row[1], (more(r, "fixed_return"), *envy)
    yield row[2], (more(r, "break_even_meter") / 100,)
    yield row[3], (more(out, "fixed_return"),)


def as_approved(row: tuple[str, ...]) -> Expected:
    """The other readings are other games, half a minute each."""
    if row[0] == "as approved":
        yield row[1], (asked("down-under-holdem", "main").house_edge,)


def face_up(row: tuple[str, ...]) -> Expected:
    r = asked("face-up-pai-gow-poker", "main", house_way=row[0].strip("`"), wheel=row[1])
    known = more(r, "win"), more(r, "push"), more(r, "lose"), r.house_edge
    yield from ((cell, (value,)) for cell, value in zip(row[2:], known, strict=True))


def fortune_bonus(row: tuple[str, ...]) -> Expected:
    r = asked("face-up-pai-gow-poker", "fortune-bonus", row[0])
    with_envy = asked("face-up-pai-gow-poker", "fortune-bonus", row[0], others="5")
    known = r.house_edge, r.house_edge, more(r, "envy_per_other_player"), with_envy.house_edge
    yield from ((cell, (value,)) for cell, value in zip(row[1:], known, strict=True))


def ace_high(row: tuple[str, ...]) -> Expected:
    edge = asked("face-up-pai-gow-poker", "ace-high", row[0]).house_edge
    yield from ((cell, (edge,)) for cell in row[1:])


def face_up_jackpot(row: tuple[str, ...]) -> Expected:
    option = {"straight_flush_7": row[1]} if row[1] in ("any", "natural") else {}
    r = asked("face-up-pai-gow-poker", "jackpot", row[0], **option)
    yield row[2], (more(r, "fixed_return"),)
    if row[3].startswith("$"):
        yield row[3], (more(r, "break_even_meter") / 100,)


COMMISSION: Final = {
    "5 % commission": "5%", "commission-free, nine high pushes": "free", "free, nine high pushes": "free",
    "none charged": "none",
}  # fmt: skip


def fortune_plays(row: tuple[str, ...]) -> Expected:
    for cell, play in zip(row[1:], ("best", "by-type", "house-way"), strict=True):
        r = asked("fortune-pai-gow-poker", "main", commission=COMMISSION[row[0]], play=play)
        yield cell, (r.house_edge,) * (2 if "/" in cell else 1)


def fortune_rules(row: tuple[str, ...]) -> Expected:
    way, wheel = row[0].split(", ")
    for cell, charged in zip(row[1:], ("5%", "free", "none"), strict=True):
        settings = {"house_way": way.strip("`"), "wheel": wheel, "commission": charged}
        yield cell, (asked("fortune-pai-gow-poker", "main", **settings).house_edge,)


SHOE = "1 deck | 2 decks | 6 decks | 8 decks"
QUESTIONS: Final[Mapping[tuple[str, str], Callable[[tuple[str, ...]], Expected]]] = {
    ("blackjack.md", "table (six decks unless said) | play | house edge | per unit wagered | standard deviation"):
        blackjack_tables,
    ("blackjack.md", "setting | house edge"): one_setting,
    ("edges.md", "table | outside figure | here"): outside_figures,
    ("acey-deucey-21.md", "wager | table | house edge | exactly | per unit wagered | hands raised | printed"):
        acey_deucey,
    ("side-bets.md", "game | table | 1 deck | 2 decks | 6 decks | 8 decks | exactly"): side_bets_by_decks,
    ("acey-deucey-21.md", f"table | {SHOE}"): acey_deucey_by_decks,
    ("lucky-break.md",
     "pay table | base and base times multiplier | base times multiplier in all | standard deviation"): lucky_break,
    ("lucky-break.md", f"pay table | {SHOE}"): lucky_break_by_decks,
    ("fu-bacc.md", "wager | house edge | exactly | element of risk | standard deviation"): fu_bacc,
    ("down-under-holdem.md", " | "): holdem("down-under-holdem"),
    ("down-under-holdem.md",
     "jackpot, per $1 | fixed lines return | break-even meter | fixed lines, folded hands out"): down_under_jackpot,
    ("down-under-holdem.md", "reading | house edge per Ante"): as_approved,
    ("ultimate-texas-holdem.md", " | "): holdem("ultimate-texas-holdem"),
    ("face-up-pai-gow-poker.md", "house way | A-2-3-4-5 | player wins | pushes | loses | house edge"): face_up,
    ("face-up-pai-gow-poker.md",
     "table | house edge | exactly | each other player's envy on $5 | edge with five others, $5"): fortune_bonus,
    ("face-up-pai-gow-poker.md", "table | house edge | exactly"): ace_high,
    ("face-up-pai-gow-poker.md", "table | 7 card straight flush | fixed return | break-even meter"): face_up_jackpot,
    ("fortune-pai-gow-poker.md", " | best setting | by hand type | house way"): fortune_plays,
    ("fortune-pai-gow-poker.md", "house way, wheel | 5 % commission | free, nine high pushes | none charged"):
        fortune_rules,
}  # fmt: skip

BY_TABLE: Final = {
    ("down-under-holdem.md", "bonus wager | 1 | 2 | 3 | 4 | 5"),
    ("ultimate-texas-holdem.md", "Trips | 1 | 2 | 3 | 4"),
}

SAMPLED = "drawn by a seed, minutes of CPU; the command stands above the table"
EXPOSED = "rounds with an advantage | player's edge then | units won per 100 rounds"
LEFT_OUT: Final[Mapping[tuple[str, str], str]] = {
    ("side-bets.md", "game | table | decks | tags | bet from | hands bet | advantage then | "
     "units in 100 rounds | knowing all"): SAMPLED,
    ("acey-deucey-21.md", f"wager | table | {EXPOSED}"): SAMPLED,
    ("lucky-break.md", f"pay table | {EXPOSED}"): SAMPLED,
    ("ultimate-texas-holdem.md",
     "cards known (seed 3054) | on the river only | from the flop on | at every decision | house edge left"): SAMPLED,
    ("fortune-pai-gow-poker.md", "hands | better set otherwise | costs"): "every hand set twice, over a minute of CPU",
}  # fmt: skip


def expected(table: Table) -> Iterator[tuple[tuple[str, ...], Expected]]:
    """Each row with its cells and their values."""
    if table.key in BY_TABLE:
        yield from bonuses(table)
    else:
        for row in map(to_percent, table.rows):
            yield row, QUESTIONS[table.key](row)

"""Two pay tables, two sheets or two versions of a sheet side by side: lines, edge, volatility, hit frequency, exposure.

A side is named as `GAME`, `GAME/WAGER` or `GAME/WAGER/TABLE`, as a file with one `[[pay_table]]` for the other side's
wager, or as the folder or `sheet.toml` of a game that is a sheet; of a game that is known it is then another version.
"""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss.analysis.questions import one_query, solve
from pitboss.analysis.report import EdgeResult, decimal
from pitboss.analysis.solver import Query, solver_of
from pitboss.cardplay.blackjack.exposure import Exposure, exposed_wagers, exposure
from pitboss.core.errors import BadInput
from pitboss.rounds.config import EVERY_ROUND
from pitboss.sheets import RuleSheet, game_ids, sheet
from pitboss.sheets.plugins import use_games
from pitboss.sheets.toml import read_toml

ACCEPTED: Final = (
    "GAME, GAME/WAGER, GAME/WAGER/TABLE, a file with a [[pay_table]], or a game's folder or sheet.toml"
)
VERSION: Final = "-version"
"""what a second version of a known game is called behind its name"""


@dataclass(frozen=True, slots=True)
class Side:
    """What stands on one side: a game, or one wager or pay table of it."""

    said: str
    game: str
    wager: str | None = None
    table: str | None = None
    file: Path | None = None

    @property
    def sheet(self) -> RuleSheet:
        return sheet(self.game)

    def tables(self) -> list[tuple[str, str | None]]:
        """The wagers and pay tables meant, in the sheet's order."""
        wagers = self.sheet.analysed if self.wager is None else (self.wager,)
        found: list[tuple[str, str | None]] = []
        for wager in wagers:
            ids = [t.id for t in self.sheet.tables(wager)] if self.table is None else [self.table]
            found += [(wager, id) for id in ids] or [(wager, None)]
        return found


@dataclass(frozen=True, slots=True)
class Measured:
    """One pay table with its figures."""

    side: Side
    query: Query
    result: EdgeResult
    exposed: Exposure | None = None

    @property
    def name(self) -> str:
        return f"{self.side.game} {self.query.wager} {self.query.table_id}".replace(VERSION, " (second)")


@dataclass(frozen=True, slots=True)
class LineBeside:
    hand: str
    pays: tuple[str, str]
    chance: tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pay tables side by side."""

    first: Measured
    second: Measured

    @property
    def lines(self) -> tuple[LineBeside, ...]:
        sides = [_lines(m) for m in (self.first, self.second)]
        hands = dict.fromkeys([*sides[0], *sides[1]])
        return tuple(
            LineBeside(
                hand,
                tuple(side[hand][0] if hand in side else "-" for side in sides),  # type: ignore[arg-type]
                tuple(side[hand][1] if hand in side else None for side in sides),  # type: ignore[arg-type]
            )
            for hand in hands
        )

    @property
    def figures(self) -> dict[str, tuple[float | None, float | None]]:
        """By name; None where a side does not have it."""
        rows: dict[str, Callable[[Measured], float | None]] = {
            "house edge": lambda m: float(m.result.house_edge),
            "element of risk": lambda m: float(m.result.element_of_risk),
            "standard deviation": lambda m: float(m.result.standard_deviation),
            "hit frequency": lambda m: float(m.result.hit_frequency),
            "hands bet by a counter": lambda m: m.exposed.count.bet if m.exposed else None,
            "advantage when bet": lambda m: m.exposed.count.advantage if m.exposed else None,
            "a counter's win in 100 rounds": lambda m: (
                m.exposed.count.gain_per_100_rounds if m.exposed else None
            ),
            "its standard error": lambda m: m.exposed.count.gain_per_100_rounds_error if m.exposed else None,
        }
        found = {name: (value(self.first), value(self.second)) for name, value in rows.items()}
        return {name: both for name, both in found.items() if both != (None, None)}

    def to_json(self) -> dict[str, Any]:
        return {
            "first": self.first.name,
            "second": self.second.name,
            "lines": [
                {
                    "hand": line.hand,
                    "pays": list(line.pays),
                    "probability": [None if p is None else decimal(p) for p in line.chance],
                }
                for line in self.lines
            ],
            "house_edge_exact": [str(m.result.house_edge) for m in (self.first, self.second)],
            "figures": {name: list(both) for name, both in self.figures.items()},
        }


def _lines(measured: Measured) -> dict[str, tuple[str, Fraction | None]]:
    """By hand: what it pays, and its chance where the solver says it line by line."""
    table = measured.query.pay_table
    chances = [line.probability for line in measured.result.lines]
    return {
        line.hand: (
            f"x {line.multiplies}" if line.multiplies else str(line.pays),
            chances[at] if at < len(chances) else None,
        )
        for at, line in enumerate(table.lines if table else ())
    }


@dataclass(frozen=True, slots=True)
class Difference:
    rules: tuple[tuple[str, str, str], ...]
    """what the sheets say otherwise: what, on the first side, on the second"""
    pairs: tuple[Pair, ...]
    alone: tuple[tuple[str, ...], tuple[str, ...]]
    """pay tables that only one side has"""

    def to_json(self) -> dict[str, Any]:
        return {
            "rules": [{"what": what, "first": first, "second": second} for what, first, second in self.rules],
            "pairs": [pair.to_json() for pair in self.pairs],
            "only_first": list(self.alone[0]),
            "only_second": list(self.alone[1]),
        }


def sides(first: str, second: str) -> tuple[Side, Side]:
    """Both as they are written; a file with a pay table takes its wager from the other."""
    plain = [None if _is_pay_table(text) else read(text) for text in (first, second)]
    known = next((side for side in plain if side), None)
    if known is None:
        raise BadInput(
            "Two files with pay tables do not say of which wager.", accepted="a wager on one side: GAME/WAGER"
        )
    wager = known.wager or (known.sheet.analysed[0] if len(known.sheet.analysed) == 1 else None)
    found = []
    for text, side in zip((first, second), plain, strict=True):
        if side is None and wager is None:
            raise BadInput(
                f"{text} does not say of which wager it is.", accepted=f"{known.game}/WAGER on the other side"
            )
        found.append(side or Side(text, known.game, wager, None, Path(text)))
    return found[0], found[1]


def _is_pay_table(text: str) -> bool:
    path = Path(text)
    if path.suffix != ".toml" or not path.is_file():
        return False
    return "game" not in read_toml(path, "a sheet, or a file with a [[pay_table]]")


def read(text: str) -> Side:
    path = Path(text)
    if path.exists() and text not in game_ids():
        return Side(text, _version(path.parent if path.is_file() else path))
    game, *rest = text.split("/", 2)
    if game not in game_ids():
        raise BadInput(f"There is no game or file {text!r}.", accepted=ACCEPTED)
    rules = sheet(game)
    if rest and rest[0] not in rules.analysed:
        raise BadInput(f"{rules.name} has no wager {rest[0]!r}.", accepted=", ".join(rules.analysed))
    if len(rest) == 2:
        rest[1] = rules.pay_table(rest[0], rest[1]).id
    return Side(text, game, *(rest[:1] or (None,)), *rest[1:2])


def _version(folder: Path) -> str:
    """A game's folder as a game; under another name where there is a game of its name."""
    file = folder / "sheet.toml"
    if not file.is_file():
        raise BadInput(f"{folder} holds no sheet.toml.", accepted=ACCEPTED)
    id = str(read_toml(file, "a sheet").get("game", {}).get("id", folder.name))
    if id not in game_ids():
        use_games(folder)
        return id
    if (folder / "rules.py").is_file():
        raise BadInput(
            f"{folder} has rules of its own, and {id} is known: two of one name cannot be loaded.",
            accepted="a version of a game that is a sheet and no code, or another name for one of them",
        )
    while id in game_ids():
        id += VERSION
    place = tempfile.mkdtemp(prefix="pitboss-diff-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    copy = Path(place) / id
    shutil.copytree(folder, copy)
    text = file.read_text(encoding="utf-8")
    (copy / "sheet.toml").write_text(
        re.sub(r'(?m)^id = "[^"]*"', f'id = "{id}"', text, count=1), encoding="utf-8"
    )
    use_games(copy)
    return id


def difference(
    first: Side, second: Side, settings: Mapping[str, str] | None = None, rounds: int = 0, seed: int = 1
) -> Difference:
    """`rounds` are dealt for the exposure of each pay table; none without."""
    wanted = [dict.fromkeys(side.tables()) for side in (first, second)]
    one_each = all(len(tables) == 1 for tables in wanted)
    if one_each or first.file or second.file:
        both = [(tables_of_one(first, wanted[0]), tables_of_one(second, wanted[1]))]
        alone: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    else:
        both = [(key, key) for key in wanted[0] if key in wanted[1]]
        alone = (
            tuple(f"{w} {t or '-'}" for w, t in wanted[0] if (w, t) not in wanted[1]),
            tuple(f"{w} {t or '-'}" for w, t in wanted[1] if (w, t) not in wanted[0]),
        )
    pairs = tuple(
        Pair(measure(first, *one, settings, rounds, seed), measure(second, *other, settings, rounds, seed))
        for one, other in both
    )
    return Difference(
        rules_apart(first.sheet, second.sheet) if first.game != second.game else (), pairs, alone
    )


def tables_of_one(side: Side, tables: Mapping[tuple[str, str | None], None]) -> tuple[str, str | None]:
    """The one pay table that a side means; of several the usual one."""
    wager, table = next(iter(tables))
    if side.file or len(tables) == 1:
        return wager, table
    return wager, side.sheet.usual_table(wager).id if table else None


def measure(
    side: Side, wager: str, table: str | None, settings: Mapping[str, str] | None, rounds: int, seed: int
) -> Measured:
    known = {setting.name for setting in solver_of(side.game).settings(wager)}
    given = {name: value for name, value in (settings or {}).items() if name in known}
    query = one_query(side.game, wager, None if side.file else table, given, side.file)
    exposed = None
    if rounds and wager in exposed_wagers(side.game) and query.settings["penetration"] != EVERY_ROUND:
        exposed = exposure(side.game, wager, query.table, query.settings, rounds=rounds, seed=seed)
    return Measured(side, query, solve(side.game, query), exposed)


def rules_apart(first: RuleSheet, second: RuleSheet) -> tuple[tuple[str, str, str], ...]:
    """What two sheets say otherwise, beside their pay tables."""
    told = [
        {
            "name": rules.name,
            "decks": "to".join(f" {n} " for n in rules.decks).strip(),
            "spots": " ".join(map(str, rules.spots)),
            **{f"wager {w.id}": _wager_said(rules, w.id) for w in rules.wagers},
            **{f"option {o.name}": f"{o.default} of {o.accepted}" for o in rules.options},
            **{f"clause {c.id}": c.title for c in rules.clauses},
        }
        for rules in (first, second)
    ]
    names = dict.fromkeys([*told[0], *told[1]])
    rows = ((name, told[0].get(name, "-"), told[1].get(name, "-")) for name in names)
    return tuple(row for row in rows if row[1] != row[2])


def _wager_said(rules: RuleSheet, id: str) -> str:
    wager = rules.wager(id)
    parts = [
        wager.placed,
        *(f"needs {other}" for other in wager.needs),
        *(f"by {p}" for p in wager.decided_by),
    ]
    return ", ".join(parts)

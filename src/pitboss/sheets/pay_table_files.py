"""A user's own pay table, for analysis: from a file, from its lines, or an approved one with other pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.core.errors import BadInput, did_you_mean, shown
from pitboss.core.odds import parse_odds
from pitboss.sheets.load import pay_tables_of, sheet
from pitboss.sheets.model import PayTable
from pitboss.sheets.toml import Node, read_toml


def load_pay_table_file(path: Path, game: str, wager: str) -> PayTable:
    """A user's own pay table for analysis, in the same format: one `[[pay_table]]`."""
    return _own(Node(read_toml(path, "a TOML file with a [[pay_table]]"), path.name), path.name, game, wager)


def pay_table_of_lines(
    game: str, wager: str, lines: Mapping[str, object] | Iterable[object], id: str = "own"
) -> PayTable:
    """A pay table of `{hand: pays}`, of pairs of both, or of lines as a file has them; a hand without a line loses."""
    pairs = lines.items() if isinstance(lines, Mapping) else lines
    found = [line if isinstance(line, Mapping) else _line(line, sheet(game).tables(wager)) for line in pairs]
    table = {"wager": wager, "id": id, "clause": "HR-07", "line": found}
    return _own(Node({"pay_table": [table]}, "The pay table"), "the pay table", game, wager)


def _line(line: object, printed: tuple[PayTable, ...]) -> dict[str, Any]:
    if not isinstance(line, tuple | list) or len(line) != 2 or type(line[0]) is not str:
        raise BadInput(
            f"{shown(line)} is no line of a pay table.", accepted='a hand and its pays, ("flush", "5 to 1")'
        )
    hand, pays = line
    if any(hand in table.by_hand and table[hand].multiplies is not None for table in printed):
        return {"hand": hand, "multiplies": _times(str(pays))}
    return {"hand": hand, "pays": _odds_text(pays)}


def _odds_text(pays: object) -> str:
    """5 is 5 to 1."""
    return f"{pays} to 1" if type(pays) is int else str(pays)


def with_pays(table: PayTable, pays: Mapping[str, object], *, id: str = "", name: str = "") -> PayTable:
    """An approved table with other pays on some lines, and perhaps another id or name."""
    for hand in pays:
        if hand not in table.by_hand:
            raise BadInput(
                f"The table has no line {hand!r}." + did_you_mean(hand, table.by_hand),
                accepted=", ".join(table.by_hand),
            )
    lines = tuple(
        line
        if line.hand not in pays
        else replace(line, multiplies=_times(str(pays[line.hand])))
        if line.multiplies is not None
        else replace(line, pays=parse_odds(_odds_text(pays[line.hand])))
        for line in table.lines
    )
    return replace(table, lines=lines, approved=False, id=id or table.id, name=name or table.name)


def _times(word: str) -> int:
    number = word.strip().removeprefix("x").strip()
    if not number.isascii() or not number.isdigit() or len(number) > 6:
        raise BadInput(f"{word!r} is not a multiplier.", clause="LB-19", accepted="a whole number such as 50")
    return int(number)


def _own(root: Node, file: str, game: str, wager: str) -> PayTable:
    rules = sheet(game)
    nodes = list(root.nodes("pay_table"))
    root.done()
    decided = {name: places for name in rules.analysed if (places := rules.decided_by(name))}
    tables = pay_tables_of(
        nodes, rules.analysed, None, approved=False, decided=decided, printed=rules.pay_tables
    )
    mine = [table for table in tables if table.wager == wager]
    if len(mine) != 1:
        raise BadInput(
            f"{file} holds {len(mine)} pay tables for {wager}.",
            accepted=f'one [[pay_table]] with wager = "{wager}"',
        )
    printed = {line.hand for table in rules.tables(wager) for line in table.lines}
    for line in mine[0].lines:
        if line.hand not in printed:
            raise BadInput(
                f"{file}: {wager} knows no hand {line.hand!r}." + did_you_mean(line.hand, printed),
                accepted=", ".join(sorted(printed)),
            )
    return _completed(file, mine[0], rules.tables(wager))


def _completed(file: str, mine: PayTable, printed: tuple[PayTable, ...]) -> PayTable:
    """A line may be missing, its hand then loses. What all printed tables say alike holds for this one too; what
    each of them says, and not alike, has to be said."""
    alike: dict[str, str] = {}
    for name in sorted(set.intersection(*({*table.rules} for table in printed))):
        said = dict.fromkeys(table.rules[name] for table in printed)
        if len(said) == 1:
            alike |= dict.fromkeys([name], *said)
        elif name not in mine.rules:
            choices = " or ".join(f'{name} = "{value}"' for value in said)
            raise BadInput(f"{file}: the table does not say {name}.", accepted=f"rules with {choices}")
    factors = [line.hand for line in printed[0].lines if line.multiplies is not None]
    if missing := [hand for hand in factors if hand not in mine.by_hand]:
        raise BadInput(
            f"{file}: the line {missing[0]!r} is missing.",
            accepted=f"a line for each of {', '.join(factors)}",
        )
    # a copy that was changed is not the printed table whose name it still has
    id = f"{mine.id} of {file}" if mine.id in {table.id for table in printed} else mine.id
    return replace(mine, id=id, rules=MappingProxyType({**alike, **mine.rules}))

"""A user's own pay table from a file, for analysis."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from pitboss.core.errors import BadInput
from pitboss.sheets.load import pay_tables_of, sheet
from pitboss.sheets.model import PayTable
from pitboss.sheets.toml import Node, read_toml


def load_pay_table_file(path: Path, game: str, wager: str) -> PayTable:
    """A user's own pay table for analysis, in the same format: one `[[pay_table]]`."""
    root = Node(read_toml(path, "a TOML file with a [[pay_table]]"), path.name)
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
            f"{path.name} holds {len(mine)} pay tables for {wager}.",
            accepted=f'one [[pay_table]] with wager = "{wager}"',
        )
    printed = {line.hand for table in rules.tables(wager) for line in table.lines}
    for line in mine[0].lines:
        if line.hand not in printed:
            raise BadInput(
                f"{path.name}: {wager} knows no hand {line.hand!r}.", accepted=", ".join(sorted(printed))
            )
    return _completed(path.name, mine[0], rules.tables(wager))


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

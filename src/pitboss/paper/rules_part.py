"""The packet's rules: clauses, the operator's options, pay tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.approvals import PayTable, RuleSheet
from pitboss.paper.blocks import Block, Heading, table


def rules_blocks(rules: RuleSheet) -> Iterator[Block]:
    yield Heading("Rules by clause")
    yield table(("clause", "rule"), [(c.id, c.title) for c in rules.clauses], small=True)
    if rules.options:
        yield Heading("Operator's options", 2)
        rows = [
            (o.name, o.default, ", ".join(o.choices) or f"{o.least or 0} to {o.most}", o.clause, o.meaning)
            for o in rules.options
        ]
        yield table(("option", "default", "accepted", "clause", "meaning"), rows, small=True)


def pay_table_blocks(labelled: Iterable[tuple[str, PayTable | None]]) -> Iterator[Block]:
    yield Heading("Pay tables")
    for label, pays in labelled:
        if pays is not None:
            yield Heading(label, 2)
            yield _pay_table(pays)


def _pay_table(pays: PayTable) -> Block:
    envy = any(line.envy_cents for line in pays.lines)
    rows = []
    for line in pays.lines:
        shown = str(line.pays) if line.pays is not None else f"times {line.multiplies}"
        row = [line.text, shown, line.clause]
        if envy:
            row.insert(2, f"${line.envy_cents // 100:,}" if line.envy_cents else "")
        rows.append(tuple(row))
    columns = ("hand", "pays", "envy", "clause") if envy else ("hand", "pays", "clause")
    return table(columns, rows, right=(1, 2) if envy else (1,))

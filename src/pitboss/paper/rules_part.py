"""The packet's rules: clauses, the operator's options, pay tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.approvals import PayTable, Reading, RuleSheet
from pitboss.edge.ask import queries, solve
from pitboss.edge.solver import solver_of
from pitboss.paper.blocks import Block, Bullets, Heading, Paragraph, table
from pitboss.paper.dealt import order_of_play
from pitboss.rounds.config import TableConfig


def rules_blocks(rules: RuleSheet, config: TableConfig, chosen: Mapping[str, str]) -> Iterator[Block]:
    """`chosen` has the options as they are set in this packet; one that no edge depends on is as usual."""
    yield from _order(rules, config)
    yield from reading_blocks(rules, chosen)
    if rules.letter and rules.letter.remarks:
        yield Heading("Remarks on the letter", 2)
        yield Bullets(rules.letter.remarks)
    if rules.options:
        yield Heading("Operator's options", 2)
        rows = [
            (o.name, chosen.get(o.name, o.default), o.default, o.accepted, o.clause, o.meaning)
            for o in rules.options
        ]
        yield table(("option", "here", "usual", "accepted", "clause", "meaning"), rows, small=True)


def _order(rules: RuleSheet, config: TableConfig) -> Iterator[Block]:
    yield Heading("Rules in the order of play")
    places = "; places are those of the approved sheet" if rules.letter else ""
    yield Paragraph(
        "Each clause where a round first follows it, from rounds dealt by the readable rules with every wager and any "
        f"decisions{places}."
    )
    steps, phase = order_of_play(config), ""
    rows = []
    for step in steps:
        rows.append((step.phase if step.phase != phase else "", step.clause, step.rule, step.place))
        phase = step.phase
    yield table(("", "clause", "rule", "place in the sheet"), rows, small=True)
    followed = {step.clause for step in steps}
    if rest := [(c.id, c.title, c.place) for c in rules.clauses if c.id not in followed]:
        yield Heading("Rules that hold throughout, or on occasions those rounds did not bring", 2)
        yield table(("clause", "rule", "place in the sheet"), rest, small=True)


def reading_blocks(rules: RuleSheet, chosen: Mapping[str, str]) -> Iterator[Block]:
    """Readings are not print: each with the words it reads, and what the other reading would cost."""
    if not rules.readings:
        return
    yield Heading("Readings", 2)
    yield Paragraph("Where the sheet is silent or unclear. None of these sentences is printed in it.")
    rows = [
        (r.clause, f"“{r.words}”", f"Reading: {r.read}", r.other, _costs(rules, r, chosen))
        for r in rules.readings
    ]
    yield table(("clause", "printed", "read as", "other reading", "which would cost"), rows, small=True)


def _costs(rules: RuleSheet, reading: Reading, chosen: Mapping[str, str]) -> str:
    """At the table as it is, but for the reading itself."""
    if not reading.compute:
        return reading.costs
    settings = dict(reading.compute)
    wager = settings.pop("wager")
    known = {setting.name for setting in solver_of(rules.id).settings(wager)} - settings.keys()
    table = {name: value for name, value in chosen.items() if name in known}
    found = []
    for here, there in zip(
        queries(rules.id, wager, settings=table),
        queries(rules.id, wager, settings={**table, **settings}),
        strict=True,
    ):
        assert here.pay_table is not None
        edges = [float(solve(rules.id, query).house_edge) for query in (here, there)]
        found.append(f"{here.pay_table.id}: {edges[0]:.4%} becomes {edges[1]:.4%}")
    return "; ".join(found)


def pay_table_blocks(labelled: Iterable[tuple[str, PayTable | None]]) -> Iterator[Block]:
    found = [(label, pays) for label, pays in labelled if pays is not None]
    if not found:
        return
    yield Heading("Pay tables")
    for label, pays in found:
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

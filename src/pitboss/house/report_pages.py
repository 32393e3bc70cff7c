"""The daily master games report to read and to print."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from pitboss.house.report import MasterGamesReport, TableDay
from pitboss.money import Cents, dollars

_TEMPLATES = resources.files("pitboss.house") / "templates"

HEADS: Final = (
    "table", "game", "rounds", "drop", "win", "hold", "jackpot accrual", "jackpot pays", "tokes",
    "opener", "fills", "credits", "closer", "over or short", "win by count",
)  # fmt: skip


def cells(line: TableDay) -> tuple[str, ...]:
    """One line as texts, under `HEADS`; empty where nothing was counted, nothing at all on an idle day."""
    if not line.active:
        return ()
    hold = line.hold
    return (
        line.table,
        line.game,
        f"{line.rounds:,}",
        dollars(line.drop_cents),
        dollars(line.win_cents),
        "" if hold is None else f"{float(hold) * 100:.2f} %",
        dollars(line.accrual_cents),
        dollars(line.jackpot_pays_cents),
        dollars(line.tokes_cents),
        _counted(line.opener_cents),
        dollars(line.fills_cents),
        dollars(line.credits_cents),
        _counted(line.closer_cents),
        dollars(line.over_cents) if line.over_cents else "",
        _counted(line.counted_win_cents),
    )


def _counted(cents: Cents | None) -> str:
    return "" if cents is None else dollars(cents)


def _page(report: MasterGamesReport) -> dict[str, Any]:
    def row(line: TableDay, total: bool = False) -> dict[str, Any]:
        return {"table": line.table, "game": line.game, "cells": list(cells(line)), "total": total}

    return {
        "day": report.day.isoformat(),
        "heads": list(HEADS),
        "tables": [row(line) for line in report.lines],
        "games": [*(row(line) for line in report.by_game.values()), row(report.total, total=True)],
    }


def report_html(report: MasterGamesReport) -> str:
    import jinja2

    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((_TEMPLATES / "report.html.jinja").read_text(encoding="utf-8"))
    return template.render(page=_page(report))


def report_pdf(report: MasterGamesReport) -> bytes:
    import typst

    source = (_TEMPLATES / "report.typ").read_bytes()
    pdf: bytes = typst.compile(source, sys_inputs={"page": json.dumps(_page(report))})
    return pdf

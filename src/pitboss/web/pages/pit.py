"""The pit: what the tables hold against theory, jackpots, the log, win pages, signs and reports."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.errors import PitbossError
from pitboss.house.report import report_from_store
from pitboss.jackpot import JackpotDesk
from pitboss.jackpot.adjust import Reason
from pitboss.room.accounting import books_of_day, today
from pitboss.room.office import award_json
from pitboss.room.theory import figures
from pitboss.web.api.pit import log_entry
from pitboss.web.pages.render import clause_titles, only, page, refusal

router = APIRouter(include_in_schema=False)

OVERSEERS = ("supervisor", "executive", "auditor", "admin")
LOG_PAGE = 100
PDF_SECONDS = 30.0
BAR = 100.0
"""width of a confidence band's drawing"""


@router.get("/pit", response_class=HTMLResponse)
def pit(request: Request, day: date | None = None) -> HTMLResponse:
    if denied := only(request, OVERSEERS):
        return denied
    room = request.app.state.room
    on = day or date.fromisoformat(today(room.store))
    books = {book["table"]: book for book in books_of_day(room.store, on.isoformat())}
    lines = [figures(table, books.get(id)) for id, table in room.tables.items()]
    for line in lines:
        line["game_name"] = room.tables[line["table"]].config.sheet.name
        line["band"] = band(line)
    jackpots = {j["id"]: j for keeper in room.keepers.values() for j in keeper.displays()}
    return page(
        request,
        "pit.html",
        day=on.isoformat(),
        lines=lines,
        jackpots=list(jackpots.values()),
        reasons=[reason for reason in Reason if reason is not Reason.AWARD_BACKED_OUT],
        wins=[award_json(award) for award in JackpotDesk(room.store).awards()],
        clauses=clause_titles(),
    )


def band(line: dict[str, Any]) -> dict[str, float | bool] | None:
    """Where win, theory and the 95 % band lie on a bar, or None while there is nothing to compare."""
    theory, width = line["theory_cents"], line["band_cents"]
    if theory is None or not width:
        return None
    low, high = theory - width, theory + width
    reach: float = max(abs(low), abs(high), abs(line["win_cents"])) * 1.1

    def at(cents: float) -> float:
        return round(BAR * (cents + reach) / (2 * reach), 2)

    return {
        "low": at(low),
        "width": round(at(high) - at(low), 2),
        "theory": at(theory),
        "win": at(line["win_cents"]),
        "out": not low <= line["win_cents"] <= high,
    }


@router.get("/pit/log", response_class=HTMLResponse)
def log(request: Request, stream: str = "", kind: str = "", actor: str = "", before: int = 0) -> HTMLResponse:
    """The log, newest first; filters look through one page of it at a time."""
    if denied := only(request, OVERSEERS):
        return denied
    store = request.app.state.room.store
    found = store.events(stream or None, after=max(0, before), limit=LOG_PAGE, newest_first=True)
    entries = [
        log_entry(event)
        for event in found
        if event.kind.startswith(kind) and (not actor or event.actor == actor)
    ]
    return page(
        request,
        "log.html",
        entries=[
            entry.model_dump() | {"words": words(entry.payload), "at": clock(entry.at_us)}
            for entry in entries
        ],
        stream=stream,
        kind=kind,
        actor=actor,
        older=found[-1].seq if len(found) == LOG_PAGE else None,
        seen=len(found),
    )


def words(payload: dict[str, Any]) -> str:
    """A record's content on one line."""
    text = json.dumps(payload, ensure_ascii=False, separators=(", ", ": "))
    return text if len(text) <= 400 else text[:400] + " …"


def clock(at_us: int) -> str:
    return datetime.fromtimestamp(at_us / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")


@router.get("/pit/win/{award}", response_class=HTMLResponse)
def win(request: Request, award: str) -> HTMLResponse:
    """The win page of an award, to be printed (JP-17)."""
    if denied := only(request, OVERSEERS):
        return denied
    try:
        found = JackpotDesk(request.app.state.room.store).win_page(award)
    except PitbossError as error:
        return refusal(request, error)
    return page(request, "win.html", title=found.title, rows=found.rows)


@router.get("/pit/report", response_class=HTMLResponse)
def report(request: Request, day: date | None = None) -> HTMLResponse:
    """The daily master games report (HR-16)."""
    if denied := only(request, OVERSEERS):
        return denied
    room = request.app.state.room
    games = {id: table.config.game for id, table in room.tables.items()}
    made = report_from_store(room.store, day or date.fromisoformat(today(room.store)), games)
    lines = [*made.lines, *made.by_game.values(), made.total]
    return page(
        request,
        "report.html",
        day=made.day.isoformat(),
        lines=[line.to_json() for line in lines],
        own=len(made.lines),
    )

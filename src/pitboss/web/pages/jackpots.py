"""The dealer's console with the jackpot keypad, the supervisor's desk, and the jackpot display."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.errors import BadInput
from pitboss.house.days import gambling_day
from pitboss.room.claim_views import award_json, veiled_award
from pitboss.room.desk import display_name
from pitboss.web.doors import AT_THE_TABLE, CONFIRMING
from pitboss.web.pages.lobby import table_line
from pitboss.web.pages.render import clause_titles, layout_of, only, page, refusal
from pitboss.web.pages.table import table_of

router = APIRouter(include_in_schema=False)

WINS_SHOWN = 50
REJECTED_SHOWN = 20


@router.get("/console", response_class=HTMLResponse)
def consoles(request: Request) -> HTMLResponse:
    """The tables to be dealt at, those dealt by a person first; the dealer picks one's own."""
    if denied := only(request, AT_THE_TABLE):
        return denied
    rows = [table_line(keeper, None) for keeper in request.app.state.room.keepers.values()]
    rows.sort(key=lambda row: row["dealer"] != "person")
    return page(request, "consoles.html", tables=rows)


@router.get("/console/{table_id}", response_class=HTMLResponse)
def console(request: Request, table_id: str) -> HTMLResponse:
    if denied := only(request, AT_THE_TABLE):
        return denied
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    return page(
        request,
        "console.html",
        table_id=table.id,
        table_name=table.setup.name,
        layout=layout_of(table.config.game),
        clauses=clause_titles(),
    )


@router.get("/supervisor", response_class=HTMLResponse)
def supervisor(request: Request) -> HTMLResponse:
    if denied := only(request, CONFIRMING):
        return denied
    return page(
        request,
        "supervisor.html",
        wins=wins_of(request)[:WINS_SHOWN],
        rejected=rejected_of(request),
        clauses=clause_titles(),
    )


def wins_of(request: Request) -> list[dict[str, Any]]:
    """All awards, the newest first, as people read them."""
    office, room = request.app.state.office, request.app.state.room
    desk, blind = office.desk, office.blind_to(request.state.person)
    days, jackpots, tables = gambling_day(room.store), desk.jackpots(), room.tables
    found = sorted(desk.awards(), key=lambda award: -award.at_us)
    return [
        {
            **award_json(veiled_award(award) if award.table in blind else award),
            "time": days.moment(award.at_us),
            "jackpot_name": display_name(jackpots[award.jackpot]),
            "table_name": tables[award.table].setup.name if award.table in tables else award.table,
        }
        for award in found
    ]


def rejected_of(request: Request) -> list[dict[str, Any]]:
    """The claims that a supervisor has ended, the newest first: whose, why, and what was marked (JP-30)."""
    office, room = request.app.state.office, request.app.state.room
    desk, blind = office.desk, office.blind_to(request.state.person)
    days, jackpots, tables = gambling_day(room.store), desk.jackpots(), room.tables
    found = sorted((one for id in jackpots for one in desk.rejected(id)), key=lambda one: -one[1].seq)
    return [
        {
            "time": days.moment(event.at_us),
            "jackpot_name": display_name(jackpots[claim.jackpot]),
            "hand": jackpots[claim.jackpot].table.by_hand[claim.hand].text,
            "table_name": tables[claim.table].setup.name if claim.table in tables else claim.table,
            "spot": claim.spot,
            "player": "" if claim.table in blind else claim.player,
            "cents": claim.cents,
            "by": event.actor,
            "why": claim.reason,
        }
        for claim, event in found[:REJECTED_SHOWN]
    ]


@router.get("/display/{table_id}", response_class=HTMLResponse)
def display(request: Request, table_id: str) -> HTMLResponse:
    """A monitor at the table: it shows, it has no controls (JP-08)."""
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    return page(
        request,
        "display.html",
        table_id=table.id,
        table_name=table.setup.name,
        game_name=table.config.sheet.name,
        names={id: one.setup.name for id, one in request.app.state.room.tables.items()},
    )

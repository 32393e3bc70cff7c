"""The pit: what the tables hold against theory, jackpots, the log, win pages, signs and reports."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from pitboss.approvals import game_ids, sheet
from pitboss.errors import BadInput, PitbossError
from pitboss.house.days import day_named, gambling_day
from pitboss.house.report import TableDay, report_from_store
from pitboss.house.tray import TrayDesk
from pitboss.jackpot.adjust import Reason
from pitboss.jackpot.records import Award
from pitboss.jackpot.statement import money
from pitboss.jackpot.winpage import SIGNED_BY
from pitboss.paper.charts import by_hour, holds
from pitboss.people.person import Role
from pitboss.room.accounting import today
from pitboss.room.desk import display_name
from pitboss.room.pit import hours_of, pit_day
from pitboss.web.api.desk import statement_of
from pitboss.web.doors import AT_THE_TABLE, CONFIRMING, DESK, OVERSEERS
from pitboss.web.pages.render import clause_titles, only, page, refusal, role_of
from pitboss.web.pages.table import table_of

router = APIRouter(include_in_schema=False)


def day_of(request: Request, day: str) -> date:
    """The gambling day asked for, without one today's; what is no day is refused."""
    return day_named(day) if day else date.fromisoformat(today(request.app.state.room.store))


@router.get("/pit", response_class=HTMLResponse)
def pit(request: Request, day: str = "") -> HTMLResponse:
    if denied := only(request, OVERSEERS):
        return denied
    room, on = request.app.state.room, day_of(request, day)
    now = day_of(request, "")
    return page(
        request,
        "pit.html",
        day=on.isoformat(),
        today=now.isoformat(),
        earlier=(on - timedelta(days=1)).isoformat(),
        later=(on + timedelta(days=1)).isoformat() if on < now else "",
        hour=gambling_day(room.store).hour,
        tables=[
            {
                "id": id,
                "name": table.setup.name,
                "game": table.config.sheet.name,
                "dealer": table.setup.dealer,
            }
            for id, table in room.tables.items()
        ],
        may_claims=role_of(request) in CONFIRMING,
        may_desk=role_of(request) in DESK,
        may_console=role_of(request) in AT_THE_TABLE,
        clauses=clause_titles(),
    )


@router.get("/pit/charts/holds")
def holds_chart(request: Request, day: str = "") -> Response:
    """Every table's win on its band."""
    if denied := only(request, OVERSEERS):
        return denied
    on = day_of(request, day)
    rows = [
        {
            "table": line.name,
            "win": line.win_cents / 100,
            "theory": line.theory_cents / 100,
            "low": (line.theory_cents - line.band_cents) / 100,
            "high": (line.theory_cents + line.band_cents) / 100,
            "out": line.outside,
        }
        for line in pit_day(request.app.state.room, on)
        if line.theory_cents is not None and line.band_cents is not None and line.rounds
    ]
    return JSONResponse(holds(f"Win against theory with its 95 % band, {on}", rows))


@router.get("/pit/charts/hours/{table_id}")
def hours_chart(request: Request, table_id: str, day: str = "") -> Response:
    """A table's day by the hour."""
    if denied := only(request, OVERSEERS):
        return denied
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    on = day_of(request, day)
    rows = hours_of(request.app.state.room, table, on)
    return JSONResponse(by_hour(f"{table.setup.name}, {on}, by the hour", rows))


@router.get("/pit/closing/{table_id}", response_class=HTMLResponse)
def closing(request: Request, table_id: str, day: str = "") -> HTMLResponse:
    """A table's day on one sheet: counts, fills, credits, drop, the win by the count and by the books, signatures."""
    if denied := only(request, (*OVERSEERS, "cashier", "dealer")):
        return denied
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    room, on = request.app.state.room, day_of(request, day)
    tray = TrayDesk(room.store).standing(table.id, on)
    made = report_from_store(room.store, on, {table.id: table.config.game})
    line = next(line for line in made.lines if line.table == table.id)
    days = gambling_day(room.store)
    return page(
        request,
        "closing.html",
        table_id=table.id,
        table_name=table.setup.name,
        game_name=table.config.sheet.name,
        day=on.isoformat(),
        tray=tray,
        line=line,
        entries=[
            {**entry, "time": days.local(entry["at_us"]).strftime("%H:%M:%S")}
            for entry in tray["entries"][::-1]
        ],
        clauses=clause_titles(),
    )


@router.get("/pit/desk", response_class=HTMLResponse)
def jackpot_desk(request: Request) -> HTMLResponse:
    """The jackpot desk: create, link, deposits, proposals, statement, retirement."""
    if denied := only(request, DESK):
        return denied
    room = request.app.state.room
    games = [
        {
            "id": game,
            "name": sheet(game).name,
            "tables": [
                {"id": table.id, "meters": list(table.meters)}
                for table in sheet(game).tables("jackpot")
                if table.approved
            ],
            "least_cents": sheet(game).wager("jackpot").least_cents,
        }
        for game in game_ids()
        if "jackpot" in sheet(game).analysed
    ]
    tables = [
        {"id": id, "name": table.setup.name, "game": table.config.game} for id, table in room.tables.items()
    ]
    house = next((t.setup.house for t in room.tables.values() if t.setup.house), None)
    return page(
        request,
        "desk.html",
        games=games,
        tables=tables,
        location=house.establishment.location if house else "",
        reasons=[reason.value for reason in Reason if reason is not Reason.AWARD_BACKED_OUT],
        clauses=clause_titles(),
    )


@router.get("/pit/statement/{jackpot_id}", response_class=HTMLResponse)
def statement(request: Request, jackpot_id: str, first: str = "", last: str = "") -> HTMLResponse:
    """A jackpot's statement between two gambling days, to be printed (JP-34)."""
    if denied := only(request, DESK):
        return denied
    office = request.app.state.office
    end = day_of(request, last)
    begin = min(day_of(request, first), end) if first else end
    try:
        made = statement_of(office, jackpot_id, begin, end)
    except PitbossError as error:
        return refusal(request, error)
    return page(
        request,
        "statement.html",
        jackpot_id=jackpot_id,
        name=display_name(office.desk.jackpot(jackpot_id)),
        first=made.first.isoformat(),
        last=made.last.isoformat(),
        sections=made.sections,
        money=money,
        totals=made.reconciliation(),
        adds_up=made.adds_up,
        clauses=clause_titles(),
    )


@router.get("/pit/win/{award}", response_class=HTMLResponse)
def win(request: Request, award: str) -> HTMLResponse:
    """The win page of an award, to be printed (JP-17)."""
    if denied := only(request, (*CONFIRMING, "admin", "dealer")):
        return denied
    office, room = request.app.state.office, request.app.state.room
    try:
        found = office.desk.award(award)
        sheet = office.win_page(award)
    except PitbossError as error:
        return refusal(request, error)
    blind = found.table in office.blind_to(request.state.person)
    rows = dict((sheet.veiled if blind else sheet).rows)
    jackpot = office.desk.jackpot(found.jackpot)
    table = room.tables.get(found.table)
    return page(
        request,
        "win.html",
        award=found,
        jackpot=jackpot,
        jackpot_name=display_name(jackpot),
        table_name=table.setup.name if table else found.table,
        cards=[card for card in found.cards.split() if card != "+"],
        rows=rows,
        signed_by=signed_by(found),
        clauses=clause_titles(),
    )


def signed_by(award: Award) -> tuple[str, ...]:
    """A line for everybody who has to sign the sheet: those of every award, and whom its size asked for."""
    executive = award.completed is not None and award.completed.role == Role.EXECUTIVE
    return (*SIGNED_BY, *("Executive",) * executive, *("Surveillance",) * (award.surveillance is not None))


@router.get("/pit/report", response_class=HTMLResponse)
def report(request: Request, day: str = "") -> HTMLResponse:
    """The daily master games report (HR-16)."""
    if denied := only(request, OVERSEERS):
        return denied
    room = request.app.state.room
    games = {id: table.config.game for id, table in room.tables.items()}
    made = report_from_store(room.store, day_of(request, day), games)
    names = {id: table.setup.name for id, table in room.tables.items()}

    def shown(line: TableDay, name: str = "", under: str = "") -> dict[str, Any]:
        game = sheet(line.game).name if line.game in game_ids() else line.game
        return {**line.to_json(), "name": name or game, "under": under and game}

    return page(
        request,
        "report.html",
        day=made.day.isoformat(),
        tables=[shown(line, names.get(line.table, line.table), "game") for line in made.lines],
        games=[shown(line) for line in made.by_game.values()],
        total=shown(made.total, "All tables"),
        clauses=clause_titles(),
    )

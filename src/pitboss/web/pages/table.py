"""The live table, and a round looked at afterwards."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.errors import BadInput
from pitboss.room.screens import static_part
from pitboss.web.pages.render import clause_titles, layout_of, page, refusal

router = APIRouter(include_in_schema=False)


def table_of(request: Request, table_id: str) -> Any:
    """The live table of that name; an unknown one is refused in words."""
    tables = request.app.state.room.tables
    if table_id not in tables:
        raise BadInput(
            f"There is no table {table_id!r} in this room.", accepted=", ".join(tables) or "none is open"
        )
    return tables[table_id]


@router.get("/table/{table_id}", response_class=HTMLResponse)
def table_page(request: Request, table_id: str) -> HTMLResponse:
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    return page(
        request,
        "table.html",
        table_id=table.id,
        table_name=table.setup.name,
        game_name=table.config.sheet.name,
        layout=layout_of(table.config.game),
        clauses=clause_titles(),
    )


@router.get("/round/{round_id}", response_class=HTMLResponse)
def round_page(request: Request, round_id: str) -> HTMLResponse:
    """The replay asks the API for the round, which shows each person only what that person may see."""
    try:
        table = table_of(request, round_id.rpartition("-")[0])
    except BadInput as error:
        return refusal(request, error)
    return page(
        request,
        "round.html",
        round_id=round_id,
        round_number=round_id.rpartition("-")[2],
        table_name=table.setup.name,
        table_id=table.id,
        layout=layout_of(table.config.game),
        static=static_part(table),
        clauses=clause_titles(),
    )

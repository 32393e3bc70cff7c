"""The live table, and a round looked at afterwards."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.errors import BadInput, NotFound
from pitboss.money import dollars
from pitboss.room.history import opening_of
from pitboss.room.screens import static_part
from pitboss.web.guide import example_of, guide_of
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


def pay_sections(wagers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each pay table once, under the names of all wagers that are paid by it."""
    found: list[dict[str, Any]] = []
    for wager in wagers:
        same = next((section for section in found if section["odds"] == wager["odds"]), None)
        if same:
            same["name"] += f" and {wager['name']}"
        elif wager["odds"]:
            found.append({"name": wager["name"], "odds": wager["odds"]})
    return found


@router.get("/table/{table_id}/rules", response_class=HTMLResponse)
def rules_sheet(request: Request, table_id: str) -> HTMLResponse:
    """The rules in a player's words, for the sheet at the table."""
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    static, config = static_part(table), table.config
    return page(
        request,
        "rules.html",
        guide=guide_of(config.game),
        wagers=[wager_line(w, config) for w in static["wagers"]],
        legends=static["legends"],
        pays=pay_sections(static["wagers"]),
        example=example_of(config),
    )


WHEN = {"first": "before the cards", "optional": "before the cards, extra", "later": "during the round"}


def wager_line(wager: dict[str, Any], config: Any) -> dict[str, str]:
    limit = config.limits.get(wager["id"])
    most = limit.most_cents if limit and limit.most_cents else config.regulation_cents
    later = wager["placed"] == "later"
    return {
        "name": wager["name"],
        "when": WHEN[wager["placed"]],
        "least": dollars(limit.least_cents) if limit and not later else "",
        "most": dollars(most) if most and not later else "",
    }


@router.get("/round/{round_id}", response_class=HTMLResponse)
def round_page(request: Request, round_id: str) -> HTMLResponse:
    """The replay asks the API for the round, which shows each person only what that person may see."""
    table = request.app.state.room.tables.get(round_id.rpartition("-")[0])
    if table is None or opening_of(request.app.state.room.store, round_id) is None:
        missing = NotFound(
            f"There is no round {round_id!r}.", accepted="the id of a round, such as fu-bacc-1-17"
        )
        return refusal(request, missing)
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

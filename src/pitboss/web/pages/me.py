"""One's own account: chips and statement, password, second factor, sessions, limits; and the cage, where players'
wishes are answered (HR-34)."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.people.person import ROLES, Role
from pitboss.web.pages.lobby import own_path
from pitboss.web.pages.render import cited, only, page

router = APIRouter(include_in_schema=False)


@router.get("/me", response_class=HTMLResponse)
def me(request: Request, next: str = "") -> HTMLResponse:
    if denied := only(request, tuple(str(role) for role in ROLES)):
        return denied
    return page(
        request,
        "me.html",
        tables=table_names(request),
        next=own_path(next) if next else "",
        clauses=cited("HR-21", "HR-34", "HR-37"),
    )


@router.get("/cage", response_class=HTMLResponse)
def cage(request: Request) -> HTMLResponse:
    """What players ask for, and whoever may answer."""
    if denied := only(request, (Role.DEALER, Role.CASHIER, Role.EXECUTIVE, Role.AUDITOR)):
        return denied
    return page(request, "cage.html", tables=table_names(request), clauses=cited("HR-21"))


def table_names(request: Request) -> list[tuple[str, str]]:
    return [(table.id, table.setup.name) for table in request.app.state.room.tables.values()]

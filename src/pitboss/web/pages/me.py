"""One's own account: password, second factor, sessions, limits."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.people.person import ROLES
from pitboss.web.pages.render import only, page

router = APIRouter(include_in_schema=False)


@router.get("/me", response_class=HTMLResponse)
def me(request: Request) -> HTMLResponse:
    if denied := only(request, tuple(str(role) for role in ROLES)):
        return denied
    return page(request, "me.html")

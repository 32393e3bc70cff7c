"""Accounts, for those who keep them: add, roles, lock and unlock, passwords, second factor, sessions, tokens."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.people.acts import ACCOUNT_ACTS, ACTS
from pitboss.people.person import ROLES
from pitboss.web.doors import KEEPERS
from pitboss.web.pages.render import clause_titles, only, page

router = APIRouter(include_in_schema=False)


@router.get("/accounts", response_class=HTMLResponse)
def accounts(request: Request) -> HTMLResponse:
    if denied := only(request, KEEPERS):
        return denied
    acts = {act.value: [str(role) for role in ACTS[act].second] for act in ACCOUNT_ACTS}
    return page(request, "accounts.html", roles=[str(r) for r in ROLES], acts=acts, clauses=clause_titles())

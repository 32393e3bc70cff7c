"""The lobby: every table with its game, limits, seats and jackpots; and the door."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.approvals import sheet
from pitboss.web.pages.render import cited, page, role_of

router = APIRouter(include_in_schema=False)

MANAGERS = ("supervisor", "executive", "auditor", "admin")


def table_line(keeper: Any, person: str | None) -> dict[str, Any]:
    """A table as its card in the lobby shows it."""
    table = keeper.table
    rules = sheet(table.config.game)
    opening = next(wager for wager in rules.wagers if wager.placed == "first")
    limits = table.config.limits.get(opening.id)
    own = sorted(table.spots_of(person))
    dealt = table.dealt
    return {
        "id": table.id,
        "name": table.setup.name,
        "game": rules.id,
        "game_name": rules.name,
        "phase": table.phase,
        "closed": keeper.halt.closed,
        "dealer": table.setup.dealer,
        "spots": table.config.spots,
        "taken": table.taken,
        "own": own,
        "turn": dealt is not None and any(dealt.round.asked(spot) for spot in own),
        "opening": opening.name,
        "least": limits.least_cents if limits else None,
        "most": limits.most_cents if limits else None,
        "bonuses": [w.name for w in rules.wagers if w.id in (table.config.offered or ())],
        "pay_tables": dict(table.config.pay_tables),
        "jackpots": keeper.displays(),
    }


@router.get("/", response_class=HTMLResponse)
def lobby(request: Request) -> HTMLResponse:
    person = getattr(request.state, "person", None)
    lines = [
        table_line(keeper, person.id if person else None)
        for keeper in request.app.state.room.keepers.values()
    ]
    # where somebody is awaited comes first, then where somebody sits; the others stay as they were
    lines.sort(key=lambda line: (not line["turn"], not line["own"]))
    return page(request, "lobby.html", tables=lines, manages=role_of(request) in MANAGERS)


@router.get("/login", response_class=HTMLResponse)
def login(request: Request, next: str = "/") -> HTMLResponse:
    """The door. Demo logins are shown only where the server was started as a demo."""
    return page(
        request,
        "login.html",
        next=own_path(next),
        logins=request.app.state.demo_logins,
        clauses=cited("HR-21"),
    )


def own_path(target: str) -> str:
    """Where to go after signing in: a path of this site and nothing else."""
    parts = urlsplit(target)
    own = target.startswith("/") and not target.startswith(("//", "/\\"))
    return target if own and not parts.scheme and not parts.netloc else "/"

"""One way to make a page: the template, who is looking, and the clauses the page may cite."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pitboss.core.errors import PitbossError
from pitboss.core.money import dollars, signed
from pitboss.ledger import StoreUnavailable
from pitboss.ledger.days import gambling_day
from pitboss.people.person import Person
from pitboss.sheets import clauses, game_ids, sheet
from pitboss.sheets.plugins import folder_of, when_plugins_change
from pitboss.web.chart_library import bundle_address

HERE: Final = Path(__file__).resolve().parent.parent

ROOMS: Final = (
    ("/", "Lobby", None),
    ("/lab", "Math lab", None),
    ("/school", "Dealer school", None),
    ("/console", "Console", ("dealer", "supervisor")),
    ("/supervisor", "Claims", ("supervisor", "executive", "auditor", "surveillance", "cashier")),
    ("/cage", "Cage", ("dealer", "cashier", "executive", "auditor")),
    ("/pit", "Pit", ("supervisor", "executive", "auditor", "admin")),
    ("/accounts", "Accounts", ("admin", "auditor")),
)
BRIEF: Final = {"/lab": "Lab", "/school": "School"}
"""where a phone's bar has no room for the whole name"""


@cache
def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["dollars"] = dollars
    made.filters["signed"] = lambda cents: true_minus(signed(cents))
    made.filters["true_minus"] = true_minus
    made.globals["version"] = version("pitboss")
    made.globals["charts"] = bundle_address()
    return made


def true_minus(amount: str) -> str:
    """An amount as pages write it: the scripts' minus, which no line breaks off."""
    return amount.replace("-", "\N{MINUS SIGN}")


def role_of(request: Request) -> str | None:
    person = getattr(request.state, "person", None)
    return str(person.role) if person else None


def zone_of(request: Request) -> str:
    """The zone of the room's clock (HR-32): every time on a page is the room's; the last one known while the books
    cannot be asked, so that a page can say so."""
    state = request.app.state
    if room := getattr(state, "room", None):
        with suppress(StoreUnavailable):
            state.zone = gambling_day(room.store).zone
    return str(getattr(state, "zone", "UTC"))


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """The template with what every page needs."""
    session = getattr(request.state, "session", None)
    role = role_of(request)
    shared: dict[str, Any] = {
        "person": getattr(request.state, "person", None),
        "role": role,
        "csrf": session.csrf if session else "",
        "rooms": [(link, name) for link, name, roles in ROOMS if roles is None or role in roles],
        "brief": BRIEF,
        "here": request.url.path,
        "demo": bool(getattr(request.app.state, "demo_logins", None)),
        "deck": "",
        "zone": zone_of(request),
        "clauses": {},
    }
    html = environment().get_template(template).render(shared | context)
    return HTMLResponse(html, status)


def refusal(request: Request, error: PitbossError, status: int = 404) -> HTMLResponse:
    """An error for the person: what was wrong, which rule says so, what would be accepted; tables by their names."""
    room = getattr(request.app.state, "room", None)
    open_tables = {id: table.setup.name for id, table in room.tables.items()} if room else {}
    tables = error.kind == "table.unknown" and bool(open_tables)
    return page(
        request,
        "error.html",
        status,
        title="Not possible",
        message=error.message,
        clause=error.clause,
        accepted=None if tables else error.accepted,
        tables=open_tables if tables else {},
        clauses=cited(error.clause),
    )


def only(request: Request, roles: tuple[str, ...]) -> HTMLResponse | None:
    """The refusal for whoever has none of these roles; None for those who may come in."""
    if role_of(request) in roles:
        return None
    return page(
        request,
        "error.html",
        403,
        title="Not for this role",
        message=f"This room is for: {', '.join(roles)}.",
        clause="HR-21",
        accepted="signing in with such an account",
        tables={},
        clauses=cited("HR-21"),
    )


@cache
def clause_titles() -> dict[str, str]:
    """Every clause number with its title; pages that cite clauses carry them along."""
    return {clause.id: clause.title for clause in clauses()}


def cited(*ids: str | None) -> dict[str, str]:
    """The titles of these clauses, for a page that cites few."""
    return {id: title for id, title in clause_titles().items() if id in ids}


@cache
def layout_of(game: str) -> str:
    """The game's own table layout, or that of the game it builds on; none where the page draws the generic one."""
    base = sheet(game).base if game in game_ids() else None
    return next((name for name in (game, base) if name and layout_file(name)), "")


@cache
def layout_file(game: str) -> Path | None:
    """The script that draws a game's table; it lies in the game's folder."""
    file = folder_of(game) / "layout.js"
    return file if game in game_ids() and file.is_file() else None


for _remembers in (layout_of, layout_file):
    when_plugins_change(_remembers.cache_clear)


# Which pages are for whom: asked at the door, and wherever a page would point to another.

OVERSEERS: Final = ("supervisor", "executive", "auditor", "admin")
DESK: Final = ("supervisor", "executive", "auditor", "cashier")
CONFIRMING: Final = ("supervisor", "executive", "auditor", "surveillance", "cashier")
KEEPERS: Final = ("admin", "auditor")
AT_THE_TABLE: Final = ("dealer", "supervisor")

DOORS: Final = {
    "/pit/desk": DESK,
    "/pit": OVERSEERS,
    "/supervisor": CONFIRMING,
    "/console": AT_THE_TABLE,
    "/accounts": KEEPERS,
}


def may_enter(person: Person, address: str) -> bool:
    """Whether a page of staff lets a person in; the longest address that fits says who may."""
    path = address.partition("#")[0].partition("?")[0]
    for door in sorted(DOORS, key=len, reverse=True):
        if path == door or path.startswith(f"{door}/"):
            return person.has(*DOORS[door])
    return True

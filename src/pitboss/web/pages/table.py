"""The pages of play: the lobby, the live table, a round looked at afterwards, the verifier."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from pitboss.cardplay.paigow.hands import SetHand, Wheel, all_settings
from pitboss.cardplay.poker.hands import best_hand
from pitboss.core.cards import parse_order, text
from pitboss.core.errors import BadInput, NotFound, PitbossError
from pitboss.core.money import dollars
from pitboss.fairness import verifier
from pitboss.lab.jobs import wait
from pitboss.room.history import opening_of
from pitboss.room.screens import static_part
from pitboss.school.guide import example_of, guide_of
from pitboss.sheets import sheet
from pitboss.web.chart_library import bundle_address, bundle_version, make
from pitboss.web.pages.lab import job_queue
from pitboss.web.pages.render import cited, clause_titles, layout_of, page, refusal, role_of

router = APIRouter(include_in_schema=False)


def table_of(request: Request, table_id: str) -> Any:
    """The live table of that name; an unknown one is refused in words."""
    tables = request.app.state.room.tables
    if table_id not in tables:
        raise BadInput(
            f"There is no table {table_id!r} in this room.",
            kind="table.unknown",
            accepted=", ".join(tables) or "none is open",
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


# Small helps for a player's own decision, computed by the rules themselves; they see nothing but what they
# are given.

Cards = Annotated[str, Query(max_length=14)]


@router.get("/aids/pai-gow-settings")
def pai_gow_settings(
    cards: Cards, front: Cards = "", back: Cards = "", wheel: Wheel = Wheel.SECOND_HIGHEST
) -> JSONResponse:
    """All 21 ways to set seven cards: what each is called, whether it fouls, what it does to the dealer's if
    that lies open."""
    try:
        dealer = SetHand(parse_order(front), parse_order(back), wheel) if front else None
        made = [_shape(s, dealer) for s in all_settings(parse_order(cards), wheel)]
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)
    return JSONResponse(made)


@router.get("/aids/hand")
def hand(cards: Cards) -> JSONResponse:
    """What open cards make, in words: `pair of aces, king kicker`."""
    try:
        made = best_hand(parse_order(cards))
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)
    return JSONResponse({"words": made.name.capitalize()})


def _shape(setting: SetHand, dealer: SetHand | None) -> dict[str, Any]:
    foul = setting.foul
    return {
        "front": [text(c) for c in setting.front],
        "words": setting.words,
        "foul": foul,
        "outcome": None if foul or dealer is None else setting.against(dealer).value,
    }


# The lobby: every table with its game, limits, seats and jackpots; and the door.

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
        "away": len(keeper.away_spots),
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


# The one-file verifier, to be taken home: nobody has to believe the room's own page (HR-36).


@router.get("/verify_round.py", response_class=PlainTextResponse)
def verify_round() -> PlainTextResponse:
    text = Path(verifier.__file__).read_text(encoding="utf-8")
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="verify_round.py"'})


# The chart library, as the pages load it.

FOR_GOOD = "public, max-age=31536000, immutable"
PATIENCE_S = 60.0


@router.get("/charts/vega-{version}.js")
async def library(request: Request, version: str) -> Response:
    """Made in a back room the first time, so that no table waits for it."""
    if version != bundle_version():
        error = BadInput("This house has another chart library.", accepted=bundle_address())
        return refusal(request, error)
    job = await run_in_threadpool(job_queue().far, ("chart library", version), "charts", make)
    packed = (await wait(job, PATIENCE_S)).get("packed")
    if packed is None:
        return Response("The chart library is being made.", 503, headers={"Retry-After": "5"})
    headers = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding", "ETag": f'"vega-{version}"'}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="text/javascript", headers=headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="text/javascript", headers=headers)

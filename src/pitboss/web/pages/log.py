"""The log on a page: days, full search, content in words, links to what a record is about, export."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.errors import BadInput
from pitboss.house.days import day_named, gambling_day
from pitboss.money import dollars
from pitboss.room.log import Search, search, shown
from pitboss.store import Event
from pitboss.web.pages.render import clause_titles, only, page

router = APIRouter(include_in_schema=False)

OVERSEERS: Final = ("supervisor", "executive", "auditor", "admin")
LOG_PAGE: Final = 100
FACTS_MAX: Final = 14
LONG: Final = 80


@router.get("/pit/log", response_class=HTMLResponse)
def log(
    request: Request,
    words: str = "",
    stream: str = "",
    kind: str = "",
    actor: str = "",
    first: str = "",
    last: str = "",
    before: str = "",
) -> HTMLResponse:
    """The log, newest first."""
    if denied := only(request, OVERSEERS):
        return denied
    store = request.app.state.room.store
    wanted = Search(words[:200], stream, kind, actor, _day(first), _day(last))
    found = search(store, wanted, before=int(before) if before.isdigit() else 0, limit=LOG_PAGE)
    days = gambling_day(store)
    tables = {id: table.setup.name for id, table in request.app.state.room.tables.items()}
    asked = {"words": words, "stream": stream, "kind": kind, "actor": actor, "first": first, "last": last}
    query = urlencode({name: value for name, value in asked.items() if value})
    return page(
        request,
        "log.html",
        entries=[entry(event, days.moment(event.at_us), tables) for event in found.events],
        asked=asked,
        query=query,
        older=found.before,
        clauses=clause_titles(),
    )


def _day(text: str) -> date | None:
    try:
        return day_named(text)
    except BadInput:
        return None


def entry(event: Event, time: str, tables: dict[str, str]) -> dict[str, Any]:
    payload = shown(event)
    return {
        "seq": event.seq,
        "time": time,
        "actor": event.actor,
        "kind": event.kind.replace(".", " ").replace("-", " "),
        "stream": event.stream,
        "where": place_of(event.stream, tables),
        "facts": facts(payload)[:FACTS_MAX],
        "raw": json.dumps(payload, ensure_ascii=False, indent=1),
        "hash": event.hash,
        "prev": event.prev,
    }


def place_of(stream: str, tables: dict[str, str]) -> dict[str, str]:
    """What a stream is about, and where one sees it."""
    head, _, name = stream.rpartition("/")
    if head in ("table", "tray", "jackpot-table", "payouts") and name in tables:
        text = tables[name] + {"tray": ", tray", "payouts": ", payouts"}.get(head, "")
        return {"text": text, "link": f"/table/{name}"}
    if head == "jackpot":
        return {"text": name.replace("-", " "), "link": f"/pit/desk#{name}"}
    if stream == "people":
        return {"text": "accounts", "link": "/accounts"}
    return {"text": stream, "link": ""}


def facts(payload: dict[str, Any]) -> list[dict[str, str]]:
    """A record's content as names and values; cents as dollars, rounds and awards as links."""
    found = []
    for name, value in payload.items():
        if value in (None, "", [], {}):
            continue
        text, label = _text(name, value), name.removesuffix("_cents").replace("_", " ")
        found.append({"name": label, "text": text, "link": _link(name, value)})
    return found


def _text(name: str, value: Any) -> str:
    if name.endswith("cents") and isinstance(value, int):
        return dollars(value) if value >= 0 else f"-{dollars(-value)}"
    if isinstance(value, dict) and name.endswith("cents") and all(isinstance(v, int) for v in value.values()):
        return ", ".join(f"{key} {_text('cents', cents)}" for key, cents in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONG else f"{text[:LONG]} …"


def _link(name: str, value: Any) -> str:
    if not isinstance(value, str):
        return ""
    if name == "round":
        return f"/round/{quote(value)}"
    if name == "award":
        return f"/pit/win/{quote(value, safe='')}"
    return ""

"""The log on a page: days, full search, content in words, links to what a record is about, export."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.errors import BadInput
from pitboss.house.days import GamblingDay, day_named, gambling_day
from pitboss.money import dollars
from pitboss.people.person import Person
from pitboss.room.log import Search, search, shown
from pitboss.store import Event
from pitboss.web.doors import OVERSEERS, may_enter
from pitboss.web.pages.render import clause_titles, only, page

router = APIRouter(include_in_schema=False)

LOG_PAGE: Final = 100
FACTS_MAX: Final = 14
LONG: Final = 80
CLERICAL: Final = ("asked", "request", "v")
"""what answers a repeated request; in the whole record below"""
MONEY: Final = ("bets", "returned", "net", "stakes")
"""cents by wager or by spot"""


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
    wrong: list[str] = []
    wanted = Search(words[:200], stream, kind, actor, _day(first, wrong), _day(last, wrong))
    found = search(store, wanted, before=int(before) if before.isdigit() else 0, limit=LOG_PAGE)
    days = gambling_day(store)
    tables = {id: table.setup.name for id, table in request.app.state.room.tables.items()}
    asked = {"words": words, "stream": stream, "kind": kind, "actor": actor, "first": first, "last": last}
    query = urlencode({name: value for name, value in asked.items() if value})
    return page(
        request,
        "log.html",
        entries=[entry(event, days, tables, request.state.person) for event in found.events],
        asked=asked,
        wrong=wrong,
        query=query,
        older=found.before,
        clauses=clause_titles(),
    )


def _day(text: str, wrong: list[str]) -> date | None:
    if not text:
        return None
    try:
        return day_named(text)
    except BadInput as error:
        wrong.append(f"{error} All days are shown.")
        return None


def entry(event: Event, days: GamblingDay, tables: dict[str, str], person: Person) -> dict[str, Any]:
    payload, where = shown(event), place_of(event.stream, tables)
    return {
        "seq": event.seq,
        "time": days.moment(event.at_us),
        "actor": event.actor,
        "kind": event.kind.replace(".", " ").replace("-", " "),
        "stream": event.stream,
        "where": where if may_enter(person, where["link"]) else where | {"link": ""},
        "facts": facts(payload, days)[:FACTS_MAX],
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


def facts(payload: dict[str, Any], days: GamblingDay) -> list[dict[str, str]]:
    """A record's content as names and values in words; rounds and awards as links."""
    found = []
    for name, value in payload.items():
        if value in (None, "", [], {}) or name in CLERICAL or (name.endswith("_us") and not value):
            continue
        label = name.removesuffix("_cents").removesuffix("_us").replace("_", " ")
        text = words(name, value, days)
        cut = text if len(text) <= LONG else f"{text[:LONG].rpartition(' ')[0] or text[:LONG]} …"
        found.append({"name": "" if label == "cents" else label, "text": cut, "link": _link(name, value)})
    return found


def words(name: str, value: Any, days: GamblingDay) -> str:
    """A value as people write it: cents as dollars, moments as the room's time, a count by its chips."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if name.endswith("cents") or name in MONEY:
            return dollars(value) if value >= 0 else f"-{dollars(-value)}"
        case int() if name.endswith("_us"):
            return days.moment(value)
        case dict() if name == "counts":
            return ", ".join(f"{number} of {dollars(int(chip))}" for chip, number in value.items())
        case dict():
            inside = {key.replace("-", " "): words(name, part, days) for key, part in value.items()}
            return ", ".join(f"{key} {text}" for key, text in inside.items())
        case list():
            return ", ".join(words(name, part, days) for part in value)
    return str(value)


def _link(name: str, value: Any) -> str:
    if not isinstance(value, str):
        return ""
    if name == "round":
        return f"/round/{quote(value)}"
    if name == "award":
        return f"/pit/win/{quote(value, safe='')}"
    return ""

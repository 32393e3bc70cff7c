"""The pages of staff and one's own: consoles, desk, pit, log, report, accounts, the sign, the cage."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from pitboss.chips.day_book import today
from pitboss.chips.trays import TrayDesk
from pitboss.core.errors import BadInput, PitbossError, TooMany
from pitboss.core.money import Cents, dollars
from pitboss.house.report import NO_GAME, TableDay, report_from_store
from pitboss.house.sign import Sign, sign_body, sign_of
from pitboss.house.table_file import AggregateLimit, Establishment, Jackpot, Meter, Table
from pitboss.jackpots import JackpotDesk
from pitboss.jackpots.adjustments import Reason
from pitboss.jackpots.awards import SIGNED_BY
from pitboss.jackpots.documents import Award, display_name
from pitboss.jackpots.statement import money
from pitboss.lab.jobs import sign_job, wait
from pitboss.ledger import Event
from pitboss.ledger.days import GamblingDay, day_named, gambling_day
from pitboss.paper.charts import by_hour, holds
from pitboss.people.person import ROLES, Person, Role
from pitboss.people.rights import ACCOUNT_ACTS, ACTS
from pitboss.room.history import Search, search, shown
from pitboss.room.jackpot_office import award_json, veiled_award
from pitboss.room.pit import hours_of, pit_day
from pitboss.room.table import TableSetup
from pitboss.sheets import game_ids, sheet
from pitboss.sheets.regulation import regulation
from pitboss.web.api.jackpots import statement_of
from pitboss.web.pages.lab import job_queue
from pitboss.web.pages.render import (
    AT_THE_TABLE,
    CONFIRMING,
    DESK,
    KEEPERS,
    OVERSEERS,
    cited,
    clause_titles,
    layout_of,
    may_enter,
    only,
    page,
    refusal,
    role_of,
)
from pitboss.web.pages.table import own_path, table_line, table_of

router = APIRouter(include_in_schema=False)

WINS_SHOWN = 50
REJECTED_SHOWN = 20


@router.get("/console", response_class=HTMLResponse)
def consoles(request: Request) -> HTMLResponse:
    """The tables to be dealt at, those dealt by a person first; the dealer picks one's own."""
    if denied := only(request, AT_THE_TABLE):
        return denied
    rows = [table_line(keeper, None) for keeper in request.app.state.room.keepers.values()]
    rows.sort(key=lambda row: row["dealer"] != "person")
    return page(request, "consoles.html", tables=rows)


@router.get("/console/{table_id}", response_class=HTMLResponse)
def console(request: Request, table_id: str) -> HTMLResponse:
    if denied := only(request, AT_THE_TABLE):
        return denied
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    return page(
        request,
        "console.html",
        table_id=table.id,
        table_name=table.setup.name,
        layout=layout_of(table.config.game),
        clauses=clause_titles(),
    )


@router.get("/supervisor", response_class=HTMLResponse)
def supervisor(request: Request) -> HTMLResponse:
    if denied := only(request, CONFIRMING):
        return denied
    return page(
        request,
        "supervisor.html",
        wins=wins_of(request)[:WINS_SHOWN],
        rejected=rejected_of(request),
        clauses=clause_titles(),
    )


def wins_of(request: Request) -> list[dict[str, Any]]:
    """All awards, the newest first, as people read them."""
    office, room = request.app.state.office, request.app.state.room
    desk, blind = office.desk, office.blind_to(request.state.person)
    days, jackpots, tables = gambling_day(room.store), desk.jackpots(), room.tables
    found = sorted(desk.awards(), key=lambda award: -award.at_us)
    return [
        {
            **award_json(veiled_award(award) if award.table in blind else award),
            "time": days.moment(award.at_us),
            "jackpot_name": display_name(jackpots[award.jackpot]),
            "table_name": tables[award.table].setup.name if award.table in tables else award.table,
        }
        for award in found
    ]


def rejected_of(request: Request) -> list[dict[str, Any]]:
    """The claims that a supervisor has ended, the newest first: whose, why, and what was marked (JP-30)."""
    office, room = request.app.state.office, request.app.state.room
    desk, blind = office.desk, office.blind_to(request.state.person)
    days, jackpots, tables = gambling_day(room.store), desk.jackpots(), room.tables
    found = sorted((one for id in jackpots for one in desk.rejected(id)), key=lambda one: -one[1].seq)
    return [
        {
            "time": days.moment(event.at_us),
            "jackpot_name": display_name(jackpots[claim.jackpot]),
            "hand": jackpots[claim.jackpot].table.by_hand[claim.hand].text,
            "table_name": tables[claim.table].setup.name if claim.table in tables else claim.table,
            "spot": claim.spot,
            "player": "" if claim.table in blind else claim.player,
            "cents": claim.cents,
            "by": event.actor,
            "why": claim.reason,
        }
        for claim, event in found[:REJECTED_SHOWN]
    ]


@router.get("/display/{table_id}", response_class=HTMLResponse)
def display(request: Request, table_id: str) -> HTMLResponse:
    """A monitor at the table: it shows, it has no controls (JP-08)."""
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    return page(
        request,
        "display.html",
        table_id=table.id,
        table_name=table.setup.name,
        game_name=table.config.sheet.name,
        names={id: one.setup.name for id, one in request.app.state.room.tables.items()},
    )


# The pit: what the tables hold against theory, jackpots, win pages, reports.


def day_of(request: Request, day: str) -> date:
    """The gambling day asked for, without one today's; what is no day is refused."""
    return day_named(day) if day else date.fromisoformat(today(request.app.state.room.store))


@router.get("/pit", response_class=HTMLResponse)
def pit(request: Request, day: str = "") -> HTMLResponse:
    if denied := only(request, OVERSEERS):
        return denied
    room, on = request.app.state.room, day_of(request, day)
    now = day_of(request, "")
    return page(
        request,
        "pit.html",
        day=on.isoformat(),
        today=now.isoformat(),
        earlier=(on - timedelta(days=1)).isoformat(),
        later=(on + timedelta(days=1)).isoformat() if on < now else "",
        hour=gambling_day(room.store).hour,
        tables=[
            {
                "id": id,
                "name": table.setup.name,
                "game": table.config.sheet.name,
                "dealer": table.setup.dealer,
            }
            for id, table in room.tables.items()
        ],
        may_claims=role_of(request) in CONFIRMING,
        may_desk=role_of(request) in DESK,
        may_console=role_of(request) in AT_THE_TABLE,
        clauses=clause_titles(),
    )


@router.get("/pit/charts/holds")
def holds_chart(request: Request, day: str = "") -> Response:
    """Every table's win on its band."""
    if denied := only(request, OVERSEERS):
        return denied
    on = day_of(request, day)
    rows = [
        {
            "table": line.name,
            "win": line.win_cents / 100,
            "theory": line.theory_cents / 100,
            "low": (line.theory_cents - line.band_cents) / 100,
            "high": (line.theory_cents + line.band_cents) / 100,
            "out": line.outside,
        }
        for line in pit_day(request.app.state.room, on)
        if line.theory_cents is not None and line.band_cents is not None and line.rounds
    ]
    return JSONResponse(holds(f"Win against theory with its 95 % band, {on}", rows))


@router.get("/pit/charts/hours/{table_id}")
def hours_chart(request: Request, table_id: str, day: str = "") -> Response:
    """A table's day by the hour."""
    if denied := only(request, OVERSEERS):
        return denied
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    on = day_of(request, day)
    rows = hours_of(request.app.state.room, table, on)
    return JSONResponse(by_hour(f"{table.setup.name}, {on}, by the hour", rows))


@router.get("/pit/closing/{table_id}", response_class=HTMLResponse)
def closing(request: Request, table_id: str, day: str = "") -> HTMLResponse:
    """A table's day on one sheet: counts, fills, credits, drop, the win by the count and by the books, signatures."""
    if denied := only(request, (*OVERSEERS, "cashier", "dealer")):
        return denied
    try:
        table = table_of(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    room, on = request.app.state.room, day_of(request, day)
    tray = TrayDesk(room.store).standing(table.id, on)
    made = report_from_store(room.store, on, {table.id: table.config.game})
    line = next(line for line in made.lines if line.table == table.id)
    days = gambling_day(room.store)
    return page(
        request,
        "closing.html",
        table_id=table.id,
        table_name=table.setup.name,
        game_name=table.config.sheet.name,
        day=on.isoformat(),
        tray=tray,
        line=line,
        entries=[
            {**entry, "time": days.local(entry["at_us"]).strftime("%H:%M:%S")}
            for entry in tray["entries"][::-1]
        ],
        clauses=clause_titles(),
    )


@router.get("/pit/desk", response_class=HTMLResponse)
def jackpot_desk(request: Request) -> HTMLResponse:
    """The jackpot desk: create, link, deposits, proposals, statement, retirement."""
    if denied := only(request, DESK):
        return denied
    room = request.app.state.room
    games = [
        {
            "id": game,
            "name": sheet(game).name,
            "tables": [
                {"id": table.id, "meters": list(table.meters)}
                for table in sheet(game).tables(sheet(game).jackpot)
                if table.approved
            ],
            "least_cents": sheet(game).wager("jackpot").least_cents,
        }
        for game in game_ids()
        if sheet(game).jackpot
    ]
    tables = [
        {"id": id, "name": table.setup.name, "game": table.config.game} for id, table in room.tables.items()
    ]
    house = next((t.setup.house for t in room.tables.values() if t.setup.house), None)
    return page(
        request,
        "desk.html",
        games=games,
        tables=tables,
        location=house.establishment.location if house else "",
        reasons=[reason.value for reason in Reason if reason is not Reason.AWARD_BACKED_OUT],
        clauses=clause_titles(),
    )


@router.get("/pit/statement/{jackpot_id}", response_class=HTMLResponse)
def statement(request: Request, jackpot_id: str, first: str = "", last: str = "") -> HTMLResponse:
    """A jackpot's statement between two gambling days, to be printed (JP-34)."""
    if denied := only(request, DESK):
        return denied
    office = request.app.state.office
    end = day_of(request, last)
    begin = min(day_of(request, first), end) if first else end
    try:
        made = statement_of(office, jackpot_id, begin, end)
    except PitbossError as error:
        return refusal(request, error)
    return page(
        request,
        "statement.html",
        jackpot_id=jackpot_id,
        name=display_name(office.desk.jackpot(jackpot_id)),
        first=made.first.isoformat(),
        last=made.last.isoformat(),
        sections=made.sections,
        money=money,
        totals=made.reconciliation(),
        adds_up=made.adds_up,
        clauses=clause_titles(),
    )


@router.get("/pit/win/{award}", response_class=HTMLResponse)
def win(request: Request, award: str) -> HTMLResponse:
    """The win page of an award, to be printed (JP-17)."""
    if denied := only(request, (*CONFIRMING, "admin", "dealer")):
        return denied
    office, room = request.app.state.office, request.app.state.room
    try:
        found = office.desk.award(award)
        sheet = office.win_page(award)
    except PitbossError as error:
        return refusal(request, error)
    blind = found.table in office.blind_to(request.state.person)
    rows = dict((sheet.veiled if blind else sheet).rows)
    jackpot = office.desk.jackpot(found.jackpot)
    table = room.tables.get(found.table)
    return page(
        request,
        "win.html",
        award=found,
        jackpot=jackpot,
        jackpot_name=display_name(jackpot),
        table_name=table.setup.name if table else found.table,
        cards=[card for card in found.cards.split() if card != "+"],
        rows=rows,
        signed_by=signed_by(found),
        clauses=clause_titles(),
    )


def signed_by(award: Award) -> tuple[str, ...]:
    """A line for everybody who has to sign the sheet: those of every award, and whom its size asked for."""
    executive = award.completed is not None and award.completed.role == Role.EXECUTIVE
    return (*SIGNED_BY, *("Executive",) * executive, *("Surveillance",) * (award.surveillance is not None))


@router.get("/pit/report", response_class=HTMLResponse)
def report(request: Request, day: str = "") -> HTMLResponse:
    """The daily master games report (HR-16)."""
    if denied := only(request, OVERSEERS):
        return denied
    room = request.app.state.room
    games = {id: table.config.game for id, table in room.tables.items()}
    made = report_from_store(room.store, day_of(request, day), games)
    names = {id: table.setup.name for id, table in room.tables.items()}

    def shown(line: TableDay, name: str = "", under: str = "") -> dict[str, Any]:
        game = sheet(line.game).name if line.game in game_ids() else line.game or NO_GAME
        return {**line.to_json(), "name": name or game, "under": under and game}

    return page(
        request,
        "report.html",
        day=made.day.isoformat(),
        tables=[shown(line, names.get(line.table, line.table), "game") for line in made.lines],
        games=[shown(line) for line in made.by_game.values()],
        total=shown(made.total, "All tables"),
        names=names,
        voids=made.voids,
        sales=made.sales,
        clauses=clause_titles(),
    )


# The log on a page: days, full search, content in words, links to what a record is about, export.

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


# Accounts, for those who keep them: add, roles, lock and unlock, passwords, second factor, sessions, tokens.


@router.get("/accounts", response_class=HTMLResponse)
def accounts(request: Request) -> HTMLResponse:
    if denied := only(request, KEEPERS):
        return denied
    acts = {act.value: [str(role) for role in ACTS[act].second] for act in ACCOUNT_ACTS}
    return page(request, "accounts.html", roles=[str(r) for r in ROLES], acts=acts, clauses=clause_titles())


# The sign at a table, on its screen and on paper: the same as at the terminal (HR-08).

PDF_SECONDS: Final = 30.0


@router.get("/pit/sign/{table_id}", response_class=HTMLResponse)
def sign(request: Request, table_id: str) -> HTMLResponse:
    """The sign at the table, from its configuration."""
    try:
        made = table_sign(request, table_id)
    except BadInput as error:
        return refusal(request, error)
    return page(request, "sign.html", sign=made, body=sign_body(made), table_id=table_id)


@router.get("/pit/sign/{table_id}/pdf", response_class=Response)
async def sign_as_pdf(request: Request, table_id: str) -> Response:
    try:
        made = table_sign(request, table_id)
        answer = await wait(sign_job(job_queue(), made, request.state.client), PDF_SECONDS)
        if "pdf" not in answer:
            raise TooMany("The sign is being made.", accepted="the same question in a moment")
    except TooMany as error:
        return refusal(request, error, 429)
    except BadInput as error:
        return refusal(request, error)
    return Response(answer["pdf"], media_type="application/pdf")


def table_sign(request: Request, table_id: str) -> Sign:
    """From the table's file where it has one, on the room's gambling day (HR-32); the jackpots are those that are on
    its sensors now, whoever put them there."""
    live, store = table_of(request, table_id), request.app.state.room.store
    on = date.fromisoformat(today(store))
    sensors = request.app.state.room.keeper(table_id).jackpots.sensors
    linked = jackpots_at(JackpotDesk(store), table_id, sensors)
    if live.setup.house:
        return sign_of(replace(live.setup.house, jackpots=linked), on)
    return sign_of(as_file(live.setup, linked, on), on)


def jackpots_at(desk: JackpotDesk, table_id: str, sensors: Mapping[str, str]) -> tuple[Jackpot, ...]:
    """The jackpots on a table's sensors, as its file would have them: a link under the own game's pay table."""
    found = []
    for place, id in sensors.items():
        jackpot, shown = desk.jackpot(id), desk.meters(id)
        found.append(
            Jackpot(
                id=id,
                place=place,
                type=jackpot.kind,
                pay_table=jackpot.tables[table_id].pay_table,
                wager_cents=jackpot.wager_cents,
                posted_cents=dict(jackpot.posted_cents),
                meters=tuple(
                    Meter(name, meter.in_use, meter.configured, shown[name].display_cents)
                    for name, meter in jackpot.meters.items()
                ),
                notices=jackpot.notices,
            )
        )
    return tuple(found)


def as_file(setup: TableSetup, jackpots: tuple[Jackpot, ...], on: date) -> Table:
    """A table that was opened without a file, as its file would have it."""
    config = setup.config
    sensed = {w.id for w in config.sheet.wagers if w.sensed}
    return Table(
        id=setup.id,
        name=setup.name,
        game=config.game,
        spots=config.spots,
        dealing=config.sheet.dealing[0] if config.sheet.dealing else "hand",
        establishment=Establishment("This card room", confirmed=_confirmed(config.regulation_cents, on)),
        offered=tuple(sorted((config.offered or frozenset()) - sensed)),
        options=dict(config.options),
        pay_tables={w: t for w, t in config.pay_tables.items() if w not in sensed},
        limits={w: n for w, n in config.limits.items() if w not in sensed},
        chip_cents=config.chip_cents,
        rounding=config.rounding,
        aggregates=tuple(AggregateLimit((w,), c) for w, c in config.aggregate_cents.items()),
        jackpots=jackpots,
    )


def _confirmed(limit_cents: Cents | None, on: date) -> dict[str, date]:
    """Whoever set the table to the newest limit has confirmed that it is in force (HR-01)."""
    newest = regulation().rules["wager-limit"].on(on)
    return {newest.confirm: on} if newest.confirm and newest.cents == limit_cents else {}


# One's own account: chips and statement, password, second factor, sessions, limits; and the cage, where players'
# wishes are answered (HR-34).


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

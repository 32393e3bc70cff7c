"""The sign at a table, on its screen and on paper: the same as at the terminal (HR-08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from pitboss.errors import BadInput, TooMany
from pitboss.house.regulation import regulation
from pitboss.house.sign import Sign, sign_body, sign_of
from pitboss.house.table import AggregateLimit, Establishment, Jackpot, Meter, Table
from pitboss.jackpot import JackpotDesk
from pitboss.money import Cents
from pitboss.room.accounting import today
from pitboss.room.setup import TableSetup
from pitboss.web.lab import sign_job, wait
from pitboss.web.pages.lab import desk
from pitboss.web.pages.render import page, refusal
from pitboss.web.pages.table import table_of

router = APIRouter(include_in_schema=False)

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
        answer = await wait(sign_job(desk(), made, request.state.client), PDF_SECONDS)
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

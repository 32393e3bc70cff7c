"""The jackpot desk: every act of a jackpot's life, by whom the acts' table names, with the second person where it
asks for one (JP-31, HR-35)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from pitboss.errors import BadInput, NotFound
from pitboss.house.days import gambling_day
from pitboss.house.jackpots import controls_on
from pitboss.jackpot import AwardOrder, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.jackpot.model import SettingsChange
from pitboss.jackpot.records import Jackpot
from pitboss.jackpot.statement import Statement, statement_between
from pitboss.people.acts import Act
from pitboss.people.person import Person, Role
from pitboss.room.desk import desk_json
from pitboss.room.office import Office
from pitboss.store import Receipt
from pitboss.web.api.access import Day, Sure, TheRoom, may, role, signer
from pitboss.web.api.jackpots import TheOffice
from pitboss.web.api.routers import api_router
from pitboss.web.desk_models import (
    ApprovalBody,
    CountedBody,
    DeclineBody,
    DeskBody,
    DeskShape,
    LinkBody,
    MeterBody,
    MoneyBody,
    NewJackpot,
    NoticesBody,
    PostedBody,
    ProposalBody,
    ReasonBody,
    ReportedBody,
    RetireBody,
    StatementShape,
    UnlinkBody,
    WithdrawalBody,
)
from pitboss.web.models import SignIn

router = api_router("desk", "/desk/jackpots")

JackpotId = Annotated[str, Path(max_length=80)]
Looks = Annotated[Person, Depends(role(Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR, Role.CASHIER))]
Creator = Annotated[Person, Depends(may(Act.CREATE))]


@dataclass(frozen=True, slots=True)
class DeskCall:
    """Somebody who may do an act, and the jackpot it is done to."""

    request: Request
    office: Office
    by: Person
    jackpot: Jackpot

    def second(self, signature: SignIn | None, to: str) -> Person | None:
        return signer(self.request, signature, f"{to} {self.jackpot.id}")

    def do(self, body: DeskBody, act: Callable[[JackpotDesk, str, Person, str | None], Receipt]) -> DeskShape:
        return _done(self.office, self.jackpot.id, self.by, body, act)


def to(act: Act) -> Any:
    """A dependency: whoever may do `act`, at the jackpot of the address."""
    who = Depends(may(act))

    def call(request: Request, office: TheOffice, jackpot_id: JackpotId, person: Person = who) -> DeskCall:
        return DeskCall(request, office, person, _jackpot(office, jackpot_id))

    return Depends(call)


@router.get("")
def everything(office: TheOffice, person: Looks) -> list[DeskShape]:
    """All jackpots, retired ones too, with settings, money and what waits."""
    return [DeskShape(**desk_json(office.desk, one)) for one in office.desk.jackpots().values()]


@router.get("/{jackpot_id}")
def one(office: TheOffice, person: Looks, jackpot_id: JackpotId) -> DeskShape:
    return _shape(office, jackpot_id)


@router.post("", status_code=201, dependencies=[Sure])
def create(office: TheOffice, person: Creator, body: NewJackpot) -> DeskShape:
    """A jackpot on an approved pay table; what the regulation fixes is filled in for today."""
    config = JackpotConfig(
        id=body.name,
        kind=Kind(body.kind),
        game=body.game,
        pay_table=body.pay_table,
        wager_cents=body.wager_cents,
        controls=controls_on(
            gambling_day(office.desk.store).of(office.desk.store.clock()),
            executive_from_cents=body.executive_from_cents,
            award_order=AwardOrder(body.award_order),
            malfunction_days=body.malfunction_days,
        ),
        location=body.location,
        meters={name: _settings(settings) for name, settings in body.meters.items()},
        posted_cents=dict(body.posted_cents),
        notices=tuple(note.strip() for note in body.notices if note.strip()),
    )
    return _done(office, body.name, person, body, lambda desk, _, by, key: desk.create(config, by, key=key))


@router.post("/{jackpot_id}/link", dependencies=[Sure])
def link(call: Annotated[DeskCall, to(Act.LINK)], room: TheRoom, body: LinkBody) -> DeskShape:
    """On a sensor of a table of this room; on a second table that is a link, with its checks (HR-13)."""
    setup, desk = room.keeper(body.table).table.setup, call.office.desk
    if body.table not in desk.tables():
        config = setup.config
        desk.add_table(
            setup.id,
            config.game,
            call.by,
            spots=config.spots,
            location=call.jackpot.location,
            decks=config.decks,
            options=config.options,
        )
    pays = body.pay_table or call.jackpot.pay_table
    return call.do(
        body, lambda desk, id, by, key: desk.link(id, body.table, pays, by, sensor=body.sensor, key=key)
    )


@router.post("/{jackpot_id}/unlink", dependencies=[Sure])
def unlink(call: Annotated[DeskCall, to(Act.LINK)], body: UnlinkBody) -> DeskShape:
    second = call.second(body.second, f"take off {body.table}")
    return call.do(body, lambda desk, id, by, key: desk.unlink(id, body.table, by, second, key=key))


@router.post("/{jackpot_id}/start")
def start(call: Annotated[DeskCall, to(Act.START)], body: DeskBody) -> DeskShape:
    """Open for wagers; a progressive's meters get their seeds (JP-10)."""
    return call.do(body, lambda desk, id, by, key: desk.start(id, by, key=key))


@router.post("/{jackpot_id}/propose")
def propose(call: Annotated[DeskCall, to(Act.PROPOSE)], body: ProposalBody) -> DeskShape:
    """Other settings of a meter after its next reset; an executive approves it, another person (HR-18)."""
    change = SettingsChange(
        body.seed_cents,
        _rate(body.contribution_percent),
        _rate(body.reserve_percent),
        body.maximum_cents,
        body.no_maximum,
    )
    return call.do(
        body, lambda desk, id, by, key: desk.propose(id, change, by, body.why, meter=body.meter, key=key)
    )


@router.post("/{jackpot_id}/approve", dependencies=[Sure])
def approve(call: Annotated[DeskCall, to(Act.APPROVE)], body: ApprovalBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.approve(id, by, meter=body.meter, key=key))


@router.post("/{jackpot_id}/decline")
def decline(call: Annotated[DeskCall, to(Act.PROPOSE)], body: DeclineBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.decline(id, by, body.why, meter=body.meter, key=key))


@router.post("/{jackpot_id}/deposit")
def deposit(call: Annotated[DeskCall, to(Act.DEPOSIT)], body: MoneyBody) -> DeskShape:
    """Players' money into the jackpot's own account, at most what is owed (HR-10)."""
    return call.do(body, lambda desk, id, by, key: desk.deposit(id, body.amount_cents, by, key=key))


@router.post("/{jackpot_id}/withdraw", dependencies=[Sure])
def withdraw(call: Annotated[DeskCall, to(Act.WITHDRAW)], body: WithdrawalBody) -> DeskShape:
    """What the account holds above what is owed goes back to the house (JP-33)."""
    signed, cents = call.second(body.second, "withdraw from"), body.amount_cents
    return call.do(body, lambda desk, id, by, key: desk.withdraw(id, cents, by, signed, body.why, key=key))


@router.post("/{jackpot_id}/count")
def count(call: Annotated[DeskCall, to(Act.COUNT_FUNDS)], body: CountedBody) -> DeskShape:
    """The account's statement against what is owed; a shortfall suspends the wager, and the count that lifts it is
    signed by a second person (HR-10)."""
    signed = call.second(body.second, "count the account of")
    return call.do(
        body, lambda desk, id, by, key: desk.count_funds(id, body.found_cents, by, signed, key=key)
    )


@router.post("/{jackpot_id}/post", dependencies=[Sure])
def post(call: Annotated[DeskCall, to(Act.POST)], body: PostedBody) -> DeskShape:
    """A house jackpot's amount, between games (JP-08)."""
    signed, cents = call.second(body.second, "post the amount of"), body.amount_cents
    return call.do(
        body,
        lambda desk, id, by, key: desk.post_amount(
            id, cents, by, signed, body.why, meter=body.meter, key=key
        ),
    )


@router.post("/{jackpot_id}/notices", dependencies=[Sure])
def notices(call: Annotated[DeskCall, to(Act.SET_NOTICES)], body: NoticesBody) -> DeskShape:
    """The notices at the table of a house jackpot (HR-09)."""
    signed = call.second(body.second, "notices of")
    texts = [text.strip() for text in body.notices if text.strip()]
    return call.do(body, lambda desk, id, by, key: desk.set_notices(id, texts, by, signed, body.why, key=key))


@router.post("/{jackpot_id}/reported")
def reported(call: Annotated[DeskCall, to(Act.REPORT_MALFUNCTION)], body: ReportedBody) -> DeskShape:
    """The malfunctions that were to be reported have been, under this reference (HR-11)."""
    return call.do(body, lambda desk, id, by, key: desk.malfunction_reported(id, body.reference, by, key=key))


@router.post("/{jackpot_id}/suspend")
def suspend(call: Annotated[DeskCall, to(Act.SUSPEND)], body: ReasonBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.suspend(id, body.why, by, key=key))


@router.post("/{jackpot_id}/resume", dependencies=[Sure])
def resume(call: Annotated[DeskCall, to(Act.RESUME)], body: DeskBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.resume(id, by, key=key))


@router.post("/{jackpot_id}/retire", dependencies=[Sure])
def retire(call: Annotated[DeskCall, to(Act.RETIRE)], body: RetireBody) -> DeskShape:
    """Closed for good; the players' money goes on to another progressive (HR-10)."""
    signed = call.second(body.second, "retire")
    return call.do(body, lambda desk, id, by, key: desk.retire(id, by, signed, into=body.into, key=key))


@router.get("/{jackpot_id}/statement")
def statement(
    office: TheOffice,
    person: Looks,
    jackpot_id: JackpotId,
    first: Day = None,
    last: Day = None,
) -> StatementShape:
    """Between two gambling days, the current one unless others are named (JP-34)."""
    made = statement_of(office, jackpot_id, first, last)
    return StatementShape(
        jackpot=jackpot_id,
        first=made.first,
        last=made.last,
        rows=[list(row) for row in made.rows()],
        adds_up=made.adds_up,
        owed_units=made.owed,
        bank_units=made.bank,
    )


def statement_of(office: Office, jackpot_id: str, first: date | None, last: date | None) -> Statement:
    _jackpot(office, jackpot_id)
    store = office.desk.store
    days = gambling_day(store)
    end = last or days.of(store.clock())
    begin = min(first or end, end)
    return statement_between(office.desk, jackpot_id, begin, end, days.bounds(begin, end))


def _jackpot(office: Office, jackpot_id: str) -> Jackpot:
    try:
        return office.desk.jackpot(jackpot_id)
    except BadInput as error:
        raise NotFound(error.message, accepted=error.accepted) from None


def _shape(office: Office, jackpot_id: str) -> DeskShape:
    return DeskShape(**desk_json(office.desk, _jackpot(office, jackpot_id)))


def _done(
    office: Office,
    jackpot_id: str,
    person: Person,
    body: DeskBody,
    act: Callable[[JackpotDesk, str, Person, str | None], Receipt],
) -> DeskShape:
    """Once for each of the client's ids; every screen shows it."""
    act(office.desk, jackpot_id, person, f"desk/{person.id}/{body.id}" if body.id else None)
    office.refresh_all()
    return _shape(office, jackpot_id)


def _settings(found: MeterBody) -> MeterSettings:
    return MeterSettings(
        found.seed_cents,
        _rate(found.contribution_percent) or Fraction(0),
        _rate(found.reserve_percent) or Fraction(0),
        found.maximum_cents,
    )


def _rate(percent: str | None) -> Fraction | None:
    return None if percent is None else Fraction(percent) / 100

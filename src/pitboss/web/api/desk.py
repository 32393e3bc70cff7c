"""The jackpot desk: every act of a jackpot's life, by whom the acts' table names, with the second person where it
asks for one (JP-31, HR-35)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

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
from pitboss.web.api.jackpots import TheOffice, signs
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
    RetireBody,
    StatementShape,
    UnlinkBody,
    WithdrawalBody,
)

router = APIRouter(prefix="/desk/jackpots", tags=["desk"])

JackpotId = Annotated[str, Path(max_length=80)]
Looks = Annotated[Person, Depends(role(Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR, Role.CASHIER))]
Creator = Annotated[Person, Depends(may(Act.CREATE))]
Linker = Annotated[Person, Depends(may(Act.LINK))]
Starter = Annotated[Person, Depends(may(Act.START))]
Proposer = Annotated[Person, Depends(may(Act.PROPOSE))]
Approver = Annotated[Person, Depends(may(Act.APPROVE))]
Cashier = Annotated[Person, Depends(may(Act.DEPOSIT))]
Counter = Annotated[Person, Depends(may(Act.COUNT_FUNDS))]
Suspender = Annotated[Person, Depends(may(Act.SUSPEND))]
Executive = Annotated[Person, Depends(may(Act.RETIRE))]


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
            datetime.now(UTC).date(),
            executive_from_cents=body.executive_from_cents,
            award_order=AwardOrder(body.award_order),
        ),
        location=body.location,
        meters={name: _settings(settings) for name, settings in body.meters.items()},
        posted_cents=dict(body.posted_cents),
        notices=tuple(note.strip() for note in body.notices if note.strip()),
    )
    return _done(office, body.name, person, body, lambda desk, key: desk.create(config, person, key=key))


@router.post("/{jackpot_id}/link", dependencies=[Sure])
def link(
    office: TheOffice, room: TheRoom, person: Linker, jackpot_id: JackpotId, body: LinkBody
) -> DeskShape:
    """On a sensor of a table of this room; on a second table that is a link, with its checks (HR-13)."""
    found = _jackpot(office, jackpot_id)
    setup = room.keeper(body.table).table.setup
    if body.table not in office.desk.tables():
        config = setup.config
        office.desk.add_table(
            setup.id,
            config.game,
            person,
            spots=config.spots,
            location=found.location,
            decks=config.decks,
            options=config.options,
        )
    pays = body.pay_table or found.pay_table
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.link(jackpot_id, body.table, pays, person, sensor=body.sensor, key=key),
    )


@router.post("/{jackpot_id}/unlink", dependencies=[Sure])
def unlink(
    request: Request, office: TheOffice, person: Linker, jackpot_id: JackpotId, body: UnlinkBody
) -> DeskShape:
    _jackpot(office, jackpot_id)
    second = signer(request, body.second, f"take {jackpot_id} off {body.table}")
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.unlink(jackpot_id, body.table, person, second, key=key),
    )


@router.post("/{jackpot_id}/start")
def start(office: TheOffice, person: Starter, jackpot_id: JackpotId, body: DeskBody) -> DeskShape:
    """Open for wagers; a progressive's meters get their seeds (JP-10)."""
    _jackpot(office, jackpot_id)
    return _done(office, jackpot_id, person, body, lambda desk, key: desk.start(jackpot_id, person, key=key))


@router.post("/{jackpot_id}/propose")
def propose(office: TheOffice, person: Proposer, jackpot_id: JackpotId, body: ProposalBody) -> DeskShape:
    """Other settings of a meter after its next reset; an executive approves it, another person (HR-18)."""
    _jackpot(office, jackpot_id)
    change = SettingsChange(
        body.seed_cents,
        _rate(body.contribution_percent),
        _rate(body.reserve_percent),
        body.maximum_cents,
        body.no_maximum,
    )
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.propose(jackpot_id, change, person, body.why, meter=body.meter, key=key),
    )


@router.post("/{jackpot_id}/approve", dependencies=[Sure])
def approve(office: TheOffice, person: Approver, jackpot_id: JackpotId, body: ApprovalBody) -> DeskShape:
    _jackpot(office, jackpot_id)
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.approve(jackpot_id, person, meter=body.meter, key=key),
    )


@router.post("/{jackpot_id}/decline")
def decline(office: TheOffice, person: Proposer, jackpot_id: JackpotId, body: DeclineBody) -> DeskShape:
    _jackpot(office, jackpot_id)
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.decline(jackpot_id, person, body.why, meter=body.meter, key=key),
    )


@router.post("/{jackpot_id}/deposit")
def deposit(office: TheOffice, person: Cashier, jackpot_id: JackpotId, body: MoneyBody) -> DeskShape:
    """Players' money into the jackpot's own account, at most what is owed (HR-10)."""
    _jackpot(office, jackpot_id)
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.deposit(jackpot_id, body.amount_cents, person, key=key),
    )


@router.post("/{jackpot_id}/withdraw", dependencies=[Sure])
def withdraw(
    request: Request, office: TheOffice, person: Executive, jackpot_id: JackpotId, body: WithdrawalBody
) -> DeskShape:
    """What the account holds above what is owed goes back to the house (JP-33)."""
    _jackpot(office, jackpot_id)
    second = signs(request, body.second, f"withdraw from {jackpot_id}")
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.withdraw(jackpot_id, body.amount_cents, person, second, body.why, key=key),
    )


@router.post("/{jackpot_id}/count")
def count(office: TheOffice, person: Counter, jackpot_id: JackpotId, body: CountedBody) -> DeskShape:
    """The account's statement against what is owed; a shortfall suspends the wager (HR-10)."""
    _jackpot(office, jackpot_id)
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.count_funds(jackpot_id, body.found_cents, person, key=key),
    )


@router.post("/{jackpot_id}/post", dependencies=[Sure])
def post(
    request: Request, office: TheOffice, person: Executive, jackpot_id: JackpotId, body: PostedBody
) -> DeskShape:
    """A house jackpot's amount, between games (JP-08)."""
    _jackpot(office, jackpot_id)
    second = signs(request, body.second, f"post the amount of {jackpot_id}")
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.post_amount(
            jackpot_id, body.amount_cents, person, second, body.why, meter=body.meter, key=key
        ),
    )


@router.post("/{jackpot_id}/notices", dependencies=[Sure])
def notices(
    request: Request, office: TheOffice, person: Executive, jackpot_id: JackpotId, body: NoticesBody
) -> DeskShape:
    """The notices at the table of a house jackpot (HR-09)."""
    _jackpot(office, jackpot_id)
    second = signs(request, body.second, f"notices of {jackpot_id}")
    texts = [text.strip() for text in body.notices if text.strip()]
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.set_notices(jackpot_id, texts, person, second, body.why, key=key),
    )


@router.post("/{jackpot_id}/suspend")
def suspend(office: TheOffice, person: Suspender, jackpot_id: JackpotId, body: ReasonBody) -> DeskShape:
    _jackpot(office, jackpot_id)
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.suspend(jackpot_id, body.why, person, key=key),
    )


@router.post("/{jackpot_id}/resume", dependencies=[Sure])
def resume(office: TheOffice, person: Approver, jackpot_id: JackpotId, body: DeskBody) -> DeskShape:
    _jackpot(office, jackpot_id)
    return _done(office, jackpot_id, person, body, lambda desk, key: desk.resume(jackpot_id, person, key=key))


@router.post("/{jackpot_id}/retire", dependencies=[Sure])
def retire(
    request: Request, office: TheOffice, person: Executive, jackpot_id: JackpotId, body: RetireBody
) -> DeskShape:
    """Closed for good; the players' money goes on to another progressive (HR-10)."""
    _jackpot(office, jackpot_id)
    second = signs(request, body.second, f"retire {jackpot_id}")
    return _done(
        office,
        jackpot_id,
        person,
        body,
        lambda desk, key: desk.retire(jackpot_id, person, second, into=body.into, key=key),
    )


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
    act: Callable[[JackpotDesk, str | None], Receipt],
) -> DeskShape:
    """Once for each of the client's ids; every screen shows it."""
    act(office.desk, f"desk/{person.id}/{body.id}" if body.id else None)
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

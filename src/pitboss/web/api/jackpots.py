"""Jackpots over HTTP: displays for everybody, claims, the jackpot desk, the dealer's keypad."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from pitboss.core.errors import BadInput, NotFound
from pitboss.house.jackpots import controls_on
from pitboss.jackpots import AwardOrder, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.jackpots.adjustments import Adjustment, Reason
from pitboss.jackpots.documents import Jackpot
from pitboss.jackpots.model import SettingsChange
from pitboss.jackpots.statement import Statement, statement_between
from pitboss.ledger import Receipt
from pitboss.ledger.days import gambling_day
from pitboss.people.accounts import AUDITOR, DEALER, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person, Role
from pitboss.people.rights import Act, allow
from pitboss.room.commands import CallTime, EndGame, Press, StartGame, VoidRound
from pitboss.room.jackpot_office import ClaimView, Office, desk_json
from pitboss.room.table_jackpots import jackpot_json
from pitboss.web.api.access import Day, Sure, TableId, TheRoom, api_router, gate_of, gated, may, role, signer
from pitboss.web.models import (
    AdjustBody,
    BackOutBody,
    Claim,
    CommandBody,
    Done,
    JackpotShape,
    PayBody,
    PressBody,
    SignIn,
    StartBody,
    SurveillanceBody,
    VoidBody,
    WhyBody,
    WinPageShape,
)
from pitboss.web.staff_models import (
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

router = api_router("jackpots")

SURVEILLANCE, CASHIER = Role.SURVEILLANCE, Role.CASHIER

JackpotId = Annotated[str, Path(max_length=80)]
ClaimId = Annotated[str, Path(max_length=120)]
PitPerson = Annotated[Person, Depends(role(DEALER, SUPERVISOR, EXECUTIVE, AUDITOR, SURVEILLANCE, CASHIER))]


def office_of(request: Request) -> Office:
    office: Office = request.app.state.office
    return office


TheOffice = Annotated[Office, Depends(office_of)]


@router.get("/jackpots")
def jackpots(office: TheOffice) -> list[JackpotShape]:
    """All jackpots as their displays show them."""
    return [JackpotShape(**jackpot_json(office.desk, found)) for found in office.desk.jackpots().values()]


@router.get("/jackpots/{jackpot_id}")
def jackpot(office: TheOffice, jackpot_id: JackpotId) -> JackpotShape:
    try:
        found = office.desk.jackpot(jackpot_id)
    except BadInput as error:
        raise NotFound(error.message, accepted=error.accepted) from None
    return JackpotShape(**jackpot_json(office.desk, found))


@router.post("/jackpots/{jackpot_id}/adjust", dependencies=[Sure])
@gated
def adjust(
    office: TheOffice,
    request: Request,
    room: TheRoom,
    person: Annotated[Person, Depends(role(EXECUTIVE))],
    jackpot_id: JackpotId,
    body: AdjustBody,
) -> JackpotShape:
    """A meter moved by hand, for one of the listed reasons, by two people, before and after on record (HR-11)."""
    key = f"adjust/{person.id}/{body.id}" if body.id else None
    purpose = f"adjust {jackpot_id}"
    second = signs(request, body.second, purpose)
    watcher = signs(request, body.surveillance, purpose) if body.surveillance else None
    wanted = Adjustment(
        body.meter, Reason(body.reason), body.why, body.amount_cents, body.source, body.player, watcher
    )
    office.adjust(jackpot_id, wanted, person, second, key=key)
    return jackpot(office, jackpot_id)


def signs(request: Request, who: SignIn, purpose: str) -> Person:
    """The person who signs with name and password beside the one who is signed in."""
    found = signer(request, who, purpose)
    assert found is not None
    return found


@router.get("/claims")
def claims(office: TheOffice, person: PitPerson) -> list[Claim]:
    """The marked hands of all games under way, and what each still needs."""
    return [Claim(**view.to_json()) for view in office.claims_for(person)]


@router.get("/claims/{claim_id}")
def claim(office: TheOffice, person: PitPerson, claim_id: ClaimId) -> Claim:
    return _shown(office, person, _found(office, claim_id))


@router.post("/claims/{claim_id}/surveillance", dependencies=[Sure])
def surveillance(
    office: TheOffice,
    person: Annotated[Person, Depends(role(AUDITOR, SURVEILLANCE))],
    claim_id: ClaimId,
    body: SurveillanceBody,
) -> Claim:
    """Surveillance has seen hand, wager, payout and player (HR-14)."""
    _found(office, claim_id)
    seen = office.surveillance(
        claim_id,
        person,
        hand=body.hand,
        wager_cents=body.wager_cents,
        payout_cents=body.payout_cents,
        player=body.player,
    )
    return _shown(office, person, seen)


@router.post("/claims/{claim_id}/confirm")
@gated
def confirm(
    request: Request, room: TheRoom, office: TheOffice, session: PitPerson, claim_id: ClaimId, body: SignIn
) -> Claim:
    """Confirmed with the credentials of the supervisor or executive, whoever is signed in at the screen."""
    _found(office, claim_id)
    card = signs(request, body, f"confirm {claim_id}")
    return _shown(office, session, office.confirm(claim_id, card))


@router.post("/claims/{claim_id}/reject")
def reject(
    office: TheOffice,
    person: Annotated[Person, Depends(role(SUPERVISOR, EXECUTIVE))],
    claim_id: ClaimId,
    body: WhyBody,
) -> Claim:
    """A marked hand that the cards do not show ends with a reason (JP-30)."""
    _found(office, claim_id)
    return Claim(**office.reject(claim_id, person, body.why).to_json())


@router.post("/claims/{claim_id}/pay", dependencies=[Sure])
def pay(
    office: TheOffice,
    person: Annotated[Person, Depends(role(CASHIER, SUPERVISOR, EXECUTIVE))],
    claim_id: ClaimId,
    body: PayBody | None = None,
) -> WinPageShape:
    """The prize is handed over: as chips into the winner's wallet, or in money where the table has real cards."""
    _found(office, claim_id)
    how = body or PayBody()
    paid = office.pay(claim_id, person, player=how.player.strip(), by_check=how.by_check)
    return WinPageShape(**paid.to_json())


@router.post("/claims/{claim_id}/back-out", dependencies=[Sure])
@gated
def back_out(
    office: TheOffice,
    request: Request,
    room: TheRoom,
    person: Annotated[Person, Depends(role(EXECUTIVE))],
    claim_id: ClaimId,
    body: BackOutBody,
) -> WinPageShape:
    """An award that is not paid yet is taken back, by a logged adjustment that two people sign (JP-18, JP-31). Where
    the cards show its hand surveillance signs too; its claim is then open again, and the winner is told."""
    purpose = f"back out {claim_id}"
    second = signs(request, body.second, purpose)
    allow(Act.BACK_OUT, person, second)
    watcher = signs(request, body.surveillance, purpose) if body.surveillance else None
    _found(office, claim_id)
    office.back_out(claim_id, person, second, body.why, watcher)
    return WinPageShape(**office.win_page(claim_id).to_json())


@router.get("/claims/{claim_id}/win-page")
def win_page(office: TheOffice, person: PitPerson, claim_id: ClaimId) -> WinPageShape:
    """Prize, hand, spot, table, time, meter before and after, who confirmed (JP-17)."""
    _found(office, claim_id)
    sheet = office.win_page(claim_id)
    blind = sheet.award.table in office.blind_to(person)
    return WinPageShape(**(sheet.veiled if blind else sheet).to_json())


def _shown(office: Office, person: Person, view: ClaimView) -> Claim:
    """A claim as the person at the screen may see it."""
    return Claim(**office.shown_to(person, view).to_json())


def _found(office: Office, claim_id: str) -> ClaimView:
    try:
        return office.claim(claim_id)
    except BadInput as error:
        raise NotFound(error.message, clause=error.clause, accepted=error.accepted) from None


# The jackpot desk: every act of a jackpot's life, by whom the acts' table names, with the second person where it
# asks for one (JP-31, HR-35).

desk_router = api_router("desk", "/desk/jackpots")


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


@desk_router.get("")
def everything(office: TheOffice, person: Looks) -> list[DeskShape]:
    """All jackpots, retired ones too, with settings, money and what waits."""
    return [DeskShape(**desk_json(office.desk, one)) for one in office.desk.jackpots().values()]


@desk_router.get("/{jackpot_id}")
def one(office: TheOffice, person: Looks, jackpot_id: JackpotId) -> DeskShape:
    return _shape(office, jackpot_id)


@desk_router.post("", status_code=201, dependencies=[Sure])
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


@desk_router.post("/{jackpot_id}/link", dependencies=[Sure])
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


@desk_router.post("/{jackpot_id}/unlink", dependencies=[Sure])
@gated
def unlink(call: Annotated[DeskCall, to(Act.LINK)], body: UnlinkBody) -> DeskShape:
    second = call.second(body.second, f"take off {body.table}")
    return call.do(body, lambda desk, id, by, key: desk.unlink(id, body.table, by, second, key=key))


@desk_router.post("/{jackpot_id}/start")
def start(call: Annotated[DeskCall, to(Act.START)], body: DeskBody) -> DeskShape:
    """Open for wagers; a progressive's meters get their seeds (JP-10)."""
    return call.do(body, lambda desk, id, by, key: desk.start(id, by, key=key))


@desk_router.post("/{jackpot_id}/propose")
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


@desk_router.post("/{jackpot_id}/approve", dependencies=[Sure])
def approve(call: Annotated[DeskCall, to(Act.APPROVE)], body: ApprovalBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.approve(id, by, meter=body.meter, key=key))


@desk_router.post("/{jackpot_id}/decline")
def decline(call: Annotated[DeskCall, to(Act.PROPOSE)], body: DeclineBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.decline(id, by, body.why, meter=body.meter, key=key))


@desk_router.post("/{jackpot_id}/deposit")
def deposit(call: Annotated[DeskCall, to(Act.DEPOSIT)], body: MoneyBody) -> DeskShape:
    """Players' money into the jackpot's own account, at most what is owed (HR-10)."""
    return call.do(body, lambda desk, id, by, key: desk.deposit(id, body.amount_cents, by, key=key))


@desk_router.post("/{jackpot_id}/withdraw", dependencies=[Sure])
@gated
def withdraw(call: Annotated[DeskCall, to(Act.WITHDRAW)], body: WithdrawalBody) -> DeskShape:
    """What the account holds above what is owed goes back to the house (JP-33)."""
    signed, cents = call.second(body.second, "withdraw from"), body.amount_cents
    return call.do(body, lambda desk, id, by, key: desk.withdraw(id, cents, by, signed, body.why, key=key))


@desk_router.post("/{jackpot_id}/count")
@gated
def count(call: Annotated[DeskCall, to(Act.COUNT_FUNDS)], body: CountedBody) -> DeskShape:
    """The account's statement against what is owed; a shortfall suspends the wager, and the count that lifts it is
    signed by a second person (HR-10)."""
    signed = call.second(body.second, "count the account of")
    return call.do(
        body, lambda desk, id, by, key: desk.count_funds(id, body.found_cents, by, signed, key=key)
    )


@desk_router.post("/{jackpot_id}/post", dependencies=[Sure])
@gated
def post(call: Annotated[DeskCall, to(Act.POST)], body: PostedBody) -> DeskShape:
    """A house jackpot's amount, between games (JP-08)."""
    signed, cents = call.second(body.second, "post the amount of"), body.amount_cents
    return call.do(
        body,
        lambda desk, id, by, key: desk.post_amount(
            id, cents, by, signed, body.why, meter=body.meter, key=key
        ),
    )


@desk_router.post("/{jackpot_id}/notices", dependencies=[Sure])
@gated
def notices(call: Annotated[DeskCall, to(Act.SET_NOTICES)], body: NoticesBody) -> DeskShape:
    """The notices at the table of a house jackpot (HR-09)."""
    signed = call.second(body.second, "notices of")
    texts = [text.strip() for text in body.notices if text.strip()]
    return call.do(body, lambda desk, id, by, key: desk.set_notices(id, texts, by, signed, body.why, key=key))


@desk_router.post("/{jackpot_id}/reported")
def reported(call: Annotated[DeskCall, to(Act.REPORT_MALFUNCTION)], body: ReportedBody) -> DeskShape:
    """The malfunctions that were to be reported have been, under this reference (HR-11)."""
    return call.do(body, lambda desk, id, by, key: desk.malfunction_reported(id, body.reference, by, key=key))


@desk_router.post("/{jackpot_id}/suspend")
def suspend(call: Annotated[DeskCall, to(Act.SUSPEND)], body: ReasonBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.suspend(id, body.why, by, key=key))


@desk_router.post("/{jackpot_id}/resume", dependencies=[Sure])
def resume(call: Annotated[DeskCall, to(Act.RESUME)], body: DeskBody) -> DeskShape:
    return call.do(body, lambda desk, id, by, key: desk.resume(id, by, key=key))


@desk_router.post("/{jackpot_id}/retire", dependencies=[Sure])
@gated
def retire(call: Annotated[DeskCall, to(Act.RETIRE)], body: RetireBody) -> DeskShape:
    """Closed for good; the players' money goes on to another progressive, or as the Commission has approved (HR-10,
    JP-37)."""
    signed = call.second(body.second, "retire")
    return call.do(
        body,
        lambda desk, id, by, key: desk.retire(
            id, by, signed, into=body.into, distribution=body.distribution, approval=body.approval, key=key
        ),
    )


@desk_router.get("/{jackpot_id}/statement")
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


# The dealer's console: START GAME, hand buttons, END GAME, the clock.

keypad_router = api_router("console", "/tables/{table_id}")

Dealer = Annotated[Person, Depends(role(DEALER, SUPERVISOR))]
AtTheTable = Annotated[Person, Depends(role(DEALER, SUPERVISOR, EXECUTIVE))]


@keypad_router.post("/keypad/start")
async def start_game(room: TheRoom, person: Dealer, table_id: TableId, body: StartBody) -> Done:
    """No more bets: lit sensors are locked in, the round is dealt (JP-03); with the dice where they are rolled."""
    await room.do(table_id, StartGame(person, body.id, tuple(body.dice)))
    return Done(version=room.keeper(table_id).version)


@keypad_router.post("/keypad/press")
async def press(room: TheRoom, person: Dealer, table_id: TableId, body: PressBody) -> Done:
    """The button of a spot and a hand; pressed again it takes the mark off (JP-15)."""
    await room.do(table_id, Press(person, body.id, body.spot, body.hand, body.place))
    return Done(version=room.keeper(table_id).version)


@keypad_router.post("/keypad/end")
async def end(room: TheRoom, person: Dealer, table_id: TableId, body: CommandBody) -> Done:
    """The felt is cleared for the next bets; refused while a meter award is unconfirmed (JP-04)."""
    await room.do(table_id, EndGame(person, body.id))
    return Done(version=room.keeper(table_id).version)


@keypad_router.post("/keypad/time")
async def time(room: TheRoom, person: Dealer, table_id: TableId, body: CommandBody) -> Done:
    """Time is up: the house way or the safest legal choice for every spot that is waited for."""
    await room.do(table_id, CallTime(person, body.id))
    return Done(version=room.keeper(table_id).version)


@keypad_router.post("/keypad/void")
async def void(
    request: Request, room: TheRoom, person: AtTheTable, table_id: TableId, body: VoidBody
) -> Done:
    """A misdeal: the round is void before it is settled, every wager goes back, with the reason (HR-33). At a
    dealer's screen the supervisor or executive who declares it signs; surveillance signs in any case (HR-43)."""
    purpose = f"void the round at {table_id}"

    def signatures() -> tuple[Person | None, Person | None]:
        return signer(request, body.signed, purpose), signer(request, body.second, purpose)

    boss, watcher = await gate_of(request).run(request, signatures)
    await room.do(table_id, VoidRound(boss or person, body.id, body.reason, watcher, body.camera))
    return Done(version=room.keeper(table_id).version)

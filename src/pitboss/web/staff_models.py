"""What goes in and out over HTTP at the desks of staff: jackpots, people, the pit, trays."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pitboss.web.models import (
    CENTS_MAX,
    IN_WORDS,
    AmountCents,
    Body,
    Code,
    Name,
    Password,
    RequestId,
    RoleName,
    Signature,
    SignIn,
    Why,
    WhyBody,
)

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,60}$")]
MeterName = Annotated[str, StringConstraints(min_length=1, max_length=20)]
Positive = Annotated[int, Field(ge=1, le=CENTS_MAX)]
Rate = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(\.[0-9]{1,4})?$")]
"""in per cent, as typed: `18.5`"""


class DeskBody(Body):
    id: RequestId | None = None


class MeterBody(Body):
    seed_cents: AmountCents = Field(default=0, description="for each $1 of fixed wager")
    contribution_percent: Rate = "0"
    reserve_percent: Rate = "0"
    maximum_cents: Positive | None = None


class NewJackpot(DeskBody):
    """A progressive has `meters`, a house jackpot `posted_cents` and its notices (JP-05)."""

    name: Id
    kind: Literal["progressive", "house"]
    game: Id
    pay_table: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    wager_cents: Positive
    location: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    meters: Annotated[dict[MeterName, MeterBody], Field(max_length=5)] = {}
    posted_cents: Annotated[dict[MeterName, Positive], Field(max_length=5)] = {}
    notices: Annotated[list[Annotated[str, StringConstraints(max_length=400)]], Field(max_length=8)] = []
    executive_from_cents: AmountCents = 1_000_000
    award_order: Literal["right-first", "left-first"] = "right-first"
    malfunction_days: Annotated[int, Field(ge=1, le=366)] | None = Field(
        default=None,
        description="gambling days in which a malfunction is reported, where the house names any",
    )


class LinkBody(DeskBody):
    table: Id
    pay_table: Annotated[str, StringConstraints(min_length=1, max_length=40)] | None = None
    sensor: Literal["jackpot", "second-jackpot"] = "jackpot"


class UnlinkBody(DeskBody):
    table: Id
    second: SignIn | None = Field(
        default=None, description="the second person, while the jackpot runs (JP-31)"
    )


class ProposalBody(DeskBody):
    """What is named changes at the next reset, once another approves it (HR-18)."""

    meter: MeterName = "meter"
    seed_cents: AmountCents | None = None
    contribution_percent: Rate | None = None
    reserve_percent: Rate | None = None
    maximum_cents: Positive | None = None
    no_maximum: bool = False
    why: Why


class ApprovalBody(DeskBody):
    meter: MeterName = "meter"


class DeclineBody(ApprovalBody):
    why: Why


class MoneyBody(DeskBody):
    amount_cents: Positive


class CountedBody(DeskBody):
    found_cents: AmountCents
    second: SignIn | None = Field(default=None, description="the second person, where it lifts a shortfall")


class WithdrawalBody(MoneyBody):
    why: Why
    second: SignIn


class PostedBody(MoneyBody):
    meter: MeterName = "meter"
    why: Why
    second: SignIn


class NoticesBody(DeskBody):
    notices: Annotated[list[Annotated[str, StringConstraints(max_length=400)]], Field(max_length=8)]
    why: Why
    second: SignIn


class ReasonBody(DeskBody):
    why: Why


class ReportedBody(DeskBody):
    reference: Annotated[str, StringConstraints(min_length=3, max_length=200), *IN_WORDS] = Field(
        description="letter or number under which it was reported"
    )


class RetireBody(DeskBody):
    into: Id | None = Field(None, description="the progressive that takes the players' money")
    distribution: Why | None = Field(None, description="or to whom else it goes, and how")
    approval: Why | None = Field(
        None,
        description="the Commission's reference: for a distribution, or a progressive of another game or pay table",
    )
    second: SignIn


class MalfunctionShape(BaseModel):
    meter: str
    cents: int
    by: str
    due: str = Field(description="the last gambling day for the report")


class DeskShape(BaseModel):
    """A jackpot with everything the desk knows of it."""

    id: str
    name: str
    kind: str
    status: str
    suspended_for: str | None
    shortfall: bool = Field(
        description="a count has found players' money missing; two people's count lifts it"
    )
    game: str
    pay_table: str
    wager_cents: int
    location: str
    tables: list[str]
    meters: list[dict[str, Any]]
    notices: list[str]
    award_order: str
    owed_cents: int | None = Field(description="the players' money; null for a house jackpot")
    bank_cents: int | None
    due_us: int | None = Field(description="when what is not deposited must be")
    unpaid: list[dict[str, Any]]
    open_claims: int
    malfunctions: list[MalfunctionShape] = Field(description="corrected, and still to be reported")


class StatementShape(BaseModel):
    """What every account opened with, moved for and closed with (JP-34)."""

    jackpot: str
    first: date
    last: date
    rows: list[list[str]]
    adds_up: bool
    owed_units: int
    bank_units: int


# What goes in and out over HTTP about people: accounts, one's own, limits, chips.


class SignedBody(WhyBody):
    second: Signature | None = Field(default=None, description="the second person (HR-35)")


class OwnPasswordBody(Body):
    password: Password
    new: Password
    code: Code | None = None


class ConfirmBody(Body):
    password: Password
    code: Code | None = None


class CodeBody(Body):
    code: Code


class FactorBody(Body):
    password: Password | None = Field(default=None, description="needed where there is a second factor")
    code: Code | None = Field(default=None, description="of the second factor of now, or one on paper")


class Factor(BaseModel):
    """For the person's authenticator."""

    secret: str
    uri: str


class PaperCodes(BaseModel):
    codes: list[str] = Field(description="each works once, instead of the six digits; shown this once")


class OwnSession(BaseModel):
    id: str = Field(description="enough of it to end it")
    begun_us: int
    used_us: int
    address: str
    here: bool


class OthersSessions(BaseModel):
    """Where somebody is signed in."""

    sessions: list[OwnSession]
    tokens_expire_us: list[int] = Field(description="of the terminal")


class LimitsBody(Body):
    """None is no limit. Lowering works at once, raising after a day (HR-37)."""

    day_cents: AmountCents | None = Field(default=None, description="chips bought in a day")
    session_minutes: Annotated[int, Field(ge=1, le=1440)] | None = None


class DaysBody(Body):
    days: Annotated[int, Field(ge=1, le=4000)]


class OwnLimits(BaseModel):
    day_cents: int | None
    session_minutes: int | None
    wanted: dict[str, int | None] | None = Field(description="what will count, and from when")
    wanted_from_us: int
    away_until_us: int = Field(description="no play before; 0 if none was promised")
    excluded: bool


class StatementLine(BaseModel):
    at_us: int
    what: str
    other: str = Field(description="the account on the other side")
    cents: int
    text: str = Field(default="", description="what became of a jackpot award, where no chips moved (JP-18)")
    round_id: str | None = None


class AskBody(Body):
    """A wish to the cage: chips are asked for at a table, cash is not."""

    id: RequestId | None = None
    wish: Literal["chips", "cash"]
    amount_cents: Annotated[int, Field(ge=1, le=CENTS_MAX)]
    table: Annotated[str, Field(max_length=40)] = ""


class AskedShape(BaseModel):
    player: str
    wish: Literal["chips", "cash"]
    cents: int
    table: str
    at_us: int


class OwnWish(BaseModel):
    asked: AskedShape | None = Field(description="what is still open")
    given: bool = Field(default=False, description="the demo room gave it at once")
    declined: str = Field(default="", description="what the last wish was told, until the next one")


class HeldPay(BaseModel):
    """Winnings that are not in the wallet yet, and what they wait for: the end of the game (JP-04), the end of the
    round where a posted limit may cut them (HR-27), a fill of the tray (HR-34), surveillance (HR-14), a supervisor or
    the cashier (JP-16, JP-31)."""

    id: str
    table: str
    round_id: str | None
    wager: str = Field(description="the wager's name on the layout")
    cents: int
    needs: Literal["end-game", "cut", "fill", "surveillance", "supervisor", "cashier"]
    in_result: bool = Field(
        description="whether the round's result has it; a part of a meter comes beside it"
    )
    why: str = Field(default="", description="why a prize that was completed is verified anew (JP-18)")


class VoidFacts(BaseModel):
    """What a void round has changed (HR-43)."""

    reason: str
    at_us: int
    changed: dict[str, int] = Field(
        description="by spot, of those that the person who asks may see: positive where a loss was given back"
    )
    signed: list[str] | None = Field(description="who declared it and who signed; for staff")
    camera: str | None = Field(description="where surveillance finds it; for staff")


class RoundFacts(BaseModel):
    """What belongs to a round beside its cards: no part of the file that is proven."""

    time: str = Field(description="when it was opened, by the room's clock")
    settled_us: int | None
    holders: dict[str, str] | None = Field(description="who sat where; for staff and who played in it")
    void: VoidFacts | None = Field(description="null for a round that was not declared void")
    awards: list[dict[str, Any]] = Field(
        description="meter awards of the round, once completed; those taken back since, with the reason for staff and "
        "for who played in it"
    )
    coming: list[HeldPay] = Field(
        description="one's own winnings of it that are not paid yet; everybody's for staff"
    )


class Alarm(BaseModel):
    at_us: int
    text: str


class Me(BaseModel):
    name: str
    role: RoleName
    csrf: str = Field(description="to be sent back as X-CSRF-Token with every unsafe request")
    wallet_cents: int
    demo: bool
    second_factor: bool = Field(default=False, description="whether one is set up")
    limited: bool = Field(default=False, description="staff without one: may set it up and nothing else")
    lent: bool = Field(
        default=False, description="somebody else has set the password: choose an own one first"
    )
    alarms: list[Alarm] = []


class NewPerson(Body):
    name: Name
    password: Password
    role: RoleName
    second: Signature | None = Field(default=None, description="the second person, for staff (HR-35)")


class RoleBody(SignedBody):
    role: RoleName


class PasswordBody(SignedBody):
    password: Password


class ChipsBody(SignedBody):
    id: RequestId | None = None
    amount_cents: Annotated[int, Field(ge=1, le=CENTS_MAX)]


class CashOutBody(Body):
    id: RequestId | None = None
    amount_cents: Annotated[int, Field(ge=1, le=CENTS_MAX)]


class Account(BaseModel):
    name: str
    role: RoleName
    failures: int
    locked: bool
    demo: bool
    second_factor: bool = False


# What goes in and out over HTTP in the pit: figures, alerts, shifts, the log, the tray.


class LogEntry(BaseModel):
    """One record of the log. The order of a shoe is never in it."""

    seq: int
    at_us: int
    stream: str
    actor: str
    kind: str
    payload: dict[str, Any]
    hash: str
    prev: str


class WagerFigures(BaseModel):
    wager: str
    count: int
    stake_cents: int
    win_cents: int


class TableFigures(BaseModel):
    """A table's day: what it took, what it kept, and what the exact edges say it should keep."""

    table: str
    name: str
    game: str
    closed: bool = Field(description="now: its tray is not counted in (HR-17)")
    rounds: int
    drop_cents: int
    win_cents: int
    tokes_cents: int
    hold: float | None = Field(description="win by drop")
    theory_cents: float | None = Field(
        description="expected win on the stakes laid; null until the edges are known"
    )
    band_cents: float | None = Field(
        description="the win lies within theory plus or minus this in 95 % of days"
    )
    wagers: list[WagerFigures]


class WagerEdge(BaseModel):
    wager: str
    name: str
    edge: float = Field(
        description="positive: the house wins; of a jackpot wager at the meters as they stand, envy left out"
    )
    envy_cents: float = Field(
        default=0.0,
        description="what envy costs the house a round for each other player with the same wager; not in the edge",
    )


class AlertShape(BaseModel):
    """Something in the pit that asks for somebody."""

    kind: str
    text: str
    clause: str
    link: str | None = Field(description="the page where it is done; null for whom that page is not")
    grave: bool


class HourShape(BaseModel):
    """An hour of a table's gambling day, in dollars."""

    hour: str = Field(description="at which it ends, by the room's clock")
    drop: float
    win: float
    sum: float = Field(description="the win so far")
    theory: float | None = None
    low: float | None = None
    high: float | None = None


class HandOverBody(Body):
    id: RequestId | None = None
    note: Annotated[str, StringConstraints(min_length=3, max_length=2000), *IN_WORDS]
    second: SignIn = Field(description="who takes over")


class HandOverShape(BaseModel):
    """A shift's end: who handed over to whom, in which words, what was open and what the trays held."""

    model_config = ConfigDict(populate_by_name=True)
    seq: int
    at_us: int
    by: str = Field(alias="from", serialization_alias="from")
    to: str
    note: str
    day: str
    open: list[str]
    trays_cents: dict[str, int]


ChipCounts = Annotated[
    dict[
        Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,7}$")],
        Annotated[int, Field(ge=0, le=10**6)],
    ],
    Field(max_length=20, description="cents of a chip: how many"),
]


class MovementBody(WhyBody):
    """Chips carried; the person signed in and the one who signs are two, one of whom may book it."""

    id: RequestId | None = None
    amount_cents: Annotated[int, Field(ge=1, le=CENTS_MAX)]
    counts: ChipCounts | None = Field(default=None, description="the chips, where the slip names them")
    second: SignIn | None = Field(default=None, description="the other person who signs the slip")


class CountBody(Body):
    """Chips counted: cents of a chip: how many. Signed by the person signed in and a second one."""

    id: RequestId | None = None
    counts: ChipCounts
    second: SignIn


class TrayEntry(BaseModel):
    seq: int
    entry: dict[str, Any]


class TrayShape(BaseModel):
    """A tray: what its account holds now, and a gambling day's counts and movements (HR-17)."""

    table: str
    day: str
    opened: bool
    book_cents: int
    opener_cents: int | None
    closer_cents: int | None
    over_cents: int
    fills_cents: int
    credits_cents: int
    sold_cents: int = Field(description="chips sold for cash: the drop")
    taken_cents: int
    paid_cents: int
    entries: list[dict[str, Any]] = Field(description="counts, fills and credits, newest first")

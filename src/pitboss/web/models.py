"""What goes in and out over HTTP and the live channel, typed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

CENTS_MAX = 100_000_000_00

RequestId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
"""chosen by the client: the same id again is answered without doing it twice"""
Spot = Annotated[int, Field(ge=1, le=20)]
AmountCents = Annotated[int, Field(ge=0, le=CENTS_MAX)]
WagerId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Why = Annotated[str, StringConstraints(min_length=3, max_length=300)]
Code = Annotated[str, StringConstraints(pattern=r"^[0-9]{6,10}$")]
"""six digits of the second factor, or ten from the paper"""
RoleName = Literal[
    "player", "dealer", "supervisor", "executive", "surveillance", "cashier", "auditor", "admin"
]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CommandBody(Body):
    id: RequestId | None = None


class SpotBody(CommandBody):
    spot: Spot


class BetBody(SpotBody):
    wager: WagerId
    amount_cents: AmountCents


class ActBody(SpotBody):
    action: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    amount_cents: AmountCents = 0
    cards: Annotated[
        list[Annotated[str, StringConstraints(min_length=2, max_length=5)]], Field(max_length=7)
    ] = []
    round_id: Annotated[str, StringConstraints(max_length=80)] | None = None
    question: Annotated[int, Field(ge=0, le=10_000)] | None = Field(
        default=None,
        description="of `pending`: which question is answered; another one than is asked is refused",
    )


class BuyInBody(CommandBody):
    player: Name | None = Field(
        default=None, description="who gets the chips; in the demo room the player asks"
    )
    cash_confirmed: bool = False
    amount_cents: Annotated[int, Field(ge=1, le=CENTS_MAX)]


CutValue = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""a player's cut; the table itself says which characters it takes (HR-36)"""


class CutBody(CommandBody):
    value: CutValue
    seal: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None


class ReadyBody(CommandBody):
    cut: CutValue | None = None


class StartBody(CommandBody):
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=3)] = []


class SitMessage(SpotBody):
    type: Literal["sit"]


class LeaveMessage(SpotBody):
    type: Literal["leave"]


class BetMessage(BetBody):
    type: Literal["bet"]


class ClearMessage(SpotBody):
    type: Literal["clear"]


class CutMessage(CutBody):
    type: Literal["cut"]


class ReadyMessage(ReadyBody):
    type: Literal["ready"]


class ActMessage(ActBody):
    type: Literal["act"]


class HintMessage(SpotBody):
    type: Literal["hint"]


class HereMessage(CommandBody):
    """Is the house there? Anybody may ask, who only looks on as well."""

    type: Literal["here"]


LiveMessage = Annotated[
    SitMessage
    | LeaveMessage
    | BetMessage
    | ClearMessage
    | CutMessage
    | ReadyMessage
    | ActMessage
    | HintMessage
    | HereMessage,
    Field(discriminator="type"),
]
"""what a browser may send over the live channel"""


class Done(BaseModel):
    """The command is carried out and durable."""

    ok: Literal[True] = True
    version: int = Field(description="of the table's state that shows it")


class SignIn(Body):
    name: Name
    password: Password
    code: Code | None = None


class Signature(SignIn):
    """Somebody who signs beside the person at the screen."""


class VoidBody(CommandBody):
    """`reason` is written down with the round and shown to everybody at the table (HR-33)."""

    reason: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    signed: SignIn | None = Field(
        default=None, description="who declares it, where the person at the screen may not"
    )


class WhyBody(Body):
    why: Why


class TableLine(BaseModel):
    """A table as the lobby shows it."""

    id: str
    name: str
    game: str
    game_name: str
    dealer: Literal["house", "person"]
    phase: Literal["betting", "playing", "settled"]
    closed: bool = Field(description="its tray is not counted in: no round is dealt until it is (HR-17)")
    spots: int
    taken: int
    taken_spots: list[int]
    round_number: int
    limits: dict[str, dict[str, int | None]]
    jackpots: list[dict[str, Any]]


class TableState(BaseModel):
    """As the live channel sends it; see docs/api.md."""

    model_config = ConfigDict(extra="allow")
    type: Literal["state"]
    phase: Literal["betting", "playing", "settled"]
    closed: bool
    owed_cents: int
    deadline: int | None
    round_number: int
    round_id: str | None
    commitment: str | None
    seal: str | None
    seats: list[dict[str, Any]]
    you: dict[str, Any] | None
    view: dict[str, Any] | None
    jackpots: list[dict[str, Any]]
    version: int
    table: dict[str, Any]


class RoundLine(BaseModel):
    """A settled round of a table's history."""

    round: str
    number: int
    net: dict[str, int] = Field(description="the players' net in cents by spot")
    holders: dict[str, str] = Field(description="who played each spot")
    cards: int
    void: str = Field("", description="why the round was declared void, if it was (HR-33)")
    seq: int = Field(description="give it as `before` for the next page")
    at_us: int


class RoundShape(BaseModel):
    """One round as the person who asks may see it, with the proof of the cards he has seen (HR-36)."""

    id: str
    table: str
    number: int
    game: str
    finished: bool
    commitment: str
    opened_us: int
    view: dict[str, Any]
    reveal: dict[str, str] | None = Field(
        description="order and salt of a round of an earlier version, whose proof is of the first kind"
    )
    round: dict[str, Any] | None = Field(description="with the cards of the proof all that a replay needs")
    proof: dict[str, Any] | None = Field(description="kind 4; null for rounds of earlier versions")


class RoundFacts(BaseModel):
    """What belongs to a round beside its cards: no part of the file that is proven."""

    time: str = Field(description="when it was opened, by the room's clock")
    settled_us: int | None
    holders: dict[str, str] | None = Field(description="who sat where; for staff and who played in it")
    awards: list[dict[str, Any]] = Field(description="meter awards of the round, once completed")


class HintOption(BaseModel):
    model_config = ConfigDict(extra="allow")
    action: str


class Hint(BaseModel):
    options: list[HintOption]


class PressBody(SpotBody):
    hand: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    place: WagerId = "jackpot"


class JackpotShape(BaseModel):
    """A jackpot as its display shows it."""

    id: str
    name: str
    type: Literal["progressive", "house"]
    status: str
    game: str
    pay_table: str
    fixed_wager_cents: int
    meters: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    notices: list[str]
    tables: list[str]
    won: list[dict[str, Any]] = Field(description="the latest awards, once verified and completed")


class Claim(BaseModel):
    """A marked hand: who, where, what it pays, and what is still needed."""

    model_config = ConfigDict(extra="allow")
    id: str
    jackpot: str
    table: str
    spot: int
    hand: str
    text: str
    pays: str
    status: str
    meter: str | None
    player: str | None
    needs: list[str]


class SurveillanceBody(Body):
    hand: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    wager_cents: AmountCents
    payout_cents: AmountCents
    player: Name


class SecondBody(WhyBody):
    """What takes two people: the second signs with name and password (JP-31)."""

    second: SignIn


class AdjustBody(SecondBody):
    id: RequestId | None = None
    reason: Literal["amount-won", "malfunction", "above-maximum", "gross-receipts", "seed-recovery"]
    meter: Annotated[str, StringConstraints(min_length=1, max_length=20)] = "meter"
    amount_cents: Annotated[int, Field(ge=-CENTS_MAX, le=CENTS_MAX)] = 0
    source: Literal["", "reserve", "overflow"] = ""
    player: Annotated[str, StringConstraints(max_length=60)] = ""
    surveillance: SignIn | None = None
    """of an amount won outside the keypad, where it is over the limit (HR-14)"""


class WinPageShape(BaseModel):
    """An award on one sheet."""

    model_config = ConfigDict(extra="allow")
    award: str
    jackpot: str
    prize_cents: int
    hand: str
    status: str
    player: str | None
    round_id: str | None
    rows: list[list[str]]


class Answer(BaseModel):
    """As `pitboss edge --json` and its like print it; see docs/api.md."""

    model_config = ConfigDict(extra="allow")


ShortWord = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class EdgeQuestion(Body):
    game: ShortWord
    wager: ShortWord
    pay_table: ShortWord | None = None
    settings: Annotated[dict[ShortWord, ShortWord], Field(max_length=30)] = {}
    pays: Annotated[dict[ShortWord, ShortWord], Field(max_length=60)] = {}

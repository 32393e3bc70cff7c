"""What goes in and out over HTTP and the live channel, typed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from pitboss.core.arguments import in_words
from pitboss.core.cards import parse
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Clear, Command, CutCards, Leave, Ready, Sit, TakeDecision
from pitboss.rounds.events import Decision

CENTS_MAX = 100_000_000_00

RequestId = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
"""chosen by the client: the same id again is answered without doing it twice"""
Spot = Annotated[int, Field(ge=1, le=20)]
AmountCents = Annotated[int, Field(ge=0, le=CENTS_MAX)]
WagerId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=200)]


def _readable(text: str) -> str:
    if not in_words(text):
        raise PydanticCustomError("reason", "not in words")
    return text


IN_WORDS = (AfterValidator(_readable), Field(json_schema_extra={"format": "reason"}))
"""of every text that says why: blanks, and signs that nobody can see, are no reason"""
Why = Annotated[str, StringConstraints(min_length=3, max_length=300), *IN_WORDS]
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


class SignIn(Body):
    name: Name
    password: Password
    code: Code | None = None


class Signature(SignIn):
    """Somebody who signs beside the person at the screen."""


class BuyInBody(CommandBody):
    player: Name | None = Field(
        default=None, description="who gets the chips; in the demo room the player asks"
    )
    cash_confirmed: bool = False
    second: SignIn | None = Field(
        default=None, description="a supervisor or executive, above what one person sells at a table in a day"
    )
    asked_us: int | None = Field(
        default=None, description="the wish that this answers, by its `at_us`: it is answered once"
    )
    amount_cents: Annotated[int, Field(ge=1, le=CENTS_MAX)]


CutValue = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""a player's cut; the table itself says which characters it takes (HR-36)"""


class StartBody(CommandBody):
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=3)] = []


class SitMessage(SpotBody):
    type: Literal["sit"]


class LeaveMessage(SpotBody):
    type: Literal["leave"]


class BetMessage(SpotBody):
    type: Literal["bet"]
    wager: WagerId
    amount_cents: AmountCents


class ClearMessage(SpotBody):
    type: Literal["clear"]


class CutMessage(CommandBody):
    type: Literal["cut"]
    value: CutValue
    seal: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None


class ReadyMessage(CommandBody):
    type: Literal["ready"]
    cut: CutValue | None = None


class ActMessage(SpotBody):
    type: Literal["act"]
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


class VoidBody(CommandBody):
    """`reason` is written down with the round and shown to everybody at the table (HR-33)."""

    reason: Annotated[str, StringConstraints(min_length=3, max_length=200), *IN_WORDS]
    camera: Annotated[str, StringConstraints(max_length=200)] = Field(
        default="", description="where surveillance finds what it has seen, in the house's own words"
    )
    signed: SignIn | None = Field(
        default=None, description="who declares it, where the person at the screen may not"
    )
    second: SignIn | None = Field(default=None, description="who signs for surveillance (HR-43)")


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
    away: int = Field(description="of the taken seats: their players' browsers are gone")
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
    net: dict[str, int] = Field(
        description="net in cents by spot, of the spots that the person who asks may see"
    )
    holders: dict[str, str] = Field(description="who played each of these spots")
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
    round: dict[str, Any] | None = Field(description="with the cards of the proof all that a replay needs")
    proof: dict[str, Any] | None = Field(description="null while its cards would tell what is still hidden")


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


class PayBody(Body):
    """For a prize paid in money, as at a table with real cards; what goes into a wallet takes neither."""

    player: Annotated[
        str, StringConstraints(max_length=60), Field(description="who won, where nobody was named")
    ] = ""
    by_check: Annotated[bool, Field(description="the winner asks for a check (HR-15)")] = False


class SecondBody(WhyBody):
    """What takes two people: the second signs with name and password (JP-31)."""

    second: SignIn


class BackOutBody(SecondBody):
    surveillance: SignIn | None = Field(
        default=None, description="the third person, for the award of a hand that the cards show (JP-18)"
    )


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


# From what a browser sends to what a table understands.


def command_of(person: Person, message: CommandBody) -> Command:
    """The command of a message over the live channel."""
    match message:
        case SitMessage():
            return Sit(person, message.id, message.spot)
        case LeaveMessage():
            return Leave(person, message.id, message.spot)
        case BetMessage():
            return Bet(person, message.id, message.spot, message.wager, message.amount_cents)
        case ClearMessage():
            return Clear(person, message.id, message.spot)
        case CutMessage():
            return CutCards(person, message.id, message.value, message.seal)
        case ReadyMessage():
            return Ready(person, message.id, message.cut)
        case ActMessage():
            cards = tuple(parse(word) for word in message.cards)
            decision = Decision(message.action, message.amount_cents, cards)
            return TakeDecision(
                person, message.id, message.spot, decision, message.round_id, message.question
            )
        case _:
            raise TypeError(f"no command for {type(message).__name__}")

"""What goes in and out over HTTP about people: accounts, one's own, limits, chips."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from pitboss.web.models import (
    CENTS_MAX,
    AmountCents,
    Body,
    Code,
    Name,
    Password,
    RequestId,
    RoleName,
    Signature,
    WhyBody,
)


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
    """Winnings that are not paid yet: they wait for surveillance, a supervisor or the cashier (HR-14, JP-16, JP-31)."""

    id: str
    table: str
    round_id: str | None
    wager: str = Field(description="the wager's name on the layout")
    cents: int
    needs: Literal["surveillance", "supervisor", "cashier"]


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

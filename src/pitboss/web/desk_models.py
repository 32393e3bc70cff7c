"""What goes in and out over HTTP at the jackpot desk: create, link, deposits, proposals, statement, retirement."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from pitboss.web.models import CENTS_MAX, AmountCents, Body, RequestId, SignIn, Why

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
    reference: Annotated[str, StringConstraints(min_length=3, max_length=200)] = Field(
        description="letter or number under which it was reported"
    )


class RetireBody(DeskBody):
    into: Id | None = None
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

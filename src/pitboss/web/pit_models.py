"""What goes in and out over HTTP in the pit: figures, alerts, shifts, the log, the tray."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pitboss.web.models import CENTS_MAX, Body, RequestId, SignIn, WhyBody


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
    note: Annotated[str, StringConstraints(min_length=3, max_length=2000)]
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

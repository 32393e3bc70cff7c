"""The table's records as links of its public chain (HR-36): seats left, wagers, cuts, decisions, a void round.

The opening of a round is the link that closes the bets; the chain begins anew with each commitment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.room.records import (
    BetsLaid,
    CardsCut,
    Decided,
    Record,
    RoundOpened,
    RoundVoided,
    SaidReady,
    SeatLeft,
)
from pitboss.rounds import chain
from pitboss.rounds.chain import ChainLink

_LINKS: Final[Mapping[type[Record], Callable[[Any], ChainLink | None]]] = {
    CardsCut: lambda record: chain.cut(record.spot, record.value),
    SaidReady: lambda record: chain.cut(min(record.spots), record.cut) if record.cut else None,
    BetsLaid: lambda record: chain.bets(record.spot, record.bets),
    SeatLeft: lambda record: chain.leaves(record.spot),
    RoundOpened: lambda record: chain.closed(record.seated),
    Decided: lambda record: chain.chose(record.spot, record.decision, record.mark),
    RoundVoided: lambda record: chain.void(record.reason),
}


def link_of(record: Record) -> ChainLink | None:
    """None for what is no part of the story that a round's proof tells."""
    make = _LINKS.get(type(record))
    return make(record) if make else None

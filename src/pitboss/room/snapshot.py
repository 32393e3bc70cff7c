"""The table between two rounds as a document; what came later is replayed on top of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.room.dealt import Dealt
from pitboss.room.records import NO_DEADLINE
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import AnyShoe
from pitboss.room.table import Seat, TableState, seats_of
from pitboss.rounds.config import TableConfig
from pitboss.rounds.shuffling import next_start


def snapshot_of(state: TableState) -> dict[str, Any]:
    return {
        "unit": state.units,
        "records": state.records,
        "number": state.number,
        "round_id": state.round_id,
        "config_id": state.config_id,
        "seats": {str(s.spot): [s.player, s.missed] for s in state.seats.values() if s.player},
        "game_on": state.game_on,
        "coming": [state.coming_key, state.coming.at if state.coming else 0],
        "notices": list(state.notices),
        "deadline_us": state.deadline_us,
        "cut_first": state.cut_first,
        "head": state.head,
        "ended": state.ended,
    }


def restored(
    setup: TableSetup,
    shape: Mapping[str, Any],
    config: TableConfig,
    coming: AnyShoe,
    last: tuple[Dealt, AnyShoe] | None,
) -> TableState:
    """The table as the document says. `coming` is the shoe it names, `last` the settled round that lies on the
    felt until the next bets, with its shoe. What earlier versions did not write has its neutral value."""
    seats = seats_of(config)
    for spot, (player, missed) in shape["seats"].items():
        seats[int(spot)] = Seat(int(spot), player, missed=missed)
    state = TableState(
        setup,
        config,
        shape["config_id"],
        seats,
        number=shape["number"],
        units=shape["unit"],
        records=shape.get("records", 0),
        coming=coming,
        coming_key=shape["coming"][0],
        game_on=shape["game_on"],
        notices=tuple(shape.get("notices", ())),
        deadline_us=shape.get("deadline_us", NO_DEADLINE),
        cut_first=shape.get("cut_first", True),
        head=shape.get("head", coming.commitment),
        ended=shape.get("ended", ""),
    )
    if last is None:
        return state
    dealt, shoe = last
    after = shoe.after(next_start(dealt.round))
    shoe = after if after.done else shoe
    return state._replace(phase="settled", round_id=shape["round_id"], dealt=dealt, shoe=shoe)

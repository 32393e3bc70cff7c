"""The real server, dealing shoes whose first cards are chosen: `python -m tests.browser.rigged ORDERS serve ...`.

ORDERS is JSON: a game's id and the cards its shoes begin with; a number drawn for the first hand (PG-02) is 1. Under
`options` a game's id and the options its demo table is opened with."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from pitboss.cli import main
from pitboss.core.cards import parse_order
from pitboss.house.table_file import Table
from pitboss.people.accounts import PLAYER
from pitboss.room import demo
from pitboss.web.security import HEADERS
from tests.room.chosen import choose
from tests.web.patient import be_patient

MORE_PLAYERS = (
    "maximiliana-bernadette.von-thurn",
    "wolfeschlegelsteinhausenberger",
    "ottoline.featherstonehaugh-smyth",
    "zo",
)
"""a person for every seat, some with the longest names there are"""


def let_it_be_framed() -> None:
    """The house forbids frames; whoever looks at many sizes frames the table himself."""
    HEADERS.pop("X-Frame-Options")
    policy = "Content-Security-Policy"
    HEADERS[policy] = HEADERS[policy].replace("frame-ancestors 'none'", "frame-ancestors 'self'")


if __name__ == "__main__":
    be_patient()
    let_it_be_framed()
    demo.PEOPLE.update(dict.fromkeys(MORE_PLAYERS, PLAYER))
    orders = json.loads(sys.argv[1])
    options = orders.pop("options", {})
    usual = demo.usual_table

    def opened(game: str, *rest: Any) -> Table:
        return replace(usual(game, *rest), options=options.get(game, {}))

    demo.usual_table = opened
    chosen = {name: parse_order(cards) for name, cards in orders.items()}
    choose(setattr, lambda config: chosen.get(config.game))
    main(sys.argv[2:])

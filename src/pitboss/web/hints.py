"""What each choice is worth: the solver's exact advice, in the shape the table page draws."""

from __future__ import annotations

import asyncio
from typing import Any

from pitboss.analysis.questions import advise as solver_advice
from pitboss.analysis.report import PricedChoice, exact
from pitboss.core.cards import text
from pitboss.core.errors import Conflict, IllegalAction
from pitboss.people.person import Person
from pitboss.room.keeper import Watching
from pitboss.rounds.events import Ask
from pitboss.rounds.round import Round

DECIMALS = 4
"""of a cent, in the figures drawn as bars; the exact fraction goes along"""


def advise(round: Round, spot: int) -> list[dict[str, Any]]:
    """Every choice with its expectation in cents and what it gives up against the best one.

    The solver is handed the round but looks only at what this spot may see."""
    ask = round.asked(spot)
    if ask is None:
        raise IllegalAction(
            f"Spot {spot} has nothing to decide.", accepted="a hint when it is the spot's turn"
        )
    options = solver_advice(round, spot)
    if not options:
        return []
    best = max(option.expectation for option in options)
    return [_shape(option, ask, best) for option in sorted(options, key=lambda o: -o.expectation)]


def _shape(option: PricedChoice, ask: Ask, best: Any) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "action": option.action,
        "text": option.text or _text(ask, option.action),
        "expectation_cents": round_cents(option.expectation),
        "expectation_exact": exact(option.expectation),
        "cost_cents": round_cents(best - option.expectation),
        "best": option.expectation == best,
    }
    if option.certain:
        shape["certain"] = option.certain
    if option.cards:
        shape["cards"] = [text(card) for card in option.cards]
    if option.amount_cents:
        shape["amount_cents"] = option.amount_cents
    return shape


def _text(ask: Ask, action: str) -> str:
    return next((choice.text for choice in ask.choices if choice.action == action), action)


def round_cents(value: Any) -> float:
    return round(float(value), DECIMALS)


# Asks the adviser of the pages for a seat, without holding up the tables.


async def hint_for(keeper: Watching, person: Person, spot: int) -> list[dict[str, Any]]:
    """What each choice of the spot is worth; only on cards that the spot may see."""
    table = keeper.table
    table.own_seat(person.id, spot)
    if table.dealt is None or table.dealt.round.asked(spot) is None:
        raise Conflict(
            f"Spot {spot} is not asked for anything.", accepted="a hint when it is the spot's turn"
        )
    round = table.dealt.replay()
    options: list[dict[str, Any]] = await asyncio.to_thread(advise, round, spot)
    return options

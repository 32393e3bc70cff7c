"""What each choice is worth: the solver's exact advice, in the shape the table page draws."""

from __future__ import annotations

from typing import Any

from pitboss.edge.ask import advise as solver_advice
from pitboss.edge.report import PricedChoice, exact
from pitboss.errors import IllegalAction
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
    return shape


def _text(ask: Ask, action: str) -> str:
    return next((choice.text for choice in ask.choices if choice.action == action), action)


def round_cents(value: Any) -> float:
    return round(float(value), DECIMALS)

"""Small helps for a player's own decision, computed by the rules themselves; they see nothing but what they
are given."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from pitboss.cards import text
from pitboss.errors import PitbossError
from pitboss.paigow.hands import Wheel
from pitboss.paigow.setting import SetHand, all_settings
from pitboss.poker.hands import best_hand
from pitboss.shoe import parse_order

router = APIRouter(include_in_schema=False)

Cards = Annotated[str, Query(max_length=14)]


@router.get("/aids/pai-gow-settings")
def pai_gow_settings(
    cards: Cards, front: Cards = "", back: Cards = "", wheel: Wheel = Wheel.SECOND_HIGHEST
) -> JSONResponse:
    """All 21 ways to set seven cards: what each is called, whether it fouls, what it does to the dealer's if
    that lies open."""
    try:
        dealer = SetHand(parse_order(front), parse_order(back), wheel) if front else None
        made = [_shape(s, dealer) for s in all_settings(parse_order(cards), wheel)]
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)
    return JSONResponse(made)


@router.get("/aids/hand")
def hand(cards: Cards) -> JSONResponse:
    """What open cards make, in words: `pair of aces, king kicker`."""
    try:
        made = best_hand(parse_order(cards))
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)
    return JSONResponse({"words": made.name.capitalize()})


def _shape(setting: SetHand, dealer: SetHand | None) -> dict[str, Any]:
    foul = setting.foul
    return {
        "front": [text(c) for c in setting.front],
        "words": setting.words,
        "foul": foul,
        "outcome": None if foul or dealer is None else setting.against(dealer).value,
    }

"""What an observer may see: the same log with the secret parts removed.

Everything that leaves the house (a browser, a spectator's screen, a terminal) is one of these views.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from pitboss.core.cards import HIDDEN, Card, text
from pitboss.core.odds import PercentOfMeter
from pitboss.rounds.events import EVERYONE, Ask, Choice, Decision, JackpotHit, RoundEvent, Settlement
from pitboss.rounds.felt import Places, places_of
from pitboss.rounds.round import Policy, Round

PUBLIC: frozenset[int] = frozenset()


def visible(event: RoundEvent, spots: Collection[int]) -> RoundEvent:
    """The event as the holder of `spots` sees it: hidden cards become HIDDEN, hidden words go."""
    if event.seen == EVERYONE or event.seen in spots:
        return event
    return event._replace(cards=(HIDDEN,) * len(event.cards), text="", detail=_public_detail(event))


def _public_detail(event: RoundEvent) -> Any:
    return event.detail if event.kind == "move" else None


def places(round: Round, spots: Collection[int] = PUBLIC) -> Places:
    """The cards on the felt, place by place, as the holder of `spots` sees them now."""
    return places_of(visible(event, spots) for event in round.log)


def view(round: Round, spots: Collection[int] = PUBLIC) -> dict[str, Any]:
    """The whole round as JSON for the holder of `spots` (none: a spectator)."""
    log = [event_json(visible(event, spots)) for event in round.log]
    return {**standing(round, spots), "log": log}


def standing(round: Round, spots: Collection[int] = PUBLIC) -> dict[str, Any]:
    """The round as it stands, without how it came about."""
    return {
        **standing_for_all(round),
        "places": places_json(places(round, spots)),
        "pending": pending_json(round, spots),
        "settlements": [settlement_json(s) for s in round.settlements],
    }


def standing_for_all(round: Round) -> dict[str, Any]:
    """The part that everybody sees alike and that changes all the time."""
    return {
        "game": round.config.game,
        "finished": round.finished,
        "stakes": {str(spot): dict(bets) for spot, bets in round.stakes.items()},
        "on_felt": {str(spot): dict(bets) for spot, bets in round.on_felt.items()},
        "waiting_for": [ask.spot for ask in round.pending],
        "net_cents": {str(spot): round.net_cents(spot) for spot in round.stakes},
    }


def places_json(places: Places) -> dict[str, Any]:
    return {str(spot): cards_json(here) for spot, here in places.items()}


def cards_json(here: Mapping[str, list[Card]]) -> dict[str, list[str]]:
    """The cards of one spot, place by place."""
    return {place: [text(c) for c in cards] for place, cards in here.items()}


def pending_json(round: Round, spots: Collection[int]) -> list[dict[str, Any]]:
    return [ask_json(round, ask) for ask in round.pending if ask.spot in spots]


def answered(round: Round, spot: int) -> int:
    """How many questions this spot has answered: the number of the one that is asked now."""
    return sum([decided == spot for decided, _ in round.decisions])


def ask_json(round: Round, ask: Ask) -> dict[str, Any]:
    return {
        "spot": ask.spot,
        # an answer names it: nobody answers a question with a press that was meant for the one before
        "question": answered(round, ask.spot),
        "place": ask.place,
        "kind": ask.kind,
        "clause": ask.clause,
        "text": ask.text,
        "choices": [choice_json(choice) for choice in ask.choices],
        "why_not": {action: {"reason": r, "clause": c} for action, (r, c) in ask.why_not.items()},
    }


def choice_json(choice: Choice) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "action": choice.action,
        "text": choice.text,
        "clause": choice.clause,
        "cost_cents": choice.cost_cents,
    }
    if choice.most_cents:
        shape |= {"least_cents": choice.least_cents, "most_cents": choice.most_cents}
    if choice.picks:
        shape["picks"] = choice.picks
    return shape


def event_json(event: RoundEvent) -> dict[str, Any]:
    shape: dict[str, Any] = {"kind": event.kind, "clause": event.clause, "spot": event.spot}
    if event.place:
        shape["place"] = event.place
    if event.cards:
        shape["cards"] = [text(c) for c in event.cards]
    if event.amount_cents:
        shape["amount_cents"] = event.amount_cents
    if event.text:
        shape["text"] = event.text
    if isinstance(event.detail, Settlement):
        shape["settlement"] = settlement_json(event.detail)
    elif isinstance(event.detail, JackpotHit):
        shape["jackpot"] = hit_json(event.detail)
    elif event.detail is not None:
        shape["detail"] = event.detail
    return shape


def hit_json(hit: JackpotHit) -> dict[str, Any]:
    shape = {**hit._asdict(), "odds": str(hit.odds)}
    if isinstance(hit.odds, PercentOfMeter):
        shape |= {"percent": hit.odds.percent, "meter": hit.odds.meter}
    return shape


def settlement_json(done: Settlement) -> dict[str, Any]:
    return {**done._asdict(), "odds": None if done.odds is None else str(done.odds)}


Play = Callable[[Mapping[str, Any], tuple[Choice, ...]], str | Decision]
"""A strategy as a function: from what the player sees (`standing` for its `spot`) and the choices there are, to the
name of an action, or a `Decision` where an amount or cards are chosen."""


def player(play: Play) -> Policy:
    """Decides by the function, and knows nothing that the spot may not see."""

    def policy(round: Round, ask: Ask) -> Decision:
        answer = play({"spot": ask.spot, **standing(round, {ask.spot})}, ask.choices)
        return Decision(answer) if isinstance(answer, str) else answer

    return policy


# How long the screens take to show what has happened. Nobody's time runs before the question is on the screen.
#
# The pages get the same figures with the table's layout, so the house waits as long as they show.

PAUSE_MS: Final = {"deal": 90, "settle": 450, "jackpot": 450, "say": 350, "expose": 300, "move": 300}
CARD_MS: Final = 60
"""more for each card dealt"""
OTHER_MS: Final = 60
LONGEST_MS: Final = 6000
"""a longer show is sped up"""

SHOW: Final = {"pauses": PAUSE_MS, "card": CARD_MS, "other": OTHER_MS, "longest": LONGEST_MS}


def pause_ms(event: RoundEvent) -> int:
    cards = CARD_MS * len(event.cards) if event.kind == "deal" else 0
    return PAUSE_MS.get(event.kind, OTHER_MS) + cards


def show_us(events: Sequence[RoundEvent]) -> int:
    """The time to show these events one after the other."""
    return 1000 * min(LONGEST_MS, sum(map(pause_ms, events)))

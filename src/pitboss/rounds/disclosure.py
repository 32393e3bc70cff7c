"""Which cards of a round an observer has seen, and the proof of each of them (HR-36).

A card that was folded, burned, or dealt to an empty seat stays unseen for good; so do the cards that were never dealt.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from pitboss.cards import Card, text
from pitboss.rounds.events import EVERYONE, Event
from pitboss.rounds.round import Round
from pitboss.rounds.seal import KIND, CutShoe

ALL_SPOTS = None
"""instead of an observer's spots: one who may see everything that was dealt"""


class Earlier(NamedTuple):
    """A round dealt before from the same shoe."""

    round: int
    start: int
    cards: int


class LogOrder(NamedTuple):
    """Where the house's log has it: the order of these numbers is the order of the events."""

    sealed: int
    cut: int
    """the cuts were used: the shoe's first round was opened"""
    committed: int
    bets: int
    """the first bet of the round"""
    opened: int
    cuts: tuple[int, ...] = ()
    """of each cut, in the order of the spots"""


def seen_cards(round: Round, spots: Collection[int] | None) -> list[bool]:
    """Of each card in the order of dealing, whether the holder of `spots` has seen it."""
    seen: list[bool] = []
    cards: list[Card] = []
    felt: dict[tuple[int, str], list[int]] = {}
    for event in round.log:
        shown = spots is ALL_SPOTS or event.seen == EVERYONE or event.seen in spots
        here = felt.setdefault((event.spot, event.place), [])
        if event.kind == "deal":
            here += range(len(cards), len(cards) + len(event.cards))
            cards += event.cards
            seen += [shown] * len(event.cards)
        elif event.kind in ("expose", "move"):
            turned = _lying(event, here, cards)
            if shown:
                for n in turned:
                    seen[n] = True
            if event.kind == "move":
                felt[event.spot, event.place] = [n for n in here if n not in turned]
                felt.setdefault((event.spot, str(event.detail)), []).extend(turned)
    return seen


def _lying(event: Event, here: Sequence[int], cards: Sequence[Card]) -> list[int]:
    """Which of the cards lying at a place an event turns or moves."""
    left = list(here)
    turned = []
    for card in event.cards:
        n = next((n for n in left if cards[n] == card), None)
        if n is not None:
            left.remove(n)
            turned.append(n)
    return turned


def places_in_shoe(round: Round) -> list[int]:
    """Of each card dealt, its number in the shoe; cards of the second order count on after the first's."""
    dealt = sum(len(event.cards) for event in round.log if event.kind == "deal")
    size, start = round.config.cards, round.start
    places = list(range(start, min(start + dealt, size)))
    if round.discards:
        places += [size + n for n in round.discards.places[: dealt - len(places)]]
    return places


def inputs_json(round: Round, spots: Collection[int] | None) -> dict[str, Any] | None:
    """A finished round's inputs without the order; None where a decision names cards the observer has not seen."""
    if not round.finished:
        return None
    cards = [card for event in round.log if event.kind == "deal" for card in event.cards]
    known = {card for card, seen in zip(cards, seen_cards(round, spots), strict=True) if seen}
    if not all(card in known for _, decision in round.decisions for card in decision.cards):
        return None
    return {name: value for name, value in round.to_json().items() if name != "order"}


def proof_json(
    shoe: CutShoe,
    round: Round,
    spots: Collection[int] | None,
    configuration: dict[str, Any],
    log: LogOrder,
    earlier: Sequence[Earlier] = (),
    *,
    everything: bool = False,
) -> dict[str, Any]:
    """The proof of a round as it is downloaded: of what the holder of `spots` has seen, no more.

    `everything` discloses the house's whole secret: only when no card of the shoe can be dealt any more."""
    sealed, terms = shoe.sealed, shoe.sealed.terms
    seen, places = seen_cards(round, spots), places_in_shoe(round)
    shown: list[tuple[int | None, int]] = [
        (n, at) for n, at in enumerate(places) if seen[n] and (at < terms.cards or round.finished)
    ]
    elsewhere: list[str] = []
    if round.discards and round.finished:
        # a discard is proven by those before it as well: that each of them lay elsewhere
        last = max(places) + 1
        shown += [(None, at) for at in range(terms.cards, last) if at not in places]
        elsewhere = [text(card) for card in round.discards.elsewhere]
    return {
        "kind": KIND,
        "configuration": configuration,
        "shoe": {
            "shoe": terms.shoe,
            "cards": terms.cards,
            "second": terms.second,
            "numbers": terms.numbers,
            "number_by": terms.number_by,
            "root": sealed.tree.root.hex(),
        },
        "start": round.start,
        "earlier": [before._asdict() for before in earlier],
        "cuts": [
            {"spot": cut.spot, "value": cut.value, "seal": sealed.seal, "seq": seq}
            for cut, seq in zip(shoe.cuts, log.cuts, strict=True)
        ],
        "number": sealed.opening(terms.cards + terms.second).to_json() if terms.numbers else None,
        "cards": [{"n": n, "at": at, **shoe.opening(at).to_json()} for n, at in shown],
        "elsewhere": elsewhere,
        "log": {
            "sealed": log.sealed,
            "cut": log.cut,
            "committed": log.committed,
            "bets": log.bets,
            "opened": log.opened,
        },
        "everything": sealed.disclosed() if everything else None,
    }

"""Which cards of a round an observer has seen, and the proof of each of them (HR-36).

A card that was folded, burned, or dealt to an empty seat stays unseen for good; so do the cards that were never dealt.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from pitboss.core.cards import Card
from pitboss.fairness.chain import ChainLink
from pitboss.fairness.seal import KIND, CutShoe, SealedShoe
from pitboss.rounds.events import EVERYONE, RoundEvent
from pitboss.rounds.round import Round

ALL_SPOTS = None
"""instead of an observer's spots: one who may see everything that was dealt"""


class Story(NamedTuple):
    """What the public chain tells of a round, from its commitment on."""

    links: tuple[ChainLink, ...]
    first: tuple[ChainLink, ...] = ()
    """of the shoe's first round up to where its bets were closed, in a later one"""


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


def _lying(event: RoundEvent, here: Sequence[int], cards: Sequence[Card]) -> list[int]:
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


def inputs_json(
    round: Round, spots: Collection[int] | None, sealed: SealedShoe, number: int
) -> dict[str, Any] | None:
    """What a finished round's replay needs beyond its proof; None where a decision names cards the observer has not
    seen."""
    if not round.finished:
        return None
    cards = [card for event in round.log if event.kind == "deal" for card in event.cards]
    known = {card for card, seen in zip(cards, seen_cards(round, spots), strict=True) if seen}
    if not all(card in known for _, decision in round.decisions for card in decision.cards):
        return None
    inputs = {name: value for name, value in round.to_json().items() if name in ("decisions", "void")}
    for n, decision in enumerate(inputs["decisions"]):
        if "cards" in decision:
            decision["salt"] = sealed.decision_salt(number, n)
    return inputs


def proof_json(
    shoe: CutShoe,
    round: Round,
    spots: Collection[int] | None,
    configuration: dict[str, Any],
    story: Story,
    *,
    everything: bool = False,
) -> dict[str, Any]:
    """The proof of a round as it is downloaded: of what the holder of `spots` has seen, no more.

    `everything` discloses all cards of the shoe: only when none of it can be dealt any more."""
    sealed, terms = shoe.sealed, shoe.sealed.terms
    seen, places = seen_cards(round, spots), places_in_shoe(round)
    shown = {at for n, at in enumerate(places) if seen[n] and (at < terms.cards or round.finished)}
    if round.discards and round.finished:
        # a discard is proven by those before it as well: that each of them lay elsewhere
        shown |= set(range(terms.cards, max(places) + 1))
    if everything:
        shown = set(range(terms.cards + terms.second))
    return {
        "kind": KIND,
        "configuration": configuration,
        "shoe": terms.public(sealed.tree.root),
        "start": round.start,
        "links": [list(link) for link in story.links],
        "first": [list(link) for link in story.first],
        "spots": None if spots is ALL_SPOTS else sorted(spots),
        "number": sealed.opening(terms.cards + terms.second).to_json() if terms.numbers else None,
        "cards": [{"at": at, **shoe.opening(at).to_json()} for at in sorted(shown)],
    }

"""What the cards of a room's table say of its last round: whoever signs for a claim there asks them (JP-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from pitboss.core.cards import text
from pitboss.core.codec import decode
from pitboss.core.errors import IllegalAction
from pitboss.jackpots.documents import Award, Claim
from pitboss.jackpots.keepers import game_of
from pitboss.jackpots.loading import Get, load_award
from pitboss.rounds.round import Round

COMMUNITY: Final = ("flop", "turn", "river")


def dealt_key(table: str) -> str:
    return f"jackpot-dealt/{table}"


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Whose spots they are, and which lines they win. Durable with the settlement, so that a claim is checked against
    the cards whatever the table does meanwhile."""

    round: str | None = None
    holders: Mapping[int, str] = field(default_factory=dict)
    hits: tuple[tuple[str, int, str], ...] = ()
    """sensor, spot and hand of each"""
    cards: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, round_id: str, round: Round) -> Self:
        return cls(
            round_id,
            dict(round.holders),
            tuple((hit.wager, hit.spot, hit.hand) for hit in round.jackpots),
            {spot: cards_of(round, spot) for spot in round.stakes},
        )

    def show(self, claim: Claim) -> bool:
        return (claim.sensor, claim.spot, claim.hand) in self.hits


def cards_of(round: Round, spot: int) -> str:
    """The cards that a spot's hand is made of, as dealt: its own, then those on the table for all (JP-17)."""
    deals = [event for event in round.log if event.kind == "deal"]
    own = [card for event in deals if event.spot == spot for card in event.cards]
    shared = [card for event in deals if event.place in COMMUNITY for card in event.cards]
    return " + ".join(" ".join(map(text, cards)) for cards in (own, shared) if cards)


def dealt_at(get: Get, table: str) -> DealtCards:
    return decode(DealtCards, get(dealt_key(table)) or {})


def dealt_for(get: Get, claim: Claim) -> DealtCards | None:
    """The cards of a claim in a room: its table cannot go on while it is open (JP-04). One that was opened again comes
    with the cards of its award. None at a table run by hand, where only people have seen them."""
    if claim.reopened:
        return _awarded(load_award(get, claim.reopened), claim)
    return None if claim.by_hand or game_of(get, claim) is None else dealt_at(get, claim.table)


def _awarded(award: Award, claim: Claim) -> DealtCards:
    hit = (claim.sensor, claim.spot, claim.hand)
    return DealtCards(award.round, {award.spot: award.player}, (hit,), {award.spot: award.cards})


def check_cards(get: Get, claim: Claim) -> None:
    dealt = dealt_for(get, claim)
    if dealt is not None and not dealt.show(claim):
        raise IllegalAction(
            f"The cards of spot {claim.spot} do not make {claim.hand}.",
            clause="JP-16",
            accepted="the hand that was dealt, with a wager on the sensor",
        )


def check_not_shown(get: Get, claim: Claim) -> None:
    """What the cards show is not rejected (JP-30)."""
    dealt = dealt_for(get, claim)
    if dealt is not None and dealt.show(claim):
        raise IllegalAction(
            f"The cards of spot {claim.spot} make {claim.hand}.",
            clause="JP-30",
            accepted="a rejection of a hand that was not dealt",
        )

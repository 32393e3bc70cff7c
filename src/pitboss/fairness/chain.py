"""The public chain of a round: every link is hashed with the one before it, from the commitment on (HR-36).

A link is [kind, spot, value]: a cut or the dice (spot 0), the wagers of a spot, a spot left, the seats held when bets
closed, a decision, a round declared void. Screens show the head with every change: whoever kept one can tell later
whether the house has kept to its story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.core.money import Cents
from pitboss.fairness.hashing import hash_of
from pitboss.rounds.events import Decision

ChainLink = tuple[str, int, Any]


def cut(spot: int, value: str) -> ChainLink:
    return "cut", spot, value


def bets(spot: int, wagers: Mapping[str, Cents]) -> ChainLink:
    return "bets", spot, dict(wagers)


def leaves(spot: int) -> ChainLink:
    """Its player's bets go back; a cut of his counts, as it was given."""
    return "leaves", spot, None


def closed(spots: Iterable[int]) -> ChainLink:
    """Bets are closed; which seats are held. Whose they are is nobody's business who reads the proof."""
    return "closed", 0, sorted(spots)


def chose(spot: int, decision: Decision, mark: str = "") -> ChainLink:
    """What everybody hears; the cards that a hand is set with stay the player's, under a mark."""
    return "chose", spot, [decision.action, decision.amount_cents, *([mark] if mark else [])]


def mark_of(salt: str, cards: Iterable[str]) -> str:
    """What binds the cards that a decision names, and shows them to nobody who has not the salt."""
    return hash_of(["pitboss set 1", salt, list(cards)])


def void(reason: str) -> ChainLink:
    return "void", 0, reason


def linked(head: str, link: ChainLink) -> str:
    """The head after one more link: the hash of [head, kind, spot, value], canonical as all JSON that is hashed."""
    return hash_of([head, *link])


def heads(commitment: str, links: Iterable[ChainLink]) -> list[str]:
    """The commitment, and the head after each link."""
    found = [commitment]
    for link in links:
        found.append(linked(found[-1], link))
    return found

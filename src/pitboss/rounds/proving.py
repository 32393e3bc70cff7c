"""Check rounds as they were downloaded: the proof of their cards, and that wagers were settled as the rules say.

The proof itself is checked by `verifier`, the file that anybody can read and run alone. Here the house's rules come to
it: the cards that were shown, the wagers and the decisions are played again, and rounds are compared with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import Card, deck_of, parse
from pitboss.errors import BadInput, PitbossError
from pitboss.rounds import verifier
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.rounds.views import settlement_json
from pitboss.shoe import commitment_of, order_text


def verify(shape: Mapping[str, Any]) -> list[str]:
    """What the file of a round proves; raises `BadInput` with what is wrong."""
    try:
        if shape.get("proof") is None:
            return _verify_first_kind(shape)
        return [*verifier.check(shape), *_replayed(shape)]
    except verifier.Wrong as error:
        raise BadInput(str(error), clause="HR-36") from None
    except PitbossError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise BadInput(
            f"This is not a round's file: {type(error).__name__} {error}.",
            accepted="the JSON of /api/v1/rounds/ID",
        ) from None


def verify_together(shapes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Rounds of one shoe share its seal and its cuts and do not overlap; no salt serves two cards."""
    facts: dict[str, Any] = {}
    for shape in shapes:
        proof = shape.get("proof")
        if proof is None:
            continue
        shoe = proof["shoe"]["shoe"]
        dealt = sum(len(event["cards"]) for event in shape["view"]["log"] if event["kind"] == "deal")
        known: dict[str, Any] = {shoe: (proof["shoe"], proof["cuts"])}
        known[f"{shoe}, round {shape['number']}"] = (proof["start"], dealt)
        for before in proof["earlier"]:
            known[f"{shoe}, round {before['round']}"] = (before["start"], before["cards"])
        for card in proof["cards"]:
            known[f"salt {card['salt']}"] = (shoe, shape["id"], card["at"])
        for what, fact in known.items():
            if facts.setdefault(what, fact) != fact:
                raise BadInput(
                    f"These rounds do not belong together: there are two versions of {what}.",
                    clause="HR-36",
                )
    shoes = {shape["proof"]["shoe"]["shoe"] for shape in shapes if shape.get("proof")}
    return [f"{len(shapes)} rounds of {len(shoes)} shoes fit together: no card and no salt serves twice"]


def _verify_first_kind(shape: Mapping[str, Any]) -> list[str]:
    """Rounds of earlier versions: one hash over salt and order, and nothing else."""
    commitment, reveal, saved = shape["commitment"], shape["reveal"], shape["round"]
    if reveal is None or saved is None:
        raise BadInput(
            "There is nothing to check yet: the round's shoe was not finished when the file was made.",
            clause="HR-19",
            accepted="the same round, downloaded after its shoe is done",
        )
    round = Round.from_json(saved)
    if reveal["order"] != saved["order"]:
        raise BadInput("The revealed order is not the order of the round.", clause="HR-19")
    if commitment_of(round.order, str(reveal["salt"])) != commitment:
        raise BadInput(
            "The order and salt do not give the hash that was published before the first card.",
            clause="HR-19",
        )
    return [
        "a proof of the first kind, of an earlier version: it covers the order, not where in it the deal started",
        f"{len(round.order)} cards, all of them and none twice, in the order committed to: {commitment}",
        _settled_as_shown(round, shape),
    ]


def _replayed(shape: Mapping[str, Any]) -> list[str]:
    """The round played again with the cards that were shown; cards that nobody saw cannot matter to money."""
    saved = shape["round"]
    if saved is None:
        return ["its settlement was not checked: it is not over, or hands were set that you may not see"]
    config = TableConfig.from_json(saved["config"])
    if saved["config"] != shape["proof"]["configuration"]:
        raise BadInput("The round was played by another configuration than was sealed.", clause="HR-36")
    if saved["start"] != shape["proof"]["start"]:
        raise BadInput("The round was played from another start than was committed to.", clause="HR-36")
    order = known_order(config, shape["proof"])
    return [_settled_as_shown(Round.from_json({**saved, "order": order_text(order)}), shape)]


def known_order(config: TableConfig, proof: Mapping[str, Any]) -> tuple[Card, ...]:
    """The order as far as it was shown; the other places hold what is left of the decks, in no order of note."""
    size = config.cards
    known = {card["at"]: parse(card["value"]) for card in proof["cards"]}
    order: list[Card] = []
    for first in range(0, size + proof["shoe"]["second"], size):
        here = [known.get(at) for at in range(first, first + size)]
        left = Counter(deck_of(config.decks, jokers=config.sheet.jokers))
        left.subtract(card for card in here if card is not None)
        rest = left.elements()
        order += [next(rest) if card is None else card for card in here]
    return tuple(order)


def _settled_as_shown(round: Round, shape: Mapping[str, Any]) -> str:
    if not round.finished:
        raise BadInput("The round does not come to its end with these decisions.", clause="HR-20")
    if [settlement_json(s) for s in round.settlements] != shape["view"]["settlements"]:
        raise BadInput("The replay settles differently from what was shown.", clause="HR-20")
    if round.voided is not None:
        return (
            f"declared void, every wager returned; the house's reason, which nothing proves: {round.voided}"
        )
    return f"{len(round.decisions)} decisions, all legal; {len(round.settlements)} wagers settled as shown"

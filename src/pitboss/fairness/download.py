"""Check rounds as they were downloaded: the proof of their cards, and that wagers were settled as the rules say.

The proof itself is checked by `verifier`, the file that anybody can read and run alone. Here the house's rules come to
it: the cards that were shown, the wagers and the decisions are played again, and rounds are compared with each other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from pitboss.core.cards import Card, deck_of, order_text, parse
from pitboss.core.errors import BadInput, PitbossError
from pitboss.fairness import verifier
from pitboss.fairness.shuffling import shoe_terms, shuffle_due
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import NOBODY
from pitboss.rounds.game import game_of
from pitboss.rounds.round import FORMAT, Round
from pitboss.rounds.views import settlement_json, view


def verify(shape: Mapping[str, Any], receipts: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    """What the file of a round proves; raises `BadInput` with what is wrong. Beside a receipt of the round it must have
    the proof that goes with it."""
    with refusals():
        found = verifier.check(shape, receipts)
        return [*found.lines, *_replayed(shape, found)]


def settlement_proven(shape: Mapping[str, Any]) -> bool:
    """Whether a file that verifies holds all that its settlement follows from."""
    return shape["round"] is not None


def verify_together(
    shapes: Sequence[Mapping[str, Any]], receipts: Sequence[Mapping[str, Any]] = ()
) -> tuple[list[str], list[str]]:
    """Rounds that were checked one by one, against each other and against what players kept of them: what is
    proven, and what is not."""
    with refusals():
        found = [verifier.check(shape) for shape in shapes]
        return verifier.compare(found, list(receipts))


@contextmanager
def refusals() -> Iterator[None]:
    """Whatever a wrong file ends in is one refusal."""
    try:
        yield
    except PitbossError:
        raise
    except verifier.REFUSED as error:
        if isinstance(error, verifier.Wrong):
            raise BadInput(str(error), clause="HR-36") from None
        missing = isinstance(error, KeyError)
        why = f"it has no {error}" if missing else "something in it is of another kind than there"
        raise BadInput(
            f"This is not a round's file: {why}.",
            accepted="the JSON of /api/v1/rounds/ID",
        ) from None


def _replayed(shape: Mapping[str, Any], found: verifier.Checked) -> list[str]:
    """The round played again with the cards that were shown; cards that nobody saw cannot matter to money."""
    saved, proof, chain = shape["round"], shape["proof"], found.chain
    config = TableConfig.from_json(proof["configuration"])
    game = game_of(config.game)
    _check_terms(config, proof)
    _check_shoe_was_good(config, proof["start"])
    if saved is None:
        unseen = [spot for spot, action, *_ in chain.choices if action == SET and spot not in _spots(proof)]
        if not shape["finished"]:
            return ["Its settlement is not proven: it was not over when the file was made."]
        if not unseen:
            raise BadInput("The file of a finished round has its decisions.", clause="HR-20")
        spots = ", ".join(f"spot {spot}" for spot in unseen)
        return [f"Its settlement is not proven: you may not see the hands that were set at {spots}."]
    inputs = {
        "format": FORMAT,
        "config": proof["configuration"],
        "wagers": {str(spot): chain.bets[spot] for spot in chain.spots},
        "order": order_text(known_order(config, proof)),
        "start": proof["start"],
        "holders": {str(spot): f"spot {spot}" for spot in chain.spots},
        **saved,
    }
    if config.rolls_dice and game.draws:
        inputs["dice"] = [int(die) for die in found.cut.dice.split()]
    elif game.draws:
        inputs["number"] = (found.total - 1) % game.draws + 1
    round = Round.from_json(inputs)
    replayed, shown = json.loads(json.dumps(view(round, _spots(proof)))), dict(shape["view"])
    if round.voided:
        # what was said of cards that a void round left unseen cannot be told from the file; what was settled can
        for name in ("log", "places"):
            del replayed[name], shown[name]
    if replayed != shown:
        raise BadInput("The replay differs from what was shown.", clause="HR-20")
    return [_settled_as_shown(round, shape)]


SET: Final = "set"
"""the decision that names cards"""


def _spots(proof: Mapping[str, Any]) -> Collection[int]:
    """Whose cards the file's owner sees; a table has fewer spots than this."""
    spots: Collection[int] = (NOBODY, *range(1, 100)) if proof["spots"] is None else proof["spots"]
    return spots


def _check_terms(config: TableConfig, proof: Mapping[str, Any]) -> None:
    """That the house has sealed what this game is dealt from, at this table (HR-36)."""
    wanted = shoe_terms(config, "", "", "").public(b"")
    for name in ("dealing", "decks", "jokers", "second", "numbers", "number_by"):
        if proof["shoe"][name] != wanted[name]:
            problem = (
                "is not dealt by this plan"
                if name == "dealing"
                else f"was sealed with {name} {proof['shoe'][name]}, not {wanted[name]}"
            )
            raise BadInput(f"{config.sheet.name} {problem}.", clause="HR-36")


def _check_shoe_was_good(config: TableConfig, start: int) -> None:
    """That the round did not go on in a shoe that had to be changed before it (BJ-11)."""
    if shuffle_due(config, start):
        raise BadInput(
            f"The round starts at card {start + 1} of a shoe whose cut card had come out before.",
            clause="BJ-11",
        )


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
            f"Declared void, every wager returned; the house's reason, which nothing proves: {round.voided}."
        )
    decisions, wagers = counted(round)
    return f"Played again by the rules: {decisions}, all legal; {wagers} settled as shown."


def counted(round: Round) -> tuple[str, str]:
    """How many decisions and wagers, in words."""

    def some(n: int, what: str) -> str:
        return f"{n} {what}" if n == 1 else f"{n} {what}s"

    return some(len(round.decisions), "decision"), some(len(round.settlements), "wager")

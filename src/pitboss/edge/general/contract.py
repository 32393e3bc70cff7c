"""What every game must keep, for whoever writes one: run it over your rules from a test of your own."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pitboss.approvals import sheet
from pitboss.cards import Card, deck_of
from pitboss.edge.general.explore import UNIT_CENTS
from pitboss.edge.general.pack import Pack
from pitboss.errors import PitbossError
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places


class BrokenContract(AssertionError):
    """The rules do something that rules must not do."""


def random_rounds(game: str, rounds: int) -> Iterator[tuple[Round, random.Random]]:
    """Rounds that are dealt and wait for their first decision, with one to three spots."""
    rules, made = sheet(game), 0
    config = TableConfig(game)
    seed = 0
    while made < rounds:
        seed += 1
        dice = random.Random(f"{game}/{seed}")
        order = deck_of(config.decks, jokers=rules.jokers)
        dice.shuffle(order)
        wagers = {
            spot: {
                w.id: min(UNIT_CENTS, w.most_cents or UNIT_CENTS)
                for w in rules.wagers
                if w.placed == "first" or (w.id in (config.offered or ()) and dice.random() < 0.7)
            }
            for spot in range(1, dice.randint(1, min(3, config.spots)) + 1)
        }
        number = game_of(game).draw_number(config)
        try:
            round = Round(config, wagers, tuple(order), number=number)
        except PitbossError as error:
            if seed > 20 * rounds:
                raise BrokenContract(f"no round can be dealt: {error}") from error
            continue
        made += 1
        yield round, dice


def random_answer(round: Round, ask: Ask, dice: random.Random) -> Decision:
    """Any answer the rules accept."""
    choices = list(ask.choices)
    dice.shuffle(choices)
    for choice in choices:
        cents = dice.choice((choice.least_cents, choice.most_cents))
        decision = Decision(choice.action, cents)
        if not choice.picks:
            return decision
        own = [card for cards in places(round, (ask.spot,))[ask.spot].values() for card in cards]
        for _ in range(50):
            picked = decision._replace(cards=tuple(dice.sample(own, choice.picks)))
            try:
                round.check(ask.spot, picked)
                return picked
            except PitbossError:
                continue
    raise BrokenContract(f"{ask.text}: no answer is accepted")


def play(round: Round, dice: random.Random) -> Round:
    while not round.finished:
        ask = dice.choice(round.pending)
        round.decide(ask.spot, random_answer(round, ask, dice))
    return round


def check_rounds(game: str, rounds: int = 100) -> None:
    """Every wager is settled once, nothing is lost, and the same inputs give the same round."""
    for round, dice in random_rounds(game, rounds):
        play(round, dice)
        for done in round.settlements:
            if done.net_cents < -done.stake_cents:
                raise BrokenContract(f"{done.wager} of spot {done.spot} lost more than was wagered")
        again = Round.from_json(round.to_json())
        if again.log != round.log or again.settlements != round.settlements:
            raise BrokenContract("the same cards and decisions gave another round")


def check_classes(game: str, rounds: int = 100) -> None:
    """What the sheet calls alike is alike: other cards of the same classes, suits renamed where only their equality
    counts, and the cards of one hand in another order settle every wager the same."""
    for round, dice in random_rounds(game, rounds):
        play(round, dice)
        for order, renamed in _lookalikes(round, dice):
            decisions = [
                (spot, d._replace(cards=tuple(renamed[card] for card in d.cards)))
                for spot, d in round.decisions
            ]
            try:
                other = Round.replay(
                    round.config, round.wagers, order, decisions, round.start, number=round.number
                )
            except PitbossError as error:
                raise BrokenContract(f"cards declared alike: {error}") from error
            mine, theirs = ([(s.spot, s.wager, s.net_cents) for s in r.settlements] for r in (round, other))
            if mine != theirs:
                raise BrokenContract(f"cards declared alike settle differently: {mine} and {theirs}")


def _lookalikes(round: Round, dice: random.Random) -> Iterator[tuple[tuple[Card, ...], dict[Card, Card]]]:
    """Orders that the rules should not tell from the round's own, and what became of each card."""
    order = tuple(round.order)
    pack = Pack.of(round.config.sheet, order[: round.config.cards])
    renamed: dict[Card, Card] = {}
    for members in pack.members:
        unlike = sorted(set(members))
        shuffled = unlike[:]
        dice.shuffle(shuffled)
        renamed.update(zip(unlike, shuffled, strict=True))
    yield tuple(renamed[card] for card in order), renamed
    if pack.symmetric:
        suits = [0, 1, 2, 3]
        dice.shuffle(suits)
        swapped = {card: card if card >= 52 else (card & ~3) | suits[card & 3] for card in set(order)}
        yield tuple(swapped[card] for card in order), swapped
    yield _turned(round, order, dice), {card: card for card in order}


def _turned(round: Round, order: tuple[Card, ...], dice: random.Random) -> tuple[Card, ...]:
    """The cards that were dealt together in another order."""
    turned, at = list(order), round.start
    for event in round.log:
        if event.kind == "deal":
            end = at + len(event.cards)
            together = turned[at:end]
            dice.shuffle(together)
            turned[at:end] = together
            at = end
    return tuple(turned)

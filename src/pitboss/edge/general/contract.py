"""What every game must keep, for whoever writes one: run it over your rules from a test of your own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pitboss.approvals import Wager, sheet
from pitboss.cards import Card, deck_of
from pitboss.edge.general.explore import UNIT_CENTS
from pitboss.edge.general.pack import Pack
from pitboss.errors import PitbossError
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Ask, Decision
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
    counts, and the cards of one hand in another order settle every wager the same; and a wager that is settled by
    some of the cards is so whatever the others are and whatever is decided."""
    for round, dice in random_rounds(game, rounds):
        play(round, dice)
        for wager in round.config.sheet.wagers:
            if wager.settled_by and wager.settled_by.holds(round.config.options):
                check_settled_by(round, wager, dice)
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


def check_settled_by(round: Round, wager: Wager, dice: random.Random) -> None:
    """Another deal with the same cards at the places that settle the wager, and other decisions."""
    by = wager.settled_by
    assert by is not None
    for spot in round.wagers:
        if wager.id not in round.wagers[spot]:
            continue
        groups = [{(spot if who == "#" else DEALER, name) for who, name in group} for group in by.cards]
        order, at = list(round.order), round.start
        mine: list[list[int]] = [[] for _ in groups]
        for event in round.log:
            if event.kind == "deal":
                for held, group in zip(mine, groups, strict=True):
                    if (event.spot, event.place) in group:
                        held.extend(range(at, at + len(event.cards)))
                at += len(event.cards)
        others = sorted(set(range(len(order))).difference(*mine))
        for held in (*mine, others):
            cards = [order[n] for n in held]
            dice.shuffle(cards)
            for n, card in zip(held, cards, strict=True):
                order[n] = card
        renamed = _renamed(Pack.of(by, order[: round.config.cards]), order, dice)
        other = Round(
            round.config,
            round.wagers,
            tuple(renamed[card] for card in order),
            round.start,
            number=round.number,
        )
        play(other, dice)
        nets = [
            sum(s.net_cents for s in r.settlements if (s.spot, s.wager) == (spot, wager.id))
            for r in (round, other)
        ]
        if nets[0] != nets[1]:
            raise BrokenContract(
                f"{wager.id} is not settled by the cards that settled_by names: {nets[0]} and {nets[1]}"
            )


def _renamed(pack: Pack, order: Sequence[Card], dice: random.Random) -> dict[Card, Card]:
    """Other cards of the same classes, then suits renamed where only their equality counts."""
    renamed: dict[Card, Card] = {}
    for members in pack.members:
        unlike = sorted(set(members))
        shuffled = unlike[:]
        dice.shuffle(shuffled)
        renamed.update(zip(unlike, shuffled, strict=True))
    if pack.symmetric:
        suits = [0, 1, 2, 3]
        dice.shuffle(suits)
        renamed = {a: b if b >= 52 else (b & ~3) | suits[b & 3] for a, b in renamed.items()}
    return renamed


def _lookalikes(round: Round, dice: random.Random) -> Iterator[tuple[tuple[Card, ...], dict[Card, Card]]]:
    """Orders that the rules should not tell from the round's own, and what became of each card."""
    order = tuple(round.order)
    pack = Pack.of(round.config.sheet, order[: round.config.cards])
    renamed = _renamed(pack, order, dice)
    yield tuple(renamed[card] for card in order), renamed
    if pack.apart:
        yield from _one_place(round, order, dice)
    yield _turned(round, order, dice), {card: card for card in order}


def _one_place(
    round: Round, order: tuple[Card, ...], dice: random.Random
) -> Iterator[tuple[tuple[Card, ...], dict[Card, Card]]]:
    """Suits renamed at one place only; a card that then lies elsewhere too changes places with the one it was."""
    dealt: dict[tuple[int, str], list[int]] = {}
    at = round.start
    for event in round.log:
        if event.kind == "deal":
            dealt.setdefault((event.spot, event.place), []).extend(range(at, at + len(event.cards)))
            at += len(event.cards)
    held = dealt[dice.choice(sorted(dealt))]
    fast = {n for other in dealt.values() for n in other if other is not held}
    """places that keep their cards: those of others, and those already done"""
    suits = [0, 1, 2, 3]
    dice.shuffle(suits)
    wanted = [c if c >= 52 else (c & ~3) | suits[c & 3] for c in (order[n] for n in held)]
    turned = list(order)
    for n, card in zip(held, wanted, strict=True):
        if turned[n] != card:
            there = next((m for m in range(len(turned)) if turned[m] == card and m not in fast), None)
            if there is None:
                return  # it lies at another place
            turned[n], turned[there] = turned[there], turned[n]
        fast.add(n)
    decided = {card for _, decision in round.decisions for card in decision.cards}
    if not decided:
        yield tuple(turned), {card: card for card in order}


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

"""What the contract tests of all games share: random configurations, wagers, orders and decisions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pitboss.core.cards import deck_of
from pitboss.core.errors import PitbossError
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Choice, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import game_ids, sheet


def random_config(game: str, dice: random.Random) -> TableConfig:
    """Any options, pay tables and offers that the sheet allows; combinations it refuses are drawn again."""
    rules = sheet(game)
    while True:
        options = {}
        for option in rules.options:
            if option.choices:
                options[option.name] = dice.choice(option.choices)
            elif option.most is not None:
                options[option.name] = str(dice.randint(option.least or 0, option.most))
        tables = {w: dice.choice(rules.tables(w)).id for w in rules.analysed if rules.tables(w)}
        offered = frozenset(w.id for w in rules.wagers if w.placed == "optional" and dice.random() < 0.9)
        least, _, most = rules.spots
        try:
            return TableConfig(game, options, tables, dice.randint(least, most), offered)
        except PitbossError:
            continue


def random_wagers(
    config: TableConfig, dice: random.Random, spots: int | None = None
) -> dict[int, dict[str, int]]:
    count = spots or dice.randint(1, config.spots)
    found: dict[int, dict[str, int]] = {}
    for spot in sorted(dice.sample(range(1, config.spots + 1), count)):
        base = 100 * dice.choice((1, 2, 5, 15, 25))
        bets = {w.id: base for w in config.sheet.wagers if w.placed == "first"}
        for wager in config.sheet.wagers:
            if wager.placed == "optional" and wager.id in (config.offered or ()) and dice.random() < 0.6:
                bets[wager.id] = 100 * dice.choice((1, 5, 10))
        found[spot] = bets
    return found


def random_order(config: TableConfig, dice: random.Random, shoes: int = 1) -> tuple[int, ...]:
    cards = deck_of(config.decks, jokers=config.sheet.jokers)
    return tuple(card for _ in range(shoes) for card in dice.sample(cards, len(cards)))


def random_draw(config: TableConfig, dice: random.Random) -> tuple[int | None, tuple[int, ...]]:
    """The number drawn before the first card, or the dice that give it."""
    draws = game_of(config.game).draws
    if draws and config.rolls_dice:
        return None, tuple(dice.randint(1, 6) for _ in range(3))
    return (dice.randint(1, draws) if draws else None), ()


def random_decision(round: Round, ask: Ask, dice: random.Random) -> Decision:
    """Any legal decision: amounts at random, cards by trying picks until one is accepted."""
    choice = dice.choice(ask.choices)
    decision = _with_amount(choice, round.config.chip_cents, dice)
    if not choice.picks:
        return decision
    for picked in _picks(round, ask.spot, choice.picks, dice):
        attempt = decision._replace(cards=picked)
        try:
            round.check(ask.spot, attempt)
            return attempt
        except PitbossError:
            continue
    raise AssertionError("no legal pick")


def _with_amount(choice: Choice, chip_cents: int, dice: random.Random) -> Decision:
    if not choice.most_cents:
        return Decision(choice.action)
    least = -(-choice.least_cents // chip_cents) * chip_cents
    amounts = {*range(least, choice.most_cents + 1, chip_cents), choice.most_cents}
    return Decision(choice.action, dice.choice(sorted(amounts)))


def _picks(round: Round, spot: int, count: int, dice: random.Random) -> Iterator[tuple[int, ...]]:
    own = [card for cards in places(round, (spot,))[spot].values() for card in cards]
    while True:
        yield tuple(dice.sample(own, count))


def random_round(game: str, dice: random.Random, spots: int | None = None) -> Round:
    """A round ready to be played, with wagers that the game's own checks accept; of a game that goes on in its shoe
    anywhere in the first of two."""
    while True:
        config = random_config(game, dice)
        wagers = random_wagers(config, dice, spots)
        cards = config.decks * 52 + config.sheet.jokers
        shoes = 2 if game_of(game).persistent_shoe else 1
        start = dice.randrange(cards) if shoes > 1 else 0
        try:
            number, rolled = random_draw(config, dice)
            return Round(config, wagers, random_order(config, dice, shoes), start, number=number, dice=rolled)
        except PitbossError:
            continue


def play_randomly(round: Round, dice: random.Random, most: int = 10_000) -> Round:
    for _ in range(most):
        if round.finished:
            return round
        ask = dice.choice(round.pending)
        round.decide(ask.spot, random_decision(round, ask, dice))
    raise AssertionError("the round does not end")


ALL_GAMES = game_ids()

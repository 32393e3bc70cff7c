"""What each choice with a hand is worth, exactly, and the charts that say which to take."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pitboss.analysis.report import Grid, PricedChoice, Situation
from pitboss.cardplay.blackjack import kernels
from pitboss.cardplay.blackjack.edges import Counter
from pitboss.cardplay.blackjack.hands import (
    ACE_VALUE,
    TEN_VALUE,
    UP_CARD_ORDER,
    VALUE_OF_CARD,
    VALUE_TEXT,
    VALUES,
    shoe_counts,
)
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.cardplay.blackjack.play import (
    HOLES,
    SOFT,
    Ints,
    Play,
    basic_play,
    best_play,
    blackjack_hand,
    cells_of,
    pair_hand,
    pairs,
    shoe_of,
)
from pitboss.cardplay.blackjack.procedure import rules_of
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.core.errors import BadInput
from pitboss.rounds.events import DEALER, Ask
from pitboss.rounds.round import Round
from pitboss.rounds.views import places

LETTER = {STAND: "S", HIT: "H", DOUBLE: "D"}
LEGEND = {
    "S": "stand",
    "H": "hit",
    "Dh": "double, otherwise hit",
    "Ds": "double, otherwise stand",
    "P": "split",
    "-": "do not split: play by the total",
    "Rh": "surrender, otherwise hit",
    "Rs": "surrender, otherwise stand",
    "Rp": "surrender, otherwise split",
}
TEXT = {
    "stand": "Stand",
    "hit": "Hit",
    "double": "Double down",
    "split": "Split",
    "surrender": "Surrender",
}
FIRST = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
COLUMNS = tuple(VALUE_TEXT[up] for up in UP_CARD_ORDER)


@lru_cache(maxsize=8)
def play_of(rules: BlackjackRules, strategy: str) -> Play:
    """The computed play of a table; a few tables are remembered."""
    shoe = shoe_of(rules)
    return best_play(shoe) if strategy == "composition" else basic_play(shoe)


def options(
    play: Play, values: tuple[int, ...], up: int, *, split_hand: bool = False
) -> tuple[PricedChoice, ...]:
    """The legal choices with these cards. With a peek, it is known that the dealer has no blackjack.

    `split_hand` is for a hand that came from a split and has the other hand's card out of sight: it plays
    as if it were alone."""
    shoe, rules = play.shoe, play.shoe.rules
    hand = shoe.hands.find(values)
    if hand < 0:
        raise BadInput("That hand is over 21: there is nothing to choose.", clause="BJ-14")
    out = shoe.hands.counts[hand].copy()
    out[up] += 1
    if (out > shoe.counts).any():
        raise BadInput(
            f"{rules.decks} decks do not hold these cards.", clause="BJ-01", accepted="cards of the shoe"
        )
    counter = Counter(play)
    found = {"stand": _value(counter, hand, up, "stand"), "hit": _value(counter, hand, up, "hit")}
    if len(values) == 2:
        aces = split_hand and ACE_VALUE in values
        total, soft = int(shoe.hands.total[hand]), bool(shoe.hands.soft[hand])
        if rules.may_double(total, soft, after_split=split_hand, aces=aces):
            found["double"] = _value(counter, hand, up, "double")
        if not split_hand and hand in pairs():
            found["split"] = _split_value(counter, pairs()[hand], up)
        if not split_hand and rules.surrender == "late":
            found["surrender"] = _given(play, hand, up, Fraction(-1, 2) - _blackjack(play, hand, up) / 2)
        if not split_hand and hand == blackjack_hand():
            found = {
                "stand": rules.blackjack_odds.net * (1 if rules.peeks else 1 - _blackjack(play, hand, up))
            }
    return tuple(PricedChoice(action, worth, TEXT[action]) for action, worth in found.items())


def _blackjack(play: Play, hand: int, up: int) -> Fraction:
    """The chance of a dealer's blackjack before the peek."""
    hole, shoe = int(HOLES[up]), play.shoe
    if hole < 0:
        return Fraction(0)
    out = shoe.hands.counts[hand]
    return Fraction(int(shoe.counts[hole] - out[hole]), int(shoe.counts.sum() - 1 - out.sum()))


def _given(play: Play, hand: int, up: int, worth: Fraction) -> Fraction:
    """With a peek: the worth once the dealer is known to have no blackjack, which would cost one unit."""
    if not play.shoe.rules.peeks:
        return worth
    blackjack = _blackjack(play, hand, up)
    return (worth + blackjack) / (1 - blackjack)


def _value(counter: Counter, hand: int, up: int, action: str) -> Fraction:
    play, shoe = counter.play, counter.play.shoe
    reach = np.zeros((2, shoe.hands.total.size), np.int64)
    if action == "stand":
        reach[0, hand] = 1
    else:
        after = [int(child) for child in shoe.hands.child[hand] if child >= 0]
        if action == "double":
            reach[1, after] = 1
        else:
            reach = _drawn(play, up, after)
    left = shoe.counts - shoe.hands.counts[hand]
    left[up] -= 1
    rows = counter.residues(up, left, shoe.hands.counts[hand], reach)
    units = 2 if action == "double" else 1
    win, push = (counter.fraction(row) for row in rows[2 * units - 2 : 2 * units])
    worth = units * (2 * win + push - 1)
    if units == 2 and shoe.rules.peeks:
        worth += _blackjack(play, hand, up)
    return _given(play, hand, up, worth)


def _drawn(play: Play, up: int, after: list[int]) -> Ints:
    """Where a hand that hits ends up: orders of the hands it stands on."""
    hands = play.shoe.hands
    start = np.zeros(hands.total.size, np.int64)
    start[after] = 1
    reach = np.zeros((2, start.size), np.int64)
    kernels.follow(hands.child, start, play.many[up], play.many[up], reach)
    return reach


def _split_value(counter: Counter, pair: int, up: int) -> Fraction:
    gain, units = counter.split(up, pair)
    worth = counter.fraction(gain) - units
    hand = pair_hand(pair)
    if counter.play.shoe.rules.peeks:
        worth -= _blackjack(counter.play, hand, up)
    return _given(counter.play, hand, up, worth)


def first_hands(play: Play) -> Iterator[Situation]:
    """Every first hand against every up card, and, where the dealer looks first, the rounds that end there."""
    shoe, ended = play.shoe, Fraction(0)
    cost = Fraction(0)
    for hand in shoe.hands.of_two():
        cards = shoe.hands.cards(hand)
        for up in UP_CARD_ORDER:
            chance = _dealt(play, cards, up)
            if not chance:
                continue
            seen = _blackjack(play, hand, up) if shoe.rules.peeks else Fraction(0)
            ended += chance * seen
            cost += chance * seen * (hand != blackjack_hand())
            name = f"{'-'.join(VALUE_TEXT[value] for value in cards)} v {VALUE_TEXT[up]}"
            priced = options(play, cards, up)
            chosen = FIRST[_first_choice(play, up, hand)] if hand != blackjack_hand() else "stand"
            yield Situation(name, chance * (1 - seen), priced, chosen)
    if ended:
        yield Situation(
            "dealer's blackjack", ended, (PricedChoice("none", -cost / ended, "No choice"),), "none"
        )


def _dealt(play: Play, cards: tuple[int, ...], up: int) -> Fraction:
    """The chance of these two cards, in any order, with that up card."""
    left = [int(n) for n in play.shoe.counts]
    chance = Fraction(1 if cards[0] == cards[1] else 2)
    for card in (*cards, up):
        chance *= Fraction(max(left[card], 0), sum(left))
        left[card] -= 1
    return chance


def code(play: Play, up: int, hand: int) -> str:
    """The letter of a chart for a hand of two cards that is not split, or of more."""
    plain = LETTER[int(play.many[up, hand])]
    if play.surrender[up, hand]:
        return "R" + plain.lower()
    if play.shoe.hands.size[hand] == 2 and play.two[up, hand] == DOUBLE:
        return "D" + plain.lower()
    return plain


def total_grids(play: Play) -> tuple[Grid, ...]:
    """Hard totals, soft totals and pairs, as a card for the pocket has them."""
    hard = [(str(total), total) for total in range(20, 4, -1)]
    soft = [(f"A-{total - 11}", total + SOFT) for total in range(20, 12, -1)]
    return (
        _cell_grid(play, "Hard totals", "total", hard),
        _cell_grid(play, "Soft totals", "hand", soft),
        pair_grid(play),
    )


def _cell_grid(play: Play, title: str, row_title: str, rows: list[tuple[str, int]]) -> Grid:
    cells = cells_of(play.shoe)
    examples = [(name, _example(play, cells, cell)) for name, cell in rows]
    return _grid(title, row_title, [_row(play, name, hand) for name, hand in examples])


def _row(play: Play, name: str, hand: int) -> tuple[str, tuple[str, ...]]:
    return name, tuple(code(play, up, hand) for up in UP_CARD_ORDER)


def _example(play: Play, cells: Ints, cell: int) -> int:
    """A hand of that cell: two cards and no pair where there is one, since those have every choice."""
    hands = play.shoe.hands
    of_cell = [hand for hand in np.flatnonzero(cells == cell).tolist() if hands.size[hand] >= 2]
    return min(of_cell, key=lambda hand: (hands.size[hand] != 2, hand in pairs(), hand == blackjack_hand()))


def pair_grid(play: Play) -> Grid:
    rows = []
    for pair in (ACE_VALUE, *range(VALUES - 1, 0, -1)):
        hand = pair_hand(pair)
        cells = tuple("P" if play.split[up, pair] else _pair_code(play, up, hand) for up in UP_CARD_ORDER)
        rows.append((f"{VALUE_TEXT[pair]}-{VALUE_TEXT[pair]}", cells))
    return _grid("Pairs", "pair", rows)


def _pair_code(play: Play, up: int, hand: int) -> str:
    return (
        "Rp" if play.surrender[up, hand] and play.split_value[up, pairs()[hand]] > play.hit[up, hand] else "-"
    )


def hand_grids(play: Play) -> tuple[Grid, ...]:
    """Every first hand on its own line: for play that looks at the cards, not only at their total."""
    hands = play.shoe.hands
    hard: list[tuple[str, tuple[str, ...]]] = []
    soft: list[tuple[str, tuple[str, ...]]] = []
    for hand in sorted(hands.of_two(), key=lambda hand: (-int(hands.total[hand]), hand)):
        if hand in pairs() or hand == blackjack_hand():
            continue
        low, high = hands.cards(hand)
        name = f"{VALUE_TEXT[high]}-{VALUE_TEXT[low]}" if low else f"A-{VALUE_TEXT[high]}"
        (hard if low else soft).append(_row(play, name, hand))
    return _grid("Hard hands", "hand", hard), _grid("Soft hands", "hand", soft), pair_grid(play)


def _grid(title: str, row_title: str, rows: list[tuple[str, tuple[str, ...]]]) -> Grid:
    used = {cell for _, cells in rows for cell in cells}
    legend = {letter: text for letter, text in LEGEND.items() if letter in used}
    return Grid(title, row_title, "dealer's up card", COLUMNS, tuple(rows), legend)


def exceptions(total: Play, best: Play) -> tuple[str, ...]:
    """First hands whose own cards change what the chart says for their total."""
    hands = total.shoe.hands
    found = []
    for hand in hands.of_two():
        if hand == blackjack_hand():
            continue
        changed = []
        for up in UP_CARD_ORDER:
            usual, better = _first_choice(total, up, hand), _first_choice(best, up, hand)
            if usual != better:
                changed.append(f"{FIRST[better]} against {VALUE_TEXT[up]}")
        if changed:
            low, high = hands.cards(hand)
            found.append(f"{VALUE_TEXT[high]}-{VALUE_TEXT[low]}: {'; '.join(changed)}")
    return tuple(found)


def _first_choice(play: Play, up: int, hand: int) -> str:
    if hand in pairs() and play.split[up, pairs()[hand]]:
        return "P"
    if play.surrender[up, hand]:
        return "R"
    return LETTER[int(play.two[up, hand])]


# Advice for a live round of the blackjack games: what each choice is worth in cents.
#
# It looks at the spot's own cards and the up card, as if the shoe were fresh; a hand that came from a split is
# advised as if it were alone. The bonuses of Acey Deucey 21 are settled before blackjack goes on, and no choice
# a hint would recommend changes Lucky Break (see `pitboss.games.lucky_break.solve`).


def advise(round: Round, spot: int) -> tuple[PricedChoice, ...]:
    """Insurance, or the play of the hand that is asked about."""
    ask = round.asked(spot)
    if ask is None:
        return ()
    return _insurance(round, ask) if ask.kind == "insurance" else _hand(round, ask)


def _hand(round: Round, ask: Ask) -> tuple[PricedChoice, ...]:
    seen = places(round, (ask.spot,))
    values = tuple(VALUE_OF_CARD[card] for card in seen[ask.spot][ask.place])
    up = VALUE_OF_CARD[seen[DEALER]["up"][0]]
    play = play_of(rules_of(round.config), "composition")
    split = "split" in round.stakes[ask.spot]
    worth = {option.action: option.expectation for option in options(play, values, up, split_hand=split)}
    if split and "split" in {choice.action for choice in ask.choices}:
        again = options(play, values, up)
        worth |= {option.action: option.expectation for option in again if option.action == "split"}
    stake = round.wagers[ask.spot]["blackjack"] + round.stakes[ask.spot].get("cap", 0)
    return tuple(
        PricedChoice(choice.action, stake * worth[choice.action], choice.text)
        for choice in ask.choices
        if choice.action in worth
    )


def _insurance(round: Round, ask: Ask) -> tuple[PricedChoice, ...]:
    """The chance of a ten in the hole, the spot's own cards and the ace being out (BJ-05)."""
    rules = rules_of(round.config)
    odds = rules.insurance_odds
    assert odds is not None
    counts = shoe_counts(rules.decks)
    own = [VALUE_OF_CARD[card] for card in places(round, (ask.spot,))[ask.spot]["hand"]]
    tens = Fraction(counts[TEN_VALUE] - own.count(TEN_VALUE), sum(counts) - len(own) - 1)
    worth = odds.net * tens - (1 - tens)
    found = []
    for choice in ask.choices:
        for cents in sorted({choice.least_cents, choice.most_cents}):
            found.append(PricedChoice(choice.action, cents * worth, choice.text, cents))
    return tuple(found)

"""What each choice with a hand is worth, exactly; charts that say which to take, and what playing so is worth."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from math import perm
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.report import Grid, PricedChoice, Situation
from pitboss.analysis.solver import sides
from pitboss.cardplay.blackjack import kernels
from pitboss.cardplay.blackjack.counting import BLACKJACK_CLASS, Mix, scenarios, whole_split
from pitboss.cardplay.blackjack.hands import (
    ACE_VALUE,
    TEN_VALUE,
    UP_CARD_ORDER,
    VALUE_OF_CARD,
    VALUE_TEXT,
    VALUES,
    Value,
    parse_value,
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
    split_left,
    split_limit,
    split_starts,
    split_units,
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
    rows, hands = counter.split(up, pair)
    win, push, win_double, push_double = map(counter.fraction, rows)
    worth = 2 * win + push + 2 * (2 * win_double + push_double) - hands[0] - 2 * hands[1]
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
# a hint would recommend changes Lucky Break (see `pitboss.table_games.lucky_break.solve`).


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


def read_values(hand: str) -> tuple[tuple[Value, ...], Value]:
    """`T 6 v 9` is ((9, 5), 8): a blackjack player's cards, suits or not, and the dealer's up card."""
    found = sides(hand)
    words = found[0].replace(",", " ").split()
    if len(words) == 1:
        words = _run(words[0])
    values = tuple(parse_value(word) for word in words)
    if len(values) < 2 or len(found) > 2:
        raise BadInput(
            f"{hand!r} is not a player's hand.",
            clause="BJ-18",
            accepted='two cards or more v the dealer\'s: "T 6 v 9"',
        )
    if len(found) < 2:
        raise BadInput(
            f"{hand!r} names no up card.",
            clause="BJ-18",
            accepted="the player's cards v the dealer's: T 6 v 9",
        )
    return values, parse_value(found[1])


def _run(word: str) -> list[str]:
    """`A7` as two cards; `10` and `Kd` are one."""
    one = word == "10" or (len(word) == 2 and word[1] in "cdhs")
    return [word] if one else list(word)


# Strategies from files: charts as `pitboss strategy --json` writes them, perhaps edited.

HARD, SOFT_TITLE, PAIRS = "Hard totals", "Soft totals", "Pairs"
PLAIN = {"S": STAND, "H": HIT, "s": STAND, "h": HIT}


def grids(path: Path, game: str) -> dict[str, Any]:
    """The file's charts by title."""
    try:
        shape = json.loads(path.read_text(encoding="utf-8"))
        return {grid["title"]: grid for grid in shape["grids"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise refusal(path, game, f"{type(error).__name__} {error}") from None


def refusal(path: Path, game: str, why: str) -> BadInput:
    return BadInput(
        f"{path} is not a strategy for {game}: {why}.",
        accepted=f"a named strategy, or a file as `pitboss strategy {game} --json` writes it",
    )


def play_from(path: Path, play: Play) -> Play:
    """`play` with the choices of the file's charts by totals; what the table does not allow is not done."""
    found = grids(path, "blackjack")
    many, two = play.many.copy(), play.two.copy()
    surrender, split = np.zeros_like(play.surrender), np.zeros_like(play.split)
    cells = cells_of(play.shoe)
    first = play.shoe.hands.size == 2
    late = play.shoe.rules.surrender == "late"
    try:
        for title, offset in ((HARD, 0), (SOFT_TITLE, SOFT + 11)):
            for name, up, code in _cells(found[title]):
                here = cells == offset + int(name.removeprefix("A-"))
                plain = PLAIN[code[-1]]
                many[up, here] = plain
                doubled = here & first & play.shoe.may_double & (code[0] == "D")
                two[up, here] = plain
                two[up, doubled] = DOUBLE
                surrender[up, here & first] = late and code[0] == "R"
        for name, up, code in _cells(found[PAIRS]):
            pair = VALUE_TEXT.index(name[0])
            split[up, pair] = code == "P" or (code == "Rp" and not late)
            if code in ("P", "Rp"):
                surrender[up, pair_hand(pair)] = code == "Rp" and late
    except (KeyError, ValueError, IndexError) as error:
        raise refusal(path, "blackjack", f"{type(error).__name__} {error}") from None
    surrender[:, blackjack_hand()] = False
    return replace(play, many=many, two=two, surrender=surrender, split=split)


def raises_from(path: Path) -> dict[tuple[int, bool], bool]:
    """Acey Deucey: whether to raise, by spread (-1 for a pair) and suit."""
    game = "acey-deucey-21"
    found = grids(path, game)
    try:
        (grid,) = found.values()
        return {
            (-1 if row["row"] == "pair" else int(row["row"].split()[1]), suited): row["cells"][column] == "R"
            for row in grid["rows"]
            for column, suited in enumerate((True, False))
        }
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise refusal(path, game, f"{type(error).__name__} {error}") from None


def _cells(grid: Any) -> Iterator[tuple[str, int, str]]:
    """(row, up card, code)."""
    ups = [VALUE_TEXT.index(column) for column in grid["columns"]]
    if sorted(ups) != list(range(VALUES)):
        raise ValueError("a chart needs a column for each up card")
    for row in grid["rows"]:
        for up, code in zip(ups, row["cells"], strict=True):
            yield row["row"], up, code


# What a way of playing blackjack is worth, counted exactly off a fresh shoe.
#
# Rounds without a split are counted by outcome. Of a split round the expectation and the units wagered are exact:
# they are sums over single hands, and a single hand's law can be counted (see `pitboss.cardplay.blackjack.counting`).
# How the hands of one split fall together is not counted; they are taken as independent once the dealer's ending is
# known, which moves probability between outcomes of the one round in forty that is split, but not the edge.

_MOST_UNITS = 8
"""four hands, each doubled"""


@dataclass(frozen=True, slots=True)
class Count:
    """A play's exact worth per unit of the first wager."""

    outcomes: dict[Fraction, Fraction]
    """net to probability; sums to one and has the exact mean, see the module for split rounds"""
    expectation: Fraction
    action: Fraction
    """units wagered on average"""
    split_rounds: Fraction
    settled: dict[tuple[str, str], Fraction]
    """by wager and end as the settlement names them (`win` and `lose` with busts): how many a round, exact"""


def count_play(play: Play) -> Count:
    starts = _Starts(play)
    sums = _Sums(play)
    outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    peeks = play.shoe.rules.peeks
    pays = play.shoe.rules.blackjack_odds.net
    outcomes[pays] += starts.mass["natural"]
    outcomes[Fraction(0)] += starts.blackjack["natural"] + sums.push[0] + sums.push[1]
    outcomes[Fraction(-1, 2)] += starts.mass["surrender"]
    outcomes[Fraction(-1)] += starts.blackjack["surrender"] + starts.blackjack["single"]
    outcomes[Fraction(-1 if peeks else -2)] += starts.blackjack["double"]
    for units, kind in ((1, "single"), (2, "double")):
        win, push = sums.win[units - 1], sums.push[units - 1]
        outcomes[Fraction(units)] += win
        outcomes[Fraction(-units)] += starts.mass[kind] - win - push
    split_mass = starts.mass["split"] + starts.blackjack["split"]
    units_split = sums.split_hands[0] + 2 * sums.split_hands[1]
    split_mean = sums.split_gain - units_split
    if peeks:
        outcomes[Fraction(-1)] += starts.blackjack["split"]
        units_split += starts.blackjack["split"]
    played = starts.mass["split"] if peeks else split_mass
    for net, chance in _exact_mean(_split_law(play), played, split_mean).items():
        outcomes[net] += chance
    doubled = starts.mass["double"] + (0 if peeks else starts.blackjack["double"])
    action = 1 - split_mass + units_split + doubled
    law = {net: chance for net, chance in outcomes.items() if chance}
    mean = sum((net * chance for net, chance in law.items()), Fraction(0))
    return Count(law, mean, action, split_mass, _settled(starts, sums, peeks))


def _settled(starts: _Starts, sums: _Sums, peeks: bool) -> dict[tuple[str, str], Fraction]:
    found: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    found["blackjack", "blackjack"] = starts.mass["natural"]
    found["blackjack", "both-blackjack"] = starts.blackjack["natural"]
    found["blackjack", "surrender"] = starts.mass["surrender"]
    for kind in ("surrender", "single", "double", "split")[: 4 if peeks else 2]:
        found["blackjack", "dealer-blackjack"] += starts.blackjack[kind]
    for more, kind in enumerate(("single", "double")):
        hands = starts.mass[kind] + sums.split_hands[more] + (starts.blackjack[kind] if more > peeks else 0)
        win, push = sums.win[more] + sums.split_win[more], sums.push[more] + sums.split_push[more]
        for wager in ("blackjack", "double")[: more + 1]:
            found[wager, "win"] += win
            found[wager, "push"] += push
            found[wager, "lose"] += hands - win - push
    return {end: chance for end, chance in found.items() if chance}


class _Starts:
    """How often each kind of first hand comes: `mass` without, `blackjack` with a dealer's blackjack."""

    def __init__(self, play: Play) -> None:
        counts = [int(count) for count in play.shoe.counts]
        cards = sum(counts)
        self.mass: defaultdict[str, Fraction] = defaultdict(Fraction)
        self.blackjack: defaultdict[str, Fraction] = defaultdict(Fraction)
        orders: defaultdict[tuple[str, bool], int] = defaultdict(int)
        hands = play.shoe.hands
        for up in range(VALUES):
            hole = int(HOLES[up])
            for hand in hands.of_two():
                a, b = hands.cards(hand)
                left = counts.copy()
                ways = left[up]
                left[up] -= 1
                ways *= left[a]
                left[a] -= 1
                ways *= left[b] * (1 if a == b else 2)
                left[b] -= 1
                kind = _kind(play, up, hand)
                dealer = left[hole] if hole >= 0 else 0
                orders[kind, True] += ways * dealer
                orders[kind, False] += ways * (cards - 3 - dealer)
        for (kind, dealer_has), many in orders.items():
            (self.blackjack if dealer_has else self.mass)[kind] += Fraction(many, perm(cards, 4))


def _kind(play: Play, up: int, hand: int) -> str:
    if hand == blackjack_hand():
        return "natural"
    if play.surrender[up, hand]:
        return "surrender"
    if hand in pairs() and play.split[up, pairs()[hand]]:
        return "split"
    return "double" if play.two[up, hand] == DOUBLE else "single"


class Counter:
    """Counts what hands win and push under a play, modulo primes; `fraction` puts the residues together."""

    def __init__(self, play: Play) -> None:
        self.play = play
        shoe = play.shoe
        self.cards = int(shoe.counts.sum())
        # the up card, two cards, a full hand, the dealer's draws, and what else a split takes out
        self.depth = 3 + play.longest_hand() + shoe.tree.deepest + _MOST_UNITS
        self.denominator = perm(self.cards, min(self.depth, self.cards))
        self.primes = enough_primes(4 * _MOST_UNITS * self.denominator)

    def fraction(self, residues: list[int]) -> Fraction:
        return reconstruct(residues, self.primes, self.denominator)

    def residues(self, up: int, left: Ints, held: Ints, reach: Ints) -> list[list[int]]:
        """Win and push with one unit, win and push with two, of the hands in `reach`."""
        hands, tree = self.play.shoe.hands, self.play.shoe.tree
        falls = residues_of_falls(int(left.sum()), self.depth, self.primes)
        moduli = np.array(self.primes, np.uint64)
        rows: Residues = kernels.settle_modular(
            up, left, held, hands.counts, hands.total, reach, *tree.nodes, moduli, falls
        )
        return [[int(residue) for residue in row] for row in rows]

    def split(self, up: int, pair: int) -> tuple[list[list[int]], tuple[Fraction, Fraction]]:
        """Of split hands the `residues`, and how many have one unit and two; with a peek, without dealer blackjacks."""
        play, shoe = self.play, self.play.shoe
        of_pair = int(shoe.counts[pair]) - (up == pair)
        two = play.two_after_split(up, pair)
        held = np.zeros(VALUES, np.int64)
        held[pair] = 1
        reach = np.zeros((2, shoe.hands.total.size), np.int64)
        found, hands = [[0] * len(self.primes) for _ in range(4)], [Fraction(0), Fraction(0)]
        mix = whole_split(of_pair - 2, self.cards - 3, split_limit(shoe, up, pair))
        for (part, removed), coefficient in mix.items():
            left = split_left(shoe, up, pair, removed)
            kernels.follow(shoe.hands.child, split_starts(pair, part), play.many[up], two, reach)
            for row, residues in zip(found, self.residues(up, left, held, reach), strict=True):
                self.add(row, residues, coefficient)
            for units, many in enumerate(split_units(left, up, pair, part, two, shoe.rules.peeks)):
                hands[units] += coefficient * Fraction(many, perm(int(left.sum()), 2))
        return found, (hands[0], hands[1])

    def add(self, row: list[int], residues: list[int], weight: Fraction) -> None:
        for i, prime in enumerate(self.primes):
            row[i] = (row[i] + residues[i] * modulo(weight, prime)) % prime


class _Sums:
    """The sums over all ways to play on: wins and pushes of single and of split hands, for one unit and for two."""

    def __init__(self, play: Play) -> None:
        counter = Counter(play)
        shoe = play.shoe
        total = [[0] * len(counter.primes) for _ in range(8)]
        self.split_hands = [Fraction(0), Fraction(0)]
        for up in np.flatnonzero(shoe.counts).tolist():
            reach = np.zeros((2, shoe.hands.total.size), np.int64)
            kernels.follow(shoe.hands.child, play.first_hands(up), play.many[up], play.two[up], reach)
            left = shoe.counts.copy()
            left[up] -= 1
            rows = counter.residues(up, left, np.zeros(VALUES, np.int64), reach)
            for row in range(4):
                counter.add(total[row], rows[row], Fraction(int(shoe.counts[up]), counter.cards))
            for pair in np.flatnonzero(play.split[up]).tolist():
                of_pair = int(shoe.counts[pair]) - (up == pair)
                chance = Fraction(int(shoe.counts[up]) * of_pair * (of_pair - 1), perm(counter.cards, 3))
                rows, hands = counter.split(up, pair)
                for row in range(4):
                    counter.add(total[4 + row], rows[row], chance)
                self.split_hands = [
                    many + chance * more for many, more in zip(self.split_hands, hands, strict=True)
                ]
        fractions = [counter.fraction(row) for row in total]
        self.win, self.push = fractions[0:4:2], fractions[1:4:2]
        self.split_win, self.split_push = fractions[4:8:2], fractions[5:8:2]

    @property
    def split_gain(self) -> Fraction:
        """Twice the units won and the units pushed by splits: less the units wagered, the expectation."""
        (win, win_double), (push, push_double) = self.split_win, self.split_push
        return 2 * win + push + 2 * (2 * win_double + push_double)


def _split_law(play: Play) -> NDArray[np.float64]:
    """Net results of split rounds from -8 to 8 units, as chances; with a peek, without dealer blackjacks."""
    shoe = play.shoe
    cards = int(shoe.counts.sum())
    law = np.zeros(2 * _MOST_UNITS + 1)
    for up, pair in np.argwhere(play.split).tolist():
        of_pair = int(shoe.counts[pair]) - (up == pair)
        chance = int(shoe.counts[up]) * of_pair * (of_pair - 1) / perm(cards, 3)
        for scenario in scenarios(of_pair - 2, cards - 3, split_limit(shoe, up, pair)):
            parts = [(many, _hand_law(play, up, pair, mix)) for many, mix in scenario.hands]
            law += chance * float(scenario.chance) * _together(parts, shoe.rules.peeks)
    return law


def _hand_law(play: Play, up: int, pair: int, mix: Mix) -> NDArray[np.float64]:
    """One hand of a split by net result (-2 to 2) and dealer's ending."""
    nets = np.zeros((5, 7))
    for (part, removed), coefficient in mix.items():
        joint = play.split_laws[up, pair, part, removed]
        for w in range(2):
            for result, sign in ((0, 1), (1, 0), (2, -1)):
                nets[2 + sign * (w + 1)] += float(coefficient) * joint[w, result]
    return nets


def _together(parts: list[tuple[int, NDArray[np.float64]]], peeks: bool) -> NDArray[np.float64]:
    """The sum of the hands, independent given the dealer's ending."""
    law = np.zeros(2 * _MOST_UNITS + 1)
    for ending in range(7):
        if peeks and ending == BLACKJACK_CLASS:
            continue
        chance = float(parts[0][1][:, ending].sum())
        if chance <= 0.0:
            continue
        nets = np.ones(1)
        for many, hand in parts:
            for _ in range(many):
                nets = np.convolve(nets, hand[:, ending] / hand[:, ending].sum())
        reach = nets.size // 2
        law[_MOST_UNITS - reach : _MOST_UNITS + reach + 1] += chance * nets
    return law


def _exact_mean(law: NDArray[np.float64], mass: Fraction, mean: Fraction) -> dict[Fraction, Fraction]:
    """The law as fractions with exactly this mass and mean; what rounding lost goes to plus and minus one."""
    fractions: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for at, chance in enumerate(law.tolist()):
        if chance > 0.0:
            fractions[Fraction(at - _MOST_UNITS)] = Fraction(chance)
    if not fractions:
        return {}
    lost = mass - sum(fractions.values())
    skew = mean - sum(net * chance for net, chance in fractions.items())
    if max(abs(lost), abs(skew)) > Fraction(1, 10**12):
        raise ArithmeticError("the split rounds' law does not have its counted mass and mean")
    fractions[Fraction(1)] += (lost + skew) / 2
    fractions[Fraction(-1)] += (lost - skew) / 2
    return fractions


# Exact fractions from compiled code: count modulo several primes, put the residues together.
#
# A probability over a known common denominator D is an integer over D. Kernels compute it modulo a few
# 31-bit primes; the Chinese remainder theorem gives the integer back when the primes' product is larger.
# One prime more than needed is always used, and the result must agree with it.

Residues = NDArray[np.uint64]

_TOP: Final = 2**31 - 1


@cache
def primes(many: int) -> tuple[int, ...]:
    """The largest primes below 2**31, from the top."""
    found: list[int] = []
    for candidate in count(_TOP, -2):
        if _is_prime(candidate):
            found.append(candidate)
            if len(found) == many:
                return tuple(found)
    raise AssertionError("unreachable")


def _is_prime(n: int) -> bool:
    """Miller-Rabin with bases that decide every odd number below 3,215,031,751."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def enough_primes(largest: int) -> tuple[int, ...]:
    """As many primes as it takes to tell integers up to `largest`, and one to check."""
    return primes(largest.bit_length() // 30 + 2)


def modulo(value: Fraction | int, prime: int) -> int:
    fraction = Fraction(value)
    return fraction.numerator * pow(fraction.denominator, -1, prime) % prime


@lru_cache(maxsize=256)
def residues_of_falls(size: int, depth: int, moduli: tuple[int, ...]) -> Residues:
    """`[i, j]`: one over size (size - 1) ... of j factors, modulo prime i; 0 past the last card."""
    table = np.zeros((len(moduli), depth + 1), np.uint64)
    for i, prime in enumerate(moduli):
        inverse = 1
        table[i, 0] = 1
        for j in range(1, min(depth, size) + 1):
            inverse = inverse * pow(size - j + 1, -1, prime) % prime
            table[i, j] = inverse
    return table


def reconstruct(residues: Sequence[int], moduli: Sequence[int], denominator: int) -> Fraction:
    """The fraction of that denominator, not negative, with these residues; the last prime must agree."""
    value, product = 0, 1
    for residue, prime in zip(residues[:-1], moduli[:-1], strict=True):
        target = residue * denominator % prime
        value += product * ((target - value) * pow(product, -1, prime) % prime)
        product *= prime
    check = moduli[-1]
    if (value - residues[-1] * denominator) % check:
        raise ArithmeticError("the residues do not belong to a fraction of the expected denominator")
    return Fraction(value, denominator)

"""Blackjack compiled: the same rules as `pitboss.cardplay.blackjack.procedure`, written again for speed.

A shoe is an array of codes; `worth` turns a code into a value (0 ace, 1 to 8 deuce to nine, 9 ten-value).
Hands are places in the table of compositions (`pitboss.cardplay.blackjack.counting`), so a strategy may go by totals
or by cards. What a spot does is read from tables; nothing is decided here.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.jit import inline, njit
from pitboss.simulator.kernels import deal_more

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
TOTAL, CARDS, UP, HOLE, DRAWN = range(5)
"""places in `seen`: the dealer's total and number of cards; where the up card, the hole card and the first
drawn card lie in the shoe"""
SEEN = 5
POINTS, UNITS, OWNER, LOW, HIGH, GIVEN_UP = range(6)
"""rows of `felt`: the hands' points, units and spots; and, by spot, the lowest and the highest of its hands
and whether it surrendered"""
FELT = (6, 28)
"""up to seven spots of four hands"""


class RoundRules(NamedTuple):
    """What a round goes by. Money in cents of one first wager."""

    worth: NDArray[np.uint8]
    child: NDArray[np.int16]
    total: NDArray[np.int64]
    points: NDArray[np.int64]
    first: NDArray[np.uint8]
    """by up card and hand: what to do with the first two cards"""
    many: NDArray[np.uint8]
    after: NDArray[np.uint8]
    """with the first two cards of a hand made by splitting anything but aces"""
    aces: NDArray[np.uint8]
    """and of a split ace"""
    split: NDArray[np.uint8]
    """by up card and value: whether a pair is split"""
    limit: NDArray[np.int64]
    """by value: to how many hands"""
    peeks: bool
    hole_first: bool
    """the dealer's first card is the hole card (AD-04)"""
    completes: bool
    """the dealer draws whatever the spots hold (LB-06)"""
    hits_soft_17: bool
    unit: int
    natural: int
    half: int


@inline
def play_on(rules, shoe, pos, up, hand, choice):
    """Hit, double or stand until the hand is done: where the shoe is then, points and units."""
    units = 1
    while choice != STAND:
        card = rules.worth[shoe[pos]]
        pos += 1
        if choice == DOUBLE:
            units = 2
        after = rules.child[hand, card]
        if after < 0:
            return pos, rules.points[hand] + card + 1, units
        hand = after
        choice = STAND if choice == DOUBLE else rules.many[up, hand]
    return pos, rules.total[hand], units


@njit
def play_split(rules, shoe, pos, up, pair, points, units, owner, count, spot):
    """All hands of a split pair. Each takes its second card when its turn comes (BJ-08)."""
    made, waiting = 2, 1
    while True:
        card = rules.worth[shoe[pos]]
        pos += 1
        if card == pair and made < rules.limit[pair] and rules.split[up, pair]:
            made += 1
            waiting += 1
            continue
        hand = rules.child[rules.child[0, pair], card]
        choice = rules.aces[up, hand] if pair == 0 else rules.after[up, hand]
        pos, points[count], units[count] = play_on(rules, shoe, pos, up, hand, choice)
        owner[count] = spot
        count += 1
        if waiting == 0:
            return pos, count
        waiting -= 1


@inline
def dealer_draws(rules, shoe, pos, points, ace):
    """The dealer's total and where the shoe is then."""
    while True:
        soft = ace and points <= 11
        total = points + 10 if soft else points
        if total > 17 or (total == 17 and not (soft and rules.hits_soft_17)):
            return pos, total
        card = rules.worth[shoe[pos]]
        pos += 1
        points += card + 1
        ace = ace or card == 0


@njit
def play_round(rules, shoe, start, spots, felt, nets, seen):
    """One round from place `start`: each spot's net, what was on the `felt` and `seen` of the dealer, and
    the next place in the shoe."""
    points, units, owner = felt[POINTS], felt[UNITS], felt[OWNER]
    second = start + spots + 1
    up_at, hole_at = start + spots, second + spots
    if rules.hole_first:
        up_at, hole_at = hole_at, up_at
    up = np.int64(rules.worth[shoe[up_at]])
    pos = second + spots + (1 if rules.peeks else 0)
    hole = np.int64(rules.worth[shoe[hole_at]]) if rules.peeks else np.int64(-1)
    beaten = (up == 0 and hole == 9) or (up == 9 and hole == 0)
    shows = up == 0 or up == 9
    count, waits = 0, False
    for spot in range(spots):
        a, b = rules.worth[shoe[start + spot]], rules.worth[shoe[second + spot]]
        hand = rules.child[rules.child[0, a], b]
        nets[spot] = 0
        felt[GIVEN_UP, spot] = 0
        felt[LOW, spot] = felt[HIGH, spot] = rules.total[hand]
        before = count
        if rules.total[hand] == 21:
            nets[spot] = 0 if beaten else rules.natural
            waits = waits or (shows and not rules.peeks)
        elif beaten:
            nets[spot] = -rules.unit
        elif rules.first[up, hand] == SURRENDER:
            nets[spot] = rules.half
            waits = waits or (shows and not rules.peeks)
            felt[GIVEN_UP, spot] = 1
        elif rules.first[up, hand] == SPLIT:
            pos, count = play_split(rules, shoe, pos, up, a, points, units, owner, count, spot)
        else:
            choice = rules.first[up, hand]
            pos, points[count], units[count] = play_on(rules, shoe, pos, up, hand, choice)
            owner[count] = spot
            count += 1
        for i in range(before, count):
            felt[LOW, spot] = points[i] if i == before else min(felt[LOW, spot], points[i])
            felt[HIGH, spot] = points[i] if i == before else max(felt[HIGH, spot], points[i])
    live = False
    for i in range(count):
        live = live or points[i] <= 21
    if not rules.peeks and (live or waits):
        hole_at = pos
        hole = np.int64(rules.worth[shoe[pos]])
        pos += 1
        beaten = (up == 0 and hole == 9) or (up == 9 and hole == 0)
    drawn_from, total = pos, 0
    if hole >= 0:
        if live or (rules.completes and not beaten):
            pos, total = dealer_draws(rules, shoe, pos, up + hole + 2, up == 0 or hole == 0)
        else:
            total = up + hole + 2 + (10 if up == 0 or hole == 0 else 0)
    seen[TOTAL], seen[CARDS] = total, 2 + pos - drawn_from
    seen[UP], seen[HOLE], seen[DRAWN] = up_at, hole_at, drawn_from
    settle(rules, points, units, owner, count, total, beaten, nets)
    if beaten and not rules.peeks:
        lose_to_late_blackjack(rules, shoe, start, second, up, spots, nets)
    return pos


@inline
def settle(rules, points, units, owner, count, total, beaten, nets):
    for i in range(count):
        stake = units[i] * rules.unit
        if points[i] > 21 or (beaten and total == 21):
            nets[owner[i]] -= stake
        elif total > 21 or points[i] > total:
            nets[owner[i]] += stake
        elif points[i] < total:
            nets[owner[i]] -= stake


@inline
def lose_to_late_blackjack(rules, shoe, start, second, up, spots, nets):
    """Without a hole card a dealer's blackjack comes last: naturals push, surrendered hands lose all (BJ-15)."""
    for spot in range(spots):
        a, b = rules.worth[shoe[start + spot]], rules.worth[shoe[second + spot]]
        hand = rules.child[rules.child[0, a], b]
        if rules.total[hand] == 21:
            nets[spot] = 0
        elif rules.first[up, hand] == SURRENDER:
            nets[spot] = -rules.unit


@njit
def prepare(s, shoe, size, pos, end, cut, need):
    """Before a round, with cards `pos` to `end` undealt: shuffle all if the cut card is out; if the rest may
    be too short, put it in front and the shuffled discards behind it (BJ-11). Returns the new places."""
    if size - (end - pos) >= cut:
        deal_more(s, shoe, size, 0, min(size, cut + need))
        return 0, size
    rest = end - pos
    old = shoe.copy()
    shoe[:rest] = old[pos:end]
    shoe[rest : rest + pos] = old[:pos]
    shoe[rest + pos : size] = old[end:size]
    deal_more(s, shoe, size, rest, size)
    return 0, rest


@inline
def latest_start(size, end, cut, need):
    """From which place on a round must be prepared for."""
    return min(end - need + 1, cut - size + end)


@njit
def play_rounds(s, rules, shoe, size, cut, need, spots, rounds):
    """Rounds in a row from one shoe after another: the first spot's net of each."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            pos, end = prepare(s, shoe, size, pos, end, cut, need)
            limit = latest_start(size, end, cut, need)
        pos = play_round(rules, shoe, pos, spots, felt, nets, seen)
        out[i] = nets[0]
    return out


@njit
def play_orders(rules, orders, spots):
    """One round from each given order of cards: every spot's net."""
    out = np.empty((orders.shape[0], spots), np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    for i in range(orders.shape[0]):
        play_round(rules, orders[i], 0, spots, felt, out[i], seen)
    return out


# One spot against the dealer, at full speed.
#
# Most rounds are two lookups. `first` takes the dealer's two cards and the player's two to a row; `draws`
# takes the row and the next two cards to how the hand stands and how many of them it took; `dealer` takes
# the dealer's two cards and the next two to the dealer's ending. Rounds that need more, splits and long
# hands, go the long way through `play_round`.

STANDING, TOOK, LONG = 15, 4, 64
"""parts of an entry of `draws`: the standing, how many cards (shifted by `TOOK`), and the flag of a long round"""
ENDING, DREW, MORE = 7, 3, 32
"""parts of an entry of `dealer`, likewise"""
GLANCE = 8
"""cards a short round can see"""


@njit
def play_short(s, rules, shoe, size, cut, need, rounds, first, draws, dealer, live, results):
    """The net of each round. `live` says whether the dealer plays against a standing, `results` what
    standing and ending are worth."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(1, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    every_round = cut == 0
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            if every_round:
                deal_more(s, shoe, size, 0, GLANCE)
                pos = 0
            else:
                pos, end = prepare(s, shoe, size, pos, end, cut, need)
                limit = latest_start(size, end, cut, need)
        up, hole = np.int64(shoe[pos + 1]), np.int64(shoe[pos + 3])
        cards = up * 10 + hole
        row = np.int64(first[(cards * 10 + shoe[pos]) * 10 + shoe[pos + 2]])
        entry = np.int64(draws[row * 100 + np.int64(shoe[pos + 4]) * 10 + shoe[pos + 5]])
        at = pos + 4 + ((entry >> TOOK) & 3)
        ending = np.int64(dealer[cards * 100 + np.int64(shoe[at]) * 10 + shoe[at + 1]])
        standing = entry & STANDING
        plays = np.int64(live[standing])
        if entry & LONG or (ending & MORE and plays):
            if every_round:
                deal_more(s, shoe, size, GLANCE, need)
            pos = play_round(rules, shoe, pos, 1, felt, nets, seen)
            out[i] = nets[0]
        else:
            out[i] = results[standing * 8 + (ending & ENDING)]
            pos = at + plays * ((ending >> DREW) & 3)
    return out


# War, Acey Deucey and Lucky Break compiled, riding on compiled blackjack.

MOST_CARDS = 14
"""one more than the most cards of a dealer's hand"""


@njit
def play_side(s, rules, shoe, size, cut, need, spots, rounds, bonus, rides):
    """The first spot's side wager of each round. `bonus` is by the dealer's blackjack where that matters (no, yes), the
    spot's two cards and the up card; `rides` by these cards, how many units go on the blackjack hand when the dealer
    has none (SB-13), or empty."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            pos, end = prepare(s, shoe, size, pos, end, cut, need)
            limit = latest_start(size, end, cut, need)
        out[i] = side_net(rules, shoe, pos, spots, 0, bonus)
        units = ridden(rules, shoe, pos, spots, 0, rides)
        pos = play_round(rules, shoe, pos, spots, felt, nets, seen)
        out[i] += units * nets[0]
    return out


@inline
def up_and_blackjack(rules, shoe, pos, spots):
    """The up card of the round that starts here, and whether the dealer has a blackjack."""
    up, hole = shoe[pos + spots], shoe[pos + 2 * spots + 1]
    if rules.hole_first:
        up, hole = hole, up
    a, b = rules.worth[up], rules.worth[hole]
    return up, (a == 0 and b == 9) or (a == 9 and b == 0)


@inline
def side_net(rules, shoe, pos, spots, spot, bonus):
    """A spot's side wager in the round that starts here."""
    up, blackjack = up_and_blackjack(rules, shoe, pos, spots)
    way = np.int64(blackjack) if bonus.shape[0] == 2 else 0
    return bonus[way, shoe[pos + spot], shoe[pos + spots + 1 + spot], up]


@inline
def ridden(rules, shoe, pos, spots, spot, rides):
    if rides.size == 0:
        return 0
    up, blackjack = up_and_blackjack(rules, shoe, pos, spots)
    return 0 if blackjack else rides[shoe[pos + spot], shoe[pos + spots + 1 + spot], up]


@njit
def side_orders(rules, orders, spots, bonus, rides):
    """Every spot's side wager of one round from each given order of cards."""
    out = np.empty((orders.shape[0], spots), np.int64)
    felt = np.empty(FELT, np.int64)
    nets = np.zeros(spots, np.int64)
    seen = np.zeros(SEEN, np.int64)
    for i in range(orders.shape[0]):
        play_round(rules, orders[i], 0, spots, felt, nets, seen)
        for spot in range(spots):
            net = side_net(rules, orders[i], 0, spots, spot, bonus)
            out[i, spot] = net + ridden(rules, orders[i], 0, spots, spot, rides) * nets[spot]
    return out


@inline
def one_suit(shoe, seen):
    suit = shoe[seen[UP]] & 3
    same = shoe[seen[HOLE]] & 3 == suit
    for at in range(seen[DRAWN], seen[DRAWN] + seen[CARDS] - 2):
        same = same and shoe[at] & 3 == suit
    return 1 if same else 0


@inline
def completed_net(shoe, felt, seen, spot, pays, highest, given_up_loses):
    """What the completed hand pays a spot; `pays` is by suit, total over 21 and number of cards (LB-08)."""
    if seen[TOTAL] <= 21 or (felt[GIVEN_UP, spot] and given_up_loses):
        return pays[0, 0, 0]
    if (felt[HIGH, spot] if highest else felt[LOW, spot]) > 27:
        return pays[0, 0, 0]
    return pays[one_suit(shoe, seen), seen[TOTAL] - 21, seen[CARDS]]


@njit
def play_completed(s, rules, shoe, size, cut, need, spots, rounds, pays, highest, given_up_loses):
    """Lucky Break: the first spot's bonus of each round."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            pos, end = prepare(s, shoe, size, pos, end, cut, need)
            limit = latest_start(size, end, cut, need)
        pos = play_round(rules, shoe, pos, spots, felt, nets, seen)
        out[i] = completed_net(shoe, felt, seen, 0, pays, highest, given_up_loses)
    return out


@njit
def completed_orders(rules, orders, spots, pays, highest, given_up_loses):
    """Every spot's bonus of one round from each given order of cards."""
    out = np.empty((orders.shape[0], spots), np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    for i in range(orders.shape[0]):
        play_round(rules, orders[i], 0, spots, felt, nets, seen)
        for spot in range(spots):
            out[i, spot] = completed_net(orders[i], felt, seen, spot, pays, highest, given_up_loses)
    return out

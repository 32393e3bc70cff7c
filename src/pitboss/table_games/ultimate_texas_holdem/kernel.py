"""Ultimate Texas Hold'em compiled: the same rules as in `rules`, written again for speed.

A one-spot round needs nine cards in the order of UT-02: player, dealer, player, dealer, flop, turn, river.
Before the flop the strategy is a table of starting hands, at the flop a bit for each hole of each class of
flops. On the river it is worked out: all 990 holes the dealer may have, or the rule of the readable strategy.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.jackpot_edges import nets_of
from pitboss.analysis.solver import Query
from pitboss.cardplay.holdem.hands import line_name
from pitboss.cardplay.holdem.kernels import FLOPS_OF_BOARD, HOLE_CLASS, hand_with_flop, name_flops, plays_on
from pitboss.cardplay.holdem.neighbours import (
    Collusion,
    Neighbours,
    drawn,
    mean_gains,
    plays_at_flop,
)
from pitboss.cardplay.holdem.rules import HoldemRules, Showdown, flop_tables, hole_class
from pitboss.cardplay.holdem.solution import DEALS, Solution, hand_net, solution_of
from pitboss.cardplay.poker.hands import Category
from pitboss.cardplay.poker.kernels import (
    CARD_BIT,
    CARD_KEY,
    CATEGORY_OF_VALUE,
    FLUSH_VALUES,
    NO_CARDS,
    RANK_KEY,
    unsuited,
    value,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine
from pitboss.compute.jit import inline, njit
from pitboss.core.errors import BadInput
from pitboss.core.money import parse_dollars
from pitboss.sheets import PayTable, sheet
from pitboss.simulator.kernel import CompiledDealer, in_cents, whole_unit
from pitboss.simulator.kernels import deal
from pitboss.table_games.ultimate_texas_holdem.solve import GAME, readable, rules_of

MAIN, TRIPS, JACKPOT = range(3)
"""what is counted"""

EVEN, LOSE, TIE, FOLD, BACK = range(5)
"""places in `main_pays`, per Ante; the Blind's pays on a win stand in `blind_pays` by category"""

ORDER = 9
AT_FLOP, ON_RIVER = 2, 1


@inline
def _net(mine, theirs, times, qualifies_from, main_pays, blind):
    """Ante, Blind and Play against one hand of the dealer."""
    result = EVEN if mine > theirs else LOSE if mine < theirs else TIE
    ante = main_pays[result if theirs >= qualifies_from else BACK]
    return ante + times * main_pays[result] + (blind if mine > theirs else main_pays[result])


@inline
def _river_worth(cards, key, bits, mine, qualifies_from, main_pays, blind):
    """Nets of playing once, over all of the dealer's holes; and how many there are."""
    dead = CARD_BIT[cards[0]] | CARD_BIT[cards[2]] | bits
    total = np.int64(0)
    holes = 0
    for a in range(52):
        if dead & CARD_BIT[a]:
            continue
        key_a, bits_a = key + CARD_KEY[a], bits | CARD_BIT[a]
        for b in range(a):
            if dead & CARD_BIT[b]:
                continue
            theirs = value(key_a + CARD_KEY[b], bits_a | CARD_BIT[b])
            total += _net(mine, theirs, ON_RIVER, qualifies_from, main_pays, blind)
            holes += 1
    return total, holes


@inline
def _few_outs(key, bits, mine, outs):
    """The readable rule: a higher kind than the board's own, or few single cards that beat the hand."""
    if CATEGORY_OF_VALUE[mine] > CATEGORY_OF_VALUE[value(key, bits)]:
        return True
    beat = 0
    for c in range(52):
        if not bits & CARD_BIT[c]:
            beat += value(key + CARD_KEY[c], bits | CARD_BIT[c]) > mine
    return beat < outs


@inline
def round_net(
    cards, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    one, other, theirs, last = cards[0], cards[2], cards[1], cards[3]
    f, g, h = cards[4], cards[5], cards[6]
    if wager == JACKPOT:
        return hand_pays[CATEGORY_OF_VALUE[hand_with_flop(one, other, f, g, h)]]
    key = NO_CARDS
    bits = np.uint64(0)
    for at in range(4, ORDER):
        key += CARD_KEY[cards[at]]
        bits |= CARD_BIT[cards[at]]
    mine = value(key + CARD_KEY[one] + CARD_KEY[other], bits | CARD_BIT[one] | CARD_BIT[other])
    kind = CATEGORY_OF_VALUE[mine]
    if wager == TRIPS and not folded_loses:
        return hand_pays[kind]
    blind = blind_pays[kind]
    times = np.int64(choices[HOLE_CLASS[one, other]])
    if times == 0:
        if plays_on(one, other, f, g, h, 0, flop_class, flop_colours, flops, played):
            times = AT_FLOP
        else:
            times = ON_RIVER
            if outs:
                plays = _few_outs(key, bits, mine, outs)
            else:
                total, holes = _river_worth(cards, key, bits, mine, qualifies_from, main_pays, blind)
                plays = total >= 2 * holes * main_pays[FOLD]
            if not plays:
                return 2 * main_pays[FOLD] if wager == MAIN else hand_pays[0]
    if wager == TRIPS:
        return hand_pays[kind]
    dealers = value(key + CARD_KEY[theirs] + CARD_KEY[last], bits | CARD_BIT[theirs] | CARD_BIT[last])
    return _net(mine, dealers, times, qualifies_from, main_pays, blind)


@njit
def play(
    state, rounds, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(52).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 52, ORDER)
        out[i] = round_net(
            deck, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
            main_pays, blind_pays, hand_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(
    orders, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    """The same for given orders of cards: rows of the first nine cards of a one-spot round."""
    out = np.empty(orders.shape[0], np.int64)
    for i in range(orders.shape[0]):
        out[i] = round_net(
            orders[i], wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs,
            qualifies_from, main_pays, blind_pays, hand_pays,
        )  # fmt: skip
    return out


# For the simulator: pay tables and strategies as arrays.

STRATEGIES: Final = ("optimal", "readable")
NAMES: Final = ("player-better", "dealer-better", "tie", "fold", "dealer-not-qualified")
PLACES: Final = {"main": MAIN, "trips": TRIPS, "jackpot": JACKPOT}


@dataclass(frozen=True)
class UltimateDealer(CompiledDealer):
    """Everything a chunk of rounds needs, in cents of a `unit_cents` Ante, Trips or jackpot wager."""

    compiled = play, play_orders

    unit_cents: int
    wager: int
    folded_loses: bool
    choices: NDArray[np.uint8]
    played: NDArray[np.uint8]
    outs: int
    qualifies_from: int
    main_pays: NDArray[np.int64]
    blind_pays: NDArray[np.int64]
    hand_pays: NDArray[np.int64]

    def arguments(self) -> tuple[Any, ...]:
        return (
            self.wager, self.folded_loses, self.choices, *flop_tables(), self.played, self.outs,
            self.qualifies_from, self.main_pays, self.blind_pays, self.hand_pays,
        )  # fmt: skip


class UltimateKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return STRATEGIES if wager == "main" else STRATEGIES[:1]

    def dealer(self, query: Query, strategy: str = "optimal") -> UltimateDealer:
        if strategy not in self.strategies(query.wager):
            raise BadInput(
                f"There is no strategy {strategy!r} for {query.wager} of Ultimate Texas Hold'em.",
                accepted=", ".join(self.strategies(query.wager)),
            )
        table = query.pay_table
        assert table is not None
        main = table if query.wager == "main" else sheet(GAME).tables("main")[0]
        rules = rules_of(main)
        if "readable" in (strategy, query.settings.get("play")):
            rules = readable(rules)
        solution, _ = solution_of(rules, engine=query.engine, progress=query.progress)
        unit, pays = _pays(table, main, query)
        return UltimateDealer(
            unit_cents=unit,
            wager=PLACES[query.wager],
            folded_loses=query.settings.get("folded_trips") == "lost",
            choices=solution.choices()[:, 0].astype(np.uint8),
            played=solution.played.astype(np.uint8),
            outs=rules.outs,
            qualifies_from=rules.qualifies_from,
            main_pays=in_cents([main.net(name) for name in NAMES], unit),
            blind_pays=in_cents([hand_net(main, kind) for kind in Category], unit),
            hand_pays=in_cents(pays, unit),
        )


def _pays(table: PayTable, main: PayTable, query: Query) -> tuple[int, list[Fraction]]:
    """The unit in cents, and what each kind of hand is paid by Trips or the jackpot."""
    if query.wager == "jackpot":
        unit, meter = parse_dollars(query.settings["wager"]), int(query.settings["meter"])
        nets = nets_of(table, {"meter": meter}, unit)
        return unit, [nets.get(line_name(kind), Fraction(-1)) for kind in Category]
    unit = whole_unit(table, main)
    return unit, [table.net(line_name(kind)) for kind in Category]


# Ultimate Texas Hold'em with the cards of one or more neighbours known.
#
# All boards from the cards that nobody at the table holds are gone through once. For each of them the dealer's
# holes are taken together by their two ranks, flushes put right one by one, twice at the same time: over the
# cards that are really left, and over all that a player does not see who knows only the own two. The second
# tells how such a player decides, the first what it is worth.

UNSEEN = 50
"""by whoever knows only the own two cards"""
BASE, PLAY, INFORMED, ALONE = range(4)
"""worth without a Play wager, of one Ante on it, and of waiting for the river: with all cards known, and with
the decisions of a player who knows the own two"""
LEFT, SEEN_ALONE = range(2)
"""whose counts: the cards really left, and those one player cannot see"""

_SUIT_RANKS = np.uint64(0x1FFF)


@inline
def _settle(net, left, alone, mine, theirs, nets, qualifies_from):
    """Add holes of one value: so many of them from the cards left, so many from those one player cannot see."""
    side = 1 if theirs >= qualifies_from else 0
    result = 0 if mine > theirs else 1 if mine == theirs else 2
    for part in (BASE, PLAY):
        net[LEFT, part] += left * nets[side, result, part]
        net[SEEN_ALONE, part] += alone * nets[side, result, part]


@inline
def _by_ranks(key, counts, unseen, mine, nets, qualifies_from, net):
    for x in range(13):
        if unseen[x] == 0:
            continue
        for y in range(x, 13):
            if x == y:
                left, alone = counts[x] * (counts[x] - 1) // 2, unseen[x] * (unseen[x] - 1) // 2
            else:
                left, alone = counts[x] * counts[y], unseen[x] * unseen[y]
            if alone:
                theirs = unsuited(key + RANK_KEY[x] + RANK_KEY[y])
                _settle(net, left, alone, mine, theirs, nets, qualifies_from)


@inline
def _flushes(key, bits, suit, needs, cards, dead, mine, nets, qualifies_from, net):
    """Move the dealer's holes that make a flush from what their ranks are worth to what the flush is."""
    board_ranks = (bits >> np.uint64(16 * suit)) & _SUIT_RANKS
    for i in range(UNSEEN):
        one = cards[i]
        first = one & 3 == suit
        if bits & CARD_BIT[one] or (needs == 2 and not first):
            continue
        for j in range(i + 1, UNSEEN):
            other = cards[j]
            second = other & 3 == suit
            if bits & CARD_BIT[other] or first + second < needs:
                continue
            left = 0 if dead[i] or dead[j] else 1
            plain = unsuited(key + RANK_KEY[one >> 2] + RANK_KEY[other >> 2])
            _settle(net, -left, -1, mine, plain, nets, qualifies_from)
            ranks = board_ranks
            if first:
                ranks |= np.uint64(1) << np.uint64(one >> 2)
            if second:
                ranks |= np.uint64(1) << np.uint64(other >> 2)
            _settle(net, left, 1, mine, FLUSH_VALUES[ranks], nets, qualifies_from)


@inline
def _add(found, flop, row):
    for part in range(4):
        found[flop, part] += row[part]


@njit
def nets_by_flop(
    one: int,
    other: int,
    cards: NDArray[np.int64],
    dead: NDArray[np.bool_],
    nets: NDArray[np.int64],
    fold: int,
    times: int,
    qualifies_from: int,
) -> NDArray[np.int64]:
    """By flop (places among the cards left, in rising order): summed nets over runouts and dealer's holes.

    `cards` are the 50 that the player does not hold, `dead` those of the neighbours. `nets` is by the
    player's category, whether the dealer qualifies, result (better, tie, worse), and part; `fold` what a
    fold loses, `times` the Play wager on the river."""
    live = cards[~dead]
    many = len(live)
    found = np.zeros((many * (many - 1) * (many - 2) // 6, 4), np.int64)
    net, row = np.zeros((2, 2), np.int64), np.zeros(4, np.int64)
    flops = np.zeros(FLOPS_OF_BOARD, np.int64)
    counts, unseen = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for card in live:
        counts[card >> 2] += 1
    for card in cards:
        unseen[card >> 2] += 1
    own_key, own_bits = CARD_KEY[one] + CARD_KEY[other], CARD_BIT[one] | CARD_BIT[other]
    keys, masks = CARD_KEY[live], CARD_BIT[live]
    holes = (many - 5) * (many - 6) // 2
    holes_alone = (UNSEEN - 5) * (UNSEEN - 6) // 2
    for a in range(many):
        for b in range(a + 1, many):
            for c in range(b + 1, many):
                key3 = NO_CARDS + keys[a] + keys[b] + keys[c]
                bits3 = masks[a] | masks[b] | masks[c]
                for d in range(c + 1, many):
                    for e in range(d + 1, many):
                        key, bits = key3 + keys[d] + keys[e], bits3 | masks[d] | masks[e]
                        for at in (a, b, c, d, e):
                            counts[live[at] >> 2] -= 1
                            unseen[live[at] >> 2] -= 1
                        mine = value(key + own_key, bits | own_bits)
                        pays = nets[CATEGORY_OF_VALUE[mine]]
                        net[:] = 0
                        _by_ranks(key, counts, unseen, mine, pays, qualifies_from, net)
                        for suit in range(4):
                            suited = np.int64((key >> np.uint64(4 * suit)) & np.uint64(15)) - 3
                            if suited >= 3:
                                _flushes(
                                    key, bits, suit, 5 - suited, cards, dead, mine, pays, qualifies_from, net
                                )
                        for at in (a, b, c, d, e):
                            counts[live[at] >> 2] += 1
                            unseen[live[at] >> 2] += 1
                        plays = net[LEFT, BASE] + times * net[LEFT, PLAY]
                        plays_alone = net[SEEN_ALONE, BASE] + times * net[SEEN_ALONE, PLAY]
                        row[BASE], row[PLAY] = net[LEFT, BASE], net[LEFT, PLAY]
                        row[INFORMED] = max(plays, -fold * holes)
                        row[ALONE] = plays if plays_alone >= -fold * holes_alone else -fold * holes
                        name_flops(flops, a, b, c, d, e)
                        for flop in flops:
                            _add(found, flop, row)
    return found


# The study (`pitboss.cardplay.holdem.neighbours`): decided on the river too, up to six neighbours known.

Ints = NDArray[np.int64]

MOST_NEIGHBOURS: Final = 6
"""a table of seven spots (UT-01)"""


@dataclass(frozen=True, slots=True)
class TableTask:
    """The player's two cards, and those of the neighbours that are known."""

    rules: HoldemRules
    hole: tuple[int, int]
    known: tuple[int, ...]

    @property
    def left(self) -> Ints:
        return np.array([c for c in range(52) if c not in self.hole + self.known], np.int64)

    @property
    def deals(self) -> int:
        """Dealer's holes and runouts after each flop."""
        many = len(self.left)
        return comb(many - 3, 2) * comb(many - 5, 2)


def flop_nets(task: TableTask) -> Ints:
    """Summed nets by flop and part (see the kernel)."""
    cards = np.array([c for c in range(52) if c not in task.hole], np.int64)
    dead = np.isin(cards, task.known)
    rules = task.rules
    nets: Ints = nets_by_flop(
        *task.hole,
        cards,
        dead,
        result_nets(rules),
        rules.scaled_fold,
        rules.river_times,
        rules.qualifies_from,
    )
    return nets


def result_nets(rules: HoldemRules) -> Ints:
    """By the player's hand, whether the dealer qualifies, result and part, in the solver's integers."""
    assert rules.unqualified is not None
    sides = (rules.unqualified, (rules.base, rules.play))
    return np.array(
        [[[[_scaled(rules, net) for net in nets] for nets in zip(*(_nets(part, kind) for part in side), strict=True)]
          for side in sides] for kind in Category],
        np.int64,
    )  # fmt: skip


def _nets(showdown: Showdown, kind: Category) -> tuple[Fraction, Fraction, Fraction]:
    return showdown.win.get(kind, showdown.other), showdown.tie, showdown.lose


def _scaled(rules: HoldemRules, net: Fraction) -> int:
    scaled = net * rules.scale
    assert scaled.denominator == 1
    return int(scaled)


def gains(solution: Solution, task: TableTask, nets: Ints) -> tuple[float, float, float]:
    """What the neighbours' cards add: on the river alone, from the flop on, and for all three decisions."""
    rules = solution.rules
    at_flop = nets[:, BASE] + rules.flop_times * nets[:, PLAY]
    plays = plays_at_flop(solution, task.hole, task.left)[:, 0]
    before = int(solution.choices()[hole_class(*task.hole), 0])
    if before:
        played = _before_flop(nets, before)
        alone, river, flop = played, played, played
    else:
        alone = int(np.where(plays, at_flop, nets[:, ALONE]).sum())
        river = int(np.where(plays, at_flop, nets[:, INFORMED]).sum())
        flop = int(np.maximum(at_flop, nets[:, INFORMED]).sum())
    best = max(
        int(np.maximum(at_flop, nets[:, INFORMED]).sum()),
        *(_before_flop(nets, times) for times in rules.before_flop),
    )
    unit = rules.scale * task.deals * len(nets)
    return (river - alone) / unit, (flop - alone) / unit, (best - alone) / unit


def _before_flop(nets: Ints, times: int) -> int:
    return int((nets[:, BASE] + times * nets[:, PLAY]).sum())


def table_task(rules: HoldemRules, neighbours: int, seed: int, number: int) -> TableTask:
    one, other, *known = drawn(2 + 2 * neighbours, seed, number)
    return TableTask(rules, (one, other), tuple(known))


def exposure(
    table: PayTable,
    draws: int,
    seed: int,
    neighbours: int = 1,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> Collusion:
    """The gain over `draws` random draws of holes; each takes some seconds."""
    if not 1 <= neighbours <= MOST_NEIGHBOURS:
        raise BadInput(
            f"{neighbours} neighbours cannot sit at a table of seven spots (UT-01).",
            accepted=f"1 to {MOST_NEIGHBOURS}",
        )
    rules = rules_of(table)
    solution, _ = solution_of(rules)
    tasks = [table_task(rules, neighbours, seed, number) for number in range(draws)]
    river, flop, every = mean_gains(
        tasks, flop_nets, lambda task, nets: gains(solution, task, nets), "draws", engine, progress
    )
    alone = solution.worth() / rules.scale / DEALS
    return Collusion(GAME, "main", table.id, draws, seed, alone, *flop, *every, neighbours, *river)


KERNEL = UltimateKernel()
NEIGHBOURS = Neighbours(exposure)

"""How to play Ultimate Texas Hold'em, from its solution: chart, sentences, and the worth of one hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.cards import RANKS, Card, parse_many
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution
from pitboss.edge.holdem.strategy import flop_worths
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, FlopSpace, class_name, class_size, hole_class
from pitboss.edge.holdem.ultimate import OUTS
from pitboss.edge.report import Grid, PricedChoice, Situation, best_of, decimal
from pitboss.errors import BadInput
from pitboss.poker.hands import Category, best_hand
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places

TEXTS = {"check": "Check", "fold": "Fold", **{f"play-{n}x": f"Play {n}x" for n in (1, 2, 3, 4)}}
BOARDS = {0: "before the flop", 3: "at the flop", 5: "after the river"}


def worths(solution: Solution, hand: int) -> dict[str, Fraction]:
    """Of a starting hand: each choice before the flop, in antes."""
    deals = int(solution.deals()[hand, 0]) * solution.rules.scale
    found = {"check": Fraction(int(solution.waiting[hand, 0]), deals)}
    for times in solution.rules.before_flop:
        found[f"play-{times}x"] = Fraction(int(solution.before_flop(times)[hand, 0]), deals)
    return found


def square(solution: Solution) -> Grid:
    """The decision before the flop in the usual square: suited hands above the diagonal."""
    choices = solution.choices()[:, 0]
    names = RANKS[::-1]
    return Grid(
        "Ultimate Texas Hold'em before the flop", "", "suited above the diagonal, offsuit below", tuple(names),
        tuple(
            (name, tuple(str(int(choices[13 * row + at])).replace("0", "-") for at in range(13)))
            for row, name in enumerate(names)
        ),
        {"4": "play 4x", **({"3": "play 3x"} if (choices == 3).any() else {}), "-": "check"},
    )  # fmt: skip


def every_hand(solution: Solution) -> Grid:
    """Every starting hand: how many holes it is, and what each choice is worth in antes."""
    columns = tuple(worths(solution, 0))
    rows = []
    for hand in range(HOLE_CLASSES):
        found = worths(solution, hand)
        rows.append((class_name(hand), (str(class_size(hand)), *(decimal(found[c], 6) for c in columns))))
    return Grid(
        "Ultimate Texas Hold'em, every starting hand's worth in antes", "hand", "choice",
        ("holes", *(TEXTS[c] for c in columns)), tuple(rows), {},
    )  # fmt: skip


def starting_hands(solution: Solution) -> Iterator[Situation]:
    """Each with its chance and the worth of its choices."""
    for hand in range(HOLE_CLASSES):
        priced = tuple(
            PricedChoice(name, worth, TEXTS[name]) for name, worth in worths(solution, hand).items()
        )
        yield best_of(class_name(hand), Fraction(class_size(hand), 1326), priced)


def bold_hands(solution: Solution) -> str:
    """`22`-like lists, cut to their lowest: pairs 33+, suited K2+, offsuit K5+ .."""
    bold = {class_name(h) for h in range(HOLE_CLASSES) if solution.choices()[h, 0] > 0}
    parts = []
    pairs = [r for r in RANKS if r + r in bold]
    if pairs:
        parts.append(f"pairs from {pairs[0] * 2}")
    for suited, word in (("s", "suited"), ("o", "offsuit")):
        lows = []
        for high in RANKS[::-1]:
            low = [r for r in RANKS if f"{high}{r}{suited}" in bold]
            if low:
                lows.append(f"{high}{low[0]}")
        if lows:
            parts.append(f"{word} from {', '.join(lows)}")
    return "; ".join(parts)


def summarise(solution: Solution, plain: Solution) -> tuple[str, ...]:
    """A page: the exact chart before the flop, then three sentences, and what those three cost."""
    unit = solution.rules.scale * int(solution.deals().sum())
    best, simple = (Fraction(-found.worth(), unit) for found in (solution, plain))
    never = () if (solution.choices() == 3).any() else ("Play 3x is never best: whoever raises wants 4x.",)
    return (
        f"Before the flop play 4x with {bold_hands(solution)}; else check.",
        *never,
        "At the flop play 2x with a hand of a higher kind than the flop's own (a pair of deuces in the hole "
        "excepted), or with four to a flush and a ten or better of its suit in the hole; else check.",
        "After the river play 1x with a hand of a higher kind than the board's own, or if fewer than "
        f"{OUTS} single cards in the dealer's hand would beat you; else fold.",
        f"Played so the house edge is {decimal(simple * 100, 4)} % of the Ante; at its best "
        f"{decimal(best * 100, 4)} %. The sentences cost {decimal((simple - best) * 100, 4)} %.",
        'For the exact choice ask by hand: --hand "As Kd", "As Kd | 2c 7h Jd" or "As Kd | 2c 7h Jd 9s 3c".',
    )


def parse_hand(hand: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """`As Kd | 2c 7h Jd 9s 3c`: hole cards, and the board as far as it lies."""
    first, _, rest = (part.strip() for part in hand.partition("|"))
    cards = parse_many(f"{first} {rest}".strip())
    hole = parse_many(first) if first else ()
    if len(hole) != 2 or len(cards) - 2 not in BOARDS or max(cards) > 51:
        raise BadInput(
            f"{hand!r} is not an Ultimate Texas Hold'em hand.", clause="UT-02",
            accepted='"As Kd", "As Kd | 2c 7h Jd" or "As Kd | 2c 7h Jd 9s 3c"',
        )  # fmt: skip
    return hole, cards[2:]


def options_of(
    solution: Solution, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> tuple[PricedChoice, ...]:
    """What each choice is worth in antes."""
    if not board:
        found = worths(solution, hole_class(*hole))
    elif len(board) == 3:
        found = _at_flop(solution.rules, hole, board)
    else:
        found = _on_river(solution.rules, hole, board)
    return tuple(PricedChoice(name, worth, TEXTS[name]) for name, worth in found.items())


def _at_flop(
    rules: HoldemRules, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> dict[str, Fraction]:  # fmt: skip
    space = FlopSpace.of(tuple(sorted(board)))
    at = space.number(hole)
    deals = int(rules.deals(space)[at, 0]) * rules.scale
    play, check = (int(worth) for worth in flop_worths(rules, space.flop)[at, 0])
    return {"check": Fraction(check, deals), f"play-{rules.flop_times}x": Fraction(play, deals)}


def _on_river(rules: HoldemRules, hole: tuple[Card, ...], board: tuple[Card, ...]) -> dict[str, Fraction]:
    """All 990 holes of the dealer."""
    from pitboss.poker.batch import evaluate

    left = [card for card in range(52) if card not in hole + board]
    holes = np.array(list(combinations(left, 2)))
    theirs = evaluate(np.concatenate([np.tile(board, (len(holes), 1)), holes], axis=1)).astype(np.int64)
    own = int(evaluate([hole + board])[0])
    kind = best_hand(hole + board).category
    total = Fraction(0)
    sides = [(theirs >= rules.qualifies_from, rules.base, rules.play)]
    if rules.unqualified:
        sides.append((theirs < rules.qualifies_from, *rules.unqualified))
    for chosen, base, play in sides:
        win, lose = int((theirs[chosen] < own).sum()), int((theirs[chosen] > own).sum())
        tie = int(chosen.sum()) - win - lose
        for showdown, times in ((base, 1), (play, rules.river_times)):
            won = showdown.win.get(Category(kind), showdown.other)
            total += times * (win * won + tie * showdown.tie + lose * showdown.lose)
    return {f"play-{rules.river_times}x": total / len(holes), "fold": -rules.fold}


def advise_round(solution: Solution, round: Round, spot: int) -> tuple[PricedChoice, ...]:
    """The legal choices of a spot in cents, from what it may see: own cards and the board."""
    ask = round.asked(spot)
    if ask is None:
        return ()
    seen = places(round, (spot,))
    here = seen.get(DEALER, {})
    board = tuple(card for place in ("flop", "turn", "river") for card in here.get(place, ()))
    ante = round.stakes[spot]["ante"]
    worth = {o.action: o.expectation for o in options_of(solution, tuple(seen[spot]["hand"]), board)}
    return tuple(
        PricedChoice(choice.action, ante * worth[choice.action], choice.text) for choice in ask.choices
    )

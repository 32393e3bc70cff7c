"""How to play Down Under Hold'em, from its solution: charts, sentences, and the worth of one hand."""

from __future__ import annotations

from collections import defaultdict

from pitboss.cards import Card
from pitboss.edge.hand_text import read_hands, sides
from pitboss.edge.holdem.choices import at_flop, before_flop, priced, square_grid
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, class_name, hole_class
from pitboss.edge.report import Grid, PricedChoice
from pitboss.errors import BadInput
from pitboss.games.down_under_holdem import GROUPS
from pitboss.rounds.events import DEALER
from pitboss.rounds.felt import Places

_CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def view_names(rules: HoldemRules) -> tuple[str, ...]:
    return tuple(f"{GROUPS[one]}-{GROUPS[other]}" for one, other in rules.views)


def patterns(solution: Solution) -> dict[tuple[int, ...], list[int]]:
    """What to do in each view, and the starting hands played so; the boldest pattern first."""
    found: dict[tuple[int, ...], list[int]] = defaultdict(list)
    choices = solution.choices()
    for hand in range(HOLE_CLASSES):
        found[tuple(int(c) for c in choices[hand])].append(hand)
    return dict(sorted(found.items(), reverse=True))


def describe(rules: HoldemRules, pattern: tuple[int, ...]) -> str:
    """`3x except against gold-gold`."""
    names = view_names(rules)
    by_play: dict[int, list[str]] = defaultdict(list)
    for name, times in zip(names, pattern, strict=True):
        by_play[times].append(name)
    if len(by_play) == 1:
        return "always check" if 0 in by_play else f"always {pattern[0]}x"
    checks = by_play.pop(0, [])
    if len(by_play) == 1 and 0 < len(checks) < len(names) / 2:
        return f"{next(iter(by_play))}x except against {', '.join(checks)}"
    plays = "; ".join(f"{times}x against {', '.join(shown)}" for times, shown in by_play.items())
    return plays + ("" if not checks else ", else check")


def pattern_grid(solution: Solution) -> Grid:
    """The whole strategy before the flop in the usual square, by the patterns' letters."""
    found = patterns(solution)
    code_of = {hand: code for code, hands in zip(_CODES, found.values(), strict=False) for hand in hands}
    legend = {code: describe(solution.rules, pattern) for code, pattern in zip(_CODES, found, strict=False)}
    cells = [code_of[hand] for hand in range(HOLE_CLASSES)]
    return square_grid("Down Under Hold'em before the flop", cells, legend)


def whole_grid(solution: Solution) -> Grid:
    """Every starting hand against every pair of lights."""
    choices = solution.choices()
    codes = {0: "-", 2: "2", 3: "3"}
    return Grid(
        "Down Under Hold'em, every starting hand by the card reader's lights",
        "hand",
        "dealer's cards",
        view_names(solution.rules),
        tuple((class_name(h), tuple(codes[int(c)] for c in choices[h])) for h in range(HOLE_CLASSES)),
        {"3": "play 3x", "2": "play 2x", "-": "check"},
    )


def summarise(solution: Solution) -> tuple[str, ...]:
    sentences = [
        f"{code}: {describe(solution.rules, pattern)}: {' '.join(class_name(h) for h in hands)}."
        for code, (pattern, hands) in zip(_CODES, patterns(solution).items(), strict=False)
    ]
    if not (solution.choices() == 2).any():
        sentences.append(
            "Play 2x is never best: whoever is ahead wants 3x, whoever is behind waits for the flop."
        )
    sentences.append(
        'After the flop ask about one hand, such as "As Kd | gold red | 2c 7h Jd": '
        "play 1x unless folding loses less."
    )
    return tuple(sentences)


def parse_hand(hand: str) -> tuple[tuple[Card, ...], tuple[str, str], tuple[Card, ...]]:
    """`As Kd | gold red | 2c 7h Jd`: hole cards, lights, and the flop if there is one."""
    parts = sides(hand)
    lights = tuple(parts[1].lower().replace(",", " ").replace("-", " ").split()) if len(parts) > 1 else ()
    if not 2 <= len(parts) <= 3 or len(lights) != 2 or not set(lights) <= set(GROUPS):
        raise BadInput(
            f"{hand!r} is not a Down Under Hold'em hand.",
            clause="DU-04",
            accepted='"As Kd | gold red" or, after the flop, "As Kd | gold red | 2c 7h Jd"',
        )
    cards = " | ".join(parts[::2])
    hole, *flop = read_hands(cards, 2, 3, optional=1, clause="DU-04", example="As Kd | gold red | 2c 7h Jd")
    return hole, (lights[0], lights[1]), flop[0] if flop else ()


def hand_options(solution: Solution, hand: str) -> tuple[PricedChoice, ...]:
    """What each choice is worth in antes."""
    hole, lights, flop = parse_hand(hand)
    one, other = sorted(GROUPS.index(light) for light in lights)
    return options_of(solution, hole, solution.rules.views.index((one, other)), flop)


def options_of(
    solution: Solution, hole: tuple[Card, ...], view: int, flop: tuple[Card, ...]
) -> tuple[PricedChoice, ...]:
    if flop:
        return priced(dict(zip(("play-1x", "fold"), at_flop(solution.rules, hole, flop, view), strict=True)))
    return priced(before_flop(solution, hole_class(*hole), view))


def seen_options(solution: Solution, seen: Places, spot: int) -> tuple[PricedChoice, ...]:
    """By own cards, lights and flop."""
    one, other = (at for at, colour in enumerate(GROUPS) for _ in seen[DEALER].get(colour, ()))
    view = solution.rules.views.index((one, other))
    return options_of(solution, tuple(seen[spot]["hand"]), view, tuple(seen[DEALER].get("flop", ())))

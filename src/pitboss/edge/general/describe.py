"""A solved tally in words a person can use: what to answer, what it costs, how often it is asked."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

from pitboss.cards import SUITS, Card, parse_words
from pitboss.edge.general.pack import Pack
from pitboss.edge.general.tally import START, Solved
from pitboss.edge.hand_text import sides
from pitboss.edge.report import Grid, PricedChoice
from pitboss.errors import BadInput
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import visible

MOST_ROWS, MOST_COLUMNS = 200, 20
COSTLIEST = 8


def firsts(solved: Solved) -> list[str]:
    """The first questions, in the order in which they were met."""
    return [key for key, question in solved.tally.questions.items() if question.parent == START]


def seen(key: str, known: frozenset[str]) -> list[str]:
    """What a key says of cards and answers, without words that stand in every key."""
    return [part for part in key.split("; ") if part not in known]


def everywhere(solved: Solved) -> frozenset[str]:
    keys = [set(key.split("; ")) for key in solved.tally.questions]
    return frozenset(set.intersection(*keys)) if len(keys) > 1 else frozenset()


def summary(solved: Solved, unit: int) -> tuple[str, ...]:
    """How often each answer is best, and the questions where a mistake costs most."""
    shares: defaultdict[str, Fraction] = defaultdict(Fraction)
    known = everywhere(solved)
    costs = []
    for key in firsts(solved):
        worth = solved.worths[key]
        shares[_action(worth.best)] += worth.share
        ranked = sorted(worth.values.values(), reverse=True)
        if len(ranked) > 1 and worth.share:
            costs.append(((ranked[0] - ranked[1]) / unit, key, worth))
    asked = sum(shares.values(), Fraction(0))
    sentences = [
        f"Asked first in {float(asked):.1%} of the rounds: "
        + ", ".join(
            f"{name} {float(share / asked):.1%}"
            for name, share in sorted(shares.items(), key=lambda s: -s[1])
        )
        + "."
    ]
    for cost, key, worth in sorted(costs, key=lambda c: -c[0])[:COSTLIEST]:
        sentences.append(
            f"{'; '.join(seen(key, known))}: {worth.best}; the next best answer costs "
            f"{float(cost / worth.share):.4f} each time, {float(cost):.6f} a round."
        )
    return tuple(sentences)


def _action(answer: str) -> str:
    return answer.split(" ")[0]


def chart(name: str, solved: Solved) -> tuple[Grid, ...]:
    """Own cards by what lies open, where that fits on a page."""
    known = everywhere(solved)
    cells: dict[tuple[str, str], str] = {}
    for key in firsts(solved):
        parts = seen(key, known)
        mine = [part for part in parts if not part.startswith("dealer's ")]
        cells["; ".join(mine), "; ".join(p for p in parts if p not in mine)] = solved.worths[key].best
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = sorted({column for _, column in cells})
    if not rows or len(rows) > MOST_ROWS or len(columns) > MOST_COLUMNS:
        return ()
    answers = sorted(set(cells.values()))
    codes = _codes(answers)
    grid = Grid(
        f"{name}: the first question",
        "seen",
        "open",
        tuple(column or "-" for column in columns),
        tuple((row, tuple(codes.get(cells.get((row, c), ""), "") for c in columns)) for row in rows),
        {codes[answer]: answer for answer in answers},
    )
    return (grid,)


def _codes(answers: list[str]) -> dict[str, str]:
    """A letter or two for each answer."""
    codes: dict[str, str] = {}
    for answer in answers:
        letter = answer[:1].upper()
        code = next(
            (
                c
                for c in (letter, *(letter + x for x in answer[1:].lower() if x.isalnum()))
                if c not in codes.values()
            ),
            f"{letter}{len(codes)}",
        )
        codes[answer] = code
    return codes


def hand_options(solved: Solved, pack: Pack, hand: str, unit: int) -> tuple[PricedChoice, ...]:
    """`9c 2d v Qs`: the answers to the question with these cards, own first, then those that lie open."""
    wanted = [Counter(_names(pack, parse_words(side))) for side in sides(hand)]
    for key in sorted(solved.tally.questions, key=len):
        if any(_cards(key, suits) == wanted for suits in _renamings(pack)):
            return _options(solved, key, Fraction(unit))
    raise BadInput(
        f"No question is asked with {hand!r}.",
        accepted='the cards of a question, such as "' + _example(solved) + '"',
    )


def _example(solved: Solved) -> str:
    mine, table = (" ".join(side.elements()) for side in _cards(firsts(solved)[0], {}))
    return f"{mine} v {table}" if table else mine


def _names(pack: Pack, cards: tuple[Card, ...]) -> list[str]:
    unknown = [card for card in cards if card not in pack.class_of]
    if unknown:
        raise BadInput("The shoe does not hold that card.", accepted="cards of this game's shoe")
    return [pack.name(card) for card in cards]


def _renamings(pack: Pack) -> list[dict[str, str]]:
    return [dict(zip(SUITS, other, strict=True)) for other in permutations(SUITS)] if pack.symmetric else [{}]


def _cards(key: str, suits: dict[str, str]) -> list[Counter[str]]:
    """The cards of a question: the player's own, and those on the table if there are any."""
    mine: Counter[str] = Counter()
    table: Counter[str] = Counter()
    for part in key.split("; "):
        words = part.split(" ")
        into = table if part.startswith("dealer's ") else mine
        for word in words:
            if len(word) <= 2 and word[:1] in "23456789TJQKA" and (len(word) == 1 or word[1] in SUITS):
                into[word[0] + suits.get(word[1:], word[1:])] += 1
    return [mine, table] if table else [mine]


def _options(solved: Solved, key: str, unit: Fraction) -> tuple[PricedChoice, ...]:
    worth = solved.worths[key]
    return tuple(
        PricedChoice(name, value / worth.share / unit, name.capitalize())
        for name, value in worth.values.items()
    )


def advice(
    solved: Solved, pack: Pack, round: Round, spot: int, per: str, unit: int
) -> tuple[PricedChoice, ...]:
    """The answers to the question a live round asks, in cents."""
    hands: list[tuple[Card, ...]] = []
    words: list[tuple[str, tuple[Card, ...] | str]] = []
    for event in round.log:
        event = visible(event, (spot,))
        if event.kind == "choice" and event.spot == spot:
            cents = event.amount_cents * unit // round.stakes[spot][per]
            words.append(("", f"> {event.place}" + (f" {cents / unit:g}x" if cents else "")))
        elif event.spot in (DEALER, spot) and event.kind in ("deal", "expose", "move") and event.cards:
            if all(card in pack.class_of for card in event.cards):
                who = "dealer's " if event.spot == DEALER else ""
                place = event.detail if event.kind == "move" else event.place
                hands.append(event.cards)
                words.append((f"{who}{place} ", event.cards))
        elif event.kind == "say" and event.text:
            words.append(("", event.text))
    suits = pack.canonical(hands)
    key = "; ".join(w + (c if isinstance(c, str) else pack.names(c, suits)) for w, c in words)
    if key not in solved.worths:
        return ()
    worth, ask = solved.worths[key], round.asked(spot)
    assert ask is not None
    stake = Fraction(round.stakes[spot][per], unit)
    values = {name: value / worth.share * stake for name, value in worth.values.items()}
    found = []
    for choice in ask.choices:
        for cents in sorted({choice.least_cents, choice.most_cents}):
            name = choice.action + (f" {cents / float(stake) / unit:g}x" if cents else "")
            if name in values:
                found.append(PricedChoice(choice.action, values[name], choice.text, cents))
    return tuple(found)

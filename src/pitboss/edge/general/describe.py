"""A solved tally in words a person can use: what to answer, what it costs, how often it is asked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, takewhile

from pitboss.cards import JOKER, RANKS, SUITS, TEXT, Card, parse_words, text
from pitboss.edge.general.pack import Pack
from pitboss.edge.general.tally import START, Solved
from pitboss.edge.hand_text import sides
from pitboss.edge.report import Grid, PricedChoice, Situation, best_of
from pitboss.errors import BadInput
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import visible

MOST_ROWS, MOST_COLUMNS = 200, 20
COSTLIEST = 8
MOST_CHARTS = 6
MOST_SITUATIONS = 100_000
"""first decisions, with their answers no more than a spreadsheet has rows"""
NOT_ASKED = "not asked"
NAMES = frozenset((*TEXT, *RANKS))
"""of cards, as keys have them after the place: `Ks`, or `K` where suits do not count"""


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


def charts(name: str, solved: Solved, texts: Mapping[str, str]) -> tuple[Grid, ...]:
    """Own cards by what lies open, where that fits on a page: the first question, and those that the best answers
    lead to, `texts` being the answers in the words of the rules."""
    known = everywhere(solved)
    asked: defaultdict[tuple[str, ...], dict[tuple[str, str], str]] = defaultdict(dict)
    for key in solved.asked():
        parts = seen(key, known)
        said = tuple(part[2:] for part in parts if part.startswith("> "))
        table = [part for part in parts if part.startswith("dealer's ")]
        mine = [part for part in parts if part not in table and not part.startswith("> ")]
        asked[said]["; ".join(mine), "; ".join(table)] = solved.worths[key].best
    codes = _codes(sorted({best for cells in asked.values() for best in cells.values()}))
    found = []
    for said, cells in sorted(asked.items(), key=lambda one: (len(one[0]), one[0])):
        when = (
            f"after {', '.join(texts.get(answer, answer) for answer in said)}"
            if said
            else "the first question"
        )
        if grid := _grid(f"{name}: {when}", cells, codes, texts):
            found.append(grid)
    return tuple(found[:MOST_CHARTS])


def _grid(
    title: str, cells: Mapping[tuple[str, str], str], codes: Mapping[str, str], texts: Mapping[str, str]
) -> Grid | None:
    rows = sorted({row for row, _ in cells}, key=_by_rank)
    columns = sorted({column for _, column in cells}, key=_by_rank)
    if len(rows) > MOST_ROWS or len(columns) > MOST_COLUMNS:
        return None
    before = {column.rpartition(" ")[0] for column in columns}
    place = before.pop() if len(before) == 1 else ""
    if place.rpartition(" ")[2] in NAMES:
        place = ""
    return Grid(
        title,
        f"seen / {place}" if place else "seen",
        "open",
        tuple(column.removeprefix(place).strip() or "-" for column in columns),
        tuple((row, tuple(codes.get(cells.get((row, c), ""), "") for c in columns)) for row in rows),
        {codes[answer]: texts.get(answer, answer) for answer in sorted(set(cells.values()))},
    )


def _by_rank(seen: str) -> tuple[object, ...]:
    """Cards as a reader looks for them: by rank from the deuce up, the highest of a hand first, then by suit."""
    (mine, *table) = _cards(seen, {})
    hands = [sorted(hand.elements(), key=_rank, reverse=True) for hand in (mine, *table)]
    return tuple([_rank(card) for card in hand] for hand in hands), seen


def _rank(card: str) -> tuple[int, str]:
    return (len(RANKS), "") if card == TEXT[JOKER] else (RANKS.index(card[0]), card[1:])


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
    cards = [parse_words(side) for side in sides(hand)]
    wanted = [Counter(_names(pack, side)) for side in cards]
    held = Counter(card for side in cards for card in side)
    for card, times in held.items():
        if times > sum(members.count(card) for members in pack.members):
            raise BadInput(
                f"{text(card)} is named {times} times.", accepted="each card as often as the shoe has it"
            )
    asked = set(solved.asked())
    # the same cards may be seen after other answers: those of the best play first
    for key in sorted(solved.tally.questions, key=lambda key: (key not in asked, len(key))):
        if any(_cards(key, suits) == wanted for suits in _renamings(pack)):
            return _options(solved, key, Fraction(unit))
    raise BadInput(
        f"No question is asked with {hand!r}.",
        accepted='the cards of a question, such as "' + _example(solved) + '"',
    )


def _example(solved: Solved) -> str:
    return " v ".join(" ".join(side.elements()) for side in _cards(firsts(solved)[0], {}))


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
        into = table if part.startswith("dealer's ") else mine
        for word in () if part.startswith("> ") else takewhile(NAMES.__contains__, part.split(" ")[:0:-1]):
            into[word if word == TEXT[JOKER] else word[0] + suits.get(word[1:], word[1:])] += 1
    return [mine, table] if table else [mine]


def _options(solved: Solved, key: str, unit: Fraction) -> tuple[PricedChoice, ...]:
    worth = solved.worths[key]
    return tuple(
        PricedChoice(name, value / worth.share / unit, name.capitalize())
        for name, value in worth.values.items()
    )


def first_decisions(solved: Solved, texts: Mapping[str, str], unit: int) -> Iterator[Situation]:
    """Every first question with its chance, and the rounds that ask nothing: together they give the edge."""
    keys = firsts(solved)
    if len(keys) > MOST_SITUATIONS:
        return
    known = everywhere(solved)
    for key in keys:
        if share := solved.worths[key].share:
            priced = _options(solved, key, Fraction(unit))
            options = tuple(replace(one, text=texts.get(one.action, one.text)) for one in priced)
            yield best_of("; ".join(seen(key, known)), share, options)
    chance, worth = solved.unasked()
    if chance:
        nothing = PricedChoice(NOT_ASKED, worth / chance / unit, "No decision")
        yield best_of(NOT_ASKED, chance, (nothing,))


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

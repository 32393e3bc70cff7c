"""What every drill is made of: a situation out of the real rules, and fields to fill in, each with its one answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, TypeVar

from pitboss.core.cards import JOKER, Card, card, fresh_order, random_below
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents, dollars, parse_dollars, signed
from pitboss.room.screens import on_layout, wager_json
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import view
from pitboss.sheets import sheet

T = TypeVar("T")
Wagers = dict[int, dict[str, Cents]]
Wishes = Mapping[tuple[int, str], Sequence[Card]]
"""(spot, place): the cards wanted there, the first ones first; spot 0 is the dealer"""

CHIPS: Final = {
    "easy": (5, 10, 25, 50, 100),
    "usual": (5, 10, 15, 20, 25, 35, 50, 75),
    "hard": (3, 7, 12, 17, 35, 45, 85),
}
SPOTS: Final = {"easy": 1, "usual": 2, "hard": 4}
TRIES: Final = 200
SECRET_KINDS: Final = ("settle", "jackpot")
TELLING_KINDS: Final = ("expose", "say", "clear")
"""events whose words would name the hand or the result"""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to answer. `right` says whether an answer is, `answer` is how the house would say it."""

    label: str
    kind: Literal["money", "choice", "cards"]
    right: Callable[[str], bool]
    answer: str
    why: str
    clause: str
    topic: str
    """what it is practice for: the weak spot if it goes wrong"""
    options: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """to pick from"""
    spot: int = 0
    example: str = ""
    """how an answer is written"""
    cents: Cents | None = None
    """the right amount, where it is one"""


@dataclass(slots=True)
class Drill:
    """A situation, and what was answered so far."""

    kind: str
    task: str
    """the question in a sentence"""
    fields: tuple[Field, ...]
    round: Round | None = None
    shown: int | None = None
    """so many events have happened; all of them where it is None"""
    facts: tuple[str, ...] = ()
    """what the felt does not show: a meter, a posted limit"""
    given: dict[int, str] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        return len(self.given) == len(self.fields)


def pick(things: Sequence[T]) -> T:
    return things[random_below(len(things))]


def sample(things: Sequence[T], count: int) -> list[T]:
    left = list(things)
    return [left.pop(random_below(len(left))) for _ in range(min(count, len(left)))]


def own_choices(game: str) -> dict[str, str]:
    """What the operator brought along for the game, where it is one thing: his dealers learn by it."""
    ids = {option.name: sorted(set(option.own.values())) for option in sheet(game).options}
    return {name: found[0] for name, found in ids.items() if len(found) == 1}


# Rounds.


def random_wagers(config: TableConfig, level: str, spots: int | None = None) -> Wagers:
    free = list(range(1, config.spots + 1))
    wagers: Wagers = {}
    for spot in sorted(sample(free, spots or SPOTS[level])):
        bets: dict[str, Cents] = {}
        for wager in config.sheet.wagers:
            if wager.sensed:
                continue
            if wager.placed == "first":
                same = bets.get(wager.equals or "")
                bets[wager.id] = same or pick(CHIPS[level]) * DOLLAR
            elif wager.placed == "optional" and wager.id in (config.offered or ()) and random_below(4):
                bets[wager.id] = pick(CHIPS[level]) * DOLLAR
        wagers[spot] = bets
    return wagers


def trainee_policy(round: Round, ask: Ask) -> Decision:
    """Players who mostly stay in: a folded table teaches nothing. Hands are set the house way."""
    if any(choice.picks for choice in ask.choices):
        return fallback(round, ask)
    staying = tuple(c for c in ask.choices if c.action != "fold")
    choice = pick(staying if staying and random_below(8) else ask.choices)
    return Decision(choice.action, choice.least_cents)


def staying_policy(round: Round, ask: Ask) -> Decision:
    """Nobody folds and nobody chooses by chance: the same cards go to the same places."""
    if any(choice.picks for choice in ask.choices):
        return fallback(round, ask)
    staying = [c for c in ask.choices if c.action != "fold"]
    return Decision(staying[-1].action, staying[-1].least_cents)


def deal(config: TableConfig, wagers: Wagers, order: Sequence[Card] | None = None) -> Round:
    """A round of the real procedure to its end."""
    cards = order or fresh_order(config.decks, config.sheet.jokers)
    number = game_of(config.game).draw_number(config)
    return Round(config, wagers, tuple(cards), number=number).play_out(trainee_policy)


def deal_wished(config: TableConfig, wagers: Wagers, wishes: Wishes) -> Round:
    """A round in which the wished cards come; all else is chance and the rules."""
    order = list(fresh_order(config.decks, config.sheet.jokers))
    number = game_of(config.game).draw_number(config)
    for _ in range(TRIES):
        round = Round(config, wagers, tuple(order), number=number).play_out(staying_policy)
        wrong = _unmet(round, wishes, order)
        if wrong is None:
            return round
        here, there = wrong
        order[here], order[there] = order[there], order[here]
    raise AssertionError(f"{config.game}: the wished cards do not come")


def _unmet(round: Round, wishes: Wishes, order: list[Card]) -> tuple[int, int] | None:
    """Where in the order the first wrong card lies, and where the right one does."""
    met: dict[tuple[int, str], int] = {}
    settled: set[int] = set()
    at, wrong = 0, None
    for event in round.log:
        if event.kind != "deal":
            continue
        for dealt in event.cards:
            where = (event.spot, event.place)
            n = met.get(where, 0)
            met[where] = n + 1
            wanted = wishes.get(where, ())
            if n < len(wanted):
                if dealt == wanted[n]:
                    settled.add(at)
                elif wrong is None:
                    wrong = (at, wanted[n])
            at += 1
    if wrong is None:
        return None
    here, missing = wrong
    return here, next(i for i, c in enumerate(order) if c == missing and i not in settled)


# What the trainee sees.


def felt_shape(drill: Drill) -> dict[str, Any]:
    """The table with all cards and stakes; neither results nor the names of hands."""
    round = drill.round
    assert round is not None
    config = round.config
    seen = view(round, frozenset(range(1, config.spots + 1)))
    log = seen["log"][: drill.shown]
    if drill.shown is None:
        log = [event for event in log if event["kind"] not in SECRET_KINDS]
        log = [_untold(event) for event in log]
    seen["log"] = log
    for answer in ("settlements", "net_cents", "on_felt", "pending", "waiting_for", "finished"):
        del seen[answer]
    if drill.shown is not None:
        del seen["places"]
        seen["stakes"] = _stakes_so_far(round, drill.shown)
    return {
        "table": {
            "id": "school",
            "name": config.sheet.name,
            "game": config.game,
            "spots": config.spots,
            "wagers": [wager_json(config, w) for w in config.sheet.wagers if on_layout(config, w)],
            "options": dict(config.options),
            "pay_tables": dict(config.pay_tables),
            "legends": list(config.sheet.legends),
            "limits": {},
            "chip_cents": config.chip_cents,
        },
        "view": seen,
        "whole": drill.shown is None,
    }


def _stakes_so_far(round: Round, shown: int) -> dict[str, dict[str, Cents]]:
    """What had been wagered when the round stopped: later bets would tell what is decided."""
    stakes = {spot: dict(bets) for spot, bets in round.stakes.items()}
    for event in round.log[shown:]:
        if event.kind == "bet":
            stakes[event.spot][event.place] -= event.amount_cents
    return {
        str(spot): {wager: cents for wager, cents in bets.items() if cents} for spot, bets in stakes.items()
    }


def _untold(event: dict[str, Any]) -> dict[str, Any]:
    """An event without words that would give the hand away."""
    if event["kind"] not in TELLING_KINDS:
        return event
    rest = {name: value for name, value in event.items() if name != "text"}
    if isinstance(detail := rest.get("detail"), dict):
        rest["detail"] = {name: value for name, value in detail.items() if name not in ("cards", "text")}
    return rest


# Answers.


def parse_answer(word: str) -> Cents | None:
    """`12.50` pays, `-5` takes, `push` or `0` neither; None for something that is no answer."""
    text = word.strip().lower().replace("−", "-").removeprefix("+")
    if text in ("push", "0"):
        return 0
    sign = -1 if text.startswith("-") else 1
    try:
        return sign * parse_dollars(text.removeprefix("-"))
    except BadInput:
        return None


def money_field(
    label: str, cents: Cents, why: str, clause: str, topic: str, spot: int = 0, *, pay: bool = True
) -> Field:
    """An amount: with its sign where a wager may also be taken."""
    answer = signed(cents) if pay and cents else dollars(cents) if cents else "a push" if pay else "$0"
    example = "30 · −5 · push" if pay else "1,500 · 0"

    def right(word: str) -> bool:
        return parse_answer(word) == cents

    return Field(label, "money", right, answer, why, clause, topic, spot=spot, example=example, cents=cents)


def choice_field(
    label: str, options: Sequence[str], answer: str, why: str, clause: str, topic: str, spot: int = 0
) -> Field:
    return Field(
        label, "choice", lambda word: word == answer, answer, why, clause, topic, tuple(options), spot=spot
    )


# Rare hands on demand, so that jackpots, envy and limits can be practised: which cards are wished for where. What they
# are worth is left to the rules.

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
SUITS = (0, 1, 2, 3)


@cache
def deals_sevens(game: str) -> bool:
    """Whether players get hands of seven cards; else what they share lies on a board."""
    return max(_dealt(game).values()) == 7


@cache
def has_board(game: str) -> bool:
    return "flop" in {place for _, place in _dealt(game)}


@cache
def dealer_draws(game: str) -> bool:
    """Whether a wager is paid by the total that the dealer draws to (LB-12)."""
    return "total-26" in {line.hand for table in TableConfig(game).tables.values() for line in table.lines}


def can_wish(game: str) -> bool:
    return deals_sevens(game) or has_board(game) or dealer_draws(game)


@cache
def _dealt(game: str) -> dict[tuple[int, str], int]:
    """How many cards come where, found by dealing once."""
    config = TableConfig(game)
    order = fresh_order(config.decks, config.sheet.jokers)
    number = game_of(game).draw_number(config)
    round = Round(config, random_wagers(config, "easy"), order, number=number).play_out(staying_policy)
    found: dict[tuple[int, str], int] = {}
    for event in round.log:
        if event.kind == "deal":
            where = (event.spot, event.place)
            found[where] = found.get(where, 0) + len(event.cards)
    return found


def rare(game: str, spots: Sequence[int]) -> Wishes:
    """Rare hands for two of the spots, and more where they share a board."""
    if dealer_draws(game):
        return _suited_break()
    return _sevens(spots) if deals_sevens(game) else _board(spots)


def _suited_break() -> Wishes:
    """The dealer breaks with cards of one suit: the long multipliers."""
    suit = pick(SUITS)
    up, hole, *drawn = (
        card(rank, suit) for rank in pick(((TWO, THREE, FOUR, FIVE, KING), (TWO, THREE, NINE, QUEEN)))
    )
    return {(0, "up"): [up], (0, "hole"): [hole], (0, "drawn"): drawn}


def _sevens(spots: Sequence[int]) -> Wishes:
    one, other, *_ = sample(SUITS, 4)
    hands: list[Callable[[int], list[Card]]] = [
        lambda suit: [card(rank, suit) for rank in range(TWO, EIGHT + 1)],
        lambda suit: [card(rank, suit) for rank in (TEN, JACK, QUEEN, KING, ACE)],
        lambda suit: [card(rank, suit) for rank in range(FIVE, NINE + 1)],
        lambda suit: [card(NINE, s) for s in SUITS],
        lambda suit: [*(card(ACE, s) for s in SUITS), JOKER],
    ]
    first = pick(hands)
    # the same hand in another suit where it has one, so that two claim one meter
    second = first if len(first(one)) >= 5 and JOKER not in first(one) and pick((True, False)) else hands[3]
    made = [first(one), second(other)]
    if set(made[0]) & set(made[1]):
        made = [hands[1](one), hands[2](other)]
    return {(spot, "hand"): hand for spot, hand in zip(sample(list(spots), 2), made, strict=False)}


def _board(spots: Sequence[int]) -> Wishes:
    suit, x, y, z = sample(SUITS, 4)
    chosen = sample(list(spots), 3)
    if pick((True, False)):
        board = [card(KING, suit), card(QUEEN, suit), card(JACK, suit), card(NINE, x), card(NINE, y)]
        holes = [[card(ACE, suit), card(TEN, suit)], [card(NINE, suit), card(NINE, z)]]
    else:
        board = [card(NINE, suit), card(EIGHT, suit), card(SEVEN, suit), card(TWO, x), card(TWO, y)]
        holes = [
            [card(JACK, suit), card(TEN, suit)],
            [card(SIX, suit), card(FIVE, suit)],
            [card(TWO, suit), card(TWO, z)],
        ]
    wishes: dict[tuple[int, str], Sequence[Card]] = {
        (0, "flop"): board[:3],
        (0, "turn"): board[3:4],
        (0, "river"): board[4:],
    }
    return wishes | {(spot, "hand"): hole for spot, hole in zip(chosen, holes, strict=False)}

"""Drill: seven cards are set the house way."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cardplay.paigow.hands import all_settings, plays_as
from pitboss.cardplay.paigow.house_way import HouseWay, PairStructure
from pitboss.cardplay.paigow.procedure import way_and_wheel
from pitboss.core.cards import JOKER, Card, parse, text, texts
from pitboss.core.errors import BadInput
from pitboss.core.shoe import fresh_order, random_below
from pitboss.rounds.config import TableConfig
from pitboss.school.guide import readable
from pitboss.school.kit import TRIES, Drill, Field, own_choices
from pitboss.sheets import sheet

HANDS = {"easy": 2, "usual": 3, "hard": 4}
PLAIN = ("no pair", "one pair")
TASK = "Set each hand the house way: press the two cards that go in front."


def taught(game: str) -> bool:
    return any(option.name == "house_way" for option in sheet(game).options)


def make(game: str, level: str) -> Drill:
    config = TableConfig(game, own_choices(game))
    fields = tuple(hand_field(config, _seven(config, level), at) for at in range(1, HANDS[level] + 1))
    way, _ = way_and_wheel(config)
    return Drill("set", TASK, fields, facts=(f"House way: {_title(way)}",))


def _title(way: HouseWay) -> str:
    return way.title or way.name.replace("-", " ").title()


def _seven(config: TableConfig, level: str) -> tuple[int, ...]:
    """Seven cards; above the easy level mostly hands that ask for more than keeping a pair behind."""
    cards: tuple[int, ...] = ()
    for _ in range(TRIES):
        cards = tuple(fresh_order(config.decks, config.sheet.jokers)[:7])
        if (
            level == "easy"
            or PairStructure.of(cards).dealt not in PLAIN
            or (level == "usual" and not random_below(4))
        ):
            break
    return cards


def hand_field(config: TableConfig, cards: tuple[int, ...], number: int) -> Field:
    """Right is every front that makes the hand the house makes: equal cards of other suits are as good."""
    way, wheel = way_and_wheel(config)
    made, rule = way.explain(cards, wheel)
    good = {
        frozenset(setting.front)
        for setting in all_settings(cards, wheel)
        if not setting.foul
        and (setting.front_value, setting.back_value) == (made.front_value, made.back_value)
    }
    dealt = PairStructure.of(cards).dealt

    def right(word: str) -> bool:
        try:
            return frozenset(parse(card) for card in word.split()) in good
        except BadInput:
            return False

    return Field(
        f"Hand {number}",
        "cards",
        right,
        f"{_shown(made.front)} in front, {_shown(made.back)} in back",
        f"{dealt.capitalize()}. {rule.text[:1].upper()}{rule.text[1:]}: {made.words}",
        rule.clause,
        f"House way: {dealt}",
        cards=tuple(text(card) for card in _high_first(cards)),
    )


def _shown(cards: Sequence[Card]) -> str:
    """As people read cards: 10♣ 4♥, and the joker by its name."""
    return readable(texts(_high_first(cards))).replace("Jk", "joker")


def _high_first(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda c: (plays_as(c), c == JOKER, c), reverse=True)

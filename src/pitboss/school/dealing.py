"""Drills at the deal: what comes next, hands set the house way, the card reader.

What comes next: a round stops somewhere, and the next act of the dealer is one of four.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cardplay.paigow.hands import all_settings, plays_as
from pitboss.cardplay.paigow.house_way import HouseWay, PairStructure
from pitboss.cardplay.paigow.procedure import way_and_wheel
from pitboss.core.cards import JOKER, RANKS, Card, fresh_order, parse, random_below, rank_of, text, texts
from pitboss.core.errors import BadInput
from pitboss.core.money import dollars
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import EVERYONE, RoundEvent
from pitboss.rounds.game import Game, game_of
from pitboss.rounds.round import Round
from pitboss.school.guide import readable
from pitboss.school.kit import (
    TRIES,
    Drill,
    Field,
    choice_field,
    deal,
    own_choices,
    pick,
    random_wagers,
    sample,
)
from pitboss.sheets import clauses, sheet

SPOTS = {"easy": 2, "usual": 3, "hard": 4}
OPTIONS = 4
DEALERS: tuple[str, ...] = ("step", "say", "deal", "expose", "clear", "settle", "move")
"""what the dealer does; decisions are the players'"""
NEXT_TASK = "The round stops here. What comes next?"


def next_taught(game: str) -> bool:
    """Every game has a procedure."""
    return True


def make_next(game: str, level: str) -> Drill:
    config = TableConfig(game, own_choices(game))
    while True:
        round = deal(config, random_wagers(config, level, SPOTS[level]))
        stops = [at for at in range(1, len(round.log)) if askable(round, at)]
        if stops:
            return drill_of(round, pick(stops))


def askable(round: Round, at: int) -> bool:
    """Whether the dealer acts next, and three other acts of the round could be taken for it."""
    event = round.log[at]
    return (
        event.kind in DEALERS and bool(words(round, event)) and len(others(round, at)) >= OPTIONS - 1
        and words(round, event) != words(round, round.log[at - 1])
    )  # fmt: skip


def others(round: Round, at: int) -> list[str]:
    """Acts of the same round that do not come now."""
    right = words(round, round.log[at])
    told = {words(round, e) for n, e in enumerate(round.log) if e.kind in DEALERS and n != at}
    return sorted(told - {right, ""})


def drill_of(round: Round, at: int) -> Drill:
    event = round.log[at]
    right = words(round, event)
    options = sample([right, *sample(others(round, at), OPTIONS - 1)], OPTIONS)
    step = next((e.text for e in reversed(round.log[:at]) if e.kind == "step"), "bets")
    before = told(round, round.log[at - 1])
    why = f"{_rule(event)}After “{before}” comes “{right}”"
    fields = (choice_field("What comes next", options, right, why, event.clause, f"Procedure: {step}"),)
    return Drill("procedure", NEXT_TASK, fields, round, shown=at, facts=(f"Last: {before}",))


STEPS = {
    "bets": "Take the bets",
    "no more bets": "Close the betting",
    "deal": "Begin the deal",
    "decisions": "Turn to the players' decisions",
    "dealer": "Turn to the dealer's hand",
    "settle": "Begin to settle",
}
"""where a dealer's card lies by the light of its reader (DU-03)"""
FEW = ("no", "a", "two", "three", "four", "five", "six", "seven")


def words(round: Round, event: RoundEvent) -> str:
    """The act as a dealer says it, without its result."""
    face = "" if event.seen == EVERYONE else ", face down"
    match event.kind:
        case "step":
            return STEPS.get(event.text, f"Begin: {event.text}")
        case "say" if not event.spot:
            return _announcement(event.text)
        case "move":
            return _moved(round, event)
        case "deal":
            return _dealt(event) + face
        case "expose":
            return f"Turn over {_lies(round, event)}"
        case "clear":
            return f"Take in {_lies(round, event)}"
        case "settle":
            return f"Settle the {_wager(round, event.place)} at spot {event.spot}"
    return ""


def _cards(event: RoundEvent) -> str:
    count = len(event.cards)
    return "a card" if count == 1 else f"{FEW[count] if count < len(FEW) else count} cards"


def _dealt(event: RoundEvent) -> str:
    place = event.place
    if event.spot:
        return (
            f"Deal spot {event.spot} its third card"
            if place == "hit"
            else f"Deal {_cards(event)} to spot {event.spot}"
        )
    if place.startswith("seat"):
        return f"Deal {_cards(event)} to the empty place {place.removeprefix('seat').strip('- ')}"
    named = {
        "up": "Deal the dealer's upcard",
        "hole": "Deal the dealer's hole card",
        "hit": "Deal the dealer's third card",
        "drawn": "Draw a card for the dealer",
        "flop": "Deal the flop",
        "turn": "Deal the turn card",
        "river": "Deal the river card",
        "left": f"Lay aside the {_cards(event)} that are left",
    }
    return named.get(place, f"Deal {_cards(event)} to the dealer")


def _moved(round: Round, event: RoundEvent) -> str:
    to = str(event.detail).replace("-", " ")
    whose = f"spot {event.spot}" if event.spot else "the dealer"
    if to in game_of(round.config.game).lights:
        return f"Lay the dealer's hole card in the {to} group"
    if to in ("front", "back"):
        return f"Lay the {'two cards of the front' if to == 'front' else 'five cards of the back'} hand of {whose}"
    if event.place == "hit":
        return f"Push the third card to the hand of {whose}"
    return f"Lay the {event.place.replace('-', ' ')} of {whose} to the {to}"


def _lies(round: Round, event: RoundEvent) -> str:
    """What lies there and whose it is."""
    place = event.place
    if place.startswith("seat"):
        return f"the hand of the empty place {place.removeprefix('seat').strip('- ')}"
    if place == "left":
        return "the cards that were left"
    if event.spot:
        what = {"hit": "third card", "front": "front hand", "back": "back hand", "hand": "cards"}
        return f"the {what.get(place, place.replace('-', ' '))} of spot {event.spot}"
    if place in game_of(round.config.game).lights:
        return f"the dealer's cards in the {place} group"
    what = {
        "hole": "hole card",
        "hit": "third card",
        "hand": "cards",
        "front": "front hand",
        "back": "back hand",
    }
    return f"the dealer's {what.get(place, place.replace('-', ' '))}"


def _rule(event: RoundEvent) -> str:
    """What the clause behind the act is about."""
    title = next((clause.title for clause in clauses() if clause.id == event.clause), "")
    return f"{title}. " if title else ""


def _announcement(text: str) -> str:
    """What is announced, whatever it turns out to be: the flop, the dealer's hand."""
    what = text.partition(":")[0]
    if not what:
        return ""
    return "Announce the dealer's hand" if what.startswith("Dealer") else f"Announce: {what}"


def _wager(round: Round, place: str) -> str:
    return next((w.name for w in round.config.sheet.wagers if w.id == place), place.replace("-", " "))


def told(round: Round, event: RoundEvent) -> str:
    """What has just happened."""
    if event.kind == "choice":
        amount = f", {dollars(event.amount_cents)}" if event.amount_cents else ""
        return f"Spot {event.spot} decides: {event.place.replace('-', ' ')}{amount}"
    if event.kind == "bet":
        return f"Spot {event.spot} puts {dollars(event.amount_cents)} on {_wager(round, event.place)}"
    if event.kind == "jackpot":
        return f"Jackpot line at spot {event.spot}: {event.text}"
    return words(round, event) or event.text or event.kind


# Seven cards are set the house way.

HANDS = {"easy": 2, "usual": 3, "hard": 4}
PLAIN = ("no pair", "one pair")
SETTING_TASK = "Set each hand the house way: press the two cards that go in front."


def setting_taught(game: str) -> bool:
    return any(option.name == "house_way" for option in sheet(game).options)


def make_setting(game: str, level: str) -> Drill:
    config = TableConfig(game, own_choices(game))
    fields = tuple(hand_field(config, _seven(config, level), at) for at in range(1, HANDS[level] + 1))
    way, _ = way_and_wheel(config)
    return Drill("set", SETTING_TASK, fields, facts=(f"House way: {_title(way)}",))


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


# The card reader: which light it shows for each card of the dealer, and where the card then lies.

CARDS = {"easy": 3, "usual": 5, "hard": 8}
READER_TASK = "The reader is out of order. Say which light each of these dealer cards takes."


def reader_taught(game: str) -> bool:
    """Where the dealer's cards lie by the colours of a reader (DU-03)."""
    return bool(game_of(game).lights)


def make_reader(game: str, level: str) -> Drill:
    reader = game_of(game)
    light = reader.light
    assert light is not None, "asked of games with a reader"
    order = fresh_order(TableConfig(game).decks)
    fields = tuple(
        choice_field(
            f"The dealer's {readable(text(card))}",
            reader.lights,
            light(card),
            f"{light(card).capitalize()} is {span(reader, light(card))}",
            "DU-03",
            f"Card reader: {light(card)}",
        )
        for card in order[: CARDS[level]]
    )
    return Drill("reader", READER_TASK, fields)


def span(reader: Game, light: str) -> str:
    """The cards of a light: `10 to ace`."""
    ranks = [rank_of(card) for card in range(52) if reader.light and reader.light(card) == light]
    low, high = ({"T": "10", "A": "ace"}.get(RANKS[rank], RANKS[rank]) for rank in (min(ranks), max(ranks)))
    return f"{low} to {high}"

"""The rules of a table in a player's words: what it is about, how a round goes, what is bet and paid, and a
round dealt by the engine itself as an example."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from pitboss.core.cards import deck_of, text
from pitboss.core.errors import PitbossError
from pitboss.core.money import dollars, signed
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import EVERYONE, RoundEvent, Settlement
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, fallback
from pitboss.sheets.plugins import folder_of, when_plugins_change
from pitboss.sheets.toml import Node, parse_toml

EXAMPLES: Final = 200
"""rounds that are tried until one is worth telling"""
EXAMPLE_CENTS: Final = 1000
SPOT: Final = 1


@dataclass(frozen=True, slots=True)
class Guide:
    goal: str
    steps: tuple[str, ...]
    words: tuple[str, ...]


@cache
def guide_of(game: str) -> Guide | None:
    """The guide of a game, or None: the sheet then has the wagers and pay tables alone."""
    file = folder_of(game) / "guide.toml"
    if not file.is_file():
        return None
    name = f"{file.parent.name}/{file.name}"
    root = Node(parse_toml(file.read_text(encoding="utf-8"), name), name)
    guide = Guide(root.text("goal"), root.texts("steps"), root.texts("words", ()))
    root.done()
    return guide


when_plugins_change(guide_of.cache_clear)


def example_of(config: TableConfig) -> list[str]:
    """A round on one spot, told line by line; the same one at every table set up alike."""
    try:
        for seed in range(EXAMPLES):
            round, sensible = example_round(config, seed)
            if sensible and round.net_cents(SPOT) > 0:
                return [readable(line) for event in round.log if (line := told(event, config))]
    except PitbossError:
        pass
    return []


def readable(line: str) -> str:
    """`Tc 4h` as people read it, 10♣ 4♥; what the log says in brief as somebody at the table would say it."""
    line = CARD.sub(lambda m: f"{m[1].replace('T', '10')}{SIGNS[m[2]]}", line)
    return WITH_ARTICLE.sub("Dealer has a ", line).replace("drawn by generator", "drawn at random")


SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
CARD: Final = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
WITH_ARTICLE: Final = re.compile(r"\bDealer has (?=pair of|straight|flush|full house|royal flush)")
GOOD_TOTAL: Final = 17


def example_round(config: TableConfig, seed: int) -> tuple[Round, bool]:
    """A round, and whether nobody would shake his head over how it was played."""
    game = game_of(config.game)
    order = deck_of(config.decks, jokers=config.sheet.jokers)
    random.Random(seed).shuffle(order)
    second = order if game.persistent_shoe else []
    number = 1 if game.draws and not config.rolls_dice else None
    round = Round(config, {SPOT: example_bets(config)}, (*order, *second), number=number)
    sensible = True
    while not round.finished:
        ask = round.pending[0]
        actions = {choice.action: choice for choice in ask.choices}
        totals = [int(n) for n in re.findall(r"\d+", ask.text)]
        if "stand" in actions:
            sensible &= bool(totals) and max(totals) >= GOOD_TOTAL
        playing = [c.action for c in ask.choices if c.cost_cents and not c.most_cents and c.action != "hit"]
        if playing and "stand" not in actions:
            round.act(ask.spot, playing[0])
        else:
            round.decide(ask.spot, fallback(round, ask))
    return round, sensible


def example_bets(config: TableConfig) -> dict[str, int]:
    """Ten dollars, or what the limits allow, on every wager that opens the round."""
    bets = {}
    for wager in config.sheet.wagers:
        limit = config.limits.get(wager.id)
        if wager.placed == "first":
            least = limit.least_cents if limit else 0
            most = (limit.most_cents if limit else None) or EXAMPLE_CENTS
            bets[wager.id] = max(least, min(EXAMPLE_CENTS, most))
    return bets


def told(event: RoundEvent, config: TableConfig) -> str:
    """One event in a sentence; steps and burned cards are left out."""
    who = "You" if event.spot else "The dealer"
    cards = " ".join(text(c) for c in event.cards)
    if event.kind == "deal" and event.seen in (EVERYONE, SPOT):
        return f"{who} get{'' if event.spot else 's'} {cards}."
    if event.kind == "expose" and not event.spot:
        return f"{who} shows {cards}."
    if event.kind == "choice":
        return f"You choose: {event.place.replace('-', ' ')}."
    if event.kind == "bet":
        return f"{dollars(event.amount_cents)} more goes on {config.sheet.wager(event.place).name}."
    if event.kind == "say" and event.text and not event.spot:
        return f"{event.text}."
    if isinstance(done := event.detail, Settlement):
        net = signed(done.net_cents) if done.net_cents else "push"
        return f"{config.sheet.wager(done.wager).name}: {done.text or done.hand}, {net}."
    return ""

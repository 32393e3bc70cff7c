"""Scripted rounds on a rigged, real server: whoever looks on knows which cards come.

A script names the seats, the wagers, the cards wished for at places, and what is decided. The order of the
cards is worked out with the engine itself, so a wish is met whatever way the game deals."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pitboss.core.cards import deck_of, parse_order, texts
from pitboss.room.demo import demo_setups
from pitboss.room.table import Pace
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from tests.client import Client
from tests.web.conftest import SLOW, Server

from .rigged import MORE_PLAYERS

TRIES = 400


@dataclass(frozen=True)
class Script:
    """One round as it is to go."""

    game: str
    own: int
    """the seat of the person whose screen is looked at"""
    others: tuple[int, ...] = ()
    bets: Mapping[str, int] = field(default_factory=dict)
    """laid on every seat"""
    wishes: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """(spot, place): the cards dealt there, the first ones first; spot 0 is the dealer"""
    plays: tuple[str, ...] = ()
    """of the own seat: what it wants to do, each as soon as it may; else, and at other seats, the quiet choice"""
    number: int = 1
    """drawn for the first hand, in games that draw one (PG-02)"""

    def decides(self, choices: Mapping[str, int], spot: int, left: list[str]) -> tuple[str, int]:
        """The action of this turn, taken from what is left, with the most it may cost where it costs an amount."""
        wanted = next((play for play in left if play in choices), None) if spot == self.own else None
        if wanted is not None:
            left.remove(wanted)
        action = wanted or next(a for a in QUIET if a in choices)
        return action, choices[action]


def alone(script: Script) -> Script:
    """The same round with nobody else at the table."""
    return replace(script, others=())


QUIET = ("stand", "check", "decline", "house-way", "bonus", "stay", "play-1x", "fold")
"""what seats do about which the script says nothing"""


def config_of(game: str) -> TableConfig:
    (setup,) = (s for s in demo_setups(Pace()) if s.config.game == game)
    return setup.config


def laid(script: Script) -> dict[str, int]:
    """The script's wagers as far as the demo room's limits allow."""
    limits = config_of(script.game).limits
    bets = dict(script.bets)
    for wager, limit in limits.items():
        if wager in bets:
            bets[wager] = max(limit.least_cents, min(bets[wager], limit.most_cents or bets[wager]))
    return bets


def play(script: Script, config: TableConfig, order: list[int]) -> Round:
    second = deck_of(config.decks, jokers=config.sheet.jokers) if game_of(script.game).persistent_shoe else []
    spots = sorted((script.own, *script.others))
    round = Round(
        config,
        {s: laid(script) for s in spots},
        (*order, *second),
        number=script.number if game_of(script.game).draws else None,
    )
    left = list(script.plays)
    while not round.finished:
        ask = round.pending[0]
        choices = {choice.action: choice.most_cents for choice in ask.choices}
        round.act(ask.spot, *script.decides(choices, ask.spot, left))
    return round


def order_for(script: Script) -> str:
    """The first cards of a shoe that deals what the script wishes for."""
    config = config_of(script.game)
    order = deck_of(config.decks, jokers=config.sheet.jokers)
    random.Random(7).shuffle(order)
    wished = {where: parse_order(cards) for where, cards in script.wishes.items()}
    at = 0
    for _ in range(TRIES):
        dealt: dict[tuple[int, str], int] = {}
        right: set[int] = set()
        wrong = None
        at = 0
        for event in play(script, config, order).log:
            if event.kind != "deal":
                continue
            for card in event.cards:
                where = (event.spot, event.place)
                n = dealt.get(where, 0)
                dealt[where] = n + 1
                wish = wished.get(where, ())
                if wrong is None and n < len(wish):
                    if card == wish[n]:
                        right.add(at)
                    else:
                        wrong = (at, wish[n])
                at += 1
        if wrong is None:
            return texts(order[:at])
        here, card = wrong
        there = next(i for i, c in enumerate(order) if c == card and i not in right)
        order[here], order[there] = order[there], order[here]
    raise AssertionError(f"The wishes of {script.game} cannot be met.")


class Rigged(Server):
    """A demo room whose shoes begin with these cards."""

    def __init__(self, folder: Path, orders: Mapping[str, object], *options: str) -> None:
        super().__init__(folder, *SLOW, *options)
        self.orders = orders

    @property
    def command(self) -> list[str]:
        *started, _, serve = super().command
        return [*started, "tests.browser.rigged", json.dumps(self.orders), serve]


class Stage(Rigged):
    """A rigged room with a person for every seat."""

    def __init__(self, folder: Path, scripts: Mapping[str, Script]) -> None:
        super().__init__(folder, {game: order_for(script) for game, script in scripts.items()})
        self.people: dict[str, Client] = {}

    def person(self, name: str) -> Client:
        if name not in self.people:
            self.people[name] = self.client(name)
        return self.people[name]

    def steps(self, script: Script) -> Iterator[tuple[str, int]]:
        """Plays the script through the API; after each step its name and the table's version.

        The own seat is ann's."""
        table = f"{script.game}-1"
        seats = {script.own: "ann"}
        seats |= dict(zip(script.others, ("bob", "cleo", *MORE_PLAYERS), strict=False))
        for spot, name in seats.items():
            self.person(name).command(table, "sit", spot=spot)
        yield "seated", self.version(table)
        for spot, name in seats.items():
            for wager, cents in laid(script).items():
                self.person(name).command(table, "bet", spot=spot, wager=wager, amount_cents=cents)
        yield "bets", self.version(table)
        for name in (*list(seats.values())[1:], "ann"):
            self.person(name).command(table, "ready")
        left, turn = list(script.plays), 0
        while (state := self.person("ann").state(table))["phase"] == "playing":
            turn += 1
            (spot, *_) = state["view"]["waiting_for"]
            who = seats[spot]
            if spot == script.own:
                yield f"asked-{turn}", state["version"]
            pending = self.person(who).state(table)["view"]["pending"][0]
            choices = {choice["action"]: choice.get("most_cents", 0) for choice in pending["choices"]}
            action, amount = script.decides(choices, spot, left)
            self.person(who).command(table, "act", spot=spot, action=action, amount_cents=amount)
        yield "settled", state["version"]

    def version(self, table: str) -> int:
        version: int = self.person("ann").state(table)["version"]
        return version

    def clear(self, script: Script) -> None:
        for client in self.people.values():
            for spot in client.state(f"{script.game}-1")["you"]["spots"]:
                client.command(f"{script.game}-1", "leave", spot=spot)

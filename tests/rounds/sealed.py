"""Sealed rounds as a room would deal them, and their files as a player would download them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from operator import getitem
from typing import Any

from pitboss.core.cards import text
from pitboss.core.errors import PitbossError
from pitboss.fairness import chain
from pitboss.fairness.chain import ChainLink
from pitboss.fairness.cuts import DICE, Cut
from pitboss.fairness.seal import BY_DICE, CutShoe, round_commitment
from pitboss.fairness.shuffling import next_start, seal_shoe
from pitboss.room.proof import Story, inputs_json, proof_json
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import NOBODY, Decision
from pitboss.rounds.felt import Wagers
from pitboss.rounds.round import Round
from pitboss.rounds.views import view
from tests.games.support import play_randomly, random_config, random_wagers

TABLE = "table-1"


def fingerprint(config: TableConfig) -> str:
    shape = json.dumps(config.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(shape.encode()).hexdigest()


def opening_links(wagers: Wagers, cuts: Iterable[Cut]) -> tuple[ChainLink, ...]:
    """Everybody bets, some cut, bets are closed; who has cut has a seat."""
    seats = {*wagers, *(cut.spot for cut in cuts)} - {DICE}
    links = [chain.bets(spot, wagers[spot]) for spot in sorted(wagers)]
    links += [chain.cut(cut.spot, cut.value) for cut in cuts]
    return (*links, chain.closed(seats))


def decision_links(round: Round) -> tuple[ChainLink, ...]:
    void = (chain.void(round.voided),) if round.voided else ()
    return (*(chain.chose(spot, decision) for spot, decision in round.decisions), *void)


@dataclass
class Dealt:
    """One round from a sealed shoe."""

    config: TableConfig
    shoe: CutShoe
    round: Round
    number: int
    story: Story

    def __post_init__(self) -> None:
        """The links of decisions that name cards carry their mark."""
        decisions = iter(enumerate(self.round.decisions))
        links = list(self.story.links)
        for at, (kind, spot, value) in enumerate(links):
            if kind == "chose" and len(value) == 2:
                n, (_, decision) = next(decisions)
                links[at] = kind, spot, [*value, *self.marks(n, decision)]
        self.story = self.story._replace(links=tuple(links))

    def marks(self, n: int, decision: Decision) -> list[str]:
        salt = self.shoe.sealed.decision_salt(self.number, n)
        return [chain.mark_of(salt, map(text, decision.cards))] if decision.cards else []

    @property
    def commitment(self) -> str:
        sealed, start = self.shoe.sealed, self.round.start
        if not start:
            return round_commitment(sealed, self.number)
        return round_commitment(sealed, self.number, start, self.closed)

    @property
    def closed(self) -> str:
        """The head of the chain when the bets of the shoe's first round were closed."""
        opening = tuple(link for link in self.story.links if link[0] not in ("chose", "void"))
        first = self.story.first or opening
        return chain.heads(round_commitment(self.shoe.sealed, 1), first)[-1]

    def file(self, spots: Any = (), everything: bool = False) -> dict[str, Any]:
        """As downloaded by the holder of `spots`: through JSON, so that no test shares data with another."""
        seen = (NOBODY, *range(1, self.config.spots + 1)) if spots is None else spots
        shape = {
            "id": f"{TABLE}-{self.number}",
            "table": TABLE,
            "number": self.number,
            "game": self.config.game,
            "finished": self.round.finished,
            "commitment": self.commitment,
            "opened_us": 1_000_000 * self.number,
            "round": inputs_json(self.round, spots, self.shoe.sealed, self.number),
            "view": view(self.round, seen),
            "proof": proof_json(
                self.shoe, self.round, spots, self.config.to_json(), self.story, everything=everything
            ),
        }
        found: dict[str, Any] = json.loads(json.dumps(shape))
        return found

    def receipt(self, spot: int | None = 1) -> dict[str, Any]:
        """What the browser of the player at a spot has kept: it had seen all that came before its cuts."""
        links = self.story.first or self.story.links
        before = chain.heads(round_commitment(self.shoe.sealed, 1), links)
        return {
            "table": TABLE,
            "round": self.number,
            "commitment": self.commitment,
            "sent": [[spot, link[2], before[n]] for n, link in enumerate(links) if link[:2] == ("cut", spot)],
            "heads": chain.heads(self.commitment, self.story.links)[1::2],
        }


def open_shoe(config: TableConfig, dice: random.Random, number: int = 1) -> CutShoe:
    sealed = seal_shoe(config, TABLE, f"{TABLE}-{number}", fingerprint(config), dice.randbytes)
    cuts = [Cut(spot, dice.randbytes(16).hex()) for spot in (1, 3)]
    if sealed.terms.number_by == BY_DICE and sealed.terms.numbers:
        cuts.append(Cut(DICE, "3 1 6"))
    return sealed.cut(cuts)


def story_of(round: Round, cuts: Iterable[Cut], first: tuple[ChainLink, ...] = ()) -> Story:
    opening = opening_links(round.wagers, () if round.start else cuts)
    return Story((*opening, *decision_links(round)), first if round.start else ())


def deal(
    config: TableConfig, shoe: CutShoe, dice: random.Random, before: tuple[Dealt, ...] = ()
) -> Dealt | None:
    """The next round of a shoe, played out at random; None where its wagers were refused."""
    start = sum(dealt.round.cards_used for dealt in before)
    number = before[-1].number + 1 if before else 1
    try:
        wagers = random_wagers(config, dice)
        holders = {spot: f"player {spot}" for spot in wagers}
        round = Round(config, wagers, shoe.order, start, holders, shoe.number, shoe.dice)
    except PitbossError:
        return None
    play_randomly(round, dice)
    first = opening_links(before[0].round.wagers, shoe.cuts) if before else ()
    return Dealt(config, shoe, round, number, story_of(round, shoe.cuts, first))


def begun(config: TableConfig, dice: random.Random, spots: Iterable[int] = (1,)) -> Dealt:
    """The first wagers are laid at these spots, and nobody has decided yet."""
    shoe = open_shoe(config, dice)
    wagers = {spot: {w.id: 1000 for w in config.sheet.wagers if w.placed == "first"} for spot in spots}
    holders = {spot: f"player {spot}" for spot in spots}
    round = Round(config, wagers, shoe.order, 0, holders, shoe.number, shoe.dice)
    return Dealt(config, shoe, round, 1, story_of(round, shoe.cuts))


def voided(dealt: Dealt) -> Dealt:
    round = dealt.round.copy()
    round.void("a card was exposed")
    return Dealt(dealt.config, dealt.shoe, round, dealt.number, story_of(round, dealt.shoe.cuts))


def random_dealt(game: str, dice: random.Random) -> Dealt:
    while True:
        config = random_config(game, dice)
        found = deal(config, open_shoe(config, dice), dice)
        if found:
            return found


def whole_shoe(config: TableConfig, dice: random.Random) -> list[Dealt]:
    """Rounds until the cut card."""
    shoe = open_shoe(config, dice)
    found: list[Dealt] = []
    while not found or next_start(found[-1].round) is not None:
        if more := deal(config, shoe, dice, tuple(found)):
            found.append(more)
    return found


def changed(file: dict[str, Any], *path: Any) -> dict[str, Any]:
    """A copy with one value changed: the path to it, and the new value last."""
    shape = copy.deepcopy(file)
    *way, last, value = path
    reduce(getitem, way, shape)[last] = copy.deepcopy(value)
    return shape

"""Sealed rounds as a room would deal them, and their files as a player would download them."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pitboss.errors import PitbossError
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import DICE, Cut
from pitboss.rounds.disclosure import Earlier, LogOrder, inputs_json, proof_json
from pitboss.rounds.round import Round
from pitboss.rounds.seal import BY_DICE, CutShoe
from pitboss.rounds.shuffling import next_start, seal_shoe
from pitboss.rounds.views import view
from tests.games.support import play_randomly, random_config, random_wagers

TABLE = "table-1"


def fingerprint(config: TableConfig) -> str:
    text = json.dumps(config.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


@dataclass
class Dealt:
    """One round from a sealed shoe."""

    config: TableConfig
    shoe: CutShoe
    round: Round
    number: int
    earlier: tuple[Earlier, ...]
    log: LogOrder

    @property
    def commitment(self) -> str:
        return self.shoe.commitment(self.number, self.log.sealed and sum(e.cards for e in self.earlier))

    def file(self, spots: Any = (), everything: bool = False) -> dict[str, Any]:
        """As downloaded by the holder of `spots`: through JSON, so that no test shares data with another."""
        shape = {
            "id": f"{TABLE}-{self.number}",
            "table": TABLE,
            "number": self.number,
            "commitment": self.commitment,
            "round": inputs_json(self.round, spots),
            "view": view(self.round, range(1, 20) if spots is None else spots),
            "proof": proof_json(
                self.shoe,
                self.round,
                spots,
                self.config.to_json(),
                self.log,
                self.earlier,
                everything=everything,
            ),
        }
        found: dict[str, Any] = json.loads(json.dumps(shape))
        return found


def open_shoe(config: TableConfig, dice: random.Random, number: int = 1) -> CutShoe:
    sealed = seal_shoe(config, TABLE, f"{TABLE}-{number}", fingerprint(config), dice.randbytes)
    cuts = [Cut(spot, dice.randbytes(16).hex()) for spot in (1, 3)]
    if sealed.terms.number_by == BY_DICE and sealed.terms.numbers:
        cuts.append(Cut(DICE, "3 1 6"))
    return sealed.cut(cuts)


def deal(
    config: TableConfig, shoe: CutShoe, dice: random.Random, before: tuple[Dealt, ...] = ()
) -> Dealt | None:
    """The next round of a shoe, played out at random; None where its wagers were refused."""
    earlier = tuple(Earlier(d.number, sum(e.cards for e in d.earlier), d.round.cards_used) for d in before)
    start = sum(e.cards for e in earlier)
    number = before[-1].number + 1 if before else 1
    try:
        wagers = random_wagers(config, dice)
        round = Round(config, wagers, shoe.order, start, number=shoe.number, dice=shoe.dice)
    except PitbossError:
        return None
    at = 100 * number
    log = LogOrder(100, 100 + 9, at, at + 1, at + 9, tuple(101 + n for n in range(len(shoe.cuts))))
    return Dealt(config, shoe, play_randomly(round, dice), number, earlier, log)


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
    at = shape
    for step in way:
        at = at[step]
    at[last] = value
    return shape

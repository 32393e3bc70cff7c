"""The rules in a player's words, and how long a round is shown."""

from __future__ import annotations

import re

import pytest

from pitboss.room.demo import demo_setups
from pitboss.room.setup import Pace
from pitboss.rounds.config import TableConfig
from pitboss.rounds.show import CARD_MS, LONGEST_MS, PAUSE_MS, pause_ms, show_us
from pitboss.web.guide import example_of, example_round, guide_of

CONFIGS = {setup.config.game: setup.config for setup in demo_setups(Pace())}


@pytest.mark.parametrize("game", CONFIGS)
def test_every_game_has_its_rules_and_an_example(game: str) -> None:
    guide = guide_of(game)
    assert guide is not None
    assert guide.goal.endswith((".", "?"))
    assert len(guide.steps) >= 3
    told = example_of(CONFIGS[game])
    assert any(line.startswith("You get") for line in told)
    assert any("+$" in line for line in told), "the example ends with a win"
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", " ".join(told)), "cards as people read them"
    assert not re.search(r"generator|Dealer has pair", " ".join(told)), "words of the table"
    assert told == example_of(CONFIGS[game]), "the same at every look"


def test_a_game_without_a_guide_has_a_sheet_all_the_same() -> None:
    assert guide_of("no-such-game") is None


def test_a_show_takes_as_long_as_its_events() -> None:
    round, _ = example_round(TableConfig("fu-bacc"), 1)
    deal = next(event for event in round.log if event.kind == "deal")
    assert pause_ms(deal) == PAUSE_MS["deal"] + CARD_MS * len(deal.cards)
    assert show_us([deal, deal]) == 2000 * pause_ms(deal)
    assert show_us(list(round.log) * 50) == 1000 * LONGEST_MS

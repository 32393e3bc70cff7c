"""The tests of the tests: they pass as well on a house whose server is ten times slower, so none leans on the clock."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.conftest import Server
from tests.web.slowing import ten_times_slower

from . import test_keyboard, test_person, test_play, test_proof, test_rounds, test_together
from .conftest import Enter, Keep

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(house: Server) -> Iterator[Server]:
    """The house of the other browser tests, with its brake on."""
    with ten_times_slower(house):
        yield house


def again(test: Callable[..., None], **parameters: str) -> Any:
    long = () if parameters.get("game") == "fu-bacc" else pytest.mark.long
    return pytest.param(test, parameters, marks=long, id="-".join([test.__name__, *parameters.values()]))


@pytest.mark.parametrize(("test", "parameters"), [
    *(again(test_rounds.test_a_round_by_clicks, game=game) for game in test_rounds.GAMES),
    again(test_play.test_a_chip_lays_the_minimum_and_never_more_than_the_maximum),
    again(test_play.test_the_same_bet_again_with_one_press_and_every_figure_agrees),
    again(test_together.test_two_players_at_one_table),
    again(test_together.test_reload_in_mid_round),
    again(test_keyboard.test_a_round_with_the_keyboard_alone),
    again(test_proof.test_a_players_cut_is_sent_and_found_in_the_proof_and_the_replay),
    again(test_person.test_chips_asked_for_cash_asked_for_and_the_statement_that_shows_it),
])  # fmt: skip
def test_it_passes_as_well_slowed(
    test: Callable[..., None], parameters: dict[str, str], enter: Enter, keep: Keep
):
    given = {"enter": enter, "keep": keep, **parameters}
    test(**{name: given[name] for name in inspect.signature(test).parameters})

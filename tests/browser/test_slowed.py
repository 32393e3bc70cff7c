"""The tests of the tests: they pass as well on a house whose server is ten times slower, so none leans on the clock."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator

import pytest

from tests.web.conftest import SLOW, Server
from tests.web.slowing import ten_times_slower

from . import test_keyboard, test_person, test_play, test_replay, test_rounds, test_together
from .test_play import test_a_chip_lays_the_minimum_and_never_more_than_the_maximum  # noqa: F401

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The house of the other browser tests, with its brake on."""
    running = Server(tmp_path_factory.mktemp("slow-house"), *SLOW).start()
    with ten_times_slower(running):
        yield running
    running.stop()


def again(test: Callable[..., None]) -> Callable[..., None]:
    """The same test under the marks of this file."""
    found = types.FunctionType(
        test.__code__, test.__globals__, f"{test.__name__}_slowed", test.__defaults__, test.__closure__
    )
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            found = getattr(pytest.mark, mark.name)(*mark.args, **mark.kwargs)(found)
    return found


@pytest.mark.parametrize("game", ["fu-bacc"])
def test_a_round_by_clicks(game, enter, keep):
    test_rounds.test_a_round_by_clicks(game, enter, keep)


test_every_round = pytest.mark.long(again(test_rounds.test_a_round_by_clicks))
test_same_bet = pytest.mark.long(
    again(test_play.test_the_same_bet_again_with_one_press_and_every_figure_agrees)
)
test_two_players = pytest.mark.long(again(test_together.test_two_players_at_one_table))
test_reload = pytest.mark.long(again(test_together.test_reload_in_mid_round))
test_keys = pytest.mark.long(again(test_keyboard.test_a_round_with_the_keyboard_alone))
test_steps = pytest.mark.long(again(test_replay.test_a_round_is_stepped_through_and_its_shuffle_proved))
test_chips = pytest.mark.long(
    again(test_person.test_chips_asked_for_cash_asked_for_and_the_statement_that_shows_it)
)

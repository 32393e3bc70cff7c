"""What is decided without asking, and how decisions are handed in and shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.core.errors import IllegalAction, IllegalWager
from pitboss.core.odds import EVEN
from pitboss.rounds import round as rounds
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from tests.rounds.test_inputs import FU_BACC, ORDER

WAGERS = {1: {"ante": 500}, 2: {"ante": 500}}
STAND, FOLD = Choice("stand", "Stand", "FB-07"), Choice("fold", "Fold", "FB-07")
PICK, NAME = Choice("set", "Set", "FB-07", picks=2), Choice("raise", "Raise", "FB-07", 0, 100, 900)


def of_its_own(monkeypatch: pytest.MonkeyPatch, *asked: tuple[Choice, ...]) -> list[object]:
    """Spots 1 and 2 are asked at the same time what is given, and win; the answers that the game gets."""
    got: list[object] = []

    def procedure(felt: Felt) -> Procedure:
        got.append((yield tuple(Ask(spot, choices, "FB-07") for spot, choices in enumerate(asked, 1))))
        for spot in felt.spots:
            felt.settle(spot, "ante", EVEN, "won", "FB-07")

    game = replace(game_of("fu-bacc"), procedure=procedure)
    monkeypatch.setattr(rounds, "game_of", lambda id: game)
    return got


@pytest.mark.parametrize(
    ("asked", "pending"),
    [
        (((STAND,), (STAND,)), []),
        (((STAND,), (STAND, FOLD)), [2]),
        (((PICK,), (STAND,)), [1]),
        (((STAND,), (NAME,)), [2]),
    ],
)
def test_one_choice_is_made_by_itself_unless_something_is_open(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[tuple[Choice, ...], ...], pending: list[int]
) -> None:
    got = of_its_own(monkeypatch, *asked)
    round = Round(FU_BACC, WAGERS, ORDER)
    assert [ask.spot for ask in round.pending] == pending
    if pending:
        assert (got, round.net_cents()) == ([], 0)
    else:
        assert got == [{1: Decision("stand"), 2: Decision("stand")}]
        assert round.finished and round.net_cents() == 1_000


@pytest.mark.clause("HR-20")
def test_a_choice_of_one_that_was_recorded_once_is_passed_over_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of_its_own(monkeypatch, (STAND,), (STAND, FOLD))
    recorded = [(1, Decision("stand")), (2, Decision("fold"))]
    assert Round.replay(FU_BACC, WAGERS, ORDER, recorded).decisions == recorded[1:]
    for other in ((1, Decision("fold")), (2, Decision("double")), (3, Decision("stand"))):
        with pytest.raises(IllegalAction):
            Round.replay(FU_BACC, WAGERS, ORDER, [other, *recorded])


def test_who_holds_a_spot_has_a_name() -> None:
    for holders in ({1: 7}, {"1": "ann"}, ["ann"]):
        with pytest.raises(IllegalWager, match="does not say who holds which spot"):
            Round(FU_BACC, WAGERS, ORDER, holders=holders)  # type: ignore[arg-type]


def test_picked_cards_may_come_in_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    of_its_own(monkeypatch, (PICK,), (STAND,))
    round = Round(FU_BACC, WAGERS, ORDER)
    round.act(1, "set", cards=[3, 4])
    assert round.decisions == [(1, Decision("set", 0, (3, 4)))]


@pytest.mark.clause("HR-33")
def test_a_round_shows_what_came_of_it() -> None:
    round = Round(TableConfig("fu-bacc"), {1: {"ante": 500}}, ORDER)
    played, void = round.copy(), round
    while played.pending:
        played.act(played.pending[0].spot, played.pending[0].choices[0].action)
    void.void("a card was exposed")
    assert played.page().facts["players' net"] == "-$15"
    assert void.page().facts["players' net"] == "void: a card was exposed"

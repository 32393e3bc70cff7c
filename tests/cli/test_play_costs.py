"""What `pitboss play` says about mistakes: their cost where it is known, and that it is not known elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.analysis.questions import advise, cost_of
from pitboss.analysis.report import PricedChoice
from pitboss.cli.play import Judged, cost_said, play_round
from pitboss.core.cards import parse_many
from pitboss.rounds.events import Decision
from pitboss.web import live
from tests.games.stage import start


@pytest.mark.parametrize(("costs", "said"), [
    ([], "mistakes cost 0.00 dollars on average"),
    ([Fraction(0), Fraction(150)], "mistakes cost 1.50 dollars on average"),
    ([None], "what mistakes cost is not known, 1 choice without exact advice"),
    ([None, None], "what mistakes cost is not known, 2 choices without exact advice"),
    ([Fraction(50), None], "mistakes cost 0.50 dollars on average, not counting 1 choice without exact advice"),
])  # fmt: skip
def test_what_is_not_known_is_not_called_nothing(costs: list[Fraction | None], said: str) -> None:
    assert cost_said([Judged("ride", "pull", cost) for cost in costs]) == said


def test_a_choice_without_advice_has_no_cost() -> None:
    assert cost_of((), Decision("ride")) is None
    front = tuple(parse_many("As Kd"))
    options = (PricedChoice("set", Fraction(100), cards=front), PricedChoice("house-way", Fraction(40)))
    assert cost_of(options, Decision("set", cards=front[::-1])) == 0
    assert cost_of(options, Decision("house-way")) == 60
    assert cost_of(options, Decision("set", cards=tuple(parse_many("2s 3d")))) is None


def test_every_decision_of_a_round_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """With advice its cost, without it none; the round itself is the same."""
    answers = iter(("h", "s"))
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    (hit, stand) = play_round(start("blackjack", "Tc 9d 6c 8h 2c Tc"))
    assert (hit.chosen, stand.chosen) == ("hit", "stand")
    assert hit.cost is not None and stand.cost is not None
    answers = iter(("h", "s"))
    monkeypatch.setattr("pitboss.analysis.questions.advise", lambda *_: ())
    assert [judged.cost for judged in play_round(start("blackjack", "Tc 9d 6c 8h 2c Tc"))] == [None, None]


def test_a_hint_names_the_amount_it_is_worked_out_for() -> None:
    round = start("acey-deucey-21", "2c 5h Ac 8d", {"blackjack": 10, "acey-deucey": 10})
    raises = [option for option in live.advise(round, 1) if option["action"] == "raise"]
    assert sorted(option["amount_cents"] for option in raises) == sorted(
        option.amount_cents for option in advise(round, 1) if option.action == "raise"
    )

"""Dealer school: the drill tells nothing beforehand, corrects by the rules, and keeps an honest tally."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from pitboss.errors import BadInput
from pitboss.odds import ForOne, ToOne
from pitboss.rounds.events import Settlement
from pitboss.web.school import School, arithmetic, correct, drill_shape, new_drill, parse_answer, taught


@pytest.fixture
def school() -> School:
    return School()


@pytest.mark.parametrize("game", taught())
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_answers_by_the_procedure_are_all_right(school, game, level):
    course = school.begin(game, level)
    for _ in range(5):
        drill = new_drill(course)
        answers = {at: str(Fraction(done.net_cents, 100)) for at, done in enumerate(drill.lines)}
        answers = {at: f"{float(Fraction(word)):.2f}" for at, word in answers.items()}
        result = correct(course, answers)
        assert all(line["right"] for line in result["corrections"])
    assert course.right == course.asked == course.best_streak
    assert course.share == 100


@pytest.mark.parametrize("game", taught())
def test_the_drill_does_not_carry_its_answers(school, game):
    course = school.begin(game, "usual")
    drill = new_drill(course)
    shape = drill_shape(course)
    assert len(shape["questions"]) == len(drill.lines)
    text = json.dumps(shape)
    assert "settlement" not in text
    assert "net_cents" not in text


def test_a_wrong_answer_ends_the_run_and_is_remembered(school):
    course = school.begin("fu-bacc", "easy")
    drill = new_drill(course)
    result = correct(course, {})
    assert course.streak == 0
    assert sum(course.missed.values()) == len(drill.lines)
    assert all(line["clause"] and line["arithmetic"] for line in result["corrections"])


def test_a_table_is_corrected_once(school):
    course = school.begin("fu-bacc", "easy")
    new_drill(course)
    correct(course, {})
    with pytest.raises(BadInput, match="corrected already"):
        correct(course, {})


@pytest.mark.parametrize(
    ("word", "cents"),
    [
        ("30", 3000),
        ("+7.50", 750),
        ("-5", -500),
        ("−5", -500),
        ("push", 0),
        ("0", 0),
        ("$1,250", 125000),
        ("lots", None),
        ("", None),
    ],
)
def test_answers_as_people_type_them(word, cents):
    assert parse_answer(word) == cents


@pytest.mark.parametrize(
    ("odds", "stake", "net", "words"),
    [
        (ToOne(Fraction(3, 2)), 1000, 1500, "$10 at 3 to 2: $10 × 3 ÷ 2 = $15"),
        (ToOne(Fraction(30)), 500, 15000, "$5 at 30 to 1: $5 × 30 = $150"),
        (ToOne(Fraction(0)), 500, 0, "$5 stays: a push"),
        (ToOne(Fraction(-1)), 500, -500, "$5: the house takes $5"),
        (ForOne(Fraction(9)), 500, 4000, "$5 at 9 for 1: $45 paid, the wager is kept"),
        (None, 0, 30000, "$300 in fixed dollars"),
    ],
)
def test_the_sum_a_dealer_does(odds, stake, net, words):
    assert arithmetic(Settlement(1, "w", stake, net, "h", odds, "FB-01")) == words


def test_unknown_games_levels_and_courses_are_refused(school):
    with pytest.raises(BadInput, match="not taught"):
        school.begin("chess", "easy")
    with pytest.raises(BadInput, match="no level"):
        school.begin("fu-bacc", "heroic")
    with pytest.raises(BadInput, match="over or was never begun"):
        school.course("nobody")

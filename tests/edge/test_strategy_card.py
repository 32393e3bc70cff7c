"""A strategy of so many lines: what it costs, by two roads; where every list is tried, none is better."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner

from pitboss.analysis import questions
from pitboss.analysis.features import Feature, FirstDecisions
from pitboss.analysis.report import PricedChoice, Situation, best_of
from pitboss.analysis.solver import solver_of
from pitboss.cli import pitboss
from pitboss.core.errors import BadInput
from pitboss.lab.strategy_card import CardRule, Cases, StrategyCard, _ranges, strategy_card
from pitboss.table_games.fu_bacc.rules import POINTS

OFFERED = " where it is offered"


def card_of(game: str, lines: int) -> StrategyCard:
    reader = solver_of(game).first_decisions()
    assert isinstance(reader, FirstDecisions)
    return strategy_card(game, questions.one_query(game, reader.wager), lines)


def small_cases() -> Cases:
    """Twelve decisions with two features and three choices, one not always offered."""
    dice = np.random.default_rng(5)
    found: list[tuple[tuple[int, ...], Situation]] = []
    for at in product(range(4), range(3)):
        options = tuple(
            PricedChoice(action, Fraction(int(worth), 7))
            for action, worth in zip(("a", "b", "c"), dice.integers(-9, 9, 3), strict=True)
            if action != "c" or at[0] > 1
        )
        found.append((at, best_of(str(at), Fraction(1, 12), options)))
    features = Feature(("0", "1", "2", "3"), "{}"), Feature(("x", "y", "z"), "{}")
    return Cases(features, found)


def test_no_list_of_three_lines_is_better_than_the_one_found() -> None:
    cases = small_cases()
    every = [
        CardRule(action, (one, other)) for action in range(3) for one in _ranges(4) for other in _ranges(3)
    ]
    defaults = cases.defaults()
    assert [line.action for line in defaults] == [0, 1]
    # every pair of lines before every default, weighed by whole numbers
    worth = np.where(np.isnan(cases.worth), 0, np.rint(cases.worth * 7)).astype(int)
    fits = np.stack([cases.fits(line) for line in every])
    by_line = np.where(fits, worth[:, [line.action for line in every]].T, 0)
    best = -(10**9)
    for default in defaults:
        rest = worth[:, default.action]
        for first in range(len(every)):
            left = ~fits[first]
            gains = ((by_line - np.where(fits, rest, 0)) * left).sum(axis=1)
            best = max(best, int(by_line[first].sum() + rest[left].sum() + gains.max()))
    found = [max(defaults, key=lambda line: cases.total([line]))]
    for _ in range(2):
        grown = cases.grown(found)
        assert grown is not None
        found = cases.improved(grown)
    assert cases.total(found) == Fraction(best, 7 * 12)


def test_acey_deucey_is_played_at_its_best_by_four_lines() -> None:
    card = card_of("acey-deucey-21", 8)
    assert len(card.lines) == 4
    assert card.cost == 0
    edge = questions.answers(
        "acey-deucey-21", "acey-deucey", questions.usual_table("acey-deucey-21", "acey-deucey")
    )[0]
    assert card.edge == card.best_edge == edge.house_edge


@pytest.mark.parametrize(("game", "lines"), [("fu-bacc", 6), ("ultimate-texas-holdem", 6)])
def test_a_card_costs_more_the_shorter_it_is(game: str, lines: int) -> None:
    card = card_of(game, lines)
    costs = [cost for _, cost in card.curve]
    assert costs == sorted(costs, reverse=True)
    assert card.curve[-1] == (lines, card.cost)
    assert card.cost > 0
    assert sum((line.chance for line in card.lines), Fraction(0)) == 1
    assert (
        card.best_edge == questions.answers(game, "main", questions.usual_table(game, "main"))[0].house_edge
    )


def test_a_card_of_fu_bacc_played_by_its_words_costs_what_it_says() -> None:
    """Two roads: the lines followed by hand, on every situation the solver names; none asks
    for what is not offered without saying so."""
    card = card_of("fu-bacc", 6)
    query = questions.one_query("fu-bacc", "main")
    total = Fraction(0)
    for situation in solver_of("fu-bacc").situations(query):
        cards, _, up = situation.name.partition(" v ")
        first, second = map(int, cards.split("-"))
        seen = {"total": (first + second) % 10, "against": int(up), "lower": min(first, second)}
        worths = {(o.text or o.action).lower(): o.expectation for o in situation.options}
        total += situation.chance * next(
            worths[action.removesuffix(OFFERED)]
            for text, _, action in (line.text.rpartition(": ") for line in card.lines)
            if fits(text.lower(), seen)
            and (not action.endswith(OFFERED) or action.removesuffix(OFFERED) in worths)
        )
    assert -total == card.edge
    assert max(POINTS) == 9
    # two monkeys, eights and nines are no range; the total of eight alone is
    assert [line.text for line in card.lines if "bonus" in line.text] == [
        "Against 9: take the bonus where it is offered", "Total 8, against 8 or 9: take the bonus",
    ]  # fmt: skip


def fits(text: str, seen: dict[str, int]) -> bool:
    if text in ("else", "always"):
        return True
    for part in text.split(", "):
        name = next(n for n in seen if n in part)
        numbers = [int(word) for word in part.split() if word.isdigit()]
        if not numbers[0] <= seen[name] <= numbers[-1]:
            return False
    return True


@pytest.mark.parametrize(("arguments", "said"), [
    (["fu-bacc", "--lines", "0"], "1 to 20 lines"),
    (["ultimate-texas-holdem", "--lines", "2"], "3 to 20 lines"),
    (["ultimate-texas-holdem", "--lines", "1"], "A card of 1 line. Accepted: 3 to 20 lines"),
    (["lucky-break", "--lines", "5"], "no strategy card for lucky-break: its solver lists no first decisions"),
    (["face-up-pai-gow-poker", "--lines", "5"], "`pitboss house-way best` finds so many of them). Accepted: fu-b"),
    (["fu-bacc", "--wager", "tie", "--lines", "5"], "--wager main"),
    (["fu-bacc", "--lines", "5", "--hand", "9c 2d v Qs"], "--lines without"),
])  # fmt: skip
def test_a_card_that_cannot_be_made_is_refused(arguments: list[str], said: str) -> None:
    found = CliRunner().invoke(pitboss, ["strategy", *arguments])
    assert isinstance(found.exception, BadInput)
    assert said in str(found.exception)


def test_a_card_of_one_line_is_said_so() -> None:
    line = ["strategy", "acey-deucey-21", "--wager", "acey-deucey", "--lines", "1"]
    shown = CliRunner().invoke(pitboss, line).stdout
    assert "A card of 1 line:" in shown
    assert "1  Always: check" in shown


def test_the_command_prints_the_card_and_what_it_costs() -> None:
    line = ["strategy", "acey-deucey-21", "--wager", "acey-deucey", "--lines", "3"]
    shown = CliRunner().invoke(pitboss, line).stdout
    found = json.loads(CliRunner().invoke(pitboss, [*line, "--json"]).stdout)
    assert len(found["lines"]) == 3
    assert all(one["text"] in shown for one in found["lines"])
    assert found["cost_exact"] in shown


def test_blackjack_has_a_card_whose_cost_is_of_the_first_choice() -> None:
    card = card_of("blackjack", 7)
    costs = [cost for _, cost in card.curve]
    assert costs == sorted(costs, reverse=True)
    assert 0 < card.cost < Fraction(3, 100)
    (edge,) = questions.answers("blackjack", "main", questions.usual_table("blackjack", "main"))
    assert abs(card.best_edge - edge.house_edge) < Fraction(1, 10**9)
    assert any("against" in line.text for line in card.lines)
    assert "at its best" in card.note


@pytest.mark.long
def test_down_under_holdem_by_the_lights() -> None:
    card = card_of("down-under-holdem", 5)
    assert 0 < card.cost < Fraction(1, 50)
    assert "After the flop" in card.note

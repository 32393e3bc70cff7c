"""The exact edges of Fortune Pai Gow Poker: against an independent solver, single hands, rules and simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.cardplay.paigow import hidden_solution, solution
from pitboss.cardplay.paigow import solution as adviser
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.kernels import RANK_TYPES
from pitboss.cardplay.paigow.solution import DEALS, HiddenRules, PaiGowRules
from pitboss.core.cards import DECK_WITH_JOKER, parse_many
from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from pitboss.table_games.face_up_pai_gow_poker.kernel import hand_type
from pitboss.table_games.fortune_pai_gow_poker.kernel import best_settings
from tests.edge.asked import query_of, result_of
from tests.face_up_pai_gow_poker.support import order_of

GAME = "fortune-pai-gow-poker"
LONG = pytest.mark.long


@pytest.mark.clause("FP-03", "FP-05")
def test_house_way_against_house_way_is_what_is_known_from_outside() -> None:
    found = result_of(GAME, wheel="lowest", play="house-way")
    win, push, lose = (found.extra[name] / DEALS for name in ("win", "push", "lose"))
    assert (round(100 * win, 2), round(100 * push, 2), round(100 * lose, 2)) == (29.12, 40.50, 30.38)
    assert round(float(found.house_edge) * 100, 4) == 2.7212
    assert (found.published, (found.elsewhere or "")[:8]) == (None, "2.7212 %")


@pytest.mark.parametrize("rules", hidden_solution.every_rules(), ids=str)
def test_shipped_solutions_hang_together_and_agree_with_the_other_solver(rules: HiddenRules) -> None:
    """The face-up solver counts the ordinary game by the dealer's types; this one by the player's hands."""
    counts, source = hidden_solution.solution(rules)
    assert source == "shipped"
    if not rules.nine_high_pushes:
        other, _ = solution.solution(PaiGowRules(rules.house_way, rules.wheel, face_up=False))
        assert (counts.house_win, counts.house_lose) == (other.win, other.lose)
    keep, whole = rules.worth
    plays = [
        (getattr(counts, f"{play}_win"), getattr(counts, f"{play}_lose"))
        for play in ("best", "type", "house")
    ]
    scores = [keep * win - whole * lose for win, lose in plays]
    assert scores[0] >= scores[1] >= scores[2]
    assert sum(part.hands for part in counts.structures) == comb(53, 7)
    assert sum(part.gain for part in counts.structures) == scores[0] - scores[2]
    assert hidden_solution.choices(rules).shape == (2, hidden_solution.TYPES)


@pytest.mark.clause("FP-05", "FP-08")
@pytest.mark.parametrize("free", [[], pytest.param(["free"], marks=LONG)])
def test_commission_and_its_absence(free: list[str]) -> None:
    """Without it, free of it when nine high pushes, and 5 %."""
    edges = [result_of(GAME, commission=c).house_edge for c in ("none", *free, "5%")]
    assert edges == sorted(set(edges))
    by_type, house_way = (result_of(GAME, play=play).house_edge for play in ("by-type", "house-way"))
    assert house_way > by_type >= edges[-1]


@pytest.mark.parametrize(("hand", "nine"), [
    ("Ts Th 4d 4c As 7h 2c", True),
    pytest.param("As Kd Qh Jh 9c 4s 2d", False, marks=LONG),
    pytest.param("Jk Kd Qs 9h 8d 7c 2s", False, marks=LONG),
    pytest.param("9s 8s 7s 6s 5s Ad Kc", False, marks=LONG),
    pytest.param("9s 8s 7s 6s 5s 5d Kd", True, marks=LONG),
])  # fmt: skip
def test_one_hand_counted_by_steps_and_by_brute_force(hand: str, nine: bool) -> None:
    """Steps 1 and 2 for one hand against the adviser, who goes through all types of the dealer."""
    rules = HiddenRules(nine_high_pushes=nine)
    cards = parse_many(hand)
    job = hidden_solution._job(rules)
    _, flush, place, _ = hand_type(np.array(cards, np.uint8), 0)
    rank = int(job.of_rank[place]) if flush else int(place)
    which, slots = (job.flushes, -1) if flush else (job.ranks, 1)
    first, last = int(which.start[place]), int(which.start[place + 1])
    base = hidden_solution.run_ranks(hidden_solution.RankTask(rules, rank, rank + 1))
    ahead = len(job.ranks.fronts) if flush else 0
    counts = base[:, job.asked.slot[ahead + first : ahead + last] - job.asked.start[rank]].copy()
    masks, _ = adviser.suit_masks(cards)
    for mask in (int(m) for m in masks):
        where, found = hidden_solution._one_mask(job, mask)
        at = place_of(job, place, flush, mask, masks, last - first)
        wanted = at + np.arange(last - first)
        chosen = [int(np.flatnonzero(where == (n if slots > 0 else -1 - n))[0]) for n in wanted]
        counts += found[:, chosen]
    brute = {
        adviser.codes_of(a.setting): (a.win * comb(46, 7), a.lose * comb(46, 7))
        for a in adviser.hidden(cards, rules.house_way, rules.wheel, nine)
    }
    for n in range(last - first):
        setting = int(which.fronts[first + n]), int(which.backs[first + n])
        assert brute[setting] == (counts[0, n], counts[1, n])


def place_of(job, place: int, flush: bool, mask: int, masks, n: int) -> int:
    """Where the corrections of a hand's suit stand."""
    if not flush:
        ranks = [rank for rank in range(13) if int(job.masks[place]) >> rank & 1]
        bits = sum((mask >> rank & 1) << at for at, rank in enumerate(ranks))
        return int(job.ranks.slot[place]) + bits * n
    own = int(job.flush_mask[place])
    which = 0 if mask == own else 1 if mask == 0 else 4
    if mask not in (0, own) and mask.bit_count() == 1:
        from pitboss.cardplay.paigow.kernels import OFF_HIGH

        which = 2 if mask >> int(OFF_HIGH[job.off[place]]) & 1 else 3
    return int(job.flushes.slot[place]) + which * n


def test_the_choice_by_type_is_the_advisers_for_most_hands() -> None:
    """Where suits do not matter the best setting of a type is the best setting of the hand."""
    rules, dice = HiddenRules(), random.Random(4)
    settings, same = best_settings(rules), 0
    for _ in range(20):
        cards = tuple(dice.sample(DECK_WITH_JOKER, 7))
        _, flush, place, _ = hand_type(np.array(cards, np.uint8), 0)
        chosen = settings[:, place + (RANK_TYPES if flush else 0)]
        advice = adviser.hidden(cards, rules.house_way, rules.wheel)
        worth = {adviser.codes_of(a.setting): a.win * Fraction(19, 20) - a.lose for a in advice}
        cost = max(worth.values()) - worth[int(chosen[0]), int(chosen[1])]
        assert cost < Fraction(1, 100)
        same += cost == 0
    assert same >= 17


def test_advice_and_strategy_in_words() -> None:
    query = query_of(GAME)
    page = questions.strategy(GAME, query)
    best, house = (result_of(GAME, play=p).house_edge for p in ("best", "house-way"))
    assert f"{float((house - best) * 100):.4f} %" in page.summary[1]
    asked = questions.strategy(GAME, query, "As Kd Qh Jh 9c 4s 2d")
    assert asked.best is not None and any("(house way)" in option.text for option in asked.options)
    with pytest.raises(BadInput):
        questions.strategy(GAME, query, "As Kd")


@pytest.mark.clause("FP-04")
def test_hints_are_the_exact_chances_in_cents() -> None:
    cards = "Ts Th 4d 4c As 7h 2c"
    round = Round(TableConfig(GAME), {1: {"pai-gow": 1000}}, order_of({1: cards}), number=1)
    options = questions.advise(round, 1)
    best = adviser.hidden(parse_many(cards), "foxwoods", Wheel.SECOND_HIGHEST)
    assert options[0].expectation == 1000 * max(Fraction(19, 20) * a.win - a.lose for a in best)
    assert any(option.action == "house-way" for option in options)
    round.act(1, "house-way")
    assert questions.advise(round, 1) == ()


@pytest.mark.clause("FP-07")
def test_bonus_and_jackpot_edges_are_their_twins() -> None:
    for wager, own, twin in (
        ("jackpot", "FPGPP-WA01", "FUPGPP-WA01"), ("jackpot", "FPGPP-ML2", "FUPGPP-ML02"), ("fortune-bonus", "4", "4"),
    ):  # fmt: skip
        ours, theirs = result_of(GAME, wager, own), result_of("face-up-pai-gow-poker", wager, twin)
        assert (ours.game, ours.house_edge, ours.outcomes) == (GAME, theirs.house_edge, theirs.outcomes)


@pytest.mark.long
def test_the_default_rules_solved_anew() -> None:
    from pitboss.compute.engines import LocalEngine

    rules = HiddenRules()
    again, stored = hidden_solution.solve(rules, LocalEngine()), hidden_solution._get(rules)[0]
    assert all((one == other).all() for one, other in zip(again, stored, strict=True))

"""The exact edges of Fortune Pai Gow Poker: against an independent solver, single hands, rules and simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK_WITH_JOKER, parse_many
from pitboss.edge import ask
from pitboss.edge.pai_gow import adviser, hidden_solution, hidden_solved, solved
from pitboss.edge.pai_gow.rules import DEALS, HiddenRules, PaiGowRules
from pitboss.errors import BadInput
from pitboss.paigow.hands import Wheel
from pitboss.paigow.kernels.types import RANK_TYPES
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from pitboss.simulate.fortune_pai_gow_poker import KERNEL, best_settings
from pitboss.simulate.kernels.face_up_pai_gow_poker import hand_type
from pitboss.simulate.run import simulate
from tests.face_up_pai_gow_poker.support import nets, order_of

GAME = "fortune-pai-gow-poker"
LONG = pytest.mark.long


def result(**settings: str):
    (query,) = ask.queries(GAME, "main", settings=settings)
    return ask.solve(GAME, query)


@pytest.mark.clause("FP-03", "FP-05")
def test_house_way_against_house_way_is_what_is_known_from_outside() -> None:
    found = result(wheel="lowest", play="house-way")
    win, push, lose = (found.extra[name] / DEALS for name in ("win", "push", "lose"))
    assert (round(100 * win, 2), round(100 * push, 2), round(100 * lose, 2)) == (29.12, 40.50, 30.38)
    assert round(float(found.house_edge) * 100, 4) == 2.7212
    assert found.published == "2.7212 %"


@pytest.mark.parametrize("rules", hidden_solved.every_rules(), ids=str)
def test_shipped_solutions_hang_together_and_agree_with_the_other_solver(rules: HiddenRules) -> None:
    """The face-up solver counts the ordinary game by the dealer's types; this one by the player's hands."""
    counts, source = hidden_solved.solution(rules)
    assert source == "shipped"
    if not rules.nine_high_pushes:
        other, _ = solved.solution(PaiGowRules(rules.house_way, rules.wheel, face_up=False))
        assert (counts.house_win, counts.house_lose) == (other.win, other.lose)
    keep, whole = rules.worth
    scores = [
        keep * win - whole * lose
        for win, lose in (
            (counts.best_win, counts.best_lose),
            (counts.type_win, counts.type_lose),
            (counts.house_win, counts.house_lose),
        )
    ]
    assert scores[0] >= scores[1] >= scores[2]
    assert sum(part.hands for part in counts.structures) == comb(53, 7)
    assert sum(part.gain for part in counts.structures) == scores[0] - scores[2]
    assert hidden_solved.choices(rules).shape == (2, hidden_solved.TYPES)


@pytest.mark.clause("FP-05", "FP-08")
def test_commission_and_its_absence() -> None:
    edges = {c: result(commission=c).house_edge for c in ("5%", "none")}
    assert edges["none"] < edges["5%"]
    assert result(play="house-way").house_edge > result(play="by-type").house_edge >= edges["5%"]


@pytest.mark.long
@pytest.mark.clause("FP-08")
def test_commission_free_lies_between() -> None:
    free, paid, none = (result(commission=c).house_edge for c in ("free", "5%", "none"))
    assert none < free < paid


@pytest.mark.parametrize(
    ("hand", "nine"),
    [
        ("Ts Th 4d 4c As 7h 2c", True),
        pytest.param("As Kd Qh Jh 9c 4s 2d", False, marks=LONG),
        pytest.param("Jk Kd Qs 9h 8d 7c 2s", False, marks=LONG),
        pytest.param("9s 8s 7s 6s 5s Ad Kc", False, marks=LONG),
        pytest.param("9s 8s 7s 6s 5s 5d Kd", True, marks=LONG),
    ],
)
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
        questions = hidden_solution._one_mask(job, mask)
        where, found = questions
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
        ranks = int(job.masks[place])
        bits, at = 0, 0
        for rank in range(13):
            if ranks >> rank & 1:
                bits |= (mask >> rank & 1) << at
                at += 1
        return int(job.ranks.slot[place]) + bits * n
    own = int(job.flush_mask[place])
    which = 0 if mask == own else 1 if mask == 0 else 4
    if mask not in (0, own) and mask.bit_count() == 1:
        from pitboss.paigow.kernels.types import OFF_HIGH

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


# advice


def test_advice_and_strategy_in_words() -> None:
    (query,) = ask.queries(GAME, "main")
    page = ask.strategy(GAME, query)
    best, house = (result(play=p).house_edge for p in ("best", "house-way"))
    assert f"{float((house - best) * 100):.4f} %" in page.summary[1]
    asked = ask.strategy(GAME, query, "As Kd Qh Jh 9c 4s 2d")
    assert asked.best is not None
    assert any("(house way)" in option.text for option in asked.options)
    with pytest.raises(BadInput):
        ask.strategy(GAME, query, "As Kd")


@pytest.mark.clause("FP-04")
def test_hints_are_the_exact_chances_in_cents() -> None:
    cards = "Ts Th 4d 4c As 7h 2c"
    round = Round(TableConfig(GAME), {1: {"pai-gow": 1000}}, order_of({1: cards}), number=1)
    options = ask.advise(round, 1)
    best = adviser.hidden(parse_many(cards), "foxwoods", Wheel.SECOND_HIGHEST)
    assert options[0].expectation == 1000 * max(Fraction(19, 20) * a.win - a.lose for a in best)
    assert any(option.action == "house-way" for option in options)
    round.act(1, "house-way")
    assert ask.advise(round, 1) == ()


# rules, kernel, simulation


def play_both(count: int, seed: int, commission: str) -> None:
    dice = random.Random(seed)
    deck = list(DECK_WITH_JOKER)
    config = TableConfig(GAME, {"commission": commission})
    rules = hidden_solved.rules_of(commission, "foxwoods", Wheel.SECOND_HIGHEST)
    settings = best_settings(rules)
    rows: list[Any] = []
    found: dict[str, list[Any]] = {"by-type": [], "house-way": []}
    for _ in range(count):
        dice.shuffle(deck)
        own = tuple(deck[42:49])
        rows.append([*deck[:7], *own])
        for strategy, nets_ in found.items():
            round = Round(config, {1: {"pai-gow": 2000}}, tuple(deck), number=1, trusted=True)
            round.decide(1, decision(own, settings, strategy))
            nets_.append(nets(round)["pai-gow"])
    (query,) = ask.queries(GAME, "main", settings={"commission": commission})
    for strategy, nets_ in found.items():
        assert list(KERNEL.dealer(query, strategy).nets_of_hands(np.array(rows, np.uint8))) == nets_


def decision(cards: tuple[int, ...], settings: np.ndarray, strategy: str) -> Decision:
    if strategy == "house-way":
        return Decision("house-way")
    from pitboss.paigow.setting import all_settings

    _, flush, place, _ = hand_type(np.array(cards, np.uint8), 0)
    front, back = (int(n) for n in settings[:, place + (RANK_TYPES if flush else 0)])
    made = next(s for s in all_settings(cards) if adviser.codes_of(s) == (front, back))
    return Decision("set", cards=made.front)


@pytest.mark.parametrize("commission", ["5%", "none"])
def test_kernel_and_rules_agree_cent_for_cent(commission: str) -> None:
    play_both(300, 1, commission)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_kernel_and_rules_agree_on_a_hundred_thousand_rounds(part: int) -> None:
    play_both(20_000, 100 + part, "free" if part % 2 else "5%")


@pytest.mark.parametrize(
    ("settings", "strategy"),
    [
        ({"play": "by-type"}, "by-type"),
        ({"play": "house-way"}, "house-way"),
        ({"play": "by-type", "commission": "none"}, "by-type"),
        pytest.param({"play": "by-type", "commission": "free"}, "by-type", marks=LONG),
        pytest.param({"play": "house-way", "commission": "free", "wheel": "lowest"}, "house-way", marks=LONG),
    ],
)
def test_exact_edges_and_simulation_agree(settings: dict[str, str], strategy: str) -> None:
    (query,) = ask.queries(GAME, "main", settings=settings)
    exact = ask.solve(GAME, query)
    dealer = KERNEL.dealer(query, strategy)
    rounds = 2_000_000
    tally = simulate(dealer, rounds, seed=3054)
    error = float(exact.standard_deviation) / rounds**0.5
    assert abs(-tally.mean(dealer.unit_cents) - float(exact.house_edge)) < 4.5 * error


@pytest.mark.clause("FP-07")
def test_bonus_and_jackpot_edges_are_their_twins() -> None:
    for own, twin in (("FPGPP-WA01", "FUPGPP-WA01"), ("FPGPP-ML2", "FUPGPP-ML02")):
        ours = ask.solve(GAME, ask.queries(GAME, "jackpot", own)[0])
        theirs = ask.solve("face-up-pai-gow-poker", ask.queries("face-up-pai-gow-poker", "jackpot", twin)[0])
        assert (ours.game, ours.house_edge, ours.outcomes) == (GAME, theirs.house_edge, theirs.outcomes)
    ours = ask.solve(GAME, ask.queries(GAME, "fortune-bonus", "4")[0])
    assert ours.game == GAME


@pytest.mark.long
def test_the_default_rules_solved_anew() -> None:
    from pitboss.compute.engines import LocalEngine

    rules = HiddenRules()
    again, stored = hidden_solution.solve(rules, LocalEngine()), hidden_solved._get(rules)[0]
    assert all((one == other).all() for one, other in zip(again, stored, strict=True))

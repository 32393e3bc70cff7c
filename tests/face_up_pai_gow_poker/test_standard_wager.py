"""The standard wager over all deals: against brute force, dealer by dealer, and against published figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.analysis.questions import audit, audit_elsewhere
from pitboss.analysis.solutions import keep
from pitboss.cardplay.paigow import solution
from pitboss.cardplay.paigow import solution as solved
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.deal_kernels import others_by_type
from pitboss.cardplay.paigow.hands import SetHand, Wheel, is_ace_high_pai_gow
from pitboss.cardplay.paigow.house_way import FOXWOODS, house_way
from pitboss.cardplay.paigow.kernels import POWER, RANK_TYPES, rank_type, set_code
from pitboss.cardplay.paigow.solution import DEALS, Counts, PaiGowRules
from pitboss.compute.engines import LocalEngine
from pitboss.compute.jit import njit
from pitboss.core.cards import DECK_WITH_JOKER, JOKER, parse_many
from pitboss.core.errors import BadInput
from pitboss.sheets import sheet
from pitboss.table_games.face_up_pai_gow_poker.solve import ace_high_chances
from tests.edge.asked import query_of, result_of
from tests.face_up_pai_gow_poker.support import GAME


@pytest.mark.clause("FU-06")
def test_shipped_solutions_are_of_this_solver_and_these_rules() -> None:
    for rules in solved.every_rules():
        counts, source = solved.solution(rules)
        assert (source, counts.win + counts.push + counts.lose) == ("shipped", DEALS)


@pytest.mark.clause("PG-27", "PG-06")
def test_the_ordinary_game_house_way_against_house_way_is_the_published_one() -> None:
    """Published for foxwoods: 29.12 / 40.50 / 30.38 %, edge 2.7212 % with 5 % commission."""
    result = result_of(GAME, "main", variant="ordinary", wheel="lowest")
    shares = [f"{float(result.extra[name] / Fraction(DEALS)):.2%}" for name in ("win", "push", "lose")]
    assert shares == ["29.12%", "40.50%", "30.38%"]
    assert f"{float(result.house_edge):.4%}" == "2.7212%"
    assert (result.published, (result.elsewhere or "")[:8]) == (None, "2.7212 %")
    other = result_of(GAME, "main", variant="ordinary")
    assert f"{float(other.house_edge):.4%}" == "2.7211%"
    assert other.elsewhere is None


@pytest.mark.clause("FU-04", "FU-06")
def test_face_up_edge_and_its_audit() -> None:
    result = result_of(GAME, "main")
    assert result.house_edge == Fraction(395594457649, 19832834209650)
    by_line = {line.hand: line.probability for line in result.lines}
    assert by_line["Dealer ace-high pai gow"] == sum(ace_high_chances().values())
    assert not [f for f in audit() if f.game == GAME]
    finding, ordinary = [f for f in audit_elsewhere() if f.game == GAME]
    assert (finding.figure, finding.verdict) == ("1.81 %", "disagrees")
    assert "santa-ana-star" in finding.note
    assert (ordinary.figure, ordinary.verdict) == ("2.7212 %", "agrees")


def one_rank_type(rules: PaiGowRules, cards: str) -> tuple[int, int]:
    """Wins and losses against all dealers with these ranks, by the solver's own steps."""
    job = solution._job(rules)
    ranks = sorted(c >> 2 for c in parse_many(cards) if c != JOKER)
    code = sum(int(solution.kernels.CHOOSE[0, 0]) * int(POWER[r]) for r in ranks)
    dealer = int(rank_type(code, int(JOKER in parse_many(cards))))
    live = np.zeros(RANK_TYPES, np.bool_)
    live[dealer] = job.dealers.live[dealer]
    special = job.dealers.special[job.tables.flushes.of_rank[job.dealers.special] == dealer]
    job = replace(job, dealers=replace(job.dealers, live=live, special=special))
    fronts = {int(job.dealers.front[dealer]), *map(int, job.tables.flushes.house[0, special])}
    flushes = [solution._flush_dealers_by_rank(job, 0)] if len(special) else []
    total = np.sum([*(solution._front(job, front) for front in fronts), *flushes], axis=0)
    assert total.sum() == total[:, dealer].sum()
    return int(total[0, dealer]), int(total[1, dealer])


def every_suiting(cards: str) -> Counter[tuple[tuple[int, ...], bool]]:
    """All ways to suit the ranks of a hand, alike up to an exchange of suits taken together."""
    parsed = parse_many(cards)
    ranks = Counter(c >> 2 for c in parsed if c != JOKER)
    found: Counter[tuple[tuple[int, ...], bool]] = Counter()
    choices = [[(rank, suits) for suits in combinations(range(4), n)] for rank, n in ranks.items()]
    for chosen in product(*choices):
        masks = [0, 0, 0, 0]
        for rank, suits in chosen:
            for suit in suits:
                masks[suit] |= 1 << rank
        found[tuple(sorted(masks)), JOKER in parsed] += 1
    return found


def chances_against(dealer: SetHand, way: str, wheel: Wheel) -> Counts:
    """Of the C(46,7) hands a player can hold against this set hand, those that win, push and lose, hand by hand."""
    found = tables(way, wheel)
    front, back = solution.codes_of(dealer)
    by_rank, by_flush = others_by_type(*solution.suit_masks((*dealer.front, *dealer.back)))
    np.subtract.at(by_rank, found.flushes.of_rank, by_flush)
    win = lose = 0
    for side, hands in ((found.ranks, by_rank), (found.flushes, by_flush)):
        win += int(hands[side.best[front] > back].sum())
        lose += int(hands[(side.top_front <= front) & (side.top_back <= back)].sum())
    return Counts(win, comb(46, 7) - win - lose, lose)


def dealer_by_dealer(rules: PaiGowRules, cards: str) -> tuple[int, int]:
    """The same, adding up over every dealer's hand on its own, each set by the readable house way."""
    win = lose = 0
    way = house_way(rules.house_way)
    for (masks, joker), times in every_suiting(cards).items():
        hand = [rank * 4 + suit for suit, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1]
        hand += [JOKER] * joker
        if is_ace_high_pai_gow(hand):
            continue
        counts = chances_against(way.set(hand, rules.wheel), rules.house_way, rules.wheel)
        win += times * counts.win
        lose += times * counts.lose
    return win, lose


RANK_HANDS = [
    "9s 9h 9d 4c 4s 4h 2d", "Ts Th Td Tc Ks 5h 4d", "Ks Kh 7s 7d Qc 3h 2d", "Jk Ah 9c 9d 8s 8h 7d",
]  # fmt: skip


@pytest.mark.parametrize("cards", RANK_HANDS)
def test_a_rank_type_of_dealers_adds_up_from_its_hands_one_by_one(cards: str) -> None:
    assert one_rank_type(PaiGowRules(), cards) == dealer_by_dealer(PaiGowRules(), cards)


@pytest.mark.long
@pytest.mark.parametrize("rules", [PaiGowRules(), PaiGowRules("santa-ana-star", Wheel.LOWEST)], ids=str)
@pytest.mark.parametrize("cards", [
    "9s 8h 7d 6c 5s 4h 2d", "As Kh Jd 9c 7s 4h 2d", "Ks Kh Qd 9c 8s 4h 3d", "Jk Kd Qc 9s 5h 4c 3d",
    "Jk Ah Kd Qc Js 4h 3d",
])  # fmt: skip
def test_rank_types_with_flushes_add_up_from_their_hands_one_by_one(rules: PaiGowRules, cards: str) -> None:
    assert one_rank_type(rules, cards) == dealer_by_dealer(rules, cards)


@njit
def brute_force(rest, front, back, lowest):
    """Every seven of the remaining 46 cards, every setting: wins and losses."""
    win = lose = 0
    at = np.arange(7)
    two = np.zeros(2, np.int64)
    five = np.zeros(5, np.int64)
    while True:
        best = 0
        for i in range(7):
            for j in range(i):
                two[0], two[1] = rest[at[i]], rest[at[j]]
                n = 0
                for k in range(7):
                    if k not in (i, j):
                        five[n] = rest[at[k]]
                        n += 1
                f, b, foul = set_code(two, five, lowest)
                if not foul:
                    best = max(best, int(f > front) + int(b > back))
        win += best == 2
        lose += best == 0
        i = 6
        while i >= 0 and at[i] == rest.size - 7 + i:
            i -= 1
        if i < 0:
            return win, lose
        at[i] += 1
        for j in range(i + 1, 7):
            at[j] = at[j - 1] + 1


@pytest.mark.long
@pytest.mark.parametrize(("cards", "wheel"), [
    ("Kh Qh 9h 7h 2h 2d 3s", Wheel.SECOND_HIGHEST), ("As 2d 3h 4c 5s Kd Qd", Wheel.LOWEST),
    ("Jk Ks 9s 7s 4s Qd 2c", Wheel.SECOND_HIGHEST),
])  # fmt: skip
def test_one_dealer_against_all_53_524_680_players_one_by_one(cards: str, wheel: Wheel) -> None:
    dealer = FOXWOODS.set(parse_many(cards), wheel)
    counts = chances_against(dealer, "foxwoods", wheel)
    rest = np.array([c for c in DECK_WITH_JOKER if c not in parse_many(cards)])
    win, lose = brute_force(rest, *solution.codes_of(dealer), int(wheel is Wheel.LOWEST))
    assert counts == Counts(win, comb(46, 7) - win - lose, lose)


@pytest.mark.long
def test_the_shipped_file_is_made_again_bit_for_bit() -> None:
    for rules in solved.every_rules():
        made = solved.slot_of(rules).to_bytes((np.array(solution.solve(rules, LocalEngine())),))
        assert made == solved.slot_of(rules).shipped.read_bytes()


def test_a_solution_of_another_version_counts_for_nothing(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    rules = PaiGowRules()
    counts, source = solved.solution(rules)
    assert source == "shipped"
    monkeypatch.setattr(solved, "VERSION", solved.VERSION + 1)
    slot = solved.slot_of(rules)
    keep(slot.cached, slot.to_bytes((np.array(counts),)))
    assert solved.solution(rules) == (counts, "cached")
    keep(slot.cached, slot.to_bytes((np.array(Counts(1, 2, 3)),)))
    monkeypatch.setattr(solution, "solve", lambda *_: counts)
    assert solved.solution(rules) == (counts, "computed"), "what does not account for every deal is not used"


def test_a_table_that_pays_the_worse_result_better_is_refused() -> None:
    query = query_of(GAME, "main")
    assert query.pay_table is not None
    better = sheet(GAME).pay_table("ace-high", "1").lines[0].pays
    lines = tuple(
        replace(line, pays=better) if line.hand == "one-better" else line for line in query.pay_table.lines
    )
    with pytest.raises(BadInput, match="worse result better"):
        questions.solve(GAME, replace(query, pay_table=replace(query.pay_table, lines=lines)))

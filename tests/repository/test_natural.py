"""What a data scientist writes without reading a page of the documentation; each of these just works."""

from __future__ import annotations

import functools
import gc
import itertools
import json
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import polars
import pytest
import vl_convert

import pitboss
from pitboss.cardplay.poker.hands import best_hand
from pitboss.core import arrow
from pitboss.core.shown import Tabular
from tests.refusals import refused

MONKEYS = {"monkeys-9": "30 to 1", "monkeys-8": "20 to 1", "monkeys-7": 15, "monkeys-6": 10, "monkeys-0-5": 5}
"""the approved table, line by line; 15 is 15 to 1"""
ROOT = Path(__file__).resolve().parents[2]
SAME = pitboss.edge("fu-bacc", "lucky-monkey")


def chart(view, choices):
    """Fu Bacc by the chart of its strategy."""
    places = view["places"]
    hand = sum(VALUES[card[0]] for card in places[str(view["spot"])]["hand"]) % 10
    code = CHART[hand][VALUES[places["0"]["up"][0][0]]]
    wanted = {"B": "bonus", "S": "stay", "H": "hit", "F": "fold"}[code]
    return wanted if wanted in {choice.action for choice in choices} else "stay"


VALUES = {rank: min(at, 10) % 10 for at, rank in enumerate("A23456789TJQK", 1)}
CHART = {int(name): cells for name, cells in pitboss.strategy("fu-bacc").grids[0].rows}


def test_a_pay_table_is_a_mapping_pairs_lines_or_an_approved_one_changed(tmp_path):
    lines = [
        {"hand": hand, "pays": f"{pays} to 1".replace("to 1 to", "to")} for hand, pays in MONKEYS.items()
    ]
    for table in (MONKEYS, [*MONKEYS.items()], lines, pitboss.pay_table("fu-bacc", "lucky-monkey", MONKEYS)):
        assert pitboss.edge("fu-bacc", "lucky-monkey", table).house_edge == SAME.house_edge
    changed = pitboss.pay_table("fu-bacc", "lucky-monkey", {"monkeys-9": 40}, like=1)
    assert (changed.approved, changed.id) == (False, "1 changed")
    generous = pitboss.edge("fu-bacc", "lucky-monkey", changed)
    nines = next(line.probability for line in SAME.lines if line.pays == "30 to 1")
    assert generous.house_edge == SAME.house_edge - 10 * nines
    assert (
        generous.strategy.pay_table
        == pitboss.edges("fu-bacc", "lucky-monkey", changed)[0].pay_table
        == "1 changed"
    )
    run = pitboss.simulate("fu-bacc", 1000, 1, "lucky-monkey", changed)
    assert run.exact == generous.house_edge
    assert pickle.loads(pickle.dumps(changed)) == changed
    assert pitboss.pay_table("fu-bacc", "lucky-monkey").approved
    less = {hand: pays for hand, pays in MONKEYS.items() if hand != "monkeys-9"}
    assert pitboss.edge("fu-bacc", "lucky-monkey", less).house_edge == SAME.house_edge + 31 * nines


def test_a_multiplier_is_a_line_too():
    times = pitboss.pay_table("lucky-break", "lucky-break", {"suited-5": 60}, like="1/1")
    assert times["suited-5"].multiplies == 60


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ({"monkeys-99": 3}, "knows no hand 'monkeys-99'. Did you mean monkeys-9"),
        ({"monkeys-9": "3:1"}, "not odds"),
        ([("monkeys-9",)], "no line of a pay table"),
        ([], "at least one"),
        (7.5, "whole number"),
    ],
)
def test_a_pay_table_with_a_mistake_is_refused_in_a_sentence(lines, says):
    refused(pitboss.PitbossError, says)(pitboss.edge, "fu-bacc", "lucky-monkey", lines)
    other = pitboss.pay_table("fu-bacc", "tie")
    refused(pitboss.BadInput, "one of tie")(pitboss.edge, "fu-bacc", "lucky-monkey", other)


def test_a_function_plays_and_the_exact_edge_is_within_its_error():
    run = pitboss.simulate("fu-bacc", 20_000, 1, strategy=chart)
    assert abs(run.house_edge - float(pitboss.edge("fu-bacc").house_edge)) < 4 * run.standard_error
    assert run.exact is run.z is None
    assert run == pitboss.simulate("fu-bacc", 20_000, 1, strategy=chart)
    folded = pitboss.simulate("fu-bacc", 100, 1, strategy=lambda view, choices: "fold")
    assert folded.mean == -1
    assert set(folded.nets) == {-1}


def test_a_function_may_say_decisions_sees_no_hidden_card_and_is_refused_what_the_rules_refuse():
    seen = []

    def careful(view, choices):
        seen.append(view)
        return pitboss.Decision("fold" if "fold" in {c.action for c in choices} else choices[0].action)

    for game in ("fu-bacc", "ultimate-texas-holdem", "down-under-holdem"):
        pitboss.simulate(game, 20, 3, strategy=careful)
    assert all(json.dumps(view["places"]["0"]).count("??") for view in seen if view["game"] == "fu-bacc")
    refused(pitboss.IllegalAction, "not possible")(
        pitboss.simulate, "fu-bacc", 5, 1, strategy=lambda v, c: "fly"
    )
    seven: Any = lambda view, choices: 7  # noqa: E731
    refused(pitboss.IllegalAction, "not a decision")(pitboss.simulate, "fu-bacc", 5, 1, strategy=seven)
    refused(pitboss.BadInput, "meter")(
        pitboss.simulate, "down-under-holdem", 5, 1, "jackpot", "option-1", strategy=careful
    )


def test_the_same_function_plays_a_round_at_a_table():
    round = pitboss.Table("fu-bacc", spots=3).deal({1: {"ante": 500}, 3: {"ante": 500}}, seed=7)
    assert round.play(chart).finished
    assert {spot for spot, _ in round.decisions} <= {1, 3}


def test_a_strategy_is_a_value_a_file_or_a_name(tmp_path):
    best = pitboss.strategy("fu-bacc")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(best.to_json()))
    for alike in ((best, file, str(file)), ("optimal", None)):
        assert len({pitboss.simulate("fu-bacc", 5000, 2, strategy=way).mean for way in alike}) == 1
    run = pitboss.simulate("blackjack", 1000, 1, strategy="composition")
    assert run.question.about["settings"]["strategy"] == "composition"
    refused(pitboss.BadInput, "no strategy")(pitboss.simulate, "fu-bacc", 10, strategy="lucky")


def test_the_rest_of_what_comes_to_mind(tmp_path):
    assert "fu-bacc" in pitboss.games()
    assert isinstance(SAME.house_edge, Fraction)
    assert pitboss.edge("blackjack", decks=2).settings["decks"] == "2"
    assert isinstance(pitboss.edges("fu-bacc").frame("polars"), polars.DataFrame)
    assert pickle.loads(pickle.dumps(SAME)) == SAME
    with ThreadPoolExecutor(2) as pool:
        alike = list(pool.map(functools.partial(pitboss.edge, "fu-bacc"), ["lucky-monkey"] * 3))
    assert set(alike) == {SAME}
    assert "<table>" in SAME._repr_html_()
    assert sorted({SAME, pitboss.edge("fu-bacc")}, key=lambda found: found.house_edge)[-1] == SAME
    assert json.loads(json.dumps(SAME.to_json()))["wager"] == "lucky-monkey"


def test_one_hand_says_its_rank_name_and_best_five():
    hand = pitboss.evaluate("As Ks Qs Js Ts 2d 2c")
    assert (hand.rank, hand.name, hand.best_five) == (7462, "royal flush in spades", "As Ks Qs Js Ts")
    assert pitboss.evaluate("2c 2d") > pitboss.evaluate("As Kd")
    assert pitboss.evaluate("Ah Ad").rank == 91  # 78 pairs of two ranks below 13 pairs
    assert pitboss.evaluate("2c 3d").rank == 1
    for wrong in ("As", "", "As As", "2c 3c 4c 5c 6c 7c 8c 9c", "Xx Yy"):
        refused(pitboss.BadInput)(pitboss.evaluate, wrong)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_few_cards_are_ranked_as_the_readable_rules_rank_them(size):
    hands = [*itertools.combinations(range(0, 52, 1 if size == 2 else 3 if size == 3 else 4), size)]
    if size == 4:
        hands += [*itertools.combinations(range(16), 4)]
    ranks, readable = pitboss.evaluate(hands), [best_hand(hand) for hand in hands]
    order = sorted(range(len(hands)), key=lambda at: readable[at])
    for one, next in itertools.pairwise(order):
        assert (ranks[one] < ranks[next]) == (readable[one] < readable[next])
        assert (ranks[one] == ranks[next]) == (readable[one] == readable[next])


def test_hands_come_as_lists_columns_and_arrays():
    words = ["Ac Kc Qc Jc Tc", "2c 3d 4h 5s 7c"]
    for column in (words, tuple(words), numpy.array(words), numpy.array(words, object), polars.Series(words)):
        assert pitboss.evaluate(column).tolist() == [7462, 1]
    cards = numpy.array([[48, 44, 40, 36, 32], [0, 5, 10, 15, 20]])
    for array in (cards, cards.tolist(), polars.DataFrame(cards).to_numpy()):
        assert pitboss.evaluate(array).dtype == numpy.uint16
        assert pitboss.evaluate(array).tolist() == [7462, 1]


TABULAR = {
    "edge": lambda: SAME,
    "edges": lambda: pitboss.edges("fu-bacc"),
    "strategy": lambda: pitboss.strategy("fu-bacc"),
    "hand": lambda: pitboss.strategy("fu-bacc", hand="9c 2d v Qs"),
    "simulation": lambda: pitboss.simulate("fu-bacc", 1000, 1),
}


@pytest.mark.parametrize("name", TABULAR)
def test_a_frame_library_takes_every_table_as_it_is(name):
    found = TABULAR[name]()
    taken = polars.DataFrame(found)
    assert taken.equals(polars.DataFrame(found.rows()))
    assert taken.equals(found.frame("polars"))
    assert taken.height == len(found.rows()) > 0


@pytest.mark.parametrize("name", TABULAR)
def test_a_plot_is_a_chart_that_a_notebook_shows_and_vega_lite_draws(name):
    found = TABULAR[name]()
    bundle = found.plot()._repr_mimebundle_()
    spec = bundle["application/vnd.vegalite.v5+json"]
    assert spec["data"]["values"] == found.rows()
    assert {place["field"] for place in spec["encoding"].values()} <= {*found.rows()[0]}
    svg = vl_convert.vegalite_to_svg(json.dumps(spec))
    assert svg.count("<path") > len(found.rows()) // 2


def test_memory_is_given_back_taken_or_not():
    before = len(arrow._kept)
    taken, untaken = polars.DataFrame(SAME), SAME.__arrow_c_stream__()
    assert len(arrow._kept) > before
    del taken, untaken
    gc.collect()
    assert (len(arrow._kept), len(arrow._streams)) == (before, 0)


def test_text_in_any_script_and_no_rows_at_all():
    class Rows(Tabular):
        page = None

        def rows(self):
            return [{"hand": "Ä♠", "pays": 1, "share": 0.5}, {"hand": "", "pays": -(2**60), "share": 2}]

    Rows.__abstractmethods__ = frozenset()
    assert polars.DataFrame(Rows()).rows() == [("Ä♠", 1, 0.5), ("", -(2**60), 2.0)]
    Rows.rows = lambda self: []
    assert polars.DataFrame(Rows()).shape == (0, 0)


SCRIPT = """from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any

import pitboss


def careful(view: Mapping[str, Any], choices: Sequence[Any]) -> str:
    return str(choices[-1].action)


def edges_of(games: Sequence[str]) -> list[Fraction]:
    with ProcessPoolExecutor() as pool:
        return [found.house_edge for found in pool.map(pitboss.edge, games)]


mine = pitboss.pay_table("fu-bacc", "lucky-monkey", {"monkeys-9": 40}, like=1)
found = pitboss.edge("fu-bacc", "lucky-monkey", mine)
share: float = found.standard_deviation
best = {found: found.strategy.best}
run = pitboss.simulate("fu-bacc", rounds=10, strategy=careful)
error: float | None = run.standard_error
name: str = pitboss.evaluate("As Ks").name
ranks = pitboss.evaluate(["As Ks Qs Js Ts"]).tolist()
round = pitboss.Table("fu-bacc").deal({1: {"ante": 500}}, seed=7).play(careful)
try:
    round.act(1, "fly")
except pitboss.IllegalAction as refusal:
    print(refusal.kind, refusal.clause, refusal.accepted, refusal.facts)
for one in pitboss.edges("fu-bacc"):
    print(one.house_edge, one.plot().spec)
pitboss.no_such_name  # wrong
found.no_such_figure  # wrong
pitboss.edge(3)  # wrong
"""


def test_a_users_script_has_types_and_its_mistakes_are_found(tmp_path):
    """Checked by mypy as strictly as the package is; `wrong` marks the lines that no checker may let pass."""
    file = tmp_path / "user.py"
    file.write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty", str(file)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    found = {int(line.split(":")[1]) for line in told if ": error:" in line}
    assert found == {at for at, line in enumerate(SCRIPT.splitlines(), 1) if "# wrong" in line}, told

"""What dealers' mistakes cost: the same figures by another pay table, another house way, and a simulation."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.analysis import questions
from pitboss.cardplay.paigow import way_cost
from pitboss.cardplay.paigow.coverage import HANDS
from pitboss.cardplay.paigow.house_way import FOXWOODS, HOUSE_WAYS, read_way, written
from pitboss.cardplay.paigow.way_best import edge_of
from pitboss.cardplay.paigow.way_values import FACE_UP, FORTUNE, way_game
from pitboss.cli import pitboss
from pitboss.compute.engines import LocalEngine
from pitboss.core.errors import BadInput
from pitboss.school.course import KINDS, School, mark, new_drill, would_cost
from pitboss.school.kit import Drill, money_field
from pitboss.school.mistakes import (
    COMMISSION,
    ENVY,
    LEFT,
    LINE,
    OVERLOOKED,
    PUSH,
    SETTING,
    Mistake,
    TablePace,
    dear_topics,
    mistakes,
    paying_mistakes,
)
from pitboss.sheets import game_ids, sheet
from pitboss.table_games.acey_deucey_21.solve import full_shoe, hands, raises

PACE = TablePace(rounds=40, spots=5, bet_cents=2500, side_cents=500)


def paying(game: str) -> list[Mistake]:
    return list(paying_mistakes(game, PACE))


def one(game: str, what: str) -> Mistake:
    (found,) = [m for m in paying(game) if m.what == what]
    return found


def test_a_line_paid_as_another_costs_what_another_pay_table_would(tmp_path: Path) -> None:
    """Two roads: the line's chance times the difference, and the exact edge of a table that pays so."""
    found = one("ultimate-texas-holdem", "Trips: Full house paid as Four of a kind")
    table = sheet("ultimate-texas-holdem").pay_table(
        "trips", questions.usual_table("ultimate-texas-holdem", "trips") or ""
    )
    lines = "".join(
        f'  {{ hand = "{line.hand}", text = "{line.text}", pays = "{pays}" }},\n'
        for line in table.lines
        for pays in [table["four-of-a-kind"].pays if line.hand == "full-house" else line.pays]
    )
    file = tmp_path / "wrong.toml"
    file.write_text(f'[[pay_table]]\nwager = "trips"\nid = "wrong"\nline = [\n{lines}]\n')
    (wrong,) = questions.answers("ultimate-texas-holdem", "trips", pay_table_file=file)
    (right,) = questions.answers("ultimate-texas-holdem", "trips", table.id)
    assert right.house_edge - wrong.house_edge == found.worth > 0


def test_pushes_and_commission_are_those_of_all_deals() -> None:
    (result,) = questions.answers(FORTUNE, "main", "1")
    deals, win, push = (int(result.extra[name]) for name in ("deals", "win", "push"))
    assert one(FORTUNE, "Pai Gow: paid 1 to 1 on a push").worth == Fraction(push, deals)
    assert one(FORTUNE, "Pai Gow: taken on a push").worth == -Fraction(push, deals)
    assert one(FORTUNE, "Pai Gow: the commission is not taken").worth == Fraction(win, 20 * deals)
    assert one(FORTUNE, "Pai Gow: commission is taken of a push").worth == -Fraction(push, 20 * deals)
    free = [m for m in paying_mistakes(FORTUNE, PACE, {"commission": "none"}) if m.kind == COMMISSION]
    assert free == []


def test_forgotten_envy_is_what_the_edge_with_others_is_lower() -> None:
    found = next(m for m in paying(FACE_UP) if m.kind == ENVY)
    table = questions.usual_table(FACE_UP, "fortune-bonus")
    alone, four = (
        questions.answers(FACE_UP, "fortune-bonus", table, {"others": n, "wager": "5"})[0].house_edge
        for n in ("0", "4")
    )
    assert -found.worth == alone - four
    small = TablePace(side_cents=300)
    assert [m for m in paying_mistakes(FACE_UP, small) if m.kind == ENVY] == []


def test_blackjack_paid_even_costs_half_a_bet_each_time() -> None:
    found = one("blackjack", "Blackjack: 3 to 2 paid 1 to 1")
    assert found.each == Fraction(1, 2)
    assert 0.04 < found.chance < 0.05


@pytest.mark.parametrize("game", game_ids())
def test_a_side_wagers_mistakes_add_up_to_its_edge(game: str) -> None:
    """What losing wagers bring less what winning ones are paid is the edge, raised wagers at their size."""
    found = [m for m in paying(game) if m.side]
    for wager in {m.wager for m in found}:
        parts = [m.worth for m in found if m.wager == wager and (m.kind == LEFT or "not paid" in m.what)]
        options = {"others": "0", "wager": "5"} if wager == "fortune-bonus" else None
        (result,) = questions.answers(game, wager, questions.usual_table(game, wager), options)
        assert sum(parts) == result.house_edge


def test_a_raised_wager_counts_at_its_size() -> None:
    """Two roads: the chances of the pay table's lines, and every first hand of the shoe."""
    table = sheet("acey-deucey-21").pay_table("acey-deucey", "1B")
    paid, taken, level, deals = 0, 0, 0, 312 * 311 * 310
    for hand in hands(full_shoe(6)):
        units, won = 3 if raises(hand, table) else 1, sum(hand.wins.values())
        paid += hand.ways * units * hand.wins.get("spread-3-11", 0)
        level += hand.ways * units * (hand.unseen - won) * hand.pair
        taken += hand.ways * units * (hand.unseen - won) * (not hand.pair)
    game = "acey-deucey-21"
    assert one(game, "Acey Deucey: Spread 3 to 11 not paid, the wager left").worth == -Fraction(paid, deals)
    assert one(game, "Acey Deucey: a losing wager is not taken").worth == Fraction(taken, deals)
    assert one(game, "Acey Deucey: taken on a push").worth == -Fraction(level, deals)


def test_wagers_played_together_keep_their_own_mistakes() -> None:
    found = {m.what: m for m in paying_mistakes("fu-bacc", PACE, {"with": "joint"}) if m.wager == "tie"}
    assert found["Tie: a winning wager is overlooked and taken"].each == 8
    assert found["Tie: a losing wager is not taken"].each == 1


def test_a_side_wager_that_pushes_is_paid_or_taken_by_mistake() -> None:
    (result,) = questions.answers(FORTUNE, "fortune-bonus", "1", {"others": "0", "wager": "5"})
    pushes = result.outcomes[Fraction(0)]
    assert one(FORTUNE, "Fortune Bonus: paid 1 to 1 on a push").worth == pushes > 0


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_its_ranking(game: str) -> None:
    found = paying(game)
    assert {m.kind for m in found} & {PUSH, OVERLOOKED, LINE}
    assert all(0 < m.chance <= 1 for m in found if m.kind != ENVY)
    for m in found:
        assert m.hourly_cents(PACE) == abs(m.worth) * 40 * 5 * (500 if m.side else 2500)


@pytest.mark.parametrize(("game", "way"), way_cost.every_shipped())
def test_what_wrong_settings_cost_is_in_the_package(game: str, way: str) -> None:
    slot = way_cost.slot_of(game, {"house_way": way})
    stored = slot.from_bytes(slot.shipped.read_bytes())
    assert stored is not None, "run tools/ship_solutions.py house-way-mistakes"
    found = way_cost.setting_mistakes(game, {"house_way": way})
    assert all(0 < m.chance < 1 for m in found)
    split = next(m for m in found if (m.dealt, m.front) == ("full house", "the two highest others"))
    assert split.worth > 0
    assert split.chance < Fraction(4_000_000, HANDS)


def test_the_ranking_has_wrong_settings_in_its_place() -> None:
    found = mistakes(FACE_UP, PACE)
    hourly = [m.hourly_cents(PACE) for m in found]
    assert hourly == sorted(hourly, reverse=True)
    assert {m.kind for m in found} >= {SETTING, PUSH, ENVY, LINE, OVERLOOKED}


@pytest.mark.parametrize(("arguments", "said"), [
    (["nowhere"], "nowhere"),
    ([FACE_UP, "--rounds", "0"], "1 to 1000"),
    ([FACE_UP, "--spots", "99"], "1 to 12"),
    ([FACE_UP, "--bet", "0"], "above $0"),
    ([FACE_UP, "--bet", "much"], "much"),
    (["fu-bacc", "--set", "house_way=foxwoods"], "no setting of fu-bacc"),
    ([FACE_UP, "--set", "house_way=nobody"], "nobody"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused(arguments: list[str], said: str) -> None:
    found = CliRunner().invoke(pitboss, ["mistakes", *arguments])
    assert isinstance(found.exception, BadInput)
    assert said in str(found.exception)


def test_the_command_ranks_and_its_figures_are_those_of_the_library() -> None:
    line = ["mistakes", "fu-bacc", "--most", "3", "--bet", "50"]
    found = json.loads(CliRunner().invoke(pitboss, [*line, "--json"]).stdout)
    assert len(found["mistakes"]) == 3
    assert found["bet_cents"] == 5000
    first = mistakes("fu-bacc", TablePace(bet_cents=5000))[0]
    assert found["mistakes"][0]["mistake"] == first.what
    assert first.what in CliRunner().invoke(pitboss, line).stdout


# the school


@pytest.mark.parametrize(("game", "topic", "what"), [
    (FORTUNE, "Pai Gow: one better", "Pai Gow: paid 1 to 1 on a push"),
    ("ultimate-texas-holdem", "Ante: tie", "Ante: paid 1 to 1 on a push"),
    (FACE_UP, "Fortune Bonus: three pair", "Fortune Bonus: paid 1 to 1 on a push"),
])  # fmt: skip
def test_the_school_knows_what_a_push_costs(game: str, topic: str, what: str) -> None:
    assert dear_topics(game)[topic] == one(game, what).hourly_cents(TablePace())


def test_lines_that_pay_alike_share_what_their_mistake_costs() -> None:
    """Face up a push has two lines."""
    dear = dear_topics(FACE_UP)
    parts = dear["Pai Gow: one better"], dear["Pai Gow: dealer ace high"]
    assert sum(parts) == one(FACE_UP, "Pai Gow: paid 1 to 1 on a push").hourly_cents(TablePace())
    assert parts[0] > parts[1] > 0


def test_the_school_deals_the_dearest_mistake_first(monkeypatch: pytest.MonkeyPatch) -> None:
    course = School().begin("ultimate-texas-holdem", "usual", "pay")
    dear = dear_topics("ultimate-texas-holdem")
    topics = sorted(dear, key=lambda t: dear[t])
    tables = [
        Drill("pay", "", (money_field("", 100, "", "", t),)) for t in (topics[0], topics[-1], topics[1])
    ]
    dealt = iter(tables)
    monkeypatch.setitem(KINDS, "pay", KINDS["pay"]._replace(make=lambda game, level: next(dealt)))
    assert new_drill(course).fields[0].topic == topics[-1]


def test_the_school_says_what_a_mistake_would_have_cost() -> None:
    course = School().begin("ultimate-texas-holdem", "usual", "pay")
    dear = dear_topics("ultimate-texas-holdem")
    topic = max(dear, key=lambda t: dear[t])
    field = money_field("", 3000, "", "", topic)
    assert would_cost(course, field, "35").startswith("That costs the house $5 here.")
    assert would_cost(course, field, "25").startswith("That costs the player $5 here.")
    assert "an hour" in would_cost(course, field, "25")
    course.drill = Drill("pay", "", (field, money_field("", 0, "", "", "unknown")))
    assert mark(course, {0: "30"})["marks"][0]["cost"] == ""
    assert "$5" in mark(course, {1: "5"})["marks"][1]["cost"]


# at full length


@pytest.mark.long
def test_a_kind_of_hand_set_otherwise_costs_what_another_house_way_loses() -> None:
    """Two roads: the sum over that kind's classes, and the edge of a file that sets it so."""
    found = way_cost.setting_mistakes(FACE_UP, {})
    changed = written(FOXWOODS).replace(
        'dealt = "three pair"\nclause = "PG-12"\nfront = "the pair"',
        'dealt = "three pair"\nclause = "PG-12"\nfront = "the lowest pair"',
    )
    other = read_way(changed, "other.toml")
    assert other.rules != FOXWOODS.rules
    game = way_game(FACE_UP, {})
    lost = edge_of(game, FOXWOODS, LocalEngine(1)) - edge_of(game, other, LocalEngine(1))
    (worth,) = [m.worth for m in found if (m.dealt, m.front) == ("three pair", "the lowest pair")]
    assert worth == lost


@pytest.mark.long
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_the_packages_figures_are_those_of_the_solver(way: str) -> None:
    slot = way_cost.slot_of(FACE_UP, {"house_way": way})
    stored = slot.from_bytes(slot.shipped.read_bytes())
    assert stored is not None
    for kept, solved in zip(stored, way_cost.solve(FACE_UP, {"house_way": way}), strict=True):
        assert (kept == solved).all()

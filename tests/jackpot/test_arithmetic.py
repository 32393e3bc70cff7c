"""The long-run arithmetic against simulation, against enumeration, and by hand (JP-13, JP-20, JP-27)."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.jackpot_edges import break_even_cents, edge_at, envy_return, fixed_return
from pitboss.analysis.questions import queries, solve
from pitboss.core.errors import BadInput
from pitboss.core.odds import parse_odds
from pitboss.jackpots import MeterSettings
from pitboss.jackpots.arithmetic import advise, chances_of, dry_risk, long_run, summary
from pitboss.jackpots.model import Style
from pitboss.sheets import Line, PayTable, sheet
from tests.jackpot.pit import DOWN_UNDER, FACE_UP, THREE_METERS
from tests.refusals import refused

WA03 = sheet(FACE_UP).pay_table("jackpot", "FUPGPP-WA03")
ML02 = sheet(FACE_UP).pay_table("jackpot", "FUPGPP-ML02")
OPTION_3 = sheet(DOWN_UNDER).pay_table("jackpot", "option-3")


def small(*lines: tuple[str, str]) -> PayTable:
    """A pay table with hits often enough to simulate."""
    made = tuple(Line(hand, hand, "JP-27", pays=parse_odds(pays)) for hand, pays in lines)
    return PayTable("jackpot", "small", "JP-27", made, approved=False)


SMALL = small(("all", "100 % of meter"), ("tenth", "10 % of meter"), ("six", "6 for 1"))
CHANCES = {"all": Fraction(1, 200), "tenth": Fraction(1, 50), "six": Fraction(1, 40)}
SETTINGS = {"meter": MeterSettings(2_000, Fraction(30, 100), Fraction(5, 100))}


@pytest.mark.clause("JP-27")
def test_payback_and_mean_award_by_hand() -> None:
    run = long_run(SMALL, CHANCES, SETTINGS, 100)
    assert run.fixed_return == Fraction(6, 40)
    inflow = Fraction(30, 100) + Fraction(5, 100) + 20 * Fraction(1, 200)
    assert run.payback == Fraction(6, 40) + inflow
    assert run.meters["meter"].mean_award_cents == 100 * inflow / (Fraction(1, 200) + Fraction(1, 500))
    assert run.meters["meter"].wagers_between_full_awards == 200
    assert run.house_edge == 1 - run.payback


@pytest.mark.clause("JP-27", "JP-12")
def test_the_long_run_against_the_ledger_rules_played_out() -> None:
    """A million wagers on a meter with reserve and reseeding, in plain Python: what was paid, and the mean
    meter at a full award."""
    chance = random.Random(7)
    meter, reserve, paid, full = 2000.0, 0.0, 0.0, []
    wagers = 1_000_000
    for _ in range(wagers):
        meter, reserve = meter + 30, reserve + 5
        drawn = chance.random()
        if drawn < 1 / 200:
            full.append(meter)
            paid += meter
            meter, reserve = 2000 + reserve, 0.0
        elif drawn < 1 / 200 + 1 / 50:
            paid += meter / 10
            meter -= meter / 10
        elif drawn < 1 / 200 + 1 / 50 + 1 / 40:
            paid += 600
    run = long_run(SMALL, CHANCES, SETTINGS, 100)
    assert paid / wagers / 100 == pytest.approx(float(run.payback), abs=0.004)
    mean = sum(full) / len(full)
    spread = float(np.std(full)) / len(full) ** 0.5
    assert abs(mean - float(run.meters["meter"].mean_award_cents)) < 4 * spread


@pytest.mark.clause("JP-27", "JP-01")
def test_the_wager_scales_pays_and_seed_alike() -> None:
    one, five = (long_run(SMALL, CHANCES, SETTINGS, cents) for cents in (100, 500))
    assert five.payback == one.payback
    assert five.meters["meter"].mean_award_cents == 5 * one.meters["meter"].mean_award_cents


@pytest.mark.clause("JP-27")
def test_the_edge_at_the_break_even_meter_is_nothing() -> None:
    even = break_even_cents(SMALL, CHANCES, 100)
    assert even == Fraction(34, 40) * 100 / (Fraction(1, 200) + Fraction(1, 500))
    low, high = (edge_at(SMALL, CHANCES, {"meter": int(even) + d}, 100) for d in (-100, 100))
    assert high < 0 < low


@pytest.mark.clause("JP-27", "JP-10")
def test_three_meters_each_with_its_own_run() -> None:
    chances = {line.hand: Fraction(1, 1000 * (n + 1)) for n, line in enumerate(ML02.lines)}
    run = long_run(ML02, chances, THREE_METERS, 100)
    assert run.meters["minor"].mean_award_cents == 100 * (Fraction(3, 100) * 3000 + 200)
    shown = {"mega": 1_000_000, "major": 100_000, "minor": 20_000}
    even = break_even_cents(ML02, chances, 100, meter="major", others_cents=shown)
    assert edge_at(ML02, chances, {**shown, "major": int(even) + 1}, 100) < 0
    assert edge_at(ML02, chances, {**shown, "major": int(even) - 1}, 100) > 0


@pytest.mark.clause("JP-20", "JP-27")
def test_envy_adds_for_every_other_player_in_dollars() -> None:
    chances = dict.fromkeys(OPTION_3.by_hand, Fraction(0)) | {
        "royal-flush": Fraction(1, 649_740),
        "straight-flush": Fraction(9, 649_740),
    }
    alone, five = (long_run(OPTION_3, chances, SETTINGS, 500, others=n) for n in (0, 5))
    assert alone.envy_return == 0
    assert five.payback - alone.payback == 5 * (1000 + 9 * 300) * Fraction(1, 649_740) / 5


@pytest.mark.clause("JP-21", "JP-23", "JP-24", "JP-27")
@pytest.mark.parametrize(("game", "pay_table", "settings"), [
    (FACE_UP, "FUPGPP-WA03", {"meter": "1234567"}),
    (FACE_UP, "FUPGPP-ML02", {"mega": "2000000", "major": "300000", "minor": "40000"}),
    (DOWN_UNDER, "option-1", {"meter": "7654321"}),
    (DOWN_UNDER, "option-3", {"meter": "5000000", "others": "4", "wager": "5"}),
])  # fmt: skip
def test_the_arithmetic_and_the_solver_agree(game: str, pay_table: str, settings: dict[str, str]) -> None:
    """The solver adds up outcomes, the arithmetic adds up lines: one edge, one break-even meter."""
    (query,) = queries(game, "jackpot", pay_table, settings)
    table = query.pay_table
    assert table is not None
    result = solve(game, query)
    chances = chances_of(game, pay_table)
    shown = {name: int(settings[name]) for name in table.meters}
    wager, others = 100 * int(settings.get("wager", "1")), int(settings.get("others", "0"))
    assert edge_at(table, chances, shown, wager, others=others) == result.house_edge
    assert fixed_return(table, chances) == result.extra["fixed_return"]
    if table.meters == ("meter",):
        envy = envy_return(table, chances, wager, others)
        assert break_even_cents(table, chances, wager, envy=envy) == result.extra["break_even_meter"]
    meters = {name: MeterSettings(1_000_000, Fraction(1, 10), Fraction(1, 100)) for name in table.meters}
    run = long_run(table, chances, meters, wager, others=others)
    full = {name: run.meters[name].full_award for name in table.meters}
    cost = sum(Fraction(11, 100) + 10_000 * full[name] for name in table.meters)
    assert run.payback == result.extra["fixed_return"] + run.envy_return + cost


def ruin_by_matrix(chances: dict[str, Fraction], contribution: float, start: int, height: int) -> float:
    """The same chain as a linear system, solved by elimination."""
    p_all, p_tenth, p_six = (float(chances[name]) for name in ("all", "tenth", "six"))
    matrix, right = np.eye(height + 1), np.zeros(height + 1)
    for k in range(height):
        for added, weight in ((0, 1 - contribution), (1, contribution)):
            level = k + added
            if level < height:
                matrix[k, level] -= weight * (1 - p_all - p_tenth - p_six)
            matrix[k, level * 9 // 10] -= weight * p_tenth
            if level >= 6:
                matrix[k, level - 6] -= weight * p_six
            else:
                right[k] += weight * p_six
    return float(np.linalg.solve(matrix, right)[start])


@pytest.mark.clause("JP-13", "JP-27")
@pytest.mark.parametrize("percent", [20, 35, 70])
@pytest.mark.parametrize("seed", [0, 500, 2_000])
def test_the_risk_of_running_dry_against_a_matrix(percent: int, seed: int) -> None:
    settings = MeterSettings(seed, Fraction(percent, 100))
    risk = dry_risk(SMALL, CHANCES, settings, 100)
    assert risk == pytest.approx(ruin_by_matrix(CHANCES, percent / 100, seed // 100, 1_200), abs=1e-9)


@pytest.mark.clause("JP-13")
def test_the_risk_of_running_dry_falls_with_seed_and_contribution() -> None:
    risks = [dry_risk(SMALL, CHANCES, MeterSettings(s, Fraction(2, 10)), 100) for s in (0, 1_000, 4_000)]
    assert risks == sorted(risks, reverse=True)
    rates = [dry_risk(SMALL, CHANCES, MeterSettings(1_000, Fraction(n, 10)), 100) for n in (1, 4, 9)]
    assert rates == sorted(rates, reverse=True)
    refused(BadInput, "only falls")(dry_risk, SMALL, CHANCES, MeterSettings(1_000), 100)


@pytest.mark.clause("JP-11", "JP-13", "JP-27")
def test_the_summary_and_its_advice() -> None:
    chances = {line.hand: Fraction(1, 10_000 * (n + 1)) for n, line in enumerate(WA03.lines)}
    settings = {"meter": MeterSettings(1_000, Fraction(20, 100))}
    shape = summary(WA03, chances, settings, 100, meter_cents={"meter": 5_000_000})
    assert shape.edge_at_meter == edge_at(WA03, chances, {"meter": 5_000_000}, 100)
    assert shape.to_json()["house_edge_at_meter_exact"].startswith("-") is (shape.edge_at_meter < 0)
    assert {one.clause for one in shape.advice} == {"JP-13"}
    assert any("largest fixed award" in one.message for one in shape.advice)
    assert "break even" in shape.text() and "dry risk" not in shape.text()
    every = summary(WA03, chances, settings, 100, style=Style.ALL_PAYS)
    risk = every.meters["meter"].dry_risk
    assert risk is not None and 0 < risk <= 1
    assert every.to_json()["meters"]["meter"]["dry_risk"] == risk and "dry risk" in every.text()
    assert any("run dry" in one.message for one in every.advice)
    assert every.run.payback < shape.run.payback


def test_what_is_missing_is_named() -> None:
    with pytest.raises(BadInput, match="The chance of tenth is not given"):
        long_run(SMALL, {"all": Fraction(1, 2), "six": Fraction(1, 2)}, SETTINGS, 100)
    refused(BadInput, "has the meters meter")(long_run, SMALL, CHANCES, {"mega": MeterSettings()}, 100)
    even, nothing = dict.fromkeys(ML02.by_hand, Fraction(1, 99)), dict.fromkeys(THREE_METERS, MeterSettings())
    refused(BadInput, "needs one meter")(long_run, ML02, even, nothing, 100, style=Style.ALL_PAYS)


@pytest.mark.clause("JP-11", "JP-27")
def test_where_all_pays_come_off_the_meter_they_cost_the_house_nothing_more() -> None:
    run = long_run(SMALL, CHANCES, SETTINGS, 100, style=Style.ALL_PAYS)
    inflow = Fraction(30, 100) + Fraction(5, 100) + 20 * Fraction(1, 200)
    assert run.payback == inflow
    left = inflow - Fraction(6, 40)
    assert run.meters["meter"].mean_award_cents == 100 * left / (Fraction(1, 200) + Fraction(1, 500))
    assert run.wagers_between_hits == 1 / (Fraction(1, 200) + Fraction(1, 50) + Fraction(1, 40))


@pytest.mark.clause("JP-13")
def test_a_pay_in_parts_of_a_wager_is_a_whole_one_for_the_meter() -> None:
    """And two lines of one pay are as one of both chances."""
    settings = MeterSettings(500, Fraction(35, 100))
    whole = dry_risk(SMALL, CHANCES, settings, 100)
    parted = small(
        ("all", "100 % of meter"), ("tenth", "10 % of meter"), ("six", "11 for 2"), ("also", "6 for 1")
    )
    chances = {**CHANCES, "six": Fraction(1, 60), "also": Fraction(1, 120)}
    assert dry_risk(parted, chances, settings, 100) == pytest.approx(whole, abs=1e-12)


def test_the_summary_as_it_is_printed() -> None:
    usual = summary(SMALL, CHANCES, SETTINGS, 100, meter_cents={"meter": 9_000}).text()
    assert usual.splitlines()[:10] == [
        "fixed return                    15.000000%",
        "envy return                      0.000000%",
        "payback                         60.000000%",
        "house edge                      40.000000%",
        "house edge at meter             22.000000%",
        "wagers between hits                   20.0",
        "",
        "meter, showing $90",
        "  mean award                            $64.2857",
        "  wagers between full awards            200.0000",
    ]
    assert usual.splitlines()[10] == "  break even                           $121.4286"
    every = summary(SMALL, CHANCES, SETTINGS, 100, style=Style.ALL_PAYS).text().splitlines()
    assert every[6:9] == ["meter, showing $20", "  mean award                            $42.8571", every[8]]
    assert any(line.startswith("  dry risk                ") and line[-6:-4] == "0." for line in every)
    assert not any(line.startswith("  break even") for line in every)


@pytest.mark.clause("JP-13")
def test_a_large_seed_against_larger_pays() -> None:
    """The search begins above both."""
    table = small(("all", "100 % of meter"), ("large", "400 for 1"))
    chances = {"all": Fraction(1, 2_000), "large": Fraction(1, 4_000)}
    settings = MeterSettings(30_000, Fraction(50, 100))
    risk = dry_risk(table, chances, settings, 100)
    # 200 wagers until the meter can pay: the large pay comes first, or the meter is won, or neither
    soon = (1 - (1 - Fraction(3, 4_000)) ** 200) / 3
    assert soon < risk < Fraction(1, 3)


# advice: each recommendation, and silence where there is nothing to say

USUAL = MeterSettings(100_000, Fraction(20, 100), Fraction(3, 100))


def advice(settings: MeterSettings, wager_cents: int = 500, style: Style = Style.PERCENTAGES) -> list[str]:
    given = advise(OPTION_3, wager_cents, {"meter": settings}, {"meter": USUAL}, style)
    return [f"{one.message} {one.better}" for one in given]


@pytest.mark.clause("JP-13")
def test_settings_as_delivered_need_none() -> None:
    assert advice(USUAL) == []


@pytest.mark.clause("JP-13")
@pytest.mark.parametrize(("seed", "contribution", "reserve", "style", "says"), [
    (0, 20, 0, Style.PERCENTAGES, "The seed is $0"), (0, 20, 3, Style.PERCENTAGES, "The reserve is the only seed"),
    (29_900, 20, 3, Style.PERCENTAGES, "a seed of at least $1,500"),
    (90_000, 20, 3, Style.PERCENTAGES, "not the one the pay table was delivered with. $5,000"),
    (100_000, 21, 3, Style.PERCENTAGES, "at most 20 %"),
    (100_000, 20, 0, Style.PERCENTAGES, "Nothing goes to the reserve"),
    (100_000, 69, 3, Style.ALL_PAYS, "70 % or more"),
])  # fmt: skip
def test_each_recommendation(seed: int, contribution: int, reserve: int, style: Style, says: str) -> None:
    settings = MeterSettings(seed, Fraction(contribution, 100), Fraction(reserve, 100))
    assert any(says in text for text in advice(settings, style=style))


@pytest.mark.clause("JP-13")
def test_boundaries() -> None:
    assert advice(MeterSettings(100_000, Fraction(19, 100), Fraction(3, 100))) == []
    assert advice(MeterSettings(100_000, Fraction(70, 100), Fraction(3, 100)), style=Style.ALL_PAYS) == []
    just = MeterSettings(30_000, Fraction(20, 100), Fraction(3, 100))
    assert not any("largest fixed award" in text for text in advice(just))


@pytest.mark.clause("JP-13")
def test_seed_and_largest_award_both_grow_with_the_wager() -> None:
    small = MeterSettings(29_900, Fraction(20, 100), Fraction(3, 100))
    for wager in (100, 500, 2000):
        assert any("largest fixed award" in text for text in advice(small, wager))

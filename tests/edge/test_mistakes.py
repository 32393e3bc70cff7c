"""What dealers' mistakes cost: the same figures by another pay table, another house way, and a simulation."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.analysis import questions
from pitboss.analysis.solver import solver_of
from pitboss.cardplay.paigow import way_cost
from pitboss.cardplay.paigow.coverage import HANDS
from pitboss.cardplay.paigow.house_way import FOXWOODS, HOUSE_WAYS, read_way, written
from pitboss.cardplay.paigow.way_search import edge_of
from pitboss.cardplay.paigow.way_values import FACE_UP, FORTUNE, way_game
from pitboss.cli import pitboss
from pitboss.compute.engines import LocalEngine
from pitboss.core.cards import fresh_order
from pitboss.core.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.round import Round
from pitboss.school.course import KINDS, School, mark, new_drill, would_cost
from pitboss.school.kit import Drill, deal, money_field, random_wagers
from pitboss.school.mistakes import (
    COMMISSION,
    ENVY,
    LEFT,
    LINE,
    MISSED,
    OVERLOOKED,
    PUSH,
    SETTING,
    Mistake,
    TablePace,
    dear_topics,
    mistakes,
    paying_mistakes,
)
from pitboss.school.paying import make as paid_table
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
    found = one("ultimate-texas-holdem", "Trips: “Full house” paid as “Four of a kind”")
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
    (found,) = [m for m in paying("blackjack") if m.kind == LINE and "paid as “A winning hand”" in m.what]
    assert found.each == Fraction(1, 2)
    assert 0.04 < found.chance < 0.05


@pytest.mark.parametrize("game", game_ids())
def test_a_wagers_mistakes_add_up_to_its_edge(game: str) -> None:
    """What losing wagers bring less what winning ones are paid is the edge, of all places of a wager together."""
    found = [m for m in paying(game) if m.wager != sheet(game).jackpot]
    base = sheet(game).base
    for wager in {m.wager for m in found}:
        of = game if wager in sheet(game).analysed else base or ""
        parts = [m.worth for m in found if m.wager == wager and (m.kind == LEFT or "not paid" in m.what)]
        options = {"others": "0", "wager": "5"} if wager == "fortune-bonus" else None
        asked = wager if of == game else sheet(of).analysed[0]
        (result,) = questions.answers(of, asked, questions.usual_table(of, asked), options)
        # what is put on top of the blackjack wager afterwards is no mistake of whoever pays this one
        assert sum(parts) == result.extra.get("edge_when_never_put_on_top", result.house_edge)


@pytest.mark.parametrize("game", game_ids())
def test_all_that_is_settled_is_all_that_is_wagered(game: str) -> None:
    for wager in sheet(game).analysed:
        rows = solver_of(game).settled(questions.one_query(game, wager))
        (result,) = questions.answers(game, wager, questions.usual_table(game, wager))
        # what is put on top of the blackjack wager is settled with it
        on_top = "edge_when_never_put_on_top"
        action, edge = (
            (1, result.extra[on_top]) if on_top in result.extra else (result.action, result.house_edge)
        )
        assert sum(row.units * row.chance for row in rows) == action
        assert sum(row.units * row.chance * row.net for row in rows) == -edge


@pytest.mark.parametrize(
    "settings", [{"surrender": "late", "hole_card": "none"}, {"split_aces": "hit", "decks": "1"}]
)
def test_blackjack_hands_are_all_counted_whatever_the_rules(settings: dict[str, str]) -> None:
    query = questions.one_query("blackjack", "main", settings=settings)
    rows, result = solver_of("blackjack").settled(query), solver_of("blackjack").solve(query)
    assert sum(row.units * row.chance for row in rows) == result.action
    assert sum(row.units * row.chance * row.net for row in rows) == -result.house_edge


@pytest.mark.parametrize("game", game_ids())
def test_wagers_are_settled_by_the_names_the_rules_give(game: str) -> None:
    """The school's topics are these names."""
    rows = [
        row for of in filter(None, (sheet(game).base, game))
        for wager in sheet(of).analysed if wager != sheet(of).jackpot
        for row in solver_of(of).settled(questions.one_query(of, wager)) if row.chance > Fraction(1, 20)
    ]  # fmt: skip
    config, alike = TableConfig(game), {"bust": "lose", "dealer-bust": "win"}
    rounds = [deal(config, random_wagers(config, "hard")) for _ in range(200)]
    seen = {(s.wager, alike.get(s.hand, s.hand)) for round in rounds for s in round.settlements}
    assert {(row.wager, row.hand) for row in rows if row.hand} - {("blackjack", "dealer-blackjack")} <= seen


def test_fu_bacc_is_settled_as_often_as_its_rounds_say() -> None:
    """Two roads: rounds of the procedure, played as the solver advises, and the exact chances."""
    config = TableConfig("fu-bacc")
    seen: Counter[tuple[str, str]] = Counter()
    spots = 0
    for _ in range(400):
        wagers = {spot: {"ante": 500} for spot in range(1, config.spots + 1)}
        round = Round(config, wagers, tuple(fresh_order(1, 0))).play_out(advised)
        seen.update((s.wager, s.hand) for s in round.settlements)
        spots += len(wagers)
    rows: Counter[tuple[str, str]] = Counter()
    for row in solver_of("fu-bacc").settled(questions.one_query("fu-bacc", "main")):
        rows[row.wager, row.hand] += row.chance  # type: ignore[assignment]
    assert set(seen) == set(rows)
    for end, chance in rows.items():
        # spots of one round share the dealer's hand: as if a round were two spots
        assert abs(seen[end] / spots - chance) < 5 * (chance * (1 - chance) / 800) ** 0.5


def advised(round: Round, ask: Ask) -> Decision:
    found = questions.advise(round, ask.spot)
    return Decision(max(found, key=lambda choice: choice.expectation).action)


def test_a_raised_wager_counts_at_its_size() -> None:
    """Two roads: the solver's chances, and every first hand of the shoe."""
    table = sheet("acey-deucey-21").pay_table("acey-deucey", "1B")
    paid, taken, level, deals = 0, 0, 0, 312 * 311 * 310
    for hand in hands(full_shoe(6)):
        if raises(hand, table):
            won = sum(hand.wins.values())
            paid += hand.ways * hand.wins.get("spread-3-11", 0)
            level += hand.ways * (hand.unseen - won) * hand.pair
            taken += hand.ways * (hand.unseen - won) * (not hand.pair)
    game = "acey-deucey-21"
    assert one(game, "Raise That Pays: “Spread 3 to 11” not paid, the wager left").worth == -Fraction(
        2 * paid, deals
    )
    assert one(game, "Raise That Pays: a losing wager is not taken").worth == Fraction(2 * taken, deals)
    assert level == 0


def test_an_ante_pushes_too_when_the_dealer_does_not_qualify() -> None:
    """Ultimate: the Ante goes back while Blind and Play are paid, so ties are not all of its pushes (UT-03)."""
    ties = one("ultimate-texas-holdem", "Play: paid 1 to 1 on a push").chance
    assert one("ultimate-texas-holdem", "Ante: paid 1 to 1 on a push").chance > 5 * ties


def test_wagers_played_together_keep_their_own_mistakes() -> None:
    found = {m.what: m for m in paying_mistakes("fu-bacc", PACE, {"with": "joint"}) if m.wager == "tie"}
    assert found["Tie: a winning wager is overlooked and taken"].each == 8
    assert found["Tie: a losing wager is not taken"].each == 1


def test_a_side_wager_that_pushes_is_paid_or_taken_by_mistake() -> None:
    (result,) = questions.answers(FORTUNE, "fortune-bonus", "1", {"others": "0", "wager": "5"})
    pushes = result.outcomes[Fraction(0)]
    assert one(FORTUNE, "Fortune Bonus: paid 1 to 1 on a push").worth == pushes > 0


@pytest.mark.parametrize(("game", "pay_table"), [
    (game, table.id) for game in game_ids() for table in sheet(game).pay_tables if table.wager == "jackpot"
])  # fmt: skip
def test_a_jackpots_mistakes_add_up_to_what_it_gives_back(game: str, pay_table: str) -> None:
    """Lines that are overlooked, envy that is forgotten, and the edge at the same meters."""
    found = [m for m in paying_mistakes(game, PACE, {"jackpot": pay_table}) if m.wager == "jackpot"]
    query = questions.one_query(game, "jackpot", pay_table)
    names = {"meter", "mega", "major", "minor"} & set(query.settings)
    asked = dict.fromkeys(names, "200000") | {"wager": "1"}
    if "others" in query.settings:
        asked["others"] = "4"
    (result,) = questions.answers(game, "jackpot", pay_table, asked)
    owed = -sum(m.worth for m in found if m.kind in (OVERLOOKED, ENVY))
    assert owed == 1 - result.house_edge > 0
    (missed,) = [m for m in found if m.kind == MISSED]
    assert -missed.worth == result.extra["fixed_return"] + result.extra["envy_return"] + Fraction(1, 5)
    assert missed.chance == 1


def test_envy_of_a_jackpot_is_owed_for_every_other_player() -> None:
    every = [
        paying_mistakes("down-under-holdem", TablePace(spots=n), {"jackpot": "option-3"}) for n in (2, 5)
    ]
    envy = [next(m for m in found if m.kind == ENVY) for found in every]
    assert envy[1].worth == 4 * envy[0].worth < 0
    assert envy[1].chance == 4 * envy[0].chance


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_its_ranking(game: str) -> None:
    found = paying(game)
    assert {m.kind for m in found} & {PUSH, OVERLOOKED, LINE}
    assert all(0 < m.chance <= 1 for m in found if m.kind != ENVY)
    first = {w.of for of in (game, sheet(game).base or game) for w in sheet(of).wagers if w.placed == "first"}
    for m in found:
        stake = 100 if m.wager == sheet(game).jackpot else 2500 if m.wager in first else 500
        assert m.hourly_cents(PACE) == abs(m.worth) * 40 * 5 * stake


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


def test_the_dealer_sets_one_hand_a_round() -> None:
    """However many spots play, a wrong setting is made once a round, and meets all of their wagers."""
    two, five = TablePace(spots=2), TablePace(spots=5)
    (wrong,) = [
        m for m in mistakes(FACE_UP, five) if m.what.startswith("Three pair: the lowest pair in front")
    ]
    assert wrong.times(two) == wrong.times(five) == wrong.chance * 40
    assert wrong.once(five) == 5 * wrong.each
    paid = one(FACE_UP, "Pai Gow: paid 1 to 1 on a push")
    assert paid.times(five) == paid.chance * 40 * 5
    assert paid.once(five) == paid.each == 1
    for one_of in (wrong, paid):
        assert one_of.times(five) * one_of.once(five) * one_of.stake_cents == one_of.hourly_cents(five)
        said = one_of.to_json(five)
        assert float(said["times_an_hour"]) * float(said["each"]) * one_of.stake_cents / 100 == pytest.approx(
            float(said["dollars_an_hour"]), abs=0.01
        )


@pytest.mark.parametrize("game", game_ids())
def test_no_mistake_is_ranked_under_two_names(game: str) -> None:
    """A line paid as its neighbour, and by the neighbour's odds, is one mistake."""
    lines = [m for m in paying(game) if m.kind == LINE]
    by_odds = [m for m in lines if re.search(r": \d+ to \d+ paid \d to 1$", m.what)]
    for odds in by_odds:
        same = [m for m in lines if (m.wager, m.chance, m.worth) == (odds.wager, odds.chance, odds.worth)]
        assert same == [odds]


def test_what_the_costs_are_of_is_said() -> None:
    """Pay tables and settings, as `edge` says them."""
    line = ["mistakes", FACE_UP, "--most", "1"]
    found = json.loads(CliRunner().invoke(pitboss, [*line, "--json"]).stdout)
    assert found["pay_tables"]["fortune-bonus"] == questions.usual_table(FACE_UP, "fortune-bonus")
    assert found["settings"]["house_way"] == "foxwoods"
    shown = CliRunner().invoke(pitboss, line).stdout
    assert "house_way=foxwoods" in shown
    assert f"fortune-bonus {found['pay_tables']['fortune-bonus']}" in shown
    changed = json.loads(
        CliRunner().invoke(pitboss, ["mistakes", "acey-deucey-21", "--set", "decks=6", "--json"]).stdout
    )
    assert changed["settings"]["decks"] == "6"
    assert "blackjack_pays" in changed["settings"]


@pytest.mark.parametrize(("arguments", "said"), [
    (["nowhere"], "nowhere"),
    ([FACE_UP, "--rounds", "0"], "1 to 1000"),
    ([FACE_UP, "--spots", "99"], "1 to 12"),
    ([FACE_UP, "--bet", "0"], "above $0"),
    ([FACE_UP, "--bet", "much"], "much"),
    (["fu-bacc", "--set", "house_way=foxwoods"], "no setting of fu-bacc"),
    (["acey-deucey-21", "--set", "war=9"], "no pay table '9'"),
    ([FACE_UP, "--set", "others=2"], "spots, side bet and jackpot bet"),
    ([FACE_UP, "--jackpot-bet", "0"], "above $0"),
    (["down-under-holdem", "--jackpot-bet", "21"], "JP-01"),
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


@pytest.mark.usefixtures("own_games")
def test_wagers_of_which_nothing_is_known_are_named() -> None:
    """A game from outside: the general solver does not tell its Ante and its war wager apart."""
    games = Path(__file__).parents[1] / "examples"
    line = ["--games", str(games), "mistakes", "casino-war", "--json"]
    found = json.loads(CliRunner().invoke(pitboss, line).stdout)
    assert found["not_known"] == ["main"]
    shown = " ".join(CliRunner().invoke(pitboss, line[:-1]).stdout.split())
    assert "Not known: main. The solver counts Ante" in shown
    assert "docs/adding-a-game.md" in shown
    assert {one["wager"] for one in found["mistakes"]} == {"tie"}


# the school


@pytest.mark.parametrize(("game", "topic", "what"), [
    (FORTUNE, "Pai Gow: one better", "Pai Gow: paid 1 to 1 on a push"),
    ("ultimate-texas-holdem", "Play: tie", "Play: paid 1 to 1 on a push"),
    ("blackjack", "Blackjack: dealer bust", "Blackjack: “A winning hand” not paid, the wager left"),
    ("lucky-break", "Lucky Break: total 21 or less", "Lucky Break: a losing wager is not taken"),
    (FACE_UP, "Fortune Bonus: three pair", "Fortune Bonus: paid 1 to 1 on a push"),
])  # fmt: skip
def test_the_school_knows_what_a_mistake_costs(game: str, topic: str, what: str) -> None:
    assert dear_topics(game)[topic] == one(game, what).hourly_cents(TablePace())


def test_lines_that_pay_alike_share_what_their_mistake_costs() -> None:
    """Face up a push has two lines."""
    dear = dear_topics(FACE_UP)
    assert "Pai Gow: neither better" in dear
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


@pytest.mark.parametrize("game", game_ids())
def test_every_pay_of_a_drill_has_its_cost_an_hour(game: str) -> None:
    """Drills as they are dealt; but insurance and raises that nobody makes who plays his best, tokes, and the hands of
    a split, which are counted with the others."""
    course = School().begin(game, "hard", "pay")
    without = ("Insurance", "Split", "Raise That Pays", "Lucky Break for the dealer", "House Money on top")
    said = 0
    for _ in range(60):
        for field in paid_table(game, "hard").fields:
            if not field.topic.startswith(without):
                assert "an hour at a usual table" in would_cost(course, field, "7654"), field.topic
                said += 1
    assert said > 100


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

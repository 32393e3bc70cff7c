"""What the sheets say beside their pay tables: wagers, options, published figures, letters, clauses."""

from __future__ import annotations

import dataclasses
import operator
import pickle
import tomllib
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from importlib import resources

import pytest

from pitboss.core.errors import BadInput
from pitboss.sheets import clauses, game_ids, rule_books, sheet

BOOKS = resources.files("pitboss.sheets") / "data"
GAMES = resources.files("pitboss") / "table_games"


def test_every_sheet_is_a_game_in_its_own_place_and_the_rest_are_books() -> None:
    assert {*rule_books()} == {entry.name.removesuffix(".toml") for entry in BOOKS.iterdir()}
    sheets = {game: GAMES / game.replace("-", "_") / "sheet.toml" for game in game_ids()}
    assert {entry.name for entry in GAMES.iterdir() if (entry / "sheet.toml").is_file()} == {
        game.replace("-", "_") for game in sheets
    }
    orders = [tomllib.loads(file.read_text())["game"]["order"] for file in sheets.values()]
    assert orders == sorted(set(orders))
    assert all(sheet(game).id == game for game in game_ids())


def test_clauses_are_numbered_once_and_titled_apart() -> None:
    for names in ([clause.id for clause in clauses()], [clause.title for clause in clauses()]):
        assert len(set(names)) == len(names)


LAYOUTS = {
    # game: least, usual and most spots; the wagers that are analysed, by names that scripts lean on; those sensed
    "fu-bacc": ((1, 7, 7), "main lucky-monkey tie", ""),
    "blackjack": ((1, 7, 7), "main", ""),
    "acey-deucey-21": ((6, 7, 7), "war acey-deucey", ""),
    "lucky-break": ((1, 7, 7), "lucky-break", ""),
    "down-under-holdem": ((1, 7, 7), "main trips-or-better match-the-dealer jackpot", "jackpot"),
    "face-up-pai-gow-poker": ((1, 6, 6), "main fortune-bonus ace-high jackpot", "jackpot second-jackpot"),
    "ultimate-texas-holdem": ((1, 7, 7), "main trips jackpot", "jackpot second-jackpot"),
}  # fmt: skip


@pytest.mark.clause("BJ-12", "AD-02", "HR-30", "JP-06")
@pytest.mark.parametrize("game", LAYOUTS)
def test_spots_and_wagers(game: str) -> None:
    rules, (spots, analysed, sensed) = sheet(game), LAYOUTS[game]
    assert (rules.spots, rules.analysed) == (spots, tuple(analysed.split()))
    assert [wager.id for wager in rules.wagers if wager.sensed] == sensed.split()


@pytest.mark.clause("AD-25", "LB-01", "DU-01", "FU-02", "JP-02")
@pytest.mark.parametrize(("game", "clause"), [
    ("acey-deucey-21", "AD-25"), ("lucky-break", "LB-01"), ("down-under-holdem", "DU-01"),
    ("face-up-pai-gow-poker", "FU-02"),
])  # fmt: skip
def test_optional_wagers_need_the_base_wager(game: str, clause: str) -> None:
    firsts = tuple(wager.id for wager in sheet(game).wagers if wager.placed == "first")
    optional = [wager for wager in sheet(game).wagers if wager.placed == "optional"]
    assert optional
    for wager in optional:
        assert wager.needs == firsts
        assert (wager.needs_clause or wager.clause) == ("JP-02" if wager.sensed else clause)


@pytest.mark.clause("BJ-05", "AD-11", "AD-12", "DU-04", "DU-06", "FB-04", "JP-01")
def test_sizes_of_wagers() -> None:
    assert sheet("fu-bacc").wager("play").multiples == (2,)
    assert sheet("down-under-holdem").wager("play").multiples == (3, 2, 1)
    assert sheet("down-under-holdem").wager("bet").equals == "ante"
    assert sheet("blackjack").wager("insurance").up_to == Fraction(1, 2)
    assert sheet("acey-deucey-21").wager("raise").up_to == 2
    for game, wager, least, most in (
        ("acey-deucey-21", "raise", 100, None), ("acey-deucey-21", "acey-deucey", 100, None),
        ("acey-deucey-21", "war", 0, None), ("down-under-holdem", "jackpot", 100, 2000),
        ("face-up-pai-gow-poker", "jackpot", 100, None), ("face-up-pai-gow-poker", "second-jackpot", 100, None),
    ):  # fmt: skip
        assert (sheet(game).wager(wager).least_cents, sheet(game).wager(wager).most_cents) == (least, most)


BJ, DU, FU, LB = "blackjack", "down-under-holdem", "face-up-pai-gow-poker", "lucky-break"
OPTIONS = [
    # game, option, clause, default, accepted, refused beside what is in no list
    (BJ, "decks", "BJ-01", "6", "1 8", "0 9 six"), (BJ, "soft_17", "BJ-02", "hits", "hits stands", "peeks"),
    (BJ, "blackjack_pays", "BJ-03", "3-to-2", "3-to-2 6-to-5 1-to-1", "2-to-1"),
    (BJ, "hole_card", "BJ-04", "peek", "peek none", "maybe"),
    (BJ, "insurance", "BJ-05", "2-to-1", "2-to-1 off", "3-to-1"),
    (BJ, "double", "BJ-06", "any", "any 9-11 10-11", "8"),
    (BJ, "double_after_split", "BJ-07", "yes", "yes no", "maybe"),
    (BJ, "split_to", "BJ-08", "4", "2 3 4", "1 5"), (BJ, "surrender", "BJ-10", "off", "off late", "early"),
    (BJ, "split_aces", "BJ-09", "one-card", "one-card resplit hit", "two-cards"),
    (BJ, "penetration", "BJ-11", "75", "0 100 every-round", "101 -1 never"),
    ("fu-bacc", "side_wagers_alone", "FB-06", "no", "no yes", ""),
    ("fu-bacc", "two_spots", "FB-07", "no", "no yes", ""),
    (LB, "multiplier", "LB-10", "added", "added product", ""),
    (LB, "lucky_break_split", "LB-12", "lowest", "lowest highest", ""),
    (LB, "lucky_break_surrender", "LB-12", "alive", "alive lost", ""),
    (DU, "folded_bonus", "DU-07", "qualifies", "qualifies lost", ""),
    (DU, "folded_jackpot", "DU-07", "qualifies", "qualifies lost", ""),
    (FU, "wheel", "FU-07", "second-highest", "second-highest lowest", ""),
    (FU, "house_way", "PG-27", "foxwoods", "foxwoods santa-ana-star", ""),
    (FU, "first_hand", "PG-02", "generator", "generator dice", ""),
    (FU, "straight_flush_7", "JP-25", "any", "any natural", ""),
    (FU, "aggregate_limit_per", "FU-10", "table", "table player", ""),
]  # fmt: skip


@pytest.mark.clause(
    "BJ-01", "BJ-02", "BJ-03", "BJ-04", "BJ-05", "BJ-06", "BJ-07", "BJ-08", "BJ-09", "BJ-10", "BJ-11"
)
@pytest.mark.clause("FB-06", "FB-07", "LB-10", "LB-11", "LB-12", "DU-07", "JP-19", "JP-25", "FU-07", "FU-10")
@pytest.mark.parametrize(("game", "name", "clause", "default", "accepted", "refused"), OPTIONS)
def test_options(game: str, name: str, clause: str, default: str, accepted: str, refused: str) -> None:
    option = sheet(game).option(name)
    assert (option.clause, option.default) == (clause, default)
    assert game == BJ or set(option.choices) == set(accepted.split())
    for value in accepted.split():
        assert option.validate(value) == value
    for value in (*refused.split(), ""):
        with pytest.raises(BadInput) as refusal:
            option.validate(value)
        assert (refusal.value.clause, refusal.value.accepted) == (clause, option.accepted)


@pytest.mark.clause("AD-04", "BJ-17", "LB-02", "LB-24")
def test_games_on_blackjack_narrow_some_of_its_options_and_keep_the_others() -> None:
    for game, given, clause in (
        ("lucky-break", {"hole_card": "none"}, "LB-02"), ("lucky-break", {"insurance": "off"}, "LB-02"),
        ("acey-deucey-21", {"hole_card": "none"}, "AD-04"),
    ):  # fmt: skip
        with pytest.raises(BadInput) as refusal:
            sheet(game).settle_options(given)
        assert refusal.value.clause == clause
        assert given.items() <= sheet("blackjack").settle_options(given).items()
    base = {option.name: option for option in sheet("blackjack").options}
    for game in ("lucky-break", "acey-deucey-21"):
        own = {option.name: option for option in sheet(game).options}
        assert base.keys() <= own.keys()
        assert own["surrender"] == base["surrender"]
    assert sheet("lucky-break").option("decks").clause == "LB-24"
    assert sheet("acey-deucey-21").settle_options({"insurance": "off"})["insurance"] == "off"


PUBLISHED = {
    ("acey-deucey-21", "war"): {"1": "0.5248 %", "2": "3.69 %"},
    ("acey-deucey-21", "acey-deucey"): {"1": "2.99 %", "2": "3.46 %", "3": "5.29 %"},
    ("down-under-holdem", "main"): {"1": "2.89 %"},
    ("down-under-holdem", "trips-or-better"): {
        "1": "0.90 %", "2": "1.90 %", "3": "3.50 %", "4": "4.34 %", "5": "6.18 %",
    },
    ("down-under-holdem", "match-the-dealer"): {"1": "6.37 %", "2": "5.17 %", "3": "3.07 %", "4": "2.95 %"},
}  # fmt: skip


@pytest.mark.clause("AD-06", "AD-09", "AD-10", "AD-19", "AD-20", "AD-21", "DU-10", "DU-13", "DU-14")
def test_published_figures_as_printed() -> None:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for game in (game for game in game_ids() if sheet(game).letter):
        for figure in sheet(game).published:
            found.setdefault((game, figure.wager), {})[figure.pay_table] = figure.figure
    assert found == PUBLISHED
    war = sheet("acey-deucey-21").published_figure("war", "1")
    assert war is not None
    assert (war.value, war.half_unit) == (Fraction(5248, 10**6), Fraction(5, 10**7)), "to its last digit"
    assert sheet("acey-deucey-21").published_figure("acey-deucey", "1B") is None


@pytest.mark.clause("HR-23", "HR-24", "HR-31", "JP-09")
def test_letters_on_record_with_equipment_remarks_and_games() -> None:
    letters = {game: letter for game in game_ids() if (letter := sheet(game).letter)}
    assert {game: (x.submission, x.dated, x.rules_date, bool(x.slips)) for game, x in letters.items()} == {
        "fu-bacc": ("3049", date(2021, 5, 25), None, True),
        "acey-deucey-21": ("", date(2008, 2, 19), None, False),
        "lucky-break": ("3017", date(2020, 11, 16), None, True),
        "down-under-holdem": ("3039", date(2021, 5, 25), date(2021, 3, 5), False),
        "face-up-pai-gow-poker": ("3054", date(2021, 12, 7), date(2021, 12, 2), False),
    }
    assert "Flush Poker" in letters["fu-bacc"].slips[0]
    assert "Game Name" in letters["lucky-break"].slips[0]
    least = {game: {item.id: item.version for item in letter.equipment} for game, letter in letters.items()}
    assert least["down-under-holdem"] == {"masque-progressive": "005t", "masque-card-reader": ""}
    assert least["face-up-pai-gow-poker"] == {
        "nexus-command": "2.5.4", "jackpot-display": "", "i-deal": "3.8.084", "i-verify": "1.0.026",
    }  # fmt: skip
    assert "S.A. Daines US Holdings" in " ".join(letters["fu-bacc"].remarks)
    assert "230-03-045" in " ".join(letters["acey-deucey-21"].remarks)
    games = letters["face-up-pai-gow-poker"].games
    assert len(games) == 14
    assert {"Face Up Pai Gow Poker", "Fortune Pai Gow Poker", "Zappit Blackjack"} <= set(games)


@pytest.mark.clause("FB-28", "FU-18", "FU-21")
def test_legends_on_the_felt_and_no_table_of_the_layout_drawings() -> None:
    assert sheet("fu-bacc").legends == ("Dealer stands on two card 6 or higher",)
    assert sheet("face-up-pai-gow-poker").legends == ("All hands push on dealer's ace-high pai gow",)
    tables = sheet("face-up-pai-gow-poker").tables("ace-high")
    assert ("20 to 1", "10 to 1", "6 to 1") not in {tuple(str(line.pays) for line in t.lines) for t in tables}


@pytest.mark.clause("FU-22")
@pytest.mark.parametrize(("ask", "says"), [
    (lambda: sheet("baccarat"), r"no game 'baccarat'.*fu-bacc, blackjack"),
    (lambda: sheet("fu-bacc").tables("jackpot"), r"no wager 'jackpot'.*main, lucky-monkey, tie"),
    (lambda: sheet("fu-bacc").wager("play-3x"), r"no wager 'play-3x' on its layout"),
    (lambda: sheet("fu-bacc").settle_options({"speed": "fast"}), r"no option 'speed'.*side_wagers_alone, two_spots"),
    (lambda: sheet("lucky-break").pay_table("lucky-break", "5/1"), r"no pay table '5/1'.*\[LB-23\].*1/1, 2/2"),
    (lambda: sheet("face-up-pai-gow-poker").pay_table("fortune-bonus", "5"), r"\[FU-22\].*: 1, 2, 3, 4, 6, 7"),
])  # fmt: skip
def test_unknown_things_are_refused_with_what_there_is(ask: Callable[[], object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        ask()


def test_sheets_cannot_be_changed() -> None:
    rules = sheet("acey-deucey-21")
    table = rules.pay_table("acey-deucey", "1B")
    for change in (
        lambda: setattr(rules, "name", "Another game"), lambda: setattr(table.lines[0], "pays", None),
        lambda: operator.setitem(table.rules, "raise_on_pair", "yes"),  # type: ignore[call-overload]
        lambda: operator.delitem(table.by_hand, "trips"),  # type: ignore[call-overload]
        lambda: operator.setitem(sheet("lucky-break").crossed, "war", "LB-23"),  # type: ignore[call-overload]
    ):  # fmt: skip
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
            change()


def test_a_pay_table_travels_to_other_processes() -> None:
    table = sheet("face-up-pai-gow-poker").pay_table("jackpot", "FUPGPP-ML02")
    again = pickle.loads(pickle.dumps(table))
    assert (again, again["five-aces"]) == (table, table["five-aces"])
    assert dict(again.rules) == {"straight_flush_7": "option"}

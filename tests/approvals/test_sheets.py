"""What the sheets say beside their pay tables: wagers, options, published figures, letters, clauses."""

from __future__ import annotations

import dataclasses
import pickle
import tomllib
from datetime import date
from fractions import Fraction
from importlib import resources

import pytest

from pitboss.approvals import clauses, game_ids, rule_books, sheet
from pitboss.errors import BadInput

DATA = resources.files("pitboss.approvals") / "data"


def test_every_sheet_is_a_game_in_its_own_place_and_the_rest_are_books() -> None:
    files = {entry.name.removesuffix(".toml") for entry in DATA.iterdir() if entry.name.endswith(".toml")}
    assert {*game_ids(), *rule_books()} == files
    orders = [tomllib.loads((DATA / f"{game}.toml").read_text())["game"]["order"] for game in game_ids()]
    assert orders == sorted(set(orders))
    assert all(sheet(game).id == game for game in game_ids())


def test_clauses_are_numbered_once_and_titled_apart() -> None:
    ids = [clause.id for clause in clauses()]
    assert len(set(ids)) == len(ids)
    titles = [clause.title for clause in clauses()]
    assert len(set(titles)) == len(titles)


NAMES = {
    "fu-bacc": ("main", "lucky-monkey", "tie"),
    "blackjack": ("main",),
    "acey-deucey-21": ("war", "acey-deucey"),
    "lucky-break": ("lucky-break",),
    "down-under-holdem": ("main", "trips-or-better", "match-the-dealer", "jackpot"),
    "face-up-pai-gow-poker": ("main", "fortune-bonus", "ace-high", "jackpot"),
    "ultimate-texas-holdem": ("main", "trips", "jackpot"),
}
"""names that scripts lean on"""


@pytest.mark.parametrize("game", NAMES)
def test_wagers_as_the_command_line_names_them(game: str) -> None:
    assert sheet(game).analysed == NAMES[game]


@pytest.mark.clause("AD-25", "LB-01", "DU-01", "FU-02", "JP-02")
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("acey-deucey-21", "AD-25"),
        ("lucky-break", "LB-01"),
        ("down-under-holdem", "DU-01"),
        ("face-up-pai-gow-poker", "FU-02"),
    ],
)
def test_optional_wagers_need_the_base_wager(game: str, clause: str) -> None:
    rules = sheet(game)
    firsts = tuple(wager.id for wager in rules.wagers if wager.placed == "first")
    optional = [wager for wager in rules.wagers if wager.placed == "optional"]
    assert optional
    assert all(wager.needs == firsts for wager in optional)
    for wager in optional:
        assert (wager.needs_clause or wager.clause) == ("JP-02" if wager.sensed else clause)


@pytest.mark.clause("BJ-05", "AD-11", "AD-12", "DU-04", "DU-06", "FB-04")
def test_sizes_of_later_wagers() -> None:
    assert sheet("fu-bacc").wager("play").multiples == (2,)
    assert sheet("down-under-holdem").wager("play").multiples == (3, 2, 1)
    assert sheet("down-under-holdem").wager("bet").equals == "ante"
    assert sheet("blackjack").wager("insurance").up_to == Fraction(1, 2)
    acey = sheet("acey-deucey-21")
    assert acey.wager("raise").up_to == 2
    assert (acey.wager("raise").least_cents, acey.wager("acey-deucey").least_cents) == (100, 100)
    assert acey.wager("war").least_cents == 0


@pytest.mark.clause("JP-06")
def test_two_sensors_for_face_up_pai_gow_and_one_for_down_under() -> None:
    def sensed(game: str) -> list[str]:
        return [wager.id for wager in sheet(game).wagers if wager.sensed]

    assert sensed("face-up-pai-gow-poker") == ["jackpot", "second-jackpot"]
    assert sensed("down-under-holdem") == ["jackpot"]


@pytest.mark.clause("BJ-12", "AD-02", "HR-30")
@pytest.mark.parametrize(
    ("game", "spots"),
    [
        ("fu-bacc", (1, 7, 7)),
        ("blackjack", (1, 7, 7)),
        ("acey-deucey-21", (6, 7, 7)),
        ("lucky-break", (1, 7, 7)),
        ("down-under-holdem", (1, 7, 7)),
        ("face-up-pai-gow-poker", (1, 6, 6)),
        ("ultimate-texas-holdem", (1, 7, 7)),
    ],
)
def test_spots(game: str, spots: tuple[int, int, int]) -> None:
    assert sheet(game).spots == spots


BLACKJACK_OPTIONS = [
    # option, clause, default, accepted, refused
    ("decks", "BJ-01", "6", ["1", "8"], ["0", "9", "six"]),
    ("soft_17", "BJ-02", "hits", ["hits", "stands"], ["peeks"]),
    ("blackjack_pays", "BJ-03", "3-to-2", ["3-to-2", "6-to-5", "1-to-1"], ["2-to-1"]),
    ("hole_card", "BJ-04", "peek", ["peek", "none"], ["maybe"]),
    ("insurance", "BJ-05", "2-to-1", ["2-to-1", "off"], ["3-to-1"]),
    ("double", "BJ-06", "any", ["any", "9-11", "10-11"], ["8"]),
    ("double_after_split", "BJ-07", "yes", ["yes", "no"], [""]),
    ("split_to", "BJ-08", "4", ["2", "3", "4"], ["1", "5"]),
    ("split_aces", "BJ-09", "one-card", ["one-card", "resplit", "hit"], ["two-cards"]),
    ("surrender", "BJ-10", "off", ["off", "late"], ["early"]),
    ("penetration", "BJ-11", "75", ["0", "100", "every-round"], ["101", "-1", "never"]),
]


@pytest.mark.clause("BJ-01", "BJ-02", "BJ-03", "BJ-04", "BJ-05", "BJ-06", "BJ-07", "BJ-08", "BJ-09")
@pytest.mark.clause("BJ-10", "BJ-11")
@pytest.mark.parametrize(("name", "clause", "default", "accepted", "refused"), BLACKJACK_OPTIONS)
def test_blackjack_options(
    name: str, clause: str, default: str, accepted: list[str], refused: list[str]
) -> None:
    option = sheet("blackjack").option(name)
    assert (option.clause, option.default) == (clause, default)
    for value in accepted:
        assert option.validate(value) == value
    for value in refused:
        with pytest.raises(BadInput) as refusal:
            option.validate(value)
        assert refusal.value.clause == clause
        assert refusal.value.accepted == option.accepted


@pytest.mark.clause("BJ-17", "LB-02", "AD-04")
@pytest.mark.parametrize(
    ("game", "given", "clause"),
    [
        ("lucky-break", {"hole_card": "none"}, "LB-02"),
        ("lucky-break", {"insurance": "off"}, "LB-02"),
        ("acey-deucey-21", {"hole_card": "none"}, "AD-04"),
    ],
)
def test_games_on_blackjack_narrow_its_options(game: str, given: dict[str, str], clause: str) -> None:
    with pytest.raises(BadInput) as refusal:
        sheet(game).settle_options(given)
    assert refusal.value.clause == clause
    assert sheet("blackjack").settle_options(given)[next(iter(given))] == next(iter(given.values()))


@pytest.mark.clause("LB-24")
def test_games_on_blackjack_keep_its_other_options() -> None:
    base = {option.name: option for option in sheet("blackjack").options}
    for game in ("lucky-break", "acey-deucey-21"):
        own = {option.name: option for option in sheet(game).options}
        assert base.keys() <= own.keys()
        assert own["surrender"] == base["surrender"]
    assert sheet("lucky-break").option("decks").clause == "LB-24"
    assert sheet("acey-deucey-21").settle_options({"insurance": "off"})["insurance"] == "off"


HOUSE_RULES = [
    ("fu-bacc", "side_wagers_alone", "no", {"no", "yes"}, "FB-06"),
    ("fu-bacc", "two_spots", "no", {"no", "yes"}, "FB-07"),
    ("lucky-break", "multiplier", "added", {"added", "product"}, "LB-10"),
    ("lucky-break", "lucky_break_split", "lowest", {"lowest", "highest"}, "LB-12"),
    ("lucky-break", "lucky_break_surrender", "alive", {"alive", "lost"}, "LB-12"),
    ("down-under-holdem", "folded_bonus", "qualifies", {"qualifies", "lost"}, "DU-07"),
    ("down-under-holdem", "folded_jackpot", "qualifies", {"qualifies", "lost"}, "DU-07"),
    ("face-up-pai-gow-poker", "wheel", "second-highest", {"second-highest", "lowest"}, "FU-07"),
    ("face-up-pai-gow-poker", "house_way", "foxwoods", {"foxwoods", "santa-ana-star"}, "PG-27"),
    ("face-up-pai-gow-poker", "first_hand", "generator", {"generator", "dice"}, "PG-02"),
    ("face-up-pai-gow-poker", "straight_flush_7", "any", {"any", "natural"}, "JP-25"),
    ("face-up-pai-gow-poker", "aggregate_limit_per", "table", {"table", "player"}, "FU-10"),
]


@pytest.mark.clause("FB-06", "FB-07", "LB-10", "LB-11", "LB-12", "DU-07", "JP-19", "JP-25")
@pytest.mark.clause("FU-07", "FU-10")
@pytest.mark.parametrize(("game", "name", "default", "choices", "clause"), HOUSE_RULES)
def test_named_house_rules(game: str, name: str, default: str, choices: set[str], clause: str) -> None:
    option = sheet(game).option(name)
    assert (option.default, set(option.choices), option.clause) == (default, choices, clause)


@pytest.mark.clause("JP-01")
def test_range_of_the_fixed_jackpot_wager() -> None:
    down_under = sheet("down-under-holdem").wager("jackpot")
    assert (down_under.least_cents, down_under.most_cents) == (100, 2000)
    for sensor in ("jackpot", "second-jackpot"):
        nexus = sheet("face-up-pai-gow-poker").wager(sensor)
        assert (nexus.least_cents, nexus.most_cents) == (100, None)


def test_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"no option 'speed'.*side_wagers_alone, two_spots"):
        sheet("fu-bacc").settle_options({"speed": "fast"})


PUBLISHED = {
    ("acey-deucey-21", "war"): {"1": "0.5248 %", "2": "3.69 %"},
    ("acey-deucey-21", "acey-deucey"): {"1": "2.99 %", "2": "3.46 %", "3": "5.29 %"},
    ("down-under-holdem", "main"): {"1": "2.89 %"},
    ("down-under-holdem", "trips-or-better"): {
        "1": "0.90 %",
        "2": "1.90 %",
        "3": "3.50 %",
        "4": "4.34 %",
        "5": "6.18 %",
    },
    ("down-under-holdem", "match-the-dealer"): {"1": "6.37 %", "2": "5.17 %", "3": "3.07 %", "4": "2.95 %"},
    ("face-up-pai-gow-poker", "main"): {"1": "1.81 %"},
}


@pytest.mark.clause("AD-06", "AD-09", "AD-10", "AD-19", "AD-20", "AD-21", "DU-10", "DU-13", "DU-14")
def test_published_figures_as_printed() -> None:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for game in (game for game in game_ids() if sheet(game).letter):
        for figure in sheet(game).published:
            found.setdefault((game, figure.wager), {})[figure.pay_table] = figure.figure
    assert found == PUBLISHED


def test_a_published_figure_knows_its_value_and_its_last_digit() -> None:
    figure = sheet("acey-deucey-21").published_figure("war", "1")
    assert figure is not None
    assert (figure.value, figure.half_unit) == (Fraction(5248, 10**6), Fraction(5, 10**7))
    assert sheet("acey-deucey-21").published_figure("acey-deucey", "1B") is None


@pytest.mark.clause("HR-31")
def test_letters_on_record() -> None:
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


@pytest.mark.clause("HR-23")
def test_equipment_with_least_versions() -> None:
    def versions(game: str) -> dict[str, str]:
        letter = sheet(game).letter
        assert letter is not None
        return {item.id: item.version for item in letter.equipment}

    assert versions("down-under-holdem") == {"masque-progressive": "005t", "masque-card-reader": ""}
    assert versions("face-up-pai-gow-poker") == {
        "nexus-command": "2.5.4",
        "jackpot-display": "",
        "i-deal": "3.8.084",
        "i-verify": "1.0.026",
    }


@pytest.mark.clause("HR-24")
def test_remarks_of_the_letters() -> None:
    def remarks(game: str) -> str:
        letter = sheet(game).letter
        assert letter is not None
        return " ".join(letter.remarks)

    assert "S.A. Daines US Holdings" in remarks("fu-bacc")
    assert "230-03-045" in remarks("acey-deucey-21")


@pytest.mark.clause("JP-09")
def test_games_of_submission_3054() -> None:
    letter = sheet("face-up-pai-gow-poker").letter
    assert letter is not None
    assert len(letter.games) == 14
    assert {"Face Up Pai Gow Poker", "Fortune Pai Gow Poker", "Zappit Blackjack"} <= set(letter.games)


@pytest.mark.clause("FB-28", "FU-18")
def test_legends_on_the_felt() -> None:
    assert sheet("fu-bacc").legends == ("Dealer stands on two card 6 or higher",)
    assert sheet("face-up-pai-gow-poker").legends == ("All hands push on dealer's ace-high pai gow",)


@pytest.mark.clause("FU-22")
def test_there_is_no_fortune_bonus_table_5() -> None:
    with pytest.raises(BadInput) as refusal:
        sheet("face-up-pai-gow-poker").pay_table("fortune-bonus", "5")
    assert refusal.value.clause == "FU-22"
    assert refusal.value.accepted == "1, 2, 3, 4, 6, 7"


@pytest.mark.clause("FU-21")
def test_the_layout_drawings_are_not_among_the_tables() -> None:
    tables = sheet("face-up-pai-gow-poker").tables("ace-high")
    drawn = {("20 to 1", "10 to 1", "6 to 1")}
    assert drawn.isdisjoint({tuple(str(line.pays) for line in table.lines) for table in tables})


def test_unknown_things_are_refused_with_what_there_is() -> None:
    with pytest.raises(BadInput, match=r"no game 'baccarat'.*fu-bacc, blackjack"):
        sheet("baccarat")
    with pytest.raises(BadInput, match=r"no wager 'jackpot'.*main, lucky-monkey, tie"):
        sheet("fu-bacc").tables("jackpot")
    with pytest.raises(BadInput, match=r"no wager 'play-3x' on its layout"):
        sheet("fu-bacc").wager("play-3x")
    with pytest.raises(BadInput, match=r"no pay table '5/1'.*\[LB-23\].*1/1, 2/2"):
        sheet("lucky-break").pay_table("lucky-break", "5/1")


def test_sheets_cannot_be_changed() -> None:
    rules = sheet("acey-deucey-21")
    table = rules.pay_table("acey-deucey", "1B")
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.name = "Another game"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.lines[0].pays = None  # type: ignore[misc]
    with pytest.raises(TypeError):
        table.rules["raise_on_pair"] = "yes"  # type: ignore[index]
    with pytest.raises(TypeError):
        del table.by_hand["trips"]  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        sheet("lucky-break").crossed["war"] = "LB-23"  # type: ignore[index]


def test_a_pay_table_travels_to_other_processes() -> None:
    table = sheet("face-up-pai-gow-poker").pay_table("jackpot", "FUPGPP-ML02")
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert again["five-aces"] == table["five-aces"]
    assert dict(again.rules) == {"straight_flush_7": "option"}

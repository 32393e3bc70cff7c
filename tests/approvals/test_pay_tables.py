"""Every line of every approved pay table against the figures as the approvals print them, column by column.

The figures are stated here a second time on purpose: the sheets are what the software uses, this is
what a reader of the approvals would write down.
"""

from __future__ import annotations

import pytest

from pitboss.rounds.config import TableConfig
from pitboss.sheets import PayTable, game_ids, sheet

WAR = {
    "1": {
        "first-higher": "1 to 1", "first-lower": "loses 1",
        "second-higher": "1 to 1", "second-not-higher": "loses 1",
    },
    "2": {"first-higher": "1 to 1", "first-lower": "loses 1", "first-equal": "loses 1/2"},
}  # fmt: skip

ACEY_DEUCEY_ROWS = (
    "spread-1-suited", "spread-1", "spread-2-suited", "spread-2", "spread-3-11-suited", "spread-3-11",
    "trips-suited", "trips",
)  # fmt: skip
ACEY_DEUCEY = {
    "1": (30, 6, 10, 2, 5, 1, 30, 6), "2": (25, 6, 10, 2, 5, 1, 25, 6), "3": (30, 6, 5, 1, 5, 1, 30, 6),
    "1B": (30, 6, 10, 2, 5, 1, 30, 6), "2B": (25, 6, 10, 2, 5, 1, 25, 6), "3B": (30, 6, 5, 1, 5, 1, 30, 6),
}  # fmt: skip

LUCKY_BREAK_BASE_ROWS = ("total-26", "total-25", "total-24", "total-23", "total-22")
LUCKY_BREAK_BASE = {"1": (3, 3, 2, 2, 1), "2": (3, 3, 2, 2, 1), "3": (3, 2, 2, 2, 1), "4": (3, 2, 2, 2, 1)}
LUCKY_BREAK_MULTIPLIER_ROWS = ("suited-5", "suited-4", "suited-3", "unsuited")
LUCKY_BREAK_MULTIPLIER = {
    "1": (50, 10, 2, 1), "2": (100, 10, 2, 1), "3": (25, 10, 5, 1), "4": (50, 10, 2, 1),
}  # fmt: skip

BET = {
    "royal-flush": "500 to 1", "straight-flush": "50 to 1", "four-of-a-kind": "10 to 1",
    "full-house": "3 to 1", "flush": "3 to 2", "straight": "1 to 1", "other": "push",
    "player-better": "1 to 1", "dealer-better": "loses 1", "tie": "push", "fold": "loses 1",
}  # fmt: skip

TRIPS_ROWS = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind",
)  # fmt: skip
TRIPS = {
    "1": (50, 40, 30, 9, 7, 4, 3), "2": (50, 40, 30, 8, 6, 5, 3), "3": (50, 40, 30, 8, 7, 4, 3),
    "4": (100, 40, 30, 7, 6, 5, 3), "5": (50, 40, 20, 7, 6, 5, 3),
}  # fmt: skip
MATCH_ROWS = ("four-of-a-kind", "three-of-a-kind", "two-matches", "one-match")
MATCH = {"1": (250, 25, 10, 2), "2": (500, 25, 10, 2), "3": (25, 10, 7, 3), "4": (50, 10, 7, 3)}

DOWN_UNDER_JACKPOT = {
    "option-1": {
        "flopped-royal-flush": "100 % of meter", "royal-flush": "5 % of meter",
        "community-royal-flush": "3,000 for 1", "straight-flush": "250 for 1", "four-of-a-kind": "100 for 1",
        "full-house": "10 for 1",
    },
    "option-2": {
        "royal-flush": "100 % of meter", "straight-flush": "10 % of meter", "four-of-a-kind": "300 for 1",
        "full-house": "50 for 1", "flush": "40 for 1", "straight": "30 for 1", "three-of-a-kind": "9 for 1",
    },
}  # fmt: skip
DOWN_UNDER_JACKPOT["option-3"] = DOWN_UNDER_JACKPOT["option-2"]

FORTUNE_ROWS = (
    "seven-card-straight-flush", "royal-flush-royal-match", "seven-card-straight-flush-joker", "five-aces",
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "three-of-a-kind", "straight",
)  # fmt: skip
FORTUNE_PAYS = {
    "1": (5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "2": (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "3": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "4": (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
    "6": (5000, 1000, 500, 300, 110, 45, 25, 5, 4, 3, 2),
    "7": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
}
FORTUNE_ENVY = {
    "1": (1000, 250, 100, 50, 25, 10, 5), "2": (5000, 1000, 500, 250, 50, 20, 5),
    "3": (3000, 1000, 500, 250, 50, 20, 5), "4": (1000, 750, 250, 100, 50, 20, 5),
    "6": (2500, 500, 250, 150, 55, 25, 6), "7": (2500, 500, 250, 150, 55, 25, 6),
}  # fmt: skip
ACE_HIGH_ROWS = ("dealer-and-player-ace-high", "dealer-ace-high-joker", "dealer-ace-high")
ACE_HIGH = {"1": (20, 10, 8), "2": (40, 15, 5), "3": (30, 15, 6), "4": (25, 10, 7), "5": (40, 12, 5)}

FACE_UP_JACKPOT = {
    "FUPGPP-WA01": {
        "seven-card-straight-flush": "100 % of meter", "royal-flush-royal-match": "50 % of meter",
        "seven-card-straight-flush-joker": "25 % of meter", "five-aces": "2,500 for 1",
        "royal-flush": "200 for 1", "straight-flush": "100 for 1", "four-of-a-kind": "75 for 1",
        "full-house": "6 for 1",
    },
    "FUPGPP-WA03": {
        "seven-card-straight-flush": "100 % of meter", "five-aces": "10 % of meter",
        "royal-flush": "500 for 1", "straight-flush": "100 for 1", "four-of-a-kind": "75 for 1",
        "full-house": "4 for 1",
    },
    "FUPGPP-WA07": {
        "five-aces": "100 % of meter", "royal-flush": "500 for 1", "straight-flush": "100 for 1",
        "four-of-a-kind": "75 for 1", "full-house": "5 for 1",
    },
    "FUPGPP-ML02": {
        "seven-card-straight-flush": "100 % of mega", "five-aces": "100 % of major",
        "royal-flush": "100 % of minor", "straight-flush": "100 for 1", "four-of-a-kind": "75 for 1",
        "full-house": "4 for 1",
    },
}  # fmt: skip

FU_BACC_MAIN = {
    "player-higher": "1 to 1", "dealer-higher": "loses 1", "tie-ante": "loses 1", "tie-play": "push",
    "fold": "loses 1", "natural-9": "2 to 1", "natural-8": "3 to 2", "rescue": "1 to 1",
}  # fmt: skip
LUCKY_MONKEY = {
    "monkeys-9": "30 to 1", "monkeys-8": "20 to 1", "monkeys-7": "15 to 1", "monkeys-6": "10 to 1",
    "monkeys-0-5": "5 to 1",
}  # fmt: skip
PAI_GOW = {
    "both-better": "1 to 1", "one-better": "push", "neither-better": "loses 1", "dealer-ace-high": "push",
}  # fmt: skip


def to_one(rows: tuple[str, ...], columns: dict[str, tuple[int, ...]]) -> dict[str, dict[str, str]]:
    return {
        id: {row: f"{pays:,} to 1" for row, pays in zip(rows, column, strict=True)}
        for id, column in columns.items()
    }


def lucky_break() -> dict[str, dict[str, str]]:
    pays = to_one(LUCKY_BREAK_BASE_ROWS, LUCKY_BREAK_BASE)
    times = {
        n: {row: f"x{by}" for row, by in zip(LUCKY_BREAK_MULTIPLIER_ROWS, column, strict=True)}
        for n, column in LUCKY_BREAK_MULTIPLIER.items()
    }
    return {f"{n}/{n}": pays[n] | {"total-21-or-less": "loses 1"} | times[n] for n in "1234"}


def fortune_bonus() -> dict[str, dict[str, str]]:
    tables = to_one(FORTUNE_ROWS, FORTUNE_PAYS)
    return {**tables, "1": {**tables["1"], "three-pair": "push"}}


PRINTED = {
    ("fu-bacc", "main"): {"1": FU_BACC_MAIN},
    ("fu-bacc", "lucky-monkey"): {"1": LUCKY_MONKEY},
    ("fu-bacc", "tie"): {"1": {"tie": "7 to 1"}},
    ("acey-deucey-21", "war"): WAR,
    ("acey-deucey-21", "acey-deucey"): to_one(ACEY_DEUCEY_ROWS, ACEY_DEUCEY),
    ("lucky-break", "lucky-break"): lucky_break(),
    ("down-under-holdem", "main"): {"1": BET},
    ("down-under-holdem", "trips-or-better"): to_one(TRIPS_ROWS, TRIPS),
    ("down-under-holdem", "match-the-dealer"): to_one(MATCH_ROWS, MATCH),
    ("down-under-holdem", "jackpot"): DOWN_UNDER_JACKPOT,
    ("face-up-pai-gow-poker", "main"): {"1": PAI_GOW},
    ("face-up-pai-gow-poker", "fortune-bonus"): fortune_bonus(),
    ("face-up-pai-gow-poker", "ace-high"): to_one(ACE_HIGH_ROWS, ACE_HIGH),
    ("face-up-pai-gow-poker", "jackpot"): FACE_UP_JACKPOT,
}


def as_printed(table: PayTable) -> dict[str, str]:
    return {
        line.hand: f"x{line.multiplies}" if line.multiplies is not None else str(line.pays)
        for line in table.lines
    }


def test_all_pay_tables_that_a_letter_prints_are_stated_here() -> None:
    """Those of base games are held by the games' own tests: no approval prints them."""
    approved = [sheet(game) for game in game_ids() if sheet(game).letter]
    assert {(rules.id, table.wager) for rules in approved for table in rules.pay_tables} == set(PRINTED)


@pytest.mark.clause("FB-20", "FB-21", "FB-22", "FB-23", "FB-24", "FB-25", "FB-26", "FB-27")
@pytest.mark.clause("AD-08", "AD-09", "AD-10", "AD-19", "AD-20", "AD-21", "AD-22", "AD-23", "AD-24", "AD-27")
@pytest.mark.clause("LB-13", "LB-14", "LB-15", "LB-16", "LB-17", "LB-18", "LB-19", "LB-20", "LB-21", "LB-22")
@pytest.mark.clause("DU-10", "DU-13", "DU-14", "JP-21", "JP-22", "JP-23", "FU-12", "FU-13", "FU-14", "JP-24")
@pytest.mark.clause("JP-26")
@pytest.mark.parametrize(("game", "wager"), list(PRINTED))
def test_every_line_as_printed(game: str, wager: str) -> None:
    tables = {table.id: as_printed(table) for table in sheet(game).tables(wager)}
    assert tables == PRINTED[game, wager]
    for id, lines in tables.items():
        assert list(lines) == list(PRINTED[game, wager][id]), "in printed order"


@pytest.mark.clause("FU-09", "FU-13", "JP-20", "JP-23")
def test_envy_amounts() -> None:
    """In dollars, of the Fortune Bonus from $5 up, and of one option of a jackpot."""
    jackpots: dict[str, tuple[int, ...]] = {"option-1": (), "option-2": (), "option-3": (1000, 300)}
    for game, wager, envy in (
        ("face-up-pai-gow-poker", "fortune-bonus", FORTUNE_ENVY), ("down-under-holdem", "jackpot", jackpots),
    ):  # fmt: skip
        for id, column in envy.items():
            table = sheet(game).pay_table(wager, id)
            found = [(line.hand, line.envy_cents) for line in table.lines if line.envy_cents is not None]
            assert found == [(line.hand, 100 * n) for line, n in zip(table.lines, column, strict=False)]
            assert wager == "jackpot" or table.rules["envy_from_dollars"] == "5"


@pytest.mark.clause("AD-18")
def test_b_tables_differ_from_their_namesakes_by_the_raise_alone() -> None:
    rules = sheet("acey-deucey-21")
    for id in "123":
        plain, barred = (rules.pay_table("acey-deucey", id + more) for more in ("", "B"))
        assert as_printed(plain) == as_printed(barred)
        assert (plain.rules["raise_on_pair"], barred.rules["raise_on_pair"]) == ("yes", "no")


@pytest.mark.clause("LB-23", "JP-07")
def test_a_column_pair_goes_by_one_number_and_crossed_ones_are_for_analysis_only() -> None:
    """The sheet says pay table 1 where base and multiplier are both of column 1."""
    rules = sheet("lucky-break")
    for n in "1234":
        assert rules.pay_table("lucky-break", n).id == f"{n}/{n}"
    assert TableConfig("lucky-break", pay_tables={"lucky-break": "2"}).pay_tables["lucky-break"] == "2/2"
    crossed = rules.pay_table("lucky-break", "1/3")
    assert not crossed.approved
    assert crossed["total-25"].pays == rules.pay_table("lucky-break", "1/1")["total-25"].pays
    assert crossed["suited-3"].multiplies == 5
    assert all(table.approved for table in rules.tables("lucky-break"))


def test_linked_names_of_the_pai_gow_tables() -> None:
    tables = sheet("face-up-pai-gow-poker").tables("jackpot")
    assert {table.id: (table.linked_as, *table.linked_with) for table in tables} == {
        "FUPGPP-WA01": ("FUPGPP-WA01", "FPGPP-WA01"),
        "FUPGPP-WA03": ("FUPGPP-03", "FPGPP-WA03"),
        "FUPGPP-WA07": ("FUPGPP-07", "FPGPP-WA07"),
        "FUPGPP-ML02": ("FUPGPP-ML02", "FPGPP-ML2"),
    }

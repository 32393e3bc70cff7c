"""Files that are not what they should be: the error names the file, the place, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.core.errors import BadApproval, BadInput
from pitboss.core.odds import parse_odds
from pitboss.sheets import load_pay_table_file, load_sheet, sheet

GOOD = """
[game]
id = "high-card"
name = "High Card"
per = "bet"
decks = [1, 1]
spots = [1, 5, 7]

[letter]
submission = "9999"
date = 2022-01-31
to = "Example Games"

[[wager]]
id = "bet"
name = "Bet"
placed = "first"
of = "main"
clause = "HC-01"

[[pay_table]]
wager = "main"
id = "1"
clause = "HC-01"
line = [{ hand = "higher", pays = "1 to 1" }, { hand = "same", pays = "push" }]

[[option]]
name = "decks"
default = "1"
least = 1
most = 2
clause = "HC-01"
meaning = "Decks"

[[published]]
wager = "main"
pay_table = "1"
figure = "2.5 %"
clause = "HC-01"

[clauses]
HC-01 = "The higher card wins"
"""

LINES = 'line = [{ hand = "higher", pays = "1 to 1" }, { hand = "same", pays = "push" }]'

SPOILT = [
    # what is replaced, by what, the place named, what the error has to say
    ('per = "bet"\n', "", "game.per", "is missing. Accepted: a text in quotes"),
    ('per = "bet"', "per = 3", "game.per", "is 3. Accepted: a text in quotes"),
    ('name = "High Card"', 'name = ""', "game.name", "is empty"),
    ("decks = [1, 1]", "decks = [2, 1]", "game.decks", "two numbers, least and most"),
    ("decks = [1, 1]", 'decks = ["1", 1]', "game.decks", "a list of whole numbers"),
    ("spots = [1, 5, 7]", "spots = [1, 7]", "game.spots", "least, default, most"),
    ("spots = [1, 5, 7]", "spotz = [1, 5, 7]", "game.spots", "is missing"),
    ('per = "bet"', 'per = "bet"\ncolour = "green"', "game.colour", "is not a key of this table. Accepted: "),
    ("date = 2022-01-31", 'date = "31 January"', "letter.date", "a date such as 2021-05-25"),
    ('placed = "first"', 'placed = "early"', "wager[1].placed", "first or optional or later"),
    ('of = "main"', 'of = "main"\nup_to = "half"', "wager[1].up_to", '"2" or "1/2"'),
    ('of = "main"', 'of = "main"\nsensed = 1', "wager[1].sensed", "true or false"),
    ('wager = "main"\nid', 'wager = "side"\nid', "pay_table[1].wager", "is 'side'. Accepted: main"),
    ('id = "1"\nclause = "HC-01"', 'id = "1"\nclause = "HC-09"', "pay_table[1].clause", "'HC-09'"),
    ('"1 to 1"', '"one to one"', "pay_table[1].line[1].pays", '"30 to 1", "3 to 2"'),
    ('"1 to 1"', '"1 to 0"', "pay_table[1].line[1].pays", "which is not odds"),
    ('"1 to 1"', '"120 % of meter"', "pay_table[1].line[1].pays", "which is not odds"),
    ('pays = "1 to 1"', 'pays = "1 to 1", multiplies = 2', "pay_table[1].line[1].pays", "one of the two"),
    (', pays = "push"', "", "pay_table[1].line[2].pays", "one of the two"),
    (', pays = "push"', ', pays = "push", clause = "HC-7"', "pay_table[1].line[2].clause", "'HC-7'"),
    ('hand = "same"', 'hand = "higher"', "pay_table[1].line", "names 'higher' twice"),
    (LINES, "", "pay_table[1].line", "at least one [[pay_table.line]]"),
    (LINES, 'lines_as = "7"', "pay_table[1].lines_as", "an earlier pay table of the same wager"),
    ('default = "1"', 'default = "3"', "option[1].default", "a whole number from 1 to 2"),
    ("least = 1", "least = true", "option[1].least", "a whole number"),
    ('pay_table = "1"', 'pay_table = "2"', "published[1].pay_table", "a pay table of this sheet"),
    ('figure = "2.5 %"', 'figure = "about 2"', "published[1].figure", '"2.99 %"'),
    ('HC-01 = "The higher card wins"', "HC-01 = 1", "clauses.HC-01", "a text in quotes"),
    ("[[wager]]", "[wager]", "wager", "tables [[wager]]"),
]  # fmt: skip


def test_the_unspoilt_sheet_loads_and_a_table_may_take_over_the_lines_of_another() -> None:
    rules = load_sheet(GOOD, "high-card.toml")
    assert rules.pay_table("main", "1").odds("higher") == parse_odds("1 to 1")
    assert rules.settle_options({"decks": "2"}) == {"decks": "2"}
    more = '\n[[pay_table]]\nwager = "main"\nid = "1B"\nclause = "HR-07"\nlines_as = "1"\n'
    first, second = load_sheet(GOOD + more, "high-card.toml").tables("main")
    assert [(x.hand, x.pays) for x in first.lines] == [(x.hand, x.pays) for x in second.lines]
    assert {line.clause for line in second.lines} == {"HR-07"}


@pytest.mark.parametrize(("old", "new", "place", "says"), SPOILT)
def test_each_mistake_is_named(old: str, new: str, place: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(BadApproval) as refusal:
        load_sheet(GOOD.replace(old, new, 1), "high-card.toml")
    text = str(refusal.value)
    assert text.startswith(f"high-card.toml: {place} ")
    assert says in text


def test_a_second_table_of_the_same_name_and_broken_toml_are_refused() -> None:
    again = GOOD[GOOD.index("[[pay_table]]") : GOOD.index("[[option]]")]
    with pytest.raises(BadApproval, match=r"pay_table\[2\].id is '1' a second time"):
        load_sheet(GOOD + again, "high-card.toml")
    with pytest.raises(BadApproval, match=r"^high-card\.toml is not TOML: .*line 4"):
        load_sheet(GOOD.replace('name = "High Card"', 'name = "High Card'), "high-card.toml")


MINE = """
[[pay_table]]
wager = "fortune-bonus"
id = "generous"
line = [
    { hand = "five-aces", pays = "1,000 to 1", envy_dollars = 100 },
    { hand = "straight", pays = "3 to 1" },
]
"""


@pytest.mark.clause("HR-07")
def test_a_users_own_table_is_for_analysis_and_does_not_go_by_a_printed_name(tmp_path: Path) -> None:
    path, asked = tmp_path / "mine.toml", ("face-up-pai-gow-poker", "fortune-bonus")
    path.write_text(MINE)
    table = load_pay_table_file(path, *asked)
    assert (table.id, table.approved) == ("generous", False)
    assert (str(table["five-aces"].pays), table["five-aces"].envy_cents) == ("1,000 to 1", 10_000)
    assert table.net("flush") == -1
    printed = sheet(asked[0]).tables(asked[1])[0].id
    path.write_text(MINE.replace("generous", printed))
    assert load_pay_table_file(path, *asked).id == f"{printed} of mine.toml"


@pytest.mark.parametrize(("content", "wager", "says"), [
    (MINE.replace("five-aces", "six-aces"), "fortune-bonus", "knows no hand 'six-aces'"),
    (MINE, "ace-high", 'one [[pay_table]] with wager = "ace-high"'),
    (MINE + MINE.replace("generous", "twice"), "fortune-bonus", "holds 2 pay tables"),
    (MINE.replace("fortune-bonus", "fortune"), "fortune-bonus", "main or fortune-bonus or ace-high"),
    (MINE.replace('"3 to 1"', '"3:1"'), "fortune-bonus", "which is not odds"),
    (MINE + "\n[game]\n", "fortune-bonus", "game is not a key"),
    ("pays = ", "fortune-bonus", "mine.toml is not TOML"),
])  # fmt: skip
def test_a_users_own_table_with_a_mistake(tmp_path: Path, content: str, wager: str, says: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(content)
    with pytest.raises((BadApproval, BadInput)) as refusal:
        load_pay_table_file(path, "face-up-pai-gow-poker", wager)
    assert says in str(refusal.value)


@pytest.mark.clause("HR-07")
@pytest.mark.parametrize(("game", "wager", "content", "says"), [
    ("fu-bacc", "tie", None, "cannot be read"), ("fu-bacc", "tie", b"\xff\xd8\xff\xe0", "not UTF-8"),
    # without its multipliers or the cards a jackpot looks at there is nothing to solve
    ("lucky-break", "lucky-break", b"total-26", "suited-5"),
    ("down-under-holdem", "jackpot", b"straight-flush", "considers"),
])  # fmt: skip
def test_a_file_with_less_than_the_printed_tables_say_is_refused(
    tmp_path, game, wager, content, says
) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "mine.toml"
    if content is not None:
        head = f'[[pay_table]]\nwager = "{wager}"\nid = "mine"\nclause = "HR-07"\n'.encode()
        path.write_bytes(head + b'line = [{ hand = "' + content + b'", pays = "100 to 1" }]\n')
    with pytest.raises(BadInput, match=says):
        load_pay_table_file(path, game, wager)


def test_a_line_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInput, match="no line 'royal-flush'"):
        sheet("fu-bacc").tables("tie")[0]["royal-flush"]

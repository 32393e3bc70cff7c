"""Rules from outside with the mistakes that one makes: a sentence that names file and line, and never a figure."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.approvals.outside import forget, use_games
from pitboss.cli.new_game import write_skeleton
from pitboss.edge import ask
from pitboss.edge.design import design
from pitboss.edge.design.candidates import Bounds
from pitboss.edge.general import trust
from pitboss.edge.general.contract import check_rounds
from pitboss.edge.general.solver import GeneralSolver
from pitboss.edge.general.tally import Solved
from pitboss.errors import BadInput, PitbossError
from pitboss.variables import GAMES
from tests.patience import PATIENCE_S

RULES = """
from pitboss.cards import rank_of
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision
from pitboss.rounds.game import Game
COIN = __import__("itertools").cycle((0, 1))

def three(felt):
    felt.step("deal", "TR-02")
    hands = {s: felt.deal(s, "hand", 1, "TR-02", seen=s) for s in felt.spots}
    up = felt.deal(DEALER, "up", 1, "TR-02")
    hole = felt.deal(DEALER, "hole", 1, "TR-02", seen=NOBODY)
    for s in felt.spots:
        ante = felt.stakes[s]["ante"]
        choices = Choice("fold", "Fold", "TR-03"), Choice("raise", "Raise", "TR-03", ante)
        decision = yield Ask(s, choices, "TR-03", "Raise?", Decision("fold"))
        if decision.action == "fold":
            felt.settle(s, "ante", felt.tables["main"].odds("fold"), "fold", "TR-03")
        else:
            felt.bet(s, "raise", ante, "TR-03")
    felt.expose(DEALER, "hole", hole, "TR-04")
    for s in felt.settling_order():
        mine, theirs, open = (rank_of(cards[0]) for cards in (hands[s], hole, up))
        if felt.wager(s, "raise"):
            result = "win" if mine > theirs else "lose" if mine < theirs else "tie"
            for wager in ("ante", "raise"):
                felt.settle(s, wager, felt.tables["main"].odds(result), result, "TR-04")
        if felt.wager(s, "match"):
            line = "pair" if open == theirs else "none"
            felt.settle(s, "match", felt.tables["match"].odds(line), line, "TR-05")


GAME = Game("three", three, dealing=(("each", "# hand 1"), ("once", "0 up 1", "0 hole 1")))
"""

SHEET = """
[game]
id = "three"
name = "Three"
per = "ante"
decks = [1, 1]
spots = [1, 3, 3]

[cards]
suits = "ignored"

[[wager]]
id = "ante"
name = "Ante"
placed = "first"
of = "main"
clause = "TR-01"

[[wager]]
id = "raise"
name = "Raise"
placed = "later"
of = "main"
multiples = [1]
needs = ["ante"]
clause = "TR-03"

[[wager]]
id = "match"
name = "Match"
placed = "optional"
of = "match"
clause = "TR-05"

[[pay_table]]
wager = "main"
id = "1"
clause = "TR-04"
line = [
    { hand = "win", pays = "1 to 1" },
    { hand = "lose", pays = "loses 1" },
    { hand = "tie", pays = "push" },
    { hand = "fold", pays = "loses 1/2" },
]

[[pay_table]]
wager = "match"
id = "1"
clause = "TR-05"
line = [{ hand = "pair", pays = "5 to 1" }]

[clauses]
TR-01 = "Ante"
TR-02 = "One card to the player, two to the dealer"
TR-03 = "Fold for half, or raise"
TR-04 = "The player's card against the dealer's hole card"
TR-05 = "Match"
"""


pytestmark = pytest.mark.usefixtures("own_games")


def written(folder: Path, rules: tuple[str, str] = ("", ""), sheet: tuple[str, str] = ("", "")) -> Path:
    """The game with one thing changed."""
    assert rules[0] in RULES and sheet[0] in SHEET
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "three.py").write_text(RULES.replace(*rules) if rules[0] else RULES)
    (folder / "three.toml").write_text(SHEET.replace(*sheet) if sheet[0] else SHEET)
    return folder


def edges() -> dict[str, str]:
    return {r.wager: str(r.house_edge) for r in ask.answers("three", None, None, {}, None)}


def refused(folder: Path) -> str:
    use_games(folder)
    with pytest.raises(PitbossError) as error:
        edges()
    return str(error.value)


def test_the_game_itself_is_right(tmp_path) -> None:
    use_games(written(tmp_path / "three"))
    check_rounds("three")
    assert edges()["match"] == "11/17", "three of 51 cards make a pair that pays 5 to 1"


BETS, SHOWS = 'felt.bet(s, "raise"', 'felt.expose(DEALER, "hole"'
RAISE_SETTLED = 'for wager in ("ante", "raise"):'


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("def three(felt):", "dfe three(felt):"), "three.py, line 7: SyntaxError"),
        (("import rank_of", "import no_such_name"), "three.py, line 2: ImportError"),
        (("GAME = Game(", "GAMES = Game("), "three.py has no GAME"),
        (('Game("three"', 'Game("four"'), "has a GAME named 'four'"),
        ((", dealing=", ", delaing="), "line 32: TypeError"),
        (("mine > theirs else", "mine / (theirs - 12) > 0 else"), "line 24: ZeroDivisionError"),
        ((RAISE_SETTLED, 'for wager in ("ante",):'), "still has raise on the felt"),
        ((RAISE_SETTLED, 'for wager in ("ante", "raise", "ante"):'), "settled before, or never laid"),
        (('bet(s, "raise", ante', 'bet(s, "raise", 3 * ante'), "raise is laid with 3 times ante"),
        ((BETS, f'felt.bet(s, "match", ante, "TR-03"); {BETS}'), "match is laid in mid-round"),
        (('bet(s, "raise", ante, "TR-03")', 'bet(s, "raise", ante, "TR-33")'), "TR-33, which no sheet has"),
        (('"0 up 1", "0 hole 1"', '"0 hole 1", "0 up 1"'), "the order of dealing has '0 hole 1'"),
        (("ante = felt", 'while True: yield Ask(s, choices, "TR-03")\n        ante = felt'), "UnboundLocalError"),
        ((SHOWS, f'while True: felt.deal(0, "x", 1, "TR-02")\n    {SHOWS}'), "the order of dealing has 'nothing'"),
        (('odds("fold"), "fold"', 'odds("fold"), None'), "line 17: ante is settled with None, no name of a hand"),
        (('bet(s, "raise", ante', 'bet(s, "raise", 1.0 * ante'), "raise is laid with 10000.0: no whole number"),
        (('"TR-02", seen=s)', '"TR-02", seen="me")'), "deal hand is seen by 'me'"),
        (("yield Ask(s,", "yield Ask(9,"), "line 15: Raise? is asked of spots [9]"),
        (('yield Ask(s, choices, "TR-03", "Raise?", Decision("fold"))', 'yield (Ask(s, choices, "TR-03"),) * 2'),
         "one question each"),
        (('Choice("raise", "Raise"', 'Choice("fold", "Raise"'), "of the answers fold, fold two have one name"),
        (("felt.expose(DEALER", "[book.clear() for book in felt.unsettled.values()]; felt.expose(DEALER"),
         "is settled, and $"),
        (("mine > theirs else", "mine > theirs + next(COIN) else"), "come to another end; cards looked at: "),
    ],
)  # fmt: skip
def test_a_mistake_in_the_rules_is_told_and_has_no_edge(tmp_path, change, told) -> None:
    assert told in refused(written(tmp_path / "three", change))


LOOKS = "rank_of(cards[0]) for cards in"


@pytest.mark.parametrize(
    "look",
    [
        "(1 << cards[0]).bit_length() - 1 >> 2",
        "(2 ** cards[0]).bit_length() - 1 >> 2",
        "abs(cards[0]) >> 2",
        "int(repr(cards[0])) >> 2",
        "cards[0].real >> 2",
        "rank_of(cards[0]) if isinstance(cards[0], int) else 3",
        "boldly(cards[0])",
    ],
)
def test_however_a_rule_looks_at_a_card_it_is_the_same_game(tmp_path, look) -> None:
    """Also one that catches all exceptions, the search's own too."""
    folder = written(tmp_path / "three", (LOOKS, f"{look} for cards in"))
    with (folder / "three.py").open("a") as rules:
        rules.write("\n\ndef boldly(card):\n    try: return rank_of(card)\n    except: return 12\n")
    use_games(folder)
    assert edges() == {"main": "-385/1326", "match": "11/17"}


@pytest.mark.parametrize(
    "same",
    ["hole[0] == hole[1]", "hole.count(hole[0]) == 2", "hole[0] in hole[1:]", "hole.index(hole[1]) == 0"],
)
def test_two_cards_of_a_deal_are_two(tmp_path, same) -> None:
    folder = written(tmp_path / "three", ("if open == theirs", f"if {same}"), ("[1, 1]", "[2, 2]"))
    rules = folder / "three.py"
    rules.write_text(
        rules.read_text()
        .replace('felt.deal(DEALER, "hole", 1,', 'felt.deal(DEALER, "hole", 2,')
        .replace("(hands[s], hole, up)", "(hands[s], up, up)")
        .replace("0 hole 1", "0 hole 2")
    )
    use_games(folder)
    (query,) = ask.queries("three", "match")
    spec = replace(GeneralSolver("three").spec(query), shoe=(0, 4, 8, 12) * 2)
    explorer = spec.explorer
    total = Solved(explorer.explore(), explorer.pack.size).total()
    pairs = sum(chance for (_, _, _, _, line), chance in total.items() if line == "pair")
    assert pairs == Fraction(1, 7), "of seven other cards one is the same"


def test_questions_without_an_end_are_told(tmp_path) -> None:
    asks = 'decision = yield Ask(s, choices, "TR-03", "Raise?", Decision("fold"))'
    folder = written(tmp_path / "three", (asks, f"while True:\n            {asks}"))
    assert "the questions of a round never end" in refused(folder)


def test_rules_that_run_for_ever_are_left_where_they_are(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(trust, "PATIENCE_S", 0.3)
    folder = written(tmp_path / "three", ('felt.step("deal"', 'while True: pass\n    felt.step("deal"'))
    # a thread that never ends would stay until the tests do: this one is let go, and looks for its game until it ends
    (folder / "three.py").write_text(
        (folder / "three.py").read_text().replace("while True", "import os\n    while os.environ.get('E')")
    )
    monkeypatch.setenv("E", "yes")
    assert "do not come to an end: three.py, line " in refused(folder)
    monkeypatch.delenv("E")
    for thread in threading.enumerate():
        if thread.name == "rules of three":
            thread.join(PATIENCE_S)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('suits = "ignored"', 'suits = "ignored"\nalike = ["23"]'), "declared alike settle differently"),
        (
            ('of = "match"\nclause', 'of = "match"\nsettled_by = { cards = ["# hand"] }\nclause'),
            "not settled by the cards",
        ),
    ],
)
def test_a_false_claim_of_the_sheet_is_told_and_has_no_edge(tmp_path, change, told) -> None:
    assert told in refused(written(tmp_path / "three", sheet=change))


def test_a_line_that_no_round_reaches_is_named(tmp_path) -> None:
    use_games(written(tmp_path / "three", ('"tie"\n', '"tied"\n')))
    (main,) = ask.answers("three", "main", None, {}, None)
    assert main.extra["unreached"] == (
        "no round ended with tie; rounds ended with tied, which the pay table does not have"
    )


def test_a_result_on_no_line_is_named_as_lost(tmp_path) -> None:
    use_games(written(tmp_path / "three", sheet=('    { hand = "tie", pays = "push" },\n', "")))
    (main,) = ask.answers("three", "main", None, {}, None)
    assert main.extra["on_no_line"] == "tie: not in the pay table, counted as lost"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (('yield Ask(s, choices, "TR-03", "Raise?", Decision("fold"))', 'yield "Raise?"'), "15: 'Raise?' is no"),
        (('"Raise?", Decision("fold")', '"Raise?", Decision("pass")'), "Raise?: 'pass' when time is up is no answer"),
    ],
)  # fmt: skip
def test_a_question_that_is_none_or_has_no_way_out_is_told(tmp_path, rules, told) -> None:
    assert told in refused(written(tmp_path / "three", rules))


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        (
            ('needs = ["ante"]', 'needs = ["antee"]'),
            "wager[2].needs names 'antee'. Accepted: ante or raise or match",
        ),
        (('id = "match"\nname', 'id = "ante"\nname'), "wager[3].id is 'ante' a second time"),
    ],
)
def test_wagers_that_are_not_there_or_there_twice_are_told(tmp_path, sheet, told) -> None:
    assert told in refused(written(tmp_path / "three", sheet=sheet))


def test_rules_without_a_question_need_no_yield(tmp_path) -> None:
    start, end = RULES.index("    for s in felt.spots:\n        ante"), RULES.index("    felt.expose")
    folder = written(tmp_path / "three")
    (folder / "three.py").write_text(
        RULES[:start]
        + """
    for s in felt.spots:
        felt.settle(s, "ante", felt.tables["main"].odds("lose"), "lose", "TR-03")
"""
        + RULES[end:]
    )
    use_games(folder)
    check_rounds("three")
    assert edges()["main"] == "1"


def test_a_module_beside_the_rules_is_part_of_them(tmp_path, monkeypatch) -> None:
    folder = written(tmp_path / "three", ('line = "pair" if', "line = LINE if"))
    monkeypatch.syspath_prepend(str(folder))
    (folder / "lines_of_three.py").write_text('LINE = "pair"\n')
    rules = folder / "three.py"
    rules.write_text("from lines_of_three import LINE\n" + rules.read_text())
    use_games(folder)
    before = edges()["match"]
    (folder / "lines_of_three.py").write_text('LINE = "nothing"\n')
    del sys.modules["lines_of_three"]
    forget()
    assert (before, edges()["match"]) == ("11/17", "1")


def test_two_games_of_one_name_are_both_named(tmp_path) -> None:
    one, two = written(tmp_path / "a"), written(tmp_path / "b")
    for folders in ((one, two), (tmp_path,)):
        with pytest.raises(BadInput, match=r"two games three: in .*a and in .*b"):
            use_games(*folders)
        assert not os.environ.get(GAMES), "a refused folder is not kept"


def test_a_word_of_python_is_no_name(tmp_path) -> None:
    with pytest.raises(BadInput, match="a word of Python"):
        write_skeleton("class", tmp_path / "class")


def test_what_is_sampled_is_never_called_exact(tmp_path) -> None:
    use_games(written(tmp_path / "three"))
    (main,) = ask.answers("three", "main", None, {"method": "simulated", "rounds": "40"}, None)
    (exact,) = ask.answers("three", "main", None, {}, None)
    assert main.precisely.startswith("about ") and "not exact" in main.precisely
    assert main.to_json()["house_edge_exact"] is None
    assert 1 < main.action < 2 and abs(main.action - exact.action) < 0.3
    assert "exactly" not in repr(main) and "exactly" in repr(exact)
    assert set(exact.settings) == set() and main.settings["method"] == "simulated"


def test_a_card_cannot_be_named_twice(tmp_path) -> None:
    use_games(written(tmp_path / "three"))
    (query,) = ask.queries("three", "main", None)
    with pytest.raises(BadInput, match="9c is named 2 times"):
        ask.strategy("three", query, "9c v 9c")
    (grid,) = ask.strategy("three", query).grids
    assert [row[0] for row in grid.rows] == [f"hand {rank}" for rank in "23456789TJQKA"]


def test_a_pay_table_far_from_the_first_guess_is_found(tmp_path) -> None:
    """What a designer has written first says nothing about where the target lies."""
    use_games(written(tmp_path / "three"))
    (best, *_) = design("three", "match", Fraction(6, 17), keep={})
    assert best.result.house_edge == Fraction(6, 17), "10 to 1 is five steps away"
    (far, *_) = design("three", "match", Fraction(1, 17))
    assert far.changes == {"pair": "15 to 1"} and far.result.house_edge == Fraction(1, 17)


def test_a_line_that_is_kept_above_the_top_prize_is_named() -> None:
    with pytest.raises(BadInput, match="royal-flush is kept at 1,000 to 1, above the top prize of 100"):
        design(
            "down-under-holdem",
            "trips-or-better",
            Fraction(1, 20),
            keep={"royal-flush": "1000"},
            bounds=Bounds(most_prize=100),
        )

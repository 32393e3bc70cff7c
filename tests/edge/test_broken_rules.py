"""Rules from outside with the mistakes that one makes: a sentence that names file and line, and never a figure."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.analysis import questions
from pitboss.analysis.designer import Bounds, design
from pitboss.analysis.general import contract
from pitboss.analysis.general.contract import check_rounds
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tally import Solved
from pitboss.analysis.solver import solver_of
from pitboss.cli.games import write_skeleton
from pitboss.core.arguments import GAMES
from pitboss.core.errors import BadInput, BrokenRules, PitbossError
from pitboss.paper.parts import versions
from pitboss.rounds.game import game_of
from pitboss.school.guide import guide_of
from pitboss.sheets.plugins import forget, outside_games, use_games
from pitboss.web.pages.render import layout_file
from tests.edge.asked import query_of
from tests.patience import PATIENCE_S

RULES = """
from pitboss.core.cards import rank_of
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
wager = [
{ id = "ante", name = "Ante", placed = "first", of = "main", clause = "TR-01" },
{ id = "raise", name = "Raise", placed = "later", of = "main", multiples = [1], needs = ["ante"], clause = "TR-03" },
{ id = "match", name = "Match", placed = "optional", of = "match", clause = "TR-05" },
]
pay_table = [
    { wager = "main", id = "1", clause = "TR-04", line = [
        { hand = "win", pays = "1 to 1" },
        { hand = "lose", pays = "loses 1" },
        { hand = "tie", pays = "push" },
        { hand = "fold", pays = "loses 1/2" },
    ] },
    { wager = "match", id = "1", clause = "TR-05", line = [{ hand = "pair", pays = "5 to 1" }] },
]
cards = { suits = "ignored" }

[game]
id = "three"
name = "Three"
per = "ante"
decks = [1, 1]
spots = [1, 3, 3]

[clauses]
TR-01 = "Ante"
TR-02 = "One card to the player, two to the dealer"
TR-03 = "Fold for half, or raise"
TR-04 = "The player's card against the dealer's hole card"
TR-05 = "Match"
"""


pytestmark = pytest.mark.usefixtures("own_games")


Change = tuple[str, str]
SAME = ("", "")


def written(folder: Path, *rules: Change, sheet: Change = SAME) -> Path:
    """The game with something changed."""
    text = RULES
    for old, new in rules:
        assert old in text
        text = text.replace(old, new)
    assert sheet[0] in SHEET
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rules.py").write_text(text)
    (folder / "sheet.toml").write_text(SHEET.replace(*sheet) if sheet[0] else SHEET)
    return folder


def edges() -> dict[str, str]:
    return {result.wager: str(result.house_edge) for result in questions.answers("three")}


def refused() -> str:
    with pytest.raises(PitbossError) as error:
        edges()
    return str(error.value)


def use(folder: Path, *rules: Change, sheet: Change = SAME) -> Path:
    written(folder / "three", *rules, sheet=sheet)
    use_games(folder / "three")
    return folder / "three"


def test_the_game_itself_is_right(tmp_path: Path) -> None:
    use(tmp_path)
    check_rounds("three")
    assert edges()["match"] == "11/17", "three of 51 cards make a pair that pays 5 to 1"


BETS, SHOWS = 'felt.bet(s, "raise"', 'felt.expose(DEALER, "hole"'
RAISE_SETTLED = 'for wager in ("ante", "raise"):'
ASKS = 'yield Ask(s, choices, "TR-03", "Raise?", Decision("fold"))'


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("def three(felt):", "dfe three(felt):"), "three/rules.py, line 7: SyntaxError"),
        (("import rank_of", "import no_such_name"), "three/rules.py, line 2: ImportError"),
        (("GAME = Game(", "GAMES = Game("), "three/rules.py has no GAME"),
        (('Game("three"', 'Game("four"'), "has a GAME named 'four'"),
        ((", dealing=", ", delaing="), "line 32: TypeError"),
        (("mine > theirs else", "mine / (theirs - 12) > 0 else"), "line 24: ZeroDivisionError"),
        ((RAISE_SETTLED, 'for wager in ("ante",):'), "still has raise on the felt"),
        ((RAISE_SETTLED, 'for wager in ("ante",):'), "; answers spot 1"),
        (('felt.bet(s, "raise", ante', 'felt.bet(s, "rise", ante'), "line 19: rise is laid, which the sheet does not"),
        (('step("deal", "TR-02"', 'step("deal", "TR-09"'), "line 8: step names clause TR-09, which no sheet has"),
        (('"TR-03", "Raise?"', '"TR-40", "Raise?"'), "line 15: Raise? names clause TR-40, which no sheet has"),
        (('felt.deal(DEALER, "up"', 'felt.deal(DEALER, "board"'), "line 10: dealt is '0 board 1'"),
        ((RAISE_SETTLED, 'for wager in ("ante", "raise", "ante"):'), "settled before, or never laid"),
        (('bet(s, "raise", ante', 'bet(s, "raise", 3 * ante'), "raise is laid with 3 times ante; the sheet has"),
        ((BETS, f'felt.bet(s, "match", ante, "TR-03"); {BETS}'), "match is laid in mid-round"),
        (('bet(s, "raise", ante, "TR-03")', 'bet(s, "raise", ante, "TR-33")'), "TR-33, which no sheet has"),
        (('"0 up 1", "0 hole 1"', '"0 hole 1", "0 up 1"'), "the order of dealing has '0 hole 1'"),
        (("ante = felt", 'while True: yield Ask(s, choices, "TR-03")\n        ante = felt'), "UnboundLocalError"),
        ((SHOWS, f'while True: felt.deal(0, "x", 1, "TR-02")\n    {SHOWS}'), "the order of dealing has 'nothing'"),
        (('odds("fold"), "fold"', 'odds("fold"), None'), "line 17: ante is settled with None, no name of a hand"),
        (('bet(s, "raise", ante', 'bet(s, "raise", 1.0 * ante'), "raise is laid with 10000.0: no whole number"),
        (('"TR-02", seen=s)', '"TR-02", seen="me")'), "deal hand is seen by 'me'"),
        (("yield Ask(s,", "yield Ask(9,"), "line 15: Raise? is asked of spots [9]"),
        ((ASKS, 'yield (Ask(s, choices, "TR-03"),) * 2'), "one question each"),
        ((f"decision = {ASKS}", f"while True:\n            decision = {ASKS}"), "the questions of a round never end"),
        (('Choice("raise", "Raise"', 'Choice("fold", "Raise"'), "of the answers fold, fold two have one name"),
        (("felt.expose(DEALER", "[book.clear() for book in felt.unsettled.values()]; felt.expose(DEALER"),
         "is settled, and $"),
        (("mine > theirs else", "mine > theirs + next(COIN) else"), "come to another end; cards looked at: "),
        ((ASKS, 'yield "Raise?"'), "three: three/rules.py, line 15: 'Raise?' is no"),
        (('"Raise?", Decision("fold")', '"Raise?", Decision("pass")'), "Raise?: 'pass' when time is up is no answer"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_rules_is_told_and_has_no_edge(tmp_path: Path, change: Change, told: str) -> None:
    use(tmp_path, change)
    assert told in refused()


def test_the_check_of_the_rounds_tells_it_too(tmp_path: Path) -> None:
    use(tmp_path, ('felt.bet(s, "raise"', 'felt.bet(s, "rise"'))
    with pytest.raises(BrokenRules, match="line 19: rise is laid, which the sheet does not have"):
        check_rounds("three", 60)


LOOKS = "rank_of(cards[0]) for cards in"


@pytest.mark.parametrize("look", [
    "(1 << cards[0]).bit_length() - 1 >> 2", "(2 ** cards[0]).bit_length() - 1 >> 2", "abs(cards[0]) >> 2",
    "int(repr(cards[0])) >> 2", "cards[0].real >> 2",
    "rank_of(cards[0]) if isinstance(cards[0], int) else 3",
    "boldly(cards[0])",
])  # fmt: skip
def test_however_a_rule_looks_at_a_card_it_is_the_same_game(tmp_path: Path, look: str) -> None:
    """Also one that catches all exceptions, the search's own too."""
    boldly = "def boldly(card):\n    try: return rank_of(card)\n    except: return 12\n\nGAME ="
    use(tmp_path, (LOOKS, f"{look} for cards in"), ("GAME =", boldly))
    assert edges() == {"main": "-385/1326", "match": "11/17"}


@pytest.mark.parametrize("same", [
    "hole[0] == hole[1]", "hole.count(hole[0]) == 2", "hole[0] in hole[1:]", "hole.index(hole[1]) == 0",
])  # fmt: skip
def test_two_cards_of_a_deal_are_two(tmp_path: Path, same: str) -> None:
    two = [('felt.deal(DEALER, "hole", 1,', 'felt.deal(DEALER, "hole", 2,'), ("0 hole 1", "0 hole 2")]
    looks = [("(hands[s], hole, up)", "(hands[s], up, up)"), ("if open == theirs", f"if {same}")]
    use(tmp_path, *two, *looks, sheet=("[1, 1]", "[2, 2]"))
    explorer = replace(
        GeneralSolver("three").spec(query_of("three", "match")), shoe=(0, 4, 8, 12) * 2
    ).explorer
    total = Solved(explorer.explore(), explorer.pack.size).total()
    pairs = sum(chance for (_, _, _, _, line), chance in total.items() if line == "pair")
    assert pairs == Fraction(1, 7), "of seven other cards one is the same"


def test_rules_that_run_for_ever_are_left_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract, "PATIENCE_S", 0.3)
    # a thread that never ends would stay until the tests do: this one is let go, and looks for its game until it ends
    ever = "    import os\n    while os.environ.get('E'): pass\n"
    use(tmp_path, ('    felt.step("deal"', f'{ever}    felt.step("deal"'))
    monkeypatch.setenv("E", "yes")
    assert "do not come to an end: three/rules.py, line " in refused()
    monkeypatch.delenv("E")
    for thread in threading.enumerate():
        if thread.name == "rules of three":
            thread.join(PATIENCE_S)


CLAIM = 'of = "match", settled_by = { cards = ["# hand"] }'


@pytest.mark.parametrize(("sheet", "told"), [
    (('suits = "ignored"', 'suits = "ignored", alike = ["23"]'), "declared alike settle differently"),
    (('of = "match"', CLAIM), "not settled by the cards"),
    (('needs = ["ante"]', 'needs = ["antee"]'), "wager[2].needs names 'antee'. Accepted: ante or raise or match"),
    (('id = "match"', 'id = "ante"'), "wager[3].id is 'ante' a second time"),
])  # fmt: skip
def test_a_mistake_in_the_sheet_is_told_and_has_no_edge(tmp_path: Path, sheet: Change, told: str) -> None:
    use(tmp_path, sheet=sheet)
    assert told in refused()


@pytest.mark.parametrize(("rules", "sheet", "name", "told"), [
    (('"tie"\n', '"tied"\n'), SAME, "unreached",
     "no round ended with tie; rounds ended with tied, which the pay table does not have"),
    (SAME, ('        { hand = "tie", pays = "push" },\n', ""), "on_no_line",
     "tie: not in the pay table, counted as lost"),
])  # fmt: skip
def test_lines_and_results_that_do_not_meet_are_named(
    tmp_path: Path, rules, sheet, name: str, told: str
) -> None:
    use(tmp_path, rules, sheet=sheet)
    assert questions.answers("three", "main")[0].extra[name] == told


def test_rules_without_a_question_need_no_yield(tmp_path: Path) -> None:
    start, end = RULES.index("        choices = "), RULES.index("    felt.expose")
    settle = '        felt.settle(s, "ante", felt.tables["main"].odds("lose"), "lose", "TR-03")\n'
    use(tmp_path, (RULES[start:end], settle))
    check_rounds("three")
    assert edges()["main"] == "1"


def test_a_module_beside_the_rules_is_part_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    imports = "from lines_of_three import LINE\nCOIN ="
    folder = written(tmp_path / "three", ('line = "pair" if', "line = LINE if"), ("COIN =", imports))
    monkeypatch.syspath_prepend(str(folder))
    found = []
    for line in ("pair", "nothing"):
        (folder / "lines_of_three.py").write_text(f'LINE = "{line}"\n')
        use_games(folder)
        found.append(edges()["match"])
        del sys.modules["lines_of_three"]
        forget()
    assert found == ["11/17", "1"]


def test_two_games_of_one_name_are_both_named(tmp_path: Path) -> None:
    one, two = written(tmp_path / "a" / "three"), written(tmp_path / "b" / "three")
    for folders in ((one, two), (tmp_path / "a", tmp_path / "b")):
        with pytest.raises(BadInput, match=r"two games three: in .*a.three and in .*b.three"):
            use_games(*folders)
        assert not os.environ.get(GAMES), "a refused folder is not kept"


SOLVE = """
from pitboss.analysis.solver import BaseSolver
from fractions import Fraction
from .rules import GAME

class ByHand(BaseSolver):
    game = GAME.id

    def answer(self, query):
        return self.result(query, {Fraction(5): Fraction(1, 17), Fraction(-1): Fraction(16, 17)})

SOLVER = ByHand()
"""


def test_the_folder_may_bring_a_solver_a_guide_and_a_layout(tmp_path: Path) -> None:
    folder = use(tmp_path)
    assert (guide_of("three"), layout_file("three")) == (None, None)
    (folder / "solve.py").write_text(SOLVE)
    (folder / "guide.toml").write_text('goal = "The higher card."\nsteps = ["Bet."]\n')
    (folder / "layout.js").write_text("export default {};\n")
    forget()
    found = questions.answers("three", "match")[0]
    assert (str(found.house_edge), found.method) == ("11/17", "exact")
    assert type(solver_of("three")).__module__ == "pitboss_games.three.solve"
    guide = guide_of("three")
    assert guide is not None and guide.goal == "The higher card."
    assert layout_file("three") == folder / "layout.js"
    hashes = [sha256((folder / name).read_bytes()).hexdigest() for name in ("rules.py", "solve.py")]
    assert {name: said for name, said in versions("three") if name in ("procedure", "solver")} == {
        "procedure": f"sha256 {hashes[0]}", "solver": f"sha256 {hashes[1]}",
    }  # fmt: skip


@pytest.mark.parametrize(("text", "told"), [
    ("", "three/solve.py has no SOLVER"), ("import no_such", "three/solve.py, line 1: ModuleNotFoundError"),
    (SOLVE.replace("class By", "clas By"), "three/solve.py, line 6: SyntaxError"),
])  # fmt: skip
def test_a_mistake_in_the_solver_is_told(tmp_path: Path, text: str, told: str) -> None:
    (use(tmp_path) / "solve.py").write_text(text)
    forget()
    assert told in refused()


def test_a_mistake_in_the_guide_is_told(tmp_path: Path) -> None:
    (use(tmp_path) / "guide.toml").write_text('goal = "The higher card."\n')
    with pytest.raises(PitbossError, match=r"three/guide\.toml: steps is missing"):
        guide_of("three")


def test_what_is_no_folder_of_a_game_is_refused(tmp_path: Path) -> None:
    """The shape of earlier days too: a sheet and a module called as the game."""
    folder = written(tmp_path / "three")
    (folder / "rules.py").rename(folder / "three.py")
    (folder / "sheet.toml").rename(folder / "three.toml")
    with pytest.raises(
        BadInput, match=r"holds no game\. Accepted: a folder my-game with sheet\.toml and rules\.py in it"
    ):
        use_games(folder)


def test_the_folder_says_what_the_game_is_called(tmp_path: Path) -> None:
    use_games(written(tmp_path / "other_name"))
    with pytest.raises(BrokenRules, match=r"other_name/rules\.py has a GAME named 'three'"):
        game_of("other-name")
    with pytest.raises(BadInput, match=r"-o .*lucky-nines"):
        write_skeleton("lucky-nines", tmp_path / "nines")
    assert not (tmp_path / "nines").exists()


def test_a_folder_of_folders_named_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "mine" / "three", ("mine > theirs else", "mine / (theirs - 12) > 0 else"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(GAMES, "mine")
    forget()
    assert "three/rules.py, line 24: ZeroDivisionError" in refused()


def test_a_package_that_names_no_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for value in ("no_such_package.three", "json.decoder"):
        (about / "entry_points.txt").write_text(f"[pitboss.games]\nthree = {value}\n")
        forget()
        with pytest.raises(
            BadInput, match=rf"{value}, which an installed package names as three, is no game"
        ):
            outside_games()


def test_a_word_of_python_is_no_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a word of Python"):
        write_skeleton("class", tmp_path / "class")


def test_what_is_sampled_is_never_called_exact(tmp_path: Path) -> None:
    use(tmp_path)
    main, exact = (
        questions.answers("three", "main", None, how)[0]
        for how in ({"method": "simulated", "rounds": "40"}, {})
    )
    assert main.precisely.startswith("about ") and "not exact" in main.precisely
    assert main.to_json()["house_edge_exact"] is None
    assert 1 < main.action < 2 and abs(main.action - exact.action) < 0.3
    assert "exactly" not in repr(main) and "exactly" in repr(exact)
    assert set(exact.settings) == set() and main.settings["method"] == "simulated"


def test_a_card_cannot_be_named_twice(tmp_path: Path) -> None:
    use(tmp_path)
    with pytest.raises(BadInput, match="9c is named 2 times"):
        questions.strategy("three", query_of("three"), "9c v 9c")
    (grid,) = questions.strategy("three", query_of("three")).grids
    assert [row[0] for row in grid.rows] == [f"hand {rank}" for rank in "23456789TJQKA"]


def test_a_pay_table_far_from_the_first_guess_is_found(tmp_path: Path) -> None:
    """What a designer has written first says nothing about where the target lies."""
    use(tmp_path)
    (best, *_) = design("three", "match", Fraction(6, 17), keep={})
    assert best.result.house_edge == Fraction(6, 17), "10 to 1 is five steps away"
    (far, *_) = design("three", "match", Fraction(1, 17))
    assert far.changes == {"pair": "15 to 1"} and far.result.house_edge == Fraction(1, 17)


def test_a_line_that_is_kept_above_the_top_prize_is_named() -> None:
    kept, bounds = {"royal-flush": "1000"}, Bounds(most_prize=100)
    with pytest.raises(BadInput, match="royal-flush is kept at 1,000 to 1, above the top prize of 100"):
        design("down-under-holdem", "trips-or-better", Fraction(1, 20), keep=kept, bounds=bounds)

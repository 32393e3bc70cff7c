"""Games as a designer may think of them, against counts of their own: no decision at all, two in a row, jokers, two
decks, a dealer who has to qualify, a line that pays a meter."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis import questions
from pitboss.analysis.general import solver
from pitboss.analysis.report import Strategy
from pitboss.core.cards import RANKS
from pitboss.core.errors import BadInput
from pitboss.house.check import check, check_advantage
from pitboss.house.table_file import Establishment, Table
from pitboss.room.demo import usual_table
from pitboss.sheets.plugins import forget, use_games

ODD = Path(__file__).parent / "odd_games"
JK = "Jk"


@pytest.fixture
def odd(own_games: Path) -> Path:
    """A copy of the games, to be used and spoiled."""
    folder = own_games / "games"
    shutil.copytree(ODD, folder, ignore=shutil.ignore_patterns("__pycache__"))
    use_games(folder)
    return folder


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text()
    assert text.count(old) == 1, (old, text.count(old))
    path.write_text(text.replace(old, new))
    forget()


def tide(decks: int) -> Counter[str]:
    """Every hand of three cards, counted by its line."""
    cards = [(rank, suit) for _ in range(decks) for rank in RANKS for suit in "cdhs"]
    counts: Counter[str] = Counter({"joker": len(cards) * (len(cards) - 1) // 2})
    for hand in combinations(cards, 3):
        ranks, suits = len({rank for rank, _ in hand}), len({suit for _, suit in hand})
        if ranks == 1:
            counts["suited-trips" if suits == 1 else "trips"] += 1
        elif suits == 1:
            counts["flush"] += 1
        elif ranks == 2:
            counts["pair"] += 1
        else:
            counts["ace" if "A" in {rank for rank, _ in hand} else "nothing"] += 1
    return counts


def test_a_game_without_a_decision_from_two_decks_and_a_joker(odd: Path) -> None:
    counts = tide(2)
    pays = {"suited-trips": 499, "joker": 5, "trips": 20, "flush": Fraction(3, 2), "pair": 1, "ace": 0}
    total = sum(counts.values())
    found = pitboss.edge("high-tide", wager="main")
    assert found.house_edge == -sum(Fraction(n, total) * pays.get(line, -1) for line, n in counts.items())
    assert "no round ended with suited-trips" in found.extra["unreached"], "two decks have no three alike"
    assert counts["suited-trips"] == 0
    pairs = Counter(
        "identical" if one == other else "pair" if one[0] == other[0] else "no-pair"
        for one, other in combinations([(r, s) for _ in (1, 2) for r in RANKS for s in "cdhs"], 2)
    )
    early = pitboss.edge("high-tide", wager="early").house_edge
    assert early == 1 - Fraction(41 * pairs["identical"] + 9 * pairs["pair"], 105 * 104 // 2)


def test_a_line_that_pays_a_meter_is_said_to_count_as_lost(odd: Path) -> None:
    change(odd, "high_tide/sheet.toml", "500 for 1", "100 % of meter")
    change(odd, "high_tide/sheet.toml", "decks = [2, 2]", "decks = [3, 3]")
    found = pitboss.edge("high-tide", wager="main")
    counts = tide(3)
    share = Fraction(counts["suited-trips"], sum(counts.values()))
    assert share == Fraction(52, 157 * 156 * 155 // 6)
    assert f"by N times {share} " in found.extra["meters"]


def played(game: str, hand: str | None = None) -> Strategy:
    return questions.strategy(game, questions.queries(game, "main")[0], hand)


def test_where_nothing_is_decided_the_strategy_says_so(odd: Path) -> None:
    assert played("high-tide").summary == ("Bet asks for no decision.",)


@cache
def best_of_two_steps() -> dict[str, dict[str, Fraction]]:
    """What each first answer is worth with each card, by hand."""
    deck = Counter({**dict.fromkeys(range(13), 4), JK: 1})

    def strength(card: object, common: object) -> int:
        if JK in (card, common) or card == common:
            return 100 + (12 if card == JK else int(str(card)))
        return int(str(card))

    def net(mine: int, theirs: int, more: int) -> int:
        sign = (mine > theirs) - (mine < theirs)
        return sign * more + (sign if theirs >= 6 else 0)

    found = {}
    for card in deck:
        left = deck - Counter([card])
        worth = {"fold": Fraction(-1)}
        for raised in (1, 2):
            total = Fraction(0)
            for common, n in left.items():
                last = left - Counter([common])
                mine, theirs = strength(card, common), [(strength(o, common), m) for o, m in last.items()]
                ends = [sum(m * net(mine, other, raised + bet) for other, m in theirs) for bet in (0, 1)]
                total += Fraction(n, 52) * Fraction(max(ends), 51)
            worth[f"raise-{raised}"] = total
        found[JK if card == JK else RANKS[int(str(card))]] = worth
    return found


def test_two_decisions_in_a_row_with_a_joker_and_a_dealer_who_has_to_qualify(odd: Path) -> None:
    worths = best_of_two_steps()
    found = pitboss.edge("two-step", wager="main")
    best = {
        card: Fraction(1 if card == JK else 4, 53) * max(worth.values()) for card, worth in worths.items()
    }
    assert found.house_edge == -sum(best.values())
    assert not {"unreached", "on_no_line"} & set(found.extra), (
        "the lines of every wager are met, not the Ante's"
    )
    for card in ("9c", "2d", JK):
        options = {one.action: one.expectation for one in played("two-step", card).options}
        assert options == worths[card if card == JK else card[0]]


def test_the_second_question_has_its_chart_and_its_worth(odd: Path) -> None:
    first, once, twice = played("two-step").grids
    assert [row for row, _ in first.rows][-1] == "hand Jk"
    assert (once.title, twice.title) == ("Two Step: after Raise", "Two Step: after Raise twice")
    assert once.columns == (*RANKS, JK)
    sixes = dict(once.rows)["hand 6"]
    assert [once.legend[code] for code in sixes] == ["Bet" if c == "6" else "Check" for c in once.columns]
    options = {one.action: one.expectation for one in played("two-step", "Jk v 9c").options}
    assert options["bet"] - options["check"] == 1, "nothing beats it"


def test_how_many_deals_there_are_is_said_before_they_are_played(odd, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    heard: list[str] = []

    class Watching:
        def __call__(self, done: int, total: int) -> None:
            heard.append(f"{done} of {total}")

        def say(self, text: str) -> None:
            heard.append(text)

    monkeypatch.setattr(solver, "WORTH_SAYING_S", 0.0)
    found = questions.answers("two-step", "main", progress=Watching())[0]
    told = re.fullmatch(
        r"Two Step, main: about ([\d,]+) deals, [\d,]+ s of one core, through its own rules\.", heard[0]
    )
    assert told
    assert abs(int(told[1].replace(",", "")) - found.extra["deals"]) < 0.2 * found.extra["deals"]
    assert heard[1].startswith("0 of ")
    heard.clear()
    questions.solve("two-step", questions.queries("two-step", "main", progress=Watching())[0])
    assert heard == [], "what is known is neither forecast nor played again"


def test_cards_of_no_question_are_answered_with_an_example(odd: Path) -> None:
    with pytest.raises(BadInput, match=r"No question is asked with '9c 5d'.*such as"):
        played("two-step", "9c 5d")


TODAY = date(2024, 6, 3)


def its_table() -> Table:
    house = Establishment("The Example Card Room", location="Tacoma", tables=8)
    return usual_table("two-step", "ts-1", "Table 1", house, TODAY)


@pytest.mark.clause("HR-07")
def test_a_game_that_nobody_approved_trains_and_does_not_open(odd: Path) -> None:
    report = check(its_table(), TODAY)
    (found,) = [one for one in report.errors if one.clause == "HR-07"]
    assert found.message == "Two Step is not approved: no letter stands in its sheet."
    assert report.may_train
    assert not report.may_play
    assert any("Ante" in one.message and "27.32 %" in one.message for one in check_advantage(its_table()))

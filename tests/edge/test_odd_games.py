"""Games as a designer may think of them, against counts of their own: no decision at all, two in a row, jokers, two
decks, a dealer who has to qualify, a line that pays a meter; and what is said about mistakes in their rules."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import pitboss
from pitboss.approvals.outside import forget, use_games
from pitboss.cards import RANKS
from pitboss.edge import ask
from pitboss.edge.general import solver
from pitboss.edge.general.contract import check_rounds
from pitboss.edge.report import Strategy
from pitboss.errors import BadInput, BrokenRules
from pitboss.house.advantage import check_advantage
from pitboss.house.check import check
from pitboss.house.table import Establishment, Table
from pitboss.house.usual import usual_table
from pitboss.variables import GAMES

ODD = Path(__file__).parent / "odd_games"
JK = "Jk"


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the games, to be used and spoiled."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "games"
    shutil.copytree(ODD, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv(GAMES, "")
    forget()
    use_games(folder)
    yield folder
    monkeypatch.setenv(GAMES, "")
    forget()


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
    change(odd, "high-tide/high-tide.toml", "500 for 1", "100 % of meter")
    change(odd, "high-tide/high-tide.toml", "decks = [2, 2]", "decks = [3, 3]")
    found = pitboss.edge("high-tide", wager="main")
    counts = tide(3)
    share = Fraction(counts["suited-trips"], sum(counts.values()))
    assert share == Fraction(52, 157 * 156 * 155 // 6)
    assert f"by N times {share} " in found.extra["meters"]


def played(game: str, hand: str | None = None) -> Strategy:
    return ask.strategy(game, ask.queries(game, "main")[0], hand)


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
                ends = [
                    sum(
                        Fraction(m, 51) * net(strength(card, common), strength(other, common), raised + bet)
                        for other, m in last.items()
                    )
                    for bet in (0, 1)
                ]
                total += Fraction(n, 52) * max(ends)
            worth[f"raise-{raised}"] = total
        found[JK if card == JK else RANKS[int(str(card))]] = worth
    return found


def test_two_decisions_in_a_row_with_a_joker_and_a_dealer_who_has_to_qualify(odd: Path) -> None:
    worths = best_of_two_steps()
    found = pitboss.edge("two-step", wager="main")
    assert found.house_edge == -sum(
        Fraction(1 if card == JK else 4, 53) * max(worth.values()) for card, worth in worths.items()
    )
    assert not {"unreached", "on_no_line"} & set(found.extra), (
        "the lines of every wager are met, not the Ante's alone"
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


def test_how_many_deals_there_are_is_said_before_they_are_played(
    odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    class Watching:
        def __call__(self, done: int, total: int) -> None:
            heard.append(f"{done} of {total}")

        def say(self, text: str) -> None:
            heard.append(text)

    monkeypatch.setattr(solver, "WORTH_SAYING_S", 0.0)
    found = ask.answers("two-step", "main", progress=Watching())[0]
    told = re.fullmatch(
        r"Two Step, main: about ([\d,]+) deals, [\d,]+ s of one core, through its own rules\.", heard[0]
    )
    assert told
    assert abs(int(told[1].replace(",", "")) - found.extra["deals"]) < 0.2 * found.extra["deals"]
    assert heard[1].startswith("0 of ")
    heard.clear()
    ask.solve("two-step", ask.queries("two-step", "main", progress=Watching())[0])
    assert heard == [], "what is known is neither forecast nor played again"


def test_cards_of_no_question_are_answered_with_an_example(odd: Path) -> None:
    with pytest.raises(BadInput, match=r"No question is asked with '9c 5d'.*such as"):
        played("two-step", "9c 5d")


MISTAKES = [
    ("ante * (2 if", "ante * (3 if", 'line {at}: raise is laid with 3 times ante; the sheet has multiples'),
    ('"bet", ante, "TS-04"', '"bat", ante, "TS-04"', "line {at}: bat is laid, which the sheet does not have"),
    ('step("common", "TS-04"', 'step("common", "TS-09"', "line {at}: step names clause TS-09, which no sheet has"),
    ('"TS-04", "Bet or', '"TS-40", "Bet or', "line {at}: Bet or check\\? names clause TS-40, which no sheet has"),
    ('Decision("check")', 'Decision("cheek")', "line {at}: Bet or check\\?: 'cheek' when time is up is no answer"),
    ('= felt.deal(DEALER, "common"', '= felt.deal(DEALER, "board"', "line {at}: dealt is '0 board 1'"),
    ("felt.wager(spot, wager)", "felt.wager(spot, wager) and mine", "still has .*; cards .*; answers spot 1"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), MISTAKES)
def test_a_mistake_is_told_with_the_line_that_makes_it(odd: Path, old: str, new: str, told: str) -> None:
    change(odd, "two-step/two_step.py", old, new)
    lines = (odd / "two-step/two_step.py").read_text().splitlines()
    at = next(n for n, line in enumerate(lines, 1) if new in line)
    with pytest.raises(BrokenRules, match=told.format(at=at)):
        check_rounds("two-step", 60)


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

"""The day's book of a table: what rounds, sales and voids add to it, line by line (HR-16, HR-34, HR-43)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pitboss.chips.day_book import (
    DayBook,
    DayLine,
    HourBook,
    Sales,
    Voids,
    books_of_day,
    round_line,
    void_line,
    wager_lines,
)
from pitboss.ledger import Unit, create_store
from pitboss.rounds.round import Round
from tests.games.stage import play, start

DAY = date(2026, 11, 19)


def doubled() -> Round:
    """Spot 1 doubles and wins, spot 2 breaks."""
    bets = {1: {"blackjack": 5}, 2: {"blackjack": 5}}
    round = start("blackjack", "5c Td 6c 6d 6h Th 9h Jc Kh", bets)
    return play(round, "double", "hit")


@pytest.mark.clause("HR-16")
def test_a_rounds_wagers_by_place() -> None:
    round = doubled()
    assert round.finished and [round.net_cents(spot) for spot in (1, 2)] == [1_000, -500]
    assert wager_lines(round) == {
        "blackjack": (2, 1_000, 2 * 500**2, 0),
        "double": (1, 500, 500**2, -500),
    }
    void = start("blackjack", "5c 6c 6d Th", {"blackjack": 5})
    void.void("a card was exposed")
    assert wager_lines(void) == {"blackjack": (1, 500, 500**2, 0)}


@pytest.mark.clause("HR-43")
@pytest.mark.parametrize(
    ("changed", "given", "taken"),
    [([], 0, 0), ([0, 0], 0, 0), ([1, -1], 1, 1), ([500, 250, -300], 750, 300), ([1, 1, -1, 0], 2, 1)],
)
def test_a_void_says_what_it_gave_and_took(changed: list[int], given: int, taken: int) -> None:
    line = void_line(DAY, "t1", "blackjack", "sue", changed)
    assert line == DayLine(DAY, "t1", "blackjack", voids={"sue": Voids(1, given, taken)})


@pytest.mark.clause("HR-16", "HR-34", "HR-43")
def test_lines_add_up_in_the_days_book(tmp_path: Path) -> None:
    win = {"blackjack": (2, 1_000, 500_000, 0), "double": (1, 500, 250_000, -500)}
    lines = [
        round_line(DAY, "t1", doubled(), 21),
        round_line(DAY, "t1", doubled(), 22),
        round_line(DAY, "t1", doubled(), 22),
        DayLine(DAY, "t1", "blackjack", drop_cents=700, tokes_cents=30, sales={"dan": Sales(1, 700, 700)}),
        DayLine(
            DAY, "t1", "blackjack", drop_cents=300, sales={"dan": Sales(1, 300, 0), "cy": Sales(1, 1, 1)}
        ),
        void_line(DAY, "t1", "blackjack", "sue", [5, -2]),
        void_line(DAY, "t1", "blackjack", "sue", [1]),
    ]

    def work(unit: Unit) -> None:
        unit.record("day", "test", "test")
        for line in lines:
            line.post(unit)

    with create_store(f"sqlite:///{tmp_path / 'store.db'}") as store:
        store.write(work)
        (book,) = books_of_day(store, DAY.isoformat())
    assert book == DayBook(
        "t1", "blackjack", rounds=3, drop_cents=1_000, win_cents=-1_500, tokes_cents=30,
        wagers={wager: tuple(3 * one for one in line) for wager, line in win.items()},
        hours={
            21: HourBook(1, {wager: line[:3] for wager, line in win.items()}),
            22: HourBook(2, {wager: tuple(2 * one for one in line[:3]) for wager, line in win.items()}),
        },
        voids={"sue": Voids(2, 6, 2)},
        sales={"dan": Sales(2, 1_000, 700), "cy": Sales(1, 1, 1)},
    )  # fmt: skip

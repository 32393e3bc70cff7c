"""Strategies from files: charts as `pitboss strategy --json` writes them, perhaps edited."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.cardplay.blackjack.hands import VALUE_TEXT, VALUES
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT, STAND
from pitboss.cardplay.blackjack.play import SOFT, Play, blackjack_hand, cells_of, pair_hand
from pitboss.core.errors import BadInput

HARD, SOFT_TITLE, PAIRS = "Hard totals", "Soft totals", "Pairs"
PLAIN = {"S": STAND, "H": HIT, "s": STAND, "h": HIT}


def grids(path: Path, game: str) -> dict[str, Any]:
    """The file's charts by title."""
    try:
        shape = json.loads(path.read_text(encoding="utf-8"))
        return {grid["title"]: grid for grid in shape["grids"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise refusal(path, game, f"{type(error).__name__} {error}") from None


def refusal(path: Path, game: str, why: str) -> BadInput:
    return BadInput(
        f"{path} is not a strategy for {game}: {why}.",
        accepted=f"a named strategy, or a file as `pitboss strategy {game} --json` writes it",
    )


def play_from(path: Path, play: Play) -> Play:
    """`play` with the choices of the file's charts by totals; what the table does not allow is not done."""
    found = grids(path, "blackjack")
    many, two = play.many.copy(), play.two.copy()
    surrender, split = np.zeros_like(play.surrender), np.zeros_like(play.split)
    cells = cells_of(play.shoe)
    first = play.shoe.hands.size == 2
    late = play.shoe.rules.surrender == "late"
    try:
        for title, offset in ((HARD, 0), (SOFT_TITLE, SOFT + 11)):
            for name, up, code in _cells(found[title]):
                here = cells == offset + int(name.removeprefix("A-"))
                plain = PLAIN[code[-1]]
                many[up, here] = plain
                doubled = here & first & play.shoe.may_double & (code[0] == "D")
                two[up, here] = plain
                two[up, doubled] = DOUBLE
                surrender[up, here & first] = late and code[0] == "R"
        for name, up, code in _cells(found[PAIRS]):
            pair = VALUE_TEXT.index(name[0])
            split[up, pair] = code == "P" or (code == "Rp" and not late)
            if code in ("P", "Rp"):
                surrender[up, pair_hand(pair)] = code == "Rp" and late
    except (KeyError, ValueError, IndexError) as error:
        raise refusal(path, "blackjack", f"{type(error).__name__} {error}") from None
    surrender[:, blackjack_hand()] = False
    return replace(play, many=many, two=two, surrender=surrender, split=split)


def raises_from(path: Path) -> dict[tuple[int, bool], bool]:
    """Acey Deucey: whether to raise, by spread (-1 for a pair) and suit."""
    game = "acey-deucey-21"
    found = grids(path, game)
    try:
        (grid,) = found.values()
        return {
            (-1 if row["row"] == "pair" else int(row["row"].split()[1]), suited): row["cells"][column] == "R"
            for row in grid["rows"]
            for column, suited in enumerate((True, False))
        }
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise refusal(path, game, f"{type(error).__name__} {error}") from None


def _cells(grid: Any) -> Iterator[tuple[str, int, str]]:
    """(row, up card, code)."""
    ups = [VALUE_TEXT.index(column) for column in grid["columns"]]
    if sorted(ups) != list(range(VALUES)):
        raise ValueError("a chart needs a column for each up card")
    for row in grid["rows"]:
        for up, code in zip(ups, row["cells"], strict=True):
            yield row["row"], up, code

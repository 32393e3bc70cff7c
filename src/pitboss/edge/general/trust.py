"""Rules from outside are tried before a figure of theirs is called a fact: a few rounds against the contract."""

from __future__ import annotations

import sys
import threading
from functools import cache
from time import process_time

from pitboss.approvals.outside import outside_games, when_games_change
from pitboss.edge.general.contract import check_classes, check_rounds
from pitboss.errors import BrokenRules

ROUNDS = 40
PATIENCE_S = 8.0
"""of a processor; forty rounds take some hundredths"""
LOOK_S = 0.2


def check_outside(game: str) -> None:
    """Nothing for the games of the house, which have tests of their own."""
    if game in outside_games():
        _check(game)


@cache
def _check(game: str) -> None:
    """In a thread of its own, so that rules without an end are left where they are."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            check_rounds(game, ROUNDS)
            check_classes(game, ROUNDS)
        except (Exception, SystemExit) as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True, name=f"rules of {game}")
    start = process_time()
    thread.start()
    thread.join(LOOK_S)
    while thread.is_alive():
        if process_time() - start > PATIENCE_S:
            raise BrokenRules(f"The rules of {game} do not come to an end{_where(game, thread)}.")
        thread.join(LOOK_S)
    if failed:
        message = failed[0].message if isinstance(failed[0], BrokenRules) else str(failed[0])
        head = "" if message.startswith(f"{game}: ") else f"{game}: "
        raise BrokenRules(f"{head}{message}") from failed[0]


def _where(game: str, thread: threading.Thread) -> str:
    frame = sys._current_frames().get(thread.ident or 0)
    file = str(outside_games()[game].file)
    while frame and frame.f_code.co_filename != file:
        frame = frame.f_back
    return f": {outside_games()[game].file.name}, line {frame.f_lineno}" if frame else ""


when_games_change(_check.cache_clear)

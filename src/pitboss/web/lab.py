"""The math lab's desk: questions answered by the exact solvers, in a worker, with progress to look at.

A question is asked once however often the page asks for it; the answer is kept."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.approvals import PayTable, game_ids, sheet
from pitboss.edge import ask
from pitboss.edge.audit import Finding, audit, has_solver, remarks
from pitboss.edge.solver import Query, Setting, solver_of
from pitboss.errors import BadInput
from pitboss.odds import parse_odds

KEPT = 400
"""answers kept; the oldest goes first"""
SOON_SECONDS = 1.5
"""a question answered within this time needs no progress bar"""

Work = Callable[[Callable[[int, int], None]], Any]


@dataclass
class Job:
    """A question under way: how far it is, and the answer when there is one."""

    future: Future[Any] = field(default_factory=Future)
    done: int = 0
    total: int = 0
    partial: list[Any] = field(default_factory=list)

    def progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


class Desk:
    """Answers in the background, two at a time: a long question holds up neither a table nor a short one."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="lab")
        self._jobs: OrderedDict[Any, Job] = OrderedDict()
        self._lock = threading.Lock()

    def job(self, key: Any, work: Callable[[Job], Any]) -> Job:
        with self._lock:
            if job := self._jobs.get(key):
                self._jobs.move_to_end(key)
                if not (job.future.done() and job.future.exception()):
                    return job
            job = self._jobs[key] = Job()
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        job.future = self._pool.submit(work, job)
        return job

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def wait(job: Job, seconds: float = SOON_SECONDS) -> dict[str, Any]:
    """The answer, or how far it is."""
    until = time.monotonic() + seconds
    while not job.future.done() and time.monotonic() < until:
        time.sleep(0.01)
    if job.future.done():
        answer: dict[str, Any] = job.future.result()
        return answer
    return {"waiting": True, "done": job.done, "total": job.total}


# questions


def questions(game: str) -> dict[str, Any]:
    """What can be asked about a game: wagers, pay tables, settings."""
    rules = sheet(game)
    names = {wager.of: wager.name for wager in reversed(rules.wagers)}
    solver = solver_of(game) if has_solver(game) else None
    return {
        "game": game,
        "name": rules.name,
        "solved": solver is not None,
        "wagers": [
            {
                "id": wager,
                "name": "Main game" if wager == "main" else names.get(wager, wager),
                "pay_tables": [table_shape(table) for table in rules.tables(wager)],
                "settings": [setting_shape(s) for s in solver.settings(wager)] if solver else [],
            }
            for wager in rules.analysed
        ],
    }


def table_shape(table: PayTable) -> dict[str, Any]:
    return {
        "id": table.id,
        "clause": table.clause,
        "rules": dict(table.rules),
        "lines": [
            {
                "hand": line.hand,
                "text": line.text,
                "clause": line.clause,
                "pays": None if line.pays is None else str(line.pays),
                "multiplies": line.multiplies,
            }
            for line in table.lines
        ],
    }


def setting_shape(setting: Setting) -> dict[str, Any]:
    return {
        "name": setting.name,
        "default": setting.default,
        "choices": list(setting.choices),
        "kind": setting.kind,
        "meaning": setting.meaning,
        "clause": setting.clause,
    }


def own_table(table: PayTable, pays: Mapping[str, str]) -> PayTable:
    """The approved table with other pays: for analysis only (HR-07)."""
    for hand in pays:
        if hand not in table.by_hand:
            raise BadInput(f"The table has no line {hand!r}.", accepted=", ".join(table.by_hand))
    lines = []
    for line in table.lines:
        word = pays.get(line.hand)
        if word is None:
            lines.append(line)
        elif line.multiplies is not None:
            lines.append(replace(line, multiplies=_times(word)))
        else:
            lines.append(replace(line, pays=parse_odds(word)))
    return replace(table, lines=tuple(lines), approved=False, name="your own")


def _times(word: str) -> int:
    number = word.strip().removeprefix("x").strip()
    if not number.isascii() or not number.isdigit() or len(number) > 6:
        raise BadInput(f"{word!r} is not a multiplier.", clause="LB-19", accepted="a whole number such as 50")
    return int(number)


def query_of(
    game: str,
    wager: str,
    pay_table: str | None,
    settings: Mapping[str, str],
    pays: Mapping[str, str] | None = None,
) -> Query:
    """One checked question; every mistake is named with what would be accepted."""
    if game not in game_ids():
        raise BadInput(f"There is no game {game!r}.", accepted=", ".join(game_ids()))
    if not has_solver(game):
        raise BadInput(f"{sheet(game).name} has no exact solver here.", accepted="another game")
    found = ask.queries(game, wager, pay_table or None, settings)
    query = found[0]
    if pays:
        if query.pay_table is None:
            raise BadInput("This wager has no pay table to change.", accepted="its settings")
        query = replace(query, pay_table=own_table(query.pay_table, pays))
    return query


def key_of(kind: str, game: str, query: Query) -> tuple[Any, ...]:
    table = query.pay_table
    lines = tuple((n.hand, str(n.pays), n.multiplies) for n in table.lines) if table else ()
    return kind, game, query.wager, table.id if table else "", lines, tuple(sorted(query.settings.items()))


def edge_job(desk: Desk, game: str, query: Query) -> Job:
    def work(job: Job) -> dict[str, Any]:
        result = ask.solve(game, replace(query, progress=job.progress))
        return result.to_json() | {"approved": query.pay_table is None or query.pay_table.approved}

    return desk.job(key_of("edge", game, query), work)


def strategy_job(desk: Desk, game: str, query: Query, hand: str | None = None) -> Job:
    def work(job: Job) -> dict[str, Any]:
        return ask.strategy(game, replace(query, progress=job.progress), hand).to_json()

    return desk.job((*key_of("strategy", game, query), hand), work)


def audit_job(desk: Desk) -> Job:
    """Published against exact, for every approval; findings can be read while the rest is computed."""

    def work(job: Job) -> dict[str, Any]:
        for finding in audit(job.progress):
            job.partial.append(finding_shape(finding))
        return {"findings": job.partial, "remarks": [remark_shape(r) for r in remarks()]}

    return desk.job(("audit",), work)


def finding_shape(finding: Finding) -> dict[str, Any]:
    return finding.to_json() | {"game_name": sheet(finding.game).name}


def remark_shape(remark: Any) -> dict[str, Any]:
    return {"game": sheet(remark.game).name, "clause": remark.clause, "text": remark.text}

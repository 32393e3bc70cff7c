"""The math lab's questions: answered by the exact solvers, in a worker, with progress to look at.

A question is asked once however often the page asks for it; the answer is kept."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.analysis import questions as ask
from pitboss.analysis.questions import AuditedFigure, audit, remarks
from pitboss.analysis.solver import Query, Setting, solver_of
from pitboss.core.errors import BadInput, TooMany
from pitboss.house.sign import Sign, sign_pdf
from pitboss.lab.worker import BackRoom, Tell
from pitboss.sheets import PayTable, game_ids, sheet, with_pays

KEPT = 400
"""answers kept; the oldest goes first"""
AT_ONCE = 2
OPEN_OF_ONE = 4
"""questions of one client under way"""
OPEN_MAX = 60
SOON_SECONDS = 1.5
"""a question answered within this time needs no progress bar"""

Work = Callable[["Job"], Any]


@dataclass
class Job:
    """A question under way: how far it is, and the answer when there is one."""

    client: str = ""
    future: Future[Any] = field(default_factory=Future)
    done: int = 0
    total: int = 0
    partial: list[Any] = field(default_factory=list)
    room: BackRoom | None = None
    """where it is worked on; none while it waits for its turn"""

    def progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def told(self, news: Any) -> None:
        """Progress from the back room: how far, or a part of the answer."""
        if isinstance(news, tuple):
            self.progress(*news)
        else:
            self.partial.append(news)


class JobQueue:
    """Answers in back rooms, two at a time: a long question holds up neither a table nor a short one. Nobody has
    more than a few under way, so that everybody's turn comes."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="lab")
        self._rooms: queue.LifoQueue[BackRoom] = queue.LifoQueue()
        self._all_rooms = [BackRoom() for _ in range(AT_ONCE)]
        for room in self._all_rooms:
            self._rooms.put(room)
        self._jobs: OrderedDict[Any, Job] = OrderedDict()
        self._lock = threading.Lock()

    def job(self, key: Any, work: Work, client: str = "") -> Job:
        with self._lock:
            if job := self._jobs.get(key):
                self._jobs.move_to_end(key)
                if not (job.future.done() and job.future.exception()):
                    return job
            under_way = [known for known in self._jobs.values() if not known.future.done()]
            if len(under_way) >= OPEN_MAX or sum(j.client == client for j in under_way) >= OPEN_OF_ONE:
                raise TooMany("Too many questions at once.", accepted="an answer to the others first")
            job = self._jobs[key] = Job(client)
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        job.future = self._pool.submit(work, job)
        return job

    def far(self, key: Any, client: str, function: Callable[..., Any], *arguments: Any) -> Job:
        """As `job`, worked out in a back room: `function(tell, *arguments)`."""

        def work(job: Job) -> Any:
            room = job.room = self._rooms.get()
            try:
                return room.do(job.told, function, *arguments)
            finally:
                job.room = None
                self._rooms.put(room)

        return self.job(key, work, client)

    def stop(self, client: str) -> int:
        """Break off what this client has asked for and nobody has answered yet; how many questions that were."""
        with self._lock:
            open = [key for key, j in self._jobs.items() if j.client == client and not j.future.done()]
            jobs = [self._jobs.pop(key) for key in open]
        # first none that waits may begin in the place of one that is stopped
        for job in [job for job in jobs if not job.future.cancel()]:
            if (room := job.room) is not None:
                room.stop()
        return len(jobs)

    def close(self) -> None:
        """What is under way is broken off."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for room in self._all_rooms:
            room.close()


async def wait(job: Job, seconds: float = SOON_SECONDS) -> dict[str, Any]:
    """The answer, or how far it is. Waiting takes no thread."""
    until = time.monotonic() + seconds
    while not job.future.done() and time.monotonic() < until:
        await asyncio.sleep(0.01)
    if job.future.done():
        answer: dict[str, Any] = job.future.result()
        return answer
    return {"waiting": True, "done": job.done, "total": job.total, "queued": not job.future.running()}


# Questions.


def questions(game: str) -> dict[str, Any]:
    """What can be asked about a game: wagers, pay tables, settings."""
    rules = sheet(game)
    names = {wager.of: wager.name for wager in reversed(rules.wagers)}
    solver = solver_of(game)
    return {
        "game": game,
        "name": rules.name,
        "solved": True,
        "wagers": [
            {
                "id": wager,
                "name": "Main game" if wager == "main" else names.get(wager, wager),
                "pay_tables": [table_shape(table) for table in rules.tables(wager)],
                "settings": [setting_shape(s) for s in solver.settings(wager)],
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
    query = ask.one_query(game, wager, pay_table or None, settings)
    if pays:
        if query.pay_table is None:
            raise BadInput("This wager has no pay table to change.", accepted="its settings")
        query = replace(query, pay_table=with_pays(query.pay_table, pays, name="your own"))
    return query


def key_of(kind: str, game: str, query: Query) -> tuple[Any, ...]:
    table = query.pay_table
    lines = tuple((n.hand, str(n.pays), n.multiplies) for n in table.lines) if table else ()
    return kind, game, query.wager, table.id if table else "", lines, tuple(sorted(query.settings.items()))


def edge_job(jobs: JobQueue, game: str, query: Query, client: str = "") -> Job:
    return jobs.far(key_of("edge", game, query), client, _edge, game, query)


def _edge(tell: Tell, game: str, query: Query) -> dict[str, Any]:
    result = ask.solve(game, replace(query, progress=lambda done, total: tell((done, total))))
    return result.to_json() | {"approved": query.pay_table is None or query.pay_table.approved}


def strategy_job(jobs: JobQueue, game: str, query: Query, hand: str | None = None, client: str = "") -> Job:
    return jobs.far((*key_of("strategy", game, query), hand), client, _strategy, game, query, hand)


def _strategy(tell: Tell, game: str, query: Query, hand: str | None) -> dict[str, Any]:
    return ask.strategy(
        game, replace(query, progress=lambda done, total: tell((done, total))), hand
    ).to_json()


def audit_job(jobs: JobQueue, client: str = "") -> Job:
    """Published against exact, for every approval; findings can be read while the rest is computed."""
    return jobs.far(("audit",), client, _audit)


def _audit(tell: Tell) -> dict[str, Any]:
    findings = []
    for finding in audit(lambda done, total: tell((done, total))):
        findings.append(finding_shape(finding))
        tell(findings[-1])
    return {"findings": findings, "remarks": [remark_shape(r) for r in remarks()]}


async def audit_so_far(job: Job) -> dict[str, Any]:
    answer = await wait(job, 0.5)
    return answer if "findings" in answer else answer | {"findings": list(job.partial), "remarks": []}


def sign_job(jobs: JobQueue, sign: Sign, client: str = "") -> Job:
    """The sign as PDF; the same sign is made once."""
    return jobs.far(("sign", repr(sign)), client, _sign, sign)


def _sign(tell: Tell, sign: Sign) -> dict[str, Any]:
    return {"pdf": sign_pdf(sign)}


def finding_shape(finding: AuditedFigure) -> dict[str, Any]:
    return finding.to_json() | {"game_name": sheet(finding.game).name}


def remark_shape(remark: Any) -> dict[str, Any]:
    return {"game": sheet(remark.game).name, "clause": remark.clause, "text": remark.text}

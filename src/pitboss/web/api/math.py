"""The mathematics: exact edges, strategies, the audit. Long solutions go on in the background: ask again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from pitboss.errors import BadInput
from pitboss.web.lab import audit_job, edge_job, query_of, strategy_job, wait
from pitboss.web.models import Answer, EdgeQuestion
from pitboss.web.pages.lab import desk

router = APIRouter(tags=["mathematics"])

Word = Annotated[str, Query(min_length=1, max_length=40)]
Settings = Annotated[list[Annotated[str, Query(max_length=80)]] | None, Query(max_length=20)]


@router.get("/edge")
async def edge(game: Word, wager: Word, pay_table: Word | None = None, set: Settings = None) -> Answer:
    """The exact house edge of a wager; `set` is name=value, repeatable. `waiting` while it is solved."""
    return await _answer(lambda: wait(edge_job(desk(), game, query_of(game, wager, pay_table, _pairs(set)))))


@router.post("/edge")
async def own_edge(body: EdgeQuestion) -> Answer:
    """The edge with a pay table of one's own, for analysis only (HR-07): hand to pays."""

    def work() -> dict[str, Any]:
        query = query_of(body.game, body.wager, body.pay_table, body.settings, body.pays)
        return wait(edge_job(desk(), body.game, query))

    return await _answer(work)


@router.get("/strategy")
async def strategy(
    game: Word, wager: Word, pay_table: Word | None = None, hand: Word | None = None, set: Settings = None
) -> Answer:
    """How to play; with `hand`, what each choice is worth."""
    return await _answer(
        lambda: wait(strategy_job(desk(), game, query_of(game, wager, pay_table, _pairs(set)), hand))
    )


@router.get("/audit")
async def audit() -> Answer:
    """Every published figure beside the exact one. `waiting` while there are more to come."""

    def work() -> dict[str, Any]:
        job = audit_job(desk())
        answer = wait(job, 0.5)
        return answer if "findings" in answer else answer | {"findings": list(job.partial), "remarks": []}

    return await _answer(work)


async def _answer(work: Any) -> Answer:
    return Answer(**await run_in_threadpool(work))


def _pairs(words: list[str] | None) -> dict[str, str]:
    pairs = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is not a setting.", accepted="name=value")
        pairs[name] = value
    return pairs

"""The mathematics: exact edges, strategies, the audit. Long solutions go on in the background: ask again."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool

from pitboss.core.errors import BadInput
from pitboss.lab.jobs import Job, audit_job, audit_so_far, edge_job, query_of, strategy_job, wait
from pitboss.web.api.access import api_router
from pitboss.web.models import Answer, EdgeQuestion
from pitboss.web.pages.lab import job_queue

router = api_router("mathematics")

Word = Annotated[str, Query(min_length=1, max_length=40)]
SettingWords = Annotated[list[Annotated[str, Query(max_length=80)]] | None, Query(max_length=20)]


@router.get("/edge")
async def edge(
    request: Request, game: Word, wager: Word, pay_table: Word | None = None, set: SettingWords = None
) -> Answer:
    """The exact house edge of a wager; `set` is name=value, repeatable. `waiting` while it is solved."""
    client = request.state.client

    def ask() -> Job:
        return edge_job(job_queue(), game, query_of(game, wager, pay_table, _pairs(set)), client)

    return Answer(**await wait(await run_in_threadpool(ask)))


@router.post("/edge")
async def own_edge(request: Request, body: EdgeQuestion) -> Answer:
    """The edge with a pay table of one's own, for analysis only (HR-07): hand to pays."""
    client = request.state.client

    def ask() -> Job:
        query = query_of(body.game, body.wager, body.pay_table, body.settings, body.pays)
        return edge_job(job_queue(), body.game, query, client)

    return Answer(**await wait(await run_in_threadpool(ask)))


@router.get("/strategy")
async def strategy(
    request: Request,
    game: Word,
    wager: Word,
    pay_table: Word | None = None,
    hand: Word | None = None,
    set: SettingWords = None,
) -> Answer:
    """How to play; with `hand`, what each choice is worth."""
    client = request.state.client

    def ask() -> Job:
        return strategy_job(job_queue(), game, query_of(game, wager, pay_table, _pairs(set)), hand, client)

    return Answer(**await wait(await run_in_threadpool(ask)))


@router.get("/audit")
async def audit(request: Request) -> Answer:
    """Every published figure beside the exact one. `waiting` while there are more to come."""
    return Answer(**await audit_so_far(audit_job(job_queue(), request.state.client)))


def _pairs(words: list[str] | None) -> dict[str, str]:
    pairs = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is not a setting.", accepted="name=value")
        pairs[name] = value
    return pairs

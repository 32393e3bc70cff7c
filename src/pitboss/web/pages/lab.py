"""The math lab: the page, and the questions it asks while one types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from pitboss.approvals import game_ids, sheet
from pitboss.errors import BadInput, PitbossError
from pitboss.web.lab import Desk, Job, audit_job, edge_job, query_of, questions, strategy_job, wait
from pitboss.web.pages.render import clause_titles, page

router = APIRouter(include_in_schema=False)

Word = Annotated[str, StringConstraints(max_length=40)]


class Question(BaseModel):
    """A question with a pay table of one's own: hand to pays, as typed."""

    model_config = ConfigDict(extra="forbid")
    game: Word
    wager: Word
    pay_table: Word | None = None
    settings: dict[Word, Word] = {}
    pays: dict[Word, Word] = {}


@cache
def desk() -> Desk:
    """One desk for the process: the solvers' answers are the same for everybody."""
    return Desk()


@router.get("/lab", response_class=HTMLResponse)
def lab(request: Request) -> HTMLResponse:
    games = [(game, sheet(game).name) for game in game_ids()]
    return page(request, "lab.html", games=games, clauses=clause_titles())


@router.get("/lab/questions/{game}")
def lab_questions(game: str) -> JSONResponse:
    return _answer(lambda: questions(_known(game)))


@router.get("/lab/edge")
async def lab_edge(
    game: str, wager: str, pay_table: str | None = None, set: Annotated[list[str] | None, Query()] = None
) -> JSONResponse:
    return await run_in_threadpool(
        _answer, lambda: wait(edge_job(desk(), game, query_of(game, wager, pay_table, _settings(set))))
    )


@router.post("/lab/edge")
async def lab_own_edge(question: Question) -> JSONResponse:
    def work() -> dict[str, Any]:
        query = query_of(question.game, question.wager, question.pay_table, question.settings, question.pays)
        return wait(edge_job(desk(), question.game, query))

    return await run_in_threadpool(_answer, work)


@router.get("/lab/strategy")
async def lab_strategy(
    game: str,
    wager: str,
    pay_table: str | None = None,
    hand: str | None = None,
    set: Annotated[list[str] | None, Query()] = None,
) -> JSONResponse:
    return await run_in_threadpool(
        _answer,
        lambda: wait(strategy_job(desk(), game, query_of(game, wager, pay_table, _settings(set)), hand)),
    )


@router.get("/lab/audit")
async def lab_audit() -> JSONResponse:
    """Findings so far; `waiting` while there are more to come."""

    def work() -> dict[str, Any]:
        job: Job = audit_job(desk())
        answer = wait(job, 0.5)
        return answer if "findings" in answer else answer | {"findings": list(job.partial), "remarks": []}

    return await run_in_threadpool(_answer, work)


def _answer(work: Any) -> JSONResponse:
    """The answer, or the refusal in words."""
    try:
        return JSONResponse(work())
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)


def _known(game: str) -> str:
    if game not in game_ids():
        raise BadInput(f"There is no game {game!r}.", accepted=", ".join(game_ids()))
    return game


def _settings(words: list[str] | None) -> Mapping[str, str]:
    found = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is not a setting.", accepted="name=value")
        found[name] = value
    return found

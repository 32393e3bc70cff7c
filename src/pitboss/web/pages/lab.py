"""The math lab: the page, and the questions it asks while one types."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from pitboss.approvals import game_ids, sheet
from pitboss.errors import BadInput, PitbossError
from pitboss.web.lab import (
    Desk,
    Job,
    audit_job,
    audit_so_far,
    edge_job,
    query_of,
    questions,
    strategy_job,
    wait,
)
from pitboss.web.pages.render import clause_titles, page
from pitboss.web.problems import status_of

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


def close_desk() -> None:
    """The room closes: a question under way does not hold it up."""
    if desk.cache_info().currsize:
        desk().close()
        desk.cache_clear()


@router.get("/lab", response_class=HTMLResponse)
def lab(request: Request) -> HTMLResponse:
    games = [(game, sheet(game).name) for game in game_ids()]
    return page(request, "lab.html", games=games, clauses=clause_titles())


@router.get("/lab/questions/{game}")
def lab_questions(game: str) -> JSONResponse:
    return _answer(lambda: questions(_known(game)))


@router.get("/lab/edge")
async def lab_edge(
    request: Request,
    game: str,
    wager: str,
    pay_table: str | None = None,
    set: Annotated[list[str] | None, Query()] = None,
) -> JSONResponse:
    client = request.state.client

    def ask() -> Job:
        return edge_job(desk(), game, query_of(game, wager, pay_table, _settings(set)), client)

    return await _answered(ask)


@router.post("/lab/edge")
async def lab_own_edge(request: Request, question: Question) -> JSONResponse:
    client = request.state.client

    def ask() -> Job:
        query = query_of(question.game, question.wager, question.pay_table, question.settings, question.pays)
        return edge_job(desk(), question.game, query, client)

    return await _answered(ask)


@router.get("/lab/strategy")
async def lab_strategy(
    request: Request,
    game: str,
    wager: str,
    pay_table: str | None = None,
    hand: str | None = None,
    set: Annotated[list[str] | None, Query()] = None,
) -> JSONResponse:
    client = request.state.client

    def ask() -> Job:
        query = query_of(game, wager, pay_table, _settings(set))
        return strategy_job(desk(), game, query, hand, client)

    return await _answered(ask)


@router.get("/lab/audit")
async def lab_audit(request: Request) -> JSONResponse:
    """Findings so far; `waiting` while there are more to come."""
    client = request.state.client
    return await _answered(lambda: audit_job(desk(), client), audit_so_far)


async def _answered(
    ask: Callable[[], Job], answer: Callable[[Job], Awaitable[dict[str, Any]]] = wait
) -> JSONResponse:
    """The answer, or how far it is, or the refusal in words."""
    try:
        return JSONResponse(await answer(await run_in_threadpool(ask)))
    except PitbossError as error:
        return JSONResponse(error.to_json(), status_of(error))


def _answer(work: Callable[[], Any]) -> JSONResponse:
    try:
        return JSONResponse(work())
    except PitbossError as error:
        return JSONResponse(error.to_json(), status_of(error))


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

"""Dealer school: the drill and its certificate."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from pitboss.approvals import sheet
from pitboss.errors import BadInput, PitbossError
from pitboss.web.pages.render import clause_titles, layout_of, page, refusal
from pitboss.web.school import CHIPS, School, correct, drill_shape, new_drill, taught

router = APIRouter(include_in_schema=False)

Word = Annotated[str, StringConstraints(max_length=40)]


class Begin(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: Word
    level: Word = "usual"


class Answers(BaseModel):
    model_config = ConfigDict(extra="forbid")
    answers: dict[int, Word]


@cache
def school() -> School:
    return School()


@router.get("/school", response_class=HTMLResponse)
def school_page(request: Request) -> HTMLResponse:
    games = [(game, sheet(game).name) for game in taught()]
    return page(request, "school.html", games=games, levels=list(CHIPS), clauses=clause_titles())


@router.post("/school/courses")
def begin(body: Begin) -> JSONResponse:
    return _answer(lambda: _next(school().begin(body.game, body.level).id))


@router.post("/school/courses/{course}/next")
def next_table(course: str) -> JSONResponse:
    return _answer(lambda: _next(course))


@router.post("/school/courses/{course}/answers")
def answers(course: str, body: Answers) -> JSONResponse:
    return _answer(lambda: correct(school().course(course), body.answers))


@router.get("/school/certificate/{course}", response_class=HTMLResponse)
def certificate(request: Request, course: str, name: str = "") -> HTMLResponse:
    try:
        found = school().course(course)
        if not found.asked:
            raise BadInput("Nothing has been answered in this course.", accepted="at least one table paid")
    except BadInput as error:
        return refusal(request, error)
    today = datetime.now(UTC).date().isoformat()
    return page(
        request,
        "certificate.html",
        course=found,
        tally=found.tally(),
        game=sheet(found.game).name,
        name=name[:60],
        today=today,
    )


def _next(id: str) -> dict[str, Any]:
    course = school().course(id)
    new_drill(course)
    return drill_shape(course) | {"layout": layout_of(course.game)}


def _answer(work: Any) -> JSONResponse:
    try:
        return JSONResponse(work())
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)

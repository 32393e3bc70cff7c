"""Dealer school: the drills and the certificate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from pitboss.approvals import game_ids, sheet
from pitboss.errors import BadInput, PitbossError
from pitboss.web.pages.render import clause_titles, layout_of, page, refusal
from pitboss.web.school import (
    CHIPS,
    KINDS,
    LEAST_ASKED,
    MIXED,
    PASS_MARKS,
    Course,
    School,
    kinds_of,
    lesson,
    mark,
    new_drill,
)

router = APIRouter(include_in_schema=False)

Word = Annotated[str, StringConstraints(max_length=80)]


class Begin(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: Word
    level: Word = "usual"
    kind: Word = "pay"
    name: Word = ""
    pass_mark: int = 90


class Answers(BaseModel):
    model_config = ConfigDict(extra="forbid")
    answers: dict[int, Word]


@cache
def school() -> School:
    return School()


@router.get("/school", response_class=HTMLResponse)
def school_page(request: Request) -> HTMLResponse:
    games = [{"id": game, "name": sheet(game).name, "kinds": kinds_of(game)} for game in game_ids()]
    person = getattr(request.state, "person", None)
    return page(
        request,
        "school.html",
        games=games,
        kinds=[*((id, name) for id, (name, _) in KINDS.items()), (MIXED, "All of them, mixed")],
        levels=list(CHIPS),
        pass_marks=PASS_MARKS,
        trainee=person.name if person else "",
        clauses=clause_titles(),
    )


@router.post("/school/courses")
def begin(body: Begin) -> JSONResponse:
    def work() -> dict[str, Any]:
        course = school().begin(body.game, body.level, body.kind, body.name, body.pass_mark)
        return _next(course)

    return _answer(work)


@router.get("/school/courses/{course}")
def again(course: str) -> JSONResponse:
    """The course as it stands: a reload loses nothing."""
    return _answer(lambda: _shape(school().course(course)))


@router.post("/school/courses/{course}/next")
def next_table(course: str) -> JSONResponse:
    return _answer(lambda: _next(school().course(course)))


@router.post("/school/courses/{course}/answers")
def answers(course: str, body: Answers) -> JSONResponse:
    def work() -> dict[str, Any]:
        found = school().course(course)
        mark(found, body.answers)
        return _shape(found)

    return _answer(work)


@router.get("/school/certificate/{course}", response_class=HTMLResponse)
def certificate(request: Request, course: str) -> HTMLResponse:
    """Only for who has passed, and with a name."""
    try:
        found = school().course(course)
        if not found.passed:
            raise BadInput(
                f"{found.right} of {found.asked} answers right ({found.share} %): not passed yet.",
                accepted=f"at least {LEAST_ASKED} answers, {found.pass_mark} % of them right",
            )
        if not found.name:
            raise BadInput("The course has no name on it.", accepted="a course begun with the trainee's name")
    except BadInput as error:
        return refusal(request, error, 409)
    today = datetime.now(UTC).date().isoformat()
    kind = KINDS[found.kind][0] if found.kind in KINDS else "All drills"
    game = sheet(found.game).name
    return page(request, "certificate.html", tally=found.tally(), game=game, kind=kind, today=today)


def _next(course: Course) -> dict[str, Any]:
    new_drill(course)
    return _shape(course)


def _shape(course: Course) -> dict[str, Any]:
    return lesson(course) | {"layout": layout_of(course.game), "game_name": sheet(course.game).name}


def _answer(work: Callable[[], dict[str, Any]]) -> JSONResponse:
    try:
        return JSONResponse(work())
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)

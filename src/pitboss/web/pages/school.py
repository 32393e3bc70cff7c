"""Dealer school: the drills and the certificate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from pitboss.core.errors import BadInput, PitbossError
from pitboss.ledger import Store
from pitboss.school.course import (
    KINDS,
    LEAST_ASKED,
    MIXED,
    PASS_MARKS,
    Course,
    School,
    from_signed,
    keep,
    kept,
    kinds_of,
    lesson,
    mark,
    new_drill,
    signed,
    signing_key,
)
from pitboss.school.kit import CHIPS
from pitboss.sheets import game_ids, sheet
from pitboss.web.pages.render import clause_titles, layout_of, page, refusal

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


class Resume(BaseModel):
    model_config = ConfigDict(extra="forbid")
    token: Annotated[str, StringConstraints(max_length=20_000)]


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
        kinds=[*((id, kind.title) for id, kind in KINDS.items()), (MIXED, "All of them, mixed")],
        levels=list(CHIPS),
        pass_marks=PASS_MARKS,
        trainee=person.name if person else "",
        clauses=clause_titles(),
    )


@router.post("/school/courses")
def begin(request: Request, body: Begin) -> JSONResponse:
    def work() -> dict[str, Any]:
        course = school().begin(body.game, body.level, body.kind, body.name, body.pass_mark)
        new_drill(course)
        return _kept(request, course)

    return _answer(work)


@router.get("/school/courses/{course}")
def again(request: Request, course: str) -> JSONResponse:
    """The course as it stands: a reload loses nothing, nor does a restart of the server to who is signed in."""
    return _answer(lambda: _shape(request, _course(request, course)))


@router.post("/school/courses/resume")
def resume(request: Request, body: Resume) -> JSONResponse:
    """A course that only the trainee's browser has kept, after a restart of the server; one still held here goes on
    as it stands."""

    def work() -> dict[str, Any]:
        key = _key(request)
        if key is None:
            raise BadInput("This house keeps no courses.", accepted="a new course")
        found = from_signed(key, body.token)
        if not school().known(found.id):
            new_drill(school().take_up(found))
        return _shape(request, school().course(found.id))

    return _answer(work)


@router.post("/school/courses/{course}/next")
def next_table(request: Request, course: str) -> JSONResponse:
    def work() -> dict[str, Any]:
        found = _course(request, course)
        new_drill(found)
        return _shape(request, found)

    return _answer(work)


@router.post("/school/courses/{course}/answers")
def answers(request: Request, course: str, body: Answers) -> JSONResponse:
    def work() -> dict[str, Any]:
        found = _course(request, course)
        mark(found, body.answers)
        return _kept(request, found)

    return _answer(work)


@router.get("/school/certificate/{course}", response_class=HTMLResponse)
def certificate(request: Request, course: str) -> HTMLResponse:
    """Only for who has passed, and with a name."""
    try:
        found = _course(request, course)
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
    kind = KINDS[found.kind].title if found.kind in KINDS else "All drills"
    game = sheet(found.game).name
    return page(request, "certificate.html", tally=found.tally(), game=game, kind=kind, today=today)


def _trainee(request: Request) -> tuple[Store, str] | None:
    """Where the course is kept and under whose name; nobody's is not."""
    room, person = getattr(request.app.state, "room", None), getattr(request.state, "person", None)
    return (room.store, person.id) if room and person else None


def _course(request: Request, id: str) -> Course:
    if not school().known(id) and (whose := _trainee(request)) and (found := kept(*whose, id)):
        new_drill(school().take_up(found))
    return school().course(id)


def _kept(request: Request, course: Course) -> dict[str, Any]:
    if whose := _trainee(request):
        keep(*whose, course)
    return _shape(request, course)


def _key(request: Request) -> bytes | None:
    """What nobody's courses are signed with, drawn once and then remembered; None where there is no room."""
    state = request.app.state
    if getattr(state, "school_key", None) is None and (room := getattr(state, "room", None)):
        state.school_key = signing_key(room.store)
    key: bytes | None = getattr(state, "school_key", None)
    return key


def _shape(request: Request, course: Course) -> dict[str, Any]:
    shape = lesson(course) | {"layout": layout_of(course.game), "game_name": sheet(course.game).name}
    if not _trainee(request) and (key := _key(request)):
        shape["token"] = signed(key, course)
    return shape


def _answer(work: Callable[[], dict[str, Any]]) -> JSONResponse:
    try:
        return JSONResponse(work())
    except PitbossError as error:
        return JSONResponse(error.to_json(), 422)

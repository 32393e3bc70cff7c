"""Refusals as HTTP answers: the same three fields everywhere, and a status that fits."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from pitboss.core.errors import (
    BadInput,
    Conflict,
    IllegalAction,
    IllegalWager,
    NotAllowed,
    NotBooked,
    NotFound,
    PitbossError,
    SignInRefused,
    TooMany,
)
from pitboss.core.money import dollars
from pitboss.lab.worker import BackRoomFailed
from pitboss.ledger import StoreError, StoreRefused, StoreUnavailable

log = logging.getLogger(__name__)


class Problem(BaseModel):
    """What was wrong, which rule says so, what would be accepted."""

    error: str = Field(description="what was wrong, in a sentence")
    kind: str = Field(description="the same for programs, such as second-person-needed; it does not change")
    facts: dict[str, Any] = Field(description="what the sentence speaks of, by name; amounts in cents")
    clause: str | None = Field(description="the rule that says so, such as HR-21")
    accepted: str | None = Field(description="what would be accepted")


STATUS: Final[tuple[tuple[type[PitbossError], int], ...]] = (
    (NotFound, 404),
    (NotAllowed, 403),
    (SignInRefused, 401),
    (TooMany, 429),
    (Conflict, 409),
    (IllegalAction, 409),
    (IllegalWager, 409),
    (NotBooked, 503),
    (StoreRefused, 409),
    (StoreError, 503),
    (BackRoomFailed, 503),
)

PROBLEMS: Final = {
    400: "not a request this room understands",
    401: "wrong name or password, or a locked account",
    403: "not for this role, or not from our own pages",
    404: "there is no such thing",
    405: "not a method of this address",
    408: "not all of it arrived in time",
    409: "not possible as things stand; nothing has changed",
    413: "too large",
    415: "not JSON",
    422: "not what it should be",
    429: "too many requests",
    431: "headers too large",
    503: "the store cannot be written; nothing has changed",
}
"""status: what it says"""


def status_of(error: PitbossError) -> int:
    return next((status for kind, status in STATUS if isinstance(error, kind)), 422)


def books_away(error: StoreUnavailable, path: str) -> StoreUnavailable:
    """For whoever asked; where the database lies is for the log."""
    log.warning("%s: %s", path, error)
    return StoreUnavailable(
        "The room cannot reach its books just now; nothing has changed.",
        accepted="the same again in a moment",
    )


def install(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, PitbossError)
        if isinstance(error, StoreUnavailable):
            error = books_away(error, request.url.path)
        if wants_page(request):
            return refusal_page(request, error, status_of(error))
        return JSONResponse(error.to_json(), status_of(error))

    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        problem = malformed_problem(error)
        if wants_page(request):
            return refusal_page(
                request, BadInput(str(problem["error"]), accepted="an address of this room"), 422
            )
        return JSONResponse(problem, 422)

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if wants_page(request):
            return error_page(request, error.status_code)
        shape = PitbossError(str(error.detail), kind=f"http-{error.status_code}").to_json()
        return JSONResponse(shape, error.status_code, headers=dict(error.headers or {}))

    app.add_exception_handler(PitbossError, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, http)


def page_asked(method: str, path: str, headers: Headers) -> bool:
    """Whether a person looks at the answer: an address outside the API, asked for by a browser."""
    return (
        method == "GET"
        and not path.startswith(("/api/", "/static/", "/aids/"))
        and "text/html" in headers.get("accept", "")
    )


def wants_page(request: Request) -> bool:
    return page_asked(request.method, request.url.path, request.headers)


def refusal_page(request: Request, error: PitbossError, status: int) -> Response:
    from pitboss.web.pages.render import refusal

    return refusal(request, error, status)


def error_page(request: Request, status: int) -> Response:
    words = {404: "There is no such page in this room.", 405: "This page cannot be used like that."}
    said = words.get(status, "The room cannot answer that.")
    return refusal_page(request, NotFound(f"{said} Every open table is in the lobby."), status)


def malformed_problem(error: RequestValidationError) -> dict[str, Any]:
    first = error.errors()[0]
    place = [str(part) for part in first["loc"] if part != "body"]
    kind, more = first["type"], first.get("ctx", {})
    wrong = FORM.get(kind, OTHER_FORM).replace("{where} ", "").format_map(more)
    return {
        "error": form_words(kind, place or ["the body"], more),
        "kind": "malformed",
        "facts": {"field": place, "needs": form_needs(kind, in_dollars(place, more)) or wrong},
        "clause": None,
        "accepted": form_needs(kind, more) or "see /api/v1/openapi.json",
    }


def in_dollars(place: Sequence[str], bounds: Mapping[str, object]) -> Mapping[str, object]:
    """Bounds of an amount as somebody at a form reads them."""
    if not any(part.endswith("_cents") for part in place):
        return bounds
    return {name: dollars(bound) if isinstance(bound, int) else bound for name, bound in bounds.items()}


FORM: Final[Mapping[str, str]] = {
    "json_invalid": "This is no JSON",
    "missing": "{where} is missing",
    "extra_forbidden": "There is no field {where} here",
    "union_tag_invalid": "There is no message of the type {tag}",
    "union_tag_not_found": "The type is missing",
    "int_type": "{where} is not a whole number",
    "int_parsing": "{where} is not a whole number",
    "int_parsing_size": "{where} is too large",
    "int_from_float": "{where} is not a whole number",
    "bool_type": "{where} is neither true nor false",
    "string_type": "{where} is not text",
    "string_unicode": "{where} is not text",
    "string_too_long": "{where} is longer than {max_length} characters",
    "string_too_short": "{where} is shorter than {min_length} characters",
    "string_pattern_mismatch": "{where} has characters that do not belong there",
    "less_than_equal": "{where} is more than {le}",
    "greater_than_equal": "{where} is less than {ge}",
    "too_long": "{where} has more than {max_length} entries",
    "list_type": "{where} is not a list",
    "model_type": "{where} is not an object",
    "model_attributes_type": "{where} is not an object",
    "dict_type": "{where} is not an object",
    "literal_error": "{where} is not {expected}",
    "reason": "{where} has nothing in it that can be read, or signs that nobody sees",
}
"""what is wrong with the form of a message, by pydantic's name of it"""
OTHER_FORM: Final = "{where} is not what it should be"


def form_words(kind: str, place: Sequence[object], more: Mapping[str, object]) -> str:
    """In a sentence of our own."""
    where = ".".join(map(str, place)) or "The message"
    return FORM.get(kind, OTHER_FORM).format_map({**more, "where": where}) + "."


NEEDS: Final[Mapping[str, str]] = {
    "missing": "a value for it",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "string_unicode": "text",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "less_than_equal": "at most {le}",
    "greater_than_equal": "at least {ge}",
    "too_long": "at most {max_length} entries",
    "literal_error": "{expected}",
    "reason": "a few words",
}
"""what would be accepted, where it can be said in a few words"""


def form_needs(kind: str, more: Mapping[str, object]) -> str | None:
    return NEEDS[kind].format_map(more) if kind in NEEDS else None


# The API's own document: what every address may refuse is said once here, and not made anew for each route.

REFUSED = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
BY_DEFAULT = ("HTTPValidationError", "ValidationError")
"""what the framework says of a malformed request, where this room has its own answer"""


def describe(app: FastAPI) -> None:
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            for operations in document["paths"].values():
                for operation in operations.values():
                    for status, text in PROBLEMS.items():
                        operation["responses"][str(status)] = {"description": text, "content": REFUSED}
            schemas = document["components"]["schemas"]
            for name in BY_DEFAULT:
                schemas.pop(name, None)
            schemas["Problem"] = Problem.model_json_schema()
        return plain()

    app.openapi = described  # type: ignore[method-assign]

"""What is wrong with the form of a message is said with what would be accepted."""

from __future__ import annotations

from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError

from pitboss.web.desk_models import MoneyBody
from pitboss.web.problems import malformed_problem


def test_a_bound_is_said_with_the_refusal() -> None:
    try:
        TypeAdapter(MoneyBody).validate_python({"amount_cents": 0})
    except ValidationError as error:
        found = malformed_problem(RequestValidationError(error.errors()))
    assert (found["error"], found["accepted"]) == ("amount_cents is less than 1.", "at least 1")

"""What a room needs to come up, and the small parts of its pages and answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute, APIWebSocketRoute
from pydantic import TypeAdapter, ValidationError
from starlette.routing import Mount, Route

from pitboss.ledger import create_store
from pitboss.people.accounts import People
from pitboss.room.room import Room
from pitboss.web.app import create_app
from pitboss.web.pages.table import pay_sections
from pitboss.web.problems import PROBLEMS, malformed_problem
from pitboss.web.staff_models import MoneyBody


def test_a_room_comes_up_without_what_computes() -> None:
    """The compiler is a third of the start, and the room's own process never computes: its back room does."""
    asked = "import sys, pitboss.web.app; print([name for name in ('numba', 'typst') if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_every_route_is_made_once_and_every_address_says_what_it_may_refuse(tmp_path: Path) -> None:
    with create_store(f"sqlite:///{tmp_path / 'room.db'}") as store:
        app = create_app(Room(store, [], People(store)))
    kinds = {type(route) for route in app.routes}
    assert kinds <= {APIRoute, APIWebSocketRoute, Mount, Route}, "an included router makes its routes anew"
    document = app.openapi()
    assert document is app.openapi()
    for operations in document["paths"].values():
        for operation in operations.values():
            assert {str(status) for status in PROBLEMS} <= set(operation["responses"])
    assert "HTTPValidationError" not in document["components"]["schemas"]
    assert set(document["components"]["schemas"]["Problem"]["properties"]) == {
        "error",
        "kind",
        "facts",
        "clause",
        "accepted",
    }


def test_a_bound_is_said_with_the_refusal() -> None:
    try:
        TypeAdapter(MoneyBody).validate_python({"amount_cents": 0})
    except ValidationError as error:
        found = malformed_problem(RequestValidationError(error.errors()))
    assert (found["error"], found["accepted"]) == ("amount_cents is less than 1.", "at least 1")


def test_wagers_that_pay_alike_share_their_lines() -> None:
    lines = [{"text": "Player better", "pays": "1 to 1"}]
    wagers = [
        {"name": "Ante", "odds": lines},
        {"name": "Tie", "odds": [{"text": "Tie", "pays": "7 to 1"}]},
        {"name": "Play", "odds": list(lines)},
        {"name": "Blind", "odds": []},
    ]
    shown = [(one["name"], len(one["odds"])) for one in pay_sections(wagers)]
    assert shown == [("Ante and Play", 1), ("Tie", 1)]

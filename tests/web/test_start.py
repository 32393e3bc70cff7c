"""What a room needs to come up, and what it does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import Mount, Route

from pitboss.people.accounts import People
from pitboss.room.room import Room
from pitboss.store import open_store
from pitboss.web.app import create_app
from pitboss.web.problems import PROBLEMS


def test_a_room_comes_up_without_what_computes() -> None:
    """The compiler is a third of the start, and the room's own process never computes: its back room does."""
    asked = "import sys, pitboss.web.app; print([name for name in ('numba', 'scipy', 'typst') if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_every_route_is_made_once_and_every_address_says_what_it_may_refuse(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'room.db'}") as store:
        app = create_app(Room(store, [], People(store)))
    kinds = {type(route) for route in app.routes}
    assert kinds <= {APIRoute, APIWebSocketRoute, Mount, Route}, "an included router makes its routes anew"
    document = app.openapi()
    assert document is app.openapi()
    for operations in document["paths"].values():
        for operation in operations.values():
            assert {str(status) for status in PROBLEMS} <= set(operation["responses"])
    assert "HTTPValidationError" not in document["components"]["schemas"]
    assert set(document["components"]["schemas"]["Problem"]["properties"]) == {"error", "clause", "accepted"}

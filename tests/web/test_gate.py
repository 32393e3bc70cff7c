"""Passwords are looked at in threads of their own, within a budget of each person."""

from __future__ import annotations

import asyncio
import inspect
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute

from pitboss.core.errors import TooMany
from pitboss.people.person import Person
from pitboss.web.api.access import STRANGERS_AT_ONCE, STRANGERS_WAITING, Gate, origin_of
from pitboss.web.app import API
from pitboss.web.limits import Rate, RoomSettings
from tests.patience import PATIENCE_S
from tests.web.asking import call, signed_in
from tests.web.conftest import SLOW
from tests.web.short_deadlines import ShortServer

GIVEN_THERE = {"/api/v1/login", "/api/v1/tables/{table_id}/buy-in", "/api/v1/tables/{table_id}/keypad/void"}
"""the gate is asked inside them"""


def request_of(name: str) -> Any:
    state = SimpleNamespace(person=Person.of(name, "player"), device=None)
    return SimpleNamespace(state=state, client=SimpleNamespace(host="10.0.0.1"))


def takes_password(route: APIRoute) -> bool:
    body = route.body_field
    if body is None:
        return False
    kind = body.field_info.annotation
    models = [one for one in get_args(kind) or (kind,) if hasattr(one, "model_fields")]
    fields = {name for one in models for name in one.model_fields}
    return bool(fields & {"password", "second", "signed", "surveillance"})


@pytest.mark.clause("HR-21")
def test_whatever_takes_a_password_is_behind_the_gate() -> None:
    routes = [route for router in API for route in router.routes if isinstance(route, APIRoute)]
    found = [route for route in routes if takes_password(route)]
    assert len(found) > 20
    for route in found:
        behind = inspect.iscoroutinefunction(route.endpoint) and hasattr(route.endpoint, "__wrapped__")
        assert behind or route.path in GIVEN_THERE, route.path
    with pytest.raises(RuntimeError, match="behind the gate only"):
        origin_of(request_of("ann"))


@pytest.mark.clause("HR-21")
def test_one_person_waits_for_a_few_passwords_only_and_holds_up_nobody() -> None:
    """Neither many sessions of one player nor many strangers take the threads of those who are signed in."""

    async def go() -> None:
        gate = Gate(RoomSettings(passwords_of_one=1, password_rate=Rate(3, 0.0)))
        stop = threading.Event()
        ann, sue = request_of("ann"), request_of("sue")

        def wait() -> str:
            assert stop.wait(PATIENCE_S)
            return threading.current_thread().name

        held = [asyncio.create_task(gate.sign_in(wait)) for _ in range(5)]
        await asyncio.sleep(0)
        try:
            for _ in range(2):
                assert await gate.run(sue, lambda: origin_of(sue).screen) == "sue"
            held.append(asyncio.create_task(gate.run(ann, wait)))
            await asyncio.sleep(0)
            with pytest.raises(TooMany, match="Too many passwords at once"):
                await gate.run(ann, wait)
        finally:
            stop.set()
        names = await asyncio.gather(*held)
        assert all(name.startswith("credentials") for name in names)
        assert await gate.run(sue, lambda: 1) == 1
        with pytest.raises(TooMany):  # the fourth in a short time
            await gate.run(sue, lambda: 1)
        gate.close()

    assert STRANGERS_AT_ONCE < 3
    asyncio.run(go())


@pytest.mark.clause("HR-21")
def test_a_players_wrong_passwords_are_bounded_and_others_are_answered(tmp_path_factory: Any) -> None:
    with ShortServer(tmp_path_factory.mktemp("gate"), *SLOW, password_rate=[10, 0.0001]) as server:
        ann, _ = signed_in(server, "ann")
        cy, _ = signed_in(server, "cy")

        def wrong(_: int) -> int:
            return call(server, "POST", "/api/v1/me/confirm", {"password": "wrong"}, ann)[0]

        with ThreadPoolExecutor(20) as threads:
            statuses = list(threads.map(wrong, range(40)))
        while statuses[-1] == 401 or statuses.count(401) < 10:  # some of them were too many at once
            statuses.append(wrong(0))
        assert set(statuses) == {401, 429}
        assert statuses.count(401) <= 10
        for _ in range(10):  # one after the other, what is left of the budget
            wrong(0)
        for path, body in (("confirm", {}), ("password", {"new": "another good phrase"})):
            assert call(server, "POST", f"/api/v1/me/{path}", {"password": "wrong", **body}, ann)[0] == 429
        assert call(server, "POST", "/api/v1/me/confirm", {"password": "cy-demo"}, cy)[0] == 200
        assert call(server, "GET", "/api/v1/me/limits", None, cy)[0] == 200


@pytest.mark.clause("HR-21")
def test_strangers_wait_in_a_bounded_queue_and_what_nobody_waits_for_is_not_done() -> None:
    async def go() -> None:
        gate = Gate(RoomSettings())
        stop, done = threading.Event(), []

        async def gone() -> bool:
            return True

        def wait() -> None:
            assert stop.wait(PATIENCE_S)

        held = [asyncio.create_task(gate.sign_in(wait)) for _ in range(STRANGERS_AT_ONCE)]
        left = [
            asyncio.create_task(gate.sign_in(lambda: done.append(1), gone))
            for _ in range(STRANGERS_WAITING - STRANGERS_AT_ONCE)
        ]
        await asyncio.sleep(0)
        try:
            with pytest.raises(TooMany, match="Too many people sign in"):
                await gate.sign_in(wait)
            assert await gate.sign_in_again("a hash", lambda: "known") == "known"
        finally:
            stop.set()
        await asyncio.gather(*held)
        answers = await asyncio.gather(*left, return_exceptions=True)
        assert all(isinstance(one, TooMany) for one in answers)
        assert done == []
        assert await gate.sign_in(lambda: "room again") == "room again"
        gate.close()

    asyncio.run(go())

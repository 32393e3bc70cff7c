"""Who may do what, over the wire: every operation, every role, and the second person right, wrong, the same, missing.

The expectations are data (matrix.toml), written by hand beside the code; an operation that is not in it fails."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from pitboss.people.accounts import People
from pitboss.people.acts import ACCOUNT_ACTS, ACTS
from pitboss.people.person import Role
from pitboss.room.demo import PEOPLE, demo_password
from pitboss.store import open_store
from pitboss.web.api.access import asked_again
from pitboss.web.app import API
from tests.web.conftest import Server
from tests.web.test_security import call, signed_in

OPERATIONS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "matrix.toml").read_text())[
    "operation"
]
NAMES = {
    "{table_id}": "fu-bacc-1",
    "{jackpot_id}": "down-under-holdem-progressive",
    "{claim_id}": "none",
    "{round_id}": "fu-bacc-1-1",
    "{name}": "bob",
    "{which}": "opener",
    "{id}": "0123456789abcdef",
}
OF_ROLE = {str(role): name for name, role in PEOPLE.items()}


@pytest.fixture(scope="module", autouse=True)
def zoe(shared_server: Server) -> None:
    """Somebody of the staff who asks for nothing: others set her password."""
    with open_store(shared_server.store) as store:
        People(store, demo=True).add("zoe", "zoe-demo", Role.DEALER, "demo room", demo=True)


def asked(path: str, operation: dict[str, Any]) -> str:
    path = path.replace("{name}", operation.get("name", NAMES["{name}"]))
    for part, name in NAMES.items():
        path = path.replace(part, name)
    return path


def test_every_operation_is_in_the_matrix(shared_server: Server) -> None:
    _, _, document = call(shared_server, "GET", "/api/v1/openapi.json")
    offered = {f"{verb.upper()} {path}" for path, verbs in document["paths"].items() for verb in verbs}
    assert {name for operation in OPERATIONS for name in operation["is"]} == offered


@pytest.mark.clause("HR-21", "HR-35")
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation["is"][0])
def test_a_role_may_do_its_own_and_nothing_else_with_the_right_second(
    shared_server: Server, operation: dict[str, Any]
) -> None:
    body, roles = operation.get("body"), operation["roles"]
    for name in operation["is"]:
        verb, _, path = name.partition(" ")
        if operation.get("ask", True) or roles != "public":
            status = call(
                shared_server, verb, asked(path, operation), body or ({} if verb == "POST" else None)
            )[0]
            assert (status in (403, 422)) == (roles != "public") or status in (400, 404), (
                name,
                "nobody",
                status,
            )
        if not operation.get("ask", True):
            continue
        for role, person in OF_ROLE.items():
            headers, _ = signed_in(shared_server, person)
            may = roles in ("public", "all") or role in roles
            for second, allowed in seconds(operation, person, may):
                sent = body if second is None else {**(body or {}), "second": second}
                status, _, problem = call(shared_server, verb, asked(path, operation), sent, headers)
                told = (name, role, second and second["name"], status, problem)
                assert status < 500, told
                # a second that is missing may be said by the form (422) or by the rule (403)
                assert (
                    status in (401, 403) or (second is None and not allowed and status == 422)
                ) != allowed, told


def seconds(operation: dict[str, Any], person: str, may: bool) -> list[tuple[dict[str, str] | None, bool]]:
    """Second persons to try, and whether the act is then allowed."""
    rule = operation.get("second")
    if rule is None:
        return [(None, may)]
    right = [name for role, name in OF_ROLE.items() if role in rule and name != person]
    wrong = [name for role, name in OF_ROLE.items() if role not in rule and name != person][:2]
    tried: list[tuple[dict[str, str] | None, bool]] = [(None, False)]
    tried += [({"name": name, "password": demo_password(name)}, False) for name in (*wrong, person)]
    if right:
        tried.append(({"name": right[0], "password": demo_password(right[0])}, may))
    return tried


@pytest.mark.clause("HR-21")
def test_credentials_are_asked_again_before_what_the_matrix_says() -> None:
    """The requests behind `asked_again`, as the application has them, are those marked `again`."""
    marked = {name for operation in OPERATIONS if operation.get("again") for name in operation["is"]}
    found = {
        f"{verb} {route.path}"
        for module in API
        for route in module.router.routes
        if isinstance(route, APIRoute) and asked_again in [d.call for d in route.dependant.dependencies]
        for verb in route.methods
    }
    assert found == marked


@pytest.mark.clause("HR-35")
def test_accounts_and_money_are_different_peoples_powers() -> None:
    keepers = {Role.ADMIN}
    for act, rule in ACTS.items():
        if act in ACCOUNT_ACTS:
            assert set(rule.roles) <= keepers, act
            assert set(rule.second) <= {Role.ADMIN, Role.AUDITOR}, act
        else:
            assert not keepers & {*rule.roles, *rule.second}, act


@pytest.mark.clause("HR-35")
def test_what_the_clause_names_takes_two() -> None:
    from pitboss.people.acts import Act

    for act in (
        Act.GRANT,
        Act.ADD_STAFF,
        Act.SET_ROLE,
        Act.SET_STAFF_PASSWORD,
        Act.COUNT_TRAY,
        Act.ADJUST,
        Act.FUND,
    ):
        assert ACTS[act].second, act

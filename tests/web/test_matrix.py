"""Who may do what, over the wire: every operation, every role, and the second person right, wrong, the same, missing.
A reason is words that somebody can read: every operation that takes one refuses anything else.

The expectations are data (matrix.toml), written by hand beside the code; an operation that is not in it fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from pitboss.ledger import open_store
from pitboss.people.accounts import People
from pitboss.people.person import Role
from pitboss.people.rights import ACCOUNT_ACTS, ACTS, Act
from pitboss.room.demo import PEOPLE
from pitboss.web.api.access import asked_again
from pitboss.web.app import API
from tests.web.asking import by, call, signed_in
from tests.web.conftest import Server

MATRIX = Path(__file__).parent / "matrix.toml"
OPERATIONS: list[dict[str, Any]] = tomllib.loads(MATRIX.read_text())["operation"]
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
            sent = body or ({} if verb == "POST" else None)
            status = call(shared_server, verb, asked(path, operation), sent)[0]
            assert (status in (403, 422)) == (roles != "public") or status in (400, 404), (name, status)
        if not operation.get("ask", True):
            continue
        for role, person in OF_ROLE.items():
            headers, me = signed_in(shared_server, person)
            assert me["role"] == role
            may = roles in ("public", "all") or role in roles
            for second, allowed in seconds(operation, person, may):
                sent = body if second is None else {**(body or {}), "second": second}
                status, _, problem = call(shared_server, verb, asked(path, operation), sent, headers)
                told = (name, role, second and second["name"], status, problem)
                assert status < 500, told
                if status == 403 and "second" not in operation:
                    assert problem["clause"] == "HR-21", told
                # a second that is missing may be said by the form (422) or by the rule (403)
                by_the_form = second is None and not allowed and status == 422
                assert (status in (401, 403) or by_the_form) != allowed, told


def seconds(operation: dict[str, Any], person: str, may: bool) -> list[tuple[dict[str, str] | None, bool]]:
    """Second persons to try, and whether the act is then allowed."""
    rule = operation.get("second")
    if rule is None:
        return [(None, may)]
    right = [name for role, name in OF_ROLE.items() if role in rule and name != person]
    wrong = [name for role, name in OF_ROLE.items() if role not in rule and name != person][:2]
    tried: list[tuple[dict[str, str] | None, bool]] = [(None, False)]
    tried += [(by(name), False) for name in (*wrong, person)]
    return tried + [(by(name), may) for name in right[:1]]


@pytest.mark.clause("HR-21")
def test_credentials_are_asked_again_before_what_the_matrix_says() -> None:
    """The requests behind `asked_again`, as the application has them, are those marked `again`."""
    marked = {name for operation in OPERATIONS if operation.get("again") for name in operation["is"]}
    found = {
        f"{verb} {route.path}"
        for router in API
        for route in router.routes
        if isinstance(route, APIRoute) and asked_again in [d.call for d in route.dependant.dependencies]
        for verb in route.methods
    }
    assert found == marked


@pytest.mark.clause("HR-35")
def test_accounts_and_money_are_different_peoples_powers_and_what_the_clause_names_takes_two() -> None:
    keepers = {Role.ADMIN}
    for act, rule in ACTS.items():
        if act in ACCOUNT_ACTS:
            assert set(rule.roles) <= keepers, act
            assert set(rule.second) <= {Role.ADMIN, Role.AUDITOR}, act
        else:
            assert not keepers & {*rule.roles, *rule.second}, act
    accounts, money = (Act.ADD_STAFF, Act.SET_ROLE, Act.SET_STAFF_PASSWORD), (Act.GRANT, Act.ADJUST, Act.FUND)
    for act in (*accounts, *money, Act.COUNT_TRAY):
        assert ACTS[act].second, act


NOT_SAID = ("    ", "\t\n \t", "\u200b" * 3, "\u3164" * 3, "a\u202eb c", "....", "ok \u0007 ok")
OTHER_TEXT = {
    "action", "amount", "camera", "cards", "code", "cut", "first", "game", "hand", "into", "location", "meter", "name",
    "new", "notices", "password", "pay_table", "pays", "place", "player", "round_id", "settings", "table", "value",
    "wager",
}  # fmt: skip
"""texts of a request that are no reasons: names, choices, credentials, what hangs on a wall"""


def texts(document: Mapping[str, Any], schema: Mapping[str, Any], name: str) -> Iterator[tuple[str, bool]]:
    """Each free text in a request, and whether it is a reason."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for one in schema.get("anyOf", ()):
        yield from texts(document, one, name)
    for inner, shape in schema.get("properties", {}).items():
        yield from texts(document, shape, inner)
    for inside in ("items", "additionalProperties"):
        if isinstance(schema.get(inside), dict):
            yield from texts(document, schema[inside], name)
    if schema.get("type") == "string" and not {"pattern", "enum", "const"} & schema.keys():
        yield name, schema.get("format") == "reason"


@pytest.mark.clause("HR-22")
def test_every_text_of_a_request_is_a_reason_or_known_not_to_be_one(shared_server: Server) -> None:
    _, _, document = call(shared_server, "GET", "/api/v1/openapi.json")
    reasons = 0
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            if "requestBody" not in operation:
                continue
            body = operation["requestBody"]["content"]["application/json"]["schema"]
            found = dict(texts(document, body, "body"))
            wanted = [name for name, reason in found.items() if reason]
            assert {name for name, reason in found.items() if not reason} <= OTHER_TEXT, (verb, path)
            assert not OTHER_TEXT & set(wanted), (verb, path)
            for name in wanted:
                reasons += 1
                refused(shared_server, f"{verb.upper()} {path}", name)
    assert reasons > 15


def refused(server: Server, name: str, field: str) -> None:
    operation = next(one for one in OPERATIONS if name in one["is"])
    verb, _, path = name.partition(" ")
    headers, _ = signed_in(server, OF_ROLE[operation["roles"][0]])
    second = {"second": {"name": "nobody", "password": "x"}} if "second" in operation else {}
    for text in NOT_SAID:
        body = {**operation["body"], **second, field: text}
        status, _, problem = call(server, verb, asked(path, operation), body, headers)
        assert (status, problem["accepted"]) == (422, "a few words"), (name, text, status, problem)

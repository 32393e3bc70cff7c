"""The API as its own OpenAPI document describes it, fuzzed: no server error, no answer that is not documented."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.conftest import SLOW, Server
from tests.web.test_security import signed_in

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SIGN_IN = ("/api/v1/login", "/api/v1/logout")
"""one locks the accounts the fuzzing needs, the other ends its session"""


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("fuzz"), *SLOW).start()
    yield server
    server.stop()


def test_every_operation_keeps_its_word(fuzzed: Server) -> None:
    fuzz(fuzzed, ("ann", "sue"), examples=2)


@pytest.mark.long
def test_every_operation_keeps_its_word_for_everybody(fuzzed: Server) -> None:
    fuzz(fuzzed, ("ann", "dan", "sue", "eve", "al", "ada"), examples=40)


def fuzz(server: Server, people: tuple[str, ...], examples: int) -> None:
    """Every operation with valid and with broken requests, as each of these people; then a round is played."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 30
    cleo = server.client("cleo")  # before wrong passwords make strangers of everybody at this address
    for name in people:
        headers, _ = signed_in(server, name)
        for operation in operations:
            if operation.path in SIGN_IN:
                continue
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                attack(operation, mode, headers, examples)
    assert server.process is not None
    assert server.process.poll() is None
    with cleo:
        cleo.command("fu-bacc-1", "sit", spot=7)
        assert 7 in cleo.state("fu-bacc-1")["you"]["spots"]


def attack(
    operation: schemathesis.APIOperation, mode: GenerationMode, headers: dict[str, str], examples: int
) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: schemathesis.Case) -> None:
        # a fuzzed header must not sign the person out or lose the token
        case.headers = {
            **{k: v for k, v in (case.headers or {}).items() if k.lower() not in ("cookie",)},
            **headers,
        }
        case.cookies = {}
        response = case.call()
        if response.status_code != 429:
            case.validate_response(response, checks=CHECKS)

    # an operation without parameters has no broken requests
    with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
        one()

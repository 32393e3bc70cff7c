"""The API as its own OpenAPI document describes it, fuzzed: no server error, no answer that is not documented."""

from __future__ import annotations

import json
import random
from contextlib import nullcontext, suppress
from typing import Any

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
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE_S
from tests.web.asking import signed_in
from tests.web.conftest import Server, demo_room, room_of

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SIGN_IN = ("/api/v1/login", "/api/v1/logout")
"""one locks the accounts the fuzzing needs, the other ends its session"""


fuzzed = room_of(demo_room)


def test_every_operation_keeps_its_word(fuzzed: Server) -> None:
    fuzz(fuzzed, ("ann", "sue"), examples=1)


@pytest.mark.long
def test_every_operation_keeps_its_word_for_everybody(fuzzed: Server) -> None:
    fuzz(fuzzed, ("ann", "dan", "sue", "eve", "al", "ada"), examples=40)


def fuzz(server: Server, people: tuple[str, ...], examples: int) -> None:
    """Every operation with valid and with broken requests, as each of these people; then a round is played."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/v1/openapi.json", timeout=PATIENCE_S)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 30
    # before wrong passwords make strangers of everybody at this address
    cleo = server.client("cleo")
    signed = [signed_in(server, name)[0] for name in people]
    for headers in signed:
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
        case.headers = {k: v for k, v in (case.headers or {}).items() if k.lower() != "cookie"} | headers
        case.cookies = {}
        response = case.call(timeout=PATIENCE_S)
        if response.status_code != 429:
            case.validate_response(response, checks=CHECKS)

    # an operation without parameters has no broken requests
    with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
        one()


# the live channel

WORDS = ("sit", "leave", "bet", "clear", "ready", "act", "hint", "deal", "state", "")
VALUES: tuple[Any, ...] = (
    0, 1, 3, -1, 7, 21, 500, 2**63, 1.5, True, None, "", "ante", "fold", "1", [], {}, ["As"], "\u0000", "é" * 50,
)  # fmt: skip
FIELDS = ("type", "id", "spot", "wager", "amount_cents", "action", "cards", "round_id", "extra")


def message(rng: random.Random) -> str | bytes:
    """Something near a message: right words with wrong values, broken JSON, bytes."""
    shape = {field: rng.choice(VALUES) for field in FIELDS if rng.random() < 0.4}
    if rng.random() < 0.9:
        shape["type"] = rng.choice(WORDS)
    text = json.dumps(shape)
    match rng.randrange(8):
        case 0:
            cut = rng.randrange(len(text))
            return text[:cut] + chr(rng.randrange(1, 0xD800)) + text[cut + 1 :]
        case 1:
            return rng.randbytes(rng.randrange(1, 200))
        case 2:
            return text.replace("{", "[", 1)
    return text


def fuzz_live(server: Server, messages: int, seed: int) -> None:
    """Every message is answered, or the connection is closed with a reason; the table is there for others all along."""
    rng = random.Random(seed)
    with server.client("bob") as bob, server.client("cleo") as cleo, cleo.follow("fu-bacc-1") as honest:
        honest.receive()
        for seat in honest.state["seats"]:
            if seat["player"] == "cleo":  # the other fuzz may have seated her
                honest.send("leave", spot=seat["spot"])
        sent = answered = 0
        while sent < messages:
            with bob.follow("fu-bacc-1") as live, suppress(ConnectionClosed):
                live.receive()
                for _ in range(40):  # within the rate of a connection, so that each is looked at
                    live.socket.send(message(rng))
                    sent += 1
                    while live.receive()["type"] == "state":
                        pass
                    answered += 1
        assert answered > messages // 2
        assert honest.send("sit", spot=5)["type"] == "ok"
        honest.send("leave", spot=5)
    assert server.process is not None
    assert server.process.poll() is None


def test_the_live_channel_answers_whatever_comes(fuzzed: Server) -> None:
    fuzz_live(fuzzed, 200, seed=1)


@pytest.mark.long
def test_the_live_channel_answers_whatever_comes_for_long(fuzzed: Server) -> None:
    fuzz_live(fuzzed, 20_000, seed=2)

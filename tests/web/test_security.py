"""The door: sessions, roles, CSRF and Origin, hosts, limits, headers; over real sockets."""

from __future__ import annotations

import http.client
import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.room.demo import demo_password
from pitboss.room.records import Shuffled
from pitboss.room.shoes import AnyShoe, TableShoe
from pitboss.rounds.seal import Terms
from pitboss.store import Event, open_store
from pitboss.web.api.pit import log_entry
from pitboss.web.client import Client, Refused
from tests.patience import PATIENCE_S
from tests.room.sealed import first_kind
from tests.room.support import config_of
from tests.web.conftest import SLOW, Server


def call(
    server: Server, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, http.client.HTTPMessage, Any]:
    connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE_S)
    try:
        text = body if isinstance(body, str | bytes | None) else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        data = answer.read()
    finally:
        connection.close()
    try:
        return answer.status, answer.headers, json.loads(data)
    except ValueError:
        return answer.status, answer.headers, data.decode(errors="replace")


@cache
def signed_in(server: Server, name: str) -> tuple[dict[str, str], dict[str, Any]]:
    status, headers, me = call(
        server, "POST", "/api/v1/login", {"name": name, "password": demo_password(name)}
    )
    assert status == 200, (name, me)
    cookie = headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/"):
        assert part in cookie
    return {"Cookie": cookie.partition(";")[0], "X-CSRF-Token": me["csrf"]}, me


@pytest.fixture
def slowly(tmp_path: Path) -> Iterator[Server]:
    """A room in which sign-ins do not come back while a slow machine makes them."""
    from tests.web.short_deadlines import ShortServer

    running = ShortServer(tmp_path, *SLOW, sign_in_rate=[40, 0.0001]).start()
    yield running
    running.stop()


ADJUST = {"reason": "malfunction", "why": "a test", "second": {"name": "sue", "password": "sue-demo"}}


@pytest.mark.clause("HR-21")
def test_an_unsafe_request_needs_the_sessions_token_and_our_own_origin(shared_server: Server) -> None:
    headers, _ = signed_in(shared_server, "ann")
    sit = ("POST", "/api/v1/tables/fu-bacc-1/sit", {"spot": 7})
    bare = {"Cookie": headers["Cookie"]}
    assert call(shared_server, *sit, bare)[0] == 403
    assert call(shared_server, *sit, {**bare, "X-CSRF-Token": "guess"})[0] == 403
    for origin in ("http://evil.example", f"https://localhost.evil.example:{shared_server.port}", "null"):
        status, _, problem = call(shared_server, *sit, {**headers, "Origin": origin})
        assert (status, problem["error"]) == (403, "The request comes from another site.")
    assert call(shared_server, *sit, {**headers, "Origin": shared_server.url})[0] == 200
    assert call(shared_server, "POST", "/api/v1/tables/fu-bacc-1/leave", {"spot": 7}, headers)[0] == 200
    status, _, _ = call(
        shared_server,
        "POST",
        "/api/v1/login",
        {"name": "ann", "password": "ann-demo"},
        {"Origin": "http://evil.example"},
    )
    assert status == 403


def test_a_socket_from_another_site_is_refused(shared_server: Server) -> None:
    url = f"ws://localhost:{shared_server.port}/api/v1/tables/fu-bacc-1/live"
    elsewhere, here = Origin("http://evil.example"), Origin(shared_server.url)
    with pytest.raises(InvalidStatus), connect(url, origin=elsewhere, open_timeout=PATIENCE_S):
        pass
    with connect(url, origin=here, open_timeout=PATIENCE_S) as socket:
        assert '"type":"state"' in str(socket.recv(PATIENCE_S))


def test_other_host_names_are_refused(shared_server: Server) -> None:
    status, _, problem = call(shared_server, "GET", "/api/v1/tables", None, {"Host": "evil.example"})
    assert status == 400
    assert "does not answer to" in problem["error"]


def test_every_answer_tells_browsers_what_our_pages_may_do(shared_server: Server) -> None:
    for path in ("/api/v1/tables", "/api/v1/none", "/login"):
        _, headers, _ = call(shared_server, "GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert headers["server"] is None


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize(
    ("method", "path", "body", "roles"),
    [
        ("POST", "/tables/fu-bacc-1/sit", {"spot": 6}, {"player"}),
        ("POST", "/tables/fu-bacc-1/keypad/start", {}, {"dealer", "supervisor"}),
        ("POST", "/tables/fu-bacc-1/keypad/time", {}, {"dealer", "supervisor"}),
        ("GET", "/tables/fu-bacc-1/tray", None, {"dealer", "supervisor", "executive", "auditor"}),
        ("GET", "/pit/log", None, {"supervisor", "executive", "auditor", "admin"}),
        ("GET", "/pit/tables", None, {"supervisor", "executive", "auditor", "admin"}),
        ("GET", "/claims", None, {"dealer", "supervisor", "executive", "auditor"}),
        ("GET", "/people", None, {"auditor", "admin"}),
        ("POST", "/people/zed/unlock", {"why": "a test"}, {"admin"}),
        ("POST", "/jackpots/none/adjust", ADJUST, {"executive"}),
    ],
)
def test_a_role_may_do_its_own_and_nothing_else(
    shared_server: Server, method: str, path: str, body: Any, roles: set[str]
) -> None:
    for name, role in (
        ("ann", "player"),
        ("dan", "dealer"),
        ("sue", "supervisor"),
        ("eve", "executive"),
        ("al", "auditor"),
        ("ada", "admin"),
    ):
        headers, me = signed_in(shared_server, name)
        assert me["role"] == role
        status, _, problem = call(shared_server, method, f"/api/v1{path}", body, headers)
        assert (status == 403) == (role not in roles), (role, status, problem)
        if status == 403:
            assert problem["clause"] == "HR-21"
        call(shared_server, "POST", "/api/v1/tables/fu-bacc-1/leave", {"spot": 6}, headers)
    assert call(shared_server, method, f"/api/v1{path}", body)[0] == 403


@pytest.mark.clause("HR-21", "HR-22")
def test_signing_out_ends_the_session_and_its_sockets(shared_server: Server) -> None:
    client = shared_server.client("bob")
    with client.follow("fu-bacc-1") as live:
        live.receive()
        client.sign_out()
        with pytest.raises(ConnectionClosed):
            while True:
                live.receive()
        assert live.socket.close_code == 4401
    with pytest.raises(Refused) as refused:
        client.request("GET", "/me")
    assert refused.value.status == 403


@pytest.mark.clause("HR-21")
def test_lockout_over_the_wire_and_unlocking_by_an_admin(server: Server) -> None:
    for _ in range(3):
        with pytest.raises(Refused) as refused:
            Client(server.url).sign_in("cleo", "wrong")
        assert refused.value.status == 401
    with pytest.raises(Refused):
        server.client("cleo")
    with server.client("ada") as ada:
        assert {p["name"]: p["locked"] for p in ada.request("GET", "/people")}["cleo"]
        account = ada.request("POST", "/people/cleo/unlock", {"why": "identity checked"})
        assert not account["locked"]
        entries = ada.request("GET", "/pit/log?stream=people&kind=person.unlocked")
        assert [(e["actor"], e["payload"]["why"]) for e in entries] == [("ada", "identity checked")]
    server.client("cleo").sign_out()


@pytest.mark.clause("HR-22", "HR-36")
def test_the_log_shows_who_did_what_and_never_the_order_of_a_shoe(shared_server: Server) -> None:
    with shared_server.client("al") as auditor:
        entries = auditor.request("GET", "/pit/log?limit=500")
        text = json.dumps(entries)
    shuffles = [e for e in entries if e["kind"] == "shoe.shuffled"]
    assert shuffles
    known = {"kind", *Terms._fields, "seal", "commitment"}
    assert all(set(e["payload"]) == known for e in shuffles)
    for name in ("order", "number", "salt", "secret"):
        assert all(name not in e["payload"] for e in shuffles)
    assert '"salt"' not in text
    assert '"secret"' not in text
    assert "argon2" not in text
    for newer, older in itertools.pairwise(entries):
        assert newer["prev"] == older["hash"]


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("shuffle", [TableShoe.fresh, first_kind], ids=["sealed", "of an earlier version"])
def test_what_is_in_a_shoe_stays_out_of_the_log_shown(shuffle: Callable[..., AnyShoe]) -> None:
    payload = Shuffled(shoe=shuffle("t", 1, config_of("fortune-pai-gow-poker"), "c")).payload()
    event = Event(1, "k", 0, "table/t", "house", Shuffled.KIND, "", json.dumps(payload), "{}", "", "")
    shown = log_entry(event).payload
    assert shown["commitment"] == payload["commitment"]
    assert not {"order", "number", "salt", "secret"} & set(shown)
    for name in ("order", "salt", "secret"):
        assert payload.get(name, "nothing of it") not in json.dumps(shown)


@pytest.mark.clause("HR-21")
def test_a_guest_is_a_player_of_the_demo_room(server: Server) -> None:
    status, headers, me = call(server, "POST", "/api/v1/guest")
    assert (status, me["role"]) == (200, "player")
    assert "HttpOnly" in headers["Set-Cookie"]


@pytest.mark.clause("HR-21")
def test_guests_come_as_slowly_as_sign_ins(slowly: Server) -> None:
    """What makes an account with play chips is a sign-in, and counts with the others of its address."""
    for _ in range(40):
        assert call(slowly, "POST", "/api/v1/login", {})[0] == 422
    status, _, problem = call(slowly, "POST", "/api/v1/guest")
    assert (status, problem["error"]) == (429, "Too many sign-ins.")


@pytest.mark.clause("HR-32")
@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_a_day_at_the_edge_of_the_calendar_is_no_failure_of_the_room(shared_server: Server, day: str) -> None:
    with shared_server.client("ann") as ann, shared_server.client("sue") as sue:
        asked = [(ann, f"/me/statement?day={day}")]
        asked += [
            (sue, f"/pit/{what}day={day}") for what in ("report?", "tables?", "tables/fu-bacc-1/hours?")
        ]
        asked += [(sue, f"/pit/log?{end}={day}") for end in ("first", "last")]
        asked += [(sue, f"/tables/fu-bacc-1/tray?day={day}")]
        for who, path in asked:
            with pytest.raises(Refused) as refused:
                who.request("GET", path)
            assert refused.value.status == 422, path


def test_bodies_and_request_floods_are_limited(slowly: Server) -> None:
    status, _, problem = call(slowly, "POST", "/api/v1/login", "x" * 100_000)
    assert (status, problem["error"]) == (413, "The request is too large.")
    statuses = [call(slowly, "POST", "/api/v1/login", {})[0] for _ in range(80)]
    assert statuses[0] == 422
    assert 429 in statuses
    assert call(slowly, "GET", "/api/v1/tables")[0] == 200


@pytest.mark.clause("HR-20")
def test_a_room_that_was_told_to_stop_leaves_all_of_it_in_the_main_file(
    server: Server, tmp_path: Path
) -> None:
    server.client("ann").command("fu-bacc-1", "sit", spot=1)
    server.stop()
    assert server.process is not None
    assert server.process.returncode == 0
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "room.db", tmp_path / "copy")
    with open_store(server.store) as whole, open_store(f"sqlite:///{tmp_path}/copy/room.db") as copy:
        assert copy.head() == whole.head()
        assert any(event.kind.startswith("seat") for event in copy.events("table/fu-bacc-1"))


def test_serve_has_no_default_passwords_and_the_demo_stays_at_home(tmp_path: Path, server: Server) -> None:
    """The demo room's own store, opened as a real room: nobody of the demo gets in."""
    server.stop()
    example = Path(__file__).parents[2] / "examples" / "fu-bacc.toml"
    real = Server(tmp_path, str(example))
    real.store = server.store
    real.start()
    try:
        for name in ("ann", "ada"):
            with pytest.raises(Refused) as refused:
                Client(real.url).sign_in(name, demo_password(name))
            assert refused.value.status == 401
        assert [line["id"] for line in Client(real.url).tables()] == ["fu-bacc-1"]
    finally:
        real.stop()
    with pytest.raises(AssertionError, match="passwords are public"):
        Server(tmp_path, *SLOW, "--host", "0.0.0.0").start()


def test_what_is_no_text_is_refused_at_the_door(shared_server: Server) -> None:
    """NUL and halves of surrogate pairs, wherever they come: said to be wrong, never a server error."""
    headers, _ = signed_in(shared_server, "al")
    ann, _ = signed_in(shared_server, "ann")
    login = "/api/v1/login"
    for method, path, body in [
        ("GET", "/api/v1/pit/log?stream=%00", None),
        ("GET", "/api/v1/pit/log?actor=a%00b", None),
        ("GET", "/api/v1/rounds/fu%00", None),
        ("POST", login, b'{"name":"a\x00","password":"x"}'),
        ("POST", login, b'{"name":"a\\u0000","password":"x"}'),
        ("POST", login, b'{"name":"\\ud800","password":"x"}'),
        ("POST", login, b'{"\\udfff":"x"}'),
        ("POST", login, b'{"name":"\xed\xa0\x80","password":"x"}'),
    ]:
        status, _, problem = call(shared_server, method, path, body, headers)
        assert (status, problem["accepted"]) == (400, "Unicode without NUL"), (path, body)
    sit = b'{"spot":7,"id":"\\ud83d\\ude00"}'
    assert call(shared_server, "POST", "/api/v1/tables/fu-bacc-1/sit", sit, ann)[0] == 422
    assert call(shared_server, "POST", login, b"[" * 60_000, headers)[0] == 400


def test_the_only_cookie_that_is_read_is_our_own_and_only_once() -> None:
    from starlette.datastructures import Headers

    from pitboss.web.incoming import cookie_name, token_of

    name = cookie_name(secure=True)
    assert name.startswith("__Host-")
    for text, token in [
        (f"{name}=abc", "abc"),
        (f'a="b; c"; {name}=abc;x', "abc"),
        (f"{name}=one; {name}=two", ""),
        (f"x{name}=abc", ""),
        (f"{name}", ""),
        ("", ""),
        (f"{name}=abc; pad=" + "x" * 5_000, ""),
    ]:
        assert token_of(Headers({"cookie": text}), name) == token, text


def test_forwarded_addresses_count_only_from_a_proxy_we_trust() -> None:
    from starlette.datastructures import Headers

    from pitboss.errors import BadInput
    from pitboss.web.incoming import client_address, networks

    trusted = networks(["10.0.0.0/8"])
    for peer, forwarded, address in [
        ("203.0.113.9", "1.2.3.4", "203.0.113.9"),  # no proxy: the header is anybody's word
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # what the client made up stands further left
        ("10.0.0.1", "1.2.3.4, 10.9.9.9", "1.2.3.4"),  # two proxies of ours
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
    ]:
        scope = {"client": (peer, 1)}
        assert client_address(scope, Headers({"x-forwarded-for": forwarded}), trusted) == address
    assert (
        client_address({"client": ("10.0.0.1", 1)}, Headers({"x-forwarded-for": "1.2.3.4"}), ()) == "10.0.0.1"
    )
    with pytest.raises(BadInput, match="not an address"):
        networks(["proxy.example"])


def test_what_does_not_fit_the_books_is_a_conflict_not_a_failure() -> None:
    from pitboss.store import KeyReused, Overdraft, StoreFull, StoreUnavailable
    from pitboss.web.problems import status_of

    assert [status_of(kind("x")) for kind in (Overdraft, KeyReused)] == [409, 409]
    assert [status_of(kind("x")) for kind in (StoreFull, StoreUnavailable)] == [503, 503]

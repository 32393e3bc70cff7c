"""The door: sessions, roles, CSRF and Origin, hosts, limits, headers; over real sockets."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.core.codec import encode
from pitboss.core.errors import BadInput
from pitboss.ledger import Event, KeyReused, Overdraft, StoreFull, StoreUnavailable, open_store
from pitboss.room.events import Shuffled
from pitboss.room.shoes import TableShoe
from pitboss.web.api.pit import log_entry
from pitboss.web.limits import client_address, cookie_name, networks, token_of
from pitboss.web.problems import status_of
from tests.client import Client, Refused
from tests.house.tables import EXAMPLES
from tests.patience import PATIENCE_S
from tests.room.support import config_of
from tests.web.asking import by, call, refused, signed_in
from tests.web.conftest import SLOW, Server, room_of
from tests.web.short_deadlines import ShortServer

slowly = room_of(lambda folder: ShortServer(folder, *SLOW, sign_in_rate=[40, 0.0001]), scope="function")
"""a room in which sign-ins do not come back while a slow machine makes them"""


@pytest.mark.clause("HR-21")
def test_an_unsafe_request_needs_the_sessions_token_and_our_own_origin(shared_server: Server) -> None:
    headers, _ = signed_in(shared_server, "ann")
    gift = ("POST", "/api/v1/tables/fu-bacc-1/buy-in", {"amount_cents": 500})
    bare = {"Cookie": headers["Cookie"]}
    assert call(shared_server, *gift, bare)[0] == 403
    assert call(shared_server, *gift, {**bare, "X-CSRF-Token": "guess"})[0] == 403
    for origin in ("http://evil.example", f"https://localhost.evil.example:{shared_server.port}", "null"):
        status, _, problem = call(shared_server, *gift, {**headers, "Origin": origin})
        assert (status, problem["error"]) == (403, "The request comes from another site.")
    assert call(shared_server, *gift, {**headers, "Origin": shared_server.url})[0] == 200
    evil = {"Origin": "http://evil.example"}
    assert call(shared_server, "POST", "/api/v1/login", by("ann"), evil)[0] == 403


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


HEADERS = {
    "x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "same-origin",
    "cache-control": "no-store", "server": None,
}  # fmt: skip


def test_every_answer_tells_browsers_what_our_pages_may_do(shared_server: Server) -> None:
    for path in ("/api/v1/tables", "/api/v1/none", "/login"):
        _, headers, _ = call(shared_server, "GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert {name: headers[name] for name in HEADERS} == HEADERS


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
    refused(403, client, "GET", "/me")


@pytest.mark.clause("HR-21")
def test_lockout_over_the_wire_and_unlocking_by_an_admin(server: Server) -> None:
    for _ in range(3):
        refused(401, Client(server.url), "POST", "/login", {"name": "cleo", "password": "wrong"})
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
    known = {"shoe", "configuration", "seal"}
    assert all(set(e["payload"]) == known for e in shuffles)
    assert not any(word in text for word in ('"salt"', '"secret"', "argon2"))
    for newer, older in itertools.pairwise(entries):
        assert newer["prev"] == older["hash"]


@pytest.mark.clause("HR-36")
def test_what_is_in_a_shoe_stays_out_of_the_log_shown() -> None:
    payload = encode(TableShoe.fresh("t", 1, config_of("fortune-pai-gow-poker"), "c").record)
    event = Event(1, "k", 0, "table/t", "house", Shuffled.KIND, "", json.dumps(payload), "{}", "", "")
    shown = log_entry(event).payload
    assert shown["seal"] == payload["seal"]
    assert not {"order", "number", "salt", "secret"} & set(shown)
    for name in ("order", "secret"):
        assert payload[name] not in json.dumps(shown)


@pytest.mark.clause("HR-21")
def test_guests_come_as_slowly_as_sign_ins(slowly: Server) -> None:
    """Each of them by address, and neither keeps the other out."""
    status, _, problem = call(slowly, "POST", "/api/v1/login", "x" * 100_000)
    assert (status, problem["error"]) == (413, "The request is too large.")
    statuses = [call(slowly, "POST", "/api/v1/login", {})[0] for _ in range(41)]
    assert set(statuses[:39]) == {422} and statuses[-1] == 429
    assert call(slowly, "GET", "/api/v1/tables")[0] == 200
    for _ in range(40):
        status, headers, me = call(slowly, "POST", "/api/v1/guest")
        assert (status, me["role"]) == (200, "player")
        assert "HttpOnly" in headers["Set-Cookie"]
    status, _, problem = call(slowly, "POST", "/api/v1/guest")
    assert (status, problem["error"]) == (429, "Too many sign-ins.")


@pytest.mark.clause("HR-32")
def test_a_day_at_the_edge_of_the_calendar_is_no_failure_of_the_room(shared_server: Server) -> None:
    days = ("pit/report", "pit/tables", "pit/tables/fu-bacc-1/hours", "tables/fu-bacc-1/tray")
    pages = [*(f"{page}?day" for page in days), "pit/log?first", "pit/log?last"]
    asked = [("ann", "me/statement?day"), *(("sue", path) for path in pages)]
    for name, path in asked:
        for day in ("9999-12-31", "0001-01-01"):
            headers, _ = signed_in(shared_server, name)
            assert call(shared_server, "GET", f"/api/v1/{path}={day}", None, headers)[0] == 422, (path, day)


@pytest.mark.clause("HR-20")
def test_a_room_that_was_told_to_stop_leaves_all_of_it_in_the_main_file(server: Server) -> None:
    server.client("ann").command("fu-bacc-1", "sit", spot=1)
    server.stop()
    assert server.process is not None
    assert server.process.returncode == 0
    shutil.copy(server.folder / "room.db", server.folder / "copy.db")
    with open_store(server.store) as whole, open_store(f"sqlite:///{server.folder}/copy.db") as copy:
        assert copy.head() == whole.head()
        assert any(event.kind.startswith("seat") for event in copy.events("table/fu-bacc-1"))


def test_serve_has_no_default_passwords_and_the_demo_stays_at_home(tmp_path: Path, server: Server) -> None:
    """The demo room's own store, opened as a real room: nobody of the demo gets in."""
    server.stop()
    real = Server(tmp_path, str(EXAMPLES / "fu-bacc.toml"))
    real.store = server.store
    with real:
        for name in ("ann", "ada"):
            refused(401, Client(real.url), "POST", "/login", by(name))
        assert [line["id"] for line in Client(real.url).tables()] == ["fu-bacc-1"]
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
    hint = b'{"spot":7,"id":"\\ud83d\\ude00"}'
    assert call(shared_server, "POST", "/api/v1/tables/fu-bacc-1/hint", hint, ann)[0] == 422
    assert call(shared_server, "POST", login, b"[" * 60_000, headers)[0] == 400


def test_the_only_cookie_that_is_read_is_our_own_and_only_once() -> None:
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
    trusted = networks(["10.0.0.0/8"])
    for peer, forwarded, address in [
        ("203.0.113.9", "1.2.3.4", "203.0.113.9"),  # no proxy: the header is anybody's word
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # what the client made up stands further left
        ("10.0.0.1", "1.2.3.4, 10.9.9.9", "1.2.3.4"),  # two proxies of ours
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
    ]:
        scope, headers = {"client": (peer, 1)}, Headers({"x-forwarded-for": forwarded})
        assert client_address(scope, headers, trusted) == address
        assert client_address(scope, headers, ()) == peer
    with pytest.raises(BadInput, match="not an address"):
        networks(["proxy.example"])


def test_what_does_not_fit_the_books_is_a_conflict_not_a_failure() -> None:
    assert [status_of(kind("x")) for kind in (Overdraft, KeyReused)] == [409, 409]
    assert [status_of(kind("x")) for kind in (StoreFull, StoreUnavailable)] == [503, 503]


@pytest.mark.clause("HR-21")
def test_a_browser_that_has_signed_in_before_signs_in_beside_strangers_of_its_address(slowly: Server) -> None:
    sign_in = ("POST", "/api/v1/login", by("cy"))
    status, headers, _ = call(slowly, *sign_in)
    assert status == 200
    device = {"Cookie": "; ".join(one.partition(";")[0] for one in (headers.get_all("Set-Cookie") or [])[1:])}
    made_up = {"Cookie": device["Cookie"].partition("=")[0] + "=" + "x" * 43}
    nobody = {"name": "nobody", "password": "wrong"}
    statuses = [call(slowly, "POST", "/api/v1/login", nobody, made_up)[0] for _ in range(45)]
    assert statuses.count(429) == 6, "a device that nobody knows counts with its address"
    assert call(slowly, *sign_in)[0] == 429
    assert call(slowly, *sign_in, device)[0] == 200
    status = call(slowly, "POST", "/api/v1/login", by("sue"), device)[0]
    assert status == 429, "known to its own account only"

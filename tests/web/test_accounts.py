"""People and their own accounts over the wire: two for staff, credentials again, sessions, second factor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.ledger import create_store, open_store
from pitboss.people import credentials
from pitboss.people.accounts import People
from pitboss.people.person import Person
from tests.client import Client, Refused
from tests.house.tables import EXAMPLES
from tests.web.asking import by, page, refused, sale
from tests.web.conftest import Server

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A room with real accounts, nobody with a second factor yet: an admin, an auditor, a player."""
    server = Server(tmp_path_factory.mktemp("real"), str(EXAMPLES / "fu-bacc.toml"))
    with create_store(server.store) as store:
        for name, role in (("ann", "player"), ("ada", "admin"), ("al", "auditor")):
            People(store).add(name, PASSWORD, role, "terminal")
    with server:
        yield server


def with_factor(server: Server, name: str) -> list[str]:
    """Sets a second factor up, at the store; returns the codes on paper."""
    with open_store(server.store) as store:
        people = People(store)
        _, session = people.begin(Person.of(name, people.find(name)["role"]))
        secret = people.begin_factor(session)["secret"]
        code = credentials.code_at(secret, credentials.step_of(store.clock()))
        return people.finish_factor(session, code)


@pytest.mark.clause("HR-21")
def test_staff_without_a_second_factor_are_led_to_where_it_is_set_up(real: Server) -> None:
    al = Client(real.url)
    assert "demo room only" in refused(403, al, "POST", "/guest")["error"]
    assert al.sign_in("al", PASSWORD)["limited"]
    for path in ("/pit", "/console/face-up-1", "/"):
        led = page(real, path, al)
        assert (led.status_code, led.headers["location"]) == (303, f"/me?next={path}#second-factor")
    shown = page(real, "/me?next=/pit", al)
    assert shown.status_code == 200
    assert 'href="/pit">Go on' in shown.text and "Staff sign in with a second factor" in shown.text
    assert "elsewhere" not in page(real, "/me?next=https://elsewhere", al).text
    program = page(real, "/pit", al, Accept="application/json")
    assert (program.status_code, program.json()["clause"]) == (403, "HR-21")
    # somebody else signs in at the same browser
    assert al.sign_in("ann", PASSWORD)["name"] == "ann"


@pytest.mark.clause("HR-21", "HR-35")
def test_a_day_of_an_admin(real: Server) -> None:
    ada = Client(real.url)
    me = ada.sign_in("ada", PASSWORD)
    assert me["limited"]
    assert "second factor" in str(refused(403, ada, "GET", "/people")["error"])
    secret = ada.request("POST", "/me/second-factor")["secret"]
    with open_store(real.store) as store:
        now = store.clock()
    refused(422, ada, "POST", "/me/second-factor/confirm", {"code": "000000"})
    code = credentials.code_at(secret, credentials.step_of(now))
    paper = ada.request("POST", "/me/second-factor/confirm", {"code": code})["codes"]
    assert len(paper) == credentials.PAPER_CODES
    assert [account["name"] for account in ada.request("GET", "/people")] == ["ada", "al", "ann"]
    other = Client(real.url)
    with pytest.raises(Refused, match="six digits") as missing:
        other.sign_in("ada", PASSWORD)
    assert missing.value.status == 401
    other.sign_in("ada", PASSWORD, paper[0])
    # staff takes a second person, who is neither the same nor the one concerned
    new = {"name": "sue", "password": PASSWORD, "role": "supervisor"}
    assert refused(403, ada, "POST", "/people", new)["clause"] == "HR-35"
    second = {"name": "al", "password": PASSWORD}
    unready = refused(403, ada, "POST", "/people", {**new, "second": second})
    assert "staff sign with one" in str(unready["error"])
    codes = iter(with_factor(real, "al"))
    for status, wrong in (
        (401, {**second, "password": "wrong"}),
        (403, {"name": "ann", "password": PASSWORD}),
        (403, {"name": "ada", "password": PASSWORD, "code": paper[1]}),
        (401, second),
    ):
        refused(status, ada, "POST", "/people", {**new, "second": wrong})
    signed = lambda: {**second, "code": next(codes)}  # noqa: E731
    assert ada.request("POST", "/people", {**new, "second": signed()})["role"] == "supervisor"
    promoted = {"role": "executive", "why": "a test"}
    refused(403, ada, "POST", "/people/al/role", {**promoted, "second": signed()})
    assert ada.request("POST", "/people/sue/role", {**promoted, "second": signed()})["role"] == "executive"
    # a password that two of them set for somebody is good for choosing an own one, and the person is told
    lost = {"password": "lent by the house", "why": "forgotten"}
    assert refused(403, ada, "POST", "/people/ann/password", lost)["clause"] == "HR-35"
    ada.request("POST", "/people/ann/password", {**lost, "second": signed()})
    ann = Client(real.url)
    assert ann.sign_in("ann", "lent by the house")["lent"]
    tables = ("GET", "/tables")
    assert "one of your own first" in str(refused(403, ann, *tables)["accepted"])
    with pytest.raises(Refused) as lent:
        ann.command("fu-bacc-1", "sit", spot=1)
    assert lent.value.status == 403
    refused(401, ann, "POST", "/me/confirm", {"password": "lent by the house"})
    refused(422, ann, "POST", "/me/password", {"password": "lent by the house", "new": "lent by the house"})
    assert any("ada has set your password" in alarm["text"] for alarm in ann.request("GET", "/me")["alarms"])
    ann.request("POST", "/me/password", {"password": "lent by the house", "new": PASSWORD})
    assert not ann.request("GET", "/me")["lent"]
    ann.request(*tables)
    ann.command("fu-bacc-1", "sit", spot=1)
    ann.command("fu-bacc-1", "leave", spot=1)
    # an admin has no power over money
    chips = {"amount_cents": 100, "why": "a test", "second": second}
    assert refused(403, ada, "POST", "/people/ann/chips", chips)["clause"] == "HR-21"
    ada.request("POST", "/people/ann/lock", {"why": "a test"})
    with pytest.raises(Refused):
        Client(real.url).sign_in("ann", PASSWORD)
    assert not ada.request("POST", "/people/ann/unlock", {"why": "a test"})["locked"]


@pytest.mark.clause("HR-21")
def test_a_person_and_the_own_account(real: Server) -> None:
    here, there = Client(real.url), Client(real.url)
    here.sign_in("ann", PASSWORD)
    there.sign_in("ann", PASSWORD)
    sessions = here.request("GET", "/me/sessions")
    assert [one["here"] for one in sessions].count(True) == 1
    assert len(sessions) >= 2
    other = next(one["id"] for one in sessions if not one["here"])
    here.request("DELETE", f"/me/sessions/{other}")
    refused(403, there, "GET", "/me")
    refused(404, here, "DELETE", "/me/sessions/0000000000000000")
    assert any("new device" in alarm["text"] for alarm in here.request("GET", "/me")["alarms"])
    assert here.request("POST", "/me/alarms/seen")["alarms"] == []
    refused(401, here, "POST", "/me/password", {"password": "wrong", "new": "another good phrase"})
    refused(422, here, "POST", "/me/password", {"password": PASSWORD, "new": "1234567890"})
    here.request("POST", "/me/password", {"password": PASSWORD, "new": "another good phrase"})
    here.request("POST", "/me/confirm", {"password": "another good phrase"})
    with pytest.raises(Refused):
        Client(real.url).sign_in("ann", PASSWORD)


@pytest.mark.clause("HR-21")
def test_what_the_terminal_ends_ends_in_the_room(real: Server) -> None:
    client = Client(real.url)
    with open_store(real.store) as store:
        people = People(store)
        people.add("carl", PASSWORD, "player", "terminal")
        client.sign_in("carl", PASSWORD)
        with client.follow("fu-bacc-1") as live:
            live.receive()
            people.lock("carl", Person.of("ada", "admin"), "a test")
            with pytest.raises(Exception, match=r"signed out|4401"):
                while True:
                    live.receive()
    refused(403, client, "GET", "/me")


@pytest.mark.clause("HR-21")
def test_a_strangers_guesses_do_not_lock_out_a_known_browser(server: Server) -> None:
    ann = server.client("ann")
    ann.sign_out()
    for _ in range(4):
        refused(401, Client(server.url), "POST", "/login", {"name": "ann", "password": "wrong"})
    with pytest.raises(Refused):  # a browser nobody knows, from the same address
        server.client("ann")
    ann.sign_in("ann", "ann-demo")  # the browser that was here before


@pytest.mark.clause("HR-34")
def test_chips_are_for_players_only(shared_server: Server) -> None:
    """Neither sold nor granted to staff, who do not play, nor to nobody."""
    dealer, cashier = shared_server.client("dan"), shared_server.client("cy")
    grant = {"amount_cents": 100, "why": "a present", "second": by("sue")}
    for name, status in (("sue", 422), ("cam", 422), ("no-such-person", 404)):
        refused(status, dealer, *sale(100, name))
        refused(status, cashier, "POST", f"/people/{name}/chips", grant)

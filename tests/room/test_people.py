"""Accounts, roles, lockout, sessions: every attempt on record, no secret in the log."""

from __future__ import annotations

import json
import threading

import pytest

from pitboss.core.errors import BadInput, NotAllowed, NotFound, SignInRefused
from pitboss.ledger import Event, Store
from pitboss.people.accounts import STREAM, People, need
from pitboss.people.documents import FAILURES_MAX
from pitboss.people.person import ROLES, Person
from tests.room.support import QUICK

PASSWORD = "correct horse battery"


@pytest.fixture
def people(store: Store) -> People:
    made = People(store, hasher=QUICK)
    made.add("ann", PASSWORD, "player", "test")
    return made


def log(store: Store, kind: str) -> list[Event]:
    return [event for event in store.events(STREAM) if event.kind == kind]


def fail(people: People, times: int, name: str = "ann") -> None:
    for _ in range(times):
        with pytest.raises(SignInRefused):
            people.sign_in(name, "wrong", address="10.0.0.1")


@pytest.mark.clause("HR-21")
def test_three_failures_lock_the_account_and_an_admin_unlocks_it(store: Store, people: People) -> None:
    fail(people, FAILURES_MAX - 1)
    token, _ = people.sign_in("ann", PASSWORD, address="10.0.0.1")
    assert people.session(token)
    fail(people, FAILURES_MAX)
    with pytest.raises(SignInRefused, match="or the account is locked"):
        people.sign_in("ann", PASSWORD, address="10.0.0.1")
    people.unlock("ann", "ada", "called the pit, identity checked")
    people.sign_in("ann", PASSWORD, address="10.0.0.1")
    unlocked = log(store, "person.unlocked")[0]
    assert unlocked.actor == "ada"
    assert unlocked.payload["before"] == {"failures": FAILURES_MAX, "locked": False}
    assert unlocked.payload["after"] == {"locked": False}
    assert unlocked.payload["why"] == "called the pit, identity checked"


@pytest.mark.clause("HR-21", "HR-22")
def test_every_attempt_is_in_the_log_with_where_it_came_from(store: Store, people: People) -> None:
    fail(people, 1)
    fail(people, 1, "nobody")
    people.sign_in("ann", PASSWORD, address="10.0.0.2")
    refused = [event.payload for event in log(store, "credentials.refused")]
    assert [(p["name"], p["reason"], p["address"]) for p in refused] == [
        ("ann", "password", "10.0.0.1"),
        ("nobody", "unknown", "10.0.0.1"),
    ]
    assert log(store, "credentials.accepted")[0].payload["address"] == "10.0.0.2"


@pytest.mark.clause("HR-21")
def test_guesses_side_by_side_get_no_more_than_three(store: Store, people: People) -> None:
    """Twelve threads at once; the right password sent after them does not open a locked account."""
    barrier = threading.Barrier(12)

    def guess() -> None:
        barrier.wait()
        with pytest.raises(SignInRefused):
            people.sign_in("ann", "wrong", address="10.0.0.1")

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert people.find("ann")["locked"]
    with pytest.raises(SignInRefused):
        people.sign_in("ann", PASSWORD, address="10.0.0.1")


@pytest.mark.clause("HR-21")
def test_credentials_are_hashed_with_argon2id_and_tokens_are_not_kept(store: Store) -> None:
    people = People(store)
    people.add("bob", PASSWORD, "dealer", "test")
    token, session = people.sign_in("bob", PASSWORD, address="10.0.0.1")
    assert "hash" not in people.find("bob")
    assert store.document("person/bob")["hash"].startswith("$argon2id$")
    everything = json.dumps([[e.payload_json, e.sets_json] for e in store.events()])
    assert PASSWORD not in everything
    assert token not in everything
    assert session.id in everything


@pytest.mark.clause("HR-21")
def test_one_account_a_person_with_a_known_role_and_a_password_of_some_length(people: People) -> None:
    with pytest.raises(BadInput, match="already"):
        people.add("ann", PASSWORD, "dealer", "test")
    with pytest.raises(BadInput, match="no role"):
        people.add("bob", PASSWORD, "king", "test")
    for password in ("short", "x" * 201, "bob-is-my-name"):
        with pytest.raises(BadInput, match="too easy"):
            people.add("bob", password, "dealer", "test")
    for name in ("", "A", "a b", "ann\n", "<script>", "x" * 40):
        with pytest.raises(BadInput, match="not a name"):
            people.add(name, PASSWORD, "dealer", "test")


@pytest.mark.clause("HR-21")
def test_sessions_outlive_a_restart_but_not_a_sign_out_a_new_role_or_their_hours(store: Store) -> None:
    people = People(store, hasher=QUICK)
    people.add("ann", PASSWORD, "player", "test")
    token, session = people.sign_in("ann", PASSWORD, address="10.0.0.1")
    again = People(store, hasher=QUICK).session(token)
    assert again is not None
    assert again.csrf == session.csrf
    people.sign_out(session)
    assert people.session(token) is None
    assert People(store, hasher=QUICK).session(token) is None
    token, _ = people.sign_in("ann", PASSWORD, address="10.0.0.1")
    people.set_role("ann", "dealer", "ada", "changed departments")
    assert people.session(token) is None
    token, _ = people.sign_in("ann", PASSWORD, address="10.0.0.1")
    store.clock = lambda: 2**62
    assert people.session(token) is None
    assert people.session("no such token at all") is None
    assert people.session("") is None


@pytest.mark.clause("HR-21")
def test_accounts_of_the_demo_room_open_no_other_room(store: Store) -> None:
    demo = People(store, demo=True, hasher=QUICK)
    demo.add("ann", "ann-demo", "player", "demo room", demo=True)
    token, _ = demo.sign_in("ann", "ann-demo", address="10.0.0.1")
    real = People(store, hasher=QUICK)
    with pytest.raises(SignInRefused):
        real.sign_in("ann", "ann-demo", address="10.0.0.1")
    assert real.session(token) is None


@pytest.mark.clause("HR-21")
def test_a_role_is_needed_for_what_it_is_for() -> None:
    for role in ROLES:
        assert need(Person.of("x", role), *ROLES).role == role
    with pytest.raises(NotAllowed, match="signed in as player"):
        need(Person.of("x", "player"), "dealer")
    with pytest.raises(NotAllowed, match="Nobody is signed in"):
        need(None, "dealer")


def test_unknown_people_cannot_be_changed(people: People) -> None:
    for act in (
        lambda: people.unlock("zed", "ada", "why not"),
        lambda: people.set_role("zed", "dealer", "ada", "why not"),
        lambda: people.set_password("zed", PASSWORD, "ada", "why not"),
    ):
        with pytest.raises(NotFound):
            act()

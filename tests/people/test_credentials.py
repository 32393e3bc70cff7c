"""Every door that takes a password asks one judge: locks first, one answer, and no trace that tells more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from pitboss.core.errors import AskedAgain, CodeUsed, NotAllowed, SecondFactorNeeded, SignInRefused
from pitboss.ledger import Store
from pitboss.people.accounts import People
from pitboss.people.credentials import SERIES_US, TERMINAL, Hasher, Origin
from pitboss.people.documents import ADDRESS_MAX, FAILURES_MAX, FIRST_LOCK_US, STRANGERS_MAX
from pitboss.people.person import Person
from pitboss.people.sessions import FRESH_MINUTES
from tests.people.test_protection import (
    ADA,
    ATTACKER,
    HOME,
    PASSWORD,
    REFUSED,
    Clock,
    clock,
    code_of,
    guess,
    kinds,
    people,
    with_factor,
)
from tests.refusals import refused

__all__ = ["clock", "people"]

DEVICE = "d" * 43
NEW = "another good phrase"
HALF_MINUTE_US = 30_000_000


def answer(work: Callable[[], object]) -> str:
    with pytest.raises(SignInRefused) as refused:
        work()
    return f"{type(refused.value).__name__} {refused.value}"


def doors(people: People, origin: Origin) -> dict[str, Callable[[str, str | None], object]]:
    """Whatever takes a password: each with a password and a code."""
    _, session = people.begin(ADA)
    address, device = origin.address, origin.device
    return {
        "sign-in": lambda p, c: people.sign_in("ada", p, address=address, device=device, code=c),
        "confirmation": lambda p, c: people.confirm(session, p, origin=origin, code=c),
        "new password": lambda p, c: people.change_own_password(session, p, NEW, origin=origin, code=c),
        "signature": lambda p, c: people.check("ada", p, origin=origin, purpose="a fill", code=c),
        "terminal": lambda p, c: people.choose_password("ada", p, NEW, origin=origin, code=c),
    }


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize("door", ["sign-in", "confirmation", "new password", "signature", "terminal"])
def test_a_locked_path_answers_the_right_password_as_a_wrong_one(
    store: Store, people: People, clock: Clock, door: str
) -> None:
    """With the right code, with none, with a used one: one answer, one kind of record, and the same lock after it."""
    secret, _ = with_factor(people, clock)
    code = code_of(secret, clock)
    people.sign_in("ada", PASSWORD, address=HOME, code=code)
    clock.now += HALF_MINUTE_US
    fresh = code_of(secret, clock)
    ask = doors(people, Origin(ATTACKER))[door]
    for _ in range(FAILURES_MAX):
        answer(lambda: ask("wrong", None))
    codes = (None, "000000", code, fresh)
    tries = [("wrong", None), ("wrong", fresh), *((PASSWORD, one) for one in codes)]
    before, document = len(kinds(store, "credentials.refused")), store.document("person/ada")
    assert len({answer(lambda p=p, c=c: ask(p, c)) for p, c in tries}) == 1
    left = kinds(store, "credentials.refused")[before:]
    assert len(left) == len(tries)
    assert all(one == left[0] for one in left) and left[0]["reason"] == "locked"
    assert store.document("person/ada") == document
    clock.now += FIRST_LOCK_US
    fresh = code_of(secret, clock)
    ask(PASSWORD, fresh)


@pytest.mark.clause("HR-21")
def test_an_account_that_a_person_has_locked_tells_nothing_either(people: People, clock: Clock) -> None:
    with_factor(people, clock)
    people.add("al", PASSWORD, "admin", "terminal")
    people.lock("ada", Person.of("al", "admin"), "away")
    answers = {answer(lambda p=p: people.token("ada", p)) for p in ("wrong", PASSWORD)}
    assert len(answers) == 1 and "or the account is locked" in answers.pop()


@pytest.mark.clause("HR-21", "HR-22")
def test_the_question_for_the_code_is_kept_and_counts(store: Store, people: People, clock: Clock) -> None:
    secret, _ = with_factor(people, clock)
    for _ in range(FAILURES_MAX):
        refused(SecondFactorNeeded)(people.sign_in, "ada", PASSWORD, address=ATTACKER)
    assert [one["reason"] for one in kinds(store, "credentials.refused")] == ["second factor missing"] * 3
    assert len(kinds(store, "alarm.sign-in")) == 1
    assert "SecondFactorNeeded" not in answer(lambda: people.sign_in("ada", PASSWORD, address=ATTACKER))
    code = code_of(secret, clock)
    for _ in range(ADDRESS_MAX):  # part of every sign-in: asked often, it locks no address
        refused(SecondFactorNeeded)(people.sign_in, "ada", PASSWORD, address=HOME)
        people.sign_in("ada", PASSWORD, address=HOME, code=code)
        clock.now += HALF_MINUTE_US
        code = code_of(secret, clock)


@pytest.mark.clause("HR-21")
def test_a_used_code_is_named_and_locks_nothing(store: Store, people: People, clock: Clock) -> None:
    secret, paper = with_factor(people, clock)
    code = code_of(secret, clock)
    signs = {"origin": Origin(HOME, screen="dan"), "purpose": "a fill"}
    for used in (code, paper[0]):
        people.check("ada", PASSWORD, code=used, **signs)
        for _ in range(2 * FAILURES_MAX):
            with pytest.raises(CodeUsed, match="This code was used, wait for the next one"):
                people.check("ada", PASSWORD, code=used, **signs)
        assert "CodeUsed" not in answer(lambda used=used: people.check("ada", "wrong", code=used, **signs))
    assert people.find("ada")["failures"] == 1, "the wrong password, since the last success"
    clock.now += HALF_MINUTE_US
    people.check("ada", PASSWORD, code=code_of(secret, clock), **signs)
    assert people.find("ada")["failures"] == 0


@pytest.mark.clause("HR-21")
def test_who_is_signed_in_is_not_locked_out_by_strangers_of_the_address(people: People, clock: Clock) -> None:
    """The person's own confirmation and password, and a colleague who signs at the screen."""
    people.add("sue", PASSWORD, "supervisor", "terminal")
    _, session = people.sign_in("ann", PASSWORD, address=HOME)
    for number in range(ADDRESS_MAX + 3):
        guess(people, 1, name=f"nobody{number}", address=HOME)
    for name in ("ann", "sue"):
        guess(people, FAILURES_MAX, name=name, address=HOME)
        answer(lambda name=name: people.sign_in(name, PASSWORD, address=HOME))
    screen = Origin(HOME, None, "ann")
    people.confirm(session, PASSWORD, origin=screen)
    people.check("sue", PASSWORD, origin=screen, purpose="a fill")
    people.change_own_password(session, PASSWORD, NEW, origin=screen)


@pytest.mark.clause("HR-21")
def test_guesses_at_a_screen_lock_that_screen_and_no_other(people: People, clock: Clock) -> None:
    def sign(screen: str, password: str, name: str = "ada") -> object:
        return people.check(name, password, origin=Origin(HOME, None, screen), purpose="a fill")

    for _ in range(FAILURES_MAX):
        answer(lambda: sign("dan", "wrong"))
    answer(lambda: sign("dan", PASSWORD))
    sign("dora", PASSWORD)
    people.sign_in("ada", PASSWORD, address=HOME)
    people.token("ada", PASSWORD)
    assert TERMINAL.screen is None
    clock.now += FIRST_LOCK_US
    for number in range(ADDRESS_MAX):  # one after the other against many
        answer(lambda number=number: sign("dan", "wrong", f"nobody{number}"))
    answer(lambda: sign("dan", PASSWORD, "ann"))
    sign("dora", PASSWORD, "ann")


@pytest.mark.clause("HR-21")
def test_one_code_carries_a_series_of_signatures(store: Store, people: People, clock: Clock) -> None:
    """The password with each of them, the code once: with none and with the one just used, for five minutes."""
    secret, _ = with_factor(people, clock)

    def sign(code: str | None = None, *, session: str | None = "s1", password: str = PASSWORD) -> object:
        at = Origin(HOME, None, "dan", session)
        return people.check("ada", password, origin=at, purpose="a fill", code=code)

    first = code_of(secret, clock)
    assert "SecondFactorNeeded" in answer(lambda: sign())
    sign(first)
    for code in (None, first, None):
        sign(code)
    accepted = kinds(store, "credentials.accepted")[-4:]
    assert [one.get("series") for one in accepted] == [None, True, True, True]
    for elsewhere in ("s2", None):
        assert "CodeUsed" in answer(lambda at=elsewhere: sign(first, session=at))
        assert "SecondFactorNeeded" in answer(lambda at=elsewhere: sign(session=at))
        sign()
    assert "wrong, or the account" in answer(lambda: sign("000000"))
    assert "SecondFactorNeeded" in answer(lambda: sign()), "a wrong one ends it"
    clock.now += SERIES_US
    sign(code_of(secret, clock))
    assert "wrong, or the account" in answer(lambda: sign(password="wrong"))
    assert "SecondFactorNeeded" in answer(lambda: sign()), "so does a wrong password"
    clock.now += HALF_MINUTE_US
    sign(code_of(secret, clock))
    clock.now += SERIES_US - 1
    sign()
    clock.now += 1
    assert "SecondFactorNeeded" in answer(lambda: sign()), "signing on does not make it longer"
    people.add("al", PASSWORD, "admin", "terminal")
    sign(code_of(secret, clock))
    sign()
    people.end_sessions("ada", Person.of("al", "admin"), "left the building")
    assert "SecondFactorNeeded" in answer(lambda: sign())
    clock.now += HALF_MINUTE_US
    sign(code_of(secret, clock))
    people.dismiss_alarms(people.begin(ADA)[1])
    assert "SecondFactorNeeded" in answer(lambda: sign())


@pytest.mark.clause("HR-21")
def test_a_series_opens_no_other_door(people: People, clock: Clock) -> None:
    """Signing in, confirming and a new password take a code each time."""
    secret, _ = with_factor(people, clock)
    _, session = people.begin(ADA)
    code = code_of(secret, clock)
    at = Origin(HOME, None, "ada", session.id)
    people.check("ada", PASSWORD, origin=at, purpose="a fill", code=code)
    for ask in doors(people, Origin(HOME, None, "ada")).values():
        for given in (None, code):
            refused = answer(lambda ask=ask, given=given: ask(PASSWORD, given))
            assert refused.startswith(("SecondFactorNeeded", "CodeUsed", "SignInRefused"))


def test_an_unknown_name_costs_what_a_known_one_does_and_opening_a_room_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it is compared with has the form and the costs of a real hash, and no password was hashed for it."""
    usual = PasswordHasher()
    monkeypatch.setattr(PasswordHasher, "hash", lambda *_: pytest.fail("hashed"))
    hasher = Hasher(usual)
    assert extract_parameters(hasher.nobodys) == extract_parameters(Hasher(usual).nobodys)
    assert not usual.check_needs_rehash(hasher.nobodys)
    assert hasher.nobodys != Hasher(usual).nobodys
    with pytest.raises(VerifyMismatchError):  # it was read and compared, not refused for its form
        usual.verify(hasher.nobodys, "fifty blue chairs")
    assert not hasher.right(hasher.nobodys, "fifty blue chairs")


@pytest.mark.clause("HR-21")
def test_a_session_alone_replaces_no_second_factor(people: People, clock: Clock) -> None:
    secret, paper = with_factor(people, clock)
    token, session = people.sign_in("ada", PASSWORD, address=HOME, code=paper[0])
    home = Origin(HOME)
    with pytest.raises(NotAllowed, match="has a second factor"):  # even a moment after the sign-in
        people.begin_factor(session)
    refused(SecondFactorNeeded)(people.begin_factor, session, PASSWORD, origin=home)
    REFUSED(people.begin_factor, session, "wrong", origin=home, code=code_of(secret, clock))
    clock.now += (FRESH_MINUTES + 1) * 60_000_000
    refused(AskedAgain)(people.finish_factor, session, "000000")
    new = people.begin_factor(session, PASSWORD, origin=home, code=code_of(secret, clock))["secret"]
    fresh = people.remembered(token)
    assert fresh is not None
    assert fresh.fresh(clock.now), "credentials were given"
    people.dismiss_alarms(fresh)
    clock.now += 60_000_000
    people.finish_factor(fresh, code_of(new, clock))
    assert "second factor was replaced" in people.alarms("ada")[0]["text"]
    after = people.remembered(token)
    assert after is not None
    assert after.fresh_us == fresh.fresh_us, "a code of the new one is no proof of the password"
    clock.now += 60_000_000
    REFUSED(people.sign_in, "ada", PASSWORD, address=HOME, code=code_of(secret, clock))


@pytest.mark.clause("HR-21")
def test_a_first_second_factor_takes_credentials_of_a_moment_ago(people: People, clock: Clock) -> None:
    token, session = people.sign_in("ada", PASSWORD, address=HOME)
    clock.now += (FRESH_MINUTES + 1) * 60_000_000
    refused(AskedAgain, "some time ago")(people.begin_factor, session)
    secret = people.begin_factor(session, PASSWORD, origin=Origin(HOME))["secret"]
    fresh = people.remembered(token)
    assert fresh is not None
    assert fresh.limited
    people.finish_factor(fresh, code_of(secret, clock))
    after = people.remembered(token)
    assert after is not None
    assert not after.limited
    assert people.alarms("ada") == []


@pytest.mark.clause("HR-21")
def test_whoever_was_signed_out_meanwhile_stays_signed_out(people: People) -> None:
    """The credentials were right, and their session ended before they were noted."""
    token, session = people.sign_in("ada", PASSWORD, address=HOME)
    people.end_sessions("ada", Person.of("al", "admin"), "left the building")
    for again in (
        lambda: people.confirm(session, PASSWORD, origin=Origin(HOME)),
        lambda: people.unlimited(session),
    ):
        with pytest.raises(NotAllowed, match="was signed out here"):
            again()
    assert people.session(token) is None
    assert people.of("ada") == []


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize("deed", ["lock", "role"])
def test_nobody_is_signed_in_as_what_he_is_no_longer(
    people: People, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, keeper, other = people.begin, Person.of("zoe", "admin"), Person.of("al", "auditor")

    def late(person: Person, **more: Any) -> Any:
        if deed == "lock":
            people.lock("ada", keeper, "left the house")
        else:
            people.set_role("ada", "player", keeper, "left the house", other)
        return begin(person, **more)

    monkeypatch.setattr(people, "begin", late)
    with pytest.raises(SignInRefused, match="changed meanwhile"):
        people.sign_in("ada", PASSWORD, address=HOME)
    assert people.of("ada") == []


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize("deed", ["lock", "set_password"])
def test_an_own_password_does_not_take_the_place_of_what_the_keepers_have_done_meanwhile(
    people: People, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever knows the old password sends a new one at the moment at which it is taken away."""
    check, keeper, other = people.check, Person.of("zoe", "admin"), Person.of("al", "auditor")

    def late(*known: Any, **more: Any) -> Person:
        person = check(*known, **more)
        if deed == "lock":
            people.lock("ada", keeper, "seen by others")
        else:
            people.set_password("ada", "lent for a day only", keeper, "seen by others", other)
        return person

    monkeypatch.setattr(people, "check", late)
    with pytest.raises(SignInRefused, match="meanwhile"):
        people.choose_password("ada", PASSWORD, "the thief has chosen this", origin=Origin(HOME))
    monkeypatch.undo()
    assert people.find("ada")["locked"] is (deed == "lock")
    assert people.find("ada")["lent"] is None or deed == "set_password"
    with pytest.raises(SignInRefused):
        people.check("ada", "the thief has chosen this", origin=Origin(HOME), purpose="sign-in")


@pytest.mark.clause("HR-21")
def test_strangers_over_the_wire_do_not_lock_the_terminal(people: People, clock: Clock) -> None:
    for number in range(STRANGERS_MAX):
        guess(people, 1, address=f"198.51.100.{number}")
    REFUSED(people.sign_in, "ada", PASSWORD, address="192.0.2.1")
    assert people.check("ada", PASSWORD, origin=TERMINAL, purpose="terminal").id == "ada"
    for _ in range(FAILURES_MAX):
        REFUSED(people.check, "ada", "wrong", origin=TERMINAL, purpose="terminal")
    REFUSED(people.check, "ada", PASSWORD, origin=TERMINAL, purpose="terminal")  # its own failures lock it

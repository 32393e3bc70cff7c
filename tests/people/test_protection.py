"""Attacks on accounts that must fail, and what people can do for their own."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.core.errors import BadInput, NotAllowed, SecondFactorNeeded, SignInRefused
from pitboss.ledger import Store, Unit
from pitboss.people import credentials
from pitboss.people.accounts import People
from pitboss.people.credentials import TERMINAL, Origin, must_have_factor, note_rule, weakness
from pitboss.people.documents import ADDRESS_MAX, FAILURES_MAX, FIRST_LOCK_US, STRANGERS_MAX
from pitboss.people.person import Person
from pitboss.people.sessions import FRESH_MINUTES, IDLE_STAFF_MINUTES, STREAM
from tests.refusals import refused
from tests.room.support import QUICK

PASSWORD = "correct horse battery"
MINUTE_US = 60_000_000
ATTACKER, HOME = "203.0.113.6", "10.0.0.1"
ADA, AL, EVE = Person.of("ada", "admin"), Person.of("al", "auditor"), Person.of("eve", "executive")


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(store: Store) -> Clock:
    store.clock = clock = Clock()
    return clock


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    made = People(store, hasher=QUICK)
    made.add("ada", PASSWORD, "admin", "terminal")
    made.add("ann", PASSWORD, "player", "terminal")
    return made


def kinds(store: Store, kind: str) -> list[dict]:
    return [event.payload for event in store.events(STREAM) if event.kind == kind]


def code_of(secret: str, clock: Clock) -> str:
    return credentials.code_at(secret, credentials.step_of(clock.now))


REFUSED = refused(SignInRefused)


def guess(people: People, times: int, name: str = "ada", address: str = ATTACKER, **more: str) -> None:
    for _ in range(times):
        REFUSED(people.sign_in, name, "wrong", address=address, **more)


# the lock is the attacker's


@pytest.mark.clause("HR-21")
def test_a_stranger_locks_nobody_out_but_himself(store: Store, people: People) -> None:
    guess(people, 2 * FAILURES_MAX)
    REFUSED(people.sign_in, "ada", PASSWORD, address=ATTACKER)  # even with the right password
    _, session = people.sign_in("ada", PASSWORD, address=HOME)
    assert session.person.id == "ada"
    assert people.alarms("ada")[0]["text"].startswith(f"{FAILURES_MAX} wrong passwords from {ATTACKER}")
    assert kinds(store, "alarm.sign-in")[0]["address"] == ATTACKER
    assert people.find("ada")["locked"]
    people.dismiss_alarms(session)
    assert people.alarms("ada") == []


@pytest.mark.clause("HR-21")
def test_the_lock_grows_with_every_further_failure(people: People, clock: Clock) -> None:
    guess(people, FAILURES_MAX)
    for doubled in range(4):
        clock.now += (FIRST_LOCK_US << doubled) - 1
        REFUSED(people.sign_in, "ann", "wrong", address="10.9.9.9")  # another path is another count
        REFUSED(people.sign_in, "ada", PASSWORD, address=ATTACKER)
        guess(people, 5)  # while it is locked nothing is looked at or counted
        clock.now += 1
        guess(people, 1)
    clock.now += FIRST_LOCK_US << 4
    people.sign_in("ada", PASSWORD, address=ATTACKER)
    guess(people, FAILURES_MAX - 1)  # a success has cleared the count
    people.sign_in("ada", PASSWORD, address=ATTACKER)


@pytest.mark.clause("HR-21")
def test_many_strangers_slow_each_other_down_and_known_devices_stay_in(people: People, clock: Clock) -> None:
    device = "d" * 43
    _, session = people.sign_in("ada", PASSWORD, address=HOME)
    people.remember_device(session.person, HOME, device)
    for number in range(STRANGERS_MAX):
        guess(people, 1, address=f"198.51.100.{number}")
    REFUSED(people.sign_in, "ada", PASSWORD, address="192.0.2.1")  # a stranger, though the password is right
    people.sign_in("ada", PASSWORD, address="192.0.2.1", device=device)
    guess(people, FAILURES_MAX, address=HOME, device=device)
    REFUSED(
        people.sign_in, "ada", PASSWORD, address="192.0.2.1", device=device
    )  # a stolen device locks itself


@pytest.mark.clause("HR-21")
def test_one_address_against_many_accounts_is_slowed_down(people: People, clock: Clock) -> None:
    for number in range(ADDRESS_MAX):
        guess(people, 1, name=f"nobody{number}")
    REFUSED(people.sign_in, "ann", PASSWORD, address=ATTACKER)
    people.sign_in("ann", PASSWORD, address=HOME)
    clock.now += 61_000_000
    people.sign_in("ann", PASSWORD, address=ATTACKER)


@pytest.mark.clause("HR-21")
def test_a_locked_account_ends_its_sessions_and_tokens(store: Store, people: People) -> None:
    token, session = people.sign_in("ann", PASSWORD, address=HOME)
    terminal = people.token("ann", PASSWORD)
    other_process = People(store, hasher=QUICK)
    assert other_process.session(token)
    assert people.lock("ann", ADA, "lost telephone") == [session.id]
    assert people.session(token) is None
    assert other_process.refresh() == [session.id]
    assert other_process.remembered(token) is None
    REFUSED(people.sign_in, "ann", PASSWORD, address=HOME)
    REFUSED(people.by_token, terminal)


@pytest.mark.clause("HR-21", "HR-35")
def test_what_a_person_has_locked_a_person_unlocks(store: Store, people: People, clock: Clock) -> None:
    people.add("al", PASSWORD, "auditor", "terminal")
    guess(people, FAILURES_MAX, "ann")
    people.unlock("ann", "terminal", "a guest who forgets")
    assert people.sign_in("ann", PASSWORD, address=ATTACKER)
    people.lock("ann", ADA, "banned")
    guess(people, FAILURES_MAX, "ann")
    for nobody in ("terminal", Person.of("house", "house")):
        refused(NotAllowed, r"keep its accounts.*HR-35")(people.unlock, "ann", nobody, "why not")
    refused(NotAllowed, "may not unlock")(people.unlock, "ann", EVE, "why not")
    assert people.find("ann")["locked"]
    people.unlock("ann", ADA, "back again")
    people.sign_in("ann", PASSWORD, address=HOME)


@pytest.mark.clause("HR-21")
def test_an_own_password_from_the_terminal_ends_tokens_and_sessions(people: People) -> None:
    browser, session = people.sign_in("ann", PASSWORD, address=HOME)
    terminal = people.token("ann", PASSWORD)
    assert people.choose_password("ann", PASSWORD, "another good phrase", origin=TERMINAL) == [session.id]
    assert people.session(browser) is None
    REFUSED(people.by_token, terminal)


# passwords


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize(
    "password",
    ["1234567890", "          ", "0987654321", "Password123", "passw0rd!!", "qwertyuiop", "qwerty12345", "aaaaaaaaaa",
     "abcabcabcabc", "iloveyou123", "Welcome2026!", "letmein12345", "abcdefghijkl", "1q2w3e4r5t", "pitboss2026",
     "blackjack21", "555-867-5309", "Summer2026!!", "short", "x" * 201, "carolcarol1", "my-carol-99",
     "qwertyuiop1", "1qwertyuiop!", "Kirkland98033", "1a2b3c4d5e6f", "2026-11-18-ab"],
)  # fmt: skip
def test_what_everybody_tries_first_is_refused(people: People, password: str) -> None:
    refused(BadInput, "too easy")(people.add, "carol", password, "player", "terminal")


def test_what_nobody_would_guess_is_accepted_and_a_short_name_counts_where_it_stands_alone() -> None:
    """Random figures and letters are no common words."""
    good = (PASSWORD, "a pass phrase of mine", "tK8#vQz1pL", "zwölf große Bären", "3f9a1c77b2e04d58",
            "0a9c-4e1f-77b0-2d83", "b7d20e5f4c8a19")  # fmt: skip
    assert [weakness(password, "carol") for password in good] == [None] * len(good)
    assert weakness("vexed marble kettle", "ed") is None
    assert weakness("marble manners kettle", "ann") is None
    assert weakness("marble ed kettle", "ed") == weakness("kettle-Ann-marble", "ann") == "it holds the name"


# the second factor


def test_the_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B: the vectors of SHA-1, SHA-256 and SHA-512 at 59 and 1111111109 seconds."""
    seed = "1234567890" * 7
    for digest, length, at, code in (
        ("sha1", 20, 59, "94287082"), ("sha256", 32, 59, "46119246"), ("sha512", 64, 59, "90693936"),
        ("sha1", 20, 1_111_111_109, "07081804"), ("sha256", 32, 1_111_111_109, "68084774"),
        ("sha512", 64, 1_111_111_109, "25091201"), ("sha1", 20, 20_000_000_000, "65353130"),
    ):  # fmt: skip
        secret = base64.b32encode(seed[:length].encode()).decode()
        assert credentials.code_at(secret, at // 30, 8, digest) == code


def with_factor(people: People, clock: Clock, name: str = "ada") -> tuple[str, list[str]]:
    _, session = people.sign_in(name, PASSWORD, address=HOME)
    secret = people.begin_factor(session)["secret"]
    refused(BadInput, "not the digits")(people.finish_factor, session, "000000")
    codes = people.finish_factor(session, code_of(secret, clock))
    clock.now += 31_000_000
    return secret, codes


@pytest.mark.clause("HR-21")
def test_staff_sign_in_with_a_second_factor(store: Store, people: People, clock: Clock) -> None:
    _, session = people.sign_in("ada", PASSWORD, address=HOME)
    assert session.limited
    assert not people.sign_in("ann", PASSWORD, address=HOME)[1].limited
    secret, codes = with_factor(people, clock)
    refused(SecondFactorNeeded)(people.sign_in, "ada", PASSWORD, address=HOME)
    code = code_of(secret, clock)
    assert not people.sign_in("ada", PASSWORD, address=HOME, code=code)[1].limited
    REFUSED(people.sign_in, "ada", PASSWORD, address=HOME, code=code)  # a code that was overheard
    people.sign_in("ada", PASSWORD, address=HOME, code=codes[0])
    REFUSED(people.sign_in, "ada", PASSWORD, address=HOME, code=codes[0])  # a code on paper works once
    everything = json.dumps([event.payload for event in store.events()])
    assert secret not in everything
    assert codes[1] not in everything
    assert secret not in json.dumps(people.everyone())


@pytest.mark.clause("HR-21")
def test_guessing_codes_locks_the_path_like_guessing_passwords(people: People, clock: Clock) -> None:
    secret, _ = with_factor(people, clock)
    for number in range(FAILURES_MAX):
        REFUSED(people.sign_in, "ada", PASSWORD, address=ATTACKER, code=f"{number:06d}")
    code = code_of(secret, clock)
    REFUSED(people.sign_in, "ada", PASSWORD, address=ATTACKER, code=code)
    people.sign_in("ada", PASSWORD, address=HOME, code=code)


# the own account


@pytest.mark.clause("HR-21", "HR-22")
def test_a_new_password_of_ones_own_ends_the_other_sessions(store: Store, people: People) -> None:
    here, session = people.sign_in("ann", PASSWORD, address=HOME)
    there, other = people.sign_in("ann", PASSWORD, address=ATTACKER)
    assert [one.address for one in people.of("ann")] == [HOME, ATTACKER] or len(people.of("ann")) == 2
    REFUSED(people.change_own_password, session, "wrong", "another good phrase", origin=Origin(HOME))
    with pytest.raises(BadInput, match="too easy"):
        people.change_own_password(session, PASSWORD, "1234567890", origin=Origin(HOME))
    assert people.change_own_password(session, PASSWORD, "another good phrase", origin=Origin(HOME)) == [
        other.id
    ]
    assert people.session(here)
    assert people.session(there) is None
    people.sign_in("ann", "another good phrase", address=HOME)
    REFUSED(people.sign_in, "ann", PASSWORD, address=HOME)


@pytest.mark.clause("HR-21")
def test_an_idle_session_ends_sooner_the_more_it_may_do(store: Store, people: People, clock: Clock) -> None:
    player, _ = people.sign_in("ann", PASSWORD, address=HOME)
    admin, session = people.sign_in("ada", PASSWORD, address=HOME)
    for _ in range(4):  # used again and again it lives on, in another process and after a restart too
        clock.now += (IDLE_STAFF_MINUTES - 1) * MINUTE_US
        assert people.remembered(admin)
        assert people.refresh() == []
    again = People(store, hasher=QUICK)
    assert again.session(admin)
    clock.now += (IDLE_STAFF_MINUTES + 1) * MINUTE_US
    assert people.remembered(admin) is None
    assert people.refresh() == [session.id]
    assert again.session(admin) is None
    assert people.session(player)


@pytest.mark.clause("HR-21")
def test_credentials_given_again_count_for_minutes(people: People, clock: Clock) -> None:
    _, session = people.sign_in("ann", PASSWORD, address=HOME)
    assert session.fresh(clock.now)
    clock.now += (FRESH_MINUTES + 1) * MINUTE_US
    assert not session.fresh(clock.now)
    REFUSED(people.confirm, session, "wrong", origin=Origin(HOME))
    assert people.confirm(session, PASSWORD, origin=Origin(HOME)).fresh(clock.now)


# two people


@pytest.mark.clause("HR-21", "HR-35")
def test_a_password_that_others_have_set_is_good_for_an_own_one_only(people: People, clock: Clock) -> None:
    """For a player as for staff: two of those who keep the accounts, a day, no signature, no token."""
    people.add("al", PASSWORD, "auditor", "terminal")
    with pytest.raises(NotAllowed, match="To set a player's password takes two people"):
        people.set_password("ann", LENT, ADA, "forgotten")
    people.set_password("ann", LENT, ADA, "forgotten", AL)
    assert "ada has set your password: forgotten" in people.alarms("ann")[-1]["text"]
    REFUSED(people.check, "ann", LENT, origin=Origin("here"), purpose="grant of chips")
    REFUSED(people.token, "ann", LENT)
    _, session = people.sign_in("ann", LENT, address="here")
    assert session.lent
    with pytest.raises(BadInput, match="That is the password of now"):
        people.change_own_password(session, LENT, LENT, origin=Origin("here"))
    people.change_own_password(session, LENT, "another good phrase", origin=Origin("here"))
    again = people.sign_in("ann", "another good phrase", address="here")[1]
    assert not again.lent and people.token("ann", "another good phrase")
    people.set_password("ann", LENT, ADA, "forgotten again", AL)
    clock.now += 25 * 60 * MINUTE_US
    REFUSED(people.sign_in, "ann", LENT, address="here")


LENT = "lent by the house"


def staff_acts(people: People, new: str, raised: str, staff: str) -> list[Callable[..., object]]:
    """What concerns staff: an account, a role, another's password and second factor."""
    return [
        lambda by, second: people.add(new, PASSWORD, "dealer", by, second=second),
        lambda by, second: people.set_role(raised, "executive", by, "promoted", second),
        lambda by, second: people.set_password(staff, "another good phrase", by, "lost", second),
        lambda by, second: people.reset_factor(staff, by, "lost", second),
    ]


@pytest.mark.clause("HR-35")
def test_what_concerns_staff_takes_two_who_are_not_concerned(store: Store, people: People) -> None:
    people.add("al", PASSWORD, "auditor", "terminal")
    refused(NotAllowed, "people who keep its accounts")(people.add, "sue", PASSWORD, "supervisor", "terminal")
    people.add("sue", PASSWORD, "supervisor", ADA, second=AL)
    acts = staff_acts(people, "new", "sue", "sue")
    for act in acts:
        for by, second in [(ADA, None), (ADA, ADA), (ADA, EVE), (EVE, ADA), (AL, ADA), ("terminal", None)]:
            assert refused(NotAllowed)(act, by, second).clause == "HR-35"
    assert people.find("sue")["role"] == "supervisor"
    same = refused(NotAllowed, "the same person")
    same(people.set_role, "ada", "executive", ADA, "why not", AL)
    same(people.set_role, "al", "executive", ADA, "why not", AL)
    same(people.set_password, "al", "another good phrase", ADA, "why not", AL)
    for act in acts:
        act(ADA, AL)
    event = next(e for e in store.events(STREAM) if e.kind == "person.role")
    assert (event.actor, event.payload["second"]) == ("ada", "al")


# the terminal


@pytest.mark.clause("HR-21")
def test_the_terminal_asks_for_the_second_factor_that_the_room_asks_for(
    store: Store, people: People, clock: Clock
) -> None:
    before, ann = people.token("ada", PASSWORD), people.token("ann", PASSWORD)
    assert people.by_token(before).id == "ada", "no room was opened here"
    note_rule(store, asked=True)
    events = store.head().seq
    note_rule(store, asked=True)
    assert store.head().seq == events, "said once"
    refused(NotAllowed, r"ada has no second factor yet.*HR-21")(people.by_token, before)
    refused(NotAllowed, "ada has no second factor yet")(must_have_factor, store, ADA)
    assert people.by_token(ann).id == "ann"
    _, session = people.sign_in("ada", PASSWORD, address=HOME)
    secret = people.begin_factor(session)["secret"]
    people.finish_factor(session, code_of(secret, clock))
    assert people.by_token(before).id == "ada"
    note_rule(store, asked=False)


@pytest.mark.clause("HR-21", "HR-35")
def test_tokens_at_the_terminal(tmp_path: Path) -> None:
    from pitboss.cli.serve import user

    url = f"sqlite:///{tmp_path / 'room.db'}"

    def run(*words: str, typed: str = "") -> str:
        done = CliRunner().invoke(user, [*words, "--store", url], input=typed)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.output

    for name, role in (("ada", "admin"), ("al", "auditor")):
        run("add", name, "--role", role, "--password", PASSWORD)
        run("token", name, "-o", str(tmp_path / name), typed=PASSWORD + "\n")
    assert (tmp_path / "ada").stat().st_mode & 0o077 == 0
    with pytest.raises(NotAllowed, match="keep its accounts"):
        run("add", "sue", "--role", "supervisor", "--password", PASSWORD)
    signed = ("--by-token", str(tmp_path / "ada"), "--second-token", str(tmp_path / "al"))
    run("add", "sue", "--role", "supervisor", "--password", PASSWORD, *signed)
    run("role", "sue", "--role", "executive", "--why", "promoted", *signed)
    assert "executive" in run("list")
    refused(SignInRefused)(run, "token", "sue", "-o", str(tmp_path / "sue"), typed="wrong\n")
    (tmp_path / "forged").touch(mode=0o600)
    (tmp_path / "forged").write_text("pitboss-" + "x" * 43)
    with pytest.raises(SignInRefused, match="token is unknown"):
        run("lock", "sue", "--why", "why not", "--by-token", str(tmp_path / "forged"))
    (tmp_path / "ada").chmod(0o604)
    with pytest.raises(BadInput, match="Others on this machine may read"):
        run("lock", "sue", "--why", "left", "--by-token", str(tmp_path / "ada"))
    (tmp_path / "ada").chmod(0o600)
    run("lock", "sue", "--why", "left", "--by-token", str(tmp_path / "ada"))


@pytest.mark.clause("HR-35")
def test_from_the_first_money_on_nobody_becomes_staff_unsigned(store: Store) -> None:
    """Neither by a new account, nor by a new role, nor by another's password; two of the staff sign where nobody keeps
    the accounts."""
    people = People(store, hasher=QUICK)
    for name, role in (("eve", "executive"), ("ann", "player")):
        people.add(name, PASSWORD, role, "terminal")
    _money(store, "table files (house)")
    people.add("dot", PASSWORD, "dealer", "terminal")
    people.add("sam", PASSWORD, "supervisor", "terminal")
    _money(store, "eve (executive)")
    eve, dot = Person.of("eve", "executive"), Person.of("dot", "dealer")
    acts = staff_acts(people, "eve2", "ann", "sam")
    for act in acts:
        refused(NotAllowed, r"Money has moved here.*HR-35")(act, "terminal", None)
        for by, second in ((eve, None), (eve, eve), (dot, eve), (eve, Person.of("ann", "player"))):
            refused(NotAllowed)(act, by, second)
    refused(NotAllowed, "the same person")(people.set_role, "dot", "executive", eve, "promoted", dot)
    people.add("bob", PASSWORD, "player", "terminal")
    people.lock("sam", "terminal", "left")
    for act in acts:
        act(eve, dot)


@pytest.mark.clause("HR-35")
def test_a_house_of_one_has_nobody_else_to_sign(store: Store) -> None:
    people = People(store, hasher=QUICK)
    people.add("eve", PASSWORD, "executive", "terminal")
    _money(store, "eve (executive)")
    people.add("sam", PASSWORD, "supervisor", "terminal")
    refused(NotAllowed, "Money has moved here")(people.add, "oma", PASSWORD, "executive", "terminal")


def _money(store: Store, actor: str) -> None:
    def work(unit: Unit) -> None:
        unit.record("start", "jackpot/J", actor)
        unit.open_account("one")
        unit.open_account("other")
        unit.transfer("one", "other", 1, "seed")

    store.write(work)

"""One account a person, with a role and hashed credentials; all on record (HR-21).

Failures lock the path they came by. What concerns staff takes two people, neither of them the one concerned (HR-35).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from argon2 import PasswordHasher

from pitboss.core.arguments import in_words, said
from pitboss.core.errors import BadInput, CodeUsed, NotAllowed, NotFound, SecondFactorNeeded, SignInRefused
from pitboss.ledger import Reader, Store, Unit
from pitboss.ledger.unit import begin
from pitboss.people import credentials, sessions
from pitboss.people.credentials import (
    ALARMS_KEPT,
    CODE_MISSING,
    CODE_USED,
    TERMINAL,
    Attempt,
    Hasher,
    Origin,
    check_password,
    judge,
    locked_paths,
    must_have_factor,
)
from pitboss.people.documents import (
    FAILURES_MAX,
    AccountAlarm,
    AccountView,
    SecondFactor,
    StoredAccount,
    account_of,
    accounts,
    put_account,
)
from pitboss.people.events import Facts, PersonAdded, PersonChanged
from pitboss.people.person import NAME, Person, Role, check_person_name, check_role, id_of
from pitboss.people.rights import ACTS, Act, allow, different, unconcerned
from pitboss.people.sessions import STREAM, Session, Sessions, hash_of

BOSSES: Final = (Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR, Role.ADMIN)
_BY_PEOPLE: Final = (
    "SELECT 1 FROM events WHERE (substr(stream, 1, 7) = 'jackpot' OR substr(stream, 1, 5) = 'tray/' "
    "OR stream = 'cage') AND actor <> 'house' AND substr(actor, length(actor) - 6) <> '(house)' "
    "AND EXISTS (SELECT 1 FROM transfers WHERE transfers.seq = events.seq) LIMIT 1"
)


# Until when the terminal makes staff by itself: a house that has people who sign for money does not get another one
# unsigned (HR-35).


def unsigned(by: Person | str) -> bool:
    """Whether nobody signs: the program, or the terminal of the machine."""
    return isinstance(by, str) or by.has(Role.HOUSE)


def money_has_moved(store: Reader) -> bool:
    """Whether somebody has moved money of a jackpot, a tray or the cage; what table files and the program book at a
    room's start is nobody's act."""
    return bool(store.ask(lambda c: c.execute(_BY_PEOPLE)))


def two_can_sign(store: Reader) -> bool:
    """Whether the house has two people of its staff, one of them a boss."""
    staff = [one for one in accounts(store) if not one.demo and one.role != Role.PLAYER]
    return len(staff) > 1 and any(one.role in BOSSES for one in staff)


def two_of_the_house(act: Act, by: Person, second: Person | None) -> None:
    """Who signs for staff where nobody keeps the accounts: a boss, and another of the staff."""
    rule = ACTS[act]
    by.must_be(*BOSSES, clause="HR-35", act=rule.does)
    if second is None or second.has(Role.PLAYER):
        raise NotAllowed(
            f"To {rule.does} takes two people.", clause="HR-35", accepted="a second person of the staff"
        )
    different(by, second, to=rule.does, clause="HR-35")


# Accounts.

PLAYER, DEALER, SUPERVISOR, EXECUTIVE, AUDITOR, ADMIN = (
    Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR, Role.ADMIN,
)  # fmt: skip
KEEPERS: Final = (Role.ADMIN, Role.AUDITOR)
"""who signs for accounts"""
ON_RECORD: Final[Mapping[str, tuple[str, ...]]] = {
    "person.unlocked": ("locked",),
    "person.locked": ("locked",),
    "person.role": ("role",),
    "person.password": ("locked", "lent"),
}
"""what the log says of a change, before and after; hashes, secrets, devices and paths stay out of it"""
DEVICES_MAX: Final = 10
SHIFT_HOURS: Final = 12
LENT_US: Final = 24 * 3_600_000_000
"""how long a password that somebody else has set can be used, to choose an own one"""


def check_new_account(name: str, password: str | None, role: str) -> None:
    """What can be said of a new account without its room. A demo account's password is not looked at."""
    check_person_name(name)
    check_role(role)
    if password is not None:
        check_password(password, name)


class People(Sessions):
    """Accounts and sessions. `demo` admits the demo room's accounts, whose passwords are public."""

    def __init__(self, store: Store, *, demo: bool = False, hasher: PasswordHasher | None = None) -> None:
        super().__init__(store, demo=demo)
        self._hasher = Hasher(hasher)

    # accounts

    def add(
        self,
        name: str,
        password: str,
        role: str,
        by: Person | str,
        *,
        demo: bool = False,
        second: Person | None = None,
    ) -> Person:
        check_new_account(name, None if demo else password, role)
        if not demo:
            self._signed(Act.ADD_PLAYER if role == PLAYER else Act.ADD_STAFF, name, by, second)
        hashed = self._hasher.hash(password, public=demo)

        def work(unit: Unit) -> None:
            if account_of(unit.get, name) is not None:
                raise BadInput(
                    f"There is an account {name} already.", clause="HR-21", accepted="one account a person"
                )
            begin(unit, STREAM, _actor(by), PersonAdded(name, role, demo, _seconded(second)))
            put_account(unit, StoredAccount(name, role, hashed, demo=demo))

        self._store.write(work)
        return Person.of(name, role, demo=demo)

    def find(self, name: str) -> AccountView:
        """An account as its keepers see it."""
        return self._shown(self._account(name))

    def player(self, name: str) -> AccountView:
        """The account of somebody who plays; chips are for nobody else (HR-34)."""
        found = self.find(name)
        if found["role"] != PLAYER:
            raise BadInput(f"{name} does not play here.", clause="HR-34", accepted="a player's account")
        return found

    def _known_account(self, name: str) -> StoredAccount | None:
        return account_of(self._store.document, name) if NAME.fullmatch(name) else None

    def _account(self, name: str) -> StoredAccount:
        found = self._known_account(name)
        if found is None:
            raise NotFound(f"There is no account {name!r}.", clause="HR-21")
        return found

    def everyone(self) -> list[AccountView]:
        """All accounts without their secrets."""
        return [self._shown(account) for account in accounts(self._store)]

    def _shown(self, account: StoredAccount) -> AccountView:
        failed, locked = locked_paths(account, self._store.clock())
        return {
            "name": account.name,
            "role": account.role,
            "demo": account.demo,
            "locked": account.locked or bool(locked),
            "failures": failed,
            "second_factor": account.factor is not None,
            "alarms": list(account.alarms),
            "lent": account.lent,
        }

    def unlock(self, name: str, by: Person | str, why: str) -> None:
        """Opens the account, and the paths that failures have locked. The terminal forgives wrong guesses by itself;
        what a person has locked, a person unlocks."""

        def open_again(account: StoredAccount) -> StoredAccount:
            if account.locked:
                self._signed(Act.UNLOCK, name, by, None)
            return replace(account, locked=False, paths={})

        if not unsigned(by):
            self._signed(Act.UNLOCK, name, by, None)
        failures = self.find(name)["failures"]
        self._change(name, by, why, "person.unlocked", open_again, before={"failures": failures})

    def lock(self, name: str, by: Person | str, why: str) -> list[str]:
        """Nobody signs in with it until it is unlocked; returns the sessions that ended with it."""
        self._signed(Act.LOCK, name, by, None)
        self._change(name, by, why, "person.locked", lambda account: replace(account, locked=True))
        return self._end_all(name, "locked")

    def end_sessions(self, name: str, by: Person, why: str) -> list[str]:
        """Signs somebody out everywhere, at the terminal too; returns the sessions that ended with it."""
        self._signed(Act.END_SESSIONS, name, by, None)
        self._account(name)
        facts = {"name": name, "why": said(why, "Signing somebody out", "HR-22")}

        def work(unit: Unit) -> None:
            unit.record("person.signed-out", STREAM, _actor(by), facts)
            account = account_of(unit.get, name)
            assert account is not None
            put_account(unit, replace(account, series={}))

        self._store.write(work)
        return self._end_all(name, "ended by an admin")

    def tokens_of(self, name: str) -> list[int]:
        """When each living token of a person for the terminal expires."""
        return sessions.expiring(self._store, name)

    def set_role(
        self, name: str, role: str, by: Person | str, why: str, second: Person | None = None
    ) -> list[str]:
        """Returns the sessions that ended with it."""
        check_role(role)
        self._signed(Act.SET_ROLE, name, by, second)
        self._change(name, by, why, "person.role", lambda account: replace(account, role=role), second=second)
        return self._end_all(name, "new role")

    def set_password(
        self, name: str, password: str, by: Person | str, why: str, second: Person | None = None
    ) -> list[str]:
        """By two of those who keep the accounts: good for a day and one sign-in, at which the person chooses an own
        one; the person is told. Returns the sessions that ended with it."""
        check_password(password, name)
        staff = self._account(name).role != PLAYER
        self._signed(Act.SET_STAFF_PASSWORD if staff else Act.SET_PLAYER_PASSWORD, name, by, second)
        now, hashed = self._store.clock(), self._hasher.hash(password)
        told: AccountAlarm = {"at_us": now, "text": f"{_actor(by)} has set your password: {in_words(why)}"}

        def lend(account: StoredAccount) -> StoredAccount:
            alarms = (*account.alarms, told)[-ALARMS_KEPT:]
            return replace(account, hash=hashed, locked=False, paths={}, lent=now + LENT_US, alarms=alarms)

        self._change(name, by, why, "person.password", lend, second=second)
        return self._end_all(name, "new password")

    def reset_factor(self, name: str, by: Person | str, why: str, second: Person | None = None) -> list[str]:
        """A lost telephone: the person sets up a new one at the next sign-in."""
        self._signed(Act.RESET_FACTOR, name, by, second)
        self._change(
            name,
            by,
            why,
            "person.factor-reset",
            lambda account: replace(account, factor=None, paper=(), paper_used=(), pending=None),
            second=second,
        )
        return self._end_all(name, "second factor reset")

    def _signed(self, act: Act, concerned: str, by: Person | str, second: Person | None) -> None:
        """The program and the terminal make a room's first accounts; then the people that keep them sign. Where nobody
        keeps them, two of the staff sign from the first money on."""
        kept = self._kept()
        if unsigned(by):
            free = act is Act.ADD_PLAYER or not (kept or (ACTS[act].second and self._at_work()))
            if free:
                return
            raise NotAllowed(
                "This room has people who keep its accounts."
                if kept
                else "Money has moved here, so nobody becomes staff unsigned.",
                clause="HR-35",
                accepted=f"two {'of them' if kept else 'of the staff, a boss first'}, signed in "
                "(--by and --second with their tokens at the terminal)",
            )
        assert not isinstance(by, str)
        if not kept and ACTS[act].second and self._at_work():
            two_of_the_house(act, by, second)
        else:
            allow(act, by, second)
        unconcerned(act, concerned, by, second)

    def _at_work(self) -> bool:
        """Whether money has moved and two people are there to sign for it."""
        return two_can_sign(self._store) and money_has_moved(self._store)

    def _kept(self) -> bool:
        roles = [account.role for account in accounts(self._store) if not account.demo]
        return ADMIN in roles and len([role for role in roles if role in KEEPERS]) > 1

    def _change(
        self,
        name: str,
        by: Person | str,
        why: str,
        kind: str,
        change: Callable[[StoredAccount], StoredAccount],
        *,
        second: Person | None = None,
        before: Facts | None = None,
    ) -> None:
        """One change of an account, with before and after in the log (HR-22); secrets stay out of it. Signatures take
        the code again after it."""
        self._account(name)
        reason = said(why, "A change of an account", "HR-22")

        def work(unit: Unit) -> None:
            account = account_of(unit.get, name)
            assert account is not None
            after = change(account)
            shown = ON_RECORD.get(kind, ())
            says = PersonChanged(
                name,
                {key: getattr(account, key) for key in shown} | dict(before or {}),
                {key: getattr(after, key) for key in shown},
                reason,
                _seconded(second),
            )
            begin(unit, STREAM, _actor(by), says, kind)
            put_account(unit, replace(after, series={}))

        self._store.write(work)

    def _end_all(self, name: str, why: str, but: str | None = None) -> list[str]:
        sessions.revoke(self._store, name)
        return self.forget(name, why, but)

    # credentials

    def check(
        self, name: str, password: str, *, origin: Origin, purpose: str, code: str | None = None
    ) -> Person:
        """The person with these credentials. Failures are counted and logged, and lock the path they came by. Whatever
        is locked or wrong is answered alike; only on an open path, after the right password, is the code spoken of."""
        account = self._known_account(name)
        hashed = account.hash if account else self._hasher.nobodys
        right = self._hasher.right(hashed, password)
        attempt = Attempt(name[:40], purpose, origin, hashed, right, code, self._demo)
        against: list[str | None] = []
        self._store.write(lambda unit: against.append(judge(unit, attempt, self._store.clock())))
        reason = against[-1]
        if reason is None:
            return self._account(name).person
        if reason == CODE_MISSING:
            raise SecondFactorNeeded(
                "This account has a second factor.",
                clause="HR-21",
                accepted="its six digits beside the password",
            )
        if reason == CODE_USED:
            raise CodeUsed(
                "This code was used, wait for the next one.",
                clause="HR-21",
                accepted="the six digits that come next, each of them once",
            )
        raise SignInRefused(
            "Name or password is wrong, or the account is locked.",
            clause="HR-21",
            accepted=f"the right ones; {FAILURES_MAX} failures lock the account for whoever sends them, "
            "for a minute and then longer and longer, or until an admin unlocks it",
        )

    def sign_in(
        self, name: str, password: str, *, address: str, code: str | None = None, device: str | None = None
    ) -> tuple[str, Session]:
        """The token for the browser, and the session."""
        person = self.check(name, password, origin=Origin(address, device), purpose="sign-in", code=code)
        account = self._account(name)
        return self.begin(person, address=address, limited=account.needs_factor, lent=bool(account.lent))

    def without_factor(self, person: Person) -> bool:
        """Whether somebody of the staff has not set up the second factor that staff has."""
        return self._account(person.id).needs_factor

    def knows_device(self, name: str, device: str) -> bool:
        """Whether the account has signed in from this browser before."""
        return Origin("", device).knows(self._known_account(name)) is not None

    def remember_device(self, person: Person, address: str, token: str) -> None:
        """A browser that has signed in once is no stranger any more; the person is told of a new one."""
        digest = hash_of(token)

        def work(unit: Unit) -> None:
            account = account_of(unit.get, person.id)
            if account is None or digest in account.devices:
                return
            devices = dict(sorted(account.devices.items(), key=lambda item: item[1])[1 - DEVICES_MAX :])
            now = self._store.clock()
            told: AccountAlarm = {"at_us": now, "text": f"Signed in from a new device at {address}."}
            alarms = (*account.alarms, told)[-ALARMS_KEPT:]
            unit.record("device.known", STREAM, person.id, {"name": person.id, "address": address})
            put_account(unit, replace(account, devices={**devices, digest: now}, alarms=alarms))

        if digest not in self._account(person.id).devices:
            self._store.write(work)

    # what a person does with the own account

    def confirm(self, session: Session, password: str, *, origin: Origin, code: str | None = None) -> Session:
        """Credentials given again before something that cannot be taken back."""
        self.check(session.person.id, password, origin=origin, purpose="confirmation", code=code)
        return self.freshen(session, limited=session.limited, lent=session.lent)

    def change_own_password(
        self, session: Session, old: str, new: str, *, origin: Origin, code: str | None = None
    ) -> list[str]:
        """Ends the person's other sessions; returns them."""
        ended = self.choose_password(session.person.id, old, new, origin=origin, code=code, but=session.id)
        self.freshen(session, limited=session.limited)
        return ended

    def choose_password(
        self,
        name: str,
        old: str,
        new: str,
        *,
        origin: Origin,
        code: str | None = None,
        but: str | None = None,
    ) -> list[str]:
        """A password of one's own for the one of now, which is given with it. Tokens and sessions end, except perhaps
        the session that asks for it; returns the sessions."""
        known = self._known_account(name)
        person = self.check(name, old, origin=origin, purpose="new password", code=code)
        check_password(new, name)
        if self._hasher.right(self._account(name).hash, new):
            raise BadInput("That is the password of now.", clause="HR-21", accepted="another one")
        hashed = self._hasher.hash(new)

        def choose(account: StoredAccount) -> StoredAccount:
            if known is None or account.hash != known.hash or account.locked:
                raise SignInRefused(
                    f"The password of {name} was changed meanwhile, or the account is locked.",
                    clause="HR-21",
                    accepted="the password of now",
                )
            return replace(account, hash=hashed, lent=None)

        self._change(name, person, "own wish", "person.password", choose)
        return self._end_all(name, "new password", but)

    def begin_factor(
        self,
        session: Session,
        password: str | None = None,
        *,
        origin: Origin | None = None,
        code: str | None = None,
    ) -> dict[str, str]:
        """A secret for the person's authenticator; it counts when a first code has come back. Whoever has a second
        factor gives the password and a code of that one; a first one takes credentials of a moment ago."""
        name, secret = session.person.id, credentials.new_secret()
        if password is not None and origin is not None:
            self.check(name, password, origin=origin, purpose="new second factor", code=code)
            self.freshen(session, limited=session.limited, lent=session.lent)
        elif self._account(name).factor is not None:
            raise NotAllowed(
                "This account has a second factor.",
                clause="HR-21",
                accepted="the password and a code of the second factor of now, to set up another one",
            )
        else:
            self.need_fresh(session)
        self._change(
            name,
            session.person,
            "own wish",
            "person.factor-begun",
            lambda account: replace(account, pending=secret),
        )
        return {"secret": secret, "uri": credentials.factor_uri(secret, name)}

    def finish_factor(self, session: Session, code: str) -> list[str]:
        """The codes on paper, shown this once. The person is told where they replace others."""
        self.need_fresh(session)
        name = session.person.id
        secret = self._account(name).pending
        step = credentials.accepted_step(secret, code, self._store.clock(), 0) if secret else None
        if secret is None or step is None:
            raise BadInput(
                "These are not the digits of now.", clause="HR-21", accepted="the six digits shown now"
            )
        codes = credentials.paper_codes()
        factor, hashed = SecondFactor(secret, step), tuple(map(credentials.paper_hash, codes))
        told: AccountAlarm = {
            "at_us": self._store.clock(),
            "text": "Your second factor was replaced, and its codes on paper with it.",
        }

        def put(account: StoredAccount) -> StoredAccount:
            alarms = account.alarms if account.factor is None else (*account.alarms, told)[-ALARMS_KEPT:]
            return replace(account, factor=factor, pending=None, paper=hashed, paper_used=(), alarms=alarms)

        self._change(name, session.person, "own wish", "person.factor", put)
        self.unlimited(session)
        return codes

    def alarms(self, name: str) -> list[AccountAlarm]:
        return list(self._account(name).alarms)

    def dismiss_alarms(self, session: Session) -> None:
        self._change(
            session.person.id,
            session.person,
            "seen",
            "person.alarms-seen",
            lambda account: replace(account, alarms=()),
        )

    def sign_out(self, session: Session) -> None:
        self.end(session.id, session.person.id)

    # the terminal

    def token(self, name: str, password: str, *, code: str | None = None, hours: int = SHIFT_HOURS) -> str:
        """A token for the terminal, for one shift."""
        person = self.check(name, password, origin=TERMINAL, purpose="token", code=code)
        return sessions.issue(self._store, person, hours)

    def by_token(self, token: str) -> Person:
        """Who signs with a token; staff as the room asks it of them."""
        person = sessions.holder(self._store, token)
        must_have_factor(self._store, person)
        return person


def _actor(by: Person | str) -> str:
    return by if isinstance(by, str) else by.id


def _seconded(second: Person | None) -> str | None:
    return None if second is None else second.id


def need(person: Person | None, *roles: str) -> Person:
    """The person, if signed in with one of these roles."""
    if person is None:
        raise NotAllowed("Nobody is signed in.", clause="HR-21", accepted=f"a {' or '.join(roles)}")
    if not person.has(*roles):
        raise NotAllowed(
            f"{person.name} is signed in as {person.role}.",
            clause="HR-21",
            accepted=f"a {' or '.join(roles)}",
        )
    return person


# What an account's owner is to see at the next look at it.


def tell(unit: Unit, name: str, text: str, now_us: int) -> None:
    """Somebody without an account here is told by people."""
    account = account_of(unit.get, id_of(name)) if name else None
    if account is not None:
        alarms = (*account.alarms, AccountAlarm(at_us=now_us, text=text))[-ALARMS_KEPT:]
        put_account(unit, replace(account, alarms=alarms))

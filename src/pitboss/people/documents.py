"""What the store keeps of people: accounts, sessions, tokens and wrong passwords; and what others see of an account
(HR-21).

Wrong passwords slow down whoever sends them, and nobody else. Failures are counted by path: an account, tried from a
device it knows, or at the screen of somebody who is signed in, or else from an address. Three lock the path, for a time
that doubles with every further one. Many strangers against one account, and one address or screen against many
accounts, are slowed down in the same way. Neither a device that the account knows nor somebody at a screen that is
signed in is a stranger. While a path is locked nothing that comes by it is looked at or counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict

from pitboss.core.codec import LEFT_OUT, decode, encode
from pitboss.ledger import Reader, Unit
from pitboss.people.person import Person, Role

FAILURES_MAX: Final = 3
STRANGERS_MAX: Final = 30
"""failures of all strangers against one account"""
ADDRESS_MAX: Final = 30
"""failures of one address, or of one person's screen, against whatever accounts"""
MANY_MEMORY_US: Final = 600_000_000
"""what many people do together is forgotten after ten quiet minutes"""
FIRST_LOCK_US: Final = 60_000_000
LONGEST_LOCK_US: Final = 24 * 3_600_000_000
PATHS_KEPT: Final = 40

STRANGERS: Final = "strangers"


@dataclass(frozen=True, slots=True)
class Path:
    """How often in a row it failed, and until when nothing is accepted from it."""

    failures: int = 0
    until_us: int = 0
    last_us: int = 0

    def locked(self, now_us: int) -> bool:
        return now_us < self.until_us

    def failed(self, now_us: int, most: int = FAILURES_MAX, memory_us: int = LONGEST_LOCK_US) -> Path:
        """After one more failure; after such a time without any it begins anew."""
        count = 1 + (self.failures if now_us - max(self.last_us, self.until_us) < memory_us else 0)
        until = self.until_us
        if count >= most:
            until = now_us + min(LONGEST_LOCK_US, FIRST_LOCK_US << min(count - most, 12))
        return Path(count, until, now_us)


def last_of(paths: Mapping[str, Path]) -> dict[str, Path]:
    """Those that failed last are kept."""
    return dict(sorted(paths.items(), key=lambda item: item[1].last_us)[-PATHS_KEPT:])


class AccountAlarm(TypedDict):
    """Something its owner has to know: wrong passwords, a new device, a password set by somebody else."""

    at_us: int
    text: str


class AccountView(TypedDict, total=False):
    name: str
    role: str
    demo: bool
    locked: bool
    failures: int
    second_factor: bool
    alarms: list[AccountAlarm]
    lent: int | None
    """until when a password that somebody else has set is good for choosing an own one"""


# Records of the store.

Get = Callable[[str], Any]
"""a unit's own `get`, or the store's `document`"""


@dataclass(frozen=True, slots=True)
class SecondFactor:
    """The second factor: its secret, and the last half minute whose code was accepted."""

    secret: str
    step: int = 0


@dataclass(frozen=True, slots=True)
class StoredAccount:
    name: str
    role: str
    hash: str = ""
    locked: bool = False
    demo: bool = False
    factor: SecondFactor | None = field(default=None, metadata=LEFT_OUT)
    pending: str | None = field(default=None, metadata=LEFT_OUT)
    """the secret of a second factor that is being set up"""
    paper: tuple[str, ...] = ()
    """hashes of the codes on paper that are not used yet"""
    paper_used: tuple[str, ...] = ()
    devices: Mapping[str, int] = field(default_factory=dict)
    """browsers that have signed in, by the hash of what they were given, and when"""
    alarms: tuple[AccountAlarm, ...] = ()
    paths: Mapping[str, Path] = field(default_factory=dict)
    """wrong passwords, by the way they came"""
    lent: int | None = field(default=None, metadata=LEFT_OUT)
    """until when a password that somebody else has set is good for choosing an own one"""
    series: Mapping[str, int] = field(default_factory=dict)
    """until when signatures at a screen need no further code, by the id of the session there"""

    @property
    def person(self) -> Person:
        return Person.of(self.name, self.role, demo=self.demo)

    @property
    def needs_factor(self) -> bool:
        """Staff have a second factor; players may, and the demo room's people need none."""
        return self.role != Role.PLAYER and not self.demo and self.factor is None


def account_key(name: str) -> str:
    return f"person/{name}"


def account_of(get: Get, name: str) -> StoredAccount | None:
    found = get(account_key(name))
    return None if found is None else decode(StoredAccount, found)


def accounts(store: Reader) -> list[StoredAccount]:
    return [decode(StoredAccount, found) for found in store.documents(account_key("")).values()]


def put_account(unit: Unit, account: StoredAccount) -> None:
    unit.put(account_key(account.name), encode(account))


@dataclass(frozen=True, slots=True)
class StoredSession:
    name: str
    csrf: str
    expires_us: int
    begun_us: int
    address: str
    used_us: int
    fresh_us: int


@dataclass(frozen=True, slots=True)
class StoredToken:
    name: str
    expires_us: int

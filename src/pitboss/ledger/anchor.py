"""The anchor: where the log ended, noted outside the database with every batch that was acknowledged.

A damaged write-ahead log is dropped by the database without a word, and whoever can write to the database can
make a new chain. The anchor knows better: a store that is behind it is not opened, and `verify` names it. It is
one small file of two slots, each with a checksum of its own; a slot that is torn leaves the other. It is written
before a unit is acknowledged, and handed to the disk itself within a second: an anchor that lags is only milder,
never wrong. Further places may be a folder on another disk, or a device such as a printer, that gets a line each.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import stat
import threading
import time
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pitboss.core.errors import BadInput
from pitboss.ledger.model import Head

if TYPE_CHECKING:
    from pitboss.ledger.database import Connection

MAGIC: Final = "pitboss-anchor-1"
SLOT: Final = 256
SYNC_S: Final = 1.0
ENVIRONMENT: Final = "PITBOSS_ANCHOR"
"""a folder or device for a second anchor, for every command"""
ONE_PLACE: Final = (
    "The end of the log is noted in one place only: an older store put back together with its older anchor would not "
    f"be noticed. Name a second place, on another disk or machine: {ENVIRONMENT}=FOLDER"
)

_log = logging.getLogger(__name__)


class Anchor:
    """One file. Several processes may share it: the newest whole slot counts."""

    def __init__(self, path: Path, machine: str = "", *, own: bool = False) -> None:
        self.path = path
        self.own = own
        """beside its store or in the program's state folder, which it makes itself"""
        self.machine = machine
        """where the file is, if the store is not there too"""
        self._file: int | None = None
        self._lock = threading.Lock()
        self._failed = False
        self._written = 0
        self._synced_s = 0.0

    @property
    def place(self) -> str:
        """As the store remembers it; nothing for what cannot be asked."""
        return f"{self.machine}:{self.path.resolve()}"

    def read(self) -> Head | None:
        """The head noted last, or None where there is no anchor."""
        try:
            data = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        heads = [head for at in (0, SLOT) if (head := _parse(data[at : at + SLOT]))]
        return max(heads, default=None)

    def write(self, head: Head) -> None:
        """Note a head. The batch is durable already: a failure here is said, and costs nobody a receipt."""
        with self._lock:
            try:
                if self._file is None:
                    if self.own:
                        self._make_folder()
                    self._file = _opened(self.path)
                os.pwrite(self._file, _slot(head), SLOT * (self._written % 2))
                self._written += 1
                if time.monotonic() - self._synced_s > SYNC_S:
                    self._sync_later()
            except OSError as error:
                if not self._failed:
                    _log.error("The anchor %s cannot be written: %s.", self.path, error.strerror)
                self._failed = True
            else:
                self._failed = False

    def reset(self, head: Head) -> None:
        """Forget what was noted: somebody has said why."""
        with suppress(OSError):
            self._make_folder()
        for _ in range(2):
            self.write(head)

    def _make_folder(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _sync_later(self) -> None:
        self._synced_s = time.monotonic()
        threading.Thread(target=self._sync, name="pitboss-anchor", daemon=True).start()

    def _sync(self) -> None:
        with self._lock, suppress(OSError):
            file = None if self._file is None else os.dup(self._file)
        if file is not None:
            with suppress(OSError):
                os.fsync(file)
            os.close(file)

    def close(self) -> None:
        self._sync()
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None


class LineDevice(Anchor):
    """A device that takes lines, such as a printer; it cannot be asked."""

    @property
    def place(self) -> str:
        return ""

    def read(self) -> Head | None:
        return None

    def write(self, head: Head) -> None:
        try:
            # a device that nobody listens to must not hold up the room
            device = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                os.write(device, f"{MAGIC} {head.at_us} {head}\n".encode())
            finally:
                os.close(device)
        except OSError as error:
            _log.error("The anchor %s cannot be written: %s.", self.path, error.strerror)


class Anchors:
    """All places of a store."""

    def __init__(self, places: Iterable[Anchor], store: str = "") -> None:
        self.places = tuple(places)
        self._store = store
        self._to_note = False

    def add_known(self, known: Iterable[str]) -> None:
        """Places of this machine that the store was noted in before and that nobody has named this time: a second
        place is not got rid of by leaving its name away."""
        for name in known:
            machine, _, path = name.partition(":")
            mine = machine == platform.node() and Path(path).name == f"{self._store}.anchor"
            if mine and name not in {place.place for place in self.places}:
                self.places += (Anchor(Path(path), machine),)

    @property
    def one_place(self) -> bool:
        """Nothing but the store's own anchor: whoever has the one has the other."""
        return len(self.places) == 1

    def read(self) -> Sequence[tuple[Anchor, Head]]:
        return [(place, head) for place in self.places if (head := place.read())]

    def gone(self, known: Container[str]) -> list[Anchor]:
        """Places that the store has been noted in, and that have nothing any more."""
        return [place for place in self.places if place.place in known and place.read() is None]

    def check_folders(self, known: Container[str] = ()) -> None:
        """A folder that somebody names is there already: its name may be misspelled, or its disk not mounted."""
        for place in self.places:
            if not (place.own or place.place in known or place.path.parent.is_dir()):
                raise BadInput(
                    f"There is no folder {place.path.parent} to keep an anchor in.",
                    accepted=f"a folder that exists, or a device, in {ENVIRONMENT}: make it, or mount its disk",
                )

    def note_with_next_write(self) -> None:
        """Whoever only reads binds the store to no place."""
        self._to_note = True

    def note(self, connection: Connection, head: Head, at_us: int) -> None:
        """The store learns where its end is noted, from the first write on: an anchor that is taken away after that is
        missed. The place is written first: the store remembers none that was never there."""
        if not self._to_note:
            return
        known = connection.anchored()
        for place in self.places:
            if place.place and place.place not in known:
                if place.read() is None:
                    place.write(head)
                if place.read() is not None:
                    connection.note_anchored(place.place, at_us)

    def noted(self) -> None:
        self._to_note = False

    def write(self, head: Head) -> None:
        for place in self.places:
            place.write(head)

    def close(self) -> None:
        for place in self.places:
            place.close()


NO_ANCHORS: Final = Anchors(())


def state_folder() -> Path:
    """Where a program keeps what must outlive a run, of the person who runs it (XDG)."""
    given = os.environ.get("XDG_STATE_HOME")
    return (Path(given) if given else Path.home() / ".local" / "state") / "pitboss" / "anchors"


def _at_home(url: str) -> list[Anchor]:
    """For a store on a server: a file of the machine that writes to it."""
    try:
        folder = state_folder()
        there = next(place for place in (folder, *folder.parents) if place.exists())
        if not there.is_dir() or not os.access(there, os.W_OK):
            raise OSError(f"{there} cannot be written to")
    except (OSError, RuntimeError) as error:
        _log.warning("The store has no anchor of its own on this machine: %s.", error)
        return []
    return [Anchor(folder / f"{_store_name(url)}.anchor", platform.node(), own=True)]


def anchors_of(url: str, beside: Path | None, further: Iterable[str | Path] = ()) -> Anchors:
    """The file beside an embedded store, or one at home for a store on a server; and one for this store in each
    further folder or device. Files are made with the first write; a folder that is named must be there."""
    places = _at_home(url) if beside is None else [Anchor(beside, own=True)]
    words = [*further, *filter(None, os.environ.get(ENVIRONMENT, "").split(os.pathsep))]
    for word in words:
        path = Path(word)
        with suppress(FileNotFoundError):
            if not stat.S_ISDIR(mode := path.stat().st_mode) and not stat.S_ISREG(mode):
                places.append(LineDevice(path))
                continue
            if stat.S_ISREG(mode):
                raise BadInput(
                    f"{path} is a file: no anchor can be kept in it.", accepted="a folder or a device"
                )
        places.append(Anchor(path / f"{_store_name(url)}.anchor", platform.node()))
    return Anchors(places, _store_name(url))


def _store_name(url: str) -> str:
    """One name for a store however often its password changes."""
    scheme, _, rest = url.partition("://")
    place = rest.rpartition("@")[2]
    if scheme == "sqlite":
        place = str(Path(rest[1:]).resolve())
    return hashlib.sha256(f"{scheme}://{place}".encode()).hexdigest()[:24]


def _slot(head: Head) -> bytes:
    text = f"{MAGIC} {head.at_us} {head} "
    return (text + hashlib.sha256(text.encode()).hexdigest()).ljust(SLOT - 1).encode() + b"\n"


def _parse(data: bytes) -> Head | None:
    text, _, digest = data.decode("ascii", "replace").strip().rpartition(" ")
    if hashlib.sha256(f"{text} ".encode()).hexdigest() != digest:
        return None
    _, at_us, head = text.split(" ")
    seq, _, event_hash = head.partition(":")
    return Head(int(seq), int(at_us), event_hash)


def _opened(path: Path) -> int:
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.fstat(file).st_size < 2 * SLOT:
        os.pwrite(file, b" " * (2 * SLOT), 0)  # room for both, so that a full disk does not stop it later
    return file

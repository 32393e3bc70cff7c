"""Backup and restore: one portable file for both databases, so a room can also move from one to the other.

The file is compressed JSON, a line a record: a header with the head of the log, the accounts with their
limits, the documents, then every event with its transfers. It is taken from one snapshot while the room goes on,
and put in place only when complete and unharmed: a damaged store does not replace its last good backup. A restore
goes into an empty store and is committed only when it verifies. A backup holds all that the store holds, the coming
order of shoes too: nobody but its owner may read it, and a passphrase seals it.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import secrets
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, cast

from pitboss.core.errors import BadInput
from pitboss.core.files import BACKUP, writing
from pitboss.ledger.database import ACCOUNT_COLUMNS, FORMAT, Connection, Row
from pitboss.ledger.model import Account, Head, StoreDamaged, StoreError, Transfer, canonical
from pitboss.ledger.store import Inside, Reader, Store, create_store, database_at
from pitboss.ledger.verify import (
    Documents,
    Verification,
    check,
    log_documents,
    parse_head,
    records,
    stored_documents,
    what_is_wrong,
    wrong_document,
)

MAGIC: Final = b"pitboss-sealed-1\n"
CHUNK: Final = 1 << 16
PASSPHRASE_MIN: Final = 12
_TAG: Final = 16
_SALT: Final = 16
_MORE, _LAST = b"more", b"last"


# A file sealed with a passphrase: AES-256-GCM in chunks, the key made by scrypt from the passphrase and a salt. Every
# chunk's nonce is its number, and the last one is marked as such: a chunk that was changed, moved, left out or cut off
# does not open.


def check_passphrase(passphrase: str) -> None:
    if len(passphrase) < PASSPHRASE_MIN:
        raise BadInput("This passphrase is too short.", accepted=f"at least {PASSPHRASE_MIN} characters")


def _cipher(passphrase: str, salt: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key = hashlib.scrypt(passphrase.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
    return AESGCM(key)


class SealedWriter(io.RawIOBase):
    def __init__(self, raw: IO[bytes], passphrase: str) -> None:
        check_passphrase(passphrase)
        salt = secrets.token_bytes(_SALT)
        self._raw = raw
        self._cipher = _cipher(passphrase, salt)
        self._number = 0
        self._pending = bytearray()
        raw.write(MAGIC + salt)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pending += data
        while len(self._pending) > CHUNK:
            self._seal(bytes(self._pending[:CHUNK]), _MORE)
            del self._pending[:CHUNK]
        return len(data)

    def _seal(self, chunk: bytes, mark: bytes) -> None:
        self._raw.write(self._cipher.encrypt(self._number.to_bytes(12, "big"), chunk, mark))
        self._number += 1

    def close(self) -> None:
        if not self.closed:
            self._seal(bytes(self._pending), _LAST)
            super().close()


class SealedReader(io.RawIOBase):
    def __init__(self, raw: IO[bytes], passphrase: str) -> None:
        if raw.read(len(MAGIC)) != MAGIC:
            raise BadInput("This file is not sealed.", accepted="a file made with a passphrase")
        self._raw = raw
        self._cipher = _cipher(passphrase, raw.read(_SALT))
        self._number = 0
        self._open = bytearray()
        self._next = raw.read(CHUNK + _TAG)
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._open and not self._ended:
            self._unseal()
        count = min(len(buffer), len(self._open))
        buffer[:count] = self._open[:count]
        del self._open[:count]
        return count

    def _unseal(self) -> None:
        from cryptography.exceptions import InvalidTag

        chunk, self._next = self._next, self._raw.read(CHUNK + _TAG)
        self._ended = not self._next
        mark = _LAST if self._ended else _MORE
        try:
            self._open += self._cipher.decrypt(self._number.to_bytes(12, "big"), chunk, mark)
        except (InvalidTag, ValueError) as error:
            if self._number == 0:
                raise BadInput(
                    "The passphrase does not open this file.", accepted="the one it was made with"
                ) from error
            raise StoreDamaged(
                f"The sealed file is torn or was edited in part {self._number + 1}."
            ) from error
        self._number += 1


def is_sealed(raw: IO[bytes]) -> bool:
    found = raw.read(len(MAGIC)) == MAGIC
    raw.seek(0)
    return found


# Backup and restore.

KIND: Final = "pitboss-backup"
_BATCH: Final = 2_000


def backup(store: Store, path: Path, passphrase: str | None = None) -> Head:
    """Write the whole store to `path`, sealed with the passphrase if there is one; returns the head it holds."""
    if passphrase is not None:
        check_passphrase(passphrase)
    with writing(path, BACKUP, private=True) as raw, store.reading() as connection, connection.snapshot():
        head = connection.head()
        accounts = [Account(*row) for row in connection.execute(f"SELECT {ACCOUNT_COLUMNS} FROM accounts")]
        with _wrapped(raw, passphrase) as sealed, gzip.open(sealed, "wt", 6, encoding="utf-8") as out:
            stored, logged = stored_documents(connection), Documents()
            counts = {"accounts": len(accounts), "documents": len(stored)}
            out.write(canonical({"kind": KIND, "format": FORMAT, "head": str(head), **counts}) + "\n")
            for account in accounts:
                out.write(canonical([account.name, account.debits_limited, account.credits_limited]) + "\n")
            for key, (seq, text) in stored.items():
                out.write(canonical([key, seq, text]) + "\n")
            last = Head()
            for event, transfers in records(connection):
                if wrong := what_is_wrong(event, transfers, last):
                    raise _not_backed_up(f"Event {event.seq} ({event.kind}): {wrong}.")
                log_documents(event, logged)
                last = Head(event.seq, event.at_us, event.hash)
                out.write(canonical([event.row, [transfer[1:] for transfer in transfers]]) + "\n")
            if wrong := wrong_document(stored, logged):
                raise _not_backed_up(wrong)
    return head


def _not_backed_up(wrong: str) -> StoreDamaged:
    return StoreDamaged(
        f"{wrong} No backup was written.", accepted="the last good backup; `pitboss verify` tells more"
    )


def nothing_more(books: Reader) -> list[str]:
    """What a store that is no room's has to say beyond its log and ledger."""
    return []


def restore(
    url: str,
    path: Path,
    passphrase: str | None = None,
    check_books: Callable[[Reader], list[str]] = nothing_more,
) -> Verification:
    """Make a store from a backup, or fill an empty one. It is kept if it verifies and if those who know its books find
    nothing; otherwise nothing is left of it."""
    results: list[Verification] = []
    driver_error = database_at(url).driver_error

    def fill(connection: Connection) -> None:
        if connection.head().seq or connection.execute("SELECT 1 FROM accounts LIMIT 1"):
            raise StoreError(
                "The store is not empty.", accepted="a new file or an empty database to restore into"
            )
        head = _read_into(connection, path, passphrase)
        result = check(connection, driver_error, [head])
        if result.sound:
            result.findings += check_books(Inside(connection))
        if not result.sound:
            raise StoreDamaged(f"{path} does not verify: {'; '.join(result.findings)}")
        results.append(result)

    create_store(url, exist_ok=True, fill=fill).close()
    return results[-1]


def _read_into(connection: Connection, path: Path, passphrase: str | None) -> Head:
    lines = _lines(path, passphrase)
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("kind") != KIND:
        raise BadInput(
            f"{path} is not a backup of a store.", accepted="a file written by `pitboss store backup`"
        )
    if header["format"] != FORMAT:
        raise BadInput(
            f"{path} has format {header['format']}, which this version of pitboss does not know.",
            accepted=f"a backup of format {FORMAT}",
        )
    head = parse_head(header["head"])
    named = [next(lines) for _ in range(header["accounts"])]
    connection.add_rows("accounts", [Account(name, 0, 0, 0, 0, *limits) for name, *limits in named])
    connection.add_rows("documents", [next(lines) for _ in range(header["documents"])])
    last = 0
    events: list[Row] = []
    transfers: list[Transfer] = []
    for fields, moves in lines:
        last = fields[0]
        events.append(fields)
        transfers += [Transfer(last, *move) for move in moves]
        if len(events) == _BATCH:
            _flush(connection, events, transfers)
    _flush(connection, events, transfers)
    if last != head.seq:
        raise StoreDamaged(f"{path} ends at event {last}; its header says {head.seq}.")
    return head


def _flush(connection: Connection, events: list[Row], transfers: list[Transfer]) -> None:
    connection.add_rows("events", events)
    connection.add_rows("transfers", transfers)
    events.clear()
    transfers.clear()


def sealed_at(path: Path) -> bool:
    """Whether a backup asks for a passphrase."""
    with suppress(OSError), path.open("rb") as raw:
        return is_sealed(raw)
    return False


@contextmanager
def _wrapped(raw: IO[bytes], passphrase: str | None) -> Iterator[IO[bytes]]:
    if passphrase is None:
        yield raw
        return
    with SealedWriter(raw, passphrase) as sealed:
        yield cast("IO[bytes]", sealed)


@contextmanager
def _opened(path: Path, passphrase: str | None) -> Iterator[IO[bytes]]:
    with path.open("rb") as raw:
        if not is_sealed(raw):
            yield raw
        elif passphrase is None:
            raise BadInput(f"{path} is sealed.", accepted="the passphrase it was made with")
        else:
            yield io.BufferedReader(SealedReader(raw, passphrase))


def _lines(path: Path, passphrase: str | None) -> Iterator[Any]:
    try:
        with (
            _opened(path, passphrase) as raw,
            gzip.open(raw, "rt", encoding="utf-8") as source,
        ):
            for number, line in enumerate(source, 1):
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise StoreDamaged(f"Line {number} of {path} is torn.") from error
    except FileNotFoundError as error:
        raise BadInput(
            f"There is no file {path}.", accepted="a file written by `pitboss store backup`"
        ) from error
    except (EOFError, OSError, zlib.error, UnicodeDecodeError) as error:
        raise StoreDamaged(f"{path} is torn: {error}.") from error

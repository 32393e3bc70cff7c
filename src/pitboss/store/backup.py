"""Backup and restore: one portable file for both databases, so a room can also move from one to the other.

The file is compressed JSON, a line a record: a header with the head of the log, the accounts with their
limits, then every event with its transfers. It is taken from one snapshot while the room goes on, and put in
place only when complete and unharmed: a damaged store does not replace its last good backup. A restore goes into
an empty store and is committed only when it verifies. A backup holds all that the store holds, the coming order of
shoes too: nobody but its owner may read it, and a passphrase seals it.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, cast

from pitboss.errors import BadInput
from pitboss.outfile import BACKUP, writing
from pitboss.store.database import ACCOUNT_COLUMNS, Connection
from pitboss.store.errors import StoreDamaged, StoreError
from pitboss.store.model import Account, Event, Head, Transfer, canonical
from pitboss.store.reader import Inside, Reader
from pitboss.store.schema import ACCOUNTS_NOTED, LATEST
from pitboss.store.sealed import SealedReader, SealedWriter, check_passphrase, is_sealed
from pitboss.store.store import Store
from pitboss.store.unit import note_accounts
from pitboss.store.verify import Verification, check, parse_head, records, what_is_wrong

FORMAT: Final = "pitboss-backup-1"
_BATCH: Final = 2_000


def backup(store: Store, path: Path, passphrase: str | None = None) -> Head:
    """Write the whole store to `path`, sealed with the passphrase if there is one; returns the head it holds."""
    if passphrase is not None:
        check_passphrase(passphrase)
    with writing(path, BACKUP, private=True) as raw, store.reading() as connection, connection.snapshot():
        head = connection.head()
        accounts = [Account(*row) for row in connection.execute(f"SELECT {ACCOUNT_COLUMNS} FROM accounts")]
        with _wrapped(raw, passphrase) as sealed, gzip.open(sealed, "wt", 6, encoding="utf-8") as out:
            header = {"format": FORMAT, "schema": LATEST, "head": str(head), "accounts": len(accounts)}
            out.write(canonical(header) + "\n")
            for account in accounts:
                out.write(canonical([account.name, account.debits_limited, account.credits_limited]) + "\n")
            last = Head()
            for event, transfers in records(connection):
                if wrong := what_is_wrong(event, transfers, last):
                    raise StoreDamaged(
                        f"Event {event.seq} ({event.kind}): {wrong}. No backup was written.",
                        accepted="the last good backup; `pitboss verify` tells more",
                    )
                last = Head(event.seq, event.at_us, event.hash)
                out.write(canonical([event, [transfer[1:] for transfer in transfers]]) + "\n")
    return head


def nothing_more(books: Reader) -> list[str]:
    """What a store that is no room's has to say beyond its log and ledger."""
    return []


def restore(
    store: Store,
    path: Path,
    passphrase: str | None = None,
    check_books: Callable[[Reader], list[str]] = nothing_more,
) -> Verification:
    """Fill an empty store from a backup. It is kept if it verifies and if those who know its books find nothing."""
    if store.head().seq or store.accounts():
        raise StoreError(
            "The store is not empty.", accepted="a new file or an empty database to restore into"
        )
    with store.reading() as connection, connection.exclusive():
        head, schema = _read_into(connection, path, passphrase)
        if schema < ACCOUNTS_NOTED:
            note_accounts(connection, store.clock())
        result = check(connection, store.database.driver_error, [head])
        if result.sound:
            result.findings += check_books(Inside(connection))
        if not result.sound:
            raise StoreDamaged(f"{path} does not verify: {'; '.join(result.findings)}")
    store.anchors.write(result.head)
    return result


def _read_into(connection: Connection, path: Path, passphrase: str | None) -> tuple[Head, int]:
    lines = _lines(path, passphrase)
    header = next(lines, None)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadInput(
            f"{path} is not a backup of a store.", accepted="a file written by `pitboss store backup`"
        )
    head = parse_head(header["head"])
    named = [next(lines) for _ in range(header["accounts"])]
    connection.add_rows("accounts", [Account(name, 0, 0, 0, 0, *limits) for name, *limits in named])
    documents: dict[str, tuple[int, str]] = {}
    last = 0
    events: list[Event] = []
    transfers: list[Transfer] = []
    for fields, moves in lines:
        event = Event(*fields)
        events.append(event)
        transfers += [Transfer(event.seq, *move) for move in moves]
        documents.update((key, (event.seq, canonical(value))) for key, value in event.sets.items())
        last = event.seq
        if len(events) == _BATCH:
            _flush(connection, events, transfers)
    _flush(connection, events, transfers)
    if last != head.seq:
        raise StoreDamaged(f"{path} ends at event {last}; its header says {head.seq}.")
    kept = [(key, seq, value) for key, (seq, value) in documents.items() if value != "null"]
    connection.add_rows("documents", kept)
    return head, int(header["schema"])


def _flush(connection: Connection, events: list[Event], transfers: list[Transfer]) -> None:
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

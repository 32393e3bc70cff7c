"""Files written for people: whole or not at all, never over a store, and over nothing that is of another kind."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from pitboss.core.errors import BadInput

STORE, ANCHOR, BACKUP, TOKEN, TEXT, BINARY = "store", "anchor", "backup", "token", "text", "binary"
KINDS: Final = {
    b"SQLite format 3\0": STORE,
    b"7\x7f\x06\x82": STORE,  # its write-ahead log
    b"7\x7f\x06\x83": STORE,
    b"pitboss-anchor-": ANCHOR,
    b"pitboss-sealed-": BACKUP,
    b"\x1f\x8b": BACKUP,
    b"%PDF": "PDF",
    b"PK\x03\x04": "workbook",
    b"\x89PNG": "picture",
    b"<!doctype html": "HTML",
    b"<html": "HTML",
    b"<?xml": "SVG",
    b"<svg": "SVG",
    b"{": "JSON",
}
"""by how a file begins"""
BY_ENDING: Final = {".pdf": "PDF", ".xlsx": "workbook", ".html": "HTML", ".svg": "SVG", ".json": "JSON"}
STORE_PARTS: Final = ("-wal", "-shm", "-journal", ".anchor")
"""what lies beside a store and belongs to it"""
_LOOKED_AT: Final = 4_096
_TOKEN: Final = re.compile(rb"[A-Za-z0-9_-]{40,64}\s*")
_SEAL: Final = re.compile(rb"# Written by (.+); sha256 ([0-9a-f]{64})\n\Z")
"""the last line of a file that a command may replace"""
_DEVICES: Final = ("/dev/", "/proc/")


def kind_of(head: bytes) -> str:
    """What a file is, by its first bytes."""
    begin = head[:32].lstrip().lower() if head[:1].isspace() or head[:1] == b"<" else head[:32]
    for magic, kind in KINDS.items():
        if begin.startswith(magic):
            return kind
    if _TOKEN.fullmatch(head):
        return TOKEN
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return BINARY
    return BINARY if b"\0" in head else TEXT


def check_over(path: Path, kind: str) -> None:
    """Refuse to write a file of a kind where another thing lies; a store and what belongs to it always."""
    if not path.name or path.is_dir():
        raise BadInput(f"{path} is a folder: nothing was written.", accepted="the name of a file")
    # By their names, and first: to open and close a file of a store gives up the locks that this process has on it.
    for place in (path, path.resolve()):
        if any(place.with_name(place.name + part).exists() for part in STORE_PARTS):
            raise _refused(path, "is a store")
        for part in STORE_PARTS:
            whole = place.name.removesuffix(part)
            if whole not in ("", place.name) and place.with_name(whole).exists():
                raise _refused(path, f"belongs to the store {whole}")
    found = _kind_at(path)
    if found in (STORE, ANCHOR):
        raise _refused(path, "is a store" if found == STORE else "is the anchor of a store")
    if found not in ("", kind):
        raise _refused(path, f"is there already and is {found}, not {kind}")


def kind_of_name(path: Path) -> str:
    """What is written under a name, by its ending."""
    return BY_ENDING.get(path.suffix.lower(), TEXT)


def check_own(path: Path, by: str) -> None:
    """Refuse to write where anything lies but what the same command wrote, unchanged: people keep files of this kind
    that they wrote themselves."""
    check_over(path, TEXT)
    if not _kind_at(path):
        return
    text = path.read_bytes()
    found = _SEAL.search(text)
    if found is None or found[1] != by.encode():
        raise BadInput(f"{path} is there already and was not written by {by}.", accepted="another name")
    if found[2].decode() != hashlib.sha256(text[: found.start()]).hexdigest():
        raise BadInput(f"{path} has been changed since {by} wrote it.", accepted="another name")


def write_own(path: Path, text: str, by: str) -> None:
    """A text that the same command may replace as long as nobody changes it."""
    check_own(path, by)
    digest = hashlib.sha256(text.encode()).hexdigest()
    write_file(path, f"{text}# Written by {by}; sha256 {digest}\n")


def check_place(path: Path) -> None:
    """Refuse before the work what could not be written after it."""
    if path.is_dir() or not path.parent.is_dir():
        why = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise BadInput(f"{path} cannot be written: {why}.", accepted="a file in a folder that is there")


def _refused(path: Path, what: str) -> BadInput:
    return BadInput(f"{path} {what}: nothing was written.", accepted="another name")


def _kind_at(path: Path) -> str:
    """The kind of an ordinary file that has something in it."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return ""
        with path.open("rb") as file:
            head = file.read(_LOOKED_AT)
    except FileNotFoundError:
        return ""
    return kind_of(head) if head else ""


@contextmanager
def writing(path: Path, kind: str, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file of a kind, put in place when all of it is on the disk. A private one is its owner's alone, and never
    goes where a link points."""
    try:
        check_over(path, kind)
        if _is_device(path):
            with path.open("wb") as device:
                yield device
            return
        target = path if private else path.resolve()
        part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if private else 0o666)
        try:
            with os.fdopen(file, "wb") as out:
                if not private and target.exists():
                    os.fchmod(out.fileno(), stat.S_IMODE(target.stat().st_mode))
                yield out
                out.flush()
                os.fsync(out.fileno())
            part.replace(target)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.", accepted="a writable place") from None


def _is_device(path: Path) -> bool:
    if str(path).startswith(_DEVICES):
        return True
    with suppress(OSError):
        mode = path.stat().st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False


def write_file(path: Path, content: bytes | str, *, private: bool = False) -> None:
    """All of a file at once."""
    data = content.encode() if isinstance(content, str) else content
    with writing(path, kind_of(data[:_LOOKED_AT]), private=private) as out:
        out.write(data)

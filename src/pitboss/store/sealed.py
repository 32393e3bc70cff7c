"""A file sealed with a passphrase: AES-256-GCM in chunks, the key made by scrypt from the passphrase and a salt.

Every chunk's nonce is its number, and the last one is marked as such: a chunk that was changed, moved, left out or
cut off does not open."""

from __future__ import annotations

import hashlib
import io
import secrets
from typing import IO, Any, Final

from pitboss.errors import BadInput
from pitboss.store.errors import StoreDamaged

MAGIC: Final = b"pitboss-sealed-1\n"
CHUNK: Final = 1 << 16
PASSPHRASE_MIN: Final = 12
_TAG: Final = 16
_SALT: Final = 16
_MORE, _LAST = b"more", b"last"


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

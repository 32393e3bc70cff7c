"""The store's files are their owner's: they hold the coming order of shoes and the hashes of passwords."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from pitboss.store.errors import StoreError

PRIVATE: Final = 0o600
_OTHERS: Final = 0o077


def make_private(path: Path) -> None:
    """The file exists and nobody but its owner may open it; a folder that anybody may write to is refused."""
    if os.name != "posix":
        return
    folder = path.parent.stat().st_mode
    if folder & stat.S_IWOTH and not folder & stat.S_ISVTX:
        raise StoreError(
            f"Anybody on this machine may put files into {path.parent}.",
            accepted=f"a folder of your own (chmod 700 {path.parent})",
        )
    # An existing file is never opened here: closing it would give up the locks that SQLite holds in this process.
    with suppress(OSError):  # what is wrong with it the database says itself
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".anchor"))):
        try:
            mode = file.stat().st_mode
        except FileNotFoundError:
            continue
        if mode & _OTHERS:
            _close_to_others(file)


def _close_to_others(file: Path) -> None:
    try:
        file.chmod(PRIVATE)
    except OSError as error:
        raise StoreError(
            f"{file} can be read by others, and its owner is somebody else.", accepted=f"chmod 600 {file}"
        ) from error

"""An embedded store is one process's, whatever name its file has."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.errors import Conflict
from pitboss.room.alone import alone


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("link", ["itself", "symbolic", "hard"])
def test_a_second_room_on_one_file_is_refused(tmp_path: Path, link: str) -> None:
    store, other = tmp_path / "room.db", tmp_path / "other.db"
    store.write_bytes(b"")
    if link == "symbolic":
        other.symlink_to(store)
    elif link == "hard":
        other.hardlink_to(store)
    else:
        other = tmp_path / "folder" / ".." / "room.db"
        other.parent.parent.mkdir()
    with (
        alone(f"sqlite:///{store}"),
        pytest.raises(Conflict, match="Another process"),
        alone(f"sqlite:///{other}"),
    ):
        pass
    with alone(f"sqlite:///{other}"):
        pass

"""What changes beside the tables, and what every process of a room is told of it."""

from __future__ import annotations

from typing import NamedTuple


class Outside(NamedTuple):
    """Money that has moved without a table's own records: at the cage, at a tray, at the jackpot desk."""

    accounts: tuple[str, ...] = ()
    table: str = ""
    """whose tray it was"""
    jackpot: str = ""

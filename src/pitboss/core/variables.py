"""What a person sets in the environment, so that every command knows it."""

from __future__ import annotations

from typing import Final

GAMES: Final = "PITBOSS_GAMES"
"""folders with games of one's own"""
HOUSE_WAYS: Final = "PITBOSS_HOUSE_WAYS"
"""files with house ways of one's own"""
BACK_ROOM_NICE: Final = "PITBOSS_BACK_ROOM_NICE"
"""how far the lab's long work stands behind everybody else in the queue for the processor, 0 to 19"""

"""Rooms of these tests wait for a slow disk; a test of what is said when it is slow sets its own patience."""

from __future__ import annotations

import pytest

from pitboss.room import follower, keeper, room, voice
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def patient_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (keeper, "ANSWER_S"),
        (keeper, "BLINK_S"),
        (follower, "ANSWER_S"),
        (room, "OPEN_S"),
        (voice, "SILENCE_S"),
    ):
        monkeypatch.setattr(module, name, PATIENCE_S)

"""Places at the live channel: players are counted by session, spectators by address and in all."""

from __future__ import annotations

from collections import Counter

from pitboss.web.settings import RoomSettings


class Places:
    def __init__(self, settings: RoomSettings) -> None:
        self._settings = settings
        self._taken: Counter[str] = Counter()
        self._spectators = 0

    def take(self, address: str, session: str | None) -> str | None:
        """A place, to be given back with `free`; None when there is none left."""
        settings = self._settings
        name = f"session {session}" if session else f"address {address}"
        most = settings.sockets_per_session if session else settings.sockets_per_address
        if self._taken[name] >= most or (not session and self._spectators >= settings.spectators_max):
            return None
        self._taken[name] += 1
        self._spectators += not session
        return name

    def free(self, name: str) -> None:
        self._spectators -= name.startswith("address ")
        self._taken[name] -= 1
        if not self._taken[name]:
            del self._taken[name]

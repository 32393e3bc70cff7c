"""`pitboss` whose deadlines wait for a busy machine; run as a module by the tests' servers.

What makes tables change hands (BLINK_S, FROZEN_S) stays: tests wait for that."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.patience import PATIENCE_S


def be_patient(**otherwise: Any) -> None:
    """No answer is given up because the disk or the other side is slow; `otherwise`: settings of the room's own."""
    from pitboss.room import follower, keeper, link, room, voice
    from pitboss.store import postgres
    from pitboss.web import live, serving, settings

    for module, names in (
        (keeper, ("ANSWER_S",)),
        (follower, ("ANSWER_S",)),
        (room, ("OPEN_S",)),
        (live, ("SEND_S",)),
        (voice, ("SILENCE_S",)),
        (postgres, ("_CONNECT_SECONDS", "_PROBE_SECONDS")),
    ):
        for name in names:
            assert hasattr(module, name)
            setattr(module, name, int(PATIENCE_S))  # libpq takes whole seconds
    link.CONNECT["connect_timeout"] = int(PATIENCE_S)
    pings = {"ws_ping_interval": None, "ws_ping_timeout": None}
    serving.uvicorn.Config = partial(serving.uvicorn.Config, **pings)  # type: ignore[assignment,misc,arg-type]
    chosen = {"head_seconds": PATIENCE_S, "body_seconds": PATIENCE_S, **otherwise}
    settings.RoomSettings = partial(settings.RoomSettings, **chosen)  # type: ignore[assignment,misc]


if __name__ == "__main__":
    from pitboss.cli import main

    be_patient()
    main()

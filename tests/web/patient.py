"""`pitboss` whose deadlines wait for a busy machine; run as a module by the tests' servers.

What makes tables change hands (BLINK_S, FROZEN_S) stays: tests wait for that."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.patience import PATIENCE_S


def quick_passwords() -> None:
    """Argon2id with the least it takes: what is tested is who may do what, hundreds of times."""
    from pitboss.people import credentials

    credentials.PasswordHasher = partial(
        credentials.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1
    )  # type: ignore[misc,assignment]


def be_patient(**otherwise: Any) -> None:
    """No answer is given up because the disk or the other side is slow; `otherwise`: settings of the room's own."""
    from pitboss.ledger import postgres
    from pitboss.room import keeper, processes, room
    from pitboss.room import postgres as link
    from pitboss.room import postgres as voice
    from pitboss.web import app, limits, live

    for module, names in (
        (keeper, ("ANSWER_S",)),
        (processes, ("ANSWER_S",)),
        (room, ("OPEN_S",)),
        (live, ("SEND_S",)),
        (voice, ("SILENCE_S",)),
        (postgres, ("_CONNECT_SECONDS", "_PROBE_SECONDS")),
    ):
        for name in names:
            assert hasattr(module, name)
            setattr(module, name, int(PATIENCE_S))  # libpq takes whole seconds
    link.CONNECT["connect_timeout"] = int(PATIENCE_S)
    for name in ("PING_S", "PONG_S"):  # nobody is asked whether he is still there
        assert hasattr(app, name)
        setattr(app, name, None)
    chosen = {"head_seconds": PATIENCE_S, "body_seconds": PATIENCE_S, **otherwise}
    limits.RoomSettings = partial(limits.RoomSettings, **chosen)  # type: ignore[assignment,misc]


if __name__ == "__main__":
    from pitboss.cli import main

    quick_passwords()
    be_patient()
    main()

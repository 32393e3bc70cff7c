"""The application under its server, as `pitboss serve` runs it."""

from __future__ import annotations

import gc
from typing import Final

import uvicorn
from fastapi import FastAPI

from pitboss.web.door import door
from pitboss.web.settings import RoomSettings

COLLECT: Final = (50_000, 20, 100)
"""when the collector of cycles looks: a room makes many small values and hardly a cycle"""


def serve_app(app: FastAPI, settings: RoomSettings, host: str, port: int, *, compressed: bool = True) -> None:
    """Returns when the server has stopped. `compressed` is the live channel's offer to browsers."""
    spare_collector()
    uvicorn.run(
        app,
        host=host,
        port=port,
        http=door(settings),
        h11_max_incomplete_event_size=settings.header_max,
        ws="websockets-sansio",
        ws_max_size=2 * settings.message_max,
        ws_per_message_deflate=compressed,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )


def spare_collector() -> None:
    """What the program itself is made of stays for good and need not be looked at again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)

"""The application under its server, as `pitboss serve` runs it."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import uvicorn
from fastapi import FastAPI

from pitboss.errors import BadInput
from pitboss.web.door import door
from pitboss.web.line import LiveLine
from pitboss.web.settings import RoomSettings

COLLECT: Final = (50_000, 20, 100)
"""when the collector of cycles looks: a room makes many small values and hardly a cycle"""


def take_place(host: str, port: int) -> list[socket.socket]:
    """The addresses the room will listen on, taken before anything is said or opened; refused if somebody has one."""
    taken: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            place = socket.socket(family, kind, protocol)
            taken.append(place)
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                place.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            place.bind(address)
    except OSError as error:
        for place in taken:
            place.close()
        raise BadInput(
            f"The room cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}.",
            accepted="an address of this machine and a port that nobody uses, such as --port 8080",
        ) from None
    return taken


def serve_app(
    app: FastAPI, settings: RoomSettings, places: Sequence[socket.socket], *, compressed: bool = True
) -> None:
    """Returns when the server has stopped. `compressed` is the live channel's offer to browsers."""
    spare_collector()
    config = uvicorn.Config(
        app,
        http=door(settings),
        h11_max_incomplete_event_size=settings.header_max,
        ws=LiveLine,
        ws_max_size=2 * settings.message_max,
        ws_per_message_deflate=compressed,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        server.run(sockets=list(places))
    if not server.started:
        sys.exit(1)


def spare_collector() -> None:
    """What the program itself is made of stays for good and need not be looked at again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)

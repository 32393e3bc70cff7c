"""The line to one browser: uvicorn's WebSocket, on which a message can be written at once.

What goes to many screens alike is made into a frame once, and written without waking a task for each of them. Who
does not keep up, or wants it compressed by what went before, is served the usual way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from struct import pack
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

LINE: Final = "pitboss.line"
"""the extension of a connection's ASGI scope that holds its line"""

Write = Callable[[str], bool]
"""send a message now, if nothing stands in the way; whether it was sent"""

_WHOLE_TEXT: Final = 0x81
"""a text message in one frame"""


def line_of(scope: Mapping[str, Any]) -> Write:
    """The line of a connection; one that takes nothing where the server has none."""
    found: Write = scope.get("extensions", {}).get(LINE, {}).get("write", lambda text: False)
    return found


@lru_cache(maxsize=64)
def frame_of(text: str) -> bytes:
    """The text as one frame from a server (RFC 6455, 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return pack("!BB", _WHOLE_TEXT, size) + data
    if size < 1 << 16:
        return pack("!BBH", _WHOLE_TEXT, 126, size) + data
    return pack("!BBQ", _WHOLE_TEXT, 127, size) + data


class LiveLine(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[LINE] = {"write": self.write}
        await super().run_asgi()

    def write(self, text: str) -> bool:
        conn = self.conn
        if conn.state is not State.OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        if conn.extensions:
            conn.send_text(text.encode())
            self.transport.writelines(conn.data_to_send())
        else:
            self.transport.write(frame_of(text))
        return True

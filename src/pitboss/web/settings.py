"""What the server of a room is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict


class DemoLogin(TypedDict):
    name: str
    password: str
    role: str


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many a second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Settings:
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """names the room answers to; any other Host header is refused (DNS rebinding)"""
    secure: bool = False
    """behind HTTPS: cookies for HTTPS only, and browsers are told to stay there"""
    demo_logins: tuple[DemoLogin, ...] = ()
    api_rate: Rate = field(default=Rate(300, 100))
    sign_in_rate: Rate = field(default=Rate(40, 1))
    socket_rate: Rate = field(default=Rate(60, 30))
    """messages of one live connection"""
    sockets_per_address: int = 400
    body_max: int = 65_536
    message_max: int = 4_096

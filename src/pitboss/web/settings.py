"""What the server of a room is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
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
class RoomSettings:
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """names the room answers to; any other Host header is refused (DNS rebinding)"""
    secure: bool = False
    """behind HTTPS: cookies for HTTPS only, and browsers are told to stay there"""
    second_factor: bool = True
    """staff may do nothing but set one up until they have one; the demo room's people need none"""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """whose X-Forwarded-For is believed; without any, the connection's own address counts"""
    demo_logins: tuple[DemoLogin, ...] = ()
    full_disclosure: bool = False
    """whether all cards of a shoe are shown to everybody when it is done (HR-36)"""

    # so many requests of one client: of a session, or of an address where nobody is signed in
    api_rate: Rate = field(default=Rate(300, 100))
    static_rate: Rate = field(default=Rate(1_000, 300))
    sign_in_rate: Rate = field(default=Rate(40, 1))
    password_rate: Rate = field(default=Rate(60, 1))
    """passwords that one person gives who is signed in: confirmations, own passwords, signatures"""
    passwords_of_one: int = 2
    """of them at once"""
    costly_rate: Rate = field(default=Rate(40, 4))
    """questions to the mathematics, documents, replays, drills"""
    socket_rate: Rate = field(default=Rate(60, 30))
    """messages of one live connection"""

    costly_at_once: int = 6
    """of everybody together; more wait a moment or are asked to come again"""
    costly_of_one: int = 3
    connections_per_address: int = 500
    sockets_per_address: int = 400
    """live connections of people who are not signed in; players are counted by session"""
    sockets_per_session: int = 40
    spectators_max: int = 5_000
    """live connections of people who are not signed in, in all: players find a place beside them"""

    header_max: int = 16_384
    head_seconds: float = 10.0
    body_max: int = 65_536
    body_seconds: float = 10.0
    message_max: int = 4_096

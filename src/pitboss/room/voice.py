"""A connection to PostgreSQL that both asks and listens, driven by the event loop itself.

Processes of a room say something many times a second: here neither a question nor a notification wakes a task, and
both travel over one connection, whose end is the end of every lock it holds."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
from psycopg import AsyncConnection, pq

SILENCE_S: Final = 3.0
"""a database that says nothing for so long is away, though its connection stands"""

Heard = Callable[[bytes], None]
Done = Callable[[bytes | None], None]
"""told the first value of the answer; None where there is none"""


class Silence(Exception):
    """The connection stands, and the database does not answer."""


class Voice:
    def __init__(self, connection: AsyncConnection, heard: Heard) -> None:
        self._pg = connection.pgconn
        self._pg.nonblocking = 1
        self._me = self._pg.backend_pid
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[Exception] = self._loop.create_future()
        """why the connection has ended"""
        self._waiting: deque[tuple[bytes, Done]] = deque()
        self._asked: Done | None = None
        self._value: bytes | None = None
        self._due_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.quote = pq.Escaping(self._pg).escape_literal
        self._socket = self._pg.socket
        self._loop.add_reader(self._socket, self._readable)

    def ask(self, question: bytes, done: Done) -> None:
        """One after the other, in the order of asking."""
        if self.lost.done():
            done(None)
            return
        self._waiting.append((question, done))
        if self._asked is None:
            self._next()

    async def value(self, question: bytes) -> str | None:
        answer: asyncio.Future[bytes | None] = self._loop.create_future()
        self.ask(question, lambda value: None if answer.done() else answer.set_result(value))
        found = await answer
        return None if found is None else found.decode()

    def end(self, why: Exception | None = None) -> None:
        """Hang up: whoever waits for an answer gets none."""
        if self.lost.done():
            return
        self.lost.set_result(why or ConnectionError("hung up"))
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        if self._timer:
            self._timer.cancel()
        # a database that stands still would not read our good-bye: the line itself is shut
        with suppress(OSError), socket.socket(fileno=os.dup(self._socket)) as line:
            line.shutdown(socket.SHUT_RDWR)
        with suppress(psycopg.Error):
            self._pg.finish()
        left = [done for done in (self._asked, *(done for _, done in self._waiting)) if done]
        self._waiting.clear()
        self._asked = None
        for done in left:
            done(None)

    def _next(self) -> None:
        if not self._waiting:
            return
        question, self._asked = self._waiting.popleft()
        self._value = None
        self._due_s = self._loop.time() + SILENCE_S
        if self._timer is None:
            self._timer = self._loop.call_at(self._due_s, self._look_for_silence)
        try:
            self._pg.send_query(question)
            self._flush()
        except psycopg.Error as error:
            self.end(error)

    def _flush(self) -> None:
        try:
            if self._pg.flush():
                self._loop.add_writer(self._socket, self._flush)
            else:
                self._loop.remove_writer(self._socket)
        except psycopg.Error as error:
            self.end(error)

    def _readable(self) -> None:
        pg = self._pg
        try:
            pg.consume_input()
            while note := pg.notifies():
                if note.be_pid != self._me:
                    self._heard(note.extra)
            while self._asked is not None and not pg.is_busy():
                self._take(pg.get_result())
        except psycopg.Error as error:
            self.end(error)

    def _take(self, result: pq.abc.PGresult | None) -> None:
        """A part of the answer, or its end."""
        if result is None:
            done, self._asked = self._asked, None
            assert done is not None
            value = self._value
            self._next()
            done(value)
        elif result.status == pq.ExecStatus.TUPLES_OK:
            self._value = result.get_value(0, 0) if result.ntuples else None
        elif result.status != pq.ExecStatus.COMMAND_OK:
            raise psycopg.OperationalError(result.error_message.decode(errors="replace").strip())

    def _look_for_silence(self) -> None:
        self._timer = None
        if self._asked is not None:
            self._readable()  # after a pause of our own the answer may be there
        if self._asked is None or self.lost.done():
            return
        if self._loop.time() < self._due_s:
            self._timer = self._loop.call_at(self._due_s, self._look_for_silence)
        else:
            self.end(Silence(f"no answer in {SILENCE_S:g} s"))

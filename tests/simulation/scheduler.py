"""An event loop in virtual time: what runs next is drawn from a seed, and nothing waits for a real clock."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import heapq
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from pitboss.core.errors import PitbossError

TASKS_HELD: Final = 200


class Scheduler(asyncio.AbstractEventLoop):
    """Enough of an event loop for tasks, futures, timers and events. Callbacks that are due run in an order that
    the seed draws; time moves on when nothing is due."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._now_s = 0.0
        self._due: list[asyncio.Handle] = []
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._count = 0
        self.steps = 0
        self.dead: Callable[[contextvars.Context], bool] = lambda context: False
        """whose callbacks never run again: those of a process that was killed"""
        self.failures: list[BaseException] = []
        self._tasks: list[asyncio.Task[Any]] = []
        """held until they are done: what a killed process had begun must not be closed, and its last words run, at
        the moment in which somebody happens to collect garbage"""

    # what asyncio asks for

    def time(self) -> float:
        return self._now_s

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._due.append(handle)
        return handle

    def call_soon_threadsafe(self, callback: Callable[..., Any], *args: Any, **more: Any) -> asyncio.Handle:  # type: ignore[override]
        return self.call_soon(callback, *args)

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, **more: Any
    ) -> asyncio.TimerHandle:  # type: ignore[override]
        return self.call_at(self._now_s + delay, callback, *args, **more)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., Any],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (when, self._count, handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Cancelled timers are skipped when their time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:  # type: ignore[override]
        task = asyncio.Task(coro, loop=self, name=more.get("name"))
        self._tasks.append(task)
        if len(self._tasks) > TASKS_HELD:
            self._forget_done()
        return task

    def _forget_done(self) -> None:
        """A task that ended with an error which nobody has asked for says so when it is forgotten."""
        self._tasks = [task for task in self._tasks if not task.done()]

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and not isinstance(error, PitbossError):  # refusals that nobody lived to read
            self.failures.append(error)

    # running

    def run(self, until_s: float, after_step: Callable[[], None] | None = None) -> None:
        """Run to a moment of virtual time. The first failure of a callback or of a check ends the run."""
        asyncio._set_running_loop(self)
        collects = gc.isenabled()
        gc.disable()
        try:
            while self._next(until_s):
                if after_step is not None:
                    after_step()
                if self.failures:
                    raise self.failures[0]
            self._forget_done()
            if self.failures:
                raise self.failures[0]
        finally:
            asyncio._set_running_loop(None)
            if collects:
                gc.enable()

    def close(self) -> None:
        """What will never go on is closed here, where nobody runs any more."""
        for task in self._tasks:
            if not task.done():
                with suppress(BaseException):
                    task.get_coro().close()
        self._tasks.clear()

    def _next(self, until_s: float) -> bool:
        while self._timers and (self._timers[0][0] <= self._now_s or not self._due):
            when, _, timer = self._timers[0]
            if when > until_s:
                break
            heapq.heappop(self._timers)
            if not timer.cancelled():
                self._now_s = max(self._now_s, when)
                self._due.append(timer)
        if not self._due:
            self._now_s = until_s
            return False
        at = 0 if self._rng.random() < 0.6 else self._rng.randrange(len(self._due))
        handle = self._due.pop(at)
        if not handle.cancelled() and not self.dead(handle._context):  # type: ignore[attr-defined]
            self.steps += 1
            handle._run()
        return True

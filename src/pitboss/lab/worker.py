"""The back room: long work in a process of its own, behind everybody else in the queue for the processor.

A thread of the room would share the interpreter with the tables; here a solver may take as long as it likes.
The process ends with the one that started it, whatever ended that."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO, Any, Final

from pitboss.core.arguments import BACK_ROOM_NICE
from pitboss.core.errors import BadInput, PitbossError

NICE: Final = 10

Tell = Callable[[Any], None]
"""progress, in whatever words the work uses"""


def behind() -> int:
    """How far the work stands behind everybody else."""
    said = os.environ.get(BACK_ROOM_NICE, str(NICE))
    if said not in map(str, range(20)):
        raise BadInput(f"{BACK_ROOM_NICE} is {said!r}.", accepted="a whole number from 0 to 19")
    return int(said)


class BackRoomFailed(PitbossError):
    """The work ended without an answer."""

    kind = "work-failed"


class BackRoom:
    """One process; one piece of work at a time. `function(tell, *arguments)` is a module's own function."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def do(self, tell: Tell, function: Callable[..., Any], *arguments: Any) -> Any:
        with self._lock:
            process = self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                pickle.dump((function, arguments), process.stdin)
                process.stdin.flush()
                while True:
                    word, value = pickle.load(process.stdout)
                    if word == "done":
                        return value
                    if word == "failed":
                        raise value
                    tell(value)
            except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
                self.close()
                raise BackRoomFailed(
                    "The work was broken off.", accepted="the same question again"
                ) from error

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "pitboss.lab.worker", str(behind())]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def stop(self) -> None:
        """Break off what is under way: whoever waits for it is told so, and the next work gets a new process."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def main() -> None:
    os.nice(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not mix with the answers
    work: queue.SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, work), daemon=True).start()

    def say(word: str, value: Any) -> None:
        pickle.dump((word, value), answers)
        answers.flush()

    while True:
        function, arguments = work.get()
        try:
            say("done", function(lambda value: say("tell", value), *arguments))
        except BrokenPipeError:
            return
        except Exception as error:
            say("failed", error)


def _listen(questions: IO[bytes], work: queue.SimpleQueue[Any]) -> None:
    """The end of the questions is the end of the process, in the middle of an answer too."""
    try:
        while True:
            work.put(pickle.load(questions))
    except EOFError:
        os._exit(0)


if __name__ == "__main__":
    main()

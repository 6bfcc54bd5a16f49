"""Processes that work on boards. One that dies or hangs costs its own board and nobody else's.

Not ``concurrent.futures``: there, one dead process breaks the whole pool. Nor ``multiprocessing``, which
imports the caller's script once more, and which a worker of a cluster may not use. A worker is a plain Python
process with a pipe in and a pipe out; it ends by itself when the pipe in is closed, so also when its parent
was killed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, cast

from ..errors import AlphaMuError, count

Analyse = Callable[[Any], dict[str, object]]
"""A function at the top of a module: it is sent by name."""

LONGEST_WAIT = 0.5
"""Seconds between looks at the clock; a wait on Windows cannot be interrupted by Ctrl-C."""
LIFETIME = 500
"""Boards after which a worker is replaced, so that whatever a long life gathers in memory is let go."""
_LENGTH = struct.Struct("<Q")


class WorkerError(AlphaMuError):
    """Workers cannot be started at all."""


@dataclass(frozen=True)
class Outcome:
    """What became of one job."""

    number: int
    status: str
    """``done``, ``failed``, ``timeout`` or ``died``."""
    reason: str | None
    found: dict[str, object]
    """The answer, if it is done."""


class Worker:
    """One process. Whatever it says, and its end, is put into ``events`` as (worker, message)."""

    def __init__(self, analyse: Analyse, events: queue.Queue[tuple[Worker, tuple[str, Any]]]) -> None:
        try:
            self._errors = cast("IO[bytes]", tempfile.TemporaryFile())  # noqa: SIM115 - closed by ``stop``
            try:
                self.process = self._started()
            except OSError:
                self._errors.close()
                raise
        except OSError as error:
            raise WorkerError(f"a worker process could not be started ({error.strerror or error})") from None
        self.ready = False
        self.number: int | None = None
        """The job at hand."""
        self.done = 0
        """Jobs that it has done."""
        self.left = float("inf")
        """Seconds for the job at hand."""
        self._seen = 0.0
        self._is_stopped = False
        self._events = events
        threading.Thread(target=self._listen, name="alphamu-worker", daemon=True).start()
        self._send(analyse)

    def _started(self) -> subprocess.Popen[bytes]:
        # The parent's path and not the current folder, in which a file may be called like a module.
        paths = [path or os.getcwd() for path in sys.path]
        code = f"import sys; sys.path[:] = {paths!r}; from {__name__} import serve; serve()"
        # Of its own session, so that Ctrl-C in a terminal reaches the parent alone.
        return subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )

    def give(self, number: int, job: object, timeout: float | None) -> None:
        """Hand it a job. If it is dead by now, that is heard soon enough."""
        self.number = number
        self.left = float("inf") if timeout is None else timeout
        self._seen = time.monotonic()
        self._send(job)

    def look(self) -> float:
        """The seconds that are left for its job; no time passes for it while it, or who looks, is stopped.

        Somebody looks at it every ``LONGEST_WAIT`` seconds; if it was long ago, there was no time in between.
        """
        now = time.monotonic()
        if not self._stands_still():
            self.left -= min(now - self._seen, 2 * LONGEST_WAIT)
        self._seen = now
        return self.left

    def _stands_still(self) -> bool:
        """Whether a signal has stopped it, and none has let it go on."""
        if not hasattr(os, "waitid"):  # Windows has no such signals; some systems do not tell
            return False
        with contextlib.suppress(ChildProcessError):
            kinds = os.WSTOPPED | os.WCONTINUED | os.WNOHANG
            while (change := os.waitid(os.P_PID, self.process.pid, kinds)) is not None:
                self._is_stopped = change.si_code == os.CLD_STOPPED
        return self._is_stopped

    def stop(self) -> None:
        """End it at once, and leave nothing behind."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self._errors):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()

    def last_words(self) -> str:
        """How it ended, for people."""
        code = self.process.wait()
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"its worker was killed by {signal.Signals(-code).name}"
        return f"its worker ended with exit code {code}"

    def complaint(self) -> str:
        """The last line that it wrote to standard error."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else self.last_words()

    def _send(self, thing: object) -> None:
        data = pickle.dumps(thing)
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.write(_LENGTH.pack(len(data)) + data)
            self.process.stdin.flush()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for message in _frames(stream):
                self._events.put((self, message))
        self._events.put((self, ("ended", None)))


class Crew:
    """So many workers, replaced when they die or grow old."""

    def __init__(
        self, analyse: Analyse, jobs: int, timeout: float | None = None, lifetime: int = LIFETIME
    ) -> None:
        self._analyse = analyse
        self._jobs = jobs
        self._timeout = timeout
        self._lifetime = lifetime
        self._events: queue.Queue[tuple[Worker, tuple[str, Any]]] = queue.Queue()
        self._workers: list[Worker] = []

    def run(self, jobs: Iterable[tuple[int, object]]) -> Generator[Outcome, None, None]:
        """Work on numbered jobs; outcomes come as they are ready. Each job is taken when a worker is free."""
        waiting = iter(jobs)
        try:
            for _ in range(self._jobs):  # one by one, so that those before one that fails are stopped
                self._workers.append(Worker(self._analyse, self._events))
            while self._workers:
                event = self._next_event()
                if event is None:
                    yield from self._overdue()
                    continue
                worker, (what, value) = event
                if worker not in self._workers:
                    continue  # stopped after its time was up
                if what == "ended":
                    yield from self._buried(worker)
                    continue
                if what == "ready":
                    worker.ready = True
                else:
                    yield _outcome(worker, what, value)
                    worker.number = None
                    worker.done += 1
                    if worker.done >= self._lifetime:
                        self._replace(worker)
                        continue
                following = next(waiting, None)
                if following is None:
                    self._dismiss(worker)
                else:
                    worker.give(*following, self._timeout)
        finally:
            for worker in list(self._workers):
                self._dismiss(worker)

    def _next_event(self) -> tuple[Worker, tuple[str, Any]] | None:
        """What a worker says; None if somebody's time is up before that."""
        while True:
            # An answer that is there is heard, however late somebody comes to listen.
            with contextlib.suppress(queue.Empty):
                return self._events.get_nowait()
            left = min(worker.look() for worker in self._workers)
            if left <= 0:
                return None
            with contextlib.suppress(queue.Empty):
                return self._events.get(timeout=min(left, LONGEST_WAIT))

    def _overdue(self) -> Iterator[Outcome]:
        for worker in [worker for worker in self._workers if worker.left <= 0]:
            assert worker.number is not None
            assert self._timeout is not None
            yield Outcome(
                worker.number, "timeout", f"it took longer than {count(self._timeout, 'second')}", {}
            )
            self._replace(worker)

    def _buried(self, worker: Worker) -> Iterator[Outcome]:
        """A worker has ended, which none does by itself."""
        if not worker.ready:
            raise WorkerError(f"a worker process could not be started ({worker.complaint()})")
        if worker.number is not None:
            yield Outcome(worker.number, "died", worker.last_words(), {})
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        self._dismiss(worker)
        self._workers.append(Worker(self._analyse, self._events))

    def _dismiss(self, worker: Worker) -> None:
        worker.stop()
        self._workers.remove(worker)


def _outcome(worker: Worker, what: str, value: Any) -> Outcome:
    assert worker.number is not None
    worker.left = float("inf")
    if what == "done":
        return Outcome(worker.number, "done", None, value)
    return Outcome(worker.number, "failed", value, {})


def attempt(analyse: Analyse, job: object) -> tuple[str, Any]:
    """Do a job; what goes wrong becomes a sentence."""
    try:
        return "done", analyse(job)
    except AlphaMuError as error:
        return "failed", str(error)
    except Exception as error:  # a bug must cost one board, not the batch
        return "failed", f"{type(error).__name__}: {error}"


def serve() -> None:
    """The life of a worker: a function, then jobs until the pipe is closed."""
    # Whatever prints to standard output must not get into the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    source = sys.stdin.buffer

    def listen() -> None:
        try:
            for thing in _frames(source):
                jobs.put(thing)
        finally:
            os._exit(0)  # nobody is left who wants an answer, even if one is half found

    def say(*message: object) -> None:
        data = pickle.dumps(message)
        answers.write(_LENGTH.pack(len(data)) + data)
        answers.flush()

    first = next(_frames(source))
    threading.Thread(target=listen, name="alphamu-jobs", daemon=True).start()
    say("ready", None)
    while True:
        say(*attempt(first, jobs.get()))


def _frames(stream: Any) -> Iterator[Any]:
    """Things as they were sent, until the other side is gone."""
    while True:
        head = _read(stream, _LENGTH.size)
        if head is None:
            return
        data = _read(stream, *_LENGTH.unpack(head))
        if data is None:
            return
        yield pickle.loads(data)


def _read(stream: Any, size: int) -> bytes | None:
    """So many bytes; None if the stream ends before."""
    parts = []
    while size:
        try:
            part = stream.read(size)
        except (OSError, ValueError):
            return None
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)

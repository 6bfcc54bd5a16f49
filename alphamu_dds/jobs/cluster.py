"""The boards of a batch on a Dask cluster. All that goes over the network is Dask's.

On each machine a board is worked on in a process of its own (``workers``), as it is without a cluster: so
a time limit can be kept, and a crash of the native solver takes no Dask worker with it. When a whole Dask
worker dies, the scheduler gives its boards to others.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import signal
import threading
import uuid
from collections.abc import Callable, Generator, Iterator
from concurrent import futures
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any

from ..errors import AlphaMuError, InputError
from ..per_process import PerProcess
from ..version import __version__
from .workers import Crew, Outcome, Task, WorkerError

RETRIES = 2
"""A board whose task fails for reasons of the cluster is tried so many times again."""
AHEAD = 2
"""Boards that are sent for each thread of the cluster: one to work on, one to follow."""
PATIENCE = 20.0
"""Seconds to wait for the scheduler, and for the first worker."""
OTHER_VERSION = "other version"
GONE = "the scheduler is gone; what was done is on disk, and the same command goes on from there"


class ClusterError(AlphaMuError):
    """The cluster cannot be used, or is gone."""


def run_on_cluster(
    task: Task,
    work: Iterator[tuple[int, object]],
    scheduler: str | None,
    local: int | None,
    timeout: float | None,
) -> Generator[Outcome, None, None]:
    """Work on numbered jobs; outcomes come as they are ready. No more are sent than the cluster can hold."""
    try:
        dask = importlib.import_module("distributed")
    except ImportError:
        raise InputError(
            "a cluster needs Dask, which `pip install 'alphamu-dds[cluster]'` brings along"
        ) from None
    with contextlib.ExitStack() as closing:
        client = _client(dask, scheduler, local, closing)
        version = _version()
        with _talking():
            _check_versions(client, version)
        run = uuid.uuid4().hex
        numbers: dict[str, int] = {}

        def send(job: tuple[int, object]) -> Any:
            number, about = job
            key = f"alphamu-{run}-{number}"
            numbers[key] = number
            return client.submit(
                _on_worker, version, task, about, timeout, key=key, retries=RETRIES, pure=False
            )

        completed = dask.as_completed(loop=client.loop, raise_errors=False)

        def send_more() -> None:
            """Fill the window, which follows the workers that come and go."""
            with _talking():
                room = _room(client) - len(numbers)
            for job in islice(work, max(0, room)):
                with _talking():
                    completed.add(send(job))

        send_more()
        while numbers:
            with _talking():
                future = next(completed)
                outcome = _outcome(dask, future, numbers.pop(future.key))
                future.release()
            yield outcome
            send_more()


def _client(dask: Any, scheduler: str | None, local: int | None, closing: contextlib.ExitStack) -> Any:
    """A connection to the cluster, which is closed with ``closing``."""
    closing.enter_context(_quiet())
    address: Any = scheduler
    if local is not None:
        with _deaf_to_interrupts():
            address = closing.enter_context(
                dask.LocalCluster(
                    n_workers=local,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    # Without it the usual port is tried, with a warning if it is taken.
                    scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                    silence_logs=logging.CRITICAL,
                )
            )
    try:
        if scheduler is not None:
            _check_scheduler(dask, scheduler)
        client = closing.enter_context(dask.Client(address, timeout=PATIENCE, set_as_default=False))
    except (OSError, ValueError, TypeError, asyncio.TimeoutError) as error:
        reason = str(error).split("\n", maxsplit=1)[0] or f"no answer in {PATIENCE:g} s"
        raise ClusterError(f"there is no Dask scheduler to be reached ({reason}): {scheduler}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(f"no worker has come to the scheduler: {scheduler}") from None
    return client


def _check_scheduler(dask: Any, address: str) -> None:
    """Ask who is there. A client that is not understood waits without end, and ends with a traceback."""

    async def ask() -> Any:
        security = dask.Security().get_connection_args("client")
        async with dask.rpc(address, connection_args=security) as server:
            return await server.identity()

    async def ask_in_time() -> Any:
        return await asyncio.wait_for(ask(), PATIENCE)

    found = asyncio.run(ask_in_time())
    kind = found.get("type") if isinstance(found, dict) else None
    if kind != "Scheduler":
        raise ValueError(f"a {kind} answers there")


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile, or later by threads that are, do not hear Ctrl-C in a terminal.

    It is this process that ends them. Ctrl-C is not lost: it arrives here when this is over.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # it would be started with the first process, and undo this
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _talking() -> Iterator[None]:
    """However Dask notices that the scheduler does not answer any more, it is one sentence."""
    lost = (OSError, StopIteration, asyncio.TimeoutError, asyncio.CancelledError, futures.CancelledError)
    try:
        yield
    except lost:
        raise ClusterError(GONE) from None


def _room(client: Any) -> int:
    threads: dict[str, int] = client.nthreads()
    return max(1, AHEAD * sum(threads.values()))


def _outcome(dask: Any, future: Any, number: int) -> Outcome:
    """What became of a task."""
    if future.status == "finished":
        status, reason, found = future.result()
        if status == OTHER_VERSION:
            raise ClusterError(reason)
        return Outcome(number, status, reason, found)
    if future.status == "error":
        error = future.exception()
        if isinstance(error, dask.KilledWorker):
            return Outcome(number, "died", "every worker of the cluster that took it died", None)
        return Outcome(number, "failed", f"{type(error).__name__}: {error}", None)
    raise ClusterError(GONE)


def _on_worker(version: str, task: Task, job: object, timeout: float | None) -> tuple[str, str | None, Any]:
    """The task, as it runs on a worker of the cluster."""
    if _version() != version:
        return OTHER_VERSION, _complaint(_version(), version), None
    with helpers().take(task, timeout) as helper:
        outcome = helper(job)
    return outcome.status, outcome.reason, outcome.found


class OneByOne:
    """One worker process that is given one job after the other."""

    def __init__(self, task: Task, timeout: float | None) -> None:
        self._job: object = None
        self._outcomes = Crew(task, 1, timeout).run(self._jobs())

    def __call__(self, job: object) -> Outcome:
        """Do a job; however it ends, the next can follow."""
        self._job = job
        return next(self._outcomes)

    def _jobs(self) -> Iterator[tuple[int, object]]:
        while True:
            yield 0, self._job


class Beside:
    """The processes beside one worker of the cluster: as many as it has threads."""

    def __init__(self) -> None:
        self._free: dict[tuple[Task, float | None], list[OneByOne]] = {}
        self._mutex = threading.Lock()

    @contextlib.contextmanager
    def take(self, task: Task, timeout: float | None) -> Iterator[Callable[[object], Outcome]]:
        """A process for the caller alone."""
        with self._mutex:
            free = self._free.setdefault((task, timeout), [])
            helper = free.pop() if free else OneByOne(task, timeout)
        try:
            yield helper
        except WorkerError:
            raise  # it is of no more use
        with self._mutex:
            free.append(helper)


helpers = PerProcess(Beside)
"""The processes beside this worker of a cluster."""


def _check_versions(client: Any, version: str) -> None:
    try:
        found = client.run(_version)
    except ImportError as error:
        raise ClusterError(f"alphamu-dds is not installed on a worker of the cluster ({error})") from None
    for address, other in found.items():
        if other != version:
            raise ClusterError(f"{_complaint(other, version)}: {address}")


def _complaint(other: str, version: str) -> str:
    return f"a worker of the cluster has alphamu-dds {other} and not {version}"


def _version() -> str:
    return __version__


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Workers that come and go are no news here: what becomes of a board is recorded."""
    # Dask gives its loggers levels of their own, so each has to be asked.
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    loggers = [logging.getLogger(name) for name in ("distributed", *names)]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)

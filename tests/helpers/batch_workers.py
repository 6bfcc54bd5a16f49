"""Analyses that go wrong, for workers: functions at the top of a module, as a batch wants them."""

from __future__ import annotations

import os
import signal
import time

from alphamu_dds.batch.records import Chance, Sample
from alphamu_dds.batch.review import Found, Job, look

SAMPLE = Sample(False, 1, None, 0, 0, False, 1, [], [])


def quick(job: Job) -> Found:
    """No search at all."""
    return Found(choices=())


def who(job: object) -> dict[str, object]:
    """The process that does it."""
    return {"process": os.getpid()}


def uneven(job: Job) -> Found:
    """Boards take different times, so that they are done out of order; what is found has the board's name."""
    time.sleep(0.03 * (len(job.board.name) % 3) if job.board.name != "1" else 0.4)
    return Found(chance=Chance(0.0, 0.0, 0.0, None, None, [], int(job.board.name), SAMPLE))


def poisoned(job: Job) -> Found:
    """Boards 3 to 6 go wrong in every way there is."""
    name = job.board.name
    if name == "3":
        raise ZeroDivisionError("poison")
    if name == "4":
        os._exit(7)
    if name == "5":
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    if name == "6":
        time.sleep(600)
    print("this must not get into the answers")
    return look(job)


def patient(job: Job) -> Found:
    """Board 2 waits until somebody puts an end to it, and says who it is."""
    if job.board.name == "2":
        with open(os.environ["ALPHAMU_TEST_PID"], "w") as stream:
            stream.write(str(os.getpid()))
        time.sleep(600)
    return quick(job)


def spoilt_once(job: Job) -> Found:
    """Boards 2 and 4 go wrong as long as there is a file that says so."""
    if os.path.exists(os.environ["ALPHAMU_TEST_SPOILT"]):
        if job.board.name == "2":
            os._exit(7)
        if job.board.name == "4":
            time.sleep(600)
    return quick(job)


def short_sleep(job: object) -> dict[str, object]:
    """A moment without work; it says to a file that it has begun."""
    with open(str(job), "w") as stream:
        stream.write(str(os.getpid()))
    time.sleep(0.1)
    return {}

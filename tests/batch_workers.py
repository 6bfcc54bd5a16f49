"""Analyses that go wrong, for workers: functions at the top of a module, as a batch wants them."""

from __future__ import annotations

import os
import signal
import time

from alphamu_dds.studies.board_review import Job, review


def quick(job: Job) -> dict[str, object]:
    """No search at all."""
    return {"kind": "play", "decisions": [], "errors": []}


def who(job: object) -> dict[str, object]:
    """The process that does it."""
    return {"process": os.getpid()}


def uneven(job: Job) -> dict[str, object]:
    """Boards take different times, so that they are done out of order."""
    time.sleep(0.03 * (len(job.board.name) % 3) if job.board.name != "1" else 0.4)
    return {"kind": "play", "decisions": [], "errors": [], "name": job.board.name}


def poisoned(job: Job) -> dict[str, object]:
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
    return review(job)


def patient(job: Job) -> dict[str, object]:
    """Board 2 waits until somebody puts an end to it, and says who it is."""
    if job.board.name == "2":
        with open(os.environ["ALPHAMU_TEST_PID"], "w") as stream:
            stream.write(str(os.getpid()))
        time.sleep(600)
    return quick(job)


def spoilt_once(job: Job) -> dict[str, object]:
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

"""Processes that work, and what becomes of those that do not."""

from __future__ import annotations

import errno
import subprocess
from typing import Any

import pytest

from alphamu_dds.jobs.workers import Crew, WorkerError
from tests.helpers import batch_workers


def test_workers_are_replaced_when_they_have_done_enough() -> None:
    outcomes = list(Crew(batch_workers.who, 1, lifetime=2).run((number, None) for number in range(5)))
    assert [outcome.number for outcome in outcomes] == list(range(5))
    processes = [outcome.found["process"] for outcome in outcomes]
    assert processes[0] == processes[1] != processes[2] == processes[3] != processes[4]


def test_when_not_all_workers_can_be_started_it_is_one_sentence_and_none_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def two_at_most(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        if len(started) == 2:
            raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
        started.append(start(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", two_at_most)
    with pytest.raises(WorkerError, match=r"could not be started \(Resource temporarily unavailable\)"):
        list(Crew(batch_workers.who, 3).run(iter([(1, None)])))
    assert [process.poll() is None for process in started] == [False, False]

"""An answer can be watched and stopped from another thread."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.report.text.decision import render

WIDE = Path(__file__).resolve().parents[2] / "data" / "deals" / "combining-chances.pbn"


def test_a_search_that_is_stopped_answers_with_what_it_has() -> None:
    stop = threading.Event()
    heard: list[am.Decision] = []

    def look(decision: am.Decision) -> None:
        heard.append(decision)
        if decision.stats.max_moves == 2:
            stop.set()

    effort = am.Effort(max_moves=12, want=am.Want.SCORES)
    watch = am.Watch(look)
    answer = am.answer(am.ask(WIDE, after=32), effort=effort, watch=watch, stop=stop)
    assert answer.stats.limit == "stop"
    assert answer.stats.max_moves == 2
    assert watch.latest is heard[-1]
    assert [found.stats.max_moves for found in heard] == [1, 2]
    assert answer.cards == heard[-1].cards
    assert not answer.complete
    assert "It was stopped before the search was done." in render(answer)


def test_another_thread_ends_a_search_that_would_take_long() -> None:
    stop, begun = threading.Event(), threading.Event()
    watch = am.Watch(lambda _: begun.set())
    answers: list[am.Decision] = []

    def ask() -> None:
        effort = am.Effort(max_moves=12, seconds=float("inf"), memory=float("inf"), want=am.Want.SCORES)
        answers.append(am.answer(am.ask(WIDE, after=32), effort=effort, watch=watch, stop=stop))

    searching = threading.Thread(target=ask)
    searching.start()
    begun.wait()
    stop.set()
    searching.join()
    (answer,) = answers
    assert answer.stats.limit == "stop"
    assert watch.latest is not None
    assert watch.latest.best == answer.best


def test_who_stops_before_there_is_an_answer_is_told_so() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(am.StoppedError, match="stopped before there was an answer"):
        am.answer(am.ask(WIDE, after=3), stop=stop)


def test_who_stops_a_search_waits_for_no_reasons() -> None:
    stop = threading.Event()
    watch = am.Watch(lambda _: stop.set())
    effort = am.Effort(worlds=10, max_moves=3, why=True)
    answer = am.answer(am.ask(WIDE), effort=effort, watch=watch, stop=stop)
    assert answer.stats.limit == "stop"
    assert answer.why is None


def test_a_watch_does_not_keep_the_answer_to_an_earlier_question() -> None:
    stop = threading.Event()
    watch = am.Watch()
    am.answer(am.ask(WIDE), effort=am.Effort(worlds=5, max_moves=1), watch=watch)
    assert watch.latest is not None
    stop.set()
    with pytest.raises(am.StoppedError):
        am.answer(am.ask(WIDE, after=3), watch=watch, stop=stop)
    assert watch.latest is None

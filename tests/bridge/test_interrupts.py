"""An interrupt may strike anywhere: no lane of the solver is lost by it, and no answer becomes wrong."""

from __future__ import annotations

import gc
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from types import CodeType, FrameType
from typing import Any, TypeVar

import pytest

from alphamu_dds import solve_worlds
from alphamu_dds.bench.tables import benchmark_positions
from alphamu_dds.bridge.cache import LeafCache
from alphamu_dds.bridge.cards import EAST, Holding
from alphamu_dds.bridge.dds import Lane, Lanes, bindings, lanes
from alphamu_dds.bridge.packed import Packed, pack
from alphamu_dds.bridge.solver import Batch, DoubleDummy
from tests.bridge.test_solver import lanes_to_be_had

Result = TypeVar("Result")


class Stop(BaseException):
    """What a server may stop its threads with."""


def in_time(work: Callable[[], Result]) -> Result:
    """What a call gives; a failure, and no test run that never ends, if it waits for ever."""
    found: list[Result] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    thread.join(120)
    assert found, "this waits for ever"
    return found[0]


def boards(number: int = 3, cards: int = 3) -> list[Packed]:
    rng = random.Random(4)
    found = []
    for _ in range(number):
        deck = rng.sample([16 * suit + rank for suit in range(4) for rank in range(2, 15)], 4 * cards)
        hands = [Holding(sum(1 << card for card in deck[i * cards : (i + 1) * cards])) for i in range(4)]
        found.append(pack((hands[0], hands[1], hands[2], hands[3])))
    return found


class Questions:
    """The same boards in every strain, with the same solvers again and again, and the right answers."""

    def __init__(self, threads: int) -> None:
        self.solvers = [DoubleDummy(trump, threads, LeafCache(0)) for trump in range(5)]
        self.boards = boards()
        self.wanted = [self.ask(trump) for trump in range(5)]

    def ask(self, trump: int) -> list[int]:
        return self.solvers[trump].winning_cards(self.boards, list(range(len(self.boards))), EAST, (), 2)

    def all(self) -> list[list[int]]:
        return [self.ask(trump) for trump in range(5)]


def codes_of(*functions: Any) -> set[CodeType]:
    """Their code, and that of the functions inside them."""
    found: set[CodeType] = set()
    waiting: list[CodeType] = [function.__code__ for function in functions]
    while waiting:
        code = waiting.pop()
        found.add(code)
        waiting.extend(constant for constant in code.co_consts if isinstance(constant, CodeType))
    return found


def strike(work: Callable[[], object], codes: set[CodeType], now: Callable[[], bool]) -> BaseException | None:
    """Do a piece of work, and raise an exception before the first step of some functions at which to do so.

    None if there is no such step.
    """

    def trace(frame: FrameType, event: str, value: object) -> Any:
        if event == "call":
            frame.f_trace_opcodes = True
            return trace if frame.f_code in codes else None
        if event == "opcode" and now():
            raise Stop
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except Stop as error:
        return error
    finally:
        sys.settrace(before)
    return None


def never() -> bool:
    """For the first traced call of a function: Python 3.13 follows its steps only from the second on."""
    return False


def at_step(step: int) -> Callable[[], bool]:
    steps = count()
    return lambda: next(steps) == step


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_before_any_step_of_a_solve_costs_no_lane_and_no_answer(threads: int) -> None:
    questions = Questions(threads)
    # What holds a mutex is left out: there Python itself sees to it that no interrupt comes in between,
    # which this way of making them does not know.
    codes = codes_of(
        *(Lanes.lend, Lanes._take, Lanes._free, Lane.ask, Lane.winning_cards),
        *(DoubleDummy._solve, DoubleDummy._solve_here, Batch.run, Batch.share, Batch.stop),
    )
    kept = []  # as a notebook keeps the last traceback, and with it all that it refers to
    step = missed = 0
    while missed < 20:  # helpers do more or less of it
        trump = step % 5
        error = strike(partial(questions.ask, trump), codes, at_step(step))
        missed = 0 if error else missed + 1
        kept.append(error)
        if step % 10 == 0:
            assert in_time(lanes_to_be_had) == set(range(lanes().count))
        assert in_time(partial(questions.ask, trump)) == questions.wanted[trump]
        step += 1
    assert sum(error is not None for error in kept) > 100
    assert in_time(lanes_to_be_had) == set(range(lanes().count))
    assert in_time(questions.all) == questions.wanted


def test_threads_that_were_interrupted_and_idle_afterwards_hold_no_lane() -> None:
    codes = codes_of(Lanes.lend)
    over = threading.Event()
    questions = Questions(1)
    strike(partial(questions.ask, 0), codes, never)
    struck: list[BaseException | None] = []

    def serve(step: int) -> None:
        struck.append(strike(lambda: questions.ask(0), codes, at_step(step)))
        told.set()
        assert over.wait(120)

    threads: list[threading.Thread] = []
    try:
        while not struck or struck[-1] is not None:
            told = threading.Event()
            threads.append(threading.Thread(target=serve, args=(len(threads),), daemon=True))
            threads[-1].start()
            assert told.wait(120), "this waits for ever"
        assert len(threads) > 10
        assert in_time(lanes_to_be_had) == set(range(lanes().count))
        assert in_time(questions.all) == questions.wanted
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")
@pytest.mark.parametrize("threads", [1, 2])
def test_after_5000_interrupts_at_random_moments_all_lanes_are_there_and_answers_are_right(
    threads: int,
) -> None:
    rng = random.Random(threads)
    questions = Questions(threads)
    entry = next(p for p in benchmark_positions() if p["cards"] == 20)

    def whole_search() -> object:
        return solve_worlds(
            entry["worlds"], entry["strain"], "S", entry["need"], max_moves=2, threads=threads
        ).wins

    wanted = whole_search()
    kept: list[KeyboardInterrupt] = []
    struck = 0
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    gc.disable()  # plugins of pytest have callbacks in it, and an interrupt is lost there
    try:
        for number in range(5000):
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-6 + 0.001 * rng.random())
                until = time.monotonic() + 0.2
                while time.monotonic() < until:
                    for trump in range(5):
                        questions.ask(trump)
                    if number % 10 == 0:
                        whole_search()
            except KeyboardInterrupt as error:
                kept = [*kept[-3:], error]
                struck += 1
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, before)
    assert struck == 5000
    assert in_time(lanes_to_be_had) == set(range(lanes().count))
    assert in_time(questions.all) == questions.wanted
    assert in_time(whole_search) == wanted


def test_a_lane_that_is_in_use_is_waited_for_and_not_taken_away() -> None:
    pool = lanes()
    at_work: list[int] = []
    go_on = threading.Event()

    def hold(lane: Lane) -> None:
        at_work.append(lane.index)
        assert go_on.wait(120)
        at_work.remove(lane.index)

    holders = [threading.Thread(target=pool.lend, args=(hold,)) for _ in range(pool.count)]
    for thread in holders:
        thread.start()
    while len(at_work) < pool.count:
        time.sleep(0.001)
    shared: list[bool] = []
    waiting = threading.Thread(
        target=pool.lend, args=(lambda lane: shared.append(lane.index in at_work),), daemon=True
    )
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive()
    go_on.set()
    for thread in (*holders, waiting):
        thread.join(120)
    assert shared == [False]


def test_threads_that_come_and_go_never_have_a_lane_together() -> None:
    pool = lanes()
    holders = [0] * pool.count
    together: list[int] = []

    def hold(lane: Lane) -> None:
        holders[lane.index] += 1
        for _ in range(3):
            if holders[lane.index] != 1:
                together.append(lane.index)
        holders[lane.index] -= 1

    def come_and_go() -> None:
        for _ in range(3000):
            pool.lend(hold)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=come_and_go, daemon=True) for _ in range(pool.count + 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    finally:
        sys.setswitchinterval(before)
    assert not any(thread.is_alive() for thread in threads)
    assert together == []


def test_a_solver_whose_loading_is_interrupted_is_not_left_half_loaded() -> None:
    whole = bindings()
    strike(bindings, codes_of(bindings), never)
    del sys.modules["endplay._dds"]
    try:
        assert strike(bindings, codes_of(bindings), lambda: "endplay._dds" in sys.modules) is not None
        assert "endplay._dds" not in sys.modules
    finally:
        sys.modules["endplay._dds"] = whole

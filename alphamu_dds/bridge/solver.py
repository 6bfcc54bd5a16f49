"""Many double dummy questions at once: cached, shared out to threads, counted and timed."""

from __future__ import annotations

import _thread
import queue
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache

from ..per_process import PerProcess
from .cache import Key, LeafCache
from .cards import Card, Holding, Seat, cards_of
from .dds import Lane, lanes
from .packed import Packed

CACHED_TRICKS = 7
"""Positions with more tricks to come than this do not repeat: looking them up is a waste."""

SMALLEST_BATCH = 2
"""Fewer questions than this are not worth waking another thread for."""


class DoubleDummy:
    """The questions of one search in one strain.

    ``threads`` share the worlds of a batch: whoever is idle takes the next one. With ``threads=1``
    everything happens on the calling thread. The answers do not depend on the number of threads.
    ``warm=False`` lets DDS forget its table whenever the deal looks new to it.
    """

    def __init__(
        self, trump: int, threads: int = 1, cache: LeafCache | None = None, warm: bool = True
    ) -> None:
        self._trump = trump
        self._lanes = lanes()
        self.threads = min(threads, self._lanes.count)
        """Threads that share a batch; DDS cannot use more than it has indexes."""
        self._cache = cache if cache is not None else LeafCache()
        self._keep_tables = warm
        self._warm: set[int] = set()
        self._home: dict[int, int] = {}
        """The lane that last solved each world: its table knows most about it."""
        self.calls = 0
        """Calls of DDS."""
        self.solved = 0
        """Calls that have come back; threads count without a lock, so it is for showing progress only."""
        self.cache_hits = 0
        """Questions that needed no call."""
        self.seconds = 0.0
        """Time that the search spent inside DDS, or waiting for the threads that did."""

    def winning_cards(
        self,
        boards: list[Packed],
        worlds: list[int],
        leader: Seat,
        trick: tuple[Card, ...],
        target: int,
        hand: Holding | None = None,
    ) -> list[int]:
        """For each board the cards with which the side to move wins at least ``target`` more tricks.

        ``worlds`` are the numbers of the worlds that the boards belong to.
        ``hand`` is what the mover holds in all of them. A set of cards is a mask over the hand's cards in the
        order of ``cards_of``: bit 0 is the highest spade. Without ``hand`` the answer is 1 if there is
        such a card and 0 if not.
        """
        if not self._cache.capacity or boards[0].bit_count() > 4 * CACHED_TRICKS:
            return self._solve(boards, worlds, leader, trick, target, hand)
        question = (self._trump << 8 | target << 4 | leader) << 1 | (hand is not None)
        keys = self._cache.keys(boards, trick, question)
        remembered = self._cache.get
        answers = [remembered(key) for key in keys]
        # Worlds may be alike: ask for each position once.
        missing: dict[Key, int] = {}
        for place, key in enumerate(keys):
            if answers[place] is None and key not in missing:
                missing[key] = place
        self.cache_hits += len(boards) - len(missing)
        if missing:
            places = missing.values()
            boards, worlds = [boards[place] for place in places], [worlds[place] for place in places]
            solved = self._solve(boards, worlds, leader, trick, target, hand)
            fresh = dict(zip(missing, solved, strict=True))
            for key, value in fresh.items():
                self._cache.put(key, value)
            return [fresh[key] if a is None else a for key, a in zip(keys, answers, strict=True)]
        return [answer for answer in answers if answer is not None]

    def _solve(
        self,
        boards: list[Packed],
        worlds: list[int],
        leader: Seat,
        trick: tuple[Card, ...],
        target: int,
        hand: Holding | None,
    ) -> list[int]:
        self.calls += len(boards)
        answers = [0] * len(boards)

        def prepare(lane: Lane) -> None:
            lane.ask(self._trump, leader, trick, target, all_cards=hand is not None)

        def solve_one(lane: Lane, number: int) -> None:
            # The first call on each lane looks whether somebody else has changed the strain there.
            keep_table = lane.index in self._warm
            found = lane.winning_cards(boards[number], keep_table)
            self.solved += 1
            if not keep_table and self._keep_tables:
                self._warm.add(lane.index)
            if self.threads > 1:
                self._home[worlds[number]] = lane.index
            if hand is None:
                answers[number] = 1 if found else 0
                return
            answers[number] = _as_indices(found, hand)

        if self.threads == 1 or len(boards) < SMALLEST_BATCH:
            self._solve_here(prepare, solve_one, len(boards))
            return answers
        started = time.perf_counter()
        try:
            homes = [self._home.get(world) for world in worlds]
            Batch(homes, prepare, solve_one).run(self.threads)
        finally:
            self.seconds += time.perf_counter() - started
        return answers

    def _solve_here(
        self, prepare: Callable[[Lane], None], solve_one: Callable[[Lane, int], None], size: int
    ) -> None:
        """Everything on the calling thread, with a lane of its own."""

        def work(lane: Lane) -> None:
            before = lane.seconds
            try:
                prepare(lane)
                for number in range(size):
                    solve_one(lane, number)
            finally:
                self.seconds += lane.seconds - before

        self._lanes.lend(work)


@lru_cache(maxsize=1 << 14)
def _as_indices(cards: Holding, hand: Holding) -> int:
    """Cards of a hand as a mask over the hand's cards in their order."""
    return sum(1 << place for place, card in enumerate(cards_of(hand)) if cards >> card & 1)


class Batch:
    """Pieces of work that several threads share: the paper's leaf parallelisation.

    A thread that is idle takes the next piece under a mutex: one that its lane has worked on before, if
    there is one. The calling thread works as well. Threads that come when all is taken do nothing;
    nobody waits for them. An interrupt of the calling thread ends the batch: the others finish what they
    hold, and no more.
    """

    def __init__(
        self,
        homes: Sequence[int | None],
        prepare: Callable[[Lane], None],
        work: Callable[[Lane, int], None],
    ) -> None:
        self._homes = homes
        self._waiting = list(range(len(homes)))
        self._prepare = prepare
        self._work = work
        self._mutex = threading.Lock()
        self._left = len(homes)
        # Lighter than an event, and it does no harm to say twice that it is over.
        self._over: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._error: BaseException | None = None

    def run(self, threads: int) -> None:
        """Work with so many threads until all is done; the first error of any thread is raised here."""
        try:
            helpers().ask(self, min(threads, self._left) - 1)
            self.share()
            self._over.get()
        except BaseException as error:
            self.stop(error)
            raise
        if self._error is not None:
            raise self._error

    def share(self) -> None:
        """Take numbers until there are none left."""
        if self._waiting and self._error is None:
            lanes().lend(self._share)

    def stop(self, error: BaseException) -> None:
        """Let nobody begin another piece."""
        self._error = self._error or error
        self._over.put(None)

    def _share(self, lane: Lane) -> None:
        self._prepare(lane)
        while True:
            with self._mutex:
                if not self._waiting or self._error is not None:
                    return
                number = self._take(lane.index)
            self._work(lane, number)
            with self._mutex:
                self._left -= 1
                if not self._left:
                    self._over.put(None)

    def _take(self, lane: int) -> int:
        waiting = self._waiting
        for place, number in enumerate(waiting):
            if self._homes[number] in (lane, None):
                return waiting.pop(place)
        return waiting.pop()


class Helpers:
    """Long-lived threads that help with batches; started when first wanted, as many as ever asked for."""

    def __init__(self) -> None:
        self._wanted: queue.SimpleQueue[Batch] = queue.SimpleQueue()
        self._threads = 0
        self._mutex = threading.Lock()

    def ask(self, batch: Batch, number: int) -> None:
        """Ask so many threads to share a batch."""
        with self._mutex:
            while self._threads < number:
                # Not threading.Thread: an interrupt in its ``start`` can leave a lock that nobody opens.
                _thread.start_new_thread(self._help, ())
                self._threads += 1
        for _ in range(number):
            self._wanted.put(batch)

    def _help(self) -> None:
        while True:
            batch = self._wanted.get()
            try:
                batch.share()
            except BaseException as error:
                batch.stop(error)
            del batch  # else its boards are kept until the next one comes


helpers = PerProcess(Helpers)
"""The helper threads of this process."""

"""The only module that touches DDS, Bo Haglund's double dummy solver, through endplay's bindings.

DDS has a fixed number of *thread indexes*, one a core. Each has a transposition table of its own and
serves one call at a time; two calls at once on one index are a data race. A ``Lane`` is one index with
its buffers. Whoever wants to solve is lent a lane and has it alone: threads and searches queue for lanes,
they never share one.

Three things about DDS that were measured, and decide how it is called:

* Every question has a target. "Which cards win so many tricks?" is much cheaper than "how many tricks
  does each card win?", and it is all that the search wants to know.
* ``mode`` 2 keeps the table of the index from the call before. Its entries do not depend on the deal but on
  the trump suit, so it is right as long as the strain stays the same; ``mode`` 1 looks whether it has
  changed. ``mode`` 0 answers -2 for a forced card and is never used.
* When DDS refuses a position it writes a file ``dump.txt`` into the current folder. Positions are
  checked before they come here, so this should not be seen.

``endplay._dds`` is not public, so the version of endplay is limited to a range, and tests check the
sizes of the structures and a few known answers.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import importlib.util
import os
import queue
import struct
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from ..errors import SolverError
from ..per_process import PerProcess
from .cards import NORTH, SEATS, STRAINS, Card, Holding, Seat, card_name, layout_text
from .packed import Packed, unpack

_SAME_STRAIN = 2
_MAYBE_OTHER_STRAIN = 1

_HEAD = struct.Struct("=8i")
_HANDS_OFFSET = _HEAD.size
_HANDS = struct.Struct("=16I")
_SUITS = struct.Struct("<16H")
_ANSWER = struct.Struct("=54i")
_LOADING = threading.Lock()
_PATIENCE = 0.05
"""Seconds between looks for a lane, should nobody say that one is back."""

Result = TypeVar("Result")


def bindings() -> Any:
    """endplay's ctypes wrapper of DDS, loaded on first use.

    Importing the package ``endplay`` also imports matplotlib, which takes most of a second; the
    wrapper alone is loaded in a tenth of that. It is registered under its own name, so that a later
    ``import endplay`` finds it and does not reset the solver.
    """
    with _LOADING:
        if "endplay._dds" not in sys.modules:
            package = importlib.util.find_spec("endplay")
            if package is None or not package.submodule_search_locations:
                raise SolverError("endplay, which brings the double dummy solver, is not installed")
            folder = os.path.join(package.submodule_search_locations[0], "_dds")
            spec = importlib.util.spec_from_file_location(
                "endplay._dds", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
            )
            if spec is None or spec.loader is None:
                raise SolverError(f"endplay's double dummy solver was not found in {folder}")
            module = importlib.util.module_from_spec(spec)
            try:
                sys.modules["endplay._dds"] = module
                spec.loader.exec_module(module)
            except BaseException:
                sys.modules.pop("endplay._dds", None)
                raise
    return sys.modules["endplay._dds"]


class _Info(ctypes.Structure):
    """The start of DDS's own description of itself (endplay's version of it does not match the library)."""

    _fields_ = [
        ("version", ctypes.c_int * 3),
        ("version_text", ctypes.c_char * 10),
        ("system", ctypes.c_int),
        ("bits", ctypes.c_int),
        ("compiler", ctypes.c_int),
        ("constructor", ctypes.c_int),
        ("cores", ctypes.c_int),
        ("threading", ctypes.c_int),
        ("threads", ctypes.c_int),
        ("texts", ctypes.c_char * 2048),
    ]


class Lane:
    """One thread index of DDS with its buffers; see ``Lanes`` for how to get one."""

    def __init__(self, index: int) -> None:
        dds = bindings()
        self.index = index
        self._solve_board = dds._dll.SolveBoard
        self._deal = dds.deal()
        self._answer = dds.futureTricks()
        self._answer_ref = ctypes.byref(self._answer)
        self._trump = -1
        self._question: tuple[int, Seat, tuple[Card, ...], int, int] = (4, NORTH, (), 1, 1)
        self.seconds = 0.0
        """Time spent inside DDS by this lane, ever."""

    def ask(self, trump: int, leader: Seat, trick: tuple[Card, ...], target: int, all_cards: bool) -> None:
        """Prepare a question that is put to many boards with ``winning_cards``.

        Which cards win at least ``target`` of the tricks left for the side to move? With
        ``all_cards=False`` one of them is enough.
        """
        table = [0, 0, 0, 0, 0, 0]
        for position, card in enumerate(trick):
            table[position] = card >> 4
            table[position + 3] = card & 15
        _HEAD.pack_into(self._deal, 0, trump, leader, *table)
        self._question = (trump, leader, trick, target, 2 if all_cards else 1)

    def winning_cards(self, board: Packed, keep_table: bool = False) -> Holding:
        """The answer for a board, from which the cards on the table are gone already.

        ``keep_table`` promises that nobody but lanes has used DDS since a call of this lane without it;
        what lanes do is watched here.
        """
        trump, leader, trick, target, solutions = self._question
        s = _SUITS.unpack(board.to_bytes(32, "little"))
        _HANDS.pack_into(
            self._deal,
            _HANDS_OFFSET,
            # from suit by suit to hand by hand
            *(s[0], s[4], s[8], s[12], s[1], s[5], s[9], s[13]),
            *(s[2], s[6], s[10], s[14], s[3], s[7], s[11], s[15]),
        )
        mode = _SAME_STRAIN if keep_table and trump == self._trump else _MAYBE_OTHER_STRAIN
        # Nothing is known of the table if the call is refused, or is not reached because of an interrupt.
        self._trump = -1
        started = time.perf_counter()
        code = self._solve_board(self._deal, target, solutions, mode, self._answer_ref, self.index)
        self.seconds += time.perf_counter() - started
        if code != 1:
            raise SolverError(_complaint(code, board, trump, leader, trick, target))
        self._trump = trump
        # The layout of the answer: nodes, cards, then 13 each of suit, rank, equals and score.
        answer = _ANSWER.unpack_from(self._answer)
        winning = 0
        for i in range(answer[1]):
            if answer[41 + i] >= target:
                winning |= (1 << answer[15 + i] | answer[28 + i]) << 16 * answer[2 + i]
        return winning  # type: ignore[return-value]  # Holding() would be a call


def _complaint(
    code: int, board: Packed, trump: int, leader: Seat, trick: tuple[Card, ...], target: int
) -> str:
    table = " ".join(card_name(card) for card in trick) or "no card"
    return (
        f"the double dummy solver refused a position with code {code} "
        f"({bindings().DDSError.from_code(code)}): strain {STRAINS[trump]}, leader {SEATS[leader]}, "
        f"{table} on the table, target {target}, {layout_text(unpack(board))}"
    )


class Lanes:
    """All thread indexes of this process, each lent to one caller at a time.

    Ctrl-C, or whatever a server stops its threads with, can strike between any two steps of Python. So what
    is taken must not depend on a later step to come back: a lane belongs to a call of ``lend`` for as
    long as that call runs. A single step of a dict takes the lane and says for which call; if the step that
    gives it back is not reached, whoever waits for a lane finds that the call is not running any more.
    """

    def __init__(self) -> None:
        info = _Info()
        bindings()._dll.GetDDSInfo(ctypes.byref(info))
        # Always looked through from the first on: its table is the warmest.
        self._lanes = [Lane(index) for index in range(max(1, info.threads))]
        self.count = len(self._lanes)
        self._lent: dict[int, FrameType] = {}
        """The call of ``lend`` that has each lane."""
        self._given_back: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._turn = threading.Lock()
        """Held by the one who waits for a lane; others wait behind."""

    def lend(self, work: Callable[[Lane], Result]) -> Result:
        """What ``work`` gives, called with a lane that it has alone; waits for one if all are lent."""
        lane = self._take(sys._getframe())
        try:
            return work(lane)
        finally:
            del self._lent[lane.index]
            if self._turn.locked():
                self._given_back.put(None)

    def _take(self, call: FrameType) -> Lane:
        lane = self._free(call)
        if lane is not None:
            return lane
        with self._turn:
            while True:
                self._reclaim()
                lane = self._free(call)
                if lane is not None:
                    return lane
                # Not without end: the word that a lane is back may have been cut off.
                with contextlib.suppress(queue.Empty):
                    self._given_back.get(timeout=_PATIENCE)

    def _free(self, call: FrameType) -> Lane | None:
        for lane in self._lanes:
            if self._lent.setdefault(lane.index, call) is call:
                return lane
        return None

    def _reclaim(self) -> None:
        """Take back lanes from calls that have ended. Only one at a time may do this.

        Python refuses to clear a frame that runs: a look and an answer in one step. To look for the frame in
        the stacks of all threads takes many, and a call that begins meanwhile would lose its lane.
        """
        for index, call in list(self._lent.items()):
            try:
                call.clear()
            except RuntimeError:
                continue
            # The call may have given its lane back before it ended; then it is another's by now.
            if self._lent.get(index) is call:
                del self._lent[index]


lanes = PerProcess(Lanes)
"""The lanes of this process."""

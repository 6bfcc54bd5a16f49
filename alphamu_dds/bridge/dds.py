"""The only module that touches DDS, Bo Haglund's double dummy solver, through endplay's bindings.

Every question has a target: "which cards win so many tricks?" is much cheaper than "how many tricks
does each card win?", and it is all that the search wants to know.

``endplay._dds`` is not public, so the version of endplay is limited to a range, and tests check the
sizes of the structures and a few known answers.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import os
import struct
import sys
import threading
import time
from typing import Any

from ..errors import SolverError
from .cards import SEATS, STRAINS, Card, Holding, Layout, Seat, card_name, layout_text

NEW_DEAL = 1
"""DDS's ``mode`` 1: search, and notice by itself that the deal has changed (mode 0 would answer -2
for a forced card)."""

_DEAL = struct.Struct("=8i16I")
_ANSWER = struct.Struct("=54i")
_LOADING = threading.Lock()
_SOLVING = threading.Lock()


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
            sys.modules["endplay._dds"] = module
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules["endplay._dds"]
                raise
    return sys.modules["endplay._dds"]


class DoubleDummy:
    """Questions to DDS for one strain, counted and timed."""

    def __init__(self, trump: int) -> None:
        dds = bindings()
        self._solve_board = dds._dll.SolveBoard
        self._deal = dds.deal()
        self._answer = dds.futureTricks()
        self._answer_ref = ctypes.byref(self._answer)
        self._trump = trump
        self.calls = 0
        self.seconds = 0.0

    def winning_cards(
        self, hands: Layout, leader: Seat, trick: tuple[Card, ...], target: int, all_cards: bool = True
    ) -> Holding:
        """The cards with which the side to move wins at least ``target`` of the tricks left.

        ``hands`` do not contain the cards on the table. ``all_cards=False`` asks for one such card only.
        """
        table = [0, 0, 0, 0, 0, 0]
        for position, card in enumerate(trick):
            table[position] = card >> 4
            table[position + 3] = card & 15
        suits = [hand >> shift & 0xFFFF for hand in hands for shift in (0, 16, 32, 48)]
        # One thread index of DDS serves one call at a time.
        with _SOLVING:
            _DEAL.pack_into(self._deal, 0, self._trump, leader, *table, *suits)
            started = time.perf_counter()
            code = self._solve_board(self._deal, target, 2 if all_cards else 1, NEW_DEAL, self._answer_ref, 0)
            self.seconds += time.perf_counter() - started
            answer = _ANSWER.unpack_from(self._answer)
        self.calls += 1
        if code != 1:
            raise SolverError(self._complaint(code, hands, leader, trick, target))
        winning = 0
        for i in range(answer[1]):
            # The layout of the answer: nodes, cards, then 13 each of suit, rank, equals and score.
            if answer[41 + i] >= target:
                winning |= (1 << answer[15 + i] | answer[28 + i]) << 16 * answer[2 + i]
        return winning

    def _complaint(self, code: int, hands: Layout, leader: Seat, trick: tuple[Card, ...], target: int) -> str:
        table = " ".join(card_name(card) for card in trick) or "no card"
        return (
            f"the double dummy solver refused a position with code {code} "
            f"({bindings().DDSError.from_code(code)}): strain {STRAINS[self._trump]}, "
            f"leader {SEATS[leader & 3]}, {table} on the table, target {target}, {layout_text(hands)}"
        )

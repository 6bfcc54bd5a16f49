"""The command ``alphamju``: αμ for programs that run a command of this name and read what it prints.

    alphamju DECISIONS LOGLEVEL TRICKS SUIT WORLDSFILE LEADER [CARD...]

South is to play, North-South are the declaring side and need TRICKS more tricks. Standard output has one
line for each legal card, ``:CARD NN``, the best first. NN is the share of the worlds in percent that αμ
wins after the card, looking DECISIONS cards of declarer's side ahead. docs/integrations.md has the rest.

The caller does not wait long, so a clock runs from the start. When it strikes, the answer is that of the
last depth to which *every* card has been searched. If half of the time does not do for one depth, some of
the layouts are left out.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from alphamu_dds.bridge.cards import SEAT_NAMES, SOUTH
from alphamu_dds.bridge.position import Position, read_position
from alphamu_dds.engine.options import Limits, Want
from alphamu_dds.errors import AlphaMuError, InputError
from alphamu_dds.formats.worlds_file import read_worlds_file
from alphamu_dds.jobs.cores import available_cores
from alphamu_dds.report.words import printable
from alphamu_dds.solve.answer import Decision
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.question import Given
from alphamu_dds.solve.solve import answer
from alphamu_dds.solve.watch import Watch

from .console import THREADS_VARIABLE

USAGE = "usage: alphamju DECISIONS LOGLEVEL TRICKS SUIT WORLDSFILE LEADER [CARD...]"
SECONDS = 7.5
"""The answer is promised in 8 seconds; the rest is for the interpreter to start and the process to end."""


@dataclass(frozen=True)
class Call:
    """The arguments of the command, checked."""

    position: Position
    decisions: int
    log_level: int
    threads: int


def read_question(arguments: Sequence[str]) -> Call:
    """The question that the arguments ask, or an ``InputError``."""
    if len(arguments) < 6:
        raise InputError(USAGE)
    decisions, log_level, tricks, suit, worlds_file, leader, *cards = arguments
    # Cards may come one by one or all in one argument.
    trick = " ".join(cards).replace(",", " ").split()
    position = read_position(read_worlds_file(worlds_file), suit, leader, 0, trick)
    if position.to_play != SOUTH:
        raise InputError(
            f"South must be to play, not {SEAT_NAMES[position.to_play]}: "
            f"{SEAT_NAMES[position.leader]} led, {len(trick)} on the table"
        )
    # A caller who counts tricks up and down in search of a goal may come out at goals that are reached
    # already or out of reach: all cards win then, or none.
    need = min(max(_number("TRICKS", tricks), 0), position.tricks_left + 1)
    depth = _number("DECISIONS", decisions)
    if depth < 1:
        raise InputError(f"DECISIONS must be 1 or more: {decisions!r}")
    threads = os.environ.get(THREADS_VARIABLE)
    return Call(
        replace(position, need=need),
        depth,
        _number("LOGLEVEL", log_level),
        available_cores() if not threads else _number(THREADS_VARIABLE, threads),
    )


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{name} must be a whole number: {text!r}") from None


def percent(wins: int, worlds: int) -> int:
    """A share as a whole percent, halves up; but 100 means every world, and 0 means none.

    With up to 100 worlds different shares have different numbers.

    >>> [percent(wins, 300) for wins in (0, 1, 150, 299, 300)]
    [0, 1, 50, 99, 100]
    """
    if 0 < wins < worlds:
        return min(max((200 * wins + worlds) // (2 * worlds), 1), 99)
    return 100 if wins else 0


def answer_text(decision: Decision) -> str:
    """One line for each card, the best first."""
    return "".join(f":{card.card} {percent(int(card.wins), decision.worlds)}\n" for card in decision.cards)


class Answering:
    """One run of the command. It ends once: with the search, or when the clock strikes."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._mutex = threading.Lock()
        self._deepest: Decision | None = None
        self._log_level = 0
        self._decisions = 0

    def run(self, arguments: Sequence[str]) -> NoReturn:
        """Answer, and end the process."""
        clock = threading.Timer(SECONDS, self._strike)
        clock.daemon = True
        clock.start()
        try:
            question = read_question(arguments)
            self._log_level, self._decisions = question.log_level, question.decisions
            left = max(0.0, SECONDS - (time.perf_counter() - self._started))
            effort = Effort(
                limits=replace(Limits.counted(question.decisions), work=math.inf, seconds=left),
                want=Want.SCORES,
                threads=question.threads,
            )
            decision = answer(Given(question.position), effort=effort, watch=Watch(self._iteration))
        except AlphaMuError as error:
            self._end("", str(error))
        except KeyboardInterrupt:
            self._end("", "interrupted")
        except BaseException as error:  # whatever it is, the caller gets one sentence
            for line in "".join(traceback.format_exception(error)).splitlines():
                self._log(2, line)
            self._end("", f"this is a mistake in alphamu-dds, please report it: {error!r}")
        self._say_what_ended(decision)
        self._end(answer_text(decision))

    def _iteration(self, decision: Decision) -> None:
        self._deepest = decision
        seconds = time.perf_counter() - self._started
        self._log(2, f"{self._depth(decision)} after {seconds:.2f} seconds")

    def _strike(self) -> None:
        decision = self._deepest
        if decision is None:
            self._end("", f"not even one card could be looked ahead in {SECONDS} seconds")
        self._log(1, f"{self._depth(decision)} when {SECONDS} seconds were over")
        self._say_what_is_left_out(decision)
        self._end(answer_text(decision))

    def _say_what_ended(self, decision: Decision) -> None:
        if decision.stats.limit == "seconds":
            self._log(1, f"{self._depth(decision)} when {SECONDS} seconds were over")
        elif decision.stats.limit is not None:
            self._log(1, f"{self._depth(decision)}, and the limit of {decision.stats.limit} was reached")
        self._say_what_is_left_out(decision)

    def _say_what_is_left_out(self, decision: Decision) -> None:
        if decision.left_out:
            drawn = decision.worlds + decision.left_out
            self._log(1, f"{decision.worlds} of the {drawn} layouts are used, to answer in time")

    def _depth(self, decision: Decision) -> str:
        return f"looked {decision.stats.max_moves} of {self._decisions} DECISIONS ahead"

    def _log(self, level: int, message: str) -> None:
        if self._log_level >= level:
            _complain(message)

    def _end(self, text: str, complaint: str = "") -> NoReturn:
        # Whoever comes second, the clock or the search, waits here for the end. The process ends at once:
        # an orderly end would wait for double dummy solves that nobody wants any more.
        with self._mutex:
            try:
                if text:
                    sys.stdout.write(text)
                    sys.stdout.flush()
            except (OSError, AttributeError) as error:
                complaint = f"the answer cannot be written ({error})"
            if complaint:
                _complain(complaint)
            os._exit(1 if complaint else 0)


def _complain(sentence: str) -> None:
    if sys.stderr is not None:
        # The name of a file can hold anything, and a terminal would obey it.
        sys.stderr.write(f"alphamju: {printable(sentence)}\n")
        sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The entry point of the command."""
    Answering().run(sys.argv[1:] if arguments is None else arguments)

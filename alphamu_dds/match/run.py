"""Duplicate matches: the same deals, the same defence, several players as declarer.

A deal follows from its number and the options, and so does everything that happens on it: which worlds a
player imagines depends on the seed and on what he sees, not on who he is. Players who come to the same
position see the same worlds, so a difference in the results is a difference between the players.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cache

from ..bridge.cards import card_name, layout_text
from ..errors import whole_number
from ..jobs.journal import Journal
from ..jobs.progress import Progress
from ..jobs.workforce import Workforce
from ..players.named import player_named
from ..players.player import Player
from ..players.table import PlayedGame, play_out
from ..players.turn import Knowledge
from ..schema import SCHEMA
from ..version import __version__
from ..worlds.assume import Assumptions
from ..worlds.random_numbers import seed_from
from .deals import deal_of
from .options import MatchOptions
from .records import DealPlayed, DealRecord, GameRecord


@dataclass(frozen=True)
class DealJob:
    """What a worker is given: one deal."""

    options: MatchOptions
    number: int


def play_deal(job: DealJob) -> DealPlayed:
    """Let every player play one deal: the part of a record that takes time."""
    options = job.options
    layout, makes = deal_of(options, job.number)
    contract = options.played_contract
    defence = _player(options.defence)
    knowledge = Knowledge(assumptions=Assumptions(lead="off", constraints=options.constraints))
    seed = seed_from("play", options.seed, job.number)
    games = [
        play_out(
            layout,
            contract,
            _player(name),
            defence,
            seed=seed,
            knowledge=knowledge,
            until_certain=True,
        )
        for name in options.players
    ]
    found = tuple(_record(name, game) for name, game in zip(options.players, games, strict=True))
    return DealPlayed(layout_text(layout), makes, found)


def _record(name: str, game: PlayedGame) -> GameRecord:
    return GameRecord(
        player=name,
        made=game.made,
        ended=game.ended,
        cards=" ".join(card_name(card) for card in game.play.cards),
        moves=game.declarer.moves,
        seconds=round(game.declarer.seconds, 6),
        defence_moves=game.defence.moves,
        defence_seconds=round(game.defence.seconds, 6),
    )


@cache
def _player(name: str) -> Player:
    """A player is made once in a process: what he remembers is true of every deal."""
    return player_named(name)


def run_match(
    options: MatchOptions,
    deals: int,
    output: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> None:
    """Play the deals 1 to ``deals`` of a match and write a record of each into ``output`` (JSON Lines).

    If the output is there already, and from the same options, it is continued: after any interruption, or
    with more deals than before. Raises ``InputError`` if there are no deals as wanted, or the output belongs
    to something else.
    """
    total = whole_number(deals, "the number of deals", 1)
    workforce = Workforce(None if jobs is None else whole_number(jobs, "the number of jobs", 1))
    deal_of(options, 1)  # if there are no such deals, it is better said at once
    started = time.monotonic()
    with Journal(os.fspath(output), fingerprint(options)) as journal:
        before = len(journal)
        different = trouble = 0

        def report() -> None:
            if on_progress is not None:
                seconds = time.monotonic() - started
                on_progress(Progress(len(journal), max(total, before), before, different, trouble, seconds))

        report()
        missing = [number for number in range(1, total + 1) if number not in journal]
        for is_last in (False, True):
            died: list[int] = []
            # Closed whatever happens, so that no worker goes on when this ends.
            with closing(_played(options, missing, workforce)) as played:
                for record in played:
                    # The fault may be the machine's and not the deal's: such a deal gets another chance.
                    if record.status == "died" and not is_last:
                        died.append(record.number)
                        continue
                    journal.add(record.to_dict())
                    different += record.is_different
                    trouble += record.status != "done"
                    report()
            missing = died
        if len(journal) == journal.done:  # else there is more from a longer run
            journal.finish()


def _played(
    options: MatchOptions, numbers: Sequence[int], workforce: Workforce
) -> Generator[DealRecord, None, None]:
    """The records of some deals, as they are ready."""
    if not numbers:
        return
    work = ((number, DealJob(options, number)) for number in numbers)
    with closing(workforce.run(play_deal, work, len(numbers))) as outcomes:
        for outcome in outcomes:
            yield DealRecord(outcome.number, outcome.status, outcome.reason, outcome.found)


def fingerprint(options: MatchOptions) -> dict[str, object]:
    """What makes two runs the same match."""
    return {"schema": SCHEMA, "version": __version__, "options": asdict(options), "inputs": []}

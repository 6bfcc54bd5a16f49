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
from typing import Any

import numpy as np

from ..bridge.auction import Contract, parse_contract
from ..bridge.cards import SEATS, STRAINS, Layout, card_name, layout_text, parse_seat
from ..bridge.packed import pack
from ..bridge.solver import DoubleDummy
from ..errors import InputError, whole_number
from ..players.named import player_named
from ..players.player import Player
from ..players.table import Game, play_out
from ..players.turn import Knowledge
from ..worlds.assume import Sources
from ..worlds.condition import ConditionConstraint
from ..worlds.constraints import Constraint, SideConstraint
from ..worlds.random_numbers import Random, seed_from
from ..worlds.shuffled import fitting, shuffled_deals
from ..batch.run import TROUBLE, available_cores
from ..jobs.journal import Journal
from ..jobs.workers import Crew

Records = Generator[dict[str, Any], None, None]

SCHEMA = 1
"""The number of the format of a record; it changes when a field changes its meaning or goes away."""
DOUBLE_DUMMY = ("any", "makes", "fails")
MOST_POINTS = 40
USUAL_POINTS = {1: 18, 2: 20, 3: 23, 4: 24, 5: 27, 6: 30, 7: 33}
"""The points that a side has at least when it bids so high, if nothing else is said."""
ATTEMPTS = 20_000_000
"""Deals tried before it is said that there are none."""
_AT_ONCE = 2_000


@dataclass(frozen=True)
class MatchOptions:
    """What decides the results of a match, and nothing else."""

    contract: str = "7NT"
    declarer: str = "S"
    players: tuple[str, ...] = ("alphamu:M=2,worlds=20", "pimc:worlds=20")
    """Those who play as declarer; the last is the one with whom the others are compared."""
    defence: str = "dds"
    strength: tuple[int, int] = (0, MOST_POINTS)
    """High card points of declarer and dummy together. Everybody at the table knows these limits."""
    double_dummy: str = "any"
    """``makes`` or ``fails``: only deals on which the contract is made, or beaten, with open cards. This
    nobody knows."""
    conditions: tuple[str, ...] = ()
    """In the language of the program dealer; known to everybody."""
    seed: int = 1

    @property
    def played_contract(self) -> Contract:
        """The contract with its declarer."""
        return parse_contract(self.contract, parse_seat(self.declarer))

    @property
    def constraints(self) -> list[Constraint]:
        """What is true of all deals, and known to everybody."""
        low, high = self.strength
        found: list[Constraint] = [ConditionConstraint(text, "the deals") for text in self.conditions]
        if (low, high) != (0, MOST_POINTS):
            found.append(SideConstraint(parse_seat(self.declarer), low, high, "the deals"))
        return found


def match_options(
    players: Sequence[str],
    defence: str = "dds",
    *,
    contract: str = "7NT",
    declarer: str = "S",
    strength: tuple[int, int] | None = None,
    double_dummy: str = "any",
    conditions: Sequence[str] = (),
    seed: int = 1,
    max_moves: int = 2,
    worlds: int = 20,
) -> MatchOptions:
    """Options of a match, checked. ``max_moves`` and ``worlds`` are for players who do not say theirs.

    Without a ``strength``, declarer's side has what contracts of this level usually need, or more.
    """
    bid = parse_contract(contract)
    names = [player_named(text, max_moves, worlds).name for text in players]
    if len(names) < 2:
        raise InputError(f"a match needs two players or more: {', '.join(names) or 'none'}")
    for name in names[:-1]:
        if names[:-1].count(name) > 1:
            raise InputError(f"this player is in the match twice: {name}")
    low, high = strength if strength is not None else (USUAL_POINTS[bid.level], MOST_POINTS)
    if not 0 <= low <= high <= MOST_POINTS:
        raise InputError(f"the points of a side lie between 0 and {MOST_POINTS}: {low}-{high}")
    if double_dummy not in DOUBLE_DUMMY:
        raise InputError(f"double dummy is one of {', '.join(DOUBLE_DUMMY)}: {double_dummy!r}")
    options = MatchOptions(
        bid.name,
        SEATS[parse_seat(declarer)],
        tuple(names),
        player_named(defence, max_moves, worlds).name,
        (low, high),
        double_dummy,
        tuple(conditions),
        whole_number(seed, "the seed", 0),
    )
    options.constraints  # noqa: B018 - complains about a condition that cannot be read
    return options


@dataclass(frozen=True)
class Job:
    """What a worker is given: one deal."""

    options: MatchOptions
    number: int


def play_deal(job: Job) -> dict[str, object]:
    """Let every player play one deal: the part of a record that takes time."""
    options = job.options
    layout, makes = deal_of(options, job.number)
    contract = options.played_contract
    defence = _player(options.defence)
    knowledge = Knowledge(sources=Sources(lead="off", constraints=options.constraints))
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
    return {
        "deal": layout_text(layout),
        "double_dummy": makes,
        "games": [_record(name, game) for name, game in zip(options.players, games, strict=True)],
    }


def _record(name: str, game: Game) -> dict[str, object]:
    return {
        "player": name,
        "made": game.made,
        "ended": game.ended,
        "cards": " ".join(card_name(card) for card in game.play.cards),
        "moves": game.declarer.moves,
        "seconds": round(game.declarer.seconds, 6),
        "defence_moves": game.defence.moves,
        "defence_seconds": round(game.defence.seconds, 6),
    }


_players: dict[str, Player] = {}


def _player(name: str) -> Player:
    """A player is made once in a process: what he remembers is true of every deal."""
    if name not in _players:
        _players[name] = player_named(name)
    return _players[name]


def deal_of(options: MatchOptions, number: int) -> tuple[Layout, bool | None]:
    """A deal of a match, and whether it is made with open cards, if that was asked for."""
    deal_options = (options.contract, options.declarer, options.strength, options.conditions)
    random = Random(seed_from("deal", options.seed, *deal_options, options.double_dummy, number))
    constraints = options.constraints
    for _ in range(0, ATTEMPTS, _AT_ONCE):
        deals = shuffled_deals(random, {}, _AT_ONCE)
        for place in np.flatnonzero(fitting(deals, range(4), constraints)).tolist():
            layout = deals.layout(place)
            if options.double_dummy == "any":
                return layout, None
            makes = _makes(layout, options.played_contract)
            if makes == (options.double_dummy == "makes"):
                return layout, makes
    raise InputError(f"none of {ATTEMPTS:,} deals is as wanted: {_wanted(options)}")


def _wanted(options: MatchOptions) -> str:
    words = [constraint.text for constraint in options.constraints]
    if options.double_dummy != "any":
        words.append(f"{options.contract} {options.double_dummy} double dummy")
    return ", ".join(words)


def _makes(layout: Layout, contract: Contract) -> bool:
    assert contract.declarer is not None
    solver = DoubleDummy(STRAINS.index(contract.strain))
    leader = (contract.declarer + 1) & 3
    return not solver.winning_cards([pack(layout)], [0], leader, (), 14 - contract.tricks)[0]


@dataclass(frozen=True)
class MatchProgress:
    """How far a match is."""

    done: int
    """Records on disk."""
    total: int
    before: int
    """Those of them that an earlier run had written."""
    different: int
    """Deals, in this run, on which the first player and the last did not end alike."""
    trouble: int
    """Deals, in this run, that could not be played."""
    seconds: float
    """Since this run began."""


def run_match(
    options: MatchOptions,
    deals: int,
    output: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    on_progress: Callable[[MatchProgress], None] | None = None,
) -> None:
    """Play the deals 1 to ``deals`` of a match and write a record of each into ``output`` (JSON Lines).

    If the output is there already, and from the same options, it is continued: after any interruption, or
    with more deals than before. Raises ``InputError`` if there are no deals as wanted, or the output belongs
    to something else.
    """
    total = whole_number(deals, "the number of deals", 1)
    processes = available_cores() if jobs is None else whole_number(jobs, "the number of jobs", 1)
    deal_of(options, 1)  # if there are no such deals, it is better said at once
    started = time.monotonic()
    with Journal(os.fspath(output), fingerprint(options)) as journal:
        before = len(journal)
        different = trouble = 0

        def report() -> None:
            if on_progress is not None:
                seconds = time.monotonic() - started
                on_progress(
                    MatchProgress(len(journal), max(total, before), before, different, trouble, seconds)
                )

        report()
        missing = [number for number in range(1, total + 1) if number not in journal]
        for is_last in (False, True):
            died: list[int] = []
            # Closed whatever happens, so that no worker goes on when this ends.
            with closing(_played(options, missing, processes)) as played:
                for record in played:
                    # The fault may be the machine's and not the deal's: such a deal gets another chance.
                    if record["status"] == "died" and not is_last:
                        died.append(record["number"])
                        continue
                    journal.add(record)
                    games = record.get("games", [])
                    different += bool(games) and games[0]["made"] != games[-1]["made"]
                    trouble += record["status"] in TROUBLE
                    report()
            missing = died
        if len(journal) == journal.done:  # else there is more from a longer run
            journal.finish()


def _played(options: MatchOptions, numbers: Sequence[int], processes: int) -> Records:
    """The records of some deals, as they are ready."""
    if not numbers:
        return
    crew = Crew(play_deal, min(processes, len(numbers)))
    with closing(crew.run((number, Job(options, number)) for number in numbers)) as outcomes:
        for outcome in outcomes:
            yield {
                "schema": SCHEMA,
                "number": outcome.number,
                "status": outcome.status,
                "reason": outcome.reason,
                **outcome.found,
            }


def fingerprint(options: MatchOptions) -> dict[str, object]:
    """What makes two runs the same match."""
    from .. import __version__  # noqa: PLC0415 - the package is not complete when this module is loaded

    return {"schema": SCHEMA, "version": __version__, "options": asdict(options), "inputs": []}

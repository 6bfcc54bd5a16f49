"""What decides the results of a match, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..bridge.auction import Contract, parse_contract
from ..bridge.cards import SEATS, parse_seat
from ..errors import InputError, whole_number
from ..players.named import player_named
from ..solve.policy import DEFAULT_MOVES, DEFAULT_SEED, PLAYER_WORLDS
from ..worlds.condition import ConditionConstraint
from ..worlds.constraints import Constraint, SideConstraint

DOUBLE_DUMMY = ("any", "makes", "fails")
MOST_POINTS = 40
USUAL_POINTS = {1: 18, 2: 20, 3: 23, 4: 24, 5: 27, 6: 30, 7: 33}
"""The points that a side has at least when it bids so high, if nothing else is said."""


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
    seed: int = DEFAULT_SEED

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
    seed: int = DEFAULT_SEED,
    max_moves: int = DEFAULT_MOVES,
    worlds: int = PLAYER_WORLDS,
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

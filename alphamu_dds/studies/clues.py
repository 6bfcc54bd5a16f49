"""What sets some layouts apart from others: who holds a missing card, how a suit splits.

A *clue* is a statement about the hidden hands that is true in some layouts and false in others. Given a
set of layouts, those that are lost for example, clues are ranked by how much they tell about it: the
information gain, as in decision trees. Nothing is said that the layouts do not show; the counts go with
every clue.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..bridge.cards import SEAT_NAMES, SUIT_BITS, card_name, cards_of
from ..bridge.position import Position
from ..bridge.replay import SUIT_WORDS
from ..engine.fronts import Mask

MISSING_CARDS = 3
"""So many of the highest hidden cards of a suit may matter."""
LEAST_GAIN = 0.1
"""A clue must remove so much of the doubt to be worth a line."""
LEAST_LATER = 0.3
"""A further clue so much of the doubt that is left."""
FEWEST = 3
"""About fewer layouts of a sample than these nothing is said: some clue would fit by chance."""
WORTH_TWO = 1.3
"""A clue made of two must tell so many times more than either of them."""
_PAIRED = 24
"""So many of the best single clues are tried in pairs."""


@dataclass(frozen=True)
class Clue:
    """A statement about the hidden hands, and the layouts in which it is true."""

    text: str
    layouts: Mask


@dataclass(frozen=True)
class Finding:
    """How a clue bears on a set of layouts."""

    clue: Clue
    hits: int
    """Layouts of the set in which the clue is true."""
    total: int
    """All layouts in which it is true."""
    other_hits: int
    """Layouts of the set in which it is not true."""
    other_total: int
    gain: float
    """The share of the doubt about the set that the clue removes, from 0 to 1."""
    side: bool | None = None
    """Whether it speaks only of layouts in which the finding before it is true, or not true; None for all."""

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "clue": self.clue.text,
            "hits": self.hits,
            "total": self.total,
            "other_hits": self.other_hits,
            "other_total": self.other_total,
            "side": self.side,
        }


def clues_of(position: Position) -> list[Clue]:
    """Single statements: holders of the highest missing cards, and the lengths of the suits."""
    everything = (1 << len(position.layouts)) - 1
    unique: dict[Mask, Clue] = {}
    for clue in itertools.chain(_holders(position), _lengths(position)):
        # Of several ways to say the same about these layouts the first is the plainest.
        if 0 < clue.layouts < everything:
            unique.setdefault(clue.layouts, clue)
    return list(unique.values())


def _holders(position: Position) -> Iterator[Clue]:
    hidden = [seat for seat in range(4) if seat & 1 != position.declarer & 1]
    unseen = sum(position.layouts[0][seat] for seat in hidden)
    for suit in range(4):
        for card in cards_of(unseen & SUIT_BITS << 16 * suit)[:MISSING_CARDS]:
            for seat in hidden:
                where = _mask(layout[seat] >> card & 1 == 1 for layout in position.layouts)
                yield Clue(f"{SEAT_NAMES[seat]} holds {card_name(card)}", where)


def _lengths(position: Position) -> Iterator[Clue]:
    hidden = [seat for seat in range(4) if seat & 1 != position.declarer & 1]
    for suit, word in enumerate(SUIT_WORDS):
        held = {
            seat: [(layout[seat] >> 16 * suit & SUIT_BITS).bit_count() for layout in position.layouts]
            for seat in hidden
        }
        number = held[hidden[0]][0] + held[hidden[1]][0]
        for longer in range((number + 1) // 2, number + 1):
            where = _mask(length in (longer, number - longer) for length in held[hidden[0]])
            yield Clue(f"{word} are {longer}-{number - longer}", where)
        for seat in hidden:
            name = SEAT_NAMES[seat]
            for length in range(number + 1):
                yield Clue(_has(name, length, word), _mask(found == length for found in held[seat]))
            for least in range(2, number):
                where = _mask(found >= least for found in held[seat])
                yield Clue(f"{name} has {least} or more {word}", where)


def _has(name: str, length: int, word: str) -> str:
    return (
        f"{name} has no {word}" if length == 0 else f"{name} has {length} {word if length > 1 else word[:-1]}"
    )


def _mask(truths: Iterable[bool]) -> Mask:
    return sum(1 << number for number, true in enumerate(truths) if true)


def set_apart(
    clues: list[Clue], chosen: Mask, among: Mask, most: int = 3, fewest: int = FEWEST
) -> list[Finding]:
    """The clues that tell most about which of the layouts ``among`` are ``chosen``, strongest first.

    Each clue after the first speaks of the side of the one before (where it is true, or where it is not) on
    which the greater doubt is left, as in a decision tree. About fewer than ``fewest`` chosen layouts
    nothing is said.
    """
    found: list[Finding] = []
    if (among & chosen).bit_count() < fewest:
        return found
    start = _doubt(among, chosen)
    side: bool | None = None
    least = LEAST_GAIN
    while len(found) < most:
        best = _strongest(clues, chosen, among)
        if best is None or best.gain < least:
            break
        found.append(replace(best, side=side))
        true, false = best.clue.layouts & among, ~best.clue.layouts & among
        doubts = [_doubt(part, chosen) for part in (true, false)]
        if max(doubts) < LEAST_GAIN * start:
            break
        side = doubts[0] >= doubts[1]
        among = true if side else false
        if (among & chosen).bit_count() < max(fewest, LEAST_GAIN * chosen.bit_count()):
            break
        least = LEAST_LATER
    return found


def _strongest(clues: list[Clue], chosen: Mask, among: Mask) -> Finding | None:
    """The clue that tells most; two are joined where both together tell clearly more than either."""
    # A clue is told from the side on which the chosen layouts are the more frequent.
    singles = sorted((_finding(clue, chosen, among) for clue in clues), key=lambda f: -f.gain)
    candidates = list(singles)
    for one, other in itertools.combinations(singles[:_PAIRED], 2):
        both = one.clue.layouts & other.clue.layouts & among
        if both and both not in (one.clue.layouts & among, other.clue.layouts & among):
            joined = _finding(Clue(_joined(one.clue.text, other.clue.text), both), chosen, among)
            if joined.gain > WORTH_TWO * max(one.gain, other.gain):
                candidates.append(joined)
    likely = [f for f in candidates if f.hits * f.other_total > f.other_hits * f.total]
    return max(likely, key=lambda f: f.gain, default=None)


def _finding(clue: Clue, chosen: Mask, among: Mask) -> Finding:
    true, false = clue.layouts & among, ~clue.layouts & among
    counts = [(side & chosen).bit_count() for side in (true, false)]
    totals = [side.bit_count() for side in (true, false)]
    doubt = _entropy(sum(counts), sum(totals))
    left = sum(
        total / max(1, sum(totals)) * _entropy(count, total)
        for count, total in zip(counts, totals, strict=True)
    )
    gain = 1 - left / doubt if doubt > 0 else 0.0
    return Finding(clue, counts[0], totals[0], counts[1], totals[1], gain)


def _doubt(among: Mask, chosen: Mask) -> float:
    """How many yes-or-no questions it takes to tell which layouts are chosen."""
    return _entropy((among & chosen).bit_count(), among.bit_count()) * among.bit_count()


def _entropy(part: int, whole: int) -> float:
    if part in (0, whole):
        return 0.0
    share = part / whole
    return -share * math.log2(share) - (1 - share) * math.log2(1 - share)


def _joined(one: str, other: str) -> str:
    """``West holds HK and DK`` is shorter than to name West twice."""
    words = one.split(" ")
    for length in (2, 1):
        start = " ".join(words[:length]) + " "
        if other.startswith(start) and words[0] in SEAT_NAMES:
            return f"{one} and {other[len(start) :]}"
    return f"{one} and {other}"

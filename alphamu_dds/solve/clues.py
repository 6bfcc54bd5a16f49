"""What sets some layouts apart from others: who holds a missing card, how a suit was dealt.

A *clue* is a statement about the hidden hands that is true in some layouts and false in others. Given a
set of layouts, those that are lost for example, clues are ranked by how much they tell about it: the
information gain, as in decision trees, by the weight of the layouts. Nothing is said that the layouts do
not show, and nothing that chance would show as well; the counts go with every clue.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..bridge.cards import (
    EVERY_SEAT,
    NO_CARDS,
    SEAT_NAMES,
    SUIT_BITS,
    Card,
    Holding,
    Seat,
    card_name,
    cards_of,
    next_seat,
)
from ..bridge.position import Position
from ..bridge.replay import SUIT_WORDS
from ..engine.fronts import Mask, worlds_of
from ..engine.score import Score, Weight
from .confidence import by_chance, effective_number

MISSING_CARDS = 3
"""So many of the highest hidden cards of a suit may matter."""
LEAST_GAIN = 0.1
"""A clue must remove so much of the doubt to be worth a line."""
LEAST_LATER = 0.3
"""A further clue so much of the doubt that is left."""
FEWEST = 4
"""A clue that rests on fewer layouts than these is noise, unless it is the whole truth."""
BY_CHANCE = 0.05
"""So often, at most, chance may make a clue as good."""
WORTH_TWO = 1.3
"""A clue made of two must tell so many times more than either of them."""
_PAIRED = 24
"""So many of the best single clues are tried in pairs."""

PlayedBySeat: TypeAlias = Sequence[Holding]
"""What each seat has played since the cards were dealt."""


@dataclass(frozen=True)
class Fact:
    """A statement about the hidden hands in pieces, so that nobody has to take words apart."""

    who: Seat | None
    """None if it is about a suit and not about a hand."""
    does: str
    """``holds``, ``was dealt``, ``hearts were dealt``."""
    what: str = ""
    """``4-2``, ``3 or more spades``; empty if it is a card."""
    card: Card | None = None


@dataclass(frozen=True)
class Clue:
    """Facts that are true together, and the layouts in which they are."""

    facts: tuple[Fact, ...]
    layouts: Mask

    @property
    def text(self) -> str:
        """The clue in words, cards as in PBN."""
        return clue_words(self.facts, card_name)


def clue_words(facts: Sequence[Fact], name: Callable[[Card], str]) -> str:
    """Facts in words; who or what two of them have in common is said once."""
    words: list[str] = []
    before: Fact | None = None
    for fact in facts:
        who = "" if fact.who is None else f"{SEAT_NAMES[fact.who]} "
        what = fact.what if fact.card is None else name(fact.card)
        if before is None or before.who is None or before.who != fact.who:
            words.append(f"{who}{fact.does} {what}")
        else:
            words.append(what if before.does == fact.does else f"{fact.does} {what}")
        before = fact
    return " and ".join(words)


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
    share: float
    """``hits`` of ``total`` by weight."""
    other_share: float
    gain: float
    """The share of the doubt about the set that the clue removes, from 0 to 1."""
    side: bool | None = None
    """Whether it speaks only of layouts in which the finding before it is true, or not true; None for all."""

    @property
    def is_whole_truth(self) -> bool:
        """Whether the set is just where the clue is true."""
        return self.hits == self.total and not self.other_hits

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "clue": self.clue.text,
            "hits": self.hits,
            "total": self.total,
            "other_hits": self.other_hits,
            "other_total": self.other_total,
            "share": self.share,
            "other_share": self.other_share,
            "side": self.side,
        }


def clues_of(position: Position, played: PlayedBySeat | None = None) -> list[Clue]:
    """Single statements: holders of the highest missing cards, and the lengths of the suits.

    With ``played``, or before a trick is complete, lengths are those of the hands as they were dealt.
    Otherwise nobody knows them, and they are those of the cards still out, which the clues say.
    """
    if played is None and position.tricks_left == 13:
        on_the_table = {next_seat(position.leader, place): card for place, card in enumerate(position.trick)}
        played = [1 << on_the_table[seat] if seat in on_the_table else NO_CARDS for seat in EVERY_SEAT]
    everything = (1 << len(position.layouts)) - 1
    unique: dict[Mask, Clue] = {}
    for clue in itertools.chain(_holders(position), _lengths(position, played)):
        # Of several ways to say the same about these layouts the first is the plainest.
        if 0 < clue.layouts < everything:
            unique.setdefault(clue.layouts, clue)
    return list(unique.values())


def _hidden(position: Position) -> list[Seat]:
    return sorted(position.hidden)


def _holders(position: Position) -> Iterator[Clue]:
    hidden = _hidden(position)
    unseen = sum(position.layouts[0][seat] for seat in hidden)
    for suit in range(4):
        for card in cards_of(unseen & SUIT_BITS << 16 * suit)[:MISSING_CARDS]:
            for seat in hidden:
                where = _mask(layout[seat] >> card & 1 == 1 for layout in position.layouts)
                yield Clue((Fact(seat, "holds", card=card),), where)


def _lengths(position: Position, played: PlayedBySeat | None) -> Iterator[Clue]:
    hidden = _hidden(position)
    has = "still has" if played is None else "was dealt"
    for suit, word in enumerate(SUIT_WORDS):
        are = f"the {word} still out are" if played is None else f"{word} were dealt"
        bits = SUIT_BITS << 16 * suit
        before = {seat: (played[seat] & bits).bit_count() if played is not None else 0 for seat in hidden}
        held = {
            seat: [before[seat] + (layout[seat] & bits).bit_count() for layout in position.layouts]
            for seat in hidden
        }
        number = held[hidden[0]][0] + held[hidden[1]][0]
        for longer in range((number + 1) // 2, number + 1):
            where = _mask(length in (longer, number - longer) for length in held[hidden[0]])
            yield Clue((Fact(None, are, f"{longer}-{number - longer}"),), where)
        for seat in hidden:
            for length in range(number + 1):
                suit_word = word[:-1] if length == 1 else word
                where = _mask(found == length for found in held[seat])
                yield Clue((Fact(seat, has, f"{length or 'no'} {suit_word}"),), where)
            for least in range(2, number):
                where = _mask(found >= least for found in held[seat])
                yield Clue((Fact(seat, has, f"{least} or more {word}"),), where)


def _mask(truths: Iterable[bool]) -> Mask:
    return sum(1 << number for number, true in enumerate(truths) if true)


def set_apart(
    clues: list[Clue],
    chosen: Mask,
    among: Mask,
    most: int = 3,
    weights: Sequence[Weight] | None = None,
    sample: bool = False,
) -> list[Finding]:
    """The clues that tell most about which of the layouts ``among`` are ``chosen``, strongest first.

    Each clue after the first speaks of the side of the one before (where it is true, or where it is not) on
    which the greater doubt is left, as in a decision tree. With ``sample`` the layouts are some of many, and
    a clue has to be better than the best of as many clues would be by chance.
    """
    search = _Search(clues, chosen, weights, sample)
    found: list[Finding] = []
    start = search.doubt(among)
    side: bool | None = None
    least = LEAST_GAIN
    while len(found) < most:
        best = search.strongest(among)
        if best is None or best.gain < least:
            break
        found.append(replace(best, side=side))
        true, false = best.clue.layouts & among, ~best.clue.layouts & among
        doubts = [search.doubt(part) for part in (true, false)]
        if max(doubts) < LEAST_GAIN * start:
            break
        side = doubts[0] >= doubts[1]
        among = true if side else false
        if search.worth(among & chosen) < LEAST_GAIN * search.worth(chosen):
            break
        least = LEAST_LATER
    return found


class _Search:
    """Judges clues about one set of layouts."""

    def __init__(
        self, clues: list[Clue], chosen: Mask, weights: Sequence[Weight] | None, sample: bool
    ) -> None:
        self._clues = clues
        self._chosen = chosen
        self._weights = weights
        self._sample = sample
        self.worth: Callable[[Mask], Weight] = (
            int.bit_count if weights is None else Score(len(weights), weights).vector
        )

    def strongest(self, among: Mask) -> Finding | None:
        """The clue that tells most; two are joined where both together tell clearly more than either."""
        singles = sorted((self._finding(clue, among) for clue in self._clues), key=lambda f: -f.gain)
        candidates = list(singles)
        tried = {clue.layouts & among for clue in self._clues}
        for one, other in itertools.combinations(singles[:_PAIRED], 2):
            both = one.clue.layouts & other.clue.layouts & among
            if both and both not in (one.clue.layouts & among, other.clue.layouts & among):
                tried.add(both)
                joined = self._finding(Clue(one.clue.facts + other.clue.facts, both), among)
                if joined.gain > WORTH_TWO * max(one.gain, other.gain):
                    candidates.append(joined)
        # A clue is told from the side on which the chosen layouts are the more frequent.
        likely = sorted((f for f in candidates if f.share > f.other_share), key=lambda f: -f.gain)
        return next((found for found in likely if self._is_told(found, among, len(tried))), None)

    def doubt(self, among: Mask) -> float:
        """How many yes-or-no questions it takes to tell which layouts are chosen."""
        whole = self.worth(among)
        return _entropy(self.worth(among & self._chosen), whole) * float(whole)

    def _finding(self, clue: Clue, among: Mask) -> Finding:
        true, false = clue.layouts & among, ~clue.layouts & among
        hits, other_hits = true & self._chosen, false & self._chosen
        parts = [self.worth(hits), self.worth(other_hits)]
        wholes = [self.worth(true), self.worth(false)]
        doubt = _entropy(sum(parts), sum(wholes))
        left = sum(
            float(whole / sum(wholes)) * _entropy(part, whole)
            for part, whole in zip(parts, wholes, strict=True)
            if whole
        )
        share, other_share = (
            float(part / whole) if whole else 0.0 for part, whole in zip(parts, wholes, strict=True)
        )
        return Finding(
            clue,
            hits.bit_count(),
            true.bit_count(),
            other_hits.bit_count(),
            false.bit_count(),
            share,
            other_share,
            1 - left / doubt if doubt > 0 else 0.0,
        )

    def _is_told(self, found: Finding, among: Mask, tried: int) -> bool:
        """Whether a clue is more than noise, which the best of many clues about few layouts often is.

        Where the layouts are all there are, a clue that names just the chosen ones is no estimate but the
        answer, however few they are.
        """
        if not self._sample and found.is_whole_truth:
            return True
        if found.hits < FEWEST:
            return False
        chance = by_chance(*self._worth_so_many(found, among))
        return chance * (tried if self._sample else 1) <= BY_CHANCE

    def _worth_so_many(self, found: Finding, among: Mask) -> tuple[int, int, int, int]:
        """Hits, total, and the same elsewhere, in layouts of equal weight."""
        if self._weights is None:
            return found.hits, found.total, found.other_hits, found.other_total
        number = among.bit_count()
        scale = effective_number([float(self._weights[world]) for world in worlds_of(among)], number)
        true = found.clue.layouts & among
        whole = float(self.worth(among))
        total, other_total = (
            round(scale * float(self.worth(side)) / whole) for side in (true, among & ~true)
        )
        return round(found.share * total), total, round(found.other_share * other_total), other_total


def _entropy(part: Weight, whole: Weight) -> float:
    if part in (0, whole):
        return 0.0
    share = float(part / whole)
    # Weights may be so small that a part is nothing, or all, in floating point.
    return -sum(p * math.log2(p) for p in (share, 1 - share) if p > 0)

"""The play of a PBN game: one column for each player, the opening leader's first.

Not all programs keep to that: some write each trick in the order in which it was played. The columns are
believed if that gives a legal play; if not, the order of play; if not that either, and all hands are known,
each card goes to the hand that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..bridge.cards import (
    EVERY_SEAT,
    SEAT_NAMES,
    SEATS,
    Card,
    Holding,
    Seat,
    card_name,
    next_seat,
    parse_card,
    places_from,
)
from ..bridge.play import trick_winner
from ..bridge.replay import replay
from ..errors import InputError
from .check import shortened
from .played import Complaint, Played, legal_part

_TOKEN = re.compile(r"=[^=\s]*=|\$\w*|[!?]+|\^\w*|[+]|-+|[*]|[^\s=$!?^+*-]+|=")
_CARD = {
    suit + rank: Card(16 * s + r)
    for s, suit in enumerate("SHDC")
    for r, rank in enumerate("23456789TJQKA", 2)
}
MOST_CELLS = 200
"""No play has more than 52 cards; the rest is room for dashes."""


@dataclass(frozen=True)
class PlayCell:
    """What stands at one place of the table: a card, or why there is none."""

    line: int
    card: Card | None = None
    trouble: str = ""
    value: str = ""


PlayRow = list[PlayCell]
Order = Callable[[PlayRow, Seat], list["PlayCell | None"]]
"""The cells of a row from the leader on; None if that cannot be said."""


class PlayedInColumns:
    """The rows of a Play section."""

    def __init__(self, first: Seat | None, rows: Sequence[tuple[int, str]], line: int) -> None:
        self.line = line
        self._first = first
        self._lines, self._after_end = _cells(rows)
        self._cards = [cell for row in self._lines for cell in row if cell.card is not None or cell.trouble]

    @property
    def empty(self) -> bool:
        """Whether there is no card in it."""
        return not self._cards and self._after_end is None

    @property
    def first(self) -> str:
        """Its first card as it is written."""
        if self._cards:
            return self._cards[0].value
        return self._after_end.value if self._after_end is not None else ""

    @property
    def leader(self) -> Seat | None:
        """The opening leader, who has the first column."""
        return self._first

    def read(self, hands: Sequence[Holding | None], leader: Seat, trump: int) -> Played:
        """The first way of reading the rows that gives a legal play; else the longest legal part."""
        played = self._read(hands, leader, trump)
        # What stands after the end is wrong, but says nothing against the cards before it.
        return replace(played, complaint=played.complaint or self._after_end)

    def _read(self, hands: Sequence[Holding | None], leader: Seat, trump: int) -> Played:
        first = leader if self._first is None else self._first
        if first != leader and None in hands:
            # With all hands known the cards tell whether the columns only begin elsewhere.
            seats = (SEAT_NAMES[leader], SEAT_NAMES[first])
            sentence = f"{seats[0]} has to lead, but the first column belongs to: {seats[1]}"
            return Played(replay(hands, leader, trump, ()), Complaint(self.line, SEATS[first], sentence))
        stream = [cell for row in self._lines for cell in row]
        in_fours = [stream[start : start + 4] for start in range(0, len(stream), 4)]
        tables = [in_fours]
        if any(len(row) % 4 for row in self._lines[:-1]):
            # A row may be short because the rest of the trick was not recorded.
            tables.append([row for row in self._lines if row])

        def in_columns(row: PlayRow, on_lead: Seat) -> list[PlayCell | None]:
            columns = [places_from(first, next_seat(on_lead, place)) for place in range(4)]
            return [row[column] if column < len(row) else None for column in columns]

        def as_played(row: PlayRow, _: Seat) -> list[PlayCell | None]:
            return list(row)

        def by_owner(row: PlayRow, on_lead: Seat) -> list[PlayCell | None]:
            return _by_owner(row, on_lead, hands)

        orders: list[Order] = [in_columns, as_played]
        if all(hand is not None for hand in hands):
            orders.append(by_owner)
        best: Played | None = None
        for number, order in enumerate(orders):
            for table in tables:
                found = self._follow(table, order, hands, leader, trump)
                # If the first column is not the leader's, only the hands tell that the columns are right.
                guessed = number > 0 or self._first != leader
                played = Played(found.replay, found.complaint, owners_guessed=guessed)
                if played.complaint is None:
                    return played
                if best is None or len(played.replay.cards) > len(best.replay.cards):
                    best = played
        assert best is not None
        return best

    @staticmethod
    def _follow(
        table: list[PlayRow], order: Order, hands: Sequence[Holding | None], leader: Seat, trump: int
    ) -> Played:
        """The play if the cells of a row are put into this order."""
        cards: list[Card] = []
        lines: list[int] = []
        on_lead = leader
        complaint: Complaint | None = None
        gap = False
        for row in table:
            trick: list[Card] = []
            for cell in order(row, on_lead):
                if cell is None or (cell.card is None and not cell.trouble):
                    gap = True
                elif gap and cell.card is not None:
                    name = card_name(cell.card)
                    complaint = Complaint(cell.line, name, f"a card before it is missing: {name}")
                elif cell.trouble:
                    complaint = Complaint(cell.line, cell.value, cell.trouble)
                elif cell.card is not None:
                    trick.append(cell.card)
                    lines.append(cell.line)
                if complaint is not None:
                    break
            cards.extend(trick)
            if complaint is not None:
                break
            if len(trick) == 4:
                on_lead = next_seat(on_lead, trick_winner((trick[0], trick[1], trick[2], trick[3]), trump))
        found, error = legal_part(hands, leader, trump, cards)
        if error is not None:
            place = error.number - 1
            complaint = Complaint(lines[place], card_name(cards[place]), str(error))
        return Played(found, complaint)


def _by_owner(row: PlayRow, on_lead: Seat, hands: Sequence[Holding | None]) -> list[PlayCell | None]:
    """The cells of a row, each at the place of the hand that holds its card."""
    places: list[PlayCell | None] = [None, None, None, None]
    for cell in row:
        if cell.card is None:
            if cell.trouble:
                return list(row)
            continue
        owners = [seat for seat in EVERY_SEAT if (hands[seat] or 0) >> cell.card & 1]
        if len(owners) != 1 or places[places_from(on_lead, owners[0])] is not None:
            return list(row)
        places[places_from(on_lead, owners[0])] = cell
    return places


def _cells(rows: Sequence[tuple[int, str]]) -> tuple[list[PlayRow], Complaint | None]:
    """The rows as cells, up to ``*`` or too many, and what stands after ``*``; notes and marks of quality
    are left out."""
    table: list[PlayRow] = []
    count = 0
    mark = ""
    open_end = ended = False
    for line, text in rows:
        row: PlayRow = []
        table.append(row)
        for found in _TOKEN.finditer(text):
            token = found[0]
            kind = token[0]
            if kind == "*":
                ended = True
            if kind in "$!?=*" or (ended and kind in "-+"):
                continue
            if ended:
                sentence = f"the play goes on after its end: {shortened(token)!r}"
                return table, Complaint(line, token, sentence)
            if kind == "^":
                mark = token
                continue
            if kind in "+-":
                if kind == "+" and open_end:
                    row.append(
                        PlayCell(line, trouble="the play can be continued in one place only: +", value="+")
                    )
                else:
                    row.append(PlayCell(line))
                open_end = open_end or kind == "+"
            else:
                row.append(_cell(line, token, mark))
            mark = ""
            count += 1
            if count >= MOST_CELLS:
                row.append(PlayCell(line, trouble=f"the play is too long: {shortened(token)!r}", value=token))
                return table, None
    return table, None


def _cell(line: int, token: str, mark: str) -> PlayCell:
    card = _CARD.get(token)
    if card is None:
        try:
            card = parse_card(token)
        except InputError as error:
            return PlayCell(line, trouble=shortened(str(error), 200), value=token)
    if mark:
        sentence = f"an irregular card is marked, so the play is kept only up to it: {mark} {card_name(card)}"
        return PlayCell(line, trouble=sentence, value=f"{mark} {card_name(card)}")
    return PlayCell(line, card, value=token)

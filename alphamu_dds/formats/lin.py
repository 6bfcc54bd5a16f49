"""LIN, as BBO, vugraph and club programs write it: one field after the other.

The contract, its declarer and the owners of the cards are never written there; they follow from the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ..bridge.auction import AuctionError, AuctionResult, Call, Contract, check_auction, parse_contract
from ..bridge.cards import EAST, EVERY_SEAT, NORTH, SEAT_NAMES, SOUTH, WEST, parse_seat
from ..errors import InputError, count
from .board import Board, Tag
from .check import Draft, TagNames, shortened
from .compact import parse_calls, parse_cards, parse_claim, parse_suits
from .lin_fields import Field, RawLin, boards_of
from .lines import Line
from .played import Complaint, PlayedInOrder

NAMES = TagNames("md", "mb", "mb", "mb", "pc", "mc")
LIN_SEATS = (SOUTH, WEST, NORTH, EAST)
"""South, West, North, East: the order of everything in LIN."""
_VULNERABLE = {"o": "None", "0": "None", "-": "None", "n": "NS", "e": "EW", "b": "Both"}
_ROOM = re.compile(r"\s*([oc])(\d+)\s*", re.IGNORECASE)
_NAME = re.compile(r"board\s+(.+)", re.IGNORECASE | re.DOTALL)
_SCORE = re.compile(r"\s*([1-7](?:NT?|[CDHS]))([NESW])(x{0,2})\s*(=|[+-]\d{1,2})\s*", re.IGNORECASE)
_PASSED_OUT = re.compile(r"\s*(?:P|PASS|PASSED OUT|AP)\s*", re.IGNORECASE)
_LAYOUT = frozenset(("pg", "st", "rh"))
"""Fields that say how to show a board and not what it is."""
_ONCE = frozenset(("pn", "ah", "sv", "mc"))


def read_lin(lines: Iterable[Line], file: str) -> Iterator[Board]:
    """The boards of a LIN file, one at a time."""
    found = False
    text = _Looked(lines)
    told: set[str] = set()
    for raw in boards_of(text):
        found = True
        yield _LinToBoard(raw, file, told).board()
    if not found and not text.blank:
        raise InputError(f"{file}: there is no board, that is, no field md, mb or pc")


class _Looked:
    """Lines, and whether there was anything on them: an empty file has no board, and that is no mistake."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines
        self.blank = True

    def __iter__(self) -> Iterator[Line]:
        for line in self._lines:
            self.blank = self.blank and not line.text.strip()
            yield line


class _LinToBoard:
    """One board, understood field by field."""

    def __init__(self, raw: RawLin, file: str, told: set[str]) -> None:
        self._raw = raw
        self._told = told
        """What was said about the head of the file, so that it is not said of every board."""
        self._draft = Draft(file, raw.line, NAMES)
        self._play = PlayedInOrder()
        self._room = ""
        self._number = ""
        self._names = raw.header["pn"].value if "pn" in raw.header else ""
        self._in_doubt = False
        """Whether fields of the board could not be told apart, so that what follows may be incomplete."""
        self._once: dict[str, str] = {}
        """The values of fields that a board has only once."""
        self._readers: dict[str, Callable[[Field], None]] = {
            "": self._cannot_be_told_apart,
            "qx": self._where,
            "ah": self._heading,
            "pn": self._players,
            "md": self._deal,
            "sv": self._vulnerable,
            "mb": self._call,
            "an": self._alert,
            "pc": self._card,
            "mc": self._claim,
            "mn": self._title,
        }

    def board(self) -> Board:
        """The board with everything that could be understood."""
        draft, header = self._draft, self._raw.header
        if "mn" in header:
            draft.event = header["mn"].value.strip()
        if "vg" in header and header["vg"].value:
            self._keep("vg", header["vg"].value)
        for item in self._raw.fields:
            draft.lines.setdefault(item.name, item.line)
            reader = self._readers.get(item.name)
            if reader is not None:
                if not self._stands_twice(item):
                    reader(item)
            elif item.value.strip() and item.name not in _LAYOUT:
                self._keep(item.name, item.value)
        draft.name = draft.name or self._number
        if self._names.strip(" ,"):
            self._seat_players()
        draft.play = self._play
        if "vg" in header and "rs" in header:
            self._results_list(header["vg"].value, header["rs"])
        return draft.finish()

    def _stands_twice(self, item: Field) -> bool:
        """Whether the board has such a field already; the first one counts."""
        if item.name not in _ONCE or not item.value.strip():
            return False
        first = self._once.setdefault(item.name, item.value.strip())
        if first != item.value.strip():
            sentence = f"{item.name} stands twice, first as {shortened(first)!r}"
            value = item.value.strip()
            self._draft.complain(item.name, value, f"{sentence}: {shortened(value)!r}", item.line)
            return True
        return False

    def _cannot_be_told_apart(self, item: Field) -> None:
        draft = self._draft
        sentence = f"the fields cannot be told apart after: {shortened(item.value)!r}"
        draft.complain("fields", item.value, sentence, item.line)
        if "md" not in draft.lines and not draft.calls:
            return  # only what comes before the board is lost
        self._in_doubt = True
        if not self._play.cards:
            outcome = self._outcome()
            draft.auction_broken = outcome is None or not outcome.finished

    def _keep(self, name: str, value: str) -> None:
        self._draft.tags.append(Tag(name, value.strip()))
        if name == "vg" and not self._draft.event:
            self._draft.event = value.split(",", 1)[0].strip()

    def _where(self, item: Field) -> None:
        found = _ROOM.fullmatch(item.value)
        if found is None:
            self._number = item.value.strip()
            return
        self._room = found[1].lower()
        self._number = found[2]
        self._draft.tags.append(Tag("Room", "Closed" if self._room == "c" else "Open"))

    def _heading(self, item: Field) -> None:
        name = item.value.strip()
        found = _NAME.fullmatch(name)
        self._draft.name = name = found[1] if found is not None else name
        if self._number.isdecimal() and name.isdecimal() and name.lstrip("0") != self._number.lstrip("0"):
            sentence = f"the board is {shortened(self._number)} by qx, and not: {shortened(name)}"
            self._draft.complain("ah", name, sentence, item.line)

    def _title(self, item: Field) -> None:
        self._draft.event = item.value.strip()

    def _players(self, item: Field) -> None:
        self._names = item.value

    def _seat_players(self) -> None:
        """Four names, or eight: the open room's and the closed room's."""
        draft = self._draft
        names = [name.strip() for name in self._names.split(",")]
        if len(names) > 8:
            sentence = f"there are four players, or eight at two tables: {len(names)}"
            draft.complain("pn", self._names, sentence)
            return
        if len(names) > 4:
            if not self._room:
                draft.infer("players")
            names = names[4:] if self._room == "c" else names[:4]
        for seat, name in zip(LIN_SEATS, names, strict=False):
            draft.players[seat] = name

    def _deal(self, item: Field) -> None:
        draft = self._draft
        text = item.value.strip()
        if text[:1].isdigit():
            if text[0] in "1234":
                draft.dealer = LIN_SEATS[int(text[0]) - 1]
            elif text[0] != "0":
                draft.complain("md", text, f"the dealer is a number from 1 to 4: {text[0]}")
            text = text[1:]
        hands = text.split(",")
        if len(hands) > 4:
            draft.complain("md", text, f"a deal has four hands, not {len(hands)}: {shortened(text)!r}")
            draft.unreadable.update(EVERY_SEAT)
            return
        for seat, hand in zip(LIN_SEATS, hands, strict=False):
            try:
                draft.hands[seat] = parse_suits(hand)
            except InputError as error:
                draft.unreadable.add(seat)
                draft.complain("md", hand, f"{SEAT_NAMES[seat]}: {error}")

    def _vulnerable(self, item: Field) -> None:
        value = item.value.strip().lower()
        self._draft.vulnerable = _VULNERABLE.get(value)
        if value and self._draft.vulnerable is None:
            sentence = f"the vulnerability is one of o, n, e, b: {shortened(value)!r}"
            self._draft.complain("sv", value, sentence, item.line)

    def _call(self, item: Field) -> None:
        draft = self._draft
        if draft.auction_broken or not item.value.strip():
            return
        try:
            for call in parse_calls(item.value):
                draft.add_call(call, item.line)
        except InputError as error:
            draft.complain("mb", item.value, str(error), item.line)
            draft.auction_broken = True

    def _alert(self, item: Field) -> None:
        calls = self._draft.calls
        if not calls:
            self._keep("an", item.value)
        elif not self._draft.auction_broken:
            calls[-1] = Call(calls[-1].name, item.value.strip())

    def _card(self, item: Field) -> None:
        if self._in_doubt and self._play.broken is None:
            sentence = f"after fields that cannot be told apart no card is certain: {shortened(item.value)!r}"
            self._play.broken = Complaint(item.line, item.value, sentence)
        try:
            for card in parse_cards(item.value):
                self._play.add(card, item.line)
        except InputError as error:
            if self._play.broken is None:
                self._play.broken = Complaint(item.line, item.value, str(error))

    def _claim(self, item: Field) -> None:
        value = item.value.strip()
        if value:
            try:
                self._draft.result = parse_claim(value)
            except InputError as error:
                self._draft.complain("mc", value, str(error), item.line)

    def _results_list(self, match: str, results: Field) -> None:
        """Vugraph files begin with all results: of each board the open room's, then the closed room's."""
        facts = match.split(",")
        if not self._room or len(facts) < 5 or not (facts[3].isdecimal() and facts[4].isdecimal()):
            return
        first, last = int(facts[3][:6]), int(facts[4][:6])
        scores = results.value.rstrip(", ").split(",")
        wanted, written = 2 * (last - first + 1), results.value.count(",") + 1
        place = 2 * (int(self._number[:6]) - first) + (self._room == "c")
        if not len(scores) <= wanted <= written:
            if results.value.strip() and results.value not in self._told:
                self._told.add(results.value)
                sentence = f"the list must have {wanted} results, for boards {first} to {last}, and not"
                self._draft.complain("rs", results.value, f"{sentence}: {written}", results.line)
        elif 0 <= place < len(scores) and scores[place].strip():
            self._compare_with_list(scores[place].strip(), results.line)

    def _compare_with_list(self, score: str, line: int) -> None:
        draft = self._draft
        outcome = self._outcome()
        finished = outcome is not None and outcome.finished
        reached = outcome.contract if outcome is not None else None
        found = _SCORE.fullmatch(score)
        if found is None and not _PASSED_OUT.fullmatch(score):
            sentence = f"a result in the list is like 4SN=, 3NExx-1 or PASS: {shortened(score)!r}"
            draft.complain("rs", score, sentence, line)
            return
        stated = None if found is None else parse_contract(found[1] + found[3], parse_seat(found[2]))
        if finished and reached != stated:
            sentence = (
                f"the auction leads to {_by(reached)} and not as in the list of results to: {_by(stated)}"
            )
            draft.complain("rs", score, sentence, line)
            return
        if stated is None or found is None:
            draft.passed_out = True
            return
        tricks = stated.tricks + (0 if found[4] == "=" else int(found[4]))
        if not 0 <= tricks <= 13:
            draft.complain("rs", score, f"the list of results gives more than 13 tricks: {score}", line)
        elif draft.result is not None and draft.result != tricks:
            sentence = f"the list of results gives {count(tricks, 'trick')}, and not as here: {draft.result}"
            draft.complain("rs", score, sentence, line)
        else:
            draft.contract, draft.declarer, draft.result = stated, stated.declarer, tricks

    def _outcome(self) -> AuctionResult | None:
        """What the auction has come to; None if it cannot be followed."""
        draft = self._draft
        if draft.dealer is None or draft.auction_broken:
            return None
        try:
            return check_auction(draft.dealer, draft.calls)
        except AuctionError:
            return None


def _by(contract: Contract | None) -> str:
    if contract is None:
        return "Pass"
    declarer = contract.declarer
    return contract.name if declarer is None else f"{contract.name} by {SEAT_NAMES[declarer]}"

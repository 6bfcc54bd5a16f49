"""PBN: games understood as boards.

Read as people write it (the import format of PBN 2.1): tags in any order, values inherited with ``#`` and
``##``, comments anywhere. Tags that a board has no use for are kept as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..bridge.auction import Call, parse_call, parse_contract
from ..bridge.cards import EVERY_SEAT, SEAT_NAMES, Seat, next_seat, parse_hand, parse_seat
from ..errors import InputError
from .board import Board, Tag
from .check import MOST_CALLS, Draft, TagNames, shortened
from .lines import Line
from .pbn_games import GameReader, RawGame, RawTag
from .pbn_play import PlayedInColumns

NAMES = TagNames("Deal", "Auction", "Contract", "Declarer", "Play", "Result")
UNKNOWN = ("", "?")
_VULNERABLE = {
    **dict.fromkeys(("NONE", "LOVE", "-", "O", "NIL"), "None"),
    **dict.fromkeys(("NS", "N-S", "N/S"), "NS"),
    **dict.fromkeys(("EW", "E-W", "E/W"), "EW"),
    **dict.fromkeys(("ALL", "BOTH", "B", "NSEW"), "Both"),
}
_PASSED_OUT = {"PASS", "P", "AP", "ALL PASS", "ALLPASS", "PASSED OUT", "PASSEDOUT", "PASS OUT", "PASSOUT"}
_RESULT = re.compile(r"(?:(NS|EW) *)?(\d{1,2})(?: *(NS|EW) *(\d{1,2}))?", re.IGNORECASE)
_CALL_TOKEN = re.compile(r"=[^=\s]*=|\$\w*|[!?]+|\^\w*|[-+*]+|[^\s=$!?^+*-]+\**|=")
_ALL_PASS = {"AP", "ALLPASS"}
_HIDDEN = re.compile(r"-+|\.\.\.|-\.-\.-\.-")
_USED = {
    "Event",
    "Board",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Declarer",
    "Contract",
    "Result",
    "Auction",
    "Play",
}
_USED.update(SEAT_NAMES)


def read_pbn(lines: Iterable[Line], file: str) -> Iterator[Board]:
    """The boards of a PBN file, one at a time."""
    games = GameReader(lines)
    inherited = _Inheritance()
    for game in games:
        yield _GameToBoard(game, file, inherited.tags(game)).board()
    stray = games.stray
    if stray is not None:  # there was no game to report it with
        raise InputError(f"{file}, line {stray.line}: there is no board, and {stray.sentence}")


class _Inheritance:
    """Values from the game before: ``#`` for this time, ``##`` from now on."""

    def __init__(self) -> None:
        self._before: dict[str, str] = {}
        self._kept: dict[str, str] = {}

    def tags(self, game: RawGame) -> list[RawTag]:
        """The tags of a game with the values that they inherit."""
        result = []
        values: dict[str, str] = {}
        for tag in game.tags:
            value = tag.value
            if value == "#" or value.startswith("##"):
                lasting = value.startswith("##")
                value = value[2:] if lasting else ""
                if not value:
                    value = self._inherit(game, tag)
                if lasting:
                    self._kept[tag.name] = value
                else:
                    self._kept.pop(tag.name, None)
                tag = RawTag(tag.name, value, tag.line, tag.rows)  # noqa: PLW2901
            elif tag.name in self._kept:
                del self._kept[tag.name]
            values.setdefault(tag.name, value)
            result.append(tag)
        for name, value in self._kept.items():
            if name not in values:
                values[name] = value
                result.append(RawTag(name, value, game.line))
        self._before = values
        return result

    def _inherit(self, game: RawGame, tag: RawTag) -> str:
        if tag.name in ("Auction", "Play"):
            game.complain(tag.line, tag.name, tag.value, f"{tag.name} cannot be inherited: {tag.value}")
            return ""
        if tag.name in _USED and tag.name not in self._before:
            sentence = f"the game before has no {tag.name} to inherit: {tag.value}"
            game.complain(tag.line, tag.name, tag.value, sentence)
        return self._before.get(tag.name, "")


class _GameToBoard:
    """One game, understood tag by tag."""

    def __init__(self, game: RawGame, file: str, tags: list[RawTag]) -> None:
        self._draft = Draft(file, game.line, NAMES)
        self._found: dict[str, RawTag] = {}
        self._auction_notes: list[RawTag] = []
        section = ""
        for complaint in game.complaints:
            self._draft.complain(complaint.tag, complaint.value, complaint.sentence, complaint.line)
        if game.joined:
            self._draft.infer("end of the board")
        for tag in tags:
            if tag.name in ("Auction", "Play"):
                section = tag.name
            if tag.name == "Note" and section == "Auction":
                self._auction_notes.append(tag)
            elif tag.name in _USED:
                self._use(tag)
            else:
                rows = tuple(text for _, text in tag.rows)
                self._draft.tags.append(Tag(tag.name, tag.value, rows))

    def _use(self, tag: RawTag) -> None:
        first = self._found.setdefault(tag.name, tag)
        self._draft.lines.setdefault(tag.name, tag.line)
        if first is not tag and (first.value != tag.value or tag.rows):
            sentence = (
                f"{tag.name} stands twice, first as {shortened(first.value)!r}: {shortened(tag.value)!r}"
            )
            self._draft.complain(tag.name, tag.value, sentence, tag.line)

    def _value(self, name: str) -> str:
        """The value of a tag; empty if it is missing or unknown."""
        tag = self._found.get(name)
        value = tag.value.strip() if tag is not None else ""
        return "" if value in UNKNOWN else value

    def _text(self, name: str) -> str:
        """A name, which may be anything: with a space before it, even a question mark."""
        tag = self._found.get(name)
        return "" if tag is None or tag.value in UNKNOWN else tag.value.strip()

    def board(self) -> Board:
        """The board with everything that could be understood."""
        draft = self._draft
        draft.name = self._text("Board")
        draft.event = self._text("Event")
        draft.players = [self._text(name) for name in SEAT_NAMES]
        draft.dealer = self._seat("Dealer", self._value("Dealer"))
        vulnerable = self._value("Vulnerable")
        if vulnerable:
            draft.vulnerable = _VULNERABLE.get(vulnerable.upper())
            if draft.vulnerable is None:
                sentence = f"the vulnerability is one of None, NS, EW, All: {shortened(vulnerable)!r}"
                draft.complain("Vulnerable", vulnerable, sentence)
        self._deal(self._value("Deal"))
        self._contract()
        self._auction()
        self._result(self._value("Result"))
        play = self._found.get("Play")
        if play is not None:
            first = self._seat("Play", "" if play.value in UNKNOWN else play.value)
            draft.play = PlayedInColumns(first, play.rows, play.line)
        return draft.finish()

    def _seat(self, tag: str, value: str) -> Seat | None:
        if not value:
            return None
        try:
            return parse_seat(value)
        except InputError as error:
            self._draft.complain(tag, value, str(error))
            return None

    def _deal(self, value: str) -> None:
        if not value:
            return
        draft = self._draft
        first, colon, rest = value.partition(":")
        seat = self._seat("Deal", first) if colon else None
        hands = _four_hands(rest)
        if seat is None or len(hands) != 4:
            if not colon or seat is not None:
                sentence = f"a deal is a seat, a colon and four hands: {shortened(value)!r}"
                draft.complain("Deal", value, sentence)
            draft.unreadable.update(EVERY_SEAT)
            return
        for offset, text in enumerate(hands):
            owner = next_seat(seat, offset)
            if _HIDDEN.fullmatch(text):
                continue
            try:
                # A dash is no suit; inside one it is nothing that anybody writes.
                draft.hands[owner] = parse_hand(".".join("" if s == "-" else s for s in text.split(".")))
            except InputError as error:
                draft.unreadable.add(owner)
                draft.complain("Deal", text, f"{SEAT_NAMES[owner]}: {error}")

    def _contract(self) -> None:
        draft = self._draft
        declarer = self._value("Declarer")
        if declarer.startswith("^"):
            draft.irregular.add("declarer")
        draft.declarer = self._seat("Declarer", declarer.lstrip("^"))
        contract = self._value("Contract")
        if contract.upper() in _PASSED_OUT:
            draft.passed_out = True
        elif contract:
            try:
                draft.contract = parse_contract(contract)
            except InputError as error:
                draft.complain("Contract", contract, str(error))

    def _result(self, value: str) -> None:
        """Tricks of declarer's side: ``9``, ``NS 9``, ``EW 4``, ``NS 9 EW 4``; ``^9`` if it is irregular."""
        draft = self._draft
        if value.startswith("^"):
            draft.irregular.add("result")
        text = value.lstrip("^").strip()
        if not text:
            return
        found = _RESULT.fullmatch(text)
        tricks = int(found[2]) if found is not None else 14
        both = found is not None and found[3] is not None
        if found is None or tricks > 13 or (both and not _thirteen(found)):
            draft.complain(
                "Result", value, f"a result is a number of tricks from 0 to 13: {shortened(value)!r}"
            )
            return
        if found[1] is None:
            draft.result = tricks
        else:
            draft.result_of_side = (("NS", "EW").index(found[1].upper()), tricks, value)

    def _auction(self) -> None:
        tag = self._found.get("Auction")
        if tag is None:
            return
        first = self._seat("Auction", "" if tag.value in UNKNOWN else tag.value)
        notes = self._notes()
        used: set[str] = set()
        skipped = 0
        calls, lines = self._draft.calls, self._draft.call_lines
        ended = False
        for line, token in _tokens(tag.rows):
            kind = token[0]
            if kind in "$!?":
                continue
            if kind == "=" and len(token) > 1:
                number = token.strip("= ")
                used.add(number)
                if calls:
                    told = (calls[-1].alert, notes.get(number, ""))
                    calls[-1] = Call(calls[-1].name, "; ".join(text for text in told if text))
            elif kind in "*+" and not ended:
                ended = True
            elif kind == "-" and not calls:
                skipped += 1
            elif token.upper() in _ALL_PASS and not ended:
                _pass_out(calls)
            else:
                name = token.rstrip("*")
                try:
                    call = _next_call(name or token, ended or len(calls) >= MOST_CALLS)
                    # A star at a call is an alert without words; alone it ends the auction.
                    calls.append(call if name == token else replace(call, alert=""))
                except InputError as error:
                    self._draft.complain("Auction", token, str(error), line)
                    self._draft.auction_broken = True
                    break
            # One word may be several calls.
            lines.extend([line] * (len(calls) - len(lines)))
        for number, text in notes.items():
            if number not in used:
                self._draft.tags.append(Tag("Note", f"{number}:{text}"))
        self._find_dealer(tag, first, skipped)

    def _find_dealer(self, tag: RawTag, first: Seat | None, skipped: int) -> None:
        """Who began the auction: it must be the dealer, and is if no dealer is written."""
        draft = self._draft
        if not draft.calls or (first is None and not skipped):
            return
        if first is None:
            sentence = f"the auction begins in a column that has no seat: {tag.value!r}"
        else:
            opener = next_seat(first, skipped)
            if draft.dealer is None:
                draft.dealer = opener
                draft.infer("dealer")
            if draft.dealer == opener:
                return
            sentence = (
                f"{SEAT_NAMES[draft.dealer]} is dealer but the first call stands below "
                f"{SEAT_NAMES[opener]}: [Auction {tag.value!r}]"
            )
        # Nobody can tell who made which call.
        draft.calls = []
        draft.complain("Auction", tag.value, sentence)

    def _notes(self) -> dict[str, str]:
        """What was said about alerted calls; notes that are not numbered stay tags."""
        notes: dict[str, str] = {}
        for tag in self._auction_notes:
            number, colon, text = tag.value.partition(":")
            number = number.strip()
            if colon and number.isdigit():
                if notes.setdefault(number, text.strip()) != text.strip():
                    sentence = f"note {number} stands twice, first as {shortened(notes[number])!r}"
                    self._draft.complain(
                        "Note", tag.value, f"{sentence}: {shortened(text.strip())!r}", tag.line
                    )
            else:
                self._draft.tags.append(Tag(tag.name, tag.value))
        return notes


def _four_hands(text: str) -> list[str]:
    """The hands of a deal; of two that are known the places show if blanks stand where dashes should.

    >>> _four_hands(" A...  K...")
    ['-', 'A...', '-', 'K...']
    """
    hands = text.split()
    places = text.rstrip().split(" ")
    # With one blank between them nobody can tell whose the second one is.
    if len(hands) != 2 or "  " not in text.strip() or len(places) > 4:
        return hands
    return [hand.strip() or "-" for hand in (*places, "")[:4]]


def _thirteen(found: re.Match[str]) -> bool:
    return found[1] is not None and found[1] != found[3] and int(found[2]) + int(found[4]) == 13


def _next_call(token: str, too_late: bool) -> Call:
    if too_late:
        raise InputError(f"the auction goes on after its end: {shortened(token)!r}")
    if token[0] == "^":
        raise InputError(f"an irregular call cannot be followed: {shortened(token)}")
    if token[0] == "-":
        raise InputError(f"somebody's call is missing: {shortened(token)!r}")
    return parse_call(token)


def _tokens(rows: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The words of an auction; ``all pass`` is one of them."""
    waiting: tuple[int, str] | None = None  # for its "pass", which may stand on the next line
    for line, row in rows:
        for found in _CALL_TOKEN.finditer(row):
            token = found[0]
            if waiting is not None:
                all_pass = token.upper() == "PASS"
                yield (waiting[0], "AP") if all_pass else waiting
                waiting = None
                if all_pass:
                    continue
            if token.upper() == "ALL":
                waiting = line, token
            else:
                yield line, token
    if waiting is not None:
        yield waiting


def _pass_out(calls: list[Call]) -> None:
    """Add the passes that end an auction."""
    passes = 0
    while passes < len(calls) and calls[-1 - passes].name == "Pass":
        passes += 1
    wanted = 4 if passes == len(calls) else 3
    calls.extend([Call("Pass")] * (wanted - passes))

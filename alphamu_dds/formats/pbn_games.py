"""A PBN file cut into games: tags with their lines, and nothing understood yet.

Cutting comes first so that one bad game never costs its neighbours. A blank line ends a game; so does a tag
that can only begin another one, because not everybody writes blank lines. What turns out to be the rest of
the game before is added to it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .check import MOST_PROBLEMS, shortened
from .lines import Line

SECTIONS = ("Auction", "Play")
_SINGLE = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result", "Note"),
)
"""Tags that have no lines below them."""
_CANONICAL = {name.lower(): name for name in (*_SINGLE, *SECTIONS)}
_BEGINNERS = {"Event", "Board", "Deal"}
"""Standing twice, these begin a new game even without a blank line."""
_EARLY = {"Site", "Date", "West", "North", "East", "South", "Dealer", "Vulnerable"}
"""So do these, once the game has its deal."""

_SIMPLE_TAG = re.compile(r'\[\s*(\w+)\s*"([^"\\]*)"\s*\]\s*')
_TAG = re.compile(r'\[\s*([^\s"\[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_QUOTES_IN_VALUE = re.compile(r'\[\s*(\w+)\s*"([^\[\]]*)"\s*\]\s*')
_UNQUOTED_TAG = re.compile(r'\[\s*(\w+)\s([^"\[\]]*)\]\s*')
_MARK = re.compile(r'"[^"]*"|[\[{;}]')
"""What interrupts the lines of a section; inside quotes nothing does."""
_RESTART = re.compile(rf'\s*\[\s*(?:{"|".join((*sorted(_BEGINNERS), *sorted(_EARLY)))})\s*"', re.IGNORECASE)
_BRACE = re.compile(r"[{}]")
_ESCAPE = re.compile(r'\\([\\"])')

MOST_TEXT = 1 << 20
"""Characters of one game; no real one has a hundredth of it."""
LONGEST_TAG = 1 << 14
"""Characters of a tag that is spread over lines."""
MOST_TAG_LINES = 10
MOST_AHEAD = 1 << 18
"""Characters in which the end of a comment is looked for."""


@dataclass
class RawTag:
    """A tag, and the lines below it."""

    name: str
    value: str
    line: int
    rows: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class RawComplaint:
    """Something that is not PBN."""

    line: int
    tag: str
    value: str
    sentence: str


@dataclass
class RawGame:
    """The tags of one game."""

    line: int
    tags: list[RawTag] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    complaints: list[RawComplaint] = field(default_factory=list)
    after_blank: bool = True
    """Whether a blank line stands before it."""
    joined: bool = False
    """Whether it goes on after a blank line."""
    size: int = 0

    def complain(self, line: int, tag: str, value: str, sentence: str) -> None:
        """Report something."""
        if len(self.complaints) < MOST_PROBLEMS:
            self.complaints.append(RawComplaint(line, tag, shortened(value), sentence))

    def append(self, rest: RawGame) -> None:
        """Add what stood apart from it."""
        self.tags.extend(rest.tags)
        self.names |= rest.names
        self.size += rest.size
        self.joined = self.joined or rest.after_blank or rest.joined
        for complaint in rest.complaints:
            self.complain(complaint.line, complaint.tag, complaint.value, complaint.sentence)


class GameReader:
    """Takes lines, gives games. Iterate once; afterwards ``stray`` tells what a file without a game has."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[Line] = deque()
        """Lines that have been looked at and are still to be taken."""
        self._game: RawGame | None = None
        self._blank = True
        """Whether a blank line stands between here and the tag before."""
        self._comment_line = 0
        """Where the comment that is open began; 0 if none is."""
        self._blank_in_comment = False
        self._comment_closes = False
        """Whether the brace that closes the comment has been seen ahead."""
        self._open_tag = ""
        self._open_tag_line = 0
        self._open_tag_lines = 0
        self._after_stray_text = False
        self.stray: RawComplaint | None = None
        """Text before the first game."""

    def __iter__(self) -> Iterator[RawGame]:
        before: RawGame | None = None
        for game in self._games():
            if before is not None:
                if _belongs_to(before, game):
                    before.append(game)
                    continue
                yield before
            before = game
        if before is not None:
            yield before

    def _taken(self) -> Iterator[Line]:
        while True:
            if self._ahead:
                yield self._ahead.popleft()
                continue
            line = next(self._lines, None)
            if line is None:
                return
            yield line

    def _games(self) -> Iterator[RawGame]:
        """What stands between blank lines and tags that begin a game."""
        done: list[RawGame] = []
        goes_on = False
        for line in self._taken():
            if goes_on:  # the rest of a line that is too long
                goes_on = not line.ends
                continue
            goes_on = not line.ends
            self._take(line.number, line.text, done)
            if goes_on and self._game is not None:
                self._game.complain(line.number, "line", line.text[:40], _too_long("a line", line.text))
            if done:
                yield from done
                done.clear()
        self._end_of_open_tag()
        if self._comment_line:
            self._complain(self._comment_line, "{", "{", "a comment is not closed: {")
        if self._game is not None:
            if self.stray is not None:  # no game came that it could belong to
                self._game.complaints.append(self.stray)
                self.stray = None
            yield self._game

    def _take(self, number: int, text: str, done: list[RawGame]) -> None:
        if text.startswith("%"):
            return
        if self._comment_line:
            text = self._after_comment(text)
            if not text:
                return
        stripped = text.strip()
        if not stripped:
            self._end_of_open_tag()
            self._blank = True
            return
        if self._open_tag:
            self._more_of_tag(number, text, done)
            return
        simple = _SIMPLE_TAG.fullmatch(stripped)
        if simple is not None:
            self._tag(simple[1], simple[2], number, done)
        else:
            self._mixed(number, text, done)

    def _after_comment(self, text: str) -> str:
        """What is left of a line after the end of the comment that is open."""
        end = text.find("}")
        if self._blank_in_comment and not self._comment_closes and _RESTART.match(text):
            self._comment_closes = self._closes_ahead(text)
            if not self._comment_closes:
                # Nobody means to comment out the rest of the file: the closing brace was forgotten.
                self._complain(self._comment_line, "{", "{", "a comment is not closed: {")
                self._comment_line = 0
                self._blank = True
                return text
        if end < 0:
            self._blank_in_comment = self._blank_in_comment or not text.strip()
            return ""
        self._comment_line = 0
        return text[end + 1 :].strip()

    def _closes_ahead(self, text: str) -> bool:
        """Whether a brace that closes a comment comes before one that opens another."""
        found = _BRACE.search(text)
        size = 0
        ahead = iter(self._ahead)
        while found is None and size < MOST_AHEAD:
            line = next(ahead, None)
            if line is None:
                line = next(self._lines, None)
                if line is None:
                    return False
                self._ahead.append(line)
                ahead = iter(())
            size += len(line.text) + 1
            found = None if line.text.startswith("%") else _BRACE.search(line.text)
        return found is not None and found[0] == "}"

    def _mixed(self, number: int, text: str, done: list[RawGame]) -> None:
        """A line with more on it than one tag: comments, several tags, rows of a section."""
        row: list[str] = []
        position = 0
        while position < len(text):
            mark = _MARK.search(text, position)
            if mark is None:
                row.append(text[position:])
                break
            row.append(text[position : mark.start()])
            position = mark.end()
            kind = mark[0][0]
            if kind == '"':
                row.append(mark[0])
            elif kind == ";":
                break
            elif kind == "{":
                end = text.find("}", position)
                if end < 0:
                    game = self._game
                    if game is not None and game.tags and game.tags[-1].name.endswith("Table") and any(row):
                        sentence = "a comment begins in a row of a table and takes the next lines with it: {"
                        game.complain(number, game.tags[-1].name, text.strip(), sentence)
                    self._comment_line = number
                    self._blank_in_comment = self._comment_closes = False
                    break
                row.append(" ")
                position = end + 1
            elif kind == "[":
                self._row(number, "".join(row))
                row = []
                position = self._tag_at(number, text, mark.start(), done)
            # A closing brace alone is left over from a comment inside a comment.
        self._row(number, "".join(row))

    def _tag_at(self, number: int, text: str, start: int, done: list[RawGame]) -> int:
        """Read the tag that starts there; returns where to go on."""
        found = _TAG.match(text, start)
        if found is not None:
            self._tag(found[1], _ESCAPE.sub(r"\1", found[2]), number, done)
            return found.end()
        unquoted = _UNQUOTED_TAG.match(text, start)
        if unquoted is not None and unquoted[1].lower() in _CANONICAL:
            # It may begin a game, and then that one is to blame.
            self._tag(unquoted[1], unquoted[2].strip(), number, done)
            self._bad_tag(number, unquoted[0].strip())
            return unquoted.end()
        rest = text[start:].rstrip()
        quotes = _QUOTES_IN_VALUE.fullmatch(rest)
        if quotes is not None:
            self._tag(quotes[1], quotes[2], number, done)
        elif not rest.endswith("]"):
            self._open_tag_lines = self._open_tag_lines + 1 if self._open_tag_line == number else 1
            self._open_tag, self._open_tag_line = rest, number
        else:
            self._bad_tag(number, rest)
        return len(text)

    def _more_of_tag(self, number: int, text: str, done: list[RawGame]) -> None:
        if text.lstrip().startswith("[") and '"' in text:
            # The next tag begins: the one before was never closed.
            self._end_of_open_tag()
            self._take(number, text, done)
            return
        whole = self._open_tag + " " + text.strip()
        self._open_tag = ""
        if len(whole) > LONGEST_TAG or self._open_tag_lines > MOST_TAG_LINES:
            self._bad_tag(self._open_tag_line, whole)
            return
        self._mixed(self._open_tag_line, whole, done)

    def _end_of_open_tag(self) -> None:
        if self._open_tag:
            rest, self._open_tag = self._open_tag, ""
            self._bad_tag(self._open_tag_line, rest)

    def _bad_tag(self, number: int, text: str) -> None:
        # After a blank line it belongs to the game that it begins.
        sentence = f'a tag is like [Name "value"]: {shortened(text)!r}'
        self._complain(number, "tag", text, sentence, to_next=self._blank)

    def _complain(self, line: int, tag: str, value: str, sentence: str, to_next: bool = False) -> None:
        if self._game is not None and not (to_next and self.stray is None):
            self._game.complain(line, tag, value, sentence)
        elif self.stray is None:
            self.stray = RawComplaint(line, tag, shortened(value), sentence)

    def _row(self, number: int, text: str) -> None:
        """A line that belongs to the tag above."""
        if not text.strip():
            return
        game = self._game
        last = game.tags[-1].name if game is not None and game.tags else "Event"
        if game is None or last in _SINGLE or (self._blank and last not in SECTIONS):
            if not self._after_stray_text:  # once for a whole paragraph
                self._after_stray_text = True
                sentence = f"there is text that belongs to no tag: {shortened(text.strip())!r}"
                self._complain(number, "text", text.strip(), sentence)
            return
        tag = game.tags[-1]
        if self._blank:
            self._blank = False
            game.joined = True
        game.size += len(text) + 8
        if game.size > MOST_TEXT:
            if game.size - len(text) - 8 <= MOST_TEXT:
                game.complain(number, tag.name, text.strip(), _too_long("a game", text))
            return
        tag.rows.append((number, text))

    def _tag(self, name: str, value: str, number: int, done: list[RawGame]) -> None:
        name = _CANONICAL.get(name.lower(), name)
        game = self._game
        if game is None or self._begins_game(game, name):
            if game is not None:
                done.append(game)
            game = self._game = RawGame(number, after_blank=self._blank)
            if self.stray is not None:
                game.complaints.append(self.stray)
                self.stray = None
        self._blank = self._after_stray_text = False
        game.size += len(name) + len(value) + 64
        if game.size > MOST_TEXT:
            game.complain(number, name, value, _too_long("a game", value))
            return
        game.names.add(name)
        game.tags.append(RawTag(name, value, number))

    def _begins_game(self, game: RawGame, name: str) -> bool:
        if self._blank:
            return True
        if name not in game.names:
            return False
        return name in _BEGINNERS or (name in _EARLY and "Deal" in game.names)


def _belongs_to(before: RawGame, game: RawGame) -> bool:
    """Whether something that looks like a game is only the rest of the game before it.

    A blank line in a game is a slip. But what has a tag that the game before has as well is a game, if a
    poor one; and what cannot be read is kept away from what can.
    """
    too_long = before.size + game.size > MOST_TEXT
    if game.names & _BEGINNERS or not before.names & {"Board", "Deal"} or too_long:
        return False
    if not game.after_blank:  # what seemed to begin the next game only stands twice
        return True
    return not game.complaints and not game.names & before.names - {"Note"}


def _too_long(what: str, text: str) -> str:
    return f"{what} is too long and was cut: {shortened(text.strip(), 40)!r}"

"""Links to BBO's hand viewer, which hold a whole board: as LIN, or with a parameter for each hand.

A link is only read. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, unquote_plus, urlsplit

from ..bridge.cards import SEAT_NAMES, SEATS, parse_seat
from ..errors import InputError
from .board import Board, Tag
from .check import Draft, TagNames, shortened
from .compact import parse_calls, parse_cards, parse_suits
from .lin import read_lin
from .lines import Line
from .played import Complaint, PlayedInOrder

NAMES = TagNames("n, e, s, w", "a", "a", "a", "p", "c")
_VULNERABLE = {"-": "None", "0": "None", "o": "None", "n": "NS", "e": "EW", "b": "Both"}
_COMMENT = re.compile(r"\{[^{}]*\}")
MOST_PARAMETERS = 200


def is_link(text: str) -> bool:
    """Whether it begins as an address of the web."""
    return text[:8].lower().startswith(("http://", "https://"))


def has_board(link: str) -> bool:
    """Whether a link holds a board or a part of one, by the names of its parameters."""
    try:
        names = {name.lower() for name, _ in _parameters(link)}
    except InputError:
        return False
    return "lin" in names or len(names & {"n", "e", "s", "w", "a"}) >= (1 if "handviewer" in link else 2)


def read_link(link: str, file: str, line: int) -> Iterator[Board]:
    """The board of a link, or its boards."""
    values: dict[str, str] = {}
    for name, value in _parameters(link.replace("&amp;", "&")):
        values.setdefault(name.lower(), value)
    if "lin" in values:
        yield from read_lin([Line(line, values["lin"], True)], file)
    elif has_board(link):
        yield _board(values, file, line)
    else:
        raise InputError(
            f"the link holds no board, neither as lin= nor as n=, e=, s=, w=: {shortened(link)!r}"
        )


def _parameters(link: str) -> list[tuple[str, str]]:
    try:
        parts = urlsplit(link)
    except ValueError:
        raise InputError(f"the link cannot be read: {shortened(link)!r}") from None
    found = []
    for pair in (parts.query or parts.fragment).split("&", MOST_PARAMETERS)[:MOST_PARAMETERS]:
        name, equals, value = pair.partition("=")
        if equals:
            # A plus is a space only to those who do not write %20.
            decode = unquote if "%20" in value or " " in value else unquote_plus
            found.append((unquote(name).strip(), decode(value)))
    return found


def _board(values: dict[str, str], file: str, line: int) -> Board:
    draft = Draft(file, line, NAMES)
    for seat, letter in enumerate(SEATS.lower()):
        try:
            draft.hands[seat] = parse_suits(values.pop(letter, ""))
        except InputError as error:
            draft.unreadable.add(seat)
            draft.complain(letter, "", f"{SEAT_NAMES[seat]}: {error}")
        draft.players[seat] = values.pop(letter + "n", "").strip()
    draft.name = values.pop("b", "").strip()
    dealer = values.pop("d", "").strip()
    if dealer:
        try:
            draft.dealer = parse_seat(dealer)
        except InputError as error:
            draft.complain("d", dealer, str(error))
    vulnerable = values.pop("v", "").strip().lower()
    draft.vulnerable = _VULNERABLE.get(vulnerable)
    if vulnerable and draft.vulnerable is None:
        draft.complain("v", vulnerable, f"the vulnerability is one of -, n, e, b: {shortened(vulnerable)!r}")
    auction = _COMMENT.sub("", values.pop("a", ""))
    try:
        draft.calls = parse_calls(auction)
    except InputError as error:
        draft.complain("a", auction, str(error))
    play = PlayedInOrder()
    cards = _COMMENT.sub("", values.pop("p", ""))
    try:
        for card in parse_cards(cards):
            play.add(card, line)
    except InputError as error:
        play.broken = Complaint(line, cards, str(error))
    draft.play = play
    claim = values.pop("c", "").strip()
    if claim.isdecimal() and int(claim[:3]) <= 13:
        draft.result = int(claim)
    elif claim:
        draft.tags.append(Tag("c", claim))
    draft.tags.extend(Tag(name, value) for name, value in values.items())
    return draft.finish()

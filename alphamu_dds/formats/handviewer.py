"""Links to BBO's hand viewer, which hold a whole board: as LIN, or with a parameter for each hand.

A link is only read. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, unquote_plus

from ..bridge.cards import EVERY_SEAT, SEAT_NAMES, SEATS, parse_seat
from ..errors import InputError
from .board import Board, Tag
from .check import Draft, TagNames, shortened
from .compact import parse_calls, parse_cards, parse_claim, parse_suits
from .lin import read_lin
from .lines import Line
from .played import Complaint, PlayedInOrder

NAMES = TagNames("n, e, s, w", "a", "a", "a", "p", "c")
PARAMETER = re.compile(r"&(?:amp;)?(?:lin|[nesw]n?|[dvbapc]|bbo|tbt|kbd)=", re.IGNORECASE)
"""What can only be the next parameter of a link to the viewer."""
_VULNERABLE = {"-": "None", "0": "None", "o": "None", "n": "NS", "e": "EW", "b": "Both"}
_COMMENT = re.compile(r"\{[^{}]*\}")
_QUERY = re.compile(r"[?#]+")
_LIN = re.compile(r"(?:^|&)lin=", re.IGNORECASE)
_FRAGMENT = re.compile(r"(?<!\s)#[\w-]*$")
_NAME = re.compile(r"[\w%.~-]+")
_BAR = re.compile(r"\||%7c", re.IGNORECASE)
MOST_PARAMETERS = 200


def has_board(link: str) -> bool:
    """Whether a link holds a board or a part of one, by the names of its parameters."""
    names = {name for name, _ in _parameters(link)}
    return "lin" in names or len(names & {"n", "e", "s", "w", "a"}) >= (1 if "handviewer" in link else 2)


def read_link(link: str, file: str, line: int) -> Iterator[Board]:
    """The board of a link, or its boards; ``InputError`` if there is none."""
    parameters = _parameters(link)
    values: dict[str, str] = {}
    for name, value in parameters:
        values.setdefault(name, value)
    found = False
    if "lin" in values:
        for board in read_lin([Line(line, values["lin"], True)], file):
            found = True
            yield board
    elif has_board(link):
        found = True
        again = [(name, value) for name, value in parameters if values[name] != value]
        yield _board(values, again, file, line)
    if not found:
        raise InputError(
            f"the link holds no board, neither as lin= nor as n=, e=, s=, w=: {shortened(link)!r}"
        )


def _parameters(link: str) -> list[tuple[str, str]]:
    """Names in small letters with their values, as far as they can be told apart.

    Not everybody writes ``&`` and ``#`` as %26 and %23: what does not look like the next parameter still
    belongs to the value before it.
    """
    link = link.replace("&amp;", "&")
    mark = _QUERY.search(link)
    query = link[mark.end() :] if mark else ""
    if _LIN.search(query) is None:
        query = _FRAGMENT.sub("", query)
    found: list[tuple[str, str]] = []
    for pair in query.split("&", MOST_PARAMETERS):
        name, equals, value = pair.partition("=")
        in_lin = bool(found) and found[-1][0] == "lin" and _BAR.search(pair) is not None
        if equals and _NAME.fullmatch(name) and not in_lin:
            found.append((unquote(name).lower(), value))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]}&{pair}")
    # A plus is a space only to those who do not write %20.
    return [
        (name, unquote(value) if "%20" in value or " " in value else unquote_plus(value))
        for name, value in found
    ]


def _board(values: dict[str, str], again: list[tuple[str, str]], file: str, line: int) -> Board:
    draft = Draft(file, line, NAMES)
    for name, value in again:
        first = shortened(values[name])
        draft.complain(name, value, f"{name} stands twice, first as {first!r}: {shortened(value)!r}")
    for seat in EVERY_SEAT:
        letter = SEATS[seat].lower()
        hand = values.pop(letter, "")
        try:
            draft.hands[seat] = parse_suits(hand)
        except InputError as error:
            draft.unreadable.add(seat)
            draft.complain(letter, hand, f"{SEAT_NAMES[seat]}: {error}")
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
        for call in parse_calls(auction):
            draft.add_call(call, line)
    except InputError as error:
        draft.complain("a", auction, str(error))
        draft.auction_broken = True
    play = PlayedInOrder()
    cards = _COMMENT.sub("", values.pop("p", ""))
    try:
        for card in parse_cards(cards):
            play.add(card, line)
    except InputError as error:
        play.broken = Complaint(line, cards, str(error))
    draft.play = play
    _claim(draft, values.pop("c", "").strip())
    draft.tags.extend(Tag(name, value) for name, value in values.items())
    return draft.finish()


def _claim(draft: Draft, claim: str) -> None:
    if claim[:1].isdecimal():
        try:
            draft.result = parse_claim(claim)
        except InputError as error:
            draft.complain("c", claim, str(error))
    elif claim:
        draft.tags.append(Tag("c", claim))

"""Boards as LIN, and as links to BBO's hand viewer."""

from __future__ import annotations

import re
from urllib.parse import quote

from ..bridge.auction import AuctionResult, Call, check_auction
from ..bridge.cards import card_name, side_of
from ..errors import InputError
from .board import Board
from .compact import suits_text
from .lin import LIN_SEATS
from .lin_fields import KNOWN

VIEWER = "https://www.bridgebase.com/tools/handviewer.html?lin="
_VULNERABLE = {"None": "o", "NS": "n", "EW": "e", "Both": "b"}
_CALLS = {"Pass": "p", "X": "d", "XX": "r"}
_STRUCTURE = KNOWN - {"nt", "at", "vg", "bn"}
_LIN_NAME = re.compile(r"[a-z][a-z0-9]")
_LINE_END = re.compile(r"\r\n|\r|\n")


def write_lin(board: Board) -> str:
    """A board as one line of LIN.

    LIN has no place for a contract, which follows from the auction there: a board whose contract does not is
    an ``InputError``. So is a result that the play contradicts, because LIN cannot say that a director gave
    it. Passed out without an auction is written as four passes. Tags of PBN files have no place and are left
    out.
    """
    _check_contract(board)
    _check_result(board)
    room = next((tag.value for tag in board.tags if tag.name == "Room"), "")
    fields: list[tuple[str, str]] = []
    if room in ("Open", "Closed") and board.name.isdecimal():
        fields.append(("qx", room[0].lower() + board.name))
    if board.event:
        fields.append(("mn", board.event))
    if any(board.players):
        names = [board.players[seat].replace(",", " ") for seat in LIN_SEATS]
        fields.append(("pn", ",".join(names)))
    fields.append(("st", ""))
    fields.append(("md", _deal(board)))
    fields.append(("rh", ""))
    if board.name:
        fields.append(("ah", f"Board {board.name}"))
    if board.vulnerable is not None:
        fields.append(("sv", _VULNERABLE[board.vulnerable]))
    for tag in board.tags:
        if _LIN_NAME.fullmatch(tag.name) and tag.name not in _STRUCTURE:
            fields.append((tag.name, tag.value))
    calls = board.auction
    if board.passed_out and not calls:
        calls = (Call("Pass"),) * 4
    for call in calls:
        fields.extend(_call(call))
    for number, card in enumerate(board.play):
        if number % 4 == 0:
            fields.append(("pg", ""))
        fields.append(("pc", card_name(card)))
    if board.result is not None and (len(board.play) < 52 or "result" in board.irregular):
        fields.append(("mc", str(board.result)))
    fields.append(("pg", ""))
    return "".join(f"{name}|{_clean(value)}|" for name, value in fields)


def handviewer_url(board: Board) -> str:
    """A link that shows the board in BBO's hand viewer; the same can be said there as in LIN."""
    return VIEWER + quote(write_lin(board), safe="")


def _check_contract(board: Board) -> None:
    if board.passed_out and not board.auction:
        if board.dealer is None:
            raise InputError("in LIN four passes say that a board was passed out, but it has no dealer: Pass")
        return
    outcome = AuctionResult(False, None)
    if board.auction and board.dealer is not None:
        outcome = check_auction(board.dealer, board.auction)
    reached = outcome.contract if outcome.finished or board.play else None
    if reached != board.contract or (board.passed_out and not outcome.finished):
        name = "Pass" if board.contract is None else board.contract.name
        raise InputError(
            f"LIN says the contract by its auction only, and the auction does not lead to: {name}"
        )


def _check_result(board: Board) -> None:
    declarer = board.declarer
    if board.result is None or declarer is None or "result" not in board.irregular:
        return
    won, ours = board.replay().won, side_of(declarer)
    if not won[ours] <= board.result <= 13 - won[1 - ours]:
        raise InputError(f"LIN has no mark for a result that the play contradicts: {board.result}")


def _deal(board: Board) -> str:
    dealer = "0" if board.dealer is None else str(LIN_SEATS.index(board.dealer) + 1)
    hands = [board.hands[seat] for seat in LIN_SEATS]
    return dealer + ",".join("" if hand is None else suits_text(hand) for hand in hands)


def _call(call: Call) -> list[tuple[str, str]]:
    name = _CALLS.get(call.name, call.name[:2])
    if call.alert is None:
        return [("mb", name)]
    return [("mb", name + "!"), *([("an", call.alert)] if call.alert else [])]


def _clean(value: str) -> str:
    """A bar would end the field and cannot be escaped."""
    return _LINE_END.sub(" ", value.replace("|", "/"))

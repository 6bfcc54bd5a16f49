"""A board in the types of endplay, for programs that use that."""

from __future__ import annotations

from typing import Any

from ..bridge.cards import NO_CARDS, SEATS, card_name, hand_text
from .board import Board


def to_endplay(board: Board) -> Any:
    """An ``endplay.types.Board``.

    Hidden hands are empty there, because endplay cannot hide them; and its contracts always have a result,
    so that one which is not known reads as just made: ask ``board.result``.
    """
    # endplay takes half a second to load, so only those wait who want it.
    from endplay import types  # noqa: PLC0415

    hands = " ".join(hand_text(hand or NO_CARDS) for hand in board.hands)
    contract = types.Contract() if board.passed_out else None
    if board.contract is not None and board.declarer is not None:
        result = 0 if board.result is None else board.result - board.contract.tricks
        contract = types.Contract(
            level=board.contract.level,
            denom=types.Denom.find(board.contract.strain),
            declarer=types.Player.find(SEATS[board.declarer]),
            penalty=types.Penalty.find(("P", "X", "XX")[board.contract.risk]),
            result=result,
        )
    calls = [
        types.Bid(call.name, alertable=call.alert is not None, announcement=call.alert or None)
        for call in board.auction
    ]
    return types.Board(
        types.Deal("N:" + hands),
        calls,
        [types.Card(card_name(card)) for card in board.play],
        int(board.name) if board.name.isdecimal() and len(board.name) < 10 else None,
        vul=None if board.vulnerable is None else types.Vul.find(board.vulnerable),
        dealer=None if board.dealer is None else types.Player.find(SEATS[board.dealer]),
        contract=contract,
        claimed=board.result is not None and len(board.play) < 52,
        event=board.event,
    )

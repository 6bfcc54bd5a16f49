"""What declarer sees: from a question about a board to the hands, the cards played and the calls.

The hands of the defenders go no further than this file. A complete record is looked at as if its rest had not
been written yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..bridge.auction import Contract
from ..bridge.cards import SEAT_NAMES, STRAINS, Card, card_name, next_seat, partner_of
from ..errors import Hint, InputError, count, whole_number
from ..formats.board import FULL_HAND
from ..worlds.seen import Label, Seen
from ..worlds.view import View
from .question import Question


def see(question: Question) -> Seen:
    """What declarer sees at the moment that is asked about.

    By default that is the end of the record if declarer's side is to play there with the contract undecided,
    else the last moment at which it is; with no card recorded, it is before the opening lead. Raises
    ``InputError`` with a sentence that says what is missing.
    """
    board = question.board
    contract = _contract(question)
    declarer = contract.declarer
    assert declarer is not None
    both = (declarer, partner_of(declarer))
    for seat in both:
        hand = board.hands[seat]
        if hand is None or hand.bit_count() != FULL_HAND:
            held = "hidden" if hand is None else f"of {count(hand.bit_count(), 'card')}"
            raise InputError(
                f"{SEAT_NAMES[declarer]} declares, so both hands of that side are needed, but the hand of "
                f"{SEAT_NAMES[seat]} is {held}"
            )
    hands = [hand if seat in both else None for seat, hand in enumerate(board.hands)]
    target = contract.tricks
    if question.tricks is not None:
        target = whole_number(question.tricks, "the tricks wanted", 1)
    label = Label(board.source.file, board.source.line, board.name)

    def seen_after(cards: Sequence[Card]) -> Seen:
        view = View.of(hands, next_seat(declarer), STRAINS.index(contract.strain), cards)
        return Seen(declarer, contract, view, target, board.dealer, board.auction, label)

    record = _record(question, contract)
    if question.after is not None:
        number = whole_number(question.after, "the number of cards played", 0)
        if number > len(record):
            if board.play and not record and question.lead is None:
                cards = count(len(board.play), "card")
                raise InputError(f"the record, {cards}, belongs to another contract, so not: {number}")
            raise InputError(
                f"the record has {count(len(record), 'card')}, so there is no moment after {number}"
            )
        seen = seen_after([*record[:number], *question.play])
    elif question.play:
        seen = seen_after([*record, *question.play])
    else:
        seen = _last_turn(seen_after, record)
    _check_open(seen)
    return seen


def _contract(question: Question) -> Contract:
    """The contract to be looked at, with its declarer."""
    board = question.board
    found = question.contract or board.contract
    if found is None:
        what = "the board was passed out" if board.passed_out else "the board has no contract"
        raise InputError(f"{what}; a contract and a declarer can be named, like 3NT and S", Hint.CONTRACT)
    declarer = board.declarer if question.declarer is None else question.declarer
    if declarer is None:
        raise InputError(f"nobody is named as declarer, so one must be given: {found.name}", Hint.DECLARER)
    return replace(found, declarer=declarer)


def _record(question: Question, contract: Contract) -> list[Card]:
    """The cards of the board's record if they belong to this contract, or the lead that it lacks."""
    board, lead = question.board, question.lead
    ours = board.contract
    # Where the contract was replaced by one with other trumps or another leader, the record is of another
    # game.
    same = ours is not None and (ours.strain, ours.declarer) == (contract.strain, contract.declarer)
    played = board.play if board.play_as_seen is None else board.play_as_seen
    record = list(played) if same else []
    if lead is None:
        return record
    if record and record[0] != lead:
        raise InputError(f"the record has the opening lead {card_name(record[0])}, not {card_name(lead)}")
    return record or [lead]


def _last_turn(seen_after: Callable[[Sequence[Card]], Seen], record: Sequence[Card]) -> Seen:
    """The last moment at which declarer's side is to play and the contract is not decided."""
    latest: Seen | None = None
    for number in range(len(record), -1, -1):
        seen = seen_after(record[:number])
        if number < 4 * seen.view.cards_each and seen.is_viewers_turn:
            latest = latest or seen
            if seen.is_open:
                return seen
    # If it is decided all the time, the latest moment tells most; without a lead, all begins with that.
    return latest or seen_after([])


def _check_open(seen: Seen) -> None:
    """Refuse what is decided: then there is no card to choose."""
    moment = f"after {count(seen.after, 'card')}"
    if seen.after >= 4 * seen.view.cards_each:
        raise InputError(f"all cards have been played, so there is nothing to choose {moment}")
    name = f"{seen.contract.name} by {SEAT_NAMES[seen.declarer]}"
    if seen.need <= 0:
        raise InputError(
            f"{name} is made {moment}: {count(seen.won, 'trick')} won, {seen.target} wanted; more "
            "tricks can be asked for",
            Hint.TRICKS,
        )
    if seen.need > seen.left:
        raise InputError(
            f"{name} is down {moment}: {count(seen.need, 'more trick')} needed, {seen.left} left; "
            "fewer tricks can be asked for",
            Hint.TRICKS,
        )

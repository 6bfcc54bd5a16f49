"""Where declarer stands: a board, so many cards played, and what can be seen from there.

The hands of the defenders go no further than this file: what is passed on are the two hands that declarer
sees, the cards played so far, and the auction. A complete record is solved as if its rest had not been
written yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..bridge.auction import Contract, parse_contract
from ..bridge.cards import SEAT_NAMES, STRAINS, Card, Seat, card_name, parse_card, parse_seat
from ..errors import InputError, count, whole_number
from ..formats.board import Board
from ..worlds.view import View


@dataclass(frozen=True)
class Standing:
    """A moment of a board, as declarer sees it."""

    board: Board
    contract: Contract
    view: View
    """What declarer sees: two hands, and every card played so far."""
    target: int
    """The tricks that declarer's side wants in all, those already won included."""

    @property
    def declarer(self) -> Seat:
        """The seat that plays the contract."""
        assert self.contract.declarer is not None
        return self.contract.declarer

    @property
    def after(self) -> int:
        """How many cards have been played."""
        return len(self.view.play.cards)

    @property
    def won(self) -> int:
        """Tricks that declarer's side has won."""
        return self.view.play.won[self.declarer & 1]

    @property
    def need(self) -> int:
        """Tricks that declarer's side still wants."""
        return self.target - self.won

    @property
    def is_declarers_turn(self) -> bool:
        """Whether declarer or dummy is to play."""
        return self.view.play.to_play & 1 == self.declarer & 1

    @property
    def is_open(self) -> bool:
        """Whether the tricks wanted are neither won nor out of reach."""
        return 0 < self.need <= self.left

    @property
    def left(self) -> int:
        """Tricks still to come, the one on the table included."""
        return self.view.cards_each - sum(self.view.play.won)


def stand(
    board: Board,
    after: int | None = None,
    play: Sequence[str] = (),
    lead: str | None = None,
    contract: str | None = None,
    declarer: str | None = None,
    tricks: int | None = None,
) -> Standing:
    """Where declarer stands after ``after`` cards of the record and then the cards ``play``.

    By default that is the end of the record if declarer's side is to play there with the contract
    undecided, else the last moment at which it is; with no card recorded, it is before the opening lead.
    ``lead`` is the opening lead where the record has none, ``contract`` and ``declarer`` replace those of
    the board, and ``tricks`` are wanted in all instead of those that the contract needs. Raises
    ``InputError`` with a sentence that says what is missing.
    """
    played_in = _contract(board, contract, declarer)
    seat = played_in.declarer
    assert seat is not None
    dummy = seat ^ 2
    for place in (seat, dummy):
        hand = board.hands[place]
        if hand is None or hand.bit_count() != 13:
            held = "hidden" if hand is None else f"of {count(hand.bit_count(), 'card')}"
            raise InputError(
                f"{SEAT_NAMES[seat]} declares, so both hands of that side are needed, but the hand of "
                f"{SEAT_NAMES[place]} is {held}"
            )
    seen = [hand if place in (seat, dummy) else None for place, hand in enumerate(board.hands)]
    wanted = played_in.tricks if tricks is None else whole_number(tricks, "the tricks wanted", 1)
    record = _record(board, played_in, lead)
    dropped = len(board.play) if not record and not lead else 0
    more = [parse_card(card) for card in play]

    def standing_after(cards: Sequence[Card]) -> Standing:
        view = View.of(seen, (seat + 1) & 3, STRAINS.index(played_in.strain), cards)
        return Standing(board, played_in, view, wanted)

    if after is not None:
        number = whole_number(after, "the number of cards played", 0)
        if number > len(record):
            if dropped:
                raise InputError(
                    f"the record, {count(dropped, 'card')}, belongs to another contract, so not: {number}"
                )
            raise InputError(
                f"the record has {count(len(record), 'card')}, so there is no moment after {number}"
            )
        standing = standing_after([*record[:number], *more])
    elif more:
        standing = standing_after([*record, *more])
    else:
        standing = _last_turn(standing_after, record)
    _check_open(standing)
    return standing


def _contract(board: Board, contract: str | None, declarer: str | None) -> Contract:
    """The contract to be looked at, with its declarer."""
    offer = "a contract and a declarer can be named, like 3NT and S"
    if contract is not None:
        found = parse_contract(contract)
        seat = parse_seat(declarer) if declarer is not None else board.declarer
    elif board.contract is not None:
        found = board.contract
        seat = parse_seat(declarer) if declarer is not None else board.declarer
    elif board.passed_out:
        raise InputError(f"the board was passed out; {offer}")
    else:
        raise InputError(f"the board has no contract; {offer}")
    if seat is None:
        raise InputError(f"nobody is named as declarer, so one must be given: {found.name}")
    return replace(found, declarer=seat)


def _record(board: Board, contract: Contract, lead: str | None) -> list[Card]:
    """The cards of the board's record if they belong to this contract, or the lead that it lacks."""
    ours = board.contract
    # Where the contract was replaced by one with other trumps or another leader, the record is of another
    # game.
    same = ours is not None and (ours.strain, ours.declarer) == (contract.strain, contract.declarer)
    seen = board.play if board.play_as_seen is None else board.play_as_seen
    record = list(seen) if same else []
    if lead is None:
        return record
    card = parse_card(lead)
    if record and record[0] != card:
        raise InputError(f"the record has the opening lead {card_name(record[0])}, not {card_name(card)}")
    return record or [card]


def _last_turn(standing_after: Callable[[Sequence[Card]], Standing], record: Sequence[Card]) -> Standing:
    """The last moment at which declarer's side is to play and the contract is not decided."""
    latest: Standing | None = None
    for number in range(len(record), -1, -1):
        standing = standing_after(record[:number])
        if number < 4 * standing.view.cards_each and standing.is_declarers_turn:
            latest = latest or standing
            if standing.is_open:
                return standing
    # If it is decided all the time, the latest moment tells most; without a lead, all begins with that.
    return latest or standing_after([])


def _check_open(standing: Standing) -> None:
    """Refuse what is decided: then there is no card to choose."""
    moment = f"after {count(standing.after, 'card')}"
    if standing.after >= 4 * standing.view.cards_each:
        raise InputError(f"all cards have been played, so there is nothing to choose {moment}")
    name = f"{standing.contract.name} by {SEAT_NAMES[standing.declarer]}"
    if standing.need <= 0:
        raise InputError(
            f"{name} is made {moment}: {count(standing.won, 'trick')} won, {standing.target} wanted; more "
            "tricks can be asked for"
        )
    if standing.need > standing.left:
        raise InputError(
            f"{name} is down {moment}: {count(standing.need, 'more trick')} needed, {standing.left} left; "
            "fewer tricks can be asked for"
        )

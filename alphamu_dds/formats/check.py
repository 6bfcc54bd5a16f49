"""From what a file says to a board: what follows is filled in and marked, what contradicts is reported."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..bridge.auction import AuctionError, AuctionResult, Call, Contract, check_auction
from ..bridge.cards import (
    EVERY_SEAT,
    SEAT_NAMES,
    SEATS,
    STRAINS,
    Card,
    Holding,
    Seat,
    card_name,
    cards_of,
    next_seat,
    same_side,
    side_of,
)
from ..errors import count
from .board import FULL_HAND, Board, Hands, Problem, Tag, Where
from .played import Played, PlayRecord

DECK = 0x7FFC_7FFC_7FFC_7FFC
MOST_PROBLEMS = 30
"""More than these are not kept for one board: the first ones say it all."""
MOST_CALLS = 400
"""No auction can be longer than 319 calls."""
LONGEST_SHOWN = 80


@dataclass(frozen=True)
class TagNames:
    """What a format calls the parts of a board, for complaints."""

    deal: str
    auction: str
    contract: str
    declarer: str
    play: str
    result: str


def shortened(text: str, longest: int = LONGEST_SHOWN) -> str:
    """A value as it is shown in a complaint."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


class Draft:
    """A board while it is being read: what the file says, and what is wrong so far."""

    def __init__(self, file: str, line: int, names: TagNames) -> None:
        self.source = Where(file, line)
        self.names = names
        self.lines: dict[str, int] = {}
        """The line of each tag."""
        self.name = ""
        self.event = ""
        self.players = ["", "", "", ""]
        self.tags: list[Tag] = []
        self.hands: list[Holding | None] = [None, None, None, None]
        self.unreadable: set[Seat] = set()
        """Hands that were written, but not so that they could be read."""
        self.dealer: Seat | None = None
        self.vulnerable: str | None = None
        self.calls: list[Call] = []
        self.call_lines: list[int] = []
        """The line of each call."""
        self.auction_broken = False
        """Whether the auction goes on with something that could not be read."""
        self.contract: Contract | None = None
        self.declarer: Seat | None = None
        self.passed_out = False
        self.irregular: set[str] = set()
        self.play: PlayRecord | None = None
        self.play_as_seen: tuple[Card, ...] | None = None
        self.result: int | None = None
        self.result_of_side: tuple[int, int, str] | None = None
        """Side (0: North-South), its tricks and how that was written, if not as tricks of the declarer."""
        self.inferred: list[str] = []
        self._problems: list[tuple[int, str, str, str]] = []

    def complain(self, tag: str, value: str, sentence: str, line: int | None = None) -> None:
        """Report something; by default on the line of the tag."""
        if len(self._problems) < MOST_PROBLEMS:
            where = self.lines.get(tag, self.source.line) if line is None else line
            self._problems.append((where, tag, shortened(value), shortened(sentence, 300)))

    def add_call(self, call: Call, line: int) -> None:
        """The next call of the auction."""
        self.calls.append(call)
        self.call_lines.append(line)

    def infer(self, what: str) -> None:
        """Note that something was not written."""
        if what not in self.inferred:
            self.inferred.append(what)

    def finish(self) -> Board:
        """The board, with everything checked against everything else."""
        self._check_hands()
        outcome = self._check_auction()
        self._settle_contract(outcome)
        played = self._follow_play()
        self._check_result(played)
        found = played.replay if played else None
        contract = self.contract if self.contract is None else replace(self.contract, declarer=self.declarer)
        return Board(
            hands=_four(self.hands),
            dealer=self.dealer,
            vulnerable=self.vulnerable,
            auction=tuple(self.calls),
            contract=contract,
            passed_out=self.passed_out,
            play=found.cards if found else (),
            owners=found.owners if found else (),
            play_as_seen=self.play_as_seen,
            result=self.result,
            name=self.name,
            event=self.event,
            players=(self.players[0], self.players[1], self.players[2], self.players[3]),
            tags=tuple(self.tags),
            irregular=frozenset(self.irregular),
            source=self.source,
            inferred=tuple(self.inferred),
            problems=tuple(
                Problem(self.source.file, line, shortened(self.name), tag, value, sentence)
                for line, tag, value, sentence in self._problems
            ),
        )

    def _check_hands(self) -> None:
        tag = self.names.deal
        seen = twice = 0
        wrong = []
        shown = [seat for seat in EVERY_SEAT if self.hands[seat] is not None]
        for seat in shown:
            hand = self.hands[seat] or 0
            twice |= seen & hand
            seen |= hand
            if hand.bit_count() != FULL_HAND:
                wrong.append(seat)
        if twice:
            card = card_name(cards_of(twice)[0])
            self.complain(tag, card, f"a card is in two hands: {card}")
        lengths = {(self.hands[seat] or 0).bit_count() for seat in wrong}
        if len(wrong) == 4 and len(lengths) == 1:
            length = lengths.pop()
            self.complain(tag, str(length), f"an ending is not a board, which has 13 cards a hand: {length}")
        else:
            for seat in wrong:
                length = (self.hands[seat] or 0).bit_count()
                self.complain(tag, str(length), f"{SEAT_NAMES[seat]} must have 13 cards: {length}")
        if len(shown) == 3 and not twice and not wrong and not self.unreadable:
            missing = 6 - sum(shown)
            self.hands[missing] = Holding(DECK & ~seen)
            self.infer(f"hand of {SEAT_NAMES[missing]}")

    def _check_auction(self) -> AuctionResult | None:
        """What the auction came to; None if there is none that can be followed."""
        if not self.calls:
            return None
        tag = self.names.auction
        if self.dealer is None:
            self.complain(tag, self.calls[0].name, "there is an auction but no dealer to begin it")
            self.calls = []
            return None
        try:
            outcome = check_auction(self.dealer, self.calls)
            return None if self.auction_broken else outcome
        except AuctionError as error:
            place = error.number - 1
            self.complain(tag, self.calls[place].name, str(error), self.call_lines[place])
            self.calls = self.calls[:place]
            return None

    def _settle_contract(self, outcome: AuctionResult | None) -> None:
        has_play = self.play is not None and not self.play.empty
        if outcome is not None:
            if outcome.finished:
                self._compare_with_auction(outcome)
            elif self.contract is not None or self.passed_out:
                self._compare_with_part(self.contract, outcome)
            elif has_play and outcome.contract is not None:
                # Cards were played, so the passes at the end were only not written.
                self.infer("end of the auction")
                self._take_over(outcome.contract)
        if self.passed_out:
            if self.declarer is not None:
                self._complain_about_declarer("a passed out board has no declarer")
            self.declarer = None
            return
        if self.contract is None:
            if self.declarer is not None:
                self._complain_about_declarer("there is a declarer but no contract")
            self.declarer = None
        elif self.declarer is None:
            if has_play and self.play is not None and self.play.leader is not None:
                self.declarer = next_seat(self.play.leader, 3)
                self.infer("declarer")
            else:
                name = self.contract.name
                self.complain(self.names.contract, name, f"the contract has no declarer: {name}")

    def _take_over(self, contract: Contract) -> None:
        self.infer("contract")
        self.contract = contract
        if self.declarer is None:
            self.declarer = contract.declarer
            self.infer("declarer")

    def _compare_with_auction(self, outcome: AuctionResult) -> None:
        tag = self.names.contract
        reached = outcome.contract
        if reached is None:
            if self.contract is not None:
                name = self.contract.name
                self.complain(tag, name, f"everybody passed, so there is no contract: {name}")
            elif not self.passed_out:
                self.passed_out = True
                self.infer("contract")
            return
        if self.passed_out:
            self.complain(tag, "Pass", f"the auction leads to {reached.name} and not to: Pass")
            return
        if self.contract is None:
            self._take_over(reached)
        stated = self.contract
        assert stated is not None
        if (stated.level, stated.strain, stated.risk) != (reached.level, reached.strain, reached.risk):
            self.complain(tag, stated.name, f"the auction leads to {reached.name} and not to: {stated.name}")
            if stated.strain != reached.strain:
                return
        assert reached.declarer is not None
        self._compare_declarer(reached.declarer)

    def _compare_with_part(self, stated: Contract | None, outcome: AuctionResult) -> None:
        """The auction is not written to its end: the contract, None if all passed, may be any that can still
        be reached."""
        so_far = outcome.contract
        if so_far is None:
            return
        name = "Pass" if stated is None else stated.name
        same = stated is not None and (stated.level, stated.strain) == (so_far.level, so_far.strain)
        if stated is None or _height(stated) < _height(so_far):
            sentence = f"the auction is higher, at {so_far.name}, than the contract: {name}"
            self.complain(self.names.contract, name, sentence)
        if same and so_far.declarer is not None:
            self._compare_declarer(so_far.declarer)

    def _compare_declarer(self, by_auction: Seat) -> None:
        marked = "declarer" in self.irregular
        if self.declarer is None:
            self.declarer = by_auction
            self.infer("declarer")
        elif self.declarer == by_auction and marked:
            self._complain_about_declarer("the declarer is marked as irregular, but the auction agrees")
        elif self.declarer != by_auction and not marked:
            self._complain_about_declarer(f"by the auction {SEAT_NAMES[by_auction]} is declarer, and not")

    def _complain_about_declarer(self, sentence: str) -> None:
        letter = SEATS[self.declarer] if self.declarer is not None else ""
        self.complain(self.names.declarer, letter, f"{sentence}: {letter}")

    def _follow_play(self) -> Played | None:
        """The play as far as it is legal; None if there is none to follow."""
        record = self.play
        if record is None or record.empty:
            return None
        tag = self.names.play
        if self.contract is None or self.declarer is None:
            reason = "the board was passed out" if self.passed_out else "no contract and declarer are known"
            self.complain(tag, record.first, f"there is play, but {reason}", record.line)
            return None
        leader = next_seat(self.declarer)
        trump = STRAINS.index(self.contract.strain)
        played = record.read(self.hands, leader, trump)
        if played.owners_guessed:
            self.infer("owners")
        if played.complaint is not None:
            complaint = played.complaint
            self.complain(tag, complaint.value, complaint.sentence, complaint.line)
            ours = [None if same_side(seat, leader) else self.hands[seat] for seat in EVERY_SEAT]
            seen = record.read(ours, leader, trump).replay.cards
            self.play_as_seen = max(played.replay.cards, seen, key=len)
        return played

    def _check_result(self, played: Played | None) -> None:
        tag = self.names.result
        if self.result_of_side is not None:
            side, tricks, written = self.result_of_side
            if self.declarer is not None:
                self.result = tricks if side == side_of(self.declarer) else FULL_HAND - tricks
            elif self.passed_out:
                if tricks:
                    self.complain(tag, written, f"a passed out board has no result: {written}")
            else:
                # Whose tricks they are is clear, but not whether that side declared.
                self.tags.append(Tag(tag, written))
        if self.passed_out:
            if self.result:
                self.complain(tag, str(self.result), f"a passed out board has no result: {self.result}")
            self.result = None
            return
        if played is None or played.complaint is not None or self.declarer is None:
            return  # what comes after a mistake is not known, so the result cannot be judged by it
        won = played.replay.won
        ours, theirs = won[side_of(self.declarer)], won[1 - side_of(self.declarer)]
        if self.result is None:
            if ours + theirs == FULL_HAND:
                self.result = ours
                self.infer("result")
        elif not ours <= self.result <= FULL_HAND - theirs and "result" not in self.irregular:
            if ours + theirs == FULL_HAND:
                sentence = f"declarer's side won {count(ours, 'trick')}, and not: {self.result}"
            else:
                sentence = (
                    f"declarer's side has won {count(ours, 'trick')} and lost {theirs} when the record ends, "
                    f"so the result cannot be: {self.result}"
                )
            self.complain(tag, str(self.result), sentence)


def _height(contract: Contract) -> tuple[int, int]:
    """Contracts of one auction come in the order of these: the bid, and whether it is doubled."""
    return Call(contract.name[:2]).rank, contract.risk


def _four(hands: list[Holding | None]) -> Hands:
    return (hands[0], hands[1], hands[2], hands[3])

"""What is a number at run time is told apart by the type checker, and costs nothing when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphamu_dds.bridge.cards import (
    Card,
    Holding,
    Seat,
    card_name,
    cards_of,
    hand_text,
    next_seat,
    parse_card,
    parse_hand,
    parse_seat,
    partner_of,
)

if TYPE_CHECKING:
    # What is marked is an error to the checker: strict mypy complains of an `ignore` that is not needed.
    card_name(3)  # type: ignore[arg-type]
    card_name(Seat(3))  # type: ignore[arg-type]
    card_name(Holding(3))  # type: ignore[arg-type]
    partner_of(3)  # type: ignore[arg-type]
    partner_of(Card(3))  # type: ignore[arg-type]
    hand_text(1 << 3)  # type: ignore[arg-type]
    hand_text(Card(3))  # type: ignore[arg-type]
    hand_text(1 << Card(3) | parse_hand("K...") & ~0xFF)


def test_cards_seats_and_holdings_are_plain_ints_when_the_program_runs() -> None:
    assert {Card, Seat, Holding} == {int}
    made = (parse_card("SA"), parse_seat("W"), next_seat(parse_seat("W")), parse_hand("A.K.Q.J"))
    assert {type(number) for number in (*made, *cards_of(made[-1]))} == {int}

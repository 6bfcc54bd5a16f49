"""What is a number at run time is told apart by the type checker, and costs nothing when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphamu_dds.bridge.cards import (
    Card,
    Seat,
    card_name,
    cards_of,
    next_seat,
    parse_card,
    parse_seat,
    partner_of,
)

if TYPE_CHECKING:
    # Each line is an error to the checker; strict mypy complains of an `ignore` that is not needed.
    card_name(3)  # type: ignore[arg-type]
    card_name(Seat(3))  # type: ignore[arg-type]
    partner_of(3)  # type: ignore[arg-type]
    partner_of(Card(3))  # type: ignore[arg-type]


def test_cards_and_seats_are_plain_ints_when_the_program_runs() -> None:
    assert {Card, Seat} == {int}
    assert type(parse_card("SA")) is int
    assert {type(card) for card in cards_of(0x7FFC)} == {int}
    assert type(next_seat(parse_seat("W"))) is int

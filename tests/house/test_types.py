"""What is a number at run time is told apart by the type checker, and costs nothing when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphamu_dds.bridge.cards import Card, card_name, cards_of, parse_card

if TYPE_CHECKING:
    # Each line is an error to the checker; strict mypy complains of an `ignore` that is not needed.
    card_name(3)  # type: ignore[arg-type]


def test_a_card_is_a_plain_int_when_the_program_runs() -> None:
    assert Card is int
    assert type(parse_card("SA")) is int
    assert {type(card) for card in cards_of(0x7FFC)} == {int}

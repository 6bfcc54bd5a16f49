"""Spoilt files end in boards or in a sentence; ``tests/helpers/fuzz_formats.py`` reads more of them."""

from __future__ import annotations

import random

import pytest

from tests.helpers.fuzz_formats import as_text, crowded, hostile, read_spoilt, spoilt


def test_1500_spoilt_files_end_in_boards_or_a_sentence() -> None:
    boards = wrong = 0
    rng = random.Random(7)
    for data in spoilt(1500, seed=7):
        found = read_spoilt(data)
        boards, wrong = boards + found[0], wrong + found[1]
        read_spoilt(as_text(rng, data))
    assert boards > 1500
    assert 0 < wrong < boards


@pytest.mark.parametrize("name", [name for name, _ in hostile(1)])
def test_a_long_input_of_one_kind_is_read_to_its_end(name: str) -> None:
    data = dict(hostile(600_000))[name]
    boards, wrong = read_spoilt(data)
    assert 0 <= wrong <= boards <= len(data)


@pytest.mark.parametrize("name", [name for name, _ in crowded(100)])
def test_a_long_input_of_many_boards_is_read_to_its_end(name: str) -> None:
    data = dict(crowded(60_000))[name]
    boards, wrong = read_spoilt(data)
    assert 0 <= wrong <= boards <= len(data)

"""Objects that no question, effort or assumption can be made of are refused with one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am

FILE = Path(__file__).resolve().parents[2] / "data" / "deals" / "avoidance.pbn"


def asked(effort: dict[str, Any] | None = None, **more: Any) -> am.Decision:
    return am.answer(am.ask(FILE), effort=am.Effort(worlds=5, max_moves=1, **(effort or {})), **more)


@pytest.mark.parametrize(
    ("effort", "sentence"),
    [
        ({"want": "best"}, "want must be an alphamu_dds.Want: 'best'"),
        ({"options": "paper"}, "options must be an alphamu_dds.Options: 'paper'"),
        ({"limits": 5}, "limits must be an alphamu_dds.Limits: 5"),
        ({"cache": {}}, "cache must be an alphamu_dds.LeafCache: {}"),
        ({"cache_size": -1}, "the capacity of the cache must be a whole number, 0 or more: -1"),
        ({"threads": 0}, "the number of threads must be a whole number, 1 or more: 0"),
        ({"only": ()}, "none of the cards to look at can be played: ()"),
        ({"only": ("SA",)}, "none of the cards to look at can be played: ('SA',)"),
    ],
)
def test_an_effort_that_makes_no_sense_is_refused(effort: dict[str, Any], sentence: str) -> None:
    with pytest.raises(am.InputError) as caught:
        asked(effort)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"stop": True}, "stop must be a threading.Event: True"),
        ({"watch": print}, "watch must be an alphamu_dds.Watch: <built-in"),
        ({"assumptions": {"W": "hcp 12+"}}, "assumptions must be an alphamu_dds.Assumptions: {'W'"),
    ],
)
def test_what_is_given_beside_a_question_is_refused_if_it_is_something_else(
    more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(am.InputError) as caught:
        asked(**more)
    assert str(caught.value).startswith(sentence)


def test_a_board_or_a_file_is_no_question() -> None:
    with pytest.raises(am.InputError, match=r"Seen nor Given must be an alphamu_dds\.Question: 'x\.pbn'"):
        am.answer("x.pbn")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"hands": "hcp 12+"}, "hands are given by their seats, like {'W': 'hcp 12-14'}: 'hcp 12+'"),
        ({"test": 5}, "a test is a function that gets the four hands: 5"),
        ({"bidding_table": "my.toml"}, "bidding_table must be an alphamu_dds.BiddingTable: 'my.toml'"),
        ({"lead_table": "my.toml"}, "lead_table must be an alphamu_dds.LeadTable: 'my.toml'"),
    ],
)
def test_assumptions_that_make_no_sense_are_refused(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(am.InputError) as caught:
        asked(assumptions=am.Assumptions(**words))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "words", [{"board_timeout": "long"}, {"scheduler": 5}, {"jobs": "all"}, {"local_cluster": 0}]
)
def test_who_does_the_work_is_checked_before_anything_is_written(
    words: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(am.InputError):
        am.batch(FILE, tmp_path / "found.jsonl", **words)
    assert not list(tmp_path.iterdir())

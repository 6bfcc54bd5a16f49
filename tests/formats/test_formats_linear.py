"""Time to read grows with the length of the text and not with its square, whatever is repeated in it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import pytest

from alphamu_dds.errors import InputError
from alphamu_dds.formats.read import read_bytes
from alphamu_dds.formats.worlds_file import parse_worlds

LINKS = ("'http://b/?lin=md|", '"http://b/?lin=md|', "'http://b/?lin=md| ", "http://b/?n=s&", "'http://")
MARKS = ("{", "}", "[", '"', "'", ";", "\\", "|", "{\n", "[\n", "\n\n[x]\n", "[Event a]", '[Deal "', "[ ")
FIELDS = ("md|", "mb|p|", "&amp;", "#", "%7c", "=1=", "ALL\n", "4C*", "- ", "W: a  b ")
LENGTH = 12_000


def seconds(read: Callable[[bytes, str], object], data: bytes) -> float:
    """Of the processor; the better of two, because the machine has other things to do."""
    taken = []
    for _ in range(2):
        started = time.process_time()
        with contextlib.suppress(InputError):
            read(data, "text")
        taken.append(time.process_time() - started)
    return min(taken)


def boards(data: bytes, name: str) -> int:
    return sum(1 for _ in read_bytes(data, name))


def assert_grows_with_the_length(read: Callable[[bytes, str], object], start: str, token: str) -> None:
    times = LENGTH // len(token)
    short = seconds(read, (start + times * token).encode())
    long = seconds(read, (start + 4 * times * token).encode())
    # Four times the text: 16 times as long if it were the square. What takes no time cannot be compared.
    assert long < 10 * max(short, 0.02)


@pytest.mark.parametrize("token", [*LINKS, *MARKS, *FIELDS])
def test_boards_in_a_text_of_one_thing_repeated_take_time_as_its_length(token: str) -> None:
    for start in ("", '[Auction "N"]\n'):
        assert_grows_with_the_length(boards, start, token)


@pytest.mark.parametrize("token", MARKS)
def test_worlds_in_a_text_of_one_thing_repeated_take_time_as_its_length(token: str) -> None:
    assert_grows_with_the_length(parse_worlds, "", token)


@pytest.mark.parametrize(
    ("text", "worlds"),
    [
        ('[Deal "a"] {\n[Deal "b"] { } [Deal "c"]', ["a", "c"]),
        ('[Deal "a"] {\n[Deal "b"]', ["a", "b"]),
        ('[Deal "{"]\n[Deal "}"]', ["{", "}"]),
        ('{ } { [Deal "a"] ; [Deal "b"]\n%[Deal "c"]\n[Deal "d"]', ["a", "d"]),
    ],
)
def test_a_comment_of_a_worlds_file_ends_with_its_brace_and_needs_one(text: str, worlds: list[str]) -> None:
    assert parse_worlds(text.encode(), "text") == worlds

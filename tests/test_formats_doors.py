"""Doors for text, paths and links: which of them opens files, and for whom."""

from __future__ import annotations

import codecs
import io
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.formats import doors
from alphamu_dds.formats.lines import BLOCK
from alphamu_dds.formats.read import read_stream

from .format_samples import LIN, PBN

SECRET = "root:x:0:0:secret"
LINK = "http://www.bridgebase.com/tools/handviewer.html?lin=" + LIN.replace(" ", "%20").replace("\n", "")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of all kinds."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "passwd").write_text(SECRET + "\n" + PBN)
    (tmp_path / "a.pbn").write_text(PBN)
    (tmp_path / "b.LIN").write_text(LIN)
    (tmp_path / "sub.pbn").mkdir()
    (tmp_path / "sub.pbn" / "c.pbn").write_text(PBN)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.pbn")
    return tmp_path


STRANGE = [
    "passwd",
    "./passwd",
    "-",
    "*",
    "*.pbn",
    "?.pbn",
    ".",
    "sub.pbn",
    "pipe.pbn",
    "/dev/stdin",
    "/dev/zero",
]


class Closed(io.RawIOBase):
    """A standard input that nobody may read."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("standard input is read")

    @property
    def buffer(self) -> Closed:
        return self


@cache
def watched() -> list[Any]:
    """What is opened or listed from now on; such a watch can never be taken off."""
    seen: list[Any] = []

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in ("open", "os.listdir", "os.scandir", "glob.glob"):
            seen[:] = [*seen[-9:], arguments]

    sys.addaudithook(watch)
    return seen


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was opened last."""
    monkeypatch.setattr(sys, "stdin", Closed())
    return watched()


@pytest.mark.parametrize("typed", [*STRANGE, "/etc/passwd", "no.pbn", "a.pbn\0", "x" * 5000])
@pytest.mark.parametrize("door", [am.solve, am.review])
def test_what_a_stranger_types_opens_no_file_but_one_of_boards(
    folder: Path, opened: list[Any], door: Any, typed: str
) -> None:
    opened.clear()
    with pytest.raises(am.InputError, match="this is neither a board nor the name of") as refused:
        door(typed)
    assert opened == []
    assert SECRET not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_the_name_of_a_file_of_boards_that_is_there_still_works(folder: Path) -> None:
    for source in ("a.pbn", str(folder / "a.pbn"), "b.LIN", Path("a.pbn"), PBN, PBN.encode(), LIN, LINK):
        assert [board.name for board in doors.read_any(source)] == ["7"], source
    assert am.solve("a.pbn", worlds=2, max_moves=1).best == am.solve(PBN, worlds=2, max_moves=1).best


def test_the_door_for_text_opens_nothing(folder: Path, opened: list[Any]) -> None:
    for text in (*STRANGE, "a.pbn", str(folder / "a.pbn"), "%include a.pbn", "", "\0"):
        opened.clear()
        try:
            found = [board for board in am.read_text(text) if board.deal != "N:- - - -" and any(board.hands)]
        except am.InputError:
            found = []
        assert (found, opened) == ([], []), text
    for good in (PBN, PBN.encode(), LIN, LINK):
        assert [board.name for board in am.read_text(good)] == ["7"]


def test_the_door_for_links_opens_nothing_and_takes_nothing_else(folder: Path, opened: list[Any]) -> None:
    opened.clear()
    for text in (*STRANGE, "a.pbn", PBN, LIN, "file:///etc/passwd", f"{LINK}\n{LINK}"):
        with pytest.raises(am.InputError, match="this is no link"):
            am.read_link(text)
    assert [board.name for board in am.read_link(LINK)] == ["7"]
    assert opened == []


def test_the_door_for_paths_takes_every_file_and_no_text(folder: Path) -> None:
    for path in ("passwd", Path("passwd"), "a.pbn", "sub.pbn", "a*"):
        assert [board.name for board in am.read_path(path)] == ["7"]
    for text in (PBN, LINK, "-"):
        with pytest.raises(am.InputError, match=r"cannot be read|no file fits the pattern|cannot be listed"):
            list(am.read_path(text))


def test_it_is_said_whom_the_convenient_doors_trust() -> None:
    for door in (am.solve, am.read_boards):
        assert "It trusts" in str(door.__doc__)
        assert "read_text" in str(door.__doc__)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read_in_pieces(encoding: str) -> None:
    mark = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else codecs.BOM_UTF16_BE
    # Some letters need four bytes, and a block may end between them.
    text = PBN.replace("Club evening", "𝄞ä…" * 7) + "\n"
    data = text.encode(encoding)
    many = 20 * BLOCK // len(data)
    taken: list[int] = []

    class Stream(io.RawIOBase):
        """Many boards, as they are asked for."""

        def __init__(self) -> None:
            self.rest = mark + data * many

        def read(self, size: int = -1) -> bytes:
            assert 0 <= size <= BLOCK
            part, self.rest = self.rest[:size], self.rest[size:]
            taken.append(len(part))
            return part

    boards = read_stream(Stream(), "x")  # type: ignore[arg-type]
    first = next(boards)
    assert sum(taken) <= 4 * BLOCK
    assert first.event == "𝄞ä…" * 7
    assert sum(board.event == first.event and board.legal for board in boards) == many - 1


def test_utf16_that_is_torn_is_read_to_its_end() -> None:
    torn = PBN.encode("utf-16") + b"\n\0" + "𝄞".encode("utf-16-le")[:3]
    assert [board.name for board in am.read_text(torn)] == ["7"]

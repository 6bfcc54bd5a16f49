"""Where boards come from: files, folders, patterns, streams, text."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards
from tests.helpers.format_samples import DEAL, LIN, PBN, read_one

NAMED = [PBN.replace('Board "7"', f'Board "{number}"') for number in range(4)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.pbn").write_text(NAMED[0] + "\n" + NAMED[1])
    (tmp_path / "b.LIN").write_text(LIN)
    (tmp_path / "notes.txt").write_text("nothing here")
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "deep" / "deeper" / "c.pbn").write_text(NAMED[3])
    return tmp_path


def names(source: object) -> list[str]:
    return [board.name for board in read_boards(source)]  # type: ignore[arg-type]


def test_files_folders_and_patterns_are_read(folder: Path) -> None:
    assert names(folder / "a.pbn") == ["0", "1"]
    assert names(str(folder / "a.pbn")) == ["0", "1"]
    assert names(folder) == ["0", "1", "7", "3"]
    assert names(str(folder / "*.pbn")) == ["0", "1"]
    assert names(str(folder / "**" / "*.pbn")) == ["0", "1", "3"]
    assert names([folder / "b.LIN", str(folder / "a.pbn"), NAMED[2]]) == ["7", "0", "1", "2"]


def test_a_board_tells_its_file_and_line(folder: Path) -> None:
    boards = list(read_boards(folder / "a.pbn"))
    assert {board.source.file for board in boards} == {str(folder / "a.pbn")}
    assert [board.source.line for board in boards] == [1, NAMED[0].count("\n") + 2]


def test_the_format_is_told_by_the_content_and_not_by_the_name(tmp_path: Path) -> None:
    for name, text in (("x.lin", PBN), ("x.pbn", LIN), ("x.txt", PBN), ("x", LIN)):
        (tmp_path / name).write_text(text)
        assert names(tmp_path / name) == ["7"]


def test_text_and_bytes_are_read_as_they_are() -> None:
    assert names(PBN) == names(PBN.encode()) == names(LIN) == names(LIN.encode()) == ["7"]
    assert read_one(DEAL).deal == DEAL
    assert names('[Board "1"]') == ["1"]


def test_a_file_with_brackets_in_its_name_is_no_pattern(tmp_path: Path) -> None:
    (tmp_path / "a[1].pbn").write_text(PBN)
    assert names(str(tmp_path / "a[1].pbn")) == ["7"]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PBN.encode())))
    assert names("-") == ["7"]
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        names("-")


def test_boards_come_one_at_a_time() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return (PBN + "\n").encode() * 20

    sys_stdin = sys.stdin
    try:
        sys.stdin = type("Stdin", (), {"buffer": Endless()})()
        boards = read_boards("-")
        assert [next(boards).name for _ in range(2000)] == ["7"] * 2000
    finally:
        sys.stdin = sys_stdin


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("no/such/file.pbn", "no/such/file.pbn: the file cannot be read (No such file or directory)"),
        ("no/such/*.pbn", "no file fits the pattern: no/such/*.pbn"),
        ("nul\0.pbn", "the file cannot be read (embedded null byte)"),
        ("x" * 5000, "the file cannot be read (File name too long)"),
        (b"\x7fELF\x00\x01", "text: this is not text, and so neither PBN nor LIN"),
        (b"just some words", "text, line 1: there is no board, and there is text that belongs to no tag"),
        (5, "boards are read from a file, a folder, a link or text: 5"),
        ([None], "boards are read from a file, a folder, a link or text: None"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(source: object, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        names(source)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_folder_without_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no \.pbn or \.lin file in the folder"):
        names(tmp_path)


def test_nothing_and_comments_hold_no_board() -> None:
    assert names("") == names(b"") == names("% PBN 2.1\n\n; nothing\n{ nothing\n}\n") == []


def test_a_source_that_cannot_be_read_costs_no_neighbour(folder: Path) -> None:
    (folder / "broken.pbn").write_bytes(b"\x00\x01")
    errors: list[InputError] = []
    found = [board.name for board in read_boards(["no.pbn", folder, "http://x/"], errors.append)]
    assert found == ["0", "1", "7", "3"]
    assert len(errors) == 3


def test_a_file_that_was_only_found_costs_no_neighbour(folder: Path) -> None:
    for name, data in (("0.lin", b"junk"), ("0.pbn", b"junk"), ("1.lin", b"\x00\x01"), ("2.lin", b"")):
        (folder / name).write_bytes(data)
    assert names(folder) == ["0", "1", "7", "3"]
    assert names(str(folder / "*.*")) == ["0", "1", "7"]
    errors: list[InputError] = []
    assert len(list(read_boards(folder, errors.append))) == 4
    assert [str(error).split(":")[0].split(",")[0] for error in errors] == [
        str(folder / name) for name in ("0.lin", "0.pbn", "1.lin")
    ]
    for name in ("0.lin", "0.pbn", "1.lin"):
        with pytest.raises(InputError):
            names(folder / name)


def test_a_file_that_was_named_and_breaks_off_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: str) -> Iterator[Board]:
        yield Board(name=path)
        raise InputError(f"the disk is gone: {path}")

    monkeypatch.setattr("alphamu_dds.formats.read._read_file", broken)
    assert len(names(folder)) == 3
    with pytest.raises(InputError, match="the disk is gone"):
        names(folder / "a.pbn")


def test_a_folder_in_which_nothing_can_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.lin").write_text("junk")
    (tmp_path / "b.pbn").write_text("junk")
    with pytest.raises(InputError, match=r"a\.lin: there is no board"):
        names(tmp_path)


def test_an_empty_file_is_empty_in_every_format(tmp_path: Path) -> None:
    for name in ("a.pbn", "a.lin"):
        for text in ("", "\n \n"):
            (tmp_path / name).write_text(text)
            assert names(tmp_path / name) == []
    (tmp_path / "a.lin").write_text("pn|a,b,c,d|")
    with pytest.raises(InputError, match="there is no board"):
        names(tmp_path / "a.lin")


@pytest.mark.parametrize(
    "text",
    [
        '[Event "\ud800"]\n[Board "7"]',
        "ah|7|md|1|an|\udfff|",
        "https://x/handviewer.html?n=S2&b=7&nn=\ud800",
        "x https://x/handviewer.html?n=S2&b=7&nn=\ud800",
        "N:- - - -\n\ud800",
    ],
)
def test_half_a_letter_in_a_text_is_no_trouble(text: str) -> None:
    try:
        found = list(read_boards(text))
    except InputError as error:
        str(error).encode()
    else:
        assert [board.name for board in found] == ["7"]
        repr(found[0]).encode()


@pytest.mark.parametrize("name", ["\ud800.pbn", "no\udcff", "[\ud800]*", "\ud800/*.pbn", "**/\udfff?"])
def test_half_a_letter_in_the_name_of_a_file_is_one_sentence(name: str) -> None:
    with pytest.raises(InputError, match=r"cannot be (read|listed)|no file fits"):
        names(name)


def test_bytes_that_are_no_text_come_back_as_they_were() -> None:
    text = PBN.replace("Bob", "Zoë").encode("latin-1").decode("utf-8", "surrogateescape")
    assert read_one(text).players[1] == "Zoë"


def test_reading_needs_neither_numpy_nor_endplay() -> None:
    code = (
        "import sys\n"
        "from alphamu_dds.formats.read import read_boards\n"
        "from alphamu_dds.formats.write_lin import handviewer_url\n"
        "from alphamu_dds.formats import to_endplay, write_pbn\n"
        "from alphamu_dds.formats.board import Board\n"
        "print(sorted({'endplay', 'numpy', 'matplotlib', 'click'} & set(sys.modules)))\n"
    )
    # alphamu_dds itself is as cheap, so this holds for everything that it imports.
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

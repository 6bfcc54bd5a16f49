"""Records on disk: nothing lost, nothing twice, and half a line is none."""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.jobs.journal import Journal, as_line, write_whole

FINGERPRINT = {"schema": 1, "version": "0", "options": {}, "inputs": []}
RECORDS: list[dict[str, Any]] = [{"number": number, "name": "ä" * number} for number in range(1, 5)]
LINES = [as_line(record) for record in RECORDS]


def test_a_file_that_only_has_the_name_of_ours_is_refused_and_kept(tmp_path: Path) -> None:
    for foreign in ("my notes\n", "my notes", '{"schema": "of my life"}\n'):
        (tmp_path / "results.run").write_text(foreign)
        with pytest.raises(am.InputError, match=r"the file is not from such a run: .*results\.run"):
            journal_at(tmp_path / "results")
        assert (tmp_path / "results.run").read_text() == foreign


def test_a_crash_while_the_batch_is_being_named_costs_nothing(tmp_path: Path) -> None:
    whole = as_line(FINGERPRINT)
    for length in range(len(whole) + 1):
        (tmp_path / "results.run").write_bytes(whole[:length])
        with journal_at(tmp_path / "results") as journal:
            assert len(journal) == 0
        assert (tmp_path / "results.run").read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    link, target, pipe = tmp_path / "link", tmp_path / "target", tmp_path / "pipe"
    link.symlink_to(target)
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()

    def write(name: str) -> None:
        Path(name).write_text("words")

    for path in (link, pipe):
        write_whole(str(path), write)
    reader.join()
    assert link.is_symlink()
    assert pipe.is_fifo()
    assert (target.read_text(), heard) == ("words", ["words"])


def journal_at(path: Path) -> Journal:
    return Journal(str(path), FINGERPRINT)


def test_wherever_a_file_is_torn_every_complete_line_is_kept_and_the_rest_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # hundreds of files, and nobody pulls the plug
    path = tmp_path / "results"
    for lines, name in ((LINES, "results"), (LINES[2:], "results.early")):
        whole = b"".join(lines)
        for length in range(len(whole) + 1):
            for file in tmp_path.iterdir():
                file.unlink()
            journal_at(path).__exit__(None, None, None)
            (tmp_path / name).write_bytes(whole[:length])
            with journal_at(path) as journal:
                assert len(journal) == whole[:length].count(b"\n")
                for record in RECORDS:
                    if record["number"] not in journal:
                        journal.add(record)
                journal.finish()
            assert path.read_bytes() == b"".join(LINES)


def test_whatever_order_records_come_in_they_are_written_in_theirs(tmp_path: Path) -> None:
    rng = random.Random(2)
    for attempt in range(20):
        path = tmp_path / str(attempt)
        order = rng.sample(RECORDS, len(RECORDS))
        stop = rng.randrange(len(order))
        with journal_at(path) as journal:
            for record in order[:stop]:
                journal.add(record)
        with journal_at(path) as journal:
            assert len(journal) == stop
            for record in order[stop:]:
                journal.add(record)
            journal.finish()
        assert path.read_bytes() == b"".join(LINES)


def test_a_line_that_was_not_written_here_is_refused_and_nothing_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with journal_at(path) as journal:
        for record in RECORDS:
            journal.add(record)
    spoilt = b"".join([LINES[0], b"hello\n", *LINES[2:]])
    path.write_bytes(spoilt)
    with pytest.raises(am.InputError, match="results, line 2: this is no record of such a run"):
        journal_at(path)
    assert path.read_bytes() == spoilt
    path.write_bytes(LINES[0] + LINES[2])
    with pytest.raises(am.InputError, match="line 2: this record has the number 3"):
        journal_at(path)


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("results", '{"inputs": 3}', "line 2: this is no record of such a run"),
        ("results", '{"number": "2"}', "line 2: this is no record of such a run"),
        ("results.early", '{"number": "2"}', "results.early, line 1: this is no record of such a run"),
        ("results.early", '{"number": 5}', "there is a record 5, but no more than 4 boards"),
    ],
)
def test_records_that_make_no_sense_are_one_sentence(
    tmp_path: Path, name: str, line: str, message: str
) -> None:
    with journal_at(tmp_path / "results") as journal:
        journal.add(RECORDS[0])
    with (tmp_path / name).open("a") as stream:
        stream.write(f"{line}\n{line}\n")
    with pytest.raises(am.InputError, match=message):
        Journal(str(tmp_path / "results"), FINGERPRINT, 4)


def test_more_records_than_boards_are_refused(tmp_path: Path) -> None:
    with journal_at(tmp_path / "results") as journal:
        for record in RECORDS:
            journal.add(record)
    with pytest.raises(am.InputError, match="there is a record 4, but no more than 3 boards"):
        Journal(str(tmp_path / "results"), FINGERPRINT, 3)

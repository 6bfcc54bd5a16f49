"""What happens to the output of a batch from outside, and boards that are done again."""

from __future__ import annotations

import itertools
import json
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.batch.plan import Plan
from alphamu_dds.batch.review import Job
from alphamu_dds.batch.run import fingerprint
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.jobs.journal import Journal, JournalError, as_line
from alphamu_dds.jobs.progress import Progress
from alphamu_dds.jobs.workers import Crew
from tests.helpers import batch_workers
from tests.helpers.batch_boards import short_boards
from tests.helpers.command import run

FINGERPRINT = {"schema": 1, "version": "0", "options": {}, "inputs": []}
RECORDS: list[dict[str, Any]] = [{"number": number, "status": "done"} for number in range(1, 7)]


def journal_at(path: Path, **more: Any) -> Journal:
    return Journal(str(path), FINGERPRINT, **more)


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.pbn"
    path.write_text(write_pbn(short_boards(6)), encoding="utf-8")
    return path


def other_names(real: Path, folder: Path) -> list[Path]:
    """Names of other kinds for a file."""
    link, chain, hard = folder / "link", folder / "chain", folder / "hard"
    link.symlink_to(real)
    chain.symlink_to(Path("link"))
    real.touch()
    hard.hardlink_to(real)
    return [link, chain, hard]


def test_an_output_is_written_by_one_batch_whatever_names_it_has(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "results"
    names = [real, *other_names(real, tmp_path)]
    for first, second in itertools.permutations(names, 2):
        with (
            journal_at(first),
            pytest.raises(am.InputError, match="another run is writing to this output at the moment"),
        ):
            journal_at(second)


def test_a_batch_that_was_begun_through_a_link_goes_on_at_the_real_file(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere"
    link = tmp_path / "link"
    link.symlink_to(real)
    with journal_at(link) as journal:
        journal.add(RECORDS[0])
        journal.add(RECORDS[2])
    assert link.is_symlink()
    assert not list(tmp_path.glob("link.*"))
    with journal_at(real) as journal:
        assert len(journal) == 2
        journal.add(RECORDS[1])
    assert real.read_bytes() == b"".join(map(as_line, RECORDS[:3]))


def remove(path: Path) -> None:
    path.unlink()


def rename(path: Path) -> None:
    path.rename(path.with_name("moved"))


def replace(path: Path) -> None:
    path.with_name("other").write_text("mine\n")
    path.with_name("other").replace(path)


def shorten(path: Path) -> None:
    path.write_bytes(as_line(RECORDS[0]))


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps files that are open")
@pytest.mark.parametrize(
    ("happens", "ending"),
    [
        *((happens, ending) for happens in (remove, rename, replace) for ending in ("", ".early")),
        # One that is put in the place of the .run file hides nothing: the lock on the records holds.
        *((happens, ".run") for happens in (remove, rename)),
    ],
)
def test_an_output_that_is_taken_away_is_noticed_at_the_next_record_and_nothing_is_lost(
    tmp_path: Path, happens: Callable[[Path], None], ending: str
) -> None:
    path = tmp_path / "results"
    journal = journal_at(path)
    for record in (RECORDS[0], RECORDS[1], RECORDS[4]):
        journal.add(record)
    happens(tmp_path / f"results{ending}")
    with pytest.raises(
        JournalError, match="removed or changed while it was written to; what was found"
    ) as lost:
        journal.add(RECORDS[2])
    kept = Path(str(lost.value).rpartition(": ")[2])
    assert kept == tmp_path / "results.kept"
    with journal_at(kept) as found:
        assert [number for number in range(1, 7) if number in found] == [1, 2, 3, 5]
        found.add(RECORDS[3])
    assert kept.read_bytes() == b"".join(map(as_line, RECORDS[:5]))


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps files that are open")
def test_an_output_that_somebody_shortens_or_removes_at_the_end_is_noticed(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "a")
    journal.add(RECORDS[0])
    journal.add(RECORDS[1])
    shorten(tmp_path / "a")
    with pytest.raises(JournalError, match="a was removed or changed"):
        journal.add(RECORDS[2])
    assert (tmp_path / "a").read_bytes() == as_line(RECORDS[0])  # not written over
    journal = journal_at(tmp_path / "b", total=1)
    journal.add(RECORDS[0])
    (tmp_path / "b").unlink()
    with pytest.raises(JournalError, match="b was removed or changed"):
        journal.finish()
    with journal_at(tmp_path / "b.kept") as found:
        assert found.done == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps files that are open")
def test_a_batch_whose_output_is_removed_stops_there_and_goes_on_from_what_it_kept(
    tmp_path: Path, boards: Path
) -> None:
    output = tmp_path / "results"

    def look(progress: Progress) -> None:
        if progress.done == 3:
            output.unlink()
        assert progress.done <= 3

    with pytest.raises(JournalError, match=r"results\.kept$"):
        am.batch(boards, output, jobs=1, on_progress=look, analyse=batch_workers.quick)
    assert not output.exists()
    seen: list[int] = []
    kept = tmp_path / "results.kept"
    am.batch(boards, kept, jobs=1, on_progress=lambda p: seen.append(p.before), analyse=batch_workers.quick)
    assert seen[0] == 4
    assert [json.loads(line)["number"] for line in kept.read_text().splitlines()] == [1, 2, 3, 4, 5, 6]


def test_retry_does_again_what_died_or_took_too_long_and_nothing_else(
    tmp_path: Path, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt, output = tmp_path / "spoilt", tmp_path / "results"
    monkeypatch.setenv("ALPHAMU_TEST_SPOILT", str(spoilt))

    def statuses(**more: Any) -> tuple[list[str], int]:
        before: list[int] = []
        am.batch(
            boards,
            output,
            jobs=2,
            on_progress=lambda progress: before.append(progress.before),
            analyse=batch_workers.spoilt_once,
            **more,
        )
        records = [json.loads(line) for line in output.read_text().splitlines()]
        assert [record["number"] for record in records] == [1, 2, 3, 4, 5, 6]
        return [record["status"] for record in records], before[0]

    spoilt.touch()
    wanted = ["done", "died", "done", "timeout", "done", "done"]
    assert statuses(board_timeout=2.0) == (wanted, 0)
    spoilt.unlink()
    assert statuses() == (wanted, 6)
    assert statuses(retry=True) == (["done"] * 6, 4)
    assert statuses(retry=True) == (["done"] * 6, 6)


def test_a_retry_that_is_stopped_at_any_moment_loses_no_record(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with journal_at(path) as journal:
        for record in RECORDS:
            journal.add({**record, "status": "died" if record["number"] in (2, 4) else "done"})

    def again(record: Any) -> bool:
        return bool(record["status"] == "died")

    with journal_at(path, again=again) as journal:
        assert [number for number in range(1, 7) if number in journal] == [1, 3, 5, 6]
    with journal_at(path) as journal:
        assert [number for number in range(1, 7) if number in journal] == [1, 3, 5, 6]
        journal.add(RECORDS[3])
    with journal_at(path, again=again) as journal:
        journal.add(RECORDS[1])
        journal.finish()
    assert path.read_bytes() == b"".join(map(as_line, RECORDS))


def test_the_command_takes_retry(tmp_path: Path, boards: Path) -> None:
    output = tmp_path / "results"
    first = run("batch", str(boards), "-o", str(output), "--worlds", "2", "-M", "1", "--jobs", "1")
    assert first.returncode == 0, first.stderr
    lines = output.read_bytes().splitlines(keepends=True)
    died = {**json.loads(lines[2]), "status": "died"}
    output.write_bytes(b"".join([*lines[:2], as_line(died), *lines[3:]]))
    command = ("batch", str(boards), "-o", str(output), "--worlds", "2", "-M", "1", "--jobs", "1")
    assert "all 6 boards were done before" in run(*command).stderr
    done = run(*command, "--retry")
    assert (done.returncode, "(5 done before)" in done.stderr) == (0, True)
    assert output.read_bytes() == b"".join(lines)


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="the system does not say what is stopped")
def test_a_worker_that_is_stopped_by_a_signal_has_its_time_when_it_goes_on(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    outcomes = iter(Crew(batch_workers.short_sleep, 1, timeout=1.5).run([(1, str(begun))]))

    def stop_for_a_while() -> None:
        while not begun.exists() or not begun.read_text():
            time.sleep(0.001)
        process = int(begun.read_text())
        os.kill(process, signal.SIGSTOP)
        time.sleep(2.5)
        os.kill(process, signal.SIGCONT)

    thread = threading.Thread(target=stop_for_a_while)
    thread.start()
    assert [outcome.status for outcome in outcomes] == ["done"]
    thread.join()


def test_a_machine_that_slept_has_cost_no_board_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the one who looks at the clock sees it: an hour later, all of a sudden, and again."""
    hours = itertools.count()
    monotonic = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + 3600 * (next(hours) // 2))
    outcomes = Crew(batch_workers.short_sleep, 1, timeout=60).run([(1, str(tmp_path / "begun"))])
    assert [outcome.status for outcome in outcomes] == ["done"]


def test_a_board_that_takes_too_long_is_still_ended() -> None:
    crew = Crew(time.sleep, 1, timeout=0.3)
    assert [outcome.status for outcome in crew.run([(1, 600)])] == ["timeout"]


def test_options_of_a_batch_know_nothing_of_retry() -> None:
    options = fingerprint(Plan(()), Job(Board()))["options"]
    assert isinstance(options, dict)
    assert options
    assert "retry" not in options

"""Many boards: what is asked of each, that nothing is lost, and that nothing is done twice."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.batch.plan import Item
from alphamu_dds.batch.run import longest_first
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.jobs.progress import Progress
from tests.helpers import batch_workers
from tests.helpers.batch_boards import sensible_board, short_boards
from tests.helpers.command import run

COMMAND = [sys.executable, "-c", "from alphamu_cli.main import main; main()", "batch"]
FAST = ["--worlds", "4", "-M", "1"]
BOARDS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 40 short boards in two files."""
    folder = tmp_path_factory.mktemp("boards")
    boards = short_boards(BOARDS, cards=6)
    (folder / "a.pbn").write_text(write_pbn(boards[:25]), encoding="utf-8")
    (folder / "b.pbn").write_text(write_pbn(boards[25:]), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def undisturbed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The output of a run with one job that nobody disturbed."""
    output = tmp_path_factory.mktemp("undisturbed") / "results.jsonl"
    done = run("batch", str(folder), "-o", str(output), *FAST, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    return output.read_bytes()


def parsed(output: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]


def on_disk(output: Path) -> int:
    """Lines that are complete, in their place or early."""
    early = Path(f"{output}.early")
    return sum(path.read_bytes().count(b"\n") for path in (output, early) if path.exists())


# Nothing lost


def test_ten_kills_at_random_moments_and_the_output_is_as_if_nothing_had_happened(
    folder: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    command = [*COMMAND, str(folder), "-o", str(output), *FAST, "--jobs", "2"]
    rng = random.Random(1)
    hits = 0
    for _ in range(10):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted = on_disk(output) + rng.randrange(4)
        while process.poll() is None and on_disk(output) < wanted:
            time.sleep(0.001)
        time.sleep(0.03 * rng.random())
        process.kill()
        hits += process.wait() == -signal.SIGKILL
        if output.exists():
            written = output.read_bytes()
            assert undisturbed.startswith(written[: written.rfind(b"\n") + 1])
    assert hits == 10
    done = run("batch", str(folder), "-o", str(output), *FAST, "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert output.read_bytes() == undisturbed
    assert not Path(f"{output}.early").exists()


def test_the_output_does_not_depend_on_jobs_and_threads(
    folder: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    am.batch(folder, output, worlds=4, max_moves=1, jobs=3, threads=2)
    assert output.read_bytes() == undisturbed


def test_the_same_command_again_says_that_all_is_done_and_rewrites_nothing(
    folder: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    first = run("batch", str(folder), "-o", str(output), *FAST)
    before = output.stat()
    again = run("batch", str(folder), "-o", str(output), *FAST, "--jobs", "1")
    assert again.returncode == 0
    assert f"all {BOARDS} boards were done before" in again.stderr
    assert again.stdout == first.stdout
    after = output.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--seed", "2"], "seed 1, not 2"),
        (["-M", "2"], "max moves 1, not 2"),
        (["--leads", "off"], "leads weights, not off"),
        (["--no-bidding"], "bidding True, not False"),
    ],
)
def test_other_options_on_the_same_output_are_refused(tmp_path: Path, more: list[str], message: str) -> None:
    file = tmp_path / "board.pbn"
    file.write_text(write_pbn(short_boards(1)))
    output = str(tmp_path / "results.jsonl")
    assert run("batch", str(file), "-o", output, *FAST).returncode == 0
    refused = run("batch", str(file), "-o", output, *FAST, *more)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"this output belongs to another run ({message}); choose another name" in refused.stderr


def test_other_or_changed_files_on_the_same_output_are_refused(tmp_path: Path) -> None:
    file, other = tmp_path / "board.pbn", tmp_path / "other.pbn"
    file.write_text(write_pbn(short_boards(1)))
    other.write_text(write_pbn(short_boards(1, seed=2)))
    output = str(tmp_path / "results.jsonl")
    assert run("batch", str(file), "-o", output, *FAST).returncode == 0
    refused = run("batch", str(file), str(other), "-o", output, *FAST)
    assert refused.returncode == 1
    assert "other.pbn was not among its files" in refused.stderr
    file.write_text(write_pbn(short_boards(2)))
    refused = run("batch", str(file), "-o", output, *FAST)
    assert refused.returncode == 1
    assert "board.pbn has changed" in refused.stderr


def test_an_output_that_is_something_else_is_refused(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "notes.txt"
    output.write_text("do not touch\n")
    refused = run("batch", str(folder), "-o", str(output), *FAST)
    assert refused.returncode == 1
    assert "there is something already, and not from a run that can go on" in refused.stderr
    assert output.read_text() == "do not touch\n"


def test_a_second_run_at_the_same_time_is_refused(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "results.jsonl"
    running = threading.Event()
    release = threading.Event()

    def hold(progress: Progress) -> None:
        running.set()
        assert release.wait(60)

    thread = threading.Thread(
        target=am.batch,
        args=(folder, output),
        kwargs={"worlds": 4, "max_moves": 1, "jobs": 1, "on_progress": hold, "analyse": batch_workers.quick},
    )
    thread.start()
    try:
        assert running.wait(60)
        refused = run("batch", str(folder), "-o", str(output), *FAST)
    finally:
        release.set()
        thread.join()
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "another run is writing to this output at the moment" in refused.stderr
    assert len(parsed(output)) == BOARDS


def test_boards_that_are_done_early_wait_on_disk_and_come_out_in_order(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "results.jsonl"
    early: list[int] = []

    def look(progress: Progress) -> None:
        assert on_disk(output) >= progress.done  # what is reported is on disk
        early.append(progress.done - output.read_bytes().count(b"\n"))

    am.batch(folder, output, jobs=2, analyse=batch_workers.uneven, on_progress=look)
    assert max(early) > 2
    assert [record["number"] for record in parsed(output)] == list(range(1, BOARDS + 1))
    found = [str(record["chance"]["need"]) for record in parsed(output)]
    assert found == [record["board"] for record in parsed(output)]


def test_boards_that_take_longest_are_begun_early_but_not_all_others_wait_for_them() -> None:
    *_, played, bare = short_boards(5, cards=2)

    def order(pattern: str, ahead: int) -> list[int]:
        boards = [bare if letter == "c" else played for letter in pattern]
        items = (Item(number, "file", number, board) for number, board in enumerate(boards, 1))
        return [item.number for item in longest_first(items, ahead)]

    assert order("ppppcppppcppppp", 6) == [5, 1, 2, 10, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15]
    assert order("ppppcppppc", 0) == list(range(1, 11))
    rng = random.Random(5)
    for share in (0.0, 0.2, 0.9, 1.0):
        pattern = "p" + "".join("c" if rng.random() < share else "p" for _ in range(299))
        found = order(pattern, 10)
        assert sorted(found) == list(range(1, 301))
        assert all(-10 <= place - number <= 21 for place, number in enumerate(found, 1))


def test_a_run_that_is_interrupted_says_how_to_go_on(
    folder: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    command = [*COMMAND, str(folder), "-o", str(output), *FAST, "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while on_disk(output) < 5:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert "interrupted; " in err
    assert re.search(r"of 40 boards (is|are) done, and the same command goes on from there", err)
    assert "Traceback" not in err
    assert run("batch", str(folder), "-o", str(output), *FAST).returncode == 0
    assert output.read_bytes() == undisturbed


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
def test_the_workers_of_a_run_that_was_killed_end_by_themselves(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "results.jsonl"
    process = subprocess.Popen(
        [*COMMAND, str(folder), "-o", str(output), *FAST],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while on_disk(output) < 2:
        time.sleep(0.001)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    process.kill()
    process.wait()
    assert children
    while any(_alive(child) for child in children):
        time.sleep(0.01)


def _alive(process: str) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs limits on the size of files")
def test_a_full_disk_is_one_sentence_and_what_was_written_stays_valid(
    folder: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
        "from alphamu_cli.main import main; main()"
    )
    full = subprocess.run(
        [sys.executable, "-c", code, "batch", str(folder), "-o", str(output), *FAST, "--jobs", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (full.returncode, full.stdout) == (1, "")
    assert full.stderr.count("\n") == 1
    assert "results.jsonl cannot be written (File too large); what was written before is valid" in full.stderr
    written = output.read_bytes()
    assert 10000 < len(written) <= 20000
    assert written.endswith(b"\n")
    assert undisturbed.startswith(written)
    assert run("batch", str(folder), "-o", str(output), *FAST).returncode == 0
    assert output.read_bytes() == undisturbed


# What is not the batch's own stays as it is


def test_boards_are_never_written_over_however_an_output_comes_to_have_their_name(tmp_path: Path) -> None:
    boards, elsewhere = tmp_path / "boards", tmp_path / "link.csv"
    boards.mkdir()
    file = boards / "a.pbn"
    file.write_text(write_pbn(short_boards(1)))
    before = file.read_text()
    elsewhere.symlink_to(file)
    for source in (str(boards), str(boards / "*.pbn"), str(file)):
        for option in ("--csv", "--report"):
            for name in (str(file), str(elsewhere)):
                refused = run("batch", source, "-o", str(tmp_path / "r"), *FAST, option, name)
                assert (refused.returncode, refused.stdout) == (1, "")
                assert "has boards to be read, so nothing can be written to it" in refused.stderr
    assert file.read_text() == before


def test_a_pattern_that_fits_what_the_batch_writes_can_be_given_again(tmp_path: Path) -> None:
    board = sensible_board(random.Random(12), 1, 24)
    (tmp_path / "a.pbn").write_text(write_pbn(board))
    for pattern in ("*", "./*", "**", str(tmp_path / "*")):
        outputs = ["-o", "r.jsonl", "--csv", "c.csv", "--report", "p.html", "--report-errors", "1"]
        first = run("batch", pattern, *outputs, *FAST, cwd=tmp_path)
        assert first.returncode == 0, first.stderr
        assert list((tmp_path / "p_files").iterdir())
        again = run("batch", pattern, *outputs, *FAST, cwd=tmp_path)
        assert (again.returncode, again.stdout) == (0, first.stdout), again.stderr
        assert "the only board was done before" in again.stderr
        for name in ("r.jsonl", "r.jsonl.run"):
            (tmp_path / name).unlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_boards_can_come_out_of_a_pipe_which_is_read_once(tmp_path: Path) -> None:
    pipe, output = tmp_path / "pipe", tmp_path / "results"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(write_pbn(short_boards(2))) and None)
    writer.start()
    am.batch(pipe, output, jobs=1, analyse=batch_workers.quick)
    writer.join()
    assert [record["status"] for record in parsed(output)] == ["done", "done"]


# Boards that go wrong


def test_a_poisoned_board_is_recorded_with_its_reason_and_stops_nobody_else(
    folder: Path, undisturbed: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    summary = am.batch(
        folder,
        output,
        worlds=4,
        max_moves=1,
        jobs=2,
        board_timeout=8,
        analyse=batch_workers.poisoned,
    )
    found = parsed(output)
    wrong = {r["board"]: (r["status"], r["reason"]) for r in found if r["status"] != "done"}
    assert wrong == {
        "3": ("failed", "ZeroDivisionError: poison"),
        "4": ("died", "its worker ended with exit code 7"),
        "5": ("died", "its worker was killed by SIGKILL"),
        "6": ("timeout", "it took longer than 8 seconds"),
    }
    healthy = [json.loads(line) for line in undisturbed.splitlines()]
    for one, other in zip(found, healthy, strict=True):
        assert one == other or one["board"] in wrong
    assert summary.trouble == 4
    assert [record.board for record in summary.unanswered] == ["3", "4", "5", "6"]


def test_a_worker_that_somebody_kills_costs_one_board(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid_file = tmp_path / "pid"
    monkeypatch.setenv("ALPHAMU_TEST_PID", str(pid_file))
    seen: list[int] = []

    def kill(progress: Progress) -> None:
        if not seen and pid_file.exists() and pid_file.read_text():
            seen.append(int(pid_file.read_text()))
            os.kill(seen[0], signal.SIGKILL)

    output = tmp_path / "results.jsonl"
    am.batch(folder, output, jobs=2, on_progress=kill, analyse=batch_workers.patient)
    statuses = [record["status"] for record in parsed(output)]
    assert seen
    assert statuses == ["done", "died", *["done"] * (BOARDS - 2)]


def test_an_analysis_that_cannot_be_sent_to_a_worker_is_one_sentence(tmp_path: Path, folder: Path) -> None:
    code = (
        "import alphamu_dds as am\n"
        "def analyse(job): return {}\n"
        f"am.batch({str(folder)!r}, {str(tmp_path / 'results.jsonl')!r}, analyse=analyse)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "a worker process could not be started (" in done.stderr.splitlines()[-1]


def test_files_and_boards_that_cannot_be_read_are_recorded_and_the_others_go_on(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pbn", tmp_path / "bad.pbn"
    good.write_text(write_pbn(short_boards(1)))
    bad.write_text(
        '[Board "1"]\n[Contract "3NT"]\n[Declarer "S"]\n[Deal "N:AKQJ... - - -"]\n\n'
        '[Board "2"]\n[Contract "Pass"]\n[Declarer ""]\n'
    )
    output = tmp_path / "results.jsonl"
    done = run("batch", str(bad), str(tmp_path / "missing.pbn"), str(good), "-o", str(output), *FAST)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith(
        "missing.pbn: the file cannot be read (No such file or directory)"
    )
    found = parsed(output)
    assert [(r["kind"], r["status"]) for r in found] == [
        ("contract", "unreadable"),
        ("passed", "done"),
        ("file", "unreadable"),
        ("play", "done"),
    ]
    assert found[0]["reason"] == "North must have 13 cards: 4"
    assert "Without an answer" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["missing.pbn", "-o", "x"], 1, "missing.pbn: the file cannot be read (No such file or directory)"),
        (["", "-o", "x"], 1, "there is no board in"),
        (["FILE", "-o", "no/such/x"], 1, "no/such/x: there is no such folder"),
        (["FILE", "-o", "-"], 1, "the records want a file that can be continued: -"),
        (["FILE", "-o", "FILE"], 1, "this file has boards to be read, so nothing can be written to it"),
        (["FILE", "-o", "x", "--csv", "FILE"], 1, "this file has boards to be read, so nothing can be"),
        (["FILE", "-o", "x", "--csv", "x"], 1, "this file is written for something else already: x"),
        (["FILE", "-o", "x", "--csv", "x.run"], 1, "this file is written for something else already: x.run"),
        (["FILE", "-o", "x", "--csv", "no/such/x"], 1, "no/such/x: there is no such folder"),
        (["FILE", "-o", "x", "--jobs", "0"], 1, "jobs must be a whole number, 1 or more: 0"),
        (["FILE", "-o", "x", "--board-timeout", "-1"], 1, "the time for a board must be a number of seconds"),
        (
            ["FILE", "-o", "x", "--worlds", "0"],
            1,
            "the number of worlds must be a whole number, 1 or more: 0",
        ),
        (["FILE", "-o", "x", "--lead-table", "no.toml"], 1, "no.toml: the table cannot be read"),
        (["FILE", "-o", "x", "--worlds", "few"], 2, "'few' is neither a number nor 'all'"),
        (["FILE"], 2, "Missing option '-o'"),
        (["-o", "x"], 2, "Missing argument 'PATHS...'"),
    ],
)
def test_wrong_usage_gets_a_sentence_and_an_exit_code(
    tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    file = tmp_path / "board.pbn"
    file.write_text(write_pbn(short_boards(1)))
    places = {"FILE": str(file), "x": str(tmp_path / "x"), "x.run": str(tmp_path / "x.run")}
    done = run("batch", *[places.get(argument, argument) for argument in arguments])
    assert (done.returncode, done.stdout) == (code, "")
    assert message.replace(": x", f": {tmp_path / 'x'}") in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.pbn"]


def test_a_file_that_changes_while_the_batch_runs_ends_it_with_a_sentence(tmp_path: Path) -> None:
    files = [tmp_path / "1.pbn", tmp_path / "2.pbn"]
    for file in files:  # one process looks no board ahead
        file.write_text(write_pbn(short_boards(3)))

    def change(progress: Progress) -> None:
        files[1].write_text(write_pbn(short_boards(3, seed=2)))

    with pytest.raises(am.InputError, match=r"the file has changed since the batch began: .*2\.pbn"):
        am.batch(files, tmp_path / "r", jobs=1, on_progress=change, analyse=batch_workers.quick)
    assert len(parsed(tmp_path / "r")) == 3


def test_boards_from_standard_input_can_go_on_as_well(tmp_path: Path) -> None:
    text = write_pbn(short_boards(2))
    output = str(tmp_path / "results.jsonl")
    first = run("batch", "-", "-o", output, *FAST, stdin=text)
    again = run("batch", "-", "-o", output, *FAST, stdin=text)
    assert (first.returncode, again.returncode) == (0, 0)
    assert "all 2 boards were done before" in again.stderr
    refused = run("batch", "-", "-o", output, *FAST, stdin=text + " ")
    assert "standard input has changed" in refused.stderr

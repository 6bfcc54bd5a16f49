"""The same batch on a Dask cluster: a real scheduler and real workers, all on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.jobs import cluster as cluster_module
from tests.batch.test_batch import COMMAND, FAST, on_disk
from tests.helpers.batch_boards import short_boards
from tests.helpers.command import ROOT, run

BOARDS = 40
pytest.importorskip("distributed")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler with two workers; the workers, and the scheduler."""
    contact = tmp_path / "scheduler.json"
    python = [sys.executable, "-m"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [
            *(*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
            *("--no-dashboard", "--scheduler-file", str(contact)),
        ],
        **quiet,  # type: ignore[call-overload]
    )
    workers = [
        subprocess.Popen(
            [
                *(*python, "distributed.cli.dask_worker", "--scheduler-file", str(contact), "--host"),
                *("127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"),
                *("--local-directory", str(tmp_path / f"worker-{number}")),
            ],
            **quiet,  # type: ignore[call-overload]
        )
        for number in range(2)
    ]
    try:
        yield _address(contact), [*workers, scheduler]
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def _address(contact: Path) -> str:
    """The scheduler writes it down when it is up."""
    while True:
        try:
            address: str = json.loads(contact.read_text())["address"]
        except (OSError, ValueError):
            time.sleep(0.05)
        else:
            return address


@pytest.fixture
def boards(tmp_path: Path) -> str:
    path = tmp_path / "boards.pbn"
    path.write_text(write_pbn(short_boards(BOARDS)), encoding="utf-8")
    return str(path)


def test_a_cluster_of_which_one_worker_is_killed_gives_what_one_machine_gives(
    boards: str, tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    output = tmp_path / "cluster.jsonl"
    process = subprocess.Popen(
        [*COMMAND, boards, "-o", str(output), *FAST, "--scheduler", address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and on_disk(output) < 4:
        time.sleep(0.002)
    workers[1].kill()
    at_the_kill = on_disk(output)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert 4 <= at_the_kill < BOARDS
    assert workers[0].poll() is None
    local = tmp_path / "local.jsonl"
    assert run("batch", boards, "-o", str(local), *FAST).returncode == 0
    assert output.read_bytes() == local.read_bytes()


def test_a_run_on_a_cluster_that_is_killed_can_go_on_without_it(
    boards: str, tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    output, local = tmp_path / "cluster.jsonl", tmp_path / "local.jsonl"
    command = [*COMMAND, boards, "-o", str(output), *FAST, "--scheduler", cluster[0]]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and on_disk(output) < 4:
        time.sleep(0.002)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert run("batch", boards, "-o", str(output), *FAST).returncode == 0
    assert run("batch", boards, "-o", str(local), *FAST).returncode == 0
    assert output.read_bytes() == local.read_bytes()


def test_a_scheduler_that_dies_ends_the_run_with_one_sentence(
    boards: str, tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    output = tmp_path / "cluster.jsonl"
    command = [*COMMAND, boards, "-o", str(output), *FAST, "--scheduler", cluster[0]]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and on_disk(output) < 4:
        time.sleep(0.002)
    cluster[1][-1].kill()
    out, errors = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert errors.count("\n") == 1
    assert (
        "the scheduler is gone; what was done is on disk, and the same command goes on from there" in errors
    )


def test_poisoned_boards_cost_a_cluster_no_more_than_one_machine(boards: str, tmp_path: Path) -> None:
    output = tmp_path / "results.jsonl"
    code = (
        "import alphamu_dds as am\n"
        "from tests.helpers.batch_workers import poisoned\n"
        f"am.batch({boards!r}, {str(output)!r}, worlds=2, max_moves=1, board_timeout=8, local_cluster=2,"
        " analyse=poisoned)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=environment)
    found = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert len(found) == BOARDS
    assert {r["board"]: (r["status"], r["reason"]) for r in found if r["status"] != "done"} == {
        "3": ("failed", "ZeroDivisionError: poison"),
        "4": ("died", "its worker ended with exit code 7"),
        "5": ("died", "its worker was killed by SIGKILL"),
        "6": ("timeout", "it took longer than 8 seconds"),
    }


def test_an_address_where_no_scheduler_answers_ends_the_run_in_time(
    boards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1.0)
    output = tmp_path / "results.jsonl"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(am.AlphaMuError, match=rf"be reached \(no answer in 1 s\): {address}"):
            am.batch(boards, output, scheduler=address)
    with pytest.raises(am.AlphaMuError, match=r"be reached \(.*\): pigeon://127"):
        am.batch(boards, output, scheduler="pigeon://127.0.0.1:1")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs groups of processes")
def test_ctrl_c_in_a_terminal_ends_a_local_cluster_with_one_sentence(boards: str, tmp_path: Path) -> None:
    output = tmp_path / "results.jsonl"
    process = subprocess.Popen(
        [*COMMAND, boards, "-o", str(output), *FAST, "--local-cluster", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while process.poll() is None and on_disk(output) < 2:
        time.sleep(0.002)
    os.killpg(process.pid, signal.SIGINT)  # a terminal tells every process of the group
    out, errors = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert errors.count("\n") == 1
    assert "interrupted; " in errors


def test_a_local_cluster_says_nothing_of_another_on_the_machine(boards: str, tmp_path: Path) -> None:
    with contextlib.ExitStack() as taken:
        with contextlib.suppress(OSError):  # it is taken already
            taken.enter_context(socket.create_server(("", 8787)))
        done = run("batch", boards, "-o", str(tmp_path / "results"), *FAST, "--local-cluster", "1")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("\n") == 1


def test_no_dask_and_a_strange_address_are_one_sentence(boards: str, tmp_path: Path) -> None:
    output = str(tmp_path / "results.jsonl")
    done = run("batch", boards, "-o", output, "--scheduler", "somewhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a scheduler is given like tcp://host:8786: 'somewhere'" in done.stderr
    both = run("batch", boards, "-o", output, "--scheduler", "tcp://a:1", "--local-cluster", "2")
    assert "a scheduler and a local cluster exclude each other" in both.stderr
    code = "import sys; sys.modules['distributed'] = None; from alphamu_cli.main import main; main()"
    bare = subprocess.run(
        [sys.executable, "-c", code, "batch", boards, "-o", output, "--local-cluster", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (bare.returncode, bare.stdout) == (1, "")
    assert "pip install 'alphamu-dds[cluster]'" in bare.stderr

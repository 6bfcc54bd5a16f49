"""``alphamu bench``: the tables, their files, and the signature."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from alphamu_dds.bench import drawing as bench_worlds
from alphamu_dds.bench import tables as bench
from alphamu_dds.bench.paper import PAPER_ROWS, PAPER_SECONDS, PAPER_THREADS
from alphamu_dds.engine.options import Options
from alphamu_dds.report.plot.tables import plot
from alphamu_dds.report.text.tables import as_csv, as_text
from tests.helpers.command import run

SIGNATURE = {
    # M: nodes, DDS calls. A change of the search changes these numbers: say why in the commit that does.
    1: (0, 629),
    2: (165, 1005),
    3: (1527, 2579),
    4: (2926, 2153),
}


def silent(done: int, steps: int, what: str) -> None:
    assert 0 <= done <= steps
    assert what


def test_the_signature_is_the_recorded_one() -> None:
    table = bench.signature(silent)
    rows = {row["M"]: (row["nodes"], row["dds_calls"]) for row in table.to_dict()["rows"]}  # type: ignore[attr-defined]
    assert rows == SIGNATURE
    nodes, calls = (sum(column) for column in zip(*SIGNATURE.values(), strict=True))
    assert table.notes[0] == f"signature: {nodes} nodes, {calls} DDS calls"


def test_a_switch_turned_off_shows_in_the_signature() -> None:
    without = bench.signature(silent, largest=20, without=["inherit_values"])
    assert sum(int(cell or 0) for cell in without.column("dds_calls")) > sum(
        int(cell or 0) for cell in bench.signature(silent, largest=20).column("dds_calls")
    )
    assert without.column("wins") == bench.signature(silent, largest=20).column("wins")


def test_far_fewer_solves_than_the_prototype() -> None:
    for max_moves, row in zip(SIGNATURE, bench.signature(silent).rows, strict=True):
        calls, prototype = int(row[4] or 0), int(row[6] or 0)
        assert calls <= prototype
        if max_moves >= 3:
            assert calls <= 0.7 * prototype


def test_the_ablation_has_the_rows_of_the_paper_and_what_was_added() -> None:
    table = bench.ablation(bench.Games(16, 2, 1), 6, 3, silent)
    assert ["".join(str(cell) for cell in row[:5]) for row in table.rows[:12]] == list(PAPER_ROWS)
    assert table.column("added")[12:] == [
        "+ leaves in bulk",
        "+ equal cards",
        "+ join α, β cut",
        "+ inherited values",
        "+ score cut",
        "+ warm DDS tables",
        "+ relative ranks",
        "+ claims",
    ]
    assert bench.ablation_settings()[0].options == Options.baseline()
    assert bench.ablation_settings()[6].options == Options.paper()
    assert table.column("paper") == [None] * 20  # the paper has no table of this size
    assert all(isinstance(cell, float) and cell > 0 for cell in table.column("times"))


def test_the_papers_figures_stand_beside_ours() -> None:
    assert set(PAPER_SECONDS) == {(52, 20), (32, 20), (32, 40)}
    assert all(len(row) == len(PAPER_ROWS) for row in PAPER_SECONDS.values())


def test_csv_and_text_have_a_line_per_row() -> None:
    table = bench.threads(bench.Games(12, 1, 2), 2, silent)
    assert len(table.rows) == len(PAPER_THREADS)
    rows = list(csv.reader(io.StringIO(as_csv(table))))
    assert rows[0] == list(table.columns)
    assert len(rows) == 1 + len(table.rows)
    assert as_text(table).count("\n") == 2 + len(table.rows) + 1 + len(table.notes)


def test_scaling_measures_every_pair_that_was_asked_for() -> None:
    table = bench.scaling(bench.Games(16, 1, 1), silent, worlds=(4, 8), moves=(1, 3))
    assert [row[:2] for row in table.rows] == [(4, 1), (4, 3), (8, 1), (8, 3)]


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize(
    "arguments",
    [
        "ablation --cards 12 --games 1 --worlds 4 -M 2",
        "threads --cards 12 --games 1",
        "scaling --cards 12 --games 1 --worlds 4 -M 1 -M 2",
        "signature --largest 20",
    ],
    ids=lambda arguments: arguments.split()[0],
)
def test_every_benchmark_writes_json_csv_and_a_plot(arguments: str, kind: str, tmp_path: Path) -> None:
    table, picture = tmp_path / "table.csv", tmp_path / f"plot.{kind}"
    done = run("bench", *arguments.split(), "--json", "--csv", str(table), "--plot", str(picture))
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert document["schema"] == 1
    assert document["bench"] == arguments.split(maxsplit=1)[0]
    assert len(table.read_text(encoding="utf-8").splitlines()) == 1 + len(document["rows"])
    head = picture.read_bytes()[:100]
    assert head.startswith(b"\x89PNG") if kind == "png" else b"<?xml" in head


def test_a_table_is_printed_even_if_its_file_cannot_be_written(tmp_path: Path) -> None:
    done = run("bench", "signature", "--largest", "20", "--csv", str(tmp_path))
    assert done.returncode == 1
    assert "signature:" in done.stdout
    assert "the table cannot be written" in done.stderr


def test_csv_to_standard_output() -> None:
    done = run("bench", "signature", "--largest", "20", "--csv", "-")
    assert done.stdout.startswith("M,positions,wins,")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("ablation --cards 13", 1, "the number of cards must be a multiple of 4 up to 52: 13"),
        ("ablation --games 0", 1, "the number of games must be 1 or more: 0"),
        ("ablation --cards 12 --worlds 0", 1, "the number of worlds must be 1 or more: 0"),
        ("signature --largest 20 --plot x.bmp", 1, "the name of a plot ends in .png, .svg or .pdf: 'x.bmp'"),
        ("signature --largest 20 --csv no/such.csv", 1, "no/such.csv: there is no such folder"),
        ("scaling --fixed --cards 24 --worlds 20", 1, "there are no fixed positions with 24 cards"),
        ("signature --largest 8", 1, "the smallest fixed position has 20 cards: 8"),
        ("threads --threads 999", 1, "threads on this machine, compare 2 or more of them: 999"),
        ("signature --without luck", 1, "unknown switch, expected one of table, "),
        ("speed", 2, "No such command"),
    ],
)
def test_wrong_benchmarks_get_a_sentence(arguments: str, code: int, message: str) -> None:
    done = run("bench", *arguments.split())
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_drawing_layouts_is_measured_for_all_that_may_be_assumed(tmp_path: Path) -> None:
    table = bench_worlds.worlds(silent, repeats=1)
    assert table.column("layouts") == [case[1] for case in bench_worlds.CASES]
    assert all(float(cell or 0) > 0 for cell in table.column("seconds"))
    path = tmp_path / "worlds.svg"
    plot(table, str(path))
    assert path.read_bytes().startswith(b"<?xml")

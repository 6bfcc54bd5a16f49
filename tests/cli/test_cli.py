"""The command ``alphamu`` as people and programs call it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from alphamu_dds import solve_worlds
from tests.helpers.command import ROOT, commands_shown_in, run

DEAL = ROOT / "tests" / "data" / "two-finesses.pbn"
LAYOUTS = ["N:AQ.2.. K.AK.. 32..A. JT..K.", "N:AQ.2.. J.AK.. 32..A. KT..K.", "N:AQ.2.. T.AK.. 32..A. KJ..K."]


@pytest.fixture
def worlds_file(tmp_path: Path) -> str:
    path = tmp_path / "worlds.pbn"
    path.write_text("".join(f'[Deal "{layout}"]\n' for layout in LAYOUTS))
    return str(path)


def solve(worlds_file: str, *more: str) -> subprocess.CompletedProcess[str]:
    return run("solve", "--worlds-file", worlds_file, "--strain", "N", "--leader", "S", "--need", "2", *more)


def test_json_is_one_document_with_the_fields_of_the_library(worlds_file: str) -> None:
    done = solve(worlds_file, "-M", "3", "--every-card", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    library = solve_worlds(LAYOUTS, "N", "S", 2, max_moves=3).to_dict()
    assert document["schema"] == 1
    assert document["stats"].keys() == library["stats"].keys()  # type: ignore[attr-defined]
    assert {k: v for k, v in document.items() if k != "stats"} == {
        k: v for k, v in library.items() if k != "stats"
    }


def test_blank_lines_other_tags_comments_and_stdin_make_no_difference(worlds_file: str) -> None:
    dirty = "\ufeff% PBN 2.1\n; a comment\n\n" + "\n\n".join(
        f'[Event "x"]\r\n[Deal   "{layout}"]' for layout in LAYOUTS
    )
    arguments = ["--worlds-file", "-", "--strain", "nt", "--leader", "south", "--need", "2", "--json"]
    done = run("solve", *arguments, stdin=dirty)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["cards"] == json.loads(solve(worlds_file, "--json").stdout)["cards"]


def test_the_deal_of_make_solve_shows_what_pimc_gets_wrong() -> None:
    done = run(*f"solve --worlds-file {DEAL} --strain N --leader S --need 3 -M 3 --every-card".split())
    assert done.returncode == 0, done.stderr
    assert "Play ♣J: it may win up to 54 of 70 layouts (77.1%); only 3 cards" in done.stdout
    assert "PIMC prefers ♦A: with open cards it wins 82.9%. But one plan for all layouts wins" in done.stdout


def test_ascii_output_has_no_symbol(worlds_file: str) -> None:
    done = solve(worlds_file, "--ascii")
    assert done.stdout.isascii()
    assert "North (dummy)" in done.stdout
    assert "S A Q" in done.stdout
    assert "| W     E |" in done.stdout


def test_cards_on_the_table_are_shown_with_their_seats(tmp_path: Path) -> None:
    path = tmp_path / "w.pbn"
    path.write_text('[Deal "N:AQ.2.. K.AK.. 32..A. T..K."]')
    done = run(*f"solve --worlds-file {path} --strain N --leader W --need 1 --trick SJ".split())
    assert "│    ?    │" in done.stdout
    assert "│ ♠J    E │" in done.stdout
    assert "North is to play." in done.stdout


def test_before_the_opening_lead_each_lead_is_listed(worlds_file: str) -> None:
    done = run(*f"solve --worlds-file {worlds_file} --strain N --leader W --need 2 -M 2".split())
    assert done.returncode == 0, done.stderr
    assert "Against the best defence South may win up to" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--need", "9"], 1, "no more than 3 tricks can be needed: 9"),
        (["--strain", "Z"], 1, "a strain is one of N, S, H, D, C: 'Z'"),
        (["--leader", "Q"], 1, "a seat is one of N, E, S, W: 'Q'"),
        (["-M", "0"], 1, "max_moves must be a whole number, 1 or more: 0"),
        (["--trick", "SA"], 1, "world 1: SA was played by South but North holds it"),
        (["--worlds-file", "no/such.pbn"], 1, "no/such.pbn: the file cannot be read"),
        (["--need", "two"], 2, "'two' is not a valid integer"),
        (["--colour", "red"], 2, "No such option"),
    ],
)
def test_errors_are_one_sentence_and_an_exit_code(
    worlds_file: str, arguments: list[str], code: int, message: str
) -> None:
    done = solve(worlds_file, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file has no world"),
        ('[Deal "N:A... K... Q... J..."\n', "line 1: a Deal tag is not closed"),
        ('[Deal "N:A... K... Q... J..."]\n[Deal "N:A... K... T... J..."]', "world 2: South must hold"),
        ("\x00\x01\x02", "the file has no world"),
        ('{ a comment\n[Deal "N:A... K... Q... J..."] } ; [Deal "N:A... K... Q... J..."]', "has no world"),
    ],
)
def test_a_broken_worlds_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.pbn"
    path.write_text(text)
    done = run(*f"solve --worlds-file {path} --strain N --leader S --need 1".split())
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "broken.pbn" in done.stderr


def test_a_complete_search_says_that_one_plan_wins() -> None:
    done = run(*f"solve --worlds-file {DEAL} --strain N --leader S --need 3 -M 1000000000000".split())
    assert "Play ♣J: one plan wins 54 of 70 layouts (77.1%)." in done.stdout
    assert "6 cards of declarer's side looked ahead" in done.stdout


def test_the_readme_shows_what_make_solve_prints() -> None:
    make = (ROOT / "Makefile").read_text()
    command = next(line for line in make.splitlines() if "alphamu solve" in line).split("alphamu ")[1]
    done = run(*command.replace("data/deals", str(ROOT / "data" / "deals")).split())
    shown = (ROOT / "README.md").read_text(encoding="utf-8").split("`make solve` prints this:\n\n```\n")[1]
    assert before_costs(done.stdout) == before_costs(shown)


def test_the_readme_example_is_true() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {}
    exec(text, names)
    claimed = re.findall(r'^answer\.best +# "(\w+)"', text, re.MULTILINE)
    assert claimed == [names["answer"].best]


@pytest.mark.parametrize(
    ("redirect", "code", "message"),
    [
        ("<&-", 1, "standard input is closed"),
        (">&-", 1, "there is no standard output to write to"),
        (">/dev/full", 1, "the result cannot be written (No space left on device)"),
        ("| true", 0, ""),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a Unix shell and /dev/full")
def test_broken_streams_give_one_sentence(redirect: str, code: int, message: str, worlds_file: str) -> None:
    program = f'"{sys.executable}" -c "from alphamu_cli.main import main; main()"'
    source = "-" if redirect == "<&-" else worlds_file
    command = (
        f"set -o pipefail; {program} solve --worlds-file {source} --strain N --leader S --need 2 {redirect}"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert message in done.stderr
    assert done.stderr.count("\n") <= 1


def test_missing_options_are_usage() -> None:
    for arguments, message in (
        ([], "Missing argument 'FILE'"),
        (["--worlds-file", "-"], "Missing option '--strain'"),
    ):
        done = run("solve", *arguments)
        assert done.returncode == 2
        assert message in done.stderr


def test_help_needs_neither_numpy_nor_the_solver() -> None:
    code = (
        "import sys\n"
        "from alphamu_cli.main import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        "print(sorted({'endplay', 'endplay._dds', 'numpy', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.endswith("[]\n")
    assert "solve" in done.stdout


def before_costs(text: str) -> str:
    """All but the end, which has the time in it."""
    return text.partition(" double dummy solves")[0]


@pytest.mark.parametrize(("command", "printed"), commands_shown_in("tour.md"))
def test_the_tour_shows_what_is_printed(command: str, printed: str) -> None:
    done = run(*command.replace("data/deals", str(ROOT / "data" / "deals")).split())
    assert done.returncode == 0, done.stderr
    # All but the end, which has the time in it.
    assert (
        done.stdout.split(" double dummy solves")[0] == printed.split(" double dummy solves", maxsplit=1)[0]
    )


def test_the_tour_walks_through_three_deals() -> None:
    assert len({command.split()[1] for command, _ in commands_shown_in("tour.md")}) == 3


@pytest.mark.parametrize("limit", ["nan", "-1"])
@pytest.mark.parametrize("option", ["--time-limit", "--memory-limit"])
def test_a_limit_that_is_none_is_refused(worlds_file: str, option: str, limit: str) -> None:
    done = solve(worlds_file, option, limit)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} must be a number, 0 or more" in done.stderr

"""Duplicate matches: fair, repeatable, and nothing lost."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from alphamu_cli.main import cli
from click.testing import CliRunner

from alphamu_dds.bridge.cards import parse_card, parse_layout
from alphamu_dds.errors import InputError
from alphamu_dds.jobs.progress import Progress
from alphamu_dds.match import deals
from alphamu_dds.match.deals import deal_of
from alphamu_dds.match.figure import figure_players, points
from alphamu_dds.match.options import MatchOptions, match_options
from alphamu_dds.match.result import Pairing, match_result
from alphamu_dds.match.run import DealJob, play_deal, run_match
from alphamu_dds.players.named import player_named
from alphamu_dds.players.table import play_out
from alphamu_dds.worlds.features import Hand

COMMAND = [sys.executable, "-c", "from alphamu_cli.main import main; main()"]
QUICK = ("alphamu:M=2,worlds=3", "pimc:worlds=3")


def quick_options(**changes: Any) -> MatchOptions:
    given: dict[str, Any] = {"contract": "7NT", "strength": (33, 40), **changes}
    return match_options(given.pop("players", QUICK), given.pop("defence", "dds"), **given)


def records(path: Path) -> list[dict[str, Any]]:
    """The records without what depends on the clock."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    for record in found:
        for game in record["games"]:
            del game["seconds"], game["defence_seconds"]
    return found


def test_a_match_of_a_player_against_itself_has_no_differing_game(tmp_path: Path) -> None:
    for defence in ("dds", "pimc:worlds=3", "random"):
        options = quick_options(players=(QUICK[0], QUICK[0]), defence=defence)
        output = str(tmp_path / defence[:3])
        run_match(options, 6, output, jobs=1)
        for record in records(Path(output)):
            assert record["games"][0] == record["games"][1]
        result = match_result(options, output)
        assert result.deals == 6
        assert result.rows[0].different == 0
        assert result.rows[0].win_rate is None


def test_players_begin_alike_and_part_only_where_they_choose_differently() -> None:
    """The defence is the same, so all cards are the same up to the first in which the declarers differ."""
    parted = 0
    for number in range(1, 13):
        options = quick_options(double_dummy="makes", players=("alphamu:M=3,worlds=6", "pimc:worlds=6"))
        found = play_deal(DealJob(options, number))
        one, other = (game.cards.split() for game in found.games)
        layout = parse_layout(found.deal)
        same = 0
        while same < min(len(one), len(other)) and one[same] == other[same]:
            same += 1
        if same < min(len(one), len(other)):
            parted += 1
            owner = next(seat for seat in range(4) if layout[seat] >> parse_card(one[same]) & 1)
            assert owner in (0, 2), "a defender parted, though the defence is the same"
    assert parted > 0


def test_the_number_of_processes_changes_no_game(tmp_path: Path) -> None:
    options = quick_options(double_dummy="makes")
    for jobs in (1, 2):
        run_match(options, 8, tmp_path / str(jobs), jobs=jobs)
    assert records(tmp_path / "1") == records(tmp_path / "2")


def test_deals_do_not_depend_on_who_plays_them() -> None:
    one, other = quick_options(), quick_options(players=("dds", "random"), defence="random")
    assert [deal_of(one, number) for number in range(1, 6)] == [deal_of(other, n) for n in range(1, 6)]
    assert deal_of(one, 1) != deal_of(quick_options(seed=2), 1)
    assert len({deal_of(one, number)[0] for number in range(1, 30)}) == 29


@pytest.mark.parametrize("double_dummy", ["makes", "fails"])
def test_deals_are_as_stated(double_dummy: str) -> None:
    options = quick_options(
        contract="4S",
        declarer="E",
        strength=(22, 25),
        double_dummy=double_dummy,
        conditions=["spades(east)+spades(west)>=8"],
    )
    for number in range(1, 9):
        layout, makes = deal_of(options, number)
        assert makes == (double_dummy == "makes")
        assert 22 <= Hand(layout[1]).hcp + Hand(layout[3]).hcp <= 25
        assert Hand(layout[1]).lengths[0] + Hand(layout[3]).lengths[0] >= 8
        open_cards = player_named("dds")
        game = play_out(layout, options.played_contract, open_cards, open_cards)
        assert game.made == makes


def test_a_deal_that_dds_defeats_is_not_played_against_it() -> None:
    options = quick_options(double_dummy="fails", players=("alphamu", "pimc"))
    found = play_deal(DealJob(options, 1))
    for game in found.games:
        assert (game.made, game.ended, game.cards, game.moves) == (False, "double dummy", "", 0)


def test_a_match_that_is_killed_goes_on_where_it_stood(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    options = quick_options(double_dummy="makes")
    run_match(options, 12, whole, jobs=2)
    cut = tmp_path / "cut.jsonl"
    command = [*COMMAND, "match", "--deals", "12", "-o", str(cut), "--jobs", "2"]
    command += ["--strength", "33-40", "--double-dummy", "makes", "--worlds", "3"]
    killed = 0
    for _ in range(20):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before = cut.stat().st_size if cut.exists() else 0
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if cut.exists() and cut.stat().st_size > before:
                process.send_signal(signal.SIGKILL)
                killed += 1
            time.sleep(0.01)
        if process.wait() == 0:
            break
    assert killed >= 2
    assert records(cut) == records(whole)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the workers are found in /proc")
def test_a_deal_whose_worker_is_killed_is_played_all_the_same(tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.done >= 1 and not killed:
            children = Path(f"/proc/{os.getpid()}/task/{threading.get_native_id()}/children")
            killed.append(int(children.read_text().split()[0]))
            os.kill(killed[0], signal.SIGKILL)

    options = quick_options(double_dummy="makes")
    run_match(options, 6, tmp_path / "killed", jobs=1, on_progress=kill)
    assert killed
    run_match(options, 6, tmp_path / "whole", jobs=1)
    assert records(tmp_path / "killed") == records(tmp_path / "whole")


def test_a_match_goes_on_with_more_deals_and_refuses_other_options(tmp_path: Path) -> None:
    output = tmp_path / "match.jsonl"
    options = quick_options(double_dummy="makes")
    run_match(options, 3, output, jobs=1)
    first = output.read_text()
    run_match(options, 5, output, jobs=1)
    assert output.read_text().startswith(first)
    assert [record["number"] for record in records(output)] == [1, 2, 3, 4, 5]
    with pytest.raises(InputError, match="defence dds, not random"):
        run_match(quick_options(double_dummy="makes", defence="random"), 5, output, jobs=1)
    assert len(records(output)) == 5


def test_a_foreign_file_is_refused_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    output = tmp_path / "notes.txt"
    output.write_text("buy milk")
    with pytest.raises(InputError, match="there is something already, and not from a run that can go on"):
        run_match(quick_options(double_dummy="fails"), 1, output, jobs=1)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert output.read_text() == "buy milk"


def test_the_columns_are_those_of_the_paper() -> None:
    """Table 4: 467 games with different outcomes, win rate 0.647, standard deviation 0.0221."""
    row = Pairing("alphamu", "pimc", "dds", 302, 165)
    assert row.different == 467
    assert row.win_rate == pytest.approx(0.647, abs=5e-4)
    assert row.sigma == pytest.approx(0.0221, abs=5e-5)
    assert row.interval is not None
    assert 0.60 < row.interval.low < 0.61
    assert 0.68 < row.interval.high < 0.69
    empty = Pairing("alphamu", "alphamu", "dds", 0, 0)
    assert (empty.win_rate, empty.sigma, empty.interval) == (None, None, None)


def test_records_are_counted_as_they_are(tmp_path: Path) -> None:
    options = quick_options(double_dummy="makes", players=(QUICK[0], "random", QUICK[1]))
    output = tmp_path / "match.jsonl"
    run_match(options, 6, output, jobs=1)
    found = records(output)
    result = match_result(options, str(output))
    for place, row in enumerate(result.rows):
        pairs = [(record["games"][place]["made"], record["games"][2]["made"]) for record in found]
        assert row.won == pairs.count((True, False))
        assert row.lost == pairs.count((False, True))
    for place, tally in enumerate(result.players):
        assert tally.player == options.players[place]
        assert tally.made == sum(record["games"][place]["made"] for record in found)
        assert tally.moves == sum(record["games"][place]["moves"] for record in found)
    assert sum(row.lost for row in result.rows) > 0, "random must lose something"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, arguments, catch_exceptions=True)


def test_the_command_prints_the_table_and_json(tmp_path: Path) -> None:
    command = ["match", "--deals", "3", "-o", str(tmp_path / "m.jsonl"), "--strength", "34-40", "--jobs", "1"]
    command += ["--p1", "alphamu:worlds=3", "--p1", "random", "--p2", "pimc:worlds=3"]
    text = run(*command)
    assert text.exit_code == 0, text.output
    assert "3 deals: 7NT by S, 34 to 40 points together, seed 1" in text.output
    assert "αμ M=2, 3 worlds  PIMC, 3 worlds  DDS" in text.output
    document = json.loads(run(*command, "--json").stdout)
    assert document["schema"] == 1
    assert document["deals"] == 3
    options_of_rows = ["alphamu:M=2,worlds=3", "random"]
    assert [row["p1"] for row in document["rows"]] == options_of_rows
    assert {"won", "lost", "different", "win_rate", "sigma", "interval"} <= set(document["rows"][0])
    assert [player["player"] for player in document["players"]] == [*options_of_rows, "pimc:worlds=3"]
    assert all(player["made"] <= 3 for player in document["players"])
    plain = run(*command, "--ascii").stdout
    assert plain.isascii()
    heading, first, *_ = [line for line in plain.splitlines() if "pimc" in line.lower() or "P1" in line]
    assert heading.index("differ") + len("differ") == first.index("DDS") + len("DDS") + len(" " * 8)


def test_a_figure_is_drawn_with_its_table(tmp_path: Path) -> None:
    picture = tmp_path / "figure.png"
    command = ["match", "--deals", "2", "-o", str(tmp_path / "m.jsonl"), "--figure", str(picture)]
    command += [
        "--strength",
        "33-40",
        "--figure-worlds",
        "2,4",
        "--figure-moves",
        "1,2",
        "--p2",
        "pimc:worlds=2",
    ]
    answer = run(*command)
    assert answer.exit_code == 0, answer.output
    assert picture.read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader((tmp_path / "figure.csv").read_text().splitlines()))
    assert [(row["worlds"], row["max_moves"]) for row in rows] == [
        ("2", "1"),
        ("2", "2"),
        ("4", "1"),
        ("4", "2"),
    ]
    assert rows[0]["won"] == rows[0]["lost"] == "0", "the first point is P2 itself"
    assert all(int(row["made"]) <= 2 for row in rows), "each point has its own games and no more"


def test_the_points_of_a_figure_are_the_players_of_the_match(tmp_path: Path) -> None:
    names = figure_players([20, 40], [1, 2, 3])
    assert names[:2] == ["pimc:worlds=20", "alphamu:M=2,worlds=20"]
    assert len(figure_players()) == 20
    options = quick_options(players=(*figure_players([2], [1, 2]), "random"), double_dummy="fails")
    run_match(options, 1, tmp_path / "m", jobs=1)
    found = points(match_result(options, str(tmp_path / "m")))
    assert [(point.worlds, point.max_moves, point.made) for point in found] == [(2, 1, 0), (2, 2, 0)]


@pytest.mark.parametrize("output", ["figure.png", "figure.csv"])
def test_a_figure_is_not_drawn_over_the_records(output: str, tmp_path: Path) -> None:
    options = quick_options(double_dummy="fails", players=("pimc:worlds=2", "random"))
    run_match(options, 1, tmp_path / output, jobs=1)
    before = (tmp_path / output).read_bytes()
    answer = run("match", "-o", str(tmp_path / output), "--figure", str(tmp_path / "figure.png"))
    assert isinstance(answer.exception, InputError)
    assert "the records would be lost" in str(answer.exception)
    assert (tmp_path / output).read_bytes() == before


def test_a_player_who_plays_twice_is_counted_for_each_place(tmp_path: Path) -> None:
    options = quick_options(players=("dds", "dds"), double_dummy="makes")
    run_match(options, 3, tmp_path / "m", jobs=1)
    assert [tally.made for tally in match_result(options, str(tmp_path / "m")).players] == [3, 3]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--p1", "gib"], 1, "a player is one of alphamu, pimc, dds, random: 'gib'"),
        (["--contract", "8NT"], 1, "a contract is like"),
        (["--by", "Q"], 1, "a seat is one of N, E, S, W: 'Q'"),
        (["--strength", "strong"], 1, "a strength is two numbers of points like 33-37: 'strong'"),
        (["--strength", "37-33"], 1, "between 0 and 40: 37-33"),
        (["--deals", "0"], 1, "the number of deals must be a whole number, 1 or more: 0"),
        (["--jobs", "0"], 1, "the number of jobs must be a whole number, 1 or more: 0"),
        (["--condition", "hcp(west"], 1, "a condition is like"),
        (["--p1", "pimc", "--p1", "pimc"], 1, "this player is in the match twice: pimc:worlds=20"),
        (["--figure", "x.gif"], 1, "the name of a plot ends in .png, .svg or .pdf"),
        (["--figure", "x.png", "--figure-worlds", "20,x"], 1, "like 20,40,80: '20,x'"),
        (["--figure", "x.png", "--p1", "pimc"], 2, "--figure brings its own players"),
        (["--double-dummy", "perhaps"], 2, "perhaps"),
        (["--figure-worlds", "20"], 2, "--figure-worlds belongs to --figure"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    arguments: list[str], code: int, sentence: str, tmp_path: Path
) -> None:
    process = subprocess.run(
        [*COMMAND, "match", "-o", "m.jsonl", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert process.returncode == code
    assert process.stdout == ""
    assert sentence in process.stderr
    assert "Traceback" not in process.stderr
    assert not (tmp_path / "m.jsonl").exists()


def test_deals_that_do_not_exist_are_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(deals, "ATTEMPTS", 4000)
    options = quick_options(strength=(0, 1), double_dummy="makes")
    with pytest.raises(InputError, match="none of 4,000 deals is as wanted: North and South 0 to 1 points"):
        deal_of(options, 1)
    with pytest.raises(InputError, match="none of 4,000 deals"):
        run_match(options, 100, tmp_path / "m.jsonl", jobs=1)
    assert not (tmp_path / "m.jsonl").exists(), "nothing was begun"


def test_records_that_were_edited_are_one_sentence(tmp_path: Path) -> None:
    output = tmp_path / "m.jsonl"
    options = quick_options(double_dummy="fails")
    run_match(options, 2, output, jobs=1)
    output.write_text(output.read_text().replace('"games"', '"boards"'))
    with pytest.raises(InputError, match=r"m\.jsonl: a record was changed, and makes no sense now"):
        match_result(options, str(output))


def test_a_match_can_be_interrupted_and_says_how_far_it_is(tmp_path: Path) -> None:
    output = tmp_path / "m.jsonl"
    command = [
        *COMMAND,
        "match",
        "--deals",
        "100000",
        "-o",
        str(output),
        "--jobs",
        "1",
    ]
    process = subprocess.Popen(
        [*command, "--strength", "33-40", "--worlds", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not output.exists() or output.stat().st_size < 200:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout == ""
    assert re.search(r"of 100,000 deals (is|are) done, and the same command goes on from there", stderr)

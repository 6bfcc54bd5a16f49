"""Small words: one of a thing is not several, a library names no options, one card has one name."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import alphamu_dds as am
from alphamu_dds.bench import tables as bench
from alphamu_dds.bench.tables import Games
from alphamu_dds.match.figure import figure_players, points
from alphamu_dds.match.options import match_options
from alphamu_dds.match.result import match_result
from alphamu_dds.match.run import run_match
from alphamu_dds.report.plot.match import draw_figure
from alphamu_dds.report.plot.tables import plot
from alphamu_dds.report.setting import sample_lines
from alphamu_dds.report.text.decision import render
from alphamu_dds.report.why import beaten_sentences, doubt_sentences, recommendation
from alphamu_dds.solve.explain import explain
from tests.helpers.command import ROOT, run
from tests.helpers.decision_maker import with_reasons

CLUB = ROOT / "tests" / "data" / "club-evening.pbn"
DEAL = str(ROOT / "data" / "deals" / "strategy-fusion.pbn")
AUCTION = str(ROOT / "docs" / "read-the-auction.pbn")
ONE_CARD = """[Board "1"]
[Dealer "S"]
[Deal "N:AQ52.K43.Q62.KJ5 T6.JT8.KT98.T763 KJ4.AQ5.J743.A92 9873.9762.A5.Q84"]
[Declarer "S"]
[Contract "3NT"]
[Play "W"]
H2
*
"""
TWO_LAYOUTS = "N:A2... K4... 53... QJ...", "N:A2... QJ... 53... K4..."
SEVERAL_OF_ONE = re.compile(
    r"(?<![\d.,])\b1 (?:more |hidden |double dummy |real )?(?!is\b|was\b|has\b|loses\b)[a-z]+s\b"
    r"|\b1 (?:more )?(?:are|were)\b|\b(?:All|these|the|last) 1\b"
)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", DEAL, "--worlds", "1", "--few", "0", "-M", "1"], "1 layout was drawn (seed 1)"),
        (["solve", "CARD", "--after", "9"], "the record has 1 card, so there is no moment after 9"),
        (["play", "CARD", "--after", "9"], "the record has 1 card of play"),
        (["play", "CARD", "--after", "1", "--contract", "4S"], "so it cannot go on after 1 card"),
        (["solve", "CARD", "--contract", "4S", "--after", "1"], "the record, 1 card, belongs to another"),
        (["solve", AUCTION, "--attempts", "1", "--west", "hcp 21+"], "none of 1 layout tried fits"),
        (["solve", AUCTION, "--attempts", "1", "--worlds", "all"], "are more than the attempts allowed: 1"),
        (["boards", "CARD"], "1 board, 0 with problems"),
        (["suit", "AQ", "3", "--tricks", "1", "--west-vacant", "1"], "Best chance of 1 trick"),
        (["suit", "A", "-", "--tricks", "2"], "with 1 card in the longer hand"),
        (["batch", "CARD", "-o", "OUT", "--worlds", "1", "-M", "1"], "1 board: 1 done"),
    ],
)
def test_one_of_a_thing_is_not_several(arguments: list[str], said: str, tmp_path: Path) -> None:
    card = tmp_path / "card.pbn"
    card.write_text(ONE_CARD)
    names = {"CARD": str(card), "OUT": str(tmp_path / "out")}
    done = run(*(names.get(argument, argument) for argument in arguments))
    text = " ".join((done.stdout + done.stderr).split())
    assert said in text
    assert not SEVERAL_OF_ONE.search(text), SEVERAL_OF_ONE.findall(text)


def test_one_layout_is_not_several() -> None:
    (board,) = am.read_boards(Path(DEAL))
    decision = am.solve(board, worlds=1, few=0, max_moves=1)
    only = am.solve_worlds([TWO_LAYOUTS[0]], "N", "S", 1)
    texts = [render(with_reasons(found)) for found in (decision, only)]
    assert " in this one layout" in texts[1]
    full = next(board for board in am.read_boards(CLUB) if len(board.play) == 52)
    last = am.solve(full, after=48, tricks=full.replay(48).won[(full.declarer or 0) & 1] + 1)
    assert "the last trick needed" in render(last)
    for text in texts:
        assert not SEVERAL_OF_ONE.search(text), SEVERAL_OF_ONE.findall(text)


def test_the_only_layout_that_is_left_is_called_so() -> None:
    setting = am.solve(DEAL, max_moves=1).setting
    assert setting is not None
    one = replace(setting.worlds, layouts=setting.worlds.layouts[:1])
    (line,) = sample_lines(one, 1)
    left = "of the 70 that the cards played leave open"
    assert line == f"The only layout that fits is used, fewer than the 100 wanted, {left}."
    (line,) = sample_lines(replace(one, open=1), 1)
    assert line == "The only layout that the cards played leave open is used (100 were wanted)."


def test_an_error_of_the_library_names_no_option_of_the_command() -> None:
    """Whoever calls from Python has no options; the sentence must be true for both."""
    found = []
    for file in (ROOT / "alphamu_dds").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith("Error"):
                words = [leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)]
                found += [word for word in words if isinstance(word, str) and re.search(r"\B--[a-z]", word)]
    assert found == []
    with pytest.raises(am.InputError, match="there are 2 boards, so one must be named: 1, 2"):
        am.solve(ONE_CARD + "\n" + ONE_CARD.replace('"1"', '"2"'))
    with pytest.raises(am.InputError, match="the board has no contract; a contract and a declarer can be"):
        am.solve(re.sub(r"\[(Declarer|Contract|Play).*\n", "", ONE_CARD).replace("H2\n*\n", ""))


def test_a_card_has_the_same_name_in_every_sentence() -> None:
    decision = am.solve(AUCTION, worlds=20, max_moves=1)
    why = explain(decision, max_moves=1)
    name = recommendation(decision).split()[1]
    assert name == "♥A/K"
    assert all(f"{name} " in line for line in beaten_sentences(decision, why)[:1])
    for line in doubt_sentences(decision, why):
        assert not re.search(r"♥[AK]\b(?!/)(?<!♥A/K)", line)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that would be written."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - slow to import

    found: list[Any] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, path: found.append(figure))
    return found


def test_no_bar_stands_on_a_scale_without_a_zero(drawn: list[Any]) -> None:
    table = bench.ablation(Games(12, 1, 1), 3, 1, lambda done, steps, what: None)
    plot(table, "x.png")
    (axes,) = drawn[0].axes
    assert axes.get_xscale() == "log"
    assert not axes.patches
    assert len(axes.lines[0].get_xdata()) == len(table.rows)


@pytest.mark.parametrize(("second", "panels"), [("pimc:worlds=2", 1), ("random", 2)])
def test_a_figure_has_no_panel_without_a_point(
    second: str, panels: int, drawn: list[Any], tmp_path: Path
) -> None:
    options = match_options([*figure_players([2], [1]), second], "dds", strength=(37, 37), seed=3)
    run_match(options, 2, tmp_path / "m", jobs=1)
    result = match_result(options, str(tmp_path / "m"))
    draw_figure(result, points(result), "x.png")
    assert len(drawn[0].axes) == panels
    assert all(any(len(line.get_xdata()) for line in axes.lines) for axes in drawn[0].axes)
    assert ("no deal ended differently" in drawn[0].get_suptitle()) == (panels == 1)
    assert "2 deals: 7NT by S, 37 points together" in drawn[0].get_suptitle()

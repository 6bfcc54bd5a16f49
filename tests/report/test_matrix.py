"""The matrix of cards by layouts: its cells, its order, and the picture of it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.bridge.cards import cards_of
from alphamu_dds.report.matrix import Cell, matrix_of, runs
from alphamu_dds.report.plot.matrix import plot_matrix
from alphamu_dds.report.why import finding_text
from alphamu_dds.solve.answer import Decision
from tests.helpers.decision_maker import HOSTILE, defence, drawn, east_west, invented, two_finesses

CASES: dict[str, Decision] = {
    "two finesses": two_finesses(),
    "bounds": two_finesses(every_card=False),
    "drawn": drawn(),
    "east-west": east_west(),
    "invented": invented(50, vectors=2),
}
each_case = pytest.mark.parametrize("decision", CASES.values(), ids=CASES)


@each_case
def test_every_layout_has_one_column_and_every_card_one_row(decision: Decision) -> None:
    matrix = matrix_of(decision)
    assert sorted(matrix.worlds) == list(range(decision.worlds))
    shown = [card for row in matrix.rows for card in row.card.equals]
    assert sorted(shown) == sorted(card.card for card in decision.cards)
    assert matrix.rows[0].card == decision.cards[0]


@each_case
def test_a_cell_says_what_plan_and_pimc_say_of_that_layout(decision: Decision) -> None:
    for row in (matrix := matrix_of(decision)).rows:
        for world, cell in zip(matrix.worlds, row.cells, strict=True):
            expected = {"1": Cell.WON, "0": {"1": Cell.OPEN, "0": Cell.LOST}[row.card.pimc[world]]}
            assert cell is expected[row.card.plan[world]]
        assert row.is_bound == (row.card.bound == "upper")
        assert row.cells.count(Cell.WON) == row.card.plan.count("1")


@each_case
def test_the_best_card_is_one_run_and_equal_columns_are_neighbours(decision: Decision) -> None:
    matrix = matrix_of(decision)
    assert list(matrix.rows[0].cells) == sorted(matrix.rows[0].cells)
    columns = [matrix.column(place) for place in range(decision.worlds)]
    assert columns == sorted(columns)
    blocks = matrix.blocks()
    assert list(itertools.chain(*blocks)) == list(range(decision.worlds))
    assert len({columns[block[0]] for block in blocks}) == len(blocks) == len(set(columns))


def test_sorting_shows_the_pattern() -> None:
    """Far fewer changes from column to column than in the order in which the layouts came."""
    decision = two_finesses()
    matrix = matrix_of(decision)

    def changes(order: tuple[int, ...]) -> int:
        place = {world: number for number, world in enumerate(matrix.worlds)}
        return sum(
            row.cells[place[a]] != row.cells[place[b]]
            for row in matrix.rows
            for a, b in itertools.pairwise(order)
        )

    assert 3 * changes(matrix.worlds) < changes(tuple(range(decision.worlds)))


def test_within_a_block_layouts_stand_by_clues_and_then_by_high_cards() -> None:
    decision = two_finesses()
    matrix = matrix_of(decision)
    assert matrix.clues
    for block in matrix.blocks():
        keys = [
            (
                [not clue.true[place] for clue in matrix.clues],
                [
                    (card >> 4, -card)
                    for card in cards_of(decision.position.layouts[matrix.worlds[place]][matrix.hidden[0]])
                ],
            )
            for place in block
        ]
        assert keys == sorted(keys)


@pytest.mark.parametrize("case", ["two finesses", "drawn"])
def test_clues_mark_as_many_layouts_as_the_sentences_say(case: str) -> None:
    decision = CASES[case]
    why = decision.why
    assert why is not None
    matrix = matrix_of(decision)
    assert len(matrix.clues) == len(why.beaten_by)
    for clue, found in zip(matrix.clues, why.beaten_by, strict=True):
        assert finding_text(found, "lost", decision.weights is not None).startswith(clue.text + ": ")
        assert sum(clue.true) == found.total
        lost = [cell is not Cell.WON for cell in matrix.rows[0].cells]
        assert sum(a and b for a, b in zip(clue.true, lost, strict=True)) == found.hits


def test_weights_and_hidden_seats_go_with_the_columns() -> None:
    decision = drawn()
    matrix = matrix_of(decision)
    assert decision.setting is not None
    weights = decision.setting.worlds.weights
    assert weights is not None
    assert matrix.weights == tuple(weights[world] for world in matrix.worlds)
    assert matrix.hidden == (3, 1)
    assert matrix_of(east_west()).hidden == (0, 2)
    assert matrix_of(two_finesses()).weights is None


def _mask(vector: str) -> int:
    return sum(1 << world for world, letter in enumerate(vector) if letter == "1")


def test_the_order_does_not_hang_on_the_order_in_which_the_layouts_came() -> None:
    decision = two_finesses()
    turned = replace(
        decision,
        position=replace(decision.position, layouts=decision.position.layouts[::-1]),
        cards=[
            replace(card, won=_mask(card.plan[::-1]), won_open=_mask(card.pimc[::-1]))
            for card in decision.cards
        ],
        why=None,
    )
    one, other = matrix_of(replace(decision, why=None)), matrix_of(turned)
    assert [row.cells for row in one.rows] == [row.cells for row in other.rows]
    assert [decision.position.layouts[w] for w in one.worlds] == [
        turned.position.layouts[w] for w in other.worlds
    ]


def test_a_defender_has_no_matrix() -> None:
    with pytest.raises(am.InputError, match="a defender is to play"):
        matrix_of(defence())


def test_runs_of_nothing_are_none() -> None:
    assert list(runs([])) == []


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
@each_case
def test_the_picture_is_drawn(decision: Decision, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"matrix.{kind}"
    plot_matrix(decision, str(path))
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind]
    assert path.read_bytes().startswith(start)


def test_names_that_are_no_formulas_and_letters_without_glyphs_can_be_drawn(tmp_path: Path) -> None:
    decision = east_west()
    assert decision.setting is not None
    seen = decision.setting.seen
    strange = replace(seen, label=seen.label._replace(board=HOSTILE + "\x00\n牌"))
    path = tmp_path / "x.png"
    plot_matrix(replace(decision, setting=replace(decision.setting, seen=strange)), str(path))
    assert path.stat().st_size > 0


def test_a_picture_of_a_thousand_layouts_is_drawn(tmp_path: Path) -> None:
    plot_matrix(invented(1000, vectors=1), str(tmp_path / "x.png"))


def test_a_picture_that_cannot_be_drawn_or_written_is_one_sentence(tmp_path: Path) -> None:
    decision = two_finesses()
    for name, message in (
        ("x.bmp", "the name of a plot ends in .png, .svg or .pdf"),
        (str(tmp_path / "no" / "x.png"), "the plot cannot be written"),
    ):
        with pytest.raises(am.InputError, match=message):
            plot_matrix(decision, name)

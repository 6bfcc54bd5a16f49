"""Columns of text: padded in one place, so that all tables of a terminal stand alike."""

from __future__ import annotations

from alphamu_dds.report.text.table import aligned


def test_names_begin_their_column_and_numbers_end_it() -> None:
    rows = [["player", "won"], ["αμ", "12"], ["", "1"]]
    assert aligned(rows) == ["player  won", "αμ       12", "          1"]
    assert aligned(rows, lambda row, column: row > 0, indent="> ", gap="|") == [
        "> player|won",
        "> αμ    |12",
        ">       |1",
    ]
    assert aligned([]) == []

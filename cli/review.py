"""``alphamu review``, and what ``alphamu solve`` does with a record that is over."""

from __future__ import annotations

import json
from typing import Any

import click

from alphamu_dds.batch.review import Review
from alphamu_dds.batch.review import review as review_board
from alphamu_dds.formats.board import Board
from alphamu_dds.report.text.decision import as_ascii, render
from alphamu_dds.report.text.review import review_text

from .console import shows_symbols
from .one_board import naming, question_of
from .options import GroupedCommand, assumptions_of, effort_of, in_group, review_options
from .progress import ProgressLine, with_bar


@click.command(cls=GroupedCommand)
@click.argument("file")
@review_options
@in_group(
    "Output",
    (["--json", "as_json"], {"is_flag": True, "help": "Print one JSON document."}),
    (["--ascii", "ascii_only"], {"is_flag": True, "help": "Letters instead of suit symbols."}),
)
def review(
    file: str, number: str | None, room: str | None, as_json: bool, ascii_only: bool, **given: Any
) -> int:
    """Every real choice of declarer's side on a board that was played: what it was worth, and what cost most.

    FILE is a PBN or LIN file, a hand-viewer link, or - for standard input. A loss of 3 % or more is called a
    mistake only if it stands when the two cards are searched again, deeper and on other, more layouts.
    """
    show_review(question_of(file, number, room).board, as_json, ascii_only, given)
    return 0


def show_review(
    board: Board, as_json: bool, ascii_only: bool, given: dict[str, Any], shown: bool = False
) -> Review:
    """Review a board and print what was found; with ``shown`` the worst choice comes back whole even so."""
    effort = effort_of(given, threads=given["threads"], why=shown or not as_json)
    with naming(board), ProgressLine(_trick_text) as progress:
        found = review_board(board, assumptions_of(given), effort, progress)
    if as_json:
        click.echo(json.dumps(found.to_dict(), allow_nan=False))
        return found
    plain = ascii_only or not shows_symbols()
    text = review_text(found)
    click.echo(as_ascii(text) if plain else text)
    if found.shown is not None:
        click.echo()
        click.echo(render(found.shown, plain))
    return found


def _trick_text(after: int, columns: int) -> str:
    return with_bar(f"trick {after // 4 + 1} of 13", after, 52, columns)

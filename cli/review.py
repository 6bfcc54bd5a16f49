"""``alphamu review``, and what ``alphamu solve`` does with a record that is over."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from alphamu_dds.formats.board import Board
from alphamu_dds.report.review_text import review_text
from alphamu_dds.report.terminal import as_ascii, render
from alphamu_dds.studies.explain import explain
from alphamu_dds.studies.review import Review
from alphamu_dds.studies.review import review as review_board

from .console import shows_symbols
from .one_board import naming, one_board
from .options import GroupedCommand, in_group, review_options


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
    show_review(one_board(file, number, room), as_json, ascii_only, given)
    return 0


def show_review(board: Board, as_json: bool, ascii_only: bool, given: dict[str, Any]) -> Review:
    """Review a board and print what was found; the worst choice is shown whole."""
    with naming(board):
        found = review_board(
            board,
            worlds=given["worlds"],
            max_moves=given["max_moves"],
            seed=given["seed"],
            few=given["few"],
            attempts=given["attempts"],
            bidding=not given["no_bidding"],
            leads=given["leads"],
            threads=given["threads"],
            on_choice=_progress if sys.stderr is not None and sys.stderr.isatty() else None,
        )
    if as_json:
        click.echo(json.dumps(found.to_dict(), allow_nan=False))
        return found
    plain = ascii_only or not shows_symbols()
    text = review_text(found)
    click.echo(as_ascii(text) if plain else text)
    if found.worst is not None:
        decision = found.decision(found.worst)
        click.echo()
        click.echo(render(decision, plain, explain(decision, decision.stats.max_moves, given["threads"])))
    return found


def _progress(after: int) -> None:
    click.echo(f"\ralphamu: trick {after // 4 + 1} of 13 ", nl=False, err=True)

"""``alphamu play``."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from alphamu_dds.bridge.replay import Replay
from alphamu_dds.errors import InputError
from alphamu_dds.formats.write_pbn import write_pbn
from alphamu_dds.players.named import player_named
from alphamu_dds.players.play import play_board
from alphamu_dds.report.text.decision import as_ascii
from alphamu_dds.report.text.play import play_text
from alphamu_dds.report.words import printable

from .console import shows_symbols
from .one_board import naming, question_of
from .options import ROOM, GroupedCommand, in_group, player_options
from .outputs import announce, check_writable, write_text
from .progress import ProgressLine, with_bar


@click.command(cls=GroupedCommand)
@click.argument("file")
@in_group(
    "Players: alphamu, pimc, dds or random; with settings like alphamu:M=3,worlds=40",
    (
        ["--declarer"],
        {"default": "alphamu", "show_default": True, "metavar": "PLAYER", "help": "For two hands."},
    ),
    (
        ["--defence"],
        {"default": "dds", "show_default": True, "metavar": "PLAYER", "help": "For the other two."},
    ),
)
@player_options
@in_group(
    "Board",
    (["--board", "number"], {"metavar": "NAME", "help": "The board of a file with many; '#3' is the third."}),
    ROOM,
    (["--contract"], {"metavar": "TEXT", "help": "Another contract than the board's, like 3NT."}),
    (["--by", "seat"], {"metavar": "SEAT", "help": "Declarer's seat, if it is not the board's."}),
    (["--after"], {"default": 0, "metavar": "K", "help": "Go on after K cards of the record."}),
    (["--no-bidding"], {"is_flag": True, "help": "Conclude nothing from the calls."}),
)
@in_group(
    "Output",
    (["--pbn", "pbn_file"], {"metavar": "FILE", "help": "Write the board with its play as PBN as well."}),
    (["--json", "as_json"], {"is_flag": True, "help": "Print one JSON document."}),
    (["--ascii", "ascii_only"], {"is_flag": True, "help": "Letters instead of suit symbols."}),
)
def play(
    file: str,
    declarer: str,
    defence: str,
    pbn_file: str | None,
    as_json: bool,
    ascii_only: bool,
    **given: Any,
) -> None:
    """Let players play a board to its end, and show every trick and the score.

    FILE is a PBN or LIN file, a hand-viewer link, or - for standard input; the board needs all four hands. A
    player is shown what he would see at the table; DDS sees all cards. The same seed plays the same cards.
    """
    if pbn_file is not None:
        if pbn_file in ("", "-"):
            raise InputError(f"the board needs the name of a file: {pbn_file!r}")
        check_writable(pbn_file)
        if os.path.exists(file) and os.path.realpath(file) == os.path.realpath(pbn_file):
            raise InputError(f"the boards that are read would be lost: {pbn_file}")
    players = [player_named(text, given["max_moves"], given["worlds"]) for text in (declarer, defence)]
    board = question_of(file, given["number"], given["room"]).board
    progress = ProgressLine(progress_text)
    with naming(board), progress:
        played = play_board(
            board,
            *players,
            contract=given["contract"],
            seat=given["seat"],
            after=given["after"],
            seed=given["seed"],
            bidding=not given["no_bidding"],
            on_card=progress,
        )
    if as_json:
        click.echo(json.dumps(played.to_dict(), allow_nan=False))
    else:
        text = "\n".join(printable(line) for line in play_text(played).split("\n"))
        click.echo(as_ascii(text) if ascii_only or not shows_symbols() else text)
    if pbn_file:
        write_text(pbn_file, write_pbn(played.board), "the board")
        announce(pbn_file)


def progress_text(play: Replay, columns: int) -> str:
    """How many cards have been played."""
    return with_bar(f"{len(play.cards)} of 52 cards", len(play.cards), 52, columns)

"""``alphamu boards``."""

from __future__ import annotations

import json

import click

from alphamu_dds.bridge.auction import Contract
from alphamu_dds.bridge.cards import SEAT_NAMES, SUITS
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards
from alphamu_dds.report.words import SYMBOLS, printable

from .console import shows_symbols


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document per board.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Letters instead of suit symbols.")
def boards(files: tuple[str, ...], as_json: bool, ascii_only: bool) -> int:
    """List the boards of PBN files, LIN files and hand-viewer links, and what is wrong with them.

    FILES are files, folders, patterns, links, or - for standard input. The exit code is 0 if all of them
    could be read and there is a board in them, also if something is wrong with it.
    """
    errors: list[InputError] = []
    count = wrong = 0
    file = ""

    def complain(error: InputError) -> None:
        errors.append(error)
        click.echo(f"alphamu: {printable(str(error))}", err=True)

    symbols = not ascii_only and shows_symbols()
    for board in read_boards(files, complain):
        count += 1
        wrong += not board.legal
        if as_json:
            click.echo(json.dumps(board.to_dict(), allow_nan=False))
            continue
        if board.source.file != file:
            file = board.source.file
            click.echo(printable(file))
        click.echo(_line(board, symbols))
        for problem in board.problems:
            click.echo(printable(f"          line {problem.line}, {problem.tag}: {problem.sentence}"))
    if not as_json and count:
        click.echo(f"{count} board{'s' if count != 1 else ''}, {wrong} with problems")
    if not count and not errors:
        complain(InputError(f"there is no board in: {' '.join(files)}"))
    return 1 if errors else 0


def _line(board: Board, symbols: bool) -> str:
    """Name, contract, declarer, cards played, result."""
    declarer = "" if board.declarer is None else "by " + SEAT_NAMES[board.declarer]
    played = "passed out" if board.passed_out else f"{_contract(board.contract, symbols):<6}{declarer}"
    cards = f"{len(board.play)} card{'s' if len(board.play) != 1 else ' '}"
    line = f"{printable(board.name) or '-':>8}  {played:<15}{cards:>9}{_result(board)}"
    return line.rstrip()


def _contract(contract: Contract | None, symbols: bool) -> str:
    if contract is None:
        return "-"
    name = contract.name
    if symbols and contract.strain in SUITS:
        name = name.replace(contract.strain, SYMBOLS[SUITS.index(contract.strain)], 1)
    return name


def _result(board: Board) -> str:
    if board.result is None:
        return ""
    tricks = f"{board.result:>4} trick{'s' if board.result != 1 else ' '}"
    if board.contract is None:
        return tricks
    over = board.result - board.contract.tricks
    return f"{tricks}  {f'{over:+}' if over else '='}"

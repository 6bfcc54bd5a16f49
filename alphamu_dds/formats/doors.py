"""Boards from text, from a path, or from a link, each through a door of its own.

``read_boards`` takes all of them, as the command line does, and opens whatever a text happens to name. Who
passes on what a stranger has typed goes through the door of what it is meant to be.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator

from ..errors import InputError
from .board import Board
from .check import shortened
from .handviewer import read_link as read_address
from .lines import decoded
from .links import is_single_link
from .read import SUFFIXES, Source, encoded, looks_like_boards, read_files, read_stream


def read_text(text: str | bytes) -> Iterator[Board]:
    """The boards in a text: PBN, LIN, links, or one deal. Nothing is opened, whatever the text says."""
    return read_stream(io.BytesIO(encoded(text) if isinstance(text, str) else text), "text")


def read_path(path: str | os.PathLike[str]) -> Iterator[Board]:
    """The boards of a file, of all .pbn and .lin files in a folder, or of those that fit a pattern.

    It opens what is named, so the name must come from somebody who may read it.
    """
    return read_files(os.fspath(path))


def read_link(address: str) -> Iterator[Board]:
    """The board in the address of a hand viewer, which is read and not fetched."""
    if not is_single_link(address.strip()):
        raise InputError(f"this is no link: {shortened(address)!r}")
    return read_address(decoded(encoded(address.strip())), "link", 1)


def read_any(source: Source) -> Iterator[Board]:
    """The boards of a text, a link, a ``Path``, or the name of a .pbn or .lin file that is there.

    It trusts the caller with names of such files and with nothing else: for a ``str`` no other file, folder,
    pattern, device or standard input is opened.
    """
    if isinstance(source, bytes):
        return read_text(source)
    if not isinstance(source, str):
        if not isinstance(source, os.PathLike):
            raise InputError(f"boards are read from a path, a link or text: {source!r}")
        return read_path(source)
    if is_single_link(source.strip()):
        return read_link(source)
    if source.lower().endswith(SUFFIXES) and os.path.isfile(source):
        return read_path(source)
    if looks_like_boards(source):
        return read_text(source)
    raise InputError(
        "this is neither a board nor the name of a .pbn or .lin file that is there (read_path opens others): "
        f"{shortened(source)!r}"
    )

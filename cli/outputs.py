"""Files that a command writes beside what it prints."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from alphamu_dds.errors import InputError


def check_folder(name: str) -> None:
    """Refuse a file in a folder that does not exist."""
    if not Path(name).absolute().parent.is_dir():
        raise InputError(f"{name}: there is no such folder")


def check_writable(name: str) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    check_folder(name)
    path = Path(name).absolute()
    if path.is_dir():
        raise InputError(f"{name}: this is a folder, not a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"{name}: the file cannot be written (Permission denied)")


def write_text(name: str, text: str, what: str) -> None:
    """Write a file, or say in one sentence why not."""
    try:
        Path(name).write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise InputError(f"{name}: {what} cannot be written ({error.strerror or error})") from None


def announce(name: str) -> None:
    """Tell a person where to look; programs know what they asked for."""
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"alphamu: wrote {name}", err=True)

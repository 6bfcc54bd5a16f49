"""Data files that users can copy and change: what calls and leads are taken to show."""

from __future__ import annotations

import importlib
import sys
from importlib import resources
from pathlib import Path
from typing import Any

from ..errors import InputError


def default_table(name: str) -> str:
    """The text of a table that comes with the package."""
    return resources.files(__package__).joinpath("data").joinpath(name).read_text(encoding="utf-8")


def read_table(path: str | None, default: str) -> tuple[str, dict[str, Any], str]:
    """The name that complaints call a table by, the table, and its text.

    ``default`` is read if there is no path.
    """
    if path is None:
        text = default_table(default)
        return default, _parse(default, text), text
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: the table cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: the table is not text in UTF-8") from None
    return path, _parse(path, text), text


def _parse(name: str, text: str) -> dict[str, Any]:
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        table: dict[str, Any] = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise InputError(f"{name}: the table is not TOML ({error})") from None
    except RecursionError:
        raise InputError(f"{name}: the table is nested too deeply") from None
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise InputError(f"{name}: a number in the table is too long") from None
    return table

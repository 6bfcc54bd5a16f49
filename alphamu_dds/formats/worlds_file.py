"""A file of worlds: one ``[Deal "..."]`` for each, as engines write them for one another."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import InputError

_DEAL = re.compile(r'\[\s*Deal\s+"([^"]*)"\s*\]', re.IGNORECASE)
_MARK = re.compile(r'"[^"\n]*"|\{|;[^\n]*|^%[^\n]*', re.MULTILINE)
"""A comment or where one begins, or a value in quotes, in which nothing is a comment."""
_DEAL_TAG = re.compile(r"\[\s*Deal\b", re.IGNORECASE)


def read_worlds_file(path: str | Path) -> list[str]:
    """The layouts of a file in the order of their lines; other tags, comments and blank lines are skipped."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: the file cannot be read ({error.strerror or error})") from None
    return parse_worlds(data, str(path))


def parse_worlds(data: bytes, name: str) -> list[str]:
    """``read_worlds_file`` for the contents of a file; ``name`` is what complaints call it."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    text = _without_comments(text)
    worlds: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        found = _DEAL.findall(line)
        if len(found) != len(_DEAL_TAG.findall(line)):
            raise InputError(f"{name}, line {number}: a Deal tag is not closed: {line.strip()!r}")
        worlds.extend(found)
    if not worlds:
        raise InputError(f'{name}: the file has no world, that is, no line like [Deal "N:..."]')
    return worlds


def _without_comments(text: str) -> str:
    """The text on its lines; a brace that is never closed begins no comment."""
    last = text.rfind("}")
    parts: list[str] = []
    position = 0
    while True:
        found = _MARK.search(text, position)
        if found is None:
            return "".join((*parts, text[position:]))
        start, end = found.span()
        if found[0] == "{" and start < last:
            end = text.find("}", start) + 1
        parts.append(text[position:start])
        is_text = (found[0] == "{" and start > last) or found[0][0] == '"'
        parts.append(text[start:end] if is_text else "\n" * text.count("\n", start, end))
        position = end

"""Names of pictures."""

from __future__ import annotations

from pathlib import Path

from ...errors import InputError


def check_plot_name(path: str) -> None:
    """Refuse a file name whose ending is none of .png, .svg and .pdf."""
    if Path(path).suffix.lower() not in {".png", ".svg", ".pdf"}:
        raise InputError(f"the name of a plot ends in .png, .svg or .pdf: {path!r}")

"""Exceptions with messages for people: one sentence that ends in the offending value."""

from __future__ import annotations


class AlphaMuError(Exception):
    """Base of everything that this package raises on purpose."""


class InputError(AlphaMuError, ValueError):
    """The question cannot be answered as it was put."""


class SolverError(AlphaMuError, RuntimeError):
    """The double dummy solver refused a position; the message names code and position."""

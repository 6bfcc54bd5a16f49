"""What every page has in common: its frame, one style sheet, one policy of what it may do, its tables.

Templates escape whatever is not ``Markup``. jinja2 is loaded when a page is made.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from ..words import printable
from .parts import rich, sentences

if TYPE_CHECKING:
    from jinja2 import Environment


class Section(NamedTuple):
    """A part of a page; without content it is left out."""

    name: str
    title: str
    content: Markup


@dataclass(frozen=True)
class Page:
    """What a page says: ``detail`` and ``answer`` under the title, the sentences of ``footer`` at the end."""

    title: str
    detail: str
    answer: str
    sections: Iterable[Section]
    footer: Iterable[str]
    contents: bool = True
    """Whether it begins with links to its sections."""
    kind: str = ""
    script: str = ""
    played: str = ""
    back: str = ""
    """The address of the page that led here."""


def shell(page: Page) -> str:
    """The whole page. Only its own style and script are allowed, whatever a file has in it."""
    return render("shell.html", page=page, style=data("page.css")) + "\n"


def table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption: str = "",
    kind: str = "numbers",
    best: Collection[int] = (),
) -> Markup:
    """A table; the rows in ``best`` stand out. A dash before a title says that its column is text."""
    return render("table.html", titles=titles, rows=rows, caption=caption, kind=kind, best=best)


def render(name: str, **values: object) -> Markup:
    """A template with values in it."""
    return Markup(_templates().get_template(name).render(values))


def data(name: str) -> Markup:
    """A file that is part of the pages."""
    return Markup(resources.files(__package__).joinpath("data").joinpath(name).read_text("utf-8"))


@functools.cache
def _templates() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415 - only pages need it

    found = Environment(
        autoescape=True,
        loader=FunctionLoader(data),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(hash=_hash, printable=printable, rich=rich, sentences=sentences)
    found.globals["columns"] = functools.partial(zip, strict=True)
    return found


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

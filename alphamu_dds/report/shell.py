"""What every page has in common: one style sheet, one policy of what it may do, and its frame."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from importlib import resources

from .words import printable

Section = tuple[str, str, str]
"""Name, title and content of a part of a page."""


def shell(title: str, header: str, body: str, footer: str, script: str = "", kind: str = "") -> str:
    """A whole page. Only its own style and script are allowed, whatever a file has in it."""
    style = data("page.css")
    scripts = f" script-src '{_hash(script)}';" if script else ""
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}';{scripts} img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(printable(title))} – αμ</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main{f' class="{kind}"' if kind else ""}>
<header>
{header}
</header>
{body}
<footer>
{footer}
</footer>
</main>
{f"<script>{script}</script>{chr(10)}" if script else ""}</body>
</html>
"""


def links_to(sections: Iterable[Section]) -> str:
    """The table of contents."""
    links = " ".join(f'<a href="#{name}">{title}</a>' for name, title, _ in sections)
    return f'<nav aria-label="On this page">{links}</nav>'


def parts(sections: Iterable[Section]) -> str:
    """The sections with their headings."""
    return "\n".join(
        f'<section id="{name}" aria-labelledby="{name}-title">\n<h2 id="{name}-title">{title}</h2>\n'
        f"{content}\n</section>"
        for name, title, content in sections
    )


def data(name: str) -> str:
    """A file that is part of the pages."""
    return resources.files(__package__).joinpath("data").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

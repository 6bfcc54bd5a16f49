"""What all pages have in common: one look, one strict policy, and words that are explained."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from .page_maker import kinds
from .test_page import Reader

PAGES = kinds()
each_kind = pytest.mark.parametrize("name", PAGES)


def hashed(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@each_kind
def test_a_page_allows_its_own_style_and_script_and_nothing_else(name: str) -> None:
    text = PAGES[name]
    found = Reader(text)
    (policy,) = [e for e in found.all("meta") if "http-equiv" in e.attributes]
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert len(styles) == 1
    assert len(scripts) == (name in ("decision", "mistake"))
    allowed = {
        "default-src 'none'",
        f"style-src '{hashed(styles[0])}'",
        *(f"script-src '{hashed(script)}'" for script in scripts),
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    }
    assert set(policy.attributes["content"].split("; ")) == allowed
    assert not [e for e in found.elements if "style" in e.attributes]


def test_all_pages_have_the_same_look() -> None:
    assert len({re.findall(r"<style>.*?</style>", text, re.DOTALL)[0] for text in PAGES.values()}) == 1


@each_kind
def test_a_page_explains_its_words_and_uses_none_of_the_programmers(name: str) -> None:
    text = re.sub(r"<(style|script)>.*?</\1>", "", PAGES[name], flags=re.DOTALL)
    words = Reader(text).all("body")[0].words
    assert not re.search(
        r"\b(fronts?|vectors?|worlds?|M=\d|M)\b", words.replace("-M", "").replace("--worlds", "")
    )
    assert ("PIMC" in words) == ("PIMC, as most programs reckon, takes each layout alone" in words)
    assert ("αμ" in words) == ("one plan for all of them wins" in words)
    assert not re.search(r"\bafter \d+\b", words), "a moment is named by its trick"


def test_the_report_names_a_moment_by_its_trick() -> None:
    found = Reader(PAGES["batch"])
    titles = [e.words for e in found.all("th", scope="col")]
    assert titles[:7] == ["loss", "board", "contract", "trick", "played", "best", "PIMC"]
    assert [e.words for e in found.all("td", **{"data-title": "trick"})] == ["6", "12"]


def test_a_mistakes_page_marks_the_card_that_was_played() -> None:
    rows = [e.words for e in Reader(PAGES["mistake"]).all("th", scope="row")]
    assert [row for row in rows if "played" in row] == ["♦5 played"]
    assert "played" not in [e.words for e in Reader(PAGES["decision"]).all("small")]

"""What all pages have in common: one look, one strict policy, and words that are explained."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys

import pytest
from markupsafe import Markup

from alphamu_dds.report.html import shell
from tests.helpers.page_maker import kinds
from tests.report.test_page import Reader

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


def test_what_does_not_say_that_it_is_html_is_escaped_wherever_it_stands() -> None:
    strange = '<b onclick="x">&'
    table = shell.table(["-" + strange, strange], [[strange, strange]], strange, strange, best=[0])
    content = table + Markup("<p>{}</p>").format(strange)
    whole = shell.shell(
        shell.Page(
            strange, strange, strange, [shell.Section(strange, strange, content)], [strange, f"  {strange}"],
            kind=strange, played=strange, back=strange, script=Markup("1"),
        )
    )  # fmt: skip
    found = Reader(re.sub(r"<style>.*?</style>", "", whole, flags=re.DOTALL))
    assert not found.all("b")
    assert not [element for element in found.elements if "onclick" in element.attributes]
    assert found.all("a", href=strange)
    frame, in_table, paragraph, footer = 6, 5, 1, 2
    assert found.all("body")[0].words.count(strange) == frame + in_table + paragraph + footer


def test_a_section_without_content_is_left_out_of_the_page_and_of_its_links() -> None:
    sections = [shell.Section("full", "Full", Markup("<p>x</p>")), shell.Section("empty", "Empty", Markup())]
    found = Reader(shell.shell(shell.Page("title", "detail", "answer", sections, [])))
    assert [element.attributes["id"] for element in found.all("section")] == ["full"]
    assert [element.attributes["href"] for element in found.all("a")] == ["#full"]


def test_templates_are_loaded_when_a_page_is_made() -> None:
    code = (
        "import sys, alphamu_cli.solve, alphamu_cli.suit, alphamu_cli.batch\n"
        "assert 'jinja2' not in sys.modules\n"
        "import alphamu_dds as am\n"
        "from alphamu_dds.report.html.suit import page\n"
        "page(am.solve_suit('AQ', '32'))\n"
        "assert 'jinja2' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


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

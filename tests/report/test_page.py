"""The page that ``alphamu solve --html`` writes, read without a browser."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from alphamu_dds.bridge.cards import hand_text
from alphamu_dds.report.html.decision import page
from alphamu_dds.report.html.parts import rich
from alphamu_dds.report.matrix import matrix_of
from alphamu_dds.report.rows import effort, notes
from alphamu_dds.report.text.decision import render
from alphamu_dds.report.why import (
    beaten_sentences,
    doubt_sentences,
    line_text,
    pimc_sentences,
    recommendation,
)
from alphamu_dds.report.words import cards_text
from alphamu_dds.solve.answer import Decision
from tests.helpers.command import run
from tests.helpers.decision_maker import DOCS, HOSTILE, defence, drawn, east_west, invented, two_finesses

CASES: dict[str, Decision] = {
    "no setting": two_finesses(),
    "bounds": two_finesses(every_card=False),
    "drawn": drawn(),
    "east-west": east_west(),
    "without why": replace(drawn(), why=None),
    "defender": defence(),
}
each_case = pytest.mark.parametrize("decision", CASES.values(), ids=CASES)
_CLOSED_BY_ITSELF = {"meta", "link", "br", "img", "input", "hr", "wbr"}
_END_OPTIONAL = {"td", "th", "tr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return " ".join("".join(self.text).replace("\ufe0e", "").split())


class Reader(HTMLParser):
    """All elements with their text, and whether the tags are nested as they should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        element = Element(tag, {name: value or "" for name, value in attrs})
        if tag in _END_OPTIONAL:
            self._leave({"td", "th"} if tag != "tr" else {"td", "th", "tr"})
        self.elements.append(element)
        if tag not in _CLOSED_BY_ITSELF:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _END_OPTIONAL:
            self._leave(_END_OPTIONAL)
        assert self._open, tag
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    def _leave(self, tags: set[str]) -> None:
        while self._open and self._open[-1].tag in tags:
            self._open.pop()

    def all(self, tag: str, **attributes: str) -> list[Element]:
        return [
            element
            for element in self.elements
            if element.tag == tag
            and all(element.attributes.get(name) == value for name, value in attributes.items())
        ]


@each_case
def test_the_page_is_well_formed_titled_and_has_headings_in_order(decision: Decision) -> None:
    found = Reader(page(decision))
    assert found.all("html")[0].attributes["lang"] == "en"
    assert found.all("title")[0].words
    assert len(found.all("h1")) == 1
    levels = [int(e.tag[1]) for e in found.elements if re.fullmatch("h[1-6]", e.tag)]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    ids = Counter(e.attributes["id"] for e in found.elements if "id" in e.attributes)
    assert max(ids.values()) == 1
    for link in found.all("a"):
        assert link.attributes["href"].removeprefix("#") in ids
    for section in found.all("section"):
        assert section.attributes["aria-labelledby"] in ids
    for element in found.elements:
        if element.attributes.get("role") in ("img", "slider") or element.tag == "button":
            assert element.attributes["aria-label"]


@each_case
def test_nothing_is_fetched(decision: Decision) -> None:
    text = page(decision)
    assert not re.search(r"https?:|//[a-z]|@import|url\(", re.sub(r"^\s*//.*$", "", text, flags=re.M))
    for element in Reader(text).elements:
        assert "src" not in element.attributes
        assert "style" not in element.attributes  # the policy would not allow it
        assert not [name for name in element.attributes if name.startswith("on")]
        assert element.attributes.get("href", "#").startswith(("#", "data:,"))
    assert "default-src 'none'" in text


@each_case
def test_the_page_says_what_the_terminal_says(decision: Decision) -> None:
    shown = Reader(page(decision)).all("body")[0].words.lower()
    # The terminal wraps lines, aligns columns and draws bars; the words are the same.
    said = re.sub(r"[█│┌┐└┘─]", " ", render(decision)).lower()
    said = said.replace("(declarer)", "declarer").replace("(dummy)", "dummy")
    assert {word for word in said.split() if word.strip(",.:;") not in shown} == set()
    for sentence in _sentences(decision):
        assert sentence.lower() in shown


def _sentences(decision: Decision) -> list[str]:
    why = decision.why
    if why is None:
        return [recommendation(decision), *notes(decision), effort(decision)]
    lines = [
        *pimc_sentences(decision, why),
        *beaten_sentences(decision, why),
        *doubt_sentences(decision, why),
    ]
    return [line.strip() for line in lines] + [line_text(decision, why.line)]


@each_case
def test_every_card_and_every_layout_is_there(decision: Decision) -> None:
    found = Reader(page(decision))
    rows = {e.words for e in found.all("th", scope="row")}
    names = {cards_text(card.alike) for card in decision.cards}
    assert names <= rows
    if decision is defence():
        assert not found.all("div", id="matrix")
        return
    matrix = matrix_of(decision)
    assert len(found.all("span", **{"class": "name"})) == len(matrix.rows)
    listed = [e.attributes["id"] for e in found.all("tr") if "id" in e.attributes]
    assert listed == [f"w{world + 1}" for world in matrix.worlds]
    hands = [e.words for e in found.all("td", **{"class": "hand"})]
    expected = [decision.position.layouts[world][seat] for world in matrix.worlds for seat in matrix.hidden]
    assert hands == [_in_words(hand_text(holding)) for holding in expected]


def _in_words(hand: str) -> str:
    """A hand in PBN as people write it."""
    suits = [" ".join(ranks).replace("T", "10") or "–" for ranks in hand.split(".")]
    return " ".join(f"{symbol} {ranks}" for symbol, ranks in zip("♠♥♦♣", suits, strict=True))


def test_a_name_from_a_file_does_no_harm() -> None:
    decision = east_west()
    text = page(decision)
    found = Reader(text)
    assert HOSTILE in found.all("h1")[0].words
    assert HOSTILE in found.all("title")[0].words
    assert len(found.all("script")) == 1
    assert "<script>alert" not in text
    assert rich("see --all") == "see <code>--all</code>"
    assert rich("a\x00b\u202ec\n") == "a?b?c?"
    assert rich("\"'&<>♥") == "&quot;&#x27;&amp;&lt;&gt;<i>♥\ufe0e</i>"


def test_only_the_table_is_shown_for_a_defender() -> None:
    found = Reader(page(defence()))
    sections = [e.attributes["id"] for e in found.all("section")]
    assert sections == ["deal", "cards"]
    assert "declarer wins" in [e.words for e in found.all("th", scope="col")]


def test_bounds_are_marked() -> None:
    decision = two_finesses(every_card=False)
    assert {card.bound for card in decision.cards} == {"exact", "upper"}
    found = Reader(page(decision))
    bounded = [card for card in decision.cards if card.bound == "upper"]
    assert len(found.all("div", **{"class": "row bounded"})) == len(bounded)
    assert "pale rows are bounds" in found.all("body")[0].words
    assert "pale rows are bounds" not in page(two_finesses())


def test_parts_without_content_are_left_out() -> None:
    found = Reader(page(replace(two_finesses(), why=None)))
    assert "why" not in [e.attributes["id"] for e in found.all("section")]
    assert not found.all("div", **{"class": "assumed"})
    assert "a clue to what beats" not in found.all("body")[0].words


def test_long_fronts_are_cut_with_a_count() -> None:
    text = page(invented(60, vectors=300))
    assert text.count("and 280 more, which win fewer or as many") == 13


def test_a_thousand_layouts_of_chance_stay_small() -> None:
    assert len(page(invented(1000)).encode()) < 1_500_000


# The command


def solve(*more: str) -> tuple[int, str, str]:
    done = run(*f"solve {DOCS / 'read-the-auction.pbn'} -M 1 --worlds 10 --tricks 10".split(), *more)
    return done.returncode, re.sub(r"\d+\.\d\d s, \d+\.\d\d", "", done.stdout), done.stderr


def test_the_command_writes_both_and_prints_as_always(tmp_path: Path) -> None:
    html, plot = tmp_path / "x.html", tmp_path / "x.svg"
    assert solve("--html", str(html), "--plot", str(plot)) == solve()
    assert "Why</h2>" in html.read_text(encoding="utf-8")
    assert plot.read_bytes().startswith(b"<?xml")
    solve("--html", str(html), "--no-why")
    assert "Why</h2>" not in html.read_text(encoding="utf-8")


def test_with_json_the_page_has_the_reasons_and_the_document_only_if_asked_for(tmp_path: Path) -> None:
    html = tmp_path / "x.html"
    _, out, _ = solve("--json", "--html", str(html))
    assert '"why"' not in out
    assert "Why</h2>" in html.read_text(encoding="utf-8")
    assert '"why"' in solve("--json", "--why", "--html", str(html))[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--html", "no/such/x.html"], "no/such/x.html: there is no such folder"),
        (["--plot", "no/such/x.png"], "no/such/x.png: there is no such folder"),
        (["--plot", "x.jpeg"], "the name of a plot ends in .png, .svg or .pdf: 'x.jpeg'"),
        (["--html", "."], ".: this is a folder, not a file"),
    ],
)
def test_what_cannot_be_written_is_found_out_first(arguments: list[str], message: str) -> None:
    # There is no such board either, and that would be found out next.
    done = run("solve", "no/such/board.pbn", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_defenders_decision_has_no_picture(tmp_path: Path) -> None:
    code, out, err = solve("--after", "0", "--plot", str(tmp_path / "x.png"))
    assert (code, out) == (1, "")
    assert "a defender is to play, and only declarer's cards have plans to be drawn" in err


def test_a_defenders_decision_has_a_page(tmp_path: Path) -> None:
    html = tmp_path / "x.html"
    code, _, err = solve("--after", "0", "--html", str(html))
    assert (code, err) == (0, "")
    assert "declarer wins" in html.read_text(encoding="utf-8")

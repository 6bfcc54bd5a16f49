"""The page in a real browser: Debian's chromium without a window, or any other Chrome.

Without one these tests are skipped, which the summary of the run says. Where they must run,
``ALPHAMU_REQUIRE_BROWSER=1`` turns that into a failure.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By

from alphamu_dds.bridge.cards import SEAT_NAMES, hand_text
from alphamu_dds.report.html.decision import page
from alphamu_dds.report.matrix import matrix_of
from alphamu_dds.solve.answer import Decision
from tests.helpers.decision_maker import (
    HOSTILE,
    defence,
    drawn,
    east_west,
    invented,
    long_suits,
    two_finesses,
)
from tests.helpers.page_maker import kinds

ARGUMENTS = [
    "--headless=new",
    "--no-first-run",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
]
DECISION = two_finesses()
MATRIX = matrix_of(DECISION)


class Browser:
    """A browser with the questions that the tests ask of it."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def script(self, code: str, *arguments: object) -> Any:
        return self.driver.execute_script(f"return {code}", *arguments)

    def devtools(self, command: str, **parameters: object) -> Any:
        return self.driver.execute_cdp_cmd(command, parameters)

    def emulate(self, width: int = 1200, dark: bool = False, media: str = "", scripts: bool = True) -> None:
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.devtools("Emulation.setScriptExecutionDisabled", value=not scripts)

    def text(self, selector: str) -> str:
        """What is visible of an element."""
        return str(self.find(selector).text).replace("\ufe0e", "")

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def point(self, place: int, number: int = DECISION.worlds) -> ActionChains:
        """A movement of the mouse to a column."""
        columns = self.find("#columns")
        # Offsets are from the middle.
        x = (place + 0.5) / number * columns.size["width"] - columns.size["width"] / 2
        return ActionChains(self.driver, duration=0).move_to_element_with_offset(columns, round(x), 0)

    def away(self) -> None:
        ActionChains(self.driver, duration=0).move_to_element(self.find("h1")).perform()

    def requests(self) -> list[str]:
        """What was asked for since the last time."""
        logged = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        events = [json.loads(entry["message"])["message"] for entry in logged]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def complaints(self) -> list[Any]:
        return list(self.driver.get_log("browser"))  # type: ignore[no-untyped-call]


def _missing(what: str) -> None:
    message = f"{what} is missing, so the page was not tested in a browser"
    if os.environ.get("ALPHAMU_REQUIRE_BROWSER"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="module")
def started() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    program = next((found for name in names if (found := shutil.which(name))), None)
    driver = shutil.which("chromedriver")
    if program is None:
        _missing("chromium")
    if driver is None:
        _missing("chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = program or ""
    for argument in ARGUMENTS:
        options.add_argument(argument)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # a sandbox cannot be made as root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options=options, service=Service(driver)) as chrome:
        yield Browser(chrome)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


Show = Callable[..., Browser]


@pytest.fixture
def show(started: Browser, folder: Path) -> Iterator[Show]:
    """Opens the page of a decision; after the test the browser must have nothing to complain of."""

    def opened(
        decision: Decision = DECISION,
        name: str = "page",
        text: str | None = None,
        **emulated: Any,
    ) -> Browser:
        path = folder / f"{name}.html"
        if not path.exists():
            path.write_text(text or page(decision), encoding="utf-8")
        started.emulate(**emulated)
        started.driver.get("about:blank")
        started.requests()
        started.driver.get(path.as_uri())
        return started

    yield opened
    assert started.complaints() == []


def hands(decision: Decision, world: int, seats: tuple[int, ...]) -> list[str]:
    """The hidden hands of a layout as the panel shows them, line by line."""
    found = []
    for seat in seats:
        found.append(SEAT_NAMES[seat])
        suits = hand_text(decision.position.layouts[world][seat]).split(".")
        for symbol, ranks in zip("♠♥♦♣", suits, strict=True):
            found.append(f"{symbol} {' '.join(ranks).replace('T', '10') or '–'}")
    return found


def assert_shown(browser: Browser, place: int) -> None:
    """The panel shows the layout at that place, and the cards that win it."""
    world = MATRIX.worlds[place]
    lines = browser.text("#layout").splitlines()
    assert lines[0] == f"Layout {world + 1}"
    assert lines[1:11] == hands(DECISION, world, MATRIX.hidden)
    won = [row.card.card for row in MATRIX.rows if row.card.plan[world] == "1"]
    said = next((line for line in lines if line.startswith("Won by ")), "Won by .")
    assert said == f"Won by {', '.join('♠♥♦♣'['SHDC'.index(c[0])] + c[1] for c in won)}."
    left, right, middle = browser.script(
        "[...(b => [b.left, b.right])(document.getElementById('columns').getBoundingClientRect()),"
        "(b => (b.left + b.right) / 2)(document.getElementById('cursor').getBoundingClientRect())]"
    )
    assert middle == pytest.approx(left + (right - left) * (place + 0.5) / DECISION.worlds, abs=0.6)


def test_pointing_shows_the_layout_and_leaving_takes_it_away(show: Show) -> None:
    browser = show()
    assert "Point at a column" in browser.text("#panel")
    for place in (0, 33, 69):
        browser.point(place).perform()
        assert_shown(browser, place)
    browser.away()
    assert "Point at a column" in browser.text("#panel")
    assert not browser.find("#cursor").is_displayed()


def test_a_click_keeps_the_layout(show: Show) -> None:
    browser = show()
    browser.point(12).click().perform()
    assert_shown(browser, 12)
    browser.point(40).perform()
    assert_shown(browser, 40)
    browser.away()
    assert_shown(browser, 12)


def test_a_finger_taps_and_slides(show: Show) -> None:
    browser = show(width=390)
    finger = PointerInput(POINTER_TOUCH, "finger")  # type: ignore[no-untyped-call]
    actions: Any = ActionChains(browser.driver, duration=0, devices=[finger]).w3c_actions
    pointer = actions.pointer_action
    columns = browser.find("#columns")
    browser.script("arguments[0].scrollIntoView({block: 'center'})", columns)
    width = columns.size["width"]
    pointer.move_to(columns, round(width * (10.5 / 70 - 0.5)), 0)
    pointer.pointer_down()
    pointer.pointer_up()
    actions.perform()
    assert_shown(browser, 10)
    pointer.move_to(columns, round(width * (20.5 / 70 - 0.5)), 0)
    pointer.pointer_down()
    pointer.move_to(columns, round(width * (50.5 / 70 - 0.5)), 0)
    pointer.pointer_up()
    actions.perform()
    assert_shown(browser, 50)


def test_the_keyboard_reaches_every_layout(show: Show) -> None:
    browser = show()
    for _ in range(20):
        ActionChains(browser.driver, duration=0).send_keys(Keys.TAB).perform()
        if browser.script("document.activeElement.id") == "columns":
            break
    assert_shown(browser, 0)
    second = MATRIX.blocks()[1][0]
    for key, place in (
        (Keys.ARROW_RIGHT, 1),
        (Keys.ARROW_RIGHT, 2),
        (Keys.ARROW_LEFT, 1),
        (Keys.END, 69),
        (Keys.ARROW_RIGHT, 69),
        (Keys.HOME, 0),
        (Keys.ARROW_LEFT, 0),
        (Keys.PAGE_UP, second),
        (Keys.ARROW_RIGHT, second + 1),
        (Keys.PAGE_DOWN, second),
        (Keys.PAGE_DOWN, 0),
    ):
        ActionChains(browser.driver, duration=0).send_keys(key).perform()
        assert_shown(browser, place)
        assert browser.find("#columns").get_attribute("aria-valuenow") == str(place + 1)
        said = browser.find("#columns").get_attribute("aria-valuetext")
        assert said.startswith(f"Layout {MATRIX.worlds[place] + 1}. West ")
    assert browser.script("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    ActionChains(browser.driver, duration=0).send_keys(Keys.ESCAPE).perform()
    assert "Point at a column" in browser.text("#panel")


def test_buttons_go_on_and_back(show: Show) -> None:
    browser = show()
    for button, place in (("#next", 0), ("#next", 1), ("#before", 0), ("#before", 0)):
        browser.find(button).click()
        assert_shown(browser, place)


def test_links_lead_to_their_sections_and_to_the_list(show: Show) -> None:
    browser = show()
    links = browser.driver.find_elements(By.CSS_SELECTOR, "nav a")
    assert len(links) == 6
    for link in links:
        link.click()
        target = browser.script("location.hash")
        top = browser.script("document.querySelector(arguments[0]).getBoundingClientRect().top", target)
        assert -1 <= top <= browser.script("innerHeight")
    browser.point(30).click().perform()
    browser.find("#layout a").click()
    row = browser.find(f"#w{MATRIX.worlds[30] + 1}")
    assert row.is_displayed()
    assert browser.script(
        "(b => b.top >= 0 && b.bottom <= innerHeight)(arguments[0].getBoundingClientRect())", row
    )


PAGES: dict[str, Decision] = {
    "page": DECISION,
    "drawn": drawn(),
    "east-west": east_west(),
    "bounds": two_finesses(every_card=False),
    "defence": defence(),
    "thousand": invented(1000),
    "long suits": long_suits(),
}
each_page = pytest.mark.parametrize("name", PAGES)


@each_page
def test_nothing_is_asked_of_the_network(show: Show, name: str, folder: Path) -> None:
    browser = show(PAGES[name], name=name)
    browser.script("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    asked = {url for url in browser.requests() if not url.startswith("data:")}
    assert asked == {(folder / f"{name}.html").as_uri()}


@each_page
@pytest.mark.parametrize("width", [320, 390, 768])
def test_nothing_is_wider_than_the_window(show: Show, name: str, width: int) -> None:
    browser = show(PAGES[name], name=name, width=width)
    browser.script("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    assert browser.script("[innerWidth, document.documentElement.scrollWidth]") == [width, width]


KINDS = kinds()
BEYOND = """[...document.querySelectorAll('body *')].filter(element => {
  const box = element.getBoundingClientRect();
  const hides = getComputedStyle(element).overflowX !== 'visible' && element.tagName !== 'svg';
  return box.width > 0 && (box.left < 0 || box.right > innerWidth + .5)
    || hides && element.scrollWidth > element.clientWidth;
}).map(element => element.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_nothing_is_cut_on_any_kind_of_page(show: Show, name: str, width: int) -> None:
    """Neither by the edge of the window nor in a part that would have to be scrolled."""
    browser = show(text=KINDS[name], name=f"kind {name}", width=width)
    browser.script("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    assert browser.script(BEYOND) == []
    assert browser.script("document.documentElement.scrollWidth") == width


def test_on_a_phone_a_mistake_has_all_its_columns(show: Show) -> None:
    browser = show(text=KINDS["batch"], name="kind batch", width=390)
    first = browser.text("#errors tbody tr")
    assert "4♠XX by Bartholomew" in first
    assert "♠10 ♠9 ♦10 ♣10 100.0%" in first
    titles = browser.script(
        "[...document.querySelectorAll('#errors tbody tr:first-child > *')]"
        ".map(cell => getComputedStyle(cell, '::before').content)"
    )
    assert [title.strip('"') for title in titles] == [
        *("loss", "board", "contract", "trick", "played", "best", "PIMC")
    ]
    height = browser.script("document.querySelector('#chances tbody th').getBoundingClientRect().height")
    assert height < 40, "a contract stands on one line"
    for title in ("mistakes", "lost in all"):
        assert title in browser.text("#declarers thead")


def test_dark_and_light_have_their_own_colours_with_contrast(show: Show) -> None:
    found = []
    for dark in (False, True):
        browser = show(dark=dark)
        colours = browser.script(
            "(s => [s.backgroundColor, s.color])(getComputedStyle(document.body)).map("
            "c => c.match(/[0-9.]+/g).slice(0, 3).map(Number))"
        )
        background, ink = (_luminance(colour) for colour in colours)
        bright, dim = max(background, ink), min(background, ink)
        assert (bright + 0.05) / (dim + 0.05) > 7
        found.append(background)
    light, dark_background = found
    assert light > 0.8
    assert dark_background < 0.1


def _luminance(colour: list[float]) -> float:
    """As in the accessibility guidelines."""
    parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_cells_differ_in_lightness_too(show: Show) -> None:
    """Whoever sees no colours must see what is won."""
    for dark in (False, True):
        browser = show(dark=dark)
        strokes = browser.script(
            "[['.strip .won', 'stroke'], ['.strip', 'backgroundColor']].map(([s, p]) => "
            "getComputedStyle(document.querySelector('.matrix ' + s))[p].match(/[0-9.]+/g).map(Number))"
        )
        won, empty = (_luminance(colour[:3]) for colour in strokes)
        assert (max(won, empty) + 0.05) / (min(won, empty) + 0.05) > 3


def test_paper_has_everything_without_pointing(show: Show) -> None:
    browser = show(media="print")
    assert not browser.find("#panel").is_displayed()
    heights = browser.script(
        "[...document.querySelectorAll('.layouts tr')].map(row => row.getBoundingClientRect().height)"
    )
    assert min(heights) > 0
    assert len(heights) == 1 + len(MATRIX.blocks()) + DECISION.worlds
    assert browser.script("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    printed = base64.b64decode(browser.devtools("Page.printToPDF")["data"])
    assert printed.startswith(b"%PDF")
    assert browser.script("document.querySelectorAll('details[open]').length") == 0


def test_dark_paper_is_white_as_well(show: Show) -> None:
    browser = show(media="print", dark=True)
    assert browser.script("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_name_from_a_file_runs_nothing(show: Show) -> None:
    browser = show(east_west(), name="east-west")
    assert HOSTILE in browser.text("h1")
    assert browser.driver.title.startswith(f"Board {HOSTILE}")
    assert browser.script("document.scripts.length") == 1


def test_without_scripts_the_layouts_can_still_be_read(show: Show) -> None:
    browser = show(scripts=False)
    browser.find("#list summary").click()
    assert browser.find("#w1").is_displayed()
    browser.emulate()


def test_a_thousand_layouts_can_be_gone_through(show: Show) -> None:
    decision = PAGES["thousand"]
    browser = show(decision, name="thousand", width=390)
    browser.find("#columns").send_keys(Keys.END)
    matrix = matrix_of(decision)
    assert browser.text("#layout h3") == f"Layout {matrix.worlds[-1] + 1}"
    for _ in range(30):
        browser.find("#columns").send_keys(Keys.ARROW_LEFT)
    assert browser.text("#layout h3") == f"Layout {matrix.worlds[-31] + 1}"
    assert browser.text("#layout").splitlines()[1:11] == hands(decision, matrix.worlds[-31], matrix.hidden)

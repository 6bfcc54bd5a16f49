"""One page of each kind, with names that need much room, for tests of what all pages have in common."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from alphamu_dds import solve_suit
from alphamu_dds.report import batch_html, page, suit_page
from alphamu_dds.studies.batch_summary import summarise
from alphamu_dds.studies.board_review import ReviewOptions

from .decision_maker import drawn

LONG = "results-of-the-club-evening-in-november-with-a-name-that-has-no-room-anywhere.pbn"
PLAYER = "Bartholomew-Maximilian_von_Hohenlohe"


def _record(number: int, kind: str, **more: Any) -> dict[str, Any]:
    return {
        "schema": 2,
        "number": number,
        "file": LONG,
        "place": number,
        "line": 1,
        "board": str(number),
        "contract": "4SXX",
        "declarer": "S",
        "player": PLAYER,
        "result": 9,
        "problems": [],
        "kind": kind,
        "status": "done",
        "reason": None,
        **more,
    }


def _choice(after: int, loss: float) -> dict[str, Any]:
    return {
        "after": after,
        "trick": after // 4 + 1,
        "seat": "N",
        "played": "HT",
        "played_mu": 1 - loss,
        "best": ["ST", "S9", "DT", "CT", "C9"],
        "best_mu": 1.0,
        "loss": loss,
        "pimc": "ST",
        "verdict": "mistake",
        "pimc_differs": False,
    }


def report(linked: bool = True) -> str:
    """The page of a batch with a table of every sort."""
    chance = {"mu": 0.5, "double_dummy": 0.75, "makes": True}
    found = [
        _record(1, "play", decisions=[_choice(22, 1.0), _choice(45, 0.375)], errors=[22, 45], undecided=[]),
        _record(2, "contract", chance=chance),
        _record(3, "play", status="failed", reason=f"no reason is given in {LONG}"),
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        file.write_text("".join(json.dumps(record) + "\n" for record in found))
        summary = summarise(str(file))
    links = {0: "page_files/one.html"} if linked else {}
    return batch_html.render(summary, summary.worst, links, ReviewOptions())


def mistake() -> str:
    """The page of a mistake."""
    decision, why = drawn()
    said = f"{LONG}, board 1: in trick 2 {PLAYER} (South) played ♦5. It cost 100.0%: 0.0% instead of 100.0%."
    return page.page(decision, why, page.Played("D5", said, "../page.html"))


def kinds() -> dict[str, str]:
    """A page of each kind."""
    return {
        "decision": page.page(*drawn()),
        "mistake": mistake(),
        "batch": report(),
        "suit": suit_page.page(solve_suit("AQT95", "J432", tricks=4)),
        "average": suit_page.page(solve_suit("AJ98", "5432")),
    }

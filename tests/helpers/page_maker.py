"""One page of each kind, with names that need much room, for tests of what all pages have in common."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from alphamu_dds.batch.records import DONE, MISTAKE, BoardRecord, Chance, Choice, Sample
from alphamu_dds.batch.summary import summarise
from alphamu_dds.bridge.cards import NORTH, parse_card
from alphamu_dds.report.html import batch, decision, suit
from alphamu_dds.solve.effort import Effort
from alphamu_dds.suit.solve import solve_suit
from tests.helpers.decision_maker import drawn

LONG = "results-of-the-club-evening-in-november-with-a-name-that-has-no-room-anywhere.pbn"
PLAYER = "Bartholomew-Maximilian_von_Hohenlohe"


SAMPLE = Sample(True, 1, None, 100, 0, False, 1, [], [])


def _record(number: int, kind: str, status: str = DONE, **more: Any) -> BoardRecord:
    return BoardRecord(
        number, LONG, number, 1, str(number), "4SXX", "S", PLAYER, 9, kind=kind, status=status, **more
    )


def _choice(after: int, loss: float) -> Choice:
    return Choice(
        after=after,
        trick=after // 4 + 1,
        turn=NORTH,
        move=parse_card("HT"),
        mu=1 - loss,
        best_moves=tuple(parse_card(card) for card in ("ST", "S9", "DT", "CT", "C9")),
        mu_best=1.0,
        loss=loss,
        told_apart=True,
        verdict=MISTAKE,
        checks=[],
        pimc=parse_card("ST"),
        pimc_mu=1.0,
        pimc_differs=False,
        need=1,
        sample=SAMPLE,
    )


def report(linked: bool = True) -> str:
    """The page of a batch with a table of every sort."""
    chance = Chance(0.5, 0.75, 0.25, 10, True, [], 10, SAMPLE)
    found = [
        _record(1, "play", choices=(_choice(22, 1.0), _choice(45, 0.375))),
        _record(2, "contract", chance=chance),
        _record(3, "play", "failed", reason=f"no reason is given in {LONG}"),
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        file.write_text("".join(json.dumps(record.to_dict()) + "\n" for record in found))
        summary = summarise(str(file))
    links = {0: "page_files/one.html"} if linked else {}
    return batch.render(summary, summary.worst, links, Effort())


def mistake() -> str:
    """The page of a mistake."""
    said = f"{LONG}, board 1: in trick 2 {PLAYER} (South) played ♦5. It cost 100.0%: 0.0% instead of 100.0%."
    return decision.page(drawn(), decision.PlayedHere(parse_card("D5"), said, "../page.html"))


def kinds() -> dict[str, str]:
    """A page of each kind."""
    return {
        "decision": decision.page(drawn()),
        "mistake": mistake(),
        "batch": report(),
        "suit": suit.page(solve_suit("AQT95", "J432", tricks=4)),
        "average": suit.page(solve_suit("AJ98", "5432")),
    }

"""Whatever is in a text, a table or a file of results: it is read, or refused with one sentence."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from alphamu_cli.batch_files import write_csv

from alphamu_dds import AlphaMuError, InputError, player_named
from alphamu_dds.batch.plan import plan_of
from alphamu_dds.batch.run import run_plan
from alphamu_dds.batch.summary import summarise
from alphamu_dds.jobs.workforce import Workforce
from alphamu_dds.report.text.batch import summary_text
from alphamu_dds.solve.effort import Effort
from alphamu_dds.worlds.assume import Assumptions
from alphamu_dds.worlds.bidding import BiddingTable
from alphamu_dds.worlds.condition import ConditionConstraint
from alphamu_dds.worlds.features import Deals
from alphamu_dds.worlds.lead import LeadTable

LONG = "9" * 5000
DECISION = {
    "after": 3,
    "trick": 1,
    "seat": "S",
    "played": "D2",
    "played_mu": 0.25,
    "best": ["D9"],
    "best_mu": 1.0,
    "loss": 0.75,
    "told_apart": True,
    "verdict": "mistake",
    "checks": [],
    "pimc": "D9",
    "pimc_mu": 1,
    "pimc_differs": False,
    "need": 9,
    "complete": False,
    "max_moves": 2,
    "limit": None,
    "worlds": 5,
    "left_out": 0,
    "all_layouts": False,
    "seed": 1,
    "assumed": [],
    "not_used": [],
}
CHANCE = {
    "mu": 0.5,
    "double_dummy": 0.75,
    "flatters": 0.25,
    "tricks": 9,
    "makes": True,
    "leads": [],
    "need": 9,
    "complete": True,
    "max_moves": 2,
    "limit": None,
    "worlds": 5,
    "left_out": 0,
    "all_layouts": False,
    "seed": 1,
    "assumed": [],
    "not_used": [],
}
RECORD = {
    "schema": 1,
    "number": 1,
    "file": "a.pbn",
    "place": 1,
    "line": 1,
    "board": "7",
    "contract": "3NT",
    "declarer": "S",
    "player": "",
    "result": None,
    "problems": [],
    "kind": "play",
    "status": "done",
    "reason": None,
    "decisions": [DECISION],
    "errors": [3],
}
CONTRACT = {name: value for name, value in RECORD.items() if name not in ("decisions", "errors")}
OTHERS: list[Any] = [
    None,
    -1,
    0.5,
    True,
    "x",
    "",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    10**400,
    float("nan"),
    float("inf"),
]
BOARD = '[Board "1"]\n[Deal "S:AKQ.AKQ.AKQ.AKQJ - JT9.JT9.JT98.T98 -"]\n[Contract "7NT"]\n[Declarer "S"]\n'


def one_layout(condition: str) -> bool:
    passes = ConditionConstraint(condition).passes(Deals([np.zeros(1, dtype=np.uint64)] * 4, 1))
    assert passes is not None
    return bool(passes[0])


@pytest.mark.parametrize("joined", ["&&", "||"])
def test_a_condition_may_have_a_thousand_terms(joined: str) -> None:
    terms = ["hcp(west)==0"] * 1000
    assert one_layout(joined.join(terms))
    terms[-1] = "hcp(west)>0"
    assert one_layout(joined.join(terms)) == (joined == "||")
    assert one_layout("shape(west, " + "+".join(["4333"] * 1000) + "+any 0000)")


def test_rows_of_operators_are_taken_from_left_to_right() -> None:
    assert one_layout("8-3-2==3 && 24/4/2==3 && 8-(3-2)==7 && 2+3*4==14")
    assert not one_layout("shape(west, any 0000 + 4333 - any 0000)")


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("hcp(west)>" + LONG, "a number in a condition has nine digits at most: '999"),
        ("hcp(west)>" + "10" * 200 + "*" + LONG, "a number in a condition has nine digits at most"),
        ("!" * 5000 + "1", "operators are nested too deeply in the condition"),
        ("1" + "?1:0" * 200, "operators are nested too deeply in the condition"),
        ("hcp(west)>0 && " * 2000 + "1", "a condition has 20000 characters at most, not 30001"),
    ],
)
def test_a_condition_that_is_too_much_is_one_sentence(condition: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        ConditionConstraint(condition)


@pytest.mark.parametrize("text", ["pimc:worlds=" + LONG, "alphamu:M=" + LONG, "alphamu:worlds=9999999999"])
def test_a_player_with_a_number_that_is_too_long_is_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match="must be a whole number, 1 to 999999999"):
        player_named(text)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("[" * 5000 + "]" * 5000, "the table is nested too deeply"),
        ("{a=" * 5000 + "1" + "}" * 5000, "the table is nested too deeply"),
        ("[" * 5000, "the table is nested too deeply"),
        (LONG, "a number in the table is too long"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_sentence(tmp_path: Path, value: str, sentence: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f"x = {value}\n")
    for read in (BiddingTable.read, LeadTable.read):
        with pytest.raises(InputError, match=f"table.toml: {sentence}$"):
            read(str(path))


def places(thing: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside."""
    if way:
        yield way
    if isinstance(thing, dict):
        for name in thing:
            yield from places(thing[name], (*way, name))
    elif isinstance(thing, list):
        for number in range(len(thing)):
            yield from places(thing[number], (*way, number))


def altered(thing: Any) -> Iterator[Any]:
    """The same with one thing taken away, or replaced by something else."""
    for *way, last in places(thing):
        for value in ("gone", *OTHERS):
            other = copy.deepcopy(thing)
            inner = other
            for name in way:
                inner = inner[name]
            if value == "gone":
                del inner[last]
            else:
                inner[last] = value
            yield other


@pytest.mark.parametrize("record", [RECORD, {**CONTRACT, "kind": "contract", "chance": CHANCE}])
def test_altered_results_are_summed_up_or_refused_with_their_line(
    tmp_path: Path, record: dict[str, Any]
) -> None:
    output = tmp_path / "results.jsonl"
    told, refusals = 0, []
    for other in altered(record):
        output.write_text(json.dumps(other) + "\n")
        try:
            summary = summarise(str(output))
            assert summary_text(summary)
            assert json.dumps(summary.to_dict(), allow_nan=False)
            write_csv(str(output), str(tmp_path / "results.csv"))
            told += 1
        except InputError as error:
            refusals.append(str(error))
    sentence = "results.jsonl, line 1: this is no record of such a run"
    assert all(sentence in refusal for refusal in refusals)
    assert len(refusals) > 100
    assert told > 50  # what nobody reads may be anything


def test_altered_run_files_and_records_are_continued_or_refused(tmp_path: Path) -> None:
    output, board = tmp_path / "results.jsonl", tmp_path / "a.pbn"
    board.write_text(BOARD)
    plan = plan_of([str(board)])
    assumptions = Assumptions(lead="off")
    effort = Effort(worlds=2, max_moves=1, seed=1, few=0, attempts=100)

    def go_on() -> None:
        run_plan(plan, str(output), assumptions, effort, Workforce(jobs=1))

    go_on()
    files = {output.with_name("results.jsonl" + end): b"" for end in (".run", "", ".early")}
    kept = {path: path.read_bytes() if path.exists() else b"" for path in files}
    run = output.with_name("results.jsonl.run")
    spoilt = [(run, json.dumps(other).encode() + b"\n") for other in altered(json.loads(kept[run]))]
    texts = [
        b"[" * 100_000,
        b'{"number": ' + b"[" * 100_000,
        b'{"number": ' + LONG.encode() + b"}",
        b"\xff\0",
    ]
    spoilt += [(path, text + end) for path in files for text in texts for end in (b"\n", b"\n\n", b"\nx")]
    refusals = []
    for path, text in spoilt:
        for name, content in kept.items():
            name.write_bytes(content)
        path.write_bytes(text)
        try:
            go_on()
        except AlphaMuError as error:
            refusals.append(str(error))
    assert refusals
    assert all("results.jsonl" in refusal and len(refusal) < 500 for refusal in refusals)

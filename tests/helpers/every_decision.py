"""What a default ``alphamu solve`` costs at every decision of the teaching deals.

    python -m tests.helpers.every_decision [FILES]

One line a deal: its decisions, the largest processor time and memory of a process, and how many searches were
ended by a limit. docs/performance.md shows what came out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import alphamu_dds as am
from tests.solve.test_same_answer import DEALS, decisions


def cost_of(file: Path, after: int) -> tuple[float, int, str | None]:
    """Processor seconds, MiB, and the limit that was reached."""
    command = [sys.executable, "-c", "from alphamu_cli.main import main; main()"]
    process = subprocess.Popen(
        [*command, "solve", str(file), "--after", str(after), "--json", "--why"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    document = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss >> 10, document["stats"]["limit"]


def main() -> None:
    """Print the table."""
    print("| deal | decisions | worst processor time | worst memory | ended by a limit |")
    print("| --- | --- | --- | --- | --- |")
    for file in [Path(name) for name in sys.argv[1:]] or DEALS:
        costs = [cost_of(file, after) for after in decisions(next(iter(am.read_boards(file))))]
        ended = sum(limit is not None for _, _, limit in costs)
        worst, most = max(cost[0] for cost in costs), max(cost[1] for cost in costs)
        print(f"| {file.stem} | {len(costs)} | {worst:.1f} s | {most} MiB | {ended} |", flush=True)


if __name__ == "__main__":
    main()

"""Memory of a batch while it runs: ``python -m tests.helpers.batch_memory 2000`` (Linux).

Prints, at every tenth of the boards, the resident memory of the command and of its largest worker.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from alphamu_dds.formats.write_pbn import write_pbn
from tests.batch.test_batch import COMMAND, on_disk
from tests.helpers.batch_boards import short_boards


def resident(process: str) -> float:
    """MiB of a process; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def main() -> None:
    number = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder) / "boards.pbn", Path(folder) / "results.jsonl"
        file.write_text(write_pbn(short_boards(number)), encoding="utf-8")
        command = [*COMMAND, str(file), "-o", str(output), "--worlds", "20", "-M", "2", *sys.argv[2:]]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print("boards  command  worker  (MiB)")
        for part in range(1, 11):
            while process.poll() is None and on_disk(output) < number * part // 10 - (part == 10):
                time.sleep(0.05)
            if process.poll() is not None:
                break
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            worker = max((resident(child) for child in children), default=0.0)
            print(f"{number * part // 10:6}  {resident(str(process.pid)):7.1f}  {worker:6.1f}", flush=True)
        process.wait()


if __name__ == "__main__":
    main()

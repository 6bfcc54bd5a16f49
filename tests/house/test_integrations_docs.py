"""docs/integrations.md: what its Python prints."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.helpers.command import ROOT


def test_the_library_prints_what_the_page_says() -> None:
    page = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```\s+prints\s+(?:```\n(.*?)```|`([^`]*)`)", page, re.DOTALL)
    assert len(blocks) >= 2
    for code, lines, line in blocks:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
        )
        assert done.stdout.strip() == (lines or line).strip()

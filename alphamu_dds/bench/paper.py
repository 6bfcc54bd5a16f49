"""The figures of the paper "Optimizing αμ" (Cazenave, Legras, Ventos), to stand beside ours."""

from __future__ import annotations

PAPER_SECONDS = {
    (52, 20): (3.020, 2.916, 3.321, 3.342, 3.648, 2.837, 1.032, 3.230, 1.438, 1.469, 1.365, 3.566),
    (32, 20): (2.016, 1.465, 1.739, 1.704, 1.972, 1.259, 0.605, 0.989, 0.648, 0.647, 0.629, 1.207),
    (32, 40): (4.381, 2.891, 3.939, 3.852, 4.338, 2.989, 1.297, 2.420, 1.382, 1.410, 1.329, 2.443),
}
"""Tables 1 to 3 of the paper: seconds a move, M = 3, by cards and worlds, rows in the paper's order."""

PAPER_ROWS = (
    "nnnnn",
    "ynnnn",
    "nynnn",
    "nnynn",
    "nnnyn",
    "nnnny",
    "yyyyy",
    "nyyyy",
    "ynyyy",
    "yynyy",
    "yyyny",
    "yyyyn",
)
"""The switches U, E, α, W and Win of each row."""

PAPER_THREADS = (
    (1, 20, 0.019, 0.015),
    (1, 40, 0.041, 0.024),
    (1, 80, 0.083, 0.041),
    (1, 160, 0.160, 0.078),
    (2, 20, 0.067, 0.042),
    (2, 40, 0.145, 0.081),
    (2, 80, 0.333, 0.152),
)
"""The paper's last table: M, worlds, seconds with 1 thread and with 6."""

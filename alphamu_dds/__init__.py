"""αμ for bridge: which card wins in the most layouts that declarer cannot tell apart.

    import alphamu_dds as am
    answer = am.solve_worlds(["N:AQ.2.. K.AK.. 32..A. JT..K.", ...], strain="N", leader="S", need=2)

Importing this package is cheap: the double dummy solver is loaded when it is first asked.
"""

from __future__ import annotations

from .bridge.cache import LeafCache
from .engine.options import Limits, Options
from .errors import AlphaMuError, InputError, SolverError
from .studies.decision import CardResult, Decision, Stats, pimc, solve_worlds

__version__ = "0.1.0"

__all__ = [
    "AlphaMuError",
    "CardResult",
    "Decision",
    "InputError",
    "LeafCache",
    "Limits",
    "Options",
    "SolverError",
    "Stats",
    "__version__",
    "pimc",
    "solve_worlds",
]

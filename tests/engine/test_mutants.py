"""Each known trap, put into the code on purpose, must be caught by the comparison with the definition.

The first test shows that the unchanged code passes the very same checks.
"""

from __future__ import annotations

import importlib
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.bridge.test_solver import wrong_warm_solves
from tests.helpers.abstract import Entries, bits, random_game, reference_front, reference_score
from tests.helpers.mutants import mutant
from tests.helpers.reference import Ending, Reference, contested_ending, hands_from_text


@dataclass(frozen=True)
class Trap:
    """A mistake that αμ programs have made, and the change that makes it here."""

    name: str
    module: str
    changes: tuple[tuple[str, str], ...]


ENGINE_TRAPS = [
    Trap(
        "impossible worlds count as lost in a vector",
        "engine.search",
        (("return (self.full & ~possible | won,), (", "return (won,), ("),),
    ),
    Trap(
        "impossible worlds count as lost when leaves are valued in bulk",
        "engine.search",
        (("prune([impossible | vector for", "prune([vector & node.possible for"),),
    ),
    Trap(
        "a world cut returns all zeros for impossible worlds",
        "engine.search",
        (
            (
                "        missing = useful & ~known\n",
                "        if not useful:\n            return (0,), (0,)\n        missing = useful & ~known\n",
            ),
        ),
    ),
    Trap(
        "no entry is compared as an empty front",
        "engine.table",
        (("            return BOTTOM, self._top\n", "            return BOTTOM, BOTTOM\n"),),
    ),
    Trap(
        "an early cut returns the empty front",
        "engine.search",
        (
            (
                "node.window.alphas if options.early_cut else ()):\n            return",
                "node.window.alphas if options.early_cut else ()):\n"
                "            node.lower = node.upper = BOTTOM\n            return",
            ),
        ),
    ),
    Trap(
        "an α cut returns the empty front under a Min parent",
        "engine.search",
        (
            (
                "node.window.alphas if options.alpha_cut else ()):\n                break",
                "node.window.alphas if options.alpha_cut else ()):\n                self._store(node)\n"
                "                node.lower = node.upper = BOTTOM\n                return",
            ),
        ),
    ),
    Trap(
        "the table forgets which worlds are possible",
        "engine.table",
        (
            ("self._entries.get((state, possible))", "self._entries.get((state, 0))"),
            ("self._entries[node.state, node.possible]", "self._entries[node.state, 0]"),
        ),
    ),
    Trap(
        "a bound found while a world was useless claims that the world is lost",
        "engine.search",
        ((", (self.full & ~(useful & ~won),)", ", (self.full & ~possible | won,)"),),
    ),
    Trap(
        "a lower bound claims worlds whose defenders' moves were not tried",
        "engine.search",
        (("fronts.prune([vector & ~useless for vector in secured])", "secured"),),
    ),
    Trap(
        "the front of a node left by an α cut is stored as exact",
        "engine.search",
        (
            (
                "node.window.alphas if options.alpha_cut else ()):\n                break",
                "node.window.alphas if options.alpha_cut else ()):\n                lower, node.lower = node.lower, node.upper\n"
                "                self._store(node)\n                node.lower = lower\n                return",
            ),
        ),
    ),
    Trap(
        "a node between a cut and its ancestor is stored as exact",
        "engine.search",
        (("joined = fronts.join(node.lower, lower)", "joined = fronts.join(node.lower, upper)"),),
    ),
    Trap(
        "a bound of another depth is used as if it were of this depth",
        "engine.table",
        (("entry.lower if moves_left <= entry.lower_moves else BOTTOM", "entry.lower"),),
    ),
    Trap(
        "worlds are marked useless at a Max node",
        "engine.search",
        (
            (
                "            node.lower, node.best = joined, moves[i]\n",
                "            node.lower, node.best = joined, moves[i]\n"
                "            self._narrow(node, fronts.meet(node.window.beta, node.lower))\n",
            ),
        ),
    ),
    Trap(
        "useless worlds leak to the siblings of the Min node that found them",
        "engine.search",
        (
            (
                "        useful = possible & window.useful\n",
                "        self.leak = getattr(self, 'leak', 0) | possible & ~window.useful\n"
                "        useful = possible & ~self.leak\n",
            ),
        ),
    ),
    Trap(
        "the table is kept over a new sample of worlds",
        "engine.search",
        (
            (
                "self.table = Table(self.top, self.budget)",
                "self.table = getattr(Table, 'kept', None) or Table(self.top, self.budget); Table.kept = self.table",
            ),
        ),
    ),
    Trap(
        "the bounds that a root cut leaves are shown as exact",
        "engine.root",
        (("return leq(self.upper, self.lower) or not union(self.upper) & self.possible", "return True"),),
    ),
    Trap(
        "vectors below the target are thrown out of a bound that is kept",
        "engine.search",
        (
            ("_MANY = 64", "_MANY = 0"),
            (
                "return fronts.prune([*missing, *fronts.meet(promising, child_upper)])",
                "return fronts.meet(promising, child_upper)",
            ),
        ),
    ),
    Trap(
        "a move that misses its target is asked no more",
        "engine.root",
        (
            (
                "                while not self.keeps_promise(records[i], partial(search_move, i)):\n                    pass\n",
                "                self.keeps_promise(records[i], partial(search_move, i))\n",
            ),
        ),
    ),
    Trap(
        "meet keeps the smaller of two comparable vectors",
        "engine.fronts",
        (("return self.prune([a & b for a in first for b in second])", "return (first[0] & second[0],)"),),
    ),
]

BRIDGE_TRAPS = [
    Trap(
        "equal cards are judged without the cards on the table",
        "bridge.game",
        (("            gone &= ~(1 << card)\n", "            gone |= 1 << card\n"),),
    ),
    Trap(
        "a defender's cards are merged though they are legal in different worlds",
        "bridge.game",
        (("same = legal & useful == lower_mask and ", "same = "),),
    ),
    Trap(
        "a defender's cards are merged though another card lies between them",
        "bridge.game",
        ((" and _next_lower(present, card) == 1 << lower_card", ""),),
    ),
    Trap(
        "a claim forgets that partner's only card may take the trick from the other hand",
        "bridge.claim",
        (("if follows > 1 << card:", "if False:"),),
    ),
    Trap(
        "a claim counts winners in side suits while the defenders have trumps",
        "bridge.claim",
        (("if trump not in (NOTRUMP, suit) and hidden & SUIT_BITS << 16 * trump:", "if False:"),),
    ),
    Trap(
        "the defenders' target is one trick too high",
        "bridge.game",
        (("else state.left - state.need + 1", "else state.left - state.need + 2"),),
    ),
]


def engine_disagreement() -> str | None:
    """Compare the engine now importable with the definition; the first difference, or None."""
    root: Any = importlib.import_module("alphamu_dds.engine.root")
    options_module: Any = importlib.import_module("alphamu_dds.engine.options")
    options_class, limits_class = options_module.Options, options_module.Limits
    names = options_class.names()
    rng = random.Random(5)
    for seed in range(1200):
        game = random_game(seed, layers=5 + seed % 3)
        max_moves = 1 + seed % 4
        everything = frozenset(range(game.worlds))
        entries = Entries(game)
        wanted = reference_score(reference_front(game, game.root, everything, max_moves), None)
        for _ in range(12):
            on = rng.choice([0.5, 0.8])
            options = options_class.of(*[name for name in names if rng.random() < on])
            score = root.Score(game.worlds)
            every = seed % 5 == 4
            want = options_module.Want.SCORES if every else options_module.Want.BEST
            run = root.RootSearch(game, limits_class(max_moves), options, score, want)
            result = run.run()
            false = entries.first_false(run.tree.table) if seed % 3 == 0 else None
            if false:
                return f"{false}: game {seed}, {options}"
            if result.score != wanted:
                return f"score {result.score} instead of {wanted}: game {seed}, {options}"
            for record in result.moves:
                if every and not record.score_is_exact(score):
                    return f"a bound instead of a score: game {seed}, {options}"
                if record.exact:
                    target, legal = game.edges[game.root][record.move]
                    there = everything & frozenset(bits(legal))
                    left = max_moves - 1 if game.max_to_move(game.root) else max_moves
                    front = {frozenset(bits(v & record.possible)) for v in record.upper}
                    if front != reference_front(game, target, there, left):
                        return f"wrong front called exact: game {seed}, {options}"
    return None


KING_AND_JACK = Ending(
    # While the queen lies on the table, the king beats it and the jack does not.
    worlds=tuple(
        hands_from_text(text)
        for text in ("N:.A2.. .3.. KJ... .54..", "N:.A2.. .4.. KJ... .53..", "N:.A2.. .5.. KJ... .43..")
    ),
    strain="N",
    leader=1,
    trick=("SQ",),
    declarer=2,
    need=2,
)


def bridge_endings() -> list[tuple[Ending, int]]:
    endings = [(contested_ending(seed, 3, 8), 1 + seed % 3) for seed in range(50, 250)]
    # Dummy's only diamond is the king: it takes the trick from declarer's ten.
    overtaken = contested_ending(7, 3, 10, on_table=1, defender_to_play=True)
    return [(KING_AND_JACK, 1), (KING_AND_JACK, 2), (overtaken, 4), *endings]


BRIDGE_WANTED = [(ending, moves, Reference(ending).fronts(moves)) for ending, moves in bridge_endings()]


def bridge_disagreement() -> str | None:
    """The same for bridge endings."""
    package: Any = importlib.import_module("alphamu_dds")
    for bulk in (True, False):
        for ending, moves, wanted in BRIDGE_WANTED:
            answer = package.solve_worlds(
                **ending.question(),
                max_moves=moves,
                options=package.Options(bulk_leaves=bulk),
            )
            found = {
                card.card: {frozenset(w for w, c in enumerate(v) if c == "1") for v in card.front}
                for card in answer.cards
            }
            if found != wanted:
                return f"{found} instead of {wanted}: {ending}"
    return None


def noticed(disagreement: Any) -> str | None:
    """A mutant is also caught when it falls over."""
    try:
        return disagreement()  # type: ignore[no-any-return]
    except Exception as error:
        return repr(error)


def test_the_unchanged_code_passes_the_checks_that_the_mutants_must_fail() -> None:
    assert engine_disagreement() is None
    assert bridge_disagreement() is None


@pytest.mark.parametrize("trap", ENGINE_TRAPS, ids=lambda trap: trap.name)
def test_a_trap_in_the_engine_is_noticed(trap: Trap) -> None:
    with mutant(trap.module, *trap.changes):
        assert noticed(engine_disagreement) is not None


@pytest.mark.parametrize("trap", BRIDGE_TRAPS, ids=lambda trap: trap.name)
def test_a_trap_in_the_bridge_game_is_noticed(
    trap: Trap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A mutant may ask what the solver refuses (a target above the tricks left), and that leaves a dump.txt.
    monkeypatch.chdir(tmp_path)
    with mutant(trap.module, *trap.changes):
        assert noticed(bridge_disagreement) is not None


def test_a_solver_table_kept_over_a_change_of_strain_is_noticed() -> None:
    with mutant("bridge.dds", ("if keep_table and trump == self._trump else", "if keep_table else")):
        dds: Any = importlib.import_module("alphamu_dds.bridge.dds")
        assert wrong_warm_solves(dds.lanes(), 2_000, threads=1) > 0


def test_the_original_package_is_back_after_a_mutant() -> None:
    before = importlib.import_module("alphamu_dds.engine.table")
    with mutant("engine.table", ("return BOTTOM, self._top", "return BOTTOM, BOTTOM")):
        assert importlib.import_module("alphamu_dds.engine.table") is not before
    assert importlib.import_module("alphamu_dds.engine.table") is before

"""The engine on random abstract games, compared with the definition."""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial

import pytest

from alphamu_dds.engine.fronts import Front, Mask
from alphamu_dds.engine.options import Limits, Options, Want
from alphamu_dds.engine.root import RootSearch, SearchResult, pimc, search
from alphamu_dds.engine.score import Score
from alphamu_dds.engine.table import Table
from tests.helpers.abstract import Entries, GraphGame, bits, random_game, reference_front, reference_score

search_module = importlib.import_module("alphamu_dds.engine.search")

GAMES = 480
STEP = 192
"""Every combination of all switches is tried on two or three of so many games."""

PAPER = (
    "table",
    "early_cut",
    "root_cut",
    "useful_worlds",
    "empty_entry",
    "alpha_cut",
    "deep_alpha_cut",
    "world_cuts",
    "cut_on_win",
)
"""Every combination of these is tried on every one of 400 games."""


@cache
def all_options() -> list[Options]:
    names = Options.names()
    return [
        Options(**dict(zip(names, switches, strict=True)))
        for switches in itertools.product((False, True), repeat=len(names))
    ]


def as_sets(front: Front, possible: Mask = -1) -> set[frozenset[int]]:
    return {frozenset(bits(vector & possible)) for vector in front}


def some_weights(seed: int, worlds: int) -> list[float] | None:
    rng = random.Random(seed)
    if rng.random() < 0.5:
        return None
    return [rng.choice([0, 1, 1, 2, 3, 0.5]) for _ in range(worlds - 1)] + [1]


def everywhere(game: GraphGame) -> frozenset[int]:
    return frozenset(range(game.worlds))


def reference_root(game: GraphGame, max_moves: int) -> set[frozenset[int]]:
    return reference_front(game, game.root, everywhere(game), max_moves)


def compare(seed: int, combinations: Iterable[Options]) -> None:
    """Score, and front where no switch gives it up for the score, of one game with each combination."""
    game = random_game(seed)
    max_moves = 1 + seed % 4
    front = reference_root(game, max_moves)
    weights = some_weights(seed, game.worlds)
    wanted = reference_score(front, weights)
    for options in combinations:
        result = search(game, Limits(max_moves), options, weights)
        assert result.score == wanted, (seed, options)
        if not (options.root_cut or options.cut_on_win or options.score_cut):
            assert as_sets(result.front) == front, (seed, options)


@pytest.mark.parametrize("part", range(8))
def test_every_combination_of_all_switches_gives_the_score_of_the_definition(part: int) -> None:
    combinations = all_options()
    for seed in range(part, GAMES, 8):
        compare(seed, combinations[seed % STEP :: STEP])


@pytest.mark.parametrize("part", range(8))
def test_every_combination_of_the_paper_switches_on_400_games(part: int) -> None:
    others = {"iterative_deepening": True, "score_cut": False}
    combinations = [
        replace(Options(), **others, **dict(zip(PAPER, switches, strict=True)))
        for switches in itertools.product((False, True), repeat=len(PAPER))
    ]
    for seed in range(5000 + part, 5400, 8):
        compare(seed, combinations)


# The join of all ancestors cuts where no single one does: too rare for random games, so it has a figure.
@pytest.mark.parametrize("name", [name for name in Options.names() if name != "join_alpha"])
def test_every_switch_has_an_effect(name: str) -> None:
    """Switched on alone or switched off alone, it changes how much is searched or valued, not the score."""

    def effort(options: Options) -> list[tuple[int, int, float]]:
        efforts = []
        for seed in range(150):
            game = random_game(seed, layers=6, root="max")
            result = search(game, Limits(4), options)
            efforts.append((result.nodes, game.evaluations, float(result.score)))
        return efforts

    needs = {"empty_entry": "early_cut", "deep_alpha_cut": "alpha_cut"}
    fewer = {**dict.fromkeys(Options.names(), False), "iterative_deepening": True, "bulk_leaves": True}
    if name in needs:
        fewer[needs[name]] = True
    without = effort(Options(**{**fewer, name: False}))
    alone = effort(Options(**{**fewer, name: True}))
    everything = effort(Options())
    all_but = effort(replace(Options(), **{name: False}))
    assert [score for *_, score in alone] == [score for *_, score in everything]
    assert without != alone or everything != all_but


@pytest.mark.parametrize("part", range(4))
def test_every_move_has_its_own_exact_front_when_asked_for(part: int) -> None:
    rng = random.Random(part)
    for seed in range(1000 + part, 1400, 4):
        game = random_game(seed)
        max_moves = 1 + seed % 4
        for options in [Options(), Options.paper(), *rng.sample(all_options(), 6)]:
            result = search(game, Limits(max_moves), options, want=Want.FRONTS)
            assert as_sets(result.front) == reference_root(game, max_moves)
            for record in result.moves:
                target, legal = game.edges[game.root][record.move]
                there = everywhere(game) & frozenset(bits(legal))
                left = max_moves - 1 if game.max_to_move(game.root) else max_moves
                assert record.exact
                assert as_sets(record.upper, record.possible) == reference_front(game, target, there, left)
                assert bits(record.perfect & record.possible) == [
                    w for w in sorted(there) if game.value(target, w)
                ]


@pytest.fixture(params=["fronts as they are", "every front is large"])
def front_size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Small games have small fronts: once, they are all treated as large ones."""
    name: str = request.param
    if name == "every front is large":
        monkeypatch.setattr(search_module, "_MANY", 0)
    return name


@pytest.mark.parametrize("part", range(4))
@pytest.mark.usefixtures("front_size")
def test_every_move_has_its_own_exact_score_when_only_scores_are_asked_for(part: int) -> None:
    rng = random.Random(50 + part)
    for seed in range(part, GAMES, 4):
        game = random_game(seed)
        max_moves = 1 + seed % 4
        weights = some_weights(seed, game.worlds)
        score = Score(game.worlds, weights)
        wanted = {}
        for move, (target, legal) in enumerate(game.edges[game.root]):
            there = everywhere(game) & frozenset(bits(legal))
            left = max_moves - 1 if game.max_to_move(game.root) else max_moves
            wanted[move] = reference_score(reference_front(game, target, there, left), weights)
        best = reference_score(reference_root(game, max_moves), weights)
        some = rng.sample(all_options(), 6)
        for options in [Options(), *some, *(replace(options, score_cut=True) for options in some)]:
            result = search(game, Limits(max_moves), options, weights, Want.SCORES)
            assert result.score == best, (seed, options)
            for record in result.moves:
                assert record.score_is_exact(score), (seed, options)
                assert score.front(record.upper, record.possible) == wanted[record.move], (seed, options)


@pytest.mark.parametrize("part", range(8))
def test_large_fronts_are_handled_with_care(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "_MANY", 0)
    combinations = [options for options in all_options() if options.score_cut]
    for seed in range(part, GAMES, 8):
        compare(seed, combinations[seed % STEP :: STEP])


@pytest.mark.parametrize("part", range(4))
@pytest.mark.usefixtures("front_size")
def test_every_table_entry_obeys_its_invariant_after_every_iteration(part: int) -> None:
    rng = random.Random(100 + part)
    combinations = [options for options in all_options() if options.table]
    checked = 0
    for seed in range(2000 + part, 2160, 4):
        game = random_game(seed)
        entries = Entries(game)
        for options in [Options(), Options.paper(), *rng.sample(combinations, 10)]:
            run = RootSearch(game, Limits(4), options, Score(game.worlds), rng.choice(list(Want)))
            table = run.tree.table
            run.run(partial(check, entries, table))
        checked += entries.checked
    assert checked > 1000


def check(entries: Entries, table: Table, result: SearchResult[int]) -> None:
    assert entries.first_false(table) is None, result.max_moves


def test_the_games_are_worth_the_trouble() -> None:
    """The comparison above means little unless depth matters and fronts have several vectors."""
    deeper_is_worse = several_vectors = min_roots = 0
    for seed in range(GAMES):
        game = random_game(seed)
        shallow, deep = reference_root(game, 1), reference_root(game, 4)
        deeper_is_worse += reference_score(deep, None) < reference_score(shallow, None)
        several_vectors += len(deep) > 1
        min_roots += not game.max_to_move(game.root)
    assert deeper_is_worse > 40
    assert several_vectors > 40
    assert min_roots > 40


def test_pimc_is_one_max_move() -> None:
    for seed in range(60):
        game = random_game(seed, root="max")
        result = pimc(game)
        best = max(
            sum(game.value(target, w) for w in range(game.worlds)) for target, _ in game.edges[game.root]
        )
        assert result.score == best
        assert result.max_moves == 1


def test_only_the_moves_asked_for_are_looked_at() -> None:
    for seed in range(120):
        game = random_game(seed, root="max")
        asked = [move for move, _ in enumerate(game.edges[game.root]) if (seed + move) % 2]
        if not asked:
            continue
        moves = 1 + seed % 4
        fronts = {
            move: reference_front(game, game.edges[game.root][move][0], everywhere(game), moves - 1)
            for move in asked
        }
        for want in Want:
            result = search(game, Limits(moves), Options(merge_equal=False), want=want, only=asked)
            assert [record.move for record in result.moves] == asked
            assert result.score == max(reference_score(front, None) for front in fronts.values())


def test_among_moves_that_are_alike_the_first_in_order_is_the_best() -> None:
    """They are alike if they score the same, both decide or neither, and open cards like them the same."""
    chosen = 0
    for seed in range(300):
        game = random_game(seed, root="max")
        target = {move: edge[0] for move, edge in enumerate(game.edges[game.root])}
        for moves in (1, 3):
            full = Options(merge_equal=False)
            merit = {
                move: (
                    reference_score(reference_front(game, state, everywhere(game), moves - 1), None),
                    game.finished(state),
                    sum(game.value(state, world) for world in range(game.worlds)),
                )
                for move, state in target.items()
            }
            alike = [move for move in target if merit[move] == max(merit.values())]
            for order in (lambda move: move, lambda move: -move):
                result = search(game, Limits(moves), full, want=Want.FRONTS, order=order)
                if moves == 1:
                    assert result.best == min(alike, key=order)
                assert result.best in alike
            chosen += len(alike) > 1
    assert chosen > 50


def test_a_node_limit_returns_the_last_completed_iteration() -> None:
    interrupted = 0
    for seed in range(120):
        game = random_game(seed, layers=7)
        options = Options.plain() if seed % 2 else Options()
        for nodes in (0, 1, 3, 8):
            result = search(game, Limits(5, nodes=nodes), options)
            assert result.score == reference_score(reference_root(game, result.max_moves), None)
            assert result.limit_reached == (result.max_moves < min(5, game.max_moves_left))
            interrupted += result.limit_reached
            assert result.iterations[0].max_moves == 1
    assert interrupted > 50


def test_a_time_limit_of_zero_still_gives_the_first_iteration() -> None:
    game = random_game(3, layers=7, root="max")
    result = search(game, Limits(5, seconds=0), Options.plain())
    assert result.limit_reached
    assert result.max_moves == 1


def test_progress_is_reported_after_every_iteration() -> None:
    for seed in range(30):
        reports: list[SearchResult[int]] = []
        result = search(random_game(seed, root="max"), Limits(4), on_iteration=reports.append)
        seen = [report.iterations[-1].max_moves for report in reports]
        # A game that is lost everywhere is not searched deeper: there is nothing left to lose.
        assert seen == ([1, 2, 3, 4] if result.score else list(range(1, len(seen) + 1)))
        assert result.max_moves == 4

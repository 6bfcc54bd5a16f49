"""A search ends as soon as somebody says so, from wherever he says it."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

import alphamu_dds as am
from alphamu_dds.engine import LimitReached, Limits, Options, SearchResult, search
from alphamu_dds.engine.budget import STOP_AFTER, Budget
from alphamu_dds.engine.fronts import Fronts
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.question import ask
from alphamu_dds.solve.search import search_layouts
from alphamu_dds.solve.seen import see
from alphamu_dds.solve.solve import draw_setting, position_of
from tests.engine.test_abstract_games import reference_root
from tests.engine.test_fronts import large_front
from tests.helpers.abstract import GraphGame, Node, random_game, reference_score

WIDE = Path(__file__).resolve().parents[2] / "data" / "deals" / "combining-chances.pbn"


@dataclass
class Counting(GraphGame):
    """Counts the nodes opened and the worlds valued since somebody asked last."""

    nodes: int = 0
    valued: int = 0
    most: int = 0
    asked: int = 0

    def moves(self, state: Node, possible: int, useful: int, merge: bool) -> list[tuple[int, int]]:
        self.nodes += 1
        return super().moves(state, possible, useful, merge)

    def evaluate(self, state: Node, worlds: int) -> int:
        if not self.finished(state):  # what is finished takes no time
            self.valued += worlds.bit_count()
        return super().evaluate(state, worlds)

    def never(self) -> bool:
        assert self.nodes <= 1
        self.most = max(self.most, self.valued)
        self.nodes = self.valued = 0
        self.asked += 1
        return False


def counting_game(seed: int) -> Counting:
    game = random_game(seed, worlds=70, layers=6, root="max")
    return Counting(game.worlds, game.root, game.kind, game.edges, game.wins)


@pytest.mark.parametrize("bulk", [True, False])
def test_whoever_may_stop_is_asked_at_every_node_and_after_every_few_worlds(bulk: bool) -> None:
    asked = most = 0
    for seed in range(20):
        game = counting_game(seed)
        search(game, Limits(3, stop=game.never), Options(bulk_leaves=bulk))
        asked += game.asked
        most = max(most, game.most)
        moves = max(len(edges) for edges in game.edges.values()) if bulk else 1
        assert game.most <= STOP_AFTER * moves
    assert asked > 200
    assert most >= STOP_AFTER


def test_a_stop_is_obeyed_at_once_and_what_was_completed_is_the_answer() -> None:
    without_answer = with_answer = 0
    for seed in range(20):
        game = random_game(seed, layers=7, root="max")
        for patience in range(0, 40, 2):
            asked = 0

            def stop(patience: int = patience) -> bool:
                nonlocal asked
                asked += 1
                return asked > patience

            try:
                result = search(game, Limits(5, stop=stop), Options(bulk_leaves=seed % 2 == 0))
            except LimitReached as reached:
                limit: str | None = reached.limit
                without_answer += 1
            else:
                assert result.score == reference_score(reference_root(game, result.max_moves), None)
                limit = result.limit
                with_answer += result.limit_reached
            assert limit in ("stop", None)
            assert asked == patience + 1 if limit else asked <= patience
    assert without_answer > 20
    assert with_answer > 20


def test_another_thread_may_stop_a_search() -> None:
    stopped = threading.Event()

    def another(_: SearchResult[int]) -> None:
        thread = threading.Thread(target=stopped.set)
        thread.start()
        thread.join()

    game = next(game for game in map(counting_game, range(99)) if search(game, Limits(2)).score)
    result = search(game, Limits(3, stop=stopped.is_set), on_iteration=another)
    assert (result.limit, result.max_moves) == ("stop", 1)


def test_work_on_large_fronts_is_stopped_too() -> None:
    one, other = large_front(1, 80), large_front(2, 80)
    fronts = Fronts(Budget(Limits(stop=lambda: True), 64))
    for work in (fronts.meet, fronts.join, fronts.leq):
        with pytest.raises(LimitReached, match="stop"):
            work(one, other)


def test_whoever_stops_wants_no_answer_from_fewer_layouts() -> None:
    setting = draw_setting(see(ask(next(iter(am.read_boards(WIDE))), after=3)), None, Effort())
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        assert asked <= 4, "asked again after it has stopped the search"
        return asked == 4

    effort = Effort(limits=Limits(2, stop=stop))
    with pytest.raises(am.StoppedError, match="before there was an answer"):
        search_layouts(position_of(setting), setting.worlds.weights, effort)
    assert asked == 4


def test_a_stop_is_no_part_of_what_limits_are() -> None:
    limits = Limits(3, stop=lambda: False)
    assert limits == Limits(3)
    assert hash(limits) == hash(Limits(3))
    assert repr(limits) == repr(Limits(3))
    with pytest.raises(am.InputError, match="stop must be a function without arguments: 3"):
        Limits(stop=3)  # type: ignore[arg-type]

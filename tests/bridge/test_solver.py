"""Many questions at once: warm tables, the cache, threads, and several searches in one process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from alphamu_dds import LeafCache, SolverError, solve_worlds
from alphamu_dds.bench.tables import benchmark_positions
from alphamu_dds.bridge.cards import EAST, SOUTH, Holding, Seat, parse_card, parse_layout
from alphamu_dds.bridge.dds import Lane, lanes
from alphamu_dds.bridge.packed import Packed, hand_of, pack, unpack
from alphamu_dds.bridge.solver import Batch, DoubleDummy
from tests.helpers.reference import Reference, contested_ending, random_ending

Question = tuple[Packed, int, int, int]


def random_questions(rng: random.Random, boards: int) -> list[Question]:
    """Every board in every strain: a table kept from one strain to another would be believed."""
    questions: list[Question] = []
    for _ in range(boards):
        cards = rng.randint(5, 8)
        deck = rng.sample([16 * suit + rank for suit in range(4) for rank in range(2, 15)], 4 * cards)
        hands = [Holding(sum(1 << card for card in deck[i * cards : (i + 1) * cards])) for i in range(4)]
        board = pack((hands[0], hands[1], hands[2], hands[3]))
        leader, target = rng.randrange(4), rng.randint(1, cards)
        questions.extend((board, trump, leader, target) for trump in range(5))
    return questions


def ask(lane: Any, question: Question, keep_table: bool) -> int:
    board, trump, leader, target = question
    lane.ask(trump, leader, (), target, all_cards=True)
    answer: int = lane.winning_cards(board, keep_table)
    return answer


def wrong_warm_solves(lanes: Any, solves: int, threads: int) -> int:
    """How many of so many solves with kept tables, strains at random, differ from cold ones."""
    rng = random.Random(1)
    questions = random_questions(rng, 40)

    def alone(lane: Any) -> list[int]:
        found = []
        for question in questions:
            # A solve in another strain makes DDS forget everything before the question is put.
            other = (question[1] + 1) % 5
            ask(lane, (question[0], other, question[2], question[3]), keep_table=False)
            found.append(ask(lane, question, keep_table=False))
        return found

    cold = lanes.lend(alone)

    def warm(seed: int, lane: Any) -> int:
        rng = random.Random(seed)
        ask(lane, questions[0], keep_table=False)
        wrong = 0
        for _ in range(solves // threads):
            number = rng.randrange(len(questions))
            wrong += ask(lane, questions[number], keep_table=True) != cold[number]
        return wrong

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(lambda seed: lanes.lend(partial(warm, seed)), range(threads)))


def lanes_to_be_had(taken: frozenset[int] = frozenset()) -> set[int]:
    """Take one lane after the other, as many as there are; waits if one is held."""
    if len(taken) == lanes().count:
        return set(taken)
    return lanes().lend(lambda lane: lanes_to_be_had(taken | {lane.index}))


def test_a_board_has_the_hands_that_were_put_in() -> None:
    layout = parse_layout("N:AQ.2..T 7.AK..K 32..A.2 JT..K.3")
    assert unpack(pack(layout)) == layout


def test_20000_warm_solves_with_random_strains_on_two_threads_equal_cold_ones() -> None:
    assert wrong_warm_solves(lanes(), 20_000, threads=2) == 0


def test_warm_and_cold_solves_equal_the_reference() -> None:
    for seed in range(150):
        ending = random_ending(seed, 4, 3)
        reference = Reference(ending)
        seat = (ending.leader + len(ending.trick)) % 4
        declaring = seat % 2 == ending.declarer % 2
        boards = [pack(parse_layout(layout)) for layout in ending.layouts()]
        trick = tuple(parse_card(card) for card in ending.trick)
        target = ending.need if declaring else 4 - ending.need + 1
        wanted = [
            reference.double_dummy(hands, ending.leader, ending.trick, ending.need) for hands in ending.worlds
        ]
        for warm in (True, False):
            solver = DoubleDummy("SHDCN".index(ending.strain), cache=LeafCache(0), warm=warm)
            found = solver.winning_cards(boards, [0, 1, 2][: len(boards)], Seat(ending.leader), trick, target)
            assert [bool(answer) == declaring for answer in found] == wanted


@pytest.mark.parametrize("every_card", [True, False])
def test_the_answer_does_not_depend_on_the_number_of_threads(every_card: bool) -> None:
    for seed in range(25):
        ending = contested_ending(seed, 4, 8)
        answers = []
        for threads in (1, 2, 5):
            decision = solve_worlds(
                **ending.question(),
                max_moves=3,
                every_card=every_card,
                threads=threads,
            )
            assert decision.stats.threads == min(threads, lanes().count)
            answers.append((decision.best, decision.cards, decision.stats.nodes, decision.stats.dds_calls))
        assert answers[0] == answers[1] == answers[2]


def test_the_worlds_of_a_batch_are_solved_by_more_than_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    if lanes().count < 2:
        pytest.skip("DDS has one thread index on this machine")
    solvers = set()
    original = Lane.winning_cards

    def watched(self: Lane, board: Packed, keep_table: bool = False) -> int:
        solvers.add((threading.get_ident(), self.index))
        return original(self, board, keep_table)

    monkeypatch.setattr(Lane, "winning_cards", watched)
    for threads, expected in ((1, 1), (2, 2)):
        solvers.clear()
        for entry in [p for p in benchmark_positions() if p["cards"] == 32]:
            solve_worlds(entry["worlds"], entry["strain"], "S", entry["need"], max_moves=1, threads=threads)
        assert len({thread for thread, _ in solvers}) == expected
        assert len({lane for _, lane in solvers}) == expected


ELSEWHERE = """
from endplay.types import Deal, Denom
from endplay.dds import solve_board
from alphamu_dds import solve_worlds
from alphamu_dds.bench.tables import benchmark_positions
for entry in [p for p in benchmark_positions() if p["cards"] == 32][:8]:
    for layout in entry["worlds"][:3]:
        deal = Deal(layout, trump=Denom.spades if entry["strain"] != "S" else Denom.hearts)
        list(solve_board(deal))
    found = solve_worlds(entry["worlds"], entry["strain"], "S", entry["need"], max_moves=2, every_card=False)
    print(int(found.wins == entry["prototype"]["2"]["wins"]), end="")
"""


def test_answers_are_right_when_somebody_else_has_used_the_solver_in_another_strain() -> None:
    done = subprocess.run([sys.executable, "-c", ELSEWHERE], capture_output=True, text=True, check=True)
    assert done.stdout == "11111111"


FORK = """
import os
from alphamu_dds import solve_worlds
from alphamu_dds.bridge.dds import lanes
from alphamu_dds.bench.tables import benchmark_positions
entry = next(p for p in benchmark_positions() if p["cards"] == 20)
def wins():
    return solve_worlds(entry["worlds"], entry["strain"], "S", entry["need"], max_moves=3, threads=2).wins
wanted = wins()
def fork(left):
    if left:  # as if other threads were solving
        return lanes().lend(lambda lane: fork(left - 1))
    child = os.fork()
    if child == 0:
        os._exit(0 if wins() == wanted else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
fork(lanes().count)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_has_lanes_and_threads_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "0\n"


def test_several_searches_at_once_queue_for_lanes_and_never_share_one() -> None:
    positions = [p for p in benchmark_positions() if p["cards"] == 20]
    holders: dict[int, int] = {}
    shared: list[int] = []
    mutex = threading.Lock()
    original = Lane.winning_cards

    def watched(self: Lane, board: Packed, keep_table: bool = False) -> int:
        with mutex:
            if self.index in holders:
                shared.append(self.index)
            holders[self.index] = threading.get_ident()
        try:
            return original(self, board, keep_table)
        finally:
            with mutex:
                del holders[self.index]

    def solve(job: int) -> object:
        entry = positions[job % len(positions)]
        return solve_worlds(
            entry["worlds"],
            "SHDCN"[job % 5],
            "S",
            entry["need"],
            max_moves=2,
            every_card=False,
            threads=1 + job % 3,
        ).wins

    alone = [solve(job) for job in range(20)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lane, "winning_cards", watched)
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(solve, range(20)))
    assert together == alone
    assert shared == []


def test_an_error_in_any_thread_is_raised_where_the_batch_was_started() -> None:
    def work(lane: Lane, number: int) -> None:
        if number == 7:
            raise SolverError("number 7")

    for _ in range(20):
        with pytest.raises(SolverError, match="number 7"):
            Batch([None] * 12, lambda lane: None, work).run(2)
    assert lanes_to_be_had() == set(range(lanes().count))  # all have been given back


def test_a_batch_does_every_piece_exactly_once() -> None:
    done: list[int] = []
    Batch([number % 3 for number in range(500)], lambda lane: None, lambda lane, n: done.append(n)).run(4)
    assert sorted(done) == list(range(500))


def test_small_cards_make_no_difference_to_the_cache() -> None:
    cache = LeafCache()
    solver = DoubleDummy(4, cache=cache)
    first = pack(parse_layout("N:AQ.2.. K.AK.. 43..A. JT..K."))
    second = pack(parse_layout("N:AQ.7.. K.AK.. 98..5. JT..3."))
    hand = hand_of(first, SOUTH)
    answers = solver.winning_cards([first, second, first], [0, 1, 2], SOUTH, (), 2, hand)
    assert answers[0] == answers[1] == answers[2]
    assert (solver.calls, solver.cache_hits, len(cache)) == (1, 2, 1)
    assert solver.winning_cards([second], [0], SOUTH, (), 1, hand_of(second, SOUTH)) is not None
    assert solver.calls == 2  # another target is another question


def test_cards_on_the_table_are_part_of_a_position() -> None:
    solver = DoubleDummy(4)
    board = pack(parse_layout("N:.A2.. .3.. KJ... .54.."))
    queen, ten = (parse_card("SQ"),), (parse_card("ST"),)
    hand = hand_of(board, SOUTH)
    with_queen = solver.winning_cards([board], [0], EAST, queen, 2, hand)
    with_ten = solver.winning_cards([board], [0], EAST, ten, 2, hand)
    # Over the ten both cards win the trick; over the queen only the king does.
    assert (with_queen, with_ten) == ([0b01], [0b11])
    assert solver.cache_hits == 0


@pytest.mark.parametrize("capacity", [0, 1, 50])
def test_a_small_cache_gives_the_same_answers_and_stays_small(capacity: int) -> None:
    for entry in [p for p in benchmark_positions() if p["cards"] == 20][:4]:
        cache = LeafCache(capacity)
        decision = solve_worlds(
            entry["worlds"], entry["strain"], "S", entry["need"], max_moves=4, every_card=False, cache=cache
        )
        assert decision.wins == entry["prototype"]["4"]["wins"]
        assert len(cache) <= capacity


def test_a_cache_is_shared_by_decisions_and_its_hit_rate_is_told() -> None:
    entry = next(p for p in benchmark_positions() if p["cards"] == 20)
    cache = LeafCache()
    first, second = (
        solve_worlds(entry["worlds"], entry["strain"], "S", entry["need"], max_moves=3, cache=cache)
        for _ in range(2)
    )
    assert first.cards == second.cards
    assert first.stats.dds_calls > 0
    assert second.stats.dds_calls == 0
    assert second.stats.cache_hit_rate == 1.0
    assert 0 <= second.stats.outside_seconds <= second.stats.seconds

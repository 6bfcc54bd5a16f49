"""Why this card: everything that is said can be counted in the layouts."""

from __future__ import annotations

import math
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from alphamu_cli import solve as command
from alphamu_cli.progress import SearchProgress

import alphamu_dds as am
from alphamu_dds.bridge.cards import (
    SEAT_NAMES,
    SUIT_BITS,
    Layout,
    cards_of,
    parse_card,
)
from alphamu_dds.bridge.game import BridgeGame
from alphamu_dds.bridge.play import follow
from alphamu_dds.bridge.position import Position
from alphamu_dds.bridge.replay import SUIT_WORDS
from alphamu_dds.engine.options import Limits
from alphamu_dds.formats.worlds_file import read_worlds_file
from alphamu_dds.report.terminal import render
from alphamu_dds.report.words import with_symbols
from alphamu_dds.studies.clues import Finding, clues_of, set_apart
from alphamu_dds.studies.confidence import compare, effective_number, interval
from alphamu_dds.studies.decision import Decision, solve_position
from alphamu_dds.studies.explain import document, explain, interval_of, mask_of
from alphamu_dds.studies.line import Explorer
from alphamu_dds.studies.solve import choose_board, decide, prepare
from alphamu_dds.studies.standing import stand
from alphamu_dds.studies.watch import Watch

from .test_cli import run
from .worlds_help import deal

ROOT = Path(__file__).resolve().parent.parent
DEAL = ROOT / "tests" / "data" / "two-finesses.pbn"
AUCTION = ROOT / "docs" / "read-the-auction.pbn"
CLOSE_CALL = '[Deal "N:A9876.AQ.KQJ.AQT KJ5.J97.AT98.K64 QT42.6542.653.82 3.KT83.742.J9753"]'


@pytest.fixture(scope="module")
def finesses() -> Decision:
    """Two finesses: all 70 layouts."""
    return am.solve_worlds(read_worlds_file(DEAL), "N", "S", 3, max_moves=6, every_card=False)


@pytest.fixture(scope="module")
def sampled() -> Decision:
    return am.solve(str(AUCTION), worlds=40, max_moves=2)


def random_positions(number: int, each: int = 5) -> list[Position]:
    rng = random.Random(17)
    found = []
    for _ in range(number):
        hands = deal(rng, each)
        unseen = list(cards_of(hands[1] | hands[3]))
        layouts = []
        for _ in range(12):
            rng.shuffle(unseen)
            east = sum(1 << card for card in unseen[:each])
            layouts.append(
                (hands[0], east, hands[2], hands[1] | hands[3] & ~east & ~hands[1] | hands[1] & ~east)
            )
        layouts = [(n, e, s, (hands[1] | hands[3]) & ~e) for n, e, s, _ in layouts]
        found.append(Position(tuple(layouts), 4, 2, 2, (), rng.randint(2, 4)))
    return found


def is_true(clue: str, layout: Layout) -> bool:
    """What a clue says, read from its words alone."""
    if " and " in clue:
        one, other = clue.split(" and ", 1)
        if other.split()[0] not in SEAT_NAMES and other.split()[0] not in SUIT_WORDS:
            # "West holds HK and DQ", "West holds HK and has 3 clubs": the beginning is not said twice.
            start = one.split()[: 1 if other.split()[0] in ("has", "holds") else 2]
            other = " ".join([*start, other])
        return is_true(one, layout) and is_true(other, layout)
    holds = re.fullmatch(r"(\w+) holds (\w+)", clue)
    if holds:
        return bool(layout[SEAT_NAMES.index(holds[1])] >> parse_card(holds[2]) & 1)
    has = re.fullmatch(r"(\w+) has (no|\d+)( or more)? (\w+)", clue)
    if has:
        suit = next(number for number, word in enumerate(SUIT_WORDS) if word.startswith(has[4].rstrip("s")))
        length = (layout[SEAT_NAMES.index(has[1])] >> 16 * suit & SUIT_BITS).bit_count()
        wanted = 0 if has[2] == "no" else int(has[2])
        return length >= wanted if has[3] else length == wanted
    split = re.fullmatch(r"(\w+) are (\d+)-(\d+)", clue)
    assert split, clue
    suit = SUIT_WORDS.index(split[1])
    lengths = sorted((layout[seat] >> 16 * suit & SUIT_BITS).bit_count() for seat in (1, 3))
    return lengths == sorted((int(split[2]), int(split[3])))


def check_findings(findings: list[Finding], position: Position, chosen: int) -> None:
    among = (1 << len(position.layouts)) - 1
    for finding, later in zip(findings, [*findings[1:], None], strict=True):
        true = sum(1 << n for n, layout in enumerate(position.layouts) if is_true(finding.clue.text, layout))
        assert finding.total == (true & among).bit_count()
        assert finding.hits == (true & among & chosen).bit_count()
        assert finding.other_total == (~true & among).bit_count()
        assert finding.other_hits == (~true & among & chosen).bit_count()
        assert finding.hits * finding.other_total > finding.other_hits * finding.total
        if later is not None:
            assert later.side is not None
            among &= true if later.side else ~true


def test_every_clue_is_true_in_just_the_layouts_that_it_names() -> None:
    for position in random_positions(20):
        for clue in clues_of(position):
            expected = sum(1 << n for n, layout in enumerate(position.layouts) if is_true(clue.text, layout))
            assert clue.layouts == expected, clue.text


def test_counts_of_findings_are_those_of_the_layouts() -> None:
    rng = random.Random(3)
    told = 0
    for position in random_positions(40):
        chosen = rng.getrandbits(12)
        findings = set_apart(clues_of(position), chosen, (1 << 12) - 1)
        check_findings(findings, position, chosen)
        told += len(findings)
    assert told > 20


def test_what_decides_is_found_first() -> None:
    position = random_positions(1)[0]
    clues = clues_of(position)
    for clue in clues:
        if 3 <= clue.layouts.bit_count() <= 9:
            (found, *_) = set_apart(clues, clue.layouts, (1 << 12) - 1)
            assert found.clue.layouts == clue.layouts
            assert (found.hits, found.other_hits) == (clue.layouts.bit_count(), 0)


def test_what_beats_two_finesses_is_that_both_fail(finesses: Decision) -> None:
    why = explain(finesses, 6)
    assert why.lost == 16
    assert why.beaten_by[0].clue.text == "West holds DK and East holds CK"
    check_findings(list(why.beaten_by), finesses.position, ((1 << 70) - 1) & ~mask_of(finesses.cards[0].plan))


def test_pimcs_favourite_is_explained_by_a_fork(finesses: Decision) -> None:
    why = explain(finesses, 6)
    assert why.tempting is not None
    assert why.tempting.card == "DA"
    fork = why.fork
    assert fork is not None
    assert max(fork.first_wins, fork.second_wins) < fork.either <= fork.layouts
    # The fork is there: with open cards afterwards these cards win just so many of the layouts that are left.
    game = BridgeGame(finesses.position)
    state, possible = game.root, (1 << 70) - 1
    for step in fork.line:
        assert state.to_play == step.seat
        if not game.max_to_move(state):
            possible = dict(game.moves(state, possible, possible, merge=True))[step.card] & possible
        assert possible.bit_count() == step.layouts
        state = game.play(state, step.card)
    assert possible.bit_count() == fork.layouts
    won = [game.evaluate(game.play(state, card), possible) for card in (fork.first, fork.second)]
    assert [vector.bit_count() for vector in won] == [fork.first_wins, fork.second_wins]


def test_no_reason_is_given_where_pimc_agrees(sampled: Decision) -> None:
    why = explain(sampled)
    assert (why.tempting, why.fork) == (None, None)


def test_a_line_is_legal_in_as_many_layouts_as_it_says() -> None:
    for position in random_positions(15):
        decision = solve_position(position, Limits(2))
        line = Explorer(position).line(parse_card(decision.best))
        assert line[0].card == parse_card(decision.best)
        for layout_count, prefix in ((step.layouts, line[: number + 1]) for number, step in enumerate(line)):
            fits = 0
            for layout in position.layouts:
                hands = list(layout)
                state = BridgeGame(Position((layout,), 4, 2, 2, (), position.need)).root
                legal = True
                for step in prefix:
                    assert state.to_play == step.seat
                    legal = legal and bool(follow(hands[step.seat], state.trick) >> step.card & 1)
                    hands[step.seat] &= ~(1 << step.card)
                    state = BridgeGame(Position((layout,), 4, 2, 2, (), position.need)).play(state, step.card)
                fits += legal
            assert fits == layout_count > 0


def test_a_defenders_choice_is_not_explained(finesses: Decision) -> None:
    led = am.solve_worlds(read_worlds_file(DEAL), "N", "W", 2, max_moves=2)
    with pytest.raises(am.InputError, match="a defender is to play"):
        explain(led)
    assert "Against the best defence South" in render(led)


# How sure it is


def test_wilsons_interval_covers_the_truth_about_19_times_of_20() -> None:
    rng = random.Random(2)
    for share in (0.1, 0.5, 0.8):
        covered = 0
        for _ in range(2000):
            found = sum(rng.random() < share for _ in range(60)) / 60
            around = interval(found, 60)
            covered += around.low <= share <= around.high
        assert 0.925 < covered / 2000 < 0.975


def test_published_values_of_wilsons_interval() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), Table I, method 3: 81/263 and 0/20.
    for hits, number, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
    ):
        around = interval(hits / number, number)
        assert around.low == pytest.approx(low, abs=5e-5)
        assert around.high == pytest.approx(high, abs=5e-5)


def test_weights_make_a_sample_worth_less() -> None:
    assert effective_number(None, 40) == 40
    assert effective_number([3] * 40, 40) == pytest.approx(40)
    assert effective_number([10] * 10 + [1] * 30, 40) == pytest.approx(130**2 / 1030)


def test_two_cards_are_compared_where_only_one_wins() -> None:
    both = (1 << 40) - 1
    same = compare(both, both, 100)
    assert (same.told_apart, same.worlds_needed) == (False, None)
    close = compare(both | 0b11 << 50, both | 0b1 << 60, 100)
    assert (close.only_first, close.only_second, close.told_apart) == (2, 1, False)
    # A difference of 1 in 3, in 100 layouts: (1.96 + 0.84)^2 * 3 times as many, to see it four times of five.
    assert close.worlds_needed == math.ceil(100 * (1.959964 + 0.841621) ** 2 * 3)
    for one, told in ((5, False), (6, True)):
        assert compare(both | ((1 << one) - 1) << 50, both, 100).told_apart == told
    clear = compare(both | ((1 << 12) - 1) << 50, both, 100)
    assert clear.told_apart
    assert clear.worlds_needed is not None
    assert clear.worlds_needed < 100


def test_a_sample_has_intervals_and_all_layouts_have_none(sampled: Decision, finesses: Decision) -> None:
    shown = document(sampled)["cards"]
    assert isinstance(shown, list)
    for card, row in zip(sampled.cards, shown, strict=True):
        low, high = row["interval"]
        assert low <= card.mu <= high
    assert "95% interval" in render(sampled)
    assert interval_of(finesses, 0.5) is None
    assert "interval" not in render(finesses)


def test_it_is_said_when_two_cards_cannot_be_told_apart() -> None:
    done = run("solve", CLOSE_CALL, "--contract", "2N", "--declarer", "S", "--lead", "H8", "--worlds", "25")
    assert done.returncode == 0, done.stderr
    found = re.search(
        r"cannot be told apart with 25 layouts.*?about ([\d,]+)\s+would do", done.stdout, re.DOTALL
    )
    assert found, done.stdout
    assert int(found[1].replace(",", "")) > 25


# Output


def test_equal_cards_are_one_row_and_ties_are_named(sampled: Decision) -> None:
    text = render(sampled, why=explain(sampled))
    assert "♥A/K" in text
    assert "(as good: ♥4, ♦A, ♣8, ♣4)" in text
    assert text.count("♥A/K  ") == 1


def test_symbols_are_put_for_cards_and_bids_only() -> None:
    assert (
        with_symbols("West's 1S, 3NT, hcp 5-10; HK and C10 (S)") == "West's 1♠, 3NT, hcp 5-10; ♥K and ♣10 (S)"
    )


def test_colour_is_for_red_suits_only(sampled: Decision) -> None:
    text = render(sampled, colour=True)
    assert re.sub("\x1b\\[[0-9]*m", "", text) == render(sampled)
    for painted in re.findall("\x1b\\[31m(.*?)\x1b\\[0m", text):
        assert painted[0] in "♥♦"
        assert "♠" not in painted
        assert "♣" not in painted
    assert render(sampled, ascii_only=True, colour=True).isascii()


# Long work


def test_a_time_limit_takes_no_more_layouts_than_can_be_solved_in_time() -> None:
    board = choose_board(am.read_boards(str(AUCTION)))
    setting = prepare(stand(board), worlds=400)
    assert len(setting.worlds.layouts) == 400
    decision = decide(setting, Limits(2, seconds=0.05), every_card=False)
    assert decision.worlds < 400
    assert decision.setting is not None
    assert set(decision.setting.worlds.layouts) < set(setting.worlds.layouts)
    assert len(decision.setting.worlds.layouts) == decision.worlds


def test_a_watch_sees_every_iteration(finesses: Decision) -> None:
    watch = Watch()
    assert watch.moment() is None
    seen = []

    def look(_: Decision) -> None:
        moment = watch.moment()
        assert moment is not None
        seen.append((moment.depth, moment.depths, moment.worlds, moment.share))

    solve_position(finesses.position, Limits(3), on_iteration=look, watch=watch)
    assert [depth for depth, *_ in seen] == [1, 2, 3]
    assert {(depths, worlds) for _, depths, worlds, _ in seen} == {(3, 70)}
    assert seen[0][3] == 1.0


def test_after_an_interrupt_the_last_answer_stands(finesses: Decision) -> None:
    def search(on_iteration: object, watch: Watch) -> Decision:
        on_iteration(finesses)  # type: ignore[operator]
        raise KeyboardInterrupt

    given = {"time_limit": None, "threads": 1}
    assert command._run(search, given, True) == (finesses, None, True)

    def hopeless(on_iteration: object, watch: Watch) -> Decision:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        command._run(hopeless, given, True)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a Unix terminal")
def test_ctrl_c_prints_the_best_answer_so_far_and_exits_with_130() -> None:
    terminal, end = os.openpty()
    arguments = ["solve", str(AUCTION), "--worlds", "300", "-M", "9", "--best-card", "--threads", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from alphamu_cli.main import main; main()", *arguments],
        stdout=subprocess.PIPE,
        stderr=end,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PATH": ""},
    )
    os.close(end)
    told = ""
    # The progress line on the terminal says when the first answer is there.
    while not re.search(r"looking ([2-9]) of 9 cards ahead", told):
        told += os.read(terminal, 4096).decode("utf-8", "replace")
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    os.close(terminal)
    assert process.returncode == 130
    assert "Play " in output
    assert "300 layouts" in output


def test_nothing_is_said_about_progress_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with SearchProgress(Watch()):
        pass
    assert capfd.readouterr().err == ""


def test_the_number_of_threads_can_be_set_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALPHAMU_THREADS", "1")
    from alphamu_cli.main import cli  # noqa: PLC0415
    from click.testing import CliRunner  # noqa: PLC0415

    result = CliRunner().invoke(cli, ["solve", str(AUCTION), "--worlds", "10", "--json"])
    assert '"threads": 1' in result.stdout

"""Why this card: everything that is said can be counted in the layouts."""

from __future__ import annotations

import math
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from alphamu_cli import solve as command
from alphamu_cli.progress import SearchProgress

import alphamu_dds as am
from alphamu_dds.bridge.cards import (
    NO_CARDS,
    SEAT_NAMES,
    SOUTH,
    SUIT_BITS,
    Holding,
    Layout,
    cards_of,
    parse_card,
)
from alphamu_dds.bridge.game import BridgeGame
from alphamu_dds.bridge.play import follow
from alphamu_dds.bridge.position import Position
from alphamu_dds.bridge.replay import SUIT_WORDS
from alphamu_dds.engine.options import Limits, Want
from alphamu_dds.formats.worlds_file import read_worlds_file
from alphamu_dds.report.text.decision import render
from alphamu_dds.report.words import with_symbols
from alphamu_dds.solve.answer import Decision
from alphamu_dds.solve.clues import Clue, Fact, Finding, clues_of, set_apart
from alphamu_dds.solve.confidence import compare, effective_number, interval
from alphamu_dds.solve.effort import Effort
from alphamu_dds.solve.explain import explain
from alphamu_dds.solve.line import Explorer
from alphamu_dds.solve.question import Given, ask, choose_board
from alphamu_dds.solve.seen import see
from alphamu_dds.solve.solve import answer, draw_setting
from alphamu_dds.solve.watch import Watch
from tests.helpers.command import run
from tests.helpers.worlds_help import deal

ROOT = Path(__file__).resolve().parents[2]
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


def random_positions(positions: int, each: int = 5, number: int = 12) -> list[Position]:
    rng = random.Random(17)
    found = []
    for _ in range(positions):
        hands = deal(rng, each)
        unseen = list(cards_of(hands[1] | hands[3]))
        layouts = []
        for _ in range(number):
            rng.shuffle(unseen)
            east = sum((1 << card for card in unseen[:each]), NO_CARDS)
            layouts.append(
                (hands[0], east, hands[2], hands[1] | hands[3] & ~east & ~hands[1] | hands[1] & ~east)
            )
        layouts = [(n, e, s, (hands[1] | hands[3]) & ~e) for n, e, s, _ in layouts]
        found.append(Position(tuple(layouts), 4, SOUTH, SOUTH, (), rng.randint(2, 4)))
    return found


def is_true(clue: str, layout: Layout, played: Sequence[int] = (0, 0, 0, 0)) -> bool:
    """What a clue says, read from its words alone; ``played`` are the cards that each seat was dealt too."""
    if " and " in clue:
        one, other = clue.split(" and ", 1)
        if other.split()[0] not in (*SEAT_NAMES, *SUIT_WORDS, "the"):
            # "West holds HK and DQ", "West holds HK and was dealt 3 clubs": the beginning is not said twice.
            verb = other.split()[0] in ("was", "still", "holds")
            start = one.split()[: 1 if verb else 2 if " holds " in one else 3]
            other = " ".join([*start, other])
        return is_true(one, layout, played) and is_true(other, layout, played)
    holds = re.fullmatch(r"(\w+) holds (\w+)", clue)
    if holds:
        return bool(layout[SEAT_NAMES.index(holds[1])] >> parse_card(holds[2]) & 1)
    has = re.fullmatch(r"(\w+) (was dealt|still has) (no|\d+)( or more)? (\w+)", clue)
    if has:
        suit = next(number for number, word in enumerate(SUIT_WORDS) if word.startswith(has[5].rstrip("s")))
        length = length_of(suit, SEAT_NAMES.index(has[1]), layout, played, has[2] == "was dealt")
        wanted = 0 if has[3] == "no" else int(has[3])
        return length >= wanted if has[4] else length == wanted
    split = re.fullmatch(r"(the )?(\w+) (were dealt|still out are) (\d+)-(\d+)", clue)
    assert split, clue
    dealt = split[3] == "were dealt"
    assert dealt != bool(split[1])
    suit = SUIT_WORDS.index(split[2])
    lengths = sorted(length_of(suit, seat, layout, played, dealt) for seat in (1, 3))
    return lengths == sorted((int(split[4]), int(split[5])))


def length_of(suit: int, seat: int, layout: Layout, played: Sequence[int], dealt: bool) -> int:
    """How many cards of a suit a seat holds, or was dealt."""
    cards = layout[seat] | played[seat] if dealt else layout[seat]
    return (cards >> 16 * suit & SUIT_BITS).bit_count()


def check_findings(findings: list[Finding], position: Position, chosen: int) -> None:
    among = (1 << len(position.layouts)) - 1
    for place, finding in enumerate(findings):
        true = sum(1 << n for n, layout in enumerate(position.layouts) if is_true(finding.clue.text, layout))
        assert finding.total == (true & among).bit_count()
        assert finding.hits == (true & among & chosen).bit_count()
        assert finding.other_total == (~true & among).bit_count()
        assert finding.other_hits == (~true & among & chosen).bit_count()
        assert finding.hits * finding.other_total > finding.other_hits * finding.total
        for later in findings[place + 1 : place + 2]:
            assert later.side is not None
            among &= true if later.side else ~true


def test_every_clue_is_true_in_just_the_layouts_that_it_names() -> None:
    rng = random.Random(5)
    for position in random_positions(20):
        gone = [card for card in range(64) if card % 16 > 1 and not sum(position.layouts[0]) >> card & 1]
        rng.shuffle(gone)
        played = [Holding(sum(1 << card for card in gone[seat * 8 : seat * 8 + 8])) for seat in range(4)]
        words = set()
        for known in (None, played):
            for clue in clues_of(position, known):
                expected = sum(
                    1 << n
                    for n, layout in enumerate(position.layouts)
                    if is_true(clue.text, layout, known or (0, 0, 0, 0))
                )
                assert clue.layouts == expected, clue.text
                words.add((known is not None, "still" in clue.text, "dealt" in clue.text))
        holders = {(False, False, False), (True, False, False)}
        assert words == holders | {(False, True, False), (True, False, True)}


def test_splits_are_those_of_the_suit_as_dealt() -> None:
    """Seven hearts were missing, one was led by West and one played by East: nobody calls that 4-1."""
    board = (
        '[Board "1"][Deal "N:A2.KQ4.AK32.A432 JT9.J976.Q4.KQJ9 KQ3.A82.J765.876 87654.T53.T98.T5"]'
        '[Declarer "S"][Contract "3NT"][Play "W"]\nH3 HQ H6 H2\nDA D4 D5 D8\n'
    )
    decision = am.solve(board, worlds=60, max_moves=1)
    assert decision.setting is not None
    played = decision.setting.seen.play.played
    texts = [clue.text for clue in clues_of(decision.position, played)]
    splits = [found for text in texts if (found := re.fullmatch(r"(\w+) were dealt (\d+)-(\d+)", text))]
    missing = {"spades": 8, "hearts": 7, "diamonds": 5, "clubs": 6}
    assert {found[1] for found in splits} == set(missing)
    for found in splits:
        assert int(found[2]) + int(found[3]) == missing[found[1]]
    for text in texts:
        hearts = re.fullmatch(r"(West|East) was dealt (\d+)( or more)? hearts?", text)
        assert not hearts or int(hearts[2]) >= 1
        assert "still" not in text
    for finding in explain(decision).beaten_by:
        assert finding.clue.text.split(" and ")[0] in texts


def test_an_explanation_counts_a_suit_as_it_was_dealt() -> None:
    """Not the cards still out: declarer and dummy were dealt five spades, and two were played since."""
    decision = am.solve(str(ROOT / "data" / "deals" / "non-locality.pbn"))
    (found,) = explain(decision).beaten_by
    assert found.clue.text == "East holds SA and spades were dealt 6-2"


def test_what_is_still_out_is_called_so_where_the_cards_played_are_unknown(finesses: Decision) -> None:
    texts = [clue.text for clue in clues_of(finesses.position)]
    assert not [text for text in texts if "dealt" in text]
    assert [text for text in texts if re.match("the diamonds still out are ", text)]


def test_counts_of_findings_are_those_of_the_layouts() -> None:
    rng = random.Random(3)
    told = 0
    for position in random_positions(40, number=24):
        clue = rng.choice(clues_of(position))
        chosen = clue.layouts ^ 1 << rng.randrange(24)
        findings = set_apart(clues_of(position), chosen, (1 << 24) - 1)
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


def clue(text: str, layouts: int) -> Clue:
    return Clue((Fact(None, text),), layouts)


def test_clues_are_ranked_and_shared_out_by_weight() -> None:
    """By number the first clue tells more, by weight the second; and both counts go with it."""
    first, second = clue("by number", (1 << 20) - 1), clue("by weight", (1 << 20) - 1 << 20)
    chosen = (1 << 16) - 1 | (1 << 12) - 1 << 20
    weights = [10 if 20 <= world < 32 else 1 for world in range(60)]
    (plain,) = set_apart([first, second], chosen, (1 << 60) - 1, most=1)
    (heavy,) = set_apart([first, second], chosen, (1 << 60) - 1, most=1, weights=weights)
    assert (plain.clue, heavy.clue) == (first, second)
    assert (plain.share, plain.other_share) == (16 / 20, 12 / 40)
    assert (heavy.hits, heavy.total, heavy.other_hits, heavy.other_total) == (12, 20, 16, 40)
    assert (heavy.share, heavy.other_share) == (120 / 128, 16 / 40)


def test_weights_that_are_all_alike_change_nothing() -> None:
    rng = random.Random(8)
    for position in random_positions(20, number=30):
        chosen = rng.choice(clues_of(position)).layouts ^ rng.getrandbits(30) & rng.getrandbits(30)
        for sample in (False, True):
            plain, weighed = (
                set_apart(clues_of(position), chosen, (1 << 30) - 1, weights=weights, sample=sample)
                for weights in (None, [7] * 30)
            )
            assert [found.clue for found in plain] == [found.clue for found in weighed]


def test_a_clue_that_rests_on_a_few_layouts_is_left_out() -> None:
    """ "2 of 2 lost; otherwise 1 of 2" is what any clue may come to."""
    for sample in (False, True):
        assert set_apart([clue("North holds S9", 0b0011)], 0b0111, 0b1111, sample=sample) == []
        # Three of three, and as many among all the others.
        assert set_apart([clue("x", 0b111)], 0b111 | 0b111 << 20, (1 << 40) - 1, sample=sample) == []
    # Where all layouts are there, a clue that names just those that are lost is the answer.
    (fact,) = set_apart([clue("x", 0b11)], 0b11, 0b1111)
    assert fact.is_whole_truth
    assert set_apart([clue("x", 0b11)], 0b11, 0b1111, sample=True) == []


def test_no_clue_is_found_in_samples_that_are_lost_by_chance() -> None:
    """Without a reason for it a reason is named in no more than a few samples of a hundred."""
    rng = random.Random(12)
    tried, named = 0, 0
    for position in random_positions(200, number=40):
        chosen = sum(1 << world for world in rng.sample(range(40), rng.choice((6, 12, 20))))
        named += bool(set_apart(clues_of(position), chosen, (1 << 40) - 1, sample=True))
        tried += 1
    assert named <= 0.05 * tried
    # And with a reason, blurred a little, it is found.
    found = 0
    for position in random_positions(50, number=40):
        clue = next(c for c in clues_of(position) if 14 <= c.layouts.bit_count() <= 26)
        blurred = clue.layouts ^ 1 << rng.randrange(40)
        found += bool(set_apart(clues_of(position), blurred, (1 << 40) - 1, sample=True))
    assert found == 50


def test_what_beats_two_finesses_is_that_both_fail(finesses: Decision) -> None:
    why = explain(finesses, 6)
    assert why.lost == 16
    assert why.beaten_by[0].clue.text == "West holds DK and East holds CK"
    check_findings(list(why.beaten_by), finesses.position, ((1 << 70) - 1) & ~finesses.cards[0].won)


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
        decision = answer(Given(position), effort=Effort(limits=Limits(2), want=Want.FRONTS))
        line = Explorer(position).line(decision.cards[0].move)
        assert line[0].card == decision.cards[0].move
        for layout_count, prefix in ((step.layouts, line[: number + 1]) for number, step in enumerate(line)):
            fits = 0
            for layout in position.layouts:
                hands = list(layout)
                state = BridgeGame(Position((layout,), 4, SOUTH, SOUTH, (), position.need)).root
                legal = True
                for step in prefix:
                    assert state.to_play == step.seat
                    legal = legal and bool(follow(hands[step.seat], state.trick) >> step.card & 1)
                    hands[step.seat] &= ~(1 << step.card)
                    state = BridgeGame(Position((layout,), 4, SOUTH, SOUTH, (), position.need)).play(
                        state, step.card
                    )
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
    shown = sampled.to_dict()["cards"]
    assert isinstance(shown, list)
    for card, row in zip(sampled.cards, shown, strict=True):
        low, high = row["interval"]
        assert low <= card.mu <= high
    assert "95% interval" in render(sampled)
    assert all(card.interval is None for card in finesses.cards)
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
    text = render(replace(sampled, why=explain(sampled)))
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
    effort = Effort(worlds=400, limits=Limits(2, seconds=0.05), want=Want.BEST)
    setting = draw_setting(see(ask(board)), None, effort)
    assert len(setting.worlds.layouts) == 400
    decision = answer(setting.seen, None, effort)
    assert decision.worlds < 400
    assert decision.setting is not None
    assert set(decision.setting.worlds.layouts) < set(setting.worlds.layouts)
    assert len(decision.setting.worlds.layouts) == decision.worlds


def test_a_watch_sees_every_iteration(finesses: Decision) -> None:
    seen: list[tuple[int, int, int, float]] = []

    def look(_: Decision) -> None:
        moment = watch.moment()
        assert moment is not None
        seen.append((moment.depth, moment.depths, moment.worlds, moment.share))

    watch = Watch(look)
    assert watch.moment() is None
    assert watch.latest is None
    effort = Effort(limits=Limits(3), want=Want.FRONTS)
    decision = answer(Given(finesses.position), effort=effort, watch=watch)
    assert watch.latest is not None
    assert watch.latest.cards == decision.cards
    assert [depth for depth, *_ in seen] == [1, 2, 3]
    assert {(depths, worlds) for _, depths, worlds, _ in seen} == {(3, 70)}
    assert seen[0][3] == 1.0


def test_after_an_interrupt_the_last_answer_stands(
    finesses: Decision, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, watch: Watch) -> Decision:
        watch.hear(finesses)
        raise KeyboardInterrupt

    question = Given(finesses.position)
    monkeypatch.setattr(command, "answer", interrupted)
    assert command._run(question, None, Effort()) == (finesses, True)

    def hopeless(*_: object, watch: Watch) -> Decision:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "answer", hopeless)
    with pytest.raises(KeyboardInterrupt):
        command._run(question, None, Effort())


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

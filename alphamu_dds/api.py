"""The functions of the library: keywords become objects, and one call goes to the room that answers.

The package loads this module when one of them is first wanted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .batch.plan import plan_of
from .batch.review import Review, look
from .batch.review import review as review_board
from .batch.run import run_plan
from .batch.summary import BatchSummary, summarise
from .bridge.position import read_position
from .bridge.replay import Replay
from .engine.options import Limits, Want
from .engine.score import Weight
from .formats.board import Board
from .formats.read import Source
from .jobs.journal import own_files
from .jobs.progress import Progress
from .jobs.workers import Task
from .keywords import (
    BatchWords,
    MatchWords,
    PlayWords,
    QuestionWords,
    ReviewWords,
    SearchWords,
    SolveWords,
    assumptions_from,
    check_words,
    chosen,
    effort_from,
    workforce_from,
)
from .match.options import match_options
from .match.result import MatchResult, match_result
from .match.run import run_match
from .players.play import PlayedBoard
from .players.play import play_board as play
from .players.player import Player
from .solve.answer import Decision
from .solve.effort import Effort
from .solve.question import Given, ask
from .solve.solve import answer
from .solve.watch import Watch

if TYPE_CHECKING:
    from typing_extensions import Unpack


def _watch_for(on_iteration: Callable[[Decision], None] | None) -> Watch | None:
    """None if nobody listens: then no answer is put together before the last one."""
    return None if on_iteration is None else Watch(on_iteration)


def solve(board: Board | Source, **words: Unpack[SolveWords]) -> Decision:
    """Find declarer's best card on a board, over layouts of the hidden hands that fit what declarer knows.

    ``board`` is a ``Board``, PBN or LIN text, a link, a ``Path``, or the name of a .pbn or .lin file that
    is there, with ``number`` to choose among several, and ``room`` (``open`` or ``closed``) where both
    tables of a match have that number. It trusts its caller with such names: for what a stranger typed,
    give it a board of ``read_text`` or ``read_link``, which open nothing. ``after``, ``play``, ``lead``,
    ``contract``, ``declarer`` and ``tricks`` say where declarer stands (by default at the last open
    choice of the record); ``worlds``, ``seed``, ``few`` and ``attempts`` how many layouts are drawn
    (``sample.draw``; ``worlds=None`` takes all). What is assumed of the hidden hands comes from ``hands``
    (``{"W": "hcp 12-14"}``), ``condition``, ``test``, the recorded auction (``bidding``) and the opening
    lead (``leads``: ``weights``, ``filter`` or ``off``). The rest is as in ``solve_worlds``, and what is
    not said is as ``solve/policy.py`` has it, for this function as for ``alphamu solve`` and for a batch.
    The defenders' cards in the board are never looked at.

    Raises ``InputError`` for a question that makes no sense, ``NoWorldsError`` if the assumptions leave
    nothing.
    """
    check_words("solve", words, SolveWords)
    question = ask(board, **chosen(words, QuestionWords))
    return answer(
        question, assumptions_from(words), effort_from(words), watch=_watch_for(words.get("on_iteration"))
    )


def solve_worlds(
    worlds: Sequence[str],
    strain: str,
    leader: str,
    need: int,
    *,
    trick: Sequence[str] = (),
    declarer: str = "S",
    weights: Sequence[Weight] | None = None,
    scores_only: bool = False,
    **words: Unpack[SearchWords],
) -> Decision:
    """Find the best card for worlds that cannot be told apart.

    ``worlds`` are full layouts in PBN (``"N:AQ.2.. K.AK.. 32..A. JT..K."``) that share the cards of
    ``declarer`` and dummy. ``leader`` led to the current trick, of which ``trick`` lies on the table
    ("SA" and so on), or is to lead. ``need`` tricks are still wanted, the current one included.
    ``max_moves`` is the paper's M: how many cards of declarer's side are looked ahead; 1 is PIMC.

    ``every_card=True`` gives each card its own exact front; with ``scores_only`` its exact score, and
    only a part of its front, which is cheaper with many worlds. With ``every_card=False`` the search
    stops as soon as the best card is certain, and the other cards carry upper bounds. What is not said is
    as ``solve/policy.py`` has it: two moves ahead, endings to their end, every card exact. When
    ``seconds``, ``nodes`` or ``memory`` (bytes) run out, the last completed iteration is returned, and if
    there is none, some of the worlds are left out (``Decision.kept``); ``math.inf`` lifts a limit.
    ``threads`` share the double dummy solves; the answer does not depend on them. ``cache`` may be one
    ``LeafCache`` for all decisions of a deal; without it every search has its own. The side to play may
    also be the defenders: then each card says what declarer can still get after it, and the best card is
    the one that leaves least.

    Raises ``InputError`` for a question that makes no sense.
    """
    check_words("solve_worlds", words, SearchWords)
    position = read_position(worlds, strain, leader, need, trick, declarer)
    effort = effort_from(words)
    if scores_only and effort.want is not Want.BEST:
        effort = replace(effort, want=Want.SCORES)
    return answer(Given(position, weights), effort=effort, watch=_watch_for(words.get("on_iteration")))


def pimc(
    worlds: Sequence[str],
    strain: str,
    leader: str,
    need: int,
    *,
    trick: Sequence[str] = (),
    declarer: str = "S",
    weights: Sequence[Weight] | None = None,
    threads: int = 1,
) -> Decision:
    """Perfect Information Monte Carlo on given worlds: ``solve_worlds`` with one Max move, and no limits."""
    position = read_position(worlds, strain, leader, need, trick, declarer)
    effort = Effort(limits=Limits(max_moves=1), want=Want.FRONTS, threads=threads)
    return answer(Given(position, weights), effort=effort)


def review(
    board: Board | Source,
    *,
    number: str | int | None = None,
    room: str | None = None,
    on_choice: Callable[[int], None] | None = None,
    **words: Unpack[ReviewWords],
) -> Review:
    """Look at every real choice of declarer's side on a board that was played, as ``solve`` would.

    A choice is real if the cards are not all the same and the contract is open. A loss of 3 % or more is
    called a mistake only if it stands when the two cards are searched again, deeper and on other, more
    layouts. ``on_choice`` is called before each choice with the number of cards played. Raises
    ``InputError`` if there is no play to look at.
    """
    check_words("review", words, ReviewWords)
    played = ask(board, number=number, room=room).board
    return review_board(played, assumptions_from(words), effort_from(words), on_choice)


def batch(
    sources: Source | Iterable[Source],
    output: str | os.PathLike[str],
    *,
    on_progress: Callable[[Progress], None] | None = None,
    analyse: Task | None = None,
    **words: Unpack[BatchWords],
) -> BatchSummary:
    """Look at every board of the sources, and write a record for each into ``output`` (JSON Lines).

    On boards with play, every real choice of declarer's side is valued; of boards with only a contract,
    the chance of making it is found, beside the double dummy answer. If the output is there already, and
    from the same sources and options, it is continued. ``jobs``, ``threads``, ``board_timeout``,
    ``scheduler`` and ``local_cluster`` only say who does the work; the other words decide the answers.
    ``retry`` does boards again whose worker died or that took too long. ``analyse`` replaces the analysis
    of a board: a function at the top of a module that gets a ``Job`` and returns ``Found``
    (``batch/review.py``).

    Raises ``InputError`` if there is no board or the output belongs to something else, ``JournalError``
    if it cannot be written. After any exception, Ctrl-C included, the same call goes on where it stood.
    """
    check_words("batch", words, BatchWords)
    path = os.fspath(output)
    workforce = workforce_from(words)
    job = assumptions_from(words), effort_from(words)
    run_plan(
        plan_of(sources, own_files(path)),
        path,
        *job,
        workforce,
        on_progress,
        analyse or look,
        words.get("retry", False),
    )
    return summarise(path)


def match(
    players: Sequence[str],
    output: str | os.PathLike[str],
    deals: int = 100,
    defence: str = "dds",
    *,
    jobs: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    **words: Unpack[MatchWords],
) -> MatchResult:
    """Let players play the same deals against the same defence, and compare all with the last of them.

    A player is text: ``alphamu``, ``alphamu:M=3,worlds=40``, ``pimc``, ``dds``, ``random``; ``max_moves``
    and ``worlds`` are for those who do not say theirs. Every deal is played in ``contract`` by
    ``declarer``. ``strength`` (points of declarer's side; else what such contracts usually need) and
    ``conditions`` limit the deals, and all players know them; ``double_dummy`` limits them to those that
    make or fail with open cards, which nobody knows. Records go to ``output``, which is continued if it
    is there already.
    """
    check_words("match", words, MatchWords)
    options = match_options(players, defence, **words)
    path = os.fspath(output)
    run_match(options, deals, path, jobs=jobs, on_progress=on_progress)
    return match_result(options, path)


def play_board(
    board: Board,
    declarer: Player,
    defence: Player,
    *,
    on_card: Callable[[Replay], None] | None = None,
    **words: Unpack[PlayWords],
) -> PlayedBoard:
    """Play a board to its end, from the opening lead or from behind ``after`` cards of its record.

    ``contract`` and ``seat`` (declarer's) replace those of the board. With ``bidding`` the players
    conclude from the calls what ``solve`` does. The board needs all four hands; each player is shown his
    own.
    """
    check_words("play_board", words, PlayWords)
    return play(board, declarer, defence, on_card=on_card, **words)

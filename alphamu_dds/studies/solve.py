"""Which card? The whole way from a board in a file to a decision: stand, assume, draw, search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ..bridge.cache import LeafCache
from ..bridge.cards import SEATS, card_name, hand_text
from ..bridge.position import Position
from ..engine.options import Limits, Options
from ..errors import InputError, count, whole_number
from ..formats.board import Board
from ..formats.doors import read_any
from ..worlds.assume import HandAssumption, Sources, assume
from ..worlds.constraints import LayoutTest
from ..worlds.fit import draw_fitting
from ..worlds.random_numbers import seed_from
from ..worlds.sample import DEFAULT_ATTEMPTS, DEFAULT_FEW
from .decision import Decision
from .given import solve_within
from .policy import DEFAULT_SEED, DEFAULT_WORLDS, how_exact, limits_of
from .setting import Setting
from .standing import Standing, stand
from .watch import Watch


def solve(
    board: Board | str,
    *,
    number: str | int | None = None,
    room: str | None = None,
    after: int | None = None,
    play: Sequence[str] | str = (),
    lead: str | None = None,
    contract: str | None = None,
    declarer: str | None = None,
    tricks: int | None = None,
    max_moves: int | None = None,
    worlds: int | None = DEFAULT_WORLDS,
    seed: int = DEFAULT_SEED,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
    hands: Mapping[str, HandAssumption] | None = None,
    condition: str | Sequence[str] = (),
    test: LayoutTest | None = None,
    bidding: bool = True,
    bidding_table: str | None = None,
    leads: str = "weights",
    lead_table: str | None = None,
    every_card: bool | None = None,
    threads: int = 1,
    options: Options | None = None,
    seconds: float | None = None,
    nodes: float = math.inf,
    memory: float | None = None,
    cache: LeafCache | None = None,
    on_iteration: Callable[[Decision], None] | None = None,
) -> Decision:
    """Find declarer's best card on a board, over layouts of the hidden hands that fit what declarer knows.

    ``board`` is a ``Board``, PBN or LIN text, a link, a ``Path``, or the name of a .pbn or .lin file that
    is there, with ``number`` to choose among several, and ``room`` (``open`` or ``closed``) where both
    tables of a match have that number. It trusts its caller with such names: for what a
    stranger typed, give it a board of ``read_text`` or ``read_link``, which open nothing. ``after``,
    ``play``, ``lead``, ``contract``, ``declarer`` and ``tricks`` say where declarer stands (see
    ``standing.stand``); ``worlds``, ``seed``, ``few`` and ``attempts`` how many layouts are drawn
    (``sample.draw``; ``worlds=None`` takes all). What is assumed of the hidden hands comes from ``hands``
    (``{"W": "hcp 12-14"}``), ``condition``, ``test``, the recorded auction (``bidding``) and the opening
    lead (``leads``: ``weights``, ``filter`` or ``off``). The rest is as in ``solve_worlds``, and what is
    not said is as ``policy`` has it, for this function as for ``alphamu solve`` and for a batch. The
    defenders' cards in the board are never looked at.

    Raises ``InputError`` for a question that makes no sense, ``NoWorldsError`` if the assumptions leave
    nothing.
    """
    chosen = board if isinstance(board, Board) else choose_board(read_any(board), number, room)
    standing = stand(chosen, after, _words(play), lead, contract, declarer, tricks)
    sources = Sources(
        hands=hands or {},
        conditions=[condition] if isinstance(condition, str) else condition,
        test=test,
        bidding=bidding,
        bidding_table=bidding_table,
        lead=leads,
        lead_table=lead_table,
    )
    setting = prepare(standing, sources, worlds, seed, few, attempts)
    return decide(
        setting,
        limits_of(standing.left, max_moves, seconds, nodes, memory),
        options,
        every_card=every_card,
        threads=threads,
        cache=cache,
        on_iteration=on_iteration,
    )


def choose_board(boards: Iterable[Board], number: str | int | None = None, room: str | None = None) -> Board:
    """The board of that name, or ``#12`` for the twelfth; without a number there must be just one.

    Both tables of a match may have played it; then ``room`` says which of them, ``open`` or ``closed``.
    """
    wanted = None if number is None else str(number).strip()
    asked = None if room is None else _room(room)
    names = []
    found = []
    for place, board in enumerate(boards, 1):
        names.append(board.name or f"#{place}")
        if wanted is None or wanted in (board.name, f"#{place}"):
            found.append((place, board))
    if not names:
        raise InputError("there is no board to solve")
    if wanted is not None and not found:
        raise InputError(f"there is no board {wanted!r} among {count(len(names), 'board')}: {_some(names)}")
    chosen = [entry for entry in found if asked is None or _room(entry[1].room) == asked]
    if len(chosen) == 1:
        return chosen[0][1]
    if asked is not None and not chosen:
        called = "no board" if wanted is None else f"no board called {wanted!r}"
        raise InputError(f"{called} was played in the {asked} room; there is {_with_players(found)}")
    if wanted is None:
        raise InputError(f"there are {len(names)} boards, so one must be named: {_some(names)}")
    rooms = {_room(board.room) for _, board in chosen}
    choice = "its place or its room" if len(rooms) > 1 else "its place"
    tables = _with_players(chosen)
    raise InputError(
        f"{len(chosen)} boards are called {wanted!r}, so one must be named by {choice}: {tables}"
    )


def _room(name: str) -> str:
    """A room by its name or the first letter of it."""
    text = name.strip().lower()
    return next((room for room in ("open", "closed") if text and room.startswith(text)), text)


def _with_players(boards: Sequence[tuple[int, Board]]) -> str:
    """Boards by their places, with the room and the players of each."""
    return " or ".join(f"'#{place}'{_table(board)}" for place, board in boards[:4]) + (
        " or ..." if len(boards) > 4 else ""
    )


def _table(board: Board) -> str:
    players = [f"{seat} {name}" for seat, name in zip(SEATS, board.players, strict=True) if name]
    about = [f"{_room(board.room)} room"] if board.room else []
    about += [", ".join(players)] if players else []
    return f" ({': '.join(about)})" if about else ""


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")


def prepare(
    standing: Standing,
    sources: Sources | None = None,
    worlds: int | None = DEFAULT_WORLDS,
    seed: int = DEFAULT_SEED,
    few: int = DEFAULT_FEW,
    attempts: int = DEFAULT_ATTEMPTS,
) -> Setting:
    """Draw the worlds of a decision from what is known and assumed.

    What was concluded from calls and leads is given up where nothing fits it (``worlds.fit``).
    """
    board = standing.board
    assumptions = assume(standing.view, board.dealer, board.auction, sources)
    drawn_from = seed_of(whole_number(seed, "the seed", 0), standing)
    assumptions, drawn = draw_fitting(standing.view, assumptions, worlds, drawn_from, few, attempts)
    return Setting(standing, assumptions, drawn, seed)


def seed_of(seed: int, standing: Standing) -> int:
    """The seed of one decision: from what declarer sees there, and nothing else.

    So tables that come to the same position get the same layouts, wherever their files lie.
    """
    hands = [
        hand_text(standing.view.hands[place] or 0) for place in (standing.declarer, standing.declarer ^ 2)
    ]
    played = [card_name(card) for card in standing.view.play.cards]
    return seed_from(seed, standing.contract.name, SEATS[standing.declarer], *hands, *played)


def decide(
    setting: Setting,
    limits: Limits | None = None,
    options: Options | None = None,
    *,
    every_card: bool | None = None,
    threads: int = 1,
    cache: LeafCache | None = None,
    on_iteration: Callable[[Decision], None] | None = None,
    watch: Watch | None = None,
) -> Decision:
    """Search the worlds of a setting, or as many of them as the limits allow."""
    if limits is None:
        limits = limits_of(setting.standing.left)
    exact, only_scores = how_exact(limits.max_moves, every_card)

    def belonging(decision: Decision) -> Decision:
        kept = decision.kept
        worlds = setting.worlds if kept is None else setting.worlds.only(kept)
        return replace(decision, setting=replace(setting, worlds=worlds))

    def report(decision: Decision) -> None:
        if on_iteration is not None:
            on_iteration(belonging(decision))

    decision = solve_within(
        position_of(setting),
        limits,
        options,
        weights=setting.worlds.weights,
        seed=setting.seed,
        every_card=exact,
        scores_only=only_scores,
        threads=threads,
        cache=cache,
        on_iteration=report if on_iteration is not None else None,
        watch=watch,
    )
    return belonging(decision)


def position_of(setting: Setting) -> Position:
    """The position that is searched."""
    standing, play = setting.standing, setting.standing.view.play
    layouts = setting.worlds.layouts
    return Position(layouts, play.trump, standing.declarer, play.leader, play.trick, standing.need)


def _words(text: Sequence[str] | str) -> Sequence[str]:
    return text.replace(",", " ").split() if isinstance(text, str) else text

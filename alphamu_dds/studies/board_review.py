"""One board of a batch: declarer's choices if they are recorded, else the chance of the contract.

Everything here follows from the board and the options: no clock, no state, so that a board can be looked at
on any machine, at any time, and the answer is the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..bridge.cache import LeafCache
from ..bridge.cards import Card, Layout, card_name
from ..bridge.game import BridgeGame
from ..bridge.packed import pack
from ..bridge.position import Position
from ..bridge.solver import DoubleDummy
from ..engine.options import Limits
from ..formats.board import Board
from ..worlds.assume import Sources
from ..worlds.sample import DEFAULT_ATTEMPTS, DEFAULT_FEW
from .decision import Decision
from .explain import weights_of
from .policy import DEFAULT_SEED, DEFAULT_WORLDS, moves_ahead
from .setting import Setting
from .solve import decide, prepare
from .standing import Standing, stand
from .verdict import MISTAKE, UNDECIDED, card_of, judge, told_apart


@dataclass(frozen=True)
class ReviewOptions:
    """What decides the answers of a batch, and nothing else."""

    worlds: int | None = DEFAULT_WORLDS
    max_moves: int | None = None
    """None: two moves ahead, and endings to their end (``policy``)."""
    seed: int = DEFAULT_SEED
    few: int = DEFAULT_FEW
    attempts: int = DEFAULT_ATTEMPTS
    bidding: bool = True
    bidding_table: str | None = None
    """The text of a table; None for the one of the package."""
    leads: str = "weights"
    lead_table: str | None = None
    """The text of a table; None for the one of the package."""

    @property
    def sources(self) -> Sources:
        """From what assumptions are made."""
        return Sources(
            bidding=self.bidding,
            bidding_table=self.bidding_table,
            lead=self.leads,
            lead_table=self.lead_table,
        )


@dataclass(frozen=True)
class Job:
    """What a worker is given."""

    board: Board
    options: ReviewOptions
    threads: int = 1


def review(job: Job) -> dict[str, object]:
    """The answer for one board: the part of its record that takes time.

    A board on which declarer's side has played a card is asked about its choices, any other about its
    contract. Raises ``InputError`` if there is no answer.
    """
    if len(job.board.play) > 1:
        return {"kind": "play", **_choices(job)}
    return {"kind": "contract", "chance": _chance(job)}


def moment(job: Job, after: int) -> Decision:
    """One decision of a board, with the layouts that ``review`` draws for it."""
    return _decide(job, _setting(job, after), LeafCache())


def _setting(job: Job, after: int) -> Setting:
    """The worlds of a decision; what calls and leads show is given up where no layout fits it."""
    options = job.options
    standing = stand(job.board, after=after)
    return prepare(standing, options.sources, options.worlds, options.seed, options.few, options.attempts)


def _decide(job: Job, setting: Setting, cache: LeafCache) -> Decision:
    limits = Limits.counted(moves_ahead(setting.standing.left, job.options.max_moves))
    return decide(setting, limits, threads=job.threads, cache=cache)


def _choices(job: Job) -> dict[str, object]:
    decisions = choices(job)

    def named(verdict: str) -> list[object]:
        found = [choice for choice in decisions if choice["verdict"] == verdict]
        found.sort(key=lambda choice: (-choice["loss"], choice["after"]))
        return [choice["after"] for choice in found]

    return {"decisions": decisions, "errors": named(MISTAKE), "undecided": named(UNDECIDED)}


def choices(job: Job, on_choice: Callable[[int], None] | None = None) -> list[dict[str, Any]]:
    """What each real choice of declarer's side was worth, and whether it was a mistake."""
    board = job.board
    cache = LeafCache()
    found = []
    for after in _real_choices(board):
        if on_choice is not None:
            on_choice(after)
        decision = _decide(job, _setting(job, after), cache)
        found.append(_choice(job, decision, board.play[after], cache))
    return found


def _real_choices(board: Board) -> list[int]:
    """After how many cards declarer's side had a choice that mattered: unequal cards, contract open."""
    declarer = board.declarer
    assert declarer is not None
    found = []
    for after in range(1, len(board.play)):
        if board.owners[after] & 1 != declarer & 1:
            continue
        standing = _standing(board, after)
        if standing is None:
            break  # decided, and it stays so
        if _has_choice(standing):
            found.append(after)
    return found


def _standing(board: Board, after: int) -> Standing | None:
    """Where declarer stands; None if the contract is decided by then."""
    declarer, contract = board.declarer, board.contract
    assert declarer is not None
    assert contract is not None
    won = board.replay(after).won
    if won[declarer & 1] >= contract.tricks or 13 - won[declarer & 1 ^ 1] < contract.tricks:
        return None
    return stand(board, after=after)


def _has_choice(standing: Standing) -> bool:
    """Whether the side to play has cards that are not all the same. It takes no world to see that."""
    view = standing.view
    play = view.play
    # Equal cards depend on which cards are in play and not on who of the defenders holds them.
    left = [0, 0, 0, 0]
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            left[seat] = hand & ~play.played[seat]
    left[view.hidden[0]] = view.unseen
    layout: Layout = (left[0], left[1], left[2], left[3])
    position = Position((layout,), play.trump, standing.declarer, play.leader, play.trick, standing.need)
    game = BridgeGame(position, claims=False)
    return len(game.equal_cards(game.root)) > 1


def _choice(job: Job, decision: Decision, card: Card, cache: LeafCache) -> dict[str, Any]:
    """The part of a record about one choice."""
    setting, options = decision.setting, job.options
    assert setting is not None
    played = card_of(decision, card_name(card))
    verdict, checks = judge(
        decision, played.card, options.sources, options.attempts, options.few, job.threads, cache
    )
    best = decision.cards[0]
    # Where PIMC values several cards alike, it is given the one that αμ likes best.
    favourite = max(decision.cards, key=lambda found: found.pimc_wins)
    loss = float((best.wins - played.wins) / decision.total)
    return {
        "after": setting.standing.after,
        "trick": setting.standing.after // 4 + 1,
        "seat": decision.to_play,
        "played": played.card,
        "played_mu": played.mu,
        "best": [found.card for found in decision.cards if found.wins == best.wins],
        "best_mu": best.mu,
        "loss": loss,
        "told_apart": told_apart(decision, best, played) if loss > 0 else None,
        "verdict": verdict,
        "checks": [check.to_dict() for check in checks],
        "pimc": favourite.card,
        "pimc_mu": favourite.mu,
        "pimc_differs": favourite.wins != best.wins,
        "need": setting.standing.need,
        **_sample(decision, setting),
    }


def _sample(decision: Decision, setting: Setting) -> dict[str, object]:
    """How the figures came about, and how exact they are."""
    return {
        "complete": decision.complete,
        "max_moves": decision.stats.max_moves,
        "limit": decision.stats.limit,
        "worlds": decision.worlds,
        "left_out": decision.left_out,
        "all_layouts": setting.worlds.complete,
        "seed": setting.seed,
        "assumed": [constraint.text for constraint in setting.worlds.constraints],
        "not_used": setting.assumptions.unused,
    }


def _chance(job: Job) -> dict[str, object]:
    """What declarer is sure of before the lead, beside what double dummy says of the same layouts."""
    setting = _setting(job, 0)
    decision = _decide(job, setting, LeafCache())
    open_cards = _made_with_open_cards(decision)
    weights = weights_of(decision) or (1,) * decision.worlds
    double_dummy = sum(w for w, made in zip(weights, open_cards, strict=True) if made) / sum(weights)
    tricks = double_dummy_tricks(job.board)
    leads: list[dict[str, object]] = []
    for lead in decision.cards:
        if lead.card == lead.equals[0]:
            leads.append(
                {
                    "lead": list(lead.equals),
                    "mu": lead.to_dict()["mu"],
                    "possible": float(lead.possible / decision.total),
                    "double_dummy": float(lead.pimc_wins / lead.possible) if lead.possible else None,
                }
            )
    return {
        "mu": decision.mu,
        "double_dummy": double_dummy,
        "flatters": double_dummy - decision.mu,
        "tricks": tricks,
        "makes": None if tricks is None else tricks >= setting.standing.target,
        "leads": leads,
        "need": setting.standing.need,
        **_sample(decision, setting),
    }


def _made_with_open_cards(decision: Decision) -> list[bool]:
    """For each world whether no lead beats the contract when all cards are open."""
    return [all(card.pimc[world] != "0" for card in decision.cards) for world in range(decision.worlds)]


def double_dummy_tricks(board: Board) -> int | None:
    """The tricks of declarer's side with open cards, if the file has all four hands.

    This is the only use of the defenders' real cards.
    """
    contract, leader, hands = board.contract, board.opening_leader, board.hands
    if contract is None or leader is None or board.trump is None:
        return None
    layout = [hand for hand in hands if hand is not None and hand.bit_count() == 13]
    if len(layout) != 4 or len(set(_cards(layout))) != 52:
        return None
    solver = DoubleDummy(board.trump)
    packed = [pack((layout[0], layout[1], layout[2], layout[3]))]
    low, high = 0, 13
    while low < high:
        middle = (low + high + 1) // 2
        # The leader beats ``middle`` tricks if he has a card that wins the rest and one more.
        if solver.winning_cards(packed, [0], leader, (), 14 - middle)[0]:
            high = middle - 1
        else:
            low = middle
    return low


def _cards(hands: Sequence[int]) -> list[int]:
    return [bit for hand in hands for bit in range(64) if hand >> bit & 1]

"""From the layouts that can be won together to a plan that wins them: a card for whatever the defenders do.

The search says which layouts one plan can win. Finding such a plan is then a plain game with a yes or no at
every node: can declarer, from here, win *all* of the promised layouts that are still possible? Among the
plans that do, one is sought that is short to tell: the same instruction for as many of the defenders' cards
as possible. So a *step* of a plan serves a set of situations, which declarer need not tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..bridge.cards import NORTH, SOUTH, Seat, partner_of
from ..engine.fronts import Mask
from .game import SuitGame, SuitMove, SuitState
from .holdings import Ranks, highest, ranks_of, runs

Situation = tuple[SuitState, Mask]
"""What lies on the table, and the promised worlds that are still possible."""
Situations = frozenset[Situation]
SeenCards = tuple[Ranks, Ranks]
"""What second and fourth hand have played: a group of ``Suit.groups``, or 0 for a discard."""
SMALL = 0
"""As a card of declarer's: the lowest of the hand."""
HIGHEST_SMALL: Ranks = 1 << 9
"""The nine is the highest card that players call small."""


@dataclass(frozen=True)
class Rest:
    """The simple rest of a plan: the highest card each time, and the lowest from the other hand.

    A winner in the shorter hand goes before the others, so that nothing is blocked.
    """


@dataclass(frozen=True)
class Case:
    """How the plan goes on after what the defenders may have played to a trick."""

    seen: tuple[SeenCards, ...]
    then: Step | Rest


@dataclass(frozen=True)
class Step:
    """One trick of a plan.

    Third hand plays ``third`` as long as it, or the lead, is higher than what second hand has played.
    Otherwise it plays the cheapest card that beats second hand, or its lowest if it can't; ``ducks`` means
    that it does not try. ``except_for`` are second hand's cards against which another card is right.
    What the defenders can play only where the wanted tricks can't be had any more is not in ``cases``.
    """

    seat: Seat
    lead: Ranks
    """The card, or SMALL."""
    third: Ranks
    ducks: bool
    except_for: tuple[tuple[Ranks, Ranks], ...]
    cases: tuple[Case, ...]
    won: tuple[SeenCards, ...] | None
    """After which cards of the defenders the trick is declarer's; None if they don't tell."""
    missing: Ranks
    """The cards that the defenders may still have before the lead."""
    lowest: tuple[Ranks, Ranks]
    """What SMALL may be: the lowest cards of the leading hand and of the other, in all situations."""


Node = Step | Rest


def third_hand(state: SuitState, third: Ranks, ducks: bool) -> Ranks:
    """The card that a ``Step`` plays from the third hand; see there."""
    hand = state.north if state.to_play == NORTH else state.south
    lowest = hand & -hand
    card = third or lowest
    if ducks or state.ours or card > state.best:
        return card
    higher = hand & -state.best
    return higher & -higher or lowest


def from_the_top(state: SuitState) -> SuitMove:
    """Declarer's card when he just plays his cards from the top; see ``Rest``."""
    if state.played:
        hand = state.north if state.to_play == NORTH else state.south
        return SuitMove(state.to_play, hand & -hand)
    short, long = (NORTH, state.north), (SOUTH, state.south)
    if short[1].bit_count() > long[1].bit_count():
        short, long = long, short
    # A holding is a larger number than another if its highest card is higher.
    seat, hand = (
        short if short[1] > max(state.missing, 0 if short[1] else 1) else max(short, long, key=_cards)
    )
    return SuitMove(seat, highest(hand))


def _union(holdings: Iterable[Ranks]) -> Ranks:
    together = 0
    for holding in holdings:
        together |= holding
    return together


def _cards(hand: tuple[int, Ranks]) -> Ranks:
    return hand[1]


class Planner:
    """Finds plans in one game."""

    def __init__(self, game: SuitGame, effort: int = 40_000) -> None:
        self.game = game
        self.effort = effort
        """Situations looked at for the sake of a shorter plan; after that the first plan will do."""
        self._wins: dict[Situation, bool] = {}
        self._rest_wins: dict[Situation, bool] = {}
        self._plans: dict[Situations, tuple[int, Node] | None] = {}

    def plan(self, promised: Mask) -> Node:
        """A plan that wins all of the ``promised`` worlds, which must be possible."""
        found = self._plan(frozenset([(self.game.root, promised)]))
        assert found is not None, "the promised worlds can be won"
        return found[1]

    def wins(self, state: SuitState, promised: Mask) -> bool:
        """Whether one plan wins all of these worlds from here."""
        key = (state, promised)
        known = self._wins.get(key)
        if known is None:
            known = self._wins[key] = self._find(state, promised)
        return known

    def _find(self, state: SuitState, promised: Mask) -> bool:
        game = self.game
        if game.evaluate(state, promised) != promised:
            return False
        if game.finished(state) or not promised & (promised - 1):
            return True
        moves = game.moves(state, promised, promised, merge=True)
        if game.max_to_move(state):
            return any(self.wins(game.play(state, move), promised) for move, _ in moves)
        return all(self.wins(game.play(state, move), legal) for move, legal in moves)

    def rest_wins(self, state: SuitState, promised: Mask) -> bool:
        """Whether leading from the top, with no further thought, wins all of these worlds."""
        key = (state, promised)
        known = self._rest_wins.get(key)
        if known is None:
            known = self._rest_wins[key] = self._rest_finds(state, promised)
        return known

    def _rest_finds(self, state: SuitState, promised: Mask) -> bool:
        game = self.game
        if game.evaluate(state, promised) != promised:
            return False
        if not state.north and not state.south and not state.played:
            return True
        if game.max_to_move(state):
            return self.rest_wins(game.play(state, from_the_top(state)), promised)
        return all(
            self.rest_wins(game.play(state, move), legal)
            for move, legal in game.moves(state, promised, promised, merge=True)
        )

    def _plan(self, situations: Situations) -> tuple[int, Node] | None:
        """The shortest plan found that serves all situations, with its length; None if there is none."""
        if all(self.rest_wins(*situation) for situation in situations):
            return 1, Rest()
        if situations not in self._plans:
            self._plans[situations] = self._shortest(situations)
        return self._plans[situations]

    def _shortest(self, situations: Situations) -> tuple[int, Node] | None:
        best: tuple[int, Node] | None = None
        for seat, lead in self._leads(situations):
            for third, ducks in self._thirds(situations, seat, lead):
                found = self._step(situations, seat, lead, third, ducks)
                if found is not None and (best is None or found[0] < best[0]):
                    best = found
                if best is not None and self.effort <= 0:
                    return best
        return best

    @staticmethod
    def _hands(situations: Situations, seat: Seat) -> list[Ranks]:
        return [state.north if seat == NORTH else state.south for state, _ in situations]

    def _with_hands(self, situations: Situations, seat: Seat) -> list[tuple[Situation, Ranks]]:
        return list(zip(situations, self._hands(situations, seat), strict=True))

    def _lowest(self, situations: Situations, seat: Seat) -> Ranks:
        return _union([hand & -hand for hand in self._hands(situations, seat)])

    def _choices(self, situations: Situations, seat: Seat) -> list[Ranks]:
        """The cards that can be named in all situations, of equal ones the highest; high to low."""
        hands = self._hands(situations, seat)
        common = hands[0]
        for hand in hands:
            common &= hand
        named = set()
        for (state, _), hand in self._with_hands(situations, seat):
            for run in runs(hand & ~self.game.suit.idle, state.missing):
                # Cards that beat nothing need no name, unless they are honours; idle ones beat nothing.
                if highest(run) & common and (state.missing & (run & -run) - 1 or run >= HIGHEST_SMALL << 1):
                    named.add(highest(run))
        return sorted(named, reverse=True)

    def _leads(self, situations: Situations) -> Iterator[tuple[Seat, Ranks]]:
        """Winners first, then small cards, then the others from the top: players write it so."""
        top = max(state.missing for state, _ in situations)
        choices = {seat: self._choices(situations, seat) for seat in (NORTH, SOUTH)}
        seats = [seat for seat in choices if all(self._hands(situations, seat))]
        small = [
            seat
            for seat in seats
            if all(hand & -hand <= HIGHEST_SMALL for hand in self._hands(situations, seat))
        ]
        for seat, cards in choices.items():
            yield from ((seat, card) for card in cards if card > top)
        yield from ((seat, SMALL) for seat in small)
        for seat, cards in choices.items():
            yield from ((seat, card) for card in cards if card < top)
        # A lowest card that is not small has a name, but perhaps not the same in all situations.
        yield from ((seat, SMALL) for seat in seats if seat not in small and len(situations) > 1)

    def _thirds(self, situations: Situations, seat: Seat, lead: Ranks) -> list[tuple[Ranks, bool]]:
        cards = self._choices(situations, partner_of(seat))
        if lead:
            return [(SMALL, False), *((card, False) for card in reversed(cards))]
        return [*((card, False) for card in reversed(cards)), (SMALL, False), (SMALL, True)]

    def _step(
        self, situations: Situations, seat: Seat, lead: Ranks, third: Ranks, ducks: bool
    ) -> tuple[int, Node] | None:
        """This step and the best plan after it, if it keeps all promises."""
        game = self.game
        # By what second hand plays: all situations with it, which get one and the same answer.
        seconds: dict[Ranks, list[tuple[SuitState, Mask, int]]] = {}
        after_lead = []
        for (state, promised), hand in self._with_hands(situations, seat):
            led = game.play(state, SuitMove(seat, lead or hand & -hand))
            if not self.wins(led, promised):
                return None
            after_lead.append((state, led, promised))
        self.effort -= len(situations)
        for state, led, promised in after_lead:
            for move, legal in game.moves(led, promised, promised, merge=False):
                after = game.play(led, move)
                seconds.setdefault(self._group(move), []).append((after, legal, state.won))
        exceptions: dict[Ranks, Ranks] = {}
        outcomes: dict[SeenCards, set[Situation]] = {}
        won: dict[SeenCards, set[bool]] = {}
        for group, places in seconds.items():
            answered = self._played(places, third, ducks)
            if answered is None:
                found = self._exception(places)
                if found is None:
                    return None
                exceptions[group], answered = found
            for after, promised, before in answered:
                for move, legal in game.moves(after, promised, promised, merge=False):
                    end = game.play(after, move)
                    seen = (group, self._group(move))
                    won.setdefault(seen, set()).add(end.won > before)
                    outcomes.setdefault(seen, set()).add((end, legal))
        cases = self._cases({seen: frozenset(found) for seen, found in outcomes.items()}, won)
        if cases is None:
            return None
        length, branches = cases
        step = Step(
            seat,
            lead,
            third,
            ducks,
            tuple(sorted(exceptions.items())),
            branches,
            tuple(seen for seen in outcomes if won[seen] == {True})
            if all(len(results) == 1 for results in won.values())
            else None,
            _union([state.missing for state, _ in situations]),
            (self._lowest(situations, seat), self._lowest(situations, partner_of(seat))),
        )
        covers = not lead and not third and not ducks  # takes more words than the others
        return length + 2 + 3 * covers + 3 * len(exceptions), step

    def _played(
        self, places: list[tuple[SuitState, Mask, int]], third: Ranks, ducks: bool
    ) -> list[tuple[SuitState, Mask, int]] | None:
        """What lies on the table after third hand has followed the rule; None if that breaks a promise."""
        found = []
        for state, promised, before in places:
            after = state
            if state.played == 2:  # otherwise the hand is void, and has been passed over
                after = self.game.play(state, SuitMove(state.to_play, third_hand(state, third, ducks)))
                if not self.wins(after, promised):
                    return None
            found.append((after, promised, before))
        return found

    def _exception(
        self, places: list[tuple[SuitState, Mask, int]]
    ) -> tuple[Ranks, list[tuple[SuitState, Mask, int]]] | None:
        """One card for third hand, the lowest that keeps the promises in all these places."""
        hands = [
            state.north if state.to_play == NORTH else state.south
            for state, _, _ in places
            if state.played == 2
        ]
        common = hands[0]
        for hand in hands:
            common &= hand
        for card in [SMALL, *(1 << rank for rank in reversed(ranks_of(common)))]:
            answered = self._played(places, card, ducks=True)
            if answered is not None:
                return card, answered
        return None

    def _cases(
        self, outcomes: dict[SeenCards, Situations], won: dict[SeenCards, set[bool]]
    ) -> tuple[int, tuple[Case, ...]] | None:
        """As few cases as can be found, and the length of what is to be said about them."""
        everything = self._plan(frozenset().union(*outcomes.values()))
        if everything is not None and self._is_short(everything[1]):
            return everything[0], (Case(tuple(outcomes), everything[1]),)
        classes: list[tuple[list[SeenCards], int, Node]] = []
        for seen in sorted(outcomes, key=lambda seen: (sorted(won[seen]), len(outcomes[seen]), seen)):
            alone = self._plan(outcomes[seen])
            if alone is None:
                return None
            best: tuple[int, int, Node] | None = None
            for number, (members, length, node) in enumerate(classes):
                if self.effort <= 0 and not (isinstance(node, Rest) and isinstance(alone[1], Rest)):
                    continue
                both = frozenset().union(outcomes[seen], *(outcomes[member] for member in members))
                together = self._plan(both)
                if together is not None:
                    more = together[0] - length
                    if more <= alone[0] + 2 and (best is None or more < best[0]):
                        best = more, number, together[1]
            if best is None:
                classes.append(([seen], alone[0], alone[1]))
            else:
                more, number, node = best
                members, length, _ = classes[number]
                classes[number] = ([*members, seen], length + more, node)
        total = sum(length + 2 for _, length, _ in classes)
        if everything is not None and everything[0] <= total:
            return everything[0], (Case(tuple(outcomes), everything[1]),)
        return total, tuple(Case(tuple(members), node) for members, _, node in classes)

    @staticmethod
    def _is_short(node: Node) -> bool:
        """Whether a plan has neither branches nor exceptions: nothing shorter can be hoped for."""
        while isinstance(node, Step):
            if len(node.cases) > 1 or node.except_for:
                return False
            node = node.cases[0].then
        return True

    def _group(self, move: SuitMove) -> Ranks:
        """All the cards that a defender's card stands for."""
        if not move.card or not self.game.alike:
            return move.card
        return next(group for group in self.game.suit.groups if group & move.card)

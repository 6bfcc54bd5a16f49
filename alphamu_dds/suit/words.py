"""A plan in words, as a player would write it: "small to the nine; if it loses to the ten, run the jack"."""

from __future__ import annotations

from collections.abc import Sequence

from ..bridge.cards import SEAT_NAMES, Seat, next_seat
from .holdings import Ranks, highest, ranks_of
from .plan import HIGHEST_SMALL, Case, Node, Rest, SeenCards, Step

NAMES = {
    14: "ace",
    13: "king",
    12: "queen",
    11: "jack",
    10: "ten",
    9: "nine",
    8: "eight",
    7: "seven",
    6: "six",
    5: "five",
    4: "four",
    3: "three",
    2: "two",
}
REST = "play from the top"
SMALL_WORD = "small"


def lines(node: Node) -> list[str]:
    """The plan, one line for each case, indented below the step it belongs to."""
    head = []
    while isinstance(node, Step):
        head.append(headline(node))
        if len(_told_apart(node.cases)) > 1:
            break
        node = node.cases[0].then
    if isinstance(node, Rest):
        return ["; then ".join([*head, REST])]
    found = ["; then ".join(head)]
    for words, case in conditions(node):
        first, *more = lines(case.then)
        found.append(f"  {words}: {first}")
        found.extend(f"  {text}" for text in more)
    return found


def sentence(node: Node) -> str:
    """The plan as running text, with a line for each case if there are cases within cases."""
    text = lines(node)
    return text[0][0].upper() + "\n".join(text)[1:] + "."


def headline(step: Step) -> str:
    """One trick, without what may follow."""
    lead = _own(step.lead, step.lowest[0], missing=0)
    # A lowest card is small if the lead is higher, or if it beats nothing; otherwise it has to be named.
    third = _own(step.third, step.lowest[1], step.missing if step.lead < step.lowest[1] else 0)
    hand, second, opposite = (SEAT_NAMES[next_seat(step.seat, place)] for place in range(3))
    if step.lead > step.missing:
        text = f"cash {hand}'s {lead}"
        if step.third:
            text += f", with the {third} from {opposite}"
    elif not step.lowest[1]:
        text = f"lead {_the(lead)} from {hand}"
    elif step.ducks:
        if lead == third == SMALL_WORD:
            text = f"small from both hands, {hand} leading"
        else:
            text = f"{_the(lead)} from {hand} and {_the(third)} from {opposite}, whatever {second} plays"
    elif lead == SMALL_WORD:
        text = f"small to {opposite}'s {third}"
        if not step.third:
            text = f"small to {opposite}, covering {second}'s card as cheaply as you can"
    elif third == SMALL_WORD:
        text = f"run {hand}'s {lead}"
    else:
        text = f"{hand}'s {lead} to the {third}"
    if step.except_for:
        answers: dict[str, list[Ranks]] = {}
        for cards, card in step.except_for:
            answers.setdefault(_own(card, step.lowest[1], step.missing), []).append(cards)
        parts = [
            f"{_the(answer)} if {_plays(next_seat(step.seat), cards, step)}"
            for answer, cards in answers.items()
        ]
        text += f" ({', '.join(parts)})"
    return text


def conditions(step: Step) -> list[tuple[str, Case]]:
    """The cases of a step with what tells them apart; the one with most to tell is last."""
    everything = [seen for case in step.cases for seen in case.seen]
    texts = [(_condition(case.seen, everything, step), case) for case in _told_apart(step.cases)]
    longest = max(range(len(texts)), key=lambda number: len(texts[number][0]))
    found = [text for number, text in enumerate(texts) if number != longest]
    return [(f"if {words}", case) for words, case in found] + [("otherwise", texts[longest][1])]


def _told_apart(cases: Sequence[Case]) -> list[Case]:
    """The cases, those that read alike put together: what is done is the same, whatever it is done for."""
    found: dict[str, Case] = {}
    for case in cases:
        text = "\n".join(lines(case.then))
        known = found.get(text)
        # A case within a case has conditions that mean what they say only there.
        alike = known is not None and "\n" not in text
        key = text if alike or known is None else f"{text}\n{len(found)}"
        found[key] = Case((*known.seen, *case.seen), case.then) if known is not None and alike else case
    return list(found.values())


def _condition(seen: Sequence[SeenCards], everything: Sequence[SeenCards], step: Step) -> str:
    """What all of ``seen`` have in common and nothing else in ``everything`` has."""
    inside = set(seen)
    seats = (next_seat(step.seat), next_seat(step.seat, 3))
    won = step.won or ()
    results = {one in won for one in seen}
    for by_result in (True, False):
        if by_result and (step.won is None or len(results) == 2):
            continue
        pool = [one for one in everything if not by_result or (one in won) in results]
        result = "" if not by_result else "it wins" if True in results else "it loses"
        if set(pool) == inside:
            return result or "whatever they play"
        for which in ((1,), (0,), (0, 1)):
            values = [{one[place] for one in seen} for place in which]
            chosen = {
                one
                for one in pool
                if all(one[place] in held for place, held in zip(which, values, strict=True))
            }
            if chosen != inside:
                continue
            # The fourth hand has won it, not the second.
            if which == (1,) and result == "it loses" and all(second < fourth for second, fourth in seen):
                return f"it loses to {_either(_names(sorted(values[0], reverse=True), step))}"
            parts = [
                _plays(seats[place], sorted(held, reverse=True), step)
                for place, held in zip(which, values, strict=True)
                if len(held) < len({one[place] for one in everything})
            ]
            plain = [
                one for one in everything if all(one[p] in v for p, v in zip(which, values, strict=True))
            ]
            if set(plain) != inside and result:
                parts.insert(0, result)
            return " and ".join(parts)
    by_second: dict[Ranks, list[SeenCards]] = {}
    for one in seen:
        by_second.setdefault(one[0], []).append(one)
    if len(by_second) == 1:
        return " or ".join(_condition([one], everything, step) for one in seen)
    return ", or ".join(_condition(part, everything, step) for part in by_second.values())


def _plays(seat: Seat, groups: Sequence[Ranks], step: Step) -> str:
    """A defender plays a card of one of ``groups``, or shows out."""
    named = _names([cards for cards in groups if cards], step)
    parts = [f"plays {_either(named)}"] if named else []
    if 0 in groups:
        parts.append("shows out")
    return f"{SEAT_NAMES[seat]} {' or '.join(parts)}"


def _names(groups: Sequence[Ranks], step: Step) -> list[str]:
    """The cards of each group that are still there."""
    missing = step.missing
    lowest = missing & -missing
    found = []
    for group in groups:
        ranks = ranks_of(group & missing)
        if group & lowest and 1 << ranks[0] <= HIGHEST_SMALL:
            found.append("small")
        else:
            found += [f"the {NAMES[rank]}" for rank in ranks]
    return found


def _own(card: Ranks, lowest: Ranks, missing: Ranks) -> str:
    """A card of declarer's: its name, or ``small`` if it beats nothing; ``lowest`` is what SMALL may be."""
    if card:
        return NAMES[card.bit_length() - 1]
    if not lowest or (lowest < HIGHEST_SMALL << 1 and not missing & highest(lowest) - 1):
        return SMALL_WORD
    return NAMES[lowest.bit_length() - 1] if lowest & lowest - 1 == 0 else "lowest card"


def _the(card: str) -> str:
    return card if card == SMALL_WORD else f"the {card}"


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"

"""The score of a board at duplicate bridge."""

from __future__ import annotations

from .auction import Contract

_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_GAME = 100


def duplicate_score(contract: Contract, tricks: int, vulnerable: bool = False) -> int:
    """Points of declarer's side for so many tricks; negative if the contract was beaten (laws 77 and 81).

    >>> duplicate_score(Contract(3, "N"), 9), duplicate_score(Contract(4, "S", 1), 8, vulnerable=True)
    (400, -500)
    """
    over = tricks - contract.tricks
    if over < 0:
        return -_penalty(-over, contract.risk, vulnerable)
    doubling = 1 << contract.risk
    bid = (contract.level * _TRICK[contract.strain] + (10 if contract.strain == "N" else 0)) * doubling
    score = bid + 50 * contract.risk
    score += (500 if vulnerable else 300) if bid >= _GAME else 50
    if contract.level == 6:
        score += 750 if vulnerable else 500
    elif contract.level == 7:
        score += 1500 if vulnerable else 1000
    doubled = (200 if vulnerable else 100) * contract.risk
    return score + over * (doubled or _TRICK[contract.strain])


def _penalty(down: int, risk: int, vulnerable: bool) -> int:
    if not risk:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return risk * (200 + 300 * (down - 1))
    # 100 for the first, 200 for the second and the third, 300 for each after that.
    return risk * (100 + 200 * min(down - 1, 2) + 300 * max(down - 3, 0))

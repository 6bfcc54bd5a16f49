"""Four hands as one integer, laid out for speed.

Bit ``64 * suit + 16 * seat + rank`` says that ``seat`` holds that card. Taking away what has been
played is one AND; one suit of all four hands is one shift, which is what the cache by relative ranks
wants; and 16 bits a suit and seat are what DDS is told.
"""

from __future__ import annotations

from .cards import SUIT_BITS, Card, Holding, Layout

Packed = int
SUIT_BLOCK = (1 << 64) - 1


def place(seat: int, card: Card) -> int:
    """The number of the bit for a card in a seat's hand."""
    return (card & ~15) * 4 + 16 * seat + (card & 15)


def pack(layout: Layout) -> Packed:
    """The four hands of a layout, packed."""
    board = 0
    for seat, hand in enumerate(layout):
        for suit in range(4):
            board |= (hand >> 16 * suit & SUIT_BITS) << 64 * suit + 16 * seat
    return board


def hand_of(board: Packed, seat: int) -> Holding:
    """What one seat holds."""
    shift = 16 * seat
    return (
        board >> shift & SUIT_BITS  # type: ignore[return-value]  # Holding() would be a call
        | board >> shift + 48 & SUIT_BITS << 16
        | board >> shift + 96 & SUIT_BITS << 32
        | board >> shift + 144 & SUIT_BITS << 48
    )


def unpack(board: Packed) -> Layout:
    """The four hands of a packed layout."""
    return (hand_of(board, 0), hand_of(board, 1), hand_of(board, 2), hand_of(board, 3))

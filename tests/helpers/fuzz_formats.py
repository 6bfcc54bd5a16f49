"""Spoilt files: ``python -m tests.helpers.fuzz_formats 20000`` reads so many, as bytes and text, then 50 MB.

Whatever stands in a file, reading it ends, and ends in boards or in one sentence. The boards keep their
promises.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator

from alphamu_dds.bridge.auction import check_auction
from alphamu_dds.errors import InputError
from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards
from alphamu_dds.formats.write_lin import handviewer_url, write_lin
from alphamu_dds.formats.write_pbn import write_pbn
from tests.helpers.board_maker import random_board
from tests.helpers.format_samples import LIN, PBN

Mutation = Callable[[random.Random, bytes], bytes]
PIECES = [
    *(
        b"[",
        b"]",
        b'"',
        b"{",
        b"}",
        b"|",
        b"\n\n",
        b"\r",
        b"%",
        b";",
        b"#",
        b"##",
        b"\\",
        b"\0",
        b"=1=",
        b"^R",
    ),
    *(b"[Deal ", b'[Event "', b'[Play "N"]\n', b'[Auction "W"]\n', b"md|", b"mb|", b"pc|", b"qx|o1|", b"pn|"),
    *(
        b"*",
        b"+",
        b"-",
        b"$1",
        b"AP",
        b"N:",
        b"...",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"http://x/?lin=",
        b"&n=",
        b"%41",
        b"%ed%a0%80",
        b"0123456789",
        b"mc|" + b"0" * 5000 + b"|",
        b"rs|PASS,4SN=|",
        b"st||",
        b"sv|n|",
        b"'https://x/?n=S2&s=H3' ",
    ),
]


def flip_bytes(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 20)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut_lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 5)):
        if lines:
            place = rng.randrange(len(lines))
            lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
    return b"".join(lines)


def drop_lines(rng: random.Random, data: bytes) -> bytes:
    return b"".join(line for line in data.splitlines(keepends=True) if rng.random() < 0.8)


def swap_tags(rng: random.Random, data: bytes) -> bytes:
    mark = b"|" if b"|" in data else b"\n"
    parts = data.split(mark)
    for _ in range(rng.randrange(1, 6)):
        one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[one], parts[other] = parts[other], parts[one]
    return mark.join(parts)


def insert_pieces(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.randrange(1, 10)):
        place = rng.randrange(len(data) + 1)
        piece = rng.choice(PIECES)
        times = rng.choice([1, 1, 1, 2, 50]) if len(piece) < 100 else 1
        data = data[:place] + piece * times + data[place:]
    return data


def insert_unicode(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.randrange(1, 10)):
        place = rng.randrange(len(data) + 1)
        letter = chr(rng.choice([rng.randrange(0x20, 0xD800), rng.randrange(0xE000, 0x110000)]))
        data = data[:place] + letter.encode() + data[place:]
    return data


def cut_end(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def repeat(rng: random.Random, data: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start : start + rng.randrange(100)] * rng.randrange(2, 50) + data[start:]


def noise(rng: random.Random, data: bytes) -> bytes:
    if rng.random() < 0.5:
        return rng.randbytes(len(data) // 2)
    return b"".join(rng.choice(PIECES) for _ in range(rng.randrange(200)))


MUTATIONS: list[Mutation] = [
    *(flip_bytes, cut_lines, drop_lines, swap_tags, insert_pieces, insert_unicode, cut_end, repeat, noise),
]


def spoilt(count: int, seed: int = 1) -> Iterator[bytes]:
    """So many files that once were right."""
    rng = random.Random(seed)
    for _ in range(count):
        boards = [random_board(rng, tags=False) for _ in range(rng.randrange(1, 3))]
        texts = [
            write_pbn(boards),
            "\n".join(write_lin(board) for board in boards),
            "\n".join(handviewer_url(board) for board in boards),
            PBN + "\n" + PBN,
            LIN + "\n" + LIN,
        ]
        data = rng.choice(texts).encode()
        for _ in range(rng.choice([1, 1, 2, 3])):
            data = rng.choice(MUTATIONS)(rng, data) or b"x"
        yield data


def check(board: Board) -> None:
    """What a board promises, whatever file it came from."""
    assert len(board.problems) <= 31
    for problem in board.problems:
        assert problem.sentence
        assert "\n" not in problem.sentence
        assert len(str(problem)) < 2000
    assert board.result is None or 0 <= board.result <= 13
    if board.auction:
        assert board.dealer is not None
        check_auction(board.dealer, board.auction)
    if board.play:
        assert board.replay().owners == board.owners
    if board.play_as_seen is not None:
        assert board.problems
        assert len(board.play_as_seen) >= len(board.play)
    if board.legal:
        hands = [hand for hand in board.hands if hand is not None]
        assert all(hand.bit_count() == 13 for hand in hands)
        assert sum(hands).bit_count() == 13 * len(hands)
        assert board.contract is None or board.declarer is not None
        assert not (board.passed_out and board.contract)
        if len(board.play) == 52 and board.declarer is not None and "result" not in board.irregular:
            assert board.result == board.replay().won[board.declarer & 1]
    json.dumps(board.to_dict(), ensure_ascii=False).encode()


def as_text(rng: random.Random, data: bytes) -> str:
    """The same as text: a string of Python may hold halves of letters, which no file can."""
    text = data.decode("utf-8", rng.choice(["surrogateescape", "replace"]))
    for _ in range(rng.randrange(3)):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + chr(rng.randrange(0xD800, 0xE000)) + text[place:]
    # Without an end of line it might be the name of a file, or a pattern that fits some.
    return text + "\n"


def read_spoilt(data: bytes | str) -> tuple[int, int]:
    """Boards, and those among them with problems; a file that is refused has none."""
    count = wrong = 0
    try:
        for board in read_boards(data):
            check(board)
            count += 1
            wrong += not board.legal
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
    assert "\n" not in refused
    return count, wrong


def hostile(size: int) -> Iterator[tuple[str, bytes]]:
    """Long inputs that are slow to read for a careless reader."""
    for name, piece in (
        ("one letter", b"A"),
        ("open brackets", b"["),
        ("open tags", b'[Event "'),
        ("open quotes", b'"'),
        ("spaces", b" "),
        ("blank lines", b"\n"),
        ("carriage returns", b"\r"),
        ("backslashes", b'[Event "\\'),
        ("open comments", b"{"),
        ("bars", b"|"),
        ("calls", b"mb|p|"),
        ("cards", b"pc|SA|"),
        ("deals", b"md|1S,"),
        ("notes", b"=1="),
        ("addresses", b"http://"),
        ("links", b"http://x/?lin=md|"),
        ("tags", b'[Deal "N:- - - -"]'),
        ("lines that open a tag", b"[\nx\n"),
        ("rows", b"SA SK SQ SJ\n"),
        ("words in a link", b"| x"),
        ("digits", b"mc|0"),
    ):
        yield name, (piece * (size // len(piece) + 1))[:size]
        yield f"{name} after a tag", b'[Play "N"]\n' + (piece * (size // len(piece) + 1))[:size]
    yield "a link that never ends", b"http://x/?lin=md|1|an|" + b"a b" * (size // 3)


def crowded(size: int) -> Iterator[tuple[str, bytes]]:
    """Long inputs of very many boards, each of which could be tied to the next."""
    for name, start, piece in (
        ("games of a blank line and a note", b'[Board "1"]\n\n', b'[Note "1:x"]\n\n'),
        ("games that open a comment", b"", b'{\n\n[Board "1"]\n'),
        ("games in a comment", b'[Board "1"]\n{\n\n', b'[Event "x"]\n\n'),
        ("boards of a call and a heading", b"", b"mb|p|st||"),
        ("links with spaces", b"", b"http://x/?lin=md| "),
    ):
        yield name, start + piece * (size // len(piece))


def main(count: int) -> None:
    """Read them all, and say how long it took."""
    import resource  # noqa: PLC0415  not on Windows, where the suite must run all the same

    started = time.process_time()
    boards = wrong = 0
    slowest = 0.0
    rng = random.Random(2)
    for data in spoilt(count):
        before = time.process_time()
        found = read_spoilt(data)
        slowest = max(slowest, time.process_time() - before)
        boards, wrong = boards + found[0], wrong + found[1]
        read_spoilt(as_text(rng, data))
    seconds = time.process_time() - started  # of the processor, which others may use as well
    print(
        f"{count} spoilt files: {boards} boards, {wrong} with problems, "
        f"{seconds:.0f} s, slowest {slowest:.3f} s"
    )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    for name, data in hostile(50_000_000):
        before = time.process_time()
        found = read_spoilt(data)
        print(f"50 MB of {name}: {found[0]} boards, {time.process_time() - before:.1f} s", flush=True)
    for name, data in crowded(5_000_000):
        before = time.process_time()
        found = read_spoilt(data)
        print(f"5 MB of {name}: {found[0]} boards, {time.process_time() - before:.1f} s", flush=True)
    print(
        f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB, 50 of them the input"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

"""One board in every format, to be taken apart and spoilt by the tests."""

from __future__ import annotations

from alphamu_dds.formats.board import Board
from alphamu_dds.formats.read import read_boards

HANDS = ["J7.63.AJ543.AQJ7", "AT852.42.Q72.KT9", "K9.KQJ9875.KT9.3", "Q643.AT.86.86542"]
DEAL = "N:" + " ".join(HANDS)
HEAD = f"""[Event "Club evening"]
[Site "Home"]
[Board "7"]
[West "Dan"]
[North "Ada"]
[East "Bob"]
[South "Cyd"]
[Dealer "S"]
[Vulnerable "NS"]
[Deal "{DEAL}"]
"""
OUTCOME = """[Declarer "S"]
[Contract "4H"]
[Result "9"]
"""
AUCTION = """[Auction "S"]
1H Pass 1S Pass
2H =1= Pass 4H Pass
Pass Pass
[Note "1:six cards"]
"""
ROWS = """C8 C7 CT C3
SQ S7 S2 SK
D8 D5 D7 D9
S6 SJ S8 S9
C6 CQ CK H7
HA H3 H4 H8
S4 H6 S5 H5
D6 DA D2 DK
C4 D4 DQ DT
HT CA H2 H9
S3 D3 ST HJ
C5 CJ SA HQ
C2 DJ C9 HK
"""
PLAY = f'[Play "W"]\n{ROWS}'
PBN = HEAD + OUTCOME + AUCTION + PLAY

ORDER = (
    "C8 C7 CT C3 S2 SK SQ S7 D9 D8 D5 D7 S9 S6 SJ S8 CQ CK H7 C6 H8 HA H3 H4 S4 H6 S5 H5 DA D2 DK D6 "
    "D4 DQ DT C4 H2 H9 HT CA S3 D3 ST HJ HQ C5 CJ SA HK C2 DJ C9"
)
"""The cards of PLAY as they were played."""
LIN_HANDS = ["SK9HKQJ9875DKT9C3", "SQ643HATD86C86542", "SJ7H63DAJ543CAQJ7", "SAT852H42DQ72CKT9"]
LIN_AUCTION = "mb|1H|mb|p|mb|1S|mb|p|mb|2H!|an|six cards|mb|p|mb|4H|mb|p|mb|p|mb|p|"
LIN = (
    f"pn|Cyd,Dan,Ada,Bob|st||md|1{','.join(LIN_HANDS)}|rh||ah|Board 7|sv|n|{LIN_AUCTION}pg||"
    + "".join(f"pc|{card}|" for card in ORDER.split())
    + "pg||"
)


def read_one(text: str) -> Board:
    """The board of a text that has one."""
    (board,) = read_boards(text)
    return board


def sentences(text: str) -> list[str]:
    """What is wrong in a text."""
    return [problem.sentence for board in read_boards(text) for problem in board.problems]

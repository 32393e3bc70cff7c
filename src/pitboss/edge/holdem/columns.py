"""The columns of a count vector: deals, wins, ties, wins with each tallied hand, deals with each of them.

Tallied are three of a kind up to royal flush, and after them a royal flush on the board.
"""

from __future__ import annotations

ALL, WINS, TIES, WINS_WITH = 0, 1, 2, 3
TALLIED = 8
ALL_WITH = WINS_WITH + TALLIED
COLUMNS = ALL_WITH + TALLIED

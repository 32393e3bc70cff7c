"""The rounds the geometry of the table is held to: the fullest felt of every game, and a player alone."""

from __future__ import annotations

from .stage import Script


def royal(spot: int, flop: str, turn: str) -> dict[tuple[int, str], str]:
    board = {(0, "hole"): "7d 2c", (0, "flop"): flop, (0, "turn"): turn, (0, "river"): "9c"}
    return {(spot, "hand"): "As Ks", **board}


FULL = {
    # natural nines everywhere, the dealer draws
    "fu-bacc": Script(
        "fu-bacc",
        own=3,
        others=(1, 2, 4, 5, 6, 7),
        bets={"ante": 5000, "tie": 10000, "lucky-monkey": 10000},
        wishes={(3, "hand"): "4s 2h", (3, "hit"): "3d", (0, "up"): "9h", (5, "hand"): "Ks Qd"},
        plays=("hit",),
    ),
    # a four-way split at an end seat, with a double and a bust
    "acey-deucey-21": Script(
        "acey-deucey-21",
        own=7,
        others=(1, 2, 3, 4, 5, 6),
        bets={"blackjack": 10000, "war": 10000, "acey-deucey": 10000},
        wishes={
            (7, "hand"): "8s 8d 8h 3c 2d",
            (7, "hand-2"): "8c 2h 5s",
            (0, "up"): "6d",
            (0, "hole"): "4h",
            (0, "drawn"): "2c 2d 2h",
        },
        plays=("raise", "split", "split", "split", "double", *("hit",) * 7),
    ),
    "lucky-break": Script(
        "lucky-break",
        own=1,
        others=(2, 3, 4, 5, 6, 7),
        bets={"blackjack": 10000, "lucky-break": 10000, "token": 10000},
        wishes={(1, "hand"): "2s 3s 2d 4h Ah", (0, "up"): "As", (0, "hole"): "2s", (0, "drawn"): "3s 9s Ks"},
        plays=("insure", "hit", "hit", "hit"),
    ),
    # a royal flush in one's own two cards and the flop: the jackpot's top line
    "down-under-holdem": Script(
        "down-under-holdem",
        own=4,
        others=(1, 2, 3, 5, 6),
        bets={"ante": 2500, "bet": 2500, "trips-or-better": 10000, "match-the-dealer": 10000, "jackpot": 500},
        wishes=royal(4, flop="Qs Js Ts", turn="3h"),
        plays=("play-3x",),
    ),
    # five aces with the joker
    "face-up-pai-gow-poker": Script(
        "face-up-pai-gow-poker",
        own=6,
        others=(1, 2, 3, 4, 5),
        bets={"standard": 10000, "fortune-bonus": 10000, "ace-high": 10000, "jackpot": 100},
        wishes={(6, "hand"): "As Ah Ad Ac Jk Kd Kh", (0, "hand"): "Qs Qh 9d 8c 7h 4s 2d"},
        plays=("house-way",),
    ),
    # four hands, two of them doubled, one over
    "blackjack": Script(
        "blackjack",
        own=1,
        others=(2, 3, 4, 5, 6, 7),
        bets={"blackjack": 10000},
        wishes={
            (1, "hand"): "8s 8d 8h 3c 2d",
            (1, "hand-2"): "8c 3d 9s",
            (0, "up"): "As",
            (0, "hole"): "4h",
            (0, "drawn"): "2c 2d 2h",
        },
        plays=("insure", "split", "split", "split", "double", "double", *("hit",) * 8),
    ),
    # a royal flush that pays the Blind's top line, seven seats
    "ultimate-texas-holdem": Script(
        "ultimate-texas-holdem",
        own=7,
        others=(1, 2, 3, 4, 5, 6),
        bets={"ante": 7500, "blind": 7500, "trips": 2500, "jackpot": 500},
        wishes=royal(7, flop="Qs Js 4h", turn="Ts"),
        plays=("check", "check", "play-1x"),
    ),
    # seven cards of one suit with the joker
    "fortune-pai-gow-poker": Script(
        "fortune-pai-gow-poker",
        own=1,
        others=(2, 3, 4, 5, 6),
        bets={"pai-gow": 10000, "fortune-bonus": 2500, "jackpot": 100},
        wishes={(1, "hand"): "As Ks Qs Js Ts Jk 2h", (0, "hand"): "Qd Qh 9d 8c 7h 4s 2d"},
        plays=("house-way",),
    ),
}

"""The rounds the geometry of the table is held to: the fullest felt of every game, and a player alone."""

from __future__ import annotations

from .stage import Script

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
            (7, "hand"): "8s 8d 8h 3c Td",
            (7, "hand-2"): "8c 2d 5s",
            (7, "hand-3"): "5d 4c 3h 2s Kd",
            (7, "hand-4"): "2h 3s 4d Ah 9c",
            (0, "up"): "6d",
            (0, "hole"): "4h",
            (0, "drawn"): "2c 2d 2h",
        },
        plays=("split", "split", "split", "double", "hit", "hit", "hit", "hit", "hit", "hit", "hit"),
    ),
    "lucky-break": Script(
        "lucky-break",
        own=1,
        others=(2, 3, 4, 5, 6, 7),
        bets={"blackjack": 10000, "lucky-break": 10000, "token": 10000},
        wishes={
            (1, "hand"): "2s 3s 2d 4h Ah",
            (0, "up"): "As",
            (0, "hole"): "2s",
            (0, "drawn"): "3s 9s Ks",
        },
        plays=("insure", "hit", "hit", "hit"),
    ),
    # a royal flush in one's own two cards and the flop: the jackpot's top line
    "down-under-holdem": Script(
        "down-under-holdem",
        own=4,
        others=(1, 2, 3, 5, 6),
        bets={"ante": 2500, "bet": 2500, "trips-or-better": 10000, "match-the-dealer": 10000, "jackpot": 500},
        wishes={
            (4, "hand"): "As Ks",
            (0, "hole"): "7d 2c",
            (0, "flop"): "Qs Js Ts",
            (0, "turn"): "3h",
            (0, "river"): "9c",
        },
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
}

"""A busy pit: the longest names, a large meter, a table full of awards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.core.cards import number_of
from pitboss.rounds.game import game_of
from tests.client import Client
from tests.web.asking import by

from .rigged import MORE_PLAYERS
from .stage import Rigged, Script, order_for

TABLE, DICE = "down-under-holdem-1", "face-up-pai-gow-poker-1"
BETS = {"ante": 2500, "bet": 2500, "trips-or-better": 2500, "match-the-dealer": 2500, "jackpot": 500}
SEATS = {6: "ann", 5: "bob", 4: MORE_PLAYERS[0], 3: MORE_PLAYERS[1], 2: MORE_PLAYERS[2], 1: "cleo"}
# a royal flush, a straight flush, a flush, a straight and three of a kind in the two cards and the flop
HANDS = {
    (6, "hand"): "As Ks", (5, "hand"): "9s 8s", (4, "hand"): "2s 3s", (3, "hand"): "Kd 9d", (2, "hand"): "Qd Qc",
    (0, "hole"): "7d 2c", (0, "flop"): "Qs Js Ts", (0, "turn"): "3h", (0, "river"): "4c",
}  # fmt: skip
SCRIPT = Script(
    "down-under-holdem", own=6, others=(1, 2, 3, 4, 5), bets=BETS, wishes=HANDS, plays=("play-3x",)
)
ROLL = (6, 5, 2)
# the dealer has a pair, so the round does not end at once
DICED = Script(
    "face-up-pai-gow-poker",
    own=3,
    bets={"standard": 2500},
    wishes={(0, "hand"): "Qs Qh 9d 8c 7h 4s 2d"},
    number=number_of(" ".join(map(str, ROLL)), game_of("face-up-pai-gow-poker").draws),
)
GREAT = "great-western-mountain-main-hall-progressive"


class Busy(Rigged):
    """Down Under dealt in person with awards at every seat; Face Up with dice, in person."""

    def __init__(self, folder: Path) -> None:
        orders = {
            SCRIPT.game: order_for(SCRIPT),
            DICED.game: order_for(DICED),
            "options": {"face-up-pai-gow-poker": {"first_hand": "dice"}},
        }
        super().__init__(folder, orders, "--in-person", TABLE, "--in-person", DICE)

    def awards(self) -> None:
        """A round in which five seats win on the jackpot; the dealer has marked every hand."""
        dan, players = self.client("dan"), {spot: self.client(name) for spot, name in SEATS.items()}
        for spot, player in players.items():
            player.command(TABLE, "sit", spot=spot)
            for wager, cents in BETS.items():
                player.command(TABLE, "bet", spot=spot, wager=wager, amount_cents=cents)
        dan.request("POST", f"/tables/{TABLE}/keypad/start", {})
        while (state := dan.state(TABLE))["phase"] == "playing":
            (spot, *_) = state["view"]["waiting_for"]
            seat = players[spot]
            choices = {c["action"] for c in seat.state(TABLE)["view"]["pending"][0]["choices"]}
            seat.command(TABLE, "act", spot=spot, action="play-3x" if "play-3x" in choices else "check")
        for event in state["view"]["log"]:
            if event["kind"] == "jackpot":
                mark = {"place": event["place"], "spot": event["spot"], "hand": event["jackpot"]["hand"]}
                dan.request("POST", f"/tables/{TABLE}/keypad/press", mark)

    def claims(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client("sue").request("GET", "/claims")
        return found

    def complete(self, claim: dict[str, Any]) -> None:
        """Everybody signs who has to; the prize is due then."""
        path = f"/claims/{claim['id']}"
        seen = {key: claim[key] for key in ("hand", "wager_cents", "payout_cents", "player")}
        if "surveillance" in claim["needs"]:
            self.client("al").request("POST", f"{path}/surveillance", seen)
        for name in ("sue", "eve"):
            if self.client("sue").request("GET", path)["status"] != "completed":
                self.client("eve").request("POST", f"{path}/confirm", by(name))


def with_awards(folder: Path) -> Iterator[Busy]:
    """A pit whose awards wait."""
    with Busy(folder) as running:
        running.awards()
        yield running


def great_jackpot(eve: Client, **house: Any) -> None:
    """A progressive of a million and more, under the longest of names."""
    desk, old = "/desk/jackpots", "ultimate-texas-holdem-progressive"
    pays = eve.request("GET", f"{desk}/{old}")
    eve.request("POST", f"{desk}/{old}/retire", {"second": by("sue")})
    meter = {"seed_cents": 24_690_000, "contribution_percent": "18", "reserve_percent": "2"}
    made = {
        "name": GREAT, "kind": "progressive", "game": "ultimate-texas-holdem", "pay_table": pays["pay_table"],
        "wager_cents": 500, "location": "demo room", "meters": {m["name"]: meter for m in pays["meters"]}, **house,
    }  # fmt: skip
    eve.request("POST", desk, made)
    eve.request("POST", f"{desk}/{GREAT}/link", {"table": "ultimate-texas-holdem-1"})
    eve.request("POST", f"{desk}/{GREAT}/start", {})

"""A pit at its busiest: the longest names, large meters, a table full of awards, trays, shifts and proposals.

`python -m tests.browser.busy FOLDER` opens it and keeps it open, to be looked at."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.room.demo import demo_password
from pitboss.rounds.cuts import number_of
from pitboss.rounds.game import game_of
from pitboss.web.client import Client
from tests.web.conftest import PACE, Server
from tests.web.test_one_truth import play_a_round, set_up_house_jackpot

from .rigged import MORE_PLAYERS
from .stage import Script, order_for

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


def by(name: str) -> dict[str, str]:
    return {"name": name, "password": demo_password(name)}


class Busy(Server):
    """Down Under dealt in person with awards at every seat; Face Up with dice, in person."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, "--demo", "--in-person", TABLE, "--in-person", DICE, *PACE, *options)

    @property
    def command(self) -> list[str]:
        orders = {
            SCRIPT.game: order_for(SCRIPT),
            DICED.game: order_for(DICED),
            "options": {"face-up-pai-gow-poker": {"first_hand": "dice"}},
        }
        return [sys.executable, "-m", "tests.browser.rigged", json.dumps(orders), "serve"]

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

    def fill_up(self) -> None:
        """Everything that a long day leaves behind."""
        eve, sue, dan, ann = (self.client(name) for name in ("eve", "sue", "dan", "ann"))
        set_up_house_jackpot(eve)
        great_jackpot(eve)
        for table in ann.request("GET", "/tables"):
            if table["id"] not in (TABLE, DICE):
                for _ in range(3):
                    play_a_round(ann, table["id"])
        for table in ("fu-bacc-1", "acey-deucey-21-1", TABLE):
            tray = f"/tables/{table}/tray"
            counts = {"50000": 40, "10000": 120, "2500": 200, "500": 300, "100": 400}
            dan.request("POST", f"{tray}/opener", {"counts": counts, "second": by("sue")})
            fill = {"amount_cents": 1_250_000, "counts": {"10000": 100, "2500": 100}, "second": by("dan")}
            sue.request("POST", f"{tray}/fill", {**fill, "why": "low on blacks and greens"})
            credit = {"amount_cents": 250_000, "why": "too many purples for one tray", "second": by("dan")}
            sue.request("POST", f"{tray}/credit", credit)
        dan.request(
            "POST",
            "/tables/fu-bacc-1/tray/closer",
            {"counts": {"50000": 44, "10000": 119}, "second": by("sue")},
        )
        change = {
            "contribution_percent": "20.5",
            "seed_cents": 300_000,
            "why": "grow faster over the holidays",
        }
        sue.request(
            "POST", "/desk/jackpots/face-up-pai-gow-poker-progressive/propose", {**change, "meter": "major"}
        )
        sue.request(
            "POST", f"/desk/jackpots/{GREAT}/suspend", {"why": "the display at table 7 shows another amount"}
        )
        note = "Quiet until midnight. Down Under waits for surveillance.\nFu Bacc was counted short: see the sheet."
        sue.request("POST", "/pit/hand-over", {"note": note, "second": by("eve")})
        self.awards()


def with_awards(folder: Path) -> Iterator[Busy]:
    """A pit whose awards wait."""
    running = Busy(folder)
    running.start()
    running.awards()
    yield running
    running.stop()


def great_jackpot(eve: Client, **house: Any) -> None:
    """A progressive of a million and more, under the longest of names."""
    desk, old = "/desk/jackpots", "ultimate-texas-holdem-progressive"
    pays = eve.request("GET", f"{desk}/{old}")
    eve.request("POST", f"{desk}/{old}/retire", {"second": by("sue")})
    made = {
        "name": GREAT, "kind": "progressive", "game": "ultimate-texas-holdem", "pay_table": pays["pay_table"],
        "wager_cents": 500, "location": "demo room", **house,
        "meters": {
            m["name"]: {"seed_cents": 24_690_000, "contribution_percent": "18", "reserve_percent": "2"}
            for m in pays["meters"]
        },
    }  # fmt: skip
    eve.request("POST", desk, made)
    eve.request("POST", f"{desk}/{GREAT}/link", {"table": "ultimate-texas-holdem-1"})
    eve.request("POST", f"{desk}/{GREAT}/start", {})


if __name__ == "__main__":
    room = Busy(Path(sys.argv[1]))
    room.start()
    try:
        room.fill_up()
        print(room.url, flush=True)
        while True:
            time.sleep(60)
    finally:
        room.stop()

"""What a player has and what is coming, as his screen and his account tell him."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from pitboss.people.person import Person
from pitboss.room.unpaid import ComingPay
from tests.room.support import At


class Purse:
    """One player's screen. Every state of a round is held to the wallet before it."""

    def __init__(self, at: At, person: Person) -> None:
        self.person = person
        self.screen = at.screen(person)
        self.before: int = self.screen.state["you"]["wallet_cents"]
        self._seen = 0

    def look(self) -> list[dict[str, Any]]:
        """What is coming now; every state since the last look is right."""
        coming: list[dict[str, Any]] = []
        for text in self.screen.texts[self._seen :]:
            state = json.loads(text)
            if state["phase"] == "betting":
                self.before, coming = state["you"]["wallet_cents"], []
                assert state["you"]["coming"] == []
            else:
                coming = agree(self.before, state)
        self._seen = len(self.screen.texts)
        return coming


def agree(before: int, state: dict[str, Any]) -> list[dict[str, Any]]:
    """The wallet and what is coming are the wallet before, less what was staked, with what the settlements brought."""
    you, view = state["you"], state["view"]
    settled = [event["settlement"] for event in view["log"] if event["kind"] == "settle"]
    assert len(settled) == len(view["settlements"])

    def back(done: dict[str, Any]) -> int:
        return int(done["stake_cents"] + done["net_cents"] - done["tokes_cents"])

    staked = sum(sum(view["stakes"].get(str(spot), {}).values()) for spot in you["spots"])
    brought = sum(back(done) for done in settled if done["spot"] in you["spots"])
    coming = sum(line["coming_cents"] for line in you["coming"])
    assert you["wallet_cents"] + coming == before - staked + brought, (you, settled)
    for line in you["coming"]:
        done = settled[line["n"]]
        assert (done["spot"], done["wager"]) == (line["spot"], line["wager"])
        assert line["paid_cents"] + line["coming_cents"] == back(done)
        assert line["needs"] in ("end-game", "cut", "fill", "surveillance")
    return list(you["coming"])


def needed(lines: list[dict[str, Any]]) -> dict[str, int]:
    """Cents by what they wait for."""
    found: Counter[str] = Counter()
    for line in lines:
        found[line["needs"]] += line["coming_cents"]
    return dict(found)


def of_round(pays: list[ComingPay]) -> dict[str, int]:
    """What the account says is coming of results, by what it waits for."""
    return needed([{"needs": pay.needs, "coming_cents": pay.cents} for pay in pays if pay.in_result])

"""What a table tells its people, as facts; the words are made here, when they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pitboss.core.codec import encode
from pitboss.core.errors import PitbossError
from pitboss.core.money import Cents, dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    BRIEF: ClassVar[bool] = True
    kind: str
    spot: int = 0
    """0: it concerns the whole table"""
    wager: str = ""
    """by its name"""
    cents: Cents = 0
    action: str = ""
    tokes: bool = False
    """the money is the dealer's"""
    why: str = ""
    """a reason in somebody's own words, or a refusal's"""
    because: str = ""
    """the kind of that refusal"""
    clause: str = ""

    @property
    def text(self) -> str:
        """A sentence, without the spot it is for."""
        done = DONE.get(self.action, self.action.replace("-", " "))
        amount = f"{dollars(self.cents)}{' for the dealer' if self.tokes else ''}"
        return WORDS[self.kind].format(amount=amount, done=done, wager=self.wager, why=self.why)

    def __str__(self) -> str:
        spot = f"Spot {self.spot}: {self.text}" if self.spot else self.text
        clause = self.clause or CLAUSES.get(self.kind)
        return f"{spot} [{clause}]" if clause else spot

    def shown(self) -> dict[str, Any]:
        """What a browser gets."""
        return {**encode(self), "text": self.text, "clause": self.clause or CLAUSES.get(self.kind)}


def refused(kind: str, error: PitbossError, spot: int = 0) -> Notice:
    """Something that could not be, with the refusal."""
    accepted = f" Accepted: {error.accepted}." if error.accepted else ""
    return Notice(
        kind=kind, spot=spot, why=error.message + accepted, because=error.kind, clause=error.clause or ""
    )


WORDS: Final = {
    "decided.away": "You were away: {done} for you.",
    "decided.late": "Time ran out: {done} for you.",
    "game.held": "{why}",
    "house.stands-still": "{why}",
    "jackpot-wager.returned": "Jackpot wager returned. {why}",
    "pay.held": "{amount} on {wager} is paid once surveillance has looked.",
    "round.void": "The round is void: {why}. Every wager is returned.",
    "table.closed": "{why} Bets stand until it opens or are taken back.",
    "tray.owes": "{amount} in winnings wait for a fill of the tray; the next round after it.",
    "wagers.returned": "Wagers returned. {why}",
}
CLAUSES: Final = {
    "pay.held": "HR-14",
    "round.void": "HR-33",
    "table.closed": "HR-17",
    "tray.owes": "HR-34",
}

DONE: Final = {
    "bonus": "the bonus was taken",
    "check": "checked",
    "decline": "insurance was declined",
    "fold": "folded",
    "house-way": "the house way was set",
    "stand": "stood",
    "stay": "stayed",
}
"""what the house does for whoever has not chosen in time"""

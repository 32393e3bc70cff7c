"""The rules of a blackjack table: every setting with its default, its meaning and whom it favours.

The record is frozen and checked once, when it is made. Solvers, kernels, rounds and signs read this
one; `BlackjackRules()` is the table as Washington card rooms deal it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import BadInput
from pitboss.odds import ToOne


@dataclass(frozen=True, slots=True)
class RuleSetting:
    """One line of the table of settings, as a sign or a form shows it."""

    name: str
    default: str
    choices: tuple[str, ...]
    meaning: str
    favours: str
    """whom a change from the default helps"""
    clause: str


EVERY_ROUND: Final = "every-round"
_NUMBERS: Final = ("decks", "split_to", "spots")

SETTINGS: Final = (
    RuleSetting(
        "decks", "6", tuple("12345678"), "Decks of 52 in the shoe.", "fewer decks favour the player", "BJ-01"
    ),
    RuleSetting(
        "soft_17", "hits", ("hits", "stands"),
        "What the dealer does with a soft 17.", "standing favours the player", "BJ-02",
    ),
    RuleSetting(
        "blackjack_pays", "3-to-2", ("3-to-2", "6-to-5", "1-to-1"),
        "What a player's blackjack is paid.", "anything below 3 to 2 favours the house", "BJ-03",
    ),
    RuleSetting(
        "hole_card", "peek", ("peek", "none"),
        "peek: the dealer takes a hole card and looks under an ace or ten before anyone acts."
        " none: the second card comes after the players, and a dealer's blackjack takes every unit wagered.",
        "no hole card favours the house", "BJ-04",
    ),
    RuleSetting(
        "insurance", "on", ("on", "off"),
        "Whether an ace up brings the offer of insurance at 2 to 1, for up to half the wager.",
        "to a player without a count it costs nothing to lose the offer", "BJ-05",
    ),
    RuleSetting(
        "double", "any", ("any", "9-11", "10-11"),
        "On which totals of the first two cards a player may double down; with a limit, soft hands may not.",
        "a limit favours the house", "BJ-06",
    ),
    RuleSetting(
        "double_after_split", "yes", ("yes", "no"),
        "Whether a hand from a split may be doubled; never on split aces.", "no favours the house", "BJ-07",
    ),
    RuleSetting(
        "split_to", "4", ("2", "3", "4"),
        "To how many hands a pair of equal value may be split.", "fewer hands favour the house", "BJ-08",
    ),
    RuleSetting(
        "split_aces", "one-card", ("one-card", "resplit", "hit"),
        "one-card: each split ace takes one card, aces are split once. resplit: as before, but another ace"
        " may be split again. hit: split aces are resplit and drawn to like any pair.",
        "resplit and hit favour the player", "BJ-09",
    ),
    RuleSetting(
        "surrender", "off", ("off", "late"),
        "late: the first two cards may be given up for half the wager; a dealer's blackjack takes all of it.",
        "late surrender favours the player", "BJ-10",
    ),
    RuleSetting(
        "penetration", "75", (*(str(percent) for percent in range(101)), EVERY_ROUND),
        "The share of the shoe, in percent, in front of the cut card: the round in which the card comes out"
        " is the last of the shoe. every-round shuffles after each round.",
        "deeper favours a player who counts", "BJ-11",
    ),
    RuleSetting("spots", "7", tuple("1234567"), "Betting spots on the layout.", "nobody", "BJ-12"),
)  # fmt: skip
SETTING: Final = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """One table's settings, BJ-01 to BJ-12; see `SETTINGS` for what each means."""

    decks: int = 6
    soft_17: str = "hits"
    blackjack_pays: str = "3-to-2"
    hole_card: str = "peek"
    insurance: str = "on"
    double: str = "any"
    double_after_split: str = "yes"
    split_to: int = 4
    split_aces: str = "one-card"
    surrender: str = "off"
    penetration: str = "75"
    spots: int = 7

    def __post_init__(self) -> None:
        for field in fields(self):
            check_setting(field.name, str(getattr(self, field.name)))

    @classmethod
    def from_settings(cls, settings: Mapping[str, str]) -> BlackjackRules:
        """From named text values, as typed or stored; names that are no blackjack rule are left alone."""
        chosen: dict[str, Any] = {}
        for name in settings.keys() & SETTING.keys():
            value = check_setting(name, settings[name])
            chosen[name] = int(value) if name in _NUMBERS else value
        return cls(**chosen)

    def to_settings(self) -> dict[str, str]:
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}

    def differences(self) -> dict[str, str]:
        """What this table does otherwise than the default table."""
        return {name: value for name, value in self.to_settings().items() if value != SETTING[name].default}

    def __str__(self) -> str:
        changed = ", ".join(f"{name}={value}" for name, value in self.differences().items())
        return changed or "washington"

    @property
    def hits_soft_17(self) -> bool:
        return self.soft_17 == "hits"

    @property
    def peeks(self) -> bool:
        return self.hole_card == "peek"

    @property
    def blackjack_odds(self) -> ToOne:
        pays, unit = self.blackjack_pays.split("-to-")
        return ToOne(Fraction(int(pays), int(unit)))

    @property
    def double_totals(self) -> range:
        """Hard totals that may be doubled; `any` also takes soft ones."""
        low = {"any": 4, "9-11": 9, "10-11": 10}[self.double]
        return range(low, 22 if self.double == "any" else 12)

    def may_double(self, total: int, soft: bool, *, after_split: bool = False, aces: bool = False) -> bool:
        """BJ-06, BJ-07 for a hand of two cards."""
        if after_split and (self.double_after_split == "no" or aces):
            return False
        if soft:
            return self.double == "any"
        return total in self.double_totals

    def split_limit(self, *, aces: bool = False) -> int:
        """To how many hands a pair may grow (BJ-08, BJ-09)."""
        return 2 if aces and self.split_aces == "one-card" else self.split_to

    @property
    def draws_to_split_aces(self) -> bool:
        return self.split_aces == "hit"

    @property
    def shuffles_every_round(self) -> bool:
        return self.penetration == EVERY_ROUND

    @property
    def cut_card(self) -> int:
        """Cards in front of the cut card; 0 when every round is shuffled."""
        return 0 if self.shuffles_every_round else 52 * self.decks * int(self.penetration) // 100


def check_setting(name: str, value: str) -> str:
    """The value in its own spelling; `3:2` and `3 to 2` are `3-to-2`. Anything else is refused."""
    setting = SETTING.get(name)
    if setting is None:
        raise BadInput(f"{name!r} is not a setting of blackjack.", accepted=", ".join(SETTING))
    text = value.strip().lower()
    if name == "blackjack_pays":
        text = "-to-".join(text.replace(":", " ").replace("-to-", " ").replace(" to ", " ").split())
    if name == "penetration":
        text = text.removesuffix("%").strip()
    if text not in setting.choices:
        choices = "0 to 100, or every-round" if name == "penetration" else ", ".join(setting.choices)
        raise BadInput(f"{name} cannot be {value!r}.", clause=setting.clause, accepted=choices)
    return text

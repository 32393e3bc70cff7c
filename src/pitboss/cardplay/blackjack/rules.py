"""The rules of a blackjack table as one record: frozen, and checked once, when it is made.

Names, defaults, choices and meanings are the options of blackjack's rule sheet (BJ-01 to BJ-12).
Solvers, kernels and rounds read this record; `BlackjackRules()` is the table as Washington card rooms
deal it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from pitboss.core.errors import BadInput
from pitboss.core.odds import ToOne, parse_odds
from pitboss.rounds.config import EVERY_ROUND
from pitboss.sheets import Option, sheet

_SHEET: Final = sheet("blackjack")
SETTING: Final[Mapping[str, Option]] = {option.name: option for option in _SHEET.options}
"""The table's settings by name"""
_DEFAULT: Final = {name: option.default for name, option in SETTING.items()}
_NUMBERS: Final = ("decks", "split_to")
_WAYS_TO_SAY_ODDS: Final = ("blackjack_pays", "insurance")


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """One table's settings; see `SETTING` for what each means and whom it favours."""

    decks: int = int(_DEFAULT["decks"])
    soft_17: str = _DEFAULT["soft_17"]
    blackjack_pays: str = _DEFAULT["blackjack_pays"]
    hole_card: str = _DEFAULT["hole_card"]
    insurance: str = _DEFAULT["insurance"]
    double: str = _DEFAULT["double"]
    double_after_split: str = _DEFAULT["double_after_split"]
    split_to: int = int(_DEFAULT["split_to"])
    split_aces: str = _DEFAULT["split_aces"]
    surrender: str = _DEFAULT["surrender"]
    penetration: str = _DEFAULT["penetration"]
    spots: int = _SHEET.spots[1]

    def __post_init__(self) -> None:
        for name in SETTING:
            check_setting(name, str(getattr(self, name)))
        least, _, most = _SHEET.spots
        if not least <= self.spots <= most:
            raise BadInput(
                f"A table of {self.spots} spots is not possible.",
                clause="BJ-12",
                accepted=f"{least} to {most}",
            )

    @classmethod
    def from_settings(cls, settings: Mapping[str, str], spots: int = _SHEET.spots[1]) -> BlackjackRules:
        """From named text values, as typed or stored; names that are no blackjack rule are left alone."""
        chosen: dict[str, Any] = {}
        for name in settings.keys() & SETTING.keys():
            value = check_setting(name, settings[name])
            chosen[name] = int(value) if name in _NUMBERS else value
        return cls(**chosen, spots=int(settings.get("spots", spots)))

    def to_settings(self) -> dict[str, str]:
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}

    def differences(self) -> dict[str, str]:
        """What this table does otherwise than the default table."""
        usual = BlackjackRules().to_settings()
        return {name: value for name, value in self.to_settings().items() if value != usual[name]}

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
        return _to_one(self.blackjack_pays)

    @property
    def insurance_odds(self) -> ToOne | None:
        """None where no insurance is offered."""
        return None if self.insurance == "off" else _to_one(self.insurance)

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
    option = SETTING.get(name)
    if option is None:
        raise BadInput(f"{name!r} is not a setting of blackjack.", accepted=", ".join(SETTING))
    text = value.strip().lower()
    if name in _WAYS_TO_SAY_ODDS:
        text = "-to-".join(text.replace(":", " ").replace("-to-", " ").replace(" to ", " ").split())
    if name == "penetration":
        text = text.removesuffix("%").strip()
    return option.validate(text)


def _to_one(value: str) -> ToOne:
    odds = parse_odds(value.replace("-", " "))
    assert isinstance(odds, ToOne)
    return odds

"""Which setting to play: against an exposed hand every setting's result is known, against a hidden one its
exact chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.analysis.report import PricedChoice
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.deal_kernels import against_house_way
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.kernels import set_code
from pitboss.cardplay.paigow.setting import Outcome, SetHand, in_order, legal_settings
from pitboss.core.cards import JOKER, Card, rank_of, suit_of
from pitboss.core.money import Cents
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places


@dataclass(frozen=True, slots=True)
class SetHandAdvice:
    """One legal setting and what it gives."""

    setting: SetHand
    win: Fraction
    lose: Fraction

    @property
    def expectation(self) -> Fraction:
        """Per unit of an even-money wager."""
        return self.win - self.lose

    @property
    def certain(self) -> str:
        if self.win + self.lose not in (0, 1) or 0 < self.win < 1:
            return ""
        return "wins" if self.win else "loses" if self.lose else "pushes"

    @property
    def words(self) -> str:
        push = 1 - self.win - self.lose
        return self.certain or (
            f"wins {float(self.win):.2%}, pushes {float(push):.2%}, loses {float(self.lose):.2%}"
        )


def priced(
    advice: Iterable[tuple[SetHandAdvice, Fraction]], usual: SetHand, stake: Cents
) -> tuple[PricedChoice, ...]:
    """The choices at a table: every setting with what it is worth a unit, and the house way beside its equal."""
    found = []
    for one, worth in advice:
        text = f"{one.setting.words}: {one.words}"
        found.append(PricedChoice("set", stake * worth, text, cards=one.setting.front, certain=one.certain))
        if one.setting.values == usual.values:
            found.append(PricedChoice("house-way", stake * worth, f"House way, {text}", certain=one.certain))
    return tuple(found)


def by_hand(advice: Iterable[tuple[SetHandAdvice, Fraction]], usual: SetHand) -> tuple[PricedChoice, ...]:
    """The same for a hand that was asked about, in units of the wager."""
    return tuple(
        PricedChoice(
            str(one.setting), worth,
            f"{one.setting.words}: {one.words}{' (house way)' * (one.setting.values == usual.values)}",
            cards=one.setting.front,
        )
        for one, worth in advice
    )  # fmt: skip


def dealers_setting(round: Round) -> SetHand:
    """The dealer's hand as it lies open."""
    seen = places(round)[DEALER]
    return SetHand(tuple(seen["front"]), tuple(seen["back"]), Wheel(round.config.options["wheel"]))


def seen_hand(round: Round, spot: int) -> tuple[Card, ...]:
    """A spot's own cards before they are set."""
    return tuple(places(round, (spot,))[spot]["hand"])


def face_up(cards: Sequence[Card], dealer: SetHand) -> list[SetHandAdvice]:
    """Every legal setting against the dealer's exposed hand, best first; the surer hands before the others."""
    found = []
    for setting in _distinct(cards, dealer.wheel):
        outcome = setting.against(dealer)
        found.append(
            SetHandAdvice(setting, Fraction(outcome is Outcome.WIN), Fraction(outcome is Outcome.LOSE))
        )
    return sorted(
        found, key=lambda a: (a.expectation, a.setting.back_value, a.setting.front_value), reverse=True
    )


def hidden(
    cards: Sequence[Card], way: str, wheel: Wheel, nine_high_pushes: bool = False
) -> list[SetHandAdvice]:
    """Every legal setting against a dealer's hidden hand set the house way, over all C(46,7) such hands."""
    found = tables(way, wheel)
    settings = _distinct(cards, wheel)
    codes = np.array([codes_of(setting) for setting in settings], np.int64)
    masks, joker = suit_masks(cards)
    counts = against_house_way(
        masks, joker, codes, found.ranks.house, found.flushes.house, found.flushes.of_rank, nine_high_pushes
    )
    hands = comb(46, 7)
    advice = [
        SetHandAdvice(setting, Fraction(int(win), hands), Fraction(int(lose), hands))
        for setting, (win, lose) in zip(settings, counts, strict=True)
    ]
    return sorted(advice, key=lambda a: a.expectation, reverse=True)


def codes_of(setting: SetHand) -> tuple[int, int]:
    """A setting's values as the compiled tables have them."""
    lowest = int(setting.wheel is Wheel.LOWEST)
    front, back, _ = set_code(np.array(setting.front), np.array(setting.back), lowest)
    return int(front), int(back)


def suit_masks(cards: Sequence[Card]) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]:
    masks = np.zeros(4, np.int64)
    for card in cards:
        if card != JOKER:
            masks[suit_of(card)] |= 1 << rank_of(card)
    return masks, int(JOKER in cards)


def _distinct(cards: Sequence[Card], wheel: Wheel) -> list[SetHand]:
    """The legal settings, one of each value."""
    found: dict[object, SetHand] = {}
    for setting in legal_settings(in_order(cards), wheel):
        found.setdefault(setting.values, setting)
    return list(found.values())

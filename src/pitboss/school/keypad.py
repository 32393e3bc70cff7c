"""Drill: the keypad. Which button for which spot, who is paid first, and how much comes off the meter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from pitboss.core.money import DOLLAR, Cents, dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.house.jackpots import controls_on
from pitboss.jackpots import JackpotConfig, Kind, MeterSettings
from pitboss.jackpots.claims import in_order, prices
from pitboss.jackpots.documents import Claim, Jackpot, MeterView, Signature, State, new_jackpot
from pitboss.jackpots.model import AwardOrder, fixed_cents
from pitboss.ledger import UNIT_PER_CENT
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import JackpotHit
from pitboss.rounds.round import Round
from pitboss.school.kit import (
    Drill,
    Field,
    can_wish,
    choice_field,
    deal_wished,
    money_field,
    own_choices,
    pick,
    random_wagers,
    rare,
)
from pitboss.sheets import PayTable, sheet

WAGER = "jackpot"
SEATS = {"easy": 3, "usual": 4, "hard": 5}
NO_BUTTON = "no button"
FIXED = {"easy": (1,), "usual": (1, 5), "hard": (2, 5, 10)}
"""dollars of the fixed wager"""
SEED_CENTS = 2_000 * DOLLAR
CONTRIBUTION, RESERVE = Fraction(18, 100), Fraction(2, 100)
"""a jackpot as it may be set up: the approvals name neither seed nor rates (JP-27)"""
TASK = (
    "END GAME is near. For each spot the button to press, then what is paid, from the meter in the order of awards. "
    "Amounts as they are paid: 1500 for $1,500."
)


def taught(game: str) -> bool:
    return WAGER in sheet(game).analysed and can_wish(game)


def tables(game: str) -> list[PayTable]:
    return [table for table in sheet(game).tables(WAGER) if len(table.meters) == 1]


def make(game: str, level: str) -> Drill:
    table = pick(tables(game))
    config = TableConfig(game, own_choices(game), {WAGER: table.id})
    config = replace(config, offered=(config.offered or frozenset()) | {WAGER})
    seats = random_wagers(config, level, SEATS[level])
    fixed = pick(FIXED[level]) * DOLLAR
    spots = sorted(seats)
    # one player has no chip on the sensor, whatever the hand
    without = pick(spots)
    wagers = {s: bets | ({} if s == without else {WAGER: fixed}) for s, bets in seats.items()}
    round = deal_wished(config, wagers, rare(game, spots))
    seed = jackpot_of(game, table, fixed).meter(table.meters[0]).in_use.seed_for(fixed)
    meter = seed + pick(range(500, 60_000)) * DOLLAR + pick(range(100))
    return drill_of(round, table, fixed, meter)


def drill_of(round: Round, table: PayTable, fixed: Cents, meter: Cents) -> Drill:
    hits = {hit.spot: hit for hit in round.jackpots}
    jackpot = jackpot_of(round.config.game, table, fixed)
    awards = amounts(jackpot, hits, meter)
    buttons = (*(line.text for line in table.lines), NO_BUTTON)
    spots = sorted(round.stakes)
    fields = [_button(round, table, spot, hits.get(spot), buttons) for spot in spots]
    off_meter = ordered(jackpot, hits)
    if len(off_meter) > 1:
        fields.append(_first(off_meter))
    seed = jackpot.meter(table.meters[0]).in_use.seed_for(fixed)
    left = meter
    lit = [spot for spot in spots if WAGER in round.stakes[spot]]
    # what the meter shows when it is the turn of each
    shows: dict[int, Cents] = {}
    for spot in off_meter:
        shows[spot] = left
        left = seed if awards[spot] == left else left - awards[spot]
    fields += [
        _amount(table, spot, hits.get(spot), awards.get(spot, 0), fixed, shows.get(spot, 0)) for spot in lit
    ]
    if any(line.envy_cents for line in table.lines):
        fields += [_envy(round, spot) for spot in lit]
    facts = (
        f"Meter {dollars(meter)}, fixed wager {dollars(fixed)}, seed {dollars(seed)}",
        "Spots count from the dealer's left; the controls pay from the dealer's right.",
    )
    return Drill("keypad", TASK, tuple(fields), round, facts=facts)


def jackpot_of(game: str, table: PayTable, fixed: Cents) -> Jackpot:
    controls = controls_on(
        date.today(), executive_from_cents=10_000 * DOLLAR, award_order=AwardOrder.RIGHT_FIRST
    )
    meter = MeterSettings(SEED_CENTS, CONTRIBUTION, RESERVE)
    return new_jackpot(
        JackpotConfig("school", Kind.PROGRESSIVE, game, table.id, fixed, controls, "school",
                      meters={table.meters[0]: meter})
    )  # fmt: skip


def claims_of(hits: Mapping[int, JackpotHit], meter_units: int) -> list[Claim]:
    """The claims as the keypad would make them, all on the meter as it stands."""
    marked = Signature("dealer", "dealer", 1)
    return [
        Claim(
            f"spot {hit.spot}", "school", "school", 1, WAGER, hit.spot, hit.hand, State.MARKED, 0, marked, 1,
            meter=hit.odds.meter, share=hit.odds.share, seen=MeterView(meter_units, 0, 0),
        )
        for hit in hits.values()
        if isinstance(hit.odds, PercentOfMeter)
    ]  # fmt: skip


def ordered(jackpot: Jackpot, hits: Mapping[int, JackpotHit]) -> list[int]:
    """Spots that claim the meter, in the order of awards (JP-14)."""
    meter = jackpot.meter_names[0]
    return [claim.spot for claim in in_order(claims_of(hits, 0), meter, jackpot.controls.award_order)]


def amounts(jackpot: Jackpot, hits: Mapping[int, JackpotHit], meter_cents: Cents) -> dict[int, Cents]:
    """What each winning spot is paid: fixed lines by the wager, the others off the meter, one after the other."""
    meter = jackpot.meter_names[0]
    units = meter_cents * UNIT_PER_CENT
    claims = in_order(claims_of(hits, units), meter, jackpot.controls.award_order)
    found = dict(
        zip(
            (claim.spot for claim in claims),
            prices(jackpot, meter, MeterView(units, 0, 0), claims),
            strict=True,
        )
    )
    for hit in hits.values():
        if hit.spot not in found:
            found[hit.spot] = fixed_cents(jackpot.table.by_hand[hit.hand], jackpot.wager_cents)
    return found


def _button(
    round: Round, table: PayTable, spot: int, hit: JackpotHit | None, buttons: tuple[str, ...]
) -> Field:
    if hit:
        line = table.by_hand[hit.hand]
        why, answer, clause = f"{line.text} is the highest line the cards fit", line.text, line.clause
    elif WAGER in round.stakes[spot]:
        why, answer, clause = "The cards fit no line", NO_BUTTON, "JP-26"
    else:
        why, answer, clause = "No chip lay on the sensor when START GAME was pressed", NO_BUTTON, "JP-03"
    return choice_field(f"Spot {spot}: button", buttons, answer, why, clause, "Keypad: the button", spot)


def _first(off_meter: list[int]) -> Field:
    options = [f"spot {spot}" for spot in sorted(off_meter)]
    why = f"From the dealer's right: {', then '.join(f'spot {spot}' for spot in off_meter)}"
    return choice_field(
        "Paid first from the meter", options, f"spot {off_meter[0]}", why, "JP-14", "Order of awards"
    )


def _amount(
    table: PayTable, spot: int, hit: JackpotHit | None, cents: Cents, fixed: Cents, left: Cents
) -> Field:
    """`left` is what the meter shows when it is this one's turn."""
    if hit is None:
        why, topic = "The cards fit no line: nothing is paid", "Fixed jackpot pays"
        return money_field(f"Spot {spot}: amount", 0, why, "JP-26", topic, spot, pay=False)
    line = table.by_hand[hit.hand]
    if isinstance(hit.odds, PercentOfMeter):
        why = f"{line.text}: {line.pays}, which then shows {dollars(left)}: {dollars(cents)}"
        topic, clause = "Awards off the meter", "JP-14"
    else:
        why = f"{line.text} pays {line.pays}: {dollars(fixed)} at {line.pays} = {dollars(cents)}"
        topic, clause = "Fixed jackpot pays", "JP-15"
    return money_field(f"Spot {hit.spot}: amount", cents, why, clause, topic, hit.spot, pay=False)


def _envy(round: Round, spot: int) -> Field:
    envy = [s for s in round.settlements if s.wager == WAGER and s.spot == spot and not s.stake_cents]
    cents = sum(s.net_cents for s in envy)
    why = "; ".join(f"{s.text}: {dollars(s.net_cents)}" for s in envy) or "No other spot's hand brings envy"
    return money_field(f"Spot {spot}: envy", cents, why, "JP-20", "Envy", spot, pay=False)

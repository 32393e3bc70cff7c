"""Face Up Pai Gow Poker, exactly: the standard wager over all deals, the bonuses and jackpots from counts.

How the deals are counted is told in `pitboss.edge.pai_gow.solution`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Final

from pitboss.approvals import PayTable, Published, sheet
from pitboss.cards import parse_many
from pitboss.edge.jackpots import METER_SETTINGS, WAGER_SETTING, jackpot_result
from pitboss.edge.report import EdgeResult, Line, Option, Strategy
from pitboss.edge.solver import Query, Setting
from pitboss.errors import BadInput
from pitboss.money import DOLLAR, parse_dollars
from pitboss.paigow.hands import Wheel, check_seven, is_ace_high_pai_gow
from pitboss.paigow.house_way import HOUSE_WAYS, house_way

if TYPE_CHECKING:
    from pitboss.edge.pai_gow.adviser import Advice
    from pitboss.paigow.setting import Setting as SetHand
    from pitboss.rounds.round import Round

GAME: Final = "face-up-pai-gow-poker"
COMMISSION: Final = Fraction(1, 20)
"""of wins in the ordinary game; face up there is none (FU-06)"""
ORDINARY_EDGE: Final = {"foxwoods": "2.7212 %"}
"""published for the ordinary game; it is what the lowest wheel gives"""
LINES: Final = ("both-better", "one-better", "neither-better", "dealer-ace-high")

WHEEL = Setting(
    "wheel", Wheel.SECOND_HIGHEST.value, tuple(Wheel), meaning="where A-2-3-4-5 ranks", clause="PG-04"
)
HOUSE_WAY = Setting(
    "house_way", "foxwoods", tuple(HOUSE_WAYS), meaning="how the dealer's hand is set", clause="PG-27"
)
VARIANT = Setting(
    "variant",
    "face-up",
    ("face-up", "ordinary"),
    meaning="ordinary: as a check, the base game with nothing exposed, both hands set the house way, "
    "5 % commission on wins",
    clause="FU-03",
)
FORTUNE_WAGER = Setting(
    "wager", "5", kind="dollars", meaning="the Fortune Bonus wager: envy is fixed dollars", clause="FU-09"
)
OTHERS = Setting(
    "others", "0", tuple("012345"), meaning="other players at the table, for envy", clause="FU-09"
)
STRAIGHT_FLUSH_7 = Setting(
    "straight_flush_7",
    "any",
    ("any", "natural"),
    meaning="whether a bare 7 card straight flush may hold the joker",
    clause="JP-25",
)

Outcomes = dict[Fraction, Fraction]


class FaceUpSolver:
    def settings(self, wager: str) -> tuple[Setting, ...]:
        return {
            "main": (WHEEL, HOUSE_WAY, VARIANT),
            "fortune-bonus": (FORTUNE_WAGER, OTHERS),
            "jackpot": (*METER_SETTINGS, WAGER_SETTING, STRAIGHT_FLUSH_7),
        }.get(wager, ())

    def solve(self, query: Query) -> EdgeResult:
        start = perf_counter()
        assert query.pay_table is not None
        source = "computed"
        if query.wager == "main":
            result, source = solve_main(query, query.pay_table)
        elif query.wager == "fortune-bonus":
            result = solve_fortune(query.pay_table, query.settings)
        elif query.wager == "ace-high":
            result = solve_ace_high(query.pay_table)
        else:
            result = solve_jackpot(query.pay_table, query.settings)
        return result.timed(perf_counter() - start, source)

    def strategy(self, query: Query, hand: str | None = None) -> Strategy:
        assert query.pay_table is not None
        if query.wager != "main":
            name = sheet(GAME).wager(query.wager).name
            summary: tuple[str, ...] = (f"{name} asks for no decision.",)
            return Strategy(GAME, query.wager, query.pay_table.id, query.settings, summary)
        options: tuple[Option, ...] = ()
        if hand is not None:
            options, summary = hand_advice(hand, query)
        elif query.settings["variant"] == "ordinary":
            summary = ("The dealer's hand is hidden: set the house way.",)
        else:
            summary = (
                "The dealer's hand lies open: set so that both your hands beat it, if any setting does.",
                "If none does, take a setting that beats one of the two: the wager pushes.",
                "A copy goes to the dealer, so each of your hands has to be higher, not equal.",
                "Against a dealer's ace-high pai gow the wager pushes and nothing is set.",
            )
        return Strategy(GAME, "main", query.pay_table.id, query.settings, summary, hand=hand, options=options)


def solve_main(query: Query, table: PayTable) -> tuple[EdgeResult, str]:
    """All deals of two hands: the player sets best against the exposed hand (FU-05, FU-06)."""
    from pitboss.edge.pai_gow import ace_high
    from pitboss.edge.pai_gow.rules import DEALS, Rules
    from pitboss.edge.pai_gow.solved import solution

    both, one, neither, push = (table.net(hand) for hand in LINES)
    if not both >= one >= neither:
        raise BadInput(
            f"Pay table {table.id} pays a worse result better; the best setting is then another.",
            clause="FU-06",
            accepted="both-better at least one-better, one-better at least neither-better",
        )
    face_up = query.settings["variant"] == "face-up"
    rules = Rules(query.settings["house_way"], Wheel(query.settings["wheel"]), face_up)
    counts, source = solution(rules, fresh=query.fresh, engine=query.engine, progress=query.progress)
    nothing = sum(ace_high.deals_by_line().values()) if face_up else 0
    deals = dict(zip(LINES, (counts.win, counts.push - nothing, counts.lose, nothing), strict=True))
    nets = dict(zip(LINES, (both if face_up else 1 - COMMISSION, one, neither, push), strict=True))
    outcomes: Outcomes = defaultdict(Fraction)
    for hand, n in deals.items():
        outcomes[nets[hand]] += Fraction(n, DEALS)
    lines = tuple(
        Line(n.text, str(n.pays), Fraction(deals[n.hand], DEALS), nets[n.hand])
        for n in table.lines
        if deals[n.hand]
    )
    extra = {"deals": DEALS, "win": counts.win, "push": counts.push, "lose": counts.lose}
    published = None if face_up else ORDINARY_EDGE.get(rules.house_way, "")
    return EdgeResult(
        GAME, "main", table.id, "standard", dict(outcomes), published=published, lines=lines, extra=extra
    ), source


def solve_fortune(table: PayTable, settings: Mapping[str, str]) -> EdgeResult:
    """The player's own hand, and envy for each other player's (FU-08, FU-09)."""
    from pitboss.edge.pai_gow.bonus import chances

    by_line = chances(table, {})
    wager_cents = parse_dollars(settings["wager"])
    if not wager_cents:
        raise BadInput("A Fortune Bonus of $0 is no wager.", clause="FU-08", accepted="an amount above $0")
    own: Outcomes = defaultdict(Fraction)
    envy: Outcomes = defaultdict(Fraction)
    qualifies = wager_cents >= int(table.rules.get("envy_from_dollars", "0")) * DOLLAR
    for hand, chance in by_line.items():
        own[table.net(hand) if hand else Fraction(-1)] += chance
        cents = (table[hand].envy_cents or 0) if hand and qualifies else 0
        envy[Fraction(cents, wager_cents)] += chance
    others = int(settings["others"])
    outcomes = own
    for _ in range(others):
        outcomes = _sum_of(outcomes, envy)
    expected = sum((net * p for net, p in envy.items()), Fraction(0))
    lines = tuple(
        Line(n.text, str(n.pays), by_line.get(n.hand, Fraction(0)), table.net(n.hand)) for n in table.lines
    )
    extra = {"envy_per_other_player": expected, "without_envy": -sum(n * p for n, p in own.items())}
    return EdgeResult(
        GAME, "fortune-bonus", table.id, "fortune-bonus", dict(outcomes), lines=lines, extra=extra,
        notes=_envy_notes(table, others, qualifies),
    )  # fmt: skip


def _envy_notes(table: PayTable, others: int, qualifies: bool) -> tuple[str, ...]:
    if not others:
        return ()
    if not qualifies:
        least = table.rules["envy_from_dollars"]
        return (f"A wager below ${least} has no envy lammer (FU-09).",)
    return (
        "The edge is exact: expectations add up whatever the hands have to do with each other. The outcomes "
        "and the standard deviation take the other players' hands as independent of one's own, which they "
        "are but for the cards they share a deck with.",
    )


def _sum_of(first: Mapping[Fraction, Fraction], second: Mapping[Fraction, Fraction]) -> Outcomes:
    total: Outcomes = defaultdict(Fraction)
    for a, p in first.items():
        for b, q in second.items():
            total[a + b] += p * q
    return total


def solve_ace_high(table: PayTable) -> EdgeResult:
    """The dealer's ace-high pai gow, with the player's beside it (FU-11, FU-19)."""
    from pitboss.edge.pai_gow.ace_high import chances

    found = chances()
    outcomes: Outcomes = defaultdict(Fraction)
    lines = []
    for line in table.lines:
        lines.append(Line(line.text, str(line.pays), found[line.hand], table.net(line.hand)))
        outcomes[table.net(line.hand)] += found[line.hand]
    outcomes[Fraction(-1)] += 1 - sum(outcomes.values())
    return EdgeResult(GAME, "ace-high", table.id, "ace-high", dict(outcomes), lines=tuple(lines))


def solve_jackpot(table: PayTable, settings: Mapping[str, str]) -> EdgeResult:
    """The best hand of seven cards (JP-24, JP-25, JP-26)."""
    from pitboss.edge.pai_gow.bonus import chances

    meters = {name: int(settings[name]) for name in ("meter", "mega", "major", "minor")}
    wager_cents = parse_dollars(settings["wager"])
    if not wager_cents:
        raise BadInput("A jackpot wager of $0 is no wager.", clause="JP-01", accepted="an amount above $0")
    options = {"straight_flush_7": settings["straight_flush_7"]}
    result = jackpot_result(GAME, table, chances(table, options), meters, wager_cents)
    if table.rules.get("straight_flush_7") != "option":
        return result
    return replace(result, settings={**result.settings, **options})


# advice

SEPARATOR: Final = " v "


def hand_advice(hand: str, query: Query) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """`seven cards v the dealer's seven`; without the dealer's, as ordinary play: chances against a hidden hand."""
    from pitboss.edge.pai_gow import adviser

    table = query.pay_table
    assert table is not None
    wheel, way = Wheel(query.settings["wheel"]), house_way(query.settings["house_way"])
    mine, dealers = _parse_hand(hand)
    usual = way.set(mine, wheel)
    if dealers is None:
        advice = adviser.hidden(mine, way.name, wheel)
        options = tuple(_option(a, usual, (1 - COMMISSION) * a.win - a.lose) for a in advice)
        summary = ("Dealer's hand not given: chances against a hidden hand, 5 % commission on wins.",)
    else:
        dealer = way.set(dealers, wheel)
        if is_ace_high_pai_gow(dealers):
            return (), (f"The dealer has an ace-high pai gow, {dealer.words}: the wager pushes.",)
        both, one, neither, _ = (table.net(line) for line in LINES)
        advice = adviser.face_up(mine, dealer)
        options = tuple(
            _option(a, usual, both * a.win + neither * a.lose + one * (1 - a.win - a.lose)) for a in advice
        )
        summary = (f"Dealer: {dealer} ({dealer.words}).",)
    return options, (*summary, f"House way {way.id}: {usual} ({usual.words}).")


def _option(advice: Advice, usual: SetHand, worth: Fraction) -> Option:
    setting = advice.setting
    house = " (house way)" if setting.values == usual.values else ""
    return Option(str(setting), worth, f"{setting.words}: {advice.words}{house}", cards=setting.front)


def _parse_hand(hand: str) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    mine, v, dealers = hand.replace("|", SEPARATOR).replace(" vs ", SEPARATOR).partition(SEPARATOR)
    first = check_seven(parse_many(mine))
    if not v:
        return first, None
    second = check_seven(parse_many(dealers))
    if both := set(first) & set(second):
        raise BadInput(
            f"Player and dealer cannot both have {len(both)} of these cards.", clause="FU-20",
            accepted='fourteen different cards: "As Kd Qh Jh 9c 4s 2d v 7c 7d 3h 5s Tc Jk 8d"',
        )  # fmt: skip
    return first, second


def advise(round: Round, spot: int) -> tuple[Option, ...]:
    """For a live round: what each setting gives in cents, from the exposed hand."""
    from pitboss.edge.pai_gow import adviser

    if round.asked(spot) is None:
        return ()
    dealer = adviser.dealers_setting(round)
    cards = adviser.seen_hand(round, spot)
    table, stake = round.config.tables["main"], round.stakes[spot]["standard"]
    both, one, neither, _ = (table.net(line) for line in LINES)
    usual = house_way(round.config.options["house_way"]).set(cards, dealer.wheel)
    found = []
    for advice in adviser.face_up(cards, dealer):
        worth = stake * (both * advice.win + neither * advice.lose + one * (1 - advice.win - advice.lose))
        text = f"{advice.setting.words}: {advice.words}"
        found.append(Option("set", worth, text, cards=advice.setting.front))
        if advice.setting.values == usual.values:
            found.append(Option("house-way", worth, f"House way, {text}"))
    return tuple(found)


def audit_note(figure: Published, result: EdgeResult) -> str:
    """What stands behind the published edge: the other house ways and straight rules, and the ordinary game."""
    from pitboss.edge.pai_gow.rules import DEALS
    from pitboss.edge.pai_gow.solved import every_rules, solution

    if figure.wager != "main":
        return ""
    face_up: list[str] = []
    ordinary: list[str] = []
    for rules in every_rules():
        counts, _ = solution(rules)
        commission = 0 if rules.face_up else COMMISSION
        edge = (counts.lose - (1 - commission) * counts.win) / Fraction(DEALS)
        text = f"{rules.house_way} with the wheel {rules.wheel} {float(edge):.4%}"
        (face_up if rules.face_up else ordinary).append(text)
    return (
        f"Published without naming the house way; {', '.join(face_up)}. The ordinary game, published 2.7212 % "
        f"for foxwoods with 5 % commission: {', '.join(ordinary)}."
    )


SOLVER = FaceUpSolver()

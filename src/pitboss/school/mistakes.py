"""What dealers' mistakes cost: each one made every time it can be, exactly, from the chances of the pay tables' lines.

A mistake's worth is what the house loses by it, in units of the wager and for each wager made; what a player loses is
negative. How often a dealer errs is for the floor to say: the figures are for always, and shrink in proportion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis import questions
from pitboss.analysis.report import EdgeResult, both, decimal, exact, outcomes_of
from pitboss.analysis.solver import solver_of
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents
from pitboss.sheets import PayTable, sheet
from pitboss.sheets.plugins import outside_games

JACKPOT: Final = "jackpot"
"""paid by the meter and the jackpot desk, not by a dealer's sum"""
LINE, PUSH, COMMISSION, ENVY, OVERLOOKED, LEFT, SETTING = (
    "wrong pay line", "push", "commission", "envy forgotten", "winner overlooked", "loser left", "wrong setting",
)  # fmt: skip
ONE, BOTH_WAYS = Fraction(1), 2


@dataclass(frozen=True, slots=True)
class TablePace:
    """How a table is dealt."""

    rounds: int = 40
    """an hour"""
    spots: int = 5
    bet_cents: Cents = 25 * DOLLAR
    """on the wagers that are needed to play"""
    side_cents: Cents = 5 * DOLLAR
    """on each optional one"""

    def __post_init__(self) -> None:
        for name, value, most in (("rounds", self.rounds, 1_000), ("spots", self.spots, 12)):
            if not 1 <= value <= most:
                raise BadInput(f"{value} {name}.", accepted=f"1 to {most}")
        for value in (self.bet_cents, self.side_cents):
            if value <= 0:
                raise BadInput("A bet of nothing costs nothing.", accepted="an amount above $0")


@dataclass(frozen=True, slots=True)
class Mistake:
    game: str
    wager: str
    kind: str
    what: str
    chance: Fraction
    """of each wager made that it can happen to it"""
    worth: Fraction
    """what the house loses by it, in units of each wager made; negative: the player does"""
    side: bool
    """on an optional wager"""
    topics: tuple[tuple[str, Fraction], ...] = ()
    """what is practised, as the school calls it, with its share of the cost"""

    @property
    def each(self) -> Fraction:
        """What it costs when it happens, in units."""
        return abs(self.worth) / self.chance

    def hourly_cents(self, pace: TablePace) -> Fraction:
        """What it costs an hour, made every time, whoever loses it."""
        stake = pace.side_cents if self.side else pace.bet_cents
        return abs(self.worth) * pace.rounds * pace.spots * stake

    def to_json(self, pace: TablePace) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.wager,
            "kind": self.kind,
            "mistake": self.what,
            "loses": "house" if self.worth > 0 else "player",
            **both("chance", self.chance),
            "times_an_hour": decimal(self.chance * pace.rounds * pace.spots, 6),
            "each": decimal(self.each),
            "worth_exact": exact(self.worth),
            "dollars_an_hour": decimal(self.hourly_cents(pace) / 100, 2),
        }


def mistakes(
    game: str,
    pace: TablePace | None = None,
    settings: Mapping[str, str] | None = None,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> list[Mistake]:
    """All of a game's, the dearest first; settings such as those of the house way go to the wagers that have them."""
    pace = pace or TablePace()
    found = list(paying_mistakes(game, pace, settings))
    if any(option.name == "house_way" for option in sheet(game).options):
        found += _settings(game, settings or {}, engine, progress)
    return sorted((m for m in found if m.worth), key=lambda m: (-m.hourly_cents(pace), m.what))


def paying_mistakes(
    game: str, pace: TablePace, settings: Mapping[str, str] | None = None, slow: bool = True
) -> Iterator[Mistake]:
    """On every wager but jackpots; without `slow` only on those that have a pay table."""
    rules = sheet(game)
    known = {s.name for wager in rules.analysed for s in solver_of(game).settings(wager)}
    for name in settings or {}:
        if name not in known:
            raise BadInput(f"{name} is no setting of {game}.", accepted=", ".join(sorted(known)) or "none")
    for wager in rules.analysed:
        table_id = questions.usual_table(game, wager)
        if wager == JACKPOT or (table_id is None and not slow):
            continue
        own = {s.name for s in solver_of(game).settings(wager)}
        asked = {name: value for name, value in (settings or {}).items() if name in own}
        if "others" in own and "wager" in own:
            dollars = f"{pace.side_cents // 100}.{pace.side_cents % 100:02}".removesuffix(".00")
            asked |= {"others": "0", "wager": dollars}
        (result,) = questions.answers(game, wager, table_id, asked or None)
        table = rules.pay_table(wager, table_id) if table_id is not None else None
        yield from _of_wager(game, wager, table, result, pace)


def _of_wager(
    game: str, wager: str, table: PayTable | None, result: EdgeResult, pace: TablePace
) -> Iterator[Mistake]:
    placed = [w for w in sheet(game).wagers if w.of == wager]
    side = all(w.placed != "first" for w in placed)
    name = placed[0].name

    def mistake(
        kind: str, what: str, chance: Fraction, worth: Fraction, topics: tuple[tuple[str, Fraction], ...] = ()
    ) -> Mistake:
        return Mistake(game, wager, kind, what, chance, worth, side, topics)

    outcomes, units = result.outcomes, _units(result)
    if units is None and side:
        # the answer is for several wagers together; the mistakes are this one's
        outcomes, units = outcomes_of(result.lines), dict.fromkeys(_winning(result), ONE)
    pushes = outcomes.get(Fraction(0), Fraction(0))
    wins = {net: chance for net, chance in outcomes.items() if net > 0}
    lost = {net: chance for net, chance in outcomes.items() if net < 0}
    if units and table is not None:
        yield from _of_lines(mistake, name, table, result, units)
    else:
        for net, chance in wins.items():
            if net.denominator > 1 and net < BOTH_WAYS:
                pays = f"{name}: {net.numerator} to {net.denominator}"
                yield mistake(LINE, f"{pays} paid 1 to 1", chance, (1 - net) * chance)
                yield mistake(LINE, f"{pays} paid 2 to 1", chance, (2 - net) * chance)
    if not side:
        level = pushes
    else:
        winning = _winning(result) if units else wins
        wagered = sum((chance * (units or {}).get(net, ONE) for net, chance in winning.items()), Fraction(0))
        taken = sum((-net * chance for net, chance in lost.items()), Fraction(0))
        level = result.action - taken - wagered if outcomes is result.outcomes else pushes
        won = sum(wins.values(), Fraction(0))
        missed = sum((net * chance for net, chance in wins.items()), wagered)
        yield mistake(OVERLOOKED, f"{name}: a winning wager is overlooked and taken", won, -missed)
        yield mistake(LEFT, f"{name}: a losing wager is not taken", sum(lost.values(), Fraction(0)), taken)
    if pushes:
        level_lines = [(line.hand, line.probability) for line in result.lines if line.net == 0]
        topics = _topics(name, table, level_lines) if level_lines else ((f"{name}: tie", ONE),)
        yield mistake(PUSH, f"{name}: paid 1 to 1 on a push", pushes, level, topics)
        yield mistake(PUSH, f"{name}: taken on a push", pushes, -level, topics)
    envy = result.extra.get("envy_per_other_player")
    if envy and pace.spots > 1:
        others = pace.spots - 1
        lines = [line for line in table.lines if line.envy_cents] if table is not None else []
        texts = {line.text for line in lines}
        chance = sum((line.probability for line in result.lines if line.hand in texts), Fraction(0)) * others
        owed = Fraction(envy) * others
        yield mistake(
            ENVY, f"{name}: envy for another player's hand is forgotten", chance, -owed, (("Envy", ONE),)
        )


def _topics(
    name: str, table: PayTable | None, lines: list[tuple[str, Fraction]]
) -> tuple[tuple[str, Fraction], ...]:
    """What the school calls these lines, each with its share of their chance."""
    ids = {line.text: line.hand.replace("-", " ") for line in table.lines} if table is not None else {}
    whole = sum((chance for _, chance in lines), Fraction(0))
    return tuple((f"{name}: {ids[text]}", chance / whole) for text, chance in lines if text in ids and chance)


def _winning(result: EdgeResult) -> dict[Fraction, Fraction]:
    """The chance of each of the odds that the lines pay."""
    found: dict[Fraction, Fraction] = {}
    for line in result.lines:
        if line.net is not None and line.net > 0 and line.probability:
            found[line.net] = found.get(line.net, Fraction(0)) + line.probability
    return found


def _units(result: EdgeResult) -> dict[Fraction, Fraction] | None:
    """What lies on the wager when it is paid at these odds, on average: more than one unit where it may be raised, all
    raises being alike. Empty without lines; None where they are not the answer's."""
    chances, most = _winning(result), -min(result.outcomes)
    left = {net: chance for net, chance in result.outcomes.items() if net > 0}
    found = {}
    for net in sorted(chances):
        once = left.pop(net, Fraction(0))
        raised = chances[net] - once
        if raised < 0 or (raised and most <= 1):
            return None
        if raised:
            left[net * most] = left.get(net * most, Fraction(0)) - raised
        found[net] = (once + most * raised) / chances[net]
    return None if chances and any(left.values()) else found


def _of_lines(
    mistake: Any, name: str, table: PayTable, result: EdgeResult, units: Mapping[Fraction, Fraction]
) -> Iterator[Mistake]:
    """A winning line paid as the one above or below it; and a commission that is not taken, or taken twice."""
    ids = {line.text: line.hand for line in table.lines}
    by_net: dict[Fraction, list[tuple[str, Fraction]]] = {}
    for line in result.lines:
        if line.net is None or line.net <= 0 or not line.probability:
            continue
        by_net.setdefault(line.net, []).append((line.hand, line.probability))
        hand = ids.get(line.hand, "")
        if hand and (kept := table.net(hand) - line.net) > 0:
            cost = kept * line.probability
            yield mistake(COMMISSION, f"{name}: the commission is not taken", line.probability, cost)
            yield mistake(COMMISSION, f"{name}: the commission is taken twice", line.probability, -cost)
            pushes = result.outcomes.get(Fraction(0), Fraction(0))
            yield mistake(COMMISSION, f"{name}: commission is taken of a push", pushes, -kept * pushes)
    nets = sorted(by_net)
    for at, net in enumerate(nets):
        chance = sum((p for _, p in by_net[net]), Fraction(0))
        first, more = by_net[net][0][0], len(by_net[net]) - 1
        called = f"{first} and {more} more" if more else first
        topics = _topics(name, table, by_net[net]) if units[net] == 1 or not more else ()
        for other in (at - 1, at + 1):
            if 0 <= other < len(nets):
                paid = by_net[nets[other]][0][0]
                worth = (nets[other] - net) * units[net] * chance
                yield mistake(LINE, f"{name}: {called} paid as {paid}", chance, worth, topics)
        yield mistake(
            LINE, f"{name}: {called} not paid, the wager left", chance, -net * units[net] * chance, topics
        )


def _settings(
    game: str, settings: Mapping[str, str], engine: Engine | None, progress: Progress
) -> list[Mistake]:
    """Each kind of hand set another way than the house's, whenever that is no foul."""
    from pitboss.cardplay.paigow.way_cost import setting_mistakes

    wager = sheet(game).analysed[0]
    return [
        Mistake(
            game, wager, SETTING, f"{one.dealt}: {one.front} in front, where the house way says otherwise",
            one.chance, one.worth, False, ((f"House way: {one.dealt}", ONE),),
        )
        for one in setting_mistakes(game, dict(settings), engine, progress)
    ]  # fmt: skip


def dear_topics(game: str, options: Mapping[str, str] | None = None) -> dict[str, Fraction]:
    """What the school practises, with what its dearest mistake costs an hour, in cents; only what is known at once,
    so nothing of games from outside."""
    from pitboss.cardplay.paigow.way_cost import known

    if game in outside_games():
        return {}
    pace = TablePace()
    found = list(paying_mistakes(game, pace, slow=False))
    if any(option.name == "house_way" for option in sheet(game).options) and known(game, dict(options or {})):
        found += _settings(game, options or {}, None, silent)
    dear: dict[str, Fraction] = {}
    for one in found:
        for topic, share in one.topics:
            dear[topic] = max(dear.get(topic, Fraction(0)), share * one.hourly_cents(pace))
    return dear

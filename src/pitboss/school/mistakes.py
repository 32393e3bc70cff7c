"""What dealers' mistakes cost: each one made every time it can be, exactly, from how often each wager is settled how.

A mistake's worth is what the house loses by it, in units of the wager and for each wager made; what a player loses is
negative. How often a dealer errs is for the floor to say: the figures are for always, and shrink in proportion.
Players play their best, so there is no insurance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis import questions
from pitboss.analysis.report import Settled, both, decimal, exact
from pitboss.analysis.solver import Query, solver_of
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents
from pitboss.core.odds import PercentOfMeter
from pitboss.school.keypad import CONTRIBUTION, RESERVE, SEED_CENTS
from pitboss.sheets import PayTable, sheet
from pitboss.sheets.plugins import outside_games

OF_THE_PACE: Final = frozenset({"others", "wager"})
LOSES: Final = "loses"
"""a topic for every way to lose that the solver does not tell apart"""
TOGETHER: Final = {"win": ("win", "dealer bust"), "lose": ("lose", "bust")}
"""hands of blackjack that the solver counts as one"""
LINE, PUSH, COMMISSION, ENVY, OVERLOOKED, LEFT, MISSED, SETTING = (
    "wrong pay line", "push", "commission", "envy forgotten", "winner overlooked", "loser left", "not locked in",
    "wrong setting",
)  # fmt: skip
ONE, BOTH_WAYS = Fraction(1), 2
Topics = tuple[tuple[str, Fraction], ...]


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
    jackpot_cents: Cents = DOLLAR
    """the fixed wager of a jackpot"""

    def __post_init__(self) -> None:
        for name, value, most in (("rounds", self.rounds, 1_000), ("spots", self.spots, 12)):
            if not 1 <= value <= most:
                raise BadInput(f"{value} {name}.", accepted=f"1 to {most}")
        for value in (self.bet_cents, self.side_cents, self.jackpot_cents):
            if value <= 0:
                raise BadInput("A bet of nothing costs nothing.", accepted="an amount above $0")


@dataclass(frozen=True, slots=True)
class Mistake:
    game: str
    wager: str
    kind: str
    what: str
    chance: Fraction
    """of each wager made that it can happen to it; above one where a round has several"""
    worth: Fraction
    """what the house loses by it, in units of each wager made; negative: the player does"""
    stake_cents: Cents
    """a unit"""
    topics: Topics = ()
    """what is practised, as the school calls it, with its share of the cost"""
    at_every_spot: bool = False
    """one such mistake meets every spot's wager: the dealer sets one hand a round"""

    @property
    def each(self) -> Fraction:
        """What it costs each wager when it happens, in units."""
        return abs(self.worth) / self.chance

    def times(self, pace: TablePace) -> Fraction:
        """How often an hour it can be made."""
        return self.chance * pace.rounds * (1 if self.at_every_spot else pace.spots)

    def once(self, pace: TablePace) -> Fraction:
        """What one costs at the table, in units."""
        return self.each * (pace.spots if self.at_every_spot else 1)

    def hourly_cents(self, pace: TablePace) -> Fraction:
        """What it costs an hour, made every time, whoever loses it."""
        return abs(self.worth) * pace.rounds * pace.spots * self.stake_cents

    def to_json(self, pace: TablePace) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.wager,
            "kind": self.kind,
            "mistake": self.what,
            "loses": "house" if self.worth > 0 else "player",
            **both("chance", self.chance),
            "times_an_hour": decimal(self.times(pace), 6),
            "each": decimal(self.once(pace)),
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
    found = list(paying_mistakes(game, pace, settings, engine, progress))
    if any(option.name == "house_way" for option in sheet(game).options):
        found += _settings(game, pace, settings or {}, engine, progress)
    return sorted((m for m in found if m.worth), key=lambda m: (-m.hourly_cents(pace), m.what))


def paying_mistakes(
    game: str,
    pace: TablePace,
    settings: Mapping[str, str] | None = None,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> Iterator[Mistake]:
    """On every wager of the game, and of the one it is built on. A setting with a wager's name is its pay table."""
    rules = sheet(game)
    for of, query in asked_of(game, pace, settings):
        query = replace(query, engine=engine or LocalEngine(), progress=progress)
        if query.wager == rules.jackpot:
            yield from _of_jackpot(game, query, pace)
        else:
            yield from _of_wager(game, of, query, pace)


def asked_of(
    game: str, pace: TablePace, settings: Mapping[str, str] | None = None
) -> list[tuple[str, Query]]:
    """What is asked for every wager, with its game: the pay table and settings that the costs are of."""
    rules, given = sheet(game), dict(settings or {})
    every = [(of, wager) for of in filter(None, (rules.base, game)) for wager in sheet(of).analysed]
    known = {s.name for of, wager in every for s in solver_of(of).settings(wager)}
    for name in given:
        if name in OF_THE_PACE:
            raise BadInput(f"{name} is said by the table's pace.", accepted="spots, side bet and jackpot bet")
        if name not in known | set(rules.analysed):
            raise BadInput(
                f"{name} is no setting of {game}.", accepted=", ".join([*rules.analysed, *sorted(known)])
            )
    return [(of, _query(of, wager, pace, given)) for of, wager in every]


def _query(game: str, wager: str, pace: TablePace, given: Mapping[str, str]) -> Query:
    known = solver_of(game).settings(wager)
    names = {s.name for s in known}
    asked = {name: value for name, value in given.items() if name in names}
    table_id = given.get(wager, questions.usual_table(game, wager))
    if names >= OF_THE_PACE:
        asked |= {"others": "0", "wager": _dollars(pace.side_cents)}
    if wager == sheet(game).jackpot:
        table = sheet(game).pay_table(wager, table_id or "")
        meters = {name.lower(): str(_seed(pace)) for name in table.meters if name.lower() in names}
        asked = {**meters, **asked, "wager": _dollars(pace.jackpot_cents)}
        if "others" in names:
            asked["others"] = str(
                min(pace.spots - 1, len(next(s for s in known if s.name == "others").choices) - 1)
            )
    return questions.one_query(game, wager, table_id, asked or None)


def _dollars(cents: Cents) -> str:
    return f"{cents // 100}.{cents % 100:02}".removesuffix(".00")


def _seed(pace: TablePace) -> Cents:
    """A meter just begun, where none is named (JP-27): as in the school."""
    return SEED_CENTS * pace.jackpot_cents // DOLLAR


def _of_wager(game: str, of: str, query: Query, pace: TablePace) -> Iterator[Mistake]:
    rules, wager = sheet(of), query.wager
    side = all(w.placed != "first" for w in rules.wagers if w.of == wager)
    unit = pace.side_cents if side else pace.bet_cents
    told = wager if of == game else of
    by_place: defaultdict[str, list[Settled]] = defaultdict(list)
    for row in solver_of(of).settled(query):
        if row.chance:
            by_place[row.wager].append(row)
    for place, rows in by_place.items():
        name = rules.wager(place).name
        for kind, what, chance, worth, topics in _of_place(name, rows, query.pay_table):
            yield Mistake(game, told, kind, f"{name}: {what}", chance, worth, unit, topics)
    table = query.pay_table
    if table is not None and any(line.envy_cents for line in table.lines) and pace.spots > 1:
        (found,) = questions.answers(of, wager, table.id, query.settings)
        if each := found.extra.get("envy_per_other_player"):
            (rows,) = by_place.values()
            name = rules.wager(rows[0].wager).name
            yield _envy(
                game, wager, name, rows, table, pace.spots - 1, Fraction(each) * (pace.spots - 1), unit
            )


def _envy(
    game: str, wager: str, name: str, rows: Iterable[Settled], table: PayTable, others: int, owed: Fraction, unit: Cents
) -> Mistake:  # fmt: skip
    hands = {line.hand for line in table.lines if line.envy_cents}
    chance = sum((row.chance for row in rows if row.hand in hands), Fraction(0)) * others
    what = f"{name}: envy for another player's hand is forgotten"
    return Mistake(game, wager, ENVY, what, chance, -owed, unit, (("Envy", ONE),))


def _of_jackpot(game: str, query: Query, pace: TablePace) -> Iterator[Mistake]:
    """By the keypad's buttons, in their order; what is not locked in before the deal counts for nothing (JP-03)."""
    table, solver = query.table, solver_of(game)
    rows = [row for row in solver.settled(query) if row.hand]
    name = sheet(game).wager(rows[0].wager).name

    def mistake(kind: str, what: str, chance: Fraction, worth: Fraction, *topics: str) -> Mistake:
        practised = tuple((topic, ONE) for topic in topics)
        return Mistake(
            game, query.wager, kind, f"{name}: {what}", chance, worth, pace.jackpot_cents, practised
        )

    def off_meter(row: Settled) -> bool:
        return isinstance(table[row.hand].pays, PercentOfMeter)

    extra = solver.solve(query).extra
    lost = extra["fixed_return"] + extra["envy_return"] + CONTRIBUTION + RESERVE
    yield mistake(MISSED, "taken but not locked in: no line is paid, nothing goes onto the meter", ONE, -lost)
    for at, row in enumerate(rows):
        missed = -(1 + row.net) * row.chance
        yield mistake(OVERLOOKED, f"{row.text} is overlooked", row.chance, missed, "Keypad: the button")
        for other in (*rows[max(0, at - 1) : at], *rows[at + 1 : at + 2]):
            topic = "Awards off the meter" if off_meter(row) or off_meter(other) else "Fixed jackpot pays"
            worth = (other.net - row.net) * row.chance
            yield mistake(LINE, f"{row.text} paid as {other.text}", row.chance, worth, topic)
    if extra["envy_return"]:
        others = query.settings.number("others")
        yield _envy(game, query.wager, name, rows, table, others, extra["envy_return"], pace.jackpot_cents)


Found = tuple[str, str, Fraction, Fraction, Topics]
"""kind, mistake, chance, worth, topics"""


def _of_place(name: str, rows: list[Settled], table: PayTable | None) -> Iterator[Found]:
    """Whatever is settled at one place."""
    level, wins, lost = ([r for r in rows if _sign(r.net) == sign] for sign in (0, 1, -1))
    pushed = _on(level)

    def topics(some: list[Settled]) -> Topics:
        shares: defaultdict[str, Fraction] = defaultdict(Fraction)
        for row in some:
            shares[row.hand] += row.units * row.chance / _on(some)
        return tuple(
            (f"{name}: {said}", share)
            for hand, share in shares.items()
            if hand
            for said in TOGETHER.get(hand, (hand.replace("-", " "),))
        )

    if wins:
        missed = sum((row.units * row.chance * (1 + row.net) for row in wins), Fraction(0))
        yield OVERLOOKED, "a winning wager is overlooked and taken", _often(wins), -missed, ()
    if lost:
        left = sum((-row.net * row.units * row.chance for row in lost), Fraction(0))
        yield (
            LEFT,
            "a losing wager is not taken",
            _often(lost),
            left,
            (*topics(lost), (f"{name}: {LOSES}", ONE)),
        )
    for row in lost:
        if row.net > -1:
            yield LINE, f"{row.text} taken whole", row.chance, -(1 + row.net) * row.units * row.chance, ()
    if level:
        yield PUSH, "paid 1 to 1 on a push", _often(level), pushed, topics(level)
        yield PUSH, "taken on a push", _often(level), -pushed, topics(level)
    by_net: defaultdict[Fraction, list[Settled]] = defaultdict(list)
    for row in sorted(wins, key=lambda row: row.net):
        by_net[row.net].append(row)
        kept = table.net(row.hand) - row.net if table is not None and row.hand in table.by_hand else 0
        if kept > 0:
            cost = kept * row.units * row.chance
            yield COMMISSION, "the commission is not taken", row.chance, cost, ()
            yield COMMISSION, "the commission is taken twice", row.chance, -cost, ()
            yield COMMISSION, "commission is taken of a push", _often(level), -kept * pushed, ()
    nets = list(by_net)
    for at, net in enumerate(nets):
        same = by_net[net]
        on, chance, called = _on(same), _often(same), _called(name, same)
        beside = (*nets[max(0, at - 1) : at], *nets[at + 1 : at + 2])
        for other in beside:
            paid = _called(name, by_net[other])
            yield LINE, f"{called} paid as {paid}", chance, (other - net) * on, topics(same)
        yield LINE, f"{called} not paid, the wager left", chance, -net * on, topics(same)
        if net.denominator > 1 and net < BOTH_WAYS and not _commission(table, same):
            for instead in {1, 2}.difference(
                beside
            ):  # paid as the line beside it, the mistake is named above
                what = f"{net.numerator} to {net.denominator} paid {instead} to 1"
                yield LINE, what, chance, (instead - net) * on, ()


def _commission(table: PayTable | None, same: list[Settled]) -> bool:
    return table is not None and any(r.hand in table.by_hand and table.net(r.hand) > r.net for r in same)


def _sign(net: Fraction) -> int:
    return (net > 0) - (net < 0)


def _often(rows: list[Settled]) -> Fraction:
    return sum((row.chance for row in rows), Fraction(0))


def _on(rows: list[Settled]) -> Fraction:
    """Units wagered."""
    return sum((row.units * row.chance for row in rows), Fraction(0))


def _called(name: str, rows: list[Settled]) -> str:
    """The line without its wager, and how many pay alike."""
    texts = list(dict.fromkeys(row.text for row in rows))
    head, _, tail = texts[0].partition(": ")
    called = tail if tail and head == name else head
    called = f"“{called[:1].upper()}{called[1:]}”"
    more = len(texts) - 1
    return (
        f"{called} (or {more} other{'s' * (more > 1)} that pay{'s' * (more == 1)} the same)"
        if more
        else called
    )


def _settings(
    game: str, pace: TablePace, settings: Mapping[str, str], engine: Engine | None, progress: Progress
) -> list[Mistake]:
    """Each kind of hand set another way than the house's, whenever that is no foul."""
    from pitboss.cardplay.paigow.way_cost import setting_mistakes

    wager = sheet(game).analysed[0]
    return [
        Mistake(
            game, wager, SETTING, f"{one.dealt.capitalize()}: {one.front} in front, where the house way says otherwise",
            one.chance, one.worth, pace.bet_cents, ((f"House way: {one.dealt}", ONE),), at_every_spot=True,
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
    found = list(paying_mistakes(game, pace))
    if any(option.name == "house_way" for option in sheet(game).options) and known(game, dict(options or {})):
        found += _settings(game, pace, options or {}, None, silent)
    dear: dict[str, Fraction] = {}
    for one in found:
        for topic, share in one.topics:
            dear[topic] = max(dear.get(topic, Fraction(0)), share * one.hourly_cents(pace))
    return dear

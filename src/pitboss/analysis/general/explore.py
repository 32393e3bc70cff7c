"""A felt that only looks ahead: no log, cards that are drawn when a rule first looks at them.

The procedure is the game's own. What it deals is known from the trail followed so far, or else a card that
says so when it is touched; the explorer then decides which card it is and starts the round again.

A wager that no decision moves is explored by the cards alone that settle it. The sheet says which they are
(`settled_by`), and a property test holds the rules to it. So the cards of those places are drawn first, whichever of a
group lies where; what lies elsewhere is any of the rest; and the round is played once for each way, its questions
answered as a timeout would.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations
from time import process_time
from typing import Any, NamedTuple, NoReturn

from pitboss.analysis.general.cards import MOST_WAYS, Draw, Marks, Pack
from pitboss.analysis.general.tally import AnswerTally
from pitboss.core.cards import DECK, JOKER, Card, texts
from pitboss.core.errors import BadInput, BrokenRules, PitbossError
from pitboss.core.money import Cents
from pitboss.core.odds import PUSH, Odds, PercentOfMeter
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, Ask, Choice, Decision, JackpotHit, Settlement
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.game import game_of
from pitboss.sheets.model import SettledBy

Net = int | Fraction
Place = tuple[int, str]
"""a spot, or the dealer, and where at it cards lie"""
NOWHERE: Place = (DEALER, "")
AND = "\n"
"""between the lines of a round whose wagers came to several"""

_settlement: Callable[[tuple[Any, ...]], Settlement] = partial(tuple.__new__, Settlement)


Drawn = tuple[int, int, Place]
"""a deal by its number, how many cards it brings, and where"""


class CardTouched(BaseException):
    """A rule looked at a card that is not decided yet."""


class Over(BaseException):
    """Nothing that is measured lies on the felt any more."""


class Unknown:
    """A card that nobody has looked at. Whatever is done with it, it says so, and it is noted, since rules may catch
    all exceptions there are."""

    __slots__ = ("_noted", "draw")

    def __init__(self, draw: Drawn, noted: list[Drawn]) -> None:
        self.draw, self._noted = draw, noted

    def touched(self, *_: Any) -> NoReturn:
        self._noted.append(self.draw)
        raise CardTouched

    __index__ = __int__ = __float__ = __bool__ = __hash__ = __str__ = __repr__ = __format__ = touched
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = touched
    __invert__ = __neg__ = __pos__ = __abs__ = __round__ = __trunc__ = touched
    __rshift__ = __lshift__ = __and__ = __or__ = __xor__ = touched
    __rrshift__ = __rlshift__ = __rand__ = __ror__ = __rxor__ = touched
    __add__ = __sub__ = __mul__ = __mod__ = __floordiv__ = __truediv__ = __divmod__ = __pow__ = touched
    __radd__ = __rsub__ = __rmul__ = __rmod__ = __rfloordiv__ = __rtruediv__ = touched
    __rdivmod__ = __rpow__ = touched
    __getitem__ = __len__ = __iter__ = __contains__ = __array__ = __getattr__ = touched
    __class__ = property(touched)  # `isinstance` asks for it


class SearchFelt(Felt):
    """One spot's round on a trail. `seen` is what that spot has seen; nets are of the measured wagers."""

    __slots__ = (
        "_batch",
        "_known",
        "_left",
        "line",
        "measured",
        "net",
        "played",
        "seen",
        "spot",
        "staked",
        "touched",
        "worth",
    )

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        spot: int,
        known: Mapping[int, tuple[Card, ...]],
        measured: frozenset[str],
        played: frozenset[str],
        cards: int,
    ) -> None:
        # as `Felt` does, without what only a log needs: this runs once a round
        self.config = config
        self.tables = config.tables
        self.spots = (spot,)
        self.stakes = {spot: dict(wagers[spot])}
        self.unsettled = {spot: dict(wagers[spot])}
        self.at = 0
        # which hand comes first is nothing to cards that nobody has seen
        self.number, self.dice = 1, ()
        # one spot, and nobody else at the table
        self.holders = {}
        self.spot = spot
        self.measured, self.played = measured, played
        self._known = known
        self._batch = 0
        self._left = cards
        self.touched: list[Drawn] = []
        """what the rules have looked at and is not decided"""
        self.seen: list[tuple[int, str, Any]] = []
        """(spot, place, cards or the number of their draw), or (0, "", what was said)"""
        self.net: Net = 0
        self.worth: Net = 0
        """net of the wagers that are played for"""
        self.staked: Cents = 0
        self.line = ""

    @property
    def result(self) -> tuple[Net, Net, Cents, str]:
        return self.worth, self.net, self.staked, self.line

    # announcements

    def step(self, name: str, clause: str) -> None:
        pass

    def say(
        self, text: str, clause: str, spot: int = DEALER, seen: int = EVERYONE, detail: Any = None
    ) -> None:
        if seen in (EVERYONE, self.spot):
            self.seen.append((DEALER, "", text))

    # cards

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        batch = self._batch
        self._batch = batch + 1
        self._left -= count
        if self._left < 0:
            raise BrokenRules("more cards are dealt in a round than the shoe has")
        cards = self._known.get(batch)
        if cards is None:
            draw, noted = (batch, count, (spot, place)), self.touched
            # of one card without a loop: this runs once a round
            unknown = [Unknown(draw, noted) for _ in range(count)] if count != 1 else (Unknown(draw, noted),)
            cards = tuple(unknown)  # type: ignore[arg-type]
        if seen == EVERYONE or seen == self.spot:
            self.seen.append((spot, place, cards))
        return cards

    def can_deal(self, count: int) -> bool:
        return self._left >= count

    def expose(self, spot: int, place: str, cards: tuple[Card, ...], clause: str, text: str = "") -> None:
        self.seen.append((spot, place, cards))

    def look(self, spot: int, place: str, cards: tuple[Card, ...], clause: str) -> None:
        if spot == self.spot:
            self.seen.append((spot, place, cards))

    def move(
        self, spot: int, place: str, to: str, cards: tuple[Card, ...], clause: str, seen: int = EVERYONE
    ) -> None:
        if seen == EVERYONE or seen == self.spot:
            self.seen.append((spot, to, cards))

    def clear(self, spot: int, place: str, clause: str, text: str = "") -> None:
        pass

    # money

    def bet(self, spot: int, wager: str, cents: Cents, clause: str) -> None:
        for book in (self.stakes[spot], self.unsettled[spot]):
            book[wager] = book.get(wager, 0) + cents

    def settle(
        self,
        spot: int,
        wager: str,
        odds: Odds,
        hand: str,
        clause: str,
        text: str = "",
        stake: Cents | None = None,
        back: bool = False,
    ) -> Settlement:
        stake_cents = self._take(spot, wager, stake)
        net: Net
        if isinstance(odds, PercentOfMeter):
            net = -stake_cents
        else:
            pays = odds.net
            net = stake_cents * pays.numerator if pays.denominator == 1 else stake_cents * pays
        self._count(wager, net, stake_cents, hand)
        book = self.unsettled[spot]
        if not self.measured.intersection(book) and not self.played.intersection(book):
            raise Over
        return _settlement((spot, wager, stake_cents, net, hand, odds, clause, text, 0))

    def _count(self, wager: str, net: Net, stake_cents: Cents, hand: str) -> None:
        if wager in self.measured:
            self.net += net
            self.staked += stake_cents
            if not self.line:
                self.line = hand
            elif hand not in self.line.split(AND):
                self.line += AND + hand
        if wager in self.played:
            self.worth += net

    def pay_fixed(self, spot: int, wager: str, cents: Cents, hand: str, clause: str, text: str = "") -> None:
        self._count(wager, cents, 0, hand)

    def _hit(self, hit: JackpotHit, text: str) -> None:
        pass

    def void(self, reason: str, clause: str) -> None:
        self.say(f"Void: {reason}", clause)
        self.net = self.worth = 0
        self.line = "void"
        for wager in tuple(self.unsettled[self.spot]):
            self.settle(self.spot, wager, PUSH, "void", clause)


# Every round there is, through the game's own procedure.
#
# A generator cannot be copied, so the tree of a round is walked by playing it again: a trail names what each draw
# and each question came to, the round is played along it to its end, and the last point that has another way to go
# takes it. Cards are drawn when a rule looks at them or the player sees them, not when they are dealt; that the
# cards of a shoe are exchangeable makes both the same. What the player has seen names the question, so that deals
# he cannot tell apart are decided together.

SPOT = 1
LISTED = 2000
"""ways to draw a hand that are listed to choose one of them"""
MOST_QUESTIONS = 200
"""to one spot in one round; rules that ask more never end"""
UNIT_CENTS = 10_000
"""of the first wager: every half and every whole chip of it is whole cents"""


@dataclass(frozen=True)
class Goal:
    """What is laid, what is measured, and what is played for: places of the layout."""

    stakes: Mapping[str, int]
    measured: frozenset[str]
    played: frozenset[str]
    fixed: bool = False
    """play no better than a timeout would"""


class Reply(NamedTuple):
    """An answer by its name, the same on all deals that look alike."""

    name: str
    decision: Decision


@dataclass(slots=True)
class Point:
    """A draw or a question on the trail, and which of its ways is being followed."""

    ways: Sequence[Draw] | Sequence[Reply]
    batch: int = -1
    """number of the draw; -1 for a question"""
    place: Place = NOWHERE
    """of a draw: where the cards lie"""
    key: str = ""
    """of a question: what the player has seen"""
    at: int = 0
    fan: int = 0
    """how many ways there are, where only one was drawn"""
    usual: int = -1
    """of a question: which of its answers a timeout gives"""
    weight: int = 1
    """of the trail up to here, this point included"""
    drawn: int = 0
    """cards drawn up to here"""

    @property
    def names(self) -> tuple[str, ...]:
        """A question's answers."""
        return tuple(way.name for way in self.ways if isinstance(way, Reply))


@dataclass
class Explorer:
    """Walks all rounds; those who look at some of them only say how cards are drawn and ways chosen."""

    config: TableConfig
    goal: Goal
    shoe: tuple[Card, ...] = ()
    """the cards of the shoe; those of the table unless a smaller one is to be explored"""
    tally: AnswerTally = field(default_factory=AnswerTally)

    def __post_init__(self) -> None:
        self.pack = self.packed(
            self.shoe or (*DECK * self.config.decks, *(JOKER,) * self.config.sheet.jokers)
        )
        self.game = game_of(self.config.game)
        self.left = list(self.pack.full)
        self.points: list[Point] = []
        self._known: dict[int, tuple[Card, ...]] = {}
        self._answers: list[tuple[str, str, Decision]] = []
        """the questions answered on the trail: what was seen, the answer's name, the answer"""
        self._root = Point(())
        self._forced: Sequence[int] = ()
        self.texts: dict[str, str] = {}
        """the answers that were met, in the words of the rules"""
        self.shown: frozenset[int] = frozenset()
        """draws that the player has seen when last asked"""

    def packed(self, cards: tuple[Card, ...]) -> Pack:
        return Pack.of(self.config.sheet, cards)

    # the walk

    def explore(self, prefix: Sequence[int] = ()) -> AnswerTally:
        """All rounds whose first points went as `prefix` says, counted into the tally."""
        self._forced = prefix
        while True:
            self._leaf(self._play())
            while self.points and len(self.points) > len(prefix):
                point = self.points[-1]
                self._leave(point)
                if point.at + 1 < len(point.ways):
                    point.at += 1
                    self._enter(point, len(self.points) - 1)
                    break
                self.points.pop()
            else:
                self._rewind()
                return self.tally

    def branches(self, prefix: Sequence[int]) -> int:
        """How many ways the point after `prefix` has; 0 if the round is over before."""
        self._forced = prefix
        self._play()
        found = len(self.points[len(prefix)].ways) if len(self.points) > len(prefix) else 0
        self._rewind()
        return found

    def _rewind(self) -> None:
        while self.points:
            self._leave(self.points.pop())

    def _play(self) -> SearchFelt:
        """The round along the trail, which grows by the points that it meets."""
        while True:
            felt = SearchFelt(
                self.config,
                {SPOT: self.goal.stakes},
                SPOT,
                self._known,
                self.goal.measured,
                self.goal.played,
                self.pack.size,
            )
            procedure = self.game.procedure(felt)
            questions = 0
            answer = None
            try:
                while True:
                    asked = procedure.send(answer)
                    if felt.touched:
                        break
                    if questions > MOST_QUESTIONS:
                        raise BrokenRules(f"{self.config.sheet.name}: more than {MOST_QUESTIONS} questions")
                    if questions == len(self._answers):
                        self._ask(felt, asked if isinstance(asked, Ask) else asked[0])
                    _, name, decision = self._answers[questions]
                    questions += 1
                    felt.seen.append((DEALER, "", f"> {name}"))
                    answer = decision if isinstance(asked, Ask) else {SPOT: decision}
            except StopIteration:
                if not felt.touched:
                    self.check_settled(felt)
                    return felt
            except Over:
                if not felt.touched:
                    return felt
            except BrokenRules as error:
                if not felt.touched:
                    raise BrokenRules(f"{error.message.rstrip('.')}{self._dealt()}.") from error
            except CardTouched:
                pass
            # rules that caught it and went on did so without the card
            self._push(self.drawing(*felt.touched[0]))

    def check_settled(self, felt: SearchFelt) -> None:
        """Nothing that counts is left on the felt when the rules are done."""
        counts = self.goal.measured | self.goal.played
        if left := sorted(counts.intersection(felt.unsettled[SPOT])):
            raise BrokenRules(
                f"{self.config.sheet.name}: the round is over and {', '.join(left)} not settled{self._dealt()}."
            )

    def _dealt(self) -> str:
        """The cards and answers of the trail, to play it again."""
        cards = texts(card for batch in sorted(self._known) for card in self._known[batch])
        answers = ", ".join(name for _, name, _ in self._answers)
        return (f"; cards looked at: {cards}" if cards else "") + (f"; answers: {answers}" if answers else "")

    def drawing(self, batch: int, count: int, place: Place) -> Point:
        """The point at which these cards are drawn: every way there is."""
        return Point(self.pack.draws(self.left, count, self.marks(place)), batch, place)

    def marks(self, place: Place) -> Marks:
        """What the suits were drawn for: at this place, or wherever suits are compared all over the table."""
        marks = self.pack.no_marks
        for point in self.points if marks else ():
            if isinstance(way := point.ways[point.at], Draw) and (
                not self.pack.apart or point.place == place
            ):
                marks = self.pack.marked(marks, way.classes)
        return marks

    def choose(self, point: Point) -> int:
        """Which way a new point goes first."""
        return 0

    def _ask(self, felt: SearchFelt, ask: Ask) -> None:
        """A question met for the first time on this trail."""
        for _, _, shown in felt.seen:
            for card in shown if isinstance(shown, tuple) else ():
                if isinstance(card, Unknown):
                    card.touched()
        key, suits = self.key(felt)
        ways = self.decisions(felt, ask, suits)
        if self.goal.fixed:
            timeout = ask.fallback or ways[0].decision
            ways = [way for way in ways if way.decision == timeout] or [Reply("timeout", timeout)]
        parent = self._answers[-1][:2] if self._answers else None
        self.tally.question(key, parent, [way.name for way in ways])
        usual = next((at for at, way in enumerate(ways) if way.decision == ask.fallback), -1)
        shown = [set(cards) for _, _, cards in felt.seen if isinstance(cards, tuple)]
        self.shown = frozenset(
            n for n, cards in self._known.items() if any(set(cards) <= one for one in shown)
        )
        self._push(Point(ways, key=key, usual=usual))

    def _push(self, point: Point) -> None:
        at = len(self.points)
        point.at = self._forced[at] if at < len(self._forced) else self.choose(point)
        self.points.append(point)
        self._enter(point, at)

    def _enter(self, point: Point, at: int) -> None:
        before = self.points[at - 1] if at else self._root
        way = point.ways[point.at]
        if type(way) is Draw:
            classes, weight, cards = way
            for drawn in classes:
                self.left[drawn] -= 1
            self._known[point.batch] = cards
            point.weight = before.weight * weight
            point.drawn = before.drawn + len(cards)
        else:
            self._answers.append((point.key, *way))
            point.weight, point.drawn = before.weight, before.drawn

    def _leave(self, point: Point) -> None:
        way = point.ways[point.at]
        if type(way) is Draw:
            for drawn in way.classes:
                self.left[drawn] += 1
            del self._known[point.batch]
        else:
            self._answers.pop()

    def _leaf(self, felt: SearchFelt) -> None:
        last = self.points[-1] if self.points else self._root
        question = self._answers[-1][:2] if self._answers else None
        self.tally.add(question, (last.drawn, felt.worth, felt.net, felt.staked, felt.line), last.weight)

    # what the player sees and may do

    def key(self, felt: SearchFelt) -> tuple[str, dict[int, int]]:
        """What the spot has seen, the same words for all deals that look alike to it."""
        suits = self.pack.canonical([shown for _, _, shown in felt.seen if isinstance(shown, tuple)])
        words = []
        for spot, place, shown in felt.seen:
            if isinstance(shown, tuple):
                who = "dealer's " if spot == DEALER else ""
                words.append(f"{who}{place} {self.pack.names(shown, suits)}")
            else:
                words.append(shown)
        return "; ".join(words), suits

    def decisions(self, felt: SearchFelt, ask: Ask, suits: dict[int, int]) -> list[Reply]:
        """Every decision worth trying: of an amount the least and the most, since a pay grows with its stake."""
        found: dict[str, Decision] = {}
        for choice in ask.choices:
            for cents in sorted({choice.least_cents, choice.most_cents}):
                decision = Decision(choice.action, cents)
                name = choice.action + (f" {cents / UNIT_CENTS:g}x" if cents else "")
                if not choice.picks:
                    if not cents:
                        self.texts.setdefault(name, choice.text or name.capitalize())
                    found.setdefault(name, decision)
                    continue
                for cards in self._picks(felt, ask, choice):
                    found.setdefault(
                        f"{name} {self.pack.names(cards, suits)}", decision._replace(cards=cards)
                    )
        if not found:
            raise BadInput(
                f"{ask.text or 'A question'} has no answer that the rules accept.", clause=ask.clause
            )
        return [Reply(*one) for one in found.items()]

    def _picks(self, felt: SearchFelt, ask: Ask, choice: Choice) -> list[tuple[Card, ...]]:
        own = [
            shown
            for spot, place, shown in felt.seen
            if spot == ask.spot and isinstance(shown, tuple) and place == (ask.place or place)
        ]
        held = sorted({card for cards in own for card in cards}) if own else []
        found = []
        for cards in combinations(held, choice.picks):
            try:
                if choice.check:
                    choice.check(cards)
            except PitbossError:
                continue
            found.append(cards)
        return found


class Prober(Explorer):
    """Goes one way down at random."""

    dice: random.Random
    times: list[float]
    """seconds of the rounds that were played on the way"""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.times = []

    def probe(self, dice: random.Random) -> int:
        """The product of the ways at the points of a trail estimates how many rounds there are."""
        self.dice = dice
        try:
            felt = self._play()
            if self.timed().result != felt.result:
                raise BrokenRules(
                    f"{self.config.sheet.name}: the same cards and answers come to another end{self._dealt()}."
                )
            estimate = 1
            for point in self.points:
                estimate *= point.fan or len(point.ways)
            return estimate
        finally:
            self._rewind()

    def timed(self) -> SearchFelt:
        """What it costs to look ahead is not what it costs to play: the round once more, by itself."""
        start = process_time()
        felt = self.again()
        self.times.append(process_time() - start)
        return felt

    def again(self) -> SearchFelt:
        return self._play()

    def drawing(self, batch: int, count: int, place: Place) -> Point:
        if count == 1 or (ways := self.pack.ways(self.left, count)) <= LISTED:
            return super().drawing(batch, count, place)
        # too many to list only to choose one of them
        fan = self.pack.estimate(ways, count, self.marks(place))
        return Point((self.pack.one_draw(self.left, count, self.dice),), batch, place, fan=fan)

    def choose(self, point: Point) -> int:
        return self.dice.randrange(len(point.ways))


# A wager that no decision moves, by the cards alone that settle it.


def settled_alone(config: TableConfig, goal: Goal) -> SettledBy | None:
    """What settles the one wager that is measured, where the sheet says so of this table."""
    if len(goal.measured) != 1 or goal.played != goal.measured:
        return None
    (measured,) = goal.measured
    by = config.sheet.wager(measured).settled_by
    return by if by and by.holds(config.options) else None


class NotLaid(BaseException):
    """A deal whose cards are not laid out yet."""


class LaidFelt(SearchFelt):
    """A round whose cards are all laid out beforehand; nobody watches."""

    __slots__ = ("dealt", "laid")

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        goal: Goal,
        cards: int,
        laid: Mapping[int, tuple[Card, ...]],
    ) -> None:
        super().__init__(config, wagers, SPOT, laid, goal.measured, goal.played, cards)
        self.dealt: list[tuple[Place, int]] = []

    def say(
        self, text: str, clause: str, spot: int = DEALER, seen: int = EVERYONE, detail: Any = None
    ) -> None:
        pass

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        batch = self._batch
        self._batch = batch + 1
        self._left -= count
        self.dealt.append(((spot, place), count))
        if self._left < 0:
            raise BrokenRules("more cards are dealt in a round than the shoe has")
        if batch not in self._known:
            raise NotLaid
        return self._known[batch]

    def expose(self, spot: int, place: str, cards: tuple[Card, ...], clause: str, text: str = "") -> None:
        pass

    def look(self, spot: int, place: str, cards: tuple[Card, ...], clause: str) -> None:
        pass

    def move(
        self, spot: int, place: str, to: str, cards: tuple[Card, ...], clause: str, seen: int = EVERYONE
    ) -> None:
        pass


@dataclass
class LoneExplorer(Explorer):
    """All ways to draw the cards that settle one wager."""

    by: SettledBy = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealt = self._usual()
        groups = [{(SPOT if who == "#" else DEALER, name) for who, name in group} for group in self.by.cards]
        self.batches = [
            [batch for batch, (place, _) in enumerate(self.dealt) if place in group] for group in groups
        ]
        """of each group the deals that bring its cards"""
        busy = {batch for batches in self.batches for batch in batches}
        self.idle = [batch for batch in range(len(self.dealt)) if batch not in busy]
        """deals of cards that are nothing to the wager"""
        self.sizes = [sum(self.dealt[batch][1] for batch in batches) for batches in self.batches]
        if not all(self.sizes):
            raise BadInput(
                f"{self.config.sheet.name} deals nothing to a place that settles a wager.",
                accepted="settled_by: places of its order of dealing",
            )
        self.cut = self.pack.symmetric and self.pack.ways(self.left, self.sizes[0]) > MOST_WAYS
        """the first group has too many ways to list: it is drawn in two steps"""

    def packed(self, cards: tuple[Card, ...]) -> Pack:
        return Pack.of(self.by, cards)

    def _usual(self) -> list[tuple[Place, int]]:
        """What is dealt in a round, with any cards."""
        cards = [card for members in self.pack.members for card in members]
        laid: dict[int, tuple[Card, ...]] = {}
        while True:
            felt = self._felt(laid)
            try:
                self._finish(felt)
                return felt.dealt
            except NotLaid:
                count = felt.dealt[-1][1]
                laid[len(laid)] = tuple(cards[-count:])
                del cards[-count:]

    def _felt(self, laid: Mapping[int, tuple[Card, ...]]) -> LaidFelt:
        return LaidFelt(self.config, {SPOT: self.goal.stakes}, self.goal, self.pack.size, laid)

    def _finish(self, felt: LaidFelt) -> LaidFelt:
        """The round to its end, every question answered as a timeout would."""
        procedure = self.game.procedure(felt)
        answer: Any = None
        try:
            while True:
                asked = procedure.send(answer)
                ask = asked if isinstance(asked, Ask) else asked[0]
                decision = ask.fallback or Decision(ask.choices[0].action, ask.choices[0].least_cents)
                answer = decision if isinstance(asked, Ask) else {SPOT: decision}
        except StopIteration:
            self.check_settled(felt)
        except Over:
            pass
        return felt

    # the walk

    def _play(self) -> SearchFelt:
        while (at := len(self.points)) < len(self.sizes) + self.cut:
            self._push(self.stage(at))
        felt = self._finish(self._felt(self._laid()))
        if felt.dealt != self.dealt[: len(felt.dealt)]:
            raise BadInput(
                f"{self.config.sheet.name} does not always deal alike.", accepted="a sheet without settled_by"
            )
        return felt

    def stage(self, at: int) -> Point:
        """The cards of one group, of a large one first those of its first suit."""
        group = at - self.cut
        if self.cut and at == 0:
            return Point(self.pack.beginnings(self.sizes[0]), at)
        if self.cut and at == 1:
            first = self.points[0]
            way = first.ways[first.at]
            assert isinstance(way, Draw)
            return Point(self.pack.goes_on(way.classes, self.sizes[0]), at)
        return Point(self.pack.draws(self.left, self.sizes[group], self.marks(NOWHERE)), at)

    def _laid(self) -> dict[int, tuple[Card, ...]]:
        laid: dict[int, tuple[Card, ...]] = {}
        for group, batches in enumerate(self.batches):
            at = group + self.cut if group else 0
            cards = self._known[at] + (self._known[1] if self.cut and not group else ())
            for batch in batches:
                count = self.dealt[batch][1]
                laid[batch], cards = cards[:count], cards[count:]
        rest = self._rest()
        for batch in self.idle:
            laid[batch] = tuple(next(rest) for _ in range(self.dealt[batch][1]))
        return laid

    def _rest(self) -> Iterator[Card]:
        """Cards that are not drawn."""
        for members, have in zip(self.pack.members, self.left, strict=True):
            if have:
                yield from members[len(members) - have :]


@dataclass
class LoneProber(Prober, LoneExplorer):
    """Looks at one way to draw the cards of each group."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cut = False

    def stage(self, at: int) -> Point:
        count = self.sizes[at]
        fan = self.pack.estimate(self.pack.ways(self.left, count), count, self.marks(NOWHERE))
        return Point((self.pack.one_draw(self.left, count, self.dice),), at, fan=fan)

    def again(self) -> SearchFelt:
        return self._finish(self._felt(self._laid()))

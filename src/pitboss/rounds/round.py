"""A round: a pure function of (configuration, wagers, order of the cards, decisions).

`Round` drives a game's procedure. Saving a round is saving those inputs; recovering, replaying and
showing a seat what it may see are the same replay. A saved round's document is read and checked before anything is
made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import urandom
from typing import Any, Final

from pitboss.core.arguments import in_words, whole
from pitboss.core.cards import (
    JOKER,
    Card,
    check_order,
    fresh_order,
    order_text,
    parse,
    parse_order,
    seeded,
)
from pitboss.core.errors import IllegalAction, ReplayError, shown
from pitboss.core.money import Cents, dollars
from pitboss.core.shown import Page, ShownTable, Shows
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Choice, Decision, JackpotHit, RoundEvent, Settlement
from pitboss.rounds.felt import Discards, Felt, Wagers
from pitboss.rounds.game import game_of, number_of_dice
from pitboss.rounds.limits import Holders, apply_aggregate_limits, check_holders, check_wagers

FORMAT: Final = 1
_KEYS: Final = (
    "format",
    "config",
    "wagers",
    "order",
    "start",
    "holders",
    "decisions",
    "number",
    "dice",
    "void",
)
_DECISION: Final = ("spot", "action", "amount_cents", "cards")

Saved = tuple[
    TableConfig, dict[int, dict[str, Cents]], tuple[Card, ...], tuple[tuple[int, Decision], ...], int,
    dict[int, str], int | None, tuple[int, ...], str | None,
]  # fmt: skip


def read_saved(shape: Mapping[str, Any]) -> Saved:
    """The inputs of a saved round, in the order `Round.replay` takes them."""
    if not isinstance(shape, Mapping):
        raise ReplayError(
            f"A saved round is not {shown(shape)}.", accepted="what json.loads makes of its file"
        )
    if shape.get("format") != FORMAT or type(shape["format"]) is not int:
        raise ReplayError(
            f"This is not a saved round: its format is {shown(shape.get('format'))}.",
            accepted=str(FORMAT),
        )
    for key in shape:
        if key not in _KEYS:
            raise ReplayError(f"A saved round has no {shown(key)}.", accepted=", ".join(_KEYS))
    config = TableConfig.from_json(_get(shape, "config", Mapping))
    start, number = _get(shape, "start", int, 0), _get(shape, "number", int, None)
    return (
        config,
        {spot: _cents(bets) for spot, bets in _by_spot(_get(shape, "wagers", Mapping)).items()},
        parse_order(_get(shape, "order", str)),
        tuple(parse_decision(d) for d in _get(shape, "decisions", list)),
        start,
        {spot: _text(who) for spot, who in _by_spot(_get(shape, "holders", Mapping, {})).items()},
        number,
        tuple(_get(shape, "dice", list, [])),
        _get(shape, "void", str, None),
    )


def parse_decision(shape: Mapping[str, Any]) -> tuple[int, Decision]:
    """A decision of a saved round."""
    if not isinstance(shape, Mapping):
        raise _not_saved("a decision", shape, "spot, action, amount_cents, cards")
    cards = tuple(parse(_text(word)) for word in _get(shape, "cards", list, []))
    action, amount = _get(shape, "action", str), _get(shape, "amount_cents", int, 0)
    return _get(shape, "spot", int), Decision(action, amount, cards)


def _get(shape: Mapping[str, Any], key: str, kind: type, default: Any = ...) -> Any:
    value = shape.get(key, default)
    if value is default and default is not ...:
        return value
    if not isinstance(value, kind) or isinstance(value, bool):
        name = {int: "a whole number", str: "text", list: "a list"}.get(kind, "a mapping")
        raise _not_saved(key, "missing" if value is ... else value, name)
    return value


def _by_spot(shape: Mapping[str, Any]) -> dict[int, Any]:
    for key in shape:
        if type(key) is not str or not key.isascii() or not key.isdigit():
            raise _not_saved("a spot", key, 'its number in quotes, such as "1"')
    return {int(spot): value for spot, value in shape.items()}


def _cents(bets: Any) -> dict[str, Cents]:
    if not isinstance(bets, Mapping):
        raise _not_saved("a spot's wagers", bets, "names and cents")
    return dict(bets)


def _text(value: Any) -> str:
    if type(value) is not str:
        raise _not_saved("a name", value, "text")
    return value


def _not_saved(what: str, value: Any, accepted: str) -> ReplayError:
    return ReplayError(f"This is not a saved round: {what} is {shown(value)}.", accepted=accepted)


Policy = Callable[["Round", Ask], Decision]


class Round(Shows):
    """One round at one table. It owns its inputs, and can be copied and pickled: a copy is the same replay. Equal are
    rounds of the same cards, wagers and decisions.

    >>> round = Round(TableConfig("fu-bacc"), {1: {"ante": 500}}, seed=7)
    >>> round.pending[0].spot
    1
    >>> Round.from_json(round.to_json()) == round
    True
    """

    __slots__ = (
        "_answers",
        "_felt",
        "_game",
        "_procedure",
        "_unasked",
        "config",
        "decisions",
        "dice",
        "holders",
        "number",
        "order",
        "pending",
        "start",
        "voided",
        "wagers",
    )

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        order: Sequence[Card] | None = None,
        start: int = 0,
        holders: Holders | None = None,
        number: int | None = None,
        dice: tuple[int, ...] = (),
        *,
        seed: int | None = None,
        trusted: bool = False,
    ) -> None:
        """Without an `order` the cards are shuffled, by `seed` the same way every time. `start` is the card of the
        order at which the round begins, `number` what was drawn before the first card where the game has that
        (PG-02), from `dice` where the house rolls them. `trusted` skips the checks, for callers that have made
        them."""
        holders = {} if holders is None else holders
        if order is None:
            order, number = shuffled_for(config, seed)
        elif seed is not None:
            raise ReplayError(
                "The order of the cards is given: a seed has nothing to say.", accepted="one of the two"
            )
        if not trusted:
            number = check_inputs(config, wagers, order, start, holders, number, dice)
        self._game = game_of(config.game)
        self.config = config
        self.wagers: Wagers = {spot: dict(bets) for spot, bets in wagers.items()}
        self.order = tuple(order)
        self.start = start
        self.holders: Holders = dict(holders)
        self.number = number
        self.dice = dice
        self.decisions: list[tuple[int, Decision]] = []
        self.voided: str | None = None
        """why the round was declared void, if it was (HR-33)"""
        self._felt = Felt(config, wagers, self.order, start, number, dice)
        self._felt.holders = self.holders
        self._procedure = self._game.procedure(self._felt)
        self.pending: tuple[Ask, ...] = ()
        self._unasked: list[tuple[int, Decision]] = []
        """choices of one, which nobody was asked for"""
        self._answers: dict[int, Decision] | None = None
        """answers so far where several spots are asked at once"""
        self._advance(None)

    def copy(self) -> Round:
        """The same round in the same place, to be played on by itself."""
        return _restored(*self._inputs())

    def __eq__(self, other: object) -> bool:
        return self._inputs() == other._inputs() if isinstance(other, Round) else NotImplemented

    def __hash__(self) -> int:
        """By what stays as it is while the round is played."""
        return hash((self.config, self.order, self.start, self.number))

    def __copy__(self) -> Round:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Round:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, self._inputs()

    def _inputs(self) -> tuple[Any, ...]:
        return (
            self.config, self.wagers, self.order, tuple(self.decisions), self.start, self.holders,
            self.number, self.dice, self.voided,
        )  # fmt: skip

    # driving

    def _advance(self, answer: Any) -> None:
        try:
            asked = self._procedure.send(answer)
        except StopIteration:
            self.pending = ()
            self._check_settled()
            apply_aggregate_limits(self._felt, self.holders)
            return
        if isinstance(asked, Ask):
            self._answers = None
            if only := only_choice(asked):
                self._unasked.append((asked.spot, only))
                self._advance(only)
            else:
                self.pending = (asked,)
            return
        # one choice is no choice: it is made, and nobody asked
        self._answers = {ask.spot: only for ask in asked if (only := only_choice(ask))}
        self._unasked += self._answers.items()
        self.pending = tuple([ask for ask in asked if ask.spot not in self._answers])
        if not self.pending:
            self._advance(self._answers)

    def _check_settled(self) -> None:
        """Every wager is settled exactly once: nothing is left on the felt."""
        for spot, book in self._felt.unsettled.items():
            if book:
                raise ReplayError(f"Spot {spot} still has {', '.join(book)} on the felt after the round.")

    @property
    def finished(self) -> bool:
        return not self.pending

    def asked(self, spot: int) -> Ask | None:
        """What this spot is asked now, if anything."""
        for ask in self.pending:
            if ask.spot == spot:
                return ask
        return None

    def legal(self, spot: int) -> tuple[Choice, ...]:
        ask = self.asked(spot)
        return ask.choices if ask else ()

    def offers(self, spot: int, action: str) -> bool:
        return any(choice.action == action for choice in self.legal(spot))

    def made_unasked(self, spot: int, decision: Decision) -> bool:
        """Whether this is a choice of one that was made by itself: once it was asked for, and recorded."""
        return (spot, decision) in self._unasked and not self.offers(spot, decision.action)

    def act(self, spot: int, action: str, amount_cents: Cents = 0, cards: Iterable[Card] = ()) -> None:
        """Decide for a spot. An illegal decision raises `IllegalAction` and leaves the round as it was."""
        self.decide(spot, Decision(action, amount_cents, cards if type(cards) is tuple else tuple(cards)))

    def decide(self, spot: int, decision: Decision) -> None:
        ask = self.check(spot, decision)
        self.decisions.append((spot, decision))
        self._felt.log.append(
            RoundEvent("choice", ask.clause, spot, decision.action, amount_cents=decision.amount_cents)
        )
        if self._answers is None:
            self._advance(decision)
            return
        self._answers[spot] = decision
        self.pending = tuple([a for a in self.pending if a.spot != spot])
        if not self.pending:
            self._advance(self._answers)

    def void(self, reason: str) -> None:
        """Declare the round void before it is settled: every wager goes back (HR-33).

        What the round has already settled is undone by settlements of its own, so that every spot's net is
        nothing; jackpot wagers are among them, and the desk takes their contributions back."""
        if not in_words(reason):
            raise IllegalAction("A void round has a reason.", clause="HR-33", accepted="the reason in words")
        if self.finished:
            raise IllegalAction(
                "The round is over.", clause="HR-33", accepted="voiding a round before it is settled"
            )
        self._procedure.close()
        self.pending = ()
        self.voided = in_words(reason)
        self._felt.void(self.voided, "HR-33")
        self._check_settled()

    def check(self, spot: int, decision: Decision) -> Ask:
        """Refuse an illegal decision without making it; returns what it answers."""
        if type(decision) is not Decision or type(spot) is not int:
            raise IllegalAction(
                f"{shown(decision)} is not a decision of a spot.",
                accepted="the number of a spot and a Decision",
            )
        ask = self.asked(spot)
        if ask is None:
            if self.finished:
                raise IllegalAction("The round is over.", accepted="a new round")
            waiting = ", ".join(f"spot {a.spot}" for a in self.pending)
            raise IllegalAction(
                f"It is not spot {spot}'s turn.",
                clause=self.pending[0].clause,
                accepted=f"a decision of {waiting}",
            )
        for choice in ask.choices:
            if choice.action == decision.action:
                break
        else:
            reason, clause = ask.why_not.get(
                decision.action, (f"{decision.action!r} is not possible here.", ask.clause)
            )
            raise IllegalAction(reason, clause=clause, accepted=", ".join(c.action for c in ask.choices))
        _check_amount(choice, decision.amount_cents, self.config.chip_cents)
        if choice.picks or decision.cards:
            if len(decision.cards) != choice.picks or len(set(decision.cards)) != choice.picks:
                raise IllegalAction(
                    f"{choice.text}: {len(decision.cards)} cards were named.",
                    clause=choice.clause,
                    accepted=f"{choice.picks} different cards" if choice.picks else "no cards",
                )
            if choice.check:
                choice.check(decision.cards)
        return ask

    # results

    @property
    def log(self) -> Sequence[RoundEvent]:
        return self._felt.log

    @property
    def settlements(self) -> Sequence[Settlement]:
        return self._felt.settlements

    @property
    def jackpots(self) -> Sequence[JackpotHit]:
        return self._felt.jackpots

    @property
    def stakes(self) -> Mapping[int, Mapping[str, Cents]]:
        """Everything bet so far, by spot and wager."""
        return self._felt.stakes

    @property
    def on_felt(self) -> Mapping[int, Mapping[str, Cents]]:
        """What has not been settled yet."""
        return self._felt.unsettled

    @property
    def discards(self) -> Discards | None:
        """Those dealt from after the shoe ran out, if it did (BJ-11)."""
        return self._felt.discards

    @property
    def cards_used(self) -> int:
        return self._felt.at - self.start

    def net_cents(self, spot: int | None = None) -> Cents:
        """The players' net so far, or one spot's. The house has the opposite, less the tokes."""
        return sum(s.player_cents for s in self._felt.settlements if spot is None or s.spot == spot)

    @property
    def tokes_cents(self) -> Cents:
        """What bets for the dealer have brought in: stakes that came back, and winnings (LB-11)."""
        return sum(s.tokes_cents for s in self._felt.settlements)

    def page(self) -> Page:
        """Wagers, what is asked now, and what is settled: nothing that a hand has not shown yet."""
        placed = (
            f"spot {spot} {', '.join(f'{wager} {dollars(cents)}' for wager, cents in bets.items())}"
            for spot, bets in self.stakes.items()
        )
        facts = {"wagers": "; ".join(placed)}
        if self.pending:
            asked = (f"spot {a.spot} ({', '.join(c.action for c in a.choices)})" for a in self.pending)
            facts["waits for"] = "; ".join(asked)
        else:
            facts["players' net"] = dollars(self.net_cents()) if not self.voided else f"void: {self.voided}"
        rows = tuple(
            (str(s.spot), s.wager, dollars(s.stake_cents), dollars(s.net_cents), s.text or s.hand)
            for s in self.settlements
        )
        tables = (ShownTable(("spot", "wager", "stake", "net", "why"), rows),) if rows else ()
        return Page(f"{self.config.game} round", facts, tables)

    # in and out

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "format": FORMAT,
            "config": self.config.to_json(),
            "wagers": {str(spot): dict(bets) for spot, bets in self.wagers.items()},
            "order": order_text(self.order),
            "start": self.start,
            "holders": {str(spot): who for spot, who in self.holders.items()},
            "decisions": [{"spot": spot, **decision.to_json()} for spot, decision in self.decisions],
        }
        if self.number is not None:
            shape["number"] = self.number
        if self.dice:
            shape["dice"] = list(self.dice)
        if self.voided is not None:
            shape["void"] = self.voided
        return shape

    @classmethod
    def from_json(cls, shape: Mapping[str, Any]) -> Round:
        """Replay a saved round to where it stood."""
        saved = read_saved(shape)
        return _restored(*saved)

    @classmethod
    def replay(
        cls,
        config: TableConfig,
        wagers: Wagers,
        order: Sequence[Card],
        decisions: Iterable[tuple[int, Decision]],
        start: int = 0,
        holders: Holders | None = None,
        number: int | None = None,
        dice: tuple[int, ...] = (),
        void: str | None = None,
    ) -> Round:
        round = cls(config, wagers, order, start, holders, number, dice)
        for spot, decision in decisions:
            if round.made_unasked(spot, decision):
                continue
            round.decide(spot, decision)
        if void is not None:
            round.void(void)
        return round

    def play(self, strategy: Callable[[Mapping[str, Any], tuple[Choice, ...]], str | Decision]) -> Round:
        """Let a function decide for every spot until the round is over: from what the spot sees (as `rounds.views.view`
        shows it) and the choices it has, to an action's name or a `Decision`."""
        from pitboss.rounds.views import player

        return self.play_out(player(strategy))

    def play_out(self, policy: Policy) -> Round:
        """Let a policy decide until the round is over."""
        while self.pending:
            ask = self.pending[0]
            self.decide(ask.spot, policy(self, ask))
        return self


def shuffled_for(config: TableConfig, seed: int | None = None) -> tuple[tuple[Card, ...], int | None]:
    """All the cards a table needs until its next shuffle, and the number drawn where the game draws one: by chance, or
    by a seed the same every time."""
    if not isinstance(config, TableConfig):
        raise ReplayError(f"{shown(config)} is not a table.", accepted="a TableConfig")
    source = urandom if seed is None else seeded(whole("A seed", seed, 0))
    game = game_of(config.game)
    number = game.draw_number(config, source)
    return fresh_order(config.decks, config.sheet.jokers, source, second=game.persistent_shoe), number


def only_choice(ask: Ask) -> Decision | None:
    """What is decided without asking: the one choice there is, where it leaves nothing open."""
    if len(ask.choices) != 1:
        return None
    (choice,) = ask.choices
    return None if choice.most_cents or choice.picks else Decision(choice.action)


def fallback(round: Round, ask: Ask) -> Decision:
    """The policy of a timeout: the house way or the safest legal choice."""
    return ask.fallback or Decision(ask.choices[0].action, ask.choices[0].least_cents)


def _restored(*inputs: Any) -> Round:
    return Round.replay(*inputs)


def check_inputs(
    config: TableConfig,
    wagers: Wagers,
    order: Sequence[Card],
    start: int,
    holders: Holders,
    number: int | None,
    dice: tuple[int, ...],
) -> int | None:
    """All that a round is made from, before it is made; returns the number drawn, which dice give."""
    if not isinstance(config, TableConfig):
        raise ReplayError(f"{shown(config)} is not a table.", accepted="a TableConfig")
    game = game_of(config.game)
    check_wagers(config, wagers)
    check_holders(holders)
    game.check_opening(config, wagers, holders)
    if type(start) is not int or not 0 <= start < config.cards:
        raise ReplayError(
            f"A round cannot start at card {shown(start)}.",
            clause="HR-19",
            accepted=f"0 to {config.cards - 1}",
        )
    if start and not game.persistent_shoe:
        raise ReplayError(
            f"{config.sheet.name} is shuffled for every round and starts at the top, not at card {start}.",
            clause="HR-19",
            accepted="start=0"
            + (f", and the number drawn as number=1 to {game.draws}" if game.draws else ""),
        )
    if not isinstance(order, tuple | list) or not all(type(c) is int and 0 <= c <= JOKER for c in order):
        raise ReplayError(
            f"{shown(order)} is not an order of cards.", clause="HR-19", accepted="codes 0 to 52"
        )
    check_order(order, config.decks, config.sheet.jokers, second=game.persistent_shoe)
    return check_number(config, number, dice)


def check_number(config: TableConfig, number: int | None, dice: tuple[int, ...]) -> int | None:
    """The number drawn before the first card, from where the house draws it (PG-02)."""
    draws = game_of(config.game).draws
    if not draws:
        if number is not None or type(dice) is not tuple or dice:
            raise ReplayError(f"{config.sheet.name} draws no number.", clause="HR-19", accepted="number=None")
        return None
    if config.rolls_dice:
        rolled = number_of_dice(dice, draws)
        if number not in (None, rolled):
            wrong = f"The dice {dice} do not give {shown(number)}."
            raise ReplayError(wrong, clause="PG-02", accepted=str(rolled))
        return rolled
    if type(dice) is not tuple or dice:
        raise ReplayError("At this table the generator draws.", clause="PG-02", accepted="no dice")
    if type(number) is not int or not 1 <= number <= draws:
        raise ReplayError(f"{shown(number)} was not drawn.", clause="PG-02", accepted=f"1 to {draws}")
    return number


def _check_amount(choice: Choice, cents: Cents, chip_cents: Cents) -> None:
    """In whole chips, or exactly the most: half of $5 is $2.50, whatever the chips (BJ-05)."""
    if not choice.most_cents:
        if cents:
            raise IllegalAction(f"{choice.text} takes no amount.", clause=choice.clause, accepted="no amount")
        return
    if not choice.least_cents <= cents <= choice.most_cents:
        raise IllegalAction(
            f"{choice.text}: {dollars(cents)} is not possible.",
            clause=choice.clause,
            accepted=f"{dollars(choice.least_cents)} to {dollars(choice.most_cents)}",
        )
    if cents % chip_cents and cents != choice.most_cents:
        raise IllegalAction(
            f"{choice.text}: {dollars(cents)} is not a whole number of {dollars(chip_cents)} chips.",
            clause="HR-29",
            accepted=f"multiples of {dollars(chip_cents)}, or exactly {dollars(choice.most_cents)}",
        )

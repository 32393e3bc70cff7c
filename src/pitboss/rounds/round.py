"""A round: a pure function of (configuration, wagers, order of the cards, decisions).

`Round` drives a game's procedure. Saving a round is saving those inputs; recovering, replaying and
showing a seat what it may see are the same replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pitboss.cards import Card, parse, text
from pitboss.errors import IllegalAction, PitbossError, ReplayError
from pitboss.money import Cents, dollars
from pitboss.rounds.aggregate import apply_aggregate_limits
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import EVERYONE, Ask, Choice, Decision, Event, JackpotHit, Settlement
from pitboss.rounds.felt import Discards, Felt, Wagers
from pitboss.rounds.game import game_of
from pitboss.rounds.opening import Holders, check_wagers
from pitboss.shoe import check_order, order_text, parse_order

Policy = Callable[["Round", Ask], Decision]

FORMAT = 1


class Round:
    """One round at one table.

    >>> from pitboss.shoe import Shuffle
    >>> round = Round(TableConfig("fu-bacc"), {1: {"ante": 500}}, Shuffle.fresh().order)
    >>> round.pending[0].spot
    1
    """

    __slots__ = (
        "_answers",
        "_felt",
        "_game",
        "_procedure",
        "config",
        "decisions",
        "holders",
        "order",
        "pending",
        "start",
        "wagers",
    )

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        order: Sequence[Card],
        start: int = 0,
        holders: Holders | None = None,
        *,
        trusted: bool = False,
    ) -> None:
        """`trusted` skips the checks of wagers and order, for callers that have made them."""
        self._game = game_of(config.game)
        self.config = config
        self.wagers = wagers
        self.order = order
        self.start = start
        self.holders: Holders = holders or {}
        if not trusted:
            check_wagers(config, wagers)
            self._game.check(config, wagers, self.holders)
            if not 0 <= start < config.cards:
                raise ReplayError(
                    f"A round cannot start at card {start}.",
                    clause="HR-19",
                    accepted=f"0 to {config.cards - 1}",
                )
            check_order(order, config.decks, config.sheet.jokers, second=self._game.persistent_shoe)
        self.decisions: list[tuple[int, Decision]] = []
        self._felt = Felt(config, wagers, order, start)
        self._procedure = self._game.procedure(self._felt)
        self.pending: tuple[Ask, ...] = ()
        self._answers: dict[int, Decision] | None = None
        """answers so far where several spots are asked at once"""
        self._advance(None)

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
            self.pending = (asked,)
            self._answers = None
        else:
            self.pending = asked
            self._answers = {}

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

    def act(self, spot: int, action: str, amount_cents: Cents = 0, cards: Iterable[Card] = ()) -> None:
        """Decide for a spot. An illegal decision raises `IllegalAction` and leaves the round as it was."""
        self.decide(spot, Decision(action, amount_cents, tuple(cards)))

    def decide(self, spot: int, decision: Decision) -> None:
        ask = self.check(spot, decision)
        self.decisions.append((spot, decision))
        self._felt.log.append(
            Event(
                "choice", ask.clause, spot, decision.action, seen=EVERYONE, amount_cents=decision.amount_cents
            )
        )
        if self._answers is None:
            self._advance(decision)
            return
        self._answers[spot] = decision
        self.pending = tuple(a for a in self.pending if a.spot != spot)
        if not self.pending:
            self._advance(self._answers)

    def check(self, spot: int, decision: Decision) -> Ask:
        """Refuse an illegal decision without making it; returns what it answers."""
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
        choice = next((c for c in ask.choices if c.action == decision.action), None)
        if choice is None:
            reason, clause = ask.why_not.get(
                decision.action, (f"{decision.action!r} is not possible here.", ask.clause)
            )
            raise IllegalAction(reason, clause=clause, accepted=", ".join(c.action for c in ask.choices))
        _check_amount(choice, decision, self.config.chip_cents)
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
    def log(self) -> Sequence[Event]:
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

    # in and out

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "config": self.config.to_json(),
            "wagers": {str(spot): dict(bets) for spot, bets in self.wagers.items()},
            "order": order_text(self.order),
            "start": self.start,
            "holders": {str(spot): who for spot, who in self.holders.items()},
            "decisions": [decision_json(spot, decision) for spot, decision in self.decisions],
        }

    @classmethod
    def from_json(cls, shape: Mapping[str, Any]) -> Round:
        """Replay a saved round to where it stood."""
        try:
            if shape["format"] != FORMAT:
                raise ReplayError(f"Round format {shape['format']!r} is unknown.", accepted=str(FORMAT))
            config = TableConfig.from_json(shape["config"])
            wagers = {int(spot): dict(bets) for spot, bets in shape["wagers"].items()}
            order = parse_order(shape["order"])
            start = int(shape.get("start", 0))
            holders = {int(spot): who for spot, who in shape.get("holders", {}).items()}
            decisions = [parse_decision(d) for d in shape["decisions"]]
        except PitbossError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ReplayError(f"This is not a saved round: {type(error).__name__} {error}.") from None
        return cls.replay(config, wagers, order, decisions, start, holders)

    @classmethod
    def replay(
        cls,
        config: TableConfig,
        wagers: Wagers,
        order: Sequence[Card],
        decisions: Iterable[tuple[int, Decision]],
        start: int = 0,
        holders: Holders | None = None,
    ) -> Round:
        round = cls(config, wagers, order, start, holders)
        for spot, decision in decisions:
            round.decide(spot, decision)
        return round

    def play_out(self, policy: Policy) -> Round:
        """Let a policy decide until the round is over."""
        while self.pending:
            ask = self.pending[0]
            self.decide(ask.spot, policy(self, ask))
        return self


def fallback(round: Round, ask: Ask) -> Decision:
    """The policy of a timeout: the house way or the safest legal choice."""
    return ask.fallback or Decision(ask.choices[0].action, ask.choices[0].least_cents)


def decision_json(spot: int, decision: Decision) -> dict[str, Any]:
    shape: dict[str, Any] = {"spot": spot, "action": decision.action}
    if decision.amount_cents:
        shape["amount_cents"] = decision.amount_cents
    if decision.cards:
        shape["cards"] = [text(c) for c in decision.cards]
    return shape


def parse_decision(shape: Mapping[str, Any]) -> tuple[int, Decision]:
    cards = tuple(parse(word) for word in shape.get("cards", ()))
    return int(shape["spot"]), Decision(str(shape["action"]), int(shape.get("amount_cents", 0)), cards)


def _check_amount(choice: Choice, decision: Decision, chip_cents: Cents) -> None:
    cents = decision.amount_cents
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
    if cents % chip_cents:
        raise IllegalAction(
            f"{choice.text}: {dollars(cents)} is not a whole number of {dollars(chip_cents)} chips.",
            clause="HR-29",
            accepted=f"multiples of {dollars(chip_cents)}",
        )

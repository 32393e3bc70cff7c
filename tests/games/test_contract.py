"""What every game must keep, whatever it is: each registered game is picked up by itself."""

from __future__ import annotations

import importlib.util
import json
import random
from collections import Counter

import pytest

from pitboss.analysis.general.contract import check_dealing
from pitboss.cardplay.blackjack.hands import is_blackjack
from pitboss.core.cards import HIDDEN
from pitboss.core.errors import IllegalAction, PitbossError
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import PUBLIC, places, view, visible
from pitboss.sheets import clauses
from pitboss.table_games.down_under_holdem.rules import group
from tests.games.support import ALL_GAMES, play_randomly, random_decision, random_round

ROUNDS = 120
ACTIONS = (
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
    "insure",
    "decline",
    "check",
    "raise",
    "fold",
    "set",
)

GAMES = [
    game for game in ALL_GAMES if importlib.util.find_spec("pitboss.table_games." + game.replace("-", "_"))
]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def rounds(game: str, count: int = ROUNDS):
    for seed in range(count):
        dice = random.Random(f"{game}/{seed}")
        yield random_round(game, dice), dice


def test_every_wager_is_settled_exactly_once_and_money_is_conserved(game: str) -> None:
    for round, dice in rounds(game):
        play_randomly(round, dice)
        settled: dict[tuple[int, str], int] = {}
        for done in round.settlements:
            assert isinstance(done.net_cents, int)
            assert done.net_cents >= -done.stake_cents
            settled[done.spot, done.wager] = settled.get((done.spot, done.wager), 0) + done.stake_cents
        bet = {(s, w): cents for s, bets in round.stakes.items() for w, cents in bets.items()}
        assert {key: cents for key, cents in settled.items() if cents} == bet
        assert sum(round.net_cents(spot) for spot in round.stakes) == round.net_cents()
        assert round.net_cents() + round.tokes_cents == sum(done.net_cents for done in round.settlements)
        assert not any(round.on_felt.values())


def test_a_round_replays_identically_from_json_at_every_decision(game: str) -> None:
    for round, dice in rounds(game, 40):
        while not round.finished:
            again = Round.from_json(json.loads(json.dumps(round.to_json())))
            assert again.log == round.log
            assert [a[:2] for a in again.pending] == [a[:2] for a in round.pending]
            ask = dice.choice(round.pending)
            round.decide(ask.spot, random_decision(round, ask, dice))
        again = Round.from_json(json.loads(json.dumps(round.to_json())))
        assert (again.log, again.settlements) == (round.log, round.settlements)


def test_a_view_does_not_depend_on_what_the_observer_may_not_see(game: str) -> None:
    """Exchange two cards that are hidden from an observer, or still in the shoe: the view stays as it was."""
    for round, dice in rounds(game, 60):
        for _ in range(dice.randint(0, 3)):
            if round.finished:
                break
            ask = round.pending[0]
            round.decide(ask.spot, random_decision(round, ask, dice))
        if round.finished:
            continue
        for observer in (PUBLIC, *(frozenset({spot}) for spot in round.stakes)):
            hidden = hidden_positions(round, observer)
            if len(hidden) < 2:
                continue
            first = dice.choice(sorted(hidden))
            alike = {at for at in hidden if clue(round, at) == clue(round, first)}
            if len(alike) < 2:
                continue
            second = dice.choice(sorted(alike - {first}))
            order = list(round.order)
            order[first], order[second] = order[second], order[first]
            try:
                dealt = round.config, round.wagers, order, round.decisions, round.start, round.holders
                other = Round.replay(*dealt, round.number, round.dice)
            except PitbossError:
                continue  # other choices were legal for a hidden hand
            assert view(other, observer) == view(round, observer)


def clue(round: Round, at: int) -> object:
    """What is told about a card that stays face down: the lights of the card reader (DU-03), the shoe it lies in, and
    that the hole card under the one that is up makes no blackjack (BJ-04)."""
    if round.config.game == "down-under-holdem":
        return group(round.order[at])
    deals = [event for event in round.log if event.kind == "deal"]
    up = next((event.cards[0] for event in deals if event.place == "up"), None)
    looked_at = up is not None and "hole" in {event.place for event in deals}
    blackjack = looked_at and is_blackjack((up, round.order[at]))  # type: ignore[arg-type]
    return at // (52 * round.config.decks + round.config.sheet.jokers), blackjack


def hidden_positions(round: Round, observer: frozenset[int]) -> set[int]:
    """Positions in the order whose cards this observer has not seen in any event."""
    seen = [c for event in round.log for c in visible(event, observer).cards if c != HIDDEN]
    positions = set(range(round.start, len(round.order)))
    # with several decks equal cards stand in for each other: hide only positions no seen card could be
    return {at for at in positions if round.order[at] not in seen}


def test_illegal_actions_name_the_rule_and_leave_the_round_unchanged(game: str) -> None:
    for round, dice in rounds(game, 20):
        if round.finished:
            continue
        before = round.to_json(), list(round.log)
        ask = round.pending[0]
        attempts = [
            (ask.spot, Decision("no such action")),
            (ask.spot, Decision(ask.choices[0].action, amount_cents=-1)),
            (ask.spot, Decision(ask.choices[0].action, cards=(99,))),
            (99, Decision(ask.choices[0].action)),
            *(
                (dice.randint(0, 8), Decision(dice.choice(ACTIONS), 50 * dice.randint(-2, 99) + 7))
                for _ in range(9)
            ),
        ]
        for spot, decision in attempts:
            with pytest.raises(IllegalAction) as refusal:
                round.decide(spot, decision)
            assert refusal.value.accepted
            assert (round.to_json(), list(round.log)) == before


def test_every_refusal_names_its_clause_and_every_offer_is_accepted(game: str) -> None:
    for round, dice in rounds(game, 20):
        while not round.finished:
            for ask in round.pending:
                for action, (reason, clause) in ask.why_not.items():
                    assert reason.endswith(".")
                    with pytest.raises(IllegalAction, match=clause):
                        round.act(ask.spot, action)
                for choice in (choice for choice in ask.choices if not choice.picks):
                    Round.from_json(round.to_json()).act(ask.spot, choice.action, choice.least_cents)
            ask = round.pending[0]
            round.decide(ask.spot, random_decision(round, ask, dice))


def test_timeouts_finish_every_round(game: str) -> None:
    for round, _ in rounds(game, 40):
        round.play_out(fallback)
        assert round.finished


def test_a_finished_round_takes_no_decision(game: str) -> None:
    round, dice = next(rounds(game, 1))
    play_randomly(round, dice)
    with pytest.raises(IllegalAction, match="over"):
        round.act(1, "anything")


def test_every_event_carries_a_known_clause(game: str) -> None:
    known = {clause.id for clause in clauses()}
    for round, dice in rounds(game, 30):
        play_randomly(round, dice)
        assert {event.clause for event in round.log} <= known
        assert {done.clause for done in round.settlements} <= known


def test_places_hold_no_card_twice(game: str) -> None:
    for round, dice in rounds(game, 30):
        play_randomly(round, dice)
        felt = places(round, tuple(round.stakes)).values()
        there = Counter(card for here in felt for cards in here.values() for card in cards if card >= 0)
        assert there <= Counter(round.order[: 52 * round.config.decks + round.config.sheet.jokers])


@pytest.mark.clause("HR-36")
def test_cards_go_where_the_sealed_order_of_dealing_says(game: str) -> None:
    for round, dice in rounds(game, 30):
        play_randomly(round, dice)
        check_dealing(round)

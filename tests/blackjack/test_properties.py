"""What no round of the three games may ever break, whatever the table, the cards and the players do."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.approvals import sheet
from pitboss.blackjack.hands import is_blackjack
from pitboss.cards import deck_of
from pitboss.errors import IllegalAction
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, NOBODY, Decision
from pitboss.rounds.round import Round
from pitboss.rounds.views import PUBLIC, view

GAMES = ("blackjack", "acey-deucey-21", "lucky-break")
ACTIONS = ("hit", "stand", "double", "split", "surrender", "insure", "decline", "check", "raise")


@st.composite
def tables(draw: st.DrawFn) -> TableConfig:
    game = draw(st.sampled_from(GAMES))
    rules = sheet(game)
    options: dict[str, str] = {}
    for option in rules.options:
        if option.numeric:
            options[option.name] = str(draw(st.integers(option.least or 0, option.most)))
        else:
            options[option.name] = draw(st.sampled_from(option.choices))
    pays = {
        w: draw(st.sampled_from([t.id for t in rules.tables(w)])) for w in rules.analysed if rules.tables(w)
    }
    return TableConfig(game, options, pays, draw(st.integers(rules.spots[0], rules.spots[2])))


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A round played for a while, perhaps to the end."""
    config = draw(tables())
    spots = draw(st.sets(st.integers(1, config.spots), min_size=1))
    wagers = {spot: _bets(draw, config) for spot in spots}
    dice = random.Random(draw(st.integers(0, 2**32)))
    order: list[int] = []
    for _ in range(2):
        shoe = deck_of(config.decks)
        dice.shuffle(shoe)
        order += shoe
    round = Round(config, wagers, order, draw(st.integers(0, 52 * config.decks - 1)))
    for _ in range(draw(st.integers(0, 40))):
        if round.finished:
            break
        decide_somehow(round, dice)
    return round


def _bets(draw: st.DrawFn, config: TableConfig) -> dict[str, int]:
    bets = {"blackjack": 100 * draw(st.integers(1, 40))}
    for wager in sorted(config.offered or ()):
        if draw(st.booleans()):
            bets[wager] = 100 * draw(st.integers(1, 20))
    return bets


def decide_somehow(round: Round, dice: random.Random) -> None:
    ask = round.pending[0]
    choice = dice.choice(ask.choices)
    amounts = [*range(-(-choice.least_cents // 100) * 100, choice.most_cents + 1, 100), choice.most_cents]
    round.decide(ask.spot, Decision(choice.action, dice.choice(amounts) if choice.most_cents else 0))


def finish(round: Round) -> Round:
    dice = random.Random(5)
    while not round.finished:
        decide_somehow(round, dice)
    return round


@pytest.mark.clause("BJ-13", "BJ-14")
@settings(max_examples=150, deadline=None)
@given(rounds())
def test_money_is_conserved(round: Round) -> None:
    """Every cent bet is settled once; players, house and tokes add up to nothing."""
    finish(round)
    assert not any(round.on_felt.values())
    staked = sum(cents for bets in round.stakes.values() for cents in bets.values())
    assert staked == sum(done.stake_cents for done in round.settlements)
    house = -sum(done.net_cents for done in round.settlements)
    assert house + round.net_cents() + round.tokes_cents == 0
    for done in round.settlements:
        assert -done.stake_cents <= done.net_cents
        assert done.tokes_cents == (done.stake_cents + done.net_cents if done.wager == "token" else 0)
    per_hand = {cents for bets in round.wagers.values() for cents in bets.values()}
    for done in round.settlements:
        if done.wager in ("split", "double"):
            assert done.stake_cents == round.wagers[done.spot]["blackjack"]
        elif done.wager == "insurance":
            assert 2 * done.stake_cents <= round.wagers[done.spot]["blackjack"]
        elif done.wager == "raise":
            assert done.stake_cents <= 2 * round.wagers[done.spot]["acey-deucey"]
        else:
            assert done.stake_cents in per_hand


@settings(max_examples=100, deadline=None)
@given(rounds())
def test_a_round_replays_from_json(round: Round) -> None:
    again = Round.from_json(json.loads(json.dumps(round.to_json())))
    assert (again.log, again.settlements, again.pending) == (round.log, round.settlements, round.pending)
    assert (again.stakes, again.cards_used) == (round.stakes, round.cards_used)


@settings(max_examples=100, deadline=None)
@given(rounds(), st.randoms(use_true_random=False))
def test_what_cannot_be_seen_changes_no_view(round: Round, dice: random.Random) -> None:
    """Cards still in the shoe, and a hole card that the peek has told nothing more about, are anything."""
    order = list(round.order)
    first = [c for e in round.log if e.kind == "deal" for c in e.cards]
    if any("discards" in e.text for e in round.log):
        return  # the table's own cards decide what is left out of the discards
    at = round.start + len(first)
    unseen = [*range(at, 52 * round.config.decks)]
    hidden = _hole_position(round)
    if hidden is not None:
        unseen.append(hidden)
    values = [order[i] for i in unseen]
    dice.shuffle(values)
    for i, card in zip(unseen, values, strict=True):
        order[i] = card
    second = order[52 * round.config.decks :]
    dice.shuffle(second)
    order[52 * round.config.decks :] = second
    if hidden is not None and _peek_differs(round, order[hidden]):
        return
    other = Round.replay(round.config, round.wagers, order, round.decisions, round.start)
    for observer in (PUBLIC, frozenset(round.stakes)):
        assert view(other, observer) == view(round, observer)


def _hole_position(round: Round) -> int | None:
    """Where in the order the hole card lies while nobody has seen it."""
    if any(e.kind == "expose" and e.spot == DEALER for e in round.log):
        return None
    deals = [e for e in round.log if e.kind == "deal"]
    return next((round.start + n for n, e in enumerate(deals) if e.seen == NOBODY), None)


def _peek_differs(round: Round, hole: int) -> bool:
    """The dealer's look under an ace or ten has told everyone that there is no blackjack."""
    ups = [e.cards[0] for e in round.log if e.kind == "deal" and e.place == "up"]
    return bool(ups) and is_blackjack((ups[0], hole))


@settings(max_examples=100, deadline=None)
@given(rounds())
def test_every_card_of_the_players_is_seen_by_all(round: Round) -> None:
    assert {e.seen for e in round.log if e.spot != DEALER} <= {EVERYONE}


@settings(max_examples=100, deadline=None)
@given(rounds(), st.sampled_from(ACTIONS), st.integers(-100, 5000), st.integers(0, 8))
def test_an_illegal_decision_changes_nothing(round: Round, action: str, cents: int, spot: int) -> None:
    before: Any = (round.to_json(), list(round.log), list(round.settlements), round.pending)
    legal = any(
        choice.action == action
        and (
            choice.least_cents <= cents <= choice.most_cents and cents % 100 == 0
            if choice.most_cents
            else cents == 0
        )
        for choice in round.legal(spot)
    )
    if legal:
        return
    with pytest.raises(IllegalAction) as refusal:
        round.act(spot, action, cents)
    assert refusal.value.accepted
    assert (round.to_json(), list(round.log), list(round.settlements), round.pending) == before


@settings(max_examples=100, deadline=None)
@given(rounds())
def test_every_refusal_names_its_clause_and_every_offer_is_accepted(round: Round) -> None:
    for ask in round.pending:
        for action, (reason, clause) in ask.why_not.items():
            assert reason.endswith(".")
            with pytest.raises(IllegalAction, match=clause):
                round.act(ask.spot, action)
        for choice in ask.choices:
            other = Round.from_json(round.to_json())
            other.act(ask.spot, choice.action, choice.least_cents)

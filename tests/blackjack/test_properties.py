"""What no round of the three games may ever break; what holds for every game stands in `tests/games`."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cardplay.blackjack.hands import is_blackjack
from pitboss.rounds.events import DEALER, EVERYONE, NOBODY
from pitboss.rounds.round import Round
from pitboss.rounds.views import PUBLIC, view
from tests.games.support import play_randomly, random_decision, random_round

GAMES = ("blackjack", "acey-deucey-21", "lucky-break")


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """A round played for a while, perhaps to the end."""
    dice = random.Random(draw(st.integers(0, 2**32)))
    round = random_round(draw(st.sampled_from(GAMES)), dice)
    for _ in range(draw(st.integers(0, 40))):
        if not round.finished:
            round.decide(round.pending[0].spot, random_decision(round, round.pending[0], dice))
    return round


@pytest.mark.clause("BJ-13", "BJ-14")
@settings(max_examples=150, deadline=None)
@given(rounds())
def test_further_wagers_go_by_the_first_and_tokens_to_the_dealers(round: Round) -> None:
    for done in play_randomly(round, random.Random(5)).settlements:
        assert done.tokes_cents == (done.stake_cents + done.net_cents if done.wager == "token" else 0)
        first = round.wagers[done.spot]
        if done.wager in ("split", "double"):
            assert done.stake_cents == first["blackjack"]
        elif done.wager == "insurance":
            assert 2 * done.stake_cents <= first["blackjack"]
        elif done.wager == "raise":
            assert done.stake_cents <= 2 * first["acey-deucey"]
        else:
            assert done.stake_cents == first[done.wager]


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
    for among in (unseen, range(52 * round.config.decks, len(order))):
        for at, card in zip(among, dice.sample([order[at] for at in among], len(among)), strict=True):
            order[at] = card
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

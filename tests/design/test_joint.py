"""Several wagers laid at once: their deviation, exactly, through the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from pitboss.cards import DECK
from pitboss.cli import main
from pitboss.edge.design import Wanted, together
from pitboss.edge.report import square_root
from pitboss.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round

GAME = "lucky-nines"
WANTED = [Wanted("main", Fraction(3, 100)), Wanted("pair", Fraction(5, 100), units=2)]


pytestmark = pytest.mark.usefixtures("lucky_nines")


def every_round(least: int) -> Counter[int]:
    """Net cents of one unit on the main game and two on the pair, over all deals, played from so high a card on."""
    nets: Counter[int] = Counter()
    config = TableConfig(GAME, offered=frozenset({"pair"}))
    for one in DECK:
        for other in DECK:
            if one != other:
                rest = tuple(c for c in DECK if c not in (one, other))
                round = Round(config, {1: {"ante": 500, "pair": 1000}}, (one, other, *rest), trusted=True)
                round.act(1, "play" if one >> 2 >= least else "fold")
                nets[round.net_cents(1)] += 1
    return nets


def test_the_deviation_of_all_is_that_of_every_deal() -> None:
    approved = together(GAME, [Wanted("main", Fraction(8, 221)), Wanted("pair", Fraction(1, 17), units=2)])[0]
    assert [d.changes for d in approved.designs] == [{}, {}]
    known = []
    for least in range(2, 6):
        nets = every_round(least)
        deals = sum(nets.values())
        mean = Fraction(sum(net * n for net, n in nets.items()), deals * 1500)
        squares = Fraction(sum(net * net * n for net, n in nets.items()), deals * 1500**2)
        known.append((-mean, square_root(squares - mean**2)))
    assert (approved.house_edge, approved.deviation()) == min(known)


def test_what_takes_too_long_is_refused() -> None:
    found = together(GAME, WANTED)[0]
    with pytest.raises(BadInput, match="100 may be played"):
        found.deviation(most_deals=100)


def test_the_command_shows_it(capsys) -> None:
    with pytest.raises(SystemExit):
        main(
            [
                "design",
                GAME,
                "--wager",
                "main",
                "--target-edge",
                "3%",
                "--wager",
                "pair",
                "--target-edge",
                "5%",
            ]
        )
    assert "std dev of all" in capsys.readouterr().out

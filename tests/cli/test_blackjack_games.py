"""Blackjack, Acey Deucey 21 and Lucky Break on the command line."""

from __future__ import annotations

import pytest

from tests.amounts import amount
from tests.cli.here import document, pitboss


@pytest.mark.clause("BJ-16")
def test_edge_meets_an_outside_value() -> None:
    """Composition-dependent play, six decks, S17, double after split, late surrender."""
    asked = ("soft_17=stands", "surrender=late", "strategy=composition")
    (result,) = document("edge", "blackjack", *(f"--set={pair}" for pair in asked))["results"]
    assert (result["game"], result["wager"], result["per"]) == ("blackjack", "main", "blackjack")
    assert result["house_edge"].startswith("0.003302680")


@pytest.mark.clause("AD-06", "LB-23")
def test_edge_lists_every_table_of_the_bonuses() -> None:
    results = document("edge", "acey-deucey-21")["results"]
    assert [(r["wager"], r["pay_table"]) for r in results] == [
        ("war", "1"), ("war", "2"), *(("acey-deucey", t) for t in ("1", "2", "3", "1B", "2B", "3B")),
    ]  # fmt: skip
    tables = [r["pay_table"] for r in document("edge", "lucky-break")["results"]]
    assert tables == ["1/1", "2/2", "3/3", "4/4"]
    (crossed,) = document("edge", "lucky-break", "--pay-table=1/3", "--set=multiplier=product")["results"]
    assert (crossed["pay_table"], crossed["settings"]["multiplier"]) == ("1/3", "product")


@pytest.mark.parametrize(("game", "wagers", "clause"), [
    ("blackjack", "blackjack 10", "BJ-"),
    ("acey-deucey-21", "blackjack 10 war 5 acey-deucey 5", "AD-08|AD-09"),
    ("lucky-break", "blackjack 10 lucky-break 5 token 1", "LB-"),
])  # fmt: skip
def test_a_round_in_the_terminal(game: str, wagers: str, clause: str) -> None:
    """`c` checks, `d` declines insurance, `s` stands; what is not asked for is told so."""
    done = pitboss("play", game, "--rounds", "1", stdin=f"{wagers}\n" + "c\ns\nd\n" * 20)
    assert done.returncode == 0, done.stderr
    assert any(part in done.stdout for part in clause.split("|"))
    assert "1 round" in done.stdout


def test_exposure_has_its_shape() -> None:
    asked = ("--pay-table=2/2", "--penetration=80", "--rounds", amount(6_000, 20_000))
    (result,) = document("exposure", "lucky-break", *asked)["results"]
    assert (result["game"], result["wager"], result["pay_table"]) == ("lucky-break", "lucky-break", "2/2")
    assert result["penetration"] == "80"
    assert 0 < result["favourable"] < 0.3
    assert result["edge_when_favourable"] > 0 > result["edge_always"]
    assert result["gain_per_100_rounds_error"] > 0

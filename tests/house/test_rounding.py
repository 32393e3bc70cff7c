"""Only pays are rounded, and a table opens only where every printed fraction can be paid as printed (HR-42)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core.odds import ForOne, Rounding, ToOne
from pitboss.house.findings import Severity
from pitboss.house.sign import sign_of
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round
from tests.games.stage import start
from tests.house.tables import TODAY, checked, example, found

CHIPS = [1, 25, 100, 500]


def head(*lines: str) -> tuple[str, str]:
    """A change that adds lines to the `[table]` of an example."""
    return "[table]\n", "\n".join(("[table]", *lines, ""))


@pytest.mark.clause("HR-42", "AD-10")
@pytest.mark.parametrize("rounding", list(Rounding))
@pytest.mark.parametrize(
    ("stake", "chip", "net"), [(100, 100, -50), (300, 100, -150), (500, 500, -250), (1, 1, 0), (3, 1, -1)]
)
def test_half_of_a_war_bet_is_lost_and_no_more(rounding: Rounding, stake: int, chip: int, net: int) -> None:
    config = TableConfig("acey-deucey-21", pay_tables={"war": "2"}, chip_cents=chip, rounding=rounding)
    cards = [20, 0, 30, 21]  # the player's first card and the dealer's up card are both a seven
    shoe = list(range(52)) * 6
    for card in cards:
        shoe.remove(card)
    round = Round(config, {1: {"blackjack": 500, "war": stake}}, cards + shoe)
    assert [s.net_cents for s in round.settlements if s.wager == "war"] == [net]


@pytest.mark.clause("HR-42", "BJ-10")
@pytest.mark.parametrize("rounding", list(Rounding))
@pytest.mark.parametrize("chip", [100, 500])
def test_surrender_takes_half_whatever_the_chips(rounding: Rounding, chip: int) -> None:
    table = {"rounding": rounding, "chip_cents": chip, "options": {"surrender": "late"}}
    round = start("blackjack", "Tc 9d 6c Kc", {"blackjack": 5}, **table)  # type: ignore[arg-type]
    round.act(1, "surrender")
    assert round.net_cents() == -250


@pytest.mark.clause("HR-42")
@given(
    kind=st.sampled_from([ToOne, ForOne]),
    pays=st.fractions(-1, 60, max_denominator=20),
    stake=st.integers(1, 100_000),
    rounding=st.sampled_from(list(Rounding)),
    chip=st.sampled_from(CHIPS),
)
def test_a_pay_never_becomes_a_loss_and_a_loss_is_exact(
    kind: type[ToOne | ForOne], pays: Fraction, stake: int, rounding: Rounding, chip: int
) -> None:
    odds = kind(pays)
    printed, net = odds.net * stake, odds.net_cents(stake, rounding, chip)
    if printed <= 0:
        assert 0 <= net - printed < 1
    else:
        assert net >= 0
        assert abs(net - printed) < (1 if rounding is Rounding.NONE else chip)


@pytest.mark.clause("HR-42", "FP-05")
@pytest.mark.parametrize(("name", "changes", "words"), [
    ("acey-deucey-21", ('war = "1"', 'war = "2"'), "First card equal (loses 1/2)"),
    ("blackjack", (), "Surrender loses half"), ("blackjack", (), "Insurance is up to half"),
    ("blackjack", (), "Blackjack pays 3 to 2"), ("lucky-break", (), "Blackjack pays 3 to 2"),
    ("fu-bacc", (), "Natural 8 taken: Ante (3 to 2)"), ("down-under-holdem", (), "Bet: flush (3 to 2)"),
    ("ultimate-texas-holdem", (), "Blind: flush (3 to 2)"),
    ("fortune-pai-gow-poker", (), "less a commission of 5 %"),
])  # fmt: skip
@pytest.mark.parametrize("rounding", ["chip-up", "chip-down"])
def test_a_rounding_that_a_printed_fraction_does_not_survive(
    name: str, changes: tuple[str, str], words: str, rounding: str
) -> None:
    more = (changes,) if changes else ()
    refusals = found(checked(name, head(f'rounding = "{rounding}"'), *more), "HR-42", Severity.ERROR)
    assert any(words in f.message and 'rounding = "none"' in f.accepted for f in refusals), refusals
    assert not found(checked(name, *more), "HR-42", Severity.ERROR)


@pytest.mark.clause("HR-42")
@pytest.mark.parametrize(
    ("name", "accepted"), [("blackjack", "$0.02"), ("fu-bacc", "$0.02"), ("fortune-pai-gow-poker", "$0.20")]
)
def test_a_chip_that_leaves_fractions_of_a_cent(name: str, accepted: str) -> None:
    refusals = found(checked(name, head('chip = "$0.01"')), "HR-42", Severity.ERROR)
    assert any(f"multiples of {accepted}" in f.accepted for f in refusals), refusals
    assert not found(checked(name, head('chip = "$0.20"')), "HR-42", Severity.ERROR)


@pytest.mark.clause("HR-42")
def test_one_fixed_bet_of_an_even_number_of_chips_can_be_paid() -> None:
    """What decides is which bets are possible, not which fractions are printed."""
    fixed = ('least = "$10", most = "$300"', 'least = "$10", most = "$10"')
    for chip, errors in (("$5", False), ("$10", True)):
        report = checked("blackjack", head('rounding = "chip-down"', f'chip = "{chip}"'), fixed)
        assert bool(found(report, "HR-42", Severity.ERROR)) is errors


@pytest.mark.clause("HR-42", "HR-08")
@pytest.mark.parametrize("rounding", ["chip-up", "chip-down"])
def test_whole_odds_open_with_any_rounding_and_the_sign_says_it_in_words(rounding: str) -> None:
    report = checked("face-up-pai-gow-poker", head(f'rounding = "{rounding}"'))
    assert report.may_play
    assert found(report, "HR-42", Severity.NOTE)
    sign = sign_of(example("face-up-pai-gow-poker", head(f'rounding = "{rounding}"', 'chip = "$5"')), TODAY)
    (row,) = [row for row in sign.rules if row.extra == "HR-42"]
    assert row.label.startswith("Pays ")
    assert ("up" if rounding == "chip-up" else "down") in row.label
    assert "$5" in row.label
    assert "chip-" not in str(sign.to_json())

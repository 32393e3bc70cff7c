"""Reading TABLE.toml: what is no table file is refused with the place and what would be right."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.core.errors import PitbossError
from pitboss.house.table_file import load_table
from tests.house.tables import example, source

SPOILT = [
    # example, old, new, place, says
    ("fu-bacc", "[table]", "[tisch]", "table", "is missing"),
    ("fu-bacc", 'game = "fu-bacc"', 'game = "faro"', "table.game", "fu-bacc or blackjack"),
    ("fu-bacc", '"hand"', '"by foot"', "table.dealing", "hand or shoe or shuffler"),
    ("fu-bacc", '"hand"', '"hand"\nrounding = "up"', "table.rounding", "none or chip-down or chip-up"),
    ("fu-bacc", '"hand"', '"hand"\ncolour = "green"', "table.colour", "is not a key"),
    ("fu-bacc", '"commercial"', '"private"', "establishment.kind", "commercial or tribal"),
    ("fu-bacc", '"$100"', '"a lot"', "limits.ante.most", "dollars such as 25"),
    ("fu-bacc", '"$100"', '"-5"', "limits.ante.most", "dollars such as 25"),
    ("fu-bacc", '"$100"', '"$1"', "limits.ante.most", "at or above the minimum"),
    ("fu-bacc", 'most = "$100"', 'most = "$100", step = 5', "limits.ante.step", "is not a key"),
    ("fu-bacc", "date = 2021-06-10", 'date = "June"', "checklist.internal-controls-submitted.date", "a date"),
    ("lucky-break", '["lucky-break"]\nlimit', "[]\nlimit", "aggregate[1].prizes", "the wager whose pays"),
    ("down-under-holdem", '"20 %"', '"20"', "jackpot[1].meter[1].contribution", '"12.5 %"'),
    ("down-under-holdem", '"20 %"', '"120 %"', "jackpot[1].meter[1].contribution", '"12.5 %"'),
    ("down-under-holdem", "right-first", "by age", "jackpot[1].award_order", "right-first or left-first"),
    ("down-under-holdem", '"progressive"', '"mystery"', "jackpot[1].type", "progressive or house"),
    ("down-under-holdem", "deposit_every_days = 7", "deposit_every_days = 0", "jackpot[1].fund.deposit_every_days",
     "at least 1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "place", "says"), SPOILT)
def test_each_mistake_is_named(name: str, old: str, new: str, place: str, says: str) -> None:
    text = source(name)
    assert old in text
    with pytest.raises(PitbossError) as refusal:
        load_table(text.replace(old, new, 1), f"{name}.toml")
    assert str(refusal.value).startswith(f"{name}.toml: {place} ")
    assert says in str(refusal.value)


def test_broken_toml_names_file_and_line() -> None:
    with pytest.raises(PitbossError, match=r"mine\.toml is not TOML: .*line 1.*docs/house\.md"):
        load_table("[table\n", "mine.toml")


def test_what_a_file_holds() -> None:
    table = example("down-under-holdem")
    assert (table.id, table.name, table.spots) == ("down-under-1", "Table 5", 6)
    assert table.limits["ante"].most_cents == 10_000
    jackpot = table.jackpots[0]
    assert (jackpot.wager_cents, jackpot.pay_table) == (500, "option-3")
    meter = jackpot.meters[0]
    settings = meter.settings
    assert (settings.seed_cents, settings.contribution) == (100_000, Fraction(1, 5))
    assert settings.reserve == Fraction(3, 100)
    config = table.config()
    assert config.offered == {"trips-or-better", "match-the-dealer", "jackpot"}
    assert config.tables["jackpot"].id == "option-3"
    assert (config.limits["jackpot"].least_cents, config.limits["jackpot"].most_cents) == (500, 500)


def test_ids_from_names_whole_dollars_and_several_amounts() -> None:
    table = example("fu-bacc", ('id = "fu-bacc-1"\n', ""), ("Table 1", "High Limit, Table 1"))
    assert table.id == "high-limit-table-1"
    assert example("fu-bacc", ('most = "$100"', "most = 100")).limits["ante"].most_cents == 10_000
    amounts = 'amounts = { mega = "$50,000", major = "$5,000", minor = "$1,000" }'
    table = example("face-up-house-jackpot", ('amount = "$10,000"', amounts), ("WA07", "ML02"))
    assert table.jackpots[0].posted_cents == {"mega": 5_000_000, "major": 500_000, "minor": 100_000}

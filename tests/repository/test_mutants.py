"""`make mutants` tries every module that moves money or cards."""

from __future__ import annotations

import pytest
from tools.mutants import LEFT_OUT, ROOT, SOURCE, TESTS, equivalents, movers, mutants


def test_every_module_that_moves_money_or_cards_is_tried_or_left_out_for_a_reason() -> None:
    found = movers()
    assert len(found) > 30
    assert found - TESTS.keys() - LEFT_OUT.keys() == set()
    assert LEFT_OUT.keys() <= found - TESTS.keys(), "left out without need"
    assert all(len(reason) > 20 for reason in LEFT_OUT.values())


def test_the_modules_and_their_tests_are_there() -> None:
    for module, tests in TESTS.items():
        assert (SOURCE / module).is_file(), module
        for test in tests:
            assert (ROOT / test.partition("::")[0]).exists(), f"{module}: {test}"


@pytest.mark.long
def test_every_mutant_that_is_called_equivalent_can_be_made() -> None:
    """A reason for a mutant that is no longer there explains nothing."""
    named = equivalents()
    made = {mutant.name for module in {module for module, _, _ in named} for mutant in mutants(module)}
    assert named.keys() <= made, sorted(named.keys() - made)


def test_who_moves_chips_by_a_function_of_another_module_is_found() -> None:
    """`chips/cage.py` transfers nothing itself: it hands its moves to `post` of `chips/accounts.py`."""
    assert {
        "chips/cage.py",
        "room/store_access.py",
        "chips/payouts.py",
        "room/settling.py",
        "core/odds.py",
    } <= movers()
    assert not {"room/screens.py", "core/cards.py", "web/app.py", "people/accounts.py"} & movers()

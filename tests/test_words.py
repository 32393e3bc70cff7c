"""A reason that is booked can be read, whichever way it comes in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher

from pitboss.chips.accounts import Wallets
from pitboss.chips.cage import Cage, Requests, Wish
from pitboss.chips.trays import TrayDesk
from pitboss.core.arguments import in_words, said
from pitboss.core.errors import BadInput
from pitboss.ledger import Store
from pitboss.people.accounts import People
from pitboss.people.person import Person

NOT_SAID = (
    "", "   ", "\n\t", "\u200b\u2060", "\u3164", "\u115f\u1160\uffa0", "wo\u200brd", "...",
    "a\x00b", "\ud800", "\u202ewhy",
)  # fmt: skip
EVE, CY = Person.of("eve", "executive"), Person.of("cy", "cashier")
ADA, AL = Person.of("ada", "admin"), Person.of("al", "auditor")


def test_what_cannot_be_read_is_no_reason_and_one_is_one_line_in_any_language() -> None:
    for text in NOT_SAID:
        assert in_words(text) == ""
        with pytest.raises(BadInput, match=r"A test says why\..*HR-22"):
            said(text, "A test", "HR-22")
    assert in_words(3) == in_words(None) == ""
    assert said("  two  cards\n stuck ", "A test", "HR-22") == "two cards stuck"
    assert in_words("überzählige Karte 7 fiel, é 7, 牌") == "überzählige Karte 7 fiel, é 7, 牌"


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize("text", NOT_SAID)
def test_nothing_is_booked_without_one(store: Store, text: str) -> None:
    people = People(store, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    for name, role in (("ann", "player"), ("ada", "admin"), ("al", "auditor")):
        people.add(name, "pass phrase of some length", role, "test")
    wallets = Wallets(store)
    cage, requests = Cage(store, wallets), Requests(store, ())
    acts: list[Callable[[], object]] = [
        lambda: TrayDesk(store).fund(100_000, EVE, CY, text),
        lambda: cage.fund(100_000, EVE, CY, text),
        lambda: cage.grant("ann", 100, EVE, CY, text),
        lambda: people.lock("ann", ADA, text),
        lambda: people.unlock("ann", ADA, text),
        lambda: people.set_password("ann", "another pass phrase here", ADA, text, AL),
        lambda: people.set_role("ann", "dealer", ADA, text, AL),
        lambda: people.reset_factor("ann", ADA, text, AL),
        lambda: people.end_sessions("ann", ADA, text),
        lambda: requests.decline("ann", CY, text),
    ]
    requests.ask(Person.of("ann", "player"), Wish.CASH, 500)
    before = store.head()
    for act in acts:
        with pytest.raises(BadInput, match="says why"):
            act()
    assert store.head() == before

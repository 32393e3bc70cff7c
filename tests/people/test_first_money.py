"""Until when the terminal makes staff unsigned (HR-35)."""

from __future__ import annotations

import pytest

from pitboss.errors import NotAllowed
from pitboss.people.accounts import People
from pitboss.people.person import Person
from pitboss.store import Store, Unit
from tests.room.support import QUICK

PASSWORD = "correct horse battery"


@pytest.mark.clause("HR-35")
def test_from_the_first_money_on_nobody_becomes_staff_unsigned(store: Store) -> None:
    """Neither by a new account, nor by a new role, nor by another's password; two of the staff sign where nobody keeps
    the accounts."""
    people = People(store, hasher=QUICK)
    for name, role in (("eve", "executive"), ("ann", "player")):
        people.add(name, PASSWORD, role, "terminal")
    _money(store, "table files (house)")
    people.add("dot", PASSWORD, "dealer", "terminal")
    people.add("sam", PASSWORD, "supervisor", "terminal")
    _money(store, "eve (executive)")
    eve, dot = Person.of("eve", "executive"), Person.of("dot", "dealer")
    acts = (
        lambda by, second: people.add("eve2", PASSWORD, "executive", by, second=second),
        lambda by, second: people.set_role("ann", "supervisor", by, "why not", second),
        lambda by, second: people.set_password("sam", "another good phrase", by, "lost", second),
        lambda by, second: people.reset_factor("sam", by, "lost", second),
    )
    for act in acts:
        with pytest.raises(NotAllowed, match=r"Money has moved here.*HR-35"):
            act("terminal", None)
        for by, second in ((eve, None), (eve, eve), (dot, eve), (eve, Person.of("ann", "player"))):
            with pytest.raises(NotAllowed):
                act(by, second)
    with pytest.raises(NotAllowed, match="the same person"):
        people.set_role("dot", "executive", eve, "promoted", dot)
    people.add("bob", PASSWORD, "player", "terminal")
    people.lock("sam", "terminal", "left")
    for act in acts:
        act(eve, dot)


@pytest.mark.clause("HR-35")
def test_a_house_of_one_has_nobody_else_to_sign(store: Store) -> None:
    people = People(store, hasher=QUICK)
    people.add("eve", PASSWORD, "executive", "terminal")
    _money(store, "eve (executive)")
    people.add("sam", PASSWORD, "supervisor", "terminal")
    with pytest.raises(NotAllowed, match="Money has moved here"):
        people.add("oma", PASSWORD, "executive", "terminal")


def _money(store: Store, actor: str) -> None:
    def work(unit: Unit) -> None:
        unit.record("start", "jackpot/J", actor)
        unit.open_account("one")
        unit.open_account("other")
        unit.transfer("one", "other", 1, "seed")

    store.write(work)

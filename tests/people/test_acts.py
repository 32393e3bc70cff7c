"""Every cell of the table of acts: act x role x second person (JP-31)."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.core.errors import NotAllowed
from pitboss.people.person import ROLES, Person, Role, id_of
from pitboss.people.rights import ACCOUNT_ACTS, ACTS, Act, allow

TWO_PEOPLE = {
    Act.EDIT_TABLE, Act.UNLINK_RUNNING, Act.POST, Act.SET_NOTICES, Act.SET_CONTROLS, Act.RETIRE, Act.ADJUST,
    Act.BACK_OUT, Act.WITHDRAW, Act.LIFT_SHORTFALL, Act.COUNT_TRAY, Act.FILL, Act.CREDIT, Act.BOOK_MORE_WAGERS,
    Act.PAYOUT_LARGE, Act.GRANT, Act.FUND, Act.HAND_OVER, Act.ADD_STAFF, Act.SET_ROLE, Act.SET_STAFF_PASSWORD,
    Act.SET_PLAYER_PASSWORD, Act.RESET_FACTOR, Act.SELL_MORE, Act.VOID_GAME,
}  # fmt: skip
"""all of them: an act that loses its second person, or gains one, is changed here too"""
NEVER = {
    Role.PLAYER: set(Act),
    Role.DEALER: set(Act)
    - {Act.START_GAME, Act.NAME_PLAYERS, Act.PRESS, Act.END_GAME, Act.BOOK_WAGERS, Act.BOOK_MORE_WAGERS}
    - {Act.PAYOUT, Act.PAYOUT_LARGE, Act.BUY_IN, Act.SELL_MORE},
    Role.SURVEILLANCE: set(Act) - {Act.SURVEIL},
    Role.AUDITOR: set(Act) - {Act.SURVEIL, Act.COUNT_FUNDS, Act.LIFT_SHORTFALL},
    Role.ADMIN: set(Act) - ACCOUNT_ACTS,
}
"""what a role never begins, whatever the table says"""


def test_people_are_compared_by_id() -> None:
    ann = Person.of("ann", "dealer", name="Ann")
    assert ann == Person.of("ann", "executive", name="ANN")
    assert len({ann, Person.of("ann", "player"), Person.of("Ann", "player")}) == 2
    assert str(Person.of("ann", "dealer", "supervisor")) == "ann (dealer, supervisor)"
    assert ann.name == "Ann" and Person.of("bob", "player").name == "bob"


@pytest.mark.clause("JP-32")
def test_a_name_has_one_spelling_of_what_can_be_read() -> None:
    for typed in ("Zoë", " zoe\u0308 ", "ZO\u200bE\u200d\u0308", "ｚｏë"):
        assert id_of(typed) == "zoë"
    assert id_of("Mary\u00a0\tAnn") == "mary ann" != id_of("maryann")
    assert id_of("\u200b\u3164") == ""
    assert id_of("\u9673\U00031350") == "\u9673\U00031350", (
        "a letter newer than this Python is one all the same"
    )


@pytest.mark.clause("JP-31")
def test_what_takes_two_people() -> None:
    assert {act for act, rule in ACTS.items() if rule.second} == TWO_PEOPLE
    assert set(ACTS) == set(Act)
    for role, acts in NEVER.items():
        assert {act for act in acts if role in ACTS[act].roles} == set()


@pytest.mark.clause("JP-31")
def test_every_cell() -> None:
    for act, role in product(Act, Role):
        rule = ACTS[act]
        one = Person("one", (role,))
        seconds = [None, *(Person("two", (other,)) for other in Role), Person("one", ROLES, "Another Name")]
        for second in seconds:
            fits = second is not None and second.id == "two" and second.has(*rule.second)
            if role in rule.roles and (not rule.second or fits):
                allow(act, one, second)
            else:
                with pytest.raises(NotAllowed) as refusal:
                    allow(act, one, second)
                    pytest.fail(f"{act} by {one} and {second}")
                assert refusal.value.clause == rule.clause and refusal.value.accepted


@pytest.mark.clause("JP-31")
def test_one_person_of_all_roles_is_still_one() -> None:
    everything = Person("eve", ROLES)
    for act, rule in ACTS.items():
        if rule.second:
            with pytest.raises(NotAllowed, match="takes two people; eve is one"):
                allow(act, everything, Person("eve", ROLES, name="EVE"))

"""The table of acts at the desk itself: every act by every role, and with every second person (JP-31, HR-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.payouts import PayoutDesk
from pitboss.chips.trays import Inventory, Movement, TrayDesk
from pitboss.core.errors import NotAllowed, PitbossError
from pitboss.jackpots import Reason
from pitboss.jackpots.adjustments import Adjustment
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.model import SettingsChange
from pitboss.people.person import ROLES, Person
from pitboss.people.rights import ACCOUNT_ACTS, ACTS, Act
from tests.jackpot.pit import CONTROLS, FACE_UP, FIXED, HOME, NOTICES, TENTH, Pit, plan
from tests.jackpot.staff import EXECUTIVE, SUPERVISOR
from tests.refusals import refused

Call = Callable[[Pit, Person, Person | None], object]
CHIPS = Inventory({100: 10})
NEW = plan("N", "FUPGPP-WA07")
CORRECTED = Adjustment("meter", Reason.MALFUNCTION, "jumped", 1)
WON, SHORT, HELD = "T1.1.1.1", "S", "T2.1.1.1"
"""a claim that is marked, a jackpot whose account was counted short, an award that is not paid"""

TAKEN, SEEN = Movement.WAGER_TAKEN, SurveillanceCheck("straight", "$100", 300_100, "pat", "two")

CALLS: dict[Act, Call] = {
    Act.CREATE: lambda pit, by, _: pit.desk.create(NEW, by),
    Act.ADD_TABLE: lambda pit, by, _: pit.desk.add_table("T9", FACE_UP, by, spots=6, location=HOME),
    Act.EDIT_TABLE: lambda pit, by, two: pit.desk.edit_table("T4", 5, {}, by, two, "layout"),
    Act.LINK: lambda pit, by, _: pit.desk.link("C", "T4", "FUPGPP-WA07", by),
    Act.UNLINK: lambda pit, by, _: pit.desk.unlink("C", "T5", by),
    Act.UNLINK_RUNNING: lambda pit, by, two: pit.desk.unlink("J", "T1", by, two),
    Act.START: lambda pit, by, _: pit.desk.start("C", by),
    Act.POST: lambda pit, by, two: pit.desk.post_amount("H", 600_000, by, two, "season"),
    Act.SET_NOTICES: lambda pit, by, two: pit.desk.set_notices("H", NOTICES, by, two, "words"),
    Act.SET_CONTROLS: lambda pit, by, two: pit.desk.set_controls("H", CONTROLS, by, two, "audit"),
    Act.PROPOSE: lambda pit, by, _: pit.desk.propose("J", SettingsChange(seed_cents=5), by, "less"),
    Act.APPROVE: lambda pit, by, _: pit.desk.approve("K", by),
    Act.DECLINE: lambda pit, by, _: pit.desk.decline("K", by, "no"),
    Act.SUSPEND: lambda pit, by, _: pit.desk.suspend("K", "smoke", by),
    Act.RESUME: lambda pit, by, _: pit.desk.resume("S", by),
    Act.RETIRE: lambda pit, by, two: pit.desk.retire("C", by, two),
    Act.START_GAME: lambda pit, by, _: pit.desk.start_game("T3", [1], [1], by),
    Act.NAME_PLAYERS: lambda pit, by, _: pit.desk.name_players("T1", {3: "zed"}, by),
    Act.PRESS: lambda pit, by, _: pit.desk.press("T1", 2, FIXED, by),
    Act.END_GAME: lambda pit, by, _: pit.desk.end_game("T1", by),
    Act.VOID_GAME: lambda pit, by, two: pit.desk.void_game("T1", by, "wrong", two),
    Act.CONFIRM: lambda pit, by, _: pit.desk.confirm(WON, by),
    Act.COMPLETE: lambda pit, by, _: pit.desk.complete(WON, by),
    Act.SURVEIL: lambda pit, by, _: pit.desk.surveil(WON, by, Witnessed(TENTH, 100, 1, "guest-1")),
    Act.REJECT: lambda pit, by, _: pit.desk.reject(WON, by, "no"),
    Act.PAY: lambda pit, by, _: pit.desk.pay(HELD, by),
    Act.ADJUST: lambda pit, by, two: pit.desk.adjust("K", CORRECTED, by, two),
    Act.BACK_OUT: lambda pit, by, two: pit.desk.back_out(HELD, by, two, "misread"),
    Act.REPORT_MALFUNCTION: lambda pit, by, _: pit.desk.malfunction_reported("K", "letter 7", by),
    Act.DEPOSIT: lambda pit, by, _: pit.desk.deposit("K", 1, by),
    Act.WITHDRAW: lambda pit, by, two: pit.desk.withdraw("K", 1, by, two, "too much"),
    Act.COUNT_FUNDS: lambda pit, by, _: pit.desk.count_funds("K", 0, by),
    Act.LIFT_SHORTFALL: lambda pit, by, two: pit.desk.count_funds(SHORT, 123, by, two),
    Act.COUNT_TRAY: lambda pit, by, two: TrayDesk(pit.store).opener("T1", CHIPS, by, two),
    Act.FILL: lambda pit, by, two: TrayDesk(pit.store).fill("T1", 100, by, two, "slip"),
    Act.CREDIT: lambda pit, by, two: TrayDesk(pit.store).credit("T1", 100, by, two, "slip"),
    Act.FUND: lambda pit, by, two: TrayDesk(pit.store).fund(100, by, two, "the house's"),
    Act.BOOK_WAGERS: lambda pit, by, _: TrayDesk(pit.store).move("T1", TAKEN, 100, by, "round"),
    Act.BOOK_MORE_WAGERS: lambda pit, by, two: TrayDesk(pit.store).move("T1", TAKEN, 10**7, by, "round", None, two),
    Act.PAYOUT: lambda pit, by, _: PayoutDesk(pit.store).pay("T1", 100, by),
    Act.PAYOUT_LARGE: lambda pit, by, two: PayoutDesk(pit.store).pay("T1", 300_100, by, SEEN, two),
}  # fmt: skip
ELSEWHERE = ACCOUNT_ACTS | {
    Act.BUY_IN, Act.SELL_MORE, Act.CASH_OUT, Act.GRANT, Act.HAND_OVER, Act.COMPLETE_LARGE
}  # fmt: skip
"""at the cage, in the pit, in the accounts; the executive's card has tests of its own"""
WITHOUT_A_SECOND = {Act.BOOK_MORE_WAGERS: "take two people"}
"""whose sentence is another where nobody signs beside"""


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    folder: Path = tmp_path_factory.mktemp("roles")
    made = Pit(f"sqlite:///{folder / 'pit.db'}")
    for name, table in (("J", "T1"), ("K", "T2"), ("S", "T3")):
        made.progressive(name, tables=(table,))
    made.house(table="T6")
    made.progressive("C", "FUPGPP-WA07", tables=("T5",), start=False)
    made.table("T4")
    assert made.dealt(TENTH, 1, [1, 2]) == WON
    assert made.won(TENTH, table="T2") == HELD
    made.desk.propose("K", SettingsChange(seed_cents=5), EXECUTIVE, "less")
    made.round([1, 2, 3, 4, 5, 6], "T3")
    made.desk.deposit(SHORT, 123, EXECUTIVE)
    made.desk.count_funds(SHORT, 0, SUPERVISOR)
    made.desk.suspend("S", "smoke", SUPERVISOR)
    yield made
    made.store.close()


def test_no_act_of_desk_and_tray_is_left_out() -> None:
    assert set(CALLS) | ELSEWHERE == set(Act)


@pytest.mark.clause("JP-31", "HR-17")
@pytest.mark.parametrize("act", CALLS)
def test_the_desk_asks_the_table_of_acts_first(pit: Pit, act: Act) -> None:
    """Nobody whom the table does not name gets as far as the books; nothing is written by trying."""
    call, rule, before = CALLS[act], ACTS[act], pit.store.head()
    for role in ROLES:
        if role not in rule.roles:
            refused(NotAllowed, r"may not ")(call, pit, Person("one", (role,)), Person("two", ROLES))
    if rule.second:
        for role in rule.roles:
            one = Person("one", (role,))
            refused(PitbossError, WITHOUT_A_SECOND.get(act, "takes two people"))(call, pit, one, None)
            refused(NotAllowed, "takes two people; one is one")(call, pit, one, Person("one", ROLES, "ONE"))
            for other in set(ROLES) - set(rule.second):
                refused(NotAllowed, "may not sign as the second")(call, pit, one, Person("two", (other,)))
    assert pit.store.head() == before

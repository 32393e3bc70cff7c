"""What a desk refuses at the edges of its acts, what a report says, and what a check of the books finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.chips.verify import check_books
from pitboss.core.errors import BadInput, IllegalAction, PitbossError
from pitboss.core.money import dollars
from pitboss.core.odds import ForOne
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots import postings as accounts
from pitboss.jackpots.awards import Witnessed, needs_surveillance
from pitboss.jackpots.documents import jackpot_key
from pitboss.jackpots.model import SettingsChange, Status, Style, fixed_cents, winning_line
from pitboss.jackpots.players import check_player
from pitboss.jackpots.statement import report, statement
from pitboss.ledger import UNIT_PER_CENT, Receipt, Unit
from pitboss.ledger.days import GamblingDay, keep_gambling_day
from pitboss.people.person import Person, Role
from tests.jackpot.pit import CONTROLS, DOWN_UNDER, FULL, SETTINGS, TENTH, Pit, house_plan, plan
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, OWNER, SUPERVISOR, SURVEILLANCE
from tests.refusals import refused


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    made = Pit(f"sqlite:///{tmp_path / 'pit.db'}")
    yield made
    made.store.close()


@pytest.mark.clause("JP-01", "JP-05", "JP-08", "JP-10", "JP-11", "HR-09", "HR-12")
@pytest.mark.parametrize(("made", "says"), [
    (lambda: MeterSettings(contribution=Fraction(101, 100)), "contribution of 101 % of each wager.*0 to 100 %"),
    (lambda: MeterSettings(contribution=Fraction(-1, 100)), "contribution of -1 % of each wager.*JP-10"),
    (lambda: MeterSettings(reserve=Fraction(2)), "reserve of 200 %.*JP-10"),
    (lambda: MeterSettings(reserve=Fraction(-1, 100)), "reserve of -1 %"),
    (lambda: MeterSettings(seed_cents=-1), "A seed is not negative"),
    (lambda: MeterSettings(maximum_cents=0), "A maximum prize is more than nothing"),
    (lambda: plan(style=Style.ALL_PAYS), "takes all its pays off the meter.*JP-11"),
    (lambda: plan(configured={"meter": SETTINGS, "mega": SETTINGS}), "There is no meter 'mega'"),
    (lambda: plan(posted_cents={"meter": 100}), "not a posted amount"),
    (lambda: plan(notices=("one",)), "not a posted amount"),
    (lambda: plan(meters={"meter": MeterSettings(0, Fraction(99, 100), Fraction(2, 100))}), "add up to 101 %.*JP-10"),
    (lambda: plan(meters={"mega": SETTINGS}), "has the meters meter, not mega.*JP-10"),
    (lambda: plan(meters={}), "not none.*JP-10"),
    (lambda: plan(meters={"meter": MeterSettings(200_000, maximum_cents=199_999)}), "HR-12"),
    (lambda: house_plan(posted_cents={}), "not none.*JP-08"),
    (lambda: house_plan(posted_cents={"meter": 0}), "more than nothing.*JP-08"),
    (lambda: house_plan(meters={"meter": SETTINGS}), "has no meter.*HR-09"),
    (lambda: plan("J", "option-1", game=DOWN_UNDER, wager_cents=2100), "is not a fixed wager.*JP-01"),
    (lambda: plan("J", "option-1", game=DOWN_UNDER, wager_cents=99), "is not a fixed wager.*JP-01"),
    (lambda: plan("J", "option-1", game=DOWN_UNDER, wager_cents=0), "is not a fixed wager.*JP-01"),
    (lambda: plan(wager_cents=50), "is not a fixed wager.*JP-01"),
])  # fmt: skip
def test_a_jackpot_that_cannot_be_is_refused(made: Callable[[], object], says: str) -> None:
    refused(BadInput, says)(made)


@pytest.mark.clause("JP-01", "JP-11")
def test_a_jackpot_that_can_be_and_its_lines() -> None:
    assert plan(configured={"meter": SETTINGS}).configured and plan(wager_cents=500)
    assert all(plan("J", "option-1", game=DOWN_UNDER, wager_cents=cents) for cents in (100, 250, 2000))
    table = plan().table
    meter = next(line for line in table.lines if not isinstance(line.pays, ForOne))
    refused(BadInput, "is paid from the meter")(fixed_cents, meter, 100)
    assert winning_line(table, frozenset()) is None


@pytest.mark.clause("HR-10", "HR-09", "HR-18", "JP-08")
def test_acts_that_do_not_fit_their_jackpot(pit: Pit) -> None:
    pit.progressive()
    pit.house(table="T2")
    desk = pit.desk
    change = SettingsChange(reserve=Fraction(1, 100))
    pit.round()
    before = pit.store.head().seq
    refused(BadInput, "A deposit is more than nothing")(desk.deposit, "J", 0, CASHIER)
    refused(IllegalAction, "money of H is the house's until won")(desk.deposit, "H", 100, CASHIER)
    refused(BadInput, "An account holds nothing or more")(desk.count_funds, "J", -1, CASHIER)
    refused(IllegalAction, "H is a house jackpot")(desk.propose, "H", change, EXECUTIVE, "why")
    refused(IllegalAction, "none is set")(pit.adjust, "J", Reason.ABOVE_MAXIMUM, "too high")
    refused(BadInput, "by its own number")(pit.adjust, "J", Reason.AWARD_BACKED_OUT, "no")
    refused(PitbossError, "J is not on T2")(desk.unlink, "J", "T2", EXECUTIVE, OWNER)
    refused(BadInput, "There is no table 'T9'")(desk.table, "T9")
    refused(BadInput, "0 decks")(pit.table, "T3", decks=0)
    refused(IllegalAction, "J is retired; taking the money")(desk.retire, "J", EXECUTIVE, OWNER, into="J")
    assert pit.store.head().seq == before
    assert set(desk.tables()) == {"T1", "T2"}
    pit.progressive("K", tables=("T3",))
    desk.retire("J", EXECUTIVE, OWNER, into="K")
    refused(IllegalAction, "J is retired")(desk.propose, "J", change, EXECUTIVE, "why")
    desk.retire("H", EXECUTIVE, OWNER)
    assert {desk.jackpot(name).status for name in "JH"} == {Status.RETIRED}
    assert check_books(pit.store) == []


@pytest.mark.clause("JP-12")
def test_a_meter_brought_along_shows_its_seed_at_least(pit: Pit) -> None:
    pit.progressive(start=False)
    less, more = ({"meter": SETTINGS.seed_cents + cents} for cents in (-1, 1))
    house = Person.of("house", Role.HOUSE)
    refused(BadInput, "cannot show less than its seed")(pit.desk.start, "J", house, displayed=less)
    refused(PitbossError, "cannot start a meter above its")(pit.desk.start, "J", EXECUTIVE, displayed=more)
    pit.desk.start("J", house, displayed=more)
    assert pit.shows() == more["meter"]


@pytest.mark.clause("JP-29")
@pytest.mark.parametrize("change", [
    SettingsChange(contribution=Fraction(1, 10)), SettingsChange(reserve=Fraction(4, 100)),
    # one unit more or less of a wager's hundred million
    SettingsChange(contribution=SETTINGS.contribution + Fraction(1, 10**8)),
    SettingsChange(reserve=SETTINGS.reserve - Fraction(1, 10**8)),
])  # fmt: skip
def test_no_game_is_void_whose_rates_have_changed(pit: Pit, change: SettingsChange) -> None:
    """New rates come with an award at one table, while a game under the old ones runs at the other."""
    pit.progressive(settings=replace(SETTINGS, seed_cents=1), tables=("T1", "T2"))
    pit.round(range(1, 7))
    pit.desk.propose("J", change, EXECUTIVE, "another meter")
    pit.desk.approve("J", OWNER)
    pit.deal([1], table="T2")
    pit.won(FULL)
    pit.end()
    pit.round(range(1, 7))
    refused(IllegalAction, "held for a claim or has been won")(pit.void, "T2")
    pit.end("T2")


@pytest.mark.clause("JP-32")
def test_a_player_has_a_name(pit: Pit) -> None:
    pit.progressive()
    for name in ("", " "):
        refused(BadInput, "Who is it")(check_player, pit.store.document, pit.desk.jackpot("J"), name)


@pytest.mark.clause("HR-11")
def test_a_report_says_what_is_held_and_what_waits(pit: Pit) -> None:
    pit.progressive()
    pit.house(table="T2")
    pit.desk.propose("J", SettingsChange(reserve=Fraction(1, 100)), EXECUTIVE, "less behind it")
    claim = pit.dealt(FULL)
    text = report(pit.desk, "J").text()
    assert "held for open claims: $" in text and "proposed: " in text
    assert f"open claims, in order of payment: {claim}" in text
    pit.desk.suspend("J", "smoke in the pit", SUPERVISOR)
    assert "suspended (smoke in the pit)" in report(pit.desk, "J").text()
    shape = report(pit.desk, "J").to_json()
    assert (shape["open_claims"], shape["suspended_for"]) == ([claim], "smoke in the pit")
    assert shape["meters"]["meter"]["proposed"] and sum(shape["meters"]["meter"]["statement_units"].values())
    house = report(pit.desk, "H")
    assert house.to_json()["meters"]["meter"]["display_cents"] == 500_000 and "funds" not in house.to_json()
    assert "meter: $5,000" in house.text() and "behind it" not in house.text()


@pytest.mark.clause("HR-32", "JP-17", "JP-33")
def test_report_and_win_page_tell_the_rooms_time_and_who_is_still_to_be_paid(pit: Pit) -> None:
    keep_gambling_day(pit.store, GamblingDay(6, "America/Los_Angeles"), "room file")
    pit.progressive()
    claim = pit.dealt(TENTH)
    prize = pit.win(claim)
    made = report(pit.desk, "J")
    assert f"won and not paid yet: {claim}, {dollars(prize)}, guest-1" in made.text()
    assert made.to_json()["unpaid"] == {claim: prize}
    assert " PST " in made.text() and "UTC" not in made.text()
    page = pit.desk.win_page(claim).to_json()
    assert all(page[f"Time of {what}"].endswith(" PST") for what in ("the hand", "completion"))
    pit.back_out(claim)
    lines = made.meters["meter"].statement_units or {}
    after = report(pit.desk, "J").meters["meter"].statement_units or {}
    assert after["awards backed out"] == -lines["awards"] == prize * UNIT_PER_CENT
    assert "won and not paid" not in report(pit.desk, "J").text()


def tampered(pit: Pit, work: Callable[[Unit], object]) -> list[str]:
    """What the check says after somebody wrote past the desk."""

    def written(unit: Unit) -> None:
        unit.record("tampered", "books", "nobody")
        work(unit)

    pit.store.write(written)
    return check_books(pit.store)


@pytest.mark.clause("HR-10", "HR-11", "JP-04")
def test_a_check_of_the_books_names_what_does_not_fit(pit: Pit) -> None:
    assert check_books(pit.store) == []
    pit.progressive()
    pit.round()
    assert check_books(pit.store) == []
    prizes, meter = accounts.of("J", "prizes"), accounts.of_meter("J", "meter", "meter")
    found = tampered(pit, lambda unit: unit.transfer_cents(accounts.CASH, prizes, 500, "gift"))
    assert found[0] == "J: prizes due are 500000000 units, the unpaid awards 0."
    assert ["from house/cash to jackpot/J/prizes for 'gift'" in one for one in found[1:]] == [True]
    found = tampered(pit, lambda unit: unit.transfer(prizes, accounts.CASH, 7, "hold", pending=True))
    assert len(found) == 2
    tampered(pit, lambda unit: unit.transfer_cents(accounts.CASH, meter, 1, "gift"))
    refused(AssertionError, r"transfers of no known kind on J/meter: \['gift'\]")(statement, pit.desk, "J")


@pytest.mark.clause("HR-10", "HR-17", "JP-04")
def test_a_check_of_the_books_looks_at_seeds_states_trays_and_accounts(pit: Pit) -> None:
    pit.progressive()
    pit.round()
    sound = pit.store.document(jackpot_key("J"))

    def put(**changes: object) -> Callable[[Unit], object]:
        return lambda unit: unit.put(jackpot_key("J"), {**sound, **changes})

    assert tampered(pit, put(status="retired")) == ["J is retired and has claims or tables."]
    seeded = {name: {**shape, "seed_units": 10**15} for name, shape in sound["meters"].items()}
    assert "units of seed on meter, which holds" in tampered(pit, put(meters=seeded))[0]
    assert tampered(pit, put()) == []

    no_tray = tampered(pit, lambda unit: unit.open_account("players/T9"))
    assert no_tray == ["Account players/T9 has no tray beside it."]

    def held_back(unit: Unit) -> None:
        unit.open_account("tray/T9")
        unit.transfer("players/T9", "tray/T9", 5, "hold", pending=True)

    assert tampered(pit, held_back) == ["Account tray/T9 holds something back; a tray does not."]
    stray = tampered(pit, lambda unit: unit.open_account("jackpot/X/meter"))
    assert stray == ["Account jackpot/X/meter belongs to no jackpot."]


@pytest.mark.clause("HR-17")
def test_what_a_tray_owes_is_the_sum_of_the_pays_that_wait(pit: Pit) -> None:
    from pitboss.jackpots.tray import due_account, due_key, owing_account

    pit.progressive()

    def owes(unit: Unit) -> None:
        unit.open_account(due_account("T1"), debits_limited=True)
        unit.open_account(owing_account("T1"))
        unit.transfer_cents(owing_account("T1"), due_account("T1"), 300, "owed")

    assert tampered(pit, owes) == ["The tray of T1 owes 300 cents, its waiting pays are 0."]
    assert tampered(pit, lambda unit: unit.put(due_key("T1"), [{"cents": 300}])) == []


@pytest.mark.clause("HR-14")
def test_surveillance_looks_at_more_than_the_amount_and_not_at_the_amount(pit: Pit) -> None:
    pit.progressive()
    jackpot, over = pit.desk.jackpot("J"), CONTROLS.surveillance_over_cents
    assert (needs_surveillance(jackpot, over), needs_surveillance(jackpot, over + 1)) == (False, True)


@pytest.mark.clause("JP-14", "JP-29")
def test_claims_behind_one_that_ends_are_priced_and_held_anew(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 10), Fraction(1, 100)))
    pit.deal([1, 5])
    left, right = pit.mark(1, TENTH), pit.mark(5, FULL)
    assert (pit.desk.claim(left).cents, pit.held()) == (20_000, 220_020)
    pit.desk.reject(right, SUPERVISOR, "a flush")
    assert (pit.desk.claim(left).cents, pit.held()) == (20_002, 20_002)
    pit.win(pit.mark(5, FULL))
    assert (pit.desk.claim(left).cents, pit.held()) == (20_000, 20_000)
    pit.win(left)
    assert (pit.held(), check_books(pit.store)) == (0, [])


@pytest.mark.clause("HR-14", "JP-32")
def test_surveillance_names_a_winner_whom_nobody_had_named(pit: Pit) -> None:
    pit.progressive(settings=replace(SETTINGS, seed_cents=500_000))
    pit.desk.start_game("T1", [1], [1], DEALER)
    claim = pit.mark(1, FULL)
    cents = pit.desk.claim(claim).cents
    pit.desk.confirm(claim, SUPERVISOR)

    def sees(payout_cents: int, player: str) -> Receipt:
        return pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, payout_cents, player))

    refused(IllegalAction, r"player for claim .* and the player's name\.")(sees, cents, " ")
    refused(IllegalAction, "payout for claim")(sees, cents + 1, "Pat")
    refused(PitbossError)(sees, cents, SUPERVISOR.id)
    assert "Pat" in str(sees(cents, " Pat ").payload)
    assert pit.desk.complete(claim, SUPERVISOR).payload["prize_cents"] == cents
    assert pit.desk.award(claim).player == "Pat"


@pytest.mark.clause("HR-15", "JP-08")
def test_a_check_is_due_after_so_many_hours_and_a_house_prize_leaves_no_bank(pit: Pit) -> None:
    pit.house(cents=500_100)
    claim = pit.won(FULL)
    paid = pit.desk.pay(claim, CASHIER, by_check=True)
    signed = pit.desk.award(claim).paid
    assert signed is not None
    hours = pit.desk.jackpot("H").controls.check_hours
    assert paid.payload["check_due_us"] - signed.at_us == hours * 60 * 60 * 1_000_000
    assert pit.store.account(accounts.of("H", "bank")).debits == 0
    assert pit.store.account(accounts.of("H", "prizes")).credit_balance == 0


def test_settings_at_their_edges() -> None:
    """The least of each is possible, and what nobody names is nothing."""
    assert MeterSettings().seed_cents == 0
    assert MeterSettings(maximum_cents=1).maximum_cents == 1
    least = replace(CONTROLS, executive_from_cents=0, surveillance_over_cents=0, deposit_days=1)
    assert not least.second_progressive_confirmed
    for wrong in ({"executive_from_cents": -1}, {"surveillance_over_cents": -1}, {"deposit_days": 0}):
        refused(BadInput, "amounts and days")(replace, CONTROLS, **wrong)
    assert house_plan(posted_cents={"meter": 1}).posted_cents == {"meter": 1}

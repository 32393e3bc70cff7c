"""What a desk refuses at the edges of its acts, what a report says, and what a check of the books finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.errors import BadInput, IllegalAction, PitbossError
from pitboss.house.days import GamblingDay, keep_gambling_day
from pitboss.house.verify import check_books
from pitboss.jackpot import JackpotConfig, Kind, MeterSettings, Reason
from pitboss.jackpot import books as accounts
from pitboss.jackpot.awards import Witnessed, needs_surveillance
from pitboss.jackpot.model import SettingsChange, Status, Style, fixed_cents, winning_line
from pitboss.jackpot.persons import check_player
from pitboss.jackpot.report import report, statement
from pitboss.jackpot.state import jackpot_key
from pitboss.money import dollars
from pitboss.odds import ForOne
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Unit
from tests.jackpot.pit import (
    CASHIER,
    CONTROLS,
    DEALER,
    EXECUTIVE,
    FACE_UP,
    HOME,
    OWNER,
    SETTINGS,
    SUPERVISOR,
    SURVEILLANCE,
    Pit,
)

PAY_TABLE = "FUPGPP-WA03"
HOUSE = Person.of("house", Role.HOUSE)


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    made = Pit(f"sqlite:///{tmp_path / 'pit.db'}")
    yield made
    made.store.close()


def config(**changes: object) -> JackpotConfig:
    usual: dict[str, object] = {"meters": {"meter": SETTINGS}}
    return JackpotConfig("J", Kind.PROGRESSIVE, FACE_UP, PAY_TABLE, 100, CONTROLS, HOME, **usual | changes)  # type: ignore[arg-type]


@pytest.mark.clause("JP-10", "HR-12", "JP-11", "JP-05")
@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: MeterSettings(contribution=Fraction(101, 100)), "contribution of 101 % of each wager"),
        (lambda: MeterSettings(reserve=Fraction(-1, 100)), "reserve of -1 %"),
        (lambda: MeterSettings(seed_cents=-1), "A seed is not negative"),
        (lambda: MeterSettings(maximum_cents=0), "A maximum prize is more than nothing"),
        (lambda: config(style=next(style for style in Style if style is not Style.PERCENTAGES)), "takes all its pays"),
        (lambda: config(configured={"meter": SETTINGS, "mega": SETTINGS}), "There is no meter 'mega'"),
        (lambda: config(posted_cents={"meter": 100}), "not a posted amount"),
        (lambda: config(notices=("one",)), "not a posted amount"),
    ],
)  # fmt: skip
def test_a_jackpot_that_cannot_be_is_refused(made: Callable[[], object], says: str) -> None:
    assert config(configured={"meter": SETTINGS}).configured
    with pytest.raises(BadInput, match=says):
        made()


@pytest.mark.clause("JP-11")
def test_a_line_of_the_meter_has_no_fixed_pay() -> None:
    table = config().table
    meter = next(line for line in table.lines if not isinstance(line.pays, ForOne))
    with pytest.raises(BadInput, match="is paid from the meter"):
        fixed_cents(meter, 100)
    assert winning_line(table, frozenset()) is None


@pytest.mark.clause("HR-10", "HR-09", "HR-18", "JP-08")
def test_acts_that_do_not_fit_their_jackpot(pit: Pit) -> None:
    pit.progressive()
    pit.house(table="T2")
    desk = pit.desk
    change = SettingsChange(reserve=Fraction(1, 100))
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: desk.deposit("J", 0, CASHIER), "A deposit is more than nothing"),
        (lambda: desk.deposit("H", 100, CASHIER), "money of H is the house's until won"),
        (lambda: desk.count_funds("J", -1, CASHIER), "An account holds nothing or more"),
        (lambda: desk.propose("H", change, EXECUTIVE, "why"), "H is a house jackpot"),
        (lambda: pit.adjust("J", Reason.ABOVE_MAXIMUM, "too high"), "none is set"),
        (lambda: pit.adjust("J", Reason.AWARD_BACKED_OUT, "no"), "by its own number"),
        (lambda: desk.unlink("J", "T2", EXECUTIVE, OWNER), "J is not on T2"),
        (lambda: desk.table("T9"), "There is no table 'T9'"),
        (lambda: pit.table("T3", decks=0), "0 decks"),
        (lambda: desk.retire("J", EXECUTIVE, OWNER, into="J"), "J is retired; taking the money of another"),
    ]  # fmt: skip
    pit.round()
    before = pit.store.head().seq
    for act, says in refused:
        with pytest.raises(PitbossError, match=says):
            act()
    assert pit.store.head().seq == before
    assert set(desk.tables()) == {"T1", "T2"}
    pit.progressive("K", tables=("T3",))
    desk.retire("J", EXECUTIVE, OWNER, into="K")
    with pytest.raises(IllegalAction, match="J is retired"):
        desk.propose("J", change, EXECUTIVE, "why")
    desk.retire("H", EXECUTIVE, OWNER)
    assert {desk.jackpot(name).status for name in "JH"} == {Status.RETIRED}
    assert check_books(pit.store) == []


@pytest.mark.clause("JP-12")
def test_a_meter_brought_along_shows_its_seed_at_least(pit: Pit) -> None:
    pit.progressive(start=False)
    with pytest.raises(BadInput, match="cannot show less than its seed"):
        pit.desk.start("J", HOUSE, displayed={"meter": SETTINGS.seed_cents - 1})
    with pytest.raises(PitbossError, match="cannot start a meter above its seed"):
        pit.desk.start("J", EXECUTIVE, displayed={"meter": SETTINGS.seed_cents + 1})
    pit.desk.start("J", HOUSE, displayed={"meter": SETTINGS.seed_cents + 1})
    assert pit.shows() == SETTINGS.seed_cents + 1


@pytest.mark.clause("JP-29")
@pytest.mark.parametrize(
    "change",
    [
        SettingsChange(contribution=Fraction(1, 10)),
        # one unit more of a wager's hundred million
        SettingsChange(contribution=SETTINGS.contribution + Fraction(1, 10**8)),
        SettingsChange(reserve=Fraction(4, 100)),
        SettingsChange(reserve=SETTINGS.reserve - Fraction(1, 10**8)),
    ],
)
def test_a_void_game_takes_back_what_it_brought_unless_the_rates_have_changed(
    pit: Pit, change: SettingsChange
) -> None:
    """New rates come with an award at one table, while a game under the old ones runs at the other."""
    pit.progressive(settings=replace(SETTINGS, seed_cents=1), tables=("T1", "T2"))
    pit.round(range(1, 7))
    pit.desk.propose("J", change, EXECUTIVE, "another meter")
    pit.desk.approve("J", OWNER)
    pit.deal([1], table="T2")
    pit.deal([1])
    pit.win(pit.mark(1, "seven-card-straight-flush"))
    pit.end()
    pit.round(range(1, 7))
    with pytest.raises(IllegalAction, match="held for a claim or has been won"):
        pit.desk.void_game("T2", SUPERVISOR, "misdeal")
    pit.end("T2")


@pytest.mark.clause("JP-32")
def test_a_player_has_a_name(pit: Pit) -> None:
    pit.progressive()
    for name in ("", " "):
        with pytest.raises(BadInput, match="Who is it"):
            check_player(pit.store.document, pit.desk.jackpot("J"), name)


@pytest.mark.clause("HR-11")
def test_a_report_says_what_is_held_and_what_waits(pit: Pit) -> None:
    pit.progressive()
    pit.house(table="T2")
    change = SettingsChange(reserve=Fraction(1, 100))
    pit.desk.propose("J", change, EXECUTIVE, "less behind it")
    pit.deal()
    claim = pit.mark(1, "seven-card-straight-flush")
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
    pit.deal()
    claim = pit.mark(1, "five-aces")
    prize = pit.win(claim)
    made = report(pit.desk, "J")
    assert f"won and not paid yet: {claim}, {dollars(prize)}, guest-1" in made.text()
    assert made.to_json()["unpaid"] == {claim: prize}
    assert " PST " in made.text() and "UTC" not in made.text()
    page = pit.desk.win_page(claim).to_json()
    assert all(page[f"Time of {what}"].endswith(" PST") for what in ("the hand", "completion"))
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "a card was misread")
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
    with pytest.raises(AssertionError, match=r"transfers of no known kind on J/meter: \['gift'\]"):
        statement(pit.desk, "J")


@pytest.mark.clause("HR-10", "HR-17", "JP-04")
def test_a_check_of_the_books_looks_at_seeds_states_trays_and_accounts(pit: Pit) -> None:
    pit.progressive()
    pit.round()
    sound = pit.store.document(jackpot_key("J"))

    def put(**changes: object) -> Callable[[Unit], object]:
        return lambda unit: unit.put(jackpot_key("J"), {**sound, **changes})

    retired = tampered(pit, put(status="retired"))
    assert retired == ["J is retired and has claims or tables."]
    seeded = {name: {**shape, "seed_units": 10**15} for name, shape in sound["meters"].items()}
    assert "units of seed on meter, which holds" in tampered(pit, put(meters=seeded))[0]
    assert tampered(pit, put()) == []

    def no_tray(unit: Unit) -> None:
        unit.open_account("players/T9")

    assert tampered(pit, no_tray) == ["Account players/T9 has no tray beside it."]

    def held_back(unit: Unit) -> None:
        unit.open_account("tray/T9")
        unit.transfer("players/T9", "tray/T9", 5, "hold", pending=True)

    assert tampered(pit, held_back) == ["Account tray/T9 holds something back; a tray does not."]
    stray = tampered(pit, lambda unit: unit.open_account("jackpot/X/meter"))
    assert stray == ["Account jackpot/X/meter belongs to no jackpot."]


@pytest.mark.clause("HR-17")
def test_what_a_tray_owes_is_the_sum_of_the_pays_that_wait(pit: Pit) -> None:
    from pitboss.jackpot.dues import due_account, due_key, owing_account

    pit.progressive()

    def owes(unit: Unit) -> None:
        unit.open_account(due_account("T1"), debits_limited=True)
        unit.open_account(owing_account("T1"))
        unit.transfer_cents(owing_account("T1"), due_account("T1"), 300, "owed")

    assert tampered(pit, owes) == ["The tray of T1 owes 300 cents, its waiting pays are 0."]
    assert tampered(pit, lambda unit: unit.put(due_key("T1"), [{"cents": 300}])) == []


FULL, TENTH = "seven-card-straight-flush", "five-aces"


@pytest.mark.clause("HR-14")
def test_surveillance_looks_at_more_than_the_amount_and_not_at_the_amount(pit: Pit) -> None:
    pit.progressive()
    jackpot, over = pit.desk.jackpot("J"), CONTROLS.surveillance_over_cents
    assert (needs_surveillance(jackpot, over), needs_surveillance(jackpot, over + 1)) == (False, True)


@pytest.mark.clause("JP-14", "JP-29")
def test_claims_behind_one_that_ends_are_priced_and_held_anew(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 10), Fraction(1, 100)))
    prizes = accounts.of("J", "prizes")

    def held() -> int:
        return pit.store.account(prizes).credits_pending // 1_000_000

    pit.deal([1, 5])
    left, right = pit.mark(1, TENTH), pit.mark(5, FULL)
    assert (pit.desk.claim(left).cents, held()) == (20_000, 220_020)
    pit.desk.reject(right, SUPERVISOR, "a flush")
    assert (pit.desk.claim(left).cents, held()) == (20_002, 20_002)
    right = pit.mark(5, FULL)
    pit.win(right)
    assert (pit.desk.claim(left).cents, held()) == (20_000, 20_000)
    pit.win(left)
    assert (held(), check_books(pit.store)) == (0, [])


@pytest.mark.clause("JP-16", "JP-31")
def test_a_dealers_card_completes_nothing(pit: Pit) -> None:
    pit.progressive()
    pit.deal()
    claim = pit.mark(1, TENTH)
    pit.desk.confirm(claim, SUPERVISOR)
    other = Person.of("dan", Role.DEALER)
    with pytest.raises(PitbossError, match="may not complete"):
        pit.desk.complete(claim, other)
    pit.desk.complete(claim, SUPERVISOR)


@pytest.mark.clause("HR-14", "JP-32")
def test_surveillance_names_a_winner_whom_nobody_had_named(pit: Pit) -> None:
    pit.progressive(settings=replace(SETTINGS, seed_cents=500_000))
    pit.desk.start_game("T1", [1], [1], DEALER)
    claim = pit.mark(1, FULL)
    cents = pit.desk.claim(claim).cents
    pit.desk.confirm(claim, SUPERVISOR)
    with pytest.raises(IllegalAction, match=r"player for claim .* and the player's name\."):
        pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, cents, " "))
    with pytest.raises(IllegalAction, match="payout for claim"):
        pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, cents + 1, "Pat"))
    with pytest.raises(PitbossError):
        pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, cents, SUPERVISOR.id))
    seen = pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, cents, " Pat ")).payload
    assert "Pat" in str(seen) and pit.desk.complete(claim, SUPERVISOR).payload["prize_cents"] == cents
    assert pit.desk.award(claim).player == "Pat"


@pytest.mark.clause("HR-15", "JP-08")
def test_a_check_is_due_after_so_many_hours_and_a_house_prize_leaves_no_bank(pit: Pit) -> None:
    pit.house(cents=500_100)
    pit.deal([1])
    claim = pit.mark(1, FULL)
    pit.win(claim)
    paid = pit.desk.pay(claim, CASHIER, by_check=True)
    signed = pit.desk.award(claim).paid
    assert signed is not None
    hours = pit.desk.jackpot("H").controls.check_hours
    assert paid.payload["check_due_us"] - signed.at_us == hours * 60 * 60 * 1_000_000
    assert pit.store.account(accounts.of("H", "bank")).debits == 0
    assert pit.store.account(accounts.of("H", "prizes")).credit_balance == 0

"""A claim's state machine, what is held for it, and who signs (JP-14, JP-29 to JP-33)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.errors import IllegalAction, NotAllowed, PitbossError
from pitboss.jackpot import MeterSettings, Reason, books
from pitboss.jackpot.awards import Witnessed
from pitboss.jackpot.claims import NEXT, OPEN, Step, check_turn, left_by
from pitboss.jackpot.records import MeterView, State
from pitboss.people.acts import ACTS, Act, apart
from pitboss.people.person import Person
from tests.jackpot.pit import (
    CASHIER,
    CONTROLS,
    DEALER,
    EXECUTIVE,
    OWNER,
    SUPERVISOR,
    SURVEILLANCE,
    Pit,
)

FULL, TENTH, FIXED = "seven-card-straight-flush", "five-aces", "full-house"
CENT = 1_000_000
ROOT = Path(__file__).parents[2]


def test_the_machine_has_no_dead_ends_and_no_way_back_from_the_end() -> None:
    reached = {State.MARKED} | {to for _, to in NEXT.items()}
    assert reached == set(State)
    ended = {State.PAID, State.TAKEN_OFF, State.REJECTED, State.BACKED_OUT, State.VOID}
    assert {state for state, _ in NEXT} == set(State) - ended
    assert set(OPEN) == {State.MARKED, State.CONFIRMED, State.SURVEILLED, State.READY}


@pytest.mark.parametrize("drawing", ["docs/jackpots.md", "src/pitboss/jackpot/claims.py"])
def test_the_machine_is_the_one_that_is_drawn(drawing: str) -> None:
    lines = (ROOT / drawing).read_text(encoding="utf-8").splitlines()
    steps = {step.name.lower().replace("_", " "): step for step in Step}
    drawn: dict[tuple[State, Step], State] = {}
    for line in (line for line in lines if re.match(r"[a-z, ]+ -+[a-z ]+-+>", line)):
        first, *rest = re.split(r"\s*-+([a-z ]+?)-+>\s*", line.strip())
        here = _states(first)
        for step, there in zip(rest[::2], map(_states, rest[1::2]), strict=True):
            ends = there * len(here) if len(there) == 1 else there
            drawn |= {(state, steps[step]): end for state, end in zip(here, ends, strict=True)}
            here = there
    assert drawn == NEXT


def _states(words: str) -> list[State]:
    """`marked, surveilled`, or all that is open; what follows two blanks is said beside the drawing."""
    named = re.split(r"\s{2,}", words)[0]
    return list(OPEN) if named == "marked to ready" else [State(name) for name in named.split(", ")]


@pytest.mark.clause("JP-16", "JP-30")
@pytest.mark.parametrize("meter", [True, False], ids=["off the meter", "from the tray"])
def test_every_step_from_every_state(pit: Pit, meter: bool) -> None:
    """Each state is reached by its own steps; there every act is tried: what the machine has works, the rest is
    refused and changes nothing."""
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 10)))
    hand = TENTH if meter else FIXED
    acts: dict[Step, Callable[[str], object]] = {
        Step.CONFIRM: lambda c: pit.desk.confirm(c, SUPERVISOR),
        Step.SURVEIL: lambda c: pit.desk.surveil(
            c, SURVEILLANCE, Witnessed(hand, 100, pit.desk.claim(c).cents, "guest-1")
        ),
        Step.COMPLETE: lambda c: pit.desk.complete(c, SUPERVISOR, key=f"{c}/{pit.clock()}"),
        Step.PAY: lambda c: pit.desk.pay(c, CASHIER) if meter else pit.desk.end_game("T1", DEALER),
        Step.TAKE_OFF: lambda c: pit.desk.press("T1", 1, hand, DEALER),
        Step.REJECT: lambda c: pit.desk.reject(c, SUPERVISOR, "not the hand"),
        Step.BACK_OUT: lambda c: pit.desk.back_out(c, EXECUTIVE, OWNER, "misread"),
        Step.VOID: lambda c: pit.desk.void_game("T1", SUPERVISOR, "misdeal"),
    }
    own = {Step.CONFIRM, Step.COMPLETE, Step.BACK_OUT} if not meter else set()
    roads: dict[State, tuple[Step, ...]] = {State.MARKED: ()}
    while True:
        further = {
            to: (*roads[state], step)
            for (state, step), to in NEXT.items()
            if state in roads and step in acts and step not in own and to not in roads
            and not (meter and step is Step.PAY and state is not State.COMPLETED)
        }  # fmt: skip
        if not further:
            break
        roads |= further
    assert set(roads) >= (set(State) if meter else {State.MARKED, State.SURVEILLED, State.PAID, State.VOID})
    for state, road in roads.items():
        for step, act in acts.items():
            pit.deal([1])
            claim = pit.mark(1, hand)
            for done in road:
                acts[done](claim)
            assert pit.desk.claim(claim).state is state
            running = (game := pit.desk.game("T1")) is not None and game.running
            allowed = (state, step) in NEXT and step not in own
            if meter and step is Step.PAY:
                allowed = state is State.COMPLETED
            if step in (Step.TAKE_OFF, Step.VOID) and state in (
                State.TAKEN_OFF,
                State.REJECTED,
                State.BACKED_OUT,
            ):
                # the spot is free again: the button marks anew, and the game can be void; the old claim stays ended
                acts[step](claim)
                assert pit.desk.claim(claim).state is state
            elif allowed:
                act(claim)
                assert pit.desk.claim(claim).state is NEXT[state, step]
            elif not meter and step is Step.PAY and running:
                act(claim)
            else:
                with pytest.raises(PitbossError):
                    act(claim)
                assert pit.desk.claim(claim).state is state
            _clear(pit)


def _clear(pit: Pit) -> None:
    """Whatever stands at the table is brought to its end."""
    for id in pit.desk.open_claims("J"):
        pit.desk.reject(id, SUPERVISOR, "the end")
    for award in pit.desk.unpaid("J"):
        pit.desk.pay(award.id, CASHIER)
    game = pit.desk.game("T1")
    if game is not None and game.running:
        pit.end()


# what is held


def held(pit: Pit) -> int:
    return pit.store.account("jackpot/J/prizes").credits_pending // CENT


@pytest.mark.clause("JP-29")
def test_a_marked_claim_locks_what_it_will_be_paid(pit: Pit) -> None:
    """$50,000 went off the meter between confirmation and card."""
    pit.progressive(tables=("T1", "T2"), settings=MeterSettings(6_000_000, Fraction(1, 10), Fraction(1, 50)))
    pit.deal([1, 2])
    claim = pit.mark(1, FULL)
    due = pit.desk.claim(claim).cents
    assert (due, held(pit)) == (6_000_020, 6_000_020)
    pit.desk.confirm(claim, SUPERVISOR)
    for reason, facts in (
        (Reason.MALFUNCTION, {"cents": -5_000_000}),
        (Reason.SEED_RECOVERY, {"cents": 100}),
        (Reason.GROSS_RECEIPTS, {"cents": 1, "source": "reserve"}),
        (Reason.AMOUNT_WON, {"cents": 100}),
    ):
        with pytest.raises(IllegalAction, match=r"is open; \$60,000\.20 are held for it.*JP-29"):
            pit.adjust("J", reason, "x", **facts)
    with pytest.raises(IllegalAction, match="has open claims"):
        pit.desk.retire("J", EXECUTIVE, OWNER)
    pit.round([1, 2, 3], "T2")
    assert pit.desk.claim(claim).cents == due, "contributions go on, for the next winner"
    pit.watch(claim, due)
    assert pit.desk.complete(claim, EXECUTIVE).payload["prize_cents"] == due
    assert held(pit) == 0


@pytest.mark.clause("JP-14", "JP-29")
def test_several_awards_are_held_in_the_order_of_payment(pit: Pit) -> None:
    """What is due follows JP-14 from the mark on, and changes with the order."""
    pit.progressive(tables=("T1", "T2"), settings=MeterSettings(200_000, Fraction(1, 10), Fraction(1, 100)))
    pit.deal([1, 3, 5])
    left = pit.mark(1, TENTH)
    assert pit.desk.claim(left).cents == 20_003
    pit.desk.confirm(left, SUPERVISOR)
    pit.watch(left, 20_003)
    assert pit.desk.claim(left).state is State.READY
    right = pit.mark(5, FULL)
    assert pit.desk.open_claims("J") == [right, left]
    assert (pit.desk.claim(right).cents, pit.desk.claim(left).cents) == (200_030, 20_000)
    assert pit.desk.claim(left).state is State.CONFIRMED, "surveillance saw another amount and looks again"
    assert held(pit) == 220_030
    with pytest.raises(IllegalAction, match="comes before"):
        pit.desk.complete(left, SUPERVISOR)
    middle = pit.mark(3, FULL)
    assert [pit.desk.claim(id).cents for id in (right, middle, left)] == [200_030, 200_003, 20_000]
    pit.desk.press("T1", 3, FULL, DEALER)
    assert pit.win(right) == 200_030
    assert pit.desk.claim(left).cents == 20_000
    pit.desk.complete(left, SUPERVISOR)
    assert held(pit) == 0 and pit.end() == []


@pytest.mark.clause("JP-30")
def test_after_a_signature_only_a_rejection_with_a_reason_ends_a_claim(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    claim = pit.mark(1, TENTH)
    pit.desk.confirm(claim, SUPERVISOR)
    with pytest.raises(IllegalAction, match=r"is confirmed.*JP-30.*a supervisor's rejection, with a reason"):
        pit.desk.press("T1", 1, TENTH, DEALER)
    with pytest.raises(IllegalAction, match="JP-04"):
        pit.end()
    with pytest.raises(NotAllowed, match="may not reject"):
        pit.desk.reject(claim, DEALER, "x")
    with pytest.raises(PitbossError, match="says why"):
        pit.desk.reject(claim, SUPERVISOR, " ")
    pit.desk.reject(claim, SUPERVISOR, "four aces and a king")
    assert (pit.desk.claim(claim).reason, held(pit)) == ("four aces and a king", 0)
    assert pit.mark(1, FIXED), "the right hand can be marked"
    assert pit.end() == [{"spot": 1, "for": FIXED, "cents": 400, "jackpot": "J"}]


@pytest.mark.clause("JP-18", "JP-30")
def test_after_a_back_out_in_mid_game_the_right_hand_is_marked(pit: Pit) -> None:
    """The spot was dead."""
    pit.progressive()
    pit.deal([1, 2])
    wrong = pit.mark(2, FULL)
    pit.win(wrong)
    pit.desk.back_out(wrong, EXECUTIVE, OWNER, "misread")
    assert pit.shows() == 200_037
    right = pit.mark(2, TENTH)
    assert pit.win(right) == 20_003
    pit.end()


@pytest.mark.clause("JP-29")
def test_a_back_out_gives_the_claims_behind_it_what_they_would_have_had(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    first = pit.mark(2, FULL)
    second = pit.mark(1, FULL)
    pit.win(first)
    assert pit.desk.claim(second).cents == 200_004
    pit.desk.back_out(first, EXECUTIVE, OWNER, "misread")
    assert pit.desk.claim(second).cents == 200_037
    assert pit.win(second) == 200_037


# who signs


@pytest.mark.clause("JP-31", "HR-14")
def test_no_person_signs_two_parts_of_a_large_award(pit: Pit) -> None:
    """One person under several roles."""
    everything = Person.of("max", "dealer", "supervisor", "executive", "surveillance", "cashier")
    pit.progressive(settings=MeterSettings(2_000_000))
    pit.deal([1])
    claim = str(pit.desk.press("T1", 1, FULL, everything).payload["claim"])
    seen = Witnessed(FULL, 100, 2_000_000, "guest-1")
    with pytest.raises(NotAllowed, match="for surveillance takes another person than to press"):
        pit.desk.surveil(claim, everything, seen)
    with pytest.raises(NotAllowed, match=r"confirm an award takes another person than to press.*max is one"):
        pit.desk.confirm(claim, everything)
    pit.desk.confirm(claim, OWNER)
    pit.desk.surveil(claim, SURVEILLANCE, seen)
    with pytest.raises(NotAllowed, match="takes another person than to press a hand's button; max is one"):
        pit.desk.complete(claim, Person.of("max", "executive", name="Max"))
    with pytest.raises(NotAllowed, match="executive's card takes another person than to confirm an award"):
        pit.desk.complete(claim, OWNER)
    with pytest.raises(NotAllowed, match=r"than to confirm a payout for surveillance.*HR-14"):
        pit.desk.complete(claim, Person.of("cam", "executive"))
    pit.desk.complete(claim, EXECUTIVE)
    with pytest.raises(NotAllowed, match=r"To pay a prize.*HR-14"):
        pit.desk.pay(claim, Person.of("cam", "cashier"))
    with pytest.raises(NotAllowed, match="To pay a prize takes another person than to complete an award"):
        pit.desk.pay(claim, EXECUTIVE)
    pit.desk.pay(claim, CASHIER)


@pytest.mark.clause("JP-31", "JP-16")
@pytest.mark.parametrize("done", [Act.START_GAME, Act.PRESS])
def test_nobody_takes_a_small_award_through_alone(pit: Pit, done: Act) -> None:
    """A supervisor's own START GAME or mark is another's to confirm, to complete and to end; a completed prize is
    another's to pay, however small it is."""
    pit.progressive(settings=MeterSettings(100_000))
    sam, una = SUPERVISOR, Person.of("una", "supervisor")
    pit.desk.start_game("T1", [1], [1], sam if done is Act.START_GAME else DEALER)
    marks = sam if done is Act.PRESS else DEALER
    claim = str(pit.desk.press("T1", 1, TENTH, marks).payload["claim"])
    assert pit.desk.claim(claim).cents < CONTROLS.surveillance_over_cents
    alone = f"takes another person than to {ACTS[done].does}; sam is one"
    with pytest.raises(NotAllowed, match=alone):
        pit.desk.confirm(claim, sam)
    pit.desk.confirm(claim, una)
    with pytest.raises(NotAllowed, match=alone):
        pit.desk.complete(claim, sam)
    pit.desk.complete(claim, una)
    with pytest.raises(NotAllowed, match="To end a game takes another person than to confirm an award; una"):
        pit.desk.end_game("T1", una)
    pit.desk.end_game("T1", sam)
    with pytest.raises(
        NotAllowed, match="To pay a prize takes another person than to complete an award; una"
    ):
        pit.desk.pay(claim, una)
    pit.desk.pay(claim, CASHIER, player="Pat")


@pytest.mark.clause("JP-31")
def test_an_amount_booked_by_hand_is_paid_by_a_third(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(100_000))
    award = pit.adjust("J", Reason.AMOUNT_WON, "power cut", cents=5_000, player="Pat").payload["award"]
    for signer in (EXECUTIVE, OWNER):
        with pytest.raises(NotAllowed, match="To pay a prize takes another person than to adjust a meter"):
            pit.desk.pay(award, signer)
    pit.desk.pay(award, CASHIER)


@pytest.mark.clause("JP-31")
def test_every_cell_of_who_may_not_do_two_steps_of_a_claim() -> None:
    """Each step against each other one that its person may have done."""
    for act, rule in ACTS.items():
        for other in Act:
            by = Person("x", rule.roles)
            if other in rule.apart:
                with pytest.raises(NotAllowed, match="x is one"):
                    apart(act, by, [(other, "x")])
            else:
                apart(act, by, [(other, "x")])
            apart(act, by, [(other, "y")])
    assert {act for act in ACTS if ACTS[act].apart} == {
        Act.CONFIRM, Act.COMPLETE, Act.COMPLETE_LARGE, Act.SURVEIL, Act.END_GAME, Act.PAY
    }  # fmt: skip


@pytest.mark.clause("JP-31", "HR-14")
def test_an_amount_won_outside_the_keypad_takes_two_and_surveillance(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(2_000_000))
    facts = {"cents": 800_000, "player": "Pat"}
    with pytest.raises(NotAllowed, match="takes two people"):
        pit.adjust("J", Reason.AMOUNT_WON, "power cut", second=None, **facts)
    with pytest.raises(IllegalAction, match=r"\$8,000 is over \$3,000.*HR-14"):
        pit.adjust("J", Reason.AMOUNT_WON, "power cut", **facts)
    with pytest.raises(NotAllowed, match="see and sign"):
        pit.adjust("J", Reason.AMOUNT_WON, "x", surveillance=Person.of("eve", "surveillance"), **facts)
    award = pit.adjust("J", Reason.AMOUNT_WON, "power cut", surveillance=SURVEILLANCE, **facts).payload[
        "award"
    ]
    page = pit.desk.win_page(award).to_json()
    assert (page["Player"], page["Second signature"]) == ("Pat", "oma (executive)")
    assert pit.desk.jackpot("J").meter("meter").seed_units == 1_200_000 * CENT


# funds


@pytest.mark.clause("JP-33", "HR-10")
def test_seed_recovery_and_retirement_never_touch_the_players_money(pit: Pit) -> None:
    """Seed $10,000, half won, $9,905 recovered."""
    pit.progressive(pay_table="FUPGPP-WA01", settings=MeterSettings(1_000_000, Fraction(1)))
    pit.progressive("K", tables=("T2",))
    pit.round(range(1, 6))
    pit.deal([1])
    prize = pit.win(pit.mark(1, "royal-flush-royal-match"))
    pit.end()
    assert prize == 500_300
    with pytest.raises(IllegalAction, match=r"\$4,997 of seed money is on meter"):
        pit.adjust("J", Reason.SEED_RECOVERY, "all of it", cents=990_500)
    with pytest.raises(IllegalAction, match=r"is won and not paid.*JP-33"):
        pit.desk.retire("J", EXECUTIVE, OWNER, into="K")
    for award in pit.desk.unpaid("J"):
        pit.desk.pay(award.id, CASHIER)
    moved = pit.desk.retire("J", EXECUTIVE, OWNER, into="K").payload
    assert (moved["moved_cents"], moved["seeds_cents"]) == (600, 499_700)
    received = pit.store.events("jackpot/K", newest_first=True)[0]
    assert (received.kind, received.payload["cents"]) == ("received", 600)


@pytest.mark.clause("JP-33", "HR-10")
def test_the_account_covers_what_is_owed_and_has_a_way_back(pit: Pit) -> None:
    """prizes due are owed; a paid prize leaves the others covered; deposits have a ceiling and a way back."""
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 2), Fraction(1, 2)))
    pit.round([1, 2, 3])
    pit.deal([1])
    claim = pit.mark(1, TENTH)
    prize = pit.win(claim)
    owed = 400 + prize
    with pytest.raises(IllegalAction, match="JP-33"):
        pit.desk.deposit("J", owed + 1, EXECUTIVE)
    assert pit.desk.deposit("J", owed, EXECUTIVE).payload["owed_cents"] == owed
    assert pit.desk.count_funds("J", owed - 1, SUPERVISOR).payload["shortfall_cents"] == 1
    with pytest.raises(IllegalAction, match=r"The books have .* more.*HR-10.*a deposit on record first"):
        pit.desk.count_funds("J", owed + 1, SUPERVISOR)
    assert pit.desk.jackpot("J").suspended_for == "shortfall of $0.01"
    pit.desk.count_funds("J", owed, SUPERVISOR, CASHIER)
    pit.desk.pay(claim, CASHIER)
    assert pit.account("jackpot/J/bank") == 400
    pit.end()
    pit.adjust("J", Reason.GROSS_RECEIPTS, "audit 7", cents=150, source="reserve")
    with pytest.raises(NotAllowed, match="takes two people"):
        pit.desk.withdraw("J", 150, EXECUTIVE, EXECUTIVE, "too much")
    with pytest.raises(IllegalAction, match=r"holds \$1\.50 more than is owed"):
        pit.desk.withdraw("J", 151, EXECUTIVE, OWNER, "too much")
    pit.desk.withdraw("J", 150, EXECUTIVE, OWNER, "display ran ahead")
    assert pit.account("jackpot/J/bank") == 250


@pytest.mark.clause("HR-15")
def test_a_prize_by_check(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(600_000), controls=replace(CONTROLS, executive_from_cents=10**9))
    pit.deal([1, 2])
    small, large = pit.mark(2, TENTH), pit.mark(1, FULL)
    pit.win(small)
    pit.win(large)
    with pytest.raises(IllegalAction, match=r"no claim to a check.*HR-15"):
        pit.desk.pay(small, CASHIER, by_check=True)
    assert pit.desk.pay(large, CASHIER, by_check=True).payload["check_due_us"]
    assert "UTC" in pit.desk.win_page(large).to_json()["Check due"]


@pytest.mark.clause("HR-15")
@pytest.mark.parametrize("cents", [500_000, 500_001])
def test_a_check_is_for_winnings_above_5000(pit: Pit, cents: int) -> None:
    pit.progressive(settings=MeterSettings(cents), controls=replace(CONTROLS, executive_from_cents=10**9))
    pit.deal([1])
    claim = pit.mark(1, FULL)
    assert pit.win(claim) == cents
    if cents > 500_000:
        assert pit.desk.pay(claim, CASHIER, by_check=True).payload["check_due_us"]
        return
    with pytest.raises(IllegalAction, match=r"\$5,000 in winnings give no claim to a check.*HR-15"):
        pit.desk.pay(claim, CASHIER, by_check=True)


@pytest.mark.clause("JP-08", "JP-14")
@pytest.mark.parametrize(("progressive", "meter"), [(True, None), (False, "meter"), (False, None)])
def test_who_takes_nothing_from_a_meter_has_no_turn(progressive: bool, meter: str | None) -> None:
    """Nothing is even looked up."""
    jackpot: Any = SimpleNamespace(progressive=progressive)
    claim: Any = SimpleNamespace(meter=meter)
    nothing: Any = None
    check_turn(nothing, jackpot, claim)


@pytest.mark.clause("JP-12")
def test_the_meter_as_an_award_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    view, settings = MeterView(50, 40, 10), MeterSettings(1)
    assert left_by(view, 20, False, settings, 100) == MeterView(30, 40, 10)
    assert left_by(view, 60, False, settings, 100) == MeterView(0, 40, 10), "never less than nothing"
    plan = books.Restart(seed=100, reserve=20, overflow=3, reserve_overflow=7)
    monkeypatch.setattr(books, "planned_restart", lambda *_: plan)
    assert left_by(view, 45, True, settings, 100) == MeterView(5 + 100 + 20 + 3, 40 - 20 - 7, 10 - 3 + 7)

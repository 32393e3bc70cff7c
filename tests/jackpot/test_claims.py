"""A claim's state machine, what is held for it, and who signs (JP-14, JP-29 to JP-33)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.core.errors import IllegalAction, NotAllowed, PitbossError
from pitboss.jackpots import MeterSettings, Reason, postings
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.claims import ENDS, NEXT, OPEN, Step, after, check_turn, left_by
from pitboss.jackpots.documents import MeterView, State
from pitboss.people.person import Person
from pitboss.people.rights import ACTS, Act, apart
from tests.jackpot.pit import CONTROLS, FIXED, FULL, TENTH, Pit
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, OWNER, SUPERVISOR, SURVEILLANCE
from tests.refusals import refused

CENT = 1_000_000
ROOT = Path(__file__).parents[2]


def test_the_machine_has_no_dead_ends_and_no_way_back_from_the_end() -> None:
    reached = {State.MARKED} | {to for _, to in NEXT.items()}
    assert reached == set(State)
    ended = {State.PAID, State.TAKEN_OFF, State.REJECTED, State.BACKED_OUT, State.VOID}
    assert {state for state, _ in NEXT} == set(State) - ended
    assert set(OPEN) == {State.MARKED, State.CONFIRMED, State.SURVEILLED, State.READY}


@pytest.mark.parametrize("drawing", ["docs/jackpots.md", "src/pitboss/jackpots/claims.py"])
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
        Step.SURVEIL: lambda c: pit.watch(c, pit.desk.claim(c).cents),
        Step.COMPLETE: lambda c: pit.desk.complete(c, SUPERVISOR, key=f"{c}/{pit.clock()}"),
        Step.PAY: lambda c: pit.desk.pay(c, CASHIER) if meter else pit.desk.end_game("T1", DEALER),
        Step.TAKE_OFF: lambda c: pit.desk.press("T1", 1, hand, DEALER),
        Step.REJECT: lambda c: pit.desk.reject(c, SUPERVISOR, "not the hand"),
        Step.BACK_OUT: pit.back_out,
        Step.VOID: lambda c: pit.void(),
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
            free = state in (State.TAKEN_OFF, State.REJECTED, State.BACKED_OUT)
            if free and step in (Step.TAKE_OFF, Step.VOID):
                # the spot is free again: the button marks anew, and the game can be void; the old claim stays ended
                acts[step](claim)
                assert pit.desk.claim(claim).state is state
            elif allowed:
                act(claim)
                assert pit.desk.claim(claim).state is NEXT[state, step]
            elif not meter and step is Step.PAY and running:
                act(claim)
            else:
                refused(PitbossError)(act, claim)
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


@pytest.mark.clause("JP-29")
def test_a_marked_claim_locks_what_it_will_be_paid(pit: Pit) -> None:
    """$50,000 went off the meter between confirmation and card."""
    pit.progressive(tables=("T1", "T2"), settings=MeterSettings(6_000_000, Fraction(1, 10), Fraction(1, 50)))
    claim = pit.dealt(FULL, 1, [1, 2])
    due = pit.desk.claim(claim).cents
    assert (due, pit.held()) == (6_000_020, 6_000_020)
    pit.desk.confirm(claim, SUPERVISOR)
    locked = refused(IllegalAction, r"is open; \$60,000\.20 are held for it.*JP-29")
    locked(pit.adjust, "J", Reason.MALFUNCTION, "x", cents=-5_000_000)
    locked(pit.adjust, "J", Reason.SEED_RECOVERY, "x", cents=100)
    locked(pit.adjust, "J", Reason.GROSS_RECEIPTS, "x", cents=1, source="reserve")
    locked(pit.adjust, "J", Reason.AMOUNT_WON, "x", cents=100)
    refused(IllegalAction, "has open claims")(pit.desk.retire, "J", EXECUTIVE, OWNER)
    pit.round([1, 2, 3], "T2")
    assert pit.desk.claim(claim).cents == due, "contributions go on, for the next winner"
    pit.watch(claim, due)
    assert pit.desk.complete(claim, EXECUTIVE).payload["prize_cents"] == due
    assert pit.held() == 0


@pytest.mark.clause("JP-14", "JP-29")
def test_several_awards_are_held_in_the_order_of_payment(pit: Pit) -> None:
    """What is due follows JP-14 from the mark on, and changes with the order."""
    pit.progressive(tables=("T1", "T2"), settings=MeterSettings(200_000, Fraction(1, 10), Fraction(1, 100)))
    left = pit.dealt(TENTH, 1, [1, 3, 5])
    assert pit.desk.claim(left).cents == 20_003
    pit.desk.confirm(left, SUPERVISOR)
    pit.watch(left, 20_003)
    assert pit.desk.claim(left).state is State.READY
    right = pit.mark(5, FULL)
    assert pit.due() == {right: 200_030, left: 20_000}
    assert pit.desk.claim(left).state is State.CONFIRMED, "surveillance saw another amount and looks again"
    assert pit.held() == 220_030
    refused(IllegalAction, "comes before")(pit.desk.complete, left, SUPERVISOR)
    middle = pit.mark(3, FULL)
    assert pit.due() == {right: 200_030, middle: 200_003, left: 20_000}
    pit.desk.press("T1", 3, FULL, DEALER)
    assert (pit.win(right), pit.due()) == (200_030, {left: 20_000})
    pit.desk.complete(left, SUPERVISOR)
    assert pit.held() == 0 and pit.end() == []


@pytest.mark.clause("JP-30")
def test_after_a_signature_only_a_rejection_with_a_reason_ends_a_claim(pit: Pit) -> None:
    pit.progressive()
    claim = pit.dealt(TENTH, 1, [1, 2])
    pit.desk.confirm(claim, SUPERVISOR)
    refused(IllegalAction, r"is confirmed.*JP-30.*a supervisor's rejection, with a")(pit.mark, 1, TENTH)
    refused(IllegalAction, "JP-04")(pit.end)
    refused(PitbossError, "says why")(pit.desk.reject, claim, SUPERVISOR, " ")
    pit.desk.reject(claim, SUPERVISOR, "four aces and a king")
    assert (pit.desk.claim(claim).reason, pit.held()) == ("four aces and a king", 0)
    assert pit.mark(1, FIXED), "the right hand can be marked"
    assert pit.end() == [{"spot": 1, "for": FIXED, "cents": 400, "jackpot": "J"}]


@pytest.mark.clause("JP-18", "JP-29", "JP-30")
def test_a_back_out_gives_the_claims_behind_it_what_they_would_have_had(pit: Pit) -> None:
    """And in mid-game its spot is free for the right hand."""
    pit.progressive()
    first = pit.dealt(FULL, 2, [1, 2])
    second = pit.mark(1, FULL)
    pit.win(first)
    assert pit.due() == {second: 200_004}
    pit.back_out(first)
    assert pit.due() == {second: 200_037}
    assert pit.win(pit.mark(2, TENTH)) == 20_003
    assert pit.win(second) == 180_034
    pit.end()


# who signs


@pytest.mark.clause("JP-31", "HR-14")
def test_no_person_signs_two_parts_of_a_large_award(pit: Pit) -> None:
    """One person under several roles."""
    everything = Person.of("max", "dealer", "supervisor", "executive", "surveillance", "cashier")
    pit.progressive(settings=MeterSettings(2_000_000))
    pit.deal([1])
    claim = str(pit.desk.press("T1", 1, FULL, everything).payload["claim"])
    seen = Witnessed(FULL, 100, 2_000_000, "guest-1")
    desk, than = pit.desk, "takes another person than to"
    refused(NotAllowed, f"for surveillance {than} press")(desk.surveil, claim, everything, seen)
    refused(NotAllowed, f"confirm an award {than} press.*max is one")(desk.confirm, claim, everything)
    desk.confirm(claim, OWNER)
    desk.surveil(claim, SURVEILLANCE, seen)
    max_too, cam = Person.of("max", "executive", name="Max"), Person.of("cam", "executive", "cashier")
    refused(NotAllowed, f"{than} press a hand's button; max is one")(desk.complete, claim, max_too)
    refused(NotAllowed, f"executive's card {than} confirm an award")(desk.complete, claim, OWNER)
    refused(NotAllowed, "than to confirm a payout for surveillance.*HR-14")(desk.complete, claim, cam)
    desk.complete(claim, EXECUTIVE)
    refused(NotAllowed, "To pay a prize.*HR-14")(desk.pay, claim, cam)
    refused(NotAllowed, f"To pay a prize {than} complete an award")(desk.pay, claim, EXECUTIVE)
    desk.pay(claim, CASHIER)


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
    alone, desk = refused(NotAllowed, f"takes another person than to {ACTS[done].does}; sam is one"), pit.desk
    alone(desk.confirm, claim, sam)
    desk.confirm(claim, una)
    alone(desk.complete, claim, sam)
    desk.complete(claim, una)
    refused(NotAllowed, "To end a game .* than to confirm an award; una")(desk.end_game, "T1", una)
    desk.end_game("T1", sam)
    refused(NotAllowed, "To pay a prize .* than to complete an award; una")(desk.pay, claim, una)
    desk.pay(claim, CASHIER, player="Pat")


@pytest.mark.clause("JP-31")
def test_every_cell_of_who_may_not_do_two_steps_of_a_claim() -> None:
    """Each step against each other one that its person may have done."""
    for act, rule in ACTS.items():
        for other in Act:
            by = Person("x", rule.roles)
            if other in rule.apart:
                refused(NotAllowed, "x is one")(apart, act, by, [(other, "x")])
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
    book = partial(pit.adjust, "J", Reason.AMOUNT_WON, "power cut", **facts)
    refused(IllegalAction, r"\$8,000 is over \$3,000.*HR-14")(book)
    refused(NotAllowed, "see and sign")(book, surveillance=Person.of("eve", "surveillance"))
    award = book(surveillance=SURVEILLANCE).payload["award"]
    page = pit.desk.win_page(award).to_json()
    assert (page["Player"], page["Second signature"]) == ("Pat", "oma (executive)")
    assert pit.meter().seed_units == 1_200_000 * CENT
    for signer in (EXECUTIVE, OWNER):
        refused(NotAllowed, "To pay a prize .* than to adjust a meter")(pit.desk.pay, award, signer)
    pit.desk.pay(award, CASHIER)


# funds


@pytest.mark.clause("JP-33", "HR-10")
def test_seed_recovery_and_retirement_never_touch_the_players_money(pit: Pit) -> None:
    """Seed $10,000, half won, $9,905 recovered."""
    pit.progressive(pay_table="FUPGPP-WA01", settings=MeterSettings(1_000_000, Fraction(1)))
    pit.progressive("K", tables=("T2",))
    pit.round(range(1, 6))
    assert pit.win(pit.dealt("royal-flush-royal-match")) == 500_300
    pit.end()
    left = refused(IllegalAction, r"\$4,997 of seed money is on meter")
    left(pit.adjust, "J", Reason.SEED_RECOVERY, "all of it", cents=990_500)
    refused(IllegalAction, r"is won and not paid.*JP-33")(pit.desk.retire, "J", EXECUTIVE, OWNER, into="K")
    (award,) = pit.desk.unpaid("J")
    pit.desk.pay(award.id, CASHIER)
    moved = pit.desk.retire("J", EXECUTIVE, OWNER, into="K", approval="letter 7").payload
    assert (moved["moved_cents"], moved["seeds_cents"]) == (600, 499_700)
    received = pit.store.events("jackpot/K", newest_first=True)[0]
    assert (received.kind, received.payload["cents"]) == ("received", 600)


@pytest.mark.clause("JP-33", "HR-10")
def test_the_account_covers_what_is_owed_and_has_a_way_back(pit: Pit) -> None:
    """prizes due are owed; a paid prize leaves the others covered; deposits have a ceiling and a way back."""
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 2), Fraction(1, 2)))
    pit.round([1, 2, 3])
    claim = pit.dealt(TENTH)
    prize = pit.win(claim)
    owed = 400 + prize
    refused(IllegalAction, "JP-33")(pit.desk.deposit, "J", owed + 1, EXECUTIVE)
    assert pit.desk.deposit("J", owed, EXECUTIVE).payload["owed_cents"] == owed
    assert pit.desk.count_funds("J", owed - 1, SUPERVISOR).payload["shortfall_cents"] == 1
    more = refused(IllegalAction, r"The books have .* more.*HR-10.*a deposit on record first")
    more(pit.desk.count_funds, "J", owed + 1, SUPERVISOR)
    assert pit.desk.jackpot("J").suspended_for == "shortfall of $0.01"
    pit.desk.count_funds("J", owed, SUPERVISOR, CASHIER)
    pit.desk.pay(claim, CASHIER)
    assert pit.account("jackpot/J/bank") == 400
    pit.end()
    pit.adjust("J", Reason.GROSS_RECEIPTS, "audit 7", cents=150, source="reserve")
    spare = refused(IllegalAction, r"holds \$1\.50 more than is owed")
    spare(pit.desk.withdraw, "J", 151, EXECUTIVE, OWNER, "too much")
    pit.desk.withdraw("J", 150, EXECUTIVE, OWNER, "display ran ahead")
    assert pit.account("jackpot/J/bank") == 250


@pytest.mark.clause("HR-15")
@pytest.mark.parametrize("cents", [500_000, 500_001])
def test_a_check_is_for_winnings_above_5000(pit: Pit, cents: int) -> None:
    pit.progressive(settings=MeterSettings(cents), controls=replace(CONTROLS, executive_from_cents=10**9))
    claim = pit.won(FULL)
    by_check = partial(pit.desk.pay, claim, CASHIER, by_check=True)
    if cents > 500_000:
        assert by_check().payload["check_due_us"]
        assert "UTC" in pit.desk.win_page(claim).to_json()["Check due"]
    else:
        refused(IllegalAction, r"\$5,000 in winnings give no claim to a check.*HR-15")(by_check)


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
    plan = postings.Restart(seed=100, reserve=20, overflow=3, reserve_overflow=7)
    monkeypatch.setattr(postings, "planned_restart", lambda *_: plan)
    assert left_by(view, 45, True, settings, 100) == MeterView(5 + 100 + 20 + 3, 40 - 20 - 7, 10 - 3 + 7)


@pytest.mark.clause("JP-36")
def test_a_claim_that_is_open_again_goes_on_to_its_prize_only(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    claim = pit.desk.claim(pit.mark(1, TENTH))
    for state, step in ((state, step) for state, step in NEXT if state in OPEN):
        plain = replace(claim, state=state)
        again = replace(plain, reopened="fp-1.1.1.0")
        assert after(plain, step) is NEXT[state, step]
        if step not in ENDS:
            assert after(again, step) is NEXT[state, step]
            continue
        refused(IllegalAction, "open again after a back-out.*JP-36")(after, again, step)
    further = (*OPEN, State.COMPLETED, State.PAID)
    assert {step for state, step in NEXT if NEXT[state, step] not in further} == {*ENDS, Step.BACK_OUT}

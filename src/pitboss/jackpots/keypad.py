"""The dealer's keypad: START GAME, spot and hand buttons, END GAME (JP-02, JP-03, JP-04, JP-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pitboss.core.arguments import in_words, said
from pitboss.core.errors import BadInput, IllegalAction, IllegalWager
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.jackpots import funds, postings
from pitboss.jackpots.awards import end_claim
from pitboss.jackpots.claims import OPEN, Step, after, check_stays, price_and_hold, prize_of
from pitboss.jackpots.documents import (
    Claim,
    Contribution,
    Jackpot,
    KeypadGame,
    Signature,
    State,
    Table,
    enqueue,
    load,
    load_award,
    load_claim,
    load_game,
    load_table,
    queue_key,
    running_game,
    save_claim,
    save_game,
)
from pitboss.jackpots.events import (
    Due,
    HandPressed,
    KeypadGameEnded,
    KeypadGameStarted,
    KeypadGameVoided,
    Pay,
    of_table,
)
from pitboss.jackpots.model import Status, fixed_cents, line_of, shown_cents
from pitboss.jackpots.players import check_named, check_seated, spelled
from pitboss.jackpots.room_or_desk import Caller, check_by_hand, check_caller, console, not_checked
from pitboss.jackpots.tray import check_opened, count_alone, dues, owe, pay_dues, tray_cents
from pitboss.ledger import UNIT_PER_CENT, Unit
from pitboss.ledger.days import gambling_day
from pitboss.people.person import Person
from pitboss.people.rights import Act, allow, apart
from pitboss.sheets import Line

WAGER_TAKEN, WAGER_PAID = "wager-taken", "wager-paid"
"""what a tray moves for (HR-17)"""


@dataclass(frozen=True, slots=True)
class Button:
    """A hand of the keypad, as printed, with what it pays at the fixed wager (JP-01)."""

    hand: str
    text: str
    pays: str
    from_meter: bool
    envy_cents: Cents = 0
    percent: str = ""
    """of a line off a meter, with the meter"""
    meter: str = ""


def start_game(
    unit: Unit,
    table: str,
    lit: Mapping[str, Iterable[int]],
    base: Iterable[int],
    by: Person,
    now_us: int,
    *,
    players: Mapping[int, str] | None = None,
    caller: Caller = Caller.DESK,
) -> None:
    """Lock in the lit sensors, take the wagers and book the contribution. What is laid later counts for nothing: it
    is in no list (JP-03). A room has moved the chips from wallets to tray itself."""
    allow(Act.START_GAME, by)
    setup = load_table(unit.get, table)
    in_room = caller is Caller.ROOM
    if not in_room:
        check_by_hand(unit.get, table, "JP-03", console(table))
    last = load_game(unit.get, table) or KeypadGame(0, False)
    if last.running:
        where = " at the desk, where it was started" if in_room and not last.booked_outside else ""
        raise IllegalAction(
            f"Game {last.number} at {table} is not ended.", clause="JP-04", accepted=f"END GAME first{where}"
        )
    locked = {sensor: _spots(setup, sensor, spots) for sensor, spots in lit.items()}
    _check_base(table, locked, set(base))
    used = {sensor: load(unit.get, setup.sensors[sensor]) for sensor, spots in locked.items() if spots}
    names = spelled(players or {})
    check_opened(unit, table)
    if not in_room:
        check_seated(unit, setup, used.values(), players or {})
    game = KeypadGame(last.number + 1, True, locked, names, booked_outside=in_room)
    game = replace(game, started=Signature.of(by, now_us))
    taken_cents = {sensor: len(locked[sensor]) * jackpot.wager_cents for sensor, jackpot in used.items()}
    of_table(unit, table, by, KeypadGameStarted(table, game.number, locked, taken_cents, game.players))
    taken: dict[str, dict[str, Contribution]] = {}
    for sensor, jackpot in used.items():
        _check_open(unit, jackpot, now_us)
        taken[sensor] = postings.take_contributions(unit, jackpot, len(locked[sensor]))
    if not in_room:
        take_chips(unit, table, sum(taken_cents.values()))
    save_game(unit, table, replace(game, taken=taken))


def take_chips(unit: Unit, table: str, cents: Cents) -> None:
    """Wagers from the players at a table into its tray; what waited for chips is paid with them."""
    if cents:
        unit.open_account(postings.players(table))
        unit.transfer_cents(postings.players(table), postings.tray(table), cents, WAGER_TAKEN)
        pay_dues(unit, table)


def pay_chips(unit: Unit, table: str, pays: Iterable[Cents], by: Person) -> Cents:
    """Pays out of a tray, in order. It gives only what it has; the rest is due, and a fill is asked for (HR-34).
    Returns what is due."""
    tray, players = postings.tray(table), postings.players(table)
    unit.open_account(players)
    waiting: list[Due] = []
    for cents in filter(None, pays):
        if waiting or dues(unit.get, table) or cents > tray_cents(unit, table):
            waiting.append(Due(players, cents))
        else:
            unit.transfer_cents(tray, players, cents, WAGER_PAID)
    if waiting:
        owe(unit, table, waiting, str(by))
        pay_dues(unit, table)
    return sum(due.cents for due in dues(unit.get, table))


def _spots(setup: Table, sensor: str, spots: Iterable[int]) -> tuple[int, ...]:
    if sensor not in setup.sensors:
        raise BadInput(
            f"{setup.table} has no jackpot on the sensor {sensor!r}.",
            clause="JP-06",
            accepted=", ".join(setup.sensors) or "a table with a jackpot",
        )
    chosen = sorted(spots)
    if len(set(chosen)) != len(chosen) or not all(1 <= spot <= setup.spots for spot in chosen):
        raise BadInput(
            f"{chosen} are not spots of {setup.table}.",
            clause="JP-01",
            accepted=f"each spot once, 1 to {setup.spots}",
        )
    return tuple(chosen)


def _check_base(table: str, locked: Mapping[str, Iterable[int]], base: set[int]) -> None:
    bare = sorted({spot for spots in locked.values() for spot in spots} - base)
    if bare:
        raise IllegalWager(
            f"Spot {', '.join(map(str, bare))} at {table} has a jackpot wager but no base wager.",
            clause="JP-02",
            accepted="the base game's wager first, or no chip on the sensor",
        )


def _check_open(unit: Unit, jackpot: Jackpot, now_us: int) -> None:
    """No wagers on a jackpot that is not running, or whose money is not where it must be (HR-10)."""
    jackpot.must_be(Status.RUNNING, act="a wager", clause="HR-10" if jackpot.suspensions else "JP-03")
    if not jackpot.progressive:
        return
    days = gambling_day(unit)
    since = (days.of(now_us) - days.of(jackpot.covered_us or 0)).days
    if not since or funds.note_cover(unit, jackpot, now_us):
        return
    if since > jackpot.controls.deposit_days:
        short = postings.owed(unit, jackpot) - postings.in_bank(unit, jackpot.id)
        raise IllegalWager(
            f"{dollars(-(-short // UNIT_PER_CENT))} of the players' money on {jackpot.id} has not been "
            f"deposited within {jackpot.controls.deposit_days} days.",
            clause="HR-10",
            accepted="a deposit to the jackpot's own account first",
        )


def void_game(
    unit: Unit,
    table: str,
    by: Person,
    reason: str,
    second: Person | None = None,
    *,
    camera: str = "",
    caller: Caller = Caller.DESK,
) -> None:
    """A START GAME that should not have been: wagers back, contributions off the meters again, marks released. Not
    after an award of the game is signed (HR-33). Surveillance signs as well (HR-43)."""
    allow(Act.VOID_GAME, by, second)
    assert second is not None
    setup, game = load_table(unit.get, table), running_game(unit, table)
    check_caller(game, table, caller, "HR-33", console(table))
    why = said(reason, "Voiding a game", "HR-33")
    lit = {sensor: spots for sensor, spots in game.lit.items() if spots}
    jackpots = {sensor: setup.sensors[sensor] for sensor in lit}
    wager_cents = {sensor: load(unit.get, jackpot).wager_cents for sensor, jackpot in jackpots.items()}
    returned = {sensor: len(spots) * wager_cents[sensor] for sensor, spots in lit.items()}
    begun = of_table(
        unit,
        table,
        by,
        KeypadGameVoided(table, game.number, why, returned, second=second.id, camera=in_words(camera)),
    )
    for id in game.claims:
        claim = load_claim(unit.get, id)
        end_claim(
            unit, load(unit.get, claim.jackpot), replace(claim, state=after(claim, Step.VOID, clause="HR-33"))
        )
    for sensor, spots in lit.items():
        jackpot = load(unit.get, jackpots[sensor])
        postings.give_back_contributions(unit, jackpot, len(spots), game.taken.get(sensor, {}))
    if not game.booked_outside:
        due = pay_chips(unit, table, returned.values(), by)
        begun.amend(replace(begun.says, due_cents=due))
    save_game(unit, table, KeypadGame(game.number, False))


def press(
    unit: Unit,
    table: str,
    spot: int,
    hand: str,
    by: Person,
    now_us: int,
    *,
    sensor: str = "jackpot",
    folded: bool = False,
    completed_us: int | None = None,
    caller: Caller = Caller.DESK,
) -> None:
    """Mark a spot's hand, or take the mark off again (JP-15). The event says which, and whom to call."""
    allow(Act.PRESS, by)
    setup, game = load_table(unit.get, table), running_game(unit, table)
    check_caller(game, table, caller, "JP-15", console(table))
    if spot not in game.lit.get(sensor, ()):
        raise IllegalAction(
            f"Spot {spot} at {table} had no wager on the sensor {sensor!r} at START GAME.",
            clause="JP-03",
            accepted=f"spots {list(game.lit.get(sensor, ()))}",
        )
    jackpot = load(unit.get, setup.sensors[sensor])
    line = line_of(jackpot.table, hand)
    if folded and setup.options.get("folded_jackpot") == "lost":
        raise IllegalAction(f"Spot {spot} has folded.", clause="JP-19", accepted="hands that were played")
    marked = marked_claim(unit, game, sensor, spot)
    if marked is not None:
        _take_off(unit, jackpot, marked, hand, by)
        return
    claim = Claim(
        f"{table}.{game.number}.{spot}.{game.presses + 1}",
        jackpot.id,
        table,
        game.number,
        sensor,
        spot,
        line.hand,
        State.MARKED,
        0,
        Signature.of(by, now_us),
        completed_us or now_us,
        folded,
        game.players.get(spot, ""),
        started=game.started,
        by_hand=not game.booked_outside,
    )
    claim = _priced(unit, jackpot, claim, line)
    says = HandPressed(claim.id, True, hand, spot, claim.meter is not None, not_checked(claim))
    of_table(unit, table, by, says)
    save_game(unit, table, replace(game, claims=(*game.claims, claim.id), presses=game.presses + 1))
    save_claim(unit, claim)
    if claim.meter is not None:
        enqueue(unit, queue_key(jackpot.id), claim.id)
        if jackpot.progressive:
            price_and_hold(unit, jackpot, claim.meter)


def _priced(unit: Unit, jackpot: Jackpot, claim: Claim, line: Line) -> Claim:
    if not isinstance(line.pays, PercentOfMeter):
        return replace(claim, cents=fixed_cents(line, jackpot.wager_cents))
    claim = replace(claim, meter=line.pays.meter, share=line.pays.share)
    assert claim.meter is not None
    if not jackpot.progressive:
        return replace(claim, cents=prize_of(claim, jackpot.posted_cents[claim.meter]))
    seen = postings.view(unit, jackpot.id, claim.meter)
    return replace(claim, seen=seen, cents=prize_of(claim, shown_cents(seen.meter)))


def _take_off(unit: Unit, jackpot: Jackpot, claim: Claim, hand: str, by: Person) -> None:
    """The dealer's own, while nobody has signed it (JP-30)."""
    check_stays(claim)
    if claim.hand != hand:
        raise IllegalAction(
            f"Spot {claim.spot} is marked with {claim.hand}; one hand wins one line.",
            clause="JP-26",
            accepted=f"{claim.hand} again to take it off, then {hand}",
        )
    if claim.state is State.COMPLETED:
        raise IllegalAction(
            "The award of {claim} is final.",
            kind="award.final",
            facts={"claim": claim.id},
            clause="JP-18",
            accepted="a manual adjustment",
        )
    if claim.state is not State.MARKED:
        raise IllegalAction(
            "{claim} is {state}.",
            kind="claim.not-so-far",
            facts={"claim": claim.id, "state": claim.state.value},
            clause="JP-30",
            accepted="a supervisor's rejection, with a reason",
        )
    says = HandPressed(claim.id, False, hand, claim.spot, calls_supervisor=False)
    of_table(unit, claim.table, by, says)
    end_claim(unit, jackpot, replace(claim, state=after(claim, Step.TAKE_OFF)))


def end_game(
    unit: Unit,
    table: str,
    by: Person,
    now_us: int,
    *,
    second: Person | None = None,
    caller: Caller = Caller.DESK,
) -> None:
    """Pay fixed lines and envy from the tray and clear the keypad; meter awards must be completed (JP-04). `second`
    signs what is more than one person pays out by hand on a gambling day (HR-17)."""
    allow(Act.END_GAME, by)
    game = running_game(unit, table)
    check_caller(game, table, caller, "JP-04", console(table))
    claims = [load_claim(unit.get, claim) for claim in game.claims]
    jackpots = {claim.jackpot: load(unit.get, claim.jackpot) for claim in claims}
    for claim in claims:
        _check_finished(claim, jackpots[claim.jackpot])
        check_named(game, jackpots[claim.jackpot], claim)
        if claim.meter is not None:
            apart(Act.END_GAME, by, load_award(unit.get, claim.id).signed)
    pays: list[Pay] = []
    for claim in claims:
        if claim.meter is None:
            pays.append(Pay(claim.spot, claim.hand, claim.cents, claim.jackpot))
        pays += envy_pays(jackpots[claim.jackpot], game, claim)
    says = KeypadGameEnded(table, game.number, tuple(pays), second=str(second) if second else None)
    begun = of_table(unit, table, by, says)
    if caller is Caller.DESK:
        _check_alone(unit, pays, claims, list(jackpots.values()), by, second, now_us)
    for pay in pays:
        code = "envy" if pay.why.startswith("envy") else "fixed-pay"
        unit.transfer_cents(postings.of(pay.jackpot, "tray-pays"), postings.CASH, pay.cents, code)
    if not game.booked_outside:
        due = pay_chips(unit, table, [pay.cents for pay in pays], by)
        begun.amend(replace(begun.says, due_cents=due))
    for claim in claims:
        if claim.meter is None:
            save_claim(unit, replace(claim, state=after(claim, Step.PAY)))
    save_game(unit, table, KeypadGame(game.number, False))


def _check_alone(
    unit: Unit,
    pays: Iterable[Pay],
    claims: Iterable[Claim],
    jackpots: Iterable[Jackpot],
    by: Person,
    second: Person | None,
    now_us: int,
) -> None:
    """No cards tell at a table run by hand, so its pays count with what one person books alone; those that surveillance
    has seen have two signatures already."""
    seen = sum(claim.cents for claim in claims if claim.meter is None and claim.surveillance is not None)
    cents = sum(pay.cents for pay in pays) - seen
    most = min((jackpot.controls.surveillance_over_cents for jackpot in jackpots), default=0)
    if cents or second is not None:
        count_alone(unit, Act.BOOK_MORE_WAGERS, WAGER_PAID, cents, by, second, now_us, most=most)


def _check_finished(claim: Claim, jackpot: Jackpot) -> None:
    if claim.meter is not None:
        if claim.state in OPEN:
            raise IllegalAction(
                "The meter award of spot {spot} ({hand}) is not completed.",
                kind="award.not-completed",
                facts={"claim": claim.id, "spot": claim.spot, "hand": claim.hand},
                clause="JP-04",
                accepted="the supervisor's confirmation and card" + _or_else(claim),
            )
        return
    limit = jackpot.controls.surveillance_over_cents
    if claim.cents > limit and claim.surveillance is None:
        raise IllegalAction(
            f"{dollars(claim.cents)} for spot {claim.spot} is over {dollars(limit)}.",
            clause="HR-14",
            accepted="surveillance's confirmation of hand, wager, payout and player first",
        )


def _or_else(claim: Claim) -> str:
    """How a claim may end without a prize, for who waits for it."""
    if claim.reopened:
        return ""
    return ", or the hand button again to take it off" if claim.state is State.MARKED else ", or a rejection"


def envy_pays(jackpot: Jackpot, game: KeypadGame, claim: Claim) -> list[Pay]:
    """For a hand with envy, every other person with a jackpot wager, folded or not, once, at the lowest of the spots;
    in dollars that do not grow with the wager; a folded hand got here only if it qualifies (JP-20, JP-32)."""
    envy_cents = line_of(jackpot.table, claim.hand).envy_cents
    if not envy_cents:
        return []
    why = f"envy of spot {claim.spot}"
    people = {game.player(spot): spot for spot in sorted(game.lit[claim.sensor], reverse=True)}
    people.pop(game.player(claim.spot), None)
    return [Pay(spot, why, envy_cents, jackpot.id) for spot in sorted(people.values())]


def marked_claim(unit: Unit, game: KeypadGame, sensor: str, spot: int) -> Claim | None:
    claims = (load_claim(unit.get, name) for name in game.claims)
    return next((claim for claim in claims if (claim.sensor, claim.spot) == (sensor, spot)), None)


def keypad(jackpot: Jackpot) -> list[Button]:
    """The hand buttons in printed order, pays as multiplied by the fixed wager (JP-01). A house jackpot's percentages
    are of its posted amount, and shown as what they come to (JP-08)."""
    buttons = []
    for line in jackpot.table.lines:
        pays, envy = line.pays, line.envy_cents or 0
        if not isinstance(pays, PercentOfMeter):
            shown = dollars(fixed_cents(line, jackpot.wager_cents))
            buttons.append(Button(line.hand, line.text, shown, False, envy))
        elif (posted := jackpot.posted_cents.get(pays.meter)) is not None:
            buttons.append(Button(line.hand, line.text, dollars(pays.award_cents(posted)), True, envy))
        else:
            buttons.append(Button(line.hand, line.text, str(pays), True, envy, pays.percent, pays.meter))
    return buttons

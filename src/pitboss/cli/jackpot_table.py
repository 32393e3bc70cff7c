"""`pitboss jackpot`: what happens at the table, and the arithmetic of the wager."""

from __future__ import annotations

from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.jackpot import METERS, award, game, jackpot
from pitboss.cli.options import (
    GAME,
    Acting,
    Whole,
    acting,
    desk_at,
    json_option,
    meter_option,
    meter_settings,
    parse_settings,
    players,
    reading,
    signed_dollars,
    signing,
    spots,
    why_option,
)
from pitboss.core.errors import BadInput
from pitboss.core.money import dollars, parse_dollars


@game.command("start")
@click.argument("table")
@click.option("--lit", default="", metavar="SPOTS", help="Spots with a chip on the sensor, such as 1,3,5.")
@click.option("--second-sensor", default="", metavar="SPOTS", help="The same for the second sensor.")
@click.option("--base", metavar="SPOTS", help="Spots with the base game's wager; without it, those lit.")
@click.option(
    "--players", "seated", metavar="SPOT=NAME,...", help="Who plays which spot; envy goes by person."
)
@acting()
def start_game(
    act: Acting, table: str, lit: str, second_sensor: str, base: str | None, seated: str | None
) -> None:
    """START GAME at TABLE.

    Locks the sensors, takes the wagers, books the contribution."""
    from pitboss.jackpots.events import KeypadGameStarted
    from pitboss.ledger.unit import read_event

    lights = {"jackpot": spots(lit)} | ({"second-jackpot": spots(second_sensor)} if second_sensor else {})
    with_base = spots(base) if base is not None else sorted({spot for row in lights.values() for spot in row})
    receipt = act.desk.start_game(table, lights, with_base, act.by, players=players(seated), key=act.key)
    game = read_event(KeypadGameStarted, receipt)
    taken = sum(game.taken_cents.values())
    act.show(receipt, f"game {game.number} at {table}: {dollars(taken)} taken")


@game.command("players")
@click.argument("table")
@click.argument("seated", metavar="SPOT=NAME,...")
@acting()
def name_players(act: Acting, table: str, seated: str) -> None:
    """Who plays spots of the running game that have no name yet.

    Envy needs all of them."""
    from pitboss.jackpots.events import PlayersNamed
    from pitboss.ledger.unit import read_event

    receipt = act.desk.name_players(table, players(seated), act.by, key=act.key)
    named = read_event(PlayersNamed, receipt)
    said = ", ".join(f"spot {spot} {who}" for spot, who in named.players.items())
    act.show(receipt, f"game {named.number} at {table}: {said}")


@award.command()
@click.argument("table")
@click.argument("spot", type=Whole(1))
@click.argument("hand")
@click.option("--sensor", default="jackpot", show_default=True)
@click.option("--folded", is_flag=True, help="The player had folded.")
@acting()
def claim(act: Acting, table: str, spot: int, hand: str, sensor: str, folded: bool) -> None:
    """The button of HAND for SPOT: marks it, or takes the mark off."""
    from pitboss.jackpots.events import HandPressed
    from pitboss.ledger.unit import read_event

    receipt = act.desk.press(table, spot, hand, act.by, sensor=sensor, folded=folded, key=act.key)
    facts = read_event(HandPressed, receipt)
    what = "marked" if facts.marked else "taken off"
    call = "; call the supervisor" if facts.calls_supervisor else ""
    act.show(receipt, f"claim {facts.claim} {what}{call}")


@award.command()
@click.argument("claim")
@click.option(
    "--verified", default="hand,spot,wager", show_default=True, help="What the casino has verified."
)
@acting()
def confirm(act: Acting, claim: str, verified: str) -> None:
    """The supervisor confirms a verified meter award.

    `complete` with a card ends it."""
    from pitboss.jackpots.events import ClaimConfirmed
    from pitboss.ledger.unit import read_event

    checks = [part.strip() for part in verified.split(",") if part.strip()]
    receipt = act.desk.confirm(claim, act.by, verified=checks, key=act.key)
    facts = read_event(ClaimConfirmed, receipt)
    asked = {"executive": facts.needs_executive, "surveillance": facts.needs_surveillance}
    needs = [name for name, is_needed in asked.items() if is_needed]
    text = f"{dollars(facts.prize_cents)} confirmed"
    text += f"; needs {' and '.join(needs)}" if needs else "; a supervisor's card completes it"
    act.show(receipt, text)


@award.command()
@click.argument("claim")
@acting()
def complete(act: Acting, claim: str) -> None:
    """Swipe the card of --by: the win is recorded.

    The meter is adjusted, once."""
    from pitboss.jackpots.events import AwardBooked
    from pitboss.ledger.unit import read_event

    receipt = act.desk.complete(claim, act.by, key=act.key)
    won = read_event(AwardBooked, receipt).booked
    act.show(receipt, f"{dollars(won.prize_cents)} won; {won.meter} shows {dollars(won.after_cents)}")


@award.command()
@click.argument("claim")
@click.option("--hand", required=True, help="The hand it saw,")
@click.option("--bet", required=True, metavar="DOLLARS", help="the wager,")
@click.option("--payout", required=True, metavar="DOLLARS", help="the payout,")
@click.option("--player", required=True, help="and the player.")
@acting()
def surveil(act: Acting, claim: str, hand: str, bet: str, payout: str, player: str) -> None:
    """Surveillance confirms what it saw before a large payout."""
    from pitboss.jackpots.awards import Witnessed

    seen = Witnessed(hand, parse_dollars(bet), parse_dollars(payout), player)
    act.show(
        act.desk.surveil(claim, act.by, seen, key=act.key), f"claim {claim} is confirmed by surveillance"
    )


@award.command()
@click.argument("claim")
@why_option
@acting()
def reject(act: Acting, claim: str, why: str) -> None:
    """The supervisor rejects a claim, with a reason."""
    act.show(act.desk.reject(claim, act.by, why, key=act.key), f"claim {claim} is rejected")


@game.command("end")
@click.argument("table")
@acting(two=True)
def end_game(act: Acting, table: str) -> None:
    """END GAME at TABLE: fixed pays and envy leave the tray.

    --second signs for pays beyond what one person books by hand on a gambling day."""
    from pitboss.jackpots.events import KeypadGameEnded
    from pitboss.ledger.unit import read_event

    receipt = act.desk.end_game(table, act.by, act.second, key=act.key)
    game = read_event(KeypadGameEnded, receipt)
    pays = "; ".join(f"spot {pay.spot} {dollars(pay.cents)} ({pay.why})" for pay in game.pays)
    short = f"; the tray owes {dollars(game.due_cents)}: a fill first" if game.due_cents else ""
    act.show(receipt, f"game {game.number} ended: {pays or 'nothing to pay'}{short}")


@game.command("void")
@click.argument("table")
@why_option
@click.option("--camera", default="", help="Where surveillance finds what it has seen.")
@acting(two=True)
def void_game(act: Acting, table: str, why: str, camera: str) -> None:
    """Take a START GAME back.

    Wagers are returned, contributions come off the meters again. --second signs for surveillance."""
    from pitboss.jackpots.events import KeypadGameVoided
    from pitboss.ledger.unit import read_event

    receipt = act.desk.void_game(table, act.by, why, act.second, camera=camera, key=act.key)
    game = read_event(KeypadGameVoided, receipt)
    back = sum(game.returned_cents.values())
    act.show(receipt, f"game {game.number} at {table} is void: {dollars(back)} returned")


@award.command()
@click.argument("award")
@click.option("--bank-check", "by_check", is_flag=True, help="The winner asks for a check.")
@click.option("--player", default="", help="Who won, where nobody has been named yet.")
@acting()
def pay(act: Acting, award: str, by_check: bool, player: str) -> None:
    """Record that a prize was handed over."""
    from pitboss.jackpots.events import AwardPaid
    from pitboss.ledger.unit import read_event

    receipt = act.desk.pay(award, act.by, by_check=by_check, player=player, key=act.key)
    act.show(
        receipt,
        f"{dollars(read_event(AwardPaid, receipt).prize_cents)} paid" + (" by check" if by_check else ""),
    )


@jackpot.command()
@click.argument("name")
@click.argument("reason")
@why_option
@click.option(
    "--amount", default="0", metavar="DOLLARS", help="With a minus to lower a display that was wrong."
)
@click.option("--source", default="", help="reserve or overflow, for gross-receipts.")
@click.option("--award", help="The award to take back, for award-backed-out.")
@click.option("--player", default="", help="Who won, for amount-won.")
@signing("surveillance", "Surveillance, for an amount-won over the limit")
@meter_option
@acting(two=True)
def adjust(
    act: Acting,
    name: str,
    reason: str,
    why: str,
    amount: str,
    source: str,
    award: str | None,
    player: str,
    surveillance: str | None,
    surveillance_token: Path | None,
    meter: str,
) -> None:
    """Adjust a meter by hand; two people sign.

    REASON is one of amount-won, malfunction, above-maximum, gross-receipts, seed-recovery, award-backed-out."""
    from pitboss.jackpots.adjustments import Adjustment, Reason
    from pitboss.jackpots.events import MeterAdjusted
    from pitboss.ledger.unit import read_event

    if reason not in list(Reason):
        raise BadInput(
            f"{reason!r} is no reason to adjust a meter.", clause="HR-11", accepted=", ".join(Reason)
        )
    desk = act.desk
    if Reason(reason) is Reason.AWARD_BACKED_OUT:
        if not award or desk.award(award).jackpot != name:
            raise BadInput(
                f"Which award of {name}?",
                clause="JP-18",
                accepted=f"--award with the number of an award of {name}",
            )
        receipt = desk.back_out(award, act.by, act.second, why, key=act.key)
    else:
        watcher = act.other(surveillance, surveillance_token)
        wanted = Adjustment(meter, Reason(reason), why, signed_dollars(amount), source, player, watcher)
        receipt = desk.adjust(name, wanted, act.by, act.second, key=act.key)
    after = read_event(MeterAdjusted, receipt).after_cents
    act.show(receipt, f"adjusted for {reason}" + (f"; shows {dollars(after)}" if after is not None else ""))


@award.command("page")
@click.argument("award")
@click.option("--html", "as_html", is_flag=True, help="As a page to print.")
@reading
def win_page(award: str, as_html: bool, url: str, as_json: bool) -> None:
    """The win page of an award."""
    with desk_at(url) as desk:
        page = desk.win_page(award)
    if as_json:
        print_json({"title": page.title, **page.to_json()})
    else:
        click.echo(page.html() if as_html else page.text(), nl=False)


@jackpot.command()
@click.argument("game", type=GAME)
@click.option("--pay-table", required=True)
@click.option("--meters", multiple=True, required=True, metavar="SETTINGS", help=f"A meter: {METERS}")
@click.option(
    "--delivered", multiple=True, metavar="SETTINGS", help="What the system came with, the same way."
)
@click.option("--bet", default="1", show_default=True, metavar="DOLLARS", help="The fixed wager.")
@click.option(
    "--shows", multiple=True, metavar="[METER:]DOLLARS", help="What a meter shows; its seed without it."
)
@click.option(
    "--others",
    type=Whole(0),
    default=0,
    show_default=True,
    help="Other players with a jackpot wager, for envy.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the solver.")
@click.option("--all-pays", is_flag=True, help="All pays off the meter: for analysis only.")
@json_option
def math(
    game: str,
    pay_table: str,
    meters: tuple[str, ...],
    delivered: tuple[str, ...],
    bet: str,
    shows: tuple[str, ...],
    others: int,
    settings: tuple[str, ...],
    all_pays: bool,
    as_json: bool,
) -> None:
    """The long run of GAME's jackpot wager.

    With these seeds and rates, and what its makers advise."""
    from pitboss.cli.jackpot import posted
    from pitboss.jackpots.arithmetic import chances_of, summary
    from pitboss.jackpots.model import Style
    from pitboss.sheets import sheet

    table = sheet(game).pay_table(sheet(game).jackpot, pay_table)
    found = summary(
        table,
        chances_of(game, pay_table, parse_settings(settings)),
        dict(meter_settings(text) for text in meters),
        parse_dollars(bet),
        meter_cents=dict(posted(text) for text in shows) or None,
        configured=dict(meter_settings(text) for text in delivered),
        others=others,
        style=Style.ALL_PAYS if all_pays else Style.PERCENTAGES,
    )
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(found.text(), nl=False)

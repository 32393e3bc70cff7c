"""`pitboss jackpot`: what happens at the table, and the arithmetic of the wager."""

from __future__ import annotations

import click

from pitboss.cli import print_json
from pitboss.cli.desk_options import acting, desk_at, meter_option, person, reading, settings_of, show, spots
from pitboss.cli.jackpot import METERS, jackpot
from pitboss.cli.options import json_option, parse_settings
from pitboss.errors import BadInput
from pitboss.money import dollars, parse_dollars


@jackpot.command()
@click.argument("table")
@click.option("--lit", default="", metavar="SPOTS", help="Spots with a chip on the sensor, such as 1,3,5.")
@click.option("--second", default="", metavar="SPOTS", help="The same for the second sensor.")
@click.option("--base", metavar="SPOTS", help="Spots with the base game's wager; without it, those lit.")
@acting
def contribute(
    table: str, lit: str, second: str, base: str | None, url: str, by: str, key: str | None, as_json: bool
) -> None:
    """START GAME at TABLE: lock the sensors, take the wagers, book the contribution."""
    lights = {"jackpot": spots(lit)} | ({"second-jackpot": spots(second)} if second else {})
    seated = spots(base) if base is not None else sorted({spot for row in lights.values() for spot in row})
    with desk_at(url) as desk:
        receipt = desk.start_game(table, lights, seated, person(by), key=key)
    taken = sum(receipt.payload["taken_cents"].values())
    show(receipt, as_json, f"game {receipt.payload['number']} at {table}: {dollars(taken)} taken")


@jackpot.command()
@click.argument("table")
@click.argument("spot", type=int)
@click.argument("hand")
@click.option("--sensor", default="jackpot", show_default=True)
@click.option("--folded", is_flag=True, help="The player had folded.")
@acting
def claim(
    table: str,
    spot: int,
    hand: str,
    sensor: str,
    folded: bool,
    url: str,
    by: str,
    key: str | None,
    as_json: bool,
) -> None:
    """The button of HAND for SPOT: marks it, or takes the mark off."""
    with desk_at(url) as desk:
        receipt = desk.press(table, spot, hand, person(by), sensor=sensor, folded=folded, key=key)
    facts = receipt.payload
    what = "marked" if facts["marked"] else "taken off"
    call = "; call the supervisor" if facts["calls_supervisor"] else ""
    show(receipt, as_json, f"claim {facts['claim']} {what}{call}")


@jackpot.command()
@click.argument("claim")
@click.option(
    "--verified", default="hand,spot,wager", show_default=True, help="What the casino has verified."
)
@click.option("--card", metavar="NAME:ROLE", help="Swipe this card at once and complete the award.")
@acting
def confirm(
    claim: str, verified: str, card: str | None, url: str, by: str, key: str | None, as_json: bool
) -> None:
    """The supervisor confirms a verified meter award; the card completes it."""
    checks = [part.strip() for part in verified.split(",") if part.strip()]
    with desk_at(url) as desk:
        receipt = desk.confirm(claim, person(by), verified=checks, key=key)
        text = f"{dollars(receipt.payload['prize_cents'])} confirmed"
        if card:
            receipt = desk.complete(claim, person(card))
            text = f"{dollars(receipt.payload['prize_cents'])} won"
        else:
            needs = [name for name in ("executive", "surveillance") if receipt.payload[f"needs_{name}"]]
            text += f"; needs {' and '.join(needs)}" if needs else "; a supervisor's card completes it"
    show(receipt, as_json, text)


@jackpot.command()
@click.argument("claim")
@acting
def complete(claim: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Swipe the card of --by: the win is recorded and the meter adjusted, once."""
    with desk_at(url) as desk:
        receipt = desk.complete(claim, person(by), key=key)
    shown = dollars(receipt.payload["after_cents"])
    show(
        receipt,
        as_json,
        f"{dollars(receipt.payload['prize_cents'])} won; {receipt.payload['meter']} shows {shown}",
    )


@jackpot.command()
@click.argument("claim")
@click.option("--hand", required=True)
@click.option("--wager", required=True, metavar="DOLLARS")
@click.option("--payout", required=True, metavar="DOLLARS")
@click.option("--player", required=True)
@acting
def surveil(
    claim: str,
    hand: str,
    wager: str,
    payout: str,
    player: str,
    url: str,
    by: str,
    key: str | None,
    as_json: bool,
) -> None:
    """Surveillance confirms hand, wager, payout and player before a large payout."""
    with desk_at(url) as desk:
        receipt = desk.surveil(
            claim,
            person(by),
            hand=hand,
            wager_cents=parse_dollars(wager),
            payout_cents=parse_dollars(payout),
            player=player,
            key=key,
        )
    show(receipt, as_json, f"claim {claim} is confirmed by surveillance")


@jackpot.command()
@click.argument("table")
@acting
def end(table: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """END GAME at TABLE: fixed pays and envy leave the tray."""
    with desk_at(url) as desk:
        receipt = desk.end_game(table, person(by), key=key)
    pays = "; ".join(f"spot {p['spot']} {dollars(p['cents'])} ({p['for']})" for p in receipt.payload["pays"])
    show(receipt, as_json, f"game {receipt.payload['number']} ended: {pays or 'nothing to pay'}")


@jackpot.command()
@click.argument("award")
@acting
def pay(award: str, url: str, by: str, key: str | None, as_json: bool) -> None:
    """Record that a prize was handed over."""
    with desk_at(url) as desk:
        receipt = desk.pay(award, person(by), key=key)
    show(receipt, as_json, f"{dollars(receipt.payload['prize_cents'])} paid")


@jackpot.command()
@click.argument("name")
@click.argument("reason")
@click.option("--note", required=True, help="Why, in words.")
@click.option("--amount", metavar="DOLLARS", help="With a minus to lower a display that was wrong.")
@click.option("--from", "source", default="", help="reserve or overflow, for gross-receipts.")
@click.option("--award", help="The award to take back, for award-backed-out.")
@meter_option
@acting
def adjust(
    name: str,
    reason: str,
    note: str,
    amount: str | None,
    source: str,
    award: str | None,
    meter: str,
    url: str,
    by: str,
    key: str | None,
    as_json: bool,
) -> None:
    """Adjust a meter by hand, for one of the listed reasons:

    amount-won, malfunction, above-maximum, gross-receipts, seed-recovery, award-backed-out."""
    from pitboss.jackpot import Reason

    if reason not in list(Reason):
        raise BadInput(
            f"{reason!r} is no reason to adjust a meter.", clause="HR-11", accepted=", ".join(Reason)
        )
    text = (amount or "0").strip()
    cents = -parse_dollars(text[1:]) if text.startswith("-") else parse_dollars(text.removeprefix("+"))
    with desk_at(url) as desk:
        if Reason(reason) is Reason.AWARD_BACKED_OUT:
            if not award:
                raise BadInput("Which award?", clause="JP-18", accepted="--award with its number")
            receipt = desk.back_out(award, person(by), note, key=key)
        else:
            receipt = desk.adjust(
                name, Reason(reason), person(by), note, meter=meter, cents=cents, source=source, key=key
            )
    after = receipt.payload.get("after_cents")
    show(
        receipt,
        as_json,
        f"adjusted for {reason}" + (f"; shows {dollars(after)}" if after is not None else ""),
    )


@jackpot.command("win-page")
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
@click.argument("game")
@click.option("--pay-table", required=True)
@click.option("--set", "meters", multiple=True, required=True, metavar="SETTINGS", help=f"A meter: {METERS}")
@click.option(
    "--delivered", multiple=True, metavar="SETTINGS", help="What the system came with, the same way."
)
@click.option("--wager", default="1", show_default=True, metavar="DOLLARS")
@click.option(
    "--shows", multiple=True, metavar="[METER:]DOLLARS", help="What a meter shows; its seed without it."
)
@click.option("--others", default=0, show_default=True, help="Other players with a jackpot wager, for envy.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A setting of the solver.")
@click.option("--all-pays", is_flag=True, help="All pays off the meter: for analysis only.")
@json_option
def math(
    game: str,
    pay_table: str,
    meters: tuple[str, ...],
    delivered: tuple[str, ...],
    wager: str,
    shows: tuple[str, ...],
    others: int,
    options: tuple[str, ...],
    all_pays: bool,
    as_json: bool,
) -> None:
    """The long run of GAME's jackpot wager with these seeds and rates, and what its makers advise."""
    from pitboss.approvals import sheet
    from pitboss.cli.jackpot import posted
    from pitboss.jackpot.arithmetic import chances_of, summary
    from pitboss.jackpot.model import Style

    table = sheet(game).pay_table("jackpot", pay_table)
    shape = summary(
        table,
        chances_of(game, pay_table, parse_settings(options)),
        dict(settings_of(text) for text in meters),
        parse_dollars(wager),
        meter_cents=dict(posted(text) for text in shows) or None,
        configured=dict(settings_of(text) for text in delivered),
        others=others,
        style=Style.ALL_PAYS if all_pays else Style.PERCENTAGES,
    )
    if as_json:
        print_json(shape)
        return
    for name in ("fixed_return", "envy_return", "payback", "house_edge", "house_edge_at_meter"):
        if name in shape:
            click.echo(f"{name.replace('_', ' '):<28}{float(shape[name]['decimal']):>14.6%}")
    click.echo(f"{'wagers between hits':<28}{float(shape['wagers_between_hits']['decimal']):>14,.1f}")
    for meter, facts in shape["meters"].items():
        click.echo(f"\n{meter}, showing {dollars(shape['meter_cents'][meter])}")
        for name, value in facts.items():
            number = float(value["decimal"] if isinstance(value, dict) else value)
            unit = 100 if name.endswith("_cents") else 1
            label = name.removesuffix("_cents").replace("_", " ")
            click.echo(f"  {label:<28}{('$' if unit == 100 else '') + format(number / unit, ',.4f'):>18}")
    for one in shape["advice"]:
        click.echo(f"advice: {one['meter']}: {one['message']} Better: {one['better']}. [{one['clause']}]")

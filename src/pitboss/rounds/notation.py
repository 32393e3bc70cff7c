"""A round as text, both ways: what went in on top, then line by line what happened, under which clause.

Only the upper part is read back; the rest follows from it, and the money at the end is held against what follows.
`read(write(round))` is the same round.
"""

from __future__ import annotations

import json
from typing import Any, Final

from pitboss.core.cards import order_text, parse_many, parse_order, texts
from pitboss.core.errors import PitbossError, ReplayError
from pitboss.core.money import Cents, dollars, parse_dollars, signed
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, NOBODY, Decision, RoundEvent, Settlement
from pitboss.rounds.round import Round

TITLE: Final = "pitboss round 1"
CARDS_IN_A_LINE: Final = 52
WIDTH: Final = 76
_AS_DEFAULT: Final = ("options", "pay_tables")
NAMES: Final = (
    "game", "table", "holder", "wagers", "order", "start", "number", "dice", "void", "decision",
)  # fmt: skip


def write(round: Round) -> str:
    """The history of a round, finished or not. It shows every card: it is for afterwards."""
    return "\n".join(
        [TITLE, *_inputs(round), "", *(_line(event) for event in round.log), *_result(round), ""]
    )


def read(history: str) -> Round:
    """The round a history tells of, played again to where it stood; told another end than it has, it is refused."""
    try:
        round = _read(history)
        _check_end(history, round)
        return round
    except PitbossError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ReplayError(
            f"This is not the history of a round: {type(error).__name__} {error}.",
            accepted=f"text that begins with {TITLE!r}",
        ) from None


def _check_end(history: str, round: Round) -> None:
    _, _, told = history.strip().partition("\n\n")
    end = _result(round)
    if told and (last := told.splitlines()[-len(end) :]) != end:
        raise ReplayError(
            f"The history ends with {' '.join(last)!r}; its cards and decisions give {' '.join(end)!r}.",
            accepted="a history as it was written",
        )


def _inputs(round: Round) -> list[str]:
    lines = [f"game: {round.config.game}"]
    if different := _differences(round.config):
        lines.append(f"table: {json.dumps(different, sort_keys=True)}")
    lines += [f"holder: {spot} {who}" for spot, who in sorted(round.holders.items())]
    for spot, bets in sorted(round.wagers.items()):
        lines.append(
            f"wagers: {spot} " + ", ".join(f"{name} {dollars(cents)}" for name, cents in bets.items())
        )
    text = order_text(round.order)
    wide = 2 * CARDS_IN_A_LINE
    lines += [f"order: {text[at : at + wide]}" for at in range(0, len(text), wide)]
    if round.start:
        lines.append(f"start: {round.start}")
    if round.dice:
        lines.append(f"dice: {' '.join(map(str, round.dice))}")
    elif round.number is not None:
        lines.append(f"number: {round.number}")
    if round.voided is not None:
        lines.append(f"void: {round.voided}")
    return lines + [f"decision: {spot} {_decision_text(decision)}" for spot, decision in round.decisions]


def _differences(config: TableConfig) -> dict[str, Any]:
    """What sets a table apart from the game's usual one."""
    usual, own = TableConfig(config.game).to_json(), config.to_json()
    different = {name: value for name, value in own.items() if value != usual[name]}
    for part in _AS_DEFAULT:
        if part in different:
            different[part] = {k: v for k, v in own[part].items() if v != usual[part].get(k)}
    return different


def _decision_text(decision: Decision) -> str:
    words = [decision.action]
    if decision.amount_cents:
        words.append(dollars(decision.amount_cents))
    if decision.cards:
        words.append(texts(decision.cards))
    return " ".join(words)


def _read(history: str) -> Round:
    title, *lines = history.strip().splitlines()
    if title.strip() != TITLE:
        raise ReplayError(f"{title!r} does not begin the history of a round.", accepted=repr(TITLE))
    found: dict[str, list[str]] = {}
    for line in lines:
        if not line.strip():
            break
        name, colon, value = line.partition(": ")
        if not colon or name not in NAMES:
            raise ReplayError(
                f"{line!r} is not a line of a round's history.", accepted="such as: game: blackjack"
            )
        found.setdefault(name, []).append(value)
    shape = json.loads(found["table"][0]) if "table" in found else {}
    game = found["game"][0].strip()
    config = TableConfig.from_json({"game": game, **shape})
    wagers: dict[int, dict[str, Cents]] = {}
    for line in found["wagers"]:
        spot, _, bets = line.partition(" ")
        pairs = (bet.strip().rsplit(" ", 1) for bet in bets.split(", "))
        wagers[int(spot)] = {name: parse_dollars(amount) for name, amount in pairs}
    holders = {int(spot): who for spot, _, who in (line.partition(" ") for line in found.get("holder", ()))}
    order = parse_order("".join(found["order"]))
    decisions = [_parse_decision(line) for line in found.get("decision", ())]
    start = int(found.get("start", ["0"])[0])
    number = int(found["number"][0]) if "number" in found else None
    dice = tuple(int(die) for die in found["dice"][0].split()) if "dice" in found else ()
    void = found["void"][0] if "void" in found else None
    return Round.replay(config, wagers, order, decisions, start, holders, number, dice, void)


def _parse_decision(line: str) -> tuple[int, Decision]:
    spot, action, *rest = line.split()
    amount = parse_dollars(rest.pop(0)) if rest and rest[0].startswith("$") else 0
    return int(spot), Decision(action, amount, parse_many(" ".join(rest)) if rest else ())


def _line(event: RoundEvent) -> str:
    if event.kind == "step":
        return _with_clause(f"--- {event.text} ---", event.clause)
    who = "dealer" if event.spot == DEALER else f"spot {event.spot}"
    return _with_clause(f"{who:<7} {_told(event)}".rstrip(), event.clause)


def _with_clause(text: str, clause: str) -> str:
    return f"{text:<{WIDTH}} {clause}"


def _told(event: RoundEvent) -> str:
    cards = texts(event.cards)
    words = f": {event.text}" if event.text else ""
    match event.kind:
        case "say":
            return f'"{event.text}"'
        case "deal":
            return f"{cards} to {event.place}{_secret(event.seen)}"
        case "expose":
            return f"shows {event.place} {cards}{_secret(event.seen)}{words}"
        case "move":
            return f"{cards} from {event.place} to {event.detail}{_secret(event.seen)}"
        case "clear":
            return f"{event.place} taken away{words}"
        case "bet":
            return f"bets {dollars(event.amount_cents)} on {event.place}"
        case "choice":
            return f"> {event.place}" + (f" {dollars(event.amount_cents)}" if event.amount_cents else "")
        case "settle":
            return _settled(event.detail) + words
        case kind:
            return f"{kind} {event.place}{words}"


def _secret(seen: int) -> str:
    if seen == EVERYONE:
        return ""
    return ", face down" if seen == NOBODY else f", seen by spot {seen}"


def _settled(done: Settlement) -> str:
    if not done.stake_cents:
        return f"{done.wager} {signed(done.net_cents)}"
    result = "pushes" if not done.net_cents else f"{'wins' if done.net_cents > 0 else 'loses'}"
    amount = f" {dollars(abs(done.net_cents))}" if done.net_cents else ""
    tokes = f", {dollars(done.tokes_cents)} to the tokes" if done.tokes_cents else ""
    return f"{done.wager} {dollars(done.stake_cents)} {result}{amount}{tokes}"


def _result(round: Round) -> list[str]:
    if not round.finished:
        return [f"--- waiting for {', '.join(f'spot {ask.spot}' for ask in round.pending)} ---"]
    nets = ", ".join(f"spot {spot} {signed(round.net_cents(spot))}" for spot in sorted(round.stakes))
    tokes = f", tokes {signed(round.tokes_cents)}" if round.tokes_cents else ""
    house = -round.net_cents() - round.tokes_cents
    return [
        "--- over ---" if round.voided is None else "--- void ---",
        f"{nets}{tokes}, house {signed(house)}",
    ]

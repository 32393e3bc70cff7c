"""Drill: what comes next. A round stops somewhere, and the next act of the dealer is one of four."""

from __future__ import annotations

from pitboss.money import dollars
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import EVERYONE, RoundEvent
from pitboss.rounds.round import Round
from pitboss.web.school.kit import Drill, choice_field, deal, own_choices, pick, random_wagers, sample

SPOTS = {"easy": 2, "usual": 3, "hard": 4}
OPTIONS = 4
DEALERS: tuple[str, ...] = ("step", "say", "deal", "expose", "clear", "settle", "move")
"""what the dealer does; decisions are the players'"""
TASK = "The round stops here. What comes next?"


def taught(game: str) -> bool:
    """Every game has a procedure."""
    return True


def make(game: str, level: str) -> Drill:
    config = TableConfig(game, own_choices(game))
    while True:
        round = deal(config, random_wagers(config, level, SPOTS[level]))
        stops = [at for at in range(1, len(round.log)) if askable(round, at)]
        if stops:
            return drill_of(round, pick(stops))


def askable(round: Round, at: int) -> bool:
    """Whether the dealer acts next, and three other acts of the round could be taken for it."""
    event = round.log[at]
    return (
        event.kind in DEALERS and bool(words(round, event)) and len(others(round, at)) >= OPTIONS - 1
        and words(round, event) != words(round, round.log[at - 1])
    )  # fmt: skip


def others(round: Round, at: int) -> list[str]:
    """Acts of the same round that do not come now."""
    right = words(round, round.log[at])
    told = {words(round, e) for n, e in enumerate(round.log) if e.kind in DEALERS and n != at}
    return sorted(told - {right, ""})


def drill_of(round: Round, at: int) -> Drill:
    event = round.log[at]
    right = words(round, event)
    options = sample([right, *sample(others(round, at), OPTIONS - 1)], OPTIONS)
    step = next((e.text for e in reversed(round.log[:at]) if e.kind == "step"), "bets")
    before = told(round, round.log[at - 1])
    why = f"After “{before}” comes: {right}"
    fields = (choice_field("What comes next", options, right, why, event.clause, f"Procedure: {step}"),)
    return Drill("procedure", TASK, fields, round, shown=at, facts=(f"Last: {before}",))


def words(round: Round, event: RoundEvent) -> str:
    """The act, without its result."""
    who = f"spot {event.spot}" if event.spot else "the dealer"
    face = "" if event.seen == EVERYONE else ", face down"
    match event.kind:
        case "step":
            return f"Begin: {event.text}"
        case "say" if not event.spot:
            return _announcement(event.text)
        case "move":
            return f"Move {event.place.replace('-', ' ')} of {who} to {str(event.detail).replace('-', ' ')}"
        case "deal":
            count = "a card" if len(event.cards) == 1 else f"{len(event.cards)} cards"
            return f"Deal {count} to {who} ({event.place.replace('-', ' ')}){face}"
        case "expose":
            return f"Turn over {event.place.replace('-', ' ')} of {who}"
        case "clear":
            return f"Collect {event.place.replace('-', ' ')} of {who}"
        case "settle":
            return f"Settle {_wager(round, event.place)} of {who}"
    return ""


def _announcement(text: str) -> str:
    """What is announced, whatever it turns out to be: the flop, the dealer's hand."""
    what = text.partition(":")[0]
    if not what:
        return ""
    return "Announce the dealer's hand" if what.startswith("Dealer") else f"Announce: {what}"


def _wager(round: Round, place: str) -> str:
    return next((w.name for w in round.config.sheet.wagers if w.id == place), place.replace("-", " "))


def told(round: Round, event: RoundEvent) -> str:
    """What has just happened."""
    if event.kind == "choice":
        amount = f", {dollars(event.amount_cents)}" if event.amount_cents else ""
        return f"Spot {event.spot} decides: {event.place.replace('-', ' ')}{amount}"
    if event.kind == "bet":
        return f"Spot {event.spot} puts {dollars(event.amount_cents)} on {_wager(round, event.place)}"
    if event.kind == "jackpot":
        return f"Jackpot line at spot {event.spot}: {event.text}"
    return words(round, event) or event.text or event.kind

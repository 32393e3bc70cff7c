"""From what a browser sends to what a table understands."""

from __future__ import annotations

from pitboss.cards import parse
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Clear, Command, CutCards, Leave, Ready, Sit, TakeDecision
from pitboss.rounds.events import Decision
from pitboss.web.models import (
    ActBody,
    ActMessage,
    BetMessage,
    ClearMessage,
    CommandBody,
    CutMessage,
    LeaveMessage,
    ReadyMessage,
    SitMessage,
)


def act_of(person: Person, body: ActBody) -> TakeDecision:
    cards = tuple(parse(word) for word in body.cards)
    decision = Decision(body.action, body.amount_cents, cards)
    return TakeDecision(person, body.id, body.spot, decision, body.round_id, body.question)


def command_of(person: Person, message: CommandBody) -> Command:
    """The command of a message over the live channel."""
    match message:
        case SitMessage():
            return Sit(person, message.id, message.spot)
        case LeaveMessage():
            return Leave(person, message.id, message.spot)
        case BetMessage():
            return Bet(person, message.id, message.spot, message.wager, message.amount_cents)
        case ClearMessage():
            return Clear(person, message.id, message.spot)
        case CutMessage():
            return CutCards(person, message.id, message.value, message.seal)
        case ReadyMessage():
            return Ready(person, message.id, message.cut)
        case ActMessage():
            return act_of(person, message)
        case _:
            raise TypeError(f"no command for {type(message).__name__}")

"""Who plays and who wins: one spelling of a name, nobody of the staff, an account where the house's control asks for
one; and no award without a name (JP-32, HR-35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pitboss.core.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpots.documents import (
    Award,
    Claim,
    Jackpot,
    KeypadGame,
    State,
    Table,
    load,
    load_award,
    load_claim,
    load_table,
    running_game,
    save_award,
    save_claim,
    save_game,
)
from pitboss.jackpots.events import PlayersNamed, of_table
from pitboss.jackpots.model import PlayersKnown, line_of
from pitboss.jackpots.room_or_desk import Caller, check_caller, console
from pitboss.ledger import Unit
from pitboss.people.person import Person, id_of
from pitboss.people.rights import Act, allow, not_staff
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.sheets import game_ids

NOBODY: Final[Mapping[int, str]] = {}


def check_player(get: Callable[[str], Any], jackpot: Jackpot, name: str) -> str:
    """A player's name in its one spelling; `get` is a unit's."""
    found = id_of(name)
    if not found:
        raise BadInput("Who is it?", clause="JP-32", accepted="the player's name")
    not_staff(get, name)
    if jackpot.controls.players is PlayersKnown.ACCOUNTS and get(f"person/{found}") is None:
        raise BadInput(
            f"{name} has no account here.",
            clause="JP-32",
            accepted=f"a player's account: {jackpot.id} knows its players by their accounts",
        )
    return found


def check_seated(
    unit: Unit,
    setup: Table,
    jackpots: Iterable[Jackpot],
    players: Mapping[int, str],
    known: Mapping[int, str] = NOBODY,
) -> None:
    """Each of them may play there, and holds no more spots than the game lets one person hold; `known` sit there
    already."""
    for jackpot in jackpots:
        for name in players.values():
            check_player(unit.get, jackpot, name)
    if setup.game in game_ids():
        config = TableConfig(setup.game, setup.options, spots=setup.spots)
        game_of(setup.game).check_seats(config, {**known, **spelled(players)})


def spelled(players: Mapping[int, str]) -> dict[int, str]:
    """Who plays which spot, every name in its one spelling."""
    return {spot: id_of(name) for spot, name in players.items()}


def name_players(unit: Unit, table: str, players: Mapping[int, str], by: Person) -> None:
    """Say who plays spots of a running game that nobody was named for. A name that stands is not changed."""
    allow(Act.NAME_PLAYERS, by)
    setup, game = load_table(unit.get, table), running_game(unit, table)
    check_caller(game, table, Caller.DESK, "JP-32", console(table))
    lit = {spot for spots in game.lit.values() for spot in spots}
    wrong = sorted(spot for spot in players if spot not in lit or game.players.get(spot))
    if wrong or not players:
        raise IllegalAction(
            f"Spot {', '.join(map(str, wrong)) or 'none'} at {table} cannot be named.",
            clause="JP-32",
            accepted=f"spots with a wager and without a name: {sorted(lit - set(game.players))}",
        )
    used = [load(unit.get, jackpot) for sensor, jackpot in setup.sensors.items() if game.lit.get(sensor)]
    named = spelled(players)
    check_seated(unit, setup, used, players, game.players)
    of_table(unit, table, by, PlayersNamed(table, game.number, named))
    for id in game.claims:
        claim = load_claim(unit.get, id)
        if claim.spot in named:
            _name_claim(unit, claim, named[claim.spot])
    save_game(unit, table, replace(game, players={**game.players, **named}))


def _name_claim(unit: Unit, claim: Claim, name: str) -> None:
    not_among(name, (who for _, who in claim.signed))
    if claim.surveillance is not None:
        _same(claim.surveillance.player, name)
    save_claim(unit, replace(claim, player=name))
    if claim.meter is not None and claim.state is State.COMPLETED:
        save_award(unit, won_by(unit, load_award(unit.get, claim.id), name))


def won_by(unit: Unit, award: Award, name: str) -> Award:
    """An award with its winner: as it has one already, or as somebody names one now who signed nothing of it."""
    if award.player:
        if name:
            _same(award.player, name)
        return award
    if not name:
        raise IllegalAction(
            f"Nobody is named as the winner of {award.id}.", clause="JP-32", accepted="the player's name"
        )
    winner = check_player(unit.get, load(unit.get, award.jackpot), name)
    signed = [*award.signed, *(load_claim(unit.get, award.id).signed if award.table else ())]
    not_among(winner, (who for _, who in signed))
    return replace(award, player=winner)


def _same(known: str, name: str) -> None:
    if id_of(known) != id_of(name):
        raise IllegalAction(f"The winner is {known}, not {name}.", clause="JP-32", accepted=known)


def not_among(name: str, signers: Iterable[str]) -> None:
    """Nobody wins what the own signature stands under, however the name is typed (HR-35)."""
    for who in signers:
        if id_of(who) == id_of(name):
            raise NotAllowed(
                f"{who} has signed for it and cannot have won it.", clause="HR-35", accepted="another person"
            )


def check_named(game: KeypadGame, jackpot: Jackpot, claim: Claim) -> None:
    """What is paid to the others depends on who they are: all spots with a wager have a name first (JP-32)."""
    lit = game.lit[claim.sensor]
    unnamed = [spot for spot in lit if not game.players.get(spot)]
    if line_of(jackpot.table, claim.hand).envy_cents and len(lit) > 1 and unnamed:
        raise IllegalAction(
            f"Nobody is named for spot {', '.join(map(str, unnamed))}, and {claim.hand} pays envy to other people.",
            clause="JP-32",
            accepted="who plays there first (players SPOT=NAME)",
        )

"""`pitboss play`: a round a person can enjoy, with the exact cost of every mistake told afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import click

from pitboss.cli.options import Whole, game_argument, parse_settings, set_option
from pitboss.cli.show import console, groups_of_cards, table
from pitboss.core.cards import parse_many
from pitboss.core.errors import BadInput, PitbossError
from pitboss.core.money import Cents, dollars, parse_dollars, signed
from pitboss.fairness.cuts import Cut, random_cut
from pitboss.fairness.hashing import hash_of
from pitboss.fairness.seal import CutShoe
from pitboss.fairness.shuffling import next_start, seal_shoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Ask, Choice, Decision
from pitboss.rounds.felt import Wagers
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.school.guide import guide_of
from pitboss.sheets import Wager

if TYPE_CHECKING:
    from pitboss.analysis.report import PricedChoice

SPOT = 1
EXAMPLE_CARDS = "set Ks Qd"
"""two cards as they are typed"""


@click.command()
@game_argument
@set_option
@click.option("--rounds", type=Whole(0), help="Stop after so many rounds; without it, play until you leave.")
def play(game: str, settings: tuple[str, ...], rounds: int | None) -> None:
    """Play GAME in the terminal, one spot, play money."""
    config = TableConfig(game, parse_settings(settings))
    console.print(f"\n[bold]{config.sheet.name}[/bold]")
    if guide := guide_of(game):
        console.print(guide.goal)
    console.print(f"[dim]{AT_THE_PROMPT}[/dim]\n")
    purse = 0
    judged: list[Judged] = []
    played = 0
    wagers: dict[str, Cents] = {}
    shoe = fresh_shoe(config, 1)
    at: int | None = 0
    while rounds is None or played < rounds:
        if at is None:
            shoe, at = fresh_shoe(config, played + 1), 0
        if not at:
            console.print(f"[dim]sealed before your bet: {shoe.sealed.seal}[/dim]")
        placed = ask_wagers(config, wagers)
        if placed is None:
            break
        wagers = placed
        if not at:
            console.print(f"[dim]cut with {shoe.cuts[0].value}[/dim]")
        round = Round(config, {SPOT: wagers}, shoe.order, at, number=shoe.number)
        try:
            choices = play_round(round)
        except Left:
            console.print("You leave in mid-round: it does not count.")
            break
        at = next_start(round)
        show_result(round, choices)
        purse += round.net_cents()
        judged += choices
        played += 1
    console.print(f"\n{played} round{'s' if played != 1 else ''}, {signed(purse)}; {cost_said(judged)}.")


class Left(Exception):
    """The player has left in mid-round."""


class Judged(NamedTuple):
    """A choice that was made, beside the best one."""

    chosen: str
    best: str
    cost: Fraction | None
    """in cents on average; None where there is no exact advice"""


def cost_said(judged: list[Judged]) -> str:
    """What all mistakes cost; what is not known is not called nothing."""
    known = [choice.cost for choice in judged if choice.cost is not None]
    unknown = len(judged) - len(known)
    without = f"{unknown} choice{'s' if unknown != 1 else ''} without exact advice"
    if unknown and not known:
        return f"what mistakes cost is not known, {without}"
    cost = f"mistakes cost {float(sum(known)) / 100:.2f} dollars on average"
    return f"{cost}, not counting {without}" if unknown else cost


def fresh_shoe(config: TableConfig, number: int) -> CutShoe:
    """Sealed and cut as in the room, both by this terminal: what is sealed was fixed before the bet."""
    game_of(config.game).draw_number(config)  # refuses a table where somebody has to roll dice
    sealed = seal_shoe(config, "terminal", f"terminal-{number}", hash_of(config.to_json()))
    return sealed.cut([Cut(SPOT, random_cut())])


def ask_wagers(config: TableConfig, last: dict[str, Cents]) -> dict[str, Cents] | None:
    """One line for all wagers; None to leave. A refused line is asked again."""
    places_to_bet = [
        w
        for w in config.sheet.wagers
        if w.placed == "first" or (w.placed == "optional" and w.id in (config.offered or ()))
    ]
    names = [w.id for w in places_to_bet if not w.equals]
    shown = ", ".join(f"{name} {dollars(last[name])}" for name in names if name in last) or f"{names[0]} $5"
    if not last:
        show_places(places_to_bet)
    while True:
        line = click.prompt("What do you bet?", default=shown, show_default=True).strip()
        if line.lower() in LEAVE:
            return None
        if show_rules(config, line):
            continue
        if line.lower() in HINT:
            show_places(places_to_bet)
            continue
        try:
            placed = parse_wagers(line, names)
            for wager in places_to_bet:
                if wager.equals and wager.equals in placed:
                    placed[wager.id] = placed[wager.equals]
            check(config, {SPOT: placed})
            return placed
        except PitbossError as error:
            console.print(f"[red]{error}[/red]")


AT_THE_PROMPT = (
    "Enter makes the bet in brackets. "
    "rules shows the rules, ? what each choice is worth, q leaves at any time."
)
RULES, HINT, LEAVE = ("r", "rules"), ("?", "hint"), ("q", "quit")
"""r raises where one can raise"""


def show_places(wagers: list[Wager]) -> None:
    """What can be bet on."""
    for wager in wagers:
        if wager.equals:
            continue
        twins = [other.name for other in wagers if other.equals == wager.id]
        also = f", and as much goes on {' and '.join(twins)}" if twins else ""
        needed = "needed to play" if wager.placed == "first" else "extra, if you like"
        console.print(f"  [bold]{wager.id}[/bold]  {wager.name}, {needed}{also}")


def show_rules(config: TableConfig, line: str) -> bool:
    """Whether the line asked for the rules; they are shown then."""
    if line.lower() not in RULES:
        return False
    guide = guide_of(config.game)
    for number, step in enumerate(guide.steps if guide else (), 1):
        console.print(f"  {number}. {step}")
    for words in guide.words if guide else ():
        console.print(f"  [dim]{words}[/dim]")
    console.print(f"[dim]Everything it pays: pitboss games {config.game}[/dim]")
    return True


def show_worth(options: Sequence[PricedChoice]) -> None:
    """What each choice is worth, the best first."""
    if not options:
        console.print("There is no exact advice for this choice.")
    best = max((option.expectation for option in options), default=Fraction(0))
    for option in sorted(options, key=lambda option: -option.expectation)[:MOST_SHOWN]:
        less = "best" if option.expectation == best else f"{float(best - option.expectation) / 100:.2f} less"
        worth = float(option.expectation) / 100
        console.print(f"  {option.text or option.action}: {worth:+.2f} dollars on average ({less})")


MOST_SHOWN = 6


def check(config: TableConfig, wagers: Wagers) -> None:
    from pitboss.rounds.limits import check_wagers

    check_wagers(config, wagers)
    game_of(config.game).check_opening(config, wagers, {})


def parse_wagers(line: str, names: list[str]) -> dict[str, Cents]:
    """`ante 10, tie 5` or `10 5` in the order of the layout."""
    words = line.replace(",", " ").split()
    placed: dict[str, Cents] = {}
    if all(word.lstrip("$")[:1].isdigit() for word in words):
        if len(words) > len(names):
            raise BadInput(f"{len(words)} amounts for {len(names)} wagers.", accepted=" ".join(names))
        return {
            name: parse_dollars(word) for name, word in zip(names, words, strict=False) if parse_dollars(word)
        }
    for name, amount in zip(words[::2], words[1::2], strict=False):
        matches = [n for n in names if n == name] or [n for n in names if n.startswith(name)]
        if len(matches) != 1:
            raise BadInput(f"{name!r} is not a wager here.", accepted=", ".join(names))
        if cents := parse_dollars(amount):
            placed[matches[0]] = cents
    if len(words) % 2:
        raise BadInput(f"{line!r} leaves a wager without its amount.", accepted=f"{names[0]} 10")
    return placed


def play_round(round: Round) -> list[Judged]:
    """Ask until the round is over; every decision beside the best one."""
    from pitboss.analysis.questions import advise, cost_of

    judged = []
    while round.pending:
        ask = round.pending[0]
        show_felt(round)
        options = advise(round, ask.spot)
        decision = ask_decision(round, ask, options)
        best = max(options, key=lambda option: option.expectation, default=None)
        words = best.text or best.action if best else ""
        judged.append(Judged(decision.action, words, cost_of(options, decision)))
        round.decide(ask.spot, decision)
    show_felt(round)
    return judged


def question(ask: Ask) -> str:
    """What is asked, in a sentence: where the game only names the hand, what to do about it is asked as well."""
    if ask.text.endswith("?"):
        return ask.text
    which, _, held = ask.text.rpartition("Hand ")
    if which or ask.text.startswith("Hand "):
        number, _, total = held.partition(": ")
        return f"In hand {number} you have {total}. What will you do?"
    return f"You have {ask.text}. What will you do?"


def ask_decision(round: Round, ask: Ask, options: Sequence[PricedChoice]) -> Decision:
    keys = keys_for(ask.choices)
    while True:
        console.print(f"[bold]{question(ask)}[/bold]")
        for key, offered in keys.items():
            console.print(f"  [bold]{key}[/bold]  {label(offered)}")
        line = click.prompt(">", prompt_suffix=" ", default="", show_default=False).strip()
        if line.lower() in LEAVE:
            raise Left
        if line.lower() in HINT and line not in keys:
            show_worth(options)
            continue
        if line.lower() not in keys and show_rules(round.config, line):
            continue
        word, _, rest = line.partition(" ")
        choice = keys.get(word.lower()) or next((c for c in ask.choices if c.action == word.lower()), None)
        try:
            if choice is None:
                reason = next(
                    (why for action, why in ask.why_not.items() if action[:1] == word.lower()), None
                )
                if reason:
                    raise BadInput(reason[0], clause=reason[1], accepted=", ".join(keys))
                said = f"{line!r} is not a choice." if line else "Nothing was chosen."
                raise BadInput(said, clause=ask.clause, accepted=", ".join(keys))
            decision = Decision(
                choice.action,
                parse_dollars(rest) if choice.most_cents else 0,
                parse_many(rest) if choice.picks else (),
            )
            round.check(ask.spot, decision)
            return decision
        except PitbossError as error:
            console.print(f"[red]{error}[/red]")


def keys_for(choices: tuple[Choice, ...]) -> dict[str, Choice]:
    """One key a choice: its first letter that is still free. q always leaves."""
    keys: dict[str, Choice] = {}
    for choice in choices:
        key = next((c for c in choice.action if c.isalpha() and c not in (*keys, *LEAVE)), str(len(keys) + 1))
        keys[key] = choice
    return keys


def label(choice: Choice) -> str:
    text = choice.text
    if choice.cost_cents:
        text += f" · {dollars(choice.cost_cents)}"
    if choice.most_cents:
        text += f" · {dollars(choice.least_cents)}-{dollars(choice.most_cents)}"
    if choice.picks:
        text += f": name {choice.picks} cards, such as [bold]{EXAMPLE_CARDS}[/bold]"
    return text


def show_felt(round: Round) -> None:
    felt = places(round, (SPOT,))
    for spot, title in ((DEALER, "Dealer"), (SPOT, "You")):
        if spot in felt:
            console.print(f"[bold]{title}[/bold]")
            console.print(groups_of_cards(list(felt[spot].items())))


def show_result(round: Round, judged: list[Judged]) -> None:
    shape = table("Settlement", "wager", "", "odds", "net", "clause", right=("net",), wrap=("",))
    for s in round.settlements:
        shape.add_row(
            s.wager,
            s.text or s.hand,
            str(s.odds) if s.net_cents > 0 and s.odds else "",
            signed(s.net_cents),
            s.clause,
        )
    console.print(shape)
    net = round.net_cents()
    words = (
        f"You win {dollars(net)}."
        if net > 0
        else f"You lose {dollars(-net)}."
        if net
        else "You come out even."
    )
    console.print(f"[bold]{words}[/bold]")
    for chosen, best, cost in judged:
        if cost:
            console.print(
                f"[yellow]{chosen} cost {float(cost) / 100:.2f} dollars on average; best was: {best}.[/yellow]"
            )

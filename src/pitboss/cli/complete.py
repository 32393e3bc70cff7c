"""What the shell may offer: games, wagers, pay tables, settings and stores, from the sheets themselves.

`eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"` switches it on; zsh and fish likewise."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

Words = list[CompletionItem]


def _fitting(words: Iterable[str], incomplete: str) -> Words:
    return [CompletionItem(word) for word in dict.fromkeys(words) if word and word.startswith(incomplete)]


def games(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    from pitboss.approvals import game_ids

    return _fitting(game_ids(), incomplete)


def wagers(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    return _fitting((wager for wager, _ in _tables(context)), incomplete)


def pay_tables(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    asked = context.params.get("wager")
    return _fitting((table for wager, table in _tables(context) if asked in (None, wager)), incomplete)


def settings_of(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    """`name=` first, then its values."""
    from pitboss.edge.solver import solver_of

    game = _game(context)
    if game is None:
        return []
    wagers_known = dict.fromkeys(wager for wager, _ in _tables(context))
    known = [s for wager in wagers_known for s in solver_of(game).settings(wager)]
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return _fitting((f"{setting.name}=" for setting in known), incomplete)
    return _fitting((f"{name}={v}" for s in known if s.name == name for v in s.choices), incomplete)


def stores(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    return _fitting((f"sqlite:///{path}" for path in sorted(Path().glob("*.db"))), incomplete)


def _game(context: click.Context) -> str | None:
    """The game typed so far. Behind an option that still wants its value nothing is parsed, so the line itself
    is looked at."""
    from pitboss.approvals import game_ids

    typed = [context.params.get("game"), *os.environ.get("COMP_WORDS", "").split()]
    return next((word for word in typed if word in game_ids()), None)


def _tables(context: click.Context) -> list[tuple[str, str]]:
    """Wagers and pay tables of the game typed so far; nothing where there is no such game."""
    from pitboss.approvals import sheet

    game = _game(context)
    if game is None:
        return []
    rules = sheet(game)
    return [(w, t.id) for w in rules.analysed for t in rules.tables(w)] + [(w, "") for w in rules.analysed]


game_argument = click.argument("game", shell_complete=games)

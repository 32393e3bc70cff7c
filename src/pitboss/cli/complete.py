"""What the shell may offer: games, wagers, pay tables, settings and stores, from the sheets themselves.

`eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"` switches it on; zsh and fish likewise."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click
from click.shell_completion import BashComplete, CompletionItem, split_arg_string

SQLITE: Final = "sqlite:///"
Words = list[CompletionItem]

BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response completion type value
    response=$(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete $1)
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == 'dir' ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == 'file' ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == 'plain' ]]; then
            COMPREPLY+=("$value")
            if [[ $value == *= ]]; then compopt -o nospace; fi
        fi
    done
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class WholeWords(BashComplete):
    """Bash takes `with=joint` and `sqlite:///room.db` for several words and replaces the last of them. Here the line
    itself is looked at, and of what is offered the part behind the last break is handed back."""

    source_template = BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        if not words or line[-1].isspace():
            return words, ""
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        _, incomplete = self.get_completion_args()
        breaks = os.environ.get("COMP_WORDBREAKS", "")
        kept = max((incomplete.rfind(char) + 1 for char in breaks if char in "=:"), default=0)
        return f"{item.type},{item.value[kept:]}"


def _fitting(words: Iterable[str], incomplete: str) -> Words:
    return [CompletionItem(word) for word in dict.fromkeys(words) if word and word.startswith(incomplete)]


def games(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    from pitboss.approvals import game_ids

    return _fitting(game_ids(), incomplete)


def wagers(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    return _fitting((wager for wager, _ in _tables(context)), incomplete)


def pay_tables(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    named = context.params.get("wager") or context.params.get("wagers") or ()
    asked = (named,) if isinstance(named, str) else named
    return _fitting((table for wager, table in _tables(context) if not asked or wager in asked), incomplete)


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
    """Stores in the folder that is being typed, else in this one."""
    folder = incomplete.removeprefix(SQLITE).rpartition("/")[0] if incomplete.startswith(SQLITE) else ""
    return _fitting((f"{SQLITE}{path}" for path in sorted(Path(folder).glob("*.db"))), incomplete)


def house_ways(context: click.Context, parameter: click.Parameter, incomplete: str) -> Words:
    """Those in use by name; where none fits, files."""
    from pitboss.paigow.way_file import HOUSE_WAYS, own_ways

    return _fitting((*HOUSE_WAYS, *own_ways()), incomplete) or [CompletionItem(incomplete, type="file")]


def _game(context: click.Context) -> str | None:
    """The game typed so far. Behind an option that still wants its value nothing is parsed, so the line itself
    is looked at."""
    from pitboss.approvals import game_ids

    line = " ".join(os.environ.get(name, "") for name in ("COMP_LINE", "COMP_WORDS"))
    typed = [context.params.get("game"), *line.split()]
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

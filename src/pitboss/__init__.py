"""House-banked card games as approved: rules, exact edges, simulation, jackpots, and a card room.

The names below are the library. They load when they are first used. Rules of a game from outside may also import
`pitboss.core.cards`, `pitboss.core.odds`, `pitboss.rounds.events`, `pitboss.rounds.felt` and `pitboss.rounds.game`,
and their tests `pitboss.analysis.general.contract`: what those offer stays. Everything else is internal and may change.

>>> import pitboss
>>> pitboss.games()[0]
'fu-bacc'
"""

from typing import TYPE_CHECKING

__version__ = "0.2.0"

__all__ = [
    "BadApproval", "BadInput", "BrokenRules", "Decision", "EdgeResult", "EdgeResults", "IllegalAction",
    "IllegalWager", "Limits", "PayTable", "PitbossError", "ReplayError", "Round", "Simulation", "Strategy",
    "Table", "TableConfig", "design", "edge", "edges", "evaluate", "games", "packet", "pay_table", "simulate",
    "strategy", "use_games", "verify",
]  # fmt: skip

if TYPE_CHECKING:
    from pitboss.library import (
        BadApproval,
        BadInput,
        BrokenRules,
        Decision,
        EdgeResult,
        EdgeResults,
        IllegalAction,
        IllegalWager,
        Limits,
        PayTable,
        PitbossError,
        ReplayError,
        Round,
        Simulation,
        Strategy,
        Table,
        TableConfig,
        design,
        edge,
        edges,
        evaluate,
        games,
        packet,
        pay_table,
        simulate,
        strategy,
        use_games,
        verify,
    )
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
        from pitboss import library

        return globals().setdefault(name, getattr(library, name))


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])

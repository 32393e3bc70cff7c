"""House-banked card games as approved: rules, exact edges, simulation, jackpots, and a card room.

The names below are the library. They load when they are first used. Rules of a game from outside may also import
`pitboss.core.cards`, `pitboss.core.odds`, `pitboss.rounds.events`, `pitboss.rounds.felt` and `pitboss.rounds.game`,
and their tests `pitboss.analysis.general.contract`: what those offer stays. Everything else is internal and may change.

>>> import pitboss
>>> pitboss.games()[0]
'fu-bacc'
"""

import importlib
import sys
from types import ModuleType
from typing import Any

__version__ = "0.2.0"

__all__ = [
    "Decision", "EdgeResult", "EdgeResults", "Limits", "PitbossError", "Round", "Simulation", "Strategy", "Table",
    "TableConfig", "design", "edge", "edges", "evaluate", "games", "packet", "simulate", "strategy", "use_games",
    "verify",
]  # fmt: skip


class Room(ModuleType):
    """A room of the package whose name is a function of the library as well: `pitboss.edge(...)` answers as the
    function, and `import pitboss.analysis.questions` still finds the room."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self._function(*args, **named)

    @property
    def _function(self) -> Any:
        return getattr(importlib.import_module("pitboss.library"), self.__name__.rpartition(".")[2])

    @property
    def __signature__(self) -> Any:
        return importlib.import_module("inspect").signature(self._function)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        """Whoever asks for help wants the function's."""
        function = self._function
        return f"{function.__name__}{self.__signature__}\n\n{function.__doc__}"


def __getattr__(name: str) -> Any:
    if name in ("games", "simulate"):
        return importlib.import_module(f"pitboss.{name}")
    if name in __all__:
        value = getattr(importlib.import_module("pitboss.library"), name)
        setattr(sys.modules[__name__], name, value)
        return value
    raise AttributeError(f"module 'pitboss' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])

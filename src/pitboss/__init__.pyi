from types import ModuleType

from pitboss.library import Decision as Decision
from pitboss.library import EdgeResult as EdgeResult
from pitboss.library import EdgeResults as EdgeResults
from pitboss.library import Limits as Limits
from pitboss.library import PitbossError as PitbossError
from pitboss.library import Round as Round
from pitboss.library import Simulation as Simulation
from pitboss.library import Strategy as Strategy
from pitboss.library import Table as Table
from pitboss.library import TableConfig as TableConfig
from pitboss.library import design as design
from pitboss.library import edge as edge
from pitboss.library import edges as edges
from pitboss.library import evaluate as evaluate
from pitboss.library import games as games
from pitboss.library import packet as packet
from pitboss.library import simulate as simulate
from pitboss.library import strategy as strategy
from pitboss.library import use_games as use_games
from pitboss.library import verify as verify

__version__: str
__all__: list[str]

class Room(ModuleType): ...

"""Progressive and house jackpots: meters, contributions, awards, links, on the store's ledger."""

from pitboss.jackpot.adjust import Reason
from pitboss.jackpot.desk import JackpotDesk
from pitboss.jackpot.kept import Road
from pitboss.jackpot.model import AwardOrder, Controls, JackpotConfig, Kind, MeterSettings, Status
from pitboss.jackpot.winpage import WinPage

__all__ = [
    "AwardOrder",
    "Controls",
    "JackpotConfig",
    "JackpotDesk",
    "Kind",
    "MeterSettings",
    "Reason",
    "Road",
    "Status",
    "WinPage",
]

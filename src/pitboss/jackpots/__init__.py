"""Progressive and house jackpots: meters, contributions, awards, links, on the store's ledger."""

from pitboss.jackpots.adjustments import Reason
from pitboss.jackpots.awards import WinPage
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.model import AwardOrder, Controls, JackpotConfig, Kind, MeterSettings, Status
from pitboss.jackpots.room_or_desk import Caller

__all__ = [
    "AwardOrder",
    "Caller",
    "Controls",
    "JackpotConfig",
    "JackpotDesk",
    "Kind",
    "MeterSettings",
    "Reason",
    "Status",
    "WinPage",
]

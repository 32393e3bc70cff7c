"""Progressive and house jackpots: meters, contributions, awards, links, on the store's ledger."""

from pitboss.jackpots.adjustments import Reason
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.keepers import Road
from pitboss.jackpots.model import AwardOrder, Controls, JackpotConfig, Kind, MeterSettings, Status
from pitboss.jackpots.win_page import WinPage

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

"""The simulator of every game that is a sheet on blackjack."""

from __future__ import annotations

from pitboss.cardplay.blackjack.side_dealer import SideKernel


def made(game: str) -> SideKernel:
    return SideKernel(game)

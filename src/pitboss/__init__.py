"""House-banked card games as approved: rules, exact edges, simulation, jackpots, and a card room."""

__version__ = "0.1.0"

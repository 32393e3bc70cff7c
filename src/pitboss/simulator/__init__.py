"""Fast simulation: one compiled kernel a game, reproducible streams, and one set of statistics for all."""

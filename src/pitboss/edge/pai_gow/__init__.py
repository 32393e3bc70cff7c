"""Pai gow poker, face up and ordinary, counted exactly over all deals (see `docs/games`)."""

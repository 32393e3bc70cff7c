"""One round of a game: procedure, felt, configuration, views, history."""

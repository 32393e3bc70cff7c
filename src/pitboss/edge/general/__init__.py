"""The general solver: explores any game through its own readable rules."""

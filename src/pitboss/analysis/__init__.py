"""Exact answers: questions, solutions and the general solver. A game's own solver lies in its folder."""

"""Compiled rounds, one module a game."""

"""Exact solution of hold'em games against the dealer: one machinery, a small module a game."""

"""Poker hands: the best five of up to seven cards, readable and compiled."""

"""Dealing steps that several games share; each game calls them in the order of its own rule sheet."""

"""Exact answers: one solver a game, all answering the same few questions (see `pitboss.edge.solver`)."""

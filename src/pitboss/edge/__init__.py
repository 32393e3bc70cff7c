"""Exact answers: one solver a game, all answering the same few questions (see `pitboss.edge.solver`)."""

import sys

from pitboss import Room

sys.modules[__name__].__class__ = Room

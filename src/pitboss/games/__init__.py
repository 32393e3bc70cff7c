"""One module a game: the rules, read like the rule sheet."""

import sys

from pitboss import Room

sys.modules[__name__].__class__ = Room

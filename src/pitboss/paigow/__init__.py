"""Pai gow poker: hands with the joker, settings, fouls, house ways. Compiled twins are in `kernels`."""

"""Poker hands: `hands` is the readable evaluator, `batch` the compiled one for arrays of hands."""

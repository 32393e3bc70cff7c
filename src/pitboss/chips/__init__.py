"""Chips: wallets, trays, the cage, counts, payouts."""

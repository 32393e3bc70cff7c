"""Live tables: seats, wallets, rounds in progress, people and their roles, recovery."""

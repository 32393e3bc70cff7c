"""Face Up Pai Gow Poker."""

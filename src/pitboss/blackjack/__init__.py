"""What every game built on blackjack shares: the table's rules, how the dealer plays, basic strategy."""

"""What games share about their cards: poker hands, pai gow, hold'em, blackjack."""

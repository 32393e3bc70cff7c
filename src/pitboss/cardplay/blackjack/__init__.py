"""What the blackjack games share: rules, procedure, exact counting, strategy, simulation."""

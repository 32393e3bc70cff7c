"""The proof that nobody chose the cards: commitment, players' cuts, disclosure, the verifier."""

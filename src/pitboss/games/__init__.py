"""One module a game: the rules, read like the rule sheet."""

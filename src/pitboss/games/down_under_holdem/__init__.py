"""Down Under Hold'em."""

"""House Money."""

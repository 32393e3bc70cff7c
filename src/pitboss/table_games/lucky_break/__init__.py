"""Lucky Break."""

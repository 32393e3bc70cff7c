"""Fu Bacc."""

"""The engine below the games: round, felt, views, history, shuffle."""

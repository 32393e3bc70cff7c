"""Dealer school: drills, a trainee's course, the guide to a game, what mistakes cost."""

"""The card room: live tables, who keeps them, what they write, and what screens show."""

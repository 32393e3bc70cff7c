"""Persons, their roles and their credentials; the same in store, desk, room and terminal."""

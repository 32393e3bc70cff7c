"""The people of a pit."""

from __future__ import annotations

from pitboss.people.person import Person, Role

DEALER = Person.of("dot", Role.DEALER)
SUPERVISOR = Person.of("sam", Role.SUPERVISOR)
EXECUTIVE = Person.of("eve", Role.EXECUTIVE)
OWNER = Person.of("oma", Role.EXECUTIVE)
SURVEILLANCE = Person.of("cam", Role.SURVEILLANCE)
CASHIER = Person.of("cas", Role.CASHIER)

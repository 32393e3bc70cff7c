"""Dealer school: situations out of the real rules, fields marked one by one with reason, clause and arithmetic."""

from pitboss.web.school.course import (
    KINDS,
    LEAST_ASKED,
    MIXED,
    PASS_MARKS,
    Course,
    School,
    kinds_of,
    lesson,
    mark,
    new_drill,
)
from pitboss.web.school.kit import CHIPS, parse_answer

__all__ = (
    "CHIPS",
    "KINDS",
    "LEAST_ASKED",
    "MIXED",
    "PASS_MARKS",
    "Course",
    "School",
    "kinds_of",
    "lesson",
    "mark",
    "new_drill",
    "parse_answer",
)

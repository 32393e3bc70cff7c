"""A course of somebody who is not signed in: kept by the browser, signed by the house."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.store import open_store
from pitboss.web.school.course import School, mark, new_drill
from pitboss.web.school.kept import from_signed, signed, signing_key


def test_nobodys_course_is_kept_by_the_browser_and_cannot_be_written_there(tmp_path: Path) -> None:
    course = School().begin("fu-bacc", "easy", "pay", "Pat Lee")
    field = new_drill(course).fields[0]
    mark(course, {0: field.answer.replace("a push", "push")})
    with open_store(f"sqlite:///{tmp_path}/a.db") as store:
        key = signing_key(store)
        assert signing_key(store) == key, "one house, one key"
        token = signed(key, course)
        found = from_signed(key, token)
        assert found.drill is None
        assert found.tally() == course.tally() and (found.asked, found.right) == (1, 1)
        body, _, sign = token.partition(".")
        better = signed(b"a key of one's own", found).partition(".")[0]
        forged = [
            f"{better[:-4]}AAAA.{sign}",
            f"{body}.{sign}0",
            body,
            "",
            "ä.ö",
            signed(b"x" * 32, found),
        ]
        for one in forged:
            with pytest.raises(BadInput):
                from_signed(key, one)
    with open_store(f"sqlite:///{tmp_path}/b.db") as other, pytest.raises(BadInput):
        from_signed(signing_key(other), token)

"""A signed-in trainee's course in the store: it outlives the server, and the house has it on record."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pitboss.store import Store, Unit
from pitboss.web.school.course import Course, TopicCount


def key_of(person: str) -> str:
    return f"school/{person}"


def keep(store: Store, person: str, course: Course) -> None:
    """The course as it stands: settings and marks. The table under way is dealt anew."""
    shape = {name: value for name, value in vars(course).items() if name != "drill"}
    shape["topics"] = {topic: asdict(count) for topic, count in course.topics.items()}

    def work(unit: Unit) -> None:
        told = {name: shape[name] for name in ("id", "game", "kind", "asked", "right")}
        unit.record("school.course", key_of(person), person, told)
        unit.put(key_of(person), shape)

    store.write(work)


def kept(store: Store, person: str, id: str) -> Course | None:
    """The person's last course, if it is this one."""
    shape: dict[str, Any] | None = store.document(key_of(person))
    if shape is None or shape["id"] != id:
        return None
    topics = {topic: TopicCount(**count) for topic, count in shape["topics"].items()}
    return Course(**{**shape, "topics": topics})

"""Courses that outlive the server: a signed-in trainee's in the store, which is the house's record; nobody's in the
trainee's own browser, signed by the house, so that marks cannot be written there."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import secrets
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Final

from pitboss.errors import BadInput
from pitboss.store import Store, Unit
from pitboss.web.school.course import Course, TopicCount

SIGNING_KEY: Final = "school-signing-key"


def key_of(person: str) -> str:
    return f"school/{person}"


def keep(store: Store, person: str, course: Course) -> None:
    """The course as it stands: settings and marks. The table under way is dealt anew."""
    shape = _shape(course)

    def work(unit: Unit) -> None:
        told = {name: shape[name] for name in ("id", "game", "kind", "asked", "right")}
        unit.record("school.course", key_of(person), person, told)
        unit.put(key_of(person), shape)

    store.write(work)


def kept(store: Store, person: str, id: str) -> Course | None:
    """The person's last course, if it is this one."""
    shape: dict[str, Any] | None = store.document(key_of(person))
    return _course(shape) if shape is not None and shape["id"] == id else None


def signing_key(store: Store) -> bytes:
    """The house's own, drawn when it is first needed; all processes of a room have the same."""

    def work(unit: Unit) -> None:
        if unit.get(SIGNING_KEY) is None:
            unit.record("school.key", "school", "house")
            unit.put(SIGNING_KEY, secrets.token_hex(32))

    if (found := store.document(SIGNING_KEY)) is None:
        store.write(work)
        found = store.document(SIGNING_KEY)
    return bytes.fromhex(found)


def signed(key: bytes, course: Course) -> str:
    """The course as text for the trainee's browser."""
    body = base64.urlsafe_b64encode(json.dumps(_shape(course)).encode()).decode()
    return f"{body}.{_mark(key, body)}"


def from_signed(key: bytes, token: str) -> Course:
    """The course that the house has signed; anything else is refused."""
    body, _, mark = token.partition(".")
    if not hmac.compare_digest(mark.encode(), _mark(key, body).encode()):
        raise BadInput("This course is not one that the house has signed.", accepted="a new course")
    try:
        return _course(json.loads(base64.urlsafe_b64decode(body)))
    except (binascii.Error, ValueError, TypeError, KeyError) as error:
        raise BadInput("This course is of another version.", accepted="a new course") from error


def _mark(key: bytes, body: str) -> str:
    return hmac.new(key, body.encode(), sha256).hexdigest()


def _shape(course: Course) -> dict[str, Any]:
    shape = {name: value for name, value in vars(course).items() if name != "drill"}
    shape["topics"] = {topic: asdict(count) for topic, count in course.topics.items()}
    return shape


def _course(shape: dict[str, Any]) -> Course:
    topics = {topic: TopicCount(**count) for topic, count in shape["topics"].items()}
    return Course(**{**shape, "topics": topics})

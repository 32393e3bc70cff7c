"""Typed entries of the log, and the codec they are kept by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

from pitboss.core.codec import FLAT, LEFT_OUT, decode, encode, under
from pitboss.ledger import Unit, create_store
from pitboss.ledger.unit import EventData, begin, read_event


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    share: Fraction
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Said(EventData):
    KIND: ClassVar[str] = "said"
    source: str = field(metadata=under("from"))
    spots: Mapping[int, tuple[Inner, ...]]
    inner: Inner = field(metadata=FLAT)
    pair: tuple[str, int] = ("a", 1)
    due: int | None = field(default=None, metadata=LEFT_OUT)
    second: str | None = None


SAID = Said("J", {3: (Inner(Fraction(1, 3), Colour.RED),)}, Inner(Fraction(2)))
KEPT = {
    "from": "J",
    "spots": {"3": [{"share": "1/3", "colour": "red"}]},
    "share": "2",
    "colour": None,
    "pair": ["a", 1],
    "second": None,
}


def test_a_record_is_kept_as_its_fields_say() -> None:
    assert encode(SAID) == KEPT
    assert encode(replace(SAID, due=0)) == {**KEPT, "due": 0}
    assert encode([SAID, {1: Colour.RED}]) == [KEPT, {"1": "red"}]


def test_what_is_kept_is_read_again_and_what_is_missing_has_its_default() -> None:
    assert decode(Said, {**KEPT, "pair": ("a", 1)}) == SAID
    given = {name: KEPT[name] for name in ("from", "spots", "share")}
    assert decode(Said, given) == SAID
    assert decode(Said, {**KEPT, "due": None, "of_a_later_version": 1}).due is None


def test_an_event_is_amended_until_its_unit_ends(tmp_path: Path) -> None:
    with create_store(f"sqlite:///{tmp_path / 'log.db'}") as store:

        def work(unit: Unit) -> None:
            begun = begin(unit, "here", "ann", SAID)
            begun.amend(replace(begun.says, due=5))
            begun.amend(replace(begun.says, second="bob"))

        receipt = store.write(work)
        assert (receipt.event.kind, receipt.event.stream, receipt.event.actor) == ("said", "here", "ann")
        assert receipt.event.payload == {**KEPT, "due": 5, "second": "bob"}
        assert read_event(Said, receipt).due == read_event(Said, receipt.event).due == 5

"""A saved round's document, read and checked before anything is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.core.cards import Card, parse, text
from pitboss.core.errors import ReplayError, shown
from pitboss.core.money import Cents
from pitboss.core.shoe import parse_order
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision

FORMAT: Final = 1
_KEYS: Final = (
    "format",
    "config",
    "wagers",
    "order",
    "start",
    "holders",
    "decisions",
    "number",
    "dice",
    "void",
)
_DECISION: Final = ("spot", "action", "amount_cents", "cards")

Saved = tuple[
    TableConfig, dict[int, dict[str, Cents]], tuple[Card, ...], tuple[tuple[int, Decision], ...], int,
    dict[int, str], int | None, tuple[int, ...], str | None,
]  # fmt: skip


def read_saved(shape: Mapping[str, Any]) -> Saved:
    """The inputs of a saved round, in the order `Round.replay` takes them."""
    if not isinstance(shape, Mapping):
        raise ReplayError(
            f"A saved round is not {shown(shape)}.", accepted="what json.loads makes of its file"
        )
    if shape.get("format") != FORMAT or type(shape["format"]) is not int:
        raise ReplayError(
            f"This is not a saved round: its format is {shown(shape.get('format'))}.",
            accepted=str(FORMAT),
        )
    for key in shape:
        if key not in _KEYS:
            raise ReplayError(f"A saved round has no {shown(key)}.", accepted=", ".join(_KEYS))
    config = TableConfig.from_json(_get(shape, "config", Mapping))
    start, number = _get(shape, "start", int, 0), _get(shape, "number", int, None)
    return (
        config,
        {spot: _cents(bets) for spot, bets in _by_spot(_get(shape, "wagers", Mapping)).items()},
        parse_order(_get(shape, "order", str)),
        tuple(parse_decision(d) for d in _get(shape, "decisions", list)),
        start,
        {spot: _text(who) for spot, who in _by_spot(_get(shape, "holders", Mapping, {})).items()},
        number,
        tuple(_get(shape, "dice", list, [])),
        _get(shape, "void", str, None),
    )


def decision_json(spot: int, decision: Decision) -> dict[str, Any]:
    shape: dict[str, Any] = {"spot": spot, "action": decision.action}
    if decision.amount_cents:
        shape["amount_cents"] = decision.amount_cents
    if decision.cards:
        shape["cards"] = [text(c) for c in decision.cards]
    return shape


def parse_decision(shape: Mapping[str, Any]) -> tuple[int, Decision]:
    """A decision of a document; other keys beside it, such as a log's own, do not matter."""
    if not isinstance(shape, Mapping):
        raise _not_saved("a decision", shape, "spot, action, amount_cents, cards")
    cards = tuple(parse(_text(word)) for word in _get(shape, "cards", list, []))
    action, amount = _get(shape, "action", str), _get(shape, "amount_cents", int, 0)
    return _get(shape, "spot", int), Decision(action, amount, cards)


def _get(shape: Mapping[str, Any], key: str, kind: type, default: Any = ...) -> Any:
    value = shape.get(key, default)
    if value is default and default is not ...:
        return value
    if not isinstance(value, kind) or isinstance(value, bool):
        name = {int: "a whole number", str: "text", list: "a list"}.get(kind, "a mapping")
        raise _not_saved(key, "missing" if value is ... else value, name)
    return value


def _by_spot(shape: Mapping[str, Any]) -> dict[int, Any]:
    for key in shape:
        if type(key) is not str or not key.isascii() or not key.isdigit():
            raise _not_saved("a spot", key, 'its number in quotes, such as "1"')
    return {int(spot): value for spot, value in shape.items()}


def _cents(bets: Any) -> dict[str, Cents]:
    if not isinstance(bets, Mapping):
        raise _not_saved("a spot's wagers", bets, "names and cents")
    return dict(bets)


def _text(value: Any) -> str:
    if type(value) is not str:
        raise _not_saved("a name", value, "text")
    return value


def _not_saved(what: str, value: Any, accepted: str) -> ReplayError:
    return ReplayError(f"This is not a saved round: {what} is {shown(value)}.", accepted=accepted)

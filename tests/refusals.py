"""What must not be done is refused: the error, what it says, and the act, in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

import pytest

E = TypeVar("E", bound=Exception)
P = ParamSpec("P")


class refused(Generic[E]):
    """`refused(NotAllowed, "may not suspend")(desk.suspend, "J", "a fault", DEALER)` gives the error."""

    def __init__(self, error: type[E] | tuple[type[E], ...], says: str | None = None) -> None:
        self.error, self.says = error, says

    def __call__(self, act: Callable[P, object], *given: P.args, **named: P.kwargs) -> E:
        with pytest.raises(self.error, match=self.says) as refusal:
            act(*given, **named)
        return refusal.value

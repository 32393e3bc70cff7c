"""What can be asked of a store: by everybody through its pool of connections, or inside one transaction before it is
committed."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from pitboss.core.errors import BadInput
from pitboss.ledger.database import ACCOUNT_COLUMNS, EVENT_COLUMNS, LAST, TRANSFER_COLUMNS, Connection
from pitboss.ledger.model import COUNTER_MAX, Account, Event, Head, Transfer

T = TypeVar("T")


class Flow(NamedTuple):
    """What went from one account to another for one reason, all together, and the first event of it."""

    debit: str
    credit: str
    code: str
    units: int
    first: int


class Reader(ABC):
    @abstractmethod
    def ask(self, question: Callable[[Connection], T]) -> T:
        """Put a question to a connection."""
        ...

    def head(self) -> Head:
        return self.ask(lambda c: c.head())

    def account(self, name: str) -> Account:
        found = self.ask(lambda c: c.account(name))
        if found is None:
            raise BadInput(f"There is no account {name!r}.", accepted="an account that has been opened")
        return found

    def accounts(self, prefix: str = "") -> list[Account]:
        sql = f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE name >= ? AND name < ? ORDER BY name"
        return [Account(*row) for row in self.ask(lambda c: c.execute(sql, (prefix, prefix + LAST)))]

    def document(self, key: str) -> Any:
        text = self.ask(lambda c: c.document(key))
        return None if text is None else json.loads(text)

    def documents(self, prefix: str) -> dict[str, Any]:
        return {key: json.loads(text) for key, text in self.ask(lambda c: c.documents(prefix))}

    def event(self, key: str) -> Event | None:
        rows = self.ask(lambda c: c.execute(f"SELECT {EVENT_COLUMNS} FROM events WHERE key = ?", (key,)))
        return Event(*rows[0]) if rows else None

    def events(
        self, stream: str | None = None, *, after: int = 0, limit: int = 1000, newest_first: bool = False
    ) -> list[Event]:
        """A page of the log: of one stream or of all, `after` a number (before it when newest first)."""
        order, test = ("DESC", "seq < ?") if newest_first else ("ASC", "seq > ?")
        parameters: list[int | str] = [after if after or not newest_first else COUNTER_MAX, limit]
        if stream is not None:
            test, parameters = f"stream = ? AND {test}", [stream, *parameters]
        sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE {test} ORDER BY seq {order} LIMIT ?"
        return [Event(*row) for row in self.ask(lambda c: c.execute(sql, parameters))]

    def transfers(self, seq: int) -> list[Transfer]:
        """The transfers that belong to one event."""
        sql = f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE seq = ? ORDER BY position"
        return [Transfer(*row) for row in self.ask(lambda c: c.execute(sql, (seq,)))]

    def movements(
        self, account: str, *, after: int = 0, until: int = COUNTER_MAX
    ) -> dict[str, tuple[int, int]]:
        """What an account was debited and credited for, by code, in the events `after` one up to `until` another;
        pending amounts are not among them."""
        sql = (
            "SELECT code, sum(d), sum(c) FROM ("
            "SELECT code, amount AS d, 0 AS c FROM transfers WHERE debit = ? AND seq > ? AND seq <= ? UNION ALL "
            "SELECT code, 0, amount FROM transfers WHERE credit = ? AND seq > ? AND seq <= ?"
            ") AS sides GROUP BY code ORDER BY code"
        )
        rows = self.ask(lambda c: c.execute(sql, (account, after, until) * 2))
        return {code: (int(debits), int(credits_)) for code, debits, credits_ in rows}

    def moves(
        self, account: str, codes: Iterable[str], *, after: int = 0, until: int = COUNTER_MAX
    ) -> list[tuple[int, str, int]]:
        """As `movements`, each by itself: event, code, and what the account was credited less what it was debited."""
        wanted = tuple(codes)
        sql = (
            "SELECT seq, code, sum(CASE WHEN credit = ? THEN amount ELSE -amount END) FROM transfers "
            "WHERE (debit = ? OR credit = ?) AND seq > ? AND seq <= ? AND amount > 0 "
            f"AND code IN ({', '.join('?' * len(wanted))}) GROUP BY seq, code ORDER BY seq, code"
        )
        rows = self.ask(lambda c: c.execute(sql, (account, account, account, after, until, *wanted)))
        return [(seq, code, int(units)) for seq, code, units in rows]

    def seq_before(self, at_us: int) -> int:
        """The number of the last event before a moment: events are in the order of their time."""
        low, high = 0, self.head().seq
        while low < high:
            middle = (low + high + 1) // 2
            found = self.ask(lambda c, n=middle: c.execute("SELECT at_us FROM events WHERE seq = ?", (n,)))  # type: ignore[misc]
            if found[0][0] < at_us:
                low = middle
            else:
                high = middle - 1
        return low

    def trial_balance(self) -> int:
        """All debits less all credits: zero, always."""
        sql = "SELECT coalesce(sum(debits), 0), coalesce(sum(credits), 0) FROM accounts"
        debits, credits_ = self.ask(lambda c: c.execute(sql))[0]
        return int(debits) - int(credits_)

    def flows(self, prefix: str, *, after: int = 0) -> list[Flow]:
        """All that has moved from or to the accounts whose names begin so, in the events `after` one."""
        sql = (
            "SELECT debit, credit, code, sum(amount), min(seq) FROM transfers WHERE seq > ? AND amount > 0 "
            "AND ((debit >= ? AND debit < ?) OR (credit >= ? AND credit < ?)) "
            "GROUP BY debit, credit, code ORDER BY min(seq), debit, credit"
        )
        rows = self.ask(lambda c: c.execute(sql, (after, *(prefix, prefix + LAST) * 2)))
        return [Flow(debit, credit, code, int(units), seq) for debit, credit, code, units, seq in rows]

    def of_kind(self, kind: str, *, after: int = 0) -> list[Event]:
        """Events of one kind, of all streams, `after` a number."""
        sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE seq > ? AND kind = ? ORDER BY seq"
        return [Event(*row) for row in self.ask(lambda c: c.execute(sql, (after, kind)))]

    def moved_by(self, kind: str, *, after: int = 0) -> list[Transfer]:
        """The transfers of all events of one kind, `after` a number."""
        sql = (
            f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE seq IN "
            "(SELECT seq FROM events WHERE seq > ? AND kind = ?) ORDER BY seq, position"
        )
        return [Transfer(*row) for row in self.ask(lambda c: c.execute(sql, (after, kind)))]


class Inside(Reader):
    """A store as one transaction sees it, what it has written among it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(self, question: Callable[[Connection], T]) -> T:
        return question(self._connection)

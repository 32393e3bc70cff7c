"""The daily master games report: every table and game, with drop, win and jackpot accrual (HR-16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.approvals import sheet
from pitboss.house.days import events_of_day
from pitboss.house.tray import TrayDesk, table_win
from pitboss.jackpot.state import table_key
from pitboss.money import Cents
from pitboss.store import UNIT_PER_CENT, Store


@dataclass(frozen=True, slots=True)
class Line:
    """One table on one day. Without activity all amounts are zero and the line says so."""

    table: str
    game: str
    rounds: int = 0
    drop_cents: Cents = 0
    win_cents: Cents = 0
    tokes_cents: Cents = 0
    accrual_cents: Cents = 0
    """what the day's jackpot wagers added to the players' money"""
    fills_cents: Cents = 0
    credits_cents: Cents = 0
    opener_cents: Cents | None = None
    closer_cents: Cents | None = None

    @property
    def active(self) -> bool:
        moved = (self.rounds, self.drop_cents, self.win_cents, self.accrual_cents)
        return any(moved) or bool(self.fills_cents or self.credits_cents)

    @property
    def hold(self) -> Fraction | None:
        """Win as a share of the drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None

    @property
    def counted_win_cents(self) -> Cents | None:
        """The win by the tray's counts, where both were taken."""
        if self.opener_cents is None or self.closer_cents is None:
            return None
        return table_win(
            self.opener_cents, self.closer_cents, self.fills_cents, self.credits_cents, self.drop_cents
        )

    def to_json(self) -> dict[str, Any]:
        hold = self.hold
        return {
            "table": self.table,
            "game": self.game,
            "activity": self.active,
            "rounds": self.rounds,
            "drop_cents": self.drop_cents,
            "win_cents": self.win_cents,
            "hold": None if hold is None else f"{float(hold):.6f}",
            "jackpot_accrual_cents": self.accrual_cents,
            "tokes_cents": self.tokes_cents,
            "opener_cents": self.opener_cents,
            "fills_cents": self.fills_cents,
            "credits_cents": self.credits_cents,
            "closer_cents": self.closer_cents,
            "counted_win_cents": self.counted_win_cents,
        }


@dataclass(frozen=True, slots=True)
class MasterGamesReport:
    day: date
    lines: tuple[Line, ...]

    @property
    def by_game(self) -> dict[str, Line]:
        """The day's sums of each game over its tables."""
        return {
            game: _sum("all tables", game, [line for line in self.lines if line.game == game])
            for game in dict.fromkeys(line.game for line in self.lines)
        }

    @property
    def total(self) -> Line:
        return _sum("all tables", "all games", self.lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "day": self.day.isoformat(),
            "tables": [line.to_json() for line in self.lines],
            "games": [line.to_json() for line in self.by_game.values()],
            "total": self.total.to_json(),
        }


def _sum(table: str, game: str, lines: Iterable[Line]) -> Line:
    rows = list(lines)
    return Line(
        table,
        game,
        rounds=sum(x.rounds for x in rows),
        drop_cents=sum(x.drop_cents for x in rows),
        win_cents=sum(x.win_cents for x in rows),
        tokes_cents=sum(x.tokes_cents for x in rows),
        accrual_cents=sum(x.accrual_cents for x in rows),
        fills_cents=sum(x.fills_cents for x in rows),
        credits_cents=sum(x.credits_cents for x in rows),
    )


def master_games_report(
    day: date,
    tables: Mapping[str, str],
    books: Iterable[Mapping[str, Any]],
    accruals: Mapping[str, Cents] | None = None,
    trays: Mapping[str, Mapping[str, Any]] | None = None,
) -> MasterGamesReport:
    """The report from its parts.

    `tables` are all tables of the room with their game, the idle ones too; `books` the day's books as a room
    keeps them, one for each table with activity; `accruals` and `trays` by table."""
    by_table = {book["table"]: book for book in books}
    everywhere = {**{id: book["game"] for id, book in by_table.items()}, **tables}
    for game in everywhere.values():
        sheet(game)
    return MasterGamesReport(
        day,
        tuple(
            _line(
                id,
                everywhere[id],
                by_table.get(id, {}),
                (accruals or {}).get(id, 0),
                (trays or {}).get(id, {}),
            )
            for id in sorted(everywhere)
        ),
    )


def _line(table: str, game: str, book: Mapping[str, Any], accrual: Cents, tray: Mapping[str, Any]) -> Line:
    return Line(
        table,
        game,
        rounds=book.get("rounds", 0),
        drop_cents=book.get("drop_cents", 0),
        win_cents=book.get("win_cents", 0),
        tokes_cents=book.get("tokes_cents", 0),
        accrual_cents=accrual,
        fills_cents=tray.get("fills_cents", 0),
        credits_cents=tray.get("credits_cents", 0),
        opener_cents=tray["opener"]["cents"] if tray.get("opener") else None,
        closer_cents=tray["closer"]["cents"] if tray.get("closer") else None,
    )


def report_from_store(store: Store, day: date, tables: Mapping[str, str]) -> MasterGamesReport:
    """The report of a day from a room's store: its tables with their day books, jackpots and trays.

    `tables` adds tables that the store has never seen open."""
    books = list(store.documents(f"day/{day.isoformat()}/").values())
    known = {**tables, **_tables_in(store), **{book["table"]: book["game"] for book in books}}
    desk = TrayDesk(store)
    return master_games_report(
        day,
        known,
        books,
        accruals={id: accrual_cents(store, id, day) for id in known},
        trays={id: desk.day(id, day) for id in known},
    )


def _tables_in(store: Store) -> dict[str, str]:
    """Every table that ever opened in the room, with the game it is configured for now."""
    games = {}
    for key, shape in store.documents("table/").items():
        config = store.document(f"config/{shape['config_id']}")
        games[key.removeprefix("table/")] = str(config["game"])
    return games


def accrual_cents(store: Store, table: str, day: date) -> Cents:
    """What a table's jackpot wagers of a day added to the players' money: meters, reserves and overflow."""
    started = [e for e in events_of_day(store, table_key(table), day) if e.kind == "start-game"]
    units = sum(
        transfer.amount
        for event in started
        for transfer in store.transfers(event.seq)
        if transfer.debit.startswith("jackpot/") and transfer.debit.endswith("/wagers")
    )
    return units // UNIT_PER_CENT

"""What was approved, kept by hash, and how the table differs from it now (HR-25)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.core.arguments import in_words
from pitboss.core.errors import BadInput
from pitboss.house.findings import Finding, error, note, warning
from pitboss.house.table_file import Jackpot, Table

FORMAT = 1
CLAUSE = "HR-25"


def snapshot(table: Table) -> dict[str, Any]:
    """Rules, pay tables, jackpots and equipment of a table, in plain values. Limits are the house's to change."""
    config = table.config()
    letter = table.sheet.letter
    return {
        "format": FORMAT,
        "game": table.game,
        "approval": [letter.submission, letter.dated.isoformat()] if letter else None,
        "spots": config.spots,
        "dealing": table.dealing,
        "rounding": table.rounding.value,
        "offered": sorted(config.offered or ()),
        "options": dict(config.options),
        "pay_tables": {
            wager: {
                "id": pays.id,
                "rules": dict(pays.rules),
                "lines": {
                    line.hand: [str(line.pays or f"x{line.multiplies}"), line.envy_cents]
                    for line in pays.lines
                },
            }
            for wager, pays in config.tables.items()
            if wager in _in_use(table)
        },
        "jackpots": {j.place: _jackpot(j) for j in table.jackpots},
        "equipment": {item.id: item.version for item in table.equipment},
    }


def _jackpot(jackpot: Jackpot) -> dict[str, Any]:
    """What an approval of internal controls speaks of: wager, seeds, rates, maxima, thresholds, order."""
    return {
        "type": jackpot.type.value,
        "wager_cents": jackpot.wager_cents,
        "posted_cents": dict(jackpot.posted_cents),
        "executive_from_cents": jackpot.executive_from_cents,
        "award_order": jackpot.award_order.value if jackpot.award_order else None,
        "deposit_every_days": jackpot.fund.deposit_every_days if jackpot.fund else None,
        "meters": {
            meter.name: {
                "seed_cents": meter.settings.seed_cents,
                "contribution": str(meter.settings.contribution),
                "reserve": str(meter.settings.reserve),
                "maximum_cents": meter.settings.maximum_cents,
            }
            for meter in jackpot.meters
        },
    }


def _in_use(table: Table) -> set[str]:
    """The wagers whose pay tables matter: the base game's and those offered."""
    places = {j.place for j in table.jackpots}
    played = {w.of for w in table.sheet.wagers if w.placed == "first" or w.id in table.offered}
    return played | places


def hash_of(shape: dict[str, Any]) -> str:
    canonical = json.dumps(shape, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ApprovalRecord:
    """The configuration as approved."""

    hash: str
    approved: str
    reference: str
    snapshot: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {
            "hash": self.hash,
            "approved": self.approved,
            "reference": self.reference,
            "snapshot": self.snapshot,
        }


def make_record(table: Table, approved: date, reference: str) -> ApprovalRecord:
    if not in_words(reference):
        raise BadInput(
            "An approval has a reference.", clause=CLAUSE, accepted="the letter or filing that approves it"
        )
    shape = snapshot(table)
    return ApprovalRecord(hash_of(shape), approved.isoformat(), reference, shape)


def read_record(path: Path) -> ApprovalRecord:
    accepted = "a record written by `pitboss approve`"
    try:
        shape = json.loads(path.read_text(encoding="utf-8"))
        record = ApprovalRecord(shape["hash"], shape["approved"], shape["reference"], shape["snapshot"])
    except (OSError, ValueError, KeyError, TypeError) as refusal:
        raise BadInput(
            f"{path.name} is not a record of an approved table: {refusal}.", clause=CLAUSE, accepted=accepted
        ) from None
    if hash_of(record.snapshot) != record.hash:
        raise BadInput(
            f"{path.name} has been changed: its content does not have its hash.",
            clause=CLAUSE,
            accepted=accepted,
        )
    if record.snapshot.get("format") != FORMAT:
        raise BadInput(
            f"{path.name} has format {record.snapshot.get('format')}, which this version does not know.",
            clause=CLAUSE,
            accepted=f"a record of format {FORMAT}, written by `pitboss approve`",
        )
    return record


def differences(then: Any, now: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two snapshots part: path, value as approved, value now."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in sorted(then.keys() | now.keys()):
            yield from differences(then.get(key), now.get(key), f"{path}.{key}" if path else key)
    elif then != now:
        yield path, then, now


def check_record(table: Table) -> Iterator[Finding]:
    """HR-25: any difference blocks opening until this very configuration is acknowledged as approved."""
    if table.approved_record is None:
        yield warning(
            CLAUSE,
            "There is no record of the approved configuration to compare with.",
            "approved.record, a file written by `pitboss approve`",
            "approved",
        )
        return
    record = read_record(table.approved_record)
    shape = snapshot(table)
    now = hash_of(shape)
    if now == record.hash:
        yield note(CLAUSE, f"As approved {record.approved} ({record.reference}), {now[:12]}.", "approved")
        return
    vouched = next((a for a in table.acknowledged if a.hash == now), None)
    if vouched:
        yield note(
            CLAUSE,
            f"Changed after approval; acknowledged by {vouched.by} on {vouched.dated} ({vouched.reference}).",
            "approved",
        )
        return
    for path, then, value in differences(record.snapshot, shape):
        yield error(
            CLAUSE,
            f"{path} was approved as {_shown(then)} and is {_shown(value)}.",
            f'the approved value, or [[approved.acknowledged]] with hash = "{now}"',
            path,
            training=True,
        )


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)

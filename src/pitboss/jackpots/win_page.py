"""The win page: what accounting needs of an award on one sheet, with lines to sign on (JP-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from pitboss.core.money import dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.jackpots.documents import Award, Claim, Signature
from pitboss.jackpots.keepers import not_checked

SIGNED_BY = ("Winner", "Dealer", "Supervisor", "Cashier")


def _backed_out(award: Award) -> Iterator[tuple[str, str]]:
    if award.backed_out is not None:
        yield "Backed out by", ", ".join(map(_signed, (award.backed_out, *award.backed_out_with)))
    if award.reopened_as:
        yield "Open again as", award.reopened_as


def _signed(one: Signature | None) -> str:
    return str(one) if one else "-"


@dataclass(frozen=True, slots=True)
class WinPage:
    title: str
    rows: tuple[tuple[str, str], ...]

    @classmethod
    def of(
        cls,
        award: Award,
        moment: Callable[[int], str],
        claim: Claim | None = None,
        dealt_us: int | None = None,
    ) -> WinPage:
        """`moment` writes a time as the room's clock shows it. `claim` is the marked hand, where a table's keypad had
        one; `dealt_us` is when its round was played out, where the room knows it better than who marked it."""
        seen = award.surveillance
        line = f"{award.hand} ({PercentOfMeter(award.share, award.meter)})" if award.share else award.hand
        hand_us = dealt_us or (claim.completed_us if claim else None)
        rows = (
            ("Prize", dollars(award.prize_cents)),
            ("Hand", line),
            ("Cards", award.cards or (not_checked(claim) if claim else None) or "-"),
            ("Table", award.table or "-"),
            ("Spot", str(award.spot) if award.spot else "-"),
            ("Game", str(award.number) if award.number else "-"),
            ("Round", award.round or "-"),
            ("Fixed wager", dollars(award.wager_cents)),
            ("Time of the hand", moment(hand_us) if hand_us else "-"),
            ("Time of completion", moment(award.at_us)),
            ("Meter", award.meter),
            ("Meter before", dollars(award.before_cents)),
            ("Meter after", dollars(award.after_cents)),
            ("Marked by", _signed(claim.marked) if claim else "-"),
            ("Confirmed by", _signed(award.confirmed)),
            ("Completed by", _signed(award.completed)),
            ("Second signature", _signed(award.second)),
            ("Surveillance", _signed(seen.by) if seen else "not needed"),
            ("Player", award.player or "-"),
            ("Status", award.state.value + (f": {award.reason}" if award.reason else "")),
            *_backed_out(award),
            ("Paid by", _signed(award.paid)),
            ("Check due", moment(award.check_due_us) if award.check_due_us else "-"),
        )
        return cls(f"{award.jackpot}: award {award.id}", rows)

    def text(self) -> str:
        width = max(len(name) for name, _ in self.rows)
        lines = [self.title, "=" * len(self.title)]
        lines += [f"{name:<{width}}  {value}" for name, value in self.rows]
        lines += ["", *(f"{who:<{width}}  {'_' * 30}" for who in SIGNED_BY)]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """A page of its own that prints on one sheet."""
        rows = "".join(f"<tr><th scope=row>{escape(n)}</th><td>{escape(v)}</td></tr>" for n, v in self.rows)
        signed = "".join(f"<tr><th scope=row>{who}</th><td class=line></td></tr>" for who in SIGNED_BY)
        title = escape(self.title)
        return (
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>"
            "<style>body{font:16px/1.5 serif;max-width:40rem;margin:2rem auto}"
            "th{text-align:left;padding-right:2rem}.line{border-bottom:1px solid;width:18rem;height:2.5rem}"
            f"</style><h1>{title}</h1><table>{rows}</table><table>{signed}</table></html>\n"
        )

    def to_json(self) -> dict[str, str]:
        return dict(self.rows)

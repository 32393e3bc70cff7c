"""What a player has won and does not have in the wallet yet: how much, and what it waits for.

One statement for every screen. Of the round on the felt it says for each settled wager what came into the wallet and
what is still to come, so that a wallet and what is coming are always the wallet before and the result. What is won
beside the round (a part of a meter) or waits from an earlier one is added from the books."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pitboss.chips import payouts
from pitboss.chips.accounts import wallet
from pitboss.chips.cage import WalletLine
from pitboss.core.codec import decode
from pitboss.core.money import Cents, dollars
from pitboss.jackpots.documents import Award, award_key
from pitboss.jackpots.events import Due
from pitboss.ledger import Store
from pitboss.people.person import Person, Role
from pitboss.room.settling import DuePay, dues, is_cut, waits_for_cut
from pitboss.room.table import TableState
from pitboss.rounds.events import Settlement

if TYPE_CHECKING:
    from pitboss.room.jackpot_office import ClaimView

SURVEILLANCE: Final = "surveillance"
SUPERVISOR: Final = "supervisor"
CASHIER: Final = "cashier"
END_GAME: Final = "end-game"
CUT: Final = "cut"
FILL: Final = "fill"

DUE: Final = ("open", "completed")
"""prizes and payouts that have been won and not handed over"""
WAITS_FOR: Final = {SURVEILLANCE: SURVEILLANCE, "": CASHIER}
"""whom a claim waits for; whatever else is needed is the supervisor's to bring about"""


class Waiting(NamedTuple):
    """What the books say of the pays of a table that are not made."""

    dues: tuple[Due, ...] = ()
    """pays that wait for a fill of the tray (HR-34)"""
    released: frozenset[str] = frozenset()
    """payouts of the round on the felt that surveillance has let go since (HR-14)"""
    unseen: frozenset[tuple[int, str]] = frozenset()
    """spot and place of fixed jackpot pays that surveillance has to see before END GAME (HR-14)"""

    def cents_of(self, player: str) -> Cents:
        return sum(due.cents for due in self.dues if due.payee == wallet(player))

    def after(self, more: Iterable[Due], paid: Iterable[Due]) -> Waiting:
        left = Counter([*self.dues, *more])
        left.subtract(Counter(paid))
        return self._replace(dues=tuple(left.elements()))


NOTHING_WAITS: Final = Waiting()


class SettledPay(NamedTuple):
    """A settled wager in its player's money."""

    number: int
    """of the settlement in its round"""
    spot: int
    wager: str
    paid_cents: Cents
    """what came into the wallet with it, the stake among it"""
    coming_cents: Cents = 0
    needs: str = ""
    """what that waits for"""


def released_of(store: Store, table: TableState) -> frozenset[str]:
    return frozenset(id for id in table.held_pays if store.document(payouts.held_key(id)) is None)


def lines(table: TableState, waiting: Waiting, player: str) -> list[SettledPay]:
    """What the settlements of the round on the felt have brought a player so far."""
    round = table.round
    if round is None or table.phase == "betting":
        return []
    own = {spot for spot, who in round.holders.items() if who == player}
    mine = [(n, done) for n, done in enumerate(round.settlements) if done.spot in own]
    if round.voided is not None:
        found = [SettledPay(n, s.spot, s.wager, _back(s)) for n, s in mine]
    else:
        found = _stand(table, waiting, mine)
    return _short(found, waiting.cents_of(player))


def _stand(table: TableState, waiting: Waiting, mine: Sequence[tuple[int, Settlement]]) -> list[SettledPay]:
    """Each settlement as paid or still to come; the cut of a pay (HR-27) goes the way of the pay."""
    pays = {due.number: due for due in dues(table.playing.round)}
    ways: dict[tuple[int, str], list[Way]] = defaultdict(list)
    found = []
    for n, done in mine:
        if is_cut(done):
            way = ways[done.spot, done.wager].pop(0)
        else:
            way = _way(table, waiting, pays[n])
            if pays[n].cut_cents:
                ways[done.spot, done.wager].append(way)
        back = _back(done)
        coming = 0 if not way.needs or done.tokes_cents else back if way.stake else done.net_cents
        line = SettledPay(n, done.spot, done.wager, back - coming, coming, way.needs if coming else "")
        found.append(line)
    return found


class Way(NamedTuple):
    """How a pay comes to its player."""

    needs: str = ""
    """what it waits for; empty: it is in the wallet"""
    stake: bool = False
    """whether the stake comes with it"""


def _way(table: TableState, waiting: Waiting, due: DuePay) -> Way:
    done, round = due.done, table.playing.round
    if round.config.sheet.wager(done.wager).sensed:
        if not table.game_on:
            return Way()
        unseen = done.stake_cents and (done.spot, done.wager) in waiting.unseen
        return Way(SURVEILLANCE if unseen else END_GAME, stake=True)
    if waits_for_cut(round, due):
        return Way(CUT, stake=True)
    id = payouts.held_id(str(table.round_id), due.number)
    return Way(SURVEILLANCE if id in table.held_pays and id not in waiting.released else "")


def _back(done: Settlement) -> Cents:
    """What a settlement brings its player, the stake with it."""
    return done.stake_cents + done.player_cents


def _short(found: list[SettledPay], owed: Cents) -> list[SettledPay]:
    """The last pays are those that a tray owes: it makes them in order (HR-34)."""
    for at in reversed(range(len(found))):
        line = found[at]
        part = min(owed, max(0, line.paid_cents))
        if part and not line.coming_cents:
            owed -= part
            found[at] = line._replace(paid_cents=line.paid_cents - part, coming_cents=part, needs=FILL)
    return found


class TablePays(NamedTuple):
    """A table's pays that are not made, as they stand with one state of it."""

    table: TableState
    waiting: Waiting
    lines: Mapping[str, tuple[SettledPay, ...]]
    """of the round on the felt, by player: those that are not simply paid"""

    @classmethod
    def of(cls, table: TableState, waiting: Waiting) -> TablePays:
        """Looked at when the state is shown: the round goes on afterwards."""
        round = table.round if table.phase != "betting" else None
        found: dict[str, tuple[SettledPay, ...]] = {}
        if round is not None and round.settlements:
            for player in dict.fromkeys(round.holders.values()):
                left = tuple(line for line in lines(table, waiting, player) if line.coming_cents)
                if left:
                    found[player] = left
        return cls(table, waiting, found)

    def shown_json(self, person: Person) -> list[dict[str, Any]]:
        """As a screen gets them: a player the own lines, who deals or signs those of every spot."""
        staff = not person.has(Role.PLAYER)
        own = self.lines.values() if staff else (self.lines.get(person.id, ()),)
        return [
            {
                "n": line.number,
                "spot": line.spot,
                "wager": line.wager,
                "paid_cents": line.paid_cents,
                "coming_cents": line.coming_cents,
                "needs": line.needs,
            }
            for lines in own
            for line in lines
        ]


# Everything a person has won and not got, at all tables.


@dataclass(frozen=True, slots=True)
class ComingPay:
    id: str
    table: str
    round_id: str | None
    wager: str
    """as the felt calls it"""
    cents: Cents
    needs: str
    """what it waits for"""
    in_result: bool
    """whether the result of its round has it already; a part of a meter comes beside the result"""
    why: str = ""
    """why a prize that was completed is verified anew"""


def coming_to(player: str, claims: Sequence[ClaimView], tables: Iterable[TablePays]) -> Iterator[ComingPay]:
    """All that is this player's and not in the wallet (HR-14, HR-34, JP-04, JP-16, JP-31); a toke is the dealer's."""
    here = {pays.table.id: pays for pays in tables}
    on_felt: set[str] = set()
    for id, pays in here.items():
        found = pays.lines.get(player, ())
        on_felt.update(pays.table.held_pays)
        yield from _of_round(pays.table, found)
        rest = pays.waiting.cents_of(player) - sum(line.coming_cents for line in found if line.needs == FILL)
        if rest > 0:
            yield ComingPay(f"due.{id}", id, None, "", rest, FILL, in_result=True)
    for claim in claims:
        own = claim.player == player and claim.payee in ("", wallet(player))
        if not own or not claim.payout_cents or not (claim.needs or claim.status in DUE):
            continue
        if claim.id in on_felt or (claim.kind == "claim" and claim.meter is None):
            continue  # among the lines of its round
        known = here.get(claim.table)
        wager = known.table.config.sheet.wager(claim.sensor).name if known else claim.jackpot_name
        needs = WAITS_FOR.get((*claim.needs, "")[0], SUPERVISOR)
        yield ComingPay(
            claim.id,
            claim.table,
            claim.round_id,
            wager,
            claim.payout_cents,
            needs,
            in_result=claim.kind == "payout",
            why=claim.reason,
        )


def _of_round(table: TableState, found: Iterable[SettledPay]) -> Iterator[ComingPay]:
    """The pays of the round on the felt: one for each wager and what it waits for."""
    sums: dict[tuple[int, str, str], Cents] = defaultdict(int)
    for line in found:
        sums[line.spot, line.wager, line.needs] += line.coming_cents
    for (spot, wager, needs), cents in sums.items():
        name = table.config.sheet.wager(wager).name
        id = f"{table.round_id}.{spot}.{wager}.{needs}"
        yield ComingPay(id, table.id, table.round_id, name, cents, needs, in_result=True)


# What a winner is told of a jackpot award: on the account, in the statement, at the round.

WON, TAKEN_BACK = "jackpot-won", "jackpot-taken-back"


def taken_back(award: Award) -> str:
    """What the winner of an award that was backed out reads."""
    what = f"{award.hand}, {dollars(award.prize_cents)}"
    where = f" at {award.table}, spot {award.spot}" if award.table else ""
    then = (
        "The cards show your hand: the prize is verified anew and then paid."
        if award.reopened_as
        else "Ask the card room what comes of it."
    )
    return f"The jackpot award {what}{where}, was taken back (JP-18): {award.reason}. {then}"


def award_lines(store: Store, player: str, from_us: int, to_us: int) -> Iterator[WalletLine]:
    """A player's awards as they came and went, beside the money: the wallet moves when the cashier pays."""
    for data in store.documents(award_key("")).values():
        award = decode(Award, data)
        if award.player != player:
            continue
        round_id = award.round or None
        if from_us <= award.at_us < to_us:
            words = f"{award.hand}, {dollars(award.prize_cents)}: the cashier pays it"
            yield WalletLine(award.at_us, WON, 0, award.table, words, round_id)
        back = award.backed_out
        if back is not None and from_us <= back.at_us < to_us:
            yield WalletLine(back.at_us, TAKEN_BACK, 0, award.table, taken_back(award), round_id)


def statement(
    store: Store, moved: list[WalletLine], player: str, from_us: int, to_us: int
) -> list[WalletLine]:
    """What moved in the wallet and what became of awards, the newest first."""
    lines = [*moved, *award_lines(store, player, from_us, to_us)]
    return sorted(lines, key=lambda line: line.at_us, reverse=True)

"""Who may do what, and what takes two people: one table, read by desk, room and terminal alike (JP-31, HR-35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pitboss.core.errors import NotAllowed
from pitboss.people.person import Person, Role, id_of

_DEALER, _SUPERVISOR, _EXECUTIVE = Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE
_SURVEILLANCE, _CASHIER, _AUDITOR, _HOUSE = Role.SURVEILLANCE, Role.CASHIER, Role.AUDITOR, Role.HOUSE
_BOSSES = (_SUPERVISOR, _EXECUTIVE)
_WATCHERS = (_SURVEILLANCE, _AUDITOR)
_ADMIN = Role.ADMIN
_KEEPERS = (_ADMIN, _AUDITOR)
_MONEY = (_CASHIER, _SUPERVISOR, _EXECUTIVE)


class Act(StrEnum):
    # a jackpot's life
    CREATE = "create"
    ADD_TABLE = "add-table"
    EDIT_TABLE = "edit-table"
    LINK = "link"
    UNLINK = "unlink"
    UNLINK_RUNNING = "unlink-running"
    START = "start"
    POST = "post"
    SET_NOTICES = "set-notices"
    SET_CONTROLS = "set-controls"
    PROPOSE = "propose"
    APPROVE = "approve"
    DECLINE = "decline"
    SUSPEND = "suspend"
    RESUME = "resume"
    RETIRE = "retire"
    # the keypad
    START_GAME = "start-game"
    NAME_PLAYERS = "name-players"
    PRESS = "press"
    END_GAME = "end-game"
    VOID_GAME = "void-game"
    # awards
    CONFIRM = "confirm"
    COMPLETE = "complete"
    COMPLETE_LARGE = "complete-large"
    SURVEIL = "surveil"
    REJECT = "reject"
    PAY = "pay"
    ADJUST = "adjust"
    BACK_OUT = "back-out"
    REPORT_MALFUNCTION = "report-malfunction"
    # the players' money
    DEPOSIT = "deposit"
    WITHDRAW = "withdraw"
    COUNT_FUNDS = "count-funds"
    LIFT_SHORTFALL = "lift-shortfall"
    # the tray
    COUNT_TRAY = "count-tray"
    FILL = "fill"
    CREDIT = "credit"
    BOOK_WAGERS = "book-wagers"
    BOOK_MORE_WAGERS = "book-more-wagers"
    PAYOUT = "payout"
    PAYOUT_LARGE = "payout-large"
    # chips
    BUY_IN = "buy-in"
    SELL_MORE = "sell-more"
    CASH_OUT = "cash-out"
    GRANT = "grant"
    FUND = "fund"
    # the pit
    HAND_OVER = "hand-over"
    # accounts
    ADD_PLAYER = "add-player"
    ADD_STAFF = "add-staff"
    SET_ROLE = "set-role"
    SET_STAFF_PASSWORD = "set-staff-password"
    SET_PLAYER_PASSWORD = "set-player-password"
    RESET_FACTOR = "reset-factor"
    END_SESSIONS = "end-sessions"
    LOCK = "lock"
    UNLOCK = "unlock"


@dataclass(frozen=True, slots=True)
class ActRule:
    """Who may do an act, and who else signs it; nobody else where `second` is empty. `apart` are the other acts on the
    same claim whose person may not do this one."""

    does: str
    clause: str
    roles: tuple[Role, ...]
    second: tuple[Role, ...] = ()
    apart: tuple[Act, ...] = ()


_AT_THE_TABLE = (Act.START_GAME, Act.PRESS)


ACTS: Final[Mapping[Act, ActRule]] = {
    Act.CREATE: ActRule("create a jackpot", "JP-31", (_EXECUTIVE, _HOUSE)),
    Act.ADD_TABLE: ActRule("add a table", "JP-31", (*_BOSSES, _HOUSE)),
    Act.EDIT_TABLE: ActRule("change a table", "JP-31", _BOSSES, _BOSSES),
    Act.LINK: ActRule("put a jackpot on a table", "JP-31", (_EXECUTIVE, _HOUSE)),
    Act.UNLINK: ActRule("take a jackpot that does not run off a table", "JP-31", (_EXECUTIVE,)),
    Act.UNLINK_RUNNING: ActRule("take a running jackpot off a table", "JP-31", (_EXECUTIVE,), _BOSSES),
    Act.START: ActRule("start a jackpot", "JP-10", (*_BOSSES, _HOUSE)),
    Act.POST: ActRule("change a house jackpot's amount", "HR-18", (_EXECUTIVE,), _BOSSES),
    Act.SET_NOTICES: ActRule("change a jackpot's notices", "HR-18", (_EXECUTIVE,), _BOSSES),
    Act.SET_CONTROLS: ActRule("change a jackpot's controls", "HR-18", (_EXECUTIVE,), _BOSSES),
    Act.PROPOSE: ActRule("propose a change; another approves it", "HR-18", _BOSSES),
    Act.APPROVE: ActRule("approve another's proposal", "HR-18", (_EXECUTIVE,)),
    Act.DECLINE: ActRule("decline a proposal", "HR-18", _BOSSES),
    Act.SUSPEND: ActRule("suspend a jackpot", "HR-10", _BOSSES),
    Act.RESUME: ActRule("resume a jackpot", "HR-10", (_EXECUTIVE,)),
    Act.RETIRE: ActRule("retire a jackpot", "JP-31", (_EXECUTIVE,), _BOSSES),
    Act.START_GAME: ActRule("start a game", "JP-03", (_DEALER, _SUPERVISOR, _HOUSE)),
    Act.NAME_PLAYERS: ActRule("say who plays a spot", "JP-32", (_DEALER, _SUPERVISOR, _HOUSE)),
    Act.PRESS: ActRule("press a hand's button", "JP-15", (_DEALER, _SUPERVISOR, _HOUSE)),
    Act.END_GAME: ActRule(
        "end a game", "JP-04", (_DEALER, _SUPERVISOR, _HOUSE), apart=(Act.CONFIRM, Act.COMPLETE)
    ),
    Act.VOID_GAME: ActRule("void a game", "HR-43", _BOSSES, _WATCHERS),
    Act.CONFIRM: ActRule("confirm an award", "JP-16", _BOSSES, apart=(*_AT_THE_TABLE, Act.SURVEIL)),
    Act.COMPLETE: ActRule("complete an award", "JP-16", _BOSSES, apart=(*_AT_THE_TABLE, Act.SURVEIL)),
    Act.COMPLETE_LARGE: ActRule(
        "complete an award that needs the executive's card",
        "JP-31",
        (_EXECUTIVE,),
        apart=(*_AT_THE_TABLE, Act.CONFIRM, Act.SURVEIL),
    ),
    Act.SURVEIL: ActRule(
        "confirm a payout for surveillance", "HR-14", _WATCHERS, apart=(*_AT_THE_TABLE, Act.CONFIRM)
    ),
    Act.REJECT: ActRule("reject a claim", "JP-30", _BOSSES),
    Act.PAY: ActRule("pay a prize", "JP-31", _MONEY, apart=(Act.COMPLETE, Act.ADJUST, Act.SURVEIL)),
    Act.ADJUST: ActRule("adjust a meter", "JP-31", (_EXECUTIVE,), _BOSSES),
    Act.BACK_OUT: ActRule("back out an award", "JP-31", (_EXECUTIVE,), _BOSSES),
    Act.REPORT_MALFUNCTION: ActRule("put the report of a malfunction on record", "HR-11", _BOSSES),
    Act.DEPOSIT: ActRule("deposit players' money", "HR-10", _MONEY),
    Act.WITHDRAW: ActRule("take back what was deposited too much", "JP-33", (_EXECUTIVE,), _MONEY),
    Act.COUNT_FUNDS: ActRule("count players' money", "HR-10", (*_MONEY, _AUDITOR)),
    Act.LIFT_SHORTFALL: ActRule(
        "lift a shortfall by a count", "HR-10", (*_MONEY, _AUDITOR), (*_MONEY, _AUDITOR)
    ),
    Act.COUNT_TRAY: ActRule("count a tray", "HR-17", _BOSSES, (_DEALER, *_BOSSES)),
    Act.FILL: ActRule("bring chips to a tray", "HR-17", _MONEY, (_DEALER, *_MONEY)),
    Act.CREDIT: ActRule("take chips from a tray", "HR-17", _MONEY, (_DEALER, *_MONEY)),
    Act.BOOK_WAGERS: ActRule("book a table's wagers by hand", "HR-17", (_DEALER, _SUPERVISOR)),
    Act.BOOK_MORE_WAGERS: ActRule(
        "book more by hand than one person may on a gambling day",
        "HR-17",
        (_DEALER, _SUPERVISOR),
        (*_BOSSES, *_WATCHERS),
    ),
    Act.PAYOUT: ActRule("pay from a tray", "HR-17", (_DEALER, _SUPERVISOR)),
    Act.PAYOUT_LARGE: ActRule("pay a large amount from a tray", "HR-14", (_DEALER, _SUPERVISOR), _WATCHERS),
    Act.BUY_IN: ActRule("sell chips for cash", "HR-34", (_DEALER, _CASHIER)),
    Act.SELL_MORE: ActRule(
        "sell more chips for cash at a table than one person may on a gambling day",
        "HR-34",
        (_DEALER, _CASHIER, _SUPERVISOR),
        _BOSSES,
    ),
    Act.CASH_OUT: ActRule("buy chips back for cash", "HR-34", (_CASHIER,)),
    Act.GRANT: ActRule("grant chips", "HR-35", (_CASHIER, _EXECUTIVE), _MONEY),
    Act.FUND: ActRule("put money into the cage", "HR-35", (_EXECUTIVE,), _MONEY),
    Act.HAND_OVER: ActRule("hand the pit over", "HR-22", _BOSSES, _BOSSES),
    Act.ADD_PLAYER: ActRule("make a player's account", "HR-21", (_ADMIN,)),
    Act.ADD_STAFF: ActRule("make an account for staff", "HR-35", (_ADMIN,), _KEEPERS),
    Act.SET_ROLE: ActRule("change a role", "HR-35", (_ADMIN,), _KEEPERS),
    Act.SET_STAFF_PASSWORD: ActRule("set another's password", "HR-35", (_ADMIN,), _KEEPERS),
    Act.SET_PLAYER_PASSWORD: ActRule("set a player's password", "HR-35", (_ADMIN,), _KEEPERS),
    Act.RESET_FACTOR: ActRule("reset a second factor", "HR-35", (_ADMIN,), _KEEPERS),
    Act.END_SESSIONS: ActRule("end another's sessions and tokens", "HR-21", (_ADMIN,)),
    Act.LOCK: ActRule("lock an account", "HR-21", (_ADMIN,)),
    Act.UNLOCK: ActRule("unlock an account", "HR-21", (_ADMIN,)),
}

ACCOUNT_ACTS: Final = frozenset(
    {
        Act.ADD_PLAYER,
        Act.ADD_STAFF,
        Act.SET_ROLE,
        Act.SET_STAFF_PASSWORD,
        Act.SET_PLAYER_PASSWORD,
        Act.RESET_FACTOR,
        Act.END_SESSIONS,
        Act.LOCK,
        Act.UNLOCK,
    }
)
"""the power over accounts; everything else is over games and money, and nobody has both (HR-35)"""


def allow(act: Act, by: Person, second: Person | None = None) -> None:
    """Refuse an act that this person, or these two, may not do."""
    rule = ACTS[act]
    if not by.has(*rule.roles):
        raise NotAllowed(f"{by} may not {rule.does}.", clause=rule.clause, accepted=_one_of(rule.roles))
    if not rule.second:
        return
    wanted = f"a second person, {_one_of(rule.second)}"
    if second is None:
        raise NotAllowed(
            f"To {rule.does} takes two people.",
            kind="second-person-needed",
            clause=rule.clause,
            accepted=wanted,
        )
    different(by, second, to=rule.does, clause=rule.clause)
    if not second.has(*rule.second):
        raise NotAllowed(
            f"{second} may not sign as the second to {rule.does}.", clause=rule.clause, accepted=wanted
        )


def different(one: Person, other: Person, *, to: str, clause: str) -> None:
    """Two people are two ids, however the names are written."""
    if one == other:
        raise NotAllowed(
            f"To {to} takes two people; {one.id} is one.", clause=clause, accepted="another person"
        )


def apart(act: Act, by: Person, signed: Iterable[tuple[Act, str]]) -> None:
    """Refuse somebody whose id stands under another step of the same claim: nobody takes it through alone (JP-31)."""
    rule = ACTS[act]
    for other, who in signed:
        if other in rule.apart and who == by.id:
            raise NotAllowed(
                f"To {rule.does} takes another person than to {ACTS[other].does}; {by.id} is one.",
                clause="HR-14" if Act.SURVEIL in (act, other) else "JP-31",
                accepted="another person",
            )


def unconcerned(act: Act, concerned: str, *people: Person | None) -> None:
    """Nobody signs for what is done to the own account, however its name is written."""
    rule = ACTS[act]
    for person in people:
        if person is not None and id_of(person.id) == id_of(concerned):
            raise NotAllowed(
                f"{person.id} may not {rule.does} for {concerned}: it is the same person.",
                clause="HR-35",
                accepted="people who are not concerned",
            )


def not_staff(get: Callable[[str], Any], name: str) -> None:
    """A winner may be known to the house by name only; an account that is there is a player's. `get` is a unit's."""
    account = get(f"person/{id_of(name)}")
    if account is not None and account["role"] != Role.PLAYER:
        raise NotAllowed(f"{name} works here and wins nothing.", clause="HR-35", accepted="a player")


def _one_of(roles: Iterable[Role]) -> str:
    named = [role.value for role in roles if role is not Role.HOUSE]
    return " or ".join(f"a{'n' if name[0] in 'aeiou' else ''} {name}" for name in named)

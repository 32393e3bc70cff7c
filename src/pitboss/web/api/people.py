"""Accounts, for admins. Every change is in the log with who, before, after and why (HR-21, HR-22); what concerns
staff takes a second person, and nobody signs for the own account (HR-35)."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from pitboss.people.accounts import ADMIN, AUDITOR, EXECUTIVE
from pitboss.people.person import Person, Role
from pitboss.people.views import AccountView
from pitboss.web.api.access import Sure, TheRoom, role, signer
from pitboss.web.api.routers import api_router
from pitboss.web.models import WhyBody
from pitboss.web.people_models import (
    Account,
    CashOutBody,
    ChipsBody,
    NewPerson,
    OthersSessions,
    OwnSession,
    PasswordBody,
    RoleBody,
    SignedBody,
)

router = api_router("people", "/people")

Keeper = Annotated[Person, Depends(role(ADMIN, AUDITOR))]
Admin = Annotated[Person, Depends(role(ADMIN))]
Cage = Annotated[Person, Depends(role(Role.CASHIER, EXECUTIVE))]
Cashier = Annotated[Person, Depends(role(Role.CASHIER))]
PersonName = Annotated[str, Path(max_length=40)]


@router.get("")
def people(room: TheRoom, person: Annotated[Person, Depends(role(ADMIN, AUDITOR))]) -> list[Account]:
    return [_account(shape) for shape in room.people.everyone()]


@router.post("", status_code=201, dependencies=[Sure])
def add(request: Request, room: TheRoom, admin: Admin, body: NewPerson) -> Account:
    """One account a person."""
    second = signer(request, body.second, "new account")
    room.people.add(body.name, body.password, body.role, admin, second=second)
    return _account(room.people.find(body.name))


@router.post("/{name}/unlock", dependencies=[Sure])
def unlock(room: TheRoom, admin: Admin, name: PersonName, body: WhyBody) -> Account:
    room.people.unlock(name, admin, body.why)
    return _account(room.people.find(name))


@router.post("/{name}/lock", dependencies=[Sure])
def lock(request: Request, room: TheRoom, admin: Admin, name: PersonName, body: WhyBody) -> Account:
    """Nobody signs in with it any more; its sessions end."""
    request.app.state.sockets.end_sessions(room.people.lock(name, admin, body.why))
    return _account(room.people.find(name))


@router.post("/{name}/role", dependencies=[Sure])
def change_role(request: Request, room: TheRoom, admin: Admin, name: PersonName, body: RoleBody) -> Account:
    """A new role; the person signs in again."""
    second = signer(request, body.second, "new role")
    ended = room.people.set_role(name, body.role, admin, body.why, second)
    request.app.state.sockets.end_sessions(ended)
    return _account(room.people.find(name))


@router.post("/{name}/password", dependencies=[Sure])
def change_password(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: PasswordBody
) -> Account:
    """A new password; it also unlocks the account, and the person signs in again."""
    second = signer(request, body.second, "another's password")
    ended = room.people.set_password(name, body.password, admin, body.why, second)
    request.app.state.sockets.end_sessions(ended)
    return _account(room.people.find(name))


@router.post("/{name}/second-factor/reset", dependencies=[Sure])
def reset_factor(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: SignedBody
) -> Account:
    """A lost telephone: the person sets up a new one."""
    second = signer(request, body.second, "second factor reset")
    request.app.state.sockets.end_sessions(room.people.reset_factor(name, admin, body.why, second))
    return _account(room.people.find(name))


@router.get("/{name}/sessions")
def sessions(room: TheRoom, person: Keeper, name: PersonName) -> OthersSessions:
    """Where somebody is signed in, and the tokens for the terminal."""
    room.people.find(name)
    found = [
        OwnSession(id=s.id[:16], begun_us=s.begun_us, used_us=s.used_us, address=s.address, here=False)
        for s in room.people.of(name)
    ]
    return OthersSessions(sessions=found, tokens_expire_us=room.people.tokens_of(name))


@router.post("/{name}/sign-out", dependencies=[Sure])
def sign_out(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: WhyBody
) -> OthersSessions:
    """All sessions and tokens of somebody end."""
    request.app.state.sockets.end_sessions(room.people.end_sessions(name, admin, body.why))
    return sessions(room, admin, name)


@router.post("/{name}/chips", dependencies=[Sure])
def grant(request: Request, room: TheRoom, person: Cage, name: PersonName, body: ChipsBody) -> Account:
    """Chips from the cage without cash: two people of the money side sign, neither of them the one who gets them."""
    shape = room.people.player(name)
    second = signer(request, body.second, "grant of chips")
    room.cage.grant(name, body.amount_cents, person, second, body.why, body.id)
    return _account(shape)


@router.post("/{name}/cash-out", dependencies=[Sure])
def cash_out(room: TheRoom, person: Cashier, name: PersonName, body: CashOutBody) -> Account:
    """Chips back to the cage for cash, as the player has asked for it (HR-34)."""
    shape = room.people.find(name)
    room.cage.buy_back(name, body.amount_cents, person, body.id)
    return _account(shape)


def _account(shape: AccountView) -> Account:
    known = Account.model_fields.keys()
    return Account.model_validate({key: value for key, value in shape.items() if key in known})

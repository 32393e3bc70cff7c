"""Accounts, for admins. Every change is in the log with who, before, after and why (HR-21, HR-22)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request

from pitboss.people.accounts import ADMIN, AUDITOR
from pitboss.people.person import Person
from pitboss.web.api.access import TheRoom, role
from pitboss.web.models import Account, ChipsBody, NewPerson, PasswordBody, RoleBody, WhyBody

router = APIRouter(prefix="/people", tags=["people"])

Admin = Annotated[Person, Depends(role(ADMIN))]
PersonName = Annotated[str, Path(max_length=40)]


@router.get("")
def people(room: TheRoom, person: Annotated[Person, Depends(role(ADMIN, AUDITOR))]) -> list[Account]:
    return [Account(**shape) for shape in room.people.everyone()]


@router.post("", status_code=201)
def add(room: TheRoom, admin: Admin, body: NewPerson) -> Account:
    """One account a person."""
    room.people.add(body.name, body.password, body.role, admin.name)
    return _account(room.people.find(body.name))


@router.post("/{name}/unlock")
def unlock(room: TheRoom, admin: Admin, name: PersonName, body: WhyBody) -> Account:
    room.people.unlock(name, admin.name, body.why)
    return _account(room.people.find(name))


@router.post("/{name}/role")
def change_role(request: Request, room: TheRoom, admin: Admin, name: PersonName, body: RoleBody) -> Account:
    """A new role; the person signs in again."""
    ended = room.people.set_role(name, body.role, admin.name, body.why)
    request.app.state.sockets.end_sessions(ended)
    return _account(room.people.find(name))


@router.post("/{name}/password")
def change_password(
    request: Request, room: TheRoom, admin: Admin, name: PersonName, body: PasswordBody
) -> Account:
    """A new password; it also unlocks the account, and the person signs in again."""
    ended = room.people.set_password(name, body.password, admin.name, body.why)
    request.app.state.sockets.end_sessions(ended)
    return _account(room.people.find(name))


@router.post("/{name}/chips")
def grant(room: TheRoom, admin: Admin, name: PersonName, body: ChipsBody) -> Account:
    """Play chips from the cage."""
    shape = room.people.find(name)
    key = f"grant/{admin.name}/{body.id}" if body.id else None
    room.bank.grant(name, body.amount_cents, admin.name, body.why, key=key)
    return _account(shape)


def _account(shape: dict[str, Any]) -> Account:
    return Account(**{k: v for k, v in shape.items() if k != "hash"})

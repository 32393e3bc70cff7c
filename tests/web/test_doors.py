"""No page points anybody to a door that is shut for that person."""

from __future__ import annotations

import re

import pytest

from pitboss.people.person import Person
from pitboss.room.demo import PEOPLE
from pitboss.web.pages.render import may_enter
from tests.client import Client
from tests.web.asking import page
from tests.web.conftest import Server

STAFF = ("dan", "sue", "eve", "al", "cam", "cy", "ada")
ROOMS = ("/", "/pit", "/supervisor", "/pit/desk", "/cage", "/console", "/accounts", "/pit/log", "/pit/report")
DOORS = {
    "/pit": "sue eve al ada", "/pit/desk": "sue eve al cy", "/supervisor": "sue eve al cy cam",
    "/console": "dan sue", "/console/fu-bacc-1": "dan sue", "/accounts": "al ada", "/pit/log": "sue eve al ada",
    "/pit/report": "sue eve al ada",
}  # fmt: skip
"""who is let in, of staff; players and strangers never are"""


@pytest.fixture(scope="module")
def staff(shared_server: Server) -> dict[str, Client]:
    """Everybody, signed in once: the door lets nobody knock without end."""
    return {name: shared_server.client(name) for name in STAFF}


@pytest.mark.clause("HR-21", "HR-18")
def test_no_page_and_no_alert_points_to_a_shut_door(shared_server: Server, staff: dict[str, Client]) -> None:
    # somebody sits down, and proposals wait: so that there is something to point to
    shared_server.client("ann").command("down-under-holdem-1", "sit", spot=1)
    waiting = ("down-under-holdem", "meter", 300_000), ("face-up-pai-gow-poker", "mega", 3_000_000)
    for game, meter, cents in waiting:
        change = {"meter": meter, "seed_cents": cents, "why": "grow faster"}
        staff["sue"].request("POST", f"/desk/jackpots/{game}-progressive/propose", change)
    for name, client in staff.items():
        pages = {room: page(shared_server, room, client) for room in ROOMS}
        links = {
            link: room
            for room, shown in pages.items() if shown.status_code == 200
            for link in re.findall(r'href="(/[^"#]*)', shown.text)
        }  # fmt: skip
        if may_enter(Person.of(name, PEOPLE[name]), "/pit"):
            alerts = client.request("GET", "/pit/alerts")
            links |= {alert["link"]: "an alert" for alert in alerts if alert["link"]}
            ways = [alert["link"] for alert in alerts if alert["kind"] == "proposal"]
            assert name != "eve" or "/pit/desk#face-up-pai-gow-poker-progressive" in ways
            assert name != "ada" or None in ways
        shut = [
            f"{link} on {where}"
            for link, where in links.items() if page(shared_server, link, client).status_code != 200
        ]  # fmt: skip
        assert links and not shut, (name, shut)


@pytest.mark.clause("HR-21")
def test_the_doors_are_those_that_pages_keep(shared_server: Server, staff: dict[str, Client]) -> None:
    for path, of in DOORS.items():
        welcome = {name for name in staff if page(shared_server, path, staff[name]).status_code == 200}
        may = {name for name in STAFF if may_enter(Person.of(name, PEOPLE[name]), f"{path}#somewhere")}
        assert welcome == may == set(of.split()), path
        for stranger in (None, "ann"):
            assert page(shared_server, path, stranger).status_code == 403, path

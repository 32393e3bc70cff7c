"""No page points anybody to a door that is shut for that person."""

from __future__ import annotations

import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from pitboss.people.person import Person
from pitboss.room.demo import PEOPLE
from pitboss.web.client import Client
from pitboss.web.doors import may_enter
from tests.web.conftest import Server

STAFF = ("dan", "sue", "eve", "al", "cam", "cy", "ada")
ROOMS = ("/", "/pit", "/supervisor", "/pit/desk", "/cage", "/console", "/accounts", "/pit/log", "/pit/report")


@pytest.fixture(scope="module")
def staff(shared_server: Server) -> dict[str, Client]:
    """Everybody, signed in once: the door lets nobody knock without end."""
    return {name: shared_server.client(name) for name in STAFF}


def opened(server: Server, client: Client, path: str) -> tuple[int, str]:
    cookies = "; ".join(f"{name}={value}" for name, value in client._cookies.items())
    asked = Request(f"{server.url}{path}", headers={"Cookie": cookies, "Accept": "text/html"})
    try:
        with urlopen(asked) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, ""


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize("name", STAFF)
def test_no_page_points_to_a_shut_door(shared_server: Server, staff: dict[str, Client], name: str) -> None:
    client = staff[name]
    if name == "sue":
        # somebody sits down, a claim and a proposal wait: so that there is something to point to
        shared_server.client("ann").command("down-under-holdem-1", "sit", spot=1)
        change = {"meter": "meter", "seed_cents": 300_000, "why": "grow faster"}
        client.request("POST", "/desk/jackpots/down-under-holdem-progressive/propose", change)
    links: dict[str, str] = {}
    for room in ROOMS:
        status, page = opened(shared_server, client, room)
        if status == 200:
            links |= dict.fromkeys(re.findall(r'href="(/[^"#]*)', page), room)
    if may_enter(Person.of(name, PEOPLE[name]), "/pit"):
        alerts = client.request("GET", "/pit/alerts")
        links |= {alert["link"]: "an alert" for alert in alerts if alert["link"]}
    shut = [
        f"{link} on {where}" for link, where in links.items() if opened(shared_server, client, link)[0] != 200
    ]
    assert links and not shut, shut


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize(
    "path", ["/pit", "/pit/desk", "/supervisor", "/console", "/console/fu-bacc-1", "/accounts"]
)
@pytest.mark.parametrize("name", STAFF)
def test_the_doors_are_those_that_pages_keep(
    shared_server: Server, staff: dict[str, Client], name: str, path: str
) -> None:
    open_to = opened(shared_server, staff[name], path)[0] == 200
    assert may_enter(Person.of(name, PEOPLE[name]), f"{path}#somewhere") == open_to


@pytest.mark.clause("HR-21", "HR-18")
def test_an_alert_has_a_way_for_who_may_go_it(staff: dict[str, Client]) -> None:
    change = {"meter": "mega", "seed_cents": 3_000_000, "why": "grow faster"}
    staff["sue"].request("POST", "/desk/jackpots/face-up-pai-gow-poker-progressive/propose", change)
    for name, way in (("eve", "/pit/desk#face-up-pai-gow-poker-progressive"), ("ada", None)):
        alerts = staff[name].request("GET", "/pit/alerts")
        assert way in [alert["link"] for alert in alerts if alert["kind"] == "proposal"], name

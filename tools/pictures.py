"""The pictures of the documentation, taken from the running product: a demo room of its own and a real browser.

`python -m tools.pictures` writes docs/images anew; a name or several write those alone."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright
from tools.browser import chromium

from pitboss.room.demo import demo_password
from tests.client import Client

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
PACE = tuple(f"--{what}-seconds=3600" for what in ("betting", "decision", "settled", "alone"))
PATIENCE_S = 900.0
"""for whatever is waited for, however busy the machine"""
PATIENCE_MS = int(PATIENCE_S * 1000)


class Player(Client):
    timeout_s = PATIENCE_S


@contextmanager
def room() -> Iterator[str]:
    """The address of a demo room that waits for everybody."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        # bound and not listening, it keeps the port for the room, which binds beside it
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        command = [sys.executable, "-m", "pitboss", "serve", "--demo", "--port", str(port)]
        store = f"sqlite:///{folder}/room.db"
        server = subprocess.Popen([*command, "--store", store, *PACE], stdout=subprocess.DEVNULL)
        try:
            while socket.socket().connect_ex(("127.0.0.1", port)):
                if server.poll() is not None:
                    raise RuntimeError("the room did not open")
                time.sleep(0.1)
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait(PATIENCE_S)


def signed_in(browser: Browser, address: str, name: str) -> Page:
    context = browser.new_context(viewport=SIZE, base_url=address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto("/login?next=/")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", demo_password(name))
    page.click("#login button[type=submit]")
    page.wait_for_url(lambda url: urlsplit(url).path == "/")
    return page


def table(page: Page, address: str) -> None:
    """A round of Acey Deucey 21 with three players, as the first of them sees it."""
    name = "acey-deucey-21-1"
    bets = {"blackjack": 2500, "war": 500, "acey-deucey": 500}
    for spot, person in enumerate(("bob", "cleo", "ann"), 2):
        with Player(address) as player:
            player.sign_in(person, demo_password(person))
            with player.follow(name) as felt:
                felt.receive()
                felt.send("sit", spot=spot)
                for wager, cents in bets.items():
                    felt.send("bet", spot=spot, wager=wager, amount_cents=cents)
    for person in ("bob", "cleo", "ann"):
        with Player(address) as player:
            player.sign_in(person, demo_password(person))
            with player.follow(name) as felt:
                felt.receive()
                felt.send("ready")
    page.goto(f"/table/{name}")
    page.wait_for_selector("#table[data-phase=playing], #table[data-phase=settled]")
    page.wait_for_timeout(8000)  # the cards come to rest


def at(path: str, shows: str) -> Callable[[Page, str], None]:
    def go(page: Page, address: str) -> None:
        page.goto(path)
        page.wait_for_selector(shows)

    return go


PICTURES: dict[str, tuple[str, Callable[[Page, str], None]]] = {
    "lobby": ("ann", at("/", "main")),
    "table": ("ann", table),
    "school": ("ann", at("/school", "main")),
    "lab": ("ann", at("/lab", "main >> text=/[0-9] %/")),
    "pit": ("sue", at("/pit", "main")),
}
"""name: who looks, and where they go"""


def main(names: list[str], folder: Path = FOLDER) -> int:
    try:
        found = chromium()
    except FileNotFoundError as missing:
        print(missing, file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with room() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-gpu"], timeout=PATIENCE_MS
        )
        for name in names or PICTURES:
            person, go = PICTURES[name]
            page = signed_in(browser, address, person)
            go(page, address)
            page.screenshot(path=folder / f"{name}.png")
            page.context.close()
        browser.close()
    print(f"{len(names or PICTURES)} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Look at the table yourself: `python -m tests.browser.look [--sizes gate|all|390x844,...] [--alone] GAME...`

Plays the scripted rounds, prints what the geometry finds, and keeps a picture of every step at every size in
artefacts/screens. No game named: all of them."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from .conftest import ARTEFACTS, FLAGS
from .scripts import FULL
from .stage import Stage, alone
from .test_geometry import GATE, SIZES, Size, faults, sit_down_at, wait_for_version


def sizes_of(word: str) -> tuple[Size, ...]:
    if word in ("gate", "all"):
        return GATE if word == "gate" else SIZES
    pairs = [one.split("x") for one in word.split(",")]
    return tuple((int(wide), int(high)) for wide, high in pairs)


def keep(page: Page, name: str, step: str, sizes: tuple[Size, ...]) -> list[str]:
    found = []
    for width, height in sizes:
        found += faults(page, step, ((width, height),))
        page.screenshot(path=ARTEFACTS / f"{name}-{step}-{width}x{height}.png")
    return found


def look(browser: Browser, game: str, words: argparse.Namespace) -> list[str]:
    script = alone(FULL[game]) if words.alone else FULL[game]
    sizes = sizes_of(words.sizes)
    kind = "onlooker" if words.onlooker else "alone" if words.alone else "full"
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), {game: script})
        stage.start()
        try:
            page = sit_down_at(browser, stage, script, [], name=None if words.onlooker else "ann")
            found = keep(page, f"{game}-{kind}", "empty", sizes)
            for step, version in stage.steps(script):
                wait_for_version(page, version)
                found += keep(page, f"{game}-{kind}", step, sizes)
        finally:
            stage.stop()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*FULL, []])
    parser.add_argument("--sizes", default="all")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--onlooker", action="store_true")
    words = parser.parse_args()
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS.split())
        for game in words.games or FULL:
            wrong = look(browser, game, words)
            print(f"{game}: {len(wrong)} faults")
            print("".join(f"  {line}\n" for line in wrong), end="")
        browser.close()


if __name__ == "__main__":
    main()

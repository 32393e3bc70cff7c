"""Look at the table yourself: `python -m tests.browser.look [--sizes gate|all|390x844,...] [--alone] GAME...`

Plays the scripted rounds, prints what the geometry finds, and keeps a picture of every step at every size in
artefacts/screens; with `--steps settled,...` of these steps only, with `--steps none` of none. No game named: all of
them."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Frame, sync_playwright
from tools.browser import chromium

from .conftest import ARTEFACTS, FLAGS
from .scripts import FULL
from .stage import Stage, alone
from .test_geometry import GATE, SIZES, WINDOW, Size, Windows, faults, look_at_round


def sizes_of(word: str) -> tuple[Size, ...]:
    if word in ("gate", "all"):
        return GATE if word == "gate" else SIZES
    pairs = [one.split("x") for one in word.split(",")]
    return tuple((int(wide), int(high)) for wide, high in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*FULL, []])
    parser.add_argument("--sizes", default="all")
    parser.add_argument("--steps", default="")
    parser.add_argument("--alone", action="store_true")
    words = parser.parse_args()
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    scripts = {game: alone(FULL[game]) if words.alone else FULL[game] for game in words.games or FULL}
    sizes, pictures = sizes_of(words.sizes), words.steps.split(",") if words.steps else None

    def keep(page: Frame, step: str) -> None:
        game, kind = page.url.rpartition("/")[2][:-2], "alone" if words.alone else "full"
        for width, height in sizes if pictures is None or step in pictures else ():
            page.page.set_viewport_size({"width": width, "height": height})
            faults(page, step, ((width, height),))  # so that it stands as it will be seen
            page.page.screenshot(path=ARTEFACTS / f"{game}-{kind}-{step}-{width}x{height}.png")
        page.page.set_viewport_size(WINDOW)

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS.split())
        with Stage(Path(folder), scripts) as stage:
            windows = Windows(browser, stage)
            for game, script in scripts.items():
                wrong, _ = look_at_round(windows, script, sizes, picture=keep)
                print(f"{game}: {len(wrong)} faults", flush=True)
                print("".join(f"  {line}\n" for line in wrong), end="", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

"""Look at the table yourself: `python -m tests.browser.look [--sizes gate|all|390x844,...] [--alone] GAME...`

Plays the scripted rounds, prints what the geometry finds, and keeps a picture of every step at every size in
artefacts/screens; with `--steps settled,...` of these steps only, with `--steps none` of none. No game named: all of
them."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Frame, sync_playwright

from .conftest import ARTEFACTS, FLAGS
from .scripts import FULL
from .stage import Script, Stage, alone
from .test_geometry import GATE, SIZES, WINDOW, Size, Windows, faults, wait_for_version


def sizes_of(word: str) -> tuple[Size, ...]:
    if word in ("gate", "all"):
        return GATE if word == "gate" else SIZES
    pairs = [one.split("x") for one in word.split(",")]
    return tuple((int(wide), int(high)) for wide, high in pairs)


def keep(frame: Frame, name: str, step: str, sizes: tuple[Size, ...], pictures: str) -> list[str]:
    found = faults(frame, step, sizes)
    if pictures and step not in pictures.split(","):
        return found
    for width, height in sizes:
        frame.page.set_viewport_size({"width": width, "height": height})
        # once more, so that it stands as it will be seen
        faults(frame, step, ((width, height),))
        frame.page.screenshot(path=ARTEFACTS / f"{name}-{step}-{width}x{height}.png")
    frame.page.set_viewport_size(WINDOW)
    return found


def look(windows: Windows, script: Script, words: argparse.Namespace) -> list[str]:
    """One scripted round by the person at the own seat, in the end also by somebody who looks on."""
    sizes = sizes_of(words.sizes)
    name = f"{script.game}-{'alone' if words.alone else 'full'}"
    page, onlooker = windows.at(script), windows.at(script, None)
    found = keep(page, name, "empty", sizes, words.steps)
    for step, version in windows.stage.steps(script):
        wait_for_version(page, version)
        found += keep(page, name, step, sizes, words.steps)
    wait_for_version(onlooker, version)
    found += keep(onlooker, name, "looking-on", sizes, words.steps)
    windows.stage.clear(script)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*FULL, []])
    parser.add_argument("--sizes", default="all")
    parser.add_argument("--steps", default="")
    parser.add_argument("--alone", action="store_true")
    words = parser.parse_args()
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    scripts = {game: alone(FULL[game]) if words.alone else FULL[game] for game in words.games or FULL}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        stage = Stage(Path(folder), scripts)
        stage.start()
        windows = Windows(browser, stage)
        try:
            for game, script in scripts.items():
                wrong = look(windows, script, words)
                print(f"{game}: {len(wrong)} faults", flush=True)
                print("".join(f"  {line}\n" for line in wrong), end="", flush=True)
        finally:
            stage.stop()
        browser.close()


if __name__ == "__main__":
    main()

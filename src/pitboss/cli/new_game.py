"""`pitboss new-game`"""

from __future__ import annotations

import keyword
import re
from importlib import resources
from pathlib import Path
from typing import Final

import click

from pitboss.cli.options import write_file
from pitboss.cli.show import console
from pitboss.errors import BadInput

SKELETON: Final = resources.files("pitboss.cli") / "skeleton"
MAIN_EDGE: Final = "8/221"
PAIR_EDGE: Final = "1/17"
"""of the skeleton as it is written"""


@click.command("new-game")
@click.argument("name")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The folder to write; default: ./NAME.")
def new_game(name: str, output: Path | None) -> None:
    """A game that runs: sheet, rules, test and page, in a folder of its own. NAME is such as lucky-nines."""
    written = write_skeleton(name, output or Path(name))
    for path in written:
        console.print(str(path), soft_wrap=True)
    folder = written[0].parent
    console.print(f"\nIt plays at once: pitboss --games {folder} play {name}", soft_wrap=True)
    console.print(f"and has an edge:   pitboss --games {folder} edge {name}", soft_wrap=True)


def write_skeleton(name: str, folder: Path) -> list[Path]:
    from pitboss.approvals import clauses, game_ids

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadInput(
            f"{name!r} is no name for a game.", accepted="small letters, digits and hyphens: lucky-nines"
        )
    if keyword.iskeyword(name.replace("-", "_")):
        raise BadInput(f"{name!r} is a word of Python.", accepted="another name")
    if name in game_ids():
        raise BadInput(f"There is a game {name!r} already.", accepted="another name")
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty.", accepted="a new folder: -o FOLDER")
    words = {
        "id": name,
        "module": name.replace("-", "_"),
        "name": name.replace("-", " ").title(),
        "prefix": prefix_of(name, {clause.id.partition("-")[0] for clause in clauses()}),
        "main_edge": MAIN_EDGE,
        "pair_edge": PAIR_EDGE,
    }
    files = {
        "sheet.toml.txt": f"{name}.toml",
        "rules.py.txt": f"{words['module']}.py",
        "test.py.txt": f"test_{words['module']}.py",
        "page.md.txt": f"{name}.md",
    }
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for template, file in files.items():
        path = folder / file
        write_file(path, (SKELETON / template).read_text(encoding="utf-8").format(**words))
        written.append(path)
    return written


def prefix_of(name: str, taken: set[str]) -> str:
    """Two or three letters for the game's clauses that no sheet has yet."""
    letters = "".join(re.findall("[a-z]", name)).upper()
    initials = "".join(part[0] for part in name.split("-") if part[0].isalpha()).upper()
    for prefix in (initials, *(letters[0] + x for x in letters[1:]), *(f"{letters[:2]}{x}" for x in "XYZ")):
        if 2 <= len(prefix) <= 3 and prefix not in taken:
            return prefix
    raise BadInput(f"No letters are left for the clauses of {name!r}.", accepted="another name")

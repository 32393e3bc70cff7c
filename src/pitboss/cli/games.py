"""`pitboss games`, `examples`, `clauses`, `new-game`: what there is, and how to add to it."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import click

from pitboss.cli import print_json
from pitboss.cli.options import GAME, json_option, output_option, show_files, write_file
from pitboss.cli.options import games as complete_games
from pitboss.cli.show import console
from pitboss.core.errors import BadInput
from pitboss.sheets import Line, RuleSheet, game_ids, sheet
from pitboss.sheets.plugins import outside_games


@click.command()
@click.argument("game", required=False, type=GAME, shell_complete=complete_games)
@json_option
def games(game: str | None, as_json: bool) -> None:
    """The games, their wagers and pay tables; of one GAME also everything it pays."""
    sheets = [sheet(id) for id in (game_ids() if game is None else (game,))]
    if as_json:
        print_json({"games": [game_json(rules, lines=game is not None) for rules in sheets]})
        return
    from pitboss.cli.show import console, table

    for rules in sheets:
        letter = rules.letter
        own = "not approved" if rules.id in outside_games() else "base game"
        approved = f"approved {letter.dated}" if letter else own
        submission = f", submission {letter.submission}" if letter and letter.submission else ""
        console.print(f"[bold]{rules.name}[/bold] ({rules.id}), {approved}{submission}")
        shape = table("", "wager", "pay tables", "published", wrap=("pay tables", "published"))
        for wager in rules.analysed:
            tables = rules.tables(wager)
            figures = [rules.published_figure(wager, t.id) for t in tables]
            shape.add_row(
                wager,
                "  ".join(t.id for t in tables) or "-",
                "  ".join(f.figure if f else "-" for f in figures) or "-",
            )
        console.print(shape, "")
    if game is not None:
        show_pays(sheets[0])


def show_pays(rules: RuleSheet) -> None:
    """Every pay table, a column a table: hands in their order on the layout."""
    from pitboss.cli.show import console, table

    for wager in rules.analysed:
        tables = rules.tables(wager)
        if not tables:
            continue
        shape = table(
            wager, "hand", *(t.id for t in tables), right=tuple(t.id for t in tables), wrap=("hand",)
        )
        for hand, text in {line.hand: line.text for t in tables for line in t.lines}.items():
            shape.add_row(text or hand, *(pays_of(t.by_hand.get(hand)) for t in tables))
        console.print(shape, "")


def pays_of(line: Line | None) -> str:
    if line is None:
        return "-"
    return f"times {line.multiplies}" if line.multiplies is not None else str(line.pays or "-")


def game_json(rules: RuleSheet, lines: bool = False) -> dict[str, Any]:
    letter = rules.letter
    return {
        "game": rules.id,
        "name": rules.name,
        "submission": letter.submission if letter else None,
        "approved": letter.dated.isoformat() if letter else None,
        "spots": {"least": rules.spots[0], "default": rules.spots[1], "most": rules.spots[2]},
        "wagers": [
            {
                "wager": wager,
                "pay_tables": [t.id for t in rules.tables(wager)],
                **({"pays": pays_json(rules, wager)} if lines else {}),
                "published": {
                    t.id: f.figure for t in rules.tables(wager) if (f := rules.published_figure(wager, t.id))
                },
            }
            for wager in rules.analysed
        ],
        "options": [
            {
                "name": o.name,
                "default": o.default,
                "choices": list(o.choices),
                "clause": o.clause,
                "meaning": o.meaning,
            }
            for o in rules.options
        ],
    }


def pays_json(rules: RuleSheet, wager: str) -> dict[str, dict[str, str]]:
    """By pay table and hand."""
    return {t.id: {line.hand: pays_of(line) for line in t.lines} for t in rules.tables(wager)}


# `pitboss examples`

EXAMPLES: Final = resources.files("pitboss") / "examples"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("examples"))
@json_option
def examples(folder: Path, as_json: bool) -> None:
    """Write the example tables and house ways of the documentation into FOLDER, by default ./examples."""
    files = {folder / name: text for name, text in sorted(texts(EXAMPLES).items())}
    for path, text in files.items():
        if path.exists() and path.read_text(encoding="utf-8") != text:
            raise BadInput(f"{path} is there already and is another file.", accepted="a new folder")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)
    show_files(files, as_json)


def texts(folder: Traversable, at: str = "") -> dict[str, str]:
    """Every file in a folder of the package, by its path in it."""
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= texts(entry, f"{at}{entry.name}/")
        elif entry.name.endswith(".toml"):
            found[at + entry.name] = entry.read_text(encoding="utf-8")
    return found


# `pitboss clauses`


@click.command()
@json_option
def clauses(as_json: bool) -> None:
    """Every rule: its title, where it lives in the code, and the tests that hold it."""
    from pitboss.sheets.clause_map import coverage

    found = coverage()
    if as_json:
        print_json({"clauses": [row.to_json() for row in found]})
        return
    from pitboss.cli.show import console, table

    shape = table(
        "Clauses",
        "clause",
        "title",
        "in the sheet",
        "where",
        "tests",
        wrap=("title", "in the sheet", "where"),
    )
    for row in found:
        where = "\n".join(row.where[:4]) + (f"\n(+{len(row.where) - 4})" if len(row.where) > 4 else "")
        shape.add_row(row.id, row.title, row.place, where, str(len(row.tests)))
    console.print(shape)


# `pitboss new-game`

SKELETON: Final = resources.files("pitboss.cli") / "skeleton"
MAIN_EDGE: Final = "8/221"
PAIR_EDGE: Final = "1/17"
"""of the skeleton as it is written"""


@click.command("new-game")
@click.argument("name")
@output_option("The folder to write; default: ./NAME.", folder=True)
@json_option
def new_game(name: str, output: Path | None, as_json: bool) -> None:
    """A game that runs: sheet, rules, test and page, in a folder of its own. NAME is such as lucky-nines."""
    written = write_skeleton(name, output or Path(name))
    show_files(written, as_json)
    if as_json:
        return
    folder = written[0].parent
    console.print(f"\nIt plays at once: pitboss --games {folder} play {name}", soft_wrap=True)
    console.print(f"and has an edge:   pitboss --games {folder} edge {name}", soft_wrap=True)


def write_skeleton(name: str, folder: Path) -> list[Path]:
    from pitboss.sheets import clauses, game_ids

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadInput(
            f"{name!r} is no name for a game.", accepted="small letters, digits and hyphens: lucky-nines"
        )
    if keyword.iskeyword(name.replace("-", "_")):
        raise BadInput(f"{name!r} is a word of Python.", accepted="another name")
    if name in game_ids():
        raise BadInput(f"There is a game {name!r} already.", accepted="another name")
    if folder.resolve().name.replace("_", "-") != name:
        raise BadInput(
            f"A game is called as its folder, and {folder} is not {name}.", accepted=f"-o {folder / name}"
        )
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
        "sheet.toml.txt": "sheet.toml",
        "rules.py.txt": "rules.py",
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

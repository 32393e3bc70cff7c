"""`pitboss packet`: the document that goes to a regulator."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pitboss.cli.options import games, parse_settings, query_options, write_file
from pitboss.cli.show import console, progress_bar
from pitboss.core.errors import BadInput
from pitboss.core.files import check_place

if TYPE_CHECKING:
    from pitboss.paper.blocks import Packet

KINDS: Final = (".pdf", ".html", ".xlsx")


@click.command()
@click.argument("game", required=False, shell_complete=games)
@click.option("--all", "everything", is_flag=True, help="All games, into the folder -o.")
@query_options
@click.option("-o", "--output", required=True, type=click.Path(),
              help="FILE.pdf, .html or .xlsx; FOLDER/ for all of them and CSV; a name: PDF and HTML.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(0), default=4_000_000, show_default=True,
              help="Rounds of the confirming simulation.")  # fmt: skip
@click.option("--author", default="", help="Who prepared it; left open it is a line to write on.")
@click.option("--dated", default="", help="The date on the cover, likewise.")
def packet(
    game: str | None, everything: bool, output: str, rounds: int, author: str, dated: str, **o: Any
) -> None:
    """The regulator's packet of GAME: rules, pay tables, exact edges, strategy, evidence, hashes."""
    from pitboss.paper import Cover, build_packet
    from pitboss.sheets import game_ids

    if everything == bool(game):
        raise BadInput("Which game?", accepted="one GAME, or --all")
    folder = everything or output.endswith(("/", os.sep))
    check_output(Path(output), folder)
    for name in game_ids() if everything else (str(game),):
        with progress_bar(f"Packet of {name}") as progress:
            made = build_packet(
                name, o["pay_table"], rounds, progress,
                wager=o["wager"], settings=parse_settings(o["settings"]), pay_table_file=o["pay_table_file"],
                cover=Cover(author, dated),
            )  # fmt: skip
        for path in write(made, Path(output, name) if everything else Path(output), name, folder):
            console.print(f"{path}", soft_wrap=True)


def check_output(output: Path, folder: bool) -> None:
    """Before the work: a folder that is there or can be made, or a file in one that is there."""
    if not folder and not output.is_dir():
        for path in paths_of(output, ""):
            check_place(path)
    elif output.exists() and not output.is_dir():
        raise BadInput(f"{output} is a file.", accepted="a folder to write in")


def paths_of(output: Path, game: str, folder: bool = False) -> list[Path]:
    """By the output's ending."""
    if folder:
        return [output / f"{game}{kind}" for kind in KINDS]
    if output.suffix in KINDS:
        return [output]
    return [output.with_name(output.name + kind) for kind in KINDS[:2]]


def write(made: Packet, output: Path, game: str, folder: bool = False) -> list[Path]:
    """By the output's ending; a folder gets everything, the CSV tables with their check program too."""
    from pitboss.paper import packet_html, packet_pdf, workbook, write_csv

    kinds: dict[str, Callable[[], bytes]] = {
        ".pdf": lambda: packet_pdf(made),
        ".html": lambda: packet_html(made).encode(),
        ".xlsx": lambda: workbook(made.sheets),
    }
    everything = folder or output.is_dir()
    if everything:
        output.mkdir(parents=True, exist_ok=True)
    paths = paths_of(output, game, everything)
    for path in paths:
        write_file(path, kinds[path.suffix]())
    return [*paths, *(write_csv(made.sheets, output) if everything else ())]

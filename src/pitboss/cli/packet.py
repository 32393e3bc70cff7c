"""`pitboss packet`"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.complete import games
from pitboss.cli.options import parse_settings, query_options, write_file
from pitboss.cli.show import console, progress_bar
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from pitboss.paper.blocks import Packet


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
    from pitboss.approvals import game_ids
    from pitboss.paper import Cover, build_packet

    if everything == bool(game):
        raise BadInput("Which game?", accepted="one GAME, or --all")
    for name in game_ids() if everything else (str(game),):
        with progress_bar(f"Packet of {name}") as progress:
            made = build_packet(
                name, o["pay_table"], rounds, progress,
                wager=o["wager"], settings=parse_settings(o["settings"]), pay_table_file=o["pay_table_file"],
                cover=Cover(author, dated),
            )  # fmt: skip
        folder = everything or output.endswith(("/", os.sep))
        for path in write(made, Path(output, name) if everything else Path(output), name, folder):
            console.print(f"{path}", soft_wrap=True)


def write(made: Packet, output: Path, game: str, folder: bool = False) -> list[Path]:
    """By the output's ending; a folder gets everything, the CSV tables with their check program too."""
    from pitboss.paper import packet_html, packet_pdf, workbook, write_csv

    kinds: dict[str, Callable[[], bytes]] = {
        ".pdf": lambda: packet_pdf(made),
        ".html": lambda: packet_html(made).encode(),
        ".xlsx": lambda: workbook(made.sheets),
    }
    if folder or output.is_dir():
        output.mkdir(parents=True, exist_ok=True)
        paths = {kind: output / f"{game}{kind}" for kind in kinds}
    elif output.suffix in kinds:
        paths = {output.suffix: output}
    else:
        paths = {kind: output.with_name(output.name + kind) for kind in (".pdf", ".html")}
    for kind, path in paths.items():
        write_file(path, kinds[kind]())
    return [*paths.values(), *(write_csv(made.sheets, output) if folder or output.is_dir() else ())]

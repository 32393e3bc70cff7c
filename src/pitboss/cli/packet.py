"""`pitboss packet`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.show import console, progress_bar
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from pitboss.paper.blocks import Packet


@click.command()
@click.argument("game", required=False)
@click.option("--all", "everything", is_flag=True, help="All five approvals, into the folder -o.")
@click.option("--pay-table", help="Only the wagers that have a pay table of this name.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path),
              help="FILE.pdf, FILE.html, or a name without ending for both.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(0), default=4_000_000, show_default=True,
              help="Rounds of the confirming simulation.")  # fmt: skip
def packet(game: str | None, everything: bool, pay_table: str | None, output: Path, rounds: int) -> None:
    """The regulator's packet of GAME: rules, pay tables, exact edges, strategy, evidence, hashes."""
    from pitboss.approvals import game_ids
    from pitboss.paper import build_packet

    if everything == bool(game):
        raise BadInput("Which game?", accepted="one GAME, or --all")
    games = list(game_ids()) if everything else [str(game)]
    if everything:
        try:
            output.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{output} is not a folder: {error.strerror}.") from None
    for name in games:
        with progress_bar(f"Packet of {name}") as progress:
            made = build_packet(name, pay_table, rounds, progress)
        for path in write(made, output / name if everything else output):
            console.print(f"{path}", soft_wrap=True)


def write(made: Packet, output: Path) -> list[Path]:
    from pitboss.paper import packet_html, packet_pdf

    kinds = {".pdf": (".pdf",), ".html": (".html",)}.get(output.suffix, (".pdf", ".html"))
    written = []
    for kind in kinds:
        path = output if output.suffix == kind else output.with_name(output.name + kind)
        try:
            if kind == ".pdf":
                path.write_bytes(packet_pdf(made))
            else:
                path.write_text(packet_html(made), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{path} cannot be written: {error.strerror}.") from None
        written.append(path)
    return written

"""`pitboss rng`: evidence on the live shuffle for a test lab."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.options import json_option
from pitboss.cli.show import console, progress_bar, table
from pitboss.errors import BadInput
from pitboss.outfile import BINARY, TEXT, writing


@click.group()
def rng() -> None:
    """Shuffles through the production path, exported or tested (HR-19)."""


@rng.command("export")
@click.argument("count", type=int)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file; without it stdout."
)
@click.option("--format", "kind", type=click.Choice(["text", "bytes"]), default="text", show_default=True,
              help="One order a line as text, or one byte a card.")  # fmt: skip
@click.option("--decks", type=click.IntRange(1, 8), default=1, show_default=True)
@click.option("--jokers", type=click.IntRange(0, 1), default=0, show_default=True)
def export(count: int, output: Path | None, kind: str, decks: int, jokers: int) -> None:
    """Write COUNT shuffles as a live table makes them."""
    from pitboss.cards import deck_of
    from pitboss.shoe import order_text, shuffled

    if count < 1:
        raise BadInput(f"{count} shuffles cannot be made.", accepted="a whole number from 1")
    cards = deck_of(decks, jokers=jokers)
    where = writing(output, BINARY if kind == "bytes" else TEXT) if output else nullcontext(sys.stdout.buffer)
    with where as stream, progress_bar(f"Shuffling {count:,} times") as progress:
        for at in range(count):
            order = shuffled(cards)
            stream.write(bytes(order) if kind == "bytes" else order_text(order).encode() + b"\n")
            if at % 1000 == 0:
                progress(at, count)
        stream.flush()


@rng.command("test")
@click.option("--shuffles", type=int, default=50_000, show_default=True)
@click.option("--decks", type=click.IntRange(1, 8), default=1, show_default=True)
@click.option("--jokers", type=click.IntRange(0, 1), default=0, show_default=True)
@click.option(
    "--input", "source", type=click.Path(path_type=Path), help="Orders as `export` writes them (text)."
)
@json_option
def test(shuffles: int, decks: int, jokers: int, source: Path | None, as_json: bool) -> None:
    """Statistical tests on fresh shuffles, judged together at 99 %; exit status 1 if any is rejected."""
    from pitboss.simulate.rng_tests import battery, production_orders

    if source:
        orders = read_orders(source)
    else:
        with progress_bar(f"Shuffling {shuffles:,} times") as progress:
            orders = production_orders(shuffles, decks, jokers, progress)
    found = battery(orders)
    if as_json:
        print_json(found.to_json())
    else:
        shape = table(
            f"{found.shuffles:,} shuffles of {found.cards} cards",
            "test", "what is counted", "statistic", "p",
            right=("statistic", "p"),
        )  # fmt: skip
        for r in found.results:
            style = "bold red" if r.name in found.rejected else ""
            shape.add_row(r.name, r.what, f"{r.statistic:,.2f}", f"{r.p:.4f}", style=style)
        console.print(shape)
        verdict = "[green]passed[/green]" if found.passed else "[bold red]rejected[/bold red]"
        console.print(f"Jointly at 99 % (Holm): {verdict}")
    if not found.passed:
        raise click.exceptions.Exit(1)


def read_orders(source: Path):  # type: ignore[no-untyped-def]
    import numpy as np

    from pitboss.shoe import parse_order

    try:
        rows = [parse_order(line) for line in source.read_text(encoding="ascii").splitlines() if line.strip()]
        return np.array(rows, np.int16)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadInput(
            f"{source} does not hold orders of cards: {error}.", accepted="a file of `rng export`"
        ) from None

"""`pitboss jackpot statement`: what a jackpot took in, paid and holds between two gambling days."""

from __future__ import annotations

from pathlib import Path

import click

from pitboss.cli import print_json
from pitboss.cli.desk_options import desk_at, reading
from pitboss.cli.options import write_file
from pitboss.errors import BadInput


@click.command()
@click.argument("name")
@click.option("--from", "first", metavar="DATE", help="The first gambling day; today without it.")
@click.option("--to", "last", metavar="DATE", help="The last gambling day; the first without it.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="An HTML page to print.")
@reading
def statement(
    name: str, first: str | None, last: str | None, output: Path | None, url: str, as_json: bool
) -> None:
    """The statement of NAME: openings, contributions, seeds, awards, adjustments, closings, and what is owed."""
    from pitboss.house.days import day_named, gambling_day
    from pitboss.jackpot.statement import statement_between

    with desk_at(url) as desk:
        days = gambling_day(desk.store)
        begin = day_named(first) if first else days.of(desk.store.clock())
        end = day_named(last) if last else begin
        if end < begin:
            raise BadInput(f"{end} is before {begin}.", accepted="--to on or after --from")
        made = statement_between(desk, name, begin, end, days.bounds(begin, end))
    if output is not None:
        write_file(output, made.html())
    if as_json:
        print_json(made.to_json())
    elif output is None:
        click.echo(made.text(), nl=False)

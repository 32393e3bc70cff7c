"""`pitboss simulate`: play a wager many times, and compare with the exact figures; `pitboss exposure`: what players
gain who know more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli import need, print_json
from pitboss.cli.options import (
    Whole,
    engine_for,
    engine_options,
    game_argument,
    json_option,
    one_query_options,
    parse_settings,
    pay_tables,
    set_option,
    wagers,
)
from pitboss.cli.show import console, errors, progress_bar, table
from pitboss.core.errors import BadInput
from pitboss.core.files import check_place
from pitboss.core.shown import titled

if TYPE_CHECKING:
    from pitboss.analysis.solver import Query
    from pitboss.cardplay.blackjack.exposure import Exposure
    from pitboss.cardplay.holdem.neighbours import Neighbours
    from pitboss.compute.engines import Engine
    from pitboss.simulator.questions import SimulationQuery
    from pitboss.simulator.run import Run

SAVE_EVERY_S = 5.0
SAID = {"agrees": "agree", "disagrees": "disagree", "undecided": "are undecided"}


@click.command()
@game_argument
@click.option("--rounds", type=Whole(), help="How many rounds (not needed with --check).")
@click.option(
    "--seed", type=Whole(), required=True, help="The same seed gives the same rounds on any machine."
)
@one_query_options
@click.option(
    "--strategy", "strategy_name", help="optimal, basic, house-way, or a file; default: the game's own."
)
@engine_options
@click.option(
    "--shoe",
    type=click.Choice(["fresh", "table"]),
    default="fresh",
    show_default=True,
    help="Games with a shoe: a fresh one each round, as the exact edge has it, or the table's with its cut card.",
)
@click.option(
    "--session", type=Whole(), help="Also report sessions of so many rounds: results, drawdown, bankroll."
)
@click.option("--shift", type=Whole(), help="Also report the house's hold over shifts of so many rounds.")
@click.option(
    "--file", "file", type=click.Path(path_type=Path), help="Save the run here; go on if it exists."
)
@click.option("--check", "checking", is_flag=True, help="Play until exact and simulated agree or disagree.")
@click.option("--confidence", type=float, help="Of --check; by default 0.999.")
@click.option("--tolerance", type=float, help="Of --check, in units of the first wager.")
@json_option
def simulate(game: str, rounds: int | None, checking: bool, as_json: bool, **options: Any) -> None:
    """Play GAME many times and lay the mean beside the exact edge."""
    if options["engine_name"] == "dask":
        need("distributed")
    if options["file"]:
        check_place(options["file"])
    if checking:
        check_command(game, as_json, **options)
        return
    for name in ("tolerance", "confidence"):
        if options[name] is not None:
            raise BadInput(f"A {name} is for --check.", accepted=f"--check --{name} NUMBER")
    if rounds is None:
        raise BadInput("How many rounds?", accepted="--rounds N, or --check")
    run_command(game, rounds, as_json, **options)


def run_command(game: str, rounds: int, as_json: bool, **o: Any) -> None:
    from pitboss.simulator.questions import Simulation
    from pitboss.simulator.run import Run, check_length

    lengths = tuple(dict.fromkeys(n for n in (o["session"], o["shift"]) if n is not None))
    for length in lengths:
        check_length(length)
    asked = prepare(game, o)
    run = Run(asked.dealer, o["seed"], lengths, asked.about)
    if o["file"] and o["file"].exists():
        run.resume(o["file"])
    already = run.rounds
    if already > max(rounds, 0):
        raise BadInput(
            f"{o['file']} holds {already:,} rounds already.", accepted=f"--rounds {already} or more"
        )
    with engine_for(o) as engine, progress_bar(f"Dealing {rounds:,} rounds") as progress:
        if o["engine_name"] == "local":
            # a kernel's first round may compile it, which is not dealing
            asked.dealer.nets(o["seed"], 0, 1)
        start = perf_counter()
        stopped = play(run, rounds, engine, progress, o["file"])
    seconds = perf_counter() - start
    if not run.rounds:
        errors.print("Nothing was dealt yet.")
        raise click.exceptions.Exit(130)
    rate = (run.rounds - already) / seconds if seconds else 0.0
    document = Simulation(asked, run, asked.exact(), rate).to_json()
    document["requested"], document["stopped"] = rounds, stopped
    add_sessions(document, run, o["session"], o["shift"])
    if as_json:
        print_json(document)
    else:
        show(document)
    if stopped:
        raise click.exceptions.Exit(130)


def play(run: Run, rounds: int, engine: Engine, progress: Any, file: Path | None) -> bool:
    """True if Ctrl-C stopped it; whatever is done by then is kept."""
    from pitboss.simulator.kernel import CHUNK_ROUNDS

    saved = perf_counter()
    try:
        for _ in run.play(rounds, engine, progress):
            if file and perf_counter() - saved > SAVE_EVERY_S:
                run.save(file)
                saved = perf_counter()
    except KeyboardInterrupt:
        errors.print("Stopped; what there is follows." if run.rounds else "Stopped.")
        if file:
            run.save(file)
        return True
    if file:
        run.save(file)
        errors.print(f"{file} written", soft_wrap=True)
        if run.rest:
            kept = f"{run.whole.tally.rounds:,} of {run.rounds:,} rounds"
            errors.print(f"{file} keeps {kept}: a run is saved in parts of {CHUNK_ROUNDS:,}.", soft_wrap=True)
    return False


def prepare(game: str, o: dict[str, Any]) -> SimulationQuery:
    from pitboss.simulator.questions import question

    settings = parse_settings(o["settings"])
    fresh = o["shoe"] == "fresh"
    return question(
        game, o["wager"], o["pay_table"], settings, o["pay_table_file"], o["strategy_name"], fresh
    )


def add_sessions(document: dict[str, Any], run: Run, session: int | None, shift: int | None) -> None:
    unit = run.dealer.unit_cents
    if session is not None and session in run.totals.sessions:
        document["session"] = run.totals.sessions[session].to_json(unit)
    if shift is not None and shift in run.totals.sessions:
        shifts = run.totals.sessions[shift]
        document["shift"] = {"length": shift, "count": shifts.count, "hold": shifts.hold(unit)}


def show(d: dict[str, Any]) -> None:
    what = titled(d["game"], d["wager"], d["pay_table"], d["settings"])
    title = f"{what}: {d['rounds']:,} rounds, seed {d['seed']}, {d['strategy']} play"
    shape = table(title, "", "house edge", right=("house edge",))
    if d["exact"] is not None:
        shape.add_row("exact", f"{d['exact'] * 100:.4f} %")
    shape.add_row("simulated", f"{d['house_edge'] * 100:.4f} %")
    if known := d["standard_error"] is not None:
        low, high = d["confidence_95"]
        shape.add_row("standard error", f"{d['standard_error'] * 100:.4f} %")
        shape.add_row("95 % interval", f"{low * 100:.4f} % to {high * 100:.4f} %")
    else:
        shape.add_row("standard error", "not known from one round")
    if "cut_card_effect" in d and known:
        effect = f"{d['cut_card_effect'] * 100:+.4f} % ± {1.96 * d['standard_error'] * 100:.4f} %"
        shape.add_row("effect of the cut card", effect)
    if d["z"] is not None:
        shape.add_row("distance in standard errors", f"{d['z']:+.2f}")
    shape.add_row("standard deviation", f"{d['standard_deviation']:.4f}")
    shape.add_row("rounds won", f"{d['hit_frequency'] * 100:.2f} %")
    shape.add_row("rounds a second", f"{d['rounds_per_second']:,.0f}")
    console.print(shape)
    if "cut_card_effect" in d:
        console.print("Exact is of a fresh shoe each round; this run deals the shoe down to its cut card.")
        if not known or abs(d["cut_card_effect"]) <= 1.96 * d["standard_error"]:
            console.print("So many rounds do not tell the cut card's effect from none.")
    elif d["z"] is not None and abs(d["z"]) > 4:
        console.print("[bold red]Exact and simulated are further apart than chance explains.[/bold red]")
    for name, text in (
        ("session", "in units of the first wager"),
        ("shift", "house's hold of the first wagers"),
    ):
        if d.get(name):
            show_quantiles(name, text, d[name])


def show_quantiles(name: str, text: str, found: dict[str, Any]) -> None:
    if not found["count"]:
        console.print(f"No whole {name} of {found['length']:,} rounds.")
        return
    rows = ("result", "drawdown", "bankroll") if name == "session" else ("hold",)
    columns = list(found[rows[0]])
    shape = table(
        f"{found['count']:,} {name}s of {found['length']:,} rounds, {text}",
        "",
        *(f"{float(q) * 100:g} %" for q in columns),
        right=tuple(f"{float(q) * 100:g} %" for q in columns),
    )
    for row in rows:
        shape.add_row(row, *(f"{v:.2%}" if row == "hold" else f"{v:,.1f}" for v in found[row].values()))
    console.print(shape)


def check_command(game: str, as_json: bool, **o: Any) -> None:
    from pitboss.analysis.report import exact as fraction
    from pitboss.simulator.run import CONFIDENCE, check, check_tolerance, plan

    confidence = CONFIDENCE if o["confidence"] is None else o["confidence"]
    if not 0.5 < confidence < 1:
        raise BadInput(f"{confidence} is not a confidence.", accepted="a number above 0.5 and below 1")
    check_tolerance(o["tolerance"])
    asked = prepare(game, o)
    exact = asked.exact()
    if exact is None or not asked.comparable:
        raise BadInput(
            "There is no exact edge of this play to compare with.", accepted="--strategy and --shoe as usual"
        )
    query, strategy = asked.query, asked.strategy
    allowed, needed = plan(exact.house_edge, exact.standard_deviation, confidence, o["tolerance"])
    errors.print(f"To tell the edge to {allowed * 100:.2g} % takes up to about {needed:,} rounds.")
    with engine_for(o) as engine, progress_bar(f"Checking {game} {query.wager}") as progress:
        found = check(
            asked.dealer,
            exact.house_edge,
            exact.standard_deviation,
            o["seed"],
            confidence,
            o["tolerance"],
            engine,
            progress,
        )
    if as_json:
        print_json(
            {
                "game": game, "wager": query.wager, "pay_table": query.table_id,
                "strategy": strategy, "decision": found.decision, "rounds": found.rounds, "mean": found.mean,
                "house_edge": -found.mean, "exact": -found.exact,
                "exact_fraction": fraction(exact.house_edge), "half_width": found.half_width,
                "tolerance": found.tolerance, "confidence": found.confidence, "worth": found.worth,
            }
        )  # fmt: skip
    else:
        console.print(
            f"{titled(game, query.wager, query.table_id, query.settings)}: "
            f"exact and simulated house edge [bold]{SAID[found.decision]}[/bold] at "
            f"{found.confidence:.1%} confidence after {found.rounds:,} rounds: {-found.mean * 100:.4f} % "
            f"± {found.half_width * 100:.4f} % against {-found.exact * 100:.4f} %, tolerance "
            f"{found.tolerance * 100:.4f} % ({found.worth})."
        )
    if found.decision == "disagrees":
        raise click.exceptions.Exit(1)


@click.command()
@game_argument
@click.option("--wager", shell_complete=wagers, help="A bonus by its name; without it all of them.")
@click.option(
    "--pay-table", shell_complete=pay_tables, help="A pay table by its name; without it all of them."
)
@click.option("--penetration", help="Per cent of the shoe in front of the cut card; default: the table's.")
@click.option(
    "--sees",
    help="What the player uses: shoe (cards of earlier rounds), by default; for Acey Deucey also table (the other "
    "spots' cards before the raise), or both.",
)
@click.option(
    "--rounds",
    type=Whole(1),
    help="Rounds to deal, by default 200,000; for the hold'em games draws of holes, by default 100, each "
    "solved exactly in some seconds.",
)
@click.option(
    "--neighbours",
    type=Whole(),
    help="Hold'em games: how many neighbours' cards are known, by default 1; Ultimate Texas Hold'em up to 6.",
)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="CARD=TAG",
    help="A count to try in place of the best one: T=-2 for a rank, Ks=-3 for a card; repeatable.",
)
@click.option(
    "--trigger", type=float, help="The true count from which that count bets; default: the best one."
)
@click.option("--seed", type=Whole(0), default=1, show_default=True)
@set_option
@json_option
def exposure(
    game: str, wager: str | None, pay_table: str | None, settings: tuple[str, ...], as_json: bool, **o: Any
) -> None:
    """How much a player of GAME gains who knows more cards than the game shows."""
    from pitboss.analysis import questions
    from pitboss.cardplay.blackjack import exposure as exposed
    from pitboss.cardplay.holdem.neighbours import check_wager

    if by_neighbours := exposed.neighbours_of(game):
        refuse_idle(
            game,
            {"--set": settings}
            | {f"--{name}": o[name] for name in ("penetration", "sees", "trigger")}
            | {"--tag": o["tags"]},
        )
        rounds = 100 if o["rounds"] is None else o["rounds"]
        neighbours = 1 if o["neighbours"] is None else o["neighbours"]
        asked = questions.queries(game, check_wager("main" if wager is None else wager), pay_table)
        show_collusion(by_neighbours, asked, rounds, o["seed"], neighbours, as_json)
        return
    exposed.check_game(game)
    refuse_idle(game, {"--neighbours": o["neighbours"]})
    found = []
    for query in questions.queries(game, wager, pay_table, parse_settings(settings)):
        assert query.pay_table is not None
        name = f"{query.wager} {query.pay_table.id}"
        with progress_bar(f"Dealing shoes: {name}") as progress:
            found.append(
                exposed.exposure(
                    game, query.wager, query.pay_table, query.settings, o["penetration"],
                    rounds=o["rounds"] or 200_000, seed=o["seed"], sees=o["sees"] or "shoe",
                    tags=read_tags(o["tags"]), trigger=o["trigger"], progress=progress,
                )
            )  # fmt: skip
    if as_json:
        print_json({"results": [result.to_json() for result in found]})
        return
    columns = ("table", "good", "edge", "best", "per 100", "±", "a shoe", "always")
    title = f"Exposure of {titled(game, settings=found[0].settings)}"
    shape = table(title, "wager", *columns, right=columns[1:])
    for e in found:
        shape.add_row(
            e.wager,
            e.pay_table,
            f"{e.favourable:.2%}",
            f"{e.edge_when_favourable:.2%}",
            f"{e.best:.1%}",
            f"{e.gain_per_100_rounds:.4f}",
            f"{e.gain_per_100_rounds_error:.4f}",
            f"{e.gain_per_shoe:.3f}",
            f"{e.edge_always:.2%}",
        )
    console.print(shape)
    console.print(
        "good: share of rounds with an advantage for the player, and the edge then. per 100 rounds and a shoe: "
        "units won by betting one unit in those rounds only. always: the player's edge when betting every round."
    )
    show_counts(found)


def show_counts(found: Sequence[Exposure]) -> None:
    """What one count of the cards wins, beside perfect knowledge."""
    columns = ("table", "from", "bet", "advantage", "±", "per 100", "±", "tags")
    shape = table("The best linear count", "wager", *columns, right=columns[1:-1], wrap=("tags",))
    for e in found:
        c = e.count
        shape.add_row(
            e.wager,
            e.pay_table,
            "never" if c.trigger is None else f"{c.trigger:+g}",
            f"{c.bet:.2%}",
            f"{c.advantage:.2%}",
            f"{c.advantage_error:.2%}",
            f"{c.gain_per_100_rounds:.4f}",
            f"{c.gain_per_100_rounds_error:.4f}",
            " ".join(f"{card} {tag:+}" for card, tag in c.tags.items()) or "none",
        )
    console.print(shape)
    console.print(
        "tags: what a card adds to the count when it is seen. from: the true count from which to bet, which is what "
        "the tags seen come to above their average, by decks left. bet: share of hands."
    )


def read_tags(given: tuple[str, ...]) -> dict[str, int] | None:
    try:
        return {
            name: int(tag) for name, tag in parse_settings(given, "a card with its tag", "--tag T=-2").items()
        } or None
    except ValueError:
        raise BadInput(
            f"{' '.join(given)} is no count.", accepted="whole numbers, such as --tag T=-2"
        ) from None


def refuse_idle(game: str, given: Mapping[str, object]) -> None:
    """What would change nothing here."""
    for option, value in given.items():
        if value not in (None, ()):
            raise BadInput(
                f"{option} has no part in the exposure of {game}.", accepted="the question without it"
            )


def show_collusion(
    by: Neighbours, asked: list[Query], draws: int, seed: int, neighbours: int, as_json: bool
) -> None:
    """Hold'em: neighbours show the two cards in hand."""
    (query,) = asked
    with progress_bar("Solving draws of holes") as progress:
        found = by.count(query.table, draws, seed, neighbours, progress=progress)
    if as_json:
        print_json({"results": [found.to_json()]})
        return
    whose = "A neighbour's two cards" if neighbours == 1 else f"The cards of {neighbours} neighbours"
    shape = table(
        f"{whose} known, {found.game}, {found.pairs} draws of holes", "player", "per ante", "±",
        right=("per ante", "±"),
    )  # fmt: skip
    shape.add_row("alone, exactly", f"{found.alone:+.4%}", "")
    if found.river is not None:
        shape.add_row("gain, used on the river only", f"{found.river:+.4%}", f"{found.river_error:.4%}")
    used = "used after the flop only" if found.river is None else "used from the flop on"
    shape.add_row(f"gain, {used}", f"{found.after_flop:+.4%}", f"{found.after_flop_error:.4%}")
    shape.add_row("gain, used for every decision", f"{found.gain:+.4%}", f"{found.gain_error:.4%}")
    shape.add_row("informed", f"{found.informed:+.4%}", f"{found.gain_error:.4%}")
    console.print(shape)

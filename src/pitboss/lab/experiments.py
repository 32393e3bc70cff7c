"""What the lab shows and tries out in a back room: an exact answer with its return table, how far a line moves the
edge, how sessions end, tables near a target, rounds dealt by the million, what a skilled player gains, the packet on
paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from pitboss.analysis import questions
from pitboss.analysis.designer import Bounds, as_toml, frontier, lines_explain, slopes
from pitboss.analysis.designer import design as find_designs
from pitboss.analysis.report import EdgeResult, decimal, exact
from pitboss.analysis.solver import Query, Settings
from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents
from pitboss.core.odds import ForOne, ToOne
from pitboss.lab.worker import Tell
from pitboss.paper import charts
from pitboss.paper.charts import contributions, cumulative, distribution, strategy_chart
from pitboss.sheets import sheet

if TYPE_CHECKING:
    from pitboss.simulator.run import SumOfRounds

SESSIONS: Final = 10_000
SESSION_STEPS: Final = 40
MANY_OUTCOMES: Final = 100
"""with more results than this, fewer sessions say enough"""
SEED: Final = 1
SESSION_ROUNDS: Final = 200
ROUNDS_MOST: Final = 20_000_000
POINTS_DRAWN: Final = 60
EXPOSURE_ROUNDS: Final = 60_000
NEIGHBOUR_PAIRS: Final = 8
PACKET_ROUNDS: Final = 1_000_000
BANDS: Final = (("50", 0.25), ("90", 0.05), ("99", 0.005))


def _told(query: Query, tell: Tell) -> Query:
    return replace(query, progress=lambda done, total: tell((done, total)))


def sensitivity(tell: Tell, game: str, query: Query) -> dict[str, Any]:
    """How far the edge moves when one line pays one more, play adapting where there is play."""
    table = query.table
    first = questions.solve(game, _told(query, tell))
    asked = 0

    def answer(other: Any) -> EdgeResult:
        nonlocal asked
        tell((asked, len(table.lines)))
        asked += 1
        return questions.solve(game, replace(query, pay_table=other))

    falls = slopes(table, first, answer)
    rows = []
    for line in table.lines:
        if line.hand in falls and isinstance(line.pays, ToOne | ForOne):
            more = replace(line.pays, pays=line.pays.pays + 1)
            rows.append((line.text, f"{line.pays} becomes {more}", -falls[line.hand]))
    return {
        "rows": [
            {"line": name, "change": change, "moves": no_minus_zero(decimal(moves * 100, 6))}
            for name, change, moves in rows
        ],
        "chart": charts.sensitivity("House edge when a line pays one more", rows),
    }


def compare(tell: Tell, first: tuple[str, Query], second: tuple[str, Query]) -> dict[str, Any]:
    """Both wagers in one picture, and their figures side by side."""
    named = []
    for mark, (game, query) in zip("AB", (first, second), strict=True):
        result = questions.solve(game, _told(query, tell))
        named.append((f"{mark}: {titled(result)}", result))
    outcomes = [(name, result.outcomes) for name, result in named]
    return {
        "chart": charts.cumulative("This result or better, A against B", outcomes),
        "chart_log": charts.cumulative(
            "This result or better, A against B, logarithmic axis", outcomes, logarithmic=True
        ),
        "edges": [decimal(result.house_edge) for _, result in named],
    }


def sessions(tell: Tell, game: str, query: Query, bet_cents: Cents, rounds: int) -> dict[str, Any]:
    """Where sessions stand after so many rounds: the exact distribution of the sum, or, where its results lie on no
    lattice that can be added up, sessions drawn from it, always the same ones."""
    if not SESSION_STEPS <= rounds <= 1_000_000:
        raise BadInput(f"A session of {rounds:,} rounds.", accepted=f"{SESSION_STEPS} to 1,000,000 rounds")
    result = questions.solve(game, _told(query, tell))
    unit = bet_cents / DOLLAR
    expected = -float(result.house_edge) * unit
    counted = _counted_sessions(tell, result, unit, rounds) if result.outcomes_exact else None
    rows, ends, ahead, how = counted or _drawn_sessions(tell, result, unit, rounds)
    return {
        "chart": charts.session_fan(f"{rounds:,} rounds of ${unit:,g}: {how}", rows),
        "exact": counted is not None,
        "ahead": ahead,
        "expected": expected * rounds,
        "ends": dict(zip(("1", "5", "50", "95", "99"), ends, strict=True)),
    }


Sessions = tuple[list[Mapping[str, float]], list[float], float, str]
"""the fan's rows, the quantiles at the end, the share that ends ahead, and how they were found"""
ENDS: Final = (0.01, 0.05, 0.5, 0.95, 0.99)


def _counted_sessions(tell: Tell, result: EdgeResult, unit: float, rounds: int) -> Sessions | None:
    from pitboss.simulator.run import Rounds

    one = Rounds.of(result.outcomes)
    rows: list[Mapping[str, float]] = []
    found: SumOfRounds | None = None
    for step in range(SESSION_STEPS + 1) if one else ():
        assert one is not None
        done = rounds * step // SESSION_STEPS
        found = one.sum(done)
        if found is None:
            return None
        middle, mean = found.quantile(0.5) * unit, -float(result.house_edge) * unit * done
        row = {"rounds": float(done), "mean": mean, "middle": middle}
        for name, tail in BANDS:
            row[f"low{name}"] = found.quantile(tail) * unit
            row[f"high{name}"] = found.quantile(1 - tail) * unit
        rows.append(row)
        tell((step, SESSION_STEPS))
    if found is None:
        return None
    ends = [found.quantile(share) * unit for share in ENDS]
    return rows, ends, found.ahead, "the exact distribution of their sum"


def _drawn_sessions(tell: Tell, result: EdgeResult, unit: float, rounds: int) -> Sessions:
    import numpy as np

    nets = np.array([float(net) for net in result.outcomes]) * unit
    chances = np.array([float(p) for p in result.outcomes.values()])
    chances /= chances.sum()
    many = SESSIONS if len(nets) <= MANY_OUTCOMES else SESSIONS // 5
    draw = np.random.default_rng(SEED)
    stand = np.zeros(many)
    rows: list[Mapping[str, float]] = [_stand(0, stand, 0.0)]
    done = 0
    for step in range(1, SESSION_STEPS + 1):
        upto = rounds * step // SESSION_STEPS
        stand += draw.multinomial(upto - done, chances, size=many) @ nets
        done = upto
        rows.append(_stand(done, stand, -float(result.house_edge) * unit * done))
        tell((step, SESSION_STEPS))
    ends = np.quantile(stand, ENDS).tolist()
    return rows, ends, float((stand > 0).mean()), f"{many:,} sessions drawn by chance from its results"


def _stand(rounds: int, stand: Any, mean: float) -> dict[str, float]:
    import numpy as np

    row = {"rounds": float(rounds), "mean": mean, "middle": float(np.median(stand))}
    for name, tail in BANDS:
        low, high = np.quantile(stand, (tail, 1 - tail))
        row |= {f"low{name}": float(low), f"high{name}": float(high)}
    return row


def designs(
    tell: Tell,
    game: str,
    query: Query,
    target: Fraction,
    deviation: Fraction | None,
    bounds: Bounds,
    keep: Mapping[str, str],
) -> dict[str, Any]:
    """Tables near the target, each with what it changes: to be tried in the lab, not to be opened (HR-07)."""
    found = find_designs(
        game, query.wager, target, query.table.id, keep, query.settings, deviation,
        bounds=bounds, progress=lambda done, total: tell((done, total)),
    )  # fmt: skip
    return {
        "target": decimal(target),
        "missed": found[0].misses(target),
        "lines": [
            {"hand": line.hand, "text": line.text, "pays": str(line.pays)} for line in query.table.lines if line.pays
        ],
        "designs": [d.to_json() | {"toml": as_toml(d.table)} for d in found],
    }  # fmt: skip


def edge_against_volatility(tell: Tell, game: str, query: Query) -> dict[str, Any]:
    """At every edge in reach the calmest and the wildest table near the approved ones, as a chart."""
    found = frontier(
        game, query.wager, query.table.id, settings=query.settings, progress=lambda done, total: tell((done, total))
    )  # fmt: skip
    return {"chart": charts.frontier_chart(found)}


def simulate(tell: Tell, game: str, query: Query, rounds: int, seed: int, strategy: str) -> dict[str, Any]:
    """Rounds by the compiled kernel beside the exact edge; every round from a fresh shoe, as that has it."""
    from pitboss.rounds.config import EVERY_ROUND
    from pitboss.simulator.kernel import kernel_of
    from pitboss.simulator.questions import Simulation, SimulationQuery
    from pitboss.simulator.run import Run

    if not 1 <= rounds <= ROUNDS_MOST:
        raise BadInput(f"{rounds:,} rounds.", accepted=f"1 to {ROUNDS_MOST:,} rounds")
    if "penetration" in query.settings:
        query = replace(query, settings=Settings({**query.settings, "penetration": EVERY_ROUND}))
    kernel = kernel_of(game)
    known = kernel.strategies(query.wager)
    play = strategy or known[0]
    if play not in known:
        raise BadInput(f"There is no strategy {play!r} for {query.wager}.", accepted=", ".join(known))
    asked = SimulationQuery(game, query, play, kernel.dealer(query, play))
    unit = asked.dealer.unit_cents
    run = Run(asked.dealer, seed, (SESSION_ROUNDS,))
    tell((0, rounds))
    points = []
    for totals in run.play(rounds):
        tally = totals.tally
        tell((tally.rounds, rounds))
        points.append((tally.rounds, -tally.mean(unit), tally.standard_error(unit)))
    made = Simulation(asked, run, asked.exact())
    counted = run.totals.sessions[SESSION_ROUNDS]
    every = max(1, len(points) // POINTS_DRAWN)
    shown = [point for at, point in enumerate(points) if at % every == 0 or at == len(points) - 1]
    return made.to_json() | {
        "strategies": list(known),
        "sessions": counted.to_json(unit) if counted.count else None,
        "chart": charts.convergence(
            f"House edge after so many rounds, seed {seed}",
            shown,
            None if made.exact is None else float(made.exact),
        ),
    }


def exposure(tell: Tell, game: str, query: Query, sees: str) -> dict[str, Any]:
    """What a player gains who remembers the shoe, sees the table, or knows a neighbour's cards."""
    from pitboss.cardplay.blackjack import exposure as shoes

    def progress(done: int, total: int) -> None:
        tell((done, total))

    neighbours = shoes.neighbours_of(game)
    if neighbours and neighbours.quick and query.wager == "main":
        known = neighbours.count(query.table, NEIGHBOUR_PAIRS, SEED, progress=progress)
        return {"kind": "neighbour", **known.to_json()}
    if query.wager not in shoes.exposed_wagers(game):
        raise BadInput(
            "Nothing that is left in the shoe or on the table helps a player with this wager, or it is not studied.",
            accepted="the bonus wagers of the blackjack games; the main game of Down Under Hold'em",
        )
    found = shoes.exposure(
        game, query.wager, query.table, query.settings, rounds=EXPOSURE_ROUNDS, seed=SEED, sees=sees,
        progress=progress,
    )  # fmt: skip
    depths = [(d.dealt_percent, d.favourable, d.edge_when_favourable) for d in found.by_depth]
    return {
        "kind": "shoe",
        "known": list(shoes.exposed_wagers(game)[query.wager].sees),
        "chart": charts.by_depth("Rounds that favour the player, by how much of the shoe is dealt", depths),
        **found.to_json(),
    }


def packet(tell: Tell, game: str, query: Query) -> dict[str, Any]:
    """The regulator's packet of this wager as PDF and as a workbook."""
    from pitboss.paper import build_packet, packet_pdf, workbook

    made = build_packet(
        game, query.pay_table.id if query.pay_table else None, PACKET_ROUNDS,
        progress=lambda done, total: tell((done, total + 1)), wager=query.wager, settings=query.settings,
    )  # fmt: skip
    return {"pdf": packet_pdf(made), "xlsx": workbook(made.sheets)}


# What the lab shows of a wager: figures, the return table as published analyses have it, and the charts. Made from the
# solver's exact answer; decimals are printed last.

PROBABILITY_DIGITS: Final = 10
RETURN_DIGITS: Final = 8
LINES_DRAWN: Final = 40
"""more lines than this are read in the table"""


def analyse(tell: Tell, game: str, query: Query) -> dict[str, Any]:
    """The whole answer for one wager."""
    result = questions.solve(game, replace(query, progress=lambda done, total: tell((done, total))))
    return shape_of(result) | {"approved": query.pay_table is None or query.pay_table.approved}


def shape_of(result: EdgeResult) -> dict[str, Any]:
    return result.to_json() | {"returns": return_table(result), "charts": charts_of(result)}


def charts_of(result: EdgeResult) -> dict[str, Any]:
    of = titled(result)
    charts = {
        "results": distribution(f"Net results, {of}", result.outcomes),
        "results_log": distribution(
            f"Net results on a logarithmic axis, {of}", result.outcomes, logarithmic=True
        ),
        "cumulative": cumulative(f"This result or better, {of}", [(of, result.outcomes)]),
        "cumulative_log": cumulative(
            f"This result or better, logarithmic axis, {of}", [(of, result.outcomes)], logarithmic=True
        ),
    }
    drawn = [line for line in result.lines if line.probability and line.contribution is not None]
    if drawn and len(drawn) <= LINES_DRAWN:
        charts["lines"] = contributions(f"What each line gives back, {of}", drawn)
    return charts


def titled(result: EdgeResult) -> str:
    """The wager by its name, and its pay table where it has one."""
    names = {wager.of: wager.name for wager in reversed(sheet(result.game).wagers)}
    name = "main game" if result.wager == "main" else names.get(result.wager, result.wager.replace("-", " "))
    return name if result.pay_table in ("", "-") else f"{name}, table {result.pay_table}"


def combinations(result: EdgeResult) -> int:
    """The smallest number of equally likely deals in which every outcome is a whole number of them."""
    chances = [*result.outcomes.values(), *(line.probability for line in result.lines)]
    return lcm(*(chance.denominator for chance in chances))


def return_table(result: EdgeResult) -> dict[str, Any]:
    """Combinations, probability, pays and return with their totals: by line where the lines make up the edge, else
    by result. The totals are the whole: all combinations, one, and the player's expectation."""
    whole = combinations(result)
    if result.lines and lines_explain(result):
        rows = [(line.hand, line.pays, line.probability, line.net or Fraction(0)) for line in result.lines]
        rest = 1 - sum((chance for _, _, chance, _ in rows), Fraction(0))
        if rest:
            rows.append(("everything else", "loses", rest, Fraction(-1)))
        by = "line"
    else:
        rows = [(_net(net), "", chance, net) for net, chance in sorted(result.outcomes.items(), reverse=True)]
        by = "result"
    return {
        "by": by,
        "whole": f"{whole:,}",
        "exact": result.method == "exact" and result.outcomes_exact,
        "rows": [_row(name, pays, chance, net, whole) for name, pays, chance, net in rows],
        "total": _row(
            "total",
            "",
            sum((chance for _, _, chance, _ in rows), Fraction(0)),
            None,
            whole,
            sum((chance * net for _, _, chance, net in rows), Fraction(0)),
        ),
    }


def _row(
    name: str, pays: str, chance: Fraction, net: Fraction | None, whole: int, given: Fraction | None = None
) -> dict[str, str]:
    back = chance * net if net is not None else given or Fraction(0)
    return {
        "name": name,
        "pays": pays,
        "net": "" if net is None else _net(net),
        "combinations": f"{int(chance * whole):,}",
        "probability": decimal(chance, PROBABILITY_DIGITS),
        "probability_exact": exact(chance),
        "return": no_minus_zero(decimal(back, RETURN_DIGITS)),
        "return_exact": exact(back),
    }


def _net(net: Fraction) -> str:
    text = str(net) if net.denominator == 1 else f"{float(net):g}"
    return f"+{text}" if net > 0 else text.replace("-", "−")


def no_minus_zero(text: str) -> str:
    """`-0.000` is nothing."""
    return text.removeprefix("-") if not text.strip("-0.") else text


def strategy_of(tell: Tell, game: str, query: Query, hand: str | None) -> dict[str, Any]:
    """How to play, with its charts drawn."""
    found = questions.strategy(game, replace(query, progress=lambda done, total: tell((done, total))), hand)
    return found.to_json() | {"charts": [strategy_chart(grid) for grid in found.grids]}

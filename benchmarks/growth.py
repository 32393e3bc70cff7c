"""How cost grows: with spots, decks, rounds and workers. Times are CPU seconds, but wall seconds for workers."""

from __future__ import annotations

import random
from time import perf_counter, process_time

from pitboss.analysis import questions
from pitboss.compute.engines import LocalEngine
from pitboss.core.cards import deck_of
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from pitboss.sheets import game_ids
from pitboss.simulator.kernel import CHUNK_ROUNDS, Dealer, kernel_of
from pitboss.simulator.run import simulate


def spots_table() -> str:
    lines = ["| spots | Fu Bacc, microseconds a round | blackjack, microseconds a round |", "|---|---|---|"]
    for spots in (1, 2, 4, 7):
        row = [str(spots)]
        for game in ("fu-bacc", "blackjack"):
            row.append(f"{1e6 * rules_seconds(TableConfig(game), spots):.0f}")
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join(lines)


def rules_seconds(config: TableConfig, spots: int, rounds: int = 300) -> float:
    dice = random.Random(spots)
    first = [w.id for w in config.sheet.wagers if w.placed == "first"]
    wagers = {spot: dict.fromkeys(first, 500) for spot in range(1, spots + 1)}
    orders = []
    for _ in range(rounds):
        cards = deck_of(config.decks, jokers=config.sheet.jokers)
        dice.shuffle(cards)
        orders.append(tuple(cards))
    best = float("inf")
    for _ in range(3):
        start = process_time()
        for order in orders:
            Round(config, wagers, order, trusted=True).play_out(fallback)
        best = min(best, process_time() - start)
    return best / rounds


def decks_table() -> str:
    lines = ["| decks | exact edge, CPU s (warm) | rounds/s simulated |", "|---|---|---|"]
    for decks in (1, 2, 4, 6, 8):
        (query,) = questions.queries("blackjack", "main", settings={"decks": str(decks)}, fresh=True)
        questions.solve("blackjack", query)
        start = process_time()
        questions.solve("blackjack", query)
        solve_s = process_time() - start
        dealer = dealer_of("blackjack", {"decks": str(decks)})
        rounds = 4 * CHUNK_ROUNDS
        start = process_time()
        simulate(dealer, rounds, 1, LocalEngine(1))
        lines.append(f"| {decks} | {solve_s:.2f} | {rounds / (process_time() - start) / 1e6:.1f} M |")
    return "\n".join(lines)


def dealer_of(game: str, settings: dict[str, str] | None = None) -> Dealer:
    (query, *_) = questions.queries(game, questions.sheet(game).analysed[0], settings=settings)
    kernel = kernel_of(game)
    return kernel.dealer(query, kernel.strategies(query.wager)[0])


def rounds_table() -> str:
    lines = ["| rounds | CPU s | nanoseconds a round |", "|---|---|---|"]
    dealer = dealer_of("fu-bacc")
    simulate(dealer, 1000, 1, LocalEngine(1))
    for rounds in (10**5, 10**6, 10**7, 10**8):
        start = process_time()
        simulate(dealer, rounds, 1, LocalEngine(1))
        spent = process_time() - start
        lines.append(f"| {rounds:,} | {spent:.3f} | {1e9 * spent / rounds:.1f} |")
    return "\n".join(lines)


def workers_table(games: tuple[str, ...], seconds: float = 4.0) -> str:
    lines = ["| game | one worker, rounds/s | two workers | gain |", "|---|---|---|---|"]
    for game in games:
        dealer = dealer_of(game)
        rounds = 4 * CHUNK_ROUNDS
        start = perf_counter()
        simulate(dealer, rounds, 1, LocalEngine(1))
        rounds = int(max(8, seconds / (perf_counter() - start) * 4)) * CHUNK_ROUNDS
        rates = []
        for workers in (1, 2):
            start = perf_counter()
            simulate(dealer, rounds, 1, LocalEngine(workers))
            rates.append(rounds / (perf_counter() - start))
        lines.append(
            f"| {game} | {rates[0] / 1e6:.2f} M | {rates[1] / 1e6:.2f} M | {rates[1] / rates[0]:.2f} |"
        )
    return "\n".join(lines)


def kernels_table() -> str:
    """Every game's first wager: CPU of one thread, so that other work on the machine counts for little."""
    lines = ["| game | CPU, nanoseconds a round |", "|---|---|"]
    for game in game_ids():
        dealer = dealer_of(game)
        dealer.nets(1, 0, CHUNK_ROUNDS)
        best = float("inf")
        for chunk in range(1, 4):
            start = process_time()
            dealer.nets(1, chunk, CHUNK_ROUNDS)
            best = min(best, process_time() - start)
        lines.append(f"| {game} | {1e9 * best / CHUNK_ROUNDS:.0f} |")
    return "\n".join(lines)


def dask_table(seconds: float = 35.0) -> str:
    """Dask on this machine against threads on this machine, runs of over half a minute."""
    from pitboss.compute.engines import DaskEngine

    dealer = dealer_of("fu-bacc")
    rounds = 16 * CHUNK_ROUNDS
    start = perf_counter()
    simulate(dealer, rounds, 1, LocalEngine(2))
    rounds = int(seconds / (perf_counter() - start) * 16) * CHUNK_ROUNDS
    start = perf_counter()
    local = simulate(dealer, rounds, 1, LocalEngine(2))
    local_s = perf_counter() - start
    with DaskEngine(workers=2) as engine:
        simulate(dealer, 4 * CHUNK_ROUNDS, 2, engine)
        start = perf_counter()
        spread = simulate(dealer, rounds, 1, engine)
        dask_s = perf_counter() - start
    same = "the same" if local.counts == spread.counts else "DIFFERENT"
    return (
        "| engine | wall s | against local |\n|---|---|---|\n"
        f"| local, two threads | {local_s:.1f} | |\n| Dask, two processes | {dask_s:.1f} | "
        f"{100 * (dask_s / local_s - 1):+.0f} %, counts {same} |"
    )

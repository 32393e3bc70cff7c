"""The blackjack family: exact solutions, and rounds from a real shoe."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness import Case
from pitboss.analysis import questions
from pitboss.cardplay.blackjack.choices import count_play
from pitboss.cardplay.blackjack.play import basic_play, best_play, shoe_of
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.sheets import sheet
from pitboss.simulator.kernel import kernel_of

SIMULATED_ROUNDS = 2_000_000


def composition(decks: int, *, exact: bool) -> Case:
    """Best play for every hand, splits to four hands; with `exact`, its edge as a fraction."""
    rules = BlackjackRules(decks=decks, surrender="late")

    def run() -> int:
        play = best_play(shoe_of(rules))
        if exact:
            count_play(play)
        return 1

    what = "solved and counted exactly" if exact else "solved"
    return Case("blackjack, best play", f"{decks} decks, {what}", "solutions", run)


def basic(decks: int) -> Case:
    rules = BlackjackRules(decks=decks, surrender="late")

    def run() -> int:
        count_play(basic_play(shoe_of(rules)))
        return 1

    return Case("blackjack, basic strategy", f"{decks} decks, solved and counted exactly", "solutions", run)


def all_acey_deucey() -> Case:
    def run() -> int:
        for decks in range(1, 9):
            for query in questions.queries("acey-deucey-21", None, None, {"decks": str(decks)}):
                questions.solve("acey-deucey-21", query)
        return 1

    return Case("Acey Deucey 21", "all tables, 1 to 8 decks", "runs", run)


def all_lucky_break() -> Case:
    names = [f"{base}/{multiplier}" for base in "1234" for multiplier in "1234"]
    tables = [sheet("lucky-break").pay_table("lucky-break", name).id for name in names]

    def run() -> int:
        for table in tables:
            (query,) = questions.queries("lucky-break", "lucky-break", table)
            questions.solve("lucky-break", query)
        return 1

    return Case("Lucky Break", "all base and multiplier columns, one shoe", "runs", run)


def simulation(name: str, game: str, wager: str, table: str | None, **settings: str) -> Case:
    (query,) = questions.queries(game, wager, table, settings)
    kernel = kernel_of(game)
    dealer = kernel.dealer(query, kernel.strategies(wager)[0])

    def run() -> int:
        dealer.nets(1, 0, SIMULATED_ROUNDS)
        return SIMULATED_ROUNDS

    return Case("blackjack, simulated", name, "rounds", run)


def cases() -> Iterator[Case]:
    for decks in (1, 6, 8):
        yield composition(decks, exact=False)
    yield composition(6, exact=True)
    yield basic(6)
    yield all_acey_deucey()
    yield all_lucky_break()
    yield simulation("heads up, six decks, cut card at 75 %", "blackjack", "main", None)
    yield simulation("heads up, fresh shoe every round", "blackjack", "main", None, penetration="every-round")
    yield simulation("five spots", "blackjack", "main", None, players="5")
    yield simulation("War, one spot", "acey-deucey-21", "war", "1")
    yield simulation("Lucky Break, one spot", "lucky-break", "lucky-break", "1/1")

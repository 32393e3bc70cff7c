"""Rounds through the readable rules and through the kernels, beside other engines' rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.harness import Case
from pitboss.analysis import questions
from pitboss.compute.engines import LocalEngine
from pitboss.core.cards import deck_of
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, fallback
from pitboss.sheets import game_ids, sheet
from pitboss.simulator.kernel import kernel_of
from pitboss.simulator.run import simulate


def rules_case(game: str, rounds: int = 300) -> Case:
    """Whole rounds with log and settlements, one spot, decisions by fallback."""
    config = TableConfig(game)
    dice = random.Random(1)
    orders = []
    for _ in range(rounds):
        cards = deck_of(config.decks, jokers=config.sheet.jokers)
        dice.shuffle(cards)
        orders.append(tuple(cards))
    wagers = {1: {w.id: 500 for w in config.sheet.wagers if w.placed == "first"}}
    number = game_of(game).draw_number(config)

    def run() -> int:
        for order in orders:
            Round(config, wagers, order, number=number, trusted=True).play_out(fallback)
        return rounds

    return Case("rules engine", game, "rounds", run)


def fu_bacc_staying(rounds: int = 3000) -> Case:
    """The measure of the engine itself: Fu Bacc, one spot, play and stay."""
    config = TableConfig("fu-bacc")
    dice = random.Random(1)
    orders = [tuple(dice.sample(range(52), 52)) for _ in range(rounds)]
    wagers = {1: {"ante": 500}}

    def run() -> int:
        for order in orders:
            Round(config, wagers, order, trusted=True).act(1, "stay")
        return rounds

    return Case("rules engine", "fu-bacc, one spot, log kept", "rounds", run)


def plain_fu_bacc(rounds: int = 20_000) -> Case:
    """The same game as a few lines of Python without log or views, for comparison."""
    value = [0 if r >= 8 and r < 12 else 1 if r == 12 else r + 2 for r in range(13) for _ in range(4)]
    dice = random.Random(2)

    def run() -> int:
        net = 0
        for _ in range(rounds):
            a, b, hit, up, hole, last = (value[c] for c in dice.sample(range(52), 6))
            mine = (a + b) % 10
            if mine < 6:
                mine = (mine + hit) % 10
            theirs = (up + hole) % 10
            if theirs < 6:
                theirs = (theirs + last) % 10
            net += 3 if mine > theirs else -3 if mine < theirs else -1
        return rounds

    return Case("simulation", "fu-bacc in plain Python", "rounds", run, peer=True)


def kernel_case(game: str, wager: str, rounds: int) -> Case:
    (query, *_) = questions.queries(game, wager)
    kernel = kernel_of(game)
    dealer = kernel.dealer(query, kernel.strategies(wager)[0])
    engine = LocalEngine(1)

    def run() -> int:
        simulate(dealer, rounds, 1, engine)
        return rounds

    return Case("simulation", f"{game} {wager}", "rounds", run)


def pokerkit_hand() -> Case:
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)

    def run() -> int:
        for _ in range(20):
            state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200, 200), 2)
            while state.status:
                if state.can_check_or_call():
                    state.check_or_call()
                else:
                    break
        return 20

    return Case("rules engine", "pokerkit, heads-up hold'em hand", "rounds", run, peer=True)


def open_spiel_blackjack() -> Case:
    import pyspiel

    game = pyspiel.load_game("blackjack")
    dice = random.Random(1)

    def run() -> int:
        for _ in range(500):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(actions, chances)[0])
                else:
                    state.apply_action(state.legal_actions()[-1])
        return 500

    return Case("blackjack rounds", "open_spiel", "rounds", run, peer=True)


def rlcard_blackjack() -> Case:
    import rlcard

    env = rlcard.make("blackjack")

    def run() -> int:
        for _ in range(500):
            env.reset()
            while not env.is_over():
                env.step(1)
        return 500

    return Case("blackjack rounds", "rlcard", "rounds", run, peer=True)


def gymnasium_blackjack() -> Case:
    import gymnasium

    env = gymnasium.make("Blackjack-v1")

    def run() -> int:
        for _ in range(1000):
            env.reset()
            done = False
            while not done:
                _, _, done, _, _ = env.step(0)
        return 1000

    return Case("blackjack rounds", "gymnasium", "rounds", run, peer=True)


PEERS = (pokerkit_hand, open_spiel_blackjack, rlcard_blackjack, gymnasium_blackjack)


def cases() -> Iterator[Case]:
    yield fu_bacc_staying()
    for game in game_ids():
        yield rules_case(game)
    yield plain_fu_bacc()
    for game in game_ids():
        for wager in sheet(game).analysed:
            yield kernel_case(game, wager, 2_000_000 if game != "face-up-pai-gow-poker" else 500_000)
    rules = rules_case("blackjack")
    yield Case("blackjack rounds", "pitboss, readable rules", "rounds", rules.run)
    kernel = kernel_case("blackjack", "main", 2_000_000)
    yield Case("blackjack rounds", "pitboss, kernel with basic strategy", "rounds", kernel.run)
    for peer in PEERS:
        try:
            yield peer()
        except ImportError as missing:
            print(f"  not installed: {missing.name}")

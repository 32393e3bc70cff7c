"""Seven-card evaluation: all hands in order, random hands from an array, one hand a call; and the peers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import pitboss
from benchmarks.harness import Case
from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import best_hand
from pitboss.core.cards import text

RANDOM_HANDS = 2_000_000
CALLS = 20_000


def random_hands(count: int) -> np.ndarray:
    dice = np.random.default_rng(7)
    keys = dice.random((count, 52), dtype=np.float32)
    return np.argpartition(keys, 7, axis=1)[:, :7].astype(np.uint8)


def in_order() -> Case:
    """The hands whose lowest card is one of the first few: over a hundred million of the 133,784,560."""
    buffers = [kernels.walk(7, lowest) for lowest in range(6)]

    def run() -> int:
        return sum(len(kernels.walk(7, lowest, out)) for lowest, out in enumerate(buffers))

    return Case("evaluate 7 cards", "pitboss, all hands in order", "hands", run)


def from_array(hands: np.ndarray) -> Case:
    out = kernels.evaluate_unchecked(hands)

    def run() -> int:
        return len(kernels.evaluate_unchecked(hands, out))

    return Case("evaluate 7 cards", "pitboss, random hands from an array, unchecked", "hands", run)


def public(hands: np.ndarray) -> Case:
    """As a user calls it: every card is checked first, and that no hand has one twice."""

    def run() -> int:
        return len(pitboss.evaluate(hands))

    return Case("evaluate 7 cards", "pitboss.evaluate, checked", "hands", run)


def readable(hands: list[list[int]]) -> Case:
    def run() -> int:
        for hand in hands[:2000]:
            best_hand(hand)
        return 2000

    return Case("evaluate 7 cards", "pitboss, readable, with name and cards", "hands", run)


def peer(name: str, evaluate: Callable[..., object], hands: list) -> Case:
    def run() -> int:
        for hand in hands:
            evaluate(hand)
        return len(hands)

    return Case("evaluate 7 cards", name, "hands", run, peer=True)


def phevaluator_case(hands: list[list[int]]) -> Case:
    from phevaluator import evaluate_cards

    # phevaluator counts cards as rank * 4 + suit too
    return peer("phevaluator", lambda hand: evaluate_cards(*hand), hands)


def eval7_case(hands: list[list[int]]) -> Case:
    import eval7

    made = [[eval7.Card(text(c)) for c in hand] for hand in hands]
    return peer("eval7", eval7.evaluate, made)


def treys_case(hands: list[list[int]]) -> Case:
    from treys import Card, Evaluator

    evaluator = Evaluator()
    made = [[Card.new(text(c)) for c in hand] for hand in hands[: CALLS // 4]]
    return peer("treys", lambda hand: evaluator.evaluate(hand[:2], hand[2:]), made)


def pokerkit_case(hands: list[list[int]]) -> Case:
    from pokerkit import StandardHighHand

    made = ["".join(text(c) for c in hand) for hand in hands[:200]]
    return peer("pokerkit", lambda hand: StandardHighHand.from_game(hand[:4], hand[4:]), made)


def cases() -> Iterator[Case]:
    array = random_hands(RANDOM_HANDS)
    calls = array[:CALLS].tolist()
    yield in_order()
    yield from_array(array)
    yield public(array)
    yield readable(calls)
    for make in (phevaluator_case, eval7_case, treys_case, pokerkit_case):
        try:
            yield make(calls)
        except ImportError as missing:
            print(f"  not installed: {missing.name}")

"""What sealing and cutting a shoe costs beside a bare shuffle, and what a proof costs: `python -m benchmarks.proof`.

CPU time of the process."""

from __future__ import annotations

from benchmarks.harness import Case, machine, markdown, measure
from pitboss.fairness.cuts import Cut
from pitboss.fairness.shuffling import seal_shoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import shuffled_for


def parts(times: int = 500) -> list[Case]:
    """A shuffle of one deck, up to the order that is dealt."""
    config = TableConfig("fu-bacc")

    def shuffled() -> int:
        for _ in range(times):
            shuffled_for(config)
        return times

    def sealed_and_cut() -> int:
        for n in range(times):
            sealed = seal_shoe(config, "t", f"t-{n}", "0" * 64)
            _ = sealed.cut([Cut(1, "a value"), Cut(2, "another")]).order
        return times

    def show() -> int:
        cut = seal_shoe(config, "t", "t-1", "0" * 64).cut([Cut(1, "a value")])
        for _ in range(times):
            for at in range(6):
                cut.opening(at).to_json()
        return 6 * times

    return [
        Case("one deck", "shuffled", "shoes", shuffled, peer=True),
        Case("one deck", "shuffled, sealed and cut", "shoes", sealed_and_cut),
        Case("a card", "its proof, when asked for", "proofs", show),
    ]


def main() -> None:
    print(machine())
    print(markdown(measure(parts(), log=lambda line: None)))


if __name__ == "__main__":
    main()

"""Downloaded rounds checked with the rules beside the proof: settled as shown, and fitting together."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pitboss.cli.store import verify_round
from pitboss.core.errors import BadInput, PitbossError
from pitboss.fairness.download import verify, verify_together
from pitboss.rounds.config import TableConfig
from tests.games.support import ALL_GAMES
from tests.rounds.sealed import changed, random_dealt, whole_shoe

pytestmark = pytest.mark.clause("HR-36")


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_settlement_follows_from_the_cards_that_were_shown(game: str) -> None:
    """Cards that nobody saw are replaced by others in the replay: they cannot have mattered."""
    dice = random.Random(game)
    for _ in range(10):
        file = random_dealt(game, dice).file()
        assert verify(file)[-1].endswith("settled as shown.")
        for n in range(len(file["view"]["settlements"])):
            net = file["view"]["settlements"][n]["net_cents"]
            with pytest.raises(BadInput, match="differs from what was shown"):
                verify(changed(file, "view", "settlements", n, "net_cents", net + 100))


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("game", ["fu-bacc", "blackjack", "face-up-pai-gow-poker"])
def test_all_that_a_file_shows_is_played_again(game: str) -> None:
    """Places, words, stakes, nets, clauses, amounts: none of them can be rewritten."""
    dice = random.Random(game)
    dealt = random_dealt(game, dice)
    file = dealt.file()
    assert verify(file)
    (net, *_) = file["view"]["net_cents"]
    spot, places = next((spot, places) for spot, places in file["view"]["places"].items() if places)
    said = next(n for n, event in enumerate(file["view"]["log"]) if event["kind"] == "say")
    settled = next(n for n, event in enumerate(file["view"]["log"]) if event["kind"] == "settle")
    for where, value in (
        (("places", spot, next(iter(places))), ["2c"]),
        (("net_cents", net), 1),
        (("stakes", net), {}),
        (("log", said, "text"), "The dealer wins"),
        (("log", said, "clause"), "HR-01"),
        (("log", settled, "amount_cents"), 1),
        (("log", settled, "settlement", "net_cents"), 1),
    ):
        with pytest.raises(BadInput, match="differs from what was shown"):
            verify(changed(file, "view", *where, value))


def test_a_round_played_by_other_rules_than_were_sealed() -> None:
    shoe = whole_shoe(TableConfig("blackjack", {"decks": "1"}), random.Random(1))
    file = next(dealt.file() for dealt in shoe if dealt.round.decisions)
    assert verify(file)
    with pytest.raises(BadInput, match="Not exactly decisions"):
        verify(changed(file, "round", "config", {}))
    with pytest.raises(BadInput):
        verify(changed(file, "round", "decisions", []))
    with pytest.raises(PitbossError):
        verify(changed(file, "round", "void", "it was no good"))


@pytest.mark.parametrize("wrong", [{}, {"proof": {}}, {"proof": 1}, {"proof": []}, {"proof": {"shoe": None}}])
def test_files_that_are_no_rounds(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"Not exactly|not a round's file|no proof"):
        verify(wrong)


def test_rounds_of_a_shoe_fit_together_and_no_others() -> None:
    config = TableConfig("blackjack", {"decks": "1"})
    one, two, *more = [d.file() for d in whole_shoe(config, random.Random(1))]
    other = whole_shoe(config, random.Random(2))[0].file()
    assert verify_together([one, two, *more])[0] == [f"These {2 + len(more)} files fit together."]
    with pytest.raises(BadInput, match="do not belong together"):
        verify_together([one, two, other])


def test_the_terminal_checks_files_and_writes_the_verifier(tmp_path: Path) -> None:
    def run(*words: object) -> Result:
        return CliRunner().invoke(verify_round, [str(word) for word in words], standalone_mode=False)

    paths, mine, alone = (
        [tmp_path / "0.json", tmp_path / "1.json"],
        tmp_path / "mine.json",
        tmp_path / "alone.py",
    )
    shoe = whole_shoe(TableConfig("blackjack", {"decks": "1"}), random.Random(1))
    for path, dealt in zip(paths, shoe, strict=False):
        path.write_text(json.dumps(dealt.file()))
    done = run(*paths)
    assert done.exception is None
    assert done.output.count(": proven.") == 2
    assert "fit together" in done.output
    assert "Not proven by this:" in done.output
    mine.write_text(json.dumps(shoe[1].receipt()))
    assert "fits your receipt" in run(*paths, "--receipt", mine).output
    assert "That round 1 ended before card" in run(paths[1]).output
    assert run("--verifier", alone).exception is None
    assert "def check(file" in alone.read_text()
    assert isinstance(run().exception, BadInput)

"""A house that cuts for a player, plays his cut again, moves it or leaves it out: found beside his browser's receipt.

By all three that check a round: the one file, `pitboss verify-round`, and the page's own script where Node is there."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pitboss.web
from pitboss.cards import text
from pitboss.cli.verify_round import verify_round
from pitboss.rounds import chain
from pitboss.rounds.chain import ChainLink
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Cut
from pitboss.rounds.disclosure import Story
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.seal import SealedShoe
from pitboss.rounds.shuffling import seal_shoe
from pitboss.rounds.verifier import REFUSED, check, compare
from tests.rounds.sealed import TABLE, Dealt, decision_links, fingerprint, older

CONFIG = TableConfig("down-under-holdem")
WAGERS = {"ante": 500, "bet": 500}
MINE = "a value of my own 91c1"
ANN, BOB = chain.bets(1, WAGERS), chain.bets(3, WAGERS)
SHOWN = [ANN, BOB]
"""what a browser has seen when it cuts"""
OURS = chain.cut(1, MINE)

BY_ANOTHER = "Spot 1 was cut by another browser of yours, or by the house"


def shoe_of(seed: int = 5) -> SealedShoe:
    return seal_shoe(CONFIG, TABLE, f"{TABLE}-1", fingerprint(CONFIG), random.Random(seed).randbytes)


def dealt_after(links: Sequence[ChainLink], seats: Sequence[int] = (1, 3)) -> Dealt:
    """The round of a house that books these links, and deals by them without a fault."""
    shoe = shoe_of().cut([Cut(spot, value) for kind, spot, value in links if kind == "cut"])
    wagers = {spot: dict(value) for kind, spot, value in links if kind == "bets"}
    round = Round(CONFIG, wagers, shoe.order, 0, {spot: f"player {spot}" for spot in wagers}).play_out(
        fallback
    )
    return Dealt(CONFIG, shoe, round, 1, Story((*links, chain.closed(seats), *decision_links(round))))


def kept(dealt: Dealt, *sent: tuple[int, str, int | str]) -> dict[str, Any]:
    """A browser that sent these, [spot, value, how many links it had seen], and saw those and the end."""
    heads = chain.heads(dealt.commitment, dealt.story.links)
    given = [[spot, value, heads[n] if isinstance(n, int) else n] for spot, value, n in sent]
    return {**dealt.receipt(), "sent": given, "heads": [heads[2], heads[-1]]}


PAGE = """
const [files, script] = [JSON.parse(require("node:fs").readFileSync(0)), process.argv[1]];
import(script).then(async ({ check, compareReceipt }) => {
  const { file, mine } = files;
  try { console.log(compareReceipt(await check(file), mine)[0]); } catch (error) { console.log(error.message); }
});
"""


def page_says(file: dict[str, Any], mine: dict[str, Any]) -> str | None:
    node = shutil.which("node")
    if node is None:
        return None
    script = Path(pitboss.web.__file__).parent / "static/js/verifier.js"
    words = [node, "--experimental-default-type=module", "--input-type=commonjs", "-e", PAGE, str(script)]
    asked = json.dumps({"file": file, "mine": mine})
    done = subprocess.run(words, input=asked, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()


def one_file_says(file: dict[str, Any], mine: dict[str, Any]) -> str:
    try:
        return compare([check(file)], [mine])[0][-1]
    except REFUSED as error:
        return str(error)


def pitboss_says(file: dict[str, Any], mine: dict[str, Any], folder: Path) -> str:
    paths = folder / "round.json", folder / "receipt.json"
    for path, shape in zip(paths, (file, mine), strict=True):
        path.write_text(json.dumps(shape))
    asked = [str(paths[0]), "--receipt", str(paths[1])]
    done = CliRunner().invoke(verify_round, asked, standalone_mode=False)
    return str(done.exception) if done.exception else done.output


def all_say(dealt: Dealt, mine: dict[str, Any], folder: Path) -> str:
    """What the one file says, if the others say the same."""
    file = dealt.file((1,))
    said = one_file_says(file, mine)
    assert said in pitboss_says(file, mine, folder)
    assert page_says(file, mine) in (None, said)
    return said


def after(said: str) -> str:
    _, found, later = said.partition(
        f"fits your receipt. Your cut, {MINE}, counts. Later, before bets closed: "
    )
    assert found, said
    return later


@pytest.mark.clause("HR-36")
def test_what_was_sent_is_found_and_what_came_later_is_told(tmp_path: Path) -> None:
    dealt = dealt_after([*SHOWN, OURS, chain.cut(3, "bob's")])
    mine = kept(dealt, (1, MINE, 2))
    assert after(all_say(dealt, mine, tmp_path)) == "cut (spot 3)."
    assert after(all_say(dealt, older(mine), tmp_path)) == "cut (spot 3)."
    again = dealt_after([*SHOWN, chain.cut(1, "first"), chain.cut(3, "bob's"), OURS])
    assert after(all_say(again, kept(again, (1, "first", 2), (1, MINE, 4)), tmp_path)) == "nothing."


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("spot", [1, 3])
def test_the_players_own_cut_played_again_after_a_ground_one(spot: int, tmp_path: Path) -> None:
    """The house knows its order and the player's cut, and tries values until he gets the hole cards it likes."""
    sealed = shoe_of()
    for n in range(5000):
        cuts = [Cut(1, MINE), Cut(spot, f"ground {n}"), Cut(1, MINE)]
        if {text(card) for card in sealed.cut(cuts).order[:2]} == {"7c", "2d"}:
            break
    forged = dealt_after([*SHOWN, *(chain.cut(*cut) for cut in cuts)])
    assert {text(card) for card in forged.shoe.order[:2]} == {"7c", "2d"}
    assert check(forged.file((1,)))
    mine = kept(forged, (1, MINE, 2))
    # a receipt of an earlier version does not know how often he cut, but tells it
    assert after(all_say(forged, older(mine), tmp_path)) == f"cut (spot {spot}), cut (spot 1)."
    assert all_say(forged, mine, tmp_path).startswith(BY_ANOTHER)


@pytest.mark.clause("HR-36")
def test_a_cut_at_the_players_spot_that_he_never_sent(tmp_path: Path) -> None:
    ground = chain.cut(1, "ground")
    for links in ([OURS, ground], [ground, OURS]):
        forged = dealt_after([*SHOWN, *links])
        assert all_say(forged, kept(forged, (1, MINE, 2)), tmp_path).startswith(BY_ANOTHER)
    # somebody who leaves in between, whom nobody saw, is told
    forged = dealt_after([*SHOWN, OURS, chain.leaves(1), ground, ANN])
    told = "leaves (spot 1), cut (spot 1), bets (spot 1)."
    assert after(all_say(forged, kept(forged, (1, MINE, 2)), tmp_path)) == told


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("times", [2, 40])
def test_the_players_own_cut_counted_more_often_than_it_was_given(times: int, tmp_path: Path) -> None:
    """A house that refuses a cut until the browser has sent it often would choose how often it counts."""
    forged = dealt_after([*SHOWN, *[OURS] * times])
    assert all_say(forged, kept(forged, (1, MINE, 2)), tmp_path) == f"{BY_ANOTHER}: {MINE}."
    left = dealt_after([*SHOWN, OURS, chain.leaves(1), OURS, ANN])
    told = "leaves (spot 1), cut (spot 1), bets (spot 1)."
    assert after(all_say(left, kept(left, (1, MINE, 2)), tmp_path)) == told


@pytest.mark.clause("HR-36")
def test_a_cut_that_was_moved(tmp_path: Path) -> None:
    """The house keeps the cut back until it has ground one to go before it: the head that the browser held tells."""
    forged = dealt_after([*SHOWN, chain.cut(3, "ground"), OURS])
    assert after(all_say(forged, kept(forged, (1, MINE, 2)), tmp_path)) == "cut (spot 3)."
    turned = dealt_after([*SHOWN, chain.cut(1, "second"), OURS])
    said = all_say(turned, kept(turned, (1, MINE, 2), (1, "second", 2)), tmp_path)
    assert said.startswith(BY_ANOTHER)
    honest = dealt_after([*SHOWN, OURS, chain.cut(1, "second")])
    assert "nothing" in all_say(honest, kept(honest, (1, MINE, 2), (1, "second", 2)), tmp_path)


@pytest.mark.clause("HR-36")
def test_one_of_several_cuts_left_out(tmp_path: Path) -> None:
    forged = dealt_after([*SHOWN, OURS])
    said = all_say(forged, kept(forged, (1, MINE, 2), (1, "second", 2)), tmp_path)
    assert said == "Your cut, second, is not among the cuts: it came too late, or was left out."


@pytest.mark.clause("HR-36")
def test_another_order_sealed_when_the_cut_was_known(tmp_path: Path) -> None:
    """Who cuts before the next round's commitment is shown has seen its seal: the house cannot seal anew."""
    dealt = dealt_after([OURS, ANN, BOB])
    mine = kept(dealt, (1, MINE, dealt.shoe.sealed.seal))
    assert after(all_say(dealt, mine, tmp_path)) == "bets (spot 1), bets (spot 3)."
    said = all_say(dealt, kept(dealt, (1, MINE, shoe_of(6).seal)), tmp_path)
    assert said == "Your browser was shown another chain of bets, cuts and decisions."


@pytest.mark.clause("HR-36")
def test_nobody_is_accused_of_what_others_did_in_the_same_seat(tmp_path: Path) -> None:
    """One who sat there before or later; oneself, back again; one command sent twice because the line broke."""
    others = dealt_after([chain.cut(1, "carl's"), chain.leaves(1), ANN, BOB, OURS, chain.leaves(1),
                          chain.cut(1, "dora's"), ANN])  # fmt: skip
    told = "leaves (spot 1), cut (spot 1), bets (spot 1)."
    assert after(all_say(others, kept(others, (1, MINE, 4)), tmp_path)) == told
    back = dealt_after([*SHOWN, chain.cut(1, "first"), chain.leaves(1), ANN, OURS])
    assert after(all_say(back, kept(back, (1, "first", 2), (1, MINE, 5)), tmp_path)) == "nothing."
    for times in (1, 2):
        twice = dealt_after([*SHOWN, *[OURS] * times])
        assert after(all_say(twice, kept(twice, (1, MINE, 2), (1, MINE, 2)), tmp_path)) == "nothing."
    # what was sent a second time was known from the first time on
    known = dealt_after([*SHOWN, OURS, chain.cut(3, "ground"), OURS])
    assert after(all_say(known, kept(known, (1, MINE, 2), (1, MINE, 4)), tmp_path)) == "cut (spot 3)."

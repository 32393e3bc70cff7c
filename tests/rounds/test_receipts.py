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
from pitboss.cli.store import verify_round
from pitboss.core.cards import text
from pitboss.fairness import chain
from pitboss.fairness.chain import ChainLink
from pitboss.fairness.cuts import Cut
from pitboss.fairness.seal import SealedShoe
from pitboss.fairness.shuffling import seal_shoe
from pitboss.fairness.verifier import REFUSED, check, compare
from pitboss.room.proof import Story
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from tests.rounds.sealed import TABLE, Dealt, decision_links, fingerprint

pytestmark = pytest.mark.clause("HR-36")

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
    holders = {spot: f"player {spot}" for spot in wagers}
    round = Round(CONFIG, wagers, shoe.order, 0, holders).play_out(fallback)
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
    assert all_say(forged, mine, tmp_path).startswith(BY_ANOTHER)


COUNTS = f"fits your receipt. Your cut, {MINE}, counts. Later, before bets closed: "
GROUND, FIRST, SECOND = (chain.cut(1, value) for value in ("ground", "first", "second"))
GROUND_3, AWAY, SENT = chain.cut(3, "ground"), chain.leaves(1), (1, MINE, 2)
OTHERS_CAME = f"{COUNTS}leaves (spot 1), cut (spot 1), bets (spot 1)."
# what the house books, what the browser sent, and what all three say of it, or how that begins
BOOKED: dict[str, tuple[list[ChainLink], list[tuple[Any, ...]], str]] = {
    "a later cut is told": ([*SHOWN, OURS, chain.cut(3, "bob's")], [SENT], f"{COUNTS}cut (spot 3)."),
    "the last of two counts": (
        [*SHOWN, FIRST, chain.cut(3, "bob's"), OURS], [(1, "first", 2), (1, MINE, 4)], f"{COUNTS}nothing.",
    ),
    "a cut behind it that he never sent": ([*SHOWN, OURS, GROUND], [SENT], BY_ANOTHER),
    "a cut before it that he never sent": ([*SHOWN, GROUND, OURS], [SENT], BY_ANOTHER),
    "somebody who leaves in between, whom nobody saw, is told": (
        [*SHOWN, OURS, AWAY, GROUND, ANN], [SENT], OTHERS_CAME,
    ),
    # a house that refuses a cut until the browser has sent it often would choose how often it counts
    "his own cut twice": ([*SHOWN, OURS, OURS], [SENT], f"{BY_ANOTHER}: {MINE}."),
    "his own cut forty times": ([*SHOWN, *[OURS] * 40], [SENT], f"{BY_ANOTHER}: {MINE}."),
    "his own cut again after somebody left": ([*SHOWN, OURS, AWAY, OURS, ANN], [SENT], OTHERS_CAME),
    # a cut that the house keeps back until it has ground one to go before it: the head that the browser held tells
    "moved behind another's": ([*SHOWN, GROUND_3, OURS], [SENT], f"{COUNTS}cut (spot 3)."),
    "moved behind his next": ([*SHOWN, SECOND, OURS], [SENT, (1, "second", 2)], BY_ANOTHER),
    "not moved": ([*SHOWN, OURS, SECOND], [SENT, (1, "second", 2)], "closed: nothing."),
    "left out": (
        [*SHOWN, OURS], [SENT, (1, "second", 2)],
        "Your cut, second, is not among the cuts: it came too late, or was left out.",
    ),
    # who cuts before the next round's commitment is shown has seen its seal: the house cannot seal anew
    "sealed before the cut": (
        [OURS, ANN, BOB], [(1, MINE, shoe_of().seal)], f"{COUNTS}bets (spot 1), bets (spot 3).",
    ),
    "another order sealed when the cut was known": (
        [OURS, ANN, BOB], [(1, MINE, shoe_of(6).seal)],
        "Your browser was shown another chain of bets, cuts and decisions.",
    ),
    # nobody is accused of what others did in the same seat
    "one who sat there before, and one later": (
        [chain.cut(1, "carl's"), AWAY, ANN, BOB, OURS, AWAY, chain.cut(1, "dora's"), ANN], [(1, MINE, 4)], OTHERS_CAME,
    ),
    "oneself, back again": (
        [*SHOWN, FIRST, AWAY, ANN, OURS], [(1, "first", 2), (1, MINE, 5)], f"{COUNTS}nothing.",
    ),
    "sent twice because the line broke, booked once": ([*SHOWN, OURS], [SENT, SENT], f"{COUNTS}nothing."),
    "sent twice because the line broke": ([*SHOWN, OURS, OURS], [SENT, SENT], f"{COUNTS}nothing."),
    "what was sent a second time was known from the first time on": (
        [*SHOWN, OURS, GROUND_3, OURS], [SENT, (1, MINE, 4)], f"{COUNTS}cut (spot 3).",
    ),
}  # fmt: skip


@pytest.mark.parametrize("booked", BOOKED)
def test_all_three_tell_what_became_of_the_cuts_that_were_sent(booked: str, tmp_path: Path) -> None:
    links, sent, says = BOOKED[booked]
    dealt = dealt_after(links)
    said = all_say(dealt, kept(dealt, *sent), tmp_path)
    assert said.startswith(BY_ANOTHER) if says == BY_ANOTHER else said.endswith(says)

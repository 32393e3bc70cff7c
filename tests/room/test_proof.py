"""The order is fixed and its hash stored before the first card; afterwards anyone can check it (HR-19)."""

from __future__ import annotations

import asyncio
import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pitboss.cli.verify_round import verify_round
from pitboss.errors import BadInput, PitbossError
from pitboss.room.history import load_round
from pitboss.room.proof import round_shape, verify_stored
from pitboss.room.records import RoundOpened, Shuffled
from pitboss.room.setup import TableSetup
from pitboss.rounds.proving import verify
from pitboss.store import Store
from tests.room.support import GAMES, Screen, config_of, make_room, play_round, player, setup_of


def played(store: Store, game: str, rounds: int = 1, **more: Any) -> dict[str, Any]:
    """Play rounds; returns the first one as anybody may download it, and what screens were shown."""

    async def scenario() -> dict[str, Any]:
        room = make_room(store, setup_of(config_of(game, **more)))
        await room.open()
        ann = player(room, "ann")
        screen = Screen(None)
        keeper = room.keeper(f"{game}-1")
        keeper.subscribe(screen)
        for n in range(rounds):
            await play_round(room, f"{game}-1", {1: ann}, random.Random(n))
        await room.close()
        shape = round_shape(store, f"{game}-1-1", None)
        return {"shape": shape, "states": [json.loads(text) for text in screen.texts]}

    return asyncio.run(scenario())


async def open_and_close(store: Store, setup: TableSetup) -> None:
    room = make_room(store, setup)
    await room.open()
    await room.close()


@pytest.mark.clause("HR-19")
@pytest.mark.parametrize("game", GAMES)
def test_the_hash_is_on_the_disk_and_on_the_screens_before_the_first_bet(store: Store, game: str) -> None:
    found = played(store, game)
    stored = load_round(store, f"{game}-1-1")
    assert stored.committed_seq < stored.opened_seq
    kinds = [e.kind for e in store.events(f"table/{game}-1")]
    assert kinds.index(Shuffled.KIND) < kinds.index(RoundOpened.KIND)
    first = found["states"][0]
    assert (first["phase"], first["commitment"]) == ("betting", stored.commitment)
    during = [s for s in found["states"] if s["round_id"] == f"{game}-1-1"]
    assert {s["commitment"] for s in during} == {stored.commitment}
    assert all(s["reveal"] is None for s in found["states"] if s["phase"] != "settled")


@pytest.mark.clause("HR-19")
def test_a_round_as_downloaded_proves_itself_and_any_change_is_found(store: Store, tmp_path: Path) -> None:
    shape = json.loads(json.dumps(played(store, "fu-bacc")["shape"]))
    assert len(verify(shape)) == 3
    good = tmp_path / "round.json"
    good.write_text(json.dumps(shape))
    result = CliRunner().invoke(verify_round, [str(good)], standalone_mode=False)
    assert result.exception is None
    assert "proven" in result.output

    def changed(**parts: Any) -> dict[str, Any]:
        return {**copy.deepcopy(shape), **parts}

    swapped = copy.deepcopy(shape)
    order = swapped["round"]["order"]
    for part in ("round", "reveal"):
        swapped[part]["order"] = order[2:4] + order[:2] + order[4:]
    twice = copy.deepcopy(shape)
    for part in ("round", "reveal"):
        twice[part]["order"] = order[2:4] + order[2:]
    other = copy.deepcopy(shape)
    other["view"]["settlements"][0]["net_cents"] += 100
    for wrong, words in (
        (swapped, "do not give the hash"),
        (twice, "not a shoe of this game"),
        (other, "settles differently"),
        (changed(commitment="0" * 64), "do not give the hash"),
        (changed(reveal=None), "nothing to check yet"),
        (changed(round={}), "not a saved round"),
        ({}, "not a round's file"),
    ):
        with pytest.raises(PitbossError, match=words):
            verify(wrong)


@pytest.mark.clause("HR-19")
@pytest.mark.parametrize("game", GAMES)
def test_rounds_in_the_store_verify_by_their_id(store: Store, game: str) -> None:
    played(store, game, rounds=3)
    for n in (1, 2, 3):
        assert verify_stored(store, f"{game}-1-{n}")
    with pytest.raises(PitbossError, match="no round"):
        verify_stored(store, f"{game}-1-4")


@pytest.mark.clause("HR-19", "BJ-11")
def test_a_shoe_that_goes_on_is_revealed_only_when_it_is_done(store: Store) -> None:
    """The order of a shoe that is still dealt from would show the cards to come."""
    found = played(store, "blackjack", rounds=2)
    assert found["shape"]["reveal"] is None
    assert found["shape"]["round"] is None
    order = load_round(store, "blackjack-1-1").shoe.to_json()["order"]
    assert order not in json.dumps(found["states"])
    assert order not in json.dumps(found["shape"])
    with pytest.raises(BadInput, match="nothing to check yet"):
        verify(found["shape"])
    reconfigured = setup_of(config_of("blackjack", spots=3))
    asyncio.run(open_and_close(store, reconfigured))
    later = round_shape(store, "blackjack-1-1", None)
    assert verify(json.loads(json.dumps(later)))


@pytest.mark.clause("HR-19", "BJ-11")
def test_when_the_cut_card_comes_out_a_new_shoe_is_committed_to(store: Store) -> None:
    found = played(store, "blackjack", rounds=12, options={"decks": "1", "penetration": "50"})
    commitments = list(dict.fromkeys(s["commitment"] for s in found["states"]))
    assert len(commitments) >= 3
    assert found["shape"]["reveal"] is not None
    assert verify(json.loads(json.dumps(found["shape"])))

"""A log that somebody has rewritten does not verify; rounds of earlier versions keep their proof (HR-36, HR-19)."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pitboss.cli.verify_round import verify_round
from pitboss.errors import BadInput, PitbossError
from pitboss.people.person import Person
from pitboss.room.history import load_round
from pitboss.room.proof import verify_stored
from pitboss.room.records import BetsLaid, CardsCut, RoundOpened, SaidReady, Settled, Shuffled
from pitboss.rounds.proving import verify
from pitboss.store import Store, open_store
from pitboss.store.model import expected_hash
from pitboss.store.verify import records
from tests.room.sealed import download, drafts, played
from tests.room.support import config_of, make_room, play_round, setup_of

# the store's own check against somebody who rewrites the records


def tampered(store: Store, kind: str, change: Callable[[dict[str, Any]], Any], monkeypatch: Any) -> None:
    """Every read of the log gives records of this kind as an attacker has rewritten them."""
    from pitboss.store.model import Event

    honest = Event.payload.fget  # type: ignore[attr-defined]

    def payload(event: Event) -> dict[str, Any]:
        found: dict[str, Any] = honest(event)
        if event.kind == kind:
            change(found)
        return found

    monkeypatch.setattr(Event, "payload", property(payload))


def swap(found: dict[str, Any]) -> None:
    order = found["order"]
    found["order"] = order[2:4] + order[:2] + order[4:]


def next_number(found: dict[str, Any]) -> None:
    found["number"] = found["number"] % 7 + 1


def swap_second(found: dict[str, Any]) -> None:
    half = len(found["order"]) // 2
    found["order"] = (
        found["order"][: half + 2] + found["order"][half + 4 :] + found["order"][half + 2 : half + 4]
    )


ATTACKS: list[tuple[str, str, str, Callable[[dict[str, Any]], Any]]] = [
    ("another order", "fu-bacc", Shuffled.KIND, swap),
    ("another number", "face-up-pai-gow-poker", Shuffled.KIND, next_number),
    ("a swapped second order", "blackjack", Shuffled.KIND, swap_second),
    ("another secret", "fu-bacc", Shuffled.KIND, lambda p: p.update(secret="00" * 32)),
    ("another start", "blackjack", RoundOpened.KIND, lambda p: p.update(start=p["start"] + 1)),
    ("another table", "fu-bacc", Shuffled.KIND, lambda p: p.update(table="fu-bacc-2")),
    ("other rules", "fu-bacc", Shuffled.KIND, lambda p: p.update(configuration="0" * 64)),
    ("a dropped cut", "fu-bacc", RoundOpened.KIND, lambda p: p.update(cuts=[])),
    ("a cut nobody made", "fu-bacc", RoundOpened.KIND, lambda p: p.update(cuts=[*p["cuts"], [5, "house"]])),
    ("a cut rewritten", "fu-bacc", CardsCut.KIND, lambda p: p.update(value="house")),
    ("a cut by somebody else", "fu-bacc", CardsCut.KIND, lambda p: p.update(player="mallory")),
    ("a cut for other cards", "fu-bacc", CardsCut.KIND, lambda p: p.update(seal="0" * 64)),
    ("another commitment published", "blackjack", Settled.KIND, lambda p: p.update(next="0" * 64)),
    ("another commitment dealt under", "fu-bacc", RoundOpened.KIND, lambda p: p.update(commitment="0" * 64)),
    ("no bets before the cards", "fu-bacc", BetsLaid.KIND, lambda p: p.update(bets={})),
    ("other bets than were dealt to", "fu-bacc", BetsLaid.KIND, lambda p: p.update(bets={"ante": 700})),
    (
        "somebody else in the seat",
        "fu-bacc",
        RoundOpened.KIND,
        lambda p: p.update(seated={"1": "x", "3": "y"}),
    ),
    ("another plan of dealing", "fu-bacc", Shuffled.KIND, lambda p: p.update(dealing=[["once", "0 up 1"]])),
    ("another start in the log", "blackjack", Settled.KIND, lambda p: p.update(cards=p["cards"] + 1)),
    ("fewer cards", "fu-bacc", Settled.KIND, lambda p: p.update(cards=p["cards"] - 1)),
    ("void without a link", "fu-bacc", Settled.KIND, lambda p: p.update(void="a reason")),
    ("other money", "fu-bacc", Settled.KIND, lambda p: p.update(net=dict.fromkeys(p["net"], 1))),
]


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize(("game", "kind", "change"), [a[1:] for a in ATTACKS], ids=[a[0] for a in ATTACKS])
def test_a_rewritten_log_does_not_verify(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    kind: str,
    change: Callable[[dict[str, Any]], Any],
) -> None:
    played(store, game, rounds=3)
    assert verify_stored(store, f"{game}-1-2")
    tampered(store, kind, change, monkeypatch)
    with pytest.raises(PitbossError):
        verify_stored(store, f"{game}-1-2")


@pytest.mark.clause("HR-36", "HR-22")
@pytest.mark.parametrize(
    ("kind", "column", "value"),
    [
        (BetsLaid.KIND, "actor", "zed"),
        (CardsCut.KIND, "actor", "zed"),
        (Settled.KIND, "at_us", 1),
        (SaidReady.KIND, "payload", "{}"),
    ],
)
def test_a_record_that_was_edited_does_not_verify(
    tmp_path: Path, kind: str, column: str, value: str | int
) -> None:
    """Also where the proof does not look at what was changed: every record of the round is held to its hash."""
    path = tmp_path / "room.db"
    with open_store(f"sqlite:///{path}") as store:
        played(store, "fu-bacc", rounds=3)
        assert verify_stored(store, "fu-bacc-1-2")
        seqs = [event.seq for event in store.events("table/fu-bacc-1", limit=1000) if event.kind == kind]
        load = load_round(store, "fu-bacc-1-2")
        seq = next(n for n in seqs if n > load.shuffled_seq)
    with closing(sqlite3.connect(path)) as raw, raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(f"UPDATE events SET {column} = ? WHERE seq = ?", (value, seq))
    with open_store(f"sqlite:///{path}") as store, pytest.raises(PitbossError, match=f"Event {seq} "):
        verify_stored(store, "fu-bacc-1-2")


@pytest.mark.clause("HR-36", "HR-22")
def test_a_part_of_the_log_that_was_written_anew_does_not_fit_the_record_after_it(tmp_path: Path) -> None:
    """Every hash recomputed, from the shuffle of the round to its settlement: the next record knows better."""
    path = tmp_path / "room.db"
    with open_store(f"sqlite:///{path}") as store:
        played(store, "fu-bacc", rounds=3)
        stored = load_round(store, "fu-bacc-1-2")
        assert stored.settled is not None
        first, last = stored.shuffled_seq, stored.settled.seq
        with store.reading() as connection:
            known = list(records(connection, "WHERE seq BETWEEN ? AND ?", (first, last)))
    rows, before = [], known[0][0].prev
    for event, transfers in known:
        event = event._replace(prev=before, actor="zed" if event.kind == CardsCut.KIND else event.actor)
        before = expected_hash(event, transfers)
        rows.append((event.actor, event.prev, before, event.seq))
    with closing(sqlite3.connect(path)) as raw, raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.executemany("UPDATE events SET actor = ?, prev = ?, hash = ? WHERE seq = ?", rows)
    with open_store(f"sqlite:///{path}") as store:
        assert verify_stored(store, "fu-bacc-1-1")
        with pytest.raises(PitbossError, match=f"Event {last + 1} "):
            verify_stored(store, "fu-bacc-1-2")


@pytest.mark.clause("HR-36")
def test_a_round_by_its_id_beside_a_receipt(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'room.db'}"
    with open_store(url) as store:
        states = played(store, "fu-bacc", rounds=2)
        commitment = load_round(store, "fu-bacc-1-2").commitment
    heads = [state["head"] for state in states if state["commitment"] == commitment]
    mine = {"table": "fu-bacc-1", "round": 2, "commitment": commitment, "spot": 1, "cut": "ann's cut 1"}
    for more, words in (
        ({}, "Your cut, ann's cut 1, counts"),
        ({"heads": [*heads, "0" * 64]}, "another chain"),
        ({"cut": "another"}, "not among the cuts"),
        ({"commitment": "0" * 64}, "another commitment"),
    ):
        receipt = tmp_path / "mine.json"
        receipt.write_text(json.dumps({"heads": heads, **mine, **more}))
        asked = ["fu-bacc-1-2", "--store", url, "--receipt", str(receipt)]
        done = CliRunner().invoke(verify_round, asked, standalone_mode=False)
        assert words in (str(done.exception) if more else done.output)
        assert (done.exception is not None) == bool(more)


# rounds of earlier versions


@pytest.mark.clause("HR-36", "HR-20")
@pytest.mark.parametrize(("game", "kind"), [("fu-bacc", 2), ("blackjack", 2), ("blackjack", 3)])
def test_a_draft_is_named_and_not_accused(store: Store, game: str, kind: int) -> None:
    """A shoe that a version between two releases sealed is dealt to its end; nobody can check it any more."""
    played(store, game, rounds=2, fresh=drafts(kind))
    assert load_round(store, f"{game}-1-1").replay().finished
    with pytest.raises(BadInput, match=r"a draft of the proof.*says nothing against it"):
        verify_stored(store, f"{game}-1-2")
    file = download(store, f"{game}-1-2")
    assert file["proof"] == {"kind": kind}
    with pytest.raises(BadInput, match=r"a draft.*says nothing against the round"):
        verify(file)
    mine = {
        "table": f"{game}-1",
        "round": 2,
        "commitment": file["commitment"],
        "heads": [],
        "spot": 1,
        "cut": "x",
    }
    with pytest.raises(BadInput, match="Its proof is kept from you"):
        verify(file, [mine])
    played(store, game, rounds=1 if game == "fu-bacc" else 2)  # the table opens again, and deals on
    assert load_round(store, f"{game}-1-3").replay().finished


@pytest.mark.clause("HR-19", "HR-36")
def test_old_rounds_keep_their_proof_and_say_which_kind_it_is(store: Store, tmp_path: Path) -> None:
    played(store, "fu-bacc", old=True)
    shape = download(store, "fu-bacc-1-1")
    assert shape["proof"] is None
    assert "of the first kind" in verify(shape)[0]
    assert "of the first kind" in verify_stored(store, "fu-bacc-1-1")[0]
    good = tmp_path / "round.json"
    good.write_text(json.dumps(shape))
    result = CliRunner().invoke(verify_round, [str(good)], standalone_mode=False)
    assert "of the first kind" in result.output
    *_, left_open = result.output.partition("Not proven by this:")
    assert "Where in the order the deal started" in left_open
    assert "receipt" not in left_open
    assert "complete the decks" not in left_open

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


@pytest.mark.clause("HR-19", "HR-20")
@pytest.mark.parametrize("game", ["blackjack", "face-up-pai-gow-poker"])
def test_a_table_of_an_earlier_version_goes_on_and_is_sealed_from_its_next_shuffle(
    store: Store, game: str
) -> None:
    played(store, game, rounds=2, old=True)
    before = [verify_stored(store, f"{game}-1-{n}") for n in (1, 2)]
    shoe = load_round(store, f"{game}-1-2").shoe.to_json()
    assert "secret" not in shoe

    async def scenario() -> None:
        room = make_room(store, setup_of(config_of(game)))
        await room.open()
        people = {1: Person.of("ann", "player"), 3: Person.of("bob", "player")}
        await play_round(room, f"{game}-1", people, random.Random(3))
        await room.close()
        # a new configuration takes effect between two rounds, with a new shoe
        room = make_room(
            store, setup_of(config_of(game, spots=6 if game == "blackjack" else 0, chip_cents=500))
        )
        await room.open()
        await play_round(room, f"{game}-1", people, random.Random(4))
        await room.close()

    asyncio.run(scenario())
    assert [verify_stored(store, f"{game}-1-{n}") for n in (1, 2)] == before
    assert "of the first kind" in verify_stored(store, f"{game}-1-3")[0]
    assert "complete decks" in " ".join(verify_stored(store, f"{game}-1-4"))

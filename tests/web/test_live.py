"""The live channel of a real server: two players, reloads, kill -9 in mid-round, and a spying spectator."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import TEXT
from pitboss.room.history import load_round
from pitboss.rounds.views import view
from pitboss.store import Store, open_store
from pitboss.store.verify import verify
from pitboss.web.client import Live, Refused
from tests.web.conftest import Server

CARD = re.compile(r'"([2-9TJQKA][cdhs]|Jk)"')


def demo_tables(server: Server) -> list[str]:
    return [line["id"] for line in server.client().tables()]


def bet(live: Live, spot: int, send: Callable[..., dict[str, Any]] = Live.send) -> int:
    """The first wagers and a chip on every optional place; returns the version that shows them."""
    table = live.state["table"]
    version = 0
    for wager in table["wagers"]:
        if wager["placed"] in ("first", "optional"):
            least = table["limits"].get(wager["id"], {"least_cents": 0})["least_cents"]
            cents = least if wager["sensed"] else max(500, least)
            version = send(live, "bet", spot=spot, wager=wager["id"], amount_cents=cents)["version"]
    return version


def decide(live: Live, spot: int, rng: random.Random) -> int:
    """Any choice that takes no cards; returns the version that shows it."""
    ask = next(ask for ask in live.state["view"]["pending"] if ask["spot"] == spot)
    choice = rng.choice([c for c in ask["choices"] if not c.get("picks")])
    cents = choice.get("least_cents", 0)
    done = live.send("act", spot=spot, action=choice["action"], amount_cents=cents)
    version: int = done["version"]
    return version


def catch_up(lives: Iterable[Live], version: int) -> None:
    for live in lives:
        while live.state.get("version", 0) < version:
            live.receive()


@pytest.fixture
def table_ids(shared_server: Server) -> list[str]:
    return demo_tables(shared_server)


def play(players: dict[int, Live], watchers: list[Live], rng: random.Random) -> None:
    """Bets, ready, decisions until the round is settled; everybody sees every version."""
    everybody = [*players.values(), *watchers]
    for spot, live in players.items():
        catch_up(everybody, bet(live, spot))
    for live in players.values():
        catch_up(everybody, live.send("ready")["version"])
    first = everybody[0]
    while first.state["phase"] == "playing":
        spot = rng.choice(first.state["view"]["waiting_for"])
        catch_up(everybody, decide(players[spot], spot, rng))
    assert first.state["phase"] == "settled"


@pytest.mark.clause("HR-19")
def test_no_card_reaches_a_screen_before_it_may_be_seen(shared_server: Server, table_ids: list[str]) -> None:
    """Every frame that anybody received is searched: up to each version of the table, a screen has shown only
    cards that the rules had shown to that seat by then. The truth is replayed from the store afterwards."""
    rng = random.Random(11)
    for table_id in table_ids:
        with ExitStack() as stack:
            ann = stack.enter_context(shared_server.client("ann"))
            bob = stack.enter_context(shared_server.client("bob"))
            players = {
                1: stack.enter_context(ann.follow(table_id)),
                2: stack.enter_context(bob.follow(table_id)),
            }
            spy = stack.enter_context(shared_server.client().follow(table_id))
            for spot, live in players.items():
                live.receive()
                live.send("sit", spot=spot)
            for _ in range(3):
                for live in (*players.values(), spy):
                    live.frames.clear()
                play(players, [spy], rng)
                with open_store(shared_server.store) as store:
                    for spots, live in (((1,), players[1]), ((2,), players[2]), ((), spy)):
                        check_frames(store, live.frames, frozenset(spots))
                try:
                    for live in players.values():
                        catch_up([*players.values(), spy], live.send("ready")["version"])
                except Refused as refused:
                    # a hand has won off a meter: the round is not ended before its award is
                    assert refused.clause in ("JP-04", "JP-15"), refused
                    break
            else:
                for spot, live in players.items():
                    live.send("leave", spot=spot)


def check_frames(store: Store, frames: list[str], spots: frozenset[int]) -> None:
    states = [m for m in map(json.loads, frames) if m["type"] == "state" and m["view"]]
    assert any(state["phase"] == "settled" for state in states)
    stored = load_round(store, states[0]["round_id"])
    for state in states:
        if state["phase"] == "settled":
            continue
        made = sum(event["kind"] == "choice" for event in state["view"]["log"])
        truth = replace(stored, decisions=stored.decisions[:made]).replay()
        allowed = set(CARD.findall(json.dumps(view(truth, spots))))
        # cards of pai gow choices and explanations included: nothing in the frame may name another card
        assert set(CARD.findall(json.dumps(state))) <= allowed
        assert state["commitment"] == stored.commitment
        assert stored.shoe.to_json()["secret"] not in json.dumps(state)


def test_two_players_see_the_same_public_table_and_their_own_cards(server: Server) -> None:
    with ExitStack() as stack:
        ann = stack.enter_context(stack.enter_context(server.client("ann")).follow("fu-bacc-1"))
        bob = stack.enter_context(stack.enter_context(server.client("bob")).follow("fu-bacc-1"))
        for spot, live in ((2, ann), (5, bob)):
            live.receive()
            live.send("sit", spot=spot)
            bet(live, spot)
        with pytest.raises(Refused, match="taken by bob"):
            ann.send("sit", spot=5)
        ann.send("ready")
        bob.send("ready")
        ann.until("playing")
        bob.until("playing")
        mine = ann.state["view"]["places"]["2"]["hand"]
        assert "??" not in mine
        assert bob.state["view"]["places"]["2"]["hand"] == ["??", "??"]
        assert ann.state["view"]["places"]["0"] == bob.state["view"]["places"]["0"]
        with pytest.raises(Refused, match="not bob's"):
            bob.send("act", spot=2, action="fold")
        with pytest.raises(Refused, match="not spot 5's turn"):
            bob.send("act", spot=5, action="fold")
        ann.send("act", spot=2, action="fold")
        bob.send("act", spot=5, action="fold")
        assert ann.until("settled")["view"]["net_cents"] == bob.until("settled")["view"]["net_cents"]


@pytest.mark.clause("HR-20")
def test_reload_in_mid_round_shows_the_same_table(server: Server) -> None:
    with server.client("ann") as ann:
        with ann.follow("fu-bacc-1") as live:
            live.receive()
            live.send("sit", spot=1)
            bet(live, 1)
            live.send("ready")
            before = live.until("playing")
        with ann.follow("fu-bacc-1") as again:
            again.receive()
            for part in ("view", "seats", "phase", "round_id", "commitment", "deadline", "you"):
                assert again.state[part] == before[part]
            again.send("act", spot=1, action="fold")
            assert again.until("settled")["round_id"] == before["round_id"]


@pytest.mark.clause("HR-20", "HR-22")
def test_killed_in_mid_round_it_resumes_where_it_stood(server: Server) -> None:
    """kill -9 between the deal and the decision, in every game: same cards, same question, same money."""
    rng = random.Random(5)
    stood: dict[str, dict[str, Any]] = {}
    tables = demo_tables(server)
    for table_id in tables:
        with server.client("ann") as ann, ann.follow(table_id) as live:
            live.receive()
            live.send("sit", spot=1)
            while True:
                bet(live, 1)
                catch_up([live], live.send("ready")["version"])
                if live.state["phase"] == "playing":
                    break
                live.send("ready")
                live.until("betting")
            stood[table_id] = live.state
    server.kill()
    server.start()
    for table_id in tables:
        with server.client("ann") as ann, ann.follow(table_id) as live:
            live.receive()
            before = stood[table_id]
            for part in ("view", "seats", "phase", "round_id", "round_number", "commitment"):
                assert live.state[part] == before[part], (table_id, part)
            assert live.state["version"] > before["version"]
            while live.state["phase"] == "playing":
                catch_up([live], decide(live, 1, rng))
    server.stop()
    with open_store(server.store) as store:
        assert verify(store).sound
        for table_id in tables:
            stored = load_round(store, stood[table_id]["round_id"])
            assert stored.settled is not None


@pytest.mark.clause("HR-20")
def test_killed_again_and_again_while_playing_nothing_is_lost_or_done_twice(server: Server) -> None:
    """A player who repeats the last command after every crash: each decision is in the log once."""
    rng = random.Random(3)
    for n in range(3):
        with (
            server.client("ann") as ann,
            ann.follow("blackjack-1" if "blackjack-1" in demo_tables(server) else "fu-bacc-1") as live,
        ):
            live.receive()
            if 1 not in live.state["you"]["spots"]:
                live.send("sit", spot=1)
            if live.state["phase"] == "settled":
                live.send("ready")
                live.until("betting")
            if live.state["phase"] == "betting":
                bet(live, 1)
                catch_up([live], live.send("ready")["version"])
            if live.state["phase"] == "playing":
                ask = live.state["view"]["pending"][0]
                choice = ask["choices"][-1]["action"]
                message = {"type": "act", "id": f"crash-{n}", "spot": 1, "action": choice}
                live.socket.send(json.dumps(message))
                if rng.random() < 0.5:
                    live.receive()
                server.kill()
                server.start()
                with server.client("ann") as back, back.follow(live.state["table"]["id"]) as again:
                    again.receive()
                    again.socket.send(json.dumps(message))
                    again.receive()
    server.stop()
    with open_store(server.store) as store:
        assert verify(store).sound
        keys = [
            e.payload["request"]
            for e in events(store)
            if e.kind == "round.decided" and "request" in e.payload
        ]
        assert len(keys) == len(set(keys))
        assert store.trial_balance() == 0


def events(store: Any) -> Iterator[Any]:
    after = 0
    while page := store.events(after=after):
        yield from page
        after = page[-1].seq


def test_all_cards_have_a_text_the_spy_would_recognise() -> None:
    assert all(CARD.fullmatch(f'"{text}"') for text in TEXT)


def test_whoever_asks_hears_that_the_house_is_there(shared_server: Server, table_ids: list[str]) -> None:
    with shared_server.client().follow(table_ids[0]) as spectator:
        spectator.receive()
        assert spectator.send("here")["version"] >= spectator.state["version"]
        with pytest.raises(Refused, match="only watch"):
            spectator.send("sit", spot=1)


def test_who_says_too_much_at_once_is_answered_by_id_all_the_same(
    shared_server: Server, table_ids: list[str]
) -> None:
    ids = [f"flood-{n}" for n in range(90)]
    with shared_server.client("bob") as bob, bob.follow(table_ids[0]) as live:
        for id in ids:
            live.socket.send(
                json.dumps({"type": "bet", "id": id, "spot": 1, "wager": "none", "amount_cents": 500})
            )
        answers: list[dict[str, Any]] = []
        while len(answers) < len(ids):
            message = live.receive()
            if message["type"] == "error":
                answers.append(message)
        assert {answer["id"] for answer in answers} == set(ids)
        assert any("Too many messages" in answer["error"] for answer in answers)

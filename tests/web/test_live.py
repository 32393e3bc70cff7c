"""The live channel of a real server: two players, reloads, kill -9 in mid-round, a spying spectator, a server ten times
slower, games from outside the package."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.cards import TEXT
from pitboss.fairness.verifier import check
from pitboss.ledger import Store, open_store
from pitboss.ledger.verify import verify
from pitboss.room.history import load_round
from pitboss.rounds.views import view
from tests.client import Client, Live, Refused
from tests.repository.doc_pages import ROOT, blocks
from tests.web.asking import at_table
from tests.web.conftest import SLOW, Server
from tests.web.slowing import ten_times_slower

ANSWERED = {"blackjack-1": False, "fu-bacc-1": True}
STOOD = ("view", "seats", "phase", "round_id", "round_number", "commitment")
"""what a reload or a crash leaves as it was"""
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


def play(
    players: dict[int, Live], watchers: list[Live], rng: random.Random, ask: Callable[[], None] = lambda: None
) -> None:
    """Bets, ready, decisions until the round is settled; everybody sees every version, and before each decision
    somebody may ask for more."""
    everybody = [*players.values(), *watchers]
    for spot, live in players.items():
        catch_up(everybody, bet(live, spot))
    for live in players.values():
        catch_up(everybody, live.send("ready")["version"])
    first = everybody[0]
    while first.state["phase"] == "playing":
        ask()
        spot = rng.choice(first.state["view"]["waiting_for"])
        catch_up(everybody, decide(players[spot], spot, rng))
    assert first.state["phase"] == "settled"


@pytest.mark.clause("HR-19", "HR-36", "DU-03")
def test_no_card_reaches_a_screen_before_it_may_be_seen(shared_server: Server, table_ids: list[str]) -> None:
    """Every frame that anybody received is searched, and what the API told whoever asked it outright: up to each
    version of the table, only cards that the rules had shown to that seat by then, and no more of the deck after the
    round. The truth is replayed from the store afterwards."""
    rng = random.Random(11)
    for table_id in table_ids:
        with ExitStack() as stack:
            ann = stack.enter_context(shared_server.client("ann"))
            bob = stack.enter_context(shared_server.client("bob"))
            players = {n: stack.enter_context(one.follow(table_id)) for n, one in ((1, ann), (2, bob))}
            nobody = shared_server.client()
            spy = stack.enter_context(nobody.follow(table_id))
            asking = ((ann, players[1], {1}), (bob, players[2], {2}), (nobody, spy, set[int]()))

            def ask_outright(table_id: str = table_id, asking: Any = asking) -> None:
                for client, live, _ in asking:
                    state = client.state(table_id) | {"type": "state"}
                    round = round_of(client, state["round_id"])
                    told = state, state | {"view": round["view"], "round": round}
                    live.frames += map(json.dumps, told)

            for spot, live in players.items():
                live.receive()
                live.send("sit", spot=spot)
            for _ in range(3):
                for live in (*players.values(), spy):
                    live.frames.clear()
                    live.raw.clear()
                play(players, [spy], rng, ask_outright)
                round_id = spy.state["round_id"]
                with open_store(shared_server.store) as store:
                    for client, live, spots in asking:
                        check_frames(store, live.frames, frozenset(spots))
                        check_the_wire(live)
                        round = round_of(client, round_id)
                        assert check(round), "the round as the API gives it is proven"
                        shown = view(load_round(store, round_id).replay(), frozenset(spots))
                        assert cards_in(json.dumps(round)) <= cards_in(json.dumps(shown))
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


def round_of(client: Client, id: str) -> dict[str, Any]:
    """As often as the house lets one ask: who is quicker than that comes again."""
    while True:
        try:
            return client.request("GET", f"/rounds/{id}")
        except Refused as refused:
            if refused.status != 429:
                raise
            time.sleep(0.2)


def cards_in(*texts: str) -> set[str]:
    return set(CARD.findall("".join(texts)))


def check_the_wire(live: Live) -> None:
    """Nothing else is on it than what becomes the state."""
    wire, shown = ([text for text in told if '"settled"' not in text] for told in (live.raw, live.frames))
    assert wire and shown
    assert cards_in(*wire) <= cards_in(*shown)


def check_frames(store: Store, frames: list[str], spots: frozenset[int]) -> None:
    states = [m for m in map(json.loads, frames) if m["type"] == "state" and m["view"]]
    assert any(state["phase"] == "settled" for state in states)
    stored = load_round(store, states[0]["round_id"])
    for state in states:
        if state["phase"] == "settled":
            continue
        made = sum(event["kind"] == "choice" for event in state["view"]["log"])
        truth = replace(stored, decisions=stored.decisions[:made]).replay()
        allowed = cards_in(json.dumps(view(truth, spots)))
        # cards of pai gow choices and explanations included: nothing in the frame may name another card
        assert cards_in(json.dumps(state)) <= allowed
        assert state["commitment"] == stored.commitment
        assert stored.shoe.record.secret not in json.dumps(state)


def test_two_players_see_the_same_public_table_and_their_own_cards(server: Server) -> None:
    with ExitStack() as stack:
        ann, bob = (
            stack.enter_context(at_table(server, name, spot=n)) for name, n in (("ann", 2), ("bob", 5))
        )
        bet(ann, 2)
        bet(bob, 5)
        with pytest.raises(Refused, match="taken by bob"):
            ann.send("sit", spot=5)
        ann.send("ready")
        bob.send("ready")
        ann.until("playing")
        bob.until("playing")
        mine = ann.state["view"]["places"]["2"]["hand"]
        assert "??" not in mine
        assert bob.state["view"]["places"]["2"]["hand"] == ["??", "??"]
        with at_table(server, "ann") as again:  # a reload shows the same table
            for part in (*STOOD, "deadline", "you"):
                assert again.state[part] == ann.state[part], part
        assert ann.state["view"]["places"]["0"] == bob.state["view"]["places"]["0"]
        with pytest.raises(Refused, match="not bob's"):
            bob.send("act", spot=2, action="fold")
        with pytest.raises(Refused, match="not spot 5's turn"):
            bob.send("act", spot=5, action="fold")
        ann.send("act", spot=2, action="fold")
        bob.send("act", spot=5, action="fold")
        assert ann.until("settled")["view"]["net_cents"] == bob.until("settled")["view"]["net_cents"]


@pytest.mark.clause("HR-20", "HR-22")
def test_killed_in_mid_round_it_resumes_where_it_stood(server: Server) -> None:
    """kill -9 between the deal and the decision, in every game: same cards, same question, same money. Two decisions
    meet another crash, one unanswered and one just answered; repeated under its id, each is in the log once."""
    rng = random.Random(5)
    stood: dict[str, dict[str, Any]] = {}
    tables = demo_tables(server)
    for table_id in tables:
        with at_table(server, "ann", table_id, spot=1) as live:
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
        with at_table(server, "ann", table_id) as live:
            before = stood[table_id]
            for part in STOOD:
                assert live.state[part] == before[part], (table_id, part)
            assert live.state["version"] > before["version"]
            if table_id not in ANSWERED:
                while live.state["phase"] == "playing":
                    catch_up([live], decide(live, 1, rng))
                continue
            choices = live.state["view"]["pending"][0]["choices"]
            action = next(c["action"] for c in choices if not c.get("least_cents") and not c.get("picks"))
            message = {"type": "act", "id": f"crash-{table_id}", "spot": 1, "action": action}
            live.socket.send(json.dumps(message))
            if ANSWERED[table_id]:
                live.receive()
        server.kill()
        server.start()
        with at_table(server, "ann", table_id) as again:
            again.socket.send(json.dumps(message))
            while (answer := again.receive()).get("id") != message["id"]:
                pass
            catch_up([again], answer["version"])
            while again.state["phase"] == "playing":
                catch_up([again], decide(again, 1, rng))
    server.stop()
    with open_store(server.store) as store:
        assert verify(store).sound
        for table_id in tables:
            stored = load_round(store, stood[table_id]["round_id"])
            assert stored.settled is not None
        decided = [event.payload for event in store.events(limit=10**6) if event.kind == "round.decided"]
        asked = [payload.get("request", "") for payload in decided]
        assert [sum(one.endswith(f"crash-{table_id}") for one in asked) for table_id in ANSWERED] == [1, 1]
        assert store.trial_balance() == 0


def test_all_cards_have_a_text_the_spy_would_recognise() -> None:
    assert all(CARD.fullmatch(f'"{text}"') for text in TEXT)


def test_a_round_is_played_on_a_server_ten_times_slower(server: Server) -> None:
    with ten_times_slower(server), at_table(server, "ann", spot=3) as table:
        table.send("bet", spot=3, wager="ante", amount_cents=500)
        table.send("ready")
        state = table.until("playing")
        assert state["view"]["pending"]
        table.send("act", spot=3, action="fold", round_id=state["round_id"])
        settled = table.until("settled")
    assert settled["view"]["net_cents"]


EXAMPLES = Path(__file__).parents[1] / "examples"
OUTSIDE = ("casino-war-1", "three-card-poker-1")


def dealt(server: Server, table: str, rng: int) -> dict[str, int]:
    with at_table(server, "ann", table, spot=2) as ann:
        play({2: ann}, [], random.Random(rng))
        settled: dict[str, int] = ann.state["view"]["net_cents"]
        return settled


@pytest.mark.long
def test_a_room_deals_games_that_live_in_a_folder_and_the_game_of_the_tutorial(tmp_path: Path) -> None:
    with Server(tmp_path, *SLOW, "--games", str(EXAMPLES)) as server:
        assert set(demo_tables(server)) >= set(OUTSIDE)
        settled = [dealt(server, table, rng=1) for table in OUTSIDE][-1]
        server.kill()
        server.start()
        with server.client("ann") as client, client.follow(OUTSIDE[-1]) as ann:
            ann.receive()
            assert ann.state["view"]["net_cents"] == settled
    for block in blocks(ROOT / "docs/tutorial/a-game.md"):
        if name := block.directives.get("file"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(block.text)
    (tmp_path / "tutorial").mkdir()
    with Server(tmp_path / "tutorial", *SLOW, "--games", str(tmp_path / "nine-up")) as server:
        assert dealt(server, "nine-up-1", rng=2)

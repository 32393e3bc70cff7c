"""A server ten times slower than it is: stopped for nine tenths of the time, it is played on all the same."""

from __future__ import annotations

from tests.web.conftest import Server
from tests.web.slowing import ten_times_slower


def test_a_round_is_played_on_a_server_ten_times_slower(server: Server) -> None:
    with ten_times_slower(server), server.client("ann") as ann, ann.follow("fu-bacc-1") as table:
        table.receive()
        table.send("sit", spot=3)
        table.send("bet", spot=3, wager="ante", amount_cents=500)
        table.send("ready")
        state = table.until("playing")
        assert state["view"]["pending"]
        table.send("act", spot=3, action="fold", round_id=state["round_id"])
        settled = table.until("settled")
    assert settled["view"]["net_cents"]

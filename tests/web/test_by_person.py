"""Voids and sales over the wire: who signs, and where they are read by table and person (HR-34, HR-43)."""

from __future__ import annotations

import pytest

from tests.patience import wait_for
from tests.web.asking import by, page, refused, sale
from tests.web.conftest import Server

TABLE, SPOT = "fu-bacc-1", 6


@pytest.mark.clause("HR-34", "HR-43")
def test_voids_and_sales_are_signed_for_and_read_by_person(shared_server: Server) -> None:
    cleo, dan, sue = (shared_server.client(name) for name in ("cleo", "dan", "sue"))
    cleo.command(TABLE, "sit", spot=SPOT)
    cleo.command(TABLE, "bet", spot=SPOT, wager="ante", amount_cents=500)
    cleo.command(TABLE, "ready")
    wait_for(lambda: cleo.state(TABLE)["phase"] == "playing")
    round_id = cleo.state(TABLE)["round_id"]
    path, body = f"/tables/{TABLE}/keypad/void", {"reason": "a card was exposed", "camera": "camera 4"}
    for client, signed in (
        (sue, {}),
        (sue, {"second": by("eve")}),
        (sue, {"second": by("sue")}),
        (dan, {"second": by("cam")}),
        (dan, {"signed": by("sue")}),
        (dan, {"signed": by("sue"), "second": by("dan")}),
        (dan, {"signed": by("cam"), "second": by("cam")}),
    ):
        refused(403, client, "POST", path, {**body, **signed})
    dan.request("POST", path, {**body, "signed": by("sue"), "second": by("cam")})
    assert sue.request("GET", f"/rounds/{round_id}/facts")["void"] | {"at_us": 0} == {
        "reason": "a card was exposed",
        "at_us": 0,
        "changed": {str(SPOT): 0},
        "signed": ["sue", "cam"],
        "camera": "camera 4",
    }
    void = shared_server.client().request("GET", f"/rounds/{round_id}/facts")["void"]
    told = [void[key] for key in ("reason", "changed", "signed", "camera")]
    assert told == [body["reason"], {}, None, None]
    cleo.command(TABLE, "ready")
    cleo.command(TABLE, "leave", spot=SPOT)

    assert "take two people" in refused(409, dan, *sale(300_500, "cleo"))["error"]
    for wrong in ("cam", "cy", "dan"):
        refused(403, dan, *sale(300_500, "cleo", second=by(wrong)))
    dan.request(*sale(300_500, "cleo", second=by("sue")))

    alerts = {one["kind"]: one for one in sue.request("GET", "/pit/alerts")}
    assert "declared void by sue" in alerts["void"]["text"]
    assert "dan has sold $3,0" in alerts["sales"]["text"]
    report = sue.request("GET", "/pit/report")
    assert [(one["table"], one["person"]) for one in report["voids"]] == [(TABLE, "sue")]
    assert (TABLE, "dan") in [(one["table"], one["person"]) for one in report["sales"]]
    shown = page(shared_server, "/pit/report", sue)
    assert shown.status_code == 200
    assert 'id="voids"' in shown.text and 'id="sales"' in shown.text

"""What the house may set of a jackpot: notices, controls and the posted amount; each by two people and in the log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpot.notices import NOTICES as WORDINGS
from tests.jackpot.pit import CONTROLS, DEALER, EXECUTIVE, NOTICES, OWNER, Pit

NEW = tuple(f"{text} Ask a supervisor. (approved: letter 21-044)" for text in NOTICES)


@pytest.mark.clause("HR-09", "HR-22")
def test_notices_of_a_house_jackpot_are_changed_by_two_with_a_reason(pit: Pit) -> None:
    pit.house()
    before = pit.desk.jackpot("H").notices
    with pytest.raises(NotAllowed):
        pit.desk.set_notices("H", NEW, DEALER, OWNER, "new wording")
    with pytest.raises(IllegalAction, match="2 of 3 notices"):
        pit.desk.set_notices("H", NEW[:2], EXECUTIVE, OWNER, "new wording")
    payload = pit.desk.set_notices("H", NEW, EXECUTIVE, OWNER, "new wording").payload
    assert (payload["before"], payload["after"], payload["why"]) == (list(before), list(NEW), "new wording")
    assert pit.desk.jackpot("H").notices == NEW
    pit.progressive(tables=("T2",))
    with pytest.raises(IllegalAction, match="is a progressive"):
        pit.desk.set_notices("J", NEW, EXECUTIVE, OWNER, "new wording")


@pytest.mark.clause("HR-09")
def test_a_notice_is_an_offered_wording_or_names_what_approved_it(pit: Pit) -> None:
    pit.house()
    offered = tuple(one.offered for one in WORDINGS)
    pit.desk.set_notices("H", offered, EXECUTIVE, OWNER, "as printed")
    pit.desk.set_notices("H", (offered[0].upper(), *offered[1:]), EXECUTIVE, OWNER, "loud")
    mixed = (*offered[:2], "The prize is $5,000. (approved: WSGC letter of 2021-06-10)")
    pit.desk.set_notices("H", mixed, EXECUTIVE, OWNER, "own words")
    for wrong, says in (
        (("until", *offered[1:]), "none says that it is the house's prize"),
        ((offered[0], "The house may never remove the prize.", offered[2]), "may never remove"),
        ((*offered[:2], "Broken; to be fixed"), "what the fixed prize is; nobody has approved 'Broken"),
        ((*offered[:2], "The prize is ours. (approved: x)"), "nobody has approved"),
        ((*offered[:2], offered[0]), "what the fixed prize is"),
        ((*offered, "Broken; to be fixed"), "nobody has approved"),
    ):
        with pytest.raises(IllegalAction, match=says) as refused:
            pit.desk.set_notices("H", wrong, EXECUTIVE, OWNER, "own words")
        assert refused.value.clause == "HR-09" and "(approved: letter 21-044)" in str(refused.value)
    assert pit.desk.jackpot("H").notices == mixed
    with pytest.raises(IllegalAction, match="The house may change or remove the prize at any time"):
        pit.desk.set_notices("H", (offered[0], "remove", offered[2]), EXECUTIVE, OWNER, "own words")


@pytest.mark.clause("HR-18", "HR-22")
def test_controls_change_only_while_no_claim_is_open(pit: Pit) -> None:
    pit.progressive()
    wanted = replace(CONTROLS, executive_from_cents=2_000_000)
    pit.deal()
    claim = pit.mark(1, "five-aces")
    with pytest.raises(IllegalAction, match="has open claims"):
        pit.desk.set_controls("J", wanted, EXECUTIVE, OWNER, "less paper")
    pit.win(claim)
    pit.end()
    pit.desk.set_controls("J", wanted, EXECUTIVE, OWNER, "less paper")
    assert pit.desk.jackpot("J").controls == wanted


@pytest.mark.clause("JP-08", "HR-18")
def test_the_amount_of_a_progressive_is_not_posted(pit: Pit) -> None:
    pit.house()
    pit.progressive(tables=("T2",))
    with pytest.raises(IllegalAction, match="is a progressive"):
        pit.desk.post_amount("J", 600_000, EXECUTIVE, OWNER, "season")
    with pytest.raises(BadInput, match="has no meter 'mega'"):
        pit.desk.post_amount("H", 600_000, EXECUTIVE, OWNER, "season", meter="mega")
    with pytest.raises(BadInput, match="more than nothing"):
        pit.desk.post_amount("H", 0, EXECUTIVE, OWNER, "season")

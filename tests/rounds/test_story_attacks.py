"""A house that tells another story of who cut, bet and decided, or two: found by whoever kept a head (HR-36)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pitboss.rounds import chain
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Cut
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.seal import CutShoe
from pitboss.rounds.verifier import REFUSED, check, compare
from tests.rounds.sealed import Dealt, changed, older, whole_shoe
from tests.rounds.test_proof_attacks import another, dealt_of, refused

# the cuts and the story


def bad_links(true: Dealt) -> Iterator[tuple[str, list[Any]]]:
    links = true.file()["proof"]["links"]
    cuts = [n for n, link in enumerate(links) if link[0] == "cut"]
    one, two = (links[n] for n in cuts)
    (at,) = [n for n, link in enumerate(links) if link[0] == "closed"]
    seats = links[at][2]

    def put(n: int, *new: Any) -> list[Any]:
        return [*links[:n], *new, *links[n + 1 :]]

    yield "dropped", put(cuts[0])
    yield "both dropped", [link for link in links if link[0] != "cut"]
    yield "added after the bets", [*links, ["cut", 3, "late"]]
    yield "added before", [["cut", 3, "early"], *links]
    yield "from a spot where nobody sits", put(cuts[1], two, ["cut", 7, "the house's"])
    yield (
        "from a player who was never seen",
        put(at, ["cut", 7, "x"], ["closed", 0, [*seats, 7]]),
    )
    yield "another value", put(cuts[0], ["cut", 1, "0" * 32])
    yield "another spot", put(cuts[0], ["cut", 2, one[2]])
    yield "a player less", put(at, ["closed", 0, seats[1:]])
    yield "in another order", put(cuts[0], two)
    yield "no cut at all", put(cuts[0], ["cut", 1, "naïve"])
    yield "an empty one", put(cuts[0], ["cut", 1, ""])
    yield "dice that were never thrown", put(cuts[1], two, ["cut", 0, "1 1 1"])
    yield "another bet", put(0, [links[0][0], links[0][1], {"ante": 700}])
    yield "one who bets more", put(at, ["bets", 3, {"ante": 500}], links[at])
    yield "bets that were never closed", links[:at]
    yield "closed twice", put(at, links[at], links[at])
    yield "a decision less", links[:-1]
    yield "a decision more", [*links, links[-1]]


@pytest.mark.clause("HR-36")
def test_cuts_dropped_or_added_or_changed() -> None:
    """Against the commitment and the cards alone; where the cards would not tell, the player's receipt does."""
    for seed in range(3):
        true = dealt_of("fu-bacc", seed)
        mine = [true.receipt()]
        assert compare([check(true.file())], mine)
        for what, links in bad_links(true):
            with pytest.raises(REFUSED):
                compare([check(changed(true.file(), "proof", "links", links))], mine)
                pytest.fail(what)


@pytest.mark.clause("HR-36")
def test_the_house_grinds_over_invented_contributions() -> None:
    """The house waits for the bets, knows its order, and invents a player with the cut that it likes best: the file
    is sound in itself, but not what the players' browsers were shown."""
    true = dealt_of("fu-bacc")
    mine = true.receipt()
    cuts = (*true.shoe.cuts, Cut(5, "the one that makes the dealer win"))
    shoe = CutShoe(true.shoe.sealed, cuts)
    round = Round(true.config, true.round.wagers, shoe.order, holders=true.round.holders).play_out(fallback)
    forged = another(true, round, shoe)
    assert "[1, 3, 5]" in str(check(forged.file())["lines"])
    with pytest.raises(REFUSED, match="another chain"):
        compare([check(forged.file())], [mine])
    with pytest.raises(REFUSED, match="two versions"):
        compare([check(forged.file()), check(true.file())], [])


@pytest.mark.clause("HR-36")
def test_a_receipt_tells_who_cut_later_and_what_was_left_out() -> None:
    true = dealt_of("fu-bacc")
    found = check(true.file())
    (line,), open_ = compare([found], [true.receipt(1)])
    assert line.endswith("counts. Later, before bets closed: cut (spot 3).")
    assert not any("receipt" in words for words in open_)
    assert any("receipt" in words for words in compare([found], [])[1])
    assert compare([found], [true.receipt(3)])[0][0].endswith("before bets closed: nothing.")
    assert compare([found], [true.receipt(None)])
    mine = true.receipt(1)
    assert compare([found], [older(mine)])[0] == [line]
    spot, value, head = mine["sent"][0]
    for wrong, words in (
        ({"cut": "another"}, "not among the cuts"),
        ({"spot": 3}, "not among the cuts"),
    ):
        with pytest.raises(REFUSED, match=words):
            compare([found], [older(mine) | wrong])
    for wrong, words in (
        ({"sent": [[spot, "another", head]]}, "not among the cuts"),
        ({"sent": [[3, value, head]]}, "not among the cuts"),
        ({"sent": [[spot, value, "0" * 64]]}, "another chain"),
        ({"commitment": "0" * 64}, "another commitment"),
        ({"round": 2}, "another round"),
        ({"heads": ["0" * 64]}, "another chain"),
        ({"cut": value}, "Not exactly"),
    ):
        with pytest.raises(REFUSED, match=words):
            compare([found], [{**mine, **wrong}])


@pytest.mark.clause("HR-36")
def test_cuts_replayed_from_another_round() -> None:
    old, true = dealt_of("fu-bacc", 1), dealt_of("fu-bacc", 2)
    refused(changed(true.file(), "proof", "links", old.file()["proof"]["links"]))
    first, second, *_ = whole_shoe(TableConfig("blackjack"), random.Random(3))
    stale, *_ = whole_shoe(TableConfig("blackjack"), random.Random(4))
    closed = [link for link in stale.file()["proof"]["links"] if link[0] != "chose"]
    refused(changed(second.file(), "proof", "first", closed), "Committed to")
    refused(changed(second.file(), "proof", "first", []))
    refused(
        changed(second.file(), "proof", "first", first.file()["proof"]["links"]), "The cutting of the shoe"
    )
    spot = second.file()["proof"]["links"][0][1]
    again = [["cut", spot, "again"], *second.file()["proof"]["links"]]
    refused(changed(second.file(), "proof", "links", again), "The cutting of the shoe")


@pytest.mark.clause("HR-36")
def test_a_decision_rewritten() -> None:
    true = dealt_of("fu-bacc")
    file = true.file()
    at = next(n for n, event in enumerate(file["view"]["log"]) if event["kind"] == "choice")
    refused(changed(file, "view", "log", at, "place", "bonus"), "Decisions in the log")
    both = changed(file, "view", "log", at, "place", "bonus")
    link = next(n for n, link in enumerate(both["proof"]["links"]) if link[0] == "chose")
    both["proof"]["links"][link][2][0] = both["round"]["decisions"][0]["action"] = "bonus"
    heads = chain.heads(true.commitment, true.story.links)
    mine = {**true.receipt(), "heads": heads[-1:]}
    with pytest.raises(REFUSED, match="another chain"):
        compare([check(both)], [mine])


# several files, and disclosure


@pytest.mark.clause("HR-36")
def test_two_stories_of_one_round() -> None:
    one, two = dealt_of("fu-bacc", 1), dealt_of("fu-bacc", 2)
    with pytest.raises(REFUSED, match="two versions of"):
        compare([check(one.file()), check(two.file())], [])


@pytest.mark.clause("HR-36")
def test_disclosure_of_other_cards_than_the_sealed_ones() -> None:
    true = dealt_of("fu-bacc")
    file = true.file(None, everything=True)
    assert "complete decks" in check(file)["lines"][-1]
    cards = file["proof"]["cards"]
    refused(changed(file, "proof", "cards", 3, "value", cards[4]["value"]))
    refused(changed(file, "proof", "cards", [*cards[:-1], cards[0]]))
    refused(changed(file, "proof", "cards", cards[:-1]))


@pytest.mark.clause("HR-36", "BJ-11")
def test_a_stacked_deck_is_found_as_soon_as_a_card_is_there_twice() -> None:
    """In the order, and in the second order too."""
    true = dealt_of("fu-bacc")
    ace = true.shoe.order[0]
    shoe = CutShoe(replace(true.shoe.sealed, order=(ace,) * 52), true.shoe.cuts)
    round = Round(true.config, true.round.wagers, shoe.order, trusted=True).play_out(fallback)
    refused(another(true, round, shoe).file(), "more of a card")
    config = TableConfig("blackjack", {"decks": "1"})
    dice = random.Random(1)
    first = whole_shoe(config, dice)[0]
    sealed = first.shoe.sealed
    stacked = replace(sealed, order=(*sealed.order[:52], *(sealed.order[52],) * 52))
    shoe = CutShoe(stacked, first.shoe.cuts)
    round = Round(config, first.round.wagers, shoe.order, trusted=True).play_out(fallback)
    refused(another(first, round, shoe).file(None, everything=True), "more of a card")

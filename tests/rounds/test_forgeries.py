"""Whole rounds forged by a house that knows its secret: no verifier takes them (HR-36)."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pitboss.core.cards import deck_of
from pitboss.core.errors import BadInput, PitbossError
from pitboss.fairness import chain
from pitboss.fairness.cuts import Cut
from pitboss.fairness.download import verify
from pitboss.fairness.seal import CutShoe
from pitboss.fairness.verifier import REFUSED, check, compare
from pitboss.room.proof import Story
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from tests.rounds.sealed import (
    TABLE,
    Dealt,
    begun,
    changed,
    decision_links,
    open_shoe,
    opening_links,
    random_dealt,
    story_of,
    voided,
    whole_shoe,
)
from tests.rounds.test_proof_attacks import PAI_GOW, another, dealt_of, refused, replayed

pytestmark = pytest.mark.clause("HR-36")

FORTUNE = "fortune-pai-gow-poker"


def by_no_road(file: dict[str, Any], words: str | None = None) -> None:
    """Neither with its inputs nor without them."""
    refused(file, words)
    for shape in (file, file | {"round": None}):
        with pytest.raises(PitbossError):
            verify(shape)


def moved(spot: int, place: str, to: str, many: int) -> dict[str, Any]:
    return {
        "kind": "move", "clause": "HR-36", "spot": spot, "place": place, "detail": to, "cards": ["??"] * many,
    }  # fmt: skip


def exposed(file: dict[str, Any]) -> int:
    """Where in the log the dealer's cards are turned."""
    log = file["view"]["log"]
    return next(n for n, event in enumerate(log) if event["kind"] == "expose" and event["spot"] == 0)


# hidden moves


def test_the_dealer_takes_the_hand_of_an_empty_seat() -> None:
    dice = random.Random(5)
    while True:
        true = random_dealt(FORTUNE, dice)
        if len(true.round.stakes) == 1:
            break
    file = true.file()
    dealt, at = {}, 0
    for event in file["view"]["log"]:
        if event["kind"] == "deal":
            dealt[event["spot"], event["place"]] = range(at, at + len(event["cards"]))
            at += len(event["cards"])
    place = next(place for _, place in dealt if place.startswith("seat-"))
    lay = [dealt[spot, name] for spot, name in ((0, "hand"), (0, place))]
    old, new = ([true.shoe.opening(n).value for n in here] for here in lay)
    log = file["view"]["log"]
    for event in log[exposed(file) :]:
        if event["spot"] == 0 and event.get("cards"):
            event["cards"] = [new[old.index(card)] for card in event["cards"]]
    for to in ("hand", "front"):
        forged = copy.deepcopy(file)
        forged["view"]["log"].insert(exposed(file), moved(0, place, to, 7))
        ats = {card["at"] for card in file["proof"]["cards"]} - {*dealt[0, "hand"]} | {*dealt[0, place]}
        forged["proof"]["cards"] = [{"at": n, **true.shoe.opening(n).to_json()} for n in sorted(ats)]
        by_no_road(forged, "Not by the plan")


def test_the_dealers_cards_change_places_by_a_hidden_move() -> None:
    dice = random.Random(2)
    for game, place, to in (("fu-bacc", "hole", "hit"), ("ultimate-texas-holdem", "flop", "hole")):
        while True:
            file = random_dealt(game, dice).file()
            if any(e["kind"] == "expose" and e["spot"] == 0 for e in file["view"]["log"]):
                break
        assert check(file)
        file["view"]["log"].insert(exposed(file), moved(0, place, to, 1))
        by_no_road(file, "Not by the plan")


# parts that are missing


@pytest.mark.clause("HR-20")
def test_without_its_inputs_a_finished_round_is_not_proven() -> None:
    with pytest.raises(BadInput, match="has its decisions"):
        verify(dealt_of("fu-bacc").file() | {"round": None})
    assert "not proven" in verify(begun(TableConfig(FORTUNE), random.Random(3)).file((1,)))[-1]


def test_a_round_in_which_not_all_cards_were_dealt() -> None:
    file = dealt_of("fu-bacc", 4).file()
    log = [e for e in file["view"]["log"] if e["spot"] or e["kind"] not in ("deal", "expose", "move")]
    seen = {card for event in log for card in event.get("cards", [])}
    file["view"]["log"] = log
    file["proof"]["cards"] = [card for card in file["proof"]["cards"] if card["value"] in seen]
    by_no_road(file)


# the chain


def test_links_that_no_table_makes() -> None:
    true = dealt_of("fu-bacc", 4)
    file = true.file()
    links = file["proof"]["links"]
    at = next(n for n, link in enumerate(links) if link[0] == "closed")
    bets = next(n for n, link in enumerate(links) if link[0] == "bets")
    _, spot, wager = links[bets]
    for words, forged in {
        "bet of the dealer": [*links[:at], ["bets", 0, wager], *links[at:]],
        "bet below the table": [*links[:at], ["bets", -1, wager], *links[at:]],
        "bet without a seat": [*links[:at], ["bets", 99, wager], *links[at:]],
        "bet that is none": [*links[:at], ["bets", 3, 5], *links[at:]],
        "bet by leaving": [*links[:bets], ["leaves", spot, wager], *links[bets + 1 :]],
        "closed by nobody": [["closed", 0, []], *links],
        "closed twice": [*links[:at], ["closed", 0, []], *links[at:]],
        "closed by a spot": [*links[:at], ["closed", 1, links[at][2]], *links[at + 1 :]],
        "void at the end": [*links, ["void", 0, "x"]],
        "void before a decision": [*links[: at + 1], ["void", 0, "x"], *links[at + 1 :]],
        "a decision of the dealer": [*links, ["chose", 0, ["hit", 0]]],
    }.items():
        with pytest.raises(REFUSED):
            check(changed(file, "proof", "links", forged))
            pytest.fail(words)


@pytest.mark.clause("HR-33")
def test_a_round_is_void_exactly_if_the_chain_says_so() -> None:
    true = dealt_of("fu-bacc", 4)
    forged = changed(true.file(), "round", "void", "power cut")
    refused(forged, "void")
    with pytest.raises(PitbossError):
        verify(forged)
    void = voided(begun(TableConfig("ultimate-texas-holdem"), random.Random(6)))
    for spots in ((), (1,), None):  # an onlooker has seen no card: all the same it is an honest file
        assert any("declared the round void" in line for line in check(void.file(spots)).lines)
        assert "Declared void" in verify(void.file(spots))[-1]
    refused(changed(void.file((1,)), "round", "void", None), "void")
    with pytest.raises(BadInput, match="differs"):
        verify(changed(void.file((1,)), "view", "net_cents", {"1": 5}))


@pytest.mark.clause("PG-27")
@pytest.mark.parametrize("game", [PAI_GOW, FORTUNE])
def test_a_hand_set_anew_after_the_round(game: str) -> None:
    """The same chain under the same receipt, another front hand: the mark in the chain is of the player's own cards."""
    dice, refusals = random.Random(4), 0
    while refusals < 3:
        true = random_dealt(game, dice)
        decisions = list(true.round.decisions)
        at = next((n for n, (_, decision) in enumerate(decisions) if decision.cards), None)
        if at is None:
            continue
        assert verify(true.file(None))
        spot, decision = decisions[at]
        hand = [c for e in true.round.log if e.kind == "deal" and e.spot == spot for c in e.cards]
        for front in combinations(hand, 2):
            other = [*decisions[:at], (spot, decision._replace(cards=front)), *decisions[at + 1 :]]
            round = true.round
            try:
                made_of = (round.config, round.wagers, true.shoe.order, other, 0)
                forged_round = Round.replay(*made_of, round.holders, round.number, round.dice, None)
            except PitbossError:
                continue
            if sorted(front) != sorted(decision.cards) and forged_round.finished:
                forged = replace(true, round=forged_round)
                with pytest.raises(BadInput, match="Decisions, hands set"):
                    verify(forged.file(None))
                refusals += 1
                break
    links = true.file(())["proof"]["links"]
    marks = [link[2][2] for link in links if link[0] == "chose" and len(link[2]) == 3]
    assert marks, "everybody sees that a hand was set"
    with pytest.raises(BadInput):
        verify(changed(true.file(None), "round", "decisions", at, "salt", "0" * 32))


@pytest.mark.clause("BJ-11")
def test_a_house_hops_between_two_shoes() -> None:
    """Round 2 from a new shoe, round 3 goes on in the old one: each is sound alone."""
    config = TableConfig("blackjack", {"decks": "1"})
    first, second, third, *_ = whole_shoe(config, random.Random(1))
    shoe = open_shoe(config, random.Random(9), 2)
    wagers = second.round.wagers
    holders = {spot: f"player {spot}" for spot in wagers}
    round = Round(config, wagers, shoe.order, 0, holders).play_out(fallback)
    hop = Dealt(config, shoe, round, 2, story_of(round, shoe.cuts))
    assert compare([check(one.file()) for one in (first, second, third)], [])
    with pytest.raises(REFUSED, match=r"two versions of \('start'"):
        compare([check(hop.file()), check(third.file())], [])


@pytest.mark.clause("BJ-11")
def test_a_shoe_that_had_to_be_changed() -> None:
    """A round that goes on after the cut card came out in the round before it."""
    config = TableConfig("blackjack", {"decks": "1"})
    rounds = whole_shoe(config, random.Random(3))
    shoe, last = rounds[-1].shoe, rounds[-1].round
    wagers, start = {1: {"blackjack": 500}}, last.start + last.cards_used
    round = Round(config, wagers, shoe.order, start, {1: "player 1"}).play_out(fallback)
    first = opening_links(rounds[0].round.wagers, shoe.cuts)
    late = Dealt(config, shoe, round, rounds[-1].number + 1, story_of(round, shoe.cuts, first))
    assert all(verify(dealt.file()) for dealt in rounds)
    with pytest.raises(BadInput, match=r"cut card had come out before.*BJ-11"):
        verify(late.file())


# what was sealed


def test_another_shoe_than_the_tables_own_was_sealed() -> None:
    """One deck of six, which the configuration names; or another number or second order, by the game's own rules."""
    true = dealt_of("blackjack", decks="6")
    sealed = true.shoe.sealed
    one_deck = tuple(dict.fromkeys(sealed.order[:312]))
    small = replace(sealed, terms=sealed.terms._replace(decks=1, second=52), order=one_deck * 2)
    forged = true.file()
    forged["proof"]["shoe"] = small.terms.public(small.tree.root)
    refused(forged, "Decks: 6, not 1")
    generator = dealt_of(PAI_GOW, 2)
    sealed = generator.shoe.sealed
    by_dice = replace(sealed, terms=sealed.terms._replace(number_by="dice"))
    rolled = CutShoe(by_dice, (*generator.shoe.cuts, Cut(0, "1 1 1")))
    forged = replace(generator, shoe=rolled, story=story_of(generator.round, rolled.cuts)).file()
    refused(forged, "First hand by")
    fu_bacc = dealt_of("fu-bacc")
    sealed = fu_bacc.shoe.sealed
    for decks, jokers in ((2, 0), (1, 1), (8, 8)):
        terms = sealed.terms._replace(decks=decks, jokers=jokers)
        other = CutShoe(replace(sealed, terms=terms, order=deck_of(decks, jokers=jokers)), fu_bacc.shoe.cuts)
        forged = another(fu_bacc, replayed(fu_bacc, order=other.order), other).file()
        assert f"({decks} decks, {jokers} jokers)" in check(forged).lines[1]
        with pytest.raises(BadInput, match="Fu Bacc was sealed with"):
            verify(forged)
    again = replace(sealed, terms=sealed.terms._replace(second=52), order=(*sealed.order, *sealed.order))
    shoe = CutShoe(again, fu_bacc.shoe.cuts)
    forged = another(fu_bacc, replayed(fu_bacc, order=shoe.order[:52], trusted=False), shoe).file()
    assert check(forged)
    with pytest.raises(BadInput, match="sealed with second 52, not 0"):
        verify(forged)


def test_a_file_of_any_depth_comes_to_an_end() -> None:
    file = dealt_of("fu-bacc", 4).file()
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    refused({**file, "proof": {**file["proof"], "configuration": {"options": {}, "deep": deep}}})


# receipts


def with_carl(*, stays: bool) -> Dealt:
    """Carl cuts at spot 5, Ann bets and cuts last; then he leaves, or stays and sits out."""
    true = dealt_of("fu-bacc")
    wagers, given = {1: {"ante": 500}}, (Cut(5, "carl's"), Cut(1, "ann's own"))
    shoe = true.shoe.sealed.cut(given)
    round = Round(true.config, wagers, shoe.order, 0, {1: "ann"}).play_out(fallback)
    links = [chain.cut(*given[0]), chain.bets(1, wagers[1]), chain.cut(*given[1])]
    links += [] if stays else [chain.leaves(5)]
    closed = chain.closed([1, 5] if stays else [1])
    return Dealt(true.config, shoe, round, 1, Story((*links, closed, *decision_links(round))))


def test_nobody_chooses_the_cards_by_leaving() -> None:
    """A cut counts as it was given: whether its giver stays or leaves, the same cards are dealt."""
    stayed, left = with_carl(stays=True), with_carl(stays=False)
    assert stayed.shoe.order == left.shoe.order
    for dealt in (stayed, left):
        assert "[5, 1]" in check(dealt.file()).lines[1]
        assert verify(dealt.file())
    # a house that lets the cut go with him deals other cards: to those the chain does not lead
    without = left.shoe.sealed.cut([Cut(1, "ann's own")])
    round = Round(left.config, left.round.wagers, without.order, 0, {1: "ann"}).play_out(fallback)
    forged = replace(left, shoe=without, round=round)
    by_no_road(forged.file(), "was not sealed there")
    # and one that leaves out that he ever cut is refused by whoever saw it
    others = (link for link in left.story.links if link[1] != 5 and link[0] != "chose")
    links = (*others, *decision_links(round))
    with pytest.raises(REFUSED, match="another chain"):
        compare([check(replace(forged, story=Story(links)).file())], [left.receipt(1)])
    # nor has anybody cut who neither sits there nor has left
    never = tuple(link for link in left.story.links if link[0] != "leaves")
    refused(replace(left, story=Story(never)).file(), "nobody sits there")


def test_a_spot_that_cuts_again_adds_to_its_cut() -> None:
    true = dealt_of("fu-bacc")
    wagers, given = {1: {"ante": 500}}, (Cut(1, "first"), Cut(1, "second"))
    shoe = true.shoe.sealed.cut(given)
    round = Round(true.config, wagers, shoe.order, 0, {1: "ann"}).play_out(fallback)
    links = (chain.bets(1, wagers[1]), *(chain.cut(*cut) for cut in given), chain.closed([1]))
    file = Dealt(true.config, shoe, round, 1, Story((*links, *decision_links(round)))).file()
    assert check(file).cut.cuts == [[1, "first"], [1, "second"]]
    refused(changed(file, "proof", "links", [link for link in file["proof"]["links"] if link[2] != "first"]))


def test_a_receipt_tells_all_that_came_after_the_cut_and_what_the_house_contradicted() -> None:
    dealt = with_carl(stays=False)
    mine = {**dealt.receipt(1), "wrong": []}
    (line,), _ = compare([check(dealt.file((1,)))], [mine])
    assert line.endswith("Your cut, ann's own, counts. Later, before bets closed: leaves (spot 5).")
    (line,), _ = compare([check(dealt.file((1,)))], [{**mine, "sent": []}])
    assert "You sent no cut for its cards. Given, before bets closed: cut (spot 5)," in line
    for wrong in ("another commitment: 00", "a cut at your spot that this browser did not send: ground"):
        with pytest.raises(REFUSED, match=wrong):
            compare([check(dealt.file((1,)))], [{**mine, "wrong": [wrong]}])
    assert mine["table"] == TABLE

"""A house, or a player, that wants another deal: every way tried here must fail to verify (HR-36).

The attacker knows everything, also the house's secret, and may rebuild any part of the file; what he cannot change
is the commitment that was published before the first bet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import DECK, text
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Cut
from pitboss.rounds.disclosure import Earlier
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.seal import SALT, CutShoe, SealedShoe
from pitboss.rounds.verifier import Wrong, check
from tests.rounds.sealed import Dealt, changed, deal, open_shoe, random_dealt, whole_shoe

PAI_GOW = "face-up-pai-gow-poker"


def refused(file: dict[str, Any], words: str | None = None) -> None:
    with pytest.raises(Wrong, match=words):
        check(file)


def dealt_of(game: str, seed: int = 1, **options: str) -> Dealt:
    dice = random.Random(seed)
    config = TableConfig(game, options)
    while True:
        if found := deal(config, open_shoe(config, dice), dice):
            return found


def passed_off(file: dict[str, Any], dealt: Dealt) -> dict[str, Any]:
    """A forged round under the commitment that was published for the true one."""
    return file | {"commitment": dealt.commitment}


@pytest.mark.clause("HR-36")
def test_another_start() -> None:
    """Down Under Hold'em, where 44 of 52 starts once fitted one hash; and a shoe's second round."""
    true = dealt_of("down-under-holdem")
    wagers = {1: {"ante": 500, "bet": 500}}
    assert check(replace(true, round=Round(true.config, wagers, true.shoe.order).play_out(fallback)).file())
    for start in range(1, 44):
        round = Round(true.config, wagers, true.shoe.order, start, trusted=True).play_out(fallback)
        forged = replace(true, round=round, earlier=(Earlier(0, 0, start),))
        refused(passed_off(forged.file(), true), "not those committed to")
        refused(changed(passed_off(forged.file(), true), "proof", "start", 0))
        honest_times = changed(forged.file(), "proof", "log", "cut", true.log.committed - 1)
        refused(passed_off(honest_times, true), "not those committed to")
    first, second, *_ = whole_shoe(TableConfig("blackjack"), random.Random(3))
    for skipped in (1, 2, 5):
        start = first.round.cards_used + skipped
        round = Round(second.config, second.round.wagers, second.shoe.order, start).play_out(fallback)
        earlier = (Earlier(1, 0, start),)
        forged = replace(second, round=round, earlier=earlier)
        refused(passed_off(forged.file(), second), "not those committed to")
        lied = changed(
            forged.file(), "proof", "earlier", [{"round": 1, "start": 0, "cards": start - skipped}]
        )
        refused(lied, "do not follow")


@pytest.mark.clause("HR-36", "PG-02")
def test_another_number_drawn() -> None:
    """Face Up Pai Gow Poker, where one hash fitted seven rounds: the house grinds over all of them."""
    true = dealt_of(PAI_GOW)
    assert check(true.file())
    assert true.shoe.number is not None
    for number in range(1, 8):
        round = Round(
            true.config, true.round.wagers, true.shoe.order, number=number, dice=true.shoe.dice, trusted=True
        )
        round.play_out(fallback)
        forged = passed_off(replace(true, round=round).file(None), true)
        if number == true.shoe.number:
            assert check(forged)
            continue
        refused(forged, "number drawn")
        sealed = true.shoe.sealed
        other = replace(sealed, number=(sealed.number - 1 + number - true.shoe.number) % 7 + 1)
        refused(passed_off(replace(true, shoe=CutShoe(other, true.shoe.cuts), round=round).file(), true))
        kept_root = passed_off(replace(true, shoe=CutShoe(other, true.shoe.cuts), round=round).file(), true)
        kept_root["proof"]["shoe"]["root"] = sealed.tree.root.hex()
        for cut in kept_root["proof"]["cuts"]:
            cut["seal"] = sealed.seal
        refused(kept_root)


@pytest.mark.clause("HR-36", "PG-02")
def test_dice_say_another_number() -> None:
    true = dealt_of(PAI_GOW, first_hand="dice")
    assert check(true.file())
    for roll in ("3 1 5", "1 1 1"):
        forged = true.file()
        forged["proof"]["cuts"][-1]["value"] = roll
        refused(forged)
    none = true.file()
    none["proof"]["cuts"].pop()
    refused(none)


@pytest.mark.clause("HR-36")
def test_another_configuration() -> None:
    true = dealt_of("blackjack").file()
    for soft_17 in ("hits", "stands"):
        if true["proof"]["configuration"]["options"]["soft_17"] != soft_17:
            refused(changed(true, "proof", "configuration", "options", "soft_17", soft_17))
    refused(changed(true, "proof", "configuration", "chip_cents", 1))


@pytest.mark.clause("HR-36")
def test_another_table_or_round() -> None:
    true = dealt_of("fu-bacc").file()
    refused(changed(true, "table", "table-2"))
    refused(changed(true, "number", 2), "not those committed to")
    refused(changed(true, "proof", "shoe", "shoe", "table-1-2"))


@pytest.mark.clause("HR-36", "BJ-11")
def test_a_swapped_second_order() -> None:
    """The discards that are dealt when a shoe has run out were sealed with the shoe."""
    config = TableConfig("blackjack", {"decks": "1", "penetration": "100"})
    dice = random.Random(7)
    while True:
        last = whole_shoe(config, dice)[-1]
        if any(card["n"] is None for card in last.file()["proof"]["cards"]):
            break
    assert check(last.file())
    sealed = last.shoe.sealed
    second = list(sealed.order[52:])
    dice.shuffle(second)
    other = replace(sealed, order=(*sealed.order[:52], *second))
    forged_shoe = CutShoe(other, last.shoe.cuts)
    round = Round(config, last.round.wagers, forged_shoe.order, last.round.start).play_out(fallback)
    forged = passed_off(replace(last, shoe=forged_shoe, round=round).file(), last)
    refused(forged)
    forged["proof"]["shoe"]["root"] = sealed.tree.root.hex()
    for cut in forged["proof"]["cuts"]:
        cut["seal"] = sealed.seal
    refused(forged, "not in the seal")
    # a discard passed over, as if it had lain on the table
    dealt_last = max(
        (c for c in last.file()["proof"]["cards"] if c["at"] >= 52 and c["n"] is not None),
        key=lambda c: c["at"],
    )
    left_out = last.file()
    left_out["proof"]["cards"] = [c for c in left_out["proof"]["cards"] if c["at"] != dealt_last["at"]]
    refused(left_out)
    refused(changed(last.file(), "proof", "elsewhere", []))


@pytest.mark.clause("HR-36")
def test_a_card_moved_within_the_path() -> None:
    file = dealt_of("fu-bacc").file(None)
    cards = file["proof"]["cards"]
    one, two = cards[0], cards[1]
    refused(changed(file, "proof", "cards", 0, "value", two["value"]))
    refused(changed(file, "proof", "cards", 0, "position", two["position"]))
    refused(changed(file, "proof", "cards", 0, "path", one["path"][::-1]))
    refused(changed(file, "proof", "cards", 0, "path", one["path"][:-1]))
    refused(changed(file, "proof", "cards", 0, "path", [*one["path"], "00" * 32]), "too long")
    refused(
        changed(file, "proof", "cards", 0, {**two, "at": one["at"], "n": one["n"]}), "another place|twice"
    )
    swapped = changed(file, "proof", "cards", 0, {**two, "at": one["at"], "n": one["n"]})
    swapped["proof"]["cards"][1] = {**one, "at": two["at"], "n": two["n"]}
    refused(swapped, "another place")
    # an inner node cannot be taken for a leaf, nor a byte of the salt for a part of the card
    refused(changed(file, "proof", "cards", 0, "salt", one["salt"] + "00"), "wrong length")
    longer = changed(file, "proof", "cards", 0, "value", one["value"] + "0")
    longer["proof"]["cards"][0]["salt"] = one["salt"][2:]
    refused(longer, "wrong length")


@pytest.mark.clause("HR-36")
def test_a_salt_reused() -> None:
    """With one salt for all, a shown card would give the unseen ones away."""

    class OneSalt(SealedShoe):
        @property
        def salts(self) -> bytes:  # type: ignore[override]
            return b"s" * SALT * self.terms.leaves

    true = dealt_of("fu-bacc")
    sealed = true.shoe.sealed
    weak = OneSalt(sealed.terms, sealed.order, sealed.number, sealed.secret)
    shoe = CutShoe(weak, true.shoe.cuts)
    round = Round(true.config, true.round.wagers, shoe.order).play_out(fallback)
    refused(replace(true, shoe=shoe, round=round).file(), "salt is used twice")


def bad_cuts(true: Dealt) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    file = true.file()
    one, two = file["proof"]["cuts"]
    later = {**two, "spot": 5, "value": "late", "seq": true.log.opened + 1}
    yield "dropped", [one]
    yield "all dropped", []
    yield "added after the bets", [one, two, later]
    yield "added, with a lie about when", [one, two, {**later, "seq": two["seq"]}]
    yield "another value", [{**one, "value": "0" * 32}, two]
    yield "other spots", [{**one, "spot": 2}, two]
    yield "twice", [one, {**two, "spot": 1}]
    yield "in another order", [two, one]
    yield "two in one line", [{**one, "value": f"{one['value']}\nspot 3: {two['value']}"}]
    yield "dice that were never thrown", [one, two, {**two, "spot": 0, "value": "1 1 1"}]


@pytest.mark.clause("HR-36")
def test_cuts_dropped_or_added_or_changed() -> None:
    true = dealt_of("fu-bacc")
    for what, cuts in bad_cuts(true):
        with pytest.raises(Wrong):
            check(changed(true.file(), "proof", "cuts", cuts))
            pytest.fail(what)


@pytest.mark.clause("HR-36")
def test_cuts_after_the_bets_are_refused_even_where_the_cards_follow_them() -> None:
    """The house waits for the bets, knows its order, and adds the cut that it likes best."""
    true = dealt_of("fu-bacc")
    cuts = (*true.shoe.cuts, Cut(5, "the one that makes the dealer win"))
    shoe = CutShoe(true.shoe.sealed, cuts)
    round = Round(true.config, true.round.wagers, shoe.order).play_out(fallback)
    late = true.log._replace(cuts=(*true.log.cuts, true.log.opened + 1))
    refused(replace(true, shoe=shoe, round=round, log=late).file(), "after the bets")


@pytest.mark.clause("HR-36")
def test_cuts_replayed_from_another_round() -> None:
    old, true = dealt_of("fu-bacc", 1), dealt_of("fu-bacc", 2)
    stale = old.file()["proof"]["cuts"]
    refused(changed(true.file(), "proof", "cuts", stale), "made for other cards")
    relabelled = [{**cut, "seal": true.shoe.sealed.seal} for cut in stale]
    refused(changed(true.file(), "proof", "cuts", relabelled))


@pytest.mark.clause("HR-36")
def test_the_log_out_of_order() -> None:
    true = dealt_of("fu-bacc").file()
    log = true["proof"]["log"]
    for change in (
        {"committed": log["bets"]},
        {"committed": log["opened"] + 1},
        {"bets": log["opened"]},
        {"sealed": log["committed"] + 1},
        {"cut": log["opened"] + 1},
    ):
        refused(changed(true, "proof", "log", {**log, **change}))


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("game", ["fu-bacc", "blackjack", PAI_GOW, "down-under-holdem"])
def test_a_card_shown_without_its_proof(game: str) -> None:
    """Cards dealt face down and turned later, too: another card turned there is found."""
    dice = random.Random(5)
    for _ in range(3):
        file = random_dealt(game, dice).file()
        for n in range(len(file["proof"]["cards"])):
            less = changed(
                file, "proof", "cards", [c for i, c in enumerate(file["proof"]["cards"]) if i != n]
            )
            refused(less)
        shown = {card["value"] for card in file["proof"]["cards"]}
        other = next(text(card) for card in DECK if text(card) not in shown)
        for event in range(len(file["view"]["log"])):
            for n, card in enumerate(file["view"]["log"][event].get("cards", [])):
                if card != "??":
                    refused(changed(file, "view", "log", event, "cards", n, other))


@pytest.mark.clause("HR-36")
def test_disclosure_of_other_cards_than_the_sealed_ones() -> None:
    true = dealt_of("fu-bacc")
    order = true.file(None, everything=True)["proof"]["everything"]["order"]
    twice = order[:2] + order[:2] + order[4:]
    swapped = order[2:4] + order[:2] + order[4:]
    file = true.file(None, everything=True)
    refused(changed(file, "proof", "everything", "order", twice), "complete decks")
    refused(changed(file, "proof", "everything", "order", swapped), "not what was sealed")
    refused(changed(file, "proof", "everything", "salts", "00" * 16 * 52), "not what was sealed")


@pytest.mark.clause("HR-36")
def test_a_stacked_deck_is_found_as_soon_as_a_card_is_there_twice() -> None:
    true = dealt_of("fu-bacc")
    ace = true.shoe.order[0]
    stacked = replace(true.shoe.sealed, order=(ace,) * 52)
    shoe = CutShoe(stacked, true.shoe.cuts)
    round = Round(true.config, true.round.wagers, shoe.order, trusted=True).play_out(fallback)
    refused(replace(true, shoe=shoe, round=round).file(), "more of a card than decks")

"""Sealing, cutting, showing card by card; and what stays unseen (HR-36)."""

from __future__ import annotations

import json
import random
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from pitboss.core.cards import HIDDEN, number_of, text
from pitboss.core.errors import BadInput
from pitboss.fairness import chain
from pitboss.fairness.cuts import Cut, checked, counter_source, permuted, random_cut, seed_of
from pitboss.fairness.hashing import Tree, climb
from pitboss.fairness.seal import SealedShoe, Terms, round_commitment
from pitboss.room.proof import places_in_shoe, seen_cards
from pitboss.rounds.config import TableConfig
from pitboss.rounds.views import places
from tests.games.support import ALL_GAMES
from tests.rounds.sealed import open_shoe, random_dealt, whole_shoe

pytestmark = pytest.mark.clause("HR-36")

TERMS = Terms("table-1", "table-1-1", "0" * 64, 1)


def sealed(terms: Terms = TERMS, seed: int = 1) -> SealedShoe:
    return SealedShoe.fresh(terms, random.Random(seed).randbytes)


@pytest.mark.parametrize("leaves", [1, 2, 3, 5, 52, 53, 105, 625])
def test_every_leaf_climbs_to_the_root_and_only_from_its_own_place(leaves: int) -> None:
    hashes = [sha256(bytes([n % 256, n // 256])).digest() for n in range(leaves)]
    tree = Tree(hashes)
    for n in range(leaves):
        path = tree.path(n)
        assert climb(hashes[n], n, leaves, path) == tree.root
        for other in {n ^ 1, (n + 2) % leaves} & set(range(leaves)) - {n}:
            assert climb(hashes[n], other, leaves, path) != tree.root
        assert climb(hashes[n], n, leaves, (*path, tree.root)) is None
        assert leaves == 1 or climb(hashes[n], n, leaves, path[:-1]) is None


def test_the_format_stays_what_is_published() -> None:
    """A downloaded round must verify for ever: these values never change."""
    shoe = sealed(Terms("table-1", "table-1-7", "ab" * 32, 1, 1, 0, 7, dealing=(("each", "# hand 7"),)), 5)
    cut = shoe.cut([Cut(2, "lucky seven"), Cut(1, "00ff")])
    assert shoe.seal == "57f3730561e9e14456e1c416c9ea05fe5e0077dfde07f0e1429b1d90346b25bd"
    assert round_commitment(shoe, 7) == "df4602c6c6c3d271a4e397a158d22ad3e4e0021221d0f8396e032608ff05bf01"
    assert cut.seed.hex() == "b48be61112dcf17f28b52d17fbfd4704a68181ebfc1207d4d7d0009fef18ac02"
    assert cut.positions[:8] == (5, 14, 50, 1, 2, 12, 35, 28)
    assert (shoe.number, cut.number) == (4, 3)
    head = chain.linked(round_commitment(shoe, 7), chain.bets(3, {"tie": 500, "ante": 100}))
    assert head == "48e6faf442ef88d16e0b9fffe89521f7e3b7c8054fa73b46349f9f0eb6ba42ef"


def test_the_commitment_covers_every_input() -> None:
    terms = Terms("table-1", "table-1-1", "0" * 64, 1, 0, 52, 7)
    shoe = SealedShoe.fresh(terms, random.Random(1).randbytes)
    order = list(shoe.order)
    first, second = [*order], [*order]
    first[0], first[1] = first[1], first[0]
    second[60], second[61] = second[61], second[60]
    others = [
        SealedShoe(terms, tuple(first), shoe.number, shoe.secret),
        SealedShoe(terms, tuple(second), shoe.number, shoe.secret),
        SealedShoe(terms, shoe.order, shoe.number % 7 + 1, shoe.secret),
        SealedShoe(terms, shoe.order, shoe.number, bytes(32)),
    ]
    changes: dict[str, Any] = {
        "table": "table-2", "shoe": "table-1-2", "configuration": "1" * 64, "number_by": "dice",
        "dealing": (("once", "0 up 1"),),
    }  # fmt: skip
    for name, value in changes.items():
        others.append(SealedShoe(terms._replace(**{name: value}), shoe.order, shoe.number, shoe.secret))
    commitments = [round_commitment(s, 1) for s in (shoe, *others)]
    commitments.append(round_commitment(shoe, 2))
    later = ((1, 5, "a"), (1, 6, "a"), (1, 5, "b"), (2, 5, "b"))
    commitments += [round_commitment(shoe, *at) for at in later]
    assert len(set(commitments)) == len(commitments)


@pytest.mark.clause("HR-19")
def test_the_permutation_is_unbiased() -> None:
    """All 24 orders of four cards and all 7 numbers, over seeds 0 to 11,999: within chi-square's 99.9 %."""
    orders: Counter[tuple[int, ...]] = Counter()
    numbers: Counter[int] = Counter()
    rounds = 12_000
    for n in range(rounds):
        found = permuted(n.to_bytes(32, "big"), range(4), (), 7)
        orders[found.order] += 1
        numbers[found.shift] += 1
    for counts, kinds, most in ((orders, 24, 49.7), (numbers, 7, 22.5)):
        expected = rounds / kinds
        assert len(counts) == kinds
        assert sum((n - expected) ** 2 / expected for n in counts.values()) < most


def test_a_second_order_and_a_number_have_their_own_draws() -> None:
    found = permuted(b"seed", range(52), range(52, 104), 7)
    assert sorted(found.order[:52]) == list(range(52))
    assert sorted(found.order[52:]) == list(range(52, 104))
    assert [p - 52 for p in found.order[52:]] != list(found.order[:52])
    assert found.order[:52] == permuted(b"seed", range(52), (), 0).order
    read = counter_source(b"seed")
    assert read(32) + read(64) == counter_source(b"seed")(96)


def test_any_cut_changes_the_deal_and_none_is_needed() -> None:
    shoe = sealed()
    deals = [shoe.cut(cuts).order for cuts in ([], [Cut(1, "a")], [Cut(1, "b")], [Cut(2, "a")])]
    assert len(set(deals)) == 4
    assert all(sorted(deal) == list(range(52)) for deal in deals)
    assert shoe.cut([Cut(1, "a"), Cut(2, "b")]).order != shoe.cut([Cut(2, "b"), Cut(1, "a")]).order
    assert shoe.cut([Cut(1, "a"), Cut(1, "b")]).order != shoe.cut([Cut(1, "b")]).order


def test_a_cut_is_plain_text_counts_as_it_was_given_and_dice_are_rolled_once() -> None:
    for value in ("", " ", "a ", " a", "a" * 65, "naïve", "a\nb", "a\x00", "🂡"):
        with pytest.raises(BadInput, match="HR-36"):
            checked([Cut(1, value)])
    given = [Cut(1, "a"), Cut(0, "3 4 1"), Cut(1, "b"), Cut(2, "c")]
    assert checked(given) == tuple(given)
    for wrong in ([Cut(0, "7")], [Cut(0, "3 4 1"), Cut(0, "3 4 1")]):
        with pytest.raises(BadInput, match="PG-02"):
            checked(wrong)
    assert [number_of(roll, 7) for roll in ("1 1 1", "3 3 1", "2 5 1", "6 6 6")] == [3, 7, 1, 4]
    assert len({random_cut() for _ in range(100)}) == 100
    assert seed_of("s", [Cut(1, "a")]) != seed_of("s", [Cut(1, "a"), Cut(2, "")])


@pytest.mark.parametrize("game", ALL_GAMES)
def test_unseen_cards_stay_unseen(game: str) -> None:
    """Neither value nor salt of a card that an observer has not seen is in the file made for him."""
    dice = random.Random(game)
    for _ in range(5):
        dealt = random_dealt(game, dice)
        round, shoe = dealt.round, dealt.shoe
        where = places_in_shoe(round)
        cards = [card for event in round.log if event.kind == "deal" for card in event.cards]
        assert [shoe.order[at] for at in where] == cards
        for spots in [(), *((spot,) for spot in round.stakes)]:
            seen = seen_cards(round, spots)
            file = json.dumps(dealt.file(spots))
            shown = {where[n] for n, yes in enumerate(seen) if yes}
            for at in range(len(shoe.order)):
                assert (shoe.opening(at).salt in file) == (at in shown)
            assert shoe.sealed.secret.hex() not in file
            on_felt = [c for here in places(round, spots).values() for row in here.values() for c in row]
            shown_cards = Counter(cards[n] for n, y in enumerate(seen) if y)
            missing = Counter(c for c in on_felt if c != HIDDEN) - shown_cards
            assert not missing, [text(c) for c in missing]


@pytest.mark.clause("BJ-11")
def test_an_auditor_sees_all_that_was_dealt_and_in_a_shoe_game_everybody_in_the_end() -> None:
    dealt = random_dealt("fu-bacc", random.Random(1))
    assert all(seen_cards(dealt.round, None))
    assert not all(seen_cards(dealt.round, ()))
    # what a discard is proven by, the cards that lay elsewhere, gives nothing away
    for dealt in whole_shoe(TableConfig("blackjack", {"decks": "1", "penetration": "100"}), random.Random(3)):
        assert all(seen_cards(dealt.round, ()))


def test_commitments_of_a_shoes_rounds_differ() -> None:
    rounds = whole_shoe(TableConfig("blackjack", {"decks": "1"}), random.Random(4))
    assert len({dealt.commitment for dealt in rounds}) == len(rounds) > 2
    assert len({dealt.shoe.sealed.seal for dealt in rounds}) == 1
    assert open_shoe(rounds[0].config, random.Random(5)).number is None

"""A house, or a player, that wants another deal: every way tried here must fail to verify (HR-36).

The attacker knows everything, also the house's secret, and may rebuild any part of the file; what he cannot change
is the commitment that was published before the first bet, and what a player's browser has kept."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from pitboss.cards import DECK, text
from pitboss.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.disclosure import Story
from pitboss.rounds.merkle import climb
from pitboss.rounds.proving import verify
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.seal import SALT, CutShoe, SealedShoe
from pitboss.rounds.verifier import REFUSED, check, compare, root_of
from tests.rounds.sealed import Dealt, changed, deal, open_shoe, random_dealt, story_of, whole_shoe

PAI_GOW = "face-up-pai-gow-poker"


def refused(file: dict[str, Any], words: str | None = None) -> None:
    with pytest.raises(REFUSED, match=words):
        check(file)


def dealt_of(game: str, seed: int = 1, **options: str) -> Dealt:
    dice = random.Random(seed)
    config = TableConfig(game, options)
    while True:
        if found := deal(config, open_shoe(config, dice), dice):
            return found


def passed_off(forged: Dealt, true: Dealt) -> dict[str, Any]:
    """A forged round under the commitment that was published for the true one."""
    return forged.file() | {"commitment": true.commitment}


def another(true: Dealt, round: Round, shoe: CutShoe | None = None) -> Dealt:
    """Another round with its own story."""
    shoe = shoe or true.shoe
    return replace(true, round=round, shoe=shoe, story=story_of(round, shoe.cuts, true.story.first))


# the start, the number, the rules


@pytest.mark.clause("HR-36")
def test_another_start() -> None:
    """Down Under Hold'em, where 44 of 52 starts once fitted one hash; and a shoe's second round."""
    true = dealt_of("down-under-holdem")
    wagers = {1: {"ante": 500, "bet": 500}}
    assert check(another(true, Round(true.config, wagers, true.shoe.order).play_out(fallback)).file())
    for start in range(1, 44):
        round = Round(true.config, wagers, true.shoe.order, start, trusted=True).play_out(fallback)
        forged = another(true, round)
        refused(passed_off(forged, true))
        refused(changed(passed_off(forged, true), "proof", "start", 0))
        opened = another(true, Round(true.config, wagers, true.shoe.order)).story.links
        later = replace(forged, number=2, story=Story(forged.story.links, opened))
        refused(passed_off(later, true), "Committed to")
    first, second, *_ = whole_shoe(TableConfig("blackjack"), random.Random(3))
    for skipped in (1, 2, 5):
        start = first.round.cards_used + skipped
        round = Round(second.config, second.round.wagers, second.shoe.order, start).play_out(fallback)
        forged = another(second, round)
        refused(passed_off(forged, second), "Committed to")
        # committed to before the bets on it, it is found beside the round before
        alone = check(forged.file())
        assert any("ended before card" in line for line in compare([alone], [])[1])
        with pytest.raises(REFUSED, match=r"two versions of \('start'"):
            compare([check(first.file()), alone], [])


@pytest.mark.clause("HR-36")
def test_hidden_cards_dealt_to_nobody_do_not_move_the_start() -> None:
    """A burn that no rule knows would start the deal anywhere under one commitment."""
    for game in ("fu-bacc", "blackjack", "ultimate-texas-holdem", PAI_GOW, "lucky-break"):
        true = dealt_of(game)
        for many in (1, 2, 5):
            round = Round(
                true.config,
                true.round.wagers,
                (*true.shoe.order[many : true.config.cards], *true.shoe.order[:many]),
                holders=true.round.holders,
                number=true.shoe.number,
                dice=true.shoe.dice,
                trusted=True,
            ).play_out(fallback)
            burn = {"kind": "deal", "clause": "HR-36", "spot": 0, "place": "burn", "cards": ["??"] * many}
            for at in (0, 1, 2):
                forged = another(true, round).file()
                forged["view"]["log"].insert(at, dict(burn))
                places = {n + many: card for n, card in enumerate(forged["proof"]["cards"])}
                forged["proof"]["cards"] = [
                    {"at": n, **true.shoe.opening(n).to_json()} for n in sorted(places) if n < 52
                ]
                refused(forged)
                refused(changed(forged, "view", "log", at, "place", "hole"))


@pytest.mark.clause("HR-36", "HR-26")
def test_another_player_gets_the_card() -> None:
    """Spots swapped in the log, with cards and proofs that are true."""
    dice = random.Random(11)
    for game in ("fu-bacc", "blackjack", "down-under-holdem", PAI_GOW, "acey-deucey-21"):
        found = 0
        while not found:
            true = random_dealt(game, dice)
            if len(true.round.stakes) < 2 or len(true.round.stakes) > 4:
                continue
            file = true.file(None)
            one, two = list(true.round.stakes)[:2]
            deals = [n for n, event in enumerate(file["view"]["log"]) if event["kind"] == "deal"]
            for a in deals:
                for b in deals:
                    log = file["view"]["log"]
                    if (log[a]["spot"], log[b]["spot"]) == (one, two):
                        swapped = changed(file, "view", "log", a, "spot", two)
                        swapped["view"]["log"][b]["spot"] = one
                        refused(swapped)
                        found += 1


@pytest.mark.clause("HR-36")
def test_the_dealers_cards_change_places() -> None:
    """Fu Bacc's hole and hit card, both face down until the players have decided."""
    dice = random.Random(2)
    while True:
        true = random_dealt("fu-bacc", dice)
        file = true.file()
        shown = [e for e in file["view"]["log"] if e["kind"] == "expose" and e["spot"] == 0]
        if len(shown) == 2 and shown[0]["cards"] != shown[1]["cards"]:
            break
    hole, hit = (file["view"]["log"].index(event) for event in shown)
    swapped = changed(file, "view", "log", hole, "cards", shown[1]["cards"])
    swapped["view"]["log"][hit]["cards"] = shown[0]["cards"]
    refused(swapped, "Without proof")


@pytest.mark.clause("HR-36")
def test_a_card_that_nobody_asked_for() -> None:
    """Blackjack: after the first cards every card is face up, for who has just asked for it, or the dealer."""
    dice = random.Random(4)
    while True:
        true = random_dealt("blackjack", dice)
        asked = [choice for choice in true.round.decisions if choice[1].action == "hit"]
        if asked and len(true.round.stakes) > 1:
            break
    file = true.file()
    log = file["view"]["log"]
    hit = next(n for n, event in enumerate(log) if event["kind"] == "choice" and event["place"] == "hit")
    other = next(spot for spot in true.round.stakes if spot != log[hit]["spot"])
    refused(changed(file, "view", "log", hit + 1, "spot", other), "plan")
    refused(changed(file, "view", "log", hit + 1, "cards", ["??"]), "plan")
    refused(changed(file, "view", "log", hit, "place", "stand"))
    free = changed(file, "view", "log", hit, "place", "stand")
    link = next(
        n for n, link in enumerate(free["proof"]["links"]) if link[0] == "chose" and link[2][0] == "hit"
    )
    free["proof"]["links"][link][2][0] = "stand"
    refused(free, "plan")


@pytest.mark.clause("HR-36", "PG-02")
def test_another_number_drawn() -> None:
    """Face Up Pai Gow Poker, where one hash fitted seven rounds: the house grinds over all of them."""
    true = dealt_of(PAI_GOW)
    assert check(true.file())
    assert true.shoe.number is not None
    for number in range(1, 8):
        round = Round(
            true.config,
            true.round.wagers,
            true.shoe.order,
            holders=true.round.holders,
            number=number,
            dice=true.shoe.dice,
            trusted=True,
        ).play_out(fallback)
        forged = another(true, round)
        if number == true.shoe.number:
            assert check(passed_off(forged, true))
            continue
        refused(passed_off(forged, true), "plan")
        sealed = true.shoe.sealed
        other = replace(sealed, number=(sealed.number - 1 + number - true.shoe.number) % 7 + 1)
        moved = another(true, round, CutShoe(other, true.shoe.cuts))
        refused(passed_off(moved, true), "Committed to")
        kept_root = passed_off(moved, true)
        kept_root["proof"]["shoe"]["root"] = sealed.tree.root.hex()
        refused(kept_root)


@pytest.mark.clause("HR-36", "PG-02")
def test_dice_say_another_number_or_nothing_that_dice_say() -> None:
    true = dealt_of(PAI_GOW, first_hand="dice")
    assert check(true.file())
    links = true.file()["proof"]["links"]
    at = links.index(["cut", 0, "3 1 6"])
    for roll in (
        "3 1 5",
        "+3 1 6",
        "3 1 6 ",
        "3  1 6",
        "03 1 6",
        "1_0",
        "３ 1 6",
        "3\n1 6",
        "",
        "9 1",
        [3, 1, 6],
    ):
        refused(changed(true.file(), "proof", "links", at, 2, roll))
    # rolled until it pleased; or entered where a generator draws
    refused(changed(true.file(), "proof", "links", [*links[: at + 1], ["cut", 0, "1 1 1"], *links[at + 1 :]]))
    generator = dealt_of(PAI_GOW)
    links = generator.file()["proof"]["links"]
    refused(changed(generator.file(), "proof", "links", [["cut", 0, "1 1 1"], *links]), "Dice, number")


@pytest.mark.clause("HR-36")
def test_another_configuration_or_plan_of_dealing() -> None:
    true = dealt_of("blackjack").file()
    soft_17 = "hit" if true["proof"]["configuration"]["options"]["soft_17"] == "stand" else "stand"
    refused(changed(true, "proof", "configuration", "options", "soft_17", soft_17))
    refused(changed(true, "proof", "configuration", "chip_cents", 1))
    refused(
        changed(true, "proof", "shoe", "dealing", [["once", "0 burn 2"], *true["proof"]["shoe"]["dealing"]])
    )
    # sealed from the start, it proves nothing about who chose; but it is not how the game is dealt
    dealt = dealt_of("fu-bacc")
    terms = dealt.shoe.sealed.terms._replace(dealing=(*dealt.shoe.sealed.terms.dealing, ("play", "fold 1")))
    shoe = CutShoe(replace(dealt.shoe.sealed, terms=terms), dealt.shoe.cuts)
    round = Round(dealt.config, dealt.round.wagers, shoe.order, holders=dealt.round.holders).play_out(
        fallback
    )
    forged = another(dealt, round, shoe).file()
    assert check(forged)
    with pytest.raises(BadInput, match="not dealt by this plan"):
        verify(forged)


@pytest.mark.clause("HR-36")
def test_another_table_or_round_or_game() -> None:
    true = dealt_of("fu-bacc").file()
    refused(changed(true, "table", "table-2"))
    refused(changed(true, "number", 2))
    refused(changed(true, "id", "table-1-2"), "The round: table-1-1, not table-1-2")
    refused(changed(true, "game", "blackjack"), "Over, game")
    refused(changed(true, "view", "game", "blackjack"), "Over, game")
    refused(changed(true, "finished", False), "Over, game")
    refused(changed(true, "proof", "shoe", "shoe", "table-1-2"))


# the cards


@pytest.mark.clause("HR-36", "BJ-11")
def test_a_swapped_second_order() -> None:
    """The discards that are dealt when a shoe has run out were sealed with the shoe."""
    config = TableConfig("blackjack", {"decks": "1", "penetration": "100"})
    dice = random.Random(7)
    while True:
        last = whole_shoe(config, dice)[-1]
        cards = last.file()["proof"]["cards"]
        if last.round.discards and len([c for c in cards if c["at"] >= 52]) > 1:
            break
    assert check(last.file())
    sealed = last.shoe.sealed
    second = list(sealed.order[52:])
    dice.shuffle(second)
    other = replace(sealed, order=(*sealed.order[:52], *second))
    forged_shoe = CutShoe(other, last.shoe.cuts)
    round = Round(
        config, last.round.wagers, forged_shoe.order, last.round.start, last.round.holders
    ).play_out(fallback)
    forged = passed_off(another(last, round, forged_shoe), last)
    refused(forged)
    forged["proof"]["shoe"]["root"] = sealed.tree.root.hex()
    refused(forged, "not sealed")
    # a discard passed over, as if it had lain on the table; or one dealt that lies there
    for n, card in enumerate(cards):
        if card["at"] >= 52:
            refused(changed(last.file(), "proof", "cards", cards[:n] + cards[n + 1 :]))
    extra = {"at": cards[-1]["at"] + 1, **last.shoe.opening(cards[-1]["at"] + 1).to_json()}
    refused(changed(last.file(), "proof", "cards", [*cards, extra]))


@pytest.mark.clause("HR-36")
def test_a_card_moved_within_the_path() -> None:
    file = dealt_of("fu-bacc").file(None)
    cards = file["proof"]["cards"]
    one, two = cards[0], cards[1]
    refused(changed(file, "proof", "cards", 0, "value", two["value"]))
    refused(changed(file, "proof", "cards", 0, "position", two["position"]))
    refused(changed(file, "proof", "cards", 0, "position", one["position"] + 64))
    refused(changed(file, "proof", "cards", 0, "path", one["path"][::-1]))
    refused(changed(file, "proof", "cards", 0, "path", one["path"][:-1]))
    refused(changed(file, "proof", "cards", 0, "path", [*one["path"], "00" * 32]))
    refused(changed(file, "proof", "cards", 0, {**two, "at": one["at"]}))
    swapped = changed(file, "proof", "cards", 0, {**two, "at": one["at"]})
    swapped["proof"]["cards"][1] = {**one, "at": two["at"]}
    refused(swapped, "not sealed there")
    # an inner node cannot be taken for a leaf, nor a byte of the salt for a part of the card
    refused(changed(file, "proof", "cards", 0, "salt", one["salt"] + "00"))
    refused(changed(file, "proof", "cards", 0, "salt", one["salt"].upper()))
    longer = changed(file, "proof", "cards", 0, "value", one["value"] + "0")
    longer["proof"]["cards"][0]["salt"] = one["salt"][2:]
    refused(longer, "No card")


@pytest.mark.clause("HR-36")
def test_a_node_that_fits_two_cards() -> None:
    """A house hashes five leaves in one group, two of them for the second place, and cuts up the path to the one that
    suits it after the cuts: as long as hashes in a path may have any length, both lead to the root."""
    salts = [bytes([n]) * SALT for n in range(5)]
    places, values = (0, 1, 1, 2, 3), ("2c", "As", "Kd", "3c", "4c")
    zero, ace, king, two, three = (
        sha256(b"\0" + place.to_bytes(4, "big") + value.encode() + salt).digest()
        for place, value, salt in zip(places, values, salts, strict=True)
    )
    root = sha256(b"\1" + zero + ace + king + two + three).hexdigest()
    for value, salt, path in (
        ("As", salts[1], [zero, king + two, three]),
        ("As", salts[1], [zero, king + two + three, b""]),
        ("Kd", salts[2], [zero + ace, two, three]),
    ):
        card = {
            "at": 0,
            "position": 1,
            "value": value,
            "salt": salt.hex(),
            "path": [node.hex() for node in path],
        }
        with pytest.raises(REFUSED, match="No hashes in a path"):
            assert root_of(card, 4) != root
        assert climb(ace if value == "As" else king, 1, 4, path) is None
    file = dealt_of("fu-bacc").file(None)
    one, two_, *rest = file["proof"]["cards"][0]["path"]
    refused(changed(file, "proof", "cards", 0, "path", [one + two_, "", *rest]), "No hashes in a path")


class OneSalt(SealedShoe):
    @property
    def salts(self) -> bytes:  # type: ignore[override]
        return b"s" * SALT * self.terms.leaves


@pytest.mark.clause("HR-36")
def test_a_salt_reused() -> None:
    """With one salt for all, a shown card would give the unseen ones away."""
    true = dealt_of("fu-bacc")
    sealed = true.shoe.sealed
    shoe = CutShoe(OneSalt(sealed.terms, sealed.order, sealed.number, sealed.secret), true.shoe.cuts)
    round = Round(true.config, true.round.wagers, shoe.order).play_out(fallback)
    refused(another(true, round, shoe).file(), "A salt serves twice")


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
def test_nothing_shown_proves_nothing() -> None:
    true = dealt_of("fu-bacc").file()
    empty = changed(true, "view", "log", [])
    empty["proof"]["cards"] = []
    empty["proof"]["links"] = [link for link in empty["proof"]["links"] if link[0] != "chose"]
    refused(empty, "No card was shown")
    refused(changed(true, "proof", None), "of another kind .*none yet")


@pytest.mark.clause("HR-36")
def test_whatever_is_not_known_is_refused() -> None:
    true = dealt_of("fu-bacc").file()
    event = true["view"]["log"][2]
    for where, name in (
        ((), "note"),
        (("proof",), "earlier"),
        (("proof", "shoe"), "start"),
        (("proof", "cards", 0), "n"),
        (("view",), "bonus"),
        (("round",), "config"),
        (("view", "log", 2), "seen"),
    ):
        refused(changed(true, *where, name, 0), "Not exactly")
    refused(changed(true, "view", "log", 2, {**event, "kind": "burn", "cards": ["2c"]}))
    said = {"kind": "banana", "clause": "X", "spot": 1, "text": "you win"}
    refused(changed(true, "view", "log", [*true["view"]["log"], said]), "Odd")
    for name in ("stakes", "net_cents", "settlements"):
        less = changed(true, "opened_us", 0)
        del less["view"][name]
        refused(less, "Not exactly")
    refused(changed(true, "proof", "kind", 5), "of another kind")
    refused(changed(true, "proof", "number", 1), "Dice, number")
    refused(changed(true, "proof", "links", [["shuffled", 0, ""], *true["proof"]["links"]]), "Not now")
    for where in (("proof", "shoe"), ("proof",)):
        for name in true["proof"]["shoe"] if where[-1] == "shoe" else true[where[0]]:
            less = changed(true, "opened_us", 0)
            at = less
            for step in where:
                at = at[step]
            del at[name]
            refused(less)

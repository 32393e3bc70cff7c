"""A house, or a player, that wants another deal: every way tried here must fail to verify (HR-36).

The attacker knows everything, also the house's secret, and may rebuild any part of the file; what he cannot change
is the commitment that was published before the first bet, and what a player's browser has kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from hashlib import sha256
from operator import getitem
from typing import Any

import pytest

from pitboss.core.cards import DECK, text
from pitboss.core.errors import BadInput
from pitboss.fairness import chain
from pitboss.fairness.cuts import Cut
from pitboss.fairness.download import verify
from pitboss.fairness.hashing import climb
from pitboss.fairness.seal import SALT, CutShoe, SealedShoe
from pitboss.fairness.verifier import REFUSED, check, compare, root_of
from pitboss.room.proof import Story
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from tests.rounds.sealed import Dealt, changed, deal, open_shoe, random_dealt, story_of, whole_shoe

pytestmark = pytest.mark.clause("HR-36")

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


def replayed(true: Dealt, **other: Any) -> Round:
    """The same wagers with something else, played until time is up."""
    shoe = true.shoe
    given = {"order": shoe.order, "holders": true.round.holders, "number": shoe.number, "dice": shoe.dice}
    return Round(true.config, true.round.wagers, **{**given, "trusted": True, **other}).play_out(fallback)


# the start, the number, the rules


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
        forged = another(second, replayed(second, start=first.round.cards_used + skipped))
        refused(passed_off(forged, second), "Committed to")
        # committed to before the bets on it, it is found beside the round before
        alone = check(forged.file())
        assert any("ended before card" in line for line in compare([alone], [])[1])
        with pytest.raises(REFUSED, match=r"two versions of \('start'"):
            compare([check(first.file()), alone], [])


def test_hidden_cards_dealt_to_nobody_do_not_move_the_start() -> None:
    """A burn that no rule knows would start the deal anywhere under one commitment."""
    for game in ("fu-bacc", "blackjack", "ultimate-texas-holdem", PAI_GOW, "lucky-break"):
        true = dealt_of(game)
        for many in (1, 2, 5):
            order = (*true.shoe.order[many : true.config.cards], *true.shoe.order[:many])
            round = replayed(true, order=order)
            burn = {"kind": "deal", "clause": "HR-36", "spot": 0, "place": "burn", "cards": ["??"] * many}
            for at in (0, 1, 2):
                forged = another(true, round).file()
                forged["view"]["log"].insert(at, dict(burn))
                places = {n + many: card for n, card in enumerate(forged["proof"]["cards"])}
                known = [n for n in sorted(places) if n < 52]
                forged["proof"]["cards"] = [{"at": n, **true.shoe.opening(n).to_json()} for n in known]
                refused(forged)
                refused(changed(forged, "view", "log", at, "place", "hole"))


@pytest.mark.clause("HR-26")
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
    links = free["proof"]["links"]
    next(link for link in links if link[0] == "chose" and link[2][0] == "hit")[2][0] = "stand"
    refused(free, "plan")


@pytest.mark.clause("PG-02")
def test_another_number_drawn() -> None:
    """Face Up Pai Gow Poker, where one hash fitted seven rounds: the house grinds over all of them."""
    true = dealt_of(PAI_GOW)
    assert check(true.file())
    assert true.shoe.number is not None
    for number in range(1, 8):
        round = replayed(true, number=number)
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


@pytest.mark.clause("PG-02")
def test_dice_say_another_number_or_nothing_that_dice_say() -> None:
    true = dealt_of(PAI_GOW, first_hand="dice")
    assert check(true.file())
    links = true.file()["proof"]["links"]
    at = links.index(["cut", 0, "3 1 6"])
    for roll in (
        "3 1 5", "+3 1 6", "3 1 6 ", "3  1 6", "03 1 6", "1_0", "３ 1 6", "3\n1 6", "", "9 1", [3, 1, 6],
    ):  # fmt: skip
        refused(changed(true.file(), "proof", "links", at, 2, roll))
    # rolled until it pleased; or entered where a generator draws
    refused(changed(true.file(), "proof", "links", [*links[: at + 1], ["cut", 0, "1 1 1"], *links[at + 1 :]]))
    generator = dealt_of(PAI_GOW)
    links = generator.file()["proof"]["links"]
    refused(changed(generator.file(), "proof", "links", [["cut", 0, "1 1 1"], *links]), "Dice, number")


def test_another_configuration_or_plan_of_dealing() -> None:
    true = dealt_of("blackjack").file()
    soft_17 = "hit" if true["proof"]["configuration"]["options"]["soft_17"] == "stand" else "stand"
    refused(changed(true, "proof", "configuration", "options", "soft_17", soft_17))
    refused(changed(true, "proof", "configuration", "chip_cents", 1))
    burned = [["once", "0 burn 2"], *true["proof"]["shoe"]["dealing"]]
    refused(changed(true, "proof", "shoe", "dealing", burned))
    # sealed from the start, it proves nothing about who chose; but it is not how the game is dealt
    dealt = dealt_of("fu-bacc")
    terms = dealt.shoe.sealed.terms._replace(dealing=(*dealt.shoe.sealed.terms.dealing, ("play", "fold 1")))
    shoe = CutShoe(replace(dealt.shoe.sealed, terms=terms), dealt.shoe.cuts)
    forged = another(dealt, replayed(dealt, order=shoe.order, trusted=False), shoe).file()
    assert check(forged)
    with pytest.raises(BadInput, match="not dealt by this plan"):
        verify(forged)


# the cards


@pytest.mark.clause("BJ-11")
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
    round = replayed(last, order=forged_shoe.order, start=last.round.start)
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


def test_a_card_moved_within_the_path() -> None:
    file = dealt_of("fu-bacc").file(None)
    cards = file["proof"]["cards"]
    one, two = cards[0], cards[1]
    for change in (
        ("value", two["value"]), ("position", two["position"]), ("position", one["position"] + 64),
        ("path", one["path"][::-1]), ("path", one["path"][:-1]), ("path", [*one["path"], "00" * 32]),
        # an inner node cannot be taken for a leaf, nor a byte of the salt for a part of the card
        ("salt", one["salt"] + "00"), ("salt", one["salt"].upper()), ({**two, "at": one["at"]},),
    ):  # fmt: skip
        refused(changed(file, "proof", "cards", 0, *change))
    swapped = changed(file, "proof", "cards", 0, {**two, "at": one["at"]})
    swapped["proof"]["cards"][1] = {**one, "at": two["at"]}
    refused(swapped, "not sealed there")
    longer = changed(file, "proof", "cards", 0, "value", one["value"] + "0")
    longer["proof"]["cards"][0]["salt"] = one["salt"][2:]
    refused(longer, "No card")


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
        hexes = [node.hex() for node in path]
        card = {"at": 0, "position": 1, "value": value, "salt": salt.hex(), "path": hexes}
        with pytest.raises(REFUSED, match="No hashes in the path"):
            assert root_of(card, 4) != root
        assert climb(ace if value == "As" else king, 1, 4, path) is None
    file = dealt_of("fu-bacc").file(None)
    one, two_, *rest = file["proof"]["cards"][0]["path"]
    refused(changed(file, "proof", "cards", 0, "path", [one + two_, "", *rest]), "No hashes in the path")


class OneSalt(SealedShoe):
    @property
    def salts(self) -> bytes:  # type: ignore[override]
        return b"s" * SALT * self.terms.leaves


def test_a_salt_reused() -> None:
    """With one salt for all, a shown card would give the unseen ones away."""
    true = dealt_of("fu-bacc")
    sealed = true.shoe.sealed
    shoe = CutShoe(OneSalt(sealed.terms, sealed.order, sealed.number, sealed.secret), true.shoe.cuts)
    refused(another(true, replayed(true, order=shoe.order), shoe).file(), "A salt serves twice")


@pytest.mark.parametrize("game", ["fu-bacc", "blackjack", PAI_GOW, "down-under-holdem"])
def test_a_card_shown_without_its_proof(game: str) -> None:
    """Cards dealt face down and turned later, too: another card turned there is found."""
    dice = random.Random(5)
    for _ in range(3):
        file = random_dealt(game, dice).file()
        for n in range(len(file["proof"]["cards"])):
            cards = file["proof"]["cards"]
            refused(changed(file, "proof", "cards", cards[:n] + cards[n + 1 :]))
        shown = {card["value"] for card in file["proof"]["cards"]}
        other = next(text(card) for card in DECK if text(card) not in shown)
        for event in range(len(file["view"]["log"])):
            for n, card in enumerate(file["view"]["log"][event].get("cards", [])):
                if card != "??":
                    refused(changed(file, "view", "log", event, "cards", n, other))


def test_nothing_shown_proves_nothing() -> None:
    empty = changed(dealt_of("fu-bacc").file(), "view", "log", [])
    empty["proof"]["cards"] = []
    empty["proof"]["links"] = [link for link in empty["proof"]["links"] if link[0] != "chose"]
    refused(empty, "No card was shown")


SAID = {"kind": "banana", "clause": "X", "spot": 1, "text": "you win"}
# the way to a value of the file, what stands there instead, and in which words that is refused
CHANGES: list[tuple[Any, ...]] = [
    ("table", "table-2", None), ("number", 2, None), ("proof", "shoe", "shoe", "table-1-2", None),
    ("id", "table-1-2", "The round: table-1-1, not table-1-2"),
    ("game", "blackjack", "The game, and its rules"), ("view", "game", "blackjack", "The game, and its rules"),
    ("finished", False, "Over"),
    # whatever is not known
    ("note", 0, "Not exactly"), ("proof", "earlier", 0, "Not exactly"), ("proof", "shoe", "start", 0, "Not exactly"),
    ("proof", "cards", 0, "n", 0, "Not exactly"), ("view", "bonus", 0, "Not exactly"),
    ("round", "config", 0, "Not exactly"), ("view", "log", 2, "seen", 0, "Not exactly"),
    ("reveal", {"salt": "00", "order": "AhKd"}, "Not exactly"),
    ("view", "log", lambda log: [*log[:2], {**log[2], "kind": "burn", "cards": ["2c"]}, *log[3:]], None),
    ("view", "log", lambda log: [*log, SAID], "Odd"),
    ("proof", None, "no proof of kind"), ("proof", "kind", 5, "no proof of kind"),
    ("proof", "number", 1, "Dice, number"),
    ("proof", "links", lambda links: [["shuffled", 0, ""], *links], "Not now"),
    ("proof", "links", lambda links: [*links, ["void", 0, ""]], "Not now"),
    ("proof", "first", None, "The shoe's first round"), ("proof", "first", {}, "The shoe's first round"),
    # a file of any size comes to an end
    *(("proof", "shoe", "cards", many, None) for many in (0, 51, 70_000, -52)),
    ("proof", "shoe", "numbers", 70_000, None),
]  # fmt: skip
# the same of a file in which all cards are disclosed
DISCLOSED: list[tuple[Any, ...]] = [
    ("proof", "cards", lambda cards: [*cards[:3], {**cards[3], "value": cards[4]["value"]}, *cards[4:]], None),
    ("proof", "cards", lambda cards: [*cards[:-1], cards[0]], None),
    ("proof", "cards", lambda cards: cards[:-1], None),
    ("proof", "cards", 51, "value", "01", "No card"),
    ("proof", "cards", lambda cards: [*({**c, "at": c["at"] - 52} for c in cards[:10]), *cards[:-10]], "there twice"),
]  # fmt: skip


def test_a_file_says_what_it_says_and_nothing_else() -> None:
    true = dealt_of("fu-bacc")
    whole = true.file(None, everything=True)
    assert "complete decks" in check(whole).lines[-1]
    for file, changes in ((true.file(), CHANGES), (whole, DISCLOSED)):
        for *way, value, words in changes:
            at = reduce(getitem, way, file) if callable(value) else None
            refused(changed(file, *way, value(at) if callable(value) else value), words)


def test_no_part_of_a_file_may_be_missing() -> None:
    true = dealt_of("fu-bacc").file()
    parts = [("view", name) for name in ("stakes", "net_cents", "settlements")]
    parts += [("proof", name) for name in true["proof"]]
    for *way, name in [*parts, *(("proof", "shoe", name) for name in true["proof"]["shoe"])]:
        less = changed(true, "opened_us", 0)
        del reduce(getitem, way, less)[name]
        refused(less, "Not exactly" if way == ["view"] else None)


# a house that tells another story of who cut, bet and decided, or two: found by whoever kept a head


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
    yield "from a player who was never seen", put(at, ["cut", 7, "x"], ["closed", 0, [*seats, 7]])
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


def test_the_house_grinds_over_invented_contributions() -> None:
    """The house waits for the bets, knows its order, and invents a player with the cut that it likes best: the file
    is sound in itself, but not what the players' browsers were shown."""
    true = dealt_of("fu-bacc")
    mine = true.receipt()
    cuts = (*true.shoe.cuts, Cut(5, "the one that makes the dealer win"))
    shoe = CutShoe(true.shoe.sealed, cuts)
    forged = another(true, replayed(true, order=shoe.order), shoe)
    assert "[1, 3, 5]" in str(check(forged.file()).lines)
    with pytest.raises(REFUSED, match="another chain"):
        compare([check(forged.file())], [mine])
    with pytest.raises(REFUSED, match="two versions"):
        compare([check(forged.file()), check(true.file())], [])


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
    spot, value, head = mine["sent"][0]
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


def test_cuts_replayed_from_another_round() -> None:
    old, true = dealt_of("fu-bacc", 1), dealt_of("fu-bacc", 2)
    with pytest.raises(REFUSED, match="two versions of"):
        compare([check(old.file()), check(true.file())], [])
    refused(changed(true.file(), "proof", "links", old.file()["proof"]["links"]))
    first, second, *_ = whole_shoe(TableConfig("blackjack"), random.Random(3))
    stale, *_ = whole_shoe(TableConfig("blackjack"), random.Random(4))
    closed = [link for link in stale.file()["proof"]["links"] if link[0] != "chose"]
    refused(changed(second.file(), "proof", "first", closed), "Committed to")
    refused(changed(second.file(), "proof", "first", []))
    whole = first.file()["proof"]["links"]
    refused(changed(second.file(), "proof", "first", whole), "The cutting of the shoe")
    spot = second.file()["proof"]["links"][0][1]
    again = [["cut", spot, "again"], *second.file()["proof"]["links"]]
    refused(changed(second.file(), "proof", "links", again), "The cutting of the shoe")


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


@pytest.mark.clause("BJ-11")
def test_a_stacked_deck_is_found_as_soon_as_a_card_is_there_twice() -> None:
    """In the order, and in the second order too."""
    true = dealt_of("fu-bacc")
    ace = true.shoe.order[0]
    shoe = CutShoe(replace(true.shoe.sealed, order=(ace,) * 52), true.shoe.cuts)
    refused(another(true, replayed(true, order=shoe.order), shoe).file(), "more of a card")
    first = whole_shoe(TableConfig("blackjack", {"decks": "1"}), random.Random(1))[0]
    sealed = first.shoe.sealed
    stacked = replace(sealed, order=(*sealed.order[:52], *(sealed.order[52],) * 52))
    shoe = CutShoe(stacked, first.shoe.cuts)
    forged = another(first, replayed(first, order=shoe.order), shoe)
    refused(forged.file(None, everything=True), "more of a card")

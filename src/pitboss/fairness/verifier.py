"""Check rounds of a pitboss card room without trusting it.

    python verify_round.py ROUND.json [MORE.json ...] [--receipt MINE.json ...]

ROUND.json is the file of a round as the room offers it; MINE.json is the receipt that a player's own browser kept.
Before the first bet the house sealed the order of its cards and published a hash. Then the players' values cut the
cards. The check goes step by step, each in a function or class below:

1. `seal_of`: the shoe was sealed for this table, these rules and this plan of dealing.
2. `Chain`: cuts, bets, the close of bets and all decisions follow one another as they were published.
3. `permutation`: the cuts decide which sealed card is dealt when.
4. `root_of`: every card that was shown was sealed at the place from which it was dealt.
5. `Cloth`: every card went where the plan of dealing says, and nothing was turned up that did not lie there.
6. `check_decisions`: the log of the round tells the decisions of the chain.
7. `compare`: several rounds, and the receipts of players, tell one story.

What is not known here is refused, and what is not proven is said. Python 3.9 is all that is needed.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

NOT_PROVEN = [
    "That the cards nobody was shown complete the decks: an auditor sees them, or full disclosure shows them.",
    "That nobody at the table works for the house: whoever knows its order and cuts last can choose the cards.",
    "That a cut could not be guessed, that dice showed what was entered, that the shoe was changed when it was due.",
    "That the game's rules want this plan, these decks and these decisions: pitboss verify-round checks them.",
    "What else the house says (words, felt, your spots, amounts, settlements, times), and that you were paid.",
]
NO_RECEIPT = (
    "That the house told this story while you played: lay the receipt that your browser kept beside it."
)

# The names that each part of a file has, all of them and no others.
FILE = "id table number game finished commitment opened_us view round proof"
VIEW = "game finished stakes on_felt waiting_for net_cents places pending settlements log"
EVENT = "kind clause spot"
EVENT_MAY_HAVE = "place cards amount_cents text settlement jackpot detail"
PROOF = "kind configuration shoe start links first spots number cards"
SHOE = "shoe decks jokers second numbers number_by dealing root"
LEAF = "position value salt path"
RECEIPT = "table round commitment heads sent"

KIND = 1
"""the kind of proof that is checked here"""
EVENT_KINDS = {"step", "say", "deal", "expose", "move", "clear", "bet", "choice", "settle", "jackpot"}
CARD = re.compile("[2-9TJQKA][cdhs]|Jk")
NUMBER = re.compile("0[1-9]")
HIDDEN = "??"
NODE_WIDTHS = (4, 4, *[2] * 9)
"""how many neighbours are hashed together, level by level, from the leaves up"""

# The links of a chain, as JSON: before bets are closed, and after.
SPOT = r"[1-9]\d?"
LEAVES = rf'\["leaves", {SPOT}, null]'
BEFORE_CLOSE = re.compile(
    rf'\["cut", (0, "[1-6] [1-6] [1-6]"|{SPOT}, "[!-~]([ -~]*[!-~])?")]'
    rf'|\["bets", {SPOT}, {{("[^"]+": [1-9]\d*(, )?)*}}]|\["closed", 0, \[[\d, ]*]]|{LEAVES}'
)
AFTER_CLOSE = re.compile(
    rf'\["chose", {SPOT}, \["[^"]+", \d+(, "[0-9a-f]{{64}}")?]]|\["void", 0, ".+"]|{LEAVES}'
)


class Wrong(ValueError):
    """Something does not hold; the message says what."""


REFUSED = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""what a wrong file may end in: `Wrong`, or it is no file of a round at all"""


def need(right: object, problem: str) -> None:
    if not right:
        raise Wrong(problem)


def need_same(what: str, found: Any, wanted: Any) -> None:
    need(json.dumps(found) == json.dumps(wanted), f"{what}: {found}, not {wanted}.")


def only(value: Any, must: str, may: str = "") -> Any:
    """An object that has these names and no others."""
    names = set(value)
    right = set(must.split()) <= names <= set(f"{must} {may}".split())
    need(right, f"Not exactly {must}: {', '.join(value)}.")
    return value


def hash_of(value: Any) -> str:
    """SHA-256 of a value as canonical JSON: names sorted, no blanks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


# 1. the seal


def seal_of(table: str, configuration: Any, shoe: Any) -> str:
    return hash_of(["pitboss shoe 1", table, hash_of(configuration), shoe])


def commitment_of(seal: str, round_id: str, start: int, cut: str) -> str:
    """What was published before the bets of a round. `cut` is the head of the chain at which the cards were cut; before
    a shoe's first round it is still to come."""
    return hash_of(["pitboss round 1", seal, round_id, start, cut])


# 2. the chain


class Chain:
    """What happened at the table, in order: every link is hashed with all that came before it."""

    def __init__(self, commitment: str, links: Any) -> None:
        self.heads = [commitment]
        """the hash after each link: screens showed them while the round was played"""
        self.cuts: list[Any] = []
        self.dice = ""
        self.bets: dict[int, Any] = {}
        self.seats: list[int] = []
        """the seats that were held when bets were closed"""
        self.closed = ""
        """the head when bets were closed"""
        self.choices: list[Any] = []
        """spot, action, amount, and the mark of the cards where a hand was set"""
        self.void = ""
        self.early: list[Any] = []
        """the links before bets were closed"""
        for link in links:
            self._add(link)
        need(self.closed, "Bets were never closed.")
        self.spots = sorted(spot for spot, bets in self.bets.items() if bets)
        need(self.spots, "Nobody has bet.")
        self._check_seats()

    def _add(self, link: Any) -> None:
        form = AFTER_CLOSE if self.closed else BEFORE_CLOSE
        need(form.fullmatch(json.dumps(link)) and not self.void, f"Not now: {link}.")
        kind, spot, value = link
        self.heads.append(hash_of([self.heads[-1], *link]))
        if not self.closed and kind != "closed":
            self.early.append(link)
        if kind == "cut":
            # a cut counts as it was given, even if the player leaves
            need(spot or not self.dice, "Dice were rolled twice.")
            self.cuts.append([spot, value])
            self.dice = self.dice if spot else value
        elif kind == "closed":
            self.seats, self.closed = value, self.heads[-1]
        elif kind == "chose":
            self.choices.append([spot, *value])
        elif kind == "void":
            self.void = value
        elif not self.closed:  # bets, or a spot that was left
            self.bets[spot] = value or {}

    def _check_seats(self) -> None:
        last_link = {spot: kind for kind, spot, _ in self.early}
        for spot, last in last_link.items():
            seated = last == "leaves" or spot in (0, *self.seats)
            need(seated, f"Spot {spot} has cut or bet, and nobody sits there.")
        for spot, *_ in self.choices:
            need(spot in self.spots, f"Spot {spot} has decided without a bet.")


# 3. the cut


def permutation(seed: str, first: int, second: int, numbers: int) -> tuple[list[int], int]:
    """The places of the sealed order in the order of dealing, and what is added to the number drawn.

    Hashes of the seed and a counter are read as numbers of two bytes; numbers that would favour a place are skipped;
    Fisher-Yates makes a permutation of them, of each of the two orders by itself."""
    blocks = (sha256(bytes.fromhex(seed) + n.to_bytes(8, "big")).digest() for n in range(1 << 20))
    stream = (int.from_bytes(block[at : at + 2], "big") for block in blocks for at in range(0, 32, 2))

    def below(n: int) -> int:
        return next(value % n for value in stream if value < 65536 - 65536 % n)

    order = list(range(first + second))
    for begin, size in ((0, first), (first, second)):
        for last in range(size - 1, 0, -1):
            other = begin + below(last + 1)
            order[begin + last], order[other] = order[other], order[begin + last]
    return order, below(numbers) if numbers else 0


# 4. the cards


def root_of(leaf: Any, leaves: int) -> str:
    """The root of the Merkle tree to which a card (or the number drawn) at its position, with its salt, leads."""
    only(leaf, LEAF, "at")
    position, value = leaf["position"], leaf["value"]
    need((CARD if "at" in leaf else NUMBER).fullmatch(value), f"No card: {value}.")
    hashes = ",".join([leaf["salt"], *leaf["path"]])
    need(re.fullmatch("[0-9a-f]{32}(,[0-9a-f]{64})*", hashes), f"No hashes in the path of {value}.")
    path = [bytes.fromhex(node) for node in leaf["path"]]
    node = sha256(b"\0" + position.to_bytes(4, "big") + value.encode() + bytes.fromhex(leaf["salt"])).digest()
    for width in NODE_WIDTHS:
        before = position % width
        neighbours = min(width, leaves - position + before) - 1  # the last group of a level may be smaller
        if neighbours:
            node = sha256(b"\1" + b"".join([*path[:before], node, *path[before:neighbours]])).digest()
        path, position, leaves = path[neighbours:], position // width, -(-leaves // width)
    need(not path, f"The path of {value} is too long.")  # one that is too short leads elsewhere
    return node.hex()


# 5. the felt


class Cloth:
    """Where the cards lie. Each card that is dealt is the next one of the shoe and goes where the plan says."""

    def __init__(
        self, plan: Any, chain: Chain, ring: list[int], cards: Iterable[Any], size: int, start: int
    ) -> None:
        """`ring`: the seats from the first hand on, 0 for the dealer; `size`: how many cards the shoe has."""
        self.first = {card["at"] - start: card["value"] for card in cards if card["at"] < size}
        """the cards shown, by their number in this round"""
        self.second = [card["value"] for card in cards if card["at"] >= size]
        """the second order, dealt from where the shoe runs out in mid-round"""
        self.runs_out_at = size - start
        self.dealt: list[Any] = []
        """every card dealt; None where it was not shown"""
        self.lying: dict[str, list[Any]] = {}
        self.discards: Counter[Any] = Counter()
        self.fixed = list(self._fixed(plan, chain, ring))
        """what is dealt next by the plan: spot, place, how many"""
        self.moves = [item for who, *items in plan if who == "moves" for item in items]
        self.asked_by = dict(item.split(" ") for who, *items in plan if who == "play" for item in items)
        """how many cards a decision asks for, after the fixed ones"""
        self.deciding, self.asked = 0, 0
        """the spot that decided last, and how many cards it may still get"""

    @staticmethod
    def _fixed(plan: Any, chain: Chain, ring: list[int]) -> Iterator[str]:
        everybody = {"each": chain.spots, "once": [0], "seats": ring}
        for who, *items in plan:
            for spot in everybody.get(who) or sorted(
                {n for n, action, *_ in chain.choices if who == f"chose {action}"}
            ):
                for item in items:
                    if who == "seats" and spot not in (0, *chain.spots):
                        item = item.replace("# hand", f"0 seat-{spot}")
                    yield item.replace("#", str(spot))

    def follow(self, event: Any) -> None:
        """One event of the log."""
        only(event, EVENT, EVENT_MAY_HAVE)
        kind, spot, place, cards = event["kind"], event["spot"], event.get("place"), event.get("cards", [])
        right = kind in EVENT_KINDS and type(spot) is int and type(cards) is list and None not in cards
        need(right, f"Odd: {event}.")
        here = self.lying.setdefault(f"{spot} {place}", [])
        if kind == "choice":
            self.asked = (self.asked if spot == self.deciding else 0) + int(self.asked_by.get(place, 0))
            self.deciding = spot
        elif kind == "deal":
            self._check_turn(event, f"{spot} {place} {len(cards)}", HIDDEN in cards)
            for card in cards:
                here.append(self._next_card())
                self.dealt.append(here[-1])
                shown_right = card in (HIDDEN, here[-1])
                need(shown_right, f"Card {len(self.dealt)} is shown without proof, or is another.")
        unproven = Counter(cards) - Counter([HIDDEN] * len(cards) + here)
        need(not unproven, f"Without proof: {event}.")
        if kind == "move":
            self._move(event, here)
        elif kind == "clear":
            here.clear()

    def _check_turn(self, event: Any, asked_for: str, hidden: bool) -> None:
        """Whether it is this spot's turn: by the plan, or for the dealer or the spot that has just decided."""
        spot, place = event["spot"], event["place"]
        if self.fixed:
            need(asked_for == self.fixed.pop(0), f"Not by the plan: {event}.")
            return
        may = self.asked_by and not hidden and (spot == 0 or (spot == self.deciding and self.asked > 0))
        need(may and asked_for == f"{spot} {place} 1", f"Not by the plan: {event}.")
        self.deciding, self.asked = spot, self.asked - 1

    def _next_card(self) -> Any:
        number = len(self.dealt)
        if number == self.runs_out_at:
            # what does not lie on the table is shuffled: the second order, without the rest
            self.discards = Counter(card for lying in self.lying.values() for card in lying)
        if number < self.runs_out_at:
            return self.first.pop(number, None)
        while self.discards[self.second[0]] > 0:
            self.discards[self.second.pop(0)] -= 1
        return self.second.pop(0)

    def _move(self, event: Any, here: list[Any]) -> None:
        """Hidden cards move as the plan has it; cards that everybody sees also between the hands of one spot."""
        spot, cards, to = event["spot"], event["cards"], event["detail"]
        hidden = HIDDEN in cards
        planned = f"{'#' if spot else 0} {event['place']} {to}" in self.moves
        need(planned or (spot and not hidden), f"Not by the plan: {event}.")
        there = self.lying.setdefault(f"{spot} {to}", [])
        if hidden:  # which of them moved is not known: they may lie at either place
            there.extend(here)
            here[:] = there
        else:
            there.extend(cards)
            here[:] = (Counter(here) - Counter(cards)).elements()


# 6. the decisions


def check_decisions(file: Any, chain: Chain) -> None:
    """The log and the round's inputs tell the decisions of the chain, and every hand set fits its mark."""
    log = file["view"]["log"]
    told = [[e["spot"], e["place"], e.get("amount_cents", 0)] for e in log if e["kind"] == "choice"]
    need_same("Decisions in the log, and in the chain", told, [choice[:3] for choice in chain.choices])
    if file["round"] is None:
        return  # the hands that others have set are not in this file
    made = []
    for one in only(file["round"], "decisions", "void")["decisions"]:
        mark = [hash_of(["pitboss set 1", one["salt"], one["cards"]])] if one.get("cards") else []
        made.append([one["spot"], one["action"], one.get("amount_cents", 0), *mark])
    void = file["round"].get("void") or ""
    need_same("Decisions, hands set, void", [made, void], [chain.choices, chain.void])


# a whole file


@dataclass
class Checked:
    """What the file of one round proves."""

    lines: list[str]
    """in words"""
    facts: dict[Any, Any]
    """what must be the same in every file that tells it"""
    chain: Chain
    cut: Chain
    """the chain of the shoe's first round, in which its cards were cut; often the same"""
    total: int
    """the dice's total, or the number drawn: who gets the first hand"""
    seen: list[str]
    """the seal and the heads that screens may have shown"""


def check(file: Any, receipts: Any = ()) -> Checked:
    """Raises one of `REFUSED` where the file of a round does not prove itself."""
    check_form(file, receipts)
    proof = file["proof"]
    shoe, start, cards = proof["shoe"], proof["start"], proof["cards"]
    size = check_shoe(shoe, proof)
    seal = seal_of(file["table"], proof["configuration"], shoe)
    cut, chain = chains_of(file, proof, seal)
    whole, total = check_cards(proof, seal, cut, size)
    felt = Cloth(shoe["dealing"], chain, ring_of(shoe["numbers"], total), cards, size, start)
    for event in file["view"]["log"]:
        felt.follow(event)
    shown = [card for card in felt.dealt if card is not None]
    need(shown or chain.void, "No card was shown to you: there is nothing to prove.")
    need(whole or not (felt.first or felt.second), "There is proof of a card that was not dealt.")
    need(chain.void or not (felt.fixed and file["finished"]), "The round is over, and not dealt out.")
    check_decisions(file, chain)

    lines = [
        f"The commitment {chain.heads[0]} fits the round, rules and plan of dealing, from card {start + 1} on.",
        f"{size} cards ({shoe['decks']} decks, {shoe['jokers']} jokers) were sealed, cut by spots "
        f"{[spot for spot, _ in cut.cuts]} (0: dice), seats {chain.seats} taken.",
        f"You saw {len(shown)} of {len(felt.dealt)} cards dealt. Each is the one that seal, cuts and plan put there.",
        f"Commitment, cuts, bets, their close and all decisions are one chain in this order: {chain.heads[-1]}."
        + ("" if file["finished"] else " The round was not over."),
    ]
    if chain.void:
        lines.append(f"The house declared the round void; nothing proves why: {chain.void}.")
    if whole:
        lines.append("All cards of the shoe are disclosed: complete decks, exactly as sealed.")
    facts = facts_of(file, seal, cut, chain, start + len(felt.dealt))
    checked = Checked(lines, facts, chain, cut, total, [seal, *cut.heads, *chain.heads])
    compare([checked], [])
    return checked


def check_form(file: Any, receipts: Any) -> None:
    """It is the file of one round, in parts that fit together, and has a proof."""
    proof, view = file["proof"], file["view"]
    if not proof or proof["kind"] != KIND:
        hidden = any([one["table"], one["round"]] == [file["table"], file["number"]] for one in receipts)
        need(not hidden, "Its proof is kept from you.")
        raise Wrong(f"There is no proof of kind {KIND} in this file. This says nothing against the round.")
    only(file, FILE)
    only(view, VIEW)
    only(proof, PROOF)
    only(proof["shoe"], SHOE)
    need_same("The round", f"{file['table']}-{file['number']}", file["id"])
    need_same("Over", file["finished"], view["finished"])
    need_same("The game, and its rules", [file["game"]] * 2, [view["game"], proof["configuration"]["game"]])


def check_shoe(shoe: Any, proof: Any) -> int:
    """How many cards the shoe has, once. The options of the configuration must say the same."""
    decks, jokers, numbers = shoe["decks"], shoe["jokers"], shoe["numbers"]
    size = 52 * decks + jokers
    right = 1 <= decks <= 20 and 0 <= jokers < 9 and shoe["second"] in (0, size) and 0 <= numbers <= 9
    need(right and proof["start"] >= 0, "No such shoe.")
    options = proof["configuration"]["options"]
    need_same("Decks", options.get("decks", str(decks)), str(decks))
    need_same("First hand by", options.get("first_hand", shoe["number_by"]), shoe["number_by"])
    return int(size)


def check_cards(proof: Any, seal: str, cut: Chain, size: int) -> tuple[bool, int]:
    """Every card of the proof, and the number drawn, was sealed where the cut put it. Whether these are all cards there
    are, and the total that says who gets the first hand."""
    shoe, cards = proof["shoe"], proof["cards"]
    draws, by_dice = shoe["numbers"] > 0, shoe["number_by"] == "dice"
    need_same("Dice, number", [cut.dice != "", proof["number"] is not None], [draws and by_dice, draws])
    seed = hash_of(["pitboss cut 1", seal, cut.cuts])
    order, shift = permutation(seed, size, shoe["second"], shoe["numbers"])
    ats = [card["at"] for card in cards]
    in_order = ats == sorted(set(ats) & set(range(len(order))))
    need(in_order, "A card is there twice, out of order, or none of the shoe.")
    second_ats = [at for at in ats if at >= size]
    need_same("Cards of the second order", second_ats, list(range(size, size + len(second_ats))))
    number = [proof["number"]] if draws else []
    leaves = len(order) + len(number)
    places = [(order[card["at"]], card) for card in cards] + [(leaves - 1, drawn) for drawn in number]
    for position, leaf in places:
        sealed = leaf["position"] == position and root_of(leaf, leaves) == shoe["root"]
        need(sealed, f"{leaf['value']} was not sealed there.")
    if cut.dice:
        total = sum(map(int, cut.dice.split()))
    else:
        total = int(proof["number"]["value"]) + shift if draws else 1
    return len(cards) == len(order), total


def chains_of(file: Any, proof: Any, seal: str) -> tuple[Chain, Chain]:
    """The chain in which the shoe was cut, and the round's own. In a shoe's first round they are the same."""
    shoe, start = proof["shoe"]["shoe"], proof["start"]
    cut = Chain(commitment_of(seal, shoe, 0, "to come"), proof["first"] if start else proof["links"])
    if start:
        chain = Chain(commitment_of(seal, file["id"], start, cut.closed), proof["links"])
        need_same("The cutting of the shoe", [cut.heads[-1], chain.cuts], [cut.closed, []])
    else:
        chain = cut
        need_same("The shoe's first round", [shoe, proof["first"]], [file["id"], []])
    need_same("Committed to", file["commitment"], chain.heads[0])
    return cut, chain


def ring_of(numbers: int, total: int) -> list[int]:
    """The seats round the table from the first hand on; 0 is the dealer's."""
    seats = [0, *range(numbers - 1, 0, -1)] if numbers else []
    turn = (total - 1) % max(numbers, 1)
    return seats[turn:] + seats[:turn]


def facts_of(file: Any, seal: str, cut: Chain, chain: Chain, end: int) -> dict[Any, Any]:
    """What the file tells, so that other files cannot tell it otherwise."""
    table, number, proof = file["table"], file["number"], file["proof"]
    shoe, start = proof["shoe"], proof["start"]
    size = 52 * shoe["decks"] + shoe["jokers"]
    facts: dict[Any, Any] = {("shoe", shoe["shoe"]): (seal, cut.closed)}
    facts.update({("link", table, number, n): head for n, head in enumerate(chain.heads)})
    if start:  # the round before must have ended there
        facts["start", table, number] = seal, start
    if file["finished"]:
        facts["start", table, number + 1] = seal, end
        facts["ended", table, number + 1] = True
    for n, event in enumerate(file["view"]["log"]):
        told = [(name, value) for name, value in event.items() if name != "cards"]
        shown = [(at, card) for at, card in enumerate(event.get("cards", [])) if card != HIDDEN]
        facts.update({("log", table, number, n, name): value for name, value in [*told, *shown]})
    for leaf in [*proof["cards"], *([proof["number"]] if proof["number"] else [])]:
        where = [seal, leaf["position"]]
        need_same("A salt serves twice", facts.setdefault(("salt", leaf["salt"]), where), where)
        most = shoe["jokers"] if leaf["value"] == "Jk" else shoe["decks"]
        facts["card", seal, leaf["position"]] = leaf["value"], leaf["position"] < size, most
    return facts


# 7. several files, and receipts


def compare(rounds: list[Checked], receipts: list[Any]) -> tuple[list[str], list[str]]:
    """What is proven of files that were checked one by one and of receipts beside them, and what is not."""
    facts: dict[Any, Any] = {}
    for one in rounds:
        for what, fact in one.facts.items():
            need(
                facts.setdefault(what, fact) == fact, f"These do not belong together: two versions of {what}."
            )
    shown = Counter((what[1], *fact) for what, fact in facts.items() if what[0] == "card")
    need(all(n <= card[-1] for card, n in shown.items()), "There are more of a card than in the decks.")
    lines = [f"These {len(rounds)} files fit together."] if len(rounds) > 1 else []
    lines += [compare_receipt(rounds, facts, receipt) for receipt in receipts]
    open_ = NOT_PROVEN + ([] if receipts else [NO_RECEIPT])
    for what, fact in facts.items():
        if what[0] == "start" and ("ended", *what[1:]) not in facts:
            open_.append(f"That round {what[2] - 1} ended before card {fact[1] + 1}: give its file as well.")
    return lines, open_


def compare_receipt(rounds: list[Checked], facts: dict[Any, Any], receipt: Any) -> str:
    """What a browser was shown and has sent, against the chain."""
    only(receipt, RECEIPT, "wrong")
    table, number, sent = receipt["table"], receipt["round"], receipt["sent"]
    first_link = ("link", table, number, 0)
    need(first_link in facts, f"Your receipt is of another round: {table}-{number}.")
    need(
        receipt["commitment"] == facts[first_link],
        "Your browser was shown another commitment for this round.",
    )
    wrong = receipt.get("wrong")
    need(not wrong, f"Your browser was shown what did not fit, while you played: {wrong}.")
    checked = next(one for one in rounds if first_link in one.facts)
    early, seen = checked.cut.early, checked.seen
    heads = {*receipt["heads"], *(head for _, _, head in sent)}
    need(heads <= set(seen), "Your browser was shown another chain of bets, cuts and decisions.")
    mine = [["cut", spot, value] for spot, value, _ in sent]
    for cut in mine:
        need(cut in early, f"Your cut, {cut[2]}, is not among the cuts: it came too late, or was left out.")
    # links that this browser did not cause, or that are not in the order in which it sent its cuts
    to_come = iter(mine)
    others = [n for n, link in enumerate(early) if link not in mine or link not in to_come]
    check_own_seat(early, mine, others)
    # a value may have been known from the head on that its sender had seen
    known_at = {value: seen.index(head) - 1 for _, value, head in reversed(sent)}
    later = [early[n] for n in others if n >= max([0, *known_at.values()])]
    told = ", ".join(f"{kind} (spot {spot})" for kind, spot, _ in later) or "nothing"
    yours = f"Your cut, {sent[-1][1]}, counts. Later" if sent else "You sent no cut for its cards. Given"
    return f"Round {number} fits your receipt. {yours}, before bets closed: {told}."


def check_own_seat(early: list[Any], mine: list[Any], others: list[int]) -> None:
    """While a player sat at a spot and cut there, nobody else has cut at it, and no cut of his counts twice."""
    for n in others:
        kind, spot, value = early[n]
        for k, link in enumerate(early):
            if link not in mine or link[:2] != [kind, spot]:
                continue
            itself_again = k == n != early.index(early[n])
            left_between = ["leaves", spot, None] in early[min(n, k) : max(n, k)]
            problem = f"Spot {spot} was cut by another browser of yours, or by the house: {value}."
            need(itself_again or left_between, problem)


def main(paths: list[str]) -> None:
    try:
        files = [(path, json.loads(Path(path).read_bytes())) for path in paths if path != "--receipt"]
        receipts = [file for _, file in files if "heads" in file]
        rounds = [(path, check(file, receipts)) for path, file in files if file not in receipts]
        lines, open_ = compare([one for _, one in rounds], receipts)
    except (OSError, *REFUSED) as error:
        is_known = isinstance(error, (Wrong, OSError))
        sys.exit(f"NOT PROVEN. {'' if is_known else 'This is no file of a round: '}{error}")
    for path, one in rounds:
        print(path, *one.lines, sep="\n  proven: ")
    print("Together", *lines, sep="\n  proven: ")
    print("Not proven:", *open_, sep="\n  ")
    sys.exit(0 if rounds else 1)


if __name__ == "__main__":
    main(sys.argv[1:])

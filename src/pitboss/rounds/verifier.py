"""Check downloaded rounds of a pitboss card room: python verify_round.py ROUND.json [MORE.json ...]

Needs Python 3.9 or later and nothing else. Compare the commitment it prints with the one you noted before you
bet, and the cut of your spot with yours. The page "proof" of the room's documentation tells why this proves
something; NOT_PROVEN tells what it does not prove."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import accumulate, count
from typing import Any

NOT_PROVEN = """that cards nobody was shown complete the decks: the auditor sees them, or full disclosure shows
that nobody at the table works for the house, knows its order and cuts last
that the commitment was published when the log says: note it before you bet, and compare
that dice showed what was entered, and that the house paid""".splitlines()
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class Wrong(Exception):
    """The round is not what was committed to, or the file is not a round's."""


def need(right: bool, problem: str) -> None:
    if not right:
        raise Wrong(problem)


def hash_lines(*lines: str) -> str:
    need(not any("\n" in line for line in lines), "A line break hides in a name or a cut.")
    return sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def leaf(position: int, value: str, salt: str) -> bytes:
    need(len(value) == 2 and len(salt) == 32, "A card or a salt has the wrong length.")
    return sha256(b"\x00" + position.to_bytes(4, "big") + value.encode() + bytes.fromhex(salt)).digest()


def root_of(card: Any, leaves: int) -> str:
    """The Merkle root to which a card at its position, with its own salt, leads by its path."""
    position, path = card["position"], [bytes.fromhex(node) for node in card["path"]]
    node = leaf(position, card["value"], card["salt"])
    while leaves > 1:
        if position ^ 1 < leaves:  # else it is the last of an odd number and goes up as it is
            pair = (path.pop(0), node) if position & 1 else (node, path.pop(0))
            node = sha256(b"\x01" + pair[0] + pair[1]).digest()
        position, leaves = position >> 1, (leaves + 1) >> 1
    need(not path, "A card's path is too long.")
    return node.hex()


def draws(seed: str) -> Callable[[int], int]:
    """Unbiased choices: SHA-256 in counter mode, read as numbers of two bytes, the uneven rest rejected."""
    blocks = (sha256(bytes.fromhex(seed) + n.to_bytes(8, "big")).digest() for n in count())
    numbers = (int.from_bytes(block[at : at + 2], "big") for block in blocks for at in range(0, 32, 2))
    return lambda n: next(number % n for number in numbers if number < 65536 - 65536 % n)


def shuffled(below: Callable[[int], int], order: list[int]) -> list[int]:
    for last in range(len(order) - 1, 0, -1):  # Fisher-Yates
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def check(round: Any) -> list[str]:
    """What the file of one round proves; raises Wrong with the first thing that does not hold."""
    try:
        need(round["proof"] is not None, "There is no proof: an old round, or one that is not over.")
        return check_round(round, round["proof"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise Wrong(f"This is not the file of a round: {type(error).__name__} {error}.") from None


def check_round(round: Any, proof: Any) -> list[str]:
    kind, shoe, start, log, cuts = (proof[name] for name in ("kind", "shoe", "start", "log", "cuts"))
    config = sha256(canonical(proof["configuration"]).encode()).hexdigest()
    table, parts = f"table: {round['table']}", [f"shoe: {shoe['shoe']}", f"configuration: {config}"]
    parts += [f"{name}: {shoe[name]}" for name in ("cards", "second", "numbers", "number_by", "root")]
    seal = hash_lines(f"pitboss shoe {kind}", table, *parts)
    need(all(c["seal"] == seal for c in cuts), "A cut was made for other cards.")
    spots = [(not c["spot"], c["spot"]) for c in cuts]
    need(spots == sorted(set(spots)), "The cuts are not one a spot, in the order of the spots.")
    lines = [(f"spot {c['spot']}: " if c["spot"] else "dice: ") + c["value"] for c in cuts]
    seed = hash_lines("pitboss cut 2", f"seal: {seal}", *lines)
    parts = [f"round: {round['number']}", f"seal: {seal}", f"start: {start}"]
    found = hash_lines("pitboss round 2", table, *parts, f"cuts: {seed if start else 'to come'}")
    need(found == round["commitment"], "Table, round, configuration, start or cards: not those committed to.")
    need(log["sealed"] <= log["committed"] < log["bets"] < log["opened"], "Bets before the commitment.")
    need(all(log["sealed"] < c["seq"] < log["cut"] for c in cuts), "A cut came after the bets were closed.")
    need(log["cut"] < log["committed"] if start else log["cut"] == log["opened"], "Cut at the wrong time.")
    starts = [*(before["start"] for before in proof["earlier"]), start]
    ends = list(accumulate((before["cards"] for before in proof["earlier"]), initial=0))
    need(starts == ends == sorted(set(ends)), "The rounds of this shoe do not follow each other.")
    shown = check_cards(proof, shoe, draws(seed), round["view"]["log"])
    return [
        f"{found} commits to table {round['table']}, round {round['number']}, configuration, start {start}",
        f"the cards were cut by {'; '.join(lines) or 'nobody'}",
        f"{shown} cards dealt were shown, each proven at its place; the rest stays unseen",
        "by the house's log: sealed and committed, then bets and cuts, then cards",
        *(check_everything(proof["everything"], shoe) if proof["everything"] else ()),
    ]


def check_cards(proof: Any, shoe: Any, below: Callable[[int], int], log: Any) -> str:
    """Every card shown is proven, lay at its place under the permutation, and is the one in the log."""
    size, start, second = shoe["cards"], proof["start"], shoe["second"]
    places = shuffled(below, list(range(size))) + shuffled(below, list(range(size, size + second)))
    cards = sorted(proof["cards"], key=lambda card: int(card["at"]))
    leaves = cards + (check_number(proof, shoe, below, log) if shoe["numbers"] else [])
    for card in leaves:
        root = root_of(card, size + second + (shoe["numbers"] > 0))
        need(root == shoe["root"], f"{card['value']} is not in the seal at that place.")
    for name in ("position", "salt"):
        need(len({card[name] for card in leaves}) == len(leaves), f"A {name} is used twice.")
    many = Counter(card["value"] for card in cards if card["at"] < size)
    need(all(n <= max(1, size // 52) for n in many.values()), "There are more of a card than decks.")
    kept = Counter(proof["elsewhere"])  # when a shoe runs out: not among the discards that are dealt then
    need(not kept - many, "Cards kept from the discards were not dealt.")
    turn, behind, dealt = size - start, size, dict[Any, str]()
    for card in cards:
        need(card["position"] == places[card["at"]], f"{card['value']} comes from another place.")
        n: int | None = card["at"] - start
        if card["at"] >= size:
            need(card["at"] == behind, "A card of the second order is left out.")
            n, kept[card["value"]] = (None if kept[card["value"]] > 0 else turn), kept[card["value"]] - 1
            turn, behind = turn + (n is not None), behind + 1
        need(card["n"] == n, f"{card['value']} was dealt out of turn.")
        dealt[n] = card["value"]
    return follow(dealt, log)


def follow(dealt: dict[Any, str], log: Any) -> str:
    """Follow the cards over the felt: whatever is turned up there is a proven card that lies there."""
    n, felt = 0, dict[Any, list[int]]()
    for event in log:
        here, cards = felt.setdefault((event["spot"], event.get("place")), []), event.get("cards", [])
        if event["kind"] == "deal":
            here += range(n, n + len(cards))
            need(
                all(card in ("??", dealt.get(n + k)) for k, card in enumerate(cards)),
                "Another card is dealt.",
            )
            n += len(cards)
        elif event["kind"] == "move" and felt.get((event["spot"], event["detail"])) is not here:
            here += felt.get((event["spot"], event["detail"]), [])
            felt[event["spot"], event["detail"]] = here
        lost = Counter(card for card in cards if card != "??") - Counter(dealt.get(k) for k in here)
        need(not lost, f"Shown without proof: {' '.join(lost)}.")
    need(all(k is None or 0 <= k < n for k in dealt), "Proof of a card that was not dealt.")
    return f"{len(dealt) - (None in dealt)} of {n}"


def check_number(proof: Any, shoe: Any, below: Callable[[int], int], log: Any) -> list[Any]:
    """The number drawn before the deal: the house's sealed one moved on by the cuts, or the dice's total."""
    total = int(proof["number"]["value"]) + below(shoe["numbers"])
    if shoe["number_by"] == "dice":
        (total,) = [sum(map(int, c["value"].split())) for c in proof["cuts"] if not c["spot"]]
    told = [e["detail"]["position"] for e in log if "position" in (e.get("detail") or ())]
    need(told == [(total - 1) % shoe["numbers"] + 1], f"The number drawn is not {told}.")
    need(proof["number"]["position"] == shoe["cards"] + shoe["second"], "The number is from another place.")
    return [proof["number"]]


def check_everything(everything: Any, shoe: Any) -> list[str]:
    """Full disclosure: all leaves are the sealed ones, and complete decks."""
    size, values = shoe["cards"], re.findall("..", everything["order"])
    for part in (values[:size], values[size:])[: 1 + (shoe["second"] > 0)]:
        need(sorted(part) == sorted(DECK * (size // 52) + ["Jk"] * (size % 52)), "Not complete decks.")
    values += [f"{everything['number']:02}"] if shoe["numbers"] else []
    level = [leaf(n, value, everything["salts"][32 * n :][:32]) for n, value in enumerate(values)]
    while len(level) > 1:
        pairs = [sha256(b"\x01" + level[n - 1] + level[n]).digest() for n in range(1, len(level), 2)]
        level = pairs + level[-1:] * (len(level) & 1)
    need(level[0].hex() == shoe["root"], "What is disclosed is not what was sealed.")
    return ["all cards are disclosed: complete decks, exactly as sealed"]


def main(paths: list[str]) -> int:
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:  # noqa: PTH123
                print(path, *check(json.load(file)), sep="\n  proven: ")
        except (OSError, ValueError, Wrong) as error:
            print(f"{path}: NOT PROVEN. {error}", file=sys.stderr)
            return 1
    print("Not proven:", *NOT_PROVEN, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

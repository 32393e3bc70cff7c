# fmt: off
"""Check rounds of a pitboss card room: python verify_round.py ROUND.json [MORE.json ...] [--receipt MINE.json ...]
Needs Python 3.9 and nothing else. It refuses what it does not know, compares the rounds with each other and with the
receipts your browser kept while you played, and says what is proven and what is not."""

import json, re, sys
from collections import Counter
from hashlib import sha256
from itertools import count
from typing import Any
NOT_PROVEN = """that cards nobody was shown complete the decks: the auditor sees them, or full disclosure shows
that nobody at the table works for the house: who knows its order and is last to cut, bet or leave can choose
that a cut could not be guessed; that dice showed what was entered; that the shoe was changed when it was due
that plan, decks and number are the game's; which hand of a spot got a card; when a dealer draws: verify-round does
what else is in the file (words, clauses, amounts, places, settlements, times), and that you were paid""".splitlines()
NO_RECEIPT = "that the house told this story while you played: lay your browser's receipt beside it, --receipt"
SHOE, LEAF = "shoe cards second numbers number_by dealing root", "position value salt path"
FILE = "id table number game finished commitment opened_us view reveal round proof"
PROOF = "kind configuration shoe start links first spots number cards"
VIEW = "game finished places stakes on_felt waiting_for pending settlements net_cents log"
RECEIPT, EVENT = "table round commitment spot cut heads", "place cards amount_cents text settlement jackpot detail"
KINDS = ("step", "say", "deal", "expose", "move", "clear", "bet", "choice", "settle", "jackpot")
REFUSED = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)  # of a wrong file

def need(right: object, problem: str) -> None:
    if not right: raise ValueError(problem)
def only(value: Any, must: str, may: str = "") -> Any:  # an object with these names and no others
    need({*must.split()} <= {*value} <= {*must.split(), *may.split()}, f"Not exactly {must}: {', '.join(value)}.")
    return value
def hash_of(value: Any) -> str:  # of its canonical JSON: names sorted, no blanks
    return sha256(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()

def root_of(card: Any, leaves: int) -> str:
    """The Merkle root to which a card at its position, with its own salt, leads by its path."""
    position, path, value = card["position"], [bytes.fromhex(node) for node in card["path"]], card["value"]
    leaf = f"{'at' in card:d}{value} {card['salt']}"  # a card, or the number drawn
    need(re.fullmatch("(?:1(?:[2-9TJQKA][cdhs]|Jk)|00[1-9]) [0-9a-f]{32}", leaf), f"No card: {value}.")
    node = sha256(b"\0" + position.to_bytes(4, "big") + value.encode() + bytes.fromhex(card["salt"])).digest()
    while leaves > 1:
        if position ^ 1 < leaves:  # else it is the last of an odd number and goes up as it is
            pair = (path.pop(0), node) if position & 1 else (node, path.pop(0))
            node = sha256(b"\1" + pair[0] + pair[1]).digest()
        position, leaves = position >> 1, (leaves + 1) >> 1
    need(not path and not position, "A card's path or position does not fit.")
    return node.hex()

def permutation(seed: str, first: int, second: int, numbers: int) -> tuple[list[int], int]:
    """Fisher-Yates for each order, then a number: SHA-256 in counter mode, two bytes each, the uneven rest rejected."""
    blocks = (sha256(bytes.fromhex(seed) + n.to_bytes(8, "big")).digest() for n in count())
    stream = (int.from_bytes(block[at : at + 2], "big") for block in blocks for at in range(0, 32, 2))
    order = list(range(first + second))
    for base, last in [(0, n) for n in range(first)[:0:-1]] + [(first, n) for n in range(second)[:0:-1]]:
        other = base + next(n % (last + 1) for n in stream if n < 65536 - 65536 % (last + 1))
        order[base + last], order[other] = order[other], order[base + last]
    return order, next(n % numbers for n in stream if n < 65536 - 65536 % numbers) if numbers else 0

class Chain:
    """The links of a round, replayed: who cut, bet, was seated when bets closed, and decided, in this order."""
    def __init__(self, commitment: str, links: Any, uncut: bool) -> None:
        self.heads, self.early, self.choices, self.closed, self.void = [commitment], list[Any](), list[Any](), "", ""
        self.seats, self.cuts, self.bets = dict[int, str](), dict[int, str](), dict[int, Any]()
        for link in links:
            kind, spot, value = link
            now = ("chose leaves" if spot else "void") if self.closed else "cut bets leaves" if spot else "cut closed"
            need(kind in now.split() and spot >= 0 and not self.void, f"Not now: {link}.")
            self.heads.append(hash_of([self.heads[-1], kind, spot, value]))
            self.early += [] if self.closed or kind == "closed" else [f"{kind} {spot},"]
            if kind == "cut":
                form = "[!-~](?:[ -~]{0,62}[!-~])?" if spot else "[1-6] [1-6] [1-6]"
                need(uncut and (spot or 0 not in self.cuts) and re.fullmatch(form, value), f"No cut, or again: {link}.")
                self.cuts[spot] = value
            elif kind == "closed": self.seats, self.closed = {int(n): who for n, who in value.items()}, self.heads[-1]
            elif kind == "chose": self.choices.append([spot, *value])
            elif kind == "void": self.void = value
            elif not self.closed:
                need(all(n > 0 for n in value.values()) if kind == "bets" else value is None, f"No wager: {link}.")
                self.bets[spot], _ = value, kind == "leaves" and self.cuts.pop(spot, None)
        self.spots = sorted(spot for spot, bets in self.bets.items() if bets)
        bound = {*self.cuts} - {0} <= {*self.seats} >= {*self.spots} >= {spot for spot, *_ in self.choices}
        need(self.spots and bound, "A cut or a bet without a seat, or a decision without a bet.")

def follow(log: Any, plan: Any, ring: list[int], chain: Chain, first: Any, rest: list[Any], turn: int) -> Any:
    """Follow the cards over the felt: each goes where the plan says, and what is shown is a proven card lying there."""
    fixed, dealt, asks, felt = list[str](), list[Any](), dict[str, str](), dict[Any, list[Any]]()
    acted, asked, kept = 0, 0, Counter[Any]()  # who decided last, and how many cards he still is to get
    moves = {item for who, *items in plan for item in items if who == "moves"}
    for who, *items in plan:
        asks.update(item.split(" ") for item in items if who == "play")
        chose = sorted({spot for spot, action, _ in chain.choices if who == f"chose {action}"})
        for spot in {"each": chain.spots, "once": [0], "seats": ring}.get(who, chose):
            empty = "# hand" if who == "seats" and spot not in (0, *chain.spots) else "nobody"
            fixed += [item.replace(empty, f"0 seat-{spot}").replace("#", str(spot)) for item in items]
    for event in log:
        only(event, "kind clause spot", EVENT)
        kind, spot, place, cards = event["kind"], event["spot"], event.get("place"), event.get("cards", [])
        here = felt.setdefault((spot, place), [])
        if kind == "choice": acted, asked = spot, (asked if spot == acted else 0) + int(asks.get(place, 0))
        if kind == "deal":
            free = asks and (not spot or (spot == acted and asked > 0)) and "??" not in cards and f"{spot} {place} 1"
            need(f"{spot} {place} {len(cards)}" == (fixed[0] if fixed else free), f"Not by the plan: {event}.")
            acted, asked, fixed = acted if fixed else spot, asked - (not fixed), fixed[1:]
        for card in cards if kind == "deal" else ():
            if len(dealt) == turn: kept = Counter(card for lying in felt.values() for card in lying)  # now the discards
            while len(dealt) >= turn and kept[rest[0]["value"]] > 0: kept[rest.pop(0)["value"]] -= 1
            here.append(rest.pop(0)["value"] if len(dealt) >= turn else first.pop(len(dealt), None))
            dealt.append(here[-1])
            need(card in ("??", here[-1]), f"Card {len(dealt)} is shown without proof, or is another.")
        need(kind in KINDS and not Counter(cards) - Counter(["??"] * len(cards) + here), f"Without proof: {event}.")
        if kind == "move":  # as the plan has it; cards that everybody sees also between the hands of one spot
            to, there, hidden = event["detail"], felt.setdefault((spot, event["detail"]), []), "??" in cards
            need(f"{'#' if spot else 0} {place} {to}" in moves or (spot and not hidden), f"Not by the plan: {event}.")
            there += here if hidden else cards
            here[:] = there if hidden else (Counter(here) - Counter(cards)).elements()
        elif kind == "clear": here.clear()
    return dealt, fixed

def check(round: Any) -> dict[str, Any]:
    """What the file of one round proves, in `lines`, with facts to compare; one of REFUSED where it does not hold."""
    need(round["proof"], "There is no proof of the second kind: an old round, or one that is not over.")
    proof, view, table, number = only(round["proof"], PROOF), only(round["view"], VIEW), round["table"], round["number"]
    shoe, start, config, game = only(proof["shoe"], SHOE), proof["start"], proof["configuration"], round["game"]
    size, drawn, second, by, usual = (*map(shoe.get, ("cards", "numbers", "second", "number_by")), config["options"])
    need(52 <= size <= 1040 and size % 52 < 9 and second in (0, size) and 0 <= drawn <= 9, "There is no such shoe.")
    need([int(usual.get("decks", size // 52)), usual.get("first_hand", by)] == [size // 52, by], "Other decks or dice.")
    seal, first_number = hash_of(["pitboss shoe 2", table, hash_of(config), shoe]), int(shoe["shoe"].rpartition("-")[2])
    sealed = hash_of(["pitboss round 2", table, seal, first_number, 0, "to come"])
    cut = Chain(sealed, proof["first"] if start else proof["links"], True)
    again = hash_of(["pitboss round 2", table, seal, number, start, cut.closed])
    chain = Chain(again, proof["links"], False) if start else cut
    need(chain.heads[0] == only(round, FILE)["commitment"] and proof["kind"] == 2, "Not what was committed to.")
    names = [round["id"], config["game"], view["game"], view["finished"], 0 in cut.cuts, bool(proof["number"])]
    true = [f"{table}-{number}", game, game, round["finished"], drawn > 0 and by == "dice", drawn > 0]
    need(names == true, "Names, game or dice differ.")
    need(cut.heads[-1] == cut.closed if start else round["id"] == shoe["shoe"] and not proof["first"], "Another shoe.")
    seed = hash_of(["pitboss cut 2", seal, sorted(cut.cuts.items())])
    (places, shift), leaves = permutation(seed, size, second, drawn), size + second + (drawn > 0)
    cards, draw = [only(card, f"at {LEAF}") for card in proof["cards"]], [proof["number"]] * (drawn > 0)
    for at, card in [(places[card["at"]], card) for card in cards] + [(leaves - 1, only(n, LEAF)) for n in draw]:
        need(card["position"] == at and root_of(card, leaves) == shoe["root"], f"{card['value']} was not sealed there.")
    total = sum(map(int, cut.cuts[0].split())) if 0 in cut.cuts else int(draw[0]["value"]) + shift if draw else 1
    ring = ([0, *range(drawn)[:0:-1]] * 2)[(total - 1) % max(drawn, 1) :][:drawn]  # who gets the first hand
    told = [[e["spot"], e["place"], e.get("amount_cents", 0)] for e in view["log"] if e["kind"] == "choice"]
    first, rest = {c["at"] - start: c["value"] for c in cards if c["at"] < size}, [c for c in cards if c["at"] >= size]
    ats, whole = [*sorted(n + start for n in first), *range(size, size + len(rest))], len(cards) == len(places)
    need(told == chain.choices and [c["at"] for c in cards] == ats and min([0, *ats]) == 0, "One is missing, or twice.")
    dealt, left = follow(view["log"], shoe["dealing"], ring, chain, first, rest, size - start)
    void = (round["round"] or {"void": chain.void}).get("void") or ""
    need((any(dealt) or chain.void) and (whole or not (first or rest)), "No card is shown, or proof of one not dealt.")
    need(void == chain.void and (void or not (left and round["finished"])), "Not void by the chain, or not dealt out.")
    facts: dict[Any, Any] = {("shoe", shoe["shoe"]): (seal, cut.closed), ("start", seal, number): start}
    if round["finished"]: facts |= {("start", seal, number + 1): start + len(dealt), ("ended", seal, number + 1): True}
    facts |= {("link", table, number, n): head for n, head in enumerate(chain.heads)}
    for c in cards + draw:
        place, many = c["position"], size % 52 if c["value"] == "Jk" else size // 52
        need(facts.setdefault(("salt", c["salt"]), (seal, place)) == (seal, place), "A salt serves twice.")
        facts["card", seal, place] = c["value"], place < size, many
    compare([{"facts": facts}], [])
    lines = [f"{chain.heads[0]} commits to table {table}, round {number}, its rules and card {start} as the first",
             f"the cards were cut by {cut.cuts or 'nobody'} (0: dice); when bets closed there sat {cut.seats}",
             f"{len(dealt) - dealt.count(None)} of {len(dealt)} cards dealt were shown, each sealed in its place"
             f" in {size // 52} decks with {size % 52} jokers" + f", a number by {by}" * bool(drawn),
             f"who got which card follows from the sealed plan, bets and decisions; the chain ends {chain.heads[-1]}",
             *[f"declared void, for a reason that nothing proves: {void}"] * bool(void),
             *["all cards are disclosed: complete decks, exactly as sealed"] * whole]
    return {"lines": lines, "facts": facts, "chain": chain, "cut": cut, "total": total}

def compare(rounds: list[Any], receipts: list[Any]) -> tuple[list[str], list[str]]:
    """Nothing contradicts itself, and no card is there more often than in the decks; what is proven, what is not."""
    facts, lines = dict[Any, Any](), [f"{len(rounds)} rounds fit together"] * (len(rounds) > 1)
    for what, fact in (pair for one in rounds for pair in one["facts"].items()):
        need(facts.setdefault(what, fact) == fact, f"These do not belong together: two versions of {what}.")
    many = Counter((what[1], *fact) for what, fact in facts.items() if what[0] == "card")
    need(all(n <= card[-1] for card, n in many.items()), "There are more of a card than in the decks.")
    for mine in receipts:
        start, wrong = only(mine, RECEIPT, "wrong")["commitment"], mine.get("wrong", [])
        need(start == facts.get(("link", mine["table"], mine["round"], 0)), "Your receipt has another round.")
        one, cut, me = next(one for one in rounds if one["chain"].heads[0] == start), mine["cut"], mine["spot"]
        need({*mine["heads"], *wrong} <= {*one["cut"].heads, *one["chain"].heads}, f"You saw another chain. {wrong}")
        need(cut in (None, one["cut"].cuts.get(me)), "Your cut is not among the cuts: did you leave your seat?")
        since = " ".join(one["cut"].early).rpartition(f"cut {me},")[2] or " nothing" if cut else " none is yours"
        lines.append(f"round {mine['round']} fits your receipt; after your cut:{since}")
    return lines, NOT_PROVEN + ([] if receipts else [NO_RECEIPT]) + [
        f"that round {what[2] - 1} ended at card {at}: give its file as well" for what, at in facts.items()
        if what[0] == "start" and at and ("ended", *what[1:]) not in facts]

def main(paths: list[str]) -> int:
    try:
        files = [(path, json.load(open(path, "rb"))) for path in paths if path != "--receipt"]  # noqa: PTH123, SIM115
        rounds = [(path, check(file)) for path, file in files if "heads" not in file]
        lines, open_ = compare([one for _, one in rounds], [file for _, file in files if "heads" in file])
    except (OSError, *REFUSED) as error:
        print(f"NOT PROVEN. {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    for path, one in [*rounds, ("Together", {"lines": lines})]:
        print(path, *one["lines"], sep="\n  proven: ")
    print("Not proven:", *open_, sep="\n  ")
    return int(not rounds)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

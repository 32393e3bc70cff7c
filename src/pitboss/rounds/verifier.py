"""Check rounds of a pitboss card room: python verify_round.py ROUND.json [MORE.json ...] [--receipt MINE.json ...]
Needs Python 3.9 and nothing else. It refuses what it does not know, compares the rounds with each other and with the
receipts your browser kept while you played, and says what is proven and what is not."""
import json, re, sys
from collections import Counter
from hashlib import sha256
from typing import Any
NOT_PROVEN = """That the cards nobody was shown complete the decks: an auditor sees them, or full disclosure shows them.
That nobody at the table works for the house: who knows its order and is last to cut can choose, last to bet a little.
That a cut could not be guessed, that dice showed what was entered, that the shoe was changed when it was due.
That the plan of dealing is this game's, how hands were set or split, when a dealer draws: verify-round does.
What else the house says (words, felt, clauses, amounts, settlements, times), and that you were paid.""".splitlines()
NO_RECEIPT = "That the house told this story while you played: lay the receipt that your browser kept beside it."
JOKERS = {"face-up-pai-gow-poker": 1, "fortune-pai-gow-poker": 1, "blackjack": 0, "acey-deucey-21": 0, "fu-bacc": 0,
          "lucky-break": 0, "down-under-holdem": 0, "ultimate-texas-holdem": 0}  # and one deck, if no option says more
FILE = "id table number game finished commitment opened_us view reveal round proof"
PROOF = "kind configuration shoe start links first spots number cards"
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
    only(card, "position value salt path", "at")
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
    blocks = (sha256(bytes.fromhex(seed) + n.to_bytes(8, "big")).digest() for n in range(1 << 20))
    stream = (int.from_bytes(block[at : at + 2], "big") for block in blocks for at in range(0, 32, 2))
    order = list(range(first + second))
    for base, last in [(0, n) for n in range(first)[:0:-1]] + [(first, n) for n in range(second)[:0:-1]]:
        other = base + next(n % (last + 1) for n in stream if n < 65536 - 65536 % (last + 1))
        order[base + last], order[other] = order[other], order[base + last]
    return order, next(n % numbers for n in stream if n < 65536 - 65536 % numbers) if numbers else 0

class Chain:
    """The links of a round, replayed: who cut, bet, left, was seated when bets closed, and decided, in this order."""
    def __init__(self, commitment: str, links: Any) -> None:
        self.heads, self.closed, self.void, self.choices = [commitment], "", "", list[Any]()
        self.cuts, self.dice, self.bets, self.seats = list[Any](), "", dict[int, Any](), set[int]()
        for link in links:
            kind, spot, value = link
            now = ("chose leaves" if spot else "void") if self.closed else "cut bets leaves" if spot else "cut closed"
            need(kind in now.split() and spot >= 0 and not self.void and (kind != "void" or value), f"Not now: {link}.")
            self.heads.append(hash_of([self.heads[-1], kind, spot, value]))
            if kind == "cut":  # it counts as it was given, whatever its giver does then
                form = "[!-~](?:[ -~]{0,62}[!-~])?" if spot else "[1-6] [1-6] [1-6]"
                need((spot or not self.dice) and re.fullmatch(form, value), f"No cut, or again: {link}.")
                self.cuts, self.dice = [*self.cuts, [spot, value]], self.dice if spot else value
            elif kind == "closed": self.seats, self.closed = {*value}, self.heads[-1]
            elif kind == "chose": self.choices.append([spot, *value[:2]])  # what may follow is the mark of a set hand
            elif kind == "void": self.void = value
            elif not self.closed:
                need(value is None if kind == "leaves" else min([1, *value.values()]) > 0, f"No wager: {link}.")
                self.bets[spot] = value if kind == "bets" else {}
        self.spots = sorted(spot for spot, bets in self.bets.items() if bets)
        self.early = links[: [kind for kind, *_ in links].index("closed")]
        here = {spot for spot, last in {spot: kind for kind, spot, _ in self.early}.items() if last != "leaves"}
        right = here <= {0, *self.seats} and {spot for spot, *_ in self.choices} <= {*self.spots} != set()
        need(right, "A cut or a bet without a seat, or a decision without a bet.")

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
        only(event, "kind clause spot", "place cards amount_cents text settlement jackpot detail")
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
        need(not Counter(cards) - Counter(["??"] * len(cards) + here), f"Without proof: {event}.")
        if kind == "move":  # as the plan has it; cards that everybody sees also between the hands of one spot
            to, there, hidden = event["detail"], felt.setdefault((spot, event["detail"]), []), "??" in cards
            need(f"{'#' if spot else 0} {place} {to}" in moves or (spot and not hidden), f"Not by the plan: {event}.")
            there += here if hidden else cards
            here[:] = there if hidden else (Counter(here) - Counter(cards)).elements()
        elif kind == "clear": here.clear()
    return dealt, fixed

def check(round: Any) -> dict[str, Any]:
    """What the file of one round proves, in `lines`, with facts to compare; one of REFUSED where it does not hold."""
    proof, view, table, number = only(round, FILE)["proof"], round["view"], round["table"], round["number"]
    kind = "a draft that no release had" if proof else "the first kind" if round["reveal"] else "none: it is not over"
    need(proof and proof["kind"] == 3, f"A round of another kind of proof ({kind}). This says nothing against it.")
    shoe = only(only(proof, PROOF)["shoe"], "shoe cards second numbers number_by dealing root")
    config, start, by = proof["configuration"], proof["start"], shoe["number_by"]
    game, over, usual = round["game"], round["finished"], config["options"]
    size, drawn, second, (decks, jokers) = shoe["cards"], shoe["numbers"], shoe["second"], divmod(shoe["cards"], 52)
    need(52 <= size <= 1040 and jokers < 9 and second in (0, size) and 0 <= drawn <= 9, "There is no such shoe.")
    own = JOKERS.get(game, jokers), int(usual.get("decks", 1 if game in JOKERS else decks)), usual.get("first_hand", by)
    need(own == (jokers, decks, by), "Other decks, jokers or dice were sealed than this table's.")
    seal = hash_of(["pitboss shoe 3", table, hash_of(config), shoe])
    cut = Chain(hash_of(["pitboss round 3", seal, shoe["shoe"], 0, "to come"]), proof["first" if start else "links"])
    chain = Chain(hash_of(["pitboss round 3", seal, round["id"], start, cut.closed]), proof["links"]) if start else cut
    need(chain.heads[0] == round["commitment"] and not (start and chain.cuts), "Not as committed to, or cut again.")
    need([game, game, bool(cut.dice)] == [config["game"], view["game"], drawn > 0 and by == "dice"], "The dice differ.")
    need([round["id"], over, not proof["number"]] == [f"{table}-{number}", view["finished"], not drawn], "Names differ")
    need(cut.heads[-1] == cut.closed if start else round["id"] == shoe["shoe"] and proof["first"] == [], "Other shoe.")
    places, shift = permutation(hash_of(["pitboss cut 3", seal, cut.cuts]), size, second, drawn)
    cards, draw, leaves = proof["cards"], [proof["number"]] * (drawn > 0), len(places) + (drawn > 0)
    for at, card in [(places[card["at"]], card) for card in cards] + [(leaves - 1, card) for card in draw]:
        need(card["position"] == at and root_of(card, leaves) == shoe["root"], f"{card['value']} was not sealed there.")
    total = sum(map(int, cut.dice.split())) if cut.dice else int(draw[0]["value"]) + shift if draw else 1
    ring = ([0, *range(drawn)[:0:-1]] * 2)[(total - 1) % max(drawn, 1) :][:drawn]  # who gets the first hand
    told = [[e["spot"], e["place"], e.get("amount_cents", 0)] for e in view["log"] if e["kind"] == "choice"]
    first, rest = {c["at"] - start: c["value"] for c in cards if c["at"] < size}, [c for c in cards if c["at"] >= size]
    ats, whole = [*sorted(n + start for n in first), *range(size, size + len(rest))], len(cards) == len(places)
    need(told == chain.choices and [c["at"] for c in cards] == ats and min([0, *ats]) == 0, "One is missing, or twice.")
    dealt, left = follow(view["log"], shoe["dealing"], ring, chain, first, rest, size - start)
    void, shown = (round["round"] or {"void": chain.void}).get("void") or "", len(dealt) - dealt.count(None)
    need((shown or chain.void) and (whole or not (first or rest)), "No card was shown, or proof of one not dealt.")
    need(void == chain.void and (void or not (left and over)) and not round["reveal"], "Not void, or not dealt out.")
    facts: dict[Any, Any] = {("shoe", shoe["shoe"]): (seal, cut.closed)}
    if start: facts["start", table, number] = seal, start  # as its shoe goes on, the round before must have ended there
    facts |= {("start", table, number + 1): (seal, start + len(dealt)), ("ended", table, number + 1): 1} if over else {}
    facts |= {("link", table, number, n): head for n, head in enumerate(chain.heads)}
    for c in cards + draw:
        place = seal, c["position"]
        need(facts.setdefault(("salt", c["salt"]), place) == place, "A salt serves twice.")
        facts[("card", *place)] = c["value"], place[1] < size, jokers if c["value"] == "Jk" else decks
    compare([{"facts": facts}], [])
    by_whom = ", ".join(dict.fromkeys(f"spot {spot}" if spot else "the dice" for spot, _ in cut.cuts)) or "nobody"
    seated = ", ".join(f"spot {spot}" for spot in sorted(chain.seats))
    pack = f"{decks} deck{'s' * (decks > 1)} of 52 cards" + f" and {jokers} joker{'s' * (jokers > 1)}" * (jokers > 0)
    lines = [f"The commitment {chain.heads[0]} fits the round, rules and plan of dealing, from card {start + 1} on.",
             f"The cards were cut by {by_whom}, after the house had sealed them. Seats were held at {seated}.",
             f"Of the {len(dealt)} cards dealt you were shown {shown}. Each of these lay under the seal where it was"
             f" dealt from, in {pack}, and went where the sealed plan of dealing sends it.",
             f"Commitment, cuts, bets, their close and all decisions are one chain in this order: {chain.heads[-1]}.",
             *[f"The house declared the round void, for a reason that nothing proves: {void}."] * bool(void),
             *["All cards of the shoe are disclosed: complete decks, exactly as sealed."] * whole]
    return {"lines": lines, "facts": facts, "chain": chain, "cut": cut, "total": total, "seen": cut.heads + chain.heads}

def compare(rounds: list[Any], receipts: list[Any]) -> tuple[list[str], list[str]]:
    """Nothing contradicts itself, and no card is there more often than in the decks; what is proven, what is not."""
    facts, lines = dict[Any, Any](), [f"These {len(rounds)} rounds fit together."] * (len(rounds) > 1)
    for what, fact in (pair for one in rounds for pair in one["facts"].items()):
        need(facts.setdefault(what, fact) == fact, f"These do not belong together: two versions of {what}.")
    many = Counter((what[1], *fact) for what, fact in facts.items() if what[0] == "card")
    need(all(n <= card[-1] for card, n in many.items()), "There are more of a card than in the decks.")
    for mine in receipts:
        link, cut = ("link", mine["table"], mine["round"], 0), ["cut", mine["spot"], mine["cut"]]
        need(mine["commitment"] == facts.get(link), "Your receipt has another round, or another commitment for it.")
        one, said = next(one for one in rounds if link in one["facts"]), mine.get("wrong")
        need({*mine["heads"]} <= {*one["seen"]} and not said, f"Your browser was shown another chain. {said or ''}")
        late = [*one["cut"].early[::-1], *[cut] * (mine["cut"] is None)]
        need(cut in late, f"Your cut, {mine['cut']}, is not among the cuts: it came too late, or was left out.")
        after = ", ".join(f"{kind} (spot {spot})" for kind, spot, _ in late[: late.index(cut)][::-1]) or "nothing"
        yours = f"Your cut, {mine['cut']}, counts. After it" if mine["cut"] else "You sent no cut for its cards. All"
        lines.append(f"Round {mine['round']} fits your receipt. {yours} before bets closed: {after}.")
    return lines, NOT_PROVEN + ([] if receipts else [NO_RECEIPT]) + [
        f"That round {what[2] - 1} ended before card {at[1] + 1}: give its file as well." for what, at in facts.items()
        if what[0] == "start" and ("ended", *what[1:]) not in facts]

def main(paths: list[str]) -> None:
    try:
        files = [(path, json.load(open(path, "rb"))) for path in paths if path != "--receipt"]  # noqa: PTH123, SIM115
        rounds = [(path, check(file)) for path, file in files if "heads" not in file]
        lines, open_ = compare([one for _, one in rounds], [file for _, file in files if "heads" in file])
    except (OSError, *REFUSED) as error:
        sys.exit(f"NOT PROVEN. {type(error).__name__}: {error}")
    for path, one in [*rounds, ("Together", {"lines": lines})]:
        print(path, *one["lines"], sep="\n  proven: ")
    print("Not proven:", *open_, sep="\n  ")
    sys.exit(not rounds)
if __name__ == "__main__": main(sys.argv[1:])

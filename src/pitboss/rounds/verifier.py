"""Check rounds of a pitboss card room: python verify_round.py ROUND.json [MORE.json ...] [--receipt MINE.json ...]
It refuses what it does not know, and says what is proven and what is not. Python 3.9 is all it needs."""
import json, re, sys
from collections import Counter
from hashlib import sha256
from typing import Any
NOT_PROVEN = """That the cards nobody was shown complete the decks: an auditor sees them, or full disclosure shows them.
That nobody at the table works for the house: who knows its order and is last to cut can choose, last to bet a little.
That a cut could not be guessed, that dice showed what was entered, that the shoe was changed when it was due.
That the plan of dealing is this game's, how hands were set or split, who had to decide or draw: verify-round does.
What else the house says (words, felt, your spots, amounts, settlements, times), and that you were paid.""".splitlines()
NO_RECEIPT = "That the house told this story while you played: lay the receipt that your browser kept beside it."
JOKERS = {"face-up-pai-gow-poker": 1, "fortune-pai-gow-poker": 1, "blackjack": 0, "acey-deucey-21": 0, "fu-bacc": 0,
          "lucky-break": 0, "down-under-holdem": 0, "ultimate-texas-holdem": 0}  # and one deck, if no option says more
FILE = "id table number game finished commitment opened_us view reveal round proof"
PROOF = "kind configuration shoe start links first spots number cards"
VIEW = "game finished stakes on_felt waiting_for net_cents places pending settlements log"
EVENT = "place cards amount_cents text settlement jackpot detail"
SHOE, MINE = "shoe cards second numbers number_by dealing root", "table round commitment heads "  # and what it sent
KINDS = ["step", "say", "deal", "expose", "move", "clear", "bet", "choice", "settle", "jackpot"]
LINKS = [r'\["cut", (0, "[1-6] [1-6] [1-6]"|[1-9]\d?, "[!-~]([ -~]*[!-~])?")]|\["leaves", [1-9]\d?, null]'  # as JSON
         r'|\["bets", [1-9]\d?, {("[^"]+": [1-9]\d*(, )?)*}]|\["closed", 0, \[[\d, ]*]]',  # before bets close; after:
         r'\["chose", [1-9]\d?, \["[^"]+", \d+(, "[0-9a-f]{64}")?]]|\["leaves", [1-9]\d?, null]|\["void", 0, ".+"]']
REFUSED = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)  # Wrong, or no such file
class Wrong(ValueError): pass
def need(right: object, problem: str) -> Any:
    if not right: raise Wrong(problem)
def same(what: str, *pair: Any) -> None:
    need(json.dumps(pair[0]) == json.dumps(pair[1]), f"{what}: {pair[0]}, not {pair[1]}.")
def only(it: Any, must: str, may: str = "") -> Any:  # an object with these names and no others
    return need({*must.split()} <= {*it} <= {*f"{must} {may}".split()}, f"Not exactly {must}: {', '.join(it)}.") or it
def hash_of(value: Any) -> str:  # of its canonical JSON: names sorted, no blanks
    return sha256(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()
def root_of(card: Any, leaves: int) -> str:  # the Merkle root to which a card at its position, with its salt, leads
    position, path = only(card, "position value salt path", "at")["position"], [*map(bytes.fromhex, card["path"])]
    need(re.fullmatch("[2-9TJQKA][cdhs]|Jk" if "at" in card else "0[1-9]", card["value"]), f"No card: {card['value']}.")
    need(re.fullmatch("[0-9a-f]{32}(,[0-9a-f]{64})*", ",".join([card["salt"], *card["path"]])), "No hashes in a path.")
    node = sha256(b"\0" + position.to_bytes(4, "big") + card["value"].encode() + bytes.fromhex(card["salt"])).digest()
    for width in (4, 4, *[2] * 9):  # so many neighbours are hashed together, level by level; the last may be fewer
        before, many = position % width, min(width, leaves - position + position % width) - 1
        if many: node = sha256(b"\1" + b"".join([*path[:before], node, *path[before:many]])).digest()
        position, leaves, path = position // width, -(-leaves // width), path[many:]
    need(not path, f"The path of {card['value']} is too long.")  # one that is too short leads elsewhere
    return node.hex()
def permutation(seed: str, first: int, second: int, numbers: int) -> tuple[list[int], int]:  # Fisher-Yates, by SHA-256
    blocks = (sha256(bytes.fromhex(seed) + n.to_bytes(8, "big")).digest() for n in range(1 << 20))
    stream = (int.from_bytes(block[at : at + 2], "big") for block in blocks for at in range(0, 32, 2))
    order = list(range(first + second))
    for base, last in [(0, n) for n in range(first)[:0:-1]] + [(first, n) for n in range(second)[:0:-1]]:
        other = base + next(n % (last + 1) for n in stream if n < 65536 - 65536 % (last + 1))
        order[base + last], order[other] = order[other], order[base + last]
    return order, next(n % numbers for n in stream if n < 65536 - 65536 % numbers) if numbers else 0
class Chain:  # the links of a round, replayed: who cut, bet, left, sat there when bets closed, and decided, in order
    def __init__(self, commitment: str, links: Any) -> None:
        self.heads, self.closed, self.void, self.dice, self.choices = [commitment], "", "", "", list[Any]()
        self.cuts, self.bets, self.seats, early = list[Any](), dict[int, Any](), list[int](), 0
        for link in links:
            need(re.fullmatch(LINKS[self.closed != ""], json.dumps(link)) and not self.void, f"Not now: {link}.")
            self.heads, (kind, spot, value) = [*self.heads, hash_of([self.heads[-1], *link])], link
            if kind == "cut":  # it counts as it was given, whatever its giver does then
                need(spot or not self.dice, "Dice were rolled twice.")
                self.cuts, self.dice = [*self.cuts, [spot, value]], self.dice if spot else value
            elif kind == "chose": self.choices.append([spot, *value])  # action, amount, mark of a set hand
            elif kind == "void": self.void = value
            elif kind == "closed": self.seats, self.closed, early = value, self.heads[-1], len(self.heads) - 2
            elif not self.closed: self.bets[spot] = value or {}
        self.spots, self.early = sorted(spot for spot, bets in self.bets.items() if bets), links[:early]
        need(self.closed and self.spots, "Nobody has bet." if self.closed else "Bets were never closed.")
        for spot, last in {spot: kind for kind, spot, _ in self.early}.items():
            need(last == "leaves" or spot in (0, *self.seats), f"Spot {spot} has cut or bet, and nobody sits there.")
        for spot, *_ in self.choices: need(spot in self.spots, f"Spot {spot} has decided without a bet.")
def follow(log: Any, plan: Any, ring: Any, chain: Chain, first: Any, rest: Any, turn: int) -> Any:  # over the felt
    fixed, dealt, felt, kept, acted, asked = list[str](), list[Any](), dict[str, list[Any]](), Counter[Any](), 0, 0
    moves, play = ([item for who, *items in plan if who == what for item in items] for what in ("moves", "play"))
    asks = dict(item.split(" ") for item in play)
    for who, *items in plan:
        chose = sorted({spot for spot, action, *_ in chain.choices if who == f"chose {action}"})
        for spot in {"each": chain.spots, "once": [0], "seats": ring}.get(who, chose):
            empty = "# hand" if who == "seats" and spot not in (0, *chain.spots) else "nobody"
            fixed += [item.replace(empty, f"0 seat-{spot}").replace("#", str(spot)) for item in items]
    for event in (only(event, "kind clause spot", EVENT) for event in log):
        kind, spot, place, cards = event["kind"], event["spot"], event.get("place"), event.get("cards", [])
        here, hidden, problem = felt.setdefault(f"{spot} {place}", []), "??" in cards, f"Not by the plan: {event}."
        need(kind in KINDS and type(spot) is int and type(cards) is list and None not in cards, f"Odd: {event}.")
        if kind == "choice": acted, asked = spot, (asked if spot == acted else 0) + int(asks.get(place, 0))
        if kind == "deal":
            free = asks and (not spot or (spot == acted and asked > 0)) and not hidden and f"{spot} {place} 1"
            need(f"{spot} {place} {len(cards)}" == (fixed[0] if fixed else free), problem)
            acted, asked, fixed = acted if fixed else spot, asked - (not fixed), fixed[1:]
        for card in cards if kind == "deal" else ():
            if len(dealt) == turn: kept = Counter(card for lying in felt.values() for card in lying)  # now the discards
            while len(dealt) >= turn and kept[rest[0]["value"]] > 0: kept[rest.pop(0)["value"]] -= 1
            here.append(rest.pop(0)["value"] if len(dealt) >= turn else first.pop(len(dealt), None))
            dealt.append(here[-1])
            need(card in ("??", here[-1]), f"Card {len(dealt)} is shown without proof, or is another.")
        need(not Counter(cards) - Counter(["??"] * len(cards) + here), f"Without proof: {event}.")
        if kind == "move":  # as the plan has it; cards that everybody sees also between the hands of one spot
            need(f"{'#' if spot else 0} {place} {event['detail']}" in moves or (spot and not hidden), problem)
            (there := felt.setdefault(f"{spot} {event['detail']}", [])).extend(here if hidden else cards)
            here[:] = there if hidden else (Counter(here) - Counter(cards)).elements()
        elif kind == "clear": here.clear()
    return dealt, fixed
def decided(file: Any, chain: Chain) -> None:  # the log and the round's inputs tell the decisions of the chain
    told = [[e["spot"], e["place"], e.get("amount_cents", 0)] for e in file["view"]["log"] if e["kind"] == "choice"]
    same("Decisions in the log, and in the chain", told, [choice[:3] for choice in chain.choices])
    if file["round"] is None: return  # nobody told you the hands that others have set
    made = [[one["spot"], one["action"], one.get("amount_cents", 0), *[hash_of(["pitboss set 4", one["salt"], set_])
            for set_ in [one.get("cards")] if set_]] for one in only(file["round"], "decisions", "void")["decisions"]]
    same("Decisions, hands set, void", [made, file["round"].get("void") or ""], [chain.choices, chain.void])
def check(file: Any, receipts: Any = ()) -> dict[str, Any]:  # what the file of one round proves; else one of REFUSED
    proof, table, number, over = file["proof"], file["table"], file["number"], file["finished"]
    if not proof or proof["kind"] != 4:  # a browser keeps receipts of this kind alone
        for one in receipts: need([one["table"], one["round"]] != [table, number], "Its proof is kept from you.")
        raise Wrong("A proof of another kind (a draft, the first, none yet). This says nothing against the round.")
    view, shoe, start = only(only(file, FILE)["view"], VIEW), only(only(proof, PROOF)["shoe"], SHOE), proof["start"]
    cards, size, second, drawn, by = proof["cards"], shoe["cards"], shoe["second"], shoe["numbers"], shoe["number_by"]
    config, game, (decks, jokers) = proof["configuration"], file["game"], divmod(size, 52)
    need(52 <= size <= 1040 and jokers < 9 and second in (0, size) and 0 <= drawn <= 9 and start >= 0, "No such shoe.")
    usual = {"decks": "1" if game in JOKERS else str(decks), "first_hand": by, **config["options"]}
    same("Decks, jokers", [str(decks), jokers, by], [usual["decks"], JOKERS.get(game, jokers), usual["first_hand"]])
    same("The round", f"{table}-{number}", file["id"])
    same("Over, game, and its rules", [over, game, game], [view["finished"], view["game"], config["game"]])
    seal = hash_of(["pitboss shoe 4", table, hash_of(config), shoe])
    cut = Chain(hash_of(["pitboss round 4", seal, shoe["shoe"], 0, "to come"]), proof["first" if start else "links"])
    chain = Chain(hash_of(["pitboss round 4", seal, file["id"], start, cut.closed]), proof["links"]) if start else cut
    same("Committed to, revealed beside it", [file["commitment"], file["reveal"]], [chain.heads[0], None])
    same("Dice, number", [cut.dice != "", proof["number"] is not None], [drawn > 0 and by == "dice", drawn > 0])
    if start: same("The cutting of the shoe", [cut.heads[-1], chain.cuts], [cut.closed, []])
    else: same("The shoe's first round", [shoe["shoe"], proof["first"]], [file["id"], []])
    places, shift = permutation(hash_of(["pitboss cut 4", seal, cut.cuts]), size, second, drawn)
    draw, leaves, ats = [proof["number"]] * (drawn > 0), len(places) + (drawn > 0), [card["at"] for card in cards]
    need(ats == sorted({*ats} & {*range(len(places))}), "A card is there twice, out of order, or none of the shoe.")
    for at, card in [(places[card["at"]], card) for card in cards] + [(leaves - 1, card) for card in draw]:
        need(card["position"] == at and root_of(card, leaves) == shoe["root"], f"{card['value']} was not sealed there.")
    total = sum(map(int, cut.dice.split())) if cut.dice else int(draw[0]["value"]) + shift if draw else 1
    ring = ([0, *range(drawn)[:0:-1]] * 2)[(total - 1) % max(drawn, 1) :][:drawn]  # who gets the first hand
    first, rest = {c["at"] - start: c["value"] for c in cards if c["at"] < size}, [c for c in cards if c["at"] >= size]
    same("Cards of the second order", ats[len(first) :], [*range(size, size + len(rest))])
    dealt, left = follow(view["log"], shoe["dealing"], ring, chain, first, rest, size - start)
    shown, whole, seen = len(dealt) - dealt.count(None), len(cards) == len(places), [seal, *cut.heads, *chain.heads]
    need(shown or chain.void, "No card was shown to you: there is nothing to prove.")
    need(whole or not (first or rest), "There is proof of a card that was not dealt.")
    need(chain.void or not (left and over), "The round is over, and not dealt out.")
    decided(file, chain)
    facts: dict[Any, Any] = {("shoe", shoe["shoe"]): (seal, cut.closed)}
    facts |= {("link", table, number, n): head for n, head in enumerate(chain.heads)}
    if start: facts["start", table, number] = seal, start  # as its shoe goes on, the round before must have ended there
    facts |= {("start", table, number + 1): (seal, start + len(dealt)), ("ended", table, number + 1): 1} if over else {}
    facts |= {("log", table, number, n, name): value for n, event in enumerate(view["log"]) for name, value in
              [*event.items(), *enumerate(event.get("cards", []))] if name != "cards" and value != "??"}
    for c in cards + draw:
        same("A salt serves twice", facts.setdefault(("salt", c["salt"]), [seal, c["position"]]), [seal, c["position"]])
        facts["card", seal, c["position"]] = c["value"], c["position"] < size, jokers if c["value"] == "Jk" else decks
    compare([{"facts": facts}], [])
    lines = [f"The commitment {chain.heads[0]} fits the round, rules and plan of dealing, from card {start + 1} on.",
             f"{size} cards were sealed, cut by spots {[n for n, _ in cut.cuts]} (0: dice), seats {chain.seats} taken.",
             f"You saw {shown} of {len(dealt)} cards dealt. Each is the one that seal, cuts and plan put there.",
             f"Commitment, cuts, bets, their close and all decisions are one chain in this order: {chain.heads[-1]}."
             + " The round was not over." * (not over),
             *[f"The house declared the round void; nothing proves why: {chain.void}."] * bool(chain.void),
             *["All cards of the shoe are disclosed: complete decks, exactly as sealed."] * whole]
    return {"lines": lines, "facts": facts, "chain": chain, "cut": cut, "total": total, "seen": seen}
def compare(rounds: list[Any], receipts: list[Any]) -> tuple[list[str], list[str]]:  # what is proven, what not
    facts, lines = dict[Any, Any](), [f"These {len(rounds)} files fit together."] * (len(rounds) > 1)
    for what, fact in (pair for one in rounds for pair in one["facts"].items()):
        need(facts.setdefault(what, fact) == fact, f"These do not belong together: two versions of {what}.")
    many = Counter((what[1], *fact) for what, fact in facts.items() if what[0] == "card")
    need(all(n <= card[-1] for card, n in many.items()), "There are more of a card than in the decks.")
    for mine in (only(one, MINE + ("sent" if "sent" in one else "spot cut"), "wrong") for one in receipts):
        link, old = ("link", mine["table"], mine["round"], 0), "sent" not in mine  # with the last of its cuts alone
        need(link in facts, f"Your receipt is of another round: {link[1]}-{link[2]}.")
        need(mine["commitment"] == facts[link], "Your browser was shown another commitment for this round.")
        need(not mine.get("wrong"), f"Your browser was shown what did not fit, while you played: {mine.get('wrong')}.")
        early, seen = next((one["cut"].early, one["seen"]) for one in rounds if link in one["facts"])
        sent = [[mine["spot"], mine["cut"], None]] * (mine["cut"] is not None) if old else mine["sent"]
        heads, cuts = [head for _, _, head in sent if head], [["cut", spot, value] for spot, value, _ in sent]
        need({*mine["heads"], *heads} <= {*seen}, "Your browser was shown another chain of bets, cuts and decisions.")
        for c in cuts: need(c in early, f"Your cut, {c[2]}, is not among the cuts: it came too late, or was left out.")
        rest, at = iter(cuts), {v: seen.index(h) - 1 if h else early.index(["cut", s, v]) for s, v, h in sent[::-1]}
        other = [n for n, link in enumerate(early) if link not in cuts or link not in rest]  # not as this browser cut
        for n, k in ((n, k) for n in other for k, c in enumerate(early) if c in cuts and c[:2] == early[n][:2]):
            apart = k == n != early.index(early[n]) or ["leaves", early[n][1], None] in early[min(n, k) : max(n, k)]
            need(old or apart, "Spot {1} was cut by another browser of yours, or by the house: {2}.".format(*early[n]))
        after = ", ".join("{} (spot {})".format(*early[n]) for n in other if n >= max([0, *at.values()])) or "nothing"
        yours = f"Your cut, {sent[-1][1]}, counts. Later" if sent else "You sent no cut for its cards. Given"
        lines.append(f"Round {mine['round']} fits your receipt. {yours}, before bets closed: {after}.")
    return lines, NOT_PROVEN + ([] if receipts else [NO_RECEIPT]) + [
        f"That round {what[2] - 1} ended before card {at[1] + 1}: give its file as well." for what, at in facts.items()
        if what[0] == "start" and ("ended", *what[1:]) not in facts]
def main(paths: list[str]) -> None:
    try:
        files = [(path, json.load(open(path, "rb"))) for path in paths if path != "--receipt"]  # noqa: PTH123, SIM115
        mine = [file for _, file in files if "heads" in file]
        rounds = [(path, check(file, mine)) for path, file in files if file not in mine]
        lines, open_ = compare([one for _, one in rounds], mine)
    except (OSError, *REFUSED) as error:
        sys.exit(f"NOT PROVEN. {'' if isinstance(error, (Wrong, OSError)) else 'This is no file of a round: '}{error}")
    for path, one in [*rounds, ("Together", {"lines": lines})]: print(path, *one["lines"], sep="\n  proven: ")
    sys.exit(print("Not proven:", *open_, sep="\n  ") or not rounds)
if __name__ == "__main__": main(sys.argv[1:])

"""The best house way of so many rules, and what each rule of a way is worth."""

from __future__ import annotations

import json
import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pitboss.cardplay.paigow import hidden_solution, solution
from pitboss.cardplay.paigow import solution as adviser
from pitboss.cardplay.paigow.coverage import HANDS, cards_of, coverage, tables
from pitboss.cardplay.paigow.hands import (
    FRONT_OF,
    Front,
    Wheel,
    best_with,
    front_before_complete,
    legal_settings,
)
from pitboss.cardplay.paigow.house_way import (
    COMPLETE_FRONT,
    FOXWOODS,
    FRONTS,
    HOUSE_WAYS,
    PairStructure,
    places_of,
    read_way,
    way_in,
    written,
)
from pitboss.cardplay.paigow.kernels import RANK_TYPES
from pitboss.cardplay.paigow.solution import DEALS, PaiGowRules
from pitboss.cardplay.paigow.way_cost import cost_sheet, front_in_words
from pitboss.cardplay.paigow.way_search import (
    NAMES,
    PAIRS_OF_NAMES,
    Beside,
    BestWay,
    Board,
    WayBody,
    WaySearch,
    best_way,
    compared,
    curve,
    house_way_of,
    reading,
    way_of,
    worth_of,
)
from pitboss.cardplay.paigow.way_values import (
    ACTIONS,
    CLASSES,
    FACE_UP,
    FORTUNE,
    STRUCTURES,
    Against,
    Classes,
    Parts,
    WayTask,
    class_of_type,
    face_up_classes,
    hidden_from,
    run,
    types_of,
    way_game,
)
from pitboss.cli import pitboss
from pitboss.cli.house_way import show_best
from pitboss.compute.engines import LocalEngine
from pitboss.core.cards import parse_many
from pitboss.core.errors import BadInput
from pitboss.core.files import write_own
from pitboss.library import edge as exact_edge
from pitboss.paper import packet_pdf
from pitboss.paper.charts import svg
from pitboss.paper.packet import way_curve, way_sheet
from pitboss.sheets import plugins
from pitboss.sheets.plugins import use_house_ways

pytestmark = pytest.mark.clause("PG-27")

SMALL = ("As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js Jh", "As Ah Ad Ks Kh Kd Kc Qs Qh Qd Qc Js Jh Jd")
"""fourteen cards: the player has the seven that the dealer has not"""
FEW_NAMES = [(-1, -1), *[(NAMES.index(name), -1) for name in ("pair", "high")]]


def code_of(front: Front) -> int:
    one, other = front.ranks[0], front.ranks[-1]
    return 78 + one if front.pair else one * (one - 1) // 2 + other


def small_classes(deck: str) -> Classes:
    """The classes of a small deck by the rules as they are read: no types, no tables, every deal played."""
    cards = parse_many(deck)
    settings = {hand: legal_settings(hand) for hand in combinations(cards, 7)}
    worth: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * len(ACTIONS))
    fronts: dict[tuple[int, ...], list[int]] = {}
    legal: dict[tuple[int, ...], list[bool]] = {}
    hands: dict[tuple[int, ...], int] = defaultdict(int)
    for hand in settings:
        theirs = settings[tuple(card for card in cards if card not in hand)]
        dealt, ranks = PairStructure.of(hand)
        complete = front_before_complete(hand)
        key = (
            STRUCTURES.index(dealt),
            *(*ranks, -1, -1, -1)[:6],
            -1 if complete is None else code_of(complete),
        )
        hands[key] += 1
        fronts[key], legal[key] = [-1] * len(ACTIONS), [False] * len(ACTIONS)
        known = {name: ranks[at] for name, at in places_of(dealt).items() if at < len(ranks)}
        for action, (one, other) in enumerate(FRONTS.values()):
            front = complete
            if one:
                front = FRONT_OF[known[one]][known[other]] if one in known and other in known else None
            if front is None:
                continue
            fronts[key][action] = code_of(front)
            made = best_with(hand, front, complete is not None, Wheel.SECOND_HIGHEST)
            if made is None:
                continue
            legal[key][action] = True
            better = [(s.front_value > made.front_value) + (s.back_value > made.back_value) for s in theirs]
            worth[key][action] += (max(better) == 0) - (max(better) == 2)
    keys = sorted(hands)
    table, fair = np.array([worth[key] for key in keys]), np.array([legal[key] for key in keys])
    return Classes(
        structure=np.array([key[0] for key in keys]),
        places=np.array([key[1:7] for key in keys]),
        complete=np.array([key[7] for key in keys]),
        fronts=np.array([fronts[key] for key in keys]),
        legal=fair,
        hands=np.array([hands[key] for key in keys]),
        example=np.zeros(len(keys), np.int64),
        twins=np.zeros((0, 3), np.int64),
        worth=table,
        wrong=np.zeros_like(table),
        best=np.where(fair, table, -(10**9)).max(axis=1),
        better=np.zeros(len(keys), np.int64),
        deals=comb(14, 7),
    )


STRAIGHTS = "As Ah Ks Kh Qs Qh Js Jh Ts Th 9s 9h 8s 7s"


def every_body(board: Board) -> Iterator[WayBody]:
    """All rules of the few names, with whatever may be asked of a straight or flush."""
    present = sorted(set(board.structure.tolist()))
    seen = sorted(set(board.named.ravel().tolist()) - {-1})
    ends = [(a, b) for a in seen for b in seen if a <= b]
    for action, (one, _) in product(range(len(ACTIONS)), FEW_NAMES):
        able = [s for s in present if board.available[s, action] and (one < 0 or board.known[s, one])]
        masks = [
            sum(some) for n in range(1, len(able) + 1) for some in combinations([1 << s for s in able], n)
        ]
        kinds = (1, 2) if action == ACTIONS.index(COMPLETE_FRONT) else range(5)
        for kind, (a, b), dealt in product(kinds, ends if one >= 0 else [(0, 0)], masks):
            yield WayBody(action, kind, PAIRS_OF_NAMES.index((one, -1)), (a, b, 0, 0), dealt)


def test_with_straights_and_flushes_no_two_rules_are_better_than_the_two_found() -> None:
    """Every list of two rules of the vocabulary with one name, whatever it asks of a straight or flush."""
    board = Board(small_classes(STRAIGHTS), FEW_NAMES)
    assert set(board.behind.tolist()) == {0, 1, 2}
    assert board.higher.any()
    rules: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
    for body in every_body(board):
        fits = board.fits(body)
        legal = board.legal >> body.action & 1 == 1
        gain = np.where(fits, np.where(legal, board.worth[:, body.action], board.unset) - board.unset, 0)
        if fits.any():
            rules.setdefault(fits.tobytes() + gain.tobytes(), (fits, gain))
    # whole numbers all the way: what is not set counts as more than fits into floating point
    fits = np.stack([f for f, _ in rules.values()])
    gain = np.stack([g for _, g in rules.values()])
    assert len(rules) > 500
    best = max(int((one[1].sum() + gain @ (~one[0])).max()) for one in zip(fits, gain, strict=True))
    found = WaySearch(board, LocalEngine(1)).best(2)
    assert len(found) == 2
    assert board.total(found) == best + int(board.unset.sum())


def every_rule(board: Board) -> list[tuple[np.ndarray, np.ndarray]]:
    """All rules of the few names: the classes each fits, and what those are then worth (a foul: minus a million);
    rules alike in both are one."""
    found: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
    ranges = [(a, b) for a in range(9, 13) for b in range(a, 13)]
    present = sorted(set(board.structure.tolist()))
    for action, (one, _) in product(range(len(ACTIONS)), FEW_NAMES):
        able = [s for s in present if board.available[s, action] and (one < 0 or board.known[s, one])]
        masks = [
            sum(some) for n in range(1, len(able) + 1) for some in combinations([1 << s for s in able], n)
        ]
        for (a, b), dealt in product(ranges if one >= 0 else [(0, 0)], masks):
            fits = board.fits(WayBody(action, 0, PAIRS_OF_NAMES.index((one, -1)), (a, b, 0, 0), dealt))
            legal = board.legal >> action & 1 == 1
            worth = np.where(fits, np.where(legal, board.worth[:, action], -(10**6)), 0)
            if fits.any():
                found.setdefault(fits.tobytes() + worth.tobytes(), (fits, worth))
    return list(found.values())


@pytest.mark.parametrize("deck", SMALL)
def test_on_a_small_deck_no_list_of_rules_is_better_than_the_one_found(deck: str) -> None:
    """Every list of two rules and the best third one for it, against the search."""
    board = Board(small_classes(deck), FEW_NAMES)
    assert len(board.hands) > 15
    rules = every_rule(board)
    fits = np.stack([f for f, _ in rules])
    worth = np.stack([w for _, w in rules]).astype(np.float64)
    nothing = -(10**6)
    best = nothing * 10
    for first in range(len(rules)):
        alive = ~fits[first]
        second = np.where(alive, worth, 0)
        both = alive & ~fits
        third = np.where(both, 1.0, 0.0) @ worth.T
        left = np.where(both, 1.0, 0.0) @ (~fits).T.astype(np.float64)
        total = worth[first].sum() + second.sum(axis=1)[:, None] + third + nothing * left
        best = max(best, total.max())
    found = WaySearch(board, LocalEngine(1)).best(3)
    assert len(found) <= 3
    assert board.whole(found)
    assert board.total(found) == best


def test_every_hand_is_set_first_whatever_a_wager_is_counted_in() -> None:
    """The same deck in the whole deck's numbers, with a commission of a twentieth: hands left open still weigh most."""
    small = small_classes(SMALL[1])
    times = 20 * DEALS // small.deals
    large = replace(small, worth=small.worth * times, best=small.best * times, deals=20 * DEALS)
    board = Board(large, FEW_NAMES)
    found = WaySearch(board, LocalEngine(1)).best(3)
    assert board.whole(found)
    plain = Board(small, FEW_NAMES)
    assert board.total(found) == times * plain.total(WaySearch(plain, LocalEngine(1)).best(3))


def test_what_a_rule_gains_is_what_the_list_is_then_worth_more() -> None:
    """At every place of a list: the kernel's best against every rule put there one by one."""
    board = Board(small_classes(SMALL[1]), FEW_NAMES)
    bodies = WaySearch(board, LocalEngine(1)).best(4)
    for at in range(len(bodies) + 1):
        found = board.insertions(bodies[:2], min(at, 2))
        for gain, grown in found:
            assert board.total(grown) - board.total(bodies[:2]) == gain
    rest = bodies[:2]
    most = max(gain for gain, _ in board.insertions(rest, 2))
    alive = board.follow(rest)[0] < 0
    current = board.follow(rest)[1]
    by_hand = max(
        int((worth - current)[fits & alive].sum())
        for fits, worth in every_rule(board)
        if not (worth[fits & alive] == -(10**6)).any()
    )
    assert most == by_hand


def test_a_way_is_worth_the_same_rule_by_rule_on_the_real_cards() -> None:
    """The small deck's winner, every hand set by the file's rules and played against every answer."""
    classes = small_classes(SMALL[1])
    board = Board(classes, FEW_NAMES)
    bodies = board.tidy(WaySearch(board, LocalEngine(1)).best(5))
    way = read_way(written(house_way_of(bodies, "small", "1", "", "a test")), "small.toml")
    cards, total = parse_many(SMALL[1]), 0
    for hand in combinations(cards, 7):
        made = way.set(hand)
        theirs = legal_settings(tuple(card for card in cards if card not in hand))
        better = max((s.front_value > made.front_value) + (s.back_value > made.back_value) for s in theirs)
        total += (better == 0) - (better == 2)
    assert total == board.total(bodies) == worth_of(classes, way)


# the whole deck


def test_every_hand_is_in_one_class_and_its_rules_are_read_alike() -> None:
    """Two roads to which rule sets a hand: by class, and by type as the room does it."""
    shapes, of_type = class_of_type(Wheel.SECOND_HIGHEST)
    assert len(shapes.hands) == CLASSES
    assert int(shapes.hands.sum()) == HANDS
    for way in HOUSE_WAYS.values():
        rule = np.full(CLASSES, -1)
        for n, one in enumerate(way.rules):
            fits, _ = reading(one)(shapes)
            rule[fits & (rule < 0)] = n
        found = tables(way.name, Wheel.SECOND_HIGHEST)
        by_type = np.concatenate([found.ranks.rule, found.flushes.rule])
        assert np.array_equal(rule[of_type], by_type)
        assert tuple(np.bincount(rule, shapes.hands).astype(int)) == coverage(way, Wheel.SECOND_HIGHEST).hands


def test_settings_of_a_type_are_worth_what_all_its_deals_are() -> None:
    """Four kings and three fives, whose suits are all alike, against all C(46,7) hands of a house that sets foxwoods:
    the adviser counts those one by one."""
    found, types = tables("foxwoods", Wheel.SECOND_HIGHEST), types_of(Wheel.SECOND_HIGHEST)
    house = np.concatenate([found.ranks.house, found.flushes.house], axis=1)
    against = Against.fixed(Wheel.SECOND_HIGHEST, 19, 20, house, copies_lose=True)
    cards = parse_many("Ks Kh Kd Kc 5s 5h 5d")
    of_cards = sorted(card // 4 for card in cards)
    alike = np.flatnonzero((types.hands[:RANK_TYPES] == 4) & (types.structure[:RANK_TYPES] == 10))
    type_ = next(int(t) for t in alike if sorted(card // 4 for card in cards_of(int(t))) == of_cards)
    advice = {adviser.codes_of(a.setting): a for a in adviser.hidden(cards, "foxwoods", Wheel.SECOND_HIGHEST)}
    compared = 0
    for at in range(int(types.start[type_]), int(types.start[type_ + 1])):
        front, back = int(types.ask_front[at]), int(types.ask_back[at])
        part = run(WayTask(against, False, front - 1))
        worth = int(part[np.searchsorted(np.flatnonzero(types.ask_front == front), at)])
        one = advice[front, back]
        assert Fraction(worth, 4 * comb(46, 7)) == 19 * one.win - 20 * one.lose
        compared += 1
    assert compared >= 2


def test_a_task_is_the_same_on_another_machine() -> None:
    """It carries the hands it is against, and finds what it has prepared for them."""
    house = np.arange(2 * 292_253, dtype=np.uint16).reshape(2, -1)
    against = Against.fixed(Wheel.LOWEST, 19, 20, house, copies_lose=True)
    task = WayTask(against, False, 3)
    there = pickle.loads(pickle.dumps(task))
    assert there == task
    assert hash(there.against) == hash(against)
    assert (there.against.settings == house).all()
    assert Against.fixed(Wheel.LOWEST, 19, 20, house[::-1], copies_lose=True) != against


@pytest.mark.parametrize(
    ("text", "code"), [("ace-king", 77), ("three-two", 0), ("pair of twos", 78), ("queen-ten", 53)]
)
def test_fronts_in_words(text: str, code: int) -> None:
    assert front_in_words(code) == text


def test_a_written_way_is_read_as_the_same_rules() -> None:
    for way in HOUSE_WAYS.values():
        again = read_way(written(way), "again.toml")
        assert (again.rules, again.name, again.title) == (way.rules, way.name, way.title)


def test_a_found_way_names_the_table_it_was_searched_for() -> None:
    way = way_of(way_game(FORTUNE, {"commission": "free", "wheel": "lowest"}), [])
    assert way.source.endswith("--set wheel=lowest --set commission=free")
    assert way.name == "best-0-fortune-pai-gow-poker-lowest-free"


def test_parts_of_stopped_work_are_used_and_torn_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    done: list[int] = []

    def work(n: int) -> np.ndarray:
        if n == 3 and len(done) == 3:
            raise KeyboardInterrupt
        done.append(n)
        return np.array([n])

    parts = Parts("test", "key", 5)
    with pytest.raises(KeyboardInterrupt):
        parts.map(work, range(5), LocalEngine(1), lambda done, total: None)
    assert done == [0, 1, 2]
    torn = next(tmp_path.rglob("1.npy"))
    torn.write_bytes(b"torn")
    found = parts.map(work, range(5), LocalEngine(1), lambda done, total: None)
    assert [int(part[0]) for part in found] == [0, 1, 2, 3, 4]
    assert done == [0, 1, 2, 1, 3, 4]
    parts.done()
    assert list(tmp_path.rglob("*.npy")) == []


def test_a_search_that_was_stopped_goes_on_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    board = Board(small_classes(SMALL[1]), FEW_NAMES)
    first = WaySearch(board, LocalEngine(1), kept="small")
    bodies = first.best(3)
    second = WaySearch(board, LocalEngine(1), kept="small")
    assert second.found == first.found
    monkeypatch.setattr(second, "_grown", lambda *_: pytest.fail("searched again"))
    assert second.best(3) == bodies
    (file,) = (tmp_path / "house-ways").iterdir()
    file.write_text('{"3": [[1, 2]]}')
    assert WaySearch(board, LocalEngine(1), kept="small").found == {}


@pytest.mark.parametrize(("body", "said"), [
    (WayBody(1, 0, 7, (0, 11, 0, 0), 12), "two pair or three pair, the highest other card a king or lower: "
     "the second pair in front"),
    (WayBody(0, 0, 0, (0, 0, 0, 0), 4712), "three pair, full house, full house and a pair, four of a kind and a pair "
     "or five aces and a pair: the highest pair in front"),
    (WayBody(8, 4, PAIRS_OF_NAMES.index((0, 7)), (7, 12, 9, 12), 2), "one pair, the pair of nines or higher, the next "
     "highest card a jack or higher, a straight or flush can stay behind a pair: the two highest others in front if "
     "that is higher than the front before the straight or flush"),
    (WayBody(3, 0, 0, (0, 0, 0, 0), 1 << 7), "three of a kind twice: two of the higher three of a kind in front"),
])  # fmt: skip
def test_rules_are_said_as_a_dealer_says_them(body: WayBody, said: str) -> None:
    (rule,) = house_way_of([body], "one", "1", "", "a test").rules
    assert rule.text == said


# the command


@pytest.mark.parametrize(("arguments", "said"), [
    (["best", FACE_UP, "--rules", "4"], "5 to 30"),
    (["best", FACE_UP, "--rules", "31"], "5 to 30"),
    (["best", "fu-bacc", "--rules", "10"], "has no house way"),
    (["best", FACE_UP, "--rules", "10", "--set", "wheel=round"], "second-highest"),
    (["best", FACE_UP, "--rules", "10", "--set", "commission=5%"], "no setting of a house way"),
    (["best", FACE_UP, "--rules", "10", "--against", "nowhere.toml"], "no house way 'nowhere.toml'"),
    (["best", FACE_UP, "--rules", "10", "-o", "way.pdf"], ".toml"),
    (["best", FACE_UP, "--rules", "10", "--sheet", "no-folder/a.pdf"], "no folder"),
    (["cost", "nowhere.toml"], "no house way 'nowhere.toml': no such file"),
    (["cost", "foxwoods", "--game", "blackjack"], "has no house way"),
    (["nowhere.toml"], "no house way 'nowhere.toml'"),
    (["cost", "."], "no house way '.': it is a folder. Accepted: a file"),
    (["cost", "foxwoods", "--game", "nogame"], "There is no game 'nogame'. Accepted: "),
    (["best", FACE_UP], "How many rules? Accepted: --rules"),
    (["bset", FACE_UP, "--rules", "12"], "no command 'bset'. Accepted: check, best, cost, or one FILE"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused_before_the_work(arguments: list[str], said: str) -> None:
    found = CliRunner().invoke(pitboss, ["house-way", *arguments])
    assert isinstance(found.exception, BadInput)
    assert said in str(found.exception)


def test_a_houses_own_way_is_not_written_over(tmp_path: Path) -> None:
    """Nor a table's file; nor what this command wrote, once somebody has changed it."""
    own, earlier = tmp_path / "river-room.toml", tmp_path / "best-12.toml"
    own.write_text(written(FOXWOODS))
    write_own(earlier, written(FOXWOODS), "pitboss house-way best")
    earlier.write_text(f"# mine\n{earlier.read_text()}")
    for file, said in ((own, "was not written by pitboss house-way best"), (earlier, "has been changed")):
        before = file.read_text()
        found = CliRunner().invoke(pitboss, ["house-way", "best", FACE_UP, "--rules", "12", "-o", str(file)])
        assert isinstance(found.exception, BadInput)
        assert said in str(found.exception)
        assert "Accepted: another name" in str(found.exception)
        assert file.read_text() == before


def test_a_file_that_leaves_hands_open_has_no_cost(tmp_path: Path) -> None:
    file = tmp_path / "open.toml"
    file.write_text(written(FOXWOODS).rpartition("[[rule]]")[0])
    found = CliRunner().invoke(pitboss, ["house-way", "cost", str(file)])
    assert "No rule fits" in str(found.exception)


def test_the_page_to_post_is_one_page_and_the_curve_a_picture() -> None:
    game = way_game(FACE_UP, {})
    found = BestWay(
        game, FOXWOODS, Fraction(2, 100), coverage(FOXWOODS, game.wheel).hands, Fraction(3, 100), Fraction(3, 100),
        ((24, Fraction(1, 100)), (25, Fraction(2, 100))), (Beside("other/1", 5, Fraction(1, 100)),),
    )  # fmt: skip
    pdf = packet_pdf(way_sheet(found))
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert svg(way_curve(found)).startswith("<svg")
    assert found.to_json()["curve"][-1] == {
        "rules": 25,
        "house_edge": "0.020000000000000",
        "house_edge_exact": "1/50",
    }


def test_a_way_is_compared_once_and_the_curve_begins_where_a_search_may() -> None:
    assert compared([HOUSE_WAYS["santa-ana-star"]]) == list(HOUSE_WAYS.values())
    board = Board(small_classes(SMALL[1]), FEW_NAMES)
    bodies = WaySearch(board, LocalEngine(1)).best(3)
    found = {count: [*bodies, *bodies[-1:] * (count - 3)] for count in range(3, 9)}
    assert all(board.whole(some) for some in found.values())
    assert [count for count, _ in curve(board, found, 7)] == [5, 6, 7]


def test_ways_beside_the_best_one_are_more_or_less(capsys: pytest.CaptureFixture[str]) -> None:
    game = way_game(FACE_UP, {})
    other = partial(Beside, "other", 5)
    show_best(BestWay(
        game, FOXWOODS, Fraction(2, 100), coverage(FOXWOODS, game.wheel).hands, Fraction(3, 100), Fraction(3, 100),
        (), (other(Fraction(1, 100)), other(Fraction(3, 100)), other(Fraction(2, 100))),
    ))  # fmt: skip
    shown = capsys.readouterr().out
    assert "1.0000% less" in shown
    assert "1.0000% more" in shown
    assert "the same" in shown
    assert "-" not in shown.partition("beside it")[2]


# at full length


@pytest.fixture(scope="module")
def faceup() -> Classes:
    return face_up_classes(way_game(FACE_UP, {}), LocalEngine(1)).classes


@pytest.mark.long
@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=HOUSE_WAYS)
def test_a_sum_over_classes_is_the_solution(way: object, faceup: Classes) -> None:
    """Two roads: the solver of one way, and the settings' worths added up."""
    counts, _ = solution.solution(PaiGowRules(way.name, Wheel.SECOND_HIGHEST, True))  # type: ignore[attr-defined]
    assert worth_of(faceup, way) == counts.lose - counts.win  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("commission", ["5%", "free"])
def test_the_answer_to_a_way_is_the_hidden_solution_by_type(commission: str) -> None:
    game = way_game(FORTUNE, {"commission": commission})
    rules = hidden_solution.rules_of(commission, "foxwoods", Wheel.SECOND_HIGHEST)
    counts, _ = hidden_solution.solution(rules)
    keep, whole = rules.worth
    edge = Fraction(whole * counts.type_lose - keep * counts.type_win, whole * DEALS)
    assert hidden_from(game, FOXWOODS, LocalEngine(1)).edge == edge


@pytest.mark.long
def test_the_best_way_of_twelve_rules_by_the_solver_and_by_simulation(tmp_path: Path) -> None:
    """Its file in use: the exact solution of the way alone is its edge, and so is a simulation's."""
    found = best_way(way_game(FACE_UP, {}), 12, engine=LocalEngine(1))
    (tmp_path / "best.toml").write_text(written(found.way))
    try:
        use_house_ways(tmp_path)
        exact = exact_edge(FACE_UP, wager="main", house_way=found.way.name)
        assert exact.house_edge == found.edge
        line = [
            "simulate",
            FACE_UP,
            "--rounds",
            "2000000",
            "--seed",
            "37",
            "--set",
            f"house_way={found.way.name}",
        ]
        dealt = json.loads(CliRunner().invoke(pitboss, [*line, "--json"]).stdout)
        assert abs(float(dealt["z"])) < 4
    finally:
        plugins.forget()
    fewer = best_way(way_game(FACE_UP, {}), 8, engine=LocalEngine(1))
    others = {other.name.partition("/")[0]: other.edge for other in found.beside}
    assert others["foxwoods"] < fewer.edge < found.edge < found.vocabulary < found.best


@pytest.mark.long
def test_the_best_way_of_fortune_by_the_solver_and_by_simulation() -> None:
    """Three roads for the way that `best --rules 15` has found: settings priced one by one, the solver of the way alone
    and a simulation, players setting by type."""
    file = Path(__file__).with_name("best-15-fortune.toml")
    edge = hidden_from(way_game(FORTUNE, {}), way_in(file), LocalEngine(1)).edge
    assert edge == Fraction(1452329127283, 55003060208096)
    try:
        use_house_ways(file)
        assert exact_edge(FORTUNE, wager="main", house_way="best-15", play="by-type").house_edge == edge
        line = ["simulate", FORTUNE, "--rounds", "20000000", "--seed", "37", "--set", "house_way=best-15"]
        dealt = json.loads(CliRunner().invoke(pitboss, [*line, "--set", "play=by-type", "--json"]).stdout)
        assert abs(float(edge) - dealt["house_edge"]) < 4 * dealt["standard_error"]
    finally:
        plugins.forget()


@pytest.mark.long
def test_a_rule_left_out_is_the_file_without_it(faceup: Classes) -> None:
    sheet = cost_sheet(way_game(FACE_UP, {}), FOXWOODS, LocalEngine(1))
    head, *rules = written(FOXWOODS).split("[[rule]]")
    compared = 0
    for n, rule in enumerate(sheet.rules):
        text = head + "".join("[[rule]]" + one for at, one in enumerate(rules) if at != n)
        rest = read_way(text, "without.toml")
        if rule.without is None:
            assert any(
                "No rule fits" in f or "fouls" in f for f in coverage(rest, Wheel.SECOND_HIGHEST).faults
            )
            continue
        assert faceup.edge(worth_of(faceup, rest)) == rule.without
        compared += 1
    assert compared > 5
    assert sum(rule.sets for rule in sheet.rules) == HANDS
    assert sum((rule.cost for rule in sheet.rules), Fraction(0)) == sheet.best - sheet.edge
    assert {w.cost for w in sheet.wrong} and sheet.wrong[0].cost == max(w.cost for w in sheet.wrong)

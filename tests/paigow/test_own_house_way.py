"""An operator's own house way: a file, checked against every hand, and followed everywhere (PG-27)."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.cardplay.paigow import solution
from pitboss.cardplay.paigow.coverage import HANDS, cards_of, check_whole, coverage, tables, tables_of
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import PairStructure, house_way, read_way, way_in
from pitboss.core.arguments import HOUSE_WAYS
from pitboss.core.cards import fresh_order, parse_many, texts
from pitboss.core.errors import BadApproval, BadInput, PitbossError
from pitboss.house.check import check
from pitboss.house.sign import sign_html, sign_of
from pitboss.ledger import Store
from pitboss.room.table import TableSetup
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from pitboss.school.course import School, new_drill
from pitboss.sheets import plugins, sheet
from pitboss.sheets.plugins import use_house_ways
from tests.cli.here import document, pitboss
from tests.edge.asked import query_of
from tests.house.tables import EXAMPLES, TODAY, example
from tests.room.support import make_room

pytestmark = pytest.mark.clause("PG-27")
EXAMPLE = Path(__file__).parents[2] / "examples" / "house-ways" / "river-room.toml"
SOURCE = EXAMPLE.read_text(encoding="utf-8")
GAMES = ("face-up-pai-gow-poker", "fortune-pai-gow-poker")


@pytest.fixture
def no_ways(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOUSE_WAYS, "")
    plugins.forget()
    yield
    monkeypatch.undo()
    plugins.forget()


@pytest.fixture
def river(no_ways: None) -> str:
    """The example in use; its id."""
    use_house_ways(EXAMPLE.parent)
    return way_in(EXAMPLE).id


@pytest.mark.parametrize(("way", "wheel", "settings"), [
    ("foxwoods", Wheel.SECOND_HIGHEST, "5781ee9ee71d4272"), ("foxwoods", Wheel.LOWEST, "0bdb708af227c7d8"),
    ("santa-ana-star", Wheel.SECOND_HIGHEST, "9009a81dc07ab3ff"),
    ("santa-ana-star", Wheel.LOWEST, "ec384a915032c34f"),
])  # fmt: skip
def test_the_house_ways_of_the_package_set_every_hand_as_ever(way: str, wheel: Wheel, settings: str) -> None:
    """The settings of all 292,253 types of hands, as they were when these two ways were program and no file."""
    found = coverage(house_way(way), wheel)
    assert found.whole
    assert sum(found.hands) == HANDS
    made = tables(way, wheel)
    every = made.ranks.house.tobytes() + made.flushes.house.tobytes()
    assert hashlib.sha256(every).hexdigest()[:16] == settings


@pytest.mark.parametrize("wheel", Wheel)
def test_the_example_sets_every_hand(wheel: Wheel) -> None:
    found = coverage(way_in(EXAMPLE), wheel)
    assert found.faults == ()
    assert sum(found.hands) == HANDS == 154_143_080
    assert all(found.hands)


def test_hands_by_rule_are_those_of_the_readable_reading() -> None:
    """Two roads: a sample of types, set by the file's rules read one by one."""
    dice, way = random.Random(7), way_in(EXAMPLE)
    found = tables_of(way, Wheel.SECOND_HIGHEST)
    rules = np.concatenate([found.ranks.rule, found.flushes.rule])
    house = np.concatenate([found.ranks.house, found.flushes.house], axis=1)
    for type in dice.sample(range(len(rules)), 300):
        cards = cards_of(type)
        made, rule = way.explain(cards)
        chosen = way.rules[rules[type]]
        assert rule.text == f"river-room {chosen.place}: {chosen.text}", texts(cards)
        assert solution.codes_of(made) == tuple(int(n) for n in house[:, type]), texts(cards)


HEAD, *RULES = SOURCE.split("[[rule]]")
HOLE = "[[rule]]".join([HEAD, *(rule for rule in RULES if "no pair: second" not in rule)])
"""the example without a rule"""


def faults(source: str) -> list[str]:
    return [*coverage(read_way(source, "mine.toml"), Wheel.SECOND_HIGHEST).faults]


def test_a_hand_that_no_rule_fits_is_named_with_how_many_there_are() -> None:
    way, (fault,) = read_way(HOLE, "mine.toml"), faults(HOLE)
    assert fault.startswith("No rule fits 24,780,420 hands, such as ")
    example = parse_many(fault.partition("such as ")[2].rstrip("."))
    assert PairStructure.of(example).dealt == "no pair"
    with pytest.raises(BadInput, match="does not say how to set it") as silent:
        way.set(example)
    assert silent.value.clause == "PG-27"
    with pytest.raises(BadInput, match="No rule fits") as refused:
        check_whole(way, Wheel.SECOND_HIGHEST)
    assert "pitboss house-way" in str(refused.value.accepted)


def test_a_rule_that_fouls_is_named() -> None:
    source = SOURCE.replace("the second and third highest", "the two highest others")
    (fault,) = faults(source)
    assert fault.startswith("Rule 7.12 (no pair: second and third highest in front) fouls 24,780,420 hands")
    example = parse_many(fault.partition("such as ")[2].rstrip("."))
    with pytest.raises(BadInput, match="fouls"):
        read_way(source, "mine.toml").set(example)


def test_a_rule_that_is_there_for_nothing_is_named() -> None:
    turned = "[[rule]]".join([HEAD, *RULES[:2], RULES[5], *RULES[2:5], *RULES[6:]])
    assert [fault.partition(" fits")[0] for fault in faults(turned)] == [
        "Rule 7.3 (four sixes or lower stay together)",
        "Rule 7.3 (four sevens to tens stay together behind an ace)",
    ]


@pytest.mark.parametrize(("old", "new", "said"), [
    ('dealt = "three pair"', 'dealt = "3 pair"', "dealt is '3 pair'"),
    ('front = "the pair"', 'front = "the best"', "front is 'the best'"),
    ('four = "2-6"', 'four = "6-2"', "the lower rank first"),
    ('four = "2-6"', 'four = "1-6"', "ranks such as A, 7-10 or J-A"),
    ('four = "2-6"', 'pair = "2-6"', "pair is no part of four of a kind"),
    ('four = "2-6"', 'four = "2-6"\nfive = "A"', "is not a key"),
    ('front = "two of the four"', 'front = "the pair"', "four of a kind has no pair"),
    ('with = "straight or flush"\npair = "10-A"\nhigh = "A"\n', "", "beside it"),
    ('text = "five aces are split"\n', "", "text is missing"),
    ('name = "river-room"\n', "", "name is missing"),
])  # fmt: skip
def test_a_mistake_in_the_file_is_told_in_a_sentence(old: str, new: str, said: str) -> None:
    assert old in SOURCE
    with pytest.raises(BadApproval) as refused:
        read_way(SOURCE.replace(old, new), "mine.toml")
    assert said in str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_set_and_logged_by_it(river: str, game: str) -> None:
    config, again = (TableConfig(game, {"house_way": name}) for name in ("river-room", river))
    assert config.options["house_way"] == river == again.options["house_way"]
    rules, wager = set(), next(w.id for w in config.sheet.wagers if w.placed == "first")
    for _ in range(25):
        round = Round(config, {1: {wager: 500}}, fresh_order(jokers=1), number=1)
        round.play_out(fallback)
        for event in round.log:
            if isinstance(event.detail, dict) and "house_way" in event.detail:
                assert (event.detail["house_way"], event.detail["rule"]) == (river, "PG-27")
                assert event.detail["text"].startswith("river-room 7.")
                rules.add(event.detail["text"])
        assert Round.from_json(round.to_json()).settlements == round.settlements
    assert len(rules) > 2


def test_hints_and_strategy_set_by_it(river: str) -> None:
    """A full house with deuces behind an ace and a king: the package's ways split it."""
    hand = "9s 9h 9d 2c 2s Ah Kd"
    cards = parse_many(hand)
    words = "ace-king in front, full house, nines over twos in back"
    assert house_way("river-room").set(cards).words == words
    for game in GAMES:
        mine, fox = (
            " ".join(questions.strategy(game, query_of(game, **way), hand).summary)
            for way in ({"house_way": "river-room"}, {})
        )
        assert f"House way {river}: Ah Kd / 9s 9h 9d 2c 2s" in mine.replace("Kd Ah", "Ah Kd"), mine
        assert "pair of twos in front" in fox


def test_chances_against_a_hidden_hand_are_those_against_this_way_and_the_school_teaches_it(
    river: str,
) -> None:
    cards = parse_many("Ks Kh Qd Jc 8s 5h 3d")
    mine, other = (solution.hidden(cards, way, Wheel.SECOND_HIGHEST) for way in ("river-room", "foxwoods"))
    assert mine != other
    assert new_drill(School().begin(GAMES[0], "easy")).round.config.options["house_way"] == river


def test_the_sign_names_it_and_a_changed_file_is_another_one(river: str, tmp_path: Path) -> None:
    option = sheet(GAMES[0]).option("house_way")
    assert option.sentence(river) == "The dealer's hand is set by the house's own way, River Room."
    copy = tmp_path / "river-room.toml"
    copy.write_text(SOURCE.replace('high = "A"', 'high = "K-A"'))
    with pytest.raises(BadInput, match="say different things"):
        use_house_ways(copy)


def test_the_old_file_is_asked_for_by_what_it_said(no_ways: None, tmp_path: Path) -> None:
    """A round of a table whose file was edited since is refused, not replayed otherwise."""
    file = tmp_path / "mine.toml"
    file.write_text(SOURCE)
    use_house_ways(file)
    config = TableConfig(GAMES[0], {"house_way": "river-room"})
    saved = Round(config, {1: {"standard": 500}}, fresh_order(jokers=1), number=1).to_json()
    file.write_text(SOURCE + "\n# a comment changes nothing\n")
    plugins.forget()
    assert Round.from_json(saved).to_json() == saved
    file.write_text(SOURCE.replace('pair = "2-6"', 'pair = "2-7"'))
    plugins.forget()
    with pytest.raises(PitbossError, match="house_way = 'river-room/2026-11/") as refused:
        Round.from_json(saved)
    assert refused.value.clause == "PG-27"


def test_a_table_opens_with_a_whole_one_only(river: str, tmp_path: Path, store: Store) -> None:
    name, way = "face-up-pai-gow-poker", 'house_way = "{}"'
    table = example(name, (way.format("foxwoods"), way.format("river-room")))
    assert check(table, TODAY).errors == ()
    assert "own way, River Room." in sign_html(sign_of(table, TODAY)).replace("&#39;", "'")
    hole = tmp_path / "hole.toml"
    hole.write_text(HOLE.replace('name = "river-room"', 'name = "hole"'))
    use_house_ways(hole)
    table = example(name, (way.format("foxwoods"), way.format("hole")))
    (refused,) = check(table, TODAY).errors
    assert refused.clause == "PG-27"
    assert "No rule fits 24,780,420 hands" in refused.message
    with pytest.raises(BadInput, match="No rule fits"):
        make_room(store, TableSetup("pg-1", "Pai Gow", TableConfig(name, {"house_way": "hole"})))


def test_the_command_shows_rules_and_faults(tmp_path: Path) -> None:
    told = document("house-way", EXAMPLE)
    assert (told["whole"], told["hands"], told["faults"]) == (True, HANDS, [])
    assert sum(rule["hands"] for rule in told["rules"]) == HANDS
    hole = tmp_path / "hole.toml"
    hole.write_text(HOLE)
    assert "No rule fits 24,780,420 hands" in pitboss("house-way", hole, code=2).stderr


@pytest.mark.parametrize(("change", "coding", "why"), [
    (('name = "river-room"', 'name = "foxwoods"'), "utf-8", "a choice of the package's own"),
    (("", ""), "utf-16", "not UTF-8"), (("", ""), "utf-8-sig", ""),
])  # fmt: skip
def test_a_file_that_cannot_be_followed_is_refused_when_it_is_named(tmp_path, change, coding, why) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "own.toml"
    file.write_text(SOURCE.replace(*change), encoding=coding)
    if not why:
        assert way_in(file).name == "river-room", "a mark at the start does no harm"
        return
    asked = ["--house-ways", str(file), "check", str(EXAMPLES / "fortune-pai-gow-poker.toml")]
    said = subprocess.run(
        [sys.executable, "-m", "pitboss", *asked], capture_output=True, text=True, check=False
    )
    assert said.returncode == 2
    assert why in said.stderr

"""The edge of the library: whatever is handed in is taken as what it says it is, or refused in a sentence."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.core.errors import BadInput, IllegalAction, IllegalWager, PitbossError
from pitboss.core.odds import Rounding
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.game import game_of, number_of_dice, rules_text
from pitboss.rounds.round import Round, fallback
from pitboss.sheets import game_ids, sheet
from tests.games.support import play_randomly, random_config, random_decision, random_round

ORDER = tuple(range(52))
FU_BACC = TableConfig("fu-bacc")


def begins(*cards: int) -> tuple[int, ...]:
    return (*cards, *(card for card in ORDER if card not in cards))


INFINITIES = [float("inf"), float("-inf"), float("nan"), 10**400]
ODDITIES = [
    *INFINITIES, "500", "ante", "none", "chip-down", Rounding.CHIP_UP, Limits(0, 5), object(),
]  # fmt: skip
NUMBERS = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats()
SCALARS: st.SearchStrategy[Any] = (
    NUMBERS | st.text(max_size=6) | st.binary(max_size=3) | st.sampled_from(ODDITIES)
)
JUNK: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=4) | st.integers(-2, 9), inner, max_size=3)
        | st.tuples(inner)
        | st.sampled_from([set(), frozenset(["tie"]), {"ante"}])
    ),
    max_leaves=4,
)
ANYTHING = settings(max_examples=120, deadline=None)


def accepted_or_refused(make: Any, *args: Any, **more: Any) -> Any:
    """Success, or an error of ours that says what would be right; nothing else may come out."""
    try:
        return make(*args, **more)
    except PitbossError as refusal:
        assert refusal.message.endswith(".")
        assert refusal.accepted
        return None


@pytest.mark.clause("HR-29", "HR-08")
@given(JUNK, JUNK)
@ANYTHING
def test_limits(least: Any, most: Any) -> None:
    made = accepted_or_refused(Limits, least, most)
    if made is not None:
        assert type(least) is int and least >= 0
        assert most is None or (type(most) is int and least <= most)


FIELDS = ("options", "pay_tables", "spots", "offered", "limits", "regulation_cents", "chip_cents", "rounding")
FIELDS += ("aggregate_cents",)


@pytest.mark.clause("HR-29", "HR-30")
@given(st.sampled_from(game_ids()), st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=2), JUNK)
@ANYTHING
def test_table_config(game: str, fields: dict[str, Any], other: Any) -> None:
    accepted_or_refused(TableConfig, other)
    made = accepted_or_refused(TableConfig, game, **fields)
    if made is None:
        return
    assert isinstance(made.rounding, Rounding)
    assert type(made.chip_cents) is int and made.chip_cents >= 1
    assert type(made.spots) is int and type(made.spots) is not bool
    assert TableConfig.from_json(json.loads(json.dumps(made.to_json()))) == made


@given(JUNK, st.dictionaries(st.sampled_from((*FIELDS, "game", "stakes")), JUNK, max_size=3))
@ANYTHING
def test_a_tables_document(shape: Any, fields: dict[str, Any]) -> None:
    accepted_or_refused(TableConfig.from_json, shape)
    accepted_or_refused(TableConfig.from_json, {"game": "fu-bacc", **fields})


@pytest.mark.clause("HR-08", "HR-29", "AD-12")
def test_no_text_for_a_rounding_no_limits_upside_down_and_no_raise_in_floats() -> None:
    """Text rounded up to a chip in silence; `raise 300.0` went into the saved round."""
    for rounding in ("none", "chip-down", "bogus", None, 0, True):
        with pytest.raises(BadInput, match=r"Rounding\.NONE"):
            TableConfig("blackjack", rounding=rounding)  # type: ignore[arg-type]
    for pair in ((500, 100), (-1, 100), (0, 0), (1.0, 5), (True, 500), ("1", 5), (None, 5)):
        with pytest.raises(BadInput):
            Limits(*pair)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="whole cents"):
        Decision("raise", 300.0)  # type: ignore[arg-type]


@pytest.mark.clause("HR-06", "HR-08")
@pytest.mark.parametrize(("fields", "words"), [
    ({"limits": {"ante": (500, 100)}}, "Limits"), ({"aggregate_cents": {"lucky-monkey": -5}}, "from 1"),
    ({"aggregate_cents": {"lucky-monkey": 2500.0}}, "from 1"),
    ({"chip_cents": 0}, "from 1"), ({"chip_cents": True}, "from 1"), ({"chip_cents": 100.0}, "from 1"),
    ({"spots": True}, "1 to 7"), ({"spots": 7.0}, "1 to 7"), ({"regulation_cents": 30_000.0}, "from 1"),
    ({"offered": "tie"}, "set"), ({"options": {"two_spots": True}}, "text to text"),
    ({"pay_tables": {"main": 1}}, "text to text"),
    ({"limits": {"play": Limits(0, 100)}}, "no limits for play"),
    ({"limits": {"dragon": Limits(0, 100)}}, "ante"),
])  # fmt: skip
def test_what_a_table_does_not_take(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        TableConfig("fu-bacc", **fields)


def test_a_number_too_long_to_print_is_refused_like_any_other() -> None:
    long = 10**5000
    for make in (
        lambda: Limits(long), lambda: TableConfig("fu-bacc", spots=long), lambda: Decision("raise", (long,)),  # type: ignore[arg-type]
        lambda: Round(FU_BACC, {long: {"ante": 500}}, ORDER), lambda: Round(FU_BACC, {1: {"ante": -long}}, ORDER),
        lambda: Round(FU_BACC, {1: {"ante": 500}}, ORDER, long),
    ):  # fmt: skip
        with pytest.raises(PitbossError):
            make()


@given(JUNK, JUNK, JUNK)
@ANYTHING
def test_decisions(action: Any, amount: Any, cards: Any) -> None:
    made = accepted_or_refused(Decision, action, amount, cards)
    if made is not None:
        assert type(made.amount_cents) is int
    round = Round(FU_BACC, {1: {"ante": 500}}, ORDER)
    accepted_or_refused(round.decide, 1, made if made is not None else action)
    accepted_or_refused(round.decide, amount, Decision("stay"))


WAGERS = st.dictionaries(st.sampled_from((1, 8)) | SCALARS, JUNK, max_size=2) | JUNK


@pytest.mark.clause("HR-30")
@given(WAGERS, JUNK, JUNK, JUNK, JUNK)
@ANYTHING
def test_rounds(wagers: Any, order: Any, start: Any, holders: Any, number: Any) -> None:
    bets = {1: {"ante": 500}}
    accepted_or_refused(Round, FU_BACC, wagers, ORDER)
    accepted_or_refused(Round, FU_BACC, bets, order)
    accepted_or_refused(Round, FU_BACC, bets, ORDER, start)
    accepted_or_refused(Round, FU_BACC, bets, ORDER, 0, holders)
    accepted_or_refused(Round, FU_BACC, bets, ORDER, 0, None, number)
    accepted_or_refused(Round, order, bets, ORDER)


SAVED = (
    "format", "config", "wagers", "order", "start", "holders", "decisions", "number", "dice", "void", "other",
)  # fmt: skip


@pytest.mark.clause("HR-20")
@given(st.dictionaries(st.sampled_from(SAVED), JUNK, max_size=2), JUNK)
@ANYTHING
def test_saved_rounds(fields: dict[str, Any], other: Any) -> None:
    shape = Round(FU_BACC, {1: {"ante": 500}}, ORDER).to_json()
    accepted_or_refused(Round.from_json, other)
    accepted_or_refused(Round.from_json, {**shape, **fields})
    accepted_or_refused(Round.from_json, {**shape, "config": {**shape["config"], **fields}})
    accepted_or_refused(Round.from_json, {**shape, "decisions": [fields]})


def test_a_saved_round_with_infinity_is_refused_in_a_sentence() -> None:
    shape = Round(FU_BACC, {1: {"ante": 500}}, ORDER).to_json()
    for cents in INFINITIES:
        for key, value in (
            ("wagers", {"1": {"ante": cents}}), ("start", cents), ("decisions", [{"spot": cents}]),
        ):  # fmt: skip
            with pytest.raises(PitbossError):
                Round.from_json({**shape, key: value})


@pytest.mark.clause("JP-01")
def test_a_wager_above_the_approved_maximum_is_refused_without_posted_limits() -> None:
    config = TableConfig("down-under-holdem", offered=frozenset({"jackpot"}))
    for cents in (2100, 50_000):
        with pytest.raises(IllegalWager, match=r"\$1 to \$20"):
            Round(config, {1: {"ante": 500, "bet": 500, "jackpot": cents}}, ORDER)
        with pytest.raises(BadInput, match=r"\$1 to \$20"):
            TableConfig("down-under-holdem", limits={"jackpot": Limits(100, cents)})


@pytest.mark.parametrize("game", game_ids())
def test_a_table_can_be_hashed_pickled_and_copied_and_not_changed(game: str) -> None:
    for seed in range(8):
        config = random_config(game, random.Random(seed))
        twin = pickle.loads(pickle.dumps(config))
        assert twin == config == copy.copy(config) == copy.deepcopy(config)
        assert hash(twin) == hash(config)
        assert len({config, twin}) == 1
        for mapping in (config.options, config.pay_tables, config.limits, config.aggregate_cents):
            with pytest.raises(TypeError):
                mapping["decks"] = "1"  # type: ignore[index]
        with pytest.raises(AttributeError):
            config.spots = 1  # type: ignore[misc]


@pytest.mark.parametrize("game", game_ids())
def test_a_round_can_be_copied_and_the_copies_go_their_own_ways(game: str) -> None:
    for seed in range(12):
        round = random_round(game, random.Random(seed))
        before = round.to_json()
        for twin in (round.copy(), copy.copy(round), copy.deepcopy(round), pickle.loads(pickle.dumps(round))):
            assert twin.log == round.log
            asks, asked = ([a._replace(choices=()) for a in one.pending] for one in (twin, round))
            assert twin.pending == round.pending or asks == asked
            play_randomly(twin, random.Random(seed + 1))
            assert pickle.loads(pickle.dumps(twin)).log == twin.log
        assert round.to_json() == before


@pytest.mark.clause("HR-20")
def test_a_round_owns_what_it_was_made_from() -> None:
    """The caller's wagers and order were kept by reference: changing them changed what was saved."""
    wagers, order, holders = {1: {"ante": 500}}, list(ORDER), {1: "ann"}
    round = Round(FU_BACC, wagers, order, holders=holders)
    before = json.dumps(round.to_json())
    wagers[1]["ante"] = 100_000
    wagers[2] = {"ante": 5}
    order.reverse()
    holders[1] = "bob"
    assert json.dumps(round.to_json()) == before


@pytest.mark.clause("HR-29", "BJ-05")
def test_insurance_is_up_to_half_the_wager_to_the_cent() -> None:
    """A $1 wager was not offered any, a $5 one only $2, with $1 chips."""
    for stake, half in ((100, 50), (500, 250), (1500, 750)):
        config = TableConfig("blackjack", {"decks": "1"})
        round = Round(config, {1: {"blackjack": stake}}, begins(8, 51, 20, 33))
        choice = next(c for c in round.legal(1) if c.action == "insure")
        assert choice.most_cents == half
        assert choice.least_cents == min(100, half)
        with pytest.raises(IllegalAction):
            round.act(1, "insure", half + 100)
        if half > 100:
            with pytest.raises(IllegalAction, match="whole number"):
                round.act(1, "insure", half - 1)
        round.act(1, "insure", half)
        assert round.stakes[1]["insurance"] == half


@pytest.mark.clause("HR-02", "HR-29")
@pytest.mark.parametrize(("game", "most"), [("down-under-holdem", 13_300), ("fu-bacc", 20_000)])
def test_the_largest_first_wager_named_is_one_that_can_be_made(game: str, most: int) -> None:
    """ "an Ante of at most $133.33" cannot be made with $1 chips."""
    config = TableConfig(game, regulation_cents=40_000)
    first = [w.id for w in sheet(game).wagers if w.placed == "first"]
    with pytest.raises(IllegalWager) as refusal:
        Round(config, {1: dict.fromkeys(first, 30_000)}, ORDER)
    assert refusal.value.accepted == f"Ante of at most ${most // 100}"
    Round(config, {1: dict.fromkeys(first, most)}, ORDER)


@pytest.mark.clause("AD-12", "HR-29")
def test_a_raise_is_offered_in_chips_the_table_has() -> None:
    config = TableConfig("acey-deucey-21", {"decks": "1"}, chip_cents=500)
    round = Round(config, {1: {"blackjack": 1000, "acey-deucey": 500}}, begins(0, 30, 20))
    choice = next(c for c in round.legal(1) if c.action == "raise")
    assert (choice.least_cents, choice.most_cents) == (500, 1000)


@pytest.mark.clause("AD-18")
def test_one_choice_is_no_question() -> None:
    """On 1B to 3B a player with a pair was asked to check."""
    order, bets = begins(12, 51, 13), {1: {"blackjack": 1000, "acey-deucey": 500}}
    round = Round(TableConfig("acey-deucey-21", {"decks": "1"}, {"acey-deucey": "1B"}), bets, order)
    assert not [ask for ask in round.pending if ask.kind == "raise"]
    assert "AD-18" in {event.clause for event in round.log}
    before = round.to_json()
    before["decisions"] = [{"spot": 1, "action": "check"}, *before["decisions"]]
    assert Round.from_json(before).log == round.log  # as saved when it was still asked
    with_raise = Round(TableConfig("acey-deucey-21", {"decks": "1"}, {"acey-deucey": "1"}), bets, order)
    assert [choice.action for choice in with_raise.legal(1)] == ["check", "raise"]


@pytest.mark.parametrize("game", game_ids())
def test_no_game_ever_asks_where_there_is_one_choice(game: str) -> None:
    for seed in range(25):
        dice = random.Random(seed)
        round = random_round(game, dice)
        while round.pending:
            for ask in round.pending:
                assert len(ask.choices) > 1 or ask.choices[0].picks or ask.choices[0].most_cents
            ask = round.pending[0]
            round.decide(ask.spot, random_decision(round, ask, dice))


@pytest.mark.clause("HR-33")
@pytest.mark.parametrize("game", game_ids())
def test_a_void_round_gives_every_wager_back(game: str) -> None:
    voided = 0
    for seed in range(40):
        dice = random.Random(seed)
        round = random_round(game, dice)
        for _ in range(dice.randint(0, 4)):
            if round.pending:
                ask = round.pending[0]
                round.decide(ask.spot, random_decision(round, ask, dice))
        if round.finished:
            with pytest.raises(IllegalAction, match="over"):
                round.void("too late")
            continue
        voided += 1
        for nothing in ("", "   ", None, 5):
            with pytest.raises(IllegalAction, match="reason"):
                round.void(nothing)  # type: ignore[arg-type]
        round.void("a card was  exposed")
        assert (round.finished, round.voided) == (True, "a card was exposed")
        assert {spot: round.net_cents(spot) for spot in round.stakes} == dict.fromkeys(round.stakes, 0)
        assert not any(round.on_felt.values()) and not round.tokes_cents and not round.jackpots
        assert "HR-33" in {event.clause for event in round.log}
        assert Round.from_json(json.loads(json.dumps(round.to_json()))).log == round.log
        assert round.copy().log == round.log
        with pytest.raises(IllegalAction):
            round.void("again")
    assert voided >= 5


@pytest.mark.clause("HR-33")
def test_what_was_settled_before_a_misdeal_is_undone() -> None:
    """A fold has lost its Ante and Lucky Monkey has been paid when the misdeal is seen at the next spot."""
    config = TableConfig("fu-bacc")
    bets = {"ante": 500, "lucky-monkey": 500, "tie": 100}
    round = Round(config, {1: bets, 2: bets}, begins(44, 45, 0))  # two kings
    round.act(1, "fold")
    assert round.net_cents(1) != 0
    round.void("the hole card was exposed")
    assert (round.net_cents(1), round.net_cents(2)) == (0, 0)


def test_a_round_shows_its_wagers_what_it_waits_for_and_what_came_of_it() -> None:
    round = Round(FU_BACC, {1: {"ante": 500}}, ORDER)
    assert "spot 1 ante $5" in str(round) and "waits for" in str(round)
    while round.pending:
        round.decide(round.pending[0].spot, fallback(round, round.pending[0]))
    assert "players' net" in str(round) and "waits for" not in str(round)
    assert round.pending == () and "<table>" in round._repr_html_()


def test_rules_are_told_apart_by_what_they_say() -> None:
    texts = {game: rules_text(game) for game in ("fu-bacc", "blackjack", "lucky-break")}
    assert len(set(texts.values())) == 3
    assert (
        "pitboss.cardplay.blackjack.procedure" in texts["blackjack"] and "twenty_one" not in texts["fu-bacc"]
    )
    assert rules_text("fu-bacc") == texts["fu-bacc"]


def test_dice_give_the_number_and_nothing_else_does() -> None:
    rolled = TableConfig("fortune-pai-gow-poker", {"first_hand": "dice"})
    with pytest.raises(BadInput, match="somebody rolls dice"):
        game_of(rolled.game).draw_number(rolled)
    assert game_of("fu-bacc").draw_number(TableConfig("fu-bacc")) is None
    for dice in ([2, 5, 1], (2, 5, "1"), (2, 5, True)):
        with pytest.raises(BadInput, match="is no roll of dice"):
            number_of_dice(dice, 7)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="There is no game 'whist'"):
        game_of("whist")

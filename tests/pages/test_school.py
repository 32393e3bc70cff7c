"""Dealer school: a drill tells nothing beforehand, its answers are the rules' own, every field is marked once."""

from __future__ import annotations

import asyncio
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pitboss.cardplay.paigow.hands import SetHand
from pitboss.cardplay.paigow.procedure import way_and_wheel
from pitboss.core.cards import parse
from pitboss.core.errors import BadInput
from pitboss.core.odds import ForOne, PercentOfMeter, ToOne
from pitboss.ledger import create_store, open_store
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import JackpotHit, Settlement
from pitboss.rounds.limits import CUT
from pitboss.rounds.round import Round
from pitboss.school import dealing, keypad, paying
from pitboss.school.course import (
    KINDS,
    LEAST_ASKED,
    MIXED,
    Course,
    School,
    from_signed,
    keep,
    kept,
    kinds_of,
    lesson,
    mark,
    new_drill,
    signed,
    signing_key,
)
from pitboss.school.kit import Drill, Field, parse_answer
from pitboss.school.paying import arithmetic
from pitboss.sheets import game_ids, sheet
from pitboss.web.pages import school as pages

TAUGHT = [(game, kind) for game in game_ids() for kind in kinds_of(game)]


def answer_of(drill: Drill, at: int) -> str:
    """The house's own answer as somebody would give it."""
    field = drill.fields[at]
    if field.kind == "money":
        return field.answer.replace("a push", "push")
    if field.kind == "cards":
        return front_of(field)
    return field.answer


def begun(*wanted: Any) -> tuple[Course, Drill]:
    """A course, game, level and kind first, and its drill."""
    course = School().begin(*wanted)
    return course, new_drill(course)


def front_of(field: Field) -> str:
    """The front of the answer as cards are sent."""
    written = {dealing._shown((parse(card),)): card for card in field.cards}
    return " ".join(written[shown] for shown in field.answer.split()[:2])


def answered(course: Course) -> Drill:
    """A drill of it, to which the house's own answers are given."""
    drill = new_drill(course)
    mark(course, {at: answer_of(drill, at) for at in range(len(drill.fields))})
    return drill


@pytest.mark.clause("HR-06", "LB-12")
def test_every_game_is_taught_with_lawful_limits():
    kinds = {game: set(kinds_of(game)) for game in game_ids()}
    assert all({"pay", "procedure"} <= found for found in kinds.values())
    assert {"set", "keypad", "envy"} <= kinds["face-up-pai-gow-poker"] & kinds["fortune-pai-gow-poker"]
    assert {"keypad", "envy"} <= kinds["down-under-holdem"] & kinds["ultimate-texas-holdem"]
    assert set(KINDS) == {"pay", "set", "keypad", "envy", "reader", "procedure"}
    for game in (game for game, found in kinds.items() if "envy" in found):
        wager, drill = paying.wager_of(game), paying.make_envy(game, "usual")
        assert wager is not None
        assert isinstance(drill.round, Round)
        assert drill.round.config.aggregate_cents[wager.id] >= 50 * paying.MOST
    assert "Aggregate limit" in {
        f.topic for _ in range(20) for f in paying.make_envy("lucky-break", "usual").fields
    }


@pytest.mark.parametrize(("game", "kind"), TAUGHT)
def test_the_houses_own_answers_are_all_right_and_no_drill_carries_them(game, kind):
    for level in ("easy", "hard") * 3:
        course = School().begin(game, level, kind, "Pat")
        drill = answered(course)
        assert drill.done
        assert course.right == course.asked == course.best_streak == len(drill.fields) > 0
        marks = lesson(course)["marks"].values()
        assert all(mark["right"] and mark["why"] and mark["clause"] for mark in marks)
    for _ in range(4 if kind == "pay" else 1):
        course, drill = begun(game, "hard", kind)
        shape = lesson(course)
        assert (len(shape["fields"]), shape["marks"]) == (len(drill.fields), {})
        text = json.dumps(shape | {"tally": None, "task": None})
        events = shape["felt"]["view"]["log"] if shape["felt"] else []
        if kind == "procedure":
            assert len(events) == drill.shown
        else:
            assert not {event["kind"] for event in events} & {"settle", "jackpot"}
            assert "net_cents" not in text
        if kind == "pay":  # nor does the felt name the hands
            assert not [e for e in events if e["kind"] in ("expose", "say", "clear") and "text" in e]
        assert '"settlements"' not in text
        assert not [field.why for field in drill.fields if field.why in text]


def test_payments_are_the_settlements():
    _, drill = begun("blackjack", "hard", "pay")
    paid = [s for s in drill.round.settlements if s.stake_cents or s.net_cents]
    for field, done in zip(drill.fields, paid, strict=True):
        assert field.right(f"{done.net_cents / 100:.2f}")
        assert not field.right(f"{done.net_cents / 100 + 1:.2f}")


@pytest.mark.clause("PG-27")
def test_hands_are_set_as_the_house_way_sets_them():
    for _ in range(12):
        for field in begun("fortune-pai-gow-poker", "hard", "set")[1].fields:
            cards = tuple(parse(card) for card in field.cards)
            way, wheel = way_and_wheel(TableConfig("fortune-pai-gow-poker"))
            made = way.set(cards, wheel)
            front = tuple(parse(card) for card in front_of(field).split())
            back = tuple(card for card in cards if card not in front)
            assert SetHand(front, back, wheel).front_value == made.front_value
            assert field.right(front_of(field))
            assert not field.right(front_of(field).split()[0])
            assert not field.right("Zz 2c")


@pytest.mark.clause("JP-14")
def test_awards_come_off_the_meter_one_after_the_other():
    """Two full awards: the first takes the meter, the second the seed; shares are of what is left."""
    game = "face-up-pai-gow-poker"
    table = sheet(game).pay_table("jackpot", "FUPGPP-WA01")
    jackpot = keypad.jackpot_of(game, table, 500)
    line = table.by_hand["seven-card-straight-flush"]
    hits = {spot: JackpotHit(spot, "jackpot", table.id, line.hand, line.pays, line.clause) for spot in (2, 5)}
    assert keypad.ordered(jackpot, hits) == [5, 2]
    seed = jackpot.meter("meter").in_use.seed_for(500)
    assert keypad.amounts(jackpot, hits, 4_000_000) == {5: 4_000_000, 2: seed}
    half = table.by_hand["royal-flush-royal-match"]
    hits[5] = JackpotHit(5, "jackpot", table.id, half.hand, half.pays, half.clause)
    assert keypad.amounts(jackpot, hits, 4_000_000) == {5: 2_000_000, 2: 2_000_000}


@pytest.mark.clause("JP-03")
def test_the_keypad_follows_the_sensors_and_the_rules():
    seen: set[str] = set()
    wanted = {"Awards off the meter", "Order of awards", "Keypad: the button"}
    for drawn in range(200):
        if drawn >= 25 and wanted <= seen:
            break
        _, drill = begun("ultimate-texas-holdem", "hard", "keypad")
        hits = {hit.spot: hit for hit in drill.round.jackpots}
        table = drill.round.config.tables["jackpot"]
        for field in drill.fields:
            if field.label.endswith("button"):
                hit = hits.get(field.spot)
                assert field.answer == (table.by_hand[hit.hand].text if hit else keypad.NO_BUTTON)
                if "jackpot" not in drill.round.stakes[field.spot]:
                    assert field.answer == keypad.NO_BUTTON
                    assert field.clause == "JP-03"
            elif field.label.endswith("amount") and field.spot not in hits:
                assert field.right("0")
            elif field.label.endswith("amount") and isinstance(hits[field.spot].odds, PercentOfMeter):
                # the reason names the display of that moment: the share of it is the amount
                shown = parse_answer(field.why.partition("shows ")[2].partition(":")[0])
                assert hits[field.spot].odds.award_cents(shown) == parse_answer(field.answer)
                seen.add(field.topic)
        seen |= {field.topic for field in drill.fields}
    assert wanted <= seen


@pytest.mark.clause("HR-27", "FU-09")
def test_envy_and_the_limit_are_what_the_round_paid():
    topics = set()
    for _ in range(20):
        _, drill = begun("face-up-pai-gow-poker", "usual", "envy")
        paid = [s for s in drill.round.settlements if s.wager == "fortune-bonus"]
        limit = drill.round.config.aggregate_cents["fortune-bonus"]
        won = 0
        for field in drill.fields:
            mine = [s for s in paid if s.spot == field.spot]
            cents = parse_answer(field.answer.replace("a push", "push"))
            if field.label.endswith("envy"):
                assert cents == sum(s.net_cents for s in mine if not s.stake_cents and s.hand != CUT)
            else:
                assert cents == sum(s.net_cents for s in mine if s.stake_cents or s.hand == CUT)
                won += max(cents or 0, 0)
            topics.add(field.topic)
        assert won <= limit
    assert {"Envy", "Aggregate limit"} <= topics


@pytest.mark.parametrize("game", game_ids())
def test_what_comes_next_is_what_came_in_the_words_of_the_trade(game):
    """No name of a place inside the program, and a reason beyond the answer itself."""
    for _ in range(6):
        drill = begun(game, "usual", "procedure")[1]
        assert drill.shown is not None
        (field,) = drill.fields
        assert field.answer == dealing.words(drill.round, drill.round.log[drill.shown])
        assert field.clause == drill.round.log[drill.shown].clause
        assert len(set(field.options)) == dealing.OPTIONS
        assert field.options.count(field.answer) == 1
        for option in field.options:
            assert not set("()_") & set(option), option
            assert not re.search(r"\bseat[- ]\d|Move |Collect |Begin: ", option), option
        assert field.answer in field.why
        assert not field.why.startswith("After “"), field.why


def test_a_round_that_stopped_shows_no_bet_that_comes_later():
    for _ in range(20):
        course, _ = begun("ultimate-texas-holdem", "usual", "procedure")
        shown = lesson(course)["felt"]["view"]
        bets = [(e["spot"], e["place"]) for e in shown["log"] if e["kind"] == "bet"]
        for spot, stakes in shown["stakes"].items():
            assert ("play" in stakes) == ((int(spot), "play") in bets)


def test_blanks_are_no_answers_and_a_field_is_marked_once():
    course, drill = begun("fu-bacc", "hard", "pay")
    mark(course, {0: "  ", 1: ""})
    assert course.asked == 0
    mark(course, {0: "123456"})
    mark(course, {0: answer_of(drill, 0)})
    assert (course.asked, course.right) == (1, 0)
    assert not lesson(course)["marks"][0]["right"]
    with pytest.raises(BadInput, match="no amount"):
        mark(course, {1: "lots"})
    assert course.asked == 1


def test_a_course_is_the_same_when_it_is_looked_at_again():
    school = School()
    course = school.begin("down-under-holdem", "usual", MIXED, "  Pat   Lee ", 95)
    drill = new_drill(course)
    mark(course, {0: answer_of(drill, 0)})
    assert lesson(school.course(course.id)) == lesson(course)
    assert course.name == "Pat Lee"
    assert json.loads(json.dumps(lesson(course)))["tally"]["pass_mark"] == 95


def test_mistakes_make_a_weak_spot_which_is_practised():
    course, drill = begun("fu-bacc", "easy", "pay")
    mark(course, dict.fromkeys(range(len(drill.fields)), "123456"))
    assert course.streak == 0
    assert set(course.weak()) == {field.topic for field in drill.fields}
    tally = course.tally()
    assert sum(topic["asked"] for topic in tally["topics"]) == course.asked
    assert tally["weak"]


def test_a_certificate_takes_enough_answers_and_the_pass_mark():
    course = School().begin("fu-bacc", "easy", "pay", "Pat", 90)
    while course.asked < LEAST_ASKED:
        assert not course.passed
        answered(course)
    assert course.passed
    for _ in range(course.asked):
        course.count("Ante", False)
    assert not course.passed


def test_answers_as_people_type_them():
    known = {"30": 3000, "+7.50": 750, "-5": -500, "−5": -500, "push": 0, "0": 0, "$1,250": 125000}
    assert {word: parse_answer(word) for word in (*known, "", "lots")} == {**known, "": None, "lots": None}


@pytest.mark.parametrize(("odds", "stake", "net", "words"), [
    (ToOne(Fraction(3, 2)), 1000, 1500, "$10 at 3 to 2: $10 × 3 ÷ 2 = $15"),
    (ToOne(Fraction(30)), 500, 15000, "$5 at 30 to 1: $5 × 30 = $150"),
    (ToOne(Fraction(0)), 500, 0, "$5 stays: a push"),
    (ToOne(Fraction(-1)), 500, -500, "$5: the house takes $5"),
    (ForOne(Fraction(9)), 500, 4000, "$5 at 9 for 1: $45 paid, the wager is kept"),
    (None, 0, 30000, "$300 in fixed dollars"),
])  # fmt: skip
def test_the_sum_a_dealer_does(odds, stake, net, words):
    assert arithmetic(Settlement(1, "w", stake, net, "h", odds, "FB-01")) == words


@pytest.mark.parametrize(("given", "says"), [
    (("chess", "easy"), "not taught"), (("fu-bacc", "heroic"), "no level"),
    (("fu-bacc", "easy", "set"), "no drill"), (("fu-bacc", "easy", "pay", "", 7), "pass mark"),
])  # fmt: skip
def test_unknown_games_levels_and_drills_are_refused(given, says):
    with pytest.raises(BadInput, match=says):
        begun(*given)
    with pytest.raises(BadInput, match="over or was never begun"):
        School().course("nobody")


def test_a_course_by_its_addresses_to_the_certificate():
    app = FastAPI()
    app.include_router(pages.router)

    async def take() -> None:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://school") as http:
            wanted = {"game": "fu-bacc", "kind": "pay", "level": "hard", "name": "Pat Lee", "pass_mark": 90}
            id = (await http.post("/school/courses", json=wanted)).json()["tally"]["course"]
            course = pages.school().course(id)
            refused = await http.get(f"/school/certificate/{id}")
            assert refused.status_code == 409
            assert "at least 20 answers" in refused.text
            while course.asked < LEAST_ASKED:
                drill = course.drill
                assert drill is not None
                body = {"answers": {at: answer_of(drill, at) for at in range(len(drill.fields))}}
                marked = (await http.post(f"/school/courses/{id}/answers", json=body)).json()
                assert marked == (await http.get(f"/school/courses/{id}")).json()
                await http.post(f"/school/courses/{id}/next")
            paper = await http.get(f"/school/certificate/{id}")
            assert paper.status_code == 200
            assert "Pat Lee" in paper.text
            assert "Passed: 100 % right, pass mark 90 %" in paper.text
            assert (await http.get("/school/certificate/nobody")).status_code == 409

    asyncio.run(take())


def test_a_signed_in_trainees_course_outlives_the_server(tmp_path: Path) -> None:
    with create_store(f"sqlite:///{tmp_path}/room.db") as store:
        course, drill = begun("lucky-break", "easy", "pay", "Pat Lee", 80)
        mark(course, {0: answer_of(drill, 0)})
        keep(store, "ann", course)
    with open_store(f"sqlite:///{tmp_path}/room.db") as store:
        found = kept(store, "ann", course.id)
        assert found is not None and found.drill is None
        assert found.tally() == course.tally()
        assert kept(store, "bob", course.id) is None and kept(store, "ann", "another") is None
        school = School()
        new_drill(school.take_up(found))
        assert school.course(course.id).asked == 1


@pytest.mark.clause("DU-03")
def test_the_lights_of_the_card_reader() -> None:
    for _ in range(20):
        drill = dealing.make_reader("down-under-holdem", "hard")
        for field in drill.fields:
            rank = field.label.split()[-1][:-1]
            light = "blue" if rank in "2345" else "red" if rank in "6789" else "gold"
            assert field.right(light) and field.answer == light


@pytest.mark.parametrize("game", ["face-up-pai-gow-poker", "fortune-pai-gow-poker"])
def test_a_hand_set_the_house_way_is_answered_in_cards_people_read(game):
    for asked in dealing.make_setting(game, "hard").fields:
        assert re.fullmatch(r"((\d+|[JQKA])[♣♦♥♠]|joker| |in front|in back|,)+", asked.answer), asked.answer


def test_nobodys_course_is_kept_by_the_browser_and_cannot_be_written_there(tmp_path: Path) -> None:
    course, drill = begun("fu-bacc", "easy", "pay", "Pat Lee")
    mark(course, {0: answer_of(drill, 0)})
    with create_store(f"sqlite:///{tmp_path}/a.db") as store:
        key = signing_key(store)
        assert signing_key(store) == key, "one house, one key"
        token = signed(key, course)
        found = from_signed(key, token)
        assert found.drill is None
        assert found.tally() == course.tally() and (found.asked, found.right) == (1, 1)
        body, _, sign = token.partition(".")
        better = signed(b"a key of one's own", found).partition(".")[0]
        forged = [
            f"{better[:-4]}AAAA.{sign}", f"{body}.{sign}0", body, "", "ä.ö", signed(b"x" * 32, found),
        ]  # fmt: skip
        for one in forged:
            with pytest.raises(BadInput):
                from_signed(key, one)
    with create_store(f"sqlite:///{tmp_path}/b.db") as other, pytest.raises(BadInput):
        from_signed(signing_key(other), token)

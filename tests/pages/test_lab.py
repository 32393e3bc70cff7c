"""The lab's questions: checked, answered once, and the same as the solver's."""

from __future__ import annotations

import asyncio
import os
import threading
import time

import pytest

from pitboss.analysis import questions as ask
from pitboss.core.arguments import BACK_ROOM_NICE
from pitboss.core.errors import BadInput, TooMany
from pitboss.lab import jobs as lab
from pitboss.lab.jobs import Job, JobQueue, edge_job, query_of, questions
from pitboss.lab.worker import BackRoom, BackRoomFailed
from pitboss.sheets import game_ids, sheet, with_pays
from tests.patience import PATIENCE_S


def wait(job: Job, seconds: float) -> dict:
    return asyncio.run(lab.wait(job, seconds))


@pytest.fixture
def desk():
    made = JobQueue()
    yield made
    made.close()


@pytest.mark.clause("HR-07")
def test_the_answer_is_the_solvers_and_a_changed_table_is_marked_as_not_approved(desk):
    for game in game_ids():
        assert [w["id"] for w in questions(game)["wagers"]] == list(sheet(game).analysed)
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    approved = wait(edge_job(desk, "fu-bacc", query), PATIENCE_S)
    assert approved["house_edge_exact"] == ask.solve("fu-bacc", query).to_json()["house_edge_exact"]
    changed = query_of("fu-bacc", "lucky-monkey", "1", {}, {"monkeys-9": "31 to 1"})
    answer = wait(edge_job(desk, "fu-bacc", changed), PATIENCE_S)
    assert (approved["approved"], answer["approved"]) == (True, False)
    assert float(answer["house_edge"]) < float(approved["house_edge"])


def test_multipliers_can_be_changed_too():
    table = sheet("lucky-break").pay_table("lucky-break", "1/1")
    assert with_pays(table, {"suited-5": "x60"}).by_hand["suited-5"].multiplies == 60
    with pytest.raises(BadInput, match="not a multiplier"):
        with_pays(table, {"suited-5": "many"})


@pytest.mark.parametrize(("game", "wager", "table", "settings", "pays", "says"), [
    ("chess", "main", None, {}, None, "no game"), ("fu-bacc", "mane", None, {}, None, "no wager"),
    ("fu-bacc", "tie", "9", {}, None, "no pay table"),
    ("fu-bacc", "tie", "1", {"with": "nobody"}, None, "not a choice"),
    ("fu-bacc", "tie", "1", {}, {"tie": "plenty"}, "not odds"),
    ("fu-bacc", "tie", "1", {}, {"tea": "1 to 1"}, "no line"),
    ("blackjack", "main", None, {}, {"x": "1 to 1"}, "no pay table"),
])  # fmt: skip
def test_mistakes_are_named(game, wager, table, settings, pays, says):
    with pytest.raises(BadInput, match=says):
        query_of(game, wager, table, settings, pays)


def test_the_same_question_is_worked_out_once(desk):
    asked = threading.Event()
    times: list[int] = []

    def work(job: Job) -> dict[str, int]:
        times.append(1)
        job.progress(1, 2)
        asked.wait(PATIENCE_S)
        return {"answer": 42}

    first, second = desk.job("question", work), desk.job("question", work)
    assert first is second
    while not first.done:
        pass
    assert wait(first, 0) == {"waiting": True, "done": 1, "total": 2, "queued": False}
    asked.set()
    assert wait(second, PATIENCE_S) == {"answer": 42}
    assert times == [1]


def test_a_question_that_failed_can_be_asked_again(desk):
    def fail(job: Job) -> dict[str, int]:
        raise BadInput("no")

    with pytest.raises(BadInput):
        wait(desk.job("q", fail), PATIENCE_S)
    assert wait(desk.job("q", lambda job: {"answer": 1}), PATIENCE_S) == {"answer": 1}


def test_nobody_has_more_than_a_few_questions_under_way(desk):
    asked = threading.Event()
    for number in range(lab.OPEN_OF_ONE):
        desk.job(number, lambda job: asked.wait(PATIENCE_S), "ann")
    with pytest.raises(TooMany):
        desk.job("one more", lambda job: None, "ann")
    assert desk.job(0, lambda job: None, "ann") is desk.job(0, lambda job: None, "bob")
    desk.job("another's", lambda job: None, "bob")
    asked.set()


def test_work_that_is_broken_off_says_so_and_can_be_asked_again(desk):
    with pytest.raises(BackRoomFailed):
        wait(desk.far("q", "", os_exit), PATIENCE_S)
    assert wait(desk.far("q", "", answer_of, 7), PATIENCE_S) == {"answer": 7}


def os_exit(tell):
    os._exit(1)


def answer_of(tell, number):
    tell((1, 2))
    return {"answer": number}


def test_whoever_asks_may_stop_what_is_under_way_and_nobody_elses(desk):
    mine, others = desk.far("long", "ann", endless), desk.far("theirs", "bob", endless)
    for job in (mine, others):
        assert wait(job, 0.2)["waiting"]
        while not job.total:
            wait(job, 0.1)
        assert wait(job, 0.01) == {"waiting": True, "done": 1, "total": 2, "queued": False}
    queued = desk.far("behind", "ann", answer_of, 1)
    assert wait(queued, 0.01)["queued"]
    assert desk.stop("ann") == 2
    with pytest.raises(BackRoomFailed):
        wait(mine, PATIENCE_S)
    assert queued.future.cancelled()
    assert not others.future.done()
    assert wait(desk.far("long", "ann", answer_of, 3), PATIENCE_S) == {"answer": 3}
    desk.stop("bob")


def endless(tell):
    tell((1, 2))
    time.sleep(600)


def test_a_place_in_the_queue_that_is_none_is_told(monkeypatch):
    for said in ("high", "-5", "20", "1.5", ""):
        monkeypatch.setenv(BACK_ROOM_NICE, said)
        with pytest.raises(BadInput, match=BACK_ROOM_NICE):
            BackRoom().do(lambda value: None, answer_of, 7)

"""The math lab: the page, and the questions it asks while one types. A question is an address: what is asked stands
in it whole, so that it can be sent to somebody else."""

from __future__ import annotations

import csv
import io
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, Response

from pitboss.analysis.designer import Bounds
from pitboss.analysis.solver import Query as Asked
from pitboss.core.errors import BadInput, PitbossError
from pitboss.core.money import parse_dollars
from pitboss.lab import experiments
from pitboss.lab.jobs import Job, JobQueue, audit_job, audit_so_far, key_of, query_of, questions, wait
from pitboss.sheets import game_ids, sheet
from pitboss.web.pages.render import clause_titles, page
from pitboss.web.problems import status_of

router = APIRouter(include_in_schema=False)

Word = Annotated[str, Query(max_length=60)]
Words = Annotated[list[str] | None, Query(max_length=120)]
PACKET_PATIENCE_S = 2.0
VIEWS = (
    ("returns", "Return table"),
    ("results", "Results"),
    ("lines", "Lines"),
    ("sessions", "Sessions"),
    ("strategy", "Strategy"),
    ("simulator", "Simulator"),
    ("designer", "Designer"),
    ("exposure", "Exposure"),
    ("export", "Export"),
)


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """What the address asks about: `set` are settings, `pay` lines that pay otherwise, name=value each."""

    game: str
    query: Asked

    def key(self, kind: str, *more: Any) -> tuple[Any, ...]:
        return (*key_of(kind, self.game, self.query), *more)


def asked(
    game: Word, wager: Word, pay_table: Word | None = None, set: Words = None, pay: Words = None
) -> Callable[[], LabQuestion]:
    """Checked when it is asked for, so that a mistake is answered in words."""
    return lambda: LabQuestion(game, query_of(game, wager, pay_table, pairs(set), pairs(pay) or None))


Asking = Annotated[Callable[[], LabQuestion], Depends(asked)]


@cache
def job_queue() -> JobQueue:
    """One queue for the process: the solvers' answers are the same for everybody."""
    return JobQueue()


def close_job_queue() -> None:
    """The room closes: a question under way does not hold it up."""
    if job_queue.cache_info().currsize:
        job_queue().close()
        job_queue.cache_clear()


@router.get("/lab", response_class=HTMLResponse)
def lab(request: Request) -> HTMLResponse:
    games = [(game, sheet(game).name) for game in game_ids()]
    return page(request, "lab.html", games=games, views=VIEWS, clauses=clause_titles())


@router.get("/lab/questions/{game}")
def lab_questions(game: str) -> JSONResponse:
    return _answer(lambda: questions(_known(game)))


@router.get("/lab/analysis")
async def lab_analysis(request: Request, asking: Asking) -> JSONResponse:
    """Figures, return table, charts."""
    return await _far(request, asking, "analysis", experiments.analyse)


@router.get("/lab/table.csv")
async def lab_table(request: Request, asking: Asking) -> Response:
    """The return table for a spreadsheet, as the page has it."""
    answer = await _far(request, asking, "analysis", experiments.analyse)
    return answer if answer.status_code != 200 else _csv(answer)


@router.get("/lab/strategy")
async def lab_strategy(request: Request, asking: Asking, hand: Word | None = None) -> JSONResponse:
    return await _far(request, asking, "strategy", experiments.strategy_of, hand)


@router.get("/lab/sensitivity")
async def lab_sensitivity(request: Request, asking: Asking) -> JSONResponse:
    return await _far(request, asking, "sensitivity", experiments.sensitivity)


@router.get("/lab/sessions")
async def lab_sessions(
    request: Request, asking: Asking, bet: Word = "10", rounds: Word = "1000"
) -> JSONResponse:
    def more() -> tuple[Any, ...]:
        cents = parse_dollars(bet)
        if not 0 < cents <= 100_000_00:
            raise BadInput(f"A wager of {bet!r}.", accepted="a wager in dollars up to 100,000")
        return cents, whole(rounds, "rounds")

    return await _far(request, asking, "sessions", experiments.sessions, more=more)


@router.get("/lab/simulate")
async def lab_simulate(
    request: Request, asking: Asking, rounds: Word = "1000000", seed: Word = "1", strategy: Word = ""
) -> JSONResponse:
    def more() -> tuple[Any, ...]:
        return whole(rounds, "rounds"), whole(seed, "seed"), strategy

    return await _far(request, asking, "simulate", experiments.simulate, more=more)


@router.get("/lab/design")
async def lab_design(
    request: Request,
    asking: Asking,
    target: Word,
    deviation: Word = "",
    max_deviation: Word = "",
    min_hit: Word = "",
    max_prize: Word = "",
    keep: Words = None,
) -> JSONResponse:
    def more() -> tuple[Any, ...]:
        bounds = Bounds(
            number(max_deviation, "the largest deviation") if max_deviation else None,
            percent(min_hit, "the share of wins") if min_hit else None,
            whole(max_prize, "the top prize") if max_prize else None,
        )
        spread = number(deviation, "the deviation") if deviation else None
        return percent(target, "the target"), spread, bounds, pairs(keep)

    return await _far(request, asking, "design", experiments.designs, more=more)


@router.get("/lab/frontier")
async def lab_frontier(request: Request, asking: Asking) -> JSONResponse:
    return await _far(request, asking, "frontier", experiments.edge_against_volatility)


@router.post("/lab/stop")
def lab_stop(request: Request) -> JSONResponse:
    """Whoever asks breaks off what is under way for them."""
    return JSONResponse({"stopped": job_queue().stop(request.state.client)})


@router.get("/lab/exposure")
async def lab_exposure(request: Request, asking: Asking, sees: Word = "shoe") -> JSONResponse:
    return await _far(request, asking, "exposure", experiments.exposure, sees)


@router.get("/lab/compare")
async def lab_compare(
    request: Request, asking: Asking, b: Annotated[str, Query(max_length=4000)]
) -> JSONResponse:
    """A by its own words, B as one address inside."""
    client = request.state.client

    def ask() -> Job:
        first, second = asking(), _inside(b)
        key = (first.key("compare"), second.key("compare"))
        return job_queue().far(
            key, client, experiments.compare, (first.game, first.query), (second.game, second.query)
        )

    return await _answered(ask)


@router.get("/lab/packet")
async def lab_packet(request: Request, asking: Asking, kind: Word = "") -> Response:
    """Without a kind whether it is ready; with one the file: pdf or xlsx."""
    client = request.state.client

    def ask() -> Job:
        question = asking()
        table = question.query.pay_table
        if table is not None and not table.approved:
            raise BadInput(
                "A packet is of an approved table.", clause="HR-07", accepted="the table as approved"
            )
        return job_queue().far(
            question.key("packet"), client, experiments.packet, question.game, question.query
        )

    try:
        answer = await wait(await run_in_threadpool(ask), PACKET_PATIENCE_S)
    except PitbossError as error:
        return JSONResponse(error.to_json(), status_of(error))
    if kind not in KINDS or "pdf" not in answer:
        return JSONResponse(answer if "waiting" in answer else {"ready": sorted(answer)})
    return Response(answer[kind], media_type=KINDS[kind], headers=_as_file(f"packet.{kind}"))


KINDS = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@router.get("/lab/audit")
async def lab_audit(request: Request) -> JSONResponse:
    """Findings so far; `waiting` while there are more to come."""
    client = request.state.client
    return await _answered(lambda: audit_job(job_queue(), client), audit_so_far)


async def _far(
    request: Request,
    asking: Callable[[], LabQuestion],
    kind: str,
    work: Callable[..., Any],
    *given: Any,
    more: Callable[[], tuple[Any, ...]] | None = None,
) -> JSONResponse:
    """The question worked on in a back room, within the budget of the one who asks."""
    client = request.state.client

    def ask() -> Job:
        question = asking()
        rest = (*given, *(more() if more else ()))
        return job_queue().far(
            question.key(kind, repr(rest)), client, work, question.game, question.query, *rest
        )

    return await _answered(ask)


async def _answered(
    ask: Callable[[], Job], answer: Callable[[Job], Awaitable[dict[str, Any]]] = wait
) -> JSONResponse:
    """The answer, or how far it is, or the refusal in words."""
    try:
        return JSONResponse(await answer(await run_in_threadpool(ask)))
    except PitbossError as error:
        return JSONResponse(error.to_json(), status_of(error))


def _answer(work: Callable[[], Any]) -> JSONResponse:
    try:
        return JSONResponse(work())
    except PitbossError as error:
        return JSONResponse(error.to_json(), status_of(error))


def _csv(answer: JSONResponse) -> Response:
    import json

    shape = json.loads(bytes(answer.body))
    if shape.get("waiting"):
        return JSONResponse(shape, 202, headers={"Retry-After": "2"})
    table = shape["returns"]
    out = io.StringIO()
    rows = csv.writer(out)
    names = (
        "name",
        "pays",
        "net",
        "combinations",
        "probability",
        "probability_exact",
        "return",
        "return_exact",
    )
    rows.writerow((table["by"], *names[1:]))
    for row in (*table["rows"], table["total"]):
        rows.writerow([row[name].replace(",", "") if name == "combinations" else row[name] for name in names])
    name = f"{shape['game']}-{shape['wager']}-{shape['pay_table']}.csv".replace("/", "-")
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8", headers=_as_file(name))


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def _inside(address: str) -> LabQuestion:
    given = parse_qs(address, max_num_fields=120)
    if "game" not in given or "wager" not in given:
        raise BadInput("There is nothing to compare with.", accepted="game and wager of the other table")
    table = given.get("pay_table", [""])[0]
    query = query_of(
        given["game"][0], given["wager"][0], table or None, pairs(given.get("set")), pairs(given.get("pay")) or None
    )  # fmt: skip
    return LabQuestion(given["game"][0], query)


def _known(game: str) -> str:
    if game not in game_ids():
        raise BadInput(f"There is no game {game!r}.", accepted=", ".join(game_ids()))
    return game


def pairs(words: list[str] | None) -> Mapping[str, str]:
    found = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or len(word) > 120:
            raise BadInput(f"{word[:60]!r} is not a setting.", accepted="name=value")
        found[name] = value
    return found


def whole(word: str, name: str) -> int:
    digits = word.replace(",", "").replace(" ", "").strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 12:
        raise BadInput(f"{word!r} is no number for {name}.", accepted="a whole number")
    return int(digits)


def number(word: str, name: str) -> Fraction:
    text = word.replace("%", "").replace(",", ".").strip()
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    if (
        not digits.replace(".", "", 1).isascii()
        or not digits.replace(".", "", 1).isdigit()
        or len(digits) > 12
    ):
        raise BadInput(f"{word!r} is no number for {name}.", accepted="a number such as 5 or 2.5")
    return Fraction(sign + digits)


def percent(word: str, name: str) -> Fraction:
    """As typed beside a percent sign: 5 is five percent."""
    return number(word, name) / 100

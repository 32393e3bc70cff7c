"""Simulation, exposure, jackpot arithmetic, versions: what stands behind the numbers."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import pitboss
from pitboss.approvals.outside import outside_games
from pitboss.blackjack.rules import EVERY_ROUND
from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import Query, Settings
from pitboss.paper.blocks import EXPOSURE, Block, Heading, Paragraph, table

SESSION = 200
CUT_CARD = "penetration"


@dataclass(frozen=True, slots=True)
class SimulatedFigure:
    house_edge: float
    standard_error: float
    z: float
    sessions: dict[str, Any]


def confirm(game: str, query: Query, result: EdgeResult, rounds: int, seed: int) -> SimulatedFigure | None:
    """The simulator's answer to the same question."""
    if rounds < 1:
        return None
    from pitboss.simulate.kernel import kernel_of
    from pitboss.simulate.run import Run

    kernel = kernel_of(game)
    dealer = kernel.dealer(off_a_fresh_shoe(query), kernel.strategies(query.wager)[0])
    run = Run(dealer, seed, (SESSION,))
    for totals in run.play(rounds):
        tally = totals.tally
    edge, error = -tally.mean(dealer.unit_cents), tally.standard_error(dealer.unit_cents)
    z = (edge - float(result.house_edge)) / error if error else 0.0
    return SimulatedFigure(edge, error, z, run.totals.sessions[SESSION].to_json(dealer.unit_cents))


def off_a_fresh_shoe(query: Query) -> Query:
    """As the exact edge has it, so that like is compared with like."""
    if CUT_CARD not in query.settings:
        return query
    return replace(query, settings=Settings({**query.settings, CUT_CARD: EVERY_ROUND}))


def compiled(game: str) -> bool:
    """Whether a kernel of its own plays the game, and not its readable rules."""
    from pitboss.simulate.general import RulesKernel
    from pitboss.simulate.kernel import kernel_of

    return not isinstance(kernel_of(game), RulesKernel)


def exposure_blocks(game: str, asked: Iterable[Query]) -> Iterator[Block]:
    """What a skilled or colluding player gains, where the game has such a study."""
    from pitboss.simulate.studies import summary

    rows = list(summary(game, asked))
    if not rows:
        return
    yield Heading(EXPOSURE)
    yield Paragraph("What a player gains who sees or remembers more than the game shows.")
    yield table(("study", "finding"), rows)


def versions(game: str) -> list[tuple[str, str]]:
    """So that another lab can repeat it: software, rule sheet and solver by hash."""
    names = ("numpy", "numba", "typst")
    return [
        ("pitboss", pitboss.__version__),
        ("Python", platform.python_version()),
        *((name, metadata.version(name)) for name in names),
        ("rule sheet", f"sha256 {sheet_hash(game)}"),
        *_outside_rules(game),
        ("program", f"sha256 {program_hash()}"),
    ]


def sheet_hash(game: str) -> str:
    outside = outside_games().get(game)
    file = outside.sheet if outside else resources.files("pitboss.approvals") / "data" / f"{game}.toml"
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _outside_rules(game: str) -> list[tuple[str, str]]:
    """The procedure of a game that is no part of the program."""
    outside = outside_games().get(game)
    if outside is None:
        return []
    source = Path(outside.load().__file__ or outside.file).read_bytes()
    return [("procedure", f"sha256 {hashlib.sha256(source).hexdigest()}")]


def program_hash() -> str:
    """Over every source file of the package, by path and content."""
    root = Path(pitboss.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()

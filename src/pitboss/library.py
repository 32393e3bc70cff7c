"""What a user of the library needs, and nothing else. `import pitboss` offers each of these by its name.

>>> import pitboss
>>> pitboss.edge("fu-bacc").house_edge
Fraction(6984511, 229033350)
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.analysis import designer as designing
from pitboss.analysis import questions
from pitboss.analysis.report import EdgeResult, Strategy
from pitboss.analysis.solver import solver_of
from pitboss.cardplay.poker.hands import Hand, best_hand
from pitboss.core.arguments import file_of, of_kind, place_of, share, table_name, texts, whole
from pitboss.core.cards import Card, parse_many
from pitboss.core.errors import (
    BadApproval,
    BadInput,
    BrokenRules,
    IllegalAction,
    IllegalWager,
    PitbossError,
    ReplayError,
    did_you_mean,
    shown,
)
from pitboss.core.files import write_file
from pitboss.core.money import Cents
from pitboss.core.shown import Chart, Page, ShownTable, Tabular, chart, percent, titled
from pitboss.fairness.shuffling import next_start
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, shuffled_for
from pitboss.rounds.views import Play
from pitboss.sheets import (
    PayTable,
    game_ids,
    load_pay_table_file,
    pay_table_of_lines,
    plugins,
    sheet,
    with_pays,
)
from pitboss.simulator import questions as simulating
from pitboss.simulator.questions import Simulation
from pitboss.simulator.run import Run

__all__ = [
    "BadApproval", "BadInput", "BrokenRules", "Decision", "EdgeResult", "EdgeResults", "IllegalAction",
    "IllegalWager", "Limits", "PayTable", "PitbossError", "ReplayError", "Round", "Simulation", "Strategy",
    "Table", "TableConfig", "design", "edge", "edges", "evaluate", "games", "packet", "pay_table", "simulate",
    "strategy", "use_games", "verify",
]  # fmt: skip


def games() -> tuple[str, ...]:
    """The ids of all games, in the sheets' order.

    >>> games()[:2]
    ('fu-bacc', 'blackjack')
    """
    return game_ids()


def edge(
    game: str,
    wager: str | None = None,
    pay_table: AnyPayTable | None = None,
    *,
    pay_table_file: str | Path | None = None,
    fresh: bool = False,
    **settings: object,
) -> EdgeResult:
    """The exact edge of one wager on one pay table: by default the game's first wager on its usual table.

    >>> tie = edge("fu-bacc", wager="tie", with_="alone")
    >>> f"{float(tie.house_edge):.4%}"
    '22.4627%'
    """
    chosen = sheet(game).analysed[0] if wager is None else wager
    file, table = file_of("A pay table's file", pay_table_file), _table(game, chosen, pay_table)
    if table is None and file is None:
        table = questions.usual_table(game, chosen)
    return questions.answers(game, chosen, table, texts(settings), file, fresh=fresh)[0]


class SupportsArray(Protocol):
    """A column of a frame."""

    def __array__(self, *args: Any, **named: Any) -> NDArray[Any]: ...


AnyPayTable: TypeAlias = str | int | PayTable | Path | Mapping[str, str | int] | Sequence[object]
"""a pay table's name, or one of one's own as `pay_table` makes it"""


def pay_table(
    game: str,
    wager: str,
    lines: Path | Mapping[str, str | int] | Sequence[object] | None = None,
    *,
    like: str | int | None = None,
) -> PayTable:
    """A pay table to ask with: one's own from `{hand: pays}`, pairs, lines as a file has them, or a file, where a hand
    without a line loses; with `like` the approved table of that name, `lines` paid otherwise; without `lines` the
    approved one.

    >>> mine = pay_table("fu-bacc", "lucky-monkey", {"monkeys-9": 40}, like=1)
    >>> edge("fu-bacc", "lucky-monkey", mine).house_edge
    Fraction(-3, 221)
    """
    name = table_name(like)
    if lines is None or name is not None:
        base = sheet(game).pay_table(wager, name or questions.usual_table(game, wager) or "")
        return base if lines is None else with_pays(base, _lines(lines), id=f"{base.id} changed")
    if isinstance(lines, Path):
        return load_pay_table_file(lines, game, wager)
    return pay_table_of_lines(game, wager, lines)


def _lines(lines: object) -> dict[str, str | int]:
    try:
        return dict(lines)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError):
        raise BadInput(f"{shown(lines)} are no lines.", accepted='such as {"flush": "5 to 1"}') from None


def _table(game: str, wager: str | None, given: AnyPayTable | None) -> str | PayTable | None:
    if isinstance(given, PayTable):
        return given
    if isinstance(given, Path | Mapping | list | tuple):
        return pay_table(game, sheet(game).analysed[0] if wager is None else wager, given)
    return table_name(given)


def _strategy_setting(game: str, wager: str | None) -> tuple[str, ...]:
    """The choices of a setting of that name, which blackjack has."""
    known = solver_of(game).settings(sheet(game).analysed[0] if wager is None else wager)
    return next((setting.choices for setting in known if setting.name == "strategy"), ())


@dataclass(frozen=True, slots=True, repr=False)
class EdgeResults(Tabular):
    """Several edges, as a table.

    >>> edges("fu-bacc").house_edges["main", "1"]
    Fraction(6984511, 229033350)
    """

    edges: tuple[EdgeResult, ...]

    def __len__(self) -> int:
        return len(self.edges)

    def __iter__(self) -> Iterator[EdgeResult]:
        return iter(self.edges)

    def __getitem__(self, at: int) -> EdgeResult:
        return self.edges[at]

    @property
    def house_edges(self) -> dict[tuple[str, str], Any]:
        """(wager, pay table): house edge."""
        return {(result.wager, result.pay_table): result.house_edge for result in self}

    def rows(self) -> list[dict[str, str | int | float]]:
        """One row an edge."""
        return [
            {
                "game": r.game,
                "wager": r.wager,
                "pay_table": r.pay_table,
                "house_edge": float(r.house_edge),
                "element_of_risk": float(r.element_of_risk),
                "standard_deviation": float(r.standard_deviation),
                "hit_frequency": float(r.hit_frequency),
            }
            for r in self
        ]

    def plot(self) -> Chart:
        """The house edges as bars, wager by wager."""
        place = {"type": "nominal", "sort": None}
        return chart(
            "House edges",
            self.rows(),
            "bar",
            x={"field": "house_edge", "type": "quantitative", "axis": {"format": "%"}},
            y={"field": "pay_table", **place},
            row={"field": "wager", **place},
        )

    def page(self) -> Page:
        rows = tuple(
            (r.game, r.wager, r.pay_table, percent(r.house_edge), percent(r.element_of_risk),
             f"{float(r.standard_deviation):.4f}", r.published or "-")
            for r in self
        )  # fmt: skip
        columns = ("game", "wager", "table", "edge", "risk", "std dev", "published")
        assumed = dict.fromkeys(titled(r.wager, settings=r.settings) for r in self if r.settings)
        return Page("House edges", {}, (ShownTable(columns, rows),), tuple(assumed))


def edges(
    game: str,
    wager: str | None = None,
    pay_table: AnyPayTable | None = None,
    *,
    pay_table_file: str | Path | None = None,
    fresh: bool = False,
    **settings: object,
) -> EdgeResults:
    """The exact edges of every wager and pay table, or of those named."""
    file = file_of("A pay table's file", pay_table_file)
    table = _table(game, wager, pay_table)
    return EdgeResults(tuple(questions.answers(game, wager, table, texts(settings), file, fresh=fresh)))


def strategy(
    game: str,
    wager: str | None = None,
    pay_table: AnyPayTable | None = None,
    *,
    hand: str | None = None,
    pay_table_file: str | Path | None = None,
    **settings: object,
) -> Strategy:
    """How to play a wager, by default the game's first on its usual table; with `hand` what each choice with it is
    worth.

    >>> best = strategy("fu-bacc", hand="9c 2d v Qs").best
    >>> best.action
    'hit'
    """
    if hand is not None:
        of_kind("A hand", hand, str, 'cards as text, such as "9c 2d v Qs"')
    file = file_of("A pay table's file", pay_table_file)
    return questions.strategy(
        game, questions.one_query(game, wager, _table(game, wager, pay_table), texts(settings), file), hand
    )


def simulate(
    game: str,
    rounds: int,
    seed: int | None = None,
    wager: str | None = None,
    pay_table: AnyPayTable | None = None,
    *,
    strategy: str | Path | Strategy | Play | None = None,
    fresh_shoe: bool = True,
    pay_table_file: str | Path | None = None,
    **settings: object,
) -> Simulation:
    """Play many rounds: `.mean`, `.standard_error`, `.exact`, `.z`, and `.nets` as an array on demand.

    By default the game's first wager on its usual table. The same seed plays the same rounds; without one it is chosen
    at random, and the result's `.seed`. `strategy` is a name, a file, what `pitboss.strategy` gives, or a function from
    what the player sees and the choices there are to an action's name or a `Decision`.

    >>> def never_raise(view, choices):
    ...     return choices[-1].action
    >>> simulate("fu-bacc", rounds=100, seed=1, strategy=never_raise).rounds
    100
    >>> run = simulate("fu-bacc", rounds=100_000, seed=1)
    >>> run.nets.shape, abs(run.z) < 5
    ((100000,), True)
    """
    many = whole("The number of rounds", rounds)
    seed = secrets.randbits(32) if seed is None else whole("A seed", seed, 0)
    chosen, file = texts(settings), file_of("A pay table's file", pay_table_file)
    table = _table(game, wager, pay_table)
    own = isinstance(strategy, Strategy)
    with ExitStack() as kept:
        if isinstance(strategy, Strategy):
            place = Path(kept.enter_context(TemporaryDirectory()), "strategy.json")
            place.write_text(json.dumps(strategy.to_json()), encoding="utf-8")
            strategy = place
        if not callable(strategy) and strategy is not None:
            of_kind("A strategy", strategy, str | Path, "its name, a file, a Strategy or a function")
            strategy = str(strategy)
            if strategy in _strategy_setting(game, wager):
                chosen, strategy = {**chosen, "strategy": strategy}, None
        asked = simulating.question(game, wager, table, chosen, file, strategy, fresh_shoe)
    if own:
        asked = replace(asked, strategy="own")
    run = Run(asked.dealer, seed, (), asked.about)
    start = perf_counter()
    for _ in run.play(many):
        pass
    return Simulation(asked, run, asked.exact(), run.rounds / (perf_counter() - start))


def design(
    game: str,
    wager: str,
    target_edge: float | str | Fraction,
    *,
    pay_table: str | int | None = None,
    keep: Mapping[str, str | int] | None = None,
    count: int = 5,
    target_deviation: float | None = None,
    max_deviation: float | None = None,
    min_hit: float | None = None,
    max_prize: int | None = None,
    **settings: object,
) -> list[designing.Design]:
    """Pay tables near a target edge, with odds a layout can print; each solved exactly.

    `keep` holds lines at a value; `max_deviation`, `min_hit` (a share of rounds) and `max_prize` bound the search.

    >>> best = design("fu-bacc", "lucky-monkey", target_edge=0.05)[0]
    >>> abs(float(best.result.house_edge) - 0.05) < 0.005
    True
    """
    of_kind("A wager", wager, str, "its name")
    of_kind("What is kept", {} if keep is None else keep, Mapping, 'lines by name, such as {"flush": 4}')
    bounds = designing.Bounds(
        None if max_deviation is None else designing.deviation("max_deviation", max_deviation),
        None if min_hit is None else share("min_hit", min_hit, 0),
        None if max_prize is None else whole("The top prize", max_prize, 1),
    )
    return designing.design(
        game,
        wager,
        share("target_edge", target_edge),
        table_name(pay_table),
        {line: str(odds) for line, odds in (keep or {}).items()},
        texts(settings),
        None if target_deviation is None else designing.deviation("target_deviation", target_deviation),
        whole("The number of tables", count, 1),
        bounds,
    )


@overload
def evaluate(hands: str) -> Hand: ...  # type: ignore[overload-overlap]
@overload
def evaluate(hands: ArrayLike | SupportsArray) -> NDArray[np.uint16]: ...
def evaluate(hands: object) -> Hand | NDArray[np.uint16]:
    """What poker hands of 2 to 7 cards are: of one hand its `.rank`, `.name` and `.best_five`, of many their ranks, an
    array or a column in, an array out. Of five cards and more 7462 is a royal flush and 1 the worst; the greater wins.

    Cards are texts, or numbers from 0 to 51: four times the rank from the two up, and the suit in the order of c, d,
    h, s.

    >>> evaluate("As Ks 9s 2s Ts 2d 3c").name
    'flush in spades, ace high'
    >>> evaluate(["Ac Kc Qc Jc Tc", "2c 3d 4h 5s 7c"]).tolist()
    [7462, 1]
    >>> evaluate([[48, 44, 40, 36, 32]]).tolist()
    [7462]
    """
    from pitboss.cardplay.poker.kernels import evaluate as rank

    if isinstance(hands, str):
        held = parse_many(hands)
        if len(held) < 2:
            raise BadInput(f"{shown(hands)} is no hand.", accepted='2 to 7 cards, such as "As Kd"')
        return best_hand(held)
    try:
        given = np.asarray(hands)
    except ValueError:
        raise BadInput("These hands are no array.", accepted="rows of the same number of cards") from None
    if given.ndim == 1 and given.dtype.kind in "OUT" and all(isinstance(hand, str) for hand in given):
        return rank([parse_many(hand) for hand in given.tolist()])
    return rank(given)


def _configured(game: str, config: Mapping[str, Any]) -> TableConfig:
    known = [field.name for field in fields(TableConfig) if field.name != "game"]
    for name in config:
        if name not in known:
            raise BadInput(
                f"A table has no {shown(name)}." + did_you_mean(name, known), accepted=", ".join(known)
            )
    if config.get("spots") == 0:
        raise BadInput(
            "A table has spots.", clause="HR-30", accepted="their number, or nothing for the usual one"
        )
    return TableConfig(game, **config)


class Table:
    """A table to deal rounds at: it shuffles when the game does, and keeps a shoe that goes on.

    >>> table = Table("fu-bacc", spots=5)
    >>> round = table.deal({1: {"ante": 500}})
    >>> round.pending[0].spot
    1
    """

    def __init__(self, game: str | TableConfig, **config: Any) -> None:
        if isinstance(game, TableConfig):
            if config:
                raise BadInput(
                    f"A configuration has its own {next(iter(config))}.",
                    accepted="all of it in the TableConfig, or the game's name with it",
                )
            self.config = game
        else:
            self.config = _configured(game, config)
        self._order: tuple[Card, ...] = ()
        self._last: Round | None = None

    def deal(self, wagers: Mapping[int, Mapping[str, Cents]], *, seed: int | None = None) -> Round:
        """The next round: {spot: {wager: cents}}. Decisions are made on the round. With a seed it is dealt from the
        top of freshly shuffled cards, the same ones every time."""
        of_kind("Wagers", wagers, Mapping, 'by spot and wager, such as {1: {"ante": 500}}')
        for bets in wagers.values():
            of_kind("A spot's wagers", bets, Mapping, 'by name, such as {"ante": 500}')
        start = None if self._last is None or seed is not None else next_start(self._last)
        if start is None:
            (self._order, number), start = shuffled_for(self.config, seed), 0
        else:
            number = game_of(self.config.game).draw_number(self.config)
        placed = {spot: dict(bets) for spot, bets in wagers.items()}
        self._last = Round(self.config, placed, self._order, start, number=number)
        return self._last

    def __repr__(self) -> str:
        return f"Table({self.config.game!r}, spots={self.config.spots})"


def verify(round_json: Mapping[str, Any] | str | bytes) -> list[str]:
    """What the proof of a downloaded round proves, sentence by sentence; raises with what is wrong.

    The round is its file's text, or what `json.loads` makes of it."""
    from pitboss.fairness.download import verify as check

    accepted = "the JSON of /api/v1/rounds/ID"
    try:
        shape = json.loads(round_json) if isinstance(round_json, str | bytes) else round_json
    except ValueError:
        raise BadInput("This text is not JSON.", accepted=accepted) from None
    if not isinstance(shape, Mapping):
        raise BadInput(f"A round's file cannot be {shown(shape)}.", accepted=accepted)
    return check(shape)


def packet(
    game: str,
    to: str | Path,
    *,
    wager: str | None = None,
    pay_table: str | int | None = None,
    pay_table_file: str | Path | None = None,
    rounds: int = 4_000_000,
    **settings: object,
) -> list[Path]:
    """Write the regulator's packet of a game into a folder: PDF, HTML, XLSX, CSV tables and the program that
    checks their arithmetic; returns the files. With `wager` of that wager alone."""
    from pitboss.paper import build_packet, packet_html, packet_pdf, workbook, write_csv

    folder, many = place_of("A folder", to), whole("The number of rounds", rounds, 0)
    file = file_of("A pay table's file", pay_table_file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be made: {error.strerror}.", accepted="a folder to write in"
        ) from None
    made = build_packet(
        game, table_name(pay_table), many, wager=wager, settings=texts(settings), pay_table_file=file
    )
    content = {"pdf": packet_pdf(made), "html": packet_html(made).encode(), "xlsx": workbook(made.sheets)}
    for kind, data in content.items():
        write_file(folder / f"{game}.{kind}", data)
    return [*(folder / f"{game}.{kind}" for kind in content), *write_csv(made.sheets, folder)]


def use_games(*folders: str | Path) -> None:
    """Add folders with games of one's own, as `--games` does: a folder `my-game` with `sheet.toml` and `rules.py`,
    or a folder of such folders. Every function here knows the games from then on, and so do programs started from here.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from pitboss.cli.games import write_skeleton
    >>> folder = Path(mkdtemp(), "lucky-nines")
    >>> files = write_skeleton("lucky-nines", folder)
    >>> use_games(folder)
    >>> edge("lucky-nines").house_edge
    Fraction(8, 221)
    """
    plugins.use_games(*(place_of("A folder", folder) for folder in folders))

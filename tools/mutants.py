"""Mutation testing of the modules that move money or cards: `make mutants`, or `python -m tools.mutants [MODULE]`.

A mutant is the module with one thing changed: a comparison, an operator, a number, a word of logic, a call left out.
The tests are collected once; for every mutant the process divides, and the copy gives the changed function its new
code and runs those of the module's tests that pass through the changed lines, quickest first. What was changed
outside of any function, and whatever no test noticed in that way, is tried again by a process that imports the mutant
in place of its module. A mutant that no test notices has survived, and is printed. Mutants that cannot be told from
the module are named with their reason in `tools/equivalent_mutants.toml`, and not counted.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import random
import signal
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "pitboss"
EQUIVALENT = ROOT / "tools" / "equivalent_mutants.toml"
ROUNDS = ["tests/golden", "tests/games/test_contract.py"]
TWENTY_ONE = [f"tests/blackjack/test_{name}.py" for name in ("dealing", "hands", "shoe")]
HOLDEM = ["tests/ultimate_texas_holdem/test_rules.py", "tests/down_under_holdem/test_rules.py"]
PAI_GOW = ["tests/face_up_pai_gow_poker/test_rules.py", "tests/fortune_pai_gow_poker/test_rules.py"]
OWN_WAY = "tests/paigow/test_own_house_way.py::test_a_table_opens_with_a_whole_one_only"
JACKPOT = [
    f"tests/jackpot/test_{name}.py"
    for name in ("awards", "claims", "arithmetic", "wager", "adjustments", "bounds", "persons", "roles")
]
ODDS = ["tests/vocabulary", "tests/house/test_rounding.py", *ROUNDS]
FELT = [
    "tests/rounds/test_felt.py",
    *TWENTY_ONE,
    *HOLDEM,
    *PAI_GOW,
    "tests/fu_bacc/test_rules.py",
    "tests/down_under_holdem/test_persons.py",
    "tests/room/test_void.py",
    *ROUNDS,
]
TRAY = [
    *(f"tests/house/test_{name}.py" for name in ("trays", "books", "tray_periods")),
    "tests/room/test_short_tray.py",
]
BOOKS = [
    f"tests/jackpot/test_{name}.py"
    for name in ("awards", "adjustments", "bounds", "wager", "retirement", "roles", "to_the_cent")
]
CHIPS = [
    f"tests/room/test_{name}.py"
    for name in ("chips", "cage", "void", "large_payouts", "short_tray", "several_awards")
]
LEDGER = [f"tests/store/test_{name}.py" for name in ("ledger", "log", "verify", "asking", "bounds", "writer")]
TESTS = {
    "table_games/fu_bacc/rules.py": ["tests/fu_bacc/test_rules.py", *ROUNDS],
    "table_games/blackjack/rules.py": [*TWENTY_ONE, *ROUNDS],
    "table_games/acey_deucey_21/rules.py": ["tests/acey_deucey_21/test_rules.py", *ROUNDS],
    "table_games/lucky_break/rules.py": ["tests/lucky_break/test_rules.py", *ROUNDS],
    "table_games/down_under_holdem/rules.py": [
        "tests/down_under_holdem/test_rules.py",
        "tests/down_under_holdem/test_persons.py",
        *ROUNDS,
    ],
    "table_games/ultimate_texas_holdem/rules.py": ["tests/ultimate_texas_holdem/test_rules.py", *ROUNDS],
    "table_games/face_up_pai_gow_poker/rules.py": ["tests/face_up_pai_gow_poker/test_rules.py", *ROUNDS],
    "table_games/fortune_pai_gow_poker/rules.py": ["tests/fortune_pai_gow_poker/test_rules.py", *ROUNDS],
    "cardplay/holdem/hands.py": [*HOLDEM, *ROUNDS],
    "cardplay/paigow/procedure.py": [*PAI_GOW, OWN_WAY, *ROUNDS],
    "cardplay/blackjack/procedure.py": [*TWENTY_ONE, *ROUNDS],
    "rounds/limits.py": ["tests/games/test_aggregate.py", *PAI_GOW],
    "jackpots/awards.py": JACKPOT,
    "jackpots/arithmetic.py": JACKPOT,
    "jackpots/claims.py": JACKPOT,
    "jackpots/postings.py": [*JACKPOT, *BOOKS],
    "jackpots/adjustments.py": [*BOOKS, "tests/jackpot/test_claims.py", "tests/room/test_backed_out.py"],
    "jackpots/model.py": [*BOOKS, "tests/jackpot/test_claims.py"],
    "rounds/round.py": ["tests/rounds/test_choices.py", "tests/rounds/test_inputs.py", *FELT],
    "jackpots/tray.py": ["tests/room/test_chips.py", *BOOKS, *TRAY],
    "jackpots/funds.py": BOOKS,
    "jackpots/keypad.py": [*BOOKS, "tests/jackpot/test_claims.py", "tests/jackpot/test_persons.py"],
    "jackpots/setup.py": [*BOOKS, "tests/jackpot/test_links.py"],
    "core/odds.py": ODDS,
    "rounds/felt.py": FELT,
    "chips/payouts.py": [
        *(f"tests/house/test_{name}.py" for name in ("regulation", "trays", "tray_periods")),
        "tests/jackpot/test_roles.py",
        "tests/room/test_room_or_desk.py",
        *CHIPS,
    ],
    "chips/verify.py": TRAY,
    "chips/trays.py": TRAY,
    "core/money.py": ["tests/vocabulary"],
    "chips/day_book.py": ["tests/room/test_accounting.py", "tests/room/test_rounds.py"],
    "chips/accounts.py": ["tests/room/test_wallets.py", *CHIPS],
    "room/store_access.py": [
        f"tests/room/test_{name}.py" for name in ("void", "short_tray", "stuck", "closing", "sharing")
    ],
    "chips/cage.py": ["tests/room/test_cage.py", "tests/room/test_several_awards.py"],
    "room/dealing.py": [
        "tests/room/test_settling.py",
        *CHIPS,
        *(
            f"tests/room/test_{name}.py"
            for name in ("reducer", "rounds", "jackpots", "presence", "real_cards", "stuck")
        ),
    ],
    "room/table_jackpots.py": [
        "tests/jackpot/test_to_the_cent.py",
        *(f"tests/room/test_{name}.py" for name in ("jackpots", "void")),
    ],
    "room/jackpot_office.py": [
        f"tests/room/test_{name}.py"
        for name in (
            "large_payouts",
            "backed_out",
            "several_awards",
            "jackpots",
            "coming",
            "real_cards",
        )
    ],
    "room/settling.py": ["tests/room/test_settling.py", *CHIPS, "tests/room/test_reducer.py"],
    "ledger/unit.py": LEDGER,
    "ledger/writer.py": LEDGER,
}
"""module: the tests that hold it"""
MOVES = {
    "unit": {"post", "void"},
    "postings": {"move"},
    "felt": {"deal", "bet", "move", "settle", "settle_jackpot", "pay_fixed", "void"},
    "chips": {"settle", "post"},
    "accounts": {"settle", "post"},
    "odds": {"net_cents", "award_cents"},
    "pays": {"net_cents", "award_cents"},
}
"""what moves money or cards: whose call, and which"""
ANYBODYS = {"transfer", "transfer_cents"}
"""moves money, whatever the ledger's unit is called"""
RECORDS = {"Move", "Settlement"}
"""made by who says how much moves"""
MAKES = {"transfer_cents", "net_cents", "award_cents", "settle_jackpot", "pay_fixed"}
"""functions that say how much moves"""
LEFT_OUT = {
    "cli/serve.py": "lets the demo room's cage be funded, and moves nothing else",
    "table_games/down_under_holdem/solve.py": "computes exact edges, and books nothing; held to the rules' own rounds",
    "jackpots/desk.py": "hands each act on to its module as one unit of work; those modules are tried",
    "room/demo.py": "the chips of the demo room, which are nobody's money",
    "room/keeper.py": "tells the wallets what the ledger has moved; how they count is tried in chips/accounts.py",
    "school/keypad.py": "a drill about claims that are nobody's; nothing is booked by a lesson",
    "analysis/general/explore.py": "a felt that looks ahead, for exact edges; held to the rules' own rounds",
    "analysis/jackpot_edges.py": "what a meter is worth; books nothing, and is held to other solutions",
    "house/sign.py": "prints what a jackpot pays; nothing is booked by a sign",
    "room/theoretical_win.py": "what the house should have won, for a page; nothing is booked by it",
    "table_games/down_under_holdem/kernel.py": "simulated rounds, held to the exact edge",
    "cardplay/paigow/bonus_kernels.py": "simulated rounds, held to the exact edge",
    "table_games/ultimate_texas_holdem/kernel.py": "simulated rounds, held to the exact edge",
}
"""module that names such a movement: why it is not tried"""
SAYS_NOTHING = ("strict", "frozen", "slots", "repr")
"""a zip of equal lengths is the same with and without `strict`; a record moves the same money frozen or not"""
AIM = 0.95
OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Lt: ast.LtE,
    ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.And: ast.Or,
    ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
Result = TypeVar("Result")


@dataclass(frozen=True)
class Mutant:
    module: str
    place: str
    """the function it is in, or nothing"""
    line: int
    lines: frozenset[int]
    """the lines of the statement that was changed"""
    what: str
    tree: ast.Module

    @property
    def name(self) -> tuple[str, str, str]:
        return self.module, self.place, self.what


@dataclass
class Known:
    """What the tests do with the module as it is."""

    lines: dict[str, frozenset[int]] = field(default_factory=dict)
    """test: the lines of the module's functions that it runs"""
    seconds: dict[str, float] = field(default_factory=dict)
    libraries: list[str] = field(default_factory=list)
    """what the tests import that is not of the project"""

    def touching(self, mutant: Mutant) -> list[str]:
        """The tests that pass through the changed lines, quickest first."""
        return sorted(
            (test for test, lines in self.lines.items() if lines & mutant.lines),
            key=self.seconds.__getitem__,
        )

    def within_s(self, tests: Sequence[str]) -> float:
        return 30 + 5 * sum(self.seconds[test] for test in tests)


def movers() -> set[str]:
    """The modules that move money or cards: by what they call and make themselves, or by a function of another module
    that does."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}
    moving = {
        (_dotted(path), function.name)
        for path, tree in trees.items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and any(map(_moves, ast.walk(function)))
    }
    return {
        str(path.relative_to(SOURCE))
        for path, tree in trees.items()
        if any(map(_moves, ast.walk(tree))) or moving & _imported(tree)
    }


def _dotted(path: Path) -> str:
    return ".".join(["pitboss", *path.relative_to(SOURCE).with_suffix("").parts])


def _imported(tree: ast.Module) -> set[tuple[str, str]]:
    """What it takes from other modules, by name or through the module: module and name."""
    named = {
        one.asname or one.name: (str(node.module), one.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for one in node.names
    }
    through = {
        (".".join(named[node.value.id]), node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in named
    }
    return {*named.values(), *through}


def _moves(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name in MAKES
    if not isinstance(node, ast.Call):
        return False
    called = _last(node.func)
    if called in RECORDS or called in ANYBODYS:
        return True
    return isinstance(node.func, ast.Attribute) and called in MOVES.get(
        _last(node.func.value).lstrip("_"), ()
    )


def _last(node: ast.AST) -> str:
    """The last name of a chain of them."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def mutants(module: str) -> Iterator[Mutant]:
    tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
    places = dict(_places(tree))
    around = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for at, node in enumerate(ast.walk(tree)):
        if node not in places:
            continue
        place, lines = places[node]
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            _change(next(found for number, found in enumerate(ast.walk(changed)) if number == at))
            if isinstance(node, ast.Constant) and isinstance(around[node], ast.expr):
                what = f"{what} in {ast.unparse(around[node])}"
            yield Mutant(
                module, place, getattr(node, "lineno", 0), lines, what, ast.fix_missing_locations(changed)
            )


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, tuple[str, frozenset[int]]]]:
    """Every node that may be changed, with its function and the lines of its statement."""

    def walk(
        node: ast.AST, place: str, lines: frozenset[int]
    ) -> Iterator[tuple[ast.AST, tuple[str, frozenset[int]]]]:
        if isinstance(node, ast.keyword) and node.arg in SAYS_NOTHING:
            return
        yield node, (place, lines)
        for name, value in ast.iter_fields(node):
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and name == "body"
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST):
                    continue
                there = place
                if inside or isinstance(node, ast.ClassDef):
                    there = f"{place}.{getattr(node, 'name', '')}".lstrip(".")
                span = lines
                if isinstance(child, ast.stmt) and (inside or lines):
                    span = frozenset(range(child.lineno, (child.end_lineno or child.lineno) + 1))
                yield from walk(child, there, span)

    yield from walk(tree, "", frozenset())


def _changes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in OPERATORS:
        yield f"{ast.unparse(node)}: {type(node.op).__name__} is {OPERATORS[type(node.op)].__name__}"
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        yield f"{ast.unparse(node)}: {type(node.ops[0]).__name__} is {OPERATORS[type(node.ops[0])].__name__}"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)}: without the not"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} is {node.value + 1}"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield f"{node.value} is {not node.value}"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield f"{ast.unparse(node)}: left out"


def _change(node: ast.AST) -> None:
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign):
        node.op = OPERATORS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Compare):
        node.ops[0] = OPERATORS[type(node.ops[0])]()  # type: ignore[call-overload]
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
    elif isinstance(node, ast.Constant):
        node.value = not node.value
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)


def equivalents() -> dict[tuple[str, str, str], str]:
    """Mutants that are the module in other words, each with its reason."""
    named = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {(entry["module"], entry["in"], entry["change"]): entry["because"] for entry in named}


class Watch:
    """As a plugin of pytest: which lines of the module each test runs, and how long it takes."""

    def __init__(self, module: str) -> None:
        self.file, self.known, self.touched = str(SOURCE / module), Known(), set[int]()

    def trace(self, frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code.co_filename != self.file:
            return None
        if frame.f_code.co_name != "<module>":
            self.touched.add(frame.f_lineno)
        return self.trace

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.touched, begun = set(), time.perf_counter()
        threading.settrace(self.trace)
        sys.settrace(self.trace)
        yield
        sys.settrace(None)
        self.known.lines[item.nodeid] = frozenset(self.touched)
        self.known.seconds[item.nodeid] = time.perf_counter() - begun


class Changed(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """The mutant, wherever its module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, path = mutant, SOURCE / mutant.module
        self.called = _dotted(path)
        super().__init__(self.called, str(path))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self)
            if fullname == self.called
            else None
        )

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.tree, self.path, "exec")


def apart(work: Callable[[], Result], within_s: float) -> Result | None:
    """What the work returns in a process of its own; nothing if it did not end in time, or badly."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        signal.alarm(max(1, round(within_s)))
        with os.fdopen(writing, "wb") as out:
            pickle.dump(work(), out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as into:
        said = into.read()
    os.waitpid(child, 0)
    return pickle.loads(said) if said else None


def run(tests: Sequence[str], *plugins: object) -> bool:
    """Whether all of them pass."""
    quiet = [
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:randomly",
        "-m",
        "not long and not browser and not postgres",
        # what is loaded before the copy was made is no plugin whose asserts anybody wants to read
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
    ]
    return pytest.main([*quiet, *tests], plugins=list(plugins)) == pytest.ExitCode.OK


def unchanged(module: str, known: Known) -> Mutant:
    """The module itself, tried as a mutant: if that is noticed, nothing that is noticed means anything."""
    tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
    return Mutant(module, "", 0, frozenset().union(*known.lines.values()), "nothing", tree)


class Trial:
    """As a plugin of pytest: collects the module's tests once, and tries the mutants in copies of this process."""

    def __init__(self, module: str, chosen: Sequence[Mutant]) -> None:
        self.module, self.chosen = module, chosen
        self.known: Known | None = None
        self.unnoticed: list[Mutant] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """A game's module is not held by the tests of another game."""
        games = [Path(name).stem.replace("_", "-") for name in TESTS if name.startswith("table_games/")]
        own = Path(self.module).stem.replace("_", "-")
        if own in games:
            others = {f"[{game}]" for game in games if game != own}
            items[:] = [item for item in items if not any(item.nodeid.endswith(game) for game in others)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.known = apart(lambda: self._learn(session), 1800)
        if self.known is not None:
            if self._notice(session, unchanged(self.module, self.known), 3):
                raise SystemExit(f"The tests of {self.module} fail in a copy without any change.")
            self.unnoticed = [mutant for mutant in self.chosen if not self._notice(session, mutant)]
        return True

    def _learn(self, session: pytest.Session) -> Known | None:
        """The tests' ways through the module; nothing if they do not pass without any change."""
        watch = Watch(self.module)
        session.config.pluginmanager.register(watch)
        if not _all_pass(session, session.items):
            return None
        own = ("pitboss", "tests", "tools", "conftest", "__main__", "_pytest")
        watch.known.libraries = [name for name in list(sys.modules) if name.split(".")[0] not in own]
        return watch.known

    def _notice(self, session: pytest.Session, mutant: Mutant, most: int | None = None) -> bool:
        assert self.known is not None
        touching = self.known.touching(mutant)[:most]
        if not mutant.lines or not touching:
            return False
        items = {item.nodeid: item for item in session.items}

        def tried() -> bool | None:
            changed = _codes(compile(mutant.tree, str(SOURCE / self.module), "exec"))
            for function in _functions(self.module):
                at = (function.__code__.co_qualname, function.__code__.co_firstlineno)
                if at in changed:
                    function.__code__ = changed[at]
            return _all_pass(session, [items[test] for test in touching], self.known)

        return apart(tried, self.known.within_s(touching)) is not True


def _all_pass(session: pytest.Session, items: Sequence[pytest.Item], known: Known | None = None) -> bool:
    """Whether they do, each in the time that is known of it: what waits in vain ends this process."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        if known:
            signal.alarm(round(known.within_s([item.nodeid])))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return False
    return True


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """Every function's code in it, by name and first line."""
    found = {(code.co_qualname, code.co_firstlineno): code}
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found |= _codes(part)
    return found


def _functions(module: str) -> Iterator[FunctionType]:
    """The functions of the module that live in this process, whoever holds them."""
    path = str(SOURCE / module)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename == path:
            yield thing


def noticed(mutant: Mutant, known: Known, most: int | None = None) -> bool:
    """Whether a test fails on it, or does not come to an end, where the mutant is imported."""
    touching = known.touching(mutant)
    # what is said at import shows in tests that call nothing of the module, too
    if not mutant.lines or not touching:
        touching = sorted(known.lines, key=known.seconds.__getitem__)
    touching = touching[:most]

    def tried() -> bool:
        sys.meta_path.insert(0, Changed(mutant))
        return run(touching)

    # all is imported anew first
    return apart(tried, 60 + known.within_s(touching)) is not True


def try_module(module: str, sample: int | None, seed: int) -> tuple[int, int]:
    """How many mutants were noticed, of how many."""
    same = equivalents()
    every = [mutant for mutant in mutants(module) if mutant.name not in same]
    chosen = random.Random(seed).sample(every, min(sample or len(every), len(every)))

    def together() -> tuple[Known | None, list[int]]:
        trial = Trial(module, chosen)
        run(TESTS[module], trial)
        return trial.known, [chosen.index(mutant) for mutant in trial.unnoticed]

    known, left = apart(together, 4 * 3600) or (None, [])
    if known is None:
        raise SystemExit(f"The tests of {module} do not pass without any change.")
    for library in known.libraries if left else ():
        try:
            importlib.import_module(library)
        except Exception:  # a module that cannot be imported by itself is imported by whoever needs it
            continue
    if left and noticed(unchanged(module, known), known, 3):
        raise SystemExit(f"The tests of {module} fail without any change where it is imported as a mutant.")
    survivors = [mutant for mutant in (chosen[at] for at in left) if not noticed(mutant, known)]
    for mutant in sorted(survivors, key=lambda mutant: mutant.line):
        print(
            f"  survived: {module}:{mutant.line}: in {mutant.place or 'the module'}: {mutant.what}",
            flush=True,
        )
    return len(chosen) - len(survivors), len(chosen)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", default=list(TESTS), metavar="MODULE")
    parser.add_argument("--sample", type=int, help="so many mutants of a module; without it all of them")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    args = parser.parse_args()
    os.chdir(ROOT)
    total = [0, 0]
    for module in args.modules:
        begun = time.monotonic()
        found, tried = try_module(module, args.sample, args.seed)
        total = [total[0] + found, total[1] + tried]
        print(f"{module}: {found} of {tried} mutants noticed ({time.monotonic() - begun:.0f} s)", flush=True)
    print(f"score: {total[0]} of {total[1]}, {total[0] / max(total[1], 1):.1%}")
    return 0 if total[0] >= AIM * total[1] else 1


if __name__ == "__main__":
    sys.exit(main())

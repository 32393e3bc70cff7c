"""From TOML to rule sheets, once, with every mistake named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pitboss.core.errors import BadApproval, BadInput, unknown
from pitboss.core.money import DOLLAR
from pitboss.core.odds import LOSES, Odds, parse_odds
from pitboss.sheets.model import (
    Clause,
    Equipment,
    Letter,
    Line,
    Option,
    PayTable,
    Published,
    Reading,
    RuleSheet,
    Wager,
    alike_ranks,
    settled_by,
    suits_seen,
)
from pitboss.sheets.plugins import HOUSE, outside_games, own_files, own_names, when_plugins_change
from pitboss.sheets.side_wagers import PLACES, condition
from pitboss.sheets.toml import Node, parse_toml

NOTHING_DECIDED: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_BOOKS = Path(__file__).parent / "data"


@cache
def _files() -> dict[str, Path]:
    books = {file.stem: file for file in _BOOKS.glob("*.toml")}
    games = {file.parent.name.replace("_", "-"): file for file in HOUSE.glob("*/sheet.toml")}
    own = dict(sorted((books | games).items()))
    for id, game in outside_games().items():
        if id in own:
            raise BadInput(f"{game.folder} is called as a game of the house.", accepted="another name")
        own[id] = game.folder / "sheet.toml"
    return own


@cache
def _text(name: str) -> str:
    return _files()[name].read_text(encoding="utf-8")


def _called(name: str) -> str:
    """What errors call a sheet or rule book."""
    file = _files()[name]
    return f"{file.parent.name}/{file.name}" if file.parent != _BOOKS else file.name


@cache
def _root(name: str) -> dict[str, Any]:
    """A sheet or rule book as it is written."""
    return parse_toml(_text(name), _called(name))


@cache
def game_ids() -> tuple[str, ...]:
    """All games, in the order of their sheets' `order`."""
    roots = {name: _root(name) for name in _files()}
    ordered = [(root["game"].get("order", 99), name) for name, root in roots.items() if "game" in root]
    return tuple(name for _, name in sorted(ordered))


@cache
def sheet(game: str) -> RuleSheet:
    """The rule sheet of a game by its id."""
    if game not in game_ids():
        raise unknown(f"There is no game {game!r}.", game, game_ids())
    return load_sheet(_text(game), _called(game))


@cache
def naming_letter(game: str) -> Letter | None:
    """The letter of a submission that covers this game beside the one it was written for (JP-09)."""
    name = sheet(game).named_as
    letters = (sheet(other).letter for other in game_ids())
    return next((letter for letter in letters if letter and name and name in letter.games), None)


@cache
def rule_books() -> tuple[str, ...]:
    """Files that hold clauses only: the house's rules, the jackpots', pai gow poker's."""
    return tuple(name for name in _files() if name not in game_ids())


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause of every sheet and rule book."""
    found: list[Clause] = []
    for name in (*game_ids(), *rule_books()):
        found.extend(_clauses(Node(_root(name), _called(name))))
    return tuple(sorted(found, key=lambda c: (c.id.partition("-")[0], int(c.id.partition("-")[2]))))


def load_sheet(source: str, file: str) -> RuleSheet:
    """Parse and validate one rule sheet; `file` is the name errors use."""
    root = Node(parse_toml(source, file), file)
    game = root.node("game")
    base_id = game.maybe_text("base")
    base = sheet(base_id) if base_id else None
    own_clauses = _clauses(root)
    known = {c.id for c in own_clauses} | {c.id for c in _book_clauses()} | _ids_of(base)
    cards = root.maybe_node("cards")
    suits = suits_seen(cards)
    wagers = tuple(_wager(node, known, suits) for node in root.nodes("wager"))
    _check_wagers(root.nodes("wager"), wagers, base)
    analysed = tuple(dict.fromkeys(w.of for w in wagers))
    decided = {w.of: w.decided_by for w in wagers if w.decided_by}
    tables = pay_tables_of(root.nodes("pay_table"), analysed, known, decided=decided)
    options = _options(root, base, known)
    peeks = next((o.choices == ("peek",) for o in options if o.name == "hole_card"), False)
    for table in tables:
        places = decided.get(table.wager, ())
        if places and not peeks and any(condition(line.when, places).waits for line in table.lines):
            raise root.fail(
                "pay_table",
                f"{table.id} waits for the dealer's blackjack",
                'an option hole_card whose only choice is "peek"',
            )
    published, elsewhere = (
        tuple(_published(node, tables, analysed, known, kind == "elsewhere") for node in root.nodes(kind))
        for kind in ("published", "elsewhere")
    )
    letter_node = root.maybe_node("letter")
    found = RuleSheet(
        id=game.text("id"),
        name=game.text("name"),
        per=game.text("per"),
        decks=_pair(game, "decks"),
        jokers=game.number("jokers", 0),
        spots=_triple(game, "spots"),
        letter=_letter(letter_node) if letter_node else None,
        wagers=(*_inherited(base), *wagers),
        pay_tables=tables,
        options=options,
        published=published,
        elsewhere=elsewhere,
        clauses=own_clauses,
        readings=tuple(_reading(node, known) for node in root.nodes("reading")),
        legends=game.texts("legends", ()),
        crossed=MappingProxyType(game.strings("crossed")),
        absent=MappingProxyType(game.strings("absent")),
        dealing=game.texts("dealing", ()),
        dealing_clause=_known_clause(game, "dealing_clause", known),
        usual=MappingProxyType(game.strings("usual")),
        names_award_order=game.flag("names_award_order", False),
        suits=suits,
        alike=alike_ranks(cards),
        base=base_id,
        named_as=game.text("named_as", ""),
        own_sheet=game.flag("own_sheet", False),
    )
    game.number("order", 99)
    game.done()
    if cards:
        cards.done()
    root.done()
    return found


@cache
def _book_clauses() -> tuple[Clause, ...]:
    found: list[Clause] = []
    for name in rule_books():
        found.extend(_clauses(Node(_root(name), _called(name))))
    return tuple(found)


def _ids_of(base: RuleSheet | None) -> set[str]:
    return {c.id for c in base.clauses} if base else set()


def _inherited(base: RuleSheet | None) -> tuple[Wager, ...]:
    """The base game's wager places; `of` points to the sheet that analyses them."""
    return tuple(replace(wager, of=base.id) for wager in base.wagers) if base else ()


def _clauses(root: Node) -> tuple[Clause, ...]:
    places = root.strings("places")
    titles = root.strings("clauses")
    if foreign := places.keys() - titles.keys():
        raise root.fail("places", f"names {sorted(foreign)[0]!r}", "clauses of this file")
    return tuple(Clause(id, title, places.get(id, "")) for id, title in titles.items())


def _reading(node: Node, known: set[str]) -> Reading:
    reading = Reading(
        clause=_clause(node, known),
        words=node.text("words"),
        read=node.text("read"),
        other=node.text("other"),
        costs=node.text("costs", ""),
        compute=MappingProxyType(node.strings("compute")),
    )
    if bool(reading.costs) == bool(reading.compute):
        raise node.fail("costs", "and compute are both there or both missing", "one of the two")
    node.done()
    return reading


def _clause(node: Node, known: set[str] | None) -> str:
    if known is None:
        return node.text("clause", "")
    node.text("clause")
    return _known_clause(node, "clause", known)


def _known_clause(node: Node, key: str, known: set[str]) -> str:
    id = node.text(key, "")
    if id and id not in known:
        raise node.fail(key, f"is {id!r}, which is not under [clauses]", "a clause of this sheet")
    return id


def _pair(node: Node, key: str) -> tuple[int, int]:
    values = node.numbers(key)
    if len(values) != 2 or not 1 <= values[0] <= values[1]:
        raise node.fail(key, f"is {list(values)}", "two numbers, least and most")
    return values[0], values[1]


def _triple(node: Node, key: str) -> tuple[int, int, int]:
    values = node.numbers(key)
    if len(values) != 3 or not 1 <= values[0] <= values[1] <= values[2]:
        raise node.fail(key, f"is {list(values)}", "three numbers: least, default, most")
    return values[0], values[1], values[2]


def _wager(node: Node, known: set[str], suits: str) -> Wager:
    most = node.maybe_number("most_dollars")
    wager = Wager(
        id=node.text("id"),
        name=node.text("name"),
        placed=node.choice("placed", ("first", "optional", "later")),
        of=node.text("of"),
        clause=_clause(node, known),
        equals=node.maybe_text("equals"),
        needs=node.texts("needs", ()),
        needs_clause=_known_clause(node, "needs_clause", known),
        multiples=node.numbers("multiples", ()),
        up_to=_fraction(node, "up_to"),
        least_cents=node.number("least_dollars", 0) * DOLLAR,
        most_cents=None if most is None else most * DOLLAR,
        sensed=node.flag("sensed", False),
        tokes=node.flag("tokes", False),
        notes=node.texts("notes", ()),
        always=_known_clause(node, "always", known),
        settled_by=settled_by(node.maybe_node("settled_by"), suits),
        on_top_of=node.text("on_top_of", ""),
        decided_by=node.texts("decided_by", ()),
    )
    if unknown := [place for place in wager.decided_by if place not in PLACES]:
        raise node.fail("decided_by", f"names {unknown[0]!r}", " or ".join(PLACES))
    node.done()
    return wager


def _check_wagers(nodes: Iterable[Node], wagers: tuple[Wager, ...], base: RuleSheet | None) -> None:
    """Each has a name of its own, and what one hangs on is there."""
    names = [w.id for w in (*_inherited(base), *wagers)]
    first = len(names) - len(wagers)
    for at, (node, wager) in enumerate(zip(nodes, wagers, strict=True), first):
        if wager.id in names[:at]:
            raise node.fail("id", f"is {wager.id!r} a second time", "another name for this wager")
        for key, others in (
            ("needs", wager.needs),
            ("equals", (wager.equals,) if wager.equals else ()),
            ("on_top_of", (wager.on_top_of,) if wager.on_top_of else ()),
        ):
            for other in others:
                if other not in names:
                    raise node.fail(key, f"names {other!r}", " or ".join(names))


def _fraction(node: Node, key: str) -> Fraction | None:
    text = node.maybe_text(key)
    try:
        number = None if text is None else Fraction(text)
    except (ValueError, ZeroDivisionError):
        number = Fraction(0)
    if number is not None and number <= 0:
        raise node.fail(key, f"is {text!r}", 'a number such as "2" or "1/2"')
    return number


def _odds(node: Node, key: str = "pays") -> Odds | None:
    text = node.maybe_text(key)
    if text is None:
        return None
    try:
        return parse_odds(text)
    except BadInput as error:
        raise node.fail(key, f"is {text!r}, which is not odds", error.accepted or "odds") from None


def _line(
    node: Node,
    known: set[str] | None,
    table_clause: str,
    places: tuple[str, ...],
    before: Mapping[str, Line],
) -> Line:
    """`before` are the lines of the wager's earlier tables: what one says is not said again for the same hand."""
    envy = node.maybe_number("envy_dollars")
    hand = node.text("hand")
    same = before.get(hand) if places else None
    line = Line(
        hand=hand,
        text=node.text("text", same.text if same else hand.replace("-", " ")),
        clause=node.text("clause", table_clause),
        pays=_odds(node),
        multiplies=node.maybe_number("multiplies"),
        envy_cents=None if envy is None else envy * DOLLAR,
        when=node.text("when", same.when if same else "") if places else "",
    )
    if places:
        try:
            condition(line.when, places)
        except BadInput as error:
            raise node.fail("when", f"is {line.when!r}: {error.message}", error.accepted or "") from None
    if known is not None and line.clause not in known:
        raise node.fail(
            "clause", f"is {line.clause!r}, which is not under [clauses]", "a clause of this sheet"
        )
    if (line.pays is None) == (line.multiplies is None):
        raise node.fail("pays", "and multiplies are both there or both missing", "one of the two")
    node.done()
    return line


def pay_tables_of(
    nodes: Iterable[Node],
    analysed: tuple[str, ...],
    known: set[str] | None,
    approved: bool = True,
    decided: Mapping[str, tuple[str, ...]] = NOTHING_DECIDED,
    printed: Iterable[PayTable] = (),
) -> tuple[PayTable, ...]:
    """`decided`: the places that decide a wager; `printed`: the sheet's own tables, where these are not."""
    tables: dict[tuple[str, str], PayTable] = {}
    for node in nodes:
        table = _pay_table(node, analysed, known, approved, tables, decided, printed)
        if (table.wager, table.id) in tables:
            raise node.fail(
                "id", f"is {table.id!r} a second time", f"another name for a table of {table.wager}"
            )
        tables[table.wager, table.id] = table
    return tuple(tables.values())


def _lines(
    node: Node,
    wager: str,
    clause: str,
    known: set[str] | None,
    before: dict[tuple[str, str], PayTable],
    places: tuple[str, ...],
    printed: Iterable[PayTable],
) -> tuple[Line, ...]:
    """A table's own lines, those of an earlier table of the same wager (`lines_as`), or those that another
    game's sheet prints for the same wager (`lines_of`)."""
    if other := node.maybe_text("lines_of"):
        game, _, id = other.partition("/")
        return tuple(replace(line, clause=clause) for line in sheet(game).pay_table(wager, id).lines)
    if same := node.maybe_text("lines_as"):
        if (wager, same) not in before:
            raise node.fail("lines_as", f"is {same!r}", "an earlier pay table of the same wager")
        return tuple(replace(line, clause=clause) for line in before[wager, same].lines)
    said: dict[str, Line] = {}
    for table in (*printed, *before.values()):
        if table.wager == wager:
            said = {line.hand: line for line in table.lines} | said
    lines = tuple(_line(line, known, clause, places, said) for line in node.nodes("line"))
    if not lines:
        raise node.fail("line", "is missing", "at least one [[pay_table.line]]")
    hands = [line.hand for line in lines]
    if twice := next((h for h in hands if hands.count(h) > 1), None):
        raise node.fail("line", f"names {twice!r} twice", "each hand once")
    return lines


def _pay_table(
    node: Node,
    analysed: tuple[str, ...],
    known: set[str] | None,
    approved: bool,
    before: dict[tuple[str, str], PayTable],
    decided: Mapping[str, tuple[str, ...]],
    printed: Iterable[PayTable],
) -> PayTable:
    wager = node.choice("wager", analysed)
    clause = _clause(node, known)
    places = decided.get(wager, ())
    table = PayTable(
        wager=wager,
        id=node.text("id"),
        clause=clause,
        lines=_lines(node, wager, clause, known, before, places, printed),
        rules=MappingProxyType(node.strings("rules")),
        approved=approved,
        name=node.text("name", ""),
        linked_as=node.text("linked_as", ""),
        linked_with=node.texts("linked_with", ()),
        decks=_pair(node, "decks") if node.numbers("decks", ()) else None,
        otherwise=(_odds(node, "otherwise") or LOSES) if places else LOSES,
    )
    node.done()
    return table


def _options(root: Node, base: RuleSheet | None, known: set[str]) -> tuple[Option, ...]:
    """The base game's options and the sheet's own, which may narrow one of the base's (BJ-17)."""
    options = {option.name: option for option in base.options} if base else {}
    for node in root.nodes("option"):
        own = own_files() if node.flag("own_files", False) else ()
        printed = node.texts("choices", ())
        for file in own:
            if file.name in printed:
                raise BadInput(
                    f"{file.path.name} is called {file.name}, which is a choice of the package's own.",
                    clause=node.text("clause"),
                    accepted="another name in the file",
                )
        says = node.strings("says")
        option = Option(
            name=node.text("name"),
            default=node.text("default"),
            choices=(*printed, *(file.id for file in own)),
            clause=_clause(node, known),
            meaning=node.text("meaning"),
            favours=node.text("favours", ""),
            least=node.maybe_number("least"),
            most=node.maybe_number("most"),
            says=MappingProxyType(says | {f.id: says.get("*", "").replace("{}", f.title) for f in own}),
            analysis=node.texts("analysis", ()),
            own=MappingProxyType(own_names() if own else {}),
        )
        try:
            option.validate(option.default)
        except BadInput as error:
            raise node.fail("default", f"is {option.default!r}", error.accepted or "") from None
        node.done()
        options[option.name] = option
    return tuple(options.values())


def _published(
    node: Node, tables: tuple[PayTable, ...], analysed: tuple[str, ...], known: set[str], elsewhere: bool
) -> Published:
    figure = Published(
        wager=node.choice("wager", analysed),
        pay_table=node.text("pay_table"),
        figure=node.text("figure"),
        clause=_clause(node, known),
        note=node.text("note", ""),
        source=node.text("source") if elsewhere else "",
        settings=MappingProxyType(node.strings("settings")),
        line=node.text("line", ""),
    )
    if (figure.wager, figure.pay_table) not in {(t.wager, t.id) for t in tables}:
        raise node.fail("pay_table", f"is {figure.pay_table!r}", "a pay table of this sheet")
    hands = next(t.by_hand for t in tables if (t.wager, t.id) == (figure.wager, figure.pay_table))
    if figure.line and figure.line not in hands:
        raise node.fail("line", f"is {figure.line!r}", ", ".join(hands))
    try:
        _ = figure.value
    except ValueError:
        wanted = '"10,368 of 5,013,320"' if figure.line else 'a number such as "2.99 %"'
        raise node.fail("figure", f"is {figure.figure!r}", wanted) from None
    node.done()
    return figure


def _letter(node: Node) -> Letter:
    letter = Letter(
        submission=node.text("submission", ""),
        dated=node.day("date"),
        to=node.text("to"),
        rules_date=node.day("rules_date", None),
        slips=node.texts("slips", ()),
        remarks=node.texts("remarks", ()),
        equipment=tuple(_equipment(item) for item in node.nodes("equipment")),
        games=node.texts("games", ()),
    )
    node.done()
    return letter


def _equipment(node: Node) -> Equipment:
    equipment = Equipment(
        id=node.text("id"),
        name=node.text("name"),
        version=node.text("version", ""),
        needed_for=node.text("needed_for"),
        clause=node.text("clause"),
    )
    node.done()
    return equipment


for _remembers in (_files, _text, _root, game_ids, sheet, naming_letter, rule_books, clauses, _book_clauses):
    when_plugins_change(_remembers.cache_clear)

__all__ = ["BadApproval", "clauses", "game_ids", "load_sheet", "naming_letter", "rule_books",
           "sheet"]  # fmt: skip

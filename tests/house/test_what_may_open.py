"""Every combination of options, offers, pay tables and ways to deal, against the approvals' own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import combinations, product

import pytest

from pitboss.analysis import questions
from pitboss.core.money import DOLLAR
from pitboss.house.check import check
from pitboss.house.findings import Severity
from pitboss.house.limits import limit_in_use
from pitboss.house.sign import sign_of
from pitboss.house.table_file import DEALING, Establishment, Table
from pitboss.room.demo import demo_setups, usual_table
from pitboss.room.table import Pace
from pitboss.rounds.config import Limits
from pitboss.sheets import Option, game_ids, sheet
from tests.house.tables import TODAY, checked, found

pytestmark = pytest.mark.clause("HR-07")
HOUSE = Establishment("The Example Card Room", location="Tacoma", tables=8)

WORDS: Mapping[str, Mapping[str, str]] = {
    "fu-bacc": {"dealing": "This can be done using an automatic shuffler or by a handheld dealing method."},
    "acey-deucey-21": {"offered": "may be ordered with both games or without the war bonus wagers"},
    "lucky-break": {
        "options": "the player will be paid $3 for the Lucky Break wager and $150 for the multiplier",
        "offered": "with the addition of the Lucky Break bonus bet procedures",
    },
    "down-under-holdem": {"offered": "Casino operators choose which of the bonus wagers they will offer."},
    "face-up-pai-gow-poker": {"offered": "the Fortune Bonus and (if available) the Ace-High bonus wagers"},
}
"""what the approval says about the choices below; blackjack is the house's own"""


def approved(game: str, options: Mapping[str, str], offered: frozenset[str], dealing: str) -> bool:
    """The same in a few lines of code."""
    match game:
        case "fu-bacc":
            return dealing in ("hand", "shuffler")
        case "acey-deucey-21":
            return offered in ({"war", "acey-deucey"}, {"acey-deucey"})
        case "lucky-break":
            return options.get("multiplier", "added") == "added" and "lucky-break" in offered
    return True


def values(option: Option) -> list[str]:
    """Every word, and of a range its ends and its middle (all of it for decks and splits)."""
    if option.least is None or option.most is None:
        return list(option.choices)
    numbers = list(range(option.least, option.most + 1))
    if len(numbers) > 10:
        numbers = [numbers[0], numbers[len(numbers) // 2], numbers[-1]]
    return [*map(str, numbers), *option.choices]


def own_options(game: str) -> list[Option]:
    """The game's own; what it takes over from blackjack is that game's."""
    base = {option.name for option in sheet("blackjack").options} if sheet(game).base else set()
    return [option for option in sheet(game).options if option.name not in base]


def offers(game: str) -> Iterator[frozenset[str]]:
    optional = [w.id for w in sheet(game).wagers if w.placed == "optional" and not w.sensed]
    for size in range(len(optional) + 1):
        yield from map(frozenset, combinations(optional, size))


def table_of(game: str) -> Table:
    return usual_table(game, "table-1", "Table 1", HOUSE, TODAY)


def stands_against(table: Table) -> list[str]:
    """What refuses the table, papers and equipment left aside."""
    findings = [f for f in check(table, TODAY) if f.severity is Severity.ERROR and not f.training]
    return [f.message for f in findings if f.where not in ("equipment",)]


APPROVED = [game for game in game_ids() if sheet(game).letter]


@pytest.mark.parametrize("game", APPROVED)
def test_what_opens_is_what_the_approval_says(game: str) -> None:
    assert WORDS[game]
    _everything(game)


@pytest.mark.long
def test_every_combination_of_blackjacks_options_opens() -> None:
    _everything("blackjack")


def _everything(game: str) -> None:
    table = table_of(game)
    options = own_options(game)
    for chosen in product(*(values(option) for option in options)):
        settings = {o.name: v for o, v in zip(options, chosen, strict=True)}
        for offered in offers(game):
            for dealing in DEALING:
                made = replace(table, options=settings, offered=tuple(sorted(offered)), dealing=dealing)
                refused = stands_against(made)
                may = approved(game, settings, offered, dealing)
                assert (not refused) == may, (settings, offered, refused)


@pytest.mark.parametrize("game", ["blackjack", "acey-deucey-21", "lucky-break"])
def test_blackjacks_options_two_by_two(game: str) -> None:
    """They do not hang together but for what the bonus games need (BJ-17); three by three in the long run."""
    _tuples(game, 2)


@pytest.mark.long
@pytest.mark.parametrize("game", ["blackjack", "acey-deucey-21", "lucky-break"])
def test_blackjacks_options_three_by_three(game: str) -> None:
    _tuples(game, 3)


def _tuples(game: str, size: int) -> None:
    table = table_of(game)
    inherited = [o for o in sheet("blackjack").options if o.name in {p.name for p in sheet(game).options}]
    allowed = {o.name: set(values(sheet(game).option(o.name))) for o in inherited}
    for some in combinations(inherited, size):
        for chosen in product(*(values(option) for option in some)):
            settings = {o.name: v for o, v in zip(some, chosen, strict=True)}
            refused = stands_against(replace(table, options=settings))
            assert (not refused) == all(v in allowed[name] for name, v in settings.items()), settings


@pytest.mark.parametrize("game", game_ids())
def test_every_approved_pay_table_opens_and_no_other(game: str) -> None:
    table = table_of(game)
    for pays in sheet(game).pay_tables:
        if pays.wager in table.pay_tables:
            decks = {"decks": str(pays.decks[0])} if pays.decks else {}
            options, chosen = {**table.options, **decks}, {**table.pay_tables, pays.wager: pays.id}
            made = replace(table, options=options, pay_tables=chosen)
            assert stands_against(made) == []
    if game == "lucky-break":
        assert stands_against(replace(table, pay_tables={"lucky-break": "1/3"}))
        assert stands_against(replace(table, pay_tables={"lucky-break": "1"})) == []  # as the sheet says it


@pytest.mark.clause("DU-01", "FU-09", "FU-13")
def test_limits_that_do_not_go_together() -> None:
    report = checked("down-under-holdem", ('bet = { least = "$5"', 'bet = { least = "$10"'))
    (finding,) = found(report, "DU-01")
    assert "always equal" in finding.message
    # a Fortune maximum below the envy lammer
    wager = 'fortune-bonus = { least = "$1", most = "$50" }'
    report = checked("face-up-house-jackpot", (wager, wager.replace("$50", "$4")))
    (finding,) = found(report, "FU-13")
    assert finding.accepted == "a maximum of at least $5"


@pytest.mark.clause("LB-11")
def test_a_token_above_the_players_own_wager() -> None:
    table = table_of("lucky-break")
    limits = {**table.limits, "token": Limits(DOLLAR, 50 * DOLLAR)}
    assert stands_against(table) == []
    (message,) = stands_against(replace(table, limits=limits))
    assert "above that of the player's own wager" in message


@pytest.mark.clause("LB-10")
def test_the_product_reading_is_for_analysis() -> None:
    report = checked("lucky-break", ('multiplier = "added"', 'multiplier = "product"'))
    (finding,) = found(report, "LB-10")
    assert finding.accepted == "added"
    assert len(questions.queries("lucky-break", settings={"multiplier": "product"})) == 4


@pytest.mark.clause("HR-08", "HR-01")
@pytest.mark.parametrize("setup", demo_setups(Pace()), ids=lambda s: s.id)
def test_the_demo_room_has_tables_a_house_could_open(setup) -> None:  # type: ignore[no-untyped-def]
    """Side wagers had no maximum, and the limit was one that nobody had confirmed."""
    table, today = setup.house, date.today()
    assert stands_against(table) == []
    assert setup.config == table.config(limit_in_use(table, today))
    assert setup.config.regulation_cents == 300 * DOLLAR
    for wager in table.sheet.wagers:
        if wager.placed == "first" or wager.id in (setup.config.offered or ()):
            assert setup.config.limits[wager.id].most_cents is not None
    assert sign_of(table, today).limits


@pytest.mark.parametrize("game", [game for game in game_ids() if sheet(game).base or game == "fu-bacc"])
def test_no_default_gives_the_player_the_best_of_it(game: str) -> None:
    """Acey Deucey's was table 1, at which a pair is raised twice over."""
    for wager in sheet(game).analysed:
        usual = sheet(game).usual_table(wager).id
        (query,) = questions.queries(game, wager, usual)
        assert questions.solve(game, query).house_edge > 0
    if game == "acey-deucey-21":
        assert sheet(game).usual_table("acey-deucey").id == "1B"

"""Every part of a packet is about the table it was asked for, and says of a game from outside what is true of it."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from pitboss.analysis.questions import queries
from pitboss.cardplay.blackjack import exposure
from pitboss.cardplay.blackjack.exposure import summary
from pitboss.cli import main
from pitboss.core.arguments import GAMES
from pitboss.paper import build_packet, packet_html, recompute, write_csv
from pitboss.paper.blocks import Packet
from pitboss.paper.parts import order_of_play, played_choices, rules_blocks, table_of
from pitboss.sheets import PayTable, sheet
from pitboss.sheets.plugins import forget, use_games

EXAMPLES = Path(__file__).parents[1] / "examples"
SURRENDER = {"surrender": "late", "decks": "1"}


def test_the_rounds_of_a_packet_are_those_of_the_table_asked_for() -> None:
    table = table_of("blackjack", queries("blackjack", settings=SURRENDER))
    assert (table.decks, table.options["surrender"]) == (1, "late")
    assert "Surrender" in {c.choice for c in played_choices(table, 150)}
    assert "BJ-10" in {step.clause for step in order_of_play(table)}
    usual = table_of("blackjack", queries("blackjack"))
    assert "BJ-10" not in {step.clause for step in order_of_play(usual)}


def test_the_table_has_the_pay_table_asked_for_and_else_the_usual_one() -> None:
    assert table_of("down-under-holdem", queries("down-under-holdem")).pay_tables["trips-or-better"] == "1"
    asked = queries("down-under-holdem", "trips-or-better", "4")
    assert table_of("down-under-holdem", asked).pay_tables["trips-or-better"] == "4"
    (query,) = queries("fu-bacc", "tie")
    own = replace(query, pay_table=replace(query.table, id="mine", approved=False))
    assert table_of("fu-bacc", [own]).tables["tie"].id == "mine"


def test_exposure_is_that_of_the_table_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = []

    def study(
        game: str, wager: str, pays: PayTable, settings: Mapping[str, str], **_: object
    ) -> SimpleNamespace:
        dealt.append((wager, pays.id, settings["decks"]))
        gain = {"gain_per_100_rounds": 0.0, "gain_per_100_rounds_error": 0.0}
        return SimpleNamespace(favourable=0.0, rounds=1, **gain)

    monkeypatch.setattr(exposure, "exposure", study)
    assert len(list(summary("lucky-break", queries("lucky-break", None, "1/1", {"decks": "2"})))) == 1
    assert dealt == [("lucky-break", "1/1", "2")]
    fresh = queries("lucky-break", None, "1/1", {"penetration": "every-round"})
    assert not list(summary("lucky-break", fresh))


def test_what_another_reading_costs_is_told_for_the_table_asked_for() -> None:
    rules = sheet("lucky-break")
    usual = table_of("lucky-break", queries("lucky-break"))
    two = table_of("lucky-break", queries("lucky-break", settings={"decks": "2"}))
    said = [" ".join(map(str, rules_blocks(rules, table, table.options))) for table in (usual, two)]
    assert "4.8604% becomes" in said[0]
    assert "5.2443% becomes" in said[1]


@pytest.fixture
def outside(own_games: Path) -> Packet:
    use_games(EXAMPLES)
    return build_packet("casino-war", rounds=500)


def commands(packet: Packet) -> list[str]:
    return list([b.items for b in packet.blocks if b.kind == "bullets"][-1])


def test_a_game_without_a_kernel_is_not_said_to_have_one(outside: Packet) -> None:
    text = unescape(packet_html(outside))
    assert "through the compiled kernel" not in text
    assert "separate code" not in text
    assert "through the game's own rules" in text
    assert "through the compiled kernel" in packet_html(
        build_packet("fu-bacc", rounds=500, wager="lucky-monkey")
    )


def test_the_commands_of_a_game_from_outside_run_as_they_are_printed(
    outside: Packet, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = commands(outside)
    assert all(" --games " in line for line in printed)
    monkeypatch.setenv(GAMES, "")
    forget()
    for line in printed:
        words = shlex.split(line)
        with CliRunner().isolation() as streams, pytest.raises(SystemExit) as left:
            main(words[1:])
        assert not left.value.code, streams[1].getvalue().decode()
        monkeypatch.setenv(GAMES, "")
        forget()


def test_a_game_from_outside_has_its_decisions_one_by_one(outside: Packet, tmp_path: Path) -> None:
    write_csv(outside.sheets, tmp_path)
    rows = list(csv.DictReader((tmp_path / "decisions.csv").read_text().splitlines()))
    assert {row["choice"] for row in rows} >= {"No decision"}
    assert sum(Fraction(row["chance, exactly"]) for row in rows if row["played"] == "yes") == len(
        {row["wager"] for row in rows}
    )
    found = {label: words for label, words, right in recompute.check(tmp_path) if right}
    assert any("from its first decisions" in words for words in found.values())


def test_the_scope_names_only_what_is_there(outside: Packet) -> None:
    def scope(packet: Packet) -> str:
        return next(str(b.text) for b in packet.blocks if b.kind == "paragraph" and "Covered:" in b.text)

    assert "each decision" in scope(outside)
    assert "confirming simulation" in scope(outside)
    assert "knowing more" not in scope(outside)
    bare = build_packet("fu-bacc", rounds=0, wager="lucky-monkey")
    assert "each decision" not in scope(bare)
    assert "confirming simulation" not in scope(bare)

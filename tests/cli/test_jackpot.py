"""`pitboss jackpot`, `store` and `verify`: a jackpot's whole life from the terminal."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main
from tests.cli.here import PASSWORD, hire

DEALER, SUPERVISOR, EXECUTIVE, OWNER, SURVEILLANCE = "dot", "sam", "eve", "oma", "cam"
PEOPLE = {"dot": "dealer", "sam": "supervisor", "eve": "executive", "oma": "executive", "cam": "surveillance"}
NOTICES = (
    "--notice", "The amount is the house's until it is won.",
    "--notice", "The house may remove the prize.",
    "--notice", "A fixed prize, in full to every winner.",
)  # fmt: skip
CREATE = (
    "create J --game face-up-pai-gow-poker --pay-table FUPGPP-WA03 --location Main "
    "--meters seed=2000,contribution=18.5%,reserve=2% --by eve"
)
TABLE = "table add T1 --game face-up-pai-gow-poker --spots 6 --location Main --by eve"


class Terminal:
    """Who signs has a token, as `pitboss user token` writes it: `--by eve` is said with eve's file."""

    def __init__(
        self, url: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.url = url
        self.folder = folder
        self.capsys = capsys
        monkeypatch.setenv("PITBOSS_STORE", url)
        for name in ("BY", "BY_TOKEN", "SECOND", "SECOND_TOKEN"):
            monkeypatch.delenv(f"PITBOSS_{name}", raising=False)

    def hire(self) -> Terminal:
        hire(self.url, self.folder, PEOPLE)
        return self

    def signed(self, line: str) -> list[str]:
        words = line.split()
        for n, word in enumerate(words):
            if word in ("--by", "--second", "--surveillance") and words[n + 1] in PEOPLE:
                words[n : n + 2] = [f"{word}-token", str(self.folder / words[n + 1])]
        return words

    def run(self, line: str, *more: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main([*self.signed(line), *more])
        out, err = self.capsys.readouterr()
        return int(left.value.code or 0), out, err

    def ok(self, line: str, *more: str) -> dict[str, Any]:
        """A jackpot command with --json that succeeds."""
        code, out, err = self.run(f"jackpot {line} --json", *more)
        assert code == 0, err
        shape: dict[str, Any] = json.loads(out)
        return shape

    def verified(self) -> dict[str, Any]:
        code, out, err = self.run(f"verify --store {self.url} --json")
        assert code == 0, err
        shape: dict[str, Any] = json.loads(out)
        return shape

    def refused(self, line: str, *more: str) -> str:
        code, out, err = self.run(f"jackpot {line}", *more)
        assert (code, out) == (2, "")
        assert "Traceback" not in err
        return err


@pytest.fixture
def at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Terminal]:
    """A terminal for a store."""
    return lambda url: Terminal(url, tmp_path, capsys, monkeypatch)


@pytest.fixture
def terminal(store_url: str, at: Callable[[str], Terminal]) -> Terminal:
    return at(store_url).hire()


def open_jackpot(terminal: Terminal, name: str = "J", table: str = "T1") -> None:
    terminal.ok(CREATE.replace("create J", f"create {name}"))
    terminal.ok(TABLE.replace("T1", table))
    terminal.ok(f"table link {name} {table} --pay-table FUPGPP-WA03 --by {EXECUTIVE}")
    terminal.ok(f"start {name} --by {EXECUTIVE}")


@pytest.mark.clause("HR-10")
def test_resuming_says_what_still_stops_a_jackpot(terminal: Terminal) -> None:
    open_jackpot(terminal)
    terminal.ok(f"game start T1 --lit 1 --by {DEALER}")
    terminal.ok(f"money count J 0 --by {SUPERVISOR}")
    terminal.ok(f"suspend J --why security --by {SUPERVISOR}")
    code, out, _ = terminal.run(f"jackpot resume J --by {EXECUTIVE}")
    assert (code, out.startswith("J stays suspended (shortfall of $0.21)")) == (0, True)
    assert "shortfall" in terminal.refused(f"resume J --by {EXECUTIVE}")


@pytest.mark.clause("JP-31", "HR-30")
def test_a_table_is_changed_by_two_and_to_what_it_can_be(terminal: Terminal) -> None:
    terminal.ok(TABLE)
    edit = f"table edit T1 --by {EXECUTIVE} --why layout"
    assert "takes two people" in terminal.refused(f"{edit} --spots 5")
    assert "0 spots" in terminal.refused(f"{edit} --spots 0 --second {SUPERVISOR}")
    assert "no option" in terminal.refused(f"{edit} --set nonsense=1 --second {SUPERVISOR}")
    changed = terminal.ok(f"{edit} --spots 5 --second {SUPERVISOR}")["payload"]
    assert (changed["after"]["spots"], changed["second"]) == (5, "sam (supervisor)")


@pytest.mark.clause("JP-03", "JP-16", "JP-17", "JP-18")
def test_the_whole_life_of_a_jackpot(terminal: Terminal, tmp_path: Path) -> None:
    open_jackpot(terminal)
    game, again = (
        terminal.ok(f"game start T1 --lit 1,2,4 --base 1,2,3,4 --by {DEALER} --key g1") for _ in range(2)
    )
    assert (game["payload"]["taken_cents"], again["replayed"]) == ({"jackpot": 300}, True)
    claim = terminal.ok(f"award claim T1 4 seven-card-straight-flush --by {DEALER}")["payload"]["claim"]
    assert "JP-04" in terminal.refused(f"game end T1 --by {DEALER}")
    terminal.ok(f"award confirm {claim} --by {SUPERVISOR}")
    won = terminal.ok(f"award complete {claim} --by {SUPERVISOR}")
    assert won["payload"]["prize_cents"] == 200_055
    terminal.ok(f"game end T1 --by {DEALER}")
    assert terminal.ok(f"award page {claim}")["Prize"] == "$2,000.55"
    assert "<td>$2,000.55</td>" in terminal.run(f"jackpot award page {claim} --html")[1]
    back = f"adjust J award-backed-out --award {claim} --by {EXECUTIVE}"
    assert "takes two people" in terminal.refused(back, "--why", "card misread")
    assert "takes two people" in terminal.refused(f"{back} --second {EXECUTIVE}", "--why", "card misread")
    terminal.ok(f"{back} --second {SUPERVISOR}", "--why", "card misread")
    down = f"adjust J malfunction --amount -0.55 --by {EXECUTIVE} --second {OWNER}"
    terminal.ok(down, "--why", "display")
    report = terminal.ok("show J")
    assert report["meters"]["meter"]["display_cents"] == 200_000
    assert sum(report["meters"]["meter"]["statement_units"].values()) == 200_000 * 1_000_000 + 500_000
    assert [act["kind"] for act in report["acts"][:2]] == ["adjustment", "adjustment"]
    assert report["funds"]["owed_cents"] == 62, "what the house takes off the display is its own"
    code, text, _ = terminal.run("jackpot show J")
    assert code == 0 and "meter: $2,000" in text and "corrections" in text
    assert "settings: seed $2,000 per $1, contribution 18.5 %, reserve 2 %, maximum none" in text
    assert terminal.verified()["sound"] is True
    file = tmp_path / "room.backup"
    assert terminal.run(f"store backup {file}")[0] == 0
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    code, out, _ = terminal.run(f"store restore {file} --store {copy} --json")
    assert (code, json.loads(out)["sound"]) == (0, True)
    assert terminal.run(f"store restore {file} --store {copy}")[0] == 2
    head = json.loads(out)["head"]
    assert terminal.run(f"verify --store {copy} --head {head}")[0] == 0
    assert "trial balance zero" in terminal.run(f"verify --store {copy}")[1]


@pytest.mark.clause("HR-10", "HR-18")
def test_funds_changes_suspension_and_retirement(terminal: Terminal) -> None:
    open_jackpot(terminal)
    for _ in range(2):
        terminal.ok(f"game start T1 --lit 1,2,3,4,5 --by {DEALER}")
        terminal.ok(f"game end T1 --by {DEALER}")
    assert "at most $2.05" in terminal.refused(f"money deposit J 2.06 --by {EXECUTIVE}")
    held = terminal.ok(f"money deposit J 2.05 --by {EXECUTIVE}")["payload"]
    assert (held["owed_cents"], held["deposited_cents"]) == (205, 205)
    assert terminal.ok(f"money count J 1.05 --by {SUPERVISOR}")["payload"]["shortfall_cents"] == 100
    assert "HR-10" in terminal.refused(f"game start T1 --lit 1 --by {DEALER}")
    assert "takes two people" in terminal.refused(f"money count J 2.05 --by {SUPERVISOR}")
    terminal.ok(f"money count J 2.05 --by {SUPERVISOR} --second {EXECUTIVE}")
    asked = terminal.run(f"jackpot settings propose J contribution=15% --why agreed --by {SUPERVISOR}")[1]
    assert "before: seed $2,000 per $1, contribution 18.5 %, reserve 2 %, maximum none" in asked
    assert "after:  seed $2,000 per $1, contribution 15 %, reserve 2 %, maximum none" in asked
    assert terminal.ok(f"settings approve J --by {EXECUTIVE}")["payload"]["waits_for_reset"] is True
    terminal.ok(f"suspend J --why fault --by {SUPERVISOR}")
    terminal.ok(f"resume J --by {EXECUTIVE}")
    assert [row["status"] for row in terminal.ok("list")["jackpots"]] == ["running"]
    assert "meter $2,001.85" in terminal.run("jackpot list")[1]
    assert "belong to the players" in terminal.refused(f"retire J --second {SUPERVISOR} --by {EXECUTIVE}")
    open_jackpot(terminal, "K", "T2")
    terminal.ok(f"retire J --into K --second {SUPERVISOR} --by {EXECUTIVE}")
    assert terminal.ok("show K")["acts"][0]["kind"] == "received"
    assert [row["status"] for row in terminal.ok("list")["jackpots"]] == ["retired", "running"]
    signed = f"--second {SUPERVISOR} --by {EXECUTIVE}"
    assert "reference of its approval" in terminal.refused(f"retire K --distribution raffle {signed}")
    last = terminal.ok(f"retire K --distribution raffle --approval letter-7 {signed}")["payload"]
    assert (last["distribution"], last["approval"], last["moved_cents"]) == ("raffle", "letter-7", 205)
    assert terminal.ok(f"award pay {last['award']} --by {OWNER}")["payload"]["player"] == "raffle"
    assert [row["status"] for row in terminal.ok("list")["jackpots"]] == ["retired", "retired"]


@pytest.mark.clause("JP-08", "HR-09", "HR-14")
def test_a_house_jackpot_and_surveillance(terminal: Terminal) -> None:
    terminal.ok(
        "create H --game face-up-pai-gow-poker --pay-table FUPGPP-WA07 --location Main --house 5000 "
        f"--executive-hand five-aces --by {EXECUTIVE}",
        *NOTICES,
    )
    terminal.ok(TABLE)
    terminal.ok(f"table link H T1 --pay-table FUPGPP-WA07 --by {EXECUTIVE}")
    terminal.ok(f"start H --by {EXECUTIVE}")
    terminal.ok(f"settings post H 6,000 --why season --by {EXECUTIVE} --second {OWNER}")
    terminal.ok(f"game start T1 --lit 2 --by {DEALER}")
    claim = terminal.ok(f"award claim T1 2 five-aces --by {DEALER}")["payload"]["claim"]
    asked = terminal.ok(f"award confirm {claim} --by {SUPERVISOR}")["payload"]
    assert (asked["needs_executive"], asked["needs_surveillance"]) == (True, True)
    assert "HR-14" in terminal.refused(f"award complete {claim} --by {EXECUTIVE}")
    terminal.ok(f"award surveil {claim} --hand five-aces --bet 1 --payout 6000 --player Pat --by cam")
    assert terminal.ok(f"award complete {claim} --by {EXECUTIVE}")["payload"]["prize_cents"] == 600_000
    assert "another person" in terminal.refused(f"award pay {claim} --by {EXECUTIVE}")
    terminal.ok(f"award pay {claim} --by {SUPERVISOR}")
    terminal.ok(f"game end T1 --by {DEALER}")
    signed = f"--by {EXECUTIVE} --second {OWNER}"
    terminal.ok(f"settings controls H --players-known accounts --malfunction-days 3 --why safer {signed}")
    named = f"game start T1 --lit 2 --players 2=Pat --by {DEALER}"
    assert "Pat has no account here" in terminal.refused(named)
    terminal.ok(f"game start T1 --lit 2,3 --by {DEALER}")
    assert "sam" in terminal.refused(f"game players T1 2=sam --by {DEALER}"), "staff plays nowhere"
    terminal.ok(f"game void T1 --why accounts --by {SUPERVISOR} --second cam")
    terminal.ok(f"settings controls H --players-known named --why open --by {EXECUTIVE} --second {OWNER}")
    terminal.ok(f"game start T1 --lit 2,3 --by {DEALER}")
    assert terminal.ok(f"game players T1 2=Pat --by {DEALER}")["payload"]["players"] == {"2": "pat"}
    assert "cannot be named" in terminal.refused(f"game players T1 2=Bob --by {DEALER}")
    claim = terminal.ok(f"award claim T1 3 five-aces --by {DEALER}")["payload"]["claim"]
    terminal.ok(f"award reject {claim} --why misread --by {SUPERVISOR}")
    terminal.ok(f"game end T1 --by {DEALER}")
    assert "takes two people" in terminal.refused(f"table unlink H T1 --by {EXECUTIVE}")
    terminal.ok(f"table unlink H T1 --by {EXECUTIVE} --second {OWNER}")


@pytest.mark.clause("JP-13")
def test_advice_comes_with_the_creation(terminal: Terminal) -> None:
    code, _, err = terminal.run(f"jackpot {CREATE}".replace("seed=2000", "seed=0"))
    assert code == 0
    assert "advice: meter: The seed is $0" in err
    assert "[JP-13]" in err


@pytest.mark.parametrize(("line", "says"), [
    ("start J", "--by NAME or --by-token FILE"), ("start J --by eve", "There is no jackpot 'J'"),
    ("show J", "There is no jackpot 'J'"), ("statement J --from 9999-12-31", "from 1900-01-01 to 9998-12-31"),
    (CREATE.replace("18.5%", "185%"), "0 to 100 %"), (CREATE.replace("18.5%", "lots"), "18.5%, 0.185 or 37/200"),
    (CREATE.replace("seed=", "sead="), "is not a setting of a meter"),
    (CREATE.replace("--meters seed=2000,contribution=18.5%,reserve=2% ", ""), "either --meters or --house"),
    (CREATE.replace("WA03", "WA99"), "FUPGPP-WA03"), (CREATE.replace("--location", "--bet 0.50 --location"), "JP-01"),
    ("game start T1 --lit one --by dot", "numbers such as 1,3,5"),
    ("adjust J boredom --why x --by eve --second oma", "amount-won, malfunction"),
    ("adjust J award-backed-out --why x --by eve --second oma", "--award with the number of an award of J"),
    ("award page T1.1.1.1", "a completed award"), ("money deposit J -100 --by eve", "-100"),
])  # fmt: skip
def test_refusals_say_what_would_be_accepted(terminal: Terminal, line: str, says: str) -> None:
    assert says in terminal.refused(line)


def test_what_is_no_text_is_refused_at_the_terminal(terminal: Terminal) -> None:
    """NUL and halves of surrogate pairs in a name, a reason or a key: a sentence, and nothing recorded."""
    open_jackpot(terminal)
    head = terminal.verified()["head"]
    for wrong in ("a\0b", "\ud800"):
        for line, *words in (
            (f"suspend J --by {SUPERVISOR}", "--why", wrong),
            (f"game start T1 --lit 1 --by {DEALER}", "--players", f"1={wrong}"),
            (f"game start T1 --lit 1 --by {DEALER}", "--key", wrong),
            (f"show {wrong}",),
            (f"game start {wrong} --lit 1 --by {DEALER}",),
        ):
            code, _, said = terminal.run(f"jackpot {line}", *words)
            assert code == 2 and "Traceback" not in said, (line, words, said)
    assert terminal.verified()["head"] == head


def test_an_edited_store_is_named_on_the_terminal(tmp_path: Path, at: Callable[[str], Terminal]) -> None:
    path = tmp_path / "room.db"
    terminal = at(f"sqlite:///{path}").hire()
    open_jackpot(terminal)
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET actor = 'nobody' WHERE seq = 3")
    raw.close()
    code, out, _ = terminal.run("verify")
    assert code == 1
    assert out.startswith("NOT SOUND\nEvent 3 (person.added, people, key ")


def test_looking_at_a_store_makes_none(tmp_path: Path, at: Callable[[str], Terminal]) -> None:
    assert "does not name a store" in at("nowhere").refused("list")
    assert "There is no store at" in at("sqlite:////no/such/folder/room.db").refused("list")
    terminal = at(f"sqlite:///{tmp_path / 'store.db'}")
    backup = f"store backup {tmp_path / 'b'}"
    for line in ("verify", backup, "jackpot list", "jackpot show J"):
        code, out, err = terminal.run(line)
        assert (code, out) == (2, "")
        assert "There is no store at" in err
    assert not (tmp_path / "store.db").exists()


@pytest.mark.clause("JP-31", "HR-21")
def test_the_terminal_asks_for_the_password_or_a_token(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["wrong one here", PASSWORD])
    monkeypatch.setattr("click.prompt", lambda *words, **how: next(answers))
    line = CREATE.replace("--by eve", "").strip()
    assert "Name or password is wrong" in terminal.refused(line, "--by", "eve")
    assert terminal.ok(line, "--by", "eve")["event"]
    token = str(terminal.folder / "dot")
    assert "dot (dealer) may not start a jackpot" in terminal.refused("start J", "--by-token", token)
    assert "is not eve's" in terminal.refused("start J", "--by", "eve", "--by-token", token)
    (terminal.folder / "eve").chmod(0o640)
    assert "Others on this machine may read" in terminal.refused("start J --by eve")
    (terminal.folder / "dot").write_text("made up by somebody, long enough\n")
    assert "unknown, expired, or its account is locked" in terminal.refused("start J", "--by-token", token)


@pytest.mark.clause("JP-31")
def test_who_may_do_what_is_printed(terminal: Terminal) -> None:
    rows = {row["act"]: row for row in terminal.ok("roles")["acts"]}
    assert rows["adjust"]["roles"] == ["executive"]
    assert rows["adjust"]["second"] == ["supervisor", "executive"]
    assert rows["pay"]["apart"] == ["complete", "adjust", "surveil"]
    assert "back-out" in terminal.run("jackpot roles")[1]

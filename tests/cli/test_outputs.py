"""What the terminal writes: whole, never over a store, and over nothing of another kind."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.core.errors import BadInput
from pitboss.core.files import KINDS, check_own, kind_of, write_file, write_own, writing
from pitboss.ledger import Unit, create_store, open_store
from pitboss.ledger.backup import backup
from pitboss.ledger.verify import verify
from pitboss.people.accounts import People
from tests.cli.here import PASSWORD, pitboss
from tests.refusals import refused


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "room.db"
    monkeypatch.setenv("PITBOSS_STORE", f"sqlite:///{path}")
    monkeypatch.chdir(tmp_path)
    with create_store(f"sqlite:///{path}") as opened:
        People(opened).add("dot", PASSWORD, "dealer", "terminal")
    return path


WRITERS: list[Callable[[str], list[str]]] = [
    lambda to: ["user", "token", "dot", "--password", PASSWORD, "-o", to],
    lambda to: ["store", "backup", to],
    lambda to: ["strategy", "fu-bacc", "-o", to],
]


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("part", ["", ".anchor", "-wal", "-shm"])
def test_no_output_goes_over_a_store_or_what_belongs_to_it(store: Path, part: str) -> None:
    target = store.with_name(store.name + part)
    with open_store(f"sqlite:///{store}") as opened:  # with its write-ahead log beside it
        for writer in WRITERS:
            before = target.read_bytes()
            said = pitboss(*writer(str(target)), code=2).stderr
            assert ("is a store" if part == "" else "belongs to the store") in said, said
            assert target.read_bytes() == before or part == "-shm"
        link = store.with_name("link")
        link.symlink_to(target)
        pitboss(*WRITERS[0](str(link)), code=2)
        assert link.is_symlink()
        assert verify(opened).sound


def test_a_file_of_another_kind_is_kept_and_one_of_the_same_kind_is_replaced(store: Path) -> None:
    notes = store.with_name("notes")
    notes.write_text("what I must not forget\n")
    said = pitboss(*WRITERS[0](str(notes)), code=2).stderr
    assert "is there already and is text, not token" in said
    assert notes.read_text() == "what I must not forget\n"
    notes.unlink()
    for _ in range(2):
        pitboss(*WRITERS[0](str(notes)), code=0)
    assert notes.stat().st_mode & 0o777 == 0o600
    with open_store(f"sqlite:///{store}") as opened:
        for _ in range(2):
            backup(opened, store.with_name("copy"))
        refused(BadInput, "token, not backup")(backup, opened, notes)


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "chart.svg"
    write_file(target, "<svg>one</svg>")
    target.chmod(0o640)
    with pytest.raises(ZeroDivisionError), writing(target, "SVG") as out:
        out.write(b"<svg>tw" * (1 // 0))
    assert target.read_text() == "<svg>one</svg>"
    write_file(target, "<svg>two</svg>")
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("<svg>two</svg>", 0o640)
    assert [file.name for file in tmp_path.iterdir()] == ["chart.svg"]
    assert kind_of(b"  <!DOCTYPE html>") == "HTML"
    assert {kind_of(magic) for magic in KINDS} == set(KINDS.values())


def test_what_people_write_themselves_is_replaced_only_by_the_command_that_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "best.toml"
    for text in ("one = 1\n", "one = 2\n"):
        write_own(file, text, "pitboss house-way best")
        assert file.read_text().startswith(text)
        assert tomllib.loads(file.read_text()) == tomllib.loads(text)
    refused(BadInput, "was not written by pitboss design")(check_own, file, "pitboss design")
    file.write_text(file.read_text() + "# mine\n")
    refused(BadInput, "was not written by pitboss house-way best")(check_own, file, "pitboss house-way best")
    file.write_text("")
    check_own(file, "pitboss house-way best")


@pytest.mark.parametrize("words", [
    ["design", "fu-bacc", "--wager", "tie", "--target-edge", "7.5%", "-o"],
    ["design", "fu-bacc", "--wager", "tie", "--target-edge", "7.5%", "--frontier"],
    ["packet", "fu-bacc", "--rounds", "0", "-o"],
])  # fmt: skip
def test_an_operators_file_is_kept_and_that_is_said_before_the_work(tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / {"-o": "own.toml", "--frontier": "own.svg"}[words[-1]]
    if words[0] == "packet":
        file = tmp_path / "own.pdf"
    file.write_text('own = "table"\n')
    said = pitboss(*words, str(file), code=2).stderr
    assert "is there already" in said
    assert "Designing" not in said
    assert "Packet of" not in said
    assert file.read_text() == 'own = "table"\n'


def test_an_event_more_does_not_change_what_a_store_is(store: Path) -> None:
    def work(unit: Unit) -> None:
        unit.record("note", "pit", "ann", {})

    with open_store(f"sqlite:///{store}") as opened:
        opened.write(work)
        refused(BadInput, "is a store")(write_file, store, b"SQLite format 3\0")


FULL: list[list[str]] = [
    ["strategy", "fu-bacc", "-o", "chart.svg"],
    ["simulate", "fu-bacc", "--rounds", "1000", "--seed", "1", "--file", "run.npz"],
    ["store", "backup", "room.backup"],
]


@pytest.mark.parametrize("words", FULL, ids=[" ".join(words[:2]) for words in FULL])
def test_a_full_disk_is_a_sentence_and_leaves_nothing_behind(store: Path, words: list[str]) -> None:
    """No file may grow beyond 64 bytes: the operating system refuses the write as it does on a full disk."""
    before = {path.name for path in store.parent.iterdir()}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, hard))
    try:
        said = pitboss(*words, code=2).stderr
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    # a slow machine has said what it does before
    assert said.splitlines()[-1].startswith("pitboss: ")
    assert "written" in said or "too large" in said.lower(), said
    left_behind = {path.name for path in store.parent.iterdir()} - before
    assert not left_behind - {"room.db-wal", "room.db-shm"}, left_behind


def test_a_pipe_that_cannot_be_written_is_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pitboss", "games"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "pitboss: No space left on device.\n")


@pytest.mark.parametrize("words", [["games"], ["clauses"], ["games", "--json"], ["--help"]], ids=" ".join)
def test_who_reads_only_the_beginning_is_no_failure(words: list[str]) -> None:
    """As `pitboss games | head -1` does: the pipe's other end is closed before anything is written."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "pitboss", *words]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [
    ["user", "add", "ada", "--role", "admin"], ["user", "own-password", "dot"], ["user", "token", "dot", "-o", "token"],
    ["jackpot", "start", "J", "--by", "dot"], ["store", "backup", "sealed", "--seal"],
], ids=lambda words: " ".join(words[:2]))  # fmt: skip
def test_a_password_without_a_terminal_is_refused_in_a_sentence(store: Path, words: list[str]) -> None:
    before = sorted(store.parent.iterdir())
    command = [sys.executable, "-m", "pitboss", *words]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, start_new_session=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss: A password is asked for, and there is no terminal"), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert {path for path in store.parent.iterdir() if path.name[:7] != "room.db"} == set(before) - {
        path for path in before if path.name[:7] == "room.db"
    }


def test_every_file_that_was_written_is_named(store: Path) -> None:
    done = pitboss("strategy", "down-under-holdem", "-o", "chart.svg", code=0)
    named = [line.removesuffix(" written") for line in done.stderr.splitlines() if line.endswith(" written")]
    assert sorted(named) == sorted(path.name for path in store.parent.glob("*.svg"))
    assert len(named) == 2 and done.stdout == ""
    toml = [
        "design",
        "fu-bacc",
        "--wager",
        "lucky-monkey",
        "--target-edge",
        "0.05",
        "--count",
        "1",
        "-o",
        "best.toml",
    ]
    done = pitboss(*toml, "--json", code=0)
    assert "best.toml written\n" in done.stderr
    json.loads(done.stdout)


@pytest.mark.parametrize("path", ["round.json", "missing/round.proof", "./8f3a"])
def test_a_round_that_is_no_file_is_said_to_be_none(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = pitboss("verify-round", path, code=2).stderr
    assert "There is no file" in said, said
    assert "store" not in said


def test_a_used_port_is_said_before_anything_is_opened(tmp_path: Path) -> None:
    store = tmp_path / "made" / "room.db"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = pitboss("serve", "--demo", "--port", port, "--store", f"sqlite:///{store}", code=2)
    assert done.stdout == ""
    assert f"port {port}: address already in use" in done.stderr
    assert not store.parent.exists()

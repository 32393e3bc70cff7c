"""What the terminal writes: whole, never over a store, and over nothing of another kind."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.errors import BadInput
from pitboss.outfile import KINDS, kind_of, write_file, writing
from pitboss.people.accounts import People
from pitboss.store import Unit, open_store
from pitboss.store.backup import backup
from pitboss.store.verify import verify

PASSWORD = "fifty blue chairs"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "room.db"
    monkeypatch.setenv("PITBOSS_STORE", f"sqlite:///{path}")
    monkeypatch.chdir(tmp_path)
    with open_store(f"sqlite:///{path}") as opened:
        People(opened).add("dot", PASSWORD, "dealer", "terminal")
    return path


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main([*words])
    return int(left.value.code or 0)


WRITERS: list[Callable[[str], list[str]]] = [
    lambda to: ["user", "token", "dot", "--password", PASSWORD, "-o", to],
    lambda to: ["store", "backup", os.environ["PITBOSS_STORE"], to],
    lambda to: ["rng", "export", "2", "-o", to],
    lambda to: ["rng", "export", "2", "--format", "bytes", "-o", to],
    lambda to: ["strategy", "fu-bacc", "-o", to],
]


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("part", ["", ".anchor", "-wal", "-shm"])
def test_no_output_goes_over_a_store_or_what_belongs_to_it(
    store: Path, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = store.with_name(store.name + part)
    with open_store(f"sqlite:///{store}") as opened:  # with its write-ahead log beside it
        for writer in WRITERS:
            before = target.read_bytes()
            assert run(*writer(str(target))) == 2, writer(str(target))
            words = capsys.readouterr().err
            assert ("is a store" if part == "" else "belongs to the store") in words, words
            assert target.read_bytes() == before or part == "-shm"
        link = store.with_name("link")
        link.symlink_to(target)
        assert run(*WRITERS[0](str(link))) == 2
        assert link.is_symlink()
        assert verify(opened).sound


def test_a_file_of_another_kind_is_kept_and_one_of_the_same_kind_is_replaced(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes"
    notes.write_text("what I must not forget\n")
    assert run(*WRITERS[0](str(notes))) == 2
    assert "is there already and is text, not token" in capsys.readouterr().err
    assert notes.read_text() == "what I must not forget\n"
    notes.unlink()
    for _ in range(2):
        assert run(*WRITERS[0](str(notes))) == 0
    assert notes.stat().st_mode & 0o777 == 0o600
    with open_store(f"sqlite:///{store}") as opened:
        for _ in range(2):
            backup(opened, tmp_path / "copy")
        with pytest.raises(BadInput, match="token, not backup"):
            backup(opened, notes)


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


def test_an_event_more_does_not_change_what_a_store_is(store: Path) -> None:
    def work(unit: Unit) -> None:
        unit.record("note", "pit", "ann", {})

    with open_store(f"sqlite:///{store}") as opened:
        opened.write(work)
        with pytest.raises(BadInput, match="is a store"):
            write_file(store, b"SQLite format 3\0")


FULL: list[list[str]] = [
    ["strategy", "fu-bacc", "-o", "chart.svg"],
    ["rng", "export", "2", "-o", "numbers.txt"],
    ["simulate", "fu-bacc", "--rounds", "1000", "--seed", "1", "--file", "run.npz"],
    ["store", "backup", "sqlite:///room.db", "room.backup"],
]


@pytest.mark.parametrize("words", FULL, ids=[" ".join(words[:2]) for words in FULL])
def test_a_full_disk_is_a_sentence_and_leaves_nothing_behind(
    store: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """No file may grow beyond 64 bytes: the operating system refuses the write as it does on a full disk."""
    before = sorted(path.name for path in store.parent.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, hard))
    try:
        with pytest.raises(SystemExit) as left:
            main(words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    said = capsys.readouterr().err
    assert left.value.code == 2, said
    assert said.startswith("pitboss: ")
    assert "written" in said or "too large" in said.lower(), said
    left_behind = {path.name for path in store.parent.iterdir()} - set(before)
    assert not left_behind - {"room.db-wal", "room.db-shm"}, left_behind


def test_a_pipe_that_cannot_be_written_is_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pitboss", "games"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "pitboss: No space left on device.\n")


@pytest.mark.parametrize("path", ["round.json", "missing/round.proof", "./8f3a"])
def test_a_round_that_is_no_file_is_said_to_be_none(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("verify-round", path) == 2
    said = capsys.readouterr().err
    assert "There is no file" in said, said
    assert "store" not in said


def test_a_used_port_is_said_before_anything_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "made" / "room.db"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert run("serve", "--demo", "--port", port, "--store", f"sqlite:///{store}") == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert f"port {port}: address already in use" in said
    assert not store.parent.exists()

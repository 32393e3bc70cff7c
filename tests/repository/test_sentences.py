"""No program reads a sentence: what was refused, and what a table tells, is known by kinds and facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.core import errors
from pitboss.core.codec import decode, encode
from pitboss.core.errors import Conflict, PitbossError
from pitboss.room.notices import CLAUSES, WORDS, Notice, refused

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
TOLD = r"\b(?:error|problem|refusal|shape)\??\.(?:error|accepted|message|clause)\b|\b(?:note|notice|told)\??\.text\b"
READ = r"\.(?:test|exec|match|matchAll|search|startsWith|endsWith|includes|indexOf|split)\("
IN_SCRIPTS = re.compile(
    rf"(?:{TOLD})(?: \?\? \"\")?\)*\??{READ}|{READ}[^()]*(?:{TOLD})"
    r"|notices[^;]*=>[^;]*\b(?:note|notice|words|text)\.(?:startsWith|includes|match)\("
    r"|\.(?:test|exec|includes)\((?:note|notice)\)"
)
IN_PYTHON = re.compile(
    r"\bre\.\w+\([^)]*(?:error|refusal)\.(?:message|accepted)|(?:\bin|==|!=) (?:error|refusal)\.(?:message|accepted)"
    r"|(?:error|refusal)\.(?:message|accepted)(?: ==| !=|\.(?:startswith|endswith|find)\()"
    r"|\bin str\((?:error|refusal)\)|\bstr\((?:error|refusal)\)\.(?:startswith|endswith|find)\("
)


@pytest.mark.parametrize(
    ("suffix", "pattern"), [("js", IN_SCRIPTS), ("py", IN_PYTHON)], ids=["scripts", "modules"]
)
def test_no_program_reads_a_sentence(suffix: str, pattern: re.Pattern[str]) -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {match.group()}"
        for path in sorted(SOURCE.rglob(f"*.{suffix}"))
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("script", "line"),
    [
        (True, 'if (/second factor/.test(error.error ?? "")) {'),
        (True, 'const again = (error) => error?.accepted?.includes("/me/confirm");'),
        (True, 'const words = problem.error.split(" ")'),
        (True, '(state.notices ?? []).some((words) => words.startsWith("The round is void"))'),
        (True, "(ctx.state.notices ?? []).some((note) => HELD.test(note))"),
        (False, 'tables = error.accepted == ", ".join(open_tables)'),
        (False, 'if "locked" in error.message:'),
        (False, 'if "locked" in str(error):'),
    ],
)
def test_what_once_read_sentences_is_found(script: bool, line: str) -> None:
    assert (IN_SCRIPTS if script else IN_PYTHON).search(line)


def kinds() -> dict[str, type[PitbossError]]:
    found = [PitbossError]
    for kind in found:
        found += kind.__subclasses__()
    return {kind.__name__: kind for kind in found if kind.__module__.startswith("pitboss.")}


def test_every_error_has_a_kind_of_its_own() -> None:
    named = [kind.kind for name, kind in kinds().items() if "kind" in vars(kind)]
    assert len(set(named)) == len(named)
    assert all("kind" in vars(kind) for kind in vars(errors).values() if kind in kinds().values())


def test_facts_are_put_into_words_and_stay_facts() -> None:
    refusal = Conflict(
        "{claim} on {meter} is open; {held_cents} are held.", kind="claim.open",
        facts={"claim": "T1.1", "meter": "{braces}", "held_cents": 123_450}, accepted="{claim} first",
    )  # fmt: skip
    assert refusal.message == "Claim T1.1 on {braces} is open; $1,234.50 are held."
    refusal.call({"T1.1": "royal flush at spot 2"})
    assert refusal.message == "Royal flush at spot 2 on {braces} is open; $1,234.50 are held."
    assert refusal.to_json() == {
        "error": refusal.message, "kind": "claim.open", "clause": None, "accepted": "royal flush at spot 2 first",
        "facts": {"claim": "T1.1", "meter": "{braces}", "held_cents": 123_450},
    }  # fmt: skip


@pytest.mark.parametrize("kind", WORDS)
def test_a_notice_is_kept_as_facts_and_shown_in_words(kind: str) -> None:
    notice = Notice(kind=kind, spot=3, wager="Ante", cents=500, action="fold", why="A {reason}.")
    assert decode(Notice, encode(notice)) == notice
    shown = notice.shown()
    assert shown["text"] == notice.text
    assert shown["clause"] == CLAUSES.get(kind)
    assert str(notice).startswith("Spot 3: ")
    assert "text" not in encode(notice)


def test_a_refusal_in_a_notice_has_its_kind() -> None:
    refusal = Conflict("The tray owes.", kind="tray.short", clause="HR-34", accepted="a fill")
    notice = refused("wagers.returned", refusal, 2)
    assert (notice.because, notice.shown()["clause"]) == ("tray.short", "HR-34")
    assert str(notice) == "Spot 2: Wagers returned. The tray owes. Accepted: a fill. [HR-34]"


def test_kinds_of_notices_are_documented() -> None:
    page = (SOURCE.parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
    assert [kind for kind in WORDS if f"`{kind}`" not in page] == []

"""The one-file verifier, to be taken home: nobody has to believe the room's own page (HR-36)."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from pitboss.rounds import verifier

router = APIRouter(include_in_schema=False)


@router.get("/verify_round.py", response_class=PlainTextResponse)
def verify_round() -> PlainTextResponse:
    text = Path(verifier.__file__).read_text(encoding="utf-8")
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="verify_round.py"'})

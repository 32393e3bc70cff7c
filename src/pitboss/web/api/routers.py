"""Where the API's addresses begin."""

from __future__ import annotations

from fastapi import APIRouter


def api_router(tag: str, prefix: str = "") -> APIRouter:
    return APIRouter(prefix=f"/api/v1{prefix}", tags=[tag])

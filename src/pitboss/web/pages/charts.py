"""The chart library, as the pages load it."""

from __future__ import annotations

import gzip

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from pitboss.errors import BadInput
from pitboss.web.bundle import bundle_address, bundle_version, make
from pitboss.web.lab import wait
from pitboss.web.pages.lab import desk
from pitboss.web.pages.render import refusal

router = APIRouter(include_in_schema=False)

FOR_GOOD = "public, max-age=31536000, immutable"
PATIENCE_S = 60.0


@router.get("/charts/vega-{version}.js")
async def library(request: Request, version: str) -> Response:
    """Made in a back room the first time, so that no table waits for it."""
    if version != bundle_version():
        error = BadInput("This house has another chart library.", accepted=bundle_address())
        return refusal(request, error)
    job = await run_in_threadpool(desk().far, ("chart library", version), "charts", make)
    packed = (await wait(job, PATIENCE_S)).get("packed")
    if packed is None:
        return Response("The chart library is being made.", 503, headers={"Retry-After": "5"})
    headers = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding", "ETag": f'"vega-{version}"'}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="text/javascript", headers=headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="text/javascript", headers=headers)

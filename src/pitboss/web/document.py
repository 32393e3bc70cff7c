"""The API's own document: what every address may refuse is said once here, and not made anew for each route."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from pitboss.web.problems import PROBLEMS, Problem

REFUSED = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
BY_DEFAULT = ("HTTPValidationError", "ValidationError")
"""what the framework says of a malformed request, where this room has its own answer"""


def describe(app: FastAPI) -> None:
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            for operations in document["paths"].values():
                for operation in operations.values():
                    for status, text in PROBLEMS.items():
                        operation["responses"][str(status)] = {"description": text, "content": REFUSED}
            schemas = document["components"]["schemas"]
            for name in BY_DEFAULT:
                schemas.pop(name, None)
            schemas["Problem"] = Problem.model_json_schema()
        return plain()

    app.openapi = described  # type: ignore[method-assign]

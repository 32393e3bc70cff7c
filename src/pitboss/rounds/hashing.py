"""What is published is hashed as canonical JSON: names sorted, no blanks, so that there is one text of a value."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, Final

canonical: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
).encode


def hash_of(value: Any) -> str:
    return sha256(canonical(value).encode()).hexdigest()

"""Write the golden playthroughs anew: `python -m tools.golden [FILE ...]`.

Each file in `tests/golden` is the history of one round. What went in stands on top and is kept; what
happened is written again by today's rules. Read the difference before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.rounds.notation import read, write

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"


def main(names: list[str]) -> None:
    for path in [Path(name) for name in names] or sorted(GOLDEN.glob("*.txt")):
        before = path.read_text(encoding="utf-8")
        after = write(read(before.partition("\n\n")[0]))  # the inputs stand, the rest is told anew
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{path.name}: written anew")


if __name__ == "__main__":
    main(sys.argv[1:])

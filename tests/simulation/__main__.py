"""`python -m tests.simulation SEED` plays one seed again; `FIRST LAST` plays many and counts what was reached."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections import Counter

from tests.simulation.house import house
from tests.simulation.world import World


def main() -> None:
    seeds = [int(word) for word in sys.argv[1:]]
    if len(seeds) == 1:
        print(dict(World(seeds[0], house()).play()))
        return
    logging.disable(logging.CRITICAL)
    reached: Counter[str] = Counter()
    start, played, failed = time.process_time(), 0, 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for seed in range(*seeds):
            try:
                reached += World(seed, house()).play()
            except Exception as failure:
                failed += 1
                print(f"seed {seed}: {failure}", flush=True)
            played += 1
    except KeyboardInterrupt:
        print("interrupted; so far:")
    for what, count in sorted(reached.items()):
        print(f"{count:>10,} {what}")
    print(f"{played:,} seeds, {failed} failed, {time.process_time() - start:.0f} s of CPU")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()

"""What a round takes in the store: the only thing that grows."""

from __future__ import annotations

from benchmarks.round_bytes import measure

BYTES_MAX = 2_940
"""half of what it took when the log wrote its hashes twice"""


async def test_a_round_takes_less_than_three_kilobytes() -> None:
    assert 1_000 < await measure(200) <= BYTES_MAX

"""Exact fractions from compiled code: count modulo several primes, put the residues together.

A probability over a known common denominator D is an integer over D. Kernels compute it modulo a few
31-bit primes; the Chinese remainder theorem gives the integer back when the primes' product is larger.
One prime more than needed is always used, and the result must agree with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

Residues = NDArray[np.uint64]

_TOP: Final = 2**31 - 1


@cache
def primes(many: int) -> tuple[int, ...]:
    """The largest primes below 2**31, from the top."""
    found: list[int] = []
    for candidate in count(_TOP, -2):
        if _is_prime(candidate):
            found.append(candidate)
            if len(found) == many:
                return tuple(found)
    raise AssertionError("unreachable")


def _is_prime(n: int) -> bool:
    """Miller-Rabin with bases that decide every odd number below 3,215,031,751."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def enough_primes(largest: int) -> tuple[int, ...]:
    """As many primes as it takes to tell integers up to `largest`, and one to check."""
    return primes(largest.bit_length() // 30 + 2)


def modulo(value: Fraction | int, prime: int) -> int:
    fraction = Fraction(value)
    return fraction.numerator * pow(fraction.denominator, -1, prime) % prime


@lru_cache(maxsize=256)
def inverse_falls(size: int, depth: int, moduli: tuple[int, ...]) -> Residues:
    """`[i, j]`: one over size (size - 1) ... of j factors, modulo prime i; 0 past the last card."""
    table = np.zeros((len(moduli), depth + 1), np.uint64)
    for i, prime in enumerate(moduli):
        inverse = 1
        table[i, 0] = 1
        for j in range(1, min(depth, size) + 1):
            inverse = inverse * pow(size - j + 1, -1, prime) % prime
            table[i, j] = inverse
    return table


def reconstruct(residues: Sequence[int], moduli: Sequence[int], denominator: int) -> Fraction:
    """The fraction of that denominator, not negative, with these residues; the last prime must agree."""
    value, product = 0, 1
    for residue, prime in zip(residues[:-1], moduli[:-1], strict=True):
        target = residue * denominator % prime
        value += product * ((target - value) * pow(product, -1, prime) % prime)
        product *= prime
    check = moduli[-1]
    if (value - residues[-1] * denominator) % check:
        raise ArithmeticError("the residues do not belong to a fraction of the expected denominator")
    return Fraction(value, denominator)

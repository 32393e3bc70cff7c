"""Fractions from residues: primes that are primes, and a check that notices."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, perm, prod

import pytest

from pitboss.cardplay.blackjack.choices import enough_primes, modulo, primes, reconstruct, residues_of_falls


def test_primes_are_primes_below_two_to_the_31() -> None:
    found = primes(12)
    assert len(set(found)) == 12 and max(found) == 2**31 - 1
    for prime in found[:3]:
        assert all(prime % divisor for divisor in range(3, isqrt(prime) + 1, 2))


def test_round_trip() -> None:
    denominator = perm(312, 30)
    value = Fraction(perm(312, 30) // 7 + 12345, denominator)
    moduli = enough_primes(denominator)
    assert prod(moduli[:-1]) > denominator
    assert reconstruct([modulo(value, prime) for prime in moduli], moduli, denominator) == value


def test_a_wrong_denominator_is_noticed() -> None:
    moduli = enough_primes(10**6)
    residues = [modulo(Fraction(1, 7), prime) for prime in moduli]
    with pytest.raises(ArithmeticError):
        reconstruct(residues, moduli, 10**6)


def test_falling_factorials() -> None:
    moduli = primes(3)
    table = residues_of_falls(52, 4, moduli)
    for i, prime in enumerate(moduli):
        assert int(table[i, 4]) * perm(52, 4) % prime == 1
    assert residues_of_falls(2, 4, moduli)[0, 3] == 0

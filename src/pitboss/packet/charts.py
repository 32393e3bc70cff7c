"""Outcome distributions as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from math import log10

WIDTH, ROW, LEFT, RIGHT = 680, 20, 92, 150
MOST_BARS = 24


def distribution_svg(title: str, outcomes: Mapping[Fraction, Fraction]) -> str:
    """One bar an outcome, long tails on a logarithmic scale; losses and wins in different colours."""
    rows = grouped(outcomes)
    rarest = min(float(p) for _, p, _ in rows)
    floor = 10 ** int(log10(rarest) - 1)
    height = 40 + ROW * len(rows) + 24
    space = WIDTH - LEFT - RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="12">',
        f'<text x="0" y="16" font-size="14" font-weight="bold" fill="#1f5c41">{escape(title)}</text>',
    ]
    for at, (label, chance, net) in enumerate(rows):
        y = 30 + ROW * at
        share = (log10(float(chance)) - log10(floor)) / -log10(floor)
        colour = "#8a1c2b" if net < 0 else "#6b6b6b" if net == 0 else "#1b7f4d"
        width = max(1.0, share * space)
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end" fill="#222">{escape(label)}</text>'
        )
        parts.append(f'<rect x="{LEFT}" y="{y + 3}" width="{width:.1f}" height="{ROW - 6}" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + width + 6:.1f}" y="{y + 14}" fill="#444">{float(chance):.3e}</text>')
    note = "length by the logarithm of the probability"
    parts.append(f'<text x="{LEFT}" y="{height - 6}" fill="#777" font-size="10">{note}</text></svg>')
    return "\n".join(parts)


def grouped(outcomes: Mapping[Fraction, Fraction]) -> list[tuple[str, Fraction, Fraction]]:
    """(label, probability, a net of the group); neighbouring outcomes share a bar where there are too many."""
    ordered = [(net, p) for net, p in sorted(outcomes.items(), reverse=True) if p]
    size = -(-len(ordered) // MOST_BARS)
    rows = []
    for start in range(0, len(ordered), size):
        part = ordered[start : start + size]
        label = f"{float(part[0][0]):+g}"
        if len(part) > 1:
            label = f"{float(part[-1][0]):+g} to {label}"
        rows.append((label, sum((p for _, p in part), Fraction(0)), part[-1][0]))
    return rows

"""Strategy charts as pictures: any `Grid` as a self-contained SVG."""

from __future__ import annotations

from html import escape

from pitboss.edge.report import Grid

CELL_WIDTH, CELL_HEIGHT, LABEL_WIDTH, TOP = 46, 26, 86, 84
PALETTE = (
    "#1b7f4d", "#b3541e", "#2b5f9e", "#8a1c2b", "#7a6a1f", "#5a3d8a", "#3f6f73", "#6b6b6b", "#a0397a", "#2e2e54",
)  # fmt: skip
LEGEND_HEIGHT = 24


def colours(grid: Grid) -> dict[str, str]:
    """One colour a code, in the order of the legend."""
    return {code: PALETTE[at % len(PALETTE)] for at, code in enumerate(grid.legend)}


def grid_svg(grid: Grid) -> str:
    """The chart with its title, axes and legend; a screen reader gets the title."""
    cell = max(CELL_WIDTH, 8 * max(map(len, grid.columns), default=0) + 6)
    width = LABEL_WIDTH + cell * len(grid.columns) + 24
    widest = max((_legend_width(meaning) for meaning in grid.legend.values()), default=0)
    width = max(width, widest + 40, 9 * len(grid.title) + 40)
    legend = _legend_places(grid, width)
    lines = 1 + max((line for _, line, _, _ in legend), default=0)
    height = TOP + CELL_HEIGHT * len(grid.rows) + 40 + LEGEND_HEIGHT * lines
    fill = colours(grid)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(grid.title)}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fbf8f0"/>',
        _text(20, 28, grid.title, size=17, weight="bold"),
        _text(LABEL_WIDTH, 52, grid.column_title, colour="#555"),
        _text(20, 74, grid.row_title, colour="#555"),
    ]
    for at, column in enumerate(grid.columns):
        x = LABEL_WIDTH + cell * at + cell / 2
        parts.append(_text(x, 74, column, anchor="middle", weight="bold"))
    for line, (name, cells) in enumerate(grid.rows):
        y = TOP + CELL_HEIGHT * line
        parts.append(_text(LABEL_WIDTH - 10, y + 18, name, anchor="end", weight="bold"))
        for at, code in enumerate(cells):
            x = LABEL_WIDTH + cell * at
            parts.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{cell - 2}" height="{CELL_HEIGHT - 2}" rx="3" '
                f'fill="{fill.get(code, "#999")}"/>'
            )
            parts.append(_text(x + cell / 2, y + 18, code, anchor="middle", colour="#fff"))
    below = TOP + CELL_HEIGHT * len(grid.rows) + 34
    for x, line, code, meaning in legend:
        y = below + LEGEND_HEIGHT * line
        parts.append(f'<rect x="{x}" y="{y - 13}" width="22" height="17" rx="3" fill="{fill[code]}"/>')
        parts.append(_text(x + 11, y, code, anchor="middle", colour="#fff"))
        parts.append(_text(x + 28, y, meaning))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend_width(meaning: str) -> int:
    return 44 + 7 * len(meaning)


def _legend_places(grid: Grid, width: int) -> list[tuple[int, int, str, str]]:
    """Left edge, line, code and meaning of each entry, in as many lines as the width needs."""
    placed = []
    x, line = 20, 0
    for code, meaning in grid.legend.items():
        if x > 20 and x + _legend_width(meaning) > width - 20:
            x, line = 20, line + 1
        placed.append((x, line, code, meaning))
        x += _legend_width(meaning)
    return placed


def _text(
    x: float,
    y: float,
    text: str,
    anchor: str = "start",
    colour: str = "#222",
    size: int = 13,
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" font-size="{size}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )

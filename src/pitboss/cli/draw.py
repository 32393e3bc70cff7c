"""Cards and felt drawn with text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from pitboss.cards import HIDDEN, JOKER, RANKS, SUIT_SYMBOLS, Card, rank_of, suit_of

RED = {1, 2}


def card_lines(card: Card) -> list[tuple[str, str]]:
    """Five lines of one card, each with its style."""
    if card == HIDDEN:
        body, style = ["░░░░░", "░░░░░", "░░░░░"], "blue"
    elif card == JOKER:
        body, style = ["JOK  ", "  ★  ", "  KER"], "magenta"
    else:
        rank = RANKS[rank_of(card)].replace("T", "10")
        suit = SUIT_SYMBOLS[suit_of(card)]
        body = [f"{rank:<5}", f"  {suit}  ", f"{rank:>5}"]
        style = "red" if suit_of(card) in RED else "bold"
    return [("╭─────╮", "dim"), *((f"│{line}│", style) for line in body), ("╰─────╯", "dim")]


def row_of_cards(cards: Iterable[Card]) -> Text:
    """Cards side by side."""
    drawn = [card_lines(card) for card in cards]
    text = Text()
    for line in range(5):
        for card in drawn:
            content, style = card[line]
            text.append(content + " ", style=style)
        text.append("\n")
    return text


def groups_of_cards(groups: Sequence[tuple[str, Sequence[Card]]]) -> Text:
    """Several named groups in one row, their names below."""
    drawn = [(name, [card_lines(card) for card in cards]) for name, cards in groups if cards]
    text = Text()
    for line in range(5):
        for _, cards in drawn:
            for card in cards:
                content, style = card[line]
                text.append(content + " ", style=style)
            text.append("  ")
        text.append("\n")
    for name, cards in drawn:
        text.append(f"{name:<{8 * len(cards) + 2}}", style="dim")
    return text

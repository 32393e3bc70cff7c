"""The sign of HR-08: everything that has to be on it, from the configuration alone."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from pitboss.house.sign import sign_html, sign_of, sign_pdf
from tests.house.tables import EXAMPLES, TODAY, example

pytestmark = pytest.mark.clause("HR-08")
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.toml"))


class Text(HTMLParser):
    """The visible text, and any address the page would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fetched: list[str] = []
        self._style = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._style = tag == "style"
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        self._style = False

    def handle_data(self, data: str) -> None:
        if not self._style:
            self.words.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        return " ".join(self.words)


def page(name: str, *changes: tuple[str, str]) -> str:
    return Text(sign_html(sign_of(example(name, *changes), TODAY))).text


@pytest.mark.parametrize("name", NAMES)
def test_every_limit_and_every_line_of_every_offered_pay_table(name: str) -> None:
    table = example(name)
    text = page(name)
    assert table.sheet.name in text
    for legend in table.sheet.legends:
        assert legend in text
    for wager, limits in table.limits.items():
        assert f"{table.sheet.wager(wager).name} {limits}" in text
    config = table.config()
    for place in {w.of for w in table.sheet.wagers if w.placed == "first" or w.id in table.offered}:
        for line in config.tables[place].lines if place in config.tables else ():
            if line.pays is not None:
                pays = str(line.pays)
                assert f"{line.text} {pays.removesuffix(' 1') if pays == 'loses 1' else pays}" in text
            else:
                assert line.text in text
    for laid in table.sheet.wagers:
        if laid.placed == "first" or laid.id in table.offered:
            for note in laid.notes:
                assert note in text
    for option in table.sheet.options:
        assert option.says, option.name
        assert option.sentence(config.options[option.name]) in text


RAW = ("folded_", "one-card", "every-round", "_bonus", "second-highest wheel", " yes ", "3-to-2", "x 50")


TABLE_2 = ('acey-deucey = "2B"', 'acey-deucey = "2"')
FORTUNE_ONLY = ('offered = ["fortune-bonus", "ace-high"]', 'offered = ["fortune-bonus"]')


@pytest.mark.clause("AD-10", "AD-18", "FB-28", "FU-18")
@pytest.mark.parametrize(("name", "change", "words", "without"), [
    ("lucky-break", (), ("your point total is 27 or less", "A dealer's blackjack loses", "51 to 1 up to 153 to 1"), ""),
    ("acey-deucey-21", (), ("pushes if it is not improved", "neighbours always lose",
     "from $1 up to twice your Ante", "Raise That Pays up to 2 times the Acey Deucey", "No raise on a pair."), ""),
    ("acey-deucey-21", TABLE_2, (), "No raise on a pair."),
    ("acey-deucey-21", ('war = "1"', 'war = "2"'), ("First card equal loses half",), ""),
    ("face-up-pai-gow-poker", (),
     ("king and queen of one suit", "never for your own hand, never for the dealer's"), ""),
    ("face-up-linked", (), ("All hands push on dealer's ace-high pai gow",), ""),
    ("face-up-linked", FORTUNE_ONLY, ("Three pair push",), "Dealer ace-high with joker"),
    ("down-under-holdem", (), ("blue 2 to 5, red 6 to 9, gold 10 to ace",
     "a pair on one side and a card of its rank", "Play 1 or 2 or 3 times the Ante"), ""),
    ("fu-bacc", (), ("Dealer stands on two card 6 or higher", "Play 2 times the Ante"), ""),
    ("blackjack", (), ("Insurance up to half the Blackjack",), ""),
])  # fmt: skip
def test_what_a_sign_says(
    name: str, change: tuple[str, str] | tuple[()], words: tuple[str, ...], without: str
) -> None:
    text = page(name, *([change] if change else []))
    assert [sentence for sentence in words if sentence not in text] == []
    assert not without or without not in text


def test_a_sign_speaks_to_players() -> None:
    assert [(name, word) for name in NAMES for word in RAW if word in page(name)] == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_fetched_and_the_pdf_is_one(name: str) -> None:
    sign = sign_of(example(name), TODAY)
    assert Text(sign_html(sign)).fetched == []
    pdf = sign_pdf(sign)
    assert pdf.startswith(b"%PDF-")
    assert pdf == sign_pdf(sign)


@pytest.mark.clause("HR-06", "HR-27", "FU-10")
def test_aggregate_limits_with_the_rule_of_reduction() -> None:
    text = page("face-up-pai-gow-poker")
    assert "Fortune Bonus: all pays of one deal together are at most $25,000 per table." in text
    assert "reduced in proportion, to the cent below" in text
    assert "Envy and bets for the dealer are not counted" in text
    each = page("face-up-pai-gow-poker", ('aggregate_limit_per = "table"', 'aggregate_limit_per = "player"'))
    assert "$25,000 per player" in each


@pytest.mark.clause("JP-01", "JP-23")
def test_fixed_prizes_are_multiplied_by_the_wager_and_envy_is_not() -> None:
    text = page("down-under-holdem")
    assert "Fixed wager $5, the same for every player. The wager is not returned." in text
    assert "Royal flush 100 % of meter $1,000" in text
    assert "Straight flush 10 % of meter $300" in text
    assert "Four of a kind $1,500" in text
    assert "Three of a kind $45" in text


@pytest.mark.clause("HR-09", "JP-08")
def test_house_jackpot_shows_its_amount_and_notices() -> None:
    table = example("face-up-house-jackpot")
    text = page("face-up-house-jackpot")
    assert "5 aces $10,000" in text
    for notice in table.jackpots[0].notices:
        assert notice in text
    assert "Progressive" not in text


def test_text_from_the_file_cannot_break_the_page() -> None:
    html = sign_html(sign_of(example("fu-bacc", ('"Table 1"', '"<script>alert(1)</script>"')), TODAY))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    odd = example("fu-bacc", ('"Table 1"', '"#panic() *x* $y$"'))
    assert sign_pdf(sign_of(odd, TODAY)).startswith(b"%PDF")

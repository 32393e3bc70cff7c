"""What is won and not in the wallet yet stands beside it: on the table, on the account, at the round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import room_of

from .stage import Rigged
from .table_page import TablePage, cents

pytestmark = pytest.mark.browser

TABLE = "down-under-holdem-1"
# spot 4, dealer, spot 4, dealer, flop, turn, river: three aces in two cards and the flop
TRIPS = "As 7d Ah 2c Ad Js Ts 3h 9c"


house = room_of(lambda folder: Rigged(folder, {TABLE[:-2]: TRIPS}))


def purse(page: Page) -> tuple[int, int]:
    """What one has, and what is coming."""
    coming = page.locator("#wallet .held").all_inner_texts()
    return cents(page.locator("#wallet span").inner_text()), cents("".join(coming))


@pytest.mark.clause("JP-04", "JP-15")
def test_a_fixed_jackpot_pay_stands_beside_the_wallet_until_it_is_paid(enter, house, keep):
    ann = enter("ann", f"/table/{TABLE}")
    table = TablePage(ann)
    table.sit(4)
    before, nothing = purse(ann)
    assert nothing == 0
    table.bet("ante")
    table.bet("jackpot")
    # every frame of the show: wallet and what is coming never tell more than was shown, nor less than is there
    ann.evaluate(
        """() => {
            window.purse = [];
            new MutationObserver(() => window.purse.push(document.getElementById("wallet").textContent))
                .observe(document.getElementById("wallet"), { childList: true, subtree: true, characterData: true });
        }"""
    )
    table.deal()
    table.play_out(["check", "play-1x"])
    expect(ann.locator("#wallet .held")).to_contain_text("coming")
    keep(ann, "coming")
    have, coming = purse(ann)
    result = ann.locator("#dock .outcome").inner_text()
    assert result.startswith("You win"), result
    assert have + coming == before + cents(result)
    assert coming > 0
    told = "on Jackpot is paid when the next bets open."
    expect(ann.locator("#dock .outcome-parts")).to_contain_text(told)
    expect(ann.locator(".held-pays")).to_contain_text(told)
    expect(ann.locator(".settlement .not-yet")).to_contain_text("comes when the next bets open")
    assert all(cents(text) <= have for text in ann.evaluate("window.purse") if "$" in text)

    # the account and the round say the same
    account = enter("ann", "/me")
    expect(account.locator("#coming")).to_contain_text("coming")
    assert cents(account.locator("#coming b").inner_text()) == coming
    assert cents(account.locator("#purse").inner_text()) == have
    replay = enter("ann", account.locator("#coming a").get_attribute("href"))
    expect(replay.locator(".coming")).to_contain_text(told)

    # the next bets open: it is in the wallet, and nothing is coming any more
    ann.click("[data-do=ready]")
    expect(ann.locator("#table")).to_have_attribute("data-phase", "betting")
    expect(ann.locator("#wallet .held")).to_have_count(0)
    assert purse(ann) == (have + coming, 0)
    account.reload()
    expect(account.locator("#purse")).not_to_have_text("…")
    assert cents(account.locator("#purse").inner_text()) == have + coming
    expect(account.locator("#coming")).to_be_hidden()

"""The house's charts in a real page: drawn under the strict policy, followed by hover and zoom, saved as files."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction

import httpx
import pytest
from playwright.sync_api import Page, expect

from pitboss.paper import charts
from pitboss.web import chart_library
from pitboss.web.chart_library import bundle_address
from tests.patience import PATIENCE_S

from .rest import measure

pytestmark = pytest.mark.browser

OUTCOMES = {Fraction(-1): Fraction(3, 5), Fraction(0): Fraction(1, 10), Fraction(2): Fraction(3, 10)}
MOUNT = """async (spec) => {
    await import("/static/js/pit-chart.js");
    const chart = document.createElement("pit-chart");
    document.querySelector("#main").prepend(chart);
    await chart.show(spec);
}"""


def mounted(page: Page, spec: charts.Spec) -> None:
    page.evaluate(MOUNT, spec)
    expect(page.locator("pit-chart[data-drawn]").first).to_be_visible()


def test_a_chart_is_drawn_under_the_strict_policy_followed_and_saved(enter, keep):
    page = enter(None, "/login")
    broken: list[str] = []
    page.on("console", lambda said: broken.append(said.text) if said.type == "error" else None)
    mounted(page, charts.distribution("Results of a round", OUTCOMES))
    assert page.locator("pit-chart svg .mark-rect path").count() == 3
    expect(page.locator("pit-chart h3")).to_have_text("Results of a round")
    # the colours are the stylesheet's: another light needs no new drawing
    bar = page.locator("pit-chart svg .mark-rect path").first
    dark = bar.evaluate("node => getComputedStyle(node).fill")
    page.click("#theme")
    light = bar.evaluate("node => getComputedStyle(node).fill")
    assert dark != light
    assert page.locator("pit-chart").get_attribute("data-drawn") == "1"
    keep(page, "chart")
    # figures come where one points; the wheel with Shift zooms
    bar.hover()
    expect(page.locator("#vg-tooltip-element.visible")).to_contain_text("30.000%")
    axis = page.locator("pit-chart svg .role-axis-label").first
    before = axis.text_content()
    page.keyboard.down("Shift")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Shift")
    expect(axis).not_to_have_text(before or "")
    saved = {}
    for kind in ("png", "svg", "csv"):
        with page.expect_download() as coming:
            page.click(f"[data-save={kind}]")
        assert coming.value.suggested_filename == f"results-of-a-round.{kind}"
        saved[kind] = coming.value.path().read_bytes()
    assert saved["png"].startswith(b"\x89PNG")
    assert charts.PAPER["win"].encode() in saved["svg"]
    assert b"var(--" not in saved["svg"]
    assert saved["csv"].decode().splitlines()[0].startswith("net,probability")
    assert len(saved["csv"].decode().splitlines()) == 4
    assert not broken


def test_a_chart_takes_the_width_it_is_given(enter):
    page = enter(None, "/login", phone=True)
    mounted(page, charts.fan("Sessions", range(0, 101, 10), 0.03, 2.5))
    assert measure(page, "() => document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1366, "height": 768})
    # once or more, as the page comes to its width
    expect(page.locator("pit-chart")).not_to_have_attribute("data-drawn", "1")


def test_the_library_is_compressed_and_kept_for_good(house):
    with httpx.Client(base_url=house.url, timeout=PATIENCE_S) as http:
        page = http.get("/login").text
        assert f'<meta name="charts" content="{bundle_address()}">' in page
        packed = http.get(bundle_address(), headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "immutable" in packed.headers["cache-control"]
        assert int(packed.headers["content-length"]) < 400_000
        plain = http.get(bundle_address(), headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == packed.content
        assert b"vegaEmbed" in plain.content
        assert http.get("/charts/vega-0.0.1.js").status_code == 404


def test_a_torn_file_of_the_library_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(chart_library, "_bundle", lambda: json.dumps("library"))
    chart_library.kept().parent.mkdir(parents=True)
    chart_library.kept().write_bytes(gzip.compress(b"library")[:9])
    assert gzip.decompress(chart_library.packed()) == b'"library"'
    assert gzip.decompress(chart_library.kept().read_bytes()) == b'"library"'


HOURS = [
    {"hour": f"{n:02d}:00", "drop": 900 * n, "win": 100, "sum": 100 * n}
    | {"theory": 60 * n, "low": -90 * n, "high": 200 * n}
    for n in range(1, 7)
]


def test_the_names_below_the_hours_are_told_apart_and_fit_a_telephone(enter):
    page = enter(None, "/login")
    page.set_viewport_size({"width": 390, "height": 800})
    mounted(page, charts.by_hour("By the hour", HOURS))
    names = page.locator("pit-chart svg .role-legend-label text")
    expect(names).to_have_text(["win so far", "expected", "95 % band", "drop of the hour"])
    inside = """() => {
        const frame = document.querySelector("pit-chart .chart-frame").getBoundingClientRect();
        return [...document.querySelectorAll("pit-chart svg .role-legend-label text")]
            .filter((node) => node.getBoundingClientRect().right > frame.right + 0.5)
            .map((node) => node.textContent);
    }"""
    assert measure(page, inside) == []
    colours = """() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        return [...document.querySelectorAll("pit-chart svg .role-legend-symbol path")].map((node) => {
            canvas.fillStyle = getComputedStyle(node).fill;
            canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
        });
    }"""
    for _ in range(2):
        found = page.evaluate(colours)
        apart = [
            sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
            for n, one in enumerate(found)
            for other in found[:n]
        ]
        assert len(found) == 4 and min(apart) > 70, found
        page.click("#theme")

// Small charts as our own SVG: the distribution of results, and what each line of a pay table contributes.

import { h } from "./dom.js";

const SMALLEST = 1e-12;

/** The width of a probability on a logarithmic scale, so that rare lines can be seen at all. */
function logShare(p) {
  const floor = 7;
  return Math.max(0.01, (Math.log10(Math.max(p, SMALLEST)) + floor) / floor);
}

function bar(share, tone) {
  return h(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("rect", { class: tone, x: 0, y: 1, width: Math.min(100, 100 * share), height: 8 }),
  );
}

const tone = (net) => (net > 0 ? "bar-up" : net < 0 ? "bar-down" : "bar-even");

const number = (text) => {
  const [top, bottom] = String(text).split("/").map(Number);
  return bottom ? top / bottom : top;
};

const chance = (p) =>
  p >= 0.0001
    ? `${(p * 100).toFixed(p >= 0.01 ? 2 : 4)} %`
    : `1 in ${Math.round(1 / p).toLocaleString("en-US")}`;

export function charts(result) {
  const shown = result.outcomes.slice(0, 40);
  return [
    h(
      "div",
      { class: "two" },
      h(
        "figure",
        { class: "figure" },
        h("h2", {}, "Results per round"),
        h(
          "div",
          { class: "bars", role: "img", "aria-label": `Distribution of ${result.outcomes.length} results` },
          shown.map((o) =>
            h(
              "div",
              { class: "bar-row", title: o.probability_exact },
              h("span", {}, `${number(o.net) > 0 ? "+" : ""}${o.net.replace("-", "−")}`),
              bar(logShare(Number(o.probability)), tone(number(o.net))),
              h("span", {}, chance(Number(o.probability))),
            ),
          ),
        ),
        h(
          "figcaption",
          { class: "small soft" },
          `Net result in units of the ${result.per.replaceAll("-", " ")}; bars on a logarithmic scale.`,
          result.outcomes.length > shown.length
            ? ` The ${shown.length} largest of ${result.outcomes.length}.`
            : "",
        ),
      ),
      contributions(result),
    ),
  ];
}

/** What each line adds to the player's expectation: net times probability. */
function contributions(result) {
  const lines = (result.lines ?? []).filter((line) => line.net !== undefined);
  if (!lines.length) return null;
  const parts = lines.map((line) => ({ ...line, adds: number(line.net) * Number(line.probability) }));
  const largest = Math.max(...parts.map((line) => Math.abs(line.adds)), SMALLEST);
  return h(
    "figure",
    {},
    h("h2", {}, "What each line returns"),
    h(
      "div",
      { class: "bars" },
      parts.map((line) =>
        h(
          "div",
          { class: "bar-row", title: `${line.pays}; ${line.probability_exact}` },
          h("span", {}, line.hand),
          bar(Math.abs(line.adds) / largest, tone(line.adds)),
          h("span", {}, `${line.adds >= 0 ? "+" : "−"}${Math.abs(line.adds * 100).toFixed(3)} %`),
        ),
      ),
    ),
    h(
      "figcaption",
      { class: "small soft" },
      "Share of the player's expectation from each line, in percent of the wager.",
    ),
  );
}

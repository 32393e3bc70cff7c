// What the lab writes: figures, two wagers side by side, published figures against exact ones.

import { h, clause } from "./dom.js";

/** A share as a percentage; nothing is never minus nothing. */
export function percent(decimal, digits = 4) {
  const text = (Number(decimal) * 100).toFixed(digits);
  return `${Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−")} %`;
}

export const points = (share, digits = 4) => {
  const text = Math.abs(share * 100).toFixed(digits);
  return `${Number(text) === 0 ? "±" : share > 0 ? "+" : "−"}${text}`;
};

export const money = (amount) =>
  `${amount < 0 ? "−" : ""}$${Math.abs(amount).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

export const tile = (name, value, more) =>
  h("div", { class: "tile" }, h("dt", {}, name), h("dd", {}, value, more ? h("small", {}, ` ${more}`) : null));

const per = (result) => result.per.replaceAll("-", " ");

function off(result) {
  if (!result.published) return "";
  const printed = Number(result.published.replace("%", ""));
  const exact = Number(result.house_edge) * (result.published.endsWith("%") ? 100 : 1);
  const away = Math.abs(exact - printed).toFixed(4);
  return Number(away) === 0 ? "as counted here" : `counted ${exact > printed ? "+" : "−"}${away}`;
}

const meter = (value) =>
  typeof value === "string"
    ? money(Number(value) / 100)
    : Object.entries(value)
        .map(([name, cents]) => `${name} ${money(Number(cents) / 100)}`)
        .join(", ");

export function figures(result, choices, approvedEdge) {
  const edge = Number(result.house_edge);
  const moved = approvedEdge !== null && !result.approved ? edge - approvedEdge : null;
  return [
    h("p", { class: "edge-of soft" }, choices.title),
    h(
      "p",
      { class: "edge-figure", id: "edge" },
      h("span", {}, percent(result.house_edge)),
      h(
        "small",
        {},
        edge < 0 ? "advantage of the player" : "house edge",
        ` per ${per(result)}, `,
        result.method === "exact" ? "exact" : `simulated ± ${result.standard_error}`,
      ),
      moved === null
        ? null
        : h(
            "span",
            { class: `tag ${moved < 0 ? "bad" : "good"} moved` },
            `${points(moved)} points against table ${result.pay_table} as approved`,
          ),
    ),
    h(
      "details",
      { class: "fraction" },
      h("summary", {}, "The fraction"),
      h("p", {}, h("code", { id: "exact" }, result.house_edge_exact), " = ", h("code", {}, result.house_edge)),
    ),
    result.approved
      ? null
      : h("p", { class: "note" }, "A pay table of your own: for analysis only, it cannot open for play ", clause("HR-07"), "."),
    h(
      "dl",
      { class: "tiles" },
      tile("Return to player", percent(1 - edge)),
      tile("Element of risk", percent(result.element_of_risk)),
      tile("Standard deviation", Number(result.standard_deviation).toFixed(4), "per unit"),
      tile("Player ends ahead", percent(result.hit_frequency, 2)),
      tile("Published", result.published ?? "none", off(result)),
      result.elsewhere ? tile("Elsewhere", result.elsewhere) : null,
      result.fixed_return ? tile("Fixed return", percent(result.fixed_return)) : null,
      result.break_even_meter ? tile("Break-even meter", meter(result.break_even_meter)) : null,
    ),
    ...(result.notes ?? []).map((note) => h("p", { class: "small soft" }, note)),
  ];
}

/** Two wagers, and what the second has more. */
export function comparison(a, b, results) {
  /** @type {[string, string | ((r: any) => number), (value: any) => string][]} */
  const rows = [
    ["House edge", "house_edge", percent],
    ["Return to player", (r) => 1 - Number(r.house_edge), percent],
    ["Element of risk", "element_of_risk", percent],
    ["Player ends ahead", "hit_frequency", percent],
    ["Standard deviation", "standard_deviation", (value) => Number(value).toFixed(4)],
  ];
  const of = (result, what) => Number(typeof what === "function" ? what(result) : result[what]);
  const difference = (name, value) => (Number(points(value).slice(1)) === 0 ? "the same" : name === "Standard deviation" ? points(value / 100) : `${points(value)} points`);
  return [
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "A against B" },
      h(
        "table",
        { class: "comparison" },
        h(
          "thead",
          {},
          h("tr", {}, h("td", {}), h("th", { scope: "col" }, h("b", {}, "A "), a.title), h("th", { scope: "col" }, h("b", {}, "B "), b.title), h("th", { scope: "col" }, "B less A")),
        ),
        h(
          "tbody",
          {},
          rows.map(([name, what, form]) =>
            h(
              "tr",
              { class: name === "House edge" ? "first-row" : undefined },
              h("th", { scope: "row" }, name),
              h("td", { class: "n" }, form(of(results.a, what))),
              h("td", { class: "n" }, form(of(results.b, what))),
              h("td", { class: "n" }, difference(name, of(results.b, what) - of(results.a, what))),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "small soft" }, `Per ${per(results.a)} and per ${per(results.b)}. The views below are of A; Results shows both.`),
  ];
}

const VERDICTS = { agrees: ["good", "agrees"], rounded: ["mild", "rounded"], disagrees: ["bad", "disagrees"] };

export function auditParts(body) {
  return [
    body.waiting
      ? h(
          "div",
          {},
          h("p", { class: "loading" }, `${body.done} of ${body.total || "all"} figures checked`),
          h("progress", { max: body.total || 1, value: body.done, "aria-label": "figures checked" }),
        )
      : null,
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h("tr", {}, ["Game", "Wager", "Table", "Published", "Exact", "Verdict", "Note"].map((name) => h("th", { scope: "col" }, name))),
      ),
      h(
        "tbody",
        {},
        body.findings.map((f) => {
          const [tone, word] = VERDICTS[f.verdict];
          return h(
            "tr",
            {},
            h("td", {}, f.game_name),
            h("td", {}, f.wager),
            h("td", {}, f.pay_table),
            h("td", { class: "n" }, f.published),
            h("td", { class: "n" }, percent(f.exact)),
            h("td", {}, h("span", { class: `tag ${tone}` }, word)),
            h("td", {}, f.note),
          );
        }),
      ),
    ),
    (body.remarks ?? []).length
      ? h("ul", { class: "small" }, body.remarks.map((r) => h("li", {}, `${r.game}: ${r.text} `, clause(r.clause))))
      : null,
  ];
}

// What the lab draws: strategy charts, and published figures against exact ones.

import { h, clause } from "./dom.js";

export const percent = (decimal, digits = 4) => `${(Number(decimal) * 100).toFixed(digits)} %`;

export function strategyParts(found) {
  const nothing = !found.grids.length && !found.summary.length;
  return [
    h("h2", {}, "Strategy"),
    nothing ? h("p", { class: "soft" }, "Nothing is decided on this wager.") : null,
    found.summary.length
      ? h(
          "ul",
          {},
          found.summary.map((line) => h("li", {}, line)),
        )
      : null,
    h("div", { class: "two" }, found.grids.map(grid)),
    found.exceptions.length
      ? h(
          "details",
          {},
          h("summary", {}, `${found.exceptions.length} exceptions`),
          h(
            "ul",
            {},
            found.exceptions.map((line) => h("li", {}, line)),
          ),
        )
      : null,
  ];
}

function grid(g) {
  const codes = Object.keys(g.legend);
  const shade = (code) => `k${Math.max(0, codes.indexOf(code)) % 8}`;
  return h(
    "figure",
    { class: "grid-wrap" },
    h(
      "table",
      { class: "chart" },
      h("caption", {}, g.title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, `${g.row_title} \\ ${g.column_title}`),
          g.columns.map((c) => h("th", { scope: "col" }, c)),
        ),
      ),
      h(
        "tbody",
        {},
        g.rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row.row),
            row.cells.map((code) =>
              h(
                "td",
                { class: codes.includes(code) ? shade(code) : undefined, title: g.legend[code] ?? "" },
                code,
              ),
            ),
          ),
        ),
      ),
    ),
    h(
      "ul",
      { class: "key" },
      codes.map((code) => h("li", {}, h("b", { class: shade(code) }, code), g.legend[code])),
    ),
  );
}

const VERDICTS = {
  agrees: ["good", "agrees"],
  rounded: ["mild", "rounded"],
  disagrees: ["bad", "disagrees"],
};

export function auditParts(body) {
  return [
    body.waiting
      ? h(
          "div",
          {},
          h("p", { class: "loading" }, `${body.done} of ${body.total || "all"} figures checked`),
          h("progress", { max: body.total || 1, value: body.done }),
        )
      : null,
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Game", "Wager", "Table", "Published", "Exact", "Verdict", "Note"].map((name) =>
            h("th", {}, name),
          ),
        ),
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
      ? h(
          "ul",
          { class: "small" },
          body.remarks.map((r) => h("li", {}, `${r.game}: ${r.text} `, clause(r.clause))),
        )
      : null,
  ];
}

// The lab's views of a wager: return table, results, lines, strategy, export. Each draws into the one panel.

import { h, patch, clause } from "./dom.js";
import { Place } from "./lab-ask.js";
import { designer, exposure, sessions, simulator } from "./lab-tools.js";
import { percent } from "./lab-parts.js";

// the panel belongs to one view at a time; a view that is already there is patched, so typing goes on
function own(panel, name) {
  if (panel.dataset.of === name) return false;
  panel.dataset.of = name;
  panel.replaceChildren();
  return true;
}

/** Every view but the return table is made anew for the question on the page. */
const fresh = (name, draw) => (panel, context) => {
  const of = `${name} ${context.a.address()} ${context.comparing ? context.b.address() : ""}`;
  if (own(panel, of)) draw(panel, context);
};

const button = (text, data, more = {}) => h("button", { type: "button", data, ...more }, text);

function choice(name, value, options, context, redraw) {
  const group = h(
    "div",
    { class: "segments", role: "group", "aria-label": name },
    options.map(([id, text]) => button(text, { id }, { "aria-pressed": String(id === value) })),
  );
  group.addEventListener("click", ({ target }) => {
    if (!target.dataset.id) return;
    for (const each of group.children) each.setAttribute("aria-pressed", String(each === target));
    redraw(target.dataset.id);
  });
  return group;
}

// return table

function returns(panel, context) {
  const { a } = context;
  const made = own(panel, "returns");
  const result = context.results.a;
  const table = result.returns;
  const lines = new Map((a.table?.lines ?? []).map((line) => [line.text, line]));
  const merged = table.by === "line" && table.rows.some((row) => lines.has(row.name));
  patch(panel, [
    h(
      "div",
      { class: "spread", data: { key: "head" } },
      h("h2", {}, "Return table"),
      h(
        "div",
        { class: "row no-print" },
        a.table ? button("As approved", { do: "restore" }, { id: "restore", disabled: !a.own }) : null,
        h("a", { class: "button", href: `/lab/table.csv?${a.address()}`, download: "" }, "CSV"),
      ),
    ),
    a.table
      ? h("p", { class: "small soft no-print" }, "Type other odds and everything follows: 6 to 1, 3 to 2, push, loses 1/2.")
      : null,
    a.table && !merged ? payTable(a) : null,
    h(
      "div",
      { class: "scroll", data: { key: "returns" }, tabindex: "0", role: "region", "aria-label": "Return table" },
      h(
        "table",
        { class: "returns" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, table.by === "line" ? "Hand" : "Net result"),
            table.by === "line" ? h("th", { scope: "col" }, "Pays") : null,
            ["Combinations", "Probability", "Return"].map((name) => h("th", { scope: "col", class: "n" }, name)),
          ),
        ),
        h("tbody", {}, table.rows.map((row, at) => returnRow(row, at, table, merged ? lines.get(row.name) : null, a))),
        h("tfoot", {}, totalRow(table)),
      ),
    ),
    h(
      "p",
      { class: "small soft" },
      table.exact
        ? `Combinations are the equally likely deals behind the figures, ${table.whole} in all. `
        : "The edge is exact; its spread over the results is sampled. ",
      "Return is net times probability; the total is what the player may expect of one unit.",
    ),
  ]);
  if (made) listen(panel, context);
}

function returnRow(row, at, table, line, a) {
  const changed = line && a.pays[line.hand] !== undefined;
  const pays = line
    ? h("td", { data: { of: "Pays" } }, h("input", {
        value: a.pays[line.hand] ?? line.pays ?? String(line.multiplies ?? ""),
        "aria-label": `${line.text} pays`,
        autocomplete: "off",
        data: { hand: line.hand },
      }), " ", clause(line.clause))
    : h("td", { data: { of: "Pays" } }, row.pays);
  return h(
    "tr",
    { class: changed ? "changed" : undefined, data: { key: `row-${at}-${row.name}` } },
    h("th", { scope: "row" }, row.name),
    table.by === "line" ? pays : null,
    h("td", { class: "n", data: { of: "Combinations" } }, row.combinations),
    h("td", { class: "n", title: row.probability_exact, data: { of: "Probability" } }, row.probability),
    h("td", { class: "n", title: row.return_exact, data: { of: "Return" } }, row.return.replace("-", "−")),
  );
}

function totalRow(table) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, "Total"),
    table.by === "line" ? h("td", {}) : null,
    h("td", { class: "n", data: { of: "Combinations" } }, table.total.combinations),
    h("td", { class: "n", data: { of: "Probability" } }, table.total.probability),
    h("td", { class: "n", title: table.total.return_exact, data: { of: "Return" } }, table.total.return.replace("-", "−")),
  );
}

/** The lines where the results are not theirs alone. */
function payTable(a) {
  return h(
    "div",
    { class: "pay-lines", data: { key: "pays" } },
    a.table.lines.map((line) =>
      h(
        "label",
        { class: a.pays[line.hand] !== undefined ? "field changed" : "field", data: { key: line.hand } },
        h("span", {}, line.text),
        h("input", {
          value: a.pays[line.hand] ?? line.pays ?? String(line.multiplies ?? ""),
          autocomplete: "off",
          data: { hand: line.hand },
        }),
      ),
    ),
  );
}

function listen(panel, context) {
  panel.oninput = ({ target }) => {
    if (!target.dataset.hand || panel.dataset.of !== "returns") return;
    context.a.pay(target.dataset.hand, target.value.trim());
    context.typed();
  };
  panel.onclick = ({ target }) => {
    if (target.dataset.do !== "restore") return;
    context.a.pays = {};
    panel.dataset.of = "";
    context.recompute();
  };
}

// results

const results = fresh("results", (panel, context) => {
  const { options } = context.state;
  const chart = document.createElement("pit-chart");
  const place = h("div", {});
  const draw = async () => {
    const log = options.axis === "log";
    if (options.form === "cumulative" || context.comparing) {
      if (context.comparing && context.results.b) {
        const path = `/lab/compare?${context.a.address()}&${new URLSearchParams({ b: context.b.address().toString() })}`;
        const found = await new Place(place).show(path, "Drawing both", () => place.replaceChildren());
        if (found) chart.show(log ? found.chart_log : found.chart);
        return;
      }
      chart.show(context.results.a.charts[log ? "cumulative_log" : "cumulative"]);
    } else chart.show(context.results.a.charts[log ? "results_log" : "results"]);
  };
  const set = (name) => (value) => {
    context.option(name, value);
    draw();
  };
  panel.append(
    h(
      "div",
      { class: "row no-print" },
      context.comparing
        ? null
        : choice("Form", options.form ?? "each", [["each", "Each result"], ["cumulative", "This or better"]], context, set("form")),
      choice("Axis", options.axis ?? "linear", [["linear", "Linear"], ["log", "Logarithmic"]], context, set("axis")),
    ),
    place,
    chart,
  );
  draw();
});

const lines = fresh("lines", (panel, context) => {
  const result = context.results.a;
  const place = h("div", {});
  panel.append(h("h2", {}, "Lines"));
  if (result.charts.lines) {
    const chart = document.createElement("pit-chart");
    panel.append(chart);
    chart.show(result.charts.lines);
  } else panel.append(h("p", { class: "soft" }, "What comes back is not made up by lines of a pay table alone: see the return table."));
  if (!context.a.table) return;
  panel.append(h("h2", {}, "Sensitivity"), h("p", { class: "small soft" }, "Each line paid one unit more, the others as they are; where there is play it adapts."), place);
  const study = () =>
    new Place(place).show(`/lab/sensitivity?${context.a.address()}`, "Solving a table for every line", (found) => {
      const chart = document.createElement("pit-chart");
      place.replaceChildren(chart);
      chart.show(found.chart);
    });
  if (result.lines?.length) return void study();
  // where the lines do not make up the edge, every line is a game to solve
  const run = button("Solve a game for every line", {}, { class: "first" });
  place.append(run);
  run.addEventListener("click", study);
});

const strategy = fresh("strategy", (panel, context) => {
  const place = h("div", {});
  panel.append(h("h2", {}, "Strategy"), place);
  const path = new URLSearchParams(context.a.address());
  new Place(place).show(`/lab/strategy?${path}`, "Working out how to play", (found) => {
    place.replaceChildren(
      found.summary.length ? h("ul", { class: "sentences" }, found.summary.map((line) => h("li", {}, line))) : "",
      h("div", { class: "strategy-charts" }, found.charts.map(() => document.createElement("pit-chart"))),
      found.exceptions.length
        ? h("details", {}, h("summary", {}, `${found.exceptions.length} exceptions`), h("ul", {}, found.exceptions.map((line) => h("li", {}, line))))
        : "",
      !found.summary.length && !found.charts.length ? h("p", { class: "soft" }, "Nothing is decided on this wager.") : "",
    );
    [...place.querySelectorAll("pit-chart")].forEach((chart, at) => chart.show(found.charts[at]));
  });
});

const quoted = (word) => (/^[\w./=-]+$/.test(word) ? word : `'${word}'`);

/** The same question in the terminal. */
function command(a) {
  const words = ["pitboss", "edge", a.known.game, "--wager", a.wager.id];
  if (a.table) words.push("--pay-table", a.table.id);
  for (const pair of a.address().getAll("set")) words.push("--set", pair);
  return words.map(quoted).join(" ");
}

const exported = fresh("export", (panel, context) => {
  const { a } = context;
  const place = h("div", {});
  const run = button("Make the packet", {}, { class: "first", disabled: a.own });
  panel.append(
    h("h2", {}, "Export"),
    h(
      "ul",
      { class: "exports" },
      h("li", {}, h("a", { href: `/lab/table.csv?${a.address()}`, download: "" }, "Return table as CSV"), " with every probability as a fraction"),
      h("li", {}, "Pictures: PNG, SVG and the data as CSV stand below every chart"),
      h("li", {}, "The same in the terminal: ", h("code", {}, command(a)), a.own ? " (with the own pays in a file: --pay-table-file)" : ""),
      h("li", {}, "For programs: ", h("code", {}, `/api/v1/edge?${withoutPays(a)}`)),
    ),
    h("h3", {}, "Packet"),
    h("p", { class: "small soft" }, "Rules, pay table, exact edge, strategy, a confirming simulation and hashes, as for a regulator. Of an approved table only."),
    run,
    place,
  );
  run.addEventListener("click", () => {
    run.disabled = true;
    new Place(place).show(`/lab/packet?${a.address()}`, "Solving, simulating, setting the pages", () => {
      place.replaceChildren(
        h("p", { class: "row" }, ["pdf", "xlsx"].map((kind) => h("a", { class: "button", href: `/lab/packet?${a.address()}&kind=${kind}`, download: `${a.known.game}.${kind}` }, `Packet as ${kind.toUpperCase()}`))),
      );
    });
  });
});

function withoutPays(a) {
  const query = a.address();
  query.delete("pay");
  return query;
}

export const VIEWS = {
  returns,
  results,
  lines,
  sessions: fresh("sessions", sessions),
  strategy,
  simulator: fresh("simulator", simulator),
  designer: fresh("designer", designer),
  exposure: fresh("exposure", exposure),
  export: exported,
};
export { percent };

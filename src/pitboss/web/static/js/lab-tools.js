// The lab's tools: sessions, the simulator, the designer, exposure. Each asks for what it needs, with its unit.

import { h } from "./dom.js";
import { Place } from "./lab-ask.js";
import { field } from "./lab-form.js";
import { money, percent, tile } from "./lab-parts.js";

const input = (name, value, more = {}) =>
  h("input", { name, value, size: 9, inputmode: "decimal", autocomplete: "off", ...more });

function tool(panel, title, words, fields, submit, action) {
  const place = h("div", { class: "tool-answer" });
  const form = h(
    "form",
    { class: "row end tool-form no-print" },
    fields,
    h("button", { class: "first", type: "submit" }, submit),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    action(form, place);
  });
  panel.append(h("h2", {}, title), h("p", { class: "small soft" }, words), form, place);
  return { form, place };
}

const drawn = (spec) => {
  const chart = document.createElement("pit-chart");
  chart.show(spec);
  return chart;
};

const given = (form, context, names) => {
  const query = context.a.address();
  for (const name of names) {
    const value = form.elements[name]?.value.trim();
    if (value) query.set(name, value);
    if (value !== undefined) context.option(name, value);
  }
  return query;
};

export function sessions(panel, context) {
  const { options } = context.state;
  const { form } = tool(
    panel,
    "Sessions",
    "Where sessions of this wager end: the middle half of them, nine of ten, and 99 of 100.",
    [
      field("Wager each round", input("bet", options.bet ?? "10"), { before: "$" }),
      field("Rounds", input("rounds", options.rounds ?? "1000", { inputmode: "numeric" }), { after: "rounds" }),
    ],
    "Draw",
    (form, place) =>
      new Place(place).show(`/lab/sessions?${given(form, context, ["bet", "rounds"])}`, "Playing sessions", (found) =>
        place.replaceChildren(
          drawn(found.chart),
          h(
            "dl",
            { class: "tiles" },
            tile("Player may expect", money(found.expected)),
            tile("Sessions ahead", percent(found.ahead, 1)),
            tile("Worst 1 of 100", money(found.ends["1"])),
            tile("Worst 5 of 100", money(found.ends["5"])),
            tile("Middle", money(found.ends["50"])),
            tile("Best 5 of 100", money(found.ends["95"])),
            tile("Best 1 of 100", money(found.ends["99"])),
          ),
        ),
      ),
  );
  form.requestSubmit();
}

export function simulator(panel, context) {
  const { options } = context.state;
  tool(
    panel,
    "Simulator",
    "Rounds dealt by the compiled kernel, beside the exact edge. The same seed deals the same rounds on any machine.",
    [
      field("Rounds", input("runs", options.runs ?? "1,000,000", { inputmode: "numeric" }), { after: "rounds" }),
      field("Seed", input("seed", options.seed ?? "1", { inputmode: "numeric" })),
    ],
    "Deal",
    (form, place) => {
      const query = given(form, context, ["seed"]);
      context.option("runs", form.elements.runs.value.trim());
      query.set("rounds", form.elements.runs.value.trim());
      return new Place(place).show(`/lab/simulate?${query}`, "Dealing", (found) => {
        const away = found.z === null ? "not comparable" : `${found.z >= 0 ? "+" : "−"}${Math.abs(found.z).toFixed(2)}`;
        place.replaceChildren(
          h(
            "dl",
            { class: "tiles" },
            tile("Simulated edge", percent(found.house_edge), `± ${percent(found.standard_error)}`),
            tile("Exact edge", found.exact === null ? "not known" : percent(found.exact)),
            tile("Apart", away, found.z === null ? "" : "standard errors"),
            tile("Rounds", found.rounds.toLocaleString("en-US"), found.strategy),
            tile("95 % of such runs", `${percent(found.confidence_95[0], 3)} to ${percent(found.confidence_95[1], 3)}`),
            tile("Standard deviation", found.standard_deviation.toFixed(4)),
          ),
          drawn(found.chart),
          found.sessions ? sessionTable(found.sessions) : "",
        );
      });
    },
  );
}

function sessionTable(counted) {
  const names = ["0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"];
  const row = (title, values) =>
    h("tr", {}, h("th", { scope: "row" }, title), names.map((q) => h("td", { class: "n" }, values[q].toLocaleString("en-US", { maximumFractionDigits: 1 }).replace("-", "−"))));
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Sessions" },
    h(
      "table",
      {},
      h("caption", {}, `${counted.count.toLocaleString("en-US")} sessions of ${counted.length} rounds, in units of the wager; ${percent(counted.ahead, 1)} end ahead`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "quantile"), names.map((q) => h("th", { scope: "col", class: "n" }, `${Number(q) * 100} %`)))),
      h("tbody", {}, row("result", counted.result), row("drawdown", counted.drawdown), row("bankroll needed", counted.bankroll)),
    ),
  );
}

export function designer(panel, context) {
  const { options } = context.state;
  const { a } = context;
  if (!a.table) {
    panel.append(h("h2", {}, "Designer"), h("p", { class: "soft" }, "This wager has no pay table to design."));
    return;
  }
  const movable = a.table.lines.filter((line) => line.pays && /\d (to|for) 1/.test(line.pays));
  const { form } = tool(
    panel,
    "Designer",
    "Tables near a target with odds a layout can print, three lines changed at most, each solved exactly. For analysis; play needs an approved table (HR-07).",
    [
      field("Target house edge", input("target", options.target ?? "5"), { after: "%" }),
      field("Deviation to come near", input("deviation", options.deviation ?? ""), { after: "units" }),
      field("Largest deviation", input("max_deviation", options.max_deviation ?? ""), { after: "units" }),
      field("Wins at least", input("min_hit", options.min_hit ?? ""), { after: "%" }),
      field("Top prize at most", input("max_prize", options.max_prize ?? ""), { after: "to 1" }),
      h(
        "details",
        { class: "keep" },
        h("summary", {}, "Lines to keep"),
        movable.map((line) => h("label", { class: "check" }, h("input", { type: "checkbox", name: "keep", value: line.hand }), ` ${line.text}, ${line.pays}`)),
      ),
    ],
    "Find tables",
    (form, place) => {
      const query = given(form, context, ["target", "deviation", "max_deviation", "min_hit", "max_prize"]);
      query.delete("pay");
      const kept = form.querySelectorAll("[name=keep]:checked");
      for (const box of kept) {
        const line = a.table.lines.find((l) => l.hand === box.value);
        query.append("keep", `${box.value}=${line.pays}`);
      }
      return new Place(place).show(`/lab/design?${query}`, "Looking for tables", (found) =>
        place.replaceChildren(...designs(found, context)),
      );
    },
  );
  const field_ = h("div", { class: "tool-answer" });
  const draw = h("button", { type: "button" }, "Draw edge against volatility");
  draw.addEventListener("click", () => {
    const query = context.a.address();
    query.delete("pay");
    new Place(field_).show(`/lab/frontier?${query}`, "Looking at every table in reach", (found) => field_.replaceChildren(drawn(found.chart)));
  });
  panel.append(
    h("h2", {}, "Edge against volatility"),
    h("p", { class: "small soft" }, "The calmest and the wildest table at every house edge in reach; between the two lines lies what a designer can choose from."),
    h("p", { class: "no-print" }, draw),
    field_,
  );
  return form;
}

function designs(found, context) {
  const figure = (title, read) => h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "n" }), found.designs.map((d) => h("td", { class: "n" }, read(d))));
  const tries = h(
    "tr",
    {},
    h("th", { scope: "row" }, "Take it to the lab"),
    h("td", {}),
    found.designs.map((_, at) => h("td", { class: "n" }, h("button", { type: "button", data: { at } }, "Try"))),
  );
  tries.addEventListener("click", ({ target }) => {
    if (target.dataset.at === undefined) return;
    context.load(found.designs[Number(target.dataset.at)].changes);
  });
  return [
    found.missed ? h("p", { class: "note" }, "No table comes near the target; these are the nearest.") : "",
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Designs" },
      h(
        "table",
        { class: "designs" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Line"), h("th", { scope: "col", class: "n" }, "approved"), found.designs.map((_, at) => h("th", { scope: "col", class: "n" }, `#${at + 1}`)))),
        h(
          "tbody",
          {},
          found.lines.map((line) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, line.text),
              h("td", { class: "n" }, line.pays),
              found.designs.map((d) => {
                const pays = d.lines.find((l) => l.hand === line.hand)?.pays ?? "";
                return h("td", { class: "n" }, d.changes[line.hand] === undefined ? h("span", { class: "soft" }, "same") : h("b", {}, pays));
              }),
            ),
          ),
        ),
        h(
          "tfoot",
          {},
          figure("House edge", (d) => percent(d.house_edge, 3)),
          figure("Standard deviation", (d) => Number(d.standard_deviation).toFixed(3)),
          figure("Player ends ahead", (d) => percent(d.hit_frequency, 2)),
          tries,
        ),
      ),
    ),
  ];
}

export function exposure(panel, context) {
  const { options } = context.state;
  tool(
    panel,
    "Exposure",
    "What a player gains who remembers the cards of the shoe, sees the other hands before deciding, or is shown a neighbour's cards. One unit bet whenever it is favourable.",
    [
      field(
        "The player knows",
        h(
          "select",
          { name: "sees" },
          [["shoe", "earlier rounds of the shoe"], ["table", "the other hands of this round"], ["both", "both"]].map(([value, text]) => h("option", { value, selected: options.sees === value }, text)),
        ),
      ),
    ],
    "Study",
    (form, place) =>
      new Place(place).show(`/lab/exposure?${given(form, context, ["sees"])}`, "Dealing shoes", (found) =>
        place.replaceChildren(...(found.kind === "neighbour" ? neighbour(found) : shoe(found))),
      ),
  );
}

const neighbour = (found) => [
  h(
    "dl",
    { class: "tiles" },
    tile("Alone, exactly", percent(found.alone), "of the Ante"),
    tile("Gain after the flop only", percent(found.after_flop), `± ${percent(found.after_flop_error)}`),
    tile("Gain in both decisions", percent(found.gain), `± ${percent(found.gain_error)}`),
    tile("Pairs of holes", String(found.pairs), "each solved exactly"),
  ),
];

const shoe = (found) => [
  h(
    "dl",
    { class: "tiles" },
    tile("Favourable rounds", percent(found.favourable, 2), `± ${percent(found.favourable_error, 2)}`),
    tile("Player's edge then", percent(found.edge_when_favourable, 2), `± ${percent(found.edge_when_favourable_error, 2)}`),
    tile("Best met", percent(found.best, 1)),
    tile("Won in 100 rounds", found.gain_per_100_rounds.toFixed(4), `± ${found.gain_per_100_rounds_error.toFixed(4)} units`),
    tile("Betting always", percent(found.edge_always, 2), "player's edge"),
    tile("Studied", found.rounds.toLocaleString("en-US"), `rounds, ${found.shoes.toLocaleString("en-US")} shoes`),
  ),
  drawn(found.chart),
];

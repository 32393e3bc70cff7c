// The math lab: choose, read the exact edge, change a pay table and watch the edge move.

import { h, patch, clause, refusal } from "./dom.js";
import { headers } from "./api.js";
import { charts } from "./charts.js";
import { auditParts, percent, strategyParts } from "./lab-parts.js";

const POLL_MS = 1200;
const TYPING_MS = 250;
const $ = (id) => document.getElementById(id);

let known = null;
let edited = {};
let asked = 0;
let approvedEdge = null;

const wagerOf = () => known.wagers.find((w) => w.id === $("wager").value) ?? known.wagers[0];
const tableOf = () =>
  wagerOf().pay_tables.find((t) => t.id === $("pay-table").value) ?? wagerOf().pay_tables[0];

async function ask(path, options) {
  const answer = await fetch(path, options);
  const body = await answer.json();
  if (!answer.ok) throw body;
  return body;
}

/** Ask until the answer is there; `turn` guards against answers to a question no longer on the page. */
async function settle(turn, path, options, progress) {
  for (;;) {
    const body = await ask(path, options);
    if (turn !== asked) return null;
    if (!body.waiting) return body;
    progress(body);
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
}

const option = (value, words, selected) => h("option", { value, selected }, words);

async function chooseGame(wanted = {}) {
  for (const part of ["pays", "charts", "strategy"]) $(part).replaceChildren();
  waiting($("answer"), "Opening the books");
  known = await ask(`/lab/questions/${encodeURIComponent($("game").value)}`).catch(
    (error) => (refusal(error), null),
  );
  if (!known) return;
  $("wager").replaceChildren(...known.wagers.map((w) => option(w.id, w.name, w.id === wanted.wager)));
  chooseWager(wanted.pay_table);
}

function chooseWager(wantedTable) {
  const wager = wagerOf();
  $("table-field").hidden = !wager.pay_tables.length;
  $("pay-table").replaceChildren(...wager.pay_tables.map((t) => option(t.id, t.id, t.id === wantedTable)));
  $("settings").replaceChildren(...wager.settings.map(settingField));
  chooseTable();
}

function settingField(setting) {
  const shared = { name: `set-${setting.name}`, title: setting.meaning };
  const control = setting.choices.length
    ? h(
        "select",
        shared,
        setting.choices.map((c) => option(c, c, c === setting.default)),
      )
    : h("input", { ...shared, value: setting.default, inputmode: "numeric", size: 8 });
  return h(
    "label",
    { class: "field" },
    h("span", {}, setting.name.replaceAll("_", " "), " ", clause(setting.clause)),
    control,
  );
}

function chooseTable() {
  edited = {};
  approvedEdge = null;
  drawPays();
  compute();
}

function settings() {
  const given = {};
  for (const setting of wagerOf().settings) {
    const value = $("choices").elements[`set-${setting.name}`]?.value.trim();
    if (value !== undefined && value !== setting.default) given[setting.name] = value;
  }
  return given;
}

function question() {
  return { game: known.game, wager: wagerOf().id, pay_table: tableOf()?.id ?? null, settings: settings() };
}

function address(path, q) {
  const query = new URLSearchParams({ game: q.game, wager: q.wager });
  if (q.pay_table) query.set("pay_table", q.pay_table);
  for (const [name, value] of Object.entries(q.settings)) query.append("set", `${name}=${value}`);
  return `${path}?${query}`;
}

function remember(q) {
  history.replaceState(
    null,
    "",
    `#${new URLSearchParams({ game: q.game, wager: q.wager, pay_table: q.pay_table ?? "" })}`,
  );
}

function waiting(target, words, body) {
  const bar = body?.total
    ? h("progress", { max: body.total, value: body.done, "aria-label": "progress" })
    : null;
  patch(target, [h("p", { class: "loading" }, words), bar]);
}

async function compute() {
  asked += 1;
  const turn = asked;
  if (!known.solved)
    return patch($("answer"), [h("p", { class: "empty" }, `${known.name} has no exact solver yet.`)]);
  const q = question();
  remember(q);
  const own = Object.keys(edited).length > 0;
  $("answer").setAttribute("aria-busy", "true");
  const request = own
    ? ["/lab/edge", { method: "POST", headers: headers(true), body: JSON.stringify({ ...q, pays: edited }) }]
    : [address("/lab/edge", q)];
  const slow = setTimeout(() => turn === asked && waiting($("answer"), "Counting"), 400);
  try {
    const result = await settle(turn, request[0], request[1], (body) =>
      waiting($("answer"), "Counting every case; this one takes a while the first time", body),
    );
    if (!result) return;
    if (!own) approvedEdge = Number(result.house_edge);
    drawAnswer(result);
    patch($("charts"), charts(result));
    drawPays();
    if (!own) loadStrategy(turn, q);
  } catch (error) {
    if (turn === asked)
      patch($("answer"), [
        h(
          "p",
          { class: "note alarm", role: "alert" },
          error.error ?? "The house cannot be reached.",
          " ",
          clause(error.clause),
          error.accepted ? ` Accepted: ${error.accepted}.` : "",
        ),
      ]);
  } finally {
    clearTimeout(slow);
    if (turn === asked) $("answer").setAttribute("aria-busy", "false");
  }
}

const tile = (name, value, more) =>
  h(
    "div",
    { class: "tile" },
    h("dt", {}, name),
    h("dd", {}, value, more ? h("small", {}, ` ${more}`) : null),
  );

function drawAnswer(result) {
  const moved =
    approvedEdge !== null && !result.approved ? (Number(result.house_edge) - approvedEdge) * 100 : null;
  const off = result.published
    ? Number(result.house_edge) * (result.published.endsWith("%") ? 100 : 1) -
      Number(result.published.replace("%", ""))
    : null;
  patch($("answer"), [
    h(
      "p",
      { class: "edge-figure", id: "edge" },
      h("span", {}, percent(result.house_edge)),
      h(
        "small",
        {},
        `house edge per ${result.per.replaceAll("-", " ")}`,
        result.method === "exact" ? ", exact" : `, simulated ± ${result.standard_error}`,
      ),
      moved === null
        ? null
        : h(
            "span",
            { class: `tag ${moved > 0 ? "bad" : "good"} moved` },
            `${moved >= 0 ? "+" : "−"}${Math.abs(moved).toFixed(4)} points against table ${result.pay_table}`,
          ),
    ),
    h(
      "details",
      { class: "fraction" },
      h("summary", {}, "The fraction"),
      h(
        "p",
        {},
        h("code", { id: "exact" }, result.house_edge_exact),
        " = ",
        h("code", {}, result.house_edge),
      ),
    ),
    result.approved
      ? null
      : h(
          "p",
          { class: "note" },
          "A pay table of your own: for analysis only, it cannot open for play ",
          clause("HR-07"),
          ".",
        ),
    h(
      "dl",
      { class: "tiles" },
      tile("Standard deviation", Number(result.standard_deviation).toFixed(4), "per unit"),
      tile("Hit frequency", percent(result.hit_frequency, 2)),
      tile("Element of risk", percent(result.element_of_risk, 4)),
      result.published
        ? tile(
            "Published",
            result.published,
            off === null ? "" : `${off >= 0 ? "+" : "−"}${Math.abs(off).toFixed(4)}`,
          )
        : tile("Published", "none"),
      result.fixed_return ? tile("Fixed return", percent(result.fixed_return)) : null,
      result.break_even_meter
        ? tile(
            "Break-even meter",
            typeof result.break_even_meter === "string"
              ? `$${(Number(result.break_even_meter) / 100).toLocaleString("en-US", { maximumFractionDigits: 2 })}`
              : "see notes",
          )
        : null,
      tile("Answer", result.source, `${result.seconds} s`),
    ),
    ...(result.notes ?? []).map((note) => h("p", { class: "small soft" }, note)),
  ]);
}

function drawPays() {
  const table = tableOf();
  if (!table)
    return patch($("pays"), [
      h("p", { class: "soft" }, "This wager has no pay table; its settings are on the left."),
    ]);
  patch($("pays"), [
    h(
      "div",
      { class: "spread" },
      h("h2", {}, `Pay table ${table.id}`),
      h("button", { type: "button", id: "restore", disabled: !Object.keys(edited).length }, "As approved"),
    ),
    h("p", { class: "small soft" }, "Type other odds and the edge follows: 6 to 1, 3 to 2, push, loses 1/2."),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "pay-table-edit" },
        h("thead", {}, h("tr", {}, h("th", {}, "Hand"), h("th", {}, "Pays"), h("th", {}, "Clause"))),
        h(
          "tbody",
          {},
          table.lines.map((line) =>
            h(
              "tr",
              { class: edited[line.hand] !== undefined ? "changed" : undefined, data: { key: line.hand } },
              h("td", {}, line.text),
              h(
                "td",
                {},
                h("input", {
                  value:
                    edited[line.hand] ??
                    line.pays ??
                    (line.multiplies !== null ? String(line.multiplies) : ""),
                  "aria-label": `${line.text} pays`,
                  data: { hand: line.hand },
                }),
              ),
              h("td", {}, clause(line.clause)),
            ),
          ),
        ),
      ),
    ),
  ]);
}

let typing = 0;
$("pays").addEventListener("input", ({ target }) => {
  const line = tableOf().lines.find((l) => l.hand === target.dataset.hand);
  const word = target.value.trim();
  const approved = line.pays ?? String(line.multiplies);
  if (word === approved) delete edited[line.hand];
  else edited[line.hand] = word;
  clearTimeout(typing);
  typing = setTimeout(compute, TYPING_MS);
});
$("pays").addEventListener("click", ({ target }) => target.id === "restore" && chooseTable());

async function loadStrategy(turn, q) {
  waiting($("strategy"), "Working out how to play");
  try {
    const found = await settle(turn, address("/lab/strategy", q), undefined, (body) =>
      waiting($("strategy"), "Working out how to play", body),
    );
    if (found) patch($("strategy"), strategyParts(found));
  } catch (error) {
    if (turn === asked)
      patch($("strategy"), [
        h("h2", {}, "Strategy"),
        h("p", { class: "soft" }, error.error ?? "No strategy for this wager."),
      ]);
  }
}

async function runAudit() {
  $("run-audit").disabled = true;
  for (;;) {
    const body = await ask("/lab/audit").catch((error) => (refusal(error), null));
    if (!body) break;
    patch($("audit"), auditParts(body));
    if (!body.waiting) break;
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
  $("run-audit").disabled = false;
}

$("game").addEventListener("change", () => chooseGame());
$("wager").addEventListener("change", () => chooseWager());
$("pay-table").addEventListener("change", chooseTable);
$("settings").addEventListener("change", compute);
$("choices").addEventListener("submit", (event) => event.preventDefault());
$("run-audit").addEventListener("click", runAudit);

const wanted = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
if (wanted.game && [...$("game").options].some((o) => o.value === wanted.game)) $("game").value = wanted.game;
chooseGame(wanted);

// The pit: what asks for somebody, every table against theory, by the hour, jackpots, shifts. It lives by the bell.

import { h, patch, clause, dollars, signed as withSign } from "./dom.js";
import { api } from "./api.js";
import { ask, field, momentOf, perform, signature, signed } from "./acting.js";
import { listen } from "./bell.js";
import { trayAct } from "./tray.js";

const page = document.getElementById("pit");
const part = (id) => document.getElementById(id);
const known = JSON.parse(part("known").textContent);
const { day, today, role } = page.dataset;
const live = day === today;
const CHART_MS = 10_000;
let charted = 0;
let played = false;

const nameOf = (id) => known.find((table) => table.id === id)?.name ?? id;
const money = (cents) => (cents === null || cents === undefined ? "–" : dollars(Math.round(cents)));

// alerts

/** A minus stays on the line of its amount. */
const unbroken = (text) => text.replaceAll("−$", "−\u2060$");

function drawAlerts(list) {
  patch(
    part("alerts"),
    list.length
      ? [
          h(
            "ul",
            { class: "alerts" },
            list.map((one) =>
              h(
                "li",
                { class: one.grave ? "grave" : "", data: { key: `${one.kind}-${one.text}`, kind: one.kind } },
                one.link ? h("a", { href: one.link }, unbroken(one.text)) : h("span", {}, unbroken(one.text)),
                " ",
                clause(one.clause),
              ),
            ),
          ),
        ]
      : [h("p", { class: "soft calm" }, "Nothing asks for anybody.")],
  );
}

// tables

function standing(line) {
  if (line.theory_cents === null) return h("span", { class: "soft" }, "being solved");
  if (!line.band_cents) return h("span", { class: "soft" }, "no wagers yet");
  const out = Math.abs(line.win_cents - line.theory_cents) > line.band_cents;
  return [
    h("span", { class: "whole" }, `${money(line.theory_cents)} ± ${money(line.band_cents)}`),
    out ? [" ", h("span", { class: "tag bad" }, "outside")] : null,
  ];
}

const ACTS = [
  ["fill", "Fill", ["supervisor", "executive", "cashier"]],
  ["credit", "Credit", ["supervisor", "executive", "cashier"]],
  ["closer", "Close", ["supervisor", "executive"]],
  ["opener", "Open", ["supervisor", "executive"]],
];

function row(line) {
  const table = known.find((one) => one.id === line.table);
  const shut = live && line.closed;
  const acts = ACTS.filter(([deed, , roles]) => live && roles.includes(role) && deed !== (shut ? "closer" : "opener"));
  return h(
    "tr",
    { id: line.table, data: { key: line.table } },
    h("th", { scope: "row" }, h("a", { href: `/table/${line.table}` }, line.name), shut ? [" ", h("span", { class: "tag bad" }, "closed")] : null, h("small", { class: "soft" }, `${table?.game ?? line.game}${table?.dealer === "person" ? ", in person" : ""}`)),
    h("td", { class: "n", data: { name: "Rounds" } }, String(line.rounds)),
    h("td", { class: "n", data: { name: "Drop" } }, dollars(line.drop_cents)),
    h("td", { data: { name: "Win" }, class: `n ${line.win_cents < 0 ? "lose" : line.win_cents ? "win" : ""}` }, line.win_cents ? withSign(line.win_cents) : "$0"),
    h("td", { class: "n", data: { name: "Hold" } }, line.hold === null ? "–" : `${(100 * line.hold).toFixed(1)} %`),
    h("td", { class: "n", data: { name: "Theory" } }, h("span", {}, standing(line))),
    h(
      "td",
      { class: "acts no-print" },
      acts.map(([deed, text]) => h("button", { type: "button", data: { tray: deed, table: line.table, key: deed } }, text)),
      h("button", { type: "button", data: { hours: line.table, key: "hours" } }, "Hours"),
      table?.dealer === "person" && "console" in page.dataset ? h("a", { class: "button", href: `/console/${line.table}`, data: { key: "console" } }, "Console") : null,
      h("a", { class: "button", href: `/pit/closing/${line.table}?day=${day}`, data: { key: "sheet" } }, "Sheet"),
      h("a", { class: "button", href: `/pit/sign/${line.table}`, data: { key: "sign" } }, "Sign"),
    ),
  );
}

function drawTables(lines) {
  const sum = (name) => lines.reduce((all, line) => all + line[name], 0);
  const drop = sum("drop_cents");
  const head = ["Table", "Rounds", "Drop", "Win", "Hold", "Theory and 95 % band"];
  patch(part("tables"), [
    lines.length
      ? h(
          "div",
          { class: "scroll", data: { key: "scroll" } },
          h(
            "table",
            { class: "pit-tables by-table" },
            h("thead", {}, h("tr", {}, head.map((t, i) => h("th", { class: i ? "n" : "", scope: "col" }, t)), h("th", { class: "no-print" }, h("span", { class: "sr" }, "Acts")))),
            h("tbody", {}, lines.map(row)),
            h(
              "tfoot",
              {},
              h(
                "tr",
                { class: "sum-line" },
                h("th", { scope: "row" }, "All tables"),
                h("td", { class: "n", data: { name: "Rounds" } }, String(sum("rounds"))),
                h("td", { class: "n", data: { name: "Drop" } }, dollars(drop)),
                h("td", { class: "n", data: { name: "Win" } }, withSign(sum("win_cents"))),
                h("td", { class: "n", data: { name: "Hold" } }, drop ? `${((100 * sum("win_cents")) / drop).toFixed(1)} %` : "–"),
                h("td", { class: "n" }, lines.every((l) => l.theory_cents !== null) ? money(sum("theory_cents")) : ""),
                h("td", { class: "no-print" }),
              ),
            ),
          ),
        )
      : h("p", { class: "empty" }, "No table is open."),
  ]);
}

// jackpots and shifts

function drawJackpots(list) {
  const place = part("jackpots");
  if (!place) return;
  const alive = list.filter((j) => j.status !== "retired");
  patch(
    place,
    alive.length
      ? [
          h(
            "div",
            { class: "meters-grid" },
            alive.map((j) =>
              h(
                "a",
                { class: "meter-card", href: `/pit/desk#${j.id}`, data: { key: j.id, jackpot: j.id } },
                h("b", {}, j.name),
                j.meters.map((m) => h("span", { class: "meter-line", data: { key: m.name } }, h("i", {}, m.name === "meter" ? (j.kind === "house" ? "posted" : "meter") : m.name), h("strong", { data: { cents: m.cents } }, dollars(m.cents)))),
                h("small", { class: "soft" }, `${j.status}, ${dollars(j.wager_cents)} wager, ${j.tables.length ? j.tables.map(nameOf).join(", ") : "on no table"}`),
              ),
            ),
          ),
        ]
      : [h("p", { class: "soft" }, "No jackpot.")],
  );
}

function drawShifts(list) {
  patch(
    part("shifts"),
    list.length
      ? [
          h(
            "ol",
            { class: "shifts" },
            list.map((one) =>
              h(
                "li",
                { data: { key: String(one.seq) } },
                h("b", {}, `${one.from} to ${one.to}`),
                h("span", { class: "soft" }, ` ${momentOf(one.at_us)}`),
                h("p", {}, one.note),
                one.open.length ? h("details", {}, h("summary", {}, `${one.open.length} open at that moment`), h("ul", {}, one.open.map((text) => h("li", {}, text)))) : null,
              ),
            ),
          ),
        ]
      : [h("p", { class: "soft" }, "No shift was handed over yet.")],
  );
}

// loading

let loading = false;
let again = false;

async function load() {
  if (loading) return void (again = true);
  loading = true;
  try {
    const [lines, alerts, shifts] = await Promise.all([
      api("GET", `/pit/tables?day=${day}`),
      api("GET", "/pit/alerts"),
      api("GET", "/pit/hand-overs"),
    ]);
    drawAlerts(alerts);
    drawTables(lines);
    drawShifts(shifts);
    if (part("jackpots")) drawJackpots(await api("GET", "/desk/jackpots"));
    page.dataset.loaded = String(Date.now());
    played = lines.some((line) => line.rounds && line.band_cents);
    if (Date.now() - charted > CHART_MS) charts();
    if (lines.some((line) => line.theory_cents === null)) setTimeout(load, 3000);
  } catch (error) {
    patch(part("alerts"), [h("p", { class: "note alarm", role: "alert" }, error.error ?? "The pit cannot be fetched.")]);
  }
  loading = false;
  if (again) {
    again = false;
    load();
  }
}

function charts() {
  charted = Date.now();
  const stamp = live ? `&at=${charted}` : "";
  part("holds").closest("section").hidden = !played;
  if (played) part("holds").setAttribute("src", `/pit/charts/holds?day=${day}${stamp}`);
  hours(part("hours-of").value);
}

function hours(table) {
  part("hours-of").value = table;
  part("hours").setAttribute("src", `/pit/charts/hours/${table}?day=${day}${live ? `&at=${Date.now()}` : ""}`);
}

part("hours-of").addEventListener("change", (event) => hours(event.target.value));
page.querySelector("input[name=day]").addEventListener("change", (event) => event.target.value && event.target.form.submit());
page.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (target?.dataset.hours) {
    hours(target.dataset.hours);
    part("hours").scrollIntoView({ block: "center" });
  }
  if (target?.dataset.tray)
    trayAct(
      target.dataset.table,
      target.dataset.tray,
      role,
      (entry) => {
        if (target.dataset.tray === "closer") closed(target.dataset.table, entry);
        load();
      },
      nameOf(target.dataset.table),
    );
});

/** After a closer: what was counted against the books, and the sheet to sign. */
function closed(table, entry) {
  const over = entry.over_cents;
  ask(
    `${nameOf(table)} is counted`,
    [
      h(
        "dl",
        { class: "figures-row" },
        h("div", {}, h("dt", {}, "Counted"), h("dd", {}, dollars(entry.cents))),
        h("div", {}, h("dt", {}, "By the books"), h("dd", {}, dollars(entry.book_cents))),
        h("div", {}, h("dt", {}, "Variance"), h("dd", { class: over < 0 ? "lose" : over ? "win" : "" }, over ? withSign(over) : "none")),
      ),
    ],
    async () => {
      location.href = `/pit/closing/${table}?day=${day}`;
      return false;
    },
    { button: "The closing sheet" },
  );
}

part("hand-over")?.addEventListener("click", () => {
  const open = [...part("alerts").querySelectorAll("li > :first-child")].map((one) => one.textContent);
  ask(
    "Hand over the shift",
    [
      open.length ? h("div", {}, h("b", {}, "Open now, and written down with it:"), h("ul", {}, open.map((text) => h("li", {}, text)))) : h("p", { class: "soft" }, "Nothing is open."),
      field("How the pit stands", h("textarea", { name: "note", required: true, minlength: 3, maxlength: 2000, rows: 4 })),
      signature("Who takes over"),
    ],
    async (form) => {
      const done = await perform("/pit/hand-over", { note: form.elements.note.value, second: signed(form) }, { said: "Handed over." });
      if (done) load();
      return done !== null;
    },
    { button: "Hand over" },
  );
});

if (live) listen(load, part("live-mark"));
else {
  part("live-mark").textContent = "a day of the past";
  load();
}

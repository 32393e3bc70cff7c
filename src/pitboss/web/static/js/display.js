// The jackpot display at a table: it shows, and has no controls (JP-08). Everything can be read from five metres.

import { h, patch, dollars, words } from "./dom.js";
import { Live } from "./live.js";

const place = document.getElementById("monitor");
const names = JSON.parse(document.getElementById("names").textContent);
const live = new Live(place.dataset.table);
const TOLD_MS = 15 * 60 * 1000;
/** so long an award is told after it was completed */
const TOLD = 2;
/** so many at once */
let state = null;
let ahead = 0;

const figuresOf = (cents) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Digits on drums: a drum rolls to its figure, commas and point stand still. */
function odometer(cents, key) {
  const text = figuresOf(cents);
  return h(
    "div",
    { class: "odometer", role: "img", "aria-label": dollars(cents), data: { key, cents } },
    h("span", { class: "sign" }, "$"),
    [...text].map((c, i) =>
      /\d/.test(c)
        ? h(
            "span",
            { class: "drum", data: { key: `d-${text.length - i}`, digit: c } },
            h("span", { class: "figures" }, [..."0123456789"].map((d) => h("i", {}, d))),
          )
        : h("span", { class: "mark", data: { key: `m-${text.length - i}` } }, c),
    ),
  );
}

/** A line's pay as people count it: dollars; of a meter its share, and of which, in smaller letters.
 *  @returns {[string, string]} */
function pays(jackpot, line) {
  if (!line.percent) return [line.pays, ""];
  const several = jackpot.meters.length > 1 && line.meter;
  if (several && line.percent === "100") return [words(line.meter), ""];
  return [`${line.percent} %`, several ? ` of ${words(line.meter)}` : " of the meter"];
}

/** the smaller letters beside a share, in the others' size */
const SMALLER = 0.6;
const paysWide = ([main, small]) => main.length + Math.ceil(small.length * SMALLER);

const paid = ([main, small]) => [main, small ? h("small", {}, small) : null];

function lines(jackpot) {
  const all = jackpot.lines ?? [];
  if (!all.length) return null;
  const envy = all.some((line) => line.envy_cents);
  const longest = (texts) => Math.max(...texts.map((text) => text.length));
  const wide = { text: longest(all.map((line) => line.text)), pays: Math.max(...all.map((line) => paysWide(pays(jackpot, line)))) };
  if (envy) wide.pays += longest(all.map((line) => (line.envy_cents ? dollars(line.envy_cents) : "")));
  return h(
    "table",
    { class: `prizes ${envy ? "with-envy" : ""}`, vars: { lines: all.length + (envy ? 1 : 0), text: wide.text, pays: wide.pays }, data: { key: "lines" } },
    h("caption", { class: "sr" }, "Prizes"),
    envy ? h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "pays"), h("th", { scope: "col" }, "envy"))) : null,
    h(
      "tbody",
      {},
      all.map((line) =>
        h(
          "tr",
          { class: line.from_meter ? "from-meter" : "", data: { key: line.hand } },
          h("th", { scope: "row" }, line.text),
          h("td", {}, paid(pays(jackpot, line))),
          envy ? h("td", { class: "envy" }, line.envy_cents ? dollars(line.envy_cents) : "") : null,
        ),
      ),
    ),
  );
}

/** Every meter in figures of one size, so wide as the longest needs, one column of names and one of amounts. */
function amounts(jackpot) {
  const house = jackpot.type === "house";
  const chars = Math.max(...jackpot.meters.map(({ cents }) => (house ? dollars(cents) : figuresOf(cents)).length));
  return h(
    "div",
    { class: "amounts", vars: { chars }, data: { key: "amounts" } },
    jackpot.meters.map((meter) =>
      h(
        "div",
        { class: "amount", data: { key: `amount-${meter.name}` } },
        jackpot.meters.length > 1 ? h("h2", {}, words(meter.name)) : null,
        house ? h("p", { class: "fixed-amount" }, dollars(meter.cents)) : odometer(meter.cents, `meter-${meter.name}`),
      ),
    ),
  );
}

/** An award is told once it is verified and completed, with its amount. */
function told(jackpot) {
  const now = Date.now() + ahead;
  return (jackpot.won ?? [])
    .filter((won) => now - won.at_us / 1000 < TOLD_MS)
    .sort((a, b) => b.at_us - a.at_us)
    .slice(0, TOLD)
    .map((won) =>
      h(
        "p",
        { class: "won", role: "status", vars: { won: dollars(won.cents).length }, data: { key: `won-${won.award}` } },
        h("span", { class: "won-amount" }, "Won ", h("b", {}, dollars(won.cents))),
        h("span", {}, `${won.text}${won.table ? `, ${names[won.table] ?? words(won.table)}, spot ${won.spot}` : ""}`),
      ),
    );
}

function jackpotPart(jackpot, alone) {
  const house = jackpot.type === "house";
  const shut = jackpot.status === "running" ? null : jackpot.status;
  const hits = told(jackpot);
  const several = jackpot.meters.length > 1;
  return h(
    "section",
    { class: `jackpot ${house ? "of-the-house" : ""} ${several ? "several" : ""} ${alone && !house && !several ? "lone" : ""}`, vars: { meters: jackpot.meters.length }, data: { key: jackpot.id } },
    h(
      "div",
      { class: "stake", data: { key: "stake" } },
      // beside an amount that was won it is said which one can be won now
      h("h1", {}, jackpot.name, hits.length && !house ? h("small", {}, several ? ", meters now" : ", meter now") : null),
      amounts(jackpot),
      h(
        "div",
        { class: "beside", data: { key: "beside" } },
        hits,
        h("p", { class: "wager-note" }, shut ? `No wagers now: ${shut}` : `${dollars(jackpot.fixed_wager_cents)} wager`),
        house && jackpot.notices?.length ? h("ul", { class: "notices" }, jackpot.notices.map((note) => h("li", {}, note))) : null,
      ),
    ),
    lines(jackpot),
  );
}

function draw() {
  const list = state.jackpots ?? [];
  patch(place, [
    list.length
      ? h("div", { class: "jackpots", vars: { count: list.length }, data: { key: "jackpots" } }, list.map((jackpot) => jackpotPart(jackpot, list.length === 1)))
      : h(
          "section",
          { class: "no-jackpot", data: { key: "none" } },
          h("h1", {}, place.dataset.name),
          h("p", { class: "wager-note" }, `${place.dataset.game}, no jackpot at this table`),
        ),
    h("p", { class: "which", data: { key: "which" } }, place.dataset.name),
  ]);
}

live.addEventListener("state", ({ detail }) => {
  state = { ...detail, table: detail.table ?? state?.table };
  ahead = (detail.server_ms ?? Date.now()) - Date.now();
  draw();
});
live.addEventListener("link", ({ detail }) => place.classList.toggle("stale", detail !== "open"));
setInterval(() => state && draw(), 30_000);

// The tray of a table: what is in it, the day's counts, fills and credits, and the forms to book them (HR-17).

import { h, patch, clause, dollars, signed as withSign } from "./dom.js";
import { api } from "./api.js";
import { ask, field, perform, signature, signed, timeOf } from "./acting.js";

const CHIPS = [50000, 10000, 2500, 500, 100, 50];
const BOSSES = ["supervisor", "executive"];
const MONEY = [...BOSSES, "cashier"];
const WORDS = { opener: "Opener", closer: "Closer", fill: "Fill", credit: "Credit", short: "Short of chips" };

export const figure = (name, value, tone = "") => h("div", {}, h("dt", {}, name), h("dd", { class: tone }, value));
const some = (cents) => (cents === null ? "not counted" : dollars(cents));

/** The chips of a slip or count, the largest first. */
function chipsOf(counts) {
  const some = Object.entries(counts).sort(([a], [b]) => Number(b) - Number(a)).map(([cents, n]) => `${n} × ${dollars(Number(cents))}`);
  return some.length ? h("small", { class: "soft chips-of" }, some.join(", ")) : null;
}

export function trayView(tray, role) {
  const seen = ["auditor", "surveillance", "admin"].includes(role);
  const button = (deed, text) => h("button", { type: "button", data: { tray: deed } }, text);
  return [
    h(
      "dl",
      { class: "figures-row", data: { key: "figures" } },
      figure("By the books now", dollars(tray.book_cents), "large"),
      figure("Opener", some(tray.opener_cents)),
      figure("Fills", dollars(tray.fills_cents)),
      figure("Credits", dollars(tray.credits_cents)),
      figure("Closer", some(tray.closer_cents)),
      figure("Over or short", tray.over_cents ? withSign(tray.over_cents) : "none", tray.over_cents < 0 ? "lose" : ""),
    ),
    seen
      ? null
      : h(
          "div",
          { class: "row", data: { key: "acts" } },
          button("opener", "Count the opener"),
          button("fill", "Fill"),
          button("credit", "Credit"),
          button("closer", "Count the closer"),
        ),
    tray.entries.length
      ? h(
          "div",
          { class: "scroll", data: { key: "entries" } },
          h(
            "table",
            {},
            h("caption", {}, `Gambling day ${tray.day} `, clause("HR-17")),
            h("thead", {}, h("tr", {}, ["Time", "What", "Amount", "Against the books", "Signed by", "Why"].map((t, i) => h("th", { class: i === 2 || i === 3 ? "n" : "" }, t)))),
            h(
              "tbody",
              {},
              tray.entries.map((e) =>
                h(
                  "tr",
                  { data: { key: String(e.seq) } },
                  h("td", {}, timeOf(e.at_us)),
                  h("td", {}, WORDS[e.kind] ?? e.kind.replaceAll("-", " ")),
                  h("td", { class: "n" }, dollars(e.cents), chipsOf(e.counts)),
                  h("td", { class: "n" }, e.over_cents === null ? "" : e.over_cents ? withSign(e.over_cents) : "agrees"),
                  h("td", {}, e.signed.length ? e.signed.join(", ") : e.by),
                  h("td", {}, e.why),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "soft", data: { key: "none" } }, `Nothing counted or carried on ${tray.day} yet.`),
  ];
}

const COUNT = /^\s*[0-9]{0,6}\s*$/;
const NO_COUNT = "A count is a whole number of chips, at most 999,999";

/** Chips by value, with the sum while one types; what is no count is said at its field and not reckoned with. */
function counting(words = "Counted") {
  const sum = h("output", { class: "count-sum" }, dollars(0));
  const rows = CHIPS.map((cents) =>
    h(
      "label",
      { class: "field" },
      `How many of ${dollars(cents)}`,
      h("input", { name: `chip_${cents}`, inputmode: "numeric", placeholder: "0", autocomplete: "off" }),
    ),
  );
  const box = h("div", { class: "counting" }, rows, h("p", {}, `${words}: `, sum));
  box.addEventListener("input", () => {
    const inputs = [...box.querySelectorAll("input")];
    for (const input of inputs) input.setCustomValidity(COUNT.test(input.value) ? "" : NO_COUNT);
    sum.textContent = inputs.every((input) => input.validity.valid) ? dollars(totalOf(countsOf(box))) : "–";
  });
  return box;
}

function countsOf(box) {
  const found = {};
  for (const input of box.querySelectorAll("input[name^=chip_]")) {
    const n = Number(input.value.trim() || 0);
    if (!Number.isInteger(n) || n < 0) throw { error: "That is not a number of chips.", accepted: "0, 1, 2 ..." };
    if (n) found[input.name.slice(5)] = n;
  }
  return found;
}

const totalOf = (counts) => Object.entries(counts).reduce((sum, [cents, n]) => sum + Number(cents) * n, 0);

/** One act on a table's tray in a dialog; `done` is told what was booked. */
export function trayAct(table, deed, role, done, name = table) {
  const path = `/tables/${encodeURIComponent(table)}/tray/${deed}`;
  if (deed === "opener" || deed === "closer") {
    const legend = BOSSES.includes(role) ? "The dealer, or another supervisor, signs" : "The supervisor signs";
    ask(
      `${WORDS[deed]} of ${name}`,
      [counting(), signature(legend)],
      async (form) => {
        const counts = countsOf(form);
        const answer = await perform(path, { counts, second: signed(form) }, { said: null });
        if (answer) done(answer.entry);
        return answer !== null;
      },
      { button: "Sign the count", note: "Both count, both sign. What differs from the books is booked as over or short." },
    );
    return;
  }
  const may = MONEY.includes(role);
  ask(
    `${WORDS[deed]} of ${name}`,
    [
      counting("Chips together"),
      field("Why", h("input", { name: "why", required: true, minlength: 3, maxlength: 300, value: deed === "fill" ? "chips run low" : "surplus chips" })),
      signature(may ? "The dealer, or another who saw the chips, signs" : "Supervisor or cashier signs"),
    ],
    async (form) => {
      const counts = countsOf(form);
      const amount_cents = totalOf(counts);
      if (!amount_cents) throw { error: `A ${deed} of no chips.`, accepted: "how many of each value" };
      const body = { amount_cents, counts, why: form.elements.why.value, second: signed(form) };
      const answer = await perform(path, body, { said: `${WORDS[deed]} of ${dollars(amount_cents)} booked.` });
      if (answer) done(answer.entry);
      return answer !== null;
    },
    { note: `${deed === "fill" ? "From the cage to the tray" : "From the tray to the cage"}: who gives the chips and who takes them sign (HR-17).` },
  );
}

/** The console's own sheet. */
export function trayPart(table, role, name) {
  const sheet = document.getElementById("tray");
  const body = document.getElementById("tray-body");
  const load = async () => {
    const tray = await api("GET", `/tables/${encodeURIComponent(table)}/tray`).catch((error) => ({ error }));
    patch(body, tray.error ? [h("p", { class: "note alarm" }, tray.error.error)] : trayView(tray, role));
  };
  document.getElementById("show-tray").addEventListener("click", () => {
    sheet.showModal();
    load();
  });
  body.addEventListener("click", (event) => {
    const deed = event.target.closest("[data-tray]")?.dataset.tray;
    if (deed) trayAct(table, deed, role, load, name);
  });
}

// A player's chips: what one has, what one asks the cage for, and what came and went on a day.

import { h, patch, dollars, signed, result } from "./dom.js";
import { api, requestId } from "./api.js";
import { secondOf } from "./acting.js";
import { refused, say } from "./notes.js";
import { waitsFor } from "./purse.js";

const names = new Map(JSON.parse(document.getElementById("names").textContent));
const part = (id) => document.getElementById(id);
const WORDS = {
  "wager-laid": "Bet",
  "wager-returned": "Bet returned",
  "wager-paid": "Paid",
  "wager-taken": "Bet lost",
  "cash-for-chips": "Chips bought",
  "chips-for-cash": "Chips cashed",
  "play-chips": "Play chips",
  granted: "Given by the house",
  "prize-chips": "Jackpot prize paid",
  "jackpot-won": "Jackpot won",
  "jackpot-taken-back": "Jackpot taken back",
  "winnings-released": "Paid after surveillance",
};
const BOUGHT = new Set(["cash-for-chips", "chips-for-cash", "play-chips", "granted"]);
const tableOf = (account) => names.get(account.slice(account.indexOf("/") + 1)) ?? (account.includes("/") ? "" : "cage");

function showWish({ asked, declined }) {
  part("declined").hidden = !declined;
  part("declined").textContent = declined;
  part("wish").hidden = !asked;
  if (!asked) return;
  const what =
    asked.wish === "chips" ? `${dollars(asked.cents)} in chips at ${names.get(asked.table) ?? asked.table}` : `${dollars(asked.cents)} in cash`;
  part("wish").firstElementChild.textContent = `You have asked for ${what}. It waits for the ${asked.wish === "chips" ? "dealer or the cashier" : "cashier"}.`;
}

/** What one has won and does not have yet, with what it waits for. */
function showComing(coming) {
  const cents = coming.reduce((sum, pay) => sum + pay.cents, 0);
  part("coming").hidden = !coming.length;
  patch(part("coming"), [
    h("p", {}, h("b", { class: "figures" }, `+${dollars(cents)}`), " coming"),
    h(
      "ul",
      {},
      coming.map((pay) =>
        h("li", { data: { key: pay.id } }, waitsFor(pay), " ", pay.round_id ? h("a", { href: `/round/${encodeURIComponent(pay.round_id)}` }, "The round") : null),
      ),
    ),
  ]);
}

function showStatement(lines) {
  const sum = (chosen) => lines.filter(chosen).reduce((all, line) => all + line.cents, 0);
  const moved = sum((line) => BOUGHT.has(line.what));
  const played = sum((line) => !BOUGHT.has(line.what));
  const pair = (name, cents) => [h("div", {}, h("dt", {}, name), h("dd", { class: result(cents) }, cents ? signed(cents) : "$0"))];
  patch(part("sums"), lines.length ? [pair("Brought in, taken out", moved), pair("From play", played)] : []);
  patch(
    part("statement").tBodies[0],
    lines.map((line) =>
      h(
        "tr",
        {},
        h("td", { class: "figures" }, secondOf(line.at_us)),
        h("td", {}, WORDS[line.what] ?? line.what.replaceAll("-", " "), line.text ? h("small", {}, `: ${line.text}`) : null),
        h("td", {}, line.round_id ? h("a", { href: `/round/${encodeURIComponent(line.round_id)}` }, names.get(line.other) ?? line.other) : tableOf(line.other)),
        h("td", { class: `n figures ${result(line.cents)}` }, line.cents ? signed(line.cents) : "–"),
      ),
    ),
  );
  part("statement").hidden = !lines.length;
  part("nothing").hidden = lines.length > 0;
}

async function show() {
  const day = part("day").value;
  const [me, wish, coming, lines] = await Promise.all([
    api("GET", "/me"),
    api("GET", "/me/wish"),
    api("GET", "/me/held"),
    api("GET", `/me/statement${day ? `?day=${day}` : ""}`),
  ]);
  part("purse").textContent = dollars(me.wallet_cents);
  showComing(coming);
  showWish(wish);
  showStatement(lines);
}

/** What is wrong with an amount is said in the house's words, not in the browser's. */
function sayWhole(input) {
  const judge = () => input.setCustomValidity(input.validity.patternMismatch ? `${input.title}: no cents, no signs.` : "");
  input.addEventListener("input", judge);
  judge();
}

for (const form of document.querySelectorAll("form[data-wish]")) {
  sayWhole(form.elements.dollars);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { dollars: amount, table = "" } = Object.fromEntries(new FormData(form));
    const cents = Number(amount) * 100;
    try {
      const answer = await api("POST", "/me/wish", { id: requestId(), wish: form.dataset.wish, amount_cents: cents, table });
      say(answer.given ? `${dollars(cents)} in play chips are yours.` : "Asked. You can go on playing meanwhile.");
      await show();
    } catch (error) {
      refused(error);
    }
  });
}
part("take-back").addEventListener("click", () =>
  api("DELETE", "/me/wish").then(() => (say("Taken back."), show()), refused),
);
part("day").addEventListener("change", () => show().catch(refused));
show().catch(refused);

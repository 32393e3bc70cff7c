// The cage: what players ask for. Whoever has counted the cash sells the chips or buys them back, or says no.

import { h, patch, dollars } from "./dom.js";
import { api, requestId } from "./api.js";
import { ask, perform, signature, signed } from "./acting.js";
import { refused, say } from "./notes.js";

const page = document.getElementById("cage");
const names = new Map(JSON.parse(document.getElementById("names").textContent));
const role = page.dataset.role;
const REFRESH_MS = 4000;
const again = document.getElementById("again");
const mayAnswer = (wish) => role === "cashier" || (role === "dealer" && wish === "chips");
const since = (us) => {
  const minutes = Math.floor((Date.now() - us / 1000) / 60000);
  return minutes < 1 ? "just now" : `${minutes} min ago`;
};

function line(asked) {
  const chips = asked.wish === "chips";
  return h(
    "li",
    { class: "panel", data: { key: `${asked.player}-${asked.at_us}`, player: asked.player } },
    h(
      "p",
      { class: "wish-words" },
      h("b", {}, asked.player),
      chips ? ` asks for ${dollars(asked.cents)} in chips at ${names.get(asked.table) ?? asked.table}` : ` asks for ${dollars(asked.cents)} in cash for chips`,
      h("span", { class: "soft small" }, ` · ${since(asked.at_us)}`),
    ),
    mayAnswer(asked.wish)
      ? h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "first", data: { answer: "yes", wish: asked.wish, player: asked.player, cents: asked.cents, table: asked.table, at: asked.at_us } },
            chips ? `The cash is counted: give ${dollars(asked.cents)} in chips` : `The cash is paid out: take ${dollars(asked.cents)} in chips`,
          ),
          h("button", { type: "button", data: { answer: "no", player: asked.player } }, "Decline"),
        )
      : h("p", { class: "soft small" }, chips ? "A dealer or a cashier answers." : "A cashier answers."),
  );
}

async function show() {
  const wishes = await api("GET", "/cage/wishes");
  patch(document.getElementById("wishes"), wishes.map(line));
  document.getElementById("none").hidden = wishes.length > 0;
  const holds = document.getElementById("cage-cents");
  if (holds) holds.textContent = dollars((await api("GET", "/cage")).cents);
}

/** The password once more where the house asks for it, then the same request. */
async function sure(request) {
  try {
    return await request();
  } catch (error) {
    if (error.kind !== "credentials-again") throw error;
  }
  const form = again.querySelector("form");
  form.reset();
  again.showModal();
  await new Promise((go, stop) => {
    form.onsubmit = (event) => {
      event.preventDefault();
      const { password, code } = Object.fromEntries(new FormData(form));
      api("POST", "/me/confirm", code ? { password, code } : { password }).then(go, stop);
    };
    again.querySelector("[data-close]").onclick = () => stop({ error: "Nothing was booked." });
    again.oncancel = () => stop({ error: "Nothing was booked." });
  }).finally(() => again.close());
  return request();
}

/** What the player is told beside the no; nothing where the cashier thinks better of it. */
function reason(player) {
  const dialog = document.getElementById("declining");
  const form = dialog.querySelector("form");
  form.reset();
  document.getElementById("declining-words").textContent = `${player} reads the reason beside the wish; nothing moves.`;
  dialog.returnValue = "";
  dialog.showModal();
  form.elements.why.select();
  return new Promise((done) => {
    dialog.onclose = () => done(dialog.returnValue === "decline" ? form.elements.why.value.trim() : "");
  });
}

/** Above what one person sells in a day a supervisor or executive has counted the cash too, and signs. */
async function sell(path, body) {
  try {
    return await api("POST", path, body);
  } catch (error) {
    if (error.kind !== "second-person-needed") throw error;
    return new Promise((done) => {
      const dialog = ask(
        "A second person counts the cash",
        [signature("Supervisor or executive signs")],
        async (form) => {
          const sold = await perform(path, { ...body, second: signed(form) }, { said: null });
          if (sold) done(sold);
          return sold !== null;
        },
        { button: `Give ${dollars(body.amount_cents)} in chips`, note: error.error },
      );
      dialog.addEventListener("close", () => done(null));
    });
  }
}

const answers = {
  yes: ({ wish, player, cents, table, at }) => {
    const id = requestId();
    const who = encodeURIComponent(player);
    return wish === "chips"
      ? sell(`/tables/${encodeURIComponent(table)}/buy-in`, { id, player, amount_cents: Number(cents), cash_confirmed: true, asked_us: Number(at) })
      : sure(() => api("POST", `/people/${who}/cash-out`, { id, amount_cents: Number(cents) }));
  },
  no: async ({ player }) => {
    const why = await reason(player);
    return why ? api("POST", `/cage/wishes/${encodeURIComponent(player)}/decline`, { why }) : null;
  },
};

page.addEventListener("click", async (event) => {
  const pressed = event.target.closest("[data-answer]");
  if (!pressed) return;
  pressed.disabled = true;
  try {
    const { answer, player, wish, cents } = pressed.dataset;
    if (await answers[answer](pressed.dataset))
      say(answer === "no" ? `${player} was told no.` : wish === "chips" ? `${player} has ${dollars(Number(cents))} more in chips.` : `${player} has ${dollars(Number(cents))} in cash.`);
  } catch (error) {
    refused(error);
  }
  pressed.disabled = false;
  if (document.activeElement === document.body) pressed.focus();
  await show().catch(refused);
});

show().catch(refused);
setInterval(() => document.visibilityState === "visible" && show().catch(() => {}), REFRESH_MS);

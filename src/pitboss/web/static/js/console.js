// The dealer's console: the table as everybody sees it, and the jackpot keypad.

import { h, patch, clause, refusal } from "./dom.js";
import { api, requestId } from "./api.js";
import { Live } from "./live.js";
import { fold } from "./fold.js";
import { drawFelt, layoutOf } from "./felt.js";
import { strip } from "./strip.js";

const page = document.getElementById("console");
const parts = Object.fromEntries(["strip", "felt", "keypad", "link", "dealer-dock"].map((id) => [id, document.getElementById(id)]));
const id = encodeURIComponent(page.dataset.table);
const layout = await layoutOf(page.dataset.layout);
const live = new Live(page.dataset.table);
const NOTHING = { log: [], stakes: {} };
const ui = { step: null, spot: null, sensor: null };
let state = null;
let pad = null;
let missing = null;

function context() {
  const view = state.view && state.phase !== "betting" ? state.view : null;
  const felt = fold(view ?? NOTHING);
  const seats = new Map(state.seats.map((seat) => [seat.spot, seat]));
  const none = new Set();
  return {
    state, table: state.table, view, felt, ui, mine: none, caughtUp: true, asks: [], moving: true, shown: view?.log.length ?? 0,
    betting: state.phase === "betting", settled: state.phase === "settled", waiting: view?.waiting_for ?? [],
    call: state.phase === "betting" ? "Place your bets" : undefined,
    seat: (spot) => seats.get(spot),
    wager: (wager) => state.table.wagers.find((w) => w.id === wager),
    bets: (spot) => (view ? felt.bets[spot] : seats.get(spot)?.bets) ?? {},
    ask: () => undefined, picks: () => none, amount: () => 0, canSit: () => false,
  };
}

const sensorNow = () => pad.sensors.find((s) => s.sensor === ui.sensor) ?? pad.sensors[0];

function spotButton(sensor, spot) {
  const lit = pad.running ? sensor.lit.includes(spot) : sensor.chips.includes(spot);
  const claim = pad.claims.find((c) => c.sensor === sensor.sensor && c.spot === spot && c.status !== "taken-off");
  return h(
    "button",
    { type: "button", class: `spot-key ${lit ? "lit" : ""} ${claim ? "marked" : ""}`, "aria-pressed": String(ui.spot === spot), disabled: pad.running && !lit, data: { do: "spot", spot, key: `spot-${spot}` }, "aria-label": `Spot ${spot}, sensor ${lit ? "lit" : "dark"}${claim ? `, marked ${claim.text}` : ""}` },
    h("span", { class: "lamp" }),
    h("b", {}, String(spot)),
    claim ? h("span", { class: "mark" }, claim.text) : null,
  );
}

function handButton(sensor, button) {
  const claim = pad.claims.find((c) => c.sensor === sensor.sensor && c.spot === ui.spot && c.hand === button.hand && c.status !== "taken-off");
  return h(
    "button",
    { type: "button", class: `hand-key ${button.from_meter ? "from-meter" : ""}`, "aria-pressed": String(Boolean(claim)), disabled: !pad.running || !ui.spot, data: { do: "hand", hand: button.hand, key: `hand-${button.hand}` } },
    h("span", {}, button.text),
    h("b", {}, button.pays),
  );
}

function drawPad() {
  if (missing) return patch(parts.keypad, [h("h2", {}, "Jackpot keypad"), h("p", { class: "empty" }, missing)]);
  if (!pad) return undefined;
  if (!pad.sensors.length) return patch(parts.keypad, [h("h2", {}, "Jackpot keypad"), h("p", { class: "empty" }, "This table carries no jackpot.")]);
  const sensor = sensorNow();
  const waiting = pad.claims.filter((c) => c.from_meter && !["completed", "paid", "taken-off"].includes(c.status));
  const spots = Array.from({ length: pad.spots }, (_, i) => pad.spots - i);
  return patch(parts.keypad, [
    h("div", { class: "spread" }, h("h2", {}, sensor.name ?? "Jackpot keypad"), h("span", { class: `tag ${pad.running ? "good" : "mild"}`, id: "pad-state" }, pad.running ? `Game ${pad.number} running` : "Open for wagers")),
    pad.sensors.length > 1 ? h("div", { class: "row", role: "tablist" }, pad.sensors.map((s) => h("button", { type: "button", role: "tab", "aria-selected": String(s === sensor), data: { do: "sensor", sensor: s.sensor } }, s.name ?? s.sensor))) : null,
    h("div", { class: "spot-keys", role: "group", "aria-label": "Spots" }, spots.map((spot) => spotButton(sensor, spot))),
    h("div", { class: "hand-keys", role: "group", "aria-label": "Hands" }, sensor.buttons.map((button) => handButton(sensor, button))),
    waiting.length ? h("p", { class: "note alarm", role: "alert" }, "Call the supervisor: ", waiting.map((c) => `spot ${c.spot}, ${c.text}`).join("; "), " ", clause("JP-15")) : null,
    h(
      "div",
      { class: "game-keys" },
      h("button", { type: "button", class: "start", disabled: pad.running, data: { do: "start" } }, "START GAME"),
      h("button", { type: "button", class: "end", disabled: !pad.running, data: { do: "end" } }, "END GAME"),
    ),
    h("p", { class: "small soft" }, pad.running ? (ui.spot ? `Spot ${ui.spot}: press its hand; again takes it off.` : "Choose a spot with a lit sensor.") : "START GAME locks the lit sensors and takes the wagers.", " ", clause(pad.running ? "JP-15" : "JP-03")),
  ]);
}

function draw() {
  if (!state) return;
  const ctx = context();
  patch(parts.strip, strip(ctx));
  drawFelt(parts.felt, ctx, layout);
  const person = state.dealer === "person";
  patch(parts["dealer-dock"], [
    h("p", { class: "question" }, person ? "You deal." : "The house deals at this table.", ...(state.notices ?? []).map((note) => h("span", { class: "soft small" }, ` ${note}`))),
    person && state.phase === "betting" ? h("button", { type: "button", class: "first", data: { do: "deal" } }, "No more bets: deal") : null,
    person && state.phase === "settled" ? h("button", { type: "button", class: "first", data: { do: "deal" } }, "Next round") : null,
  ]);
}

async function loadPad() {
  try {
    pad = await api("GET", `/tables/${id}/keypad`);
    missing = null;
  } catch (error) {
    missing = error.error ?? "The keypad cannot be reached.";
  }
  drawPad();
}

async function padCommand(path, fields = {}) {
  try {
    pad = (await api("POST", `/tables/${id}/keypad/${path}`, { id: requestId(), ...fields })) ?? pad;
    if (!pad.sensors) await loadPad();
  } catch (error) {
    refusal(error);
    await loadPad();
  }
  drawPad();
}

const deeds = {
  spot: ({ spot }) => {
    ui.spot = Number(spot);
    drawPad();
  },
  sensor: ({ sensor }) => {
    ui.sensor = sensor;
    ui.spot = null;
    drawPad();
  },
  hand: ({ hand }) => padCommand("press", { sensor: sensorNow().sensor, spot: ui.spot, hand }),
  start: () => padCommand("start"),
  end: () => {
    ui.spot = null;
    return padCommand("end");
  },
  deal: () => api("POST", `/tables/${id}/deal`, { id: requestId() }).catch(refusal),
  step: ({ step }) => {
    ui.step = ui.step === step ? null : step;
    draw();
  },
};

page.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target && !target.disabled) deeds[target.dataset.do]?.(target.dataset);
});
live.addEventListener("state", ({ detail }) => {
  state = { ...detail, table: detail.table ?? state?.table };
  draw();
  loadPad();
});
live.addEventListener("link", ({ detail }) => {
  parts.link.hidden = detail === "open";
});

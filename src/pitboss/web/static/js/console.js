// The dealer's console: the table as everybody sees it, and the jackpot keypad.

import { h, patch, clause, refusal, words } from "./dom.js";
import { api, requestId } from "./api.js";
import { Live } from "./live.js";
import { liveContext } from "./context.js";
import { drawFelt, layoutOf } from "./felt.js";
import { strip } from "./strip.js";

const page = document.getElementById("console");
const parts = Object.fromEntries(
  ["strip", "felt", "keypad", "link", "dealer-dock"].map((id) => [id, document.getElementById(id)]),
);
const id = encodeURIComponent(page.dataset.table);
const layout = await layoutOf(page.dataset.layout);
const live = new Live(page.dataset.table);
const ui = { step: null, spot: null, sensor: null };
let state = null;
let pad = null;
let claims = [];

/** The keypad as the table stands: sensors with a chip before START GAME, those locked in after it. */
function padOf() {
  const running = state.phase !== "betting";
  const spotsWith = (books, place) =>
    Object.keys(books)
      .map(Number)
      .filter((spot) => books[spot]?.[place]);
  const laid = Object.fromEntries(state.seats.map((seat) => [seat.spot, seat.bets]));
  return {
    running,
    number: state.round_number,
    spots: state.table.spots,
    marking: state.dealer === "person" && state.phase === "settled",
    sensors: state.jackpots.map((jackpot) => ({
      sensor: jackpot.place,
      name: words(jackpot.name),
      lit: running ? spotsWith(state.view?.stakes ?? {}, jackpot.place) : spotsWith(laid, jackpot.place),
      buttons: jackpot.lines,
    })),
    claims: claims.filter((claim) => claim.table === page.dataset.table && claim.status !== "taken-off"),
  };
}

const sensorNow = () => pad.sensors.find((s) => s.sensor === ui.sensor) ?? pad.sensors[0];

function spotButton(sensor, spot) {
  const lit = sensor.lit.includes(spot);
  const claim = pad.claims.find((c) => c.sensor === sensor.sensor && c.spot === spot);
  return h(
    "button",
    {
      type: "button",
      class: `spot-key ${lit ? "lit" : ""} ${claim ? "marked" : ""}`,
      "aria-pressed": String(ui.spot === spot),
      disabled: pad.running && !lit,
      data: { do: "spot", spot, key: `spot-${spot}` },
      "aria-label": `Spot ${spot}, sensor ${lit ? "lit" : "dark"}${claim ? `, marked ${claim.text}` : ""}`,
    },
    h("span", { class: "lamp" }),
    h("b", {}, String(spot)),
    claim ? h("span", { class: "mark" }, claim.text) : null,
  );
}

function handButton(sensor, button) {
  const claim = pad.claims.find(
    (c) => c.sensor === sensor.sensor && c.spot === ui.spot && c.hand === button.hand,
  );
  return h(
    "button",
    {
      type: "button",
      class: `hand-key ${button.from_meter ? "from-meter" : ""}`,
      "aria-pressed": String(Boolean(claim)),
      disabled: !pad.marking || !ui.spot,
      data: { do: "hand", hand: button.hand, key: `hand-${button.hand}` },
    },
    h("span", {}, button.text),
    h("b", {}, button.pays),
  );
}

function drawPad() {
  if (!state) return undefined;
  pad = padOf();
  const person = state.dealer === "person";
  if (!pad.sensors.length) {
    return patch(parts.keypad, [
      h("h2", {}, "Game keys"),
      gameKeys(person),
      h("p", { class: "empty" }, "This table carries no jackpot."),
    ]);
  }
  const sensor = sensorNow();
  const waiting = pad.claims.filter((c) => c.meter !== null && !["completed", "paid"].includes(c.status));
  const spots = Array.from({ length: pad.spots }, (_, i) => pad.spots - i);
  return patch(parts.keypad, [
    h(
      "div",
      { class: "spread" },
      h("h2", {}, sensor.name ?? "Jackpot keypad"),
      h(
        "span",
        { class: `tag ${pad.running ? "good" : "mild"}`, id: "pad-state" },
        pad.running ? `Game ${pad.number} running` : "Open for wagers",
      ),
    ),
    pad.sensors.length > 1
      ? h(
          "div",
          { class: "row", role: "tablist" },
          pad.sensors.map((s) =>
            h(
              "button",
              {
                type: "button",
                role: "tab",
                "aria-selected": String(s === sensor),
                data: { do: "sensor", sensor: s.sensor },
              },
              s.name ?? s.sensor,
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "spot-keys", role: "group", "aria-label": "Spots" },
      spots.map((spot) => spotButton(sensor, spot)),
    ),
    h(
      "div",
      { class: "hand-keys", role: "group", "aria-label": "Hands" },
      sensor.buttons.map((button) => handButton(sensor, button)),
    ),
    waiting.length
      ? h(
          "p",
          { class: "note alarm", role: "alert" },
          "Call the supervisor: ",
          waiting.map((c) => `spot ${c.spot}, ${c.text}`).join("; "),
          " ",
          clause("JP-15"),
        )
      : null,
    gameKeys(person),
    h("p", { class: "small soft" }, advice(person), " ", clause(pad.running ? "JP-15" : "JP-03")),
  ]);
}

function gameKeys(person) {
  return h(
    "div",
    { class: "game-keys", data: { key: "game-keys" } },
    h(
      "button",
      { type: "button", class: "start", disabled: state.phase !== "betting", data: { do: "start" } },
      "START GAME",
    ),
    h(
      "button",
      { type: "button", class: "end", disabled: state.phase !== "settled", data: { do: "end" } },
      "END GAME",
    ),
    person && state.phase === "playing"
      ? h("button", { type: "button", data: { do: "time" } }, "Call time")
      : null,
    rolls() && state.phase === "betting" ? field("dice", "Dice for the first hand, such as 3 1 6", "PG-02") : null,
    mayVoid() && state.phase === "playing" ? field("reason", "Misdeal: the reason", "HR-33") : null,
    mayVoid() && state.phase === "playing"
      ? h("button", { type: "button", class: "void", data: { do: "void" } }, "VOID ROUND")
      : null,
  );
}

/** Whether the number for the first hand is rolled by the dealer (PG-02). */
const rolls = () => state.table.options.first_hand === "dice";

/** Whether the person at the console may declare the round void (HR-33). */
const mayVoid = () => ["supervisor", "executive"].includes(state.you?.role);

function field(name, label, rule) {
  return h(
    "label",
    { class: "stack", data: { key: `field-${name}` } },
    h("span", {}, label, " ", clause(rule)),
    h("input", { type: "text", id: `console-${name}`, autocomplete: "off", maxlength: 200 }),
  );
}

const entered = (name) => document.getElementById(`console-${name}`)?.value.trim() ?? "";

function advice(person) {
  if (state.phase === "betting") return "START GAME locks the lit sensors, takes the wagers and deals.";
  if (!person) return "The house dealer marks the winning hands from the cards.";
  if (state.phase === "playing") return "Hands are marked when the round is dealt out.";
  return ui.spot
    ? `Spot ${ui.spot}: press its hand; again takes it off.`
    : "Choose a spot with a lit sensor, then its hand.";
}

function draw() {
  if (!state) return;
  const ctx = liveContext(state, undefined, { ui, moving: true, openSeats: false });
  patch(parts.strip, strip(ctx));
  drawFelt(parts.felt, ctx, layout);
  patch(parts["dealer-dock"], [
    h(
      "p",
      { class: "question" },
      state.dealer === "person" ? "You deal." : "The house deals at this table.",
      ...(state.notices ?? []).map((note) => h("span", { class: "soft small" }, ` ${note}`)),
    ),
  ]);
  drawPad();
}

async function loadClaims() {
  claims = await api("GET", "/claims").catch(() => claims);
  drawPad();
}

async function padCommand(path, fields = {}) {
  await api("POST", `/tables/${id}/keypad/${path}`, { id: requestId(), ...fields }).catch(refusal);
  await loadClaims();
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
  hand: ({ hand }) => padCommand("press", { place: sensorNow().sensor, spot: ui.spot, hand }),
  start: () => padCommand("start", rolls() ? { dice: (entered("dice").match(/\d+/g) ?? []).map(Number) } : {}),
  void: () => padCommand("void", { reason: entered("reason") }),
  end: () => {
    ui.spot = null;
    return padCommand("end");
  },
  time: () => padCommand("time"),
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
  loadClaims();
});
live.addEventListener("link", ({ detail }) => {
  parts.link.hidden = detail === "open";
});

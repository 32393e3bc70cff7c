// The dealer's console: the table as everybody sees it, the jackpot keypad, the game keys, the tray.

import { h, patch, clause, dollars, refusal, toast, words } from "./dom.js";
import { api } from "./api.js";
import { ask, field, perform, signature, signed } from "./acting.js";
import { awaited, noticeText, voided } from "./awaited.js";
import { Live, tellLink } from "./live.js";
import { liveContext } from "./context.js";
import { drawFelt, layoutOf } from "./felt.js";
import { strip } from "./strip.js";
import { trayPart } from "./tray.js";

const page = document.getElementById("console");
const parts = Object.fromEntries(
  ["strip", "felt", "keypad", "game-keys", "awaited", "link"].map((id) => [id, document.getElementById(id)]),
);
const id = encodeURIComponent(page.dataset.table);
const layout = await layoutOf(page.dataset.layout);
const live = new Live(page.dataset.table);
const ui = { step: null, spot: null, sensor: null, dice: [] };
let state = null;
let claims = [];
let busy = false;

const GONE = ["taken-off", "rejected", "backed-out", "void"];
const DICE = 3;
const rolls = () => state.table.options?.first_hand === "dice";
const inPerson = () => state.dealer === "person";
const mine = () => claims.filter((c) => c.table === page.dataset.table && !GONE.includes(c.status));

/** The sensors as the table stands: those with a chip before START GAME, those locked in after it (JP-03). */
function sensors() {
  const running = state.phase !== "betting";
  const laid = running
    ? (state.view?.stakes ?? {})
    : Object.fromEntries(state.seats.map((seat) => [seat.spot, seat.bets]));
  return state.jackpots.map((jackpot) => ({
    ...jackpot,
    lit: voided(state) ? [] : Object.keys(laid).map(Number).filter((spot) => laid[spot]?.[jackpot.place]),
  }));
}

const sensorNow = (all) => all.find((s) => s.place === ui.sensor) ?? all[0];
const marking = () => inPerson() && state.phase === "settled";

// the keypad

function meters(sensor) {
  const house = sensor.type === "house";
  return h(
    "dl",
    { class: "pad-meters", data: { key: `meters-${sensor.place}` } },
    sensor.meters.map((meter) =>
      h(
        "div",
        { data: { key: meter.name } },
        h("dt", {}, meter.name === "meter" ? (house ? "Posted amount" : "Meter") : words(meter.name)),
        h("dd", { data: { cents: meter.cents } }, dollars(meter.cents)),
      ),
    ),
  );
}

function spotKey(sensor, spot) {
  const lit = sensor.lit.includes(spot);
  const claim = mine().find((c) => c.sensor === sensor.place && c.spot === spot);
  return h(
    "button",
    {
      type: "button",
      class: `spot-key ${lit ? "lit" : ""} ${claim ? "marked" : ""}`,
      "aria-pressed": String(ui.spot === spot && lit),
      disabled: !lit || !marking(),
      data: { do: "spot", spot, key: `spot-${spot}` },
      "aria-label": `Spot ${spot}, sensor ${lit ? "lit" : "dark"}${claim ? `, marked ${claim.text}` : ""}`,
    },
    h("span", { class: "lamp", "aria-hidden": "true" }),
    h("b", {}, String(spot)),
    h("span", { class: "mark", "aria-hidden": "true" }, claim ? "✓" : ""),
  );
}

/** What a line pays as it stands now: a share of a meter with what that comes to, unless awards are held on it: what
    each of them gets follows from the order of pay (JP-14). */
function pays(sensor, line, held) {
  if (!line.percent) return line.pays;
  if (held.length) return `${line.percent} %`;
  const meter = sensor.meters.find((m) => m.name === line.meter) ?? sensor.meters[0];
  return meter ? `${line.percent} % · ${dollars(Math.floor((meter.cents * Number(line.percent)) / 100))}` : line.pays;
}

/** The spot of a mark, and the amount that is held for it off a meter: the one of the claims' page. */
const markOf = (line, claim) => `spot ${claim.spot}${line.from_meter && claim.payout_cents ? ` ${dollars(claim.payout_cents)}` : ""}`;

function handKey(sensor, line) {
  const here = mine().filter((c) => c.sensor === sensor.place && c.hand === line.hand);
  const pressed = here.some((c) => c.spot === ui.spot);
  return h(
    "button",
    {
      type: "button",
      class: `hand-key ${line.from_meter ? "from-meter" : ""}`,
      "aria-pressed": String(pressed),
      disabled: !marking() || !sensor.lit.includes(ui.spot),
      "aria-disabled": busy ? "true" : undefined,
      data: { do: "hand", hand: line.hand, key: `hand-${line.hand}` },
    },
    h("span", {}, line.text, here.length ? h("small", {}, ` ${here.map((c) => markOf(line, c)).join(", ")}`) : null),
    h("b", {}, pays(sensor, line, here)),
  );
}

const SAYS = {
  betting: "Lit: a chip is on the sensor.",
  playing: "Locked in at START GAME.",
};

function padWords(sensor) {
  if (!inPerson()) return "The house dealer marks the hands from the cards.";
  if (state.phase !== "settled") return SAYS[state.phase];
  if (voided(state)) return "The round is void: END GAME clears the felt.";
  if (!sensor.lit.length) return "No sensor was lit in this game: END GAME.";
  return ui.spot ? `Spot ${ui.spot}: its hand; again takes the mark off.` : "Press a lit spot, then its hand.";
}

const titleOf = (sensor) => `${words(sensor.type)}, ${sensor.pay_table}, ${dollars(sensor.fixed_wager_cents)}`;

/** One key for each jackpot of the table: two have no room for a heading as well. */
function sensorKeys(all, sensor) {
  return h(
    "div",
    { class: "pad-sensors", role: "group", "aria-label": "Jackpots", data: { key: "sensors" } },
    all.map((s) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(s === sensor), title: titleOf(s), data: { do: "sensor", sensor: s.place, key: s.place } },
        h("b", {}, words(s.place)),
        h("small", {}, `${s.pay_table}, ${dollars(s.fixed_wager_cents)}`),
      ),
    ),
  );
}

function drawPad() {
  const all = sensors();
  if (!all.length) {
    patch(parts.keypad, [
      h("div", { class: "pad-head", data: { key: "head" } }, h("h2", {}, "No jackpot"), stateTag()),
      h("p", { class: "soft pad-words", data: { key: "words" } }, "This table carries none. START GAME and END GAME work as everywhere."),
      dice(),
    ]);
    return;
  }
  const sensor = sensorNow(all);
  if (ui.spot && !sensor.lit.includes(ui.spot)) ui.spot = null;
  const spots = Array.from({ length: state.table.spots }, (_, i) => state.table.spots - i);
  patch(parts.keypad, [
    all.length > 1 ? sensorKeys(all, sensor) : h("div", { class: "pad-head", data: { key: "head" } }, h("h2", {}, titleOf(sensor)), stateTag()),
    meters(sensor),
    dice(),
    h("div", { class: "spot-keys", role: "group", "aria-label": "Spots", vars: { spots: spots.length }, data: { key: "spots" } }, spots.map((spot) => spotKey(sensor, spot))),
    h("p", { class: "soft pad-words", data: { key: "words" } }, padWords(sensor)),
    // before START GAME nobody can press a hand, and the roll takes its room
    rolls() && state.phase === "betting" ? null : h("div", { class: "hand-keys", role: "group", "aria-label": "Hands", data: { key: "hands" } }, sensor.lines.map((line) => handKey(sensor, line))),
  ]);
}

const STANDS = { betting: ["Open for wagers", "mild"], playing: ["running", "good"], settled: ["running", "good"] };

function stateTag() {
  const [text, tone] = state.closed && state.phase === "betting" ? ["Closed", "bad"] : STANDS[state.phase];
  return h("span", { class: `tag ${tone}`, id: "pad-state" }, tone === "good" ? `Game ${state.round_number} ${text}` : text);
}

/** Three dice, entered as they lie, where the house rolls for the first hand (PG-02). */
function dice() {
  if (!rolls() || state.phase !== "betting") return null;
  return h(
    "fieldset",
    { class: "dice", data: { key: "dice" } },
    h("legend", {}, "The roll ", clause("PG-02")),
    Array.from({ length: DICE }, (_, at) =>
      h(
        "div",
        { class: "die", role: "group", "aria-label": `Die ${at + 1}`, data: { key: `die-${at}` } },
        [1, 2, 3, 4, 5, 6].map((face) =>
          h(
            "button",
            { type: "button", "aria-pressed": String(ui.dice[at] === face), data: { do: "die", at, face, key: String(face) } },
            String(face),
          ),
        ),
      ),
    ),
  );
}

// the game keys: START and END stand where they stand

function drawKeys() {
  const ready = !rolls() || ui.dice.filter(Boolean).length === DICE;
  const bets = state.seats.some((seat) => Object.keys(seat.bets).length);
  const key = (deed, text, classes, off) =>
    h("button", { type: "button", class: classes, disabled: off || busy, data: { do: deed, key: deed } }, text);
  patch(parts["game-keys"], [
    key("time", "Call time", "", !inPerson() || state.phase !== "playing"),
    key("void", "Misdeal", "", state.phase !== "playing"),
    key("start", "START GAME", "start", state.phase !== "betting" || state.closed || !bets || !ready),
    // before its time it is not lit; pressed all the same it says why
    key("end", "END GAME", awaited(state, mine()).what === "END GAME" ? "end" : "end early", state.phase !== "settled"),
  ]);
}

/** What of the players' money comes with END GAME, together and by spot. */
function toPay() {
  const sums = {};
  for (const { spot, needs, wager, coming_cents: cents } of state.you?.coming ?? [])
    if (needs === "end-game" || state.table.wagers.find((one) => one.id === wager)?.sensed) sums[spot] = (sums[spot] ?? 0) + cents;
  const words = Object.entries(sums).map(([spot, cents]) => `${dollars(cents)} to spot ${spot}`);
  return { cents: Object.values(sums).reduce((all, cents) => all + cents, 0), words: words.join(", ") };
}

function drawAwaited() {
  const next = awaited(state, mine());
  const pays = toPay();
  // what END GAME was refused for is said by the line itself, as it stands now
  const notices = (state.notices ?? []).filter(({ kind }) => kind !== "game.held");
  parts.awaited.classList.toggle("calls", Boolean(next.call));
  patch(parts.awaited, [
    h("b", {}, `${next.who}: `),
    h("span", {}, next.what, "."),
    next.clause ? clause(next.clause) : null,
    notices.length ? h("span", { class: "soft" }, noticeText(notices[notices.length - 1])) : null,
    next.what === "END GAME" && pays.cents ? h("span", { class: "soft", title: pays.words, data: { key: "to-pay" } }, ` It pays ${dollars(pays.cents)}.`) : null,
  ]);
}

function draw() {
  if (!state) return;
  const sensed = new Set(state.table.wagers.filter((w) => w.sensed).map((w) => w.id));
  const seen = liveContext(state, undefined, { ui, moving: true, openSeats: false });
  // the chips on the sensors are taken with START GAME; the lamps stay lit (JP-03)
  const ctx = {
    ...seen,
    bets: (spot) =>
      seen.betting ? seen.bets(spot) : Object.fromEntries(Object.entries(seen.bets(spot)).filter(([w]) => !sensed.has(w))),
  };
  patch(parts.strip, strip(ctx));
  drawFelt(parts.felt, ctx, layout);
  drawAwaited();
  drawPad();
  drawKeys();
  page.dataset.phase = state.phase;
  page.dataset.version = state.version;
  page.dataset.shown = "all";
}

async function loadClaims() {
  claims = await api("GET", "/claims").catch(() => claims);
  draw();
}

async function padCommand(path, fields = {}) {
  if (busy) return void toast("The last press is still with the house.");
  busy = true;
  draw();
  await perform(`/tables/${id}/keypad/${path}`, fields, { said: null });
  busy = false;
  await loadClaims();
}

const deeds = {
  spot: ({ spot }) => {
    ui.spot = Number(spot);
    draw();
  },
  sensor: ({ sensor }) => {
    Object.assign(ui, { sensor, spot: null });
    draw();
  },
  die: ({ at, face }) => {
    ui.dice[at] = Number(face);
    draw();
  },
  hand: ({ hand }) => padCommand("press", { place: sensorNow(sensors()).place, spot: ui.spot, hand }),
  start: async () => {
    await padCommand("start", rolls() ? { dice: ui.dice } : {});
    ui.dice = [];
  },
  end: () => {
    ui.spot = null;
    return padCommand("end");
  },
  time: () => padCommand("time"),
  void: () => {
    const boss = ["supervisor", "executive"].includes(page.dataset.role);
    ask(
      "Misdeal",
      [
        field("The reason, as everybody reads it", h("input", { name: "reason", id: "console-reason", required: true, maxlength: 200 })),
        field("Where surveillance finds it", h("input", { name: "camera", maxlength: 200, placeholder: "camera and time, if there is one" })),
        boss ? null : signature("A supervisor or executive declares it", { prefix: "signed" }),
        signature("Surveillance or an auditor signs"),
      ],
      async (form) => {
        const body = { reason: form.elements.reason.value.trim(), camera: form.elements.camera.value.trim(), second: signed(form) };
        if (!boss) body.signed = signed(form, "signed");
        return (await perform(`/tables/${id}/keypad/void`, body, { said: "The round is void." })) !== null;
      },
      { button: "Void the round", note: "Every wager of the round goes back to its player (HR-33). What it changes is on record by name (HR-43)." },
    );
  },
  step: ({ step }) => {
    ui.step = ui.step === step ? null : step;
    draw();
  },
};

page.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target && !target.disabled && state) deeds[target.dataset.do]?.(target.dataset);
});
live.addEventListener("state", ({ detail }) => {
  state = { ...detail, table: detail.table ?? state?.table };
  draw();
  loadClaims();
});
tellLink(live, page, parts.link);
live.addEventListener("refused", ({ detail }) => refusal(detail));

trayPart(page.dataset.table, page.dataset.role, page.querySelector("h1").textContent);
// a claim moves at other screens as well
setInterval(() => document.visibilityState === "visible" && state?.phase === "settled" && loadClaims(), 3000);

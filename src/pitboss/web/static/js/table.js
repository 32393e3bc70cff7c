// The table page: states come in, the felt shows them event by event, choices go out.

import { h, patch, dollars, refusal, toast } from "./dom.js";
import { api } from "./api.js";
import { Live, tellLink } from "./live.js";
import { liveContext } from "./context.js";
import { opening } from "./fold.js";
import { drawFelt, flyChips, layoutOf } from "./felt.js";
import { strip } from "./strip.js";
import { dock, mayGoOn, noticesOf, question, toldOf } from "./dock.js";
import { panel, hint as hintPanel } from "./panel.js";
import { changes, chipsOffered, doubled, lastFor, leaderOf, nextOf, oneLess, oneMore, withTwins } from "./bets.js";
import { comingShown, nextPause, spoken } from "./show.js";
import { awardsOf } from "./awards.js";
import { Purse, comingHere, waitsFor } from "./purse.js";
import { Session } from "./session.js";
import { sound } from "./sound.js";
import { Cut } from "./cut.js";
import { follow, serverNow, tick } from "./clock.js";
import { keepReceipt } from "./receipt.js";
import { tour } from "./sheets.js";
import { checkCards, pressedCard } from "./checking.js";
import { chipsDialog, leavingDialog } from "./away.js";
import { keepFocus, listenToKeys } from "./keys.js";
import { Presses } from "./presses.js";

/** whoever leaves with the end of the round still sees its result */
const LEAVES_MS = 4000;
const page = document.getElementById("table");
const parts = Object.fromEntries(
  ["strip", "felt", "dock", "panel", "hint", "link", "wallet", "live"].map((id) => [
    id,
    document.getElementById(id),
  ]),
);
const tableId = page.dataset.table;
const layout = await layoutOf(page.dataset.layout);
const live = new Live(tableId);
const session = new Session(tableId);
const cut = new Cut((fields) => live.send("cut", fields), () => live.connected);

let state = null;
let shown = 0;
/** the event from which the last message has told more */
let came = 0;
let roundKey = null;
let timer = 0;
let asked = "";
/** what is laid, taken back and dealt goes to the house in the order of the presses */
/** @type {Promise<any>} */
/** @type {Promise<any>} */
let turn = Promise.resolve();
const presses = new Presses(() => state && draw());
const ui = {
  chip: 500,
  step: null,
  picks: {},
  amounts: {},
  hint: null,
  history: [],
  last: session.lastBets,
  undo: [],
  /** chips for the next round, by spot */
  next: {},
  turbo: session.setting("turbo"),
  trainer: session.setting("trainer"),
  toured: session.setting("toured"),
  demo: page.dataset.demo === "yes",
  session,
  redraw: () => state && draw(),
};

const purse = (ui.purse = new Purse(parts.wallet, ui.redraw));

function context(moving = false) {
  const mine = new Set(state.you?.spots ?? []);
  const seen = liveContext(state, shown, { ui, mine, shown, moving });
  const asks = seen.caughtUp && seen.view ? seen.view.pending : [];
  const own = [...mine].sort((a, b) => b - a);
  const chosen = mine.has(ui.focus) ? ui.focus : own[0];
  return {
    ...seen,
    cut,
    coming: purse.coming(state, shown),
    comingLines: comingShown(state, shown),
    asks,
    closed: asks.length > 0 && (presses.unread(questionKey(asks[0])) || presses.answered(questionKey(asks[0]))),
    focus: asks[0]?.spot ?? chosen ?? null,
    openSeats: !mine.size || Boolean(ui.another && seen.betting),
    ask: (spot) => asks.find((ask) => ask.spot === spot),
    picks: (spot) => (ui.picks[spot] ??= new Set()),
    amount: (spot, choice) => {
      const wanted = ui.amounts[`${spot}-${choice.action}`] ?? layout.amount?.(seen, spot, choice) ?? choice.most_cents;
      return Math.min(choice.most_cents, Math.max(choice.least_cents, wanted));
    },
    canSit: (spot) => state.you && !seen.seat(spot)?.player,
  };
}

function draw(moving = false) {
  const ctx = context(moving);
  const focused = document.activeElement;
  patch(parts.strip, strip(ctx));
  drawFelt(parts.felt, ctx, layout);
  patch(parts.dock, dock(ctx, layout));
  patch(parts.panel, panel(ctx, layout));
  patch(parts.hint, hintPanel(ctx));
  purse.draw(state, shown);
  page.dataset.phase = state.phase;
  page.dataset.version = state.version;
  page.dataset.shown = ctx.caughtUp ? "all" : "part";
  const more = document.getElementById("another");
  if (more) more.hidden = !(state.table.several_spots && ctx.mine.size && ctx.betting);
  const leave = document.getElementById("leave");
  if (leave) {
    leave.hidden = !ctx.mine.size;
    leave.textContent = !staked() ? "Leave the seat" : ui.leaves ? "Keep the seat" : "Leave after this round";
  }
  keepFocus(focused, ctx, parts);
  presses.mark();
  tell(ctx);
  tick();
}

const questionKey = (ask) => `${state.round_id}/${ask.spot}/${ask.question}`;

/** A new question, or the result, is told once: in the live region, as a sound, to the session's books. */
function tell(ctx) {
  const ask = ctx.asks[0];
  const now = ask ? questionKey(ask) : "";
  if (ask && now !== asked) {
    say(`${question(ctx, layout, ask)} ${layout.words(ctx, ask.spot) ?? ""}`);
    sound("turn");
    if (ui.trainer) train(ask);
  }
  asked = now;
  const spots = [...ctx.mine].filter((spot) => ctx.felt.net[spot] !== undefined);
  if (!ctx.settled || !ctx.caughtUp || !spots.length || !session.close(state.round_id)) return;
  const net = spots.reduce((sum, spot) => sum + ctx.felt.net[spot], 0);
  const staked = ctx.felt.settled.filter((s) => ctx.mine.has(s.spot)).reduce((sum, s) => sum + s.stake_cents, 0);
  session.add(state.round_id, state.round_number, net, staked);
  const brought = net > 0 ? `You win ${dollars(net)}.` : net < 0 ? `You lose ${dollars(-net)}.` : "You come out even.";
  say([...awardsOf(ctx, spots), brought, ...comingHere(state, shown).map(waitsFor), ...toldOf(state.notices, spots)].join(" "));
  purse.look();
  if (ui.leaves) setTimeout(() => ui.leaves && deeds.leave(), LEAVES_MS);
  if (net > 0) sound(net >= 10 * staked ? "win-large" : net >= 2 * staked ? "win-middle" : "win-small");
  page.dataset.hit = net >= 10 * staked && net > 0 ? "large" : "";
  loadHistory();
  draw();
}

function say(words) {
  parts.live.append(h("p", {}, words));
  while (parts.live.children.length > 12) parts.live.firstChild.remove();
}

/** Show the log event by event up to its end. */
function proceed() {
  clearTimeout(timer);
  const log = state.view?.log ?? [];
  if (state.phase === "betting" || shown >= log.length) return draw();
  const wait = nextPause(log, shown, came, ui, state.table.show);
  if (!wait) {
    while (shown < log.length) announce(log[shown++]);
    return draw();
  }
  const event = log[shown];
  shown += 1;
  announce(event);
  sound(event.kind);
  draw(true);
  if (event.kind === "settle") flyChips(parts.felt, event.settlement);
  timer = setTimeout(proceed, wait);
}

function announce(event) {
  const words = spoken(state, event);
  if (words) say(words);
}

live.addEventListener("state", ({ detail }) => {
  const first = state === null;
  const key = detail.round_id ?? detail.round_number;
  const was = state?.phase;
  if (key !== roundKey) {
    shown = 0;
    Object.assign(ui, { picks: {}, amounts: {}, hint: null, hurry: false, undo: [] });
  }
  roundKey = key;
  const before = JSON.stringify(state?.view?.pending ?? []);
  const known = detail.round_id === state?.round_id ? (state?.notices ?? []).length : 0;
  // what never changes comes with the first state only
  state = { ...detail, table: detail.table ?? state?.table };
  follow(detail.server_ms);
  if (JSON.stringify(state.view?.pending ?? []) !== before) ui.hint = null;
  // whoever comes in or comes back sees the table as it stands
  if (first || detail.phase === "betting") shown = detail.view?.log.length ?? 0;
  if (first && state.phase === "settled") session.close(state.round_id);
  const chips = chipsOffered(state.table);
  if (!chips.includes(ui.chip)) ui.chip = chips[0];
  came = shown;
  // what the clock has done is told at once, and again with the result
  if (!first)
    for (const { kind, text } of noticesOf((state.notices ?? []).slice(known), state.you?.spots ?? []))
      if (["decided.late", "decided.away"].includes(kind) && state.phase === "playing") {
        toast(text);
        say(text);
      }
  remember();
  purse.follow(state, state.phase === "betting" || shown >= (state.view?.log.length ?? 0));
  cut.follow(state);
  for (const wrong of keepReceipt(state.table.id, state, cut))
    toast(`The house has shown ${wrong}. Your receipt of this round keeps both: tell the regulator.`, true);
  proceed();
  if (first && sessionStorage.getItem("sit-next")) {
    sessionStorage.removeItem("sit-next");
    sitInTheMiddle();
  }
  if (ui.leaves && state.phase === "betting") deeds.leave();
  else if (state.phase === "betting" && was !== "betting") {
    if (ui.again) layAgain();
    else layNext();
    ui.again = false;
  }
});

tellLink(live, page, parts.link);
live.addEventListener("refused", ({ detail }) => refusal(detail));

/** Whoever has just come in as a guest has a seat with the same press, the free one nearest the dealer. */
function sitInTheMiddle() {
  const away = (seat) => Math.abs(Number(seat.dataset.spot) - (state.table.spots + 1) / 2);
  const [seat] = [...page.querySelectorAll("[data-do=sit]")].sort((a, b) => away(a) - away(b));
  seat?.focus({ preventScroll: true });
  seat?.click();
}

/** The bets of one's own spots, to be laid again with one press. */
function remember() {
  if (state.phase === "betting" || !state.view || !state.you) return;
  const laid = opening(state.view);
  const bets = Object.fromEntries(state.you.spots.filter((s) => laid[s]).map((s) => [s, laid[s]]));
  if (Object.keys(bets).length) ui.last = session.lastBets = bets;
}

async function loadHistory() {
  ui.history = await api("GET", `/tables/${encodeURIComponent(tableId)}/rounds`).catch(() => ui.history);
  if (state) draw();
}

const command = (type, fields) =>
  live.send(type, fields).then(
    () => true,
    (error) => {
      ui.again = false;
      if (type === "ready" && state.phase === "settled" && context().felt.jackpots.length) toast("A supervisor confirms the jackpot; the next round begins after that.");
      else refusal(error);
      return false;
    },
  );
const betsOf = (spot) => state.seats.find((seat) => seat.spot === spot)?.bets ?? {};

/** Make a spot's bets these; what was there before can be had back. Whether all of it lies there. */
async function layAll(spot, wanted, undoable = true) {
  const now = { ...betsOf(spot) };
  const wishes = changes(state.table, now, wanted);
  let laid = 0;
  while (laid < wishes.length && (await command("bet", { spot, ...wishes[laid] }))) laid += 1;
  if (undoable && laid) ui.undo.push({ spot, bets: now });
  draw();
  return laid === wishes.length;
}

/** Presses are done one after the other, each on what the one before it has left. */
const inTurn = (deed) => (turn = turn.then(deed, deed));

/** A chip more or less: on the felt while bets are open, else for the next round; after the result it asks for that. */
const lay = (spot, wager, more) => inTurn(() => (state.phase === "betting" ? layNow : layForNext)(spot, wager, more));

function layNow(spot, wager, more) {
  const wanted = changed(betsOf(spot), wager, more);
  return wanted && layAll(spot, wanted);
}

function layForNext(spot, wager, more) {
  if (ui.again) return void toast("The same bets are laid for the next round.");
  const wanted = changed(ui.next[spot] ?? {}, wager, more);
  if (!wanted) return null;
  ui.next[spot] = wanted;
  const laid = nextOf(ui.next);
  toast(laid ? `${dollars(laid)} for the next round.` : "No chips for the next round.");
  draw();
  if (mayGoOn(context())) deeds.ready();
  return null;
}

/** The chips that were laid for this round while the last one was on. */
async function layNext() {
  const laid = Object.entries(ui.next);
  ui.next = {};
  for (const [spot, bets] of laid)
    if (state.you?.spots.includes(Number(spot))) await inTurn(() => layAll(Number(spot), { ...betsOf(Number(spot)), ...bets }));
}

/** A spot's bets with one chip more or less on a wager; null, with the reason told, where that changes nothing. */
function changed(bets, wager, more) {
  const now = bets[wager] ?? 0;
  // whoever lays one wager and then its twin has laid both with the first press
  const leader = leaderOf(state.table, wager);
  if (more && leader && bets[leader.id]) return void toast(`It always equals the ${leader.name}: press ${leader.name} for more.`);
  const total = more ? oneMore(state.table, wager, now, ui.chip) : oneLess(state.table, wager, now);
  if (total === now) return void toast(more ? `${dollars(now)} is the most here.` : "No chip lies here.");
  sound("chip");
  return withTwins(state.table, { ...bets, [wager]: total }, wager);
}

/** Whether all of the last bets lie there again. */
async function rebet() {
  let all = true;
  for (const [spot, bets] of Object.entries(lastFor(ui.last, state.you.spots)))
    all = (await layAll(Number(spot), bets)) && all;
  return all;
}

async function double() {
  const doubles = state.you.spots.map((spot) => [spot, doubled(state.table, betsOf(spot))]);
  if (!doubles.some(([spot, bets]) => changes(state.table, betsOf(spot), bets).length))
    return void toast("Every wager lies at its most.");
  for (const [spot, bets] of doubles) await layAll(spot, bets);
  return null;
}

/** What is on its way to the house is not sent a second time by a second press. */
const underway = new Set();
const single = (name, deed) => {
  if (underway.has(name)) return null;
  underway.add(name);
  return Promise.resolve(deed()).finally(() => underway.delete(name));
};

/** Up from the table: at once, or with the end of the round in which one's chips lie; a second press stays. */
function leave() {
  const spots = state.you?.spots ?? [];
  if (!spots.length) {
    ui.leaves = false;
    return void toast("You have no seat here.");
  }
  if (staked()) {
    ui.leaves = !ui.leaves;
    toast(ui.leaves ? "You leave the seat when this round is over." : "You keep the seat.");
    return draw();
  }
  ui.leaves = false;
  return single("leave", () => Promise.all(spots.map((spot) => command("leave", { spot }))));
}

/** Whether chips of one's own lie in a round that is on. */
const staked = () => state.phase === "playing" && (state.you?.spots ?? []).some((spot) => state.view?.stakes[spot]);

/** Ready for the cards, or for new bets after the result: for that which was there when it was pressed, once. */
function ready() {
  const meant = `${state.phase}/${roundKey}`;
  return inTurn(() => `${state.phase}/${roundKey}` === meant && cut.along((fields) => command("ready", fields)));
}

/** The last bets and the deal in one: until they lie there, nothing else is offered under the finger. */
async function layAgain() {
  ui.laying = true;
  draw();
  try {
    // what the house refuses is not dealt in part: the rest waits for the person
    if (await inTurn(rebet)) await deeds.ready();
  } finally {
    ui.laying = false;
    draw();
  }
}

async function ask(spot) {
  return api("POST", `/tables/${encodeURIComponent(tableId)}/hint`, { spot });
}

/** The trainer asks for the exact advice at once, and judges the choice when both are there. */
function train(question_) {
  const advice = ask(question_.spot).catch(() => null);
  ui.training = { ask: question_, round: state.round_id, advice };
}

async function judge(action, cards, amount) {
  const lesson = ui.training;
  ui.training = null;
  const given = await lesson?.advice;
  const words = session.compare(given ? (given.options ?? []) : null, action, cards, amount);
  if (words) toast(words);
  draw();
}

function act(spot, action) {
  const pending = state.view.pending.find((a) => a.spot === spot);
  const choice = pending?.choices.find((c) => c.action === action);
  if (!choice) return null;
  const fields = { spot, action, round_id: state.round_id, question: pending.question };
  if (choice.most_cents) fields.amount_cents = context().amount(spot, choice);
  if (choice.picks) fields.cards = [...(ui.picks[spot] ?? [])];
  return presses.once(questionKey(pending), () => {
    if (ui.trainer) judge(action, fields.cards ?? [], fields.amount_cents);
    return command("act", fields);
  });
}

const deeds = {
  another: () => {
    ui.another = !ui.another;
    draw();
  },
  sit: ({ spot }) => {
    ui.focus = Number(spot);
    ui.another = false;
    return single("sit", () => command("sit", { spot: Number(spot) }));
  },
  focus: ({ spot }) => {
    ui.focus = Number(spot);
    draw();
  },
  leave,
  "no-seat": () => toast("Log in, or play as a guest, to sit down here."),
  "choose-chip": ({ cents }) => {
    ui.chip = Number(cents);
    draw();
  },
  chip: ({ spot, wager }) => lay(Number(spot), wager, true),
  later: ({ wager }) => toast(`${context().wager(wager).name} is laid during the round, when you are asked.`),
  "clear-next": () => {
    ui.next = {};
    draw();
  },
  clear: () => inTurn(() => Promise.all(state.you.spots.map((spot) => layAll(spot, {})))),
  undo: () =>
    inTurn(() => {
      const last = ui.undo.pop();
      return last && layAll(last.spot, last.bets, false);
    }),
  double: () => inTurn(double),
  rebet: () => inTurn(rebet),
  ready,
  again: () => {
    if (ui.again || ui.laying) return null;
    ui.again = true;
    return deeds.ready();
  },
  act: ({ action, spot }) => act(Number(spot), action),
  pick: ({ card, spot }) => {
    const picks = (ui.picks[spot] ??= new Set());
    if (!picks.delete(card)) picks.add(card);
    draw();
  },
  hint: async ({ spot }) => {
    const round = state.round_id;
    ui.hint = { waiting: true };
    draw();
    const given = await ask(Number(spot)).catch((error) => ({ error: error.error }));
    // an answer that comes after the choice is not shown with the next question
    if (ui.hint?.waiting && state.round_id === round) ui.hint = given;
    draw();
  },
  "close-hint": () => void ((ui.hint = null), draw()),
  guest: () =>
    single("guest", () =>
      api("POST", "/guest", {}).then(() => {
        sessionStorage.setItem("sit-next", "yes");
        location.reload();
      }, refusal),
    ),
  tour: () =>
    tour(() => {
      ui.toured = session.set("toured", true);
      draw();
    }),
  trainer: () => {
    ui.trainer = session.set("trainer", !ui.trainer);
    // switched on during a question, it asks for that one, too
    const [standing] = context().asks;
    if (ui.trainer && standing) train(standing);
    draw();
  },
  step: ({ step }) => {
    ui.step = ui.step === step ? null : step;
    draw();
  },
  check: (pressed) => checkCards(state, context().caughtUp, pressed),
  skip: () => {
    ui.hurry = true;
    proceed();
  },
};

page.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (!presses.takes(event, target, toast)) return;
  if (target && !target.disabled && state && target.tagName !== "INPUT")
    deeds[target.dataset.do]?.(target.dataset);
  else if (state && !target) pressedCard(event, deeds.check);
});
page.addEventListener("submit", (event) => {
  if (event.target.dataset.do !== "cut") return;
  event.preventDefault();
  if (!cut.change(event.target.elements.cut.value))
    refusal({ error: "This cannot cut the cards.", clause: "HR-36", accepted: "1 to 64 plain characters" });
  draw();
});
page.addEventListener("contextmenu", (event) => {
  const place = event.target.closest("[data-do=chip]");
  if (!place) return;
  event.preventDefault();
  lay(Number(place.dataset.spot), place.dataset.wager, false);
});
page.addEventListener("input", (event) => {
  const { dataset, value } = event.target;
  if (dataset.do !== "amount") return;
  ui.amounts[`${dataset.spot}-${dataset.action}`] = Number(value);
  draw();
});
layout.listen?.(page, { context, draw, ui, deeds });

listenToKeys({ state: () => state, context, deeds, lay, ui, dock: parts.dock });

setInterval(() => state?.phase === "betting" && cut.late(serverNow()), 500);
loadHistory();

chipsDialog(tableId);
leavingDialog(() => state, { leave: deeds.leave, betsOf });
for (const id of ["leave", "another"]) {
  document.getElementById(id)?.addEventListener("click", () => {
    document.getElementById("menu").hidePopover();
    if (state) deeds[id]();
  });
}
const turbo = document.getElementById("turbo");
turbo?.setAttribute("aria-pressed", String(ui.turbo));
turbo?.addEventListener("click", () => {
  ui.turbo = session.set("turbo", !ui.turbo);
  turbo.setAttribute("aria-pressed", String(ui.turbo));
});

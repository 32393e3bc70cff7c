// The table page: states come in, the felt shows them event by event, choices go out.

import { h, patch, dollars, refusal, still, toast } from "./dom.js";
import { api, requestId } from "./api.js";
import { Live } from "./live.js";
import { liveContext } from "./context.js";
import { pause } from "./fold.js";
import { drawFelt, flyChips, layoutOf } from "./felt.js";
import { strip } from "./strip.js";
import { dock, keysFor } from "./dock.js";
import { panel } from "./panel.js";
import { CHIP_CENTS, cardName } from "./cards.js";

const LONGEST_SHOW_MS = 6000;

const page = document.getElementById("table");
const parts = Object.fromEntries(
  ["strip", "felt", "dock", "panel", "link", "wallet", "live"].map((id) => [id, document.getElementById(id)]),
);
const layout = await layoutOf(page.dataset.layout);
const live = new Live(page.dataset.table);

let state = null;
let shown = 0;
let roundKey = null;
let timer = 0;
const ui = { chip: 500, step: null, picks: {}, amounts: {}, hint: null, history: [], last: null };

function context(moving = false) {
  const mine = new Set(state.you?.spots ?? []);
  const seen = liveContext(state, shown, { ui, mine, shown, moving });
  const asks = seen.caughtUp && seen.view ? seen.view.pending : [];
  return {
    ...seen,
    asks,
    active: asks[0]?.spot,
    ask: (spot) => asks.find((ask) => ask.spot === spot),
    picks: (spot) => (ui.picks[spot] ??= new Set()),
    amount: (spot, choice) => {
      const wanted = ui.amounts[`${spot}-${choice.action}`] ?? choice.most_cents;
      return Math.min(choice.most_cents, Math.max(choice.least_cents, wanted));
    },
    canSit: (spot) => seen.betting && state.you && !seen.seat(spot)?.player && mine.size === 0,
  };
}

function draw(moving = false) {
  const ctx = context(moving);
  patch(parts.strip, strip(ctx));
  drawFelt(parts.felt, ctx, layout);
  patch(parts.dock, dock(ctx));
  patch(parts.panel, panel(ctx));
  parts.wallet.textContent = state.you ? dollars(state.you.wallet_cents) : "watching";
  page.dataset.phase = state.phase;
  page.dataset.version = state.version;
  tick();
}

/** Show the log event by event up to its end; the result is known already, this only lets people see it. */
function proceed() {
  clearTimeout(timer);
  const log = state.view?.log ?? [];
  if (state.phase === "betting" || shown >= log.length) return draw();
  const left = log.slice(shown).reduce((sum, event) => sum + pause(event), 0);
  if (still() || ui.hurry) {
    for (const event of log.slice(shown)) announce(event);
    shown = log.length;
    return draw();
  }
  const speed = Math.min(1, LONGEST_SHOW_MS / left);
  const event = log[shown];
  shown += 1;
  announce(event);
  draw(true);
  if (event.kind === "settle") flyChips(parts.felt, event.settlement);
  timer = setTimeout(proceed, pause(event) * speed);
}

/** The live region reads what the dealer says and what concerns one's own spot. */
function announce(event) {
  const own = new Set(state.you?.spots ?? []).has(event.spot);
  let words = "";
  if (event.kind === "say") words = event.text;
  else if (event.kind === "settle" && own) {
    const wager = state.table.wagers.find((w) => w.id === event.place)?.name ?? event.place;
    words = `${wager}: ${event.settlement.text || event.settlement.hand}, ${event.settlement.net_cents ? dollars(event.settlement.net_cents) : "push"}`;
  } else if (event.kind === "deal" && (own || event.spot === 0) && event.cards?.every((c) => c !== "??")) {
    words = `${own ? "You have" : "Dealer shows"} ${event.cards.map(cardName).join(", ")}`;
  }
  if (words) parts.live.append(h("p", {}, words));
  while (parts.live.children.length > 12) parts.live.firstChild.remove();
}

live.addEventListener("state", ({ detail }) => {
  const first = state === null;
  const key = detail.round_id ?? detail.round_number;
  if (key !== roundKey) {
    shown = 0;
    Object.assign(ui, { picks: {}, amounts: {}, hint: null, hurry: false });
  }
  roundKey = key;
  if (!first && detail.phase === "settled" && state.phase !== "settled") loadHistory();
  const asked = JSON.stringify(state?.view?.pending ?? []);
  // what never changes comes with the first state only
  state = { ...detail, table: detail.table ?? state?.table };
  if (JSON.stringify(state.view?.pending ?? []) !== asked) ui.hint = null;
  // whoever comes in or comes back sees the table as it stands
  if (first || detail.phase === "betting") shown = detail.view?.log.length ?? 0;
  remember();
  proceed();
});

live.addEventListener("link", ({ detail }) => {
  parts.link.hidden = detail === "open";
  page.dataset.link = detail;
});
live.addEventListener("refused", ({ detail }) => refusal(detail));

/** The bets of one's own spots, to be laid again with one press. */
function remember() {
  const bets = {};
  for (const seat of state.seats)
    if (seat.you && Object.keys(seat.bets ?? {}).length) bets[seat.spot] = { ...seat.bets };
  if (Object.keys(bets).length && state.phase !== "betting") ui.last = bets;
}

async function loadHistory() {
  const answer = await fetch(`/api/v1/tables/${encodeURIComponent(page.dataset.table)}/rounds`).catch(
    () => null,
  );
  if (!answer?.ok) return;
  ui.history = await answer.json();
  if (state) draw();
}

const command = (type, fields) => live.send(type, fields).catch(refusal);

const deeds = {
  sit: ({ spot }) => command("sit", { spot: Number(spot) }),
  leave: () => Promise.all((state.you?.spots ?? []).map((spot) => command("leave", { spot }))),
  "choose-chip": ({ cents }) => {
    ui.chip = Number(cents);
    draw();
  },
  chip: ({ spot, wager }) => lay(Number(spot), wager, ui.chip),
  clear: () => Promise.all(state.you.spots.map((spot) => command("clear", { spot }))),
  rebet: async () => {
    for (const [spot, bets] of Object.entries(ui.last ?? {})) {
      for (const [wager, cents] of Object.entries(bets)) {
        if (state.table.wagers.find((w) => w.id === wager)?.placed !== "later")
          await command("bet", { spot: Number(spot), wager, amount_cents: cents });
      }
    }
  },
  ready: () => command("ready"),
  act: ({ action, spot }) => act(Number(spot), action),
  pick: ({ card, spot }) => {
    const picks = (ui.picks[spot] ??= new Set());
    if (!picks.delete(card)) picks.add(card);
    draw();
  },
  hint: async ({ spot }) => {
    ui.hint = { waiting: true };
    draw();
    try {
      ui.hint = await live.send("hint", { spot: Number(spot) });
    } catch (error) {
      ui.hint = { error: error.error };
    }
    draw();
    // on a small screen the panel lies below the felt
    parts.panel.querySelector(".hint")?.scrollIntoView({ block: "center" });
  },
  "close-hint": () => {
    ui.hint = null;
    draw();
  },
  step: ({ step }) => {
    ui.step = ui.step === step ? null : step;
    draw();
  },
  skip: () => {
    ui.hurry = true;
    proceed();
  },
};

/** One chip more, or the last one less, on a wager place; the message carries the new total. */
function lay(spot, wager, chip) {
  const now = state.seats.find((seat) => seat.spot === spot)?.bets?.[wager] ?? 0;
  const step = chip > 0 ? chip : -Math.max(...CHIP_CENTS.filter((cents) => cents <= now), 0);
  const sensed = state.table.wagers.find((w) => w.id === wager)?.sensed;
  const fixed = state.table.limits?.[wager];
  let total = Math.max(0, now + step);
  if (sensed && fixed?.least_cents === fixed?.most_cents && fixed)
    total = now || chip < 0 ? 0 : fixed.least_cents;
  return layTotal(spot, wager, total);
}

/** Wagers that must be equal go together: the house refuses one without the other only when the cards come. */
async function layTotal(spot, wager, total) {
  const twins = state.table.wagers.filter(
    (w) => w.equals === wager || w.id === state.table.wagers.find((x) => x.id === wager)?.equals,
  );
  await command("bet", { spot, wager, amount_cents: total });
  for (const twin of twins) await command("bet", { spot, wager: twin.id, amount_cents: total });
}

function act(spot, action) {
  const ask = state.view.pending.find((a) => a.spot === spot);
  const choice = ask?.choices.find((c) => c.action === action);
  if (!choice) return null;
  const fields = { spot, action };
  if (choice.most_cents) fields.amount_cents = context().amount(spot, choice);
  if (choice.picks) fields.cards = [...(ui.picks[spot] ?? [])];
  return command("act", fields);
}

page.addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target && !target.disabled && state && target.tagName !== "INPUT")
    deeds[target.dataset.do]?.(target.dataset);
});
page.addEventListener("contextmenu", (event) => {
  const place = event.target.closest("[data-do=chip]");
  if (!place) return;
  event.preventDefault();
  lay(Number(place.dataset.spot), place.dataset.wager, -1);
});
page.addEventListener("input", (event) => {
  const { dataset, value } = event.target;
  if (dataset.do !== "amount") return;
  ui.amounts[`${dataset.spot}-${dataset.action}`] = Number(value);
  draw();
});
layout.listen?.(page, { context, draw, ui, deeds });

document.addEventListener("keydown", (event) => {
  if (
    !state ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.matches("input:not([type=range]), textarea, select")
  )
    return;
  const key = event.key.toLowerCase();
  const ctx = context();
  const place = event.target.closest?.("[data-do=chip]");
  if (place && (key === "-" || key === "delete" || key === "backspace"))
    return void lay(Number(place.dataset.spot), place.dataset.wager, -1);
  if (key === "." && ctx.asks.length) return void deeds.hint({ spot: ctx.asks[0].spot });
  if (key === " " && !ctx.caughtUp && event.target === document.body)
    return void (event.preventDefault(), deeds.skip());
  if (ctx.asks.length) {
    const keys = keysFor(ctx.asks[0].choices);
    const action = Object.keys(keys).find((a) => keys[a] === key);
    if (action) parts.dock.querySelector(`[data-do=act][data-action="${action}"]`)?.click();
  } else if (ctx.settled && ctx.mine.size && key === "n") {
    deeds.ready();
  } else if (ctx.betting && ctx.mine.size) {
    const chip = CHIP_CENTS[Number(key) - 1];
    if (chip) deeds["choose-chip"]({ cents: chip });
    else if (key === "c") deeds.clear();
    else if (key === "r") deeds.rebet();
    else if (key === "d") deeds.ready();
  }
});

function tick() {
  for (const node of document.querySelectorAll("[data-deadline]")) {
    const seconds = Math.max(0, Math.ceil((Number(node.dataset.deadline) - Date.now()) / 1000));
    node.textContent = ` ${seconds} s`;
    node.classList.toggle("late", seconds <= 5);
  }
}
setInterval(tick, 500);
loadHistory();

const buying = document.getElementById("buying");
document.getElementById("buy")?.addEventListener("click", () => buying.showModal());
buying?.addEventListener("close", () => {
  const cents = Number(buying.querySelector("input").value) * 100;
  if (buying.returnValue !== "buy" || !cents) return;
  api("POST", `/tables/${encodeURIComponent(page.dataset.table)}/buy-in`, {
    id: requestId(),
    amount_cents: cents,
  }).then(() => toast(`${dollars(cents)} in chips.`), refusal);
});
document.getElementById("leave")?.addEventListener("click", () => state && deeds.leave());

// The action bar, always on the screen: chips before the cards, the question and its choices, the result.

import { h, clause, dollars, readable, result, signed } from "./dom.js";
import { chipSvg } from "./cards.js";
import { awardsOf, roundHeld } from "./awards.js";
import { chipsOffered, lacking, nextOf } from "./bets.js";
import { halted } from "./context.js";
import { besidePlayers, call, seatLines } from "./felt.js";
import { waitsFor } from "./purse.js";

const USUAL_KEYS = {
  stand: "s",
  stay: "s",
  hit: "h",
  double: "d",
  split: "p",
  fold: "f",
  bonus: "b",
  check: "c",
  raise: "r",
  surrender: "u",
  set: "s",
  "house-way": "w",
  insurance: "i",
  no: "n",
};

/** One letter for each choice: the usual one, else the first free letter of its words. */
export function keysFor(choices) {
  const used = new Set();
  const keys = {};
  for (const { action, text } of choices) {
    const letters = [USUAL_KEYS[action] ?? "", ...action.toLowerCase(), ...text.toLowerCase()].filter((l) =>
      /^[a-z0-9]$/.test(l),
    );
    keys[action] = letters.find((l) => !used.has(l)) ?? "";
    used.add(keys[action]);
  }
  return keys;
}

/** What is asked, in a sentence with the facts; several spots or hands are told apart. */
export function question(ctx, layout, ask) {
  const several = ctx.mine.size > 1 ? `Spot ${ask.spot}: ` : "";
  return several + readable(layout.question?.(ctx, ask) || ask.text || "Your choice?");
}

export function dock(ctx, layout) {
  if (!ctx.mine.size) return watching(ctx);
  if (ctx.asks.length) return acting(ctx, layout, ctx.asks[0]);
  if (ctx.betting) return betting(ctx);
  if (ctx.settled && ctx.caughtUp) return after(ctx);
  return waiting(ctx);
}

const button = (deed, words, key, more = {}) =>
  h(
    "button",
    {
      type: "button",
      class: more.class,
      disabled: more.disabled,
      title: more.title,
      "aria-keyshortcuts": key || undefined,
      data: { do: deed, key: more.key ?? deed, ...more.data },
    },
    h("span", {}, words),
    key ? h("kbd", {}, key.toUpperCase()) : null,
  );

/** The time that is left, as a bar; it starts when the question can be read. */
function timeBar(ctx) {
  const until = ctx.state.deadline;
  if (!until) return null;
  return h("div", { class: "time", data: { deadline: until, key: "time" }, "aria-hidden": "true" }, h("i", {}));
}

function acting(ctx, layout, ask) {
  const keys = keysFor(ask.choices);
  const why = Object.entries(ask.why_not ?? {});
  return [
    timeBar(ctx),
    h(
      "div",
      { class: "asking", data: { key: "asking" } },
      h("span", { class: "turn" }, "Your turn"),
      h("p", { class: "question", id: "question" }, question(ctx, layout, ask)),
      h("span", { class: "clock", data: { deadline: ctx.state.deadline, key: "clock" } }),
      why.length
        ? h(
            "details",
            { class: "why", data: { key: "why" } },
            h("summary", {}, h("span", {}, "Why", h("span", { class: "more" }, " not …"), "?")),
            h(
              "ul",
              {},
              why.map(([action, w]) =>
                h("li", {}, h("b", {}, action.replaceAll("-", " ")), ": ", w.reason, " ", clause(w.clause)),
              ),
            ),
          )
        : null,
      button("hint", "Hint", ".", { class: "quiet", data: { spot: ask.spot } }),
    ),
    h(
      "div",
      { class: "choices", role: "group", "aria-labelledby": "question", data: { key: `ask-${ask.spot}` } },
      ask.choices.map((choice) => choiceControl(ctx, layout, ask, choice, keys[choice.action])),
    ),
  ];
}

function choiceControl(ctx, layout, ask, choice, key) {
  const picked = !choice.picks || ctx.picks(ask.spot).size === choice.picks;
  const ready = picked && !layout.refused?.(ctx, ask, choice);
  const amount = choice.most_cents ? ctx.amount(ask.spot, choice) : 0;
  const price = amount || choice.cost_cents;
  // choices look equal, whatever they cost; only a hint that was asked for marks one of them
  const best = ctx.ui.hint?.options?.some((option) => option.best && option.action === choice.action && !option.cards);
  const press = h(
    "button",
    {
      type: "button",
      class: best ? "choice best" : "choice",
      disabled: !ready,
      "aria-disabled": ctx.closed ? "true" : undefined,
      "aria-keyshortcuts": key || undefined,
      data: {
        do: "act",
        action: choice.action,
        spot: ask.spot,
        key: `act-${choice.action}`,
      },
    },
    h("span", { class: "words" }, choice.text),
    price ? h("span", { class: "price" }, dollars(price)) : null,
    key ? h("kbd", {}, key.toUpperCase()) : null,
  );
  if (!choice.most_cents || choice.most_cents === choice.least_cents) return press;
  const label = `${choice.text}: amount, ${dollars(choice.least_cents)} to ${dollars(choice.most_cents)}`;
  return h(
    "div",
    { class: "with-amount", data: { key: `amount-${choice.action}` } },
    h("span", { class: "range-end", "aria-hidden": "true" }, dollars(choice.least_cents)),
    h("input", {
      type: "range",
      "aria-label": label,
      min: choice.least_cents,
      max: choice.most_cents,
      step: ctx.table.chip_cents ?? 100,
      value: amount,
      data: { do: "amount", action: choice.action, spot: ask.spot },
    }),
    h("span", { class: "range-end", "aria-hidden": "true" }, dollars(choice.most_cents)),
    press,
  );
}

const seatButton = (spot) =>
  h(
    "button",
    { type: "button", "aria-label": `Sit at ${spot}`, data: { do: "sit", spot, key: `sit-${spot}` } },
    h("span", { class: "seat-words" }, "Sit at "),
    String(spot),
  );

/** Without a seat: what goes on, and how to get one. */
function watching(ctx) {
  const newcomer = ctx.ui.toured ? null : button("tour", "Show me around", "", { class: "quiet" });
  if (!ctx.state.you)
    return [
      h("p", { class: "question" }, "You are watching."),
      h(
        "div",
        { class: "bet-buttons" },
        ctx.ui.demo ? button("guest", "Play as a guest", "", { class: "first" }) : null,
        h("a", { class: "button", href: `/login?next=${encodeURIComponent(location.pathname)}` }, "Log in"),
        newcomer,
      ),
    ];
  const { free, vacant } = besidePlayers(ctx);
  const words = vacant
    ? "Choose a free spot on the felt to sit down."
    : `You are watching. ${free.length ? "Sit down at a free seat:" : "Every seat is taken."}`;
  return [
    h("p", { class: "question" }, words),
    h(
      "div",
      { class: "bet-buttons seats", data: { key: "seats" } },
      free.map((spot) => seatButton(spot)),
      newcomer,
    ),
  ];
}

/** Whoever has looked away finds here what the last round brought. */
function lastRound(ctx) {
  const last = ctx.ui.session?.figures.rounds.at(-1);
  return last ? `Last round: ${last.net ? signed(last.net) : "even"}. ` : "";
}

/** Wagers that are always equal are laid with one press: whoever bets is told. */
function together(ctx) {
  const twin = ctx.table.wagers.find((wager) => wager.equals && wager.placed !== "later");
  return twin ? `. ${ctx.wager(twin.equals)?.name} and ${twin.name} are laid together` : "";
}

function betting(ctx) {
  if (ctx.ui.laying) return [timeBar(ctx), h("p", { class: "question soft" }, "The same bets are being laid.")];
  const total = onFelt(ctx);
  const chips = chipsOffered(ctx.table);
  const ready = [...ctx.mine].every((spot) => ctx.seat(spot)?.ready);
  if (ready && total) return readyFor(ctx);
  const lacks = [...ctx.mine].map((spot) => lacking(ctx.table, ctx.bets(spot))).find(Boolean);
  const standing = lacks || halted(ctx.state);
  return [
    timeBar(ctx),
    h(
      "div",
      { class: "rack", role: "radiogroup", "aria-label": "Chip to bet", data: { key: "rack" } },
      chips.map((cents, i) =>
        h(
          "button",
          {
            type: "button",
            role: "radio",
            class: "chip-button",
            "aria-checked": String(ctx.ui.chip === cents),
            "aria-label": `${dollars(cents)} chip`,
            "aria-keyshortcuts": String(i + 1),
            data: { do: "choose-chip", cents, key: `chip-${cents}` },
          },
          chipSvg(cents),
        ),
      ),
    ),
    h(
      "p",
      { class: "on-felt", data: { key: "on-felt" } },
      told(ctx).length && !total
        ? told(ctx).join(" ")
        : total
          ? [h("b", {}, dollars(total)), ` on the felt${standing ? `. ${standing}` : ""}`]
          : halted(ctx.state) || `${lastRound(ctx)}Choose a chip, press a circle${together(ctx)}`,
      " ",
      h("span", { class: "clock", data: { deadline: ctx.state.deadline, key: "clock" } }),
    ),
    h(
      "div",
      { class: "bet-buttons", data: { key: "bet-buttons" } },
      button("undo", "Undo", "u", { disabled: !ctx.ui.undo.length }),
      button("clear", "Clear", "c", { disabled: !total }),
      button("double", "Double", "x", { disabled: !total }),
      total
        ? button("ready", "Deal", "d", { disabled: Boolean(lacks) })
        : button("rebet", "Rebet", "r", { disabled: !ctx.ui.last }),
    ),
  ];
}

export const onFelt = (ctx) =>
  [...ctx.mine].reduce((sum, spot) => sum + Object.values(ctx.bets(spot)).reduce((a, b) => a + b, 0), 0);

const nameOf = (ctx, spot) => ctx.seat(spot)?.player ?? `spot ${spot}`;

/** Who is not ready yet and is waited for: nobody waits for who is away. */
const awaited = (ctx) => ctx.state.seats.filter((seat) => seat.player && !seat.ready && !seat.away);

function readyFor(ctx) {
  const late = awaited(ctx).filter((seat) => Object.keys(seat.bets ?? {}).length);
  const idle = awaited(ctx).filter((seat) => !Object.keys(seat.bets ?? {}).length);
  const names = (late.length ? late : idle).map((seat) => seat.player);
  return [
    timeBar(ctx),
    h(
      "p",
      { class: "question soft" },
      "Your bets are in. ",
      halted(ctx.state) || (names.length ? `Waiting for ${names.join(", ")}.` : "The cards are coming."),
      " ",
      h("span", { class: "clock", data: { deadline: ctx.state.deadline, key: "clock" } }),
    ),
    h("div", { class: "bet-buttons" }, button("clear", "Take back", "c")),
  ];
}

/** Whether the person can ask for the next round: the result is there, and the house waits for nothing else. */
export const mayGoOn = (ctx) =>
  ctx.settled && ctx.caughtUp && ctx.mine.size > 0 && ctx.state.dealer !== "person" && !roundHeld(ctx) && !isReady(ctx);

const isReady = (ctx) => [...ctx.mine].every((spot) => ctx.seat(spot)?.ready);

/** Chips that wait for the next round, with the way to have them back. */
function forNext(ctx) {
  const laid = nextOf(ctx.ui.next);
  return laid ? button("clear-next", `${dollars(laid)} for the next round: take back`, "") : null;
}

function after(ctx) {
  const spots = [...ctx.mine].filter((spot) => ctx.felt.net[spot] !== undefined);
  const goOn = roundHeld(ctx)
    ? h("p", { class: "on-felt", role: "status", data: { key: "held" } }, "The next round begins when the jackpot is confirmed.")
    : mayGoOn(ctx)
    ? h(
        "div",
        { class: "bet-buttons", data: { key: "go-on" } },
        button("ready", "New bet", "n", { key: "next" }),
        nextOf(ctx.ui.next) ? forNext(ctx) : ctx.ui.last ? button("again", "Same bet, deal", "d") : null,
      )
    : h("div", { class: "bet-buttons", data: { key: "waits" } }, isReady(ctx) ? waitsForOthers(ctx) : null, forNext(ctx));
  if (!spots.length) return [timeBar(ctx), h("p", { class: "question" }, "The round is settled."), goOn];
  const net = spots.reduce((sum, spot) => sum + ctx.felt.net[spot], 0);
  return [timeBar(ctx), outcome(ctx, net, spots), goOn];
}

/** What the round brought, where it came from, and what the clock did for one. */
function outcome(ctx, net, spots) {
  const parts = {};
  for (const spot of spots)
    for (const { name, cents } of seatLines(ctx, spot)) parts[name] = (parts[name] ?? 0) + cents;
  const lines = Object.entries(parts).filter(([, cents]) => cents);
  const awards = awardsOf(ctx, spots);
  const coming = (ctx.coming ?? []).filter(({ here }) => here).map(waitsFor);
  const notes = [...awards, ...coming, ...told(ctx, spots)];
  return h(
    "div",
    { class: "result", data: { key: "result" } },
    awards.length
      ? h("p", { class: "outcome win" }, net ? ["Jackpot, and ", h("b", {}, signed(net)), " besides"] : "You hit the jackpot")
      : h(
          "p",
          { class: `outcome ${result(net)}` },
          net > 0 ? "You win " : net < 0 ? "You lose " : "You come out even",
          net ? h("b", {}, dollars(Math.abs(net))) : null,
        ),
    h(
      "p",
      { class: "outcome-parts" },
      notes.map((note) => h("span", { class: "told" }, note)),
      lines.length > 1
        ? lines.map(([name, cents]) => h("span", {}, name, " ", h("b", { class: result(cents) }, signed(cents))))
        : null,
    ),
  );
}

/** Who has asked for the next round reads whom it waits for. */
function waitsForOthers(ctx) {
  const names = awaited(ctx).map((seat) => seat.player);
  return h("p", { class: "on-felt" }, names.length ? `Waiting for ${names.join(", ")}.` : "The next round is coming.");
}

const told = (ctx, spots = [...ctx.mine]) => toldOf(ctx.state.notices, spots);

/** What the house has told these spots; what waits for surveillance is a line of what is coming, or the dealer's money. */
export const noticesOf = (notices, spots) =>
  (notices ?? []).filter((note) => spots.includes(note.spot) && note.kind !== "pay.held");

export const toldOf = (notices, spots) => noticesOf(notices, spots).map(({ text }) => text);

function waiting(ctx) {
  const spot = ctx.waiting[0];
  if (ctx.caughtUp)
    return [
      timeBar(ctx),
      h(
        "p",
        { class: "question soft" },
        spot ? `Waiting for ${nameOf(ctx, spot)}, spot ${spot} ` : "The dealer is at work",
        h("span", { class: "clock", data: { deadline: ctx.state.deadline, key: "clock" } }),
      ),
      forNext(ctx),
    ];
  return [
    h("p", { class: "question soft" }, call(ctx) || "The cards are on their way"),
    button("skip", "Skip", "Space", { class: "quiet" }),
  ];
}

// The dock at the bottom: chips and bets before the cards, the legal choices during the round, the result after it.

import { h, dollars, signed, result, clause } from "./dom.js";
import { CHIP_CENTS, chipSvg } from "./cards.js";

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

export function dock(ctx) {
  if (ctx.asks.length && ctx.caughtUp) return [ctx.asks.slice(0, 1).map((ask) => actions(ctx, ask))];
  if (ctx.betting) return betting(ctx);
  if (ctx.settled && ctx.caughtUp) return after(ctx);
  return waiting(ctx);
}

function actions(ctx, ask) {
  const keys = keysFor(ask.choices);
  const several = ctx.mine.size > 1 ? `Spot ${ask.spot}: ` : "";
  const why = Object.entries(ask.why_not ?? {});
  return h(
    "div",
    { class: "acting", role: "group", "aria-label": "Your choices", data: { key: `ask-${ask.spot}` } },
    h("p", { class: "question" }, several, ask.text || "Your choice", " ", clause(ask.clause), clock(ctx)),
    h(
      "div",
      { class: "choices" },
      ask.choices.map((choice) => choiceControl(ctx, ask, choice, keys[choice.action])),
    ),
    h(
      "div",
      { class: "asides" },
      h(
        "button",
        { type: "button", class: "quiet", data: { do: "hint", spot: ask.spot } },
        "Hint ",
        h("kbd", {}, "."),
      ),
      why.length
        ? h(
            "details",
            { class: "why", data: { key: "why" } },
            h("summary", {}, "Why can't I …?"),
            h(
              "ul",
              {},
              why.map(([action, w]) =>
                h("li", {}, h("b", {}, action.replaceAll("-", " ")), ": ", w.reason, " ", clause(w.clause)),
              ),
            ),
          )
        : null,
    ),
  );
}

function choiceControl(ctx, ask, choice, key) {
  const ready = !choice.picks || ctx.picks(ask.spot).size === choice.picks;
  const amount = choice.most_cents ? ctx.amount(ask.spot, choice) : 0;
  const price = amount || choice.cost_cents;
  const button = h(
    "button",
    {
      type: "button",
      class: "choice",
      disabled: !ready,
      title: ready ? undefined : `Choose ${choice.picks} cards first`,
      "aria-keyshortcuts": key || undefined,
      data: {
        do: "act",
        action: choice.action,
        spot: ask.spot,
        key: `act-${choice.action}`,
        clause: choice.clause,
      },
    },
    h("span", {}, choice.text),
    price ? h("span", { class: "price" }, dollars(price)) : null,
    key ? h("kbd", {}, key.toUpperCase()) : null,
  );
  if (!choice.most_cents) return button;
  const label = `${choice.text}: amount, ${dollars(choice.least_cents)} to ${dollars(choice.most_cents)}`;
  return h(
    "div",
    { class: "with-amount", data: { key: `amount-${choice.action}` } },
    h("input", {
      type: "range",
      "aria-label": label,
      min: choice.least_cents,
      max: choice.most_cents,
      step: ctx.table.chip_cents ?? 100,
      value: amount,
      data: { do: "amount", action: choice.action, spot: ask.spot },
    }),
    button,
  );
}

function clock(ctx) {
  if (!ctx.state.deadline) return null;
  return h("span", { class: "clock", role: "timer", data: { deadline: ctx.state.deadline } }, " ");
}

function betting(ctx) {
  if (!ctx.state.you)
    return h(
      "p",
      { class: "question" },
      "You are watching. ",
      h("a", { href: `/login?next=${encodeURIComponent(location.pathname)}` }, "Log in"),
      " to take a seat.",
    );
  if (!ctx.mine.size) return h("p", { class: "question" }, "Choose a free spot on the felt to sit down.");
  const total = [...ctx.mine].reduce(
    (sum, spot) => sum + Object.values(ctx.bets(spot)).reduce((a, b) => a + b, 0),
    0,
  );
  return [
    h(
      "div",
      { class: "rack", role: "radiogroup", "aria-label": "Chip to bet" },
      CHIP_CENTS.map((cents, i) =>
        h(
          "button",
          {
            type: "button",
            role: "radio",
            class: "chip-button",
            "aria-checked": String(ctx.ui.chip === cents),
            "aria-label": `${dollars(cents)} chip`,
            "aria-keyshortcuts": String(i + 1),
            data: { do: "choose-chip", cents },
          },
          chipSvg(cents),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          role: "radio",
          class: "chip-button minus",
          "aria-checked": String(ctx.ui.chip < 0),
          "aria-label": "Take chips back",
          data: { do: "choose-chip", cents: -1 },
        },
        "−",
      ),
    ),
    h(
      "div",
      { class: "bet-buttons" },
      h(
        "span",
        { class: "on-felt" },
        total ? [h("b", {}, dollars(total)), " on the felt"] : "Press a wager place to bet",
        clock(ctx),
      ),
      h("button", { type: "button", data: { do: "clear" }, disabled: !total }, "Clear ", h("kbd", {}, "C")),
      h(
        "button",
        {
          type: "button",
          data: { do: "rebet" },
          disabled: !ctx.ui.last,
          title: ctx.ui.last ? undefined : "Nothing bet before",
        },
        "Rebet ",
        h("kbd", {}, "R"),
      ),
      h(
        "button",
        { type: "button", class: "first", data: { do: "ready" }, disabled: !total },
        "Deal ",
        h("kbd", {}, "D"),
      ),
    ),
  ];
}

function after(ctx) {
  const spots = [...ctx.mine].filter((spot) => ctx.felt.net[spot] !== undefined);
  const next =
    ctx.mine.size && ctx.state.dealer !== "person"
      ? h(
          "button",
          { type: "button", class: "first", data: { do: "ready", key: "next" } },
          "Next round ",
          h("kbd", {}, "N"),
        )
      : null;
  if (!spots.length) return [h("p", { class: "question" }, "The round is settled.", clock(ctx)), next];
  const net = spots.reduce((sum, spot) => sum + ctx.felt.net[spot], 0);
  return [outcome(net, ctx), next];
}

function outcome(net, ctx) {
  return h(
    "p",
    { class: `outcome ${result(net)}` },
    net > 0 ? "You win " : net < 0 ? "You lose " : "You come out even",
    h("b", {}, net ? signed(net) : ""),
    clock(ctx),
  );
}

function waiting(ctx) {
  const on = ctx.waiting.length ? `Waiting for spot ${ctx.waiting.join(", ")}` : "The dealer is at work";
  return h(
    "p",
    { class: "question soft" },
    ctx.caughtUp ? on : ctx.call || ctx.felt.announced?.text || "The cards are on their way",
    ctx.caughtUp ? clock(ctx) : null,
    ctx.caughtUp
      ? null
      : h("button", { type: "button", class: "quiet", data: { do: "skip" } }, "Skip ", h("kbd", {}, "Space")),
  );
}

// The dealer's procedure as a thin strip; pressing a step shows its clauses.

import { h, clause, titles } from "./dom.js";

const STEPS = [
  ["bets", "Bets"],
  ["no-more-bets", "No more bets"],
  ["deal", "Deal"],
  ["decisions", "Decisions"],
  ["dealer", "Dealer"],
  ["settle", "Settle"],
];

/** Which step is under way: the log's own, or betting where no round runs. */
function current(ctx) {
  if (ctx.betting) return "bets";
  return STEPS.some(([id]) => id === ctx.felt.step) ? ctx.felt.step : "no-more-bets";
}

/** The clauses an event of each step cited in this round so far. */
export function clausesByStep(log) {
  const cited = {};
  let step = "no-more-bets";
  for (const event of log) {
    if (event.kind === "step") step = event.text;
    (cited[step] ??= new Set()).add(event.clause);
  }
  return cited;
}

export function strip(ctx) {
  const now = current(ctx);
  const at = STEPS.findIndex(([id]) => id === now);
  const cited = ctx.view ? clausesByStep(ctx.view.log) : {};
  cited.bets = new Set(ctx.table.wagers.filter((w) => w.placed !== "later").map((w) => w.clause));
  return [
    h(
      "ol",
      { class: "steps", "aria-label": "Dealing procedure" },
      STEPS.map(([id, name], i) =>
        h(
          "li",
          { class: i < at ? "done" : i === at ? "now" : "", "aria-current": i === at ? "step" : undefined },
          h(
            "button",
            { type: "button", "aria-expanded": String(ctx.ui.step === id), data: { do: "step", step: id } },
            name,
          ),
        ),
      ),
    ),
    ctx.ui.step ? stepClauses(ctx.ui.step, cited) : null,
  ];
}

function stepClauses(step, cited) {
  const ids = [...(cited[step] ?? [])].filter(Boolean).sort();
  const name = STEPS.find(([id]) => id === step)[1];
  return h(
    "div",
    { class: "step-clauses", role: "region", "aria-label": `Clauses: ${name}` },
    ids.length
      ? h(
          "ul",
          {},
          ids.map((id) => h("li", {}, clause(id), " ", titles()[id] ?? "")),
        )
      : h("p", { class: "soft" }, `The round has not come to "${name}" yet.`),
  );
}

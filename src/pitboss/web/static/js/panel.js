// Beside the felt: the settlement line by line, the session, pay tables, what the dealer said, proof, history.

import { h, dollars, signed, result, clause, readable, words } from "./dom.js";
import { settlementLine } from "./felt.js";
import { waitsFor as comes } from "./awards.js";
import { comesWhen, waitsFor } from "./purse.js";

const MOST_OPTIONS = 6;

export function panel(ctx, layout) {
  return [
    settlement(ctx),
    heldPays(ctx),
    sessionFigures(ctx),
    jackpots(ctx),
    pays(ctx, layout),
    announcements(ctx),
    proof(ctx),
    history(ctx),
  ];
}

function pays(ctx, layout) {
  const prints = [layout.prints(ctx)].flat(Infinity).filter(Boolean);
  if (!prints.length) return null;
  return h("section", { class: "pays", data: { key: "pays" } }, h("h3", {}, "Pays"), prints);
}

/** What one has won and is not paid yet, whichever round or table it came from. */
function heldPays(ctx) {
  if (!ctx.coming?.length) return null;
  return h(
    "section",
    { class: "held-pays", data: { key: "held" } },
    h("h3", {}, "Coming to you"),
    h("ul", {}, ctx.coming.map((pay) => h("li", { data: { key: pay.id } }, waitsFor(pay)))),
  );
}

/** What the trainer found; a choice without exact advice is counted apart. */
export function judgement({ judged, mistakes, cost, unknown }) {
  const without = `${unknown} choice${unknown === 1 ? "" : "s"} without exact advice`;
  if (!judged) return `${without}: what they cost is not known`;
  const known = `${judged} choice${judged === 1 ? "" : "s"}, ${mistakes} mistake${mistakes === 1 ? "" : "s"}, $${(cost / 100).toFixed(2)} given up`;
  return unknown ? `${known}; ${without}` : known;
}

/** The session in figures, the road of its results, and what the trainer found. */
function sessionFigures(ctx) {
  const figures = ctx.ui.session?.figures;
  if (!figures || !ctx.mine.size) return null;
  const { rounds, net, played, staked } = figures;
  return h(
    "section",
    { class: "session", data: { key: "session" } },
    h("h3", {}, "Your session"),
    played
      ? [
          h(
            "p",
            {},
            `${played} round${played === 1 ? "" : "s"}, ${dollars(staked)} bet, `,
            h("b", { class: result(net) }, net ? signed(net) : "even"),
          ),
          h(
            "ol",
            { class: "road", "aria-label": "Results, oldest first" },
            rounds.map((r) =>
              h(
                "li",
                { class: result(r.net), title: `#${r.number}: ${signed(r.net)}`, data: { key: r.round } },
                h("span", { class: "sr" }, signed(r.net)),
              ),
            ),
          ),
        ]
      : h("p", { class: "soft small" }, "Nothing played yet."),
    h(
      "div",
      { class: "spread" },
      h(
        "button",
        { type: "button", "aria-pressed": String(Boolean(ctx.ui.trainer)), data: { do: "trainer" } },
        "Trainer",
      ),
      h(
        "span",
        { class: "small" },
        figures.judged || figures.unknown
          ? judgement(figures)
          : ctx.ui.trainer
            ? "Every choice is compared with the best one."
            : "Counts mistakes and what they cost.",
      ),
    ),
  );
}

/** Where every way to set a hand comes to the same, that alone is worth saying; undefined elsewhere. */
export function allAlike(options) {
  const [first, ...others] = options.map((o) => o.certain);
  const alike = first && others.length && others.every((other) => other === first) && options.every((o) => o.best);
  return alike ? `Every way to set ${first}; set any.` : undefined;
}

/** One choice is called the best; whatever is worth exactly as much is as good. */
export const praise = (options, i) => (!options[i].best ? null : i === options.findIndex((o) => o.best) ? "best" : "as good");

/** Each choice with its exact expectation in dollars, and what it gives up against the best, as bars. */
export function hint(ctx) {
  const given = ctx.ui.hint;
  if (!given) return null;
  if (given.waiting)
    return h(
      "section",
      { class: "hint", data: { key: "hint" } },
      h("h3", {}, "Hint"),
      h("p", { class: "loading" }, "Working it out exactly"),
    );
  if (given.error)
    return h(
      "section",
      { class: "hint", data: { key: "hint" } },
      h("h3", {}, "Hint"),
      h("p", {}, given.error),
    );
  const alike = allAlike(given.options);
  const worst = Math.max(1, ...given.options.map((o) => o.cost_cents));
  const money = (cents) => `${cents < 0 ? "−" : "+"}$${Math.abs(cents / 100).toFixed(3)}`;
  return h(
    "section",
    { class: "hint", "aria-label": "Hint", data: { key: "hint" } },
    h(
      "div",
      { class: "spread" },
      h("h3", {}, "Hint"),
      h(
        "button",
        { type: "button", class: "quiet", data: { do: "close-hint" }, "aria-label": "Close the hint" },
        "×",
      ),
    ),
    alike
      ? h("p", { class: "alike" }, alike)
      : h(
          "table",
          {},
          h(
            "thead",
            {},
            h("tr", {}, h("th", {}, "Choice"), h("th", { class: "n" }, "Expected"), h("th", {}, "Gives up")),
          ),
          h(
            "tbody",
            {},
            given.options.slice(0, MOST_OPTIONS).map((o, i) =>
              h(
                "tr",
                { class: o.best ? "best" : undefined },
                h("td", {}, readable(o.text), o.best ? h("span", { class: "tag good" }, praise(given.options, i)) : null),
                h("td", { class: `n ${result(o.expectation_cents)}` }, money(o.expectation_cents)),
                h(
                  "td",
                  {},
                  h("meter", {
                    min: 0,
                    max: worst,
                    value: o.cost_cents,
                    "aria-label": `gives up ${money(o.cost_cents)}`,
                  }),
                  h("span", { class: "figures" }, o.best ? "" : ` $${(o.cost_cents / 100).toFixed(3)}`),
                ),
              ),
            ),
          ),
        ),
    given.options.length > MOST_OPTIONS && !alike
      ? h("p", { class: "small soft" }, `The best ${MOST_OPTIONS} of ${given.options.length} choices.`)
      : null,
    given.options.length
      ? null
      : h("p", { class: "small soft" }, "There is no exact advice for this choice."),
  );
}

/** Of one settled wager: what of it is still to come. */
function notYet(ctx, n) {
  const line = ctx.comingLines?.find((one) => one.n === n && one.coming_cents > 0);
  return line ? h("span", { class: "line-words not-yet" }, `${dollars(line.coming_cents)} of it ${comesWhen(line)}`) : null;
}

function settlement(ctx) {
  const lines = ctx.felt.settled;
  if (!lines.length) return null;
  const own = lines.filter((s) => ctx.mine.has(s.spot));
  const listed = ctx.mine.size ? own : lines;
  if (!listed.length) return null;
  const told = listed.map((s) => settlementLine(ctx, s));
  const total = told.reduce((sum, { net }) => sum + net, 0);
  return h(
    "section",
    { class: "settlement", "aria-label": "Settlement", data: { key: "settlement" } },
    h("h3", {}, own.length ? "Your settlement" : "Settlement"),
    h(
      "ul",
      {},
      listed.map((s, i) => {
        const line = told[i];
        return h(
          "li",
          { data: { key: `line-${i}` } },
          h(
            "span",
            { class: "line-name" },
            ctx.mine.size === 1 && own.length ? "" : `${s.spot} · `,
            line.name,
          ),
          h("span", { class: "line-words" }, line.words, " ", clause(s.clause)),
          comes(line.award)
            ? h("span", { class: "n win" }, "won ", h("span", { class: result(line.net) }, signed(line.net)))
            : h("span", { class: `n ${result(line.net)}` }, line.net ? signed(line.net) : "push"),
          s.tokes_cents ? h("span", { class: "line-words" }, `${dollars(s.tokes_cents)} to the dealer`) : null,
          notYet(ctx, lines.indexOf(s)),
        );
      }),
      // what strangers have won and lost is not added up
      own.length
        ? h(
            "li",
            { class: "sum", data: { key: "sum" } },
            h("span", { class: "line-name" }, told.some(({ award }) => comes(award)) ? "Total before the jackpot" : "Total"),
            h("span", { class: `n ${result(total)}` }, total ? signed(total) : "even"),
          )
        : null,
    ),
  );
}

function jackpots(ctx) {
  const list = ctx.state.jackpots ?? [];
  if (!list.length) return null;
  return h(
    "section",
    { class: "meters", "aria-label": "Jackpots", data: { key: "meters" } },
    list.map((jackpot) =>
      h(
        "div",
        {},
        h("h3", {}, words(jackpot.name), list.length > 1 ? `, ${ctx.wager(jackpot.place)?.name ?? jackpot.place}` : ""),
        jackpot.meters.map((meter) =>
          h(
            "p",
            { class: "meter-line" },
            jackpot.meters.length > 1 ? h("span", {}, meter.name, " ") : null,
            h("b", { class: "money" }, dollars(meter.cents)),
          ),
        ),
        h(
          "p",
          { class: "small soft" },
          `${jackpot.type === "house" ? "House jackpot" : "Progressive"} · ${dollars(jackpot.fixed_wager_cents)} wager · pay table ${jackpot.pay_table}`,
        ),
      ),
    ),
  );
}

function announcements(ctx) {
  const said = (ctx.view?.log ?? [])
    .slice(0, ctx.shown)
    .filter((event) => (event.kind === "say" || event.kind === "jackpot") && event.text);
  if (!said.length) return null;
  return h(
    "section",
    { class: "said", data: { key: "said" } },
    h("h3", {}, "Dealer"),
    h(
      "ol",
      {},
      said
        .slice(-7)
        .map((event) =>
          h("li", {}, event.spot ? `Spot ${event.spot}: ` : "", readable(event.text), " ", clause(event.clause)),
        ),
    ),
  );
}

function proof(ctx) {
  const hash = ctx.state.commitment;
  if (!hash) return null;
  return h(
    "section",
    { class: "proof", data: { key: "proof" } },
    h("h3", {}, "Sealed before the first bet"),
    h(
      "p",
      { class: "small" },
      "Commitment ",
      h("code", { title: hash }, `${hash.slice(0, 16)}…`),
      " ",
      clause("HR-36"),
    ),
    ctx.cut?.panel() ?? null,
    ctx.cut && ctx.view
      ? h("button", { type: "button", disabled: !ctx.caughtUp, data: { do: "check", key: "check" } }, "Check the cards")
      : null,
    ctx.state.round_id
      ? h(
          "p",
          { class: "small" },
          h("a", { href: `/round/${encodeURIComponent(ctx.state.round_id)}` }, "Replay and check this round"),
        )
      : null,
  );
}

/** One's own rounds at this table; nothing of the round that is still being shown. */
function history(ctx) {
  const who = ctx.state.you?.name;
  const rounds = (ctx.ui.history ?? []).filter((r) => ctx.caughtUp || r.round !== ctx.state.round_id);
  const own = (r) => Object.entries(r.holders ?? {}).filter(([, name]) => name === who);
  const mine = rounds.filter((r) => who && own(r).length);
  const listed = mine.length ? mine : rounds;
  if (!listed.length) return null;
  return h(
    "section",
    { class: "history", data: { key: "history" } },
    h("h3", {}, mine.length ? "Your rounds" : "Rounds at this table"),
    h(
      "ol",
      {},
      listed.slice(0, 12).map((r) => {
        const net = own(r).reduce((sum, [spot]) => sum + (r.net[spot] ?? 0), 0);
        return h(
          "li",
          { data: { key: `r-${r.round}` } },
          h("a", { href: `/round/${encodeURIComponent(r.round)}` }, `#${r.number}`),
          mine.length ? h("span", { class: result(net) }, ` ${net ? signed(net) : "even"}`) : null,
        );
      }),
    ),
  );
}

// A round, event by event, with the proof that nobody picked its cards.

import { h, patch, clause, dollars, refusal, signed } from "./dom.js";
import { api } from "./api.js";
import { onlooker } from "./context.js";
import { fold, pause } from "./fold.js";
import { drawFelt, flyChips, layoutOf } from "./felt.js";
import { strip } from "./strip.js";
import { panel } from "./panel.js";
import { waitsFor } from "./purse.js";
import { cardName } from "./cards.js";
import { proofPanel, prove } from "./proof.js";

const page = document.getElementById("replay");
const parts = Object.fromEntries(
  ["strip", "felt", "panel", "at", "event", "seat"].map((id) => [id, document.getElementById(id)]),
);
const table = JSON.parse(document.getElementById("static").textContent);
const layout = await layoutOf(page.dataset.layout);
const ui = { step: null, focus: null, redraw: () => round && draw() };
let round = null;
/** what belongs to the round and is no part of what is proven */
let beside = null;
let shown = 0;
let timer = 0;
let proof = null;

function context(moving) {
  const done = shown >= round.view.log.length;
  return onlooker(table, round.view, fold(round.view, shown), {
    ui,
    focus: ui.focus,
    awards: beside.awards,
    shown,
    moving,
    caughtUp: done,
    settled: done,
    seat: (spot) => ({ player: round.view.stakes[spot] ? (beside.holders?.[spot] ?? `Spot ${spot}`) : null }),
  });
}

/** A void round: what it changed, and for staff who signed and where surveillance finds it. */
function voided({ reason, changed, signed: who, camera }) {
  const spots = Object.entries(changed);
  return h(
    "div",
    { class: "void-facts", data: { key: "void" } },
    h("h3", {}, "Void ", clause("HR-43")),
    h("p", {}, reason),
    spots.length
      ? h(
          "ul",
          { class: "settlement" },
          spots.map(([spot, cents]) =>
            h(
              "li",
              { data: { key: spot } },
              h("span", { class: "line-name" }, `Spot ${spot}: ${cents ? (cents > 0 ? "loss given back" : "win taken back") : "nothing was decided"}`),
              h("b", { class: "n" }, cents ? signed(cents) : "$0"),
            ),
          ),
        )
      : null,
    who ? h("p", { class: "small" }, `Signed by ${who.join(" and ")}${camera ? `; ${camera}` : ""}`) : null,
  );
}

/** When it was played, and the awards that were completed for it: they are not part of the round's own money. */
function facts() {
  const kept = beside.awards.filter(({ status }) => status !== "backed-out");
  const back = beside.awards.filter(({ status }) => status === "backed-out");
  return h(
    "section",
    { class: "round-facts", data: { key: "facts" } },
    h("p", { class: "small" }, beside.time),
    beside.void ? voided(beside.void) : null,
    kept.length
      ? [
          h("h3", {}, "Awards"),
          h(
            "ul",
            { class: "settlement" },
            kept.map((award) =>
              h(
                "li",
                { data: { key: award.award } },
                h("span", { class: "line-name" }, `Spot ${award.spot}: ${award.text}`),
                h("b", { class: "n win" }, signed(award.prize_cents)),
              ),
            ),
          ),
        ]
      : null,
    back.map((award) =>
      h(
        "p",
        { class: "taken-back", data: { key: `back-${award.award}` } },
        `Spot ${award.spot}: the award of ${dollars(award.prize_cents)} for ${award.text} was taken back`,
        award.why ? `: ${award.why}.` : ".",
        award.reopened ? " The cards show the hand: the prize is verified anew and then paid." : "",
      ),
    ),
    beside.coming.length
      ? [
          h("h3", { data: { key: "coming-head" } }, "Still to come"),
          h("ul", { class: "coming", data: { key: "coming" } }, beside.coming.map((pay) => h("li", { data: { key: pay.id } }, waitsFor(pay)))),
        ]
      : null,
  );
}

function describe(event) {
  if (!event) return "Before the first card";
  const who = event.spot ? `Spot ${event.spot}` : "Dealer";
  const cards = (event.cards ?? []).map(cardName).join(", ");
  const words = {
    deal: `${who} gets ${cards}`,
    expose: `${who} shows ${cards}`,
    move: `${who}: ${event.place} to ${event.detail}`,
    clear: event.text || `${who}: cards collected`,
    bet: `${who} bets on ${event.place}`,
    choice: `${who}: ${event.place}`,
    settle: `${who}: ${event.settlement?.text || event.settlement?.hand}`,
    step: `Step: ${event.text}`,
  };
  return words[event.kind] ?? event.text ?? event.kind;
}

function draw(moving = false) {
  const ctx = context(moving);
  patch(parts.strip, strip(ctx));
  drawFelt(parts.felt, ctx, layout);
  patch(parts.panel, [
    facts(),
    proofPanel(round, proof),
    ...panel(ctx, layout).filter((section) => section && !section.matches(".history, .proof")),
  ]);
  const event = round.view.log[shown - 1];
  parts.at.max = round.view.log.length;
  parts.at.value = shown;
  patch(parts.event, [
    h("span", {}, `${shown}/${round.view.log.length} · ${describe(event)} `),
    clause(event?.clause),
  ]);
}

function go(to, moving = false) {
  shown = Math.max(0, Math.min(round.view.log.length, to));
  draw(moving);
  const event = round.view.log[shown - 1];
  if (moving && event?.kind === "settle") flyChips(parts.felt, event.settlement);
}

function play(on) {
  clearTimeout(timer);
  page.querySelector("[data-go=play]").setAttribute("aria-pressed", String(on));
  if (!on) return;
  if (shown >= round.view.log.length) go(0);
  const step = () => {
    if (shown >= round.view.log.length) return play(false);
    go(shown + 1, true);
    timer = setTimeout(step, pause(round.view.log[shown - 1], table.show) * 1.6);
  };
  step();
}

const moves = {
  first: () => go(0),
  back: () => go(shown - 1),
  next: () => go(shown + 1, true),
  play: () => play(page.querySelector("[data-go=play]").getAttribute("aria-pressed") !== "true"),
};

page.addEventListener("click", (event) => {
  const target = event.target.closest("[data-go], [data-do=step]");
  if (!target || !round) return;
  if (target.dataset.go) {
    if (target.dataset.go !== "play") play(false);
    moves[target.dataset.go]();
  } else {
    ui.step = ui.step === target.dataset.step ? null : target.dataset.step;
    draw();
  }
});
parts.at.addEventListener("input", () => {
  play(false);
  go(Number(parts.at.value));
});
document.addEventListener("keydown", (event) => {
  if (!round || event.target.matches("input, button, summary")) return;
  const name = { ArrowLeft: "back", ArrowRight: "next", " ": "play", Home: "first" }[event.key];
  if (name) {
    event.preventDefault();
    moves[name]();
  }
});

try {
  const path = `/rounds/${encodeURIComponent(page.dataset.round)}`;
  const asked = api("GET", `${path}/facts`);
  round = await api("GET", path);
  beside = await asked;
  proof = await prove(round);
  const spots = Object.keys(round.view.stakes).map(Number);
  if (spots.length === 1) [ui.focus] = spots;
  patch(parts.seat, [
    h("option", { value: "", selected: ui.focus === null }, "All seats"),
    spots.map((spot) => h("option", { value: spot, selected: ui.focus === spot }, `Spot ${spot}`)),
  ]);
  parts.seat.addEventListener("change", () => {
    ui.focus = Number(parts.seat.value) || null;
    draw();
  });
  go(round.view.log.length);
} catch (error) {
  refusal(error);
  patch(parts.felt, [h("p", { class: "empty" }, error.error ?? "The round cannot be shown.")]);
}

// Claims on the jackpots: what the cards show, what is due, who has signed, and the next step.

import { h, patch, clause, dollars, refusal, toast, words } from "./dom.js";
import { api } from "./api.js";
import "./cards.js";

const place = document.getElementById("claims");
const role = place.dataset.role;
const REFRESH_MS = 3000;
let claims = null;
const tables = new Map();
const pages = new Map();

const ENDED = ["taken-off", "rejected", "backed-out", "void"];
const done = (claim) => ["completed", "paid"].includes(claim.status);

/** Surveillance first where the payout asks for it (HR-14), then confirmation and card (JP-16), then the prize. */
function nextStep(claim) {
  if (ENDED.includes(claim.status)) return null;
  if (done(claim)) return claim.meter !== null && pages.get(claim.id)?.status === "completed" ? "pay" : null;
  if (claim.needs.includes("surveillance")) return "surveillance";
  return claim.needs.length ? "confirm" : null;
}

function credentials(button) {
  return [
    h("label", { class: "field" }, "Name", h("input", { name: "name", required: true, autocomplete: "off" })),
    h(
      "label",
      { class: "field" },
      "Password",
      h("input", { name: "password", type: "password", required: true, autocomplete: "off" }),
    ),
    h("button", { class: "first", type: "submit" }, button),
  ];
}

function stepForm(claim, step) {
  const form = (text, rule, controls) =>
    h(
      "form",
      { class: "step-form", data: { claim: claim.id, step, key: `form-${claim.id}-${step}` } },
      h("p", {}, text, " ", clause(rule)),
      h("div", { class: "row end" }, controls),
    );
  if (step === "surveillance") {
    if (!["auditor", "surveillance"].includes(role))
      return h(
        "p",
        { class: "note" },
        "Over the limit: surveillance or an auditor confirms hand, wager, payout and player first ",
        clause("HR-14"),
        ".",
      );
    return form(
      `Seen: ${claim.text}, wager ${dollars(claim.wager_cents)}, payout ${dollars(claim.payout_cents)}`,
      "HR-14",
      [
        h(
          "label",
          { class: "field" },
          "Player",
          h("input", { name: "player", required: true, maxlength: 40 }),
        ),
        h("button", { class: "first", type: "submit" }, "Confirm by surveillance"),
      ],
    );
  }
  if (step === "pay")
    return ["auditor", "surveillance"].includes(role)
      ? null
      : form("The award is final. Hand over the prize and note it.", "JP-18", [
          h("button", { class: "first", type: "submit" }, "Prize paid"),
        ]);
  const executive = claim.needs.includes("executive card");
  const text =
    claim.confirmed_by
      ? `Confirmed. ${executive ? "Another person's executive card" : "A supervisor's or executive's card"} completes it.`
      : executive
        ? "Hand, spot and wager verified? The supervisor confirms, an executive's card completes it."
        : "Hand, spot and wager verified? Confirm with the card; it adjusts the meter once.";
  return form(
    text,
    "JP-16",
    credentials(claim.confirmed_by ? "Complete with this card" : "Confirm"),
  );
}

/** A hand that the cards do not show is rejected; an award that is not paid yet is backed out by two people. */
function reasonForm(claim) {
  const open = !done(claim) && !ENDED.includes(claim.status) && claim.meter !== null;
  const won = pages.get(claim.id)?.status === "completed";
  const step = open && ["supervisor", "executive"].includes(role) ? "reject" : won && role === "executive" ? "back-out" : null;
  if (!step) return null;
  const why = h("label", { class: "field" }, "Why", h("input", { name: "why", required: true, minlength: 3, maxlength: 300 }));
  const controls =
    step === "reject"
      ? [why, h("button", { type: "submit" }, "Reject")]
      : [why, ...credentials("Back out with this second person")];
  return h(
    "details",
    { data: { key: `reason-${claim.id}-${step}` } },
    h("summary", {}, step === "reject" ? "Reject" : "Back out"),
    h(
      "form",
      { class: "reason-form", data: { claim: claim.id, step, key: `form-${claim.id}-${step}` } },
      h("p", {}, step === "reject" ? "Not what it was marked as." : "The prize goes back to the meter.", " ", clause(step === "reject" ? "JP-30" : "JP-18")),
      h("div", { class: "row end" }, controls),
    ),
  );
}

/** The spot's own cards and the board, as they lie open on the felt. */
function cardsOf(claim) {
  const felt = tables.get(claim.table)?.view?.places ?? {};
  const own = felt[claim.spot] ?? {};
  const board = felt["0"] ?? {};
  const shown = [
    ...(own.hand ?? []),
    ...(own.front ?? []),
    ...(own.back ?? []),
    ...(board.flop ?? []),
    ...(board.turn ?? []),
    ...(board.river ?? []),
  ];
  return shown.filter((c) => c !== "??");
}

const figure = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

function figures(claim) {
  const award = pages.get(claim.id);
  if (award)
    return [
      figure("Prize", dollars(award.prize_cents)),
      figure("Meter before", dollars(award.before_cents)),
      figure("Meter after", dollars(award.after_cents)),
    ];
  const jackpot = tables.get(claim.table)?.jackpots?.find((j) => j.id === claim.jackpot);
  const meter = jackpot?.meters.find((m) => m.name === claim.meter);
  return [
    claim.payout_cents !== undefined ? figure("Due", dollars(claim.payout_cents)) : null,
    meter ? figure(`Meter ${meter.name === "meter" ? "now" : meter.name}`, dollars(meter.cents)) : null,
    figure("Line", claim.pays),
  ];
}

function claimCard(claim) {
  const step = nextStep(claim);
  const cards = cardsOf(claim);
  const tone = done(claim) ? "good" : "mild";
  return h(
    "article",
    { class: "panel claim", data: { key: `claim-${claim.id}`, claimId: claim.id, status: claim.status } },
    h(
      "div",
      { class: "spread" },
      h("h2", {}, `${claim.text} at spot ${claim.spot}`),
      h("span", { class: `tag ${tone}` }, pages.get(claim.id)?.status ?? claim.status),
    ),
    h(
      "p",
      { class: "soft" },
      [words(claim.table), words(claim.jackpot), claim.player].filter(Boolean).join(" · "),
    ),
    cards.length
      ? h(
          "div",
          { class: "cards open claim-cards" },
          cards.map((c, i) => h("pit-card", { c, data: { key: `c-${i}` } })),
        )
      : null,
    h("dl", { class: "claim-figures" }, figures(claim)),
    h(
      "ul",
      { class: "small claim-steps" },
      claim.pressed_by ? h("li", {}, `Marked by ${claim.pressed_by}`) : null,
      claim.surveillance
        ? h("li", {}, `Surveillance: ${claim.surveillance.by ?? "seen"}, player ${claim.surveillance.player}`)
        : null,
      claim.confirmed_by ? h("li", {}, `Confirmed by ${claim.confirmed_by}`) : null,
    ),
    step ? stepForm(claim, step) : null,
    reasonForm(claim),
    pages.has(claim.id)
      ? h("p", {}, h("a", { class: "button", href: `/pit/win/${encodeURIComponent(claim.id)}` }, "Win page"))
      : null,
  );
}

function draw() {
  if (!claims.length)
    return patch(place, [
      h(
        "div",
        { class: "empty" },
        h("h2", {}, "No claim is waiting"),
        h(
          "p",
          {},
          "A claim appears here when a hand on a jackpot is marked. Wins of the past are listed in the pit.",
        ),
      ),
    ]);
  return patch(place, [h("div", { class: "stack" }, claims.map(claimCard))]);
}

async function load() {
  try {
    const waiting = await api("GET", "/claims");
    // an award seen here stays until the page is left, also when the game has ended meanwhile
    const ended = (claims ?? []).filter(
      (claim) => pages.has(claim.id) && !waiting.some((w) => w.id === claim.id),
    );
    claims = [...waiting, ...ended];
    for (const id of new Set(claims.map((claim) => claim.table)))
      tables.set(id, await api("GET", `/tables/${encodeURIComponent(id)}`));
    for (const claim of claims)
      if (done(claim) && claim.meter !== null)
        pages.set(claim.id, await api("GET", `/claims/${encodeURIComponent(claim.id)}/win-page`));
    draw();
  } catch (error) {
    if (!claims)
      patch(place, [
        h("p", { class: "note alarm", role: "alert" }, error.error ?? "The claims cannot be fetched."),
      ]);
  }
}

function bodyOf(claim, step, fields) {
  if (step === "surveillance")
    return {
      hand: claim.hand,
      wager_cents: claim.wager_cents,
      payout_cents: claim.payout_cents,
      player: fields.player,
    };
  if (step === "reject") return { why: fields.why };
  if (step === "back-out") return { why: fields.why, second: { name: fields.name, password: fields.password } };
  return step === "confirm" ? fields : undefined;
}

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { claim: id, step } = form.dataset;
  const fields = Object.fromEntries(new FormData(form));
  if (form.elements.password) form.elements.password.value = "";
  try {
    const path = `/claims/${encodeURIComponent(id)}`;
    const answer = await api(
      "POST",
      `${path}/${step}`,
      bodyOf(
        claims.find((c) => c.id === id),
        step,
        fields,
      ),
    );
    if (!["pay", "back-out"].includes(step)) claims = claims.map((c) => (c.id === id ? answer : c));
    if (["pay", "back-out"].includes(step) || (done(answer) && answer.meter !== null))
      pages.set(id, await api("GET", `${path}/win-page`));
    toast("Recorded.");
  } catch (error) {
    refusal(error);
  }
  document.activeElement?.blur();
  await load();
});

load();
setInterval(
  () => document.visibilityState === "visible" && !place.contains(document.activeElement) && load(),
  REFRESH_MS,
);

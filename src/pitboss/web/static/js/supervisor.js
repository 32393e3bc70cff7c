// Claims on the meters: what the cards show, what the meter loses, who has confirmed, and the next step.

import { h, patch, clause, dollars, refusal, toast } from "./dom.js";
import { api } from "./api.js";
import "./cards.js";

const place = document.getElementById("claims");
const REFRESH_MS = 3000;
let claims = null;

const done = (claim) => ["completed", "paid"].includes(claim.status);

/** Surveillance first where the payout asks for it (HR-14), then the confirmation, then the card (JP-16). */
function nextStep(claim) {
  if (done(claim) || claim.status === "taken-off") return null;
  if (claim.needs_surveillance && !claim.surveillance) return "surveillance";
  return claim.confirmed_by ? "complete" : "confirm";
}

const WORDS = {
  surveillance: ["Surveillance confirms hand, wager, payout and player", "HR-14", "Confirm by surveillance"],
  confirm: ["Hand, spot and wager are verified", "JP-16", "Confirm the win"],
  complete: ["The card completes the award and adjusts the meter, once", "JP-16", "Complete with this card"],
};

function stepForm(claim, step) {
  const [words, rule, button] = WORDS[step];
  return h(
    "form",
    { class: "step-form", data: { claim: claim.id, step, key: `form-${claim.id}-${step}` } },
    h("p", {}, words, " ", clause(rule), step === "complete" && claim.needs_executive ? h("b", {}, " An executive's card is needed.") : null),
    h(
      "div",
      { class: "row end" },
      step === "surveillance" ? h("label", { class: "field" }, "Player", h("input", { name: "player", required: true, maxlength: 80, value: claim.player ?? "" })) : null,
      h("label", { class: "field" }, "Name", h("input", { name: "name", required: true, autocomplete: "off" })),
      h("label", { class: "field" }, "Password", h("input", { name: "password", type: "password", required: true, autocomplete: "off" })),
      h("button", { class: "first", type: "submit" }, button),
    ),
  );
}

function claimCard(claim) {
  const step = nextStep(claim);
  return h(
    "article",
    { class: "panel claim", data: { key: `claim-${claim.id}`, claimId: claim.id } },
    h("div", { class: "spread" }, h("h2", {}, `${claim.text} at spot ${claim.spot}`), h("span", { class: `tag ${done(claim) ? "good" : "mild"}` }, claim.status)),
    h("p", { class: "soft" }, `${claim.table_name ?? claim.table} · ${claim.jackpot_name ?? claim.jackpot}${claim.meter ? ` · ${claim.meter}` : ""}${claim.player ? ` · ${claim.player}` : ""}`),
    claim.cards?.length ? h("div", { class: "cards open claim-cards" }, claim.cards.map((c, i) => h("pit-card", { c, data: { key: `c-${i}` } }))) : null,
    h(
      "dl",
      { class: "claim-figures" },
      h("div", {}, h("dt", {}, "Prize"), h("dd", {}, dollars(claim.prize_cents ?? 0))),
      claim.displayed_cents !== undefined && claim.displayed_cents !== null ? h("div", {}, h("dt", {}, "Meter before"), h("dd", {}, dollars(claim.displayed_cents))) : null,
      claim.after_cents !== undefined && claim.after_cents !== null ? h("div", {}, h("dt", {}, "Meter after"), h("dd", {}, dollars(claim.after_cents))) : null,
    ),
    h(
      "ul",
      { class: "small claim-steps" },
      h("li", {}, `Marked by ${claim.pressed_by ?? "the dealer"}`),
      claim.surveillance ? h("li", {}, `Surveillance: ${claim.surveillance.by}, player ${claim.surveillance.player}`) : null,
      claim.confirmed_by ? h("li", {}, `Confirmed by ${claim.confirmed_by}`) : null,
      claim.completed_by ? h("li", {}, `Completed by ${claim.completed_by}`) : null,
    ),
    step ? stepForm(claim, step) : claim.award ? h("p", {}, h("a", { class: "button", href: `/pit/win/${encodeURIComponent(claim.award)}` }, "Win page")) : null,
  );
}

function draw() {
  if (!claims.length) return patch(place, [h("div", { class: "empty" }, h("h2", {}, "No claim is waiting"), h("p", {}, "A claim appears here when a dealer marks a hand that is paid from a meter."))]);
  return patch(place, [h("div", { class: "stack" }, claims.map(claimCard))]);
}

async function load() {
  try {
    claims = await api("GET", "/claims");
    draw();
  } catch (error) {
    if (!claims) patch(place, [h("p", { class: "note alarm", role: "alert" }, error.error)]);
  }
}

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = Object.fromEntries(new FormData(form));
  form.elements.password.value = "";
  try {
    await api("POST", `/claims/${encodeURIComponent(form.dataset.claim)}/${form.dataset.step}`, fields);
    toast("Recorded.");
  } catch (error) {
    refusal(error);
  }
  await load();
});

load();
setInterval(() => document.visibilityState === "visible" && !place.contains(document.activeElement) && load(), REFRESH_MS);

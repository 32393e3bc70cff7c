// Claims in the order of pay: what the cards show, what is held, who has signed, who comes next.

import { h, patch, clause, dollars, readable, toast } from "./dom.js";
import { api } from "./api.js";
import { momentOf, perform, signature, signed, timeOf } from "./acting.js";
import { nextOf, open } from "./awaited.js";
import { listen } from "./bell.js";
import "./cards.js";

const place = document.getElementById("claims");
const mark = document.getElementById("live-mark");
const { role, id: me } = place.dataset;
let claims = null;

/** Claims of which "Prize paid" was pressed once: the list may be drawn anew before the second press. */
const sure = new Set();
/** Acts that the house has not answered yet. */
const sent = new Set();

const act = (form_) => `${form_.dataset.claim} ${form_.dataset.step}`;
const named = (claim) => (claim.table ? `${claim.text} at ${claim.table_name}, spot ${claim.spot}` : claim.text);

const may = (...roles) => roles.includes(role);
const meterClaim = (c) => c.meter !== null && open(c);
const due = (c) => c.status === "completed";
const large = (c) => c.meter === null && open(c) && c.needs.length > 0;
const small = (c) => c.meter === null && open(c) && !c.needs.length;

// parts of a claim

function cardsOf(claim) {
  const cards = (claim.cards ?? "").split(" ").filter((c) => c && c !== "+");
  if (!cards.length) return null;
  return h(
    "div",
    { class: "cards claim-cards", role: "img", "aria-label": `Cards: ${readable(claim.cards)}`, data: { key: "cards" } },
    cards.map((c, i) => h("pit-card", { c, data: { key: `c-${i}` } })),
  );
}

const pair = (name, value, tone = "") => (value ? h("div", { data: { key: name } }, h("dt", {}, name), h("dd", { class: tone }, value)) : null);

function figures(claim) {
  const award = claim.award;
  return h(
    "dl",
    { class: "figures-row", data: { key: "figures" } },
    pair(award ? "Prize" : claim.meter === null ? "To be paid" : "Amount held", dollars(claim.payout_cents ?? 0), "large"),
    pair("Line", `${claim.text}, ${claim.pays}`),
    pair("Wager", claim.wager_cents ? dollars(claim.wager_cents) : ""),
    pair("Envy to each other player", claim.envy_cents ? dollars(claim.envy_cents) : ""),
    award ? pair("Meter", `${dollars(award.before_cents)} → ${dollars(award.after_cents)}`) : null,
  );
}

/** The four signatures as a line of steps: done, next, or still to come. */
function steps(claim) {
  const executive = claim.needs.includes("executive card") || claim.needs.includes("supervisor or executive card");
  const list = [
    claim.kind === "payout" ? ["Won by the cards", claim.table_name] : ["Marked", claim.pressed_by],
    claim.surveillance || claim.needs.includes("surveillance") ? ["Surveillance", claim.surveillance?.by] : null,
    claim.meter === null ? null : ["Confirmed", claim.confirmed_by],
    claim.meter === null ? null : ["Card", claim.award?.completed ? `${claim.award.completed.id} (${claim.award.completed.role})` : null],
    claim.meter === null && claim.kind === "claim" ? null : ["Paid", claim.award?.paid ? claim.award.paid.id : null],
  ].filter(Boolean);
  const now = list.findIndex(([, who]) => !who);
  return h(
    "ol",
    { class: "signing", "aria-label": "Signatures", data: { key: "steps", executive: String(executive) } },
    list.map(([name, who], at) =>
      h(
        "li",
        { class: who ? "done" : at === now ? "now" : "", data: { key: name } },
        h("b", {}, name),
        h("span", {}, who ?? (at === now ? "next" : "to come")),
      ),
    ),
  );
}

/** One act of a claim. Pressed, it is sent once: until the answer its button says so and takes no other press. */
function form(claim, step, text, rule, fields, button, tone = "first") {
  const data = { claim: claim.id, name: named(claim), step, key: `form-${step}` };
  const busy = sent.has(`${claim.id} ${step}`);
  return h(
    "form",
    { class: "step-form", data },
    h("p", {}, text, " ", clause(rule)),
    h("div", { class: "row end" }, fields, h("button", { class: tone, type: "submit", disabled: busy, "aria-busy": busy && "true" }, busy ? "Sending…" : button)),
  );
}

/** Of a prize that goes into no wallet: who won, where nobody has said so, and whether it is a check. */
const moneyFields = (claim) =>
  claim.by_hand
    ? [
        claim.player || claim.veiled ? null : h("label", { class: "field", data: { key: "player" } }, "Player", h("input", { name: "player", required: true, maxlength: 60, autocomplete: "off" })),
        claim.payout_cents > claim.check_over_cents ? h("label", { class: "tick", data: { key: "check" } }, h("input", { type: "checkbox", name: "by_check" }), "By check") : null,
      ]
    : [];

const waits = (text, rule) => h("p", { class: "note", data: { key: "waits" } }, text, " ", clause(rule));

/** What comes next, for whom it is, and the form for whoever may do it here. */
function nextPart(claim) {
  const next = nextOf(claim);
  if (!next) return null;
  if (claim.shown === false)
    return waits("The cards do not show this hand. It cannot be confirmed: the dealer takes the mark off, or a supervisor rejects it.", "JP-16");
  if (claim.by_hand && open(claim))
    return waits("Real cards: the system has not seen this hand, the people at the table have. Surveillance, confirmation and card are signed where the game was started, at the terminal (pitboss jackpot).", "JP-16");
  if (claim.turn > 1) return waits(`Number ${claim.turn} on this meter: the ones before it are completed first.`, "JP-14");
  if (claim.status === "completed" && claim.not_paid_by.includes(me))
    return waits("You have signed for this prize, so another person pays it: the cashier, or another supervisor or executive.", "JP-31");
  if (claim.status === "completed")
    return may("cashier", "supervisor", "executive")
      ? form(claim, "pay", `Hand ${dollars(claim.payout_cents)} to ${claim.player ?? "the winner"}${claim.by_hand ? ", in money" : ""}, then note it.`, "JP-31", moneyFields(claim), sure.has(claim.id) ? `Yes, ${dollars(claim.payout_cents)} is paid` : "Prize paid")
      : waits("Next: the cashier pays the prize.", "JP-31");
  if (claim.needs[0] === "surveillance")
    return may("auditor", "surveillance")
      ? form(
          claim,
          "surveillance",
          `Seen on camera: ${claim.text}, wager ${dollars(claim.wager_cents)}, payout ${dollars(claim.payout_cents)}. Type the name of the player at spot ${claim.spot}; then the winnings ${claim.kind === "payout" ? "are paid" : "go on to the supervisor"}.`,
          "HR-14",
          [h("label", { class: "field" }, "Player", h("input", { name: "player", required: true, maxlength: 40, autocomplete: "off" }))],
          "Confirm by surveillance",
        )
      : waits("Next: surveillance confirms hand, wager, payout and player.", "HR-14");
  const executive = claim.needs.includes("executive card");
  const text = claim.confirmed_by
    ? `Confirmed. Next: ${executive ? "an executive's card, another person's," : "a supervisor's or executive's card"} completes it and moves the meter.`
    : `Next: a supervisor verifies hand, spot and wager${executive ? "; an executive's card completes it" : ", and completes it with the card"}.`;
  return form(claim, "confirm", text, "JP-16", [signature("Who signs", { prefix: "who" })], claim.confirmed_by ? "Complete with this card" : "Confirm");
}

/** A hand that the cards do not show is rejected; an award that is not paid is backed out by two people, with
 *  surveillance where the cards show its hand. */
function other(claim) {
  const why = h("label", { class: "field" }, "Why", h("input", { name: "why", required: true, minlength: 3, maxlength: 300 }));
  if (open(claim) && claim.kind === "claim" && may("supervisor", "executive") && claim.shown === false)
    return form(claim, "reject", "Not what it was marked as: the claim ends with a reason.", "JP-30", [why], "Reject", "");
  if (due(claim) && may("executive"))
    return h(
      "details",
      { data: { key: "back-out" } },
      h("summary", {}, "Back out"),
      claim.round_id
        ? form(
            claim,
            "back-out",
            "The prize goes back to the meter, and the claim is open again: the cards show the hand, so it is verified anew and paid. Envy for it stands. The player is told.",
            "JP-18",
            [why, signature("The second person"), signature("Surveillance", { prefix: "watcher" })],
            "Back out and open again",
            "",
          )
        : form(claim, "back-out", "The prize goes back to the meter. Two people sign.", "JP-18", [why, signature("The second person")], "Back out", ""),
    );
  return null;
}

/** Only what the line of steps does not say. */
function badge(claim) {
  if (claim.shown === false) return h("span", { class: "tag bad" }, "the cards do not show it");
  if (claim.by_hand && open(claim)) return h("span", { class: "tag" }, "real cards, not checked by the system");
  return due(claim) ? h("span", { class: "tag good" }, "verified, to be paid") : null;
}

function claimCard(claim) {
  const where = claim.table ? `${claim.table_name}, spot ${claim.spot}` : "Booked by hand";
  return h(
    "article",
    { class: `panel claim ${claim.shown === false ? "wrong" : ""}`, data: { key: `claim-${claim.id}`, claimId: claim.id, status: claim.status } },
    h(
      "header",
      { class: "spread", data: { key: "head" } },
      h("h3", {}, claim.turn ? h("span", { class: "turn", title: "Order of pay" }, String(claim.turn)) : null, `${claim.text}`, claim.meter && claim.meter !== "meter" ? h("small", { class: "soft" }, ` ${claim.meter}`) : null),
      badge(claim),
    ),
    h(
      "p",
      { class: "soft", data: { key: "where" } },
      [where, claim.player, claim.jackpot_name, claim.marked_us ? momentOf(claim.marked_us) : ""].filter(Boolean).join(" · "),
      // surveillance says whom it saw: nothing here tells it beforehand
      claim.round_id && !claim.veiled ? [" · ", h("a", { href: `/round/${encodeURIComponent(claim.round_id)}` }, "round")] : null,
      claim.award ? [" · ", h("a", { href: `/pit/win/${encodeURIComponent(claim.id)}` }, "Win page")] : null,
    ),
    cardsOf(claim),
    figures(claim),
    steps(claim),
    nextPart(claim),
    other(claim),
  );
}

function group(key, title, list, words, draw = claimCard) {
  if (!list.length) return null;
  return h("section", { class: "claim-group", data: { key } }, h("h2", {}, title, " ", h("small", { class: "soft" }, words)), h("div", { class: "claim-list" }, list.map(draw)));
}

/** Fixed pays of games under way: END GAME pays them, nobody signs. */
function fixedTable(list) {
  if (!list.length) return null;
  return h(
    "section",
    { class: "claim-group", data: { key: "fixed" } },
    h("h2", {}, "Fixed pays ", h("small", { class: "soft" }, "paid from the tray with END GAME")),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["Marked", "Table and spot", "Player", "Hand"].map((t) => h("th", {}, t)), h("th", { class: "n" }, "Pays"), h("th", {}, "Cards"))),
        h(
          "tbody",
          {},
          list.map((c) =>
            h(
              "tr",
              { class: c.shown === false ? "wrong" : "", data: { key: c.id } },
              h("td", {}, timeOf(c.marked_us)),
              h("td", {}, `${c.table_name}, spot ${c.spot}`),
              h("td", {}, c.player ?? ""),
              h("td", {}, c.text, c.shown !== false ? null : h("span", { class: "tag bad" }, "the cards do not show it")),
              h("td", { class: "n" }, dollars(c.payout_cents)),
              h("td", {}, readable(c.cards ?? "")),
            ),
          ),
        ),
      ),
    ),
  );
}

function draw() {
  const meters = claims.filter(meterClaim);
  const groups = [
    group("meter", "Meter awards", meters, "in the order of pay"),
    group("large", "Payouts that wait for surveillance", claims.filter(large), "over the limit of HR-14"),
    group("due", "Prizes due", claims.filter(due), "won, verified, not paid"),
    fixedTable(claims.filter(small)),
  ].filter(Boolean);
  const begun = [...place.querySelectorAll("form.step-form")].filter(written);
  patch(
    place,
    groups.length
      ? groups
      : [
          h(
            "div",
            { class: "empty", data: { key: "empty" } },
            h("h2", {}, "No claim is waiting"),
            h("p", {}, "A claim appears here when a hand on a jackpot is marked, or a payout waits for surveillance."),
          ),
        ],
  );
  for (const form_ of begun) if (!form_.isConnected) void overtaken(form_.dataset.claim, form_.dataset.name);
}

/** Whether somebody is at a form: nothing of it is sent, and the cursor or a word is in it. */
const written = (form_) =>
  !sent.has(act(form_)) && (form_.contains(document.activeElement) || [...form_.querySelectorAll("input")].some((one) => one.value));

/** A form has gone under somebody's hands: what became of its claim meanwhile. */
async function overtaken(id, name) {
  const now = claims.find((c) => c.id === id) ?? (await api("GET", `/claims/${encodeURIComponent(id)}`).catch(() => null));
  const by = { completed: now?.award?.completed?.id, paid: now?.award?.paid?.id ?? now?.surveillance?.by }[now?.status];
  const stands = !now || open(now) ? "no longer waits for this" : `is ${now.status.replaceAll("-", " ")}${by ? ` by ${by}` : ""}`;
  toast(`${name} ${stands}: what you had begun here is not needed any more.`);
}

/** The awards so far, as the page itself writes them. */
async function loadWins() {
  const page = await fetch(location.pathname).then((answer) => (answer.ok ? answer.text() : ""));
  const found = new DOMParser().parseFromString(page, "text/html").querySelector("#wins-body");
  if (found) document.getElementById("wins-body").replaceWith(found);
}

const standing = () => claims && claims.map((c) => `${c.id} ${c.status}`).join();
let asked = 0;
let shown = 0;

/** Drawn whatever somebody is doing here: fields that stay keep the cursor and what is typed. An answer that was
 *  overtaken by a later one is not drawn. */
async function load() {
  const turn = (asked += 1);
  const before = standing();
  try {
    const found = await api("GET", "/claims");
    if (turn < shown) return;
    [shown, claims] = [turn, found];
  } catch (error) {
    if (!claims) patch(place, [h("p", { class: "note alarm", role: "alert" }, error.error ?? "The claims cannot be fetched.")]);
    return;
  }
  draw();
  if (before !== null && before !== standing()) await loadWins().catch(() => {});
}

/** The signature, which stays in the form until the house has answered. */
function signing(form_, prefix) {
  const password = form_.elements[`${prefix}_password`];
  const typed = password.value;
  const found = signed(form_, prefix);
  password.value = typed;
  return found;
}

/** After the answer: no password stays, and what is empty now is not marked as wrong. */
function emptied(form_, done) {
  const kept = done ? [] : [...form_.querySelectorAll("input:not([type=password])")].map((one) => [one, one.value]);
  form_.reset();
  for (const [one, value] of kept) one.value = value;
}

function bodyOf(claim, step, form_) {
  const field = (name) => form_.elements[name]?.value.trim();
  if (step === "surveillance")
    return { hand: claim.hand, wager_cents: claim.wager_cents, payout_cents: claim.payout_cents, player: field("player") };
  if (step === "reject") return { why: field("why") };
  if (step === "back-out") {
    const body = { why: field("why"), second: signing(form_, "second") };
    return claim.round_id ? { ...body, surveillance: signing(form_, "watcher") } : body;
  }
  if (step === "pay" && claim.by_hand) return { player: field("player") ?? "", by_check: form_.elements.by_check?.checked ?? false };
  return step === "confirm" ? signing(form_, "who") : undefined;
}

const SAID = { pay: "The prize is noted as paid.", reject: "The claim is rejected.", "back-out": "The award is backed out.", confirm: "Signed.", surveillance: "Seen and signed." };

const TOO_SOON = "Not taken: the question has only just come. Read it, then press again.";

/** Which press of a quick series the last one was: the second of a double press answers no question. */
let press = 0;
place.addEventListener("click", ({ detail }) => (press = detail), true);

place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form_ = event.target;
  const { claim: id, step } = form_.dataset;
  const claim = claims.find((c) => c.id === id);
  if (!claim || sent.has(act(form_))) return;
  if (step === "pay" && press > 1) return void toast(TOO_SOON);
  if (step === "pay" && !sure.has(id)) {
    sure.add(id);
    draw();
    return;
  }
  const body = bodyOf(claim, step, form_);
  sent.add(act(form_));
  draw();
  const done = (await perform(`/claims/${encodeURIComponent(id)}/${step}`, body, { said: SAID[step], id: false })) !== null;
  emptied(form_, done);
  sure.delete(id);
  await load();
  sent.delete(act(form_));
  draw();
  // a button that takes no press has lost the cursor
  const field = done ? null : (form_.querySelector("input[type=password]") ?? form_.querySelector("input"));
  if (document.activeElement === document.body) (field ?? form_.querySelector("button[type=submit]")).focus({ preventScroll: true });
});

listen(load, mark);

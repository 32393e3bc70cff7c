// The cards on the felt, checked at once in this page: each path leads to what was sealed before the bets (HR-36).

import { h, clause, toast } from "./dom.js";
import { api } from "./api.js";
import { cardName } from "./cards.js";
import { prove } from "./proof.js";

const dialog = document.getElementById("checked");
const body = document.getElementById("checked-body");

const whose = (spot) => (spot ? `Spot ${spot}` : "Dealer");

function line(card, found, pressed) {
  return h(
    "li",
    { class: pressed ? "pressed" : undefined },
    h("b", {}, `${whose(card.spot)}: ${cardName(card.value)}`),
    ` card ${card.at + 1} of the shoe; sealed at position ${card.position + 1} of ${found.leaves}, ` +
      `${card.path.length} hashes lead to the seal. `,
    h("span", { class: "tag good" }, "checked"),
  );
}

/**
 * @param {{ id: string }} round
 * @param {{ state: string, lines: string[], found?: any, milliseconds?: number }} proof
 * @param {{ card: string, spot: string } | null} pressed
 */
function words(round, { state, lines, found, milliseconds }, pressed) {
  const proof = h("p", { class: "small" }, h("a", { href: `/round/${encodeURIComponent(round.id)}` }, "The whole proof of this round"));
  if (state !== "right")
    return [h("p", { class: state === "wrong" ? "bad" : undefined }, ...lines, state === "due" ? "The proof comes when the round is over." : ""), proof];
  const own = (card) => pressed && card.value === pressed.card && card.spot === Number(pressed.spot);
  const first = found.shown.filter(own);
  return [
    h(
      "p",
      {},
      `You were shown ${found.shown.length} of the cards of this round. This page has checked each of them against the ` +
        `commitment published before the bets, in ${milliseconds.toFixed(1)} ms a card. `,
      clause("HR-36"),
    ),
    h("ol", { class: "checked-cards" }, ...[...first, ...found.shown.filter((card) => !own(card))].map((card) => line(card, found, own(card)))),
    proof,
  ];
}

/** Ask for the round as this person may see it, and tell of every card that was shown where it lay, the pressed one first. */
export async function checkCards(state, caughtUp, pressed = null) {
  if (!state.round_id || state.phase === "betting") return;
  if (!caughtUp) return void toast("The cards are still being dealt: check them when they lie.");
  body.replaceChildren(h("p", { class: "loading" }, "Checking the cards"));
  if (!dialog.open) dialog.showModal();
  try {
    const round = await api("GET", `/rounds/${encodeURIComponent(state.round_id)}`);
    body.replaceChildren(...words(round, await prove(round), pressed));
  } catch (error) {
    body.replaceChildren(h("p", { class: "bad" }, error.error ?? "The round cannot be fetched."));
  }
}

/** A card on the felt that lies face up. */
export function pressedCard(event, check) {
  const card = event.target.closest("#felt pit-card:not([c='??'])");
  if (card) check({ card: card.getAttribute("c"), spot: card.dataset.spot });
}

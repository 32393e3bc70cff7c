// Getting chips at the table, and going away from it: whoever has a seat is asked what becomes of it.

import { h, patch, dollars, refusal, toast } from "./dom.js";
import { api, requestId } from "./api.js";

/** Chips: the demo room gives them, elsewhere the dealer or the cashier is asked. */
export function chipsDialog(table) {
  const dialog = document.getElementById("buying");
  document.getElementById("buy")?.addEventListener("click", () => dialog.showModal());
  dialog?.addEventListener("close", () => {
    const cents = Number(dialog.querySelector("input").value) * 100;
    if (dialog.returnValue !== "buy" || !cents) return;
    api("POST", "/me/wish", { id: requestId(), wish: "chips", amount_cents: cents, table }).then(
      ({ given }) =>
        toast(given ? `${dollars(cents)} in chips.` : `You have asked for ${dollars(cents)}: the dealer or the cashier comes.`),
      refusal,
    );
  });
}

/** Seconds in words: so long a seat is kept whose player is away. */
const duration = (seconds) => (seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`);

/** What is lost by going now, in words; nothing without a seat. */
function atStake(state, betsOf) {
  const spots = state?.you?.spots ?? [];
  if (!spots.length) return null;
  const seats = spots.length === 1 ? `seat ${spots[0]}` : `seats ${spots.join(" and ")}`;
  if (state.phase === "playing" && spots.some((spot) => state.view?.stakes[spot]))
    return { seats, playing: true, words: `You have ${seats}, and a round is on. It is played to its end without you: the house decides for you.` };
  const laid = spots.reduce((sum, spot) => sum + Object.values(betsOf(spot)).reduce((a, b) => a + b, 0), 0);
  if (laid && state.phase === "betting")
    return { seats, laid, words: `You have ${seats} and ${dollars(laid)} on the felt. If you keep the seat, it may be dealt to without you.` };
  return { seats, words: `You have ${seats}. If you keep it, you have ${duration(state.table.kept_s)} to come back.` };
}

/** A round looked at again is no leaving: one comes back from it, and between two rounds nothing waits meanwhile. */
const comesBack = (link, stake) => link.pathname.startsWith("/round/") && !stake.playing && !stake.laid;

export function leavingDialog(stateOf, { leave, betsOf }) {
  const dialog = document.getElementById("leaving");
  let going = false;
  const go = (href) => {
    going = true;
    location.href = href;
  };
  document.getElementById("table").addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const stake = atStake(stateOf(), betsOf);
    if (!link || !stake || event.ctrlKey || event.metaKey || event.shiftKey || link.target || comesBack(link, stake)) return;
    event.preventDefault();
    patch(dialog, [
      h("h2", { id: "leaving-title" }, `Leave ${stake.seats}?`),
      h("p", {}, stake.words),
      h(
        "div",
        { class: "row" },
        stake.playing ? null : h("button", { type: "button", class: "first", data: { away: "leave" } }, "Give up the seat and go"),
        h("button", { type: "button", data: { away: "keep" } }, "Keep the seat and go"),
        h("button", { type: "button", class: "quiet", data: { away: "stay" } }, "Stay"),
      ),
    ]);
    dialog.onclick = async ({ target }) => {
      const wanted = target.closest("[data-away]")?.dataset.away;
      if (!wanted) return;
      if (wanted === "leave") await leave();
      dialog.close();
      if (wanted !== "stay") go(link.href);
    };
    dialog.showModal();
  });
  // closing the window, or the browser's own way back
  addEventListener("beforeunload", (event) => {
    const stake = atStake(stateOf(), betsOf);
    if (!going && (stake?.playing || stake?.laid)) event.preventDefault();
  });
}

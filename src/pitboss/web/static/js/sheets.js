// The rules sheet at the table, and the tour of five steps for whoever is new.

import { h, patch } from "./dom.js";

const page = document.getElementById("table");
const rules = document.getElementById("rules");
let fetched = false;

document.getElementById("show-rules")?.addEventListener("click", async () => {
  rules.showModal();
  if (fetched) return;
  const answer = await fetch(`/table/${encodeURIComponent(page.dataset.table)}/rules`).catch(() => null);
  if (!answer?.ok) return;
  const sheet = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("rules-body").replaceChildren(...sheet.body.childNodes);
  fetched = true;
});

const STEPS = [
  ["#felt .dealer", "The dealer", "The dealer's cards, and the board where a game has one, lie here. What the dealer says stands below."],
  ["#felt .spots, #felt .mine", "Your place", "Sit down, and your place is here, large: your cards, what they are called, and the circles for your bets."],
  ["#dock", "Your actions", "Chips before the cards, then the question with your choices and what each costs, then the result."],
  ["#show-rules", "Rules and hints", "Rules and pay tables are one press away at any time. A hint says what each choice is worth, to the cent."],
  ["#wallet", "Your chips", "What you have, without what lies on the felt. Your session, the trainer and the proof of every shuffle are beside the felt or under Round."],
];

export function tour(done) {
  const box = document.getElementById("tour");
  let at = 0;
  const mark = (on) => document.querySelector(STEPS[at][0])?.classList.toggle("toured", on);
  const go = (to) => {
    mark(false);
    at = to;
    if (at >= STEPS.length) {
      box.hidden = true;
      done();
      return;
    }
    mark(true);
    const [, title, words] = STEPS[at];
    patch(box, [
      h("p", {}, h("b", {}, `${at + 1}/${STEPS.length} · ${title}`), h("br", {}), words),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "first", data: { tour: "next" } }, at + 1 < STEPS.length ? "Next" : "Done"),
        h("button", { type: "button", class: "quiet", data: { tour: "end" } }, "End the tour"),
      ),
    ]);
    box.hidden = false;
    box.querySelector("button").focus();
  };
  box.onclick = (event) => {
    const pressed = event.target.closest("[data-tour]")?.dataset.tour;
    if (pressed === "next") go(at + 1);
    else if (pressed === "end") go(STEPS.length);
  };
  box.onkeydown = (event) => {
    if (event.key === "Escape") go(STEPS.length);
  };
  go(0);
}

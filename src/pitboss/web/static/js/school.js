// Dealer school: a finished table, a payout for every wager, an immediate correction.

import { h, patch, clause, dollars, signed, refusal } from "./dom.js";
import { headers } from "./api.js";
import { onlooker } from "./context.js";
import { fold } from "./fold.js";
import { drawFelt, layoutOf } from "./felt.js";

const begin = document.getElementById("begin");
const drill = document.getElementById("drill");
let lesson = null;
let corrected = null;
let layout = null;

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: headers(true), body: JSON.stringify(body) });
  const shape = await answer.json();
  if (!answer.ok) throw shape;
  return shape;
}

/** The felt as it lay when settling began: every card kept, every stake still down. */
function context() {
  const felt = fold(lesson.view, lesson.view.log.length, { keepCards: true });
  return onlooker(lesson.table, lesson.view, {
    ...felt,
    bets: lesson.view.stakes,
    won: {},
    settled: [],
    step: "settle",
  });
}

const score = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

function tally() {
  const t = (corrected ?? lesson).tally;
  return h(
    "dl",
    { class: "score", id: "score" },
    score("Right", `${t.right}/${t.asked}`),
    score("Percent", t.asked ? `${t.percent} %` : "–"),
    score("Run", t.streak),
    score("Longest", t.best_streak),
    score("Tables", t.tables),
  );
}

function questionLine(q) {
  const c = corrected?.corrections.find((line) => line.at === q.at);
  const label = `Spot ${q.spot}, ${q.wager}${q.stake_cents ? `, ${dollars(q.stake_cents)}` : ""}`;
  return h(
    "div",
    { class: "answer-line", data: { key: `q-${q.at}` } },
    h(
      "label",
      { for: `q-${q.at}` },
      h("b", {}, `Spot ${q.spot}`),
      ` · ${q.wager} `,
      q.stake_cents ? dollars(q.stake_cents) : "",
    ),
    h("input", {
      id: `q-${q.at}`,
      name: `q-${q.at}`,
      autocomplete: "off",
      inputmode: "text",
      "aria-label": label,
      disabled: Boolean(c),
      value: c?.given,
      placeholder: "30 · −5 · push",
    }),
    c
      ? h(
          "div",
          { class: "verdict-line" },
          h(
            "span",
            { class: `tag ${c.right ? "good" : "bad"}` },
            c.right ? "right" : `it is ${c.net_cents ? signed(c.net_cents) : "a push"}`,
          ),
          " ",
          c.why,
          ". ",
          c.arithmetic,
          ". ",
          clause(c.clause),
        )
      : null,
  );
}

function draw() {
  const t = (corrected ?? lesson).tally;
  patch(drill, [
    h(
      "div",
      { class: "drill" },
      h(
        "div",
        { class: "rail", data: { key: "rail" } },
        h("div", { class: "felt", id: "felt", data: { key: "felt" } }),
      ),
      h(
        "form",
        { class: "panel answers", id: "answers", data: { key: "answers" } },
        tally(),
        lesson.questions.map(questionLine),
        corrected
          ? h(
              "div",
              { class: "row" },
              h("button", { class: "first", type: "submit", data: { do: "next" } }, "Next table"),
              h(
                "a",
                { class: "button", href: `/school/certificate/${encodeURIComponent(t.course)}` },
                "Certificate",
              ),
            )
          : h("button", { class: "first", type: "submit" }, "Check"),
        t.weak.length
          ? h(
              "details",
              {},
              h("summary", {}, "Weak spots"),
              h(
                "ul",
                {},
                t.weak.map((w) => h("li", {}, `${w.what} (${w.times})`)),
              ),
            )
          : null,
      ),
    ),
  ]);
  drawFelt(document.getElementById("felt"), context(), layout);
}

begin.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await show(await post("/school/courses", Object.fromEntries(new FormData(begin))));
  } catch (error) {
    refusal(error);
  }
});

async function show(next) {
  lesson = next;
  corrected = null;
  layout = await layoutOf(lesson.layout);
  drill.replaceChildren();
  draw();
  document.getElementById("q-0")?.focus();
}

drill.addEventListener("submit", async (event) => {
  event.preventDefault();
  const course = encodeURIComponent(lesson.tally.course);
  try {
    if (corrected) return void (await show(await post(`/school/courses/${course}/next`, {})));
    const answers = {};
    for (const q of lesson.questions) answers[q.at] = document.getElementById(`q-${q.at}`).value;
    corrected = await post(`/school/courses/${course}/answers`, { answers });
    draw();
    drill.querySelector("[data-do=next]").focus();
  } catch (error) {
    refusal(error);
  }
});

// Dealer school: a situation, fields to fill in, each marked by itself. The course stands in the address.

import { h, patch, clause, refusal } from "./dom.js";
import { headers } from "./api.js";
import { cardName } from "./cards.js";
import { onlooker } from "./context.js";
import { fold } from "./fold.js";
import { drawFelt, layoutOf } from "./felt.js";

const begin = document.getElementById("begin");
const drill = document.getElementById("drill");
const FEW = 4;
const MANY = 3;
const LONG = 5;
let lesson = null;
let layout = null;
let picks = {};

async function ask(path, body) {
  const answer = await fetch(path, {
    method: body ? "POST" : "GET",
    headers: headers(Boolean(body)),
    body: body && JSON.stringify(body),
  });
  const shape = await answer.json();
  if (!answer.ok) throw shape;
  return shape;
}

/** The felt as it lay: a finished table with every card kept and every stake still down, or a round that stopped. */
function context() {
  const { table, view, whole } = lesson.felt;
  const felt = fold(view, view.log.length, { keepCards: whole });
  const still = whole ? { bets: view.stakes, won: {}, settled: [], step: "settle" } : {};
  return onlooker(table, view, { ...felt, ...still }, { nameless: true });
}

const score = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

function tally(t) {
  const left = Math.max(0, t.least_asked - t.asked);
  const standing = t.passed
    ? "Passed."
    : left
      ? `${left} more answer${left === 1 ? "" : "s"} at least, ${t.pass_mark} % of all right, to pass.`
      : `The pass mark is ${t.pass_mark} %.`;
  return h(
    "section",
    { class: "panel stack", data: { key: "tally" }, "aria-label": "Progress" },
    h(
      "dl",
      { class: "score", id: "score" },
      score("Right", `${t.right}/${t.asked}`),
      score("Percent", t.asked ? `${t.percent} %` : "–"),
      score("Run", t.streak),
      score("Longest", t.best_streak),
      score("Tables", t.tables),
    ),
    h("p", { class: "small", id: "standing" }, standing),
    t.passed && t.name
      ? h("a", { class: "button first", href: `/school/certificate/${encodeURIComponent(t.course)}` }, "Certificate")
      : null,
    t.passed && !t.name ? h("p", { class: "small soft" }, "A course begun with a name gives a certificate.") : null,
    t.topics.length
      ? h(
          "ul",
          { class: "topics", "aria-label": "By topic, the weakest first" },
          t.topics.slice(0, 8).map((topic) =>
            h(
              "li",
              {},
              h("span", {}, topic.topic),
              h("meter", { min: 0, max: topic.asked, value: topic.right, "aria-label": `${topic.topic}: ${topic.right} of ${topic.asked}` }),
              h("span", {}, `${topic.right}/${topic.asked}`),
            ),
          ),
        )
      : null,
  );
}

function verdict(mark) {
  if (!mark) return null;
  return h(
    "div",
    { class: "verdict-line" },
    h("span", { class: `tag ${mark.right ? "good" : "bad"}` }, mark.right ? "right" : `it is ${mark.answer.replace("-$", "−$")}`),
    `${mark.why}. `,
    clause(mark.clause),
  );
}

function moneyField(field, mark) {
  return h(
    "div",
    { class: "answer-line", data: { key: `q-${field.at}` } },
    h("label", { for: `q-${field.at}` }, field.label),
    h("input", {
      id: `q-${field.at}`,
      autocomplete: "off",
      disabled: Boolean(mark),
      value: mark?.given,
      data: { at: field.at },
      placeholder: field.example,
    }),
    verdict(mark),
  );
}

function choiceField(field, mark) {
  if (field.options.length <= FEW)
    return h(
      "div",
      { class: "answer-line wide-line", data: { key: `q-${field.at}` } },
      h("b", { id: `l-${field.at}` }, field.label),
      h(
        "div",
        { class: "options", role: "group", "aria-labelledby": `l-${field.at}` },
        field.options.map((option) =>
          h(
            "button",
            {
              type: "button",
              disabled: Boolean(mark),
              class: mark && option === mark.answer ? "right" : mark?.given === option ? "wrong" : undefined,
              data: { at: field.at, choose: option },
            },
            option,
          ),
        ),
      ),
      verdict(mark),
    );
  return h(
    "div",
    { class: "answer-line", data: { key: `q-${field.at}` } },
    h("label", { for: `q-${field.at}` }, field.label),
    h(
      "select",
      { id: `q-${field.at}`, disabled: Boolean(mark), data: { at: field.at } },
      h("option", { value: "" }, "choose"),
      field.options.map((option) => h("option", { value: option, selected: mark?.given === option }, option)),
    ),
    verdict(mark),
  );
}

function cardsField(field, mark) {
  const chosen = mark ? mark.given.split(" ") : (picks[field.at] ?? []);
  return h(
    "div",
    { class: "answer-line wide-line", data: { key: `q-${field.at}` } },
    h("b", { id: `l-${field.at}` }, `${field.label}: two in front`),
    h(
      "div",
      { class: "hand-cards", role: "group", "aria-labelledby": `l-${field.at}` },
      field.cards.map((card) =>
        h(
          "button",
          {
            type: "button",
            disabled: Boolean(mark),
            "aria-pressed": String(chosen.includes(card)),
            "aria-label": cardName(card),
            class: mark && !mark.right && mark.answer.split(" ").slice(0, 2).includes(card) ? "right" : undefined,
            data: { at: field.at, card, key: card },
          },
          h("pit-card", { c: card }),
        ),
      ),
    ),
    verdict(mark),
  );
}

const FIELDS = { money: moneyField, choice: choiceField, cards: cardsField };

function draw() {
  const filled = lesson.fields.some((f) => !lesson.marks[f.at]);
  const seats = Object.keys(lesson.felt?.view.stakes ?? {}).length;
  const long = lesson.felt?.view.log.some((e) => e.kind === "deal" && e.cards?.length >= LONG);
  const many = seats > (long ? MANY - 1 : MANY);
  const shape = `drill${lesson.felt ? "" : " alone"}${many ? " many" : ""}`;
  patch(drill, [
    h(
      "div",
      { class: shape, data: { key: `drill-${lesson.felt ? "felt" : "alone"}` } },
      lesson.felt
        ? h("div", { class: "rail", tabindex: many ? "0" : undefined, role: "group", "aria-label": "The table", data: { key: "rail" } }, h("div", { class: "felt", id: "felt", data: { key: "felt" } }))
        : null,
      h(
        "form",
        { class: "panel answers", id: "answers", data: { key: "answers" } },
        h("h2", {}, lesson.game_name),
        h("p", { class: "small" }, lesson.task),
        lesson.facts.length ? h("ul", { class: "facts" }, lesson.facts.map((fact) => h("li", {}, fact))) : null,
        lesson.fields.map((field) => FIELDS[field.kind](field, lesson.marks[field.at])),
        h(
          "div",
          { class: "row", data: { key: "go" } },
          filled ? h("button", { type: "submit", class: "first", data: { key: "mark" } }, "Mark what is filled in") : null,
          h("button", { type: "button", class: filled ? undefined : "first", data: { do: "next", key: "next" } }, "Next table"),
        ),
      ),
      tally(lesson.tally),
    ),
  ]);
  if (lesson.felt) drawFelt(document.getElementById("felt"), context(), layout);
}

async function show(next) {
  const fresh = next.tally.course !== lesson?.tally.course || next.tally.tables !== lesson?.tally.tables;
  lesson = next;
  layout = await layoutOf(lesson.layout);
  history.replaceState(null, "", `/school?course=${encodeURIComponent(lesson.tally.course)}`);
  begin.hidden = true;
  document.getElementById("new-course").hidden = false;
  if (fresh) {
    picks = {};
    drill.replaceChildren();
  }
  draw();
  if (fresh) toNext();
}

/** To the first field that is not marked, or on. */
function toNext() {
  const open = lesson.fields.find((f) => !lesson.marks[f.at]);
  const place = open ? drill.querySelector(`#answers [data-at="${open.at}"]`) : drill.querySelector("[data-do=next]");
  place?.focus({ preventScroll: lesson.done === false && !Object.keys(lesson.marks).length });
}

const path = (rest = "") => `/school/courses/${encodeURIComponent(lesson.tally.course)}${rest}`;

async function mark(answers) {
  if (!Object.keys(answers).length) return;
  try {
    await show(await ask(path("/answers"), { answers }));
    toNext();
  } catch (error) {
    refusal(error);
  }
}

const valueOf = (node) => node.value.trim();

drill.addEventListener("keydown", (event) => {
  const node = event.target;
  // Enter marks the one field and goes on to the next
  if (event.key !== "Enter" || !node.matches("input[data-at], select[data-at]")) return;
  event.preventDefault();
  if (valueOf(node)) mark({ [node.dataset.at]: valueOf(node) });
});

drill.addEventListener("submit", (event) => {
  event.preventDefault();
  const answers = {};
  for (const node of drill.querySelectorAll("input[data-at], select[data-at]"))
    if (!node.disabled && valueOf(node)) answers[node.dataset.at] = valueOf(node);
  for (const [at, cards] of Object.entries(picks)) if (cards.length === 2 && !lesson.marks[at]) answers[at] = cards.join(" ");
  mark(answers);
});

drill.addEventListener("click", async ({ target }) => {
  const node = target.closest("[data-do], [data-choose], [data-card]");
  if (!node || node.disabled) return;
  if (node.dataset.choose !== undefined) return void mark({ [node.dataset.at]: node.dataset.choose });
  if (node.dataset.card) {
    const here = (picks[node.dataset.at] ??= []);
    const at = here.indexOf(node.dataset.card);
    if (at >= 0) here.splice(at, 1);
    else here.push(node.dataset.card);
    if (here.length > 2) here.shift();
    return void draw();
  }
  try {
    await show(await ask(path("/next"), {}));
  } catch (error) {
    refusal(error);
  }
});

// only the drills that the game has
function offer() {
  const kinds = begin.elements.game.selectedOptions[0].dataset.kinds.split(" ");
  for (const option of begin.elements.kind.options) {
    option.hidden = option.disabled = option.value !== "mixed" && !kinds.includes(option.value);
  }
  if (begin.elements.kind.selectedOptions[0].disabled) begin.elements.kind.value = "pay";
}
begin.elements.game.addEventListener("change", offer);
offer();

begin.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(begin));
  try {
    await show(await ask("/school/courses", { ...given, pass_mark: Number(given.pass_mark) }));
  } catch (error) {
    refusal(error);
  }
});

document.getElementById("new-course").addEventListener("click", ({ target }) => {
  history.replaceState(null, "", "/school");
  begin.hidden = false;
  target.hidden = true;
});

const course = new URLSearchParams(location.search).get("course");
if (course) {
  try {
    await show(await ask(`/school/courses/${encodeURIComponent(course)}`));
  } catch (error) {
    refusal(error);
  }
}

// Dealer school: a situation, fields to fill in, each marked by itself. The course stands in the address.

import { h, patch, clause, readable, refusal, toast } from "./dom.js";
import { headers, humane } from "./api.js";
import { cardName } from "./cards.js";
import { onlooker } from "./context.js";
import { fold } from "./fold.js";
import { drawFelt, layoutOf } from "./felt.js";
import { UNREAD_MS } from "./presses.js";

const begin = document.getElementById("begin");
const drill = document.getElementById("drill");
const FEW = 4;
const MANY = 3;
const LONG = 5;
let lesson = null;
let layout = null;
let picks = {};
/** the next table is on its way, or has only just come */
let turning = false;

async function ask(path, body) {
  const answer = await fetch(path, {
    method: body ? "POST" : "GET",
    headers: headers(Boolean(body)),
    body: body && JSON.stringify(body),
  });
  const shape = await answer.json();
  if (!answer.ok) throw humane(shape);
  return shape;
}

/** The felt as it lay: a finished table with every card kept and every stake still down, or a round that stopped. */
function context() {
  const { table, view, whole } = lesson.felt;
  const felt = fold(view, view.log.length, { keepCards: whole });
  const still = whole ? { bets: view.stakes, won: {}, settled: [], step: "settle" } : {};
  return onlooker(table, view, { ...felt, ...still }, { nameless: true });
}

/** The course stays in the browser that practised it: one comes back to the school and goes on. The house has signed
 *  it for who is not signed in, so it outlives the server as well. */
const PLACE = "school.course";
function remember({ tally: { course, game, level, kind, name, pass_mark, asked, right }, token }) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ course, game, level, kind, name, pass_mark, asked, right, token }));
  } catch {
    // a browser that keeps nothing: the address still holds the course
  }
}
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "null");
  } catch {
    return null;
  }
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
    `${mark.why}. ${mark.cost ? `${mark.cost} ` : ""}`,
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
  const front = mark ? mark.answer.split(" ").slice(0, 2) : [];
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
            class: mark && !mark.right && front.includes(readable(card).replace("Jk", "joker")) ? "right" : undefined,
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
  // a choice of few is marked as it is pressed: there is nothing to fill in
  const open = lesson.fields.filter((f) => !lesson.marks[f.at]);
  const filled = open.some((f) => f.kind !== "choice" || f.options.length > FEW);
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
          h("button", { type: "button", class: open.length ? undefined : "first", "aria-disabled": turning ? "true" : undefined, data: { do: "next", key: "next" } }, "Next table"),
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
  remember(lesson);
  begin.hidden = true;
  document.getElementById("go-on").hidden = true;
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
    await refused(error);
  }
}

/** A house that was started again has forgotten the course; this browser has not. False where there is none of it. */
async function resume(id) {
  const { course, token } = remembered() ?? {};
  if (course !== id || !token) return false;
  try {
    await show(await ask("/school/courses/resume", { token }));
    toast("The house was started again. Your marks are kept; the table is a new one.");
    return true;
  } catch {
    return false;
  }
}

/** What was refused is told, unless the course was only forgotten. */
async function refused(error) {
  if (error.accepted !== "a new course" || !(await resume(lesson.tally.course))) refusal(error);
}

/** The next table, one for a press: the second half of a double press was not meant for the table that came. */
async function turn() {
  if (turning) return void toast("The next table has only just come. Press again for another one.");
  turning = true;
  draw();
  try {
    await show(await ask(path("/next"), {}));
  } catch (error) {
    await refused(error);
  }
  setTimeout(() => {
    turning = false;
    draw();
  }, UNREAD_MS);
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
  await turn();
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

/** Begin with what was chosen the last time. */
function fillIn(last) {
  for (const name of ["game", "level", "kind", "name", "pass_mark"])
    if (last[name] !== undefined && !(name === "name" && begin.elements.name.value)) begin.elements[name].value = last[name];
  offer();
}

async function goOn(id, { quietly = false } = {}) {
  try {
    await show(await ask(`/school/courses/${encodeURIComponent(id)}`));
  } catch (error) {
    if (await resume(id)) return;
    history.replaceState(null, "", "/school");
    if (quietly) toast("Your last course is no longer kept here: what you had chosen stands in the form.");
    else refusal(error);
  }
}

const course = new URLSearchParams(location.search).get("course");
const last = remembered();
if (last) fillIn(last);
if (course) await goOn(course, { quietly: last?.course === course });
else if (last) {
  const again = document.getElementById("go-on");
  again.hidden = false;
  again.textContent = `Go on with your course: ${last.right} of ${last.asked} right`;
  again.addEventListener("click", () => goOn(last.course, { quietly: true }));
}

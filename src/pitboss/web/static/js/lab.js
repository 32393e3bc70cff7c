// The math lab: choose, read the exact edge, look at it from every side, change a pay table and watch the edge move.
// What is on the page stands in its address, so that it can be sent to somebody else.

import { h, patch, refusal, toast } from "./dom.js";
import "./pit-chart.js";
import { Place, ask, refused } from "./lab-ask.js";
import { Choices } from "./lab-form.js";
import { auditParts, comparison, figures } from "./lab-parts.js";
import { VIEWS } from "./lab-views.js";

const POLL_MS = 1200;
const TYPING_MS = 250;
const $ = (id) => document.getElementById(id);

const games = JSON.parse($("games").textContent);
const given = new URLSearchParams(location.search || location.hash.slice(1));
const state = { view: given.get("view") ?? "returns", options: {}, approvedEdge: null };
for (const [name, value] of given) if (name.startsWith("o.")) state.options[name.slice(2)] = value;

const a = new Choices($("form-a"), "A", games, changed);
const b = new Choices($("form-b"), "B", games, changed);
const answer = new Place($("answer"));
let comparing = given.has("b");
const results = { a: null, b: null };

function address() {
  const query = a.address();
  if (comparing && b.known) query.set("b", b.address().toString());
  query.set("view", state.view);
  for (const [name, value] of Object.entries(state.options)) query.set(`o.${name}`, value);
  return `/lab?${query}`;
}

// while the choices are being fetched there is nothing to remember yet
const remember = () => a.known && history.replaceState(null, "", address());

/** What the views are given: the choices, the answers, and how to move on. */
const context = {
  a,
  b,
  state,
  get comparing() {
    return comparing;
  },
  get results() {
    return results;
  },
  remember,
  recompute: () => compute(),
  option(name, value) {
    state.options[name] = value;
    remember();
  },
  typed() {
    clearTimeout(typing);
    typing = setTimeout(compute, TYPING_MS);
  },
  async load(pays) {
    a.pays = { ...pays };
    state.view = "returns";
    await compute();
  },
};
let typing = 0;

function changed() {
  state.approvedEdge = null;
  compute();
}

async function compute() {
  clearTimeout(typing);
  if (!a.known) return;
  remember();
  const path = `/lab/analysis?${a.address()}`;
  const words = "Counting every case; some take a while the first time";
  const found = await answer.show(path, words, (result) => (results.a = result));
  if (!found) {
    if (!$("answer").querySelector(".alarm")) return;
    // what was right before stays to be mended
    if (state.view !== "returns") $("view").replaceChildren();
    return;
  }
  if (!a.own) state.approvedEdge = Number(found.house_edge);
  results.b = null;
  if (comparing && b.known) await computeOther();
  draw();
}

async function computeOther() {
  const other = h("div", {});
  $("answer").append(other);
  await new Place(other).show(`/lab/analysis?${b.address()}`, "Counting B", (result) => (results.b = result));
  if (!results.b) toast("B cannot be computed: see its settings.", true);
}

function draw() {
  patch(
    $("answer"),
    comparing && results.b
      ? comparison(a, b, results)
      : figures(results.a, a, state.approvedEdge),
  );
  show(state.view);
}

function show(name) {
  const view = VIEWS[name] ? name : "returns";
  state.view = view;
  for (const tab of $("tabs").children) {
    const chosen = tab.dataset.view === view;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen) $("view").setAttribute("aria-label", tab.textContent);
  }
  remember();
  if (results.a) VIEWS[view]($("view"), context);
}

$("tabs").addEventListener("click", ({ target }) => target.dataset.view && show(target.dataset.view));
$("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...$("tabs").children];
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  show(next.dataset.view);
});

async function compare(on, from) {
  comparing = on;
  $("form-b").hidden = !on;
  $("compare").setAttribute("aria-pressed", String(on));
  if (on && !b.known) await b.open(from ?? a.address());
  await compute();
}
$("compare").addEventListener("click", () => compare(!comparing));

$("share").addEventListener("click", async () => {
  remember();
  try {
    await navigator.clipboard.writeText(location.href);
    toast("The address is copied: it holds everything that is chosen here.");
  } catch {
    toast(h("span", {}, "Copy it from here: ", h("code", {}, location.href)));
  }
});

async function runAudit() {
  $("run-audit").disabled = true;
  for (;;) {
    const body = await ask("/lab/audit").catch((error) => (refusal(error), null));
    if (!body) break;
    patch($("audit"), auditParts(body));
    if (!body.waiting) break;
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
  $("run-audit").disabled = false;
}
$("run-audit").addEventListener("click", runAudit);

async function begin() {
  await a.open(given);
  if (!a.known) refused($("answer"), {});
  else if (comparing) await compare(true, new URLSearchParams(given.get("b")));
  else await compute();
}
begin();

// Accounts: add, roles, lock and unlock, passwords, second factor, sessions and tokens; a second person where the
// acts' table asks for one.

import { h, patch } from "./dom.js";
import { api } from "./api.js";
import { ask, field, momentOf, perform, signature, signed } from "./acting.js";

const page = document.getElementById("accounts");
const place = document.getElementById("people");
const { roles, acts } = JSON.parse(document.getElementById("known").textContent);
const admin = page.dataset.role === "admin";
const me = page.dataset.name;
const filters = Object.fromEntries(["find", "role", "locked"].map((id) => [id, document.getElementById(id)]));
let people = null;

const why = () => field("Why", h("input", { name: "why", required: true, minlength: 3, maxlength: 300 }));
const second = (act) => (acts[act]?.length ? signature(`A second person signs (${acts[act].join(" or ")})`) : null);
const password = (text = "Password") =>
  field(text, h("input", { name: "password", type: "password", required: true, minlength: 10, maxlength: 200, autocomplete: "new-password" }));
const roleChoice = (now) =>
  field("Role", h("select", { name: "role" }, roles.map((r) => h("option", { value: r, selected: r === now }, r))));
const value = (form, name) => form.elements[name].value.trim();

async function done(path, body, said) {
  const answer = await perform(path, body, { said, id: false });
  await load();
  return answer !== null;
}

const pathOf = (name, deed) => `/people/${encodeURIComponent(name)}/${deed}`;

const dialogs = {
  role: (p) =>
    ask(`The role of ${p.name}`, [roleChoice(p.role), why(), second("set-role")], (form) =>
      done(pathOf(p.name, "role"), { role: value(form, "role"), why: value(form, "why"), second: signed(form) }, "The role is changed."), {
      button: "Change it",
      note: "The sessions end; the person signs in again.",
    }),
  password: (p) =>
    ask(
      `A new password for ${p.name}`,
      [password("New password"), why(), second(p.role === "player" ? "set-player-password" : "set-staff-password")],
      (form) => done(pathOf(p.name, "password"), { password: form.elements.password.value, why: value(form, "why"), second: signed(form) }, "The password is set."),
      { button: "Set it", note: "It also unlocks the account. The sessions end." },
    ),
  factor: (p) =>
    ask(`The second factor of ${p.name}`, [why(), second("reset-factor")], (form) => done(pathOf(p.name, "second-factor/reset"), { why: value(form, "why"), second: signed(form) }, "Reset."), {
      button: "Reset it",
      note: "For a lost telephone: a new one is set up at the next sign-in.",
    }),
  lock: (p) => ask(`Lock ${p.name}`, [why(), second("lock")], (form) => done(pathOf(p.name, "lock"), { why: value(form, "why") }, "Locked."), { button: "Lock", note: "Nobody signs in with it any more; its sessions end." }),
  unlock: (p) => ask(`Unlock ${p.name}`, [why(), second("unlock")], (form) => done(pathOf(p.name, "unlock"), { why: value(form, "why") }, "Unlocked."), { button: "Unlock" }),
  sessions: async (p) => {
    const found = await api("GET", pathOf(p.name, "sessions")).catch(() => null);
    if (!found) return;
    const lines = [
      ...found.sessions.map((s) => `Since ${momentOf(s.begun_us)}, from ${s.address || "somewhere"}, last used ${momentOf(s.used_us)}`),
      ...found.tokens_expire_us.map((us) => `A token for the terminal, until ${momentOf(us)}`),
    ];
    const ends = admin && lines.length;
    ask(
      `Where ${p.name} is signed in`,
      [lines.length ? h("ul", {}, lines.map((text) => h("li", {}, text))) : h("p", { class: "soft" }, "Nowhere."), ends ? why() : null],
      async (form) => (ends ? done(pathOf(p.name, "sign-out"), { why: value(form, "why") }, "Signed out everywhere.") : true),
      { button: ends ? "End all of them" : "Close" },
    );
  },
};

function add() {
  const sheet = ask(
    "Add a person",
    [
      field("Name", h("input", { name: "name", required: true, pattern: "[a-z][a-z0-9._\\-]{1,31}", autocapitalize: "none", autocomplete: "off", title: "2 to 32 small letters, digits, dots, hyphens or underscores, a letter first" })),
      roleChoice("player"),
      password(),
      h("div", { id: "second-of-new" }),
    ],
    (form) => {
      const body = { name: value(form, "name"), password: form.elements.password.value, role: value(form, "role") };
      return done("/people", { ...body, ...(form.elements.second_name ? { second: signed(form) } : {}) }, `${body.name} has an account.`);
    },
    { button: "Add" },
  );
  const form = sheet.querySelector("form");
  const show = () => sheet.querySelector("#second-of-new").replaceChildren(...(value(form, "role") === "player" ? [] : [second("add-staff")]));
  form.elements.role.addEventListener("change", show);
  show();
}

function row(p) {
  const button = (deed, text) => h("button", { type: "button", data: { deed, person: p.name, key: deed } }, text);
  const own = p.name === me;
  return h(
    "tr",
    { data: { key: p.name, person: p.name } },
    h("th", { scope: "row" }, p.name, p.demo ? h("small", { class: "soft" }, " demo") : null),
    h("td", { data: { name: "Role" } }, p.role),
    h("td", { data: { name: "Account" } }, p.locked ? h("span", { class: "tag bad" }, "locked") : h("span", { class: "tag good" }, "open"), p.failures ? h("small", { class: "soft" }, ` ${p.failures} failures`) : null),
    h("td", { data: { name: "Second factor" } }, p.second_factor ? "yes" : "no"),
    h(
      "td",
      { class: "acts no-print" },
      button("sessions", "Sessions"),
      admin && !own ? [button("role", "Role"), button("password", "Password"), p.second_factor ? button("factor", "Second factor") : null, p.locked ? button("unlock", "Unlock") : button("lock", "Lock")] : null,
      own ? h("a", { class: "button", href: "/me" }, "My account") : null,
    ),
  );
}

function draw() {
  const text = filters.find.value.trim().toLowerCase();
  const list = people.filter((p) => p.name.includes(text) && (!filters.role.value || p.role === filters.role.value) && (!filters.locked.checked || p.locked));
  patch(place, [
    list.length
      ? h(
          "div",
          { class: "scroll panel" },
          h("table", { class: "pit-tables by-table" }, h("thead", {}, h("tr", {}, ["Name", "Role", "Account", "Second factor"].map((t) => h("th", { scope: "col" }, t)), h("th", { class: "no-print" }, h("span", { class: "sr" }, "Acts")))), h("tbody", {}, list.map(row))),
        )
      : h("p", { class: "empty" }, "Nobody fits."),
  ]);
}

async function load() {
  try {
    people = (await api("GET", "/people")).sort((a, b) => Number(a.role === "player") - Number(b.role === "player") || a.role.localeCompare(b.role) || a.name.localeCompare(b.name));
    draw();
  } catch (error) {
    patch(place, [h("p", { class: "note alarm", role: "alert" }, error.error ?? "The accounts cannot be fetched.")]);
  }
}

for (const control of Object.values(filters)) control.addEventListener("input", () => people && draw());
document.getElementById("add")?.addEventListener("click", add);
place.addEventListener("click", (event) => {
  const target = event.target.closest("[data-deed]");
  if (target) dialogs[target.dataset.deed]?.(people.find((p) => p.name === target.dataset.person));
});
load();

// One's own account: password, second factor, sessions, limits.
import { api } from "./api.js";
import { momentOf, perform } from "./acting.js";
import { refused, say } from "./notes.js";

function line(list, text, button) {
  const item = document.createElement("li");
  item.append(text);
  if (button) item.append(" ", button);
  list.append(item);
}

const bodies = {
  "/me/password": ({ password, new: next, code }) => (code ? { password, new: next, code } : { password, new: next }),
  "/me/limits": ({ day, minutes }) => ({
    day_cents: day === "" ? null : Number(day) * 100,
    session_minutes: minutes === "" ? null : Number(minutes),
  }),
  "/me/cool-off": ({ days }) => ({ days: Number(days) }),
  "/me/exclusion": ({ days }) => ({ days: Number(days) }),
};

for (const form of document.querySelectorAll("form[data-post]")) {
  // what somebody has begun to type is not written over by an answer that comes late
  form.addEventListener("input", () => (form.dataset.typed = "yes"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const path = form.dataset.post;
    try {
      await api("POST", path, bodies[path](Object.fromEntries(new FormData(form))));
      if (path === "/me/password") form.reset();
      delete form.dataset.typed;
      say("Done.");
      await show();
    } catch (error) {
      refused(error);
    }
  });
}

document.getElementById("seen").addEventListener("click", () => api("POST", "/me/alarms/seen").then(show, refused));

document.getElementById("begin-factor").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { password, code } = Object.fromEntries(new FormData(form));
  const body = { ...(password ? { password } : {}), ...(code ? { code } : {}) };
  const made = await perform("/me/second-factor", body, { said: null, id: false });
  if (!made) return;
  form.reset();
  document.getElementById("secret").textContent = made.secret.match(/.{1,4}/g).join(" ");
  document.getElementById("to-app").href = made.uri;
  document.getElementById("finish-factor").hidden = false;
});

document.getElementById("finish-factor").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const body = { code: event.target.elements.code.value };
    const made = await perform("/me/second-factor/confirm", body, { said: null, id: false });
    if (!made) return;
    const { codes } = made;
    const paper = document.getElementById("paper");
    paper.hidden = false;
    paper.querySelector("ul").replaceChildren();
    for (const code of codes) line(paper.querySelector("ul"), code);
    event.target.reset();
    event.target.hidden = true;
    say("Your second factor is set up.");
    await show();
  } catch (error) {
    refused(error);
  }
});

async function show() {
  const me = await api("GET", "/me");
  if (me.lent) say("Somebody else has set this password. Choose one of your own before anything else.");
  document.getElementById("factor").textContent = me.second_factor
    ? "It is set up."
    : me.limited
      ? "Staff need one before anything else."
      : "None is set up.";
  const old = document.getElementById("old-factor");
  old.hidden = !me.second_factor;
  for (const input of old.querySelectorAll("input")) input.required = me.second_factor;
  const alarms = document.getElementById("alarms");
  alarms.hidden = !me.alarms.length;
  alarms.querySelector("ul").replaceChildren();
  for (const alarm of me.alarms) line(alarms.querySelector("ul"), `${momentOf(alarm.at_us)}: ${alarm.text}`);
  const list = document.getElementById("sessions");
  const sessions = await api("GET", "/me/sessions");
  list.replaceChildren();
  for (const one of sessions) {
    let button = null;
    if (!one.here) {
      button = document.createElement("button");
      button.type = "button";
      button.textContent = "End it";
      button.addEventListener("click", () => api("DELETE", `/me/sessions/${one.id}`).then(show, refused));
    }
    line(list, `${one.address || "?"}, since ${momentOf(one.begun_us)}${one.here ? " (here)" : ""}`, button);
  }
  const limits = document.querySelector('form[data-post="/me/limits"]');
  if (limits) {
    const mine = await api("GET", "/me/limits");
    if (!limits.dataset.typed) {
      limits.elements.day.value = mine.day_cents === null ? "" : mine.day_cents / 100;
      limits.elements.minutes.value = mine.session_minutes ?? "";
    }
    if (mine.wanted) document.getElementById("limits").textContent = `The new limits count from ${momentOf(mine.wanted_from_us)}.`;
    if (mine.away_until_us * 1 > Date.now() * 1000) say(`No play until ${momentOf(mine.away_until_us)}.`);
  }
}

show().catch(refused);

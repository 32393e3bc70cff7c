// What every page has: theme, deck, logging out, clause titles.

import { api } from "./api.js";
import { clause, h, titles } from "./dom.js";

const root = document.documentElement;

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // storage may be forbidden; the choice holds for this page
  }
}

const isDark = () =>
  root.dataset.theme ? root.dataset.theme === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;

document.getElementById("theme")?.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  keep("theme", root.dataset.theme);
});

const deck = document.getElementById("deck");
deck?.setAttribute("aria-pressed", String(root.dataset.deck === "four"));
deck?.addEventListener("click", () => {
  root.dataset.deck = root.dataset.deck === "four" ? "two" : "four";
  deck.setAttribute("aria-pressed", String(root.dataset.deck === "four"));
  keep("deck", root.dataset.deck);
});

document.getElementById("logout")?.addEventListener("click", async () => {
  await api("POST", "/logout", {}).catch(() => {});
  location.href = "/";
});

// a clause says its text when it is pressed, with a finger as well as with a mouse
for (const node of document.querySelectorAll("span.clause")) {
  const id = node.textContent.trim();
  node.replaceWith(clause(id));
}

let note;
document.addEventListener("click", (event) => {
  const pressed = event.target.closest?.("button.clause");
  if (!pressed) return;
  event.preventDefault();
  event.stopPropagation();
  const id = pressed.dataset.clause;
  const at = pressed.getBoundingClientRect();
  note?.remove();
  note = h("div", { class: "clause-note", popover: "auto", role: "note" }, h("b", {}, id), ` ${titles()[id] ?? ""}`);
  (pressed.closest("dialog") ?? document.body).append(note);
  note.style.setProperty("--x", `${Math.min(at.left, innerWidth - 300)}px`);
  note.style.setProperty("--y", `${at.bottom + 90 > innerHeight ? at.top - 90 : at.bottom + 6}px`);
  note.showPopover();
});

const sidePanel = document.getElementById("show-panel");
sidePanel?.addEventListener("click", () => {
  const open = document.body.classList.toggle("panel-open");
  sidePanel.setAttribute("aria-expanded", String(open));
});

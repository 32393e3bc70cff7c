// What every page has: theme, deck, logging out, clause titles.

import { api } from "./api.js";
import { titles } from "./dom.js";

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

for (const node of document.querySelectorAll(".clause:not([title])"))
  node.title = titles()[node.textContent.trim()] ?? "";

// Before the first paint: the chosen theme and deck, so nothing flickers. Until the page's scripts run: what is pressed
// is kept for them. A classic script on purpose.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    const deck = localStorage.getItem("deck");
    if (theme) document.documentElement.dataset.theme = theme;
    if (deck) document.documentElement.dataset.deck = deck;
  } catch {
    // storage may be forbidden; the system's own preference applies
  }
})();

(() => {
  const SCRIPTED = "button[type=button]:not([popovertarget]), button[data-do]";
  const BY_ITSELF = ["get", "dialog"];
  /** @type {Set<HTMLElement>} */
  const kept = new Set();

  /** What only a script answers; links, menus and forms that ask for a page work without one. */
  const waits = ({ type, target, submitter }) => {
    if (type === "click") return target.closest?.(SCRIPTED);
    return BY_ITSELF.includes(target.getAttribute("method")) ? null : submitter;
  };

  const keep = (event) => {
    const control = waits(event);
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    control.setAttribute("aria-busy", "true");
    kept.add(control);
  };

  const press = (control) => {
    control.removeAttribute("aria-busy");
    control.click();
  };

  const notWhole = () => {
    const note = document.createElement("p");
    note.className = "note alarm";
    note.setAttribute("role", "alert");
    note.textContent = "This page has not come whole. Reload it.";
    document.body.prepend(note);
  };

  for (const type of ["click", "submit"]) addEventListener(type, keep, true);
  addEventListener("DOMContentLoaded", async () => {
    /** @type {NodeListOf<HTMLScriptElement>} */
    const scripts = document.querySelectorAll("script[type=module][src]");
    const found = await Promise.allSettled([...scripts].map(({ src }) => import(src)));
    for (const type of ["click", "submit"]) removeEventListener(type, keep, true);
    if (found.some(({ status }) => status === "rejected")) notWhole();
    else kept.forEach(press);
  });
})();

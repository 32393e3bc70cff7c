// A whole round by keyboard.

import { chipsOffered } from "./bets.js";
import { keysFor } from "./dock.js";

const TYPING = "input:not([type=range]), textarea, select, dialog *";

/** `table` is what the page shows and can do: its state, context, deeds, and the bar of actions. */
export function listenToKeys(table) {
  document.addEventListener("keydown", (event) => {
    // a key that is held down is pressed once: "deal" held too long is no answer to the question that follows
    if (event.repeat && event.target.matches("button") && ["Enter", " "].includes(event.key))
      return void event.preventDefault();
    const other = event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches(TYPING);
    if (table.state() && !other) press(event, event.key.toLowerCase(), table);
  });
}

function press(event, key, { state, context, deeds, lay, ui, dock }) {
  const ctx = context();
  const place = event.target.closest?.("[data-do=chip]");
  if (place && (key === "-" || key === "delete" || key === "backspace"))
    return void lay(Number(place.dataset.spot), place.dataset.wager, false);
  if (key === " " && !ctx.caughtUp && !event.target.matches("button, summary, a"))
    return void (event.preventDefault(), deeds.skip());
  if (key === "escape" && ui.hint) return void deeds["close-hint"]();
  if (key === "escape" && ui.step) return void deeds.step({ step: ui.step });
  if (ctx.asks.length) {
    if (key === ".") return void deeds.hint({ spot: ctx.asks[0].spot });
    const keys = keysFor(ctx.asks[0].choices);
    const action = Object.keys(keys).find((a) => keys[a] === key);
    return void (action && dock.querySelector(`[data-do=act][data-action="${action}"]`)?.click());
  }
  const chip = ctx.betting && ctx.mine.size ? chipsOffered(state().table)[Number(key) - 1] : undefined;
  if (chip) return void deeds["choose-chip"]({ cents: chip });
  dock.querySelector(`button[aria-keyshortcuts="${CSS.escape(key)}"]:not(:disabled)`)?.click();
  return undefined;
}

/** Whoever works with the keyboard stays where the work is: a control that has gone hands on to its successor. */
export function keepFocus(before, ctx, parts) {
  if (!before || before === document.body) return;
  if (document.activeElement === before && !before.disabled) return;
  if (document.activeElement !== before && document.activeElement !== document.body) return;
  // a node that was moved loses the focus although it is still there
  if (before.isConnected && !before.disabled) return void before.focus({ preventScroll: true });
  const next =
    ctx.mine.size && before.dataset.do === "sit"
      ? firstBet(ctx.table, parts.felt)
      : [".choice:not(:disabled)", "[data-do=ready]:not(:disabled)", "button:not(:disabled)"]
          .map((wanted) => parts.dock.querySelector(wanted))
          .find(Boolean);
  (next ?? parts.dock).focus({ preventScroll: true });
}

/** The circle a bet begins with: no other wager has to be there first. */
function firstBet(table, felt) {
  const free = table.wagers.filter((w) => w.placed !== "later" && !w.needs?.length);
  const circle = (wager) => felt.querySelector(`.mine button.place[data-wager="${wager.id}"]`);
  return free.map(circle).find(Boolean) ?? felt.querySelector(".mine button.place");
}

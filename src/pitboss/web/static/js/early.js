// Before the first paint: the chosen theme and deck, so nothing flickers. A classic script on purpose.
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

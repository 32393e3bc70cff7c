// Fortune Pai Gow Poker: the Face Up table with the dealer's hand closed until everyone has set.

import { h } from "../dom.js";
import faceUp from "./face-up-pai-gow-poker.js";
import { wagerPlace } from "./parts.js";

export default {
  ...faceUp,
  notes: (ctx) =>
    [faceUp.notes(ctx), ctx.table.options.commission === "5%" ? "The house keeps 5 % of a win" : ""].filter(Boolean).join(" · "),
  places: (ctx, spot) => {
    const lammer = ctx.felt.spotFacts[spot]?.lammer;
    return h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "pai-gow", { odds: "1 to 1" }),
      wagerPlace(ctx, spot, "fortune-bonus", {
        mark: lammer ? h("span", { class: "lammer" }, "envy") : null,
      }),
      wagerPlace(ctx, spot, "jackpot", { shape: "sensor", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { shape: "sensor", name: "Jackpot 2", odds: "" }),
    );
  },
};

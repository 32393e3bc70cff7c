// Fortune Pai Gow Poker: the Face Up table with the dealer's hand closed until everyone has set.

import { h } from "../dom.js";
import faceUp from "./face-up-pai-gow-poker.js";
import { wagerPlace } from "./parts.js";

export default {
  ...faceUp,
  places: (ctx, spot) => {
    const lammer = ctx.felt.spotFacts[spot]?.lammer;
    const odds = ctx.table.options.commission === "5%" ? "1 to 1, less 5 %" : "1 to 1";
    return h(
      "div",
      { class: "places row" },
      wagerPlace(ctx, spot, "pai-gow", { odds }),
      wagerPlace(ctx, spot, "fortune-bonus", {
        mark: lammer ? h("span", { class: "lammer" }, "envy") : null,
      }),
      wagerPlace(ctx, spot, "jackpot", { shape: "sensor", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { shape: "sensor", name: "Jackpot 2", odds: "" }),
    );
  },
};

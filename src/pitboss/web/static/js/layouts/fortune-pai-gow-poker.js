// Fortune Pai Gow Poker: the Face Up table with the dealer's hand closed until everyone has set.

import { h } from "../dom.js";
import faceUp from "./face-up-pai-gow-poker.js";
import { wagerPlace } from "./parts.js";

export default {
  ...faceUp,
  places: (ctx, spot) => {
    const lammer = ctx.felt.spotFacts[spot]?.lammer;
    const taken = ctx.table.options.commission === "5%" ? "1 to 1, less 5 %" : "1 to 1";
    return h(
      "div",
      { class: "places pai-gow" },
      wagerPlace(ctx, spot, "pai-gow", { odds: taken }),
      h(
        "div",
        { class: "with-lammer" },
        wagerPlace(ctx, spot, "fortune-bonus", { class: "small", name: "Fortune Bonus" }),
        lammer ? h("span", { class: "lammer", title: "Envy lammer (FU-09)" }, "ENVY") : null,
      ),
      wagerPlace(ctx, spot, "jackpot", { class: "small sensor", odds: "" }),
      wagerPlace(ctx, spot, "second-jackpot", { class: "small sensor", name: "Jackpot 2", odds: "" }),
    );
  },
};

// The proof of a round beside its replay: checked in this page, said in plain words (HR-36).

import { h, clause } from "./dom.js";
import { hex, sha256 } from "./sha256.js";
import { check, NOT_PROVEN } from "./verifier.js";
import { cutFor } from "./cut.js";

/** What the page finds: {state: right | wrong | old | due, lines}. */
export async function prove(round) {
  if (round.proof) return proveSealed(round);
  if (!round.reveal) return { state: "due", lines: [] };
  const { salt, order } = round.reveal;
  const found = hex(await sha256(new TextEncoder().encode(`${salt}:${order}`)));
  if (found !== round.commitment)
    return { state: "wrong", lines: ["Order and salt do not give the hash that was published."] };
  return {
    state: "old",
    lines: [
      "A proof of the first kind, of an earlier version: the hash over salt and order is the one published before " +
        "the first card. It does not cover where in that order the deal started.",
    ],
  };
}

async function proveSealed(round) {
  try {
    const found = await check(round);
    const lines = [...found.lines];
    const mine = cutFor(found.seal);
    if (mine) {
      if (!round.proof.cuts.some((cut) => cut.value === mine))
        return {
          state: "wrong",
          lines: [`Your cut, ${mine}, is not among the cuts. The house may not have got it; or it left it out.`],
        };
      lines.push(`Your cut, ${mine}, is among them.`);
    }
    return { state: "right", lines, milliseconds: found.milliseconds };
  } catch (error) {
    return { state: "wrong", lines: [error.message] };
  }
}

const TAGS = {
  right: ["tag good", "verified"],
  old: ["tag", "verified, first kind"],
  wrong: ["tag bad", "does not hold"],
  due: ["tag", "when the round is over"],
};

const small = (...children) => h("p", { class: "small" }, ...children);

/** The section of the side panel. */
export function proofPanel(round, proved) {
  const [style, word] = TAGS[proved.state];
  const cuts = round.proof?.cuts ?? [];
  return h(
    "section",
    { class: "proof", data: { key: "proof" } },
    h("h3", {}, "Proof of the deal ", h("span", { class: style, id: proved.state === "right" ? "proved" : undefined }, word)),
    proved.state === "wrong"
      ? h("p", { class: "bad" }, ...proved.lines, " Tell the house and the regulator.")
      : h("ul", { class: "small" }, ...proved.lines.map((line) => h("li", {}, line))),
    small("Published before the first bet: ", h("code", {}, round.commitment), " ", clause("HR-36")),
    cuts.length
      ? h(
          "details",
          {},
          h("summary", {}, "The cuts"),
          h(
            "ol",
            { class: "small" },
            ...cuts.map((cut) =>
              h("li", {}, cut.spot ? `Spot ${cut.spot}: ` : "Dice: ", h("code", {}, cut.value)),
            ),
          ),
        )
      : null,
    h(
      "details",
      {},
      h("summary", {}, "What this does not prove"),
      h("ul", { class: "small" }, ...NOT_PROVEN.map((line) => h("li", {}, line))),
    ),
    small(
      "Check it without this page: ",
      h(
        "a",
        { href: `/api/v1/rounds/${encodeURIComponent(round.id)}`, download: `${round.id}.json` },
        "download the round",
      ),
      " and ",
      h("a", { href: "/verify_round.py", download: "verify_round.py" }, "the verifier"),
      ", one file of Python: ",
      h("code", {}, `python verify_round.py ${round.id}.json`),
    ),
  );
}

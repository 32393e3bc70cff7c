// The proof of a round beside its replay: checked in this page, said in plain words (HR-36).

import { h, clause } from "./dom.js";
import { ANOTHER_COMMITMENT, check, compareReceipt, NOT_PROVEN, NOTHING_SHOWN, Wrong } from "./verifier.js";
import { receiptFor } from "./receipt.js";
import { api } from "./api.js";

/** What the page finds: {state: right | wrong | due | none, lines}. */
export async function prove(round) {
  const mine = receiptFor(round.table, round.number);
  if (mine && mine.commitment !== round.commitment) return { state: "wrong", lines: [ANOTHER_COMMITMENT] };
  if (round.proof) return proveSealed(round, mine);
  if (mine && round.finished) return { state: "wrong", lines: ["You have a receipt of this round, and its proof is kept from you."] };
  return { state: "due", lines: [] };
}

async function proveSealed(round, mine) {
  try {
    const found = await check(round);
    const lines = [...found.lines];
    if (mine)
      lines.push(...compareReceipt(found, mine));
    else lines.push("This browser has no receipt of this round: that the house told the same story then is not proven.");
    if (round.proof.start) lines.push(await before(round));
    return { state: "right", lines, milliseconds: found.milliseconds, found, mine };
  } catch (error) {
    return { state: error.message === NOTHING_SHOWN ? "none" : "wrong", lines: [error.message] };
  }
}

/** That the shoe's round before this one ended where this one starts. */
async function before(round) {
  const id = `${round.table}-${round.number - 1}`;
  const last = await api("GET", `/rounds/${encodeURIComponent(id)}`).catch(() => null);
  if (!last) return `Round ${id} could not be fetched: that it ended where this one starts was not checked.`;
  const found = await check(last);
  if (last.proof.shoe.root !== round.proof.shoe.root || found.ends !== round.proof.start)
    throw new Wrong(`Round ${id} did not end where this one starts.`);
  return `It starts at the card where round ${id} ended.`;
}

const TAGS = {
  right: ["tag good", "verified"],
  wrong: ["tag bad", "does not hold"],
  due: ["tag", "when the round is over"],
  none: ["tag", "nothing was shown"],
};

const fileOf = (receipt) => `data:application/json,${encodeURIComponent(JSON.stringify(receipt))}`;

const small = (...children) => h("p", { class: "small" }, ...children);

/** The section of the side panel. */
export function proofPanel(round, proved) {
  const [style, word] = TAGS[proved.state];
  const cuts = proved.found?.cut.cuts ?? [];
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
            ...cuts.map(([spot, value]) =>
              h("li", {}, spot ? `Spot ${spot}: ` : "Dice: ", h("code", {}, value)),
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
      ...(proved.mine
        ? [
            ". Beside it ",
            h("a", { href: fileOf(proved.mine), download: `${round.id}-receipt.json`, id: "receipt" }, "your receipt"),
            ": ",
            h("code", {}, `--receipt ${round.id}-receipt.json`),
          ]
        : []),
    ),
  );
}

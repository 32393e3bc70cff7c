// What this browser keeps of each round while it is played: the commitment, the heads of the chain it was shown, the cut
// it gave. The house cannot change it any more; laid beside the round's file it tells whether the story is the same (HR-36).

const KEY = "pitboss.receipts";
const KEPT = 40;
const HEADS = 200;

function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

const keyOf = (table, number) => `${table}-${number}`;

/** The receipt of a round, if this browser has one: in the form that verify_round.py takes. */
export const receiptFor = (table, number) => known()[keyOf(table, number)] ?? null;

/** A new state of the table: keep what it shows. A shoe's cut is carried on from round to round, with the seal. */
export function keepReceipt(table, state, cut) {
  if (!state.commitment || !state.head) return;
  const receipts = known();
  const key = keyOf(table, state.round_number);
  const before = receipts[key];
  const mine =
    before?.commitment === state.commitment
      ? before
      : { table, round: state.round_number, commitment: state.commitment, spot: null, cut: null, heads: [] };
  const fresh = mine.heads.at(-1) !== state.head;
  const { spot, value } = cut;
  const open = state.phase === "betting";
  if (!fresh && (!open || (mine.cut === value && mine.spot === spot))) return;
  if (fresh) mine.heads = [...mine.heads, state.head].slice(-HEADS);
  if (open) Object.assign(mine, { spot, cut: value });
  delete receipts[key];
  receipts[key] = mine;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(receipts).slice(-KEPT))));
  } catch {
    // a browser that keeps nothing: the page then cannot compare later
  }
}

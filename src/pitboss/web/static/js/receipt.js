// What this browser keeps of each round while it is played: the commitment, the heads of the chain it was shown, the cuts
// it sent, each with the head it held then. The house cannot change it any more; laid beside the round's file it tells whether the story is the same (HR-36).

const KEY = "pitboss.receipts.1";
const KEPT = 200;
const HEADS = 200;
const WRONG = 10;

function known() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    for (const one of Object.values(kept)) one.wrong ??= [];
    return kept;
  } catch {
    return {};
  }
}

const keyOf = (table, number) => `${table}-${number}`;

/** The receipt of a round, if this browser has one: in the form that verify_round.py takes. */
export const receiptFor = (table, number) => known()[keyOf(table, number)] ?? null;

const hasCut = (one) => one.sent.length > 0;

/** A new state of the table: keep what it shows. A shoe's cuts are carried on from round to round, with the seal. What is
 * kept stays: the first commitment after which this browser cut or bet, every head, all that it sent; what contradicts it is put
 * beside it, under `wrong`, and returned where it is new. */
export function keepReceipt(table, state, { sent, differs, bets }) {
  if (!state.commitment || !state.head) return [];
  const receipts = known();
  const key = keyOf(table, state.round_number);
  const open = state.phase === "betting";
  let mine = receipts[key];
  if (!mine || (open && mine.commitment !== state.commitment && !hasCut(mine) && !bets && !mine.wrong.length))
    mine = { table, round: state.round_number, commitment: state.commitment, sent: [], heads: [], wrong: [] };
  const before = JSON.stringify(mine);
  const wrong = [];
  if (mine.commitment !== state.commitment) wrong.push(`another commitment: ${state.commitment}`);
  else {
    if (!mine.heads.includes(state.head)) mine.heads = [...mine.heads, state.head];
    if (mine.heads.length > HEADS) mine.heads.splice(HEADS / 2, 1);
    // what is sent with `ready` is seen here only when the cards are dealt
    const now = open || (state.phase === "playing" && !state.seal);
    if (now && sent.length) mine = { ...mine, sent };
    if (open && differs) wrong.push(`a cut at your spot that this browser did not send (another of yours may have): ${differs}`);
  }
  const fresh = wrong.filter((one) => !mine.wrong.includes(one)).slice(0, WRONG - mine.wrong.length);
  mine.wrong = [...mine.wrong, ...fresh];
  if (JSON.stringify(mine) === before && receipts[key]) return [];
  receipts[key] = mine;
  try {
    localStorage.setItem(KEY, JSON.stringify(latest(receipts)));
  } catch {
    // a browser that keeps nothing: the page then cannot compare later
  }
  return fresh;
}

/** The last ones; those of rounds that were only watched go first. */
function latest(receipts) {
  const all = Object.entries(receipts);
  const spare = all.filter(([, one]) => !hasCut(one) && !one.wrong.length).map(([key]) => key);
  const gone = new Set([...spare.slice(0, -1), ...all.map(([key]) => key)].slice(0, Math.max(0, all.length - KEPT)));
  return Object.fromEntries(all.filter(([key]) => !gone.has(key)));
}

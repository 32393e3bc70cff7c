// A player's session at one table, kept in this browser tab: the last bets, the results, the trainer's books.

const KEPT = 60;

function read(store, key, fallback) {
  try {
    return JSON.parse(store.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(store, key, value) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // storage may be forbidden; it holds for this page
  }
}

export class Session {
  #key;
  #kept;

  constructor(table) {
    this.#key = `table/${table}`;
    this.#kept = {
      last: null,
      rounds: [],
      staked: 0,
      judged: 0,
      mistakes: 0,
      cost: 0,
      closed: null,
      ...read(sessionStorage, this.#key, {}),
    };
  }

  #save() {
    write(sessionStorage, this.#key, this.#kept);
  }

  get lastBets() {
    return this.#kept.last;
  }

  set lastBets(bets) {
    this.#kept.last = bets;
    this.#save();
  }

  /** True once for each round: its result is told and booked a single time. */
  close(round) {
    if (this.#kept.closed === round) return false;
    this.#kept.closed = round;
    this.#save();
    return true;
  }

  add(round, number, net, staked) {
    this.#kept.rounds = [...this.#kept.rounds, { round, number, net }].slice(-KEPT);
    this.#kept.staked += staked;
    this.#kept.played = (this.#kept.played ?? 0) + 1;
    this.#kept.net = (this.#kept.net ?? 0) + net;
    this.#save();
  }

  /** A choice beside the best one: counted, and in words where it gives something up. Without an answer to the
      question for advice (null) nothing is counted. */
  compare(options, action, cards, amount = 0) {
    if (!options) return "";
    const front = [...cards].sort().join(" ");
    const off = (o) => Math.abs((o.amount_cents ?? 0) - amount);
    const [chosen] = options
      .filter((o) => o.action === action && (!o.cards || [...o.cards].sort().join(" ") === front))
      .sort((a, b) => off(a) - off(b));
    if (!chosen) {
      // there is no exact advice on this choice: what it costs is not known, which is not nothing
      this.#kept.unknown = (this.#kept.unknown ?? 0) + 1;
      this.#save();
      return "";
    }
    this.judge(chosen.cost_cents);
    if (chosen.cost_cents < 0.5) return "";
    const best = options.find((o) => o.best);
    return `${best.text} was better: this choice gives up $${(chosen.cost_cents / 100).toFixed(2)} on average.`;
  }

  judge(cost) {
    this.#kept.judged += 1;
    if (cost >= 0.5) this.#kept.mistakes += 1;
    this.#kept.cost += cost;
    this.#save();
  }

  get figures() {
    const { rounds, staked, judged, mistakes, cost, unknown = 0, played = 0, net = 0 } = this.#kept;
    return { rounds, staked, judged, mistakes, cost, unknown, played, net };
  }

  setting(name) {
    return read(localStorage, `setting/${name}`, false);
  }

  set(name, value) {
    write(localStorage, `setting/${name}`, value);
    return value;
  }
}

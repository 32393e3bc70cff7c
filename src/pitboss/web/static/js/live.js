// One WebSocket to a table: the layout once, states and changes in, commands out, and reconnecting by itself.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
const ANSWER_MS = 15000;
/** after which a person would wonder whether the press was taken */
const SLOW_MS = 1000;
/** after so long without a word the house is asked whether it is there */
const SILENT_MS = 10000;

/** The state after a message that says only what is different. */
export function merged(state, { set, version, server_ms, you = state.you }) {
  const { standing, log, laid, seated, ...changed } = set;
  const after = { ...state, ...changed, version, server_ms, you };
  if (seated)
    after.seats = state.seats.map((seat) => seated.find(({ spot }) => spot === seat.spot) ?? seat);
  if (standing || log || laid) {
    const cards = Object.entries({ ...after.view.places, ...laid }).filter(([, here]) => here);
    const places = Object.fromEntries(cards);
    after.view = { ...after.view, ...standing, places, log: [...after.view.log, ...(log ?? [])] };
  }
  return after;
}

const WORDS = {
  slow: "The house has not answered yet. What you pressed last is not booked until it does.",
  quiet: "The house does not answer just now. What you see may be old.",
  lost: "The connection to the table is lost. Reconnecting; the round is safe with the house.",
};

/** A line over the felt tells of the connection when there is something to tell. */
export function tellLink(live, page, line) {
  live.addEventListener("link", ({ detail }) => {
    line.hidden = !WORDS[detail];
    line.textContent = WORDS[detail] ?? "";
    page.dataset.link = detail;
  });
}

export class Live extends EventTarget {
  #url;
  #socket;
  #wait = FIRST_WAIT_MS;
  #waiting = new Map();
  #version = -1;
  #layout = null;
  #state = null;
  #closed = false;
  #silence = undefined;
  #link = "";
  /** answers to what a state that is still on its way will show */
  #ahead = [];

  constructor(tableId) {
    super();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#url = `${scheme}://${location.host}/api/v1/tables/${encodeURIComponent(tableId)}/live?changes=1`;
    this.#open();
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#tell("link", "slow"));
    addEventListener("pagehide", () => {
      this.#closed = true;
      this.#socket.close();
    });
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#closed = false;
      this.#open();
    });
  }

  #hurry() {
    if (this.connected) this.#tell("link", "open");
    if (this.#socket.readyState === WebSocket.CLOSED) {
      this.#wait = FIRST_WAIT_MS;
      this.#open();
    }
  }

  #open() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#version = -1;
      this.#heard();
    };
    socket.onmessage = ({ data }) => {
      this.#receive(JSON.parse(data));
      this.#heard();
    };
    socket.onclose = () => {
      clearTimeout(this.#silence);
      if (this.#closed || socket !== this.#socket) return;
      for (const [, answer] of this.#waiting)
        answer.fail({
          error: "The connection broke before the house answered; the table shows what counted.",
        });
      this.#waiting.clear();
      this.#release(Infinity);
      this.#tell("link", "lost");
      setTimeout(() => {
        if (!this.#closed && socket === this.#socket) this.#open();
      }, this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  /** The house is there: whoever still waits for an answer waits for that one alone. */
  #heard() {
    const waits = [...this.#waiting.values()].some(({ slow }) => slow);
    if (this.#link !== "open" && !waits) this.#tell("link", "open");
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.send("here", {}, "quiet").catch(() => {}), SILENT_MS);
  }

  #tell(type, detail) {
    if (type === "link") this.#link = detail;
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #receive(message) {
    if (message.type === "layout") {
      this.#layout = message.table;
      return;
    }
    if (message.type === "state" || message.type === "change") {
      if (message.version < this.#version) return;
      this.#version = message.version;
      this.#state = message.type === "state" ? message : merged(this.#state, message);
      this.#tell("state", this.#layout ? { ...this.#state, table: this.#layout } : this.#state);
      this.#release(this.#version);
      return;
    }
    const answer = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "error") {
      if (answer) answer.fail(message);
      else this.#tell("refused", message);
    } else if (answer) {
      this.#ahead.push({ version: message.version ?? 0, done: () => answer.done(message) });
      this.#release(this.#version);
    }
  }

  /** What was asked for is done when the table shows it: the next press counts from there. */
  #release(version) {
    const due = this.#ahead.filter((one) => one.version <= version);
    this.#ahead = this.#ahead.filter((one) => one.version > version);
    for (const { done } of due) done();
  }

  get connected() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Ask the house; resolves with its answer, rejects with its refusal. The id makes a retry harmless. `slow` is what the
   *  link is called while it has not answered. */
  send(type, fields = {}, slow = "slow") {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    if (!this.connected) {
      return Promise.reject({ error: "The table is not connected just now; nothing was sent." });
    }
    return new Promise((done, fail) => {
      const answer = { done, fail, slow: false };
      this.#waiting.set(id, answer);
      setTimeout(() => {
        answer.slow = this.#waiting.has(id);
        // what was pressed and is not answered weighs more than a silence
        if (answer.slow && this.connected && this.#link !== "slow") this.#tell("link", slow);
      }, SLOW_MS);
      setTimeout(() => {
        if (this.#waiting.delete(id))
          fail({ error: "The house has not answered; the table shows what counted." });
      }, ANSWER_MS);
      this.#socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }
}

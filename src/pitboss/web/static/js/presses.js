// A press is meant for what the person has seen: not for what came under the finger, or under the key, a moment before
// it. What does not take a press looks so (aria-disabled), and a press on it is answered with a word.

/** nobody reads a question, or finds another button under the finger, in less */
export const UNREAD_MS = 400;
/** how far a finger wanders between the two halves of a double press */
const WANDER_PX = 15;
const AROUND = [0, -WANDER_PX, WANDER_PX];
const POINTER = "pointer";
const WHERE_THE_FOCUS_IS = ["enter", " "];

const TOO_SOON = "Not taken: this has only just come here. Press again.";
const UNREAD = "Not taken: the question has only just come. Read it, then press again.";
const ANSWERED = "Your first choice is with the house already.";

/** What a control does, and to what; the same before and after a redraw. */
const identity = (control) => (control ? JSON.stringify(control.dataset) : "");

export class Presses {
  #redraw;
  #at = -Infinity;
  /** the key that was last pressed, or POINTER */
  #means = "";
  /** where the last press was: what lies there now, and what lay there then */
  #places = [];
  #pressed = "";
  #question = "";
  #until = 0;
  #timer = undefined;
  #answered = "";

  constructor(redraw) {
    this.#redraw = redraw;
    document.addEventListener("keydown", ({ key }) => this.#by(key.toLowerCase()), true);
    document.addEventListener("pointerdown", () => this.#by(POINTER), true);
  }

  /** Whether this question has come so soon after a press that another one would be a double press. */
  unread(question) {
    const now = performance.now();
    if (question !== this.#question) {
      this.#question = question;
      this.#until = now - this.#at < UNREAD_MS ? now + UNREAD_MS : 0;
    }
    if (now >= this.#until) return false;
    this.#later(this.#until - now);
    return true;
  }

  /** Whether the house has this question's answer, or is about to. */
  answered(question) {
    return question === this.#answered;
  }

  /** A question takes one answer, however often one presses; one that was not booked can be given again. */
  async once(question, send) {
    if (question === this.#answered) return false;
    this.#answered = question;
    this.#redraw();
    const booked = await send();
    if (!booked && this.#answered === question) {
      this.#answered = "";
      this.#redraw();
    }
    return booked;
  }

  /** After each redraw: what has come where the last press was takes none for a moment, and looks so. */
  mark() {
    const left = this.#at + UNREAD_MS - performance.now();
    const fresh = left > 0 ? this.#places.filter(({ find, was }) => ![was, ""].includes(identity(find()))) : [];
    for (const { find } of fresh) find().setAttribute("aria-disabled", "true");
    if (fresh.length) this.#later(left);
  }

  /** Whether a control takes this press; if not, `say` is given the reason in a sentence. */
  takes(event, control, say) {
    this.mark();
    const again = identity(control) === this.#pressed;
    this.#at = performance.now();
    if (control?.getAttribute("aria-disabled") === "true") {
      const choice = control.dataset.do === "act";
      if (!choice) say(TOO_SOON);
      else if (!this.answered(this.#question)) say(UNREAD);
      else if (!again) say(ANSWERED);
      return false;
    }
    this.#pressed = identity(control);
    this.#places = this.#under(event).map((find) => ({ find, was: identity(find()) }));
    return true;
  }

  /** Ways to find what lies where this press is: under the finger, or under the key. */
  #under({ detail, clientX, clientY }) {
    const at = (x, y) => () => document.elementFromPoint(x, y)?.closest("[data-do]");
    if (detail > 0) return AROUND.flatMap((dx) => AROUND.map((dy) => at(clientX + dx, clientY + dy)));
    const key = this.#means;
    const shortcut = () => document.querySelector(`[data-do][aria-keyshortcuts="${CSS.escape(key)}"]`);
    const focused = () => document.activeElement?.closest("[data-do]");
    return key && key !== POINTER ? [WHERE_THE_FOCUS_IS.includes(key) ? focused : shortcut] : [];
  }

  /** Another key, or the pointer after a key, is no second half of a double press: it goes where the person wants it. */
  #by(means) {
    const other = means !== this.#means && this.#places.length > 0;
    this.#means = means;
    if (!other) return;
    this.#places = [];
    this.#redraw();
  }

  #later(left) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#redraw, left + 1);
  }
}

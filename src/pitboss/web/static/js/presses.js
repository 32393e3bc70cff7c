// A press is meant for what the person has seen: not for what came under the finger a moment before it.

/** nobody reads a question, or finds another button under the finger, in less */
export const UNREAD_MS = 400;
/** how far a finger wanders between the two halves of a double press */
const SAME_PLACE_PX = 30;

export class Presses {
  #redraw;
  #at = -Infinity;
  #last = { deed: "", x: 0, y: 0 };
  #question = "";
  #until = 0;
  #timer = undefined;
  #answered = "";

  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** Whether this question has come so soon after a press that another one would be a double press. */
  unread(question) {
    const now = performance.now();
    if (question !== this.#question) {
      this.#question = question;
      this.#until = now - this.#at < UNREAD_MS ? now + UNREAD_MS : 0;
    }
    if (now >= this.#until) return false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#redraw, this.#until - now + 1);
    return true;
  }

  /** A question takes one answer, however often one presses; one that was not booked can be given again. */
  async once(question, send) {
    if (question === this.#answered) return false;
    this.#answered = question;
    const booked = await send();
    if (!booked && this.#answered === question) this.#answered = "";
    return booked;
  }

  /** Whether a press on this control is meant for it; a second one in the same place is meant for what was there. */
  meant(event, target) {
    if (target?.getAttribute("aria-disabled") === "true") return false;
    const now = performance.now();
    const { x, y, deed } = this.#last;
    const quick = now - this.#at < UNREAD_MS;
    const here = { deed: target?.dataset.do ?? "", x: event.clientX, y: event.clientY };
    const pointed = event.detail > 0 && deed;
    const strange = pointed && quick && here.deed !== deed && Math.hypot(here.x - x, here.y - y) < SAME_PLACE_PX;
    this.#at = now;
    if (!strange) this.#last = here;
    return !strange;
  }
}

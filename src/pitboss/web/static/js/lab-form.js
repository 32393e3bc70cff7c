// What is computed: game, wager, pay table, settings, and lines that pay otherwise. One form for A, one for B.

import { h, clause, refusal, toast, words } from "./dom.js";
import { ask } from "./lab-ask.js";

const option = (value, text, selected) => h("option", { value, selected }, text);
const plain = (value) => (/^[a-z][a-z-]*$/.test(value) ? value.replaceAll("-", " ") : value);
/** Cents are typed in dollars. */
const shown = (setting, value) => (setting.kind === "cents" ? String(Number(value) / 100) : value);
const sent = (setting, value) =>
  setting.kind === "cents" ? String(Math.round(Number(value.replaceAll(/[$,\s]/g, "")) * 100)) : value;
const UNITS = { cents: ["$", ""], dollars: ["$", ""], integer: ["", ""] };

export class Choices {
  constructor(form, mark, games, changed) {
    this.form = form;
    this.mark = mark;
    this.games = games;
    this.changed = changed;
    this.known = null;
    this.pays = {};
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", ({ target }) => this.#changed(target.name));
  }

  /** Fill the form; `given` is a question as `address()` writes it. */
  async open(given = new URLSearchParams()) {
    const game = this.games.some(([id]) => id === given.get("game")) ? given.get("game") : this.games[0][0];
    try {
      this.known = await ask(`/lab/questions/${encodeURIComponent(game)}`);
    } catch (error) {
      refusal(error);
      return;
    }
    this.pays = pairs(given.getAll("pay"));
    this.#unknown("game", given, game);
    this.#draw(given);
  }

  /** An address may ask for what is not there: said, instead of something else shown without a word. */
  #unknown(name, given, shown) {
    const wanted = given.get(name);
    if (!wanted || wanted === "-" || wanted === shown) return;
    toast(`There is no ${name.replace("_", " ")} '${wanted}'; this is ${shown}.`, true);
  }

  #draw(given) {
    const wager = this.known.wagers.find((w) => w.id === given.get("wager")) ?? this.known.wagers[0];
    const table = wager.pay_tables.find((t) => t.id === given.get("pay_table")) ?? wager.pay_tables[0];
    this.#unknown("wager", given, wager.id);
    this.#unknown("pay_table", given, table?.id);
    const settings = pairs(given.getAll("set"));
    const parts = [
      h("h2", { class: "mark" }, this.mark),
      field("Game", h("select", { name: "game" }, this.games.map(([id, name]) => option(id, name, id === this.known.game)))),
      field("Wager", h("select", { name: "wager" }, this.known.wagers.map((w) => option(w.id, w.name, w === wager)))),
      wager.pay_tables.length
        ? field(
            "Pay table",
            h("select", { name: "pay_table" }, wager.pay_tables.map((t) => option(t.id, t.id, t === table))),
          )
        : null,
      wager.settings.length
        ? h(
            "details",
            { class: "settings", open: wager.settings.length <= 4 || matchMedia("(min-width: 60rem)").matches },
            h("summary", {}, `${wager.settings.length} setting${wager.settings.length === 1 ? "" : "s"}`),
            h("div", { class: "stack" }, wager.settings.map((s) => settingField(s, settings[s.name], this.mark))),
          )
        : null,
    ];
    this.form.replaceChildren(...parts.filter(Boolean));
  }

  async #changed(name) {
    if (name === "game") await this.open(new URLSearchParams({ game: this.form.elements.game.value }));
    else if (name === "wager" || name === "pay_table") {
      this.pays = {};
      const given = this.address();
      given.delete("pay");
      if (name === "wager") {
        given.delete("pay_table");
        given.delete("set");
      }
      this.#draw(given);
    }
    this.changed();
  }

  get wager() {
    return this.known.wagers.find((w) => w.id === this.form.elements.wager.value);
  }

  get table() {
    const id = this.form.elements.pay_table?.value;
    return this.wager.pay_tables.find((t) => t.id === id) ?? null;
  }

  get own() {
    return Object.keys(this.pays).length > 0;
  }

  /** The question as an address has it: only what differs from the defaults. */
  address() {
    const query = new URLSearchParams({ game: this.known.game, wager: this.wager.id });
    if (this.table) query.set("pay_table", this.table.id);
    for (const setting of this.wager.settings) {
      const value = this.form.elements[`set-${setting.name}`]?.value.trim();
      if (value !== undefined && sent(setting, value) !== setting.default)
        query.append("set", `${setting.name}=${sent(setting, value)}`);
    }
    for (const [hand, odds] of Object.entries(this.pays)) query.append("pay", `${hand}=${odds}`);
    return query;
  }

  get title() {
    const own = this.own ? ", own pays" : "";
    return `${this.known.name}: ${this.wager.name}${this.table ? `, table ${this.table.id}` : ""}${own}`;
  }

  /** A line pays otherwise, or as approved again. */
  pay(hand, odds) {
    const line = this.table.lines.find((l) => l.hand === hand);
    if (odds === (line.pays ?? String(line.multiplies))) delete this.pays[hand];
    else this.pays[hand] = odds;
  }
}

export const pairs = (list) =>
  Object.fromEntries(list.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));

export function field(label, control, { before = "", after = "", help = null } = {}) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    before || after
      ? h("span", { class: "with-unit" }, before ? h("i", {}, before) : null, control, after ? h("i", {}, after) : null)
      : control,
    help ? h("small", { class: "soft" }, help) : null,
  );
}

function settingField(setting, value, mark) {
  const shared = { name: `set-${setting.name}`, title: setting.meaning };
  const now = value ?? setting.default;
  const control = setting.choices.length
    ? h("select", shared, setting.choices.map((c) => option(c, plain(c), c === now)))
    : h("input", { ...shared, value: shown(setting, now), inputmode: "decimal", size: 8, autocomplete: "off" });
  const [before, after] = setting.choices.length ? ["", ""] : UNITS[setting.kind] ?? ["", ""];
  const label = h("span", {}, words(setting.name.replaceAll("_", "-")), " ");
  const wrapped = field(label, control, { before, after });
  control.setAttribute("aria-label", `${words(setting.name.replaceAll("_", "-"))}, ${mark}`);
  return h("div", { class: "setting" }, wrapped, clause(setting.clause));
}

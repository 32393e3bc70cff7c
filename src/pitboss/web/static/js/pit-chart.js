// <pit-chart src="/lab/chart?..."></pit-chart>: one of the house's Vega-Lite specifications with hover, zoom and
// export. The specification comes from `src`, from a JSON script inside, or through `show(spec)`. Its colours are
// the stylesheet's own (`--chart-*`), so a change of light, or paper, needs no drawing anew.

import { h } from "./dom.js";

let library;

/** The library, loaded when the first chart is wanted; it puts its names on the window. */
function vega() {
  library ??= import(document.querySelector('meta[name="charts"]').content).then(
    () => window.vegaEmbed,
    (error) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

const OPTIONS = {
  mode: "vega-lite",
  ast: true,
  renderer: "svg",
  actions: false,
  defaultStyle: false,
  tooltip: { disableDefaultStyle: true },
  logLevel: 1, // errors
};
const LEAST = 240;

const composed = (spec) => Boolean(spec.hconcat ?? spec.vconcat ?? spec.concat);

/** A chart of one picture takes the width it is given; one of steps keeps its size and scrolls. */
function fitted(spec, width) {
  if (composed(spec) || typeof spec.width !== "number") return spec;
  return { ...spec, width: Math.max(LEAST, width), autosize: { type: "fit-x", contains: "padding" } };
}

/** Without the title, which the page sets itself. */
function inPage(spec, width) {
  const { title: _, ...rest } = fitted(spec, width);
  return { ...rest, padding: 4, config: { ...spec.config, background: "transparent" } };
}

/** The colours of paper in the places of the named ones. */
function onPaper(spec) {
  const paper = spec.usermeta?.paper ?? {};
  const named = /var\(--chart-([a-z0-9-]+)\)/g;
  return JSON.parse(JSON.stringify(spec).replace(named, (whole, name) => paper[name] ?? whole));
}

function rowsOf(spec) {
  const parts = spec.hconcat ?? spec.vconcat ?? spec.concat ?? [spec];
  return parts.flatMap((part) => part.data?.values ?? []);
}

export function csv(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value) => {
    const text = value === undefined || value === null ? "" : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(","))
    .join("\r\n");
}

/** A file of the page's own making, to be kept. */
export function save(name, content, type) {
  const url = typeof content === "string" && content.startsWith("data:")
    ? content
    : URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

class PitChart extends HTMLElement {
  static observedAttributes = ["src"];
  static drawsItself = true;

  #spec = null;
  #width = 0;
  #turn = 0;
  #result = null;
  #watch = null;

  connectedCallback() {
    if (!this.#watch) {
      const inside = this.querySelector('script[type="application/json"]');
      this.frame = h("div", { class: "chart-frame", tabindex: "0", role: "group" });
      this.bar = h("div", { class: "chart-bar no-print" });
      this.caption = h("h3", { class: "chart-title" });
      this.replaceChildren(this.caption, this.frame, this.bar);
      this.bar.addEventListener("click", ({ target }) => target.dataset.save && this.export(target.dataset.save));
      this.#watch = new ResizeObserver(() => this.#resized());
      if (inside) this.show(JSON.parse(inside.textContent));
      else if (this.#spec) this.#draw();
      else if (this.hasAttribute("src")) this.#fetch();
    }
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch?.disconnect();
  }

  attributeChangedCallback(_, old, src) {
    if (this.#watch && src && src !== old) this.#fetch();
  }

  /** Draw this specification; resolves when it stands. */
  show(spec) {
    this.#spec = spec;
    return this.#watch ? this.#draw() : Promise.resolve();
  }

  get spec() {
    return this.#spec;
  }

  async #fetch() {
    this.#turn += 1;
    const turn = this.#turn;
    this.setAttribute("aria-busy", "true");
    if (!this.#spec) this.frame.replaceChildren(h("p", { class: "loading" }, "Drawing"));
    try {
      const answer = await fetch(this.getAttribute("src"), { headers: { Accept: "application/json" } });
      const body = await answer.json();
      if (turn !== this.#turn) return;
      if (!answer.ok) throw body;
      await this.show(body);
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }

  #resized() {
    const width = Math.floor(this.clientWidth);
    if (this.#spec && width && Math.abs(width - this.#width) > 4 && !composed(this.#spec)) this.#draw();
  }

  async #draw() {
    this.#turn += 1;
    const turn = this.#turn;
    const spec = this.#spec;
    this.setAttribute("aria-busy", "true");
    try {
      const embed = await vega();
      if (turn !== this.#turn) return;
      this.#width = Math.floor(this.clientWidth);
      const place = h("div", { class: "chart-drawing" });
      const result = await embed(place, inPage(spec, this.#width - 2), OPTIONS);
      if (turn !== this.#turn) return void result.finalize();
      this.#result?.finalize();
      this.#result = result;
      this.caption.textContent = spec.title ?? "";
      this.frame.setAttribute("aria-label", spec.description ?? spec.title ?? "chart");
      this.frame.replaceChildren(place);
      this.#drawBar(spec);
      this.dataset.drawn = String(Number(this.dataset.drawn ?? 0) + 1);
      this.setAttribute("aria-busy", "false");
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }

  #drawBar(spec) {
    const zooms = JSON.stringify(spec).includes('"bind":"scales"');
    const button = (kind, words) =>
      h("button", { type: "button", class: "quiet small", data: { save: kind } }, words);
    this.bar.replaceChildren(
      h("span", { class: "small soft" }, zooms ? "Drag to move, Shift and wheel to zoom, double click for all." : ""),
      h("span", { class: "chart-saves" }, button("png", "PNG"), button("svg", "SVG"), button("csv", "CSV")),
    );
  }

  /** The chart as a file, on paper: "png", "svg" or its data as "csv". */
  async export(kind) {
    const name = (this.#spec.title ?? "chart").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
    if (kind === "csv") return save(`${name}.csv`, csv(rowsOf(this.#spec)), "text/csv");
    const embed = await vega();
    const drawn = await embed(h("div", {}), onPaper(this.#spec), OPTIONS);
    if (kind === "svg") save(`${name}.svg`, await drawn.view.toSVG(), "image/svg+xml");
    else save(`${name}.png`, await drawn.view.toImageURL("png", 2), "image/png");
    drawn.finalize();
    return undefined;
  }

  #failed(error) {
    this.setAttribute("aria-busy", "false");
    this.dataset.failed = "";
    this.frame.replaceChildren(
      h("p", { class: "note alarm", role: "alert" }, error?.error ?? "The chart could not be drawn."),
    );
  }
}
customElements.define("pit-chart", PitChart);

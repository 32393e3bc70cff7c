// What the type checker is told about a page: which element an id or a selector finds is for the browser's tests to say,
// so what is found may be used as any kind of element. Names, calls, imports and values are checked.

interface Document {
  getElementById(id: string): any;
}

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selector: string): any;
  dataset: DOMStringMap;
  blur(): void;
}

interface HTMLElementTagNameMap {
  "pit-chart": HTMLElement & { show(spec: any): void };
}

interface EventTarget {
  closest(selector: string): any;
  matches(selector: string): boolean;
  querySelector(selectors: string): any;
  dataset: DOMStringMap;
  elements: any;
  form: any;
  hidden: any;
  value: any;
}

interface Event {
  readonly detail: any;
}

interface Window {
  vegaEmbed: any;
}

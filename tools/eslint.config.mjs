// What the browser's own scripts are held to. `make javascript` brings eslint into .cache; nothing of it is kept.
const browser = [
  "AbortController", "AudioBuffer", "AudioBufferSourceNode", "BiquadFilterNode", "EventTarget", "GainNode", "OscillatorNode",
  "Blob", "CSS", "CustomEvent", "ElementInternals", "Event", "FormData", "HTMLElement", "HTMLInputElement",
  "HTMLButtonElement", "HTMLDialogElement", "IntersectionObserver", "KeyboardEvent", "MutationObserver", "Node", "ResizeObserver",
  "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "WebSocket", "Worker", "AudioContext", "DOMParser", "Element",
  "addEventListener", "alert", "atob", "btoa", "cancelAnimationFrame", "clearInterval", "clearTimeout", "confirm", "console",
  "crypto", "customElements", "dispatchEvent", "document", "fetch", "getComputedStyle", "history", "innerHeight", "innerWidth",
  "localStorage", "location", "matchMedia", "navigator", "performance", "print", "prompt", "queueMicrotask", "removeEventListener",
  "requestAnimationFrame", "scrollTo", "self", "sessionStorage", "setInterval", "setTimeout", "structuredClone", "window",
];

export default [
  {
    files: ["**/*.js"],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: "module",
      globals: Object.fromEntries(browser.map((name) => [name, "readonly"])),
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error", "constructor-super": "error", eqeqeq: "error", "for-direction": "error",
      "getter-return": "error", "no-async-promise-executor": "error", "no-class-assign": "error", "no-cond-assign": "error",
      "no-const-assign": "error", "no-constant-condition": "error", "no-debugger": "error", "no-dupe-args": "error",
      "no-dupe-class-members": "error", "no-dupe-else-if": "error", "no-dupe-keys": "error", "no-duplicate-case": "error",
      "no-empty": "error", "no-eval": "error", "no-fallthrough": "error", "no-func-assign": "error", "no-implied-eval": "error",
      "no-import-assign": "error", "no-inner-declarations": "error", "no-redeclare": "error", "no-self-assign": "error",
      "no-sparse-arrays": "error", "no-this-before-super": "error", "no-undef": "error", "no-unreachable": "error",
      "no-unsafe-finally": "error", "no-unused-vars": ["error", { ignoreRestSiblings: true, varsIgnorePattern: "^_$" }], "no-var": "error", "prefer-const": "error",
      "use-isnan": "error", "valid-typeof": "error",
    },
  },
];

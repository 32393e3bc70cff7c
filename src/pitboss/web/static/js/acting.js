// What staff does with a form: amounts as typed, signatures, credentials again where the house asks for them, and
// one list of refusals and receipts.

import { api, requestId } from "./api.js";
import { h, refusal, toast, words } from "./dom.js";

const AMOUNT = /^[-+−]?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/;

/** "1,234.50" in cents; what is not an amount is refused, "5,5" among it. */
export function centsOf(text, name = "That") {
  const bare = String(text ?? "").trim();
  const accepted = "dollars such as 25 or 1,234.50";
  if (!AMOUNT.test(bare)) throw { error: `${name} is not an amount.`, accepted, needs: accepted };
  const [whole, part = ""] = bare.replace(/[$,+−-]/g, "").split(".");
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return /^[-−]/.test(bare) ? -cents : cents;
}

/** Fields for somebody who signs beside the person at the screen. The six digits are needed once in five minutes at one
 *  screen, the password each time. */
export function signature(legend, { prefix = "second", required = true } = {}) {
  const field = (name, text, more = {}) =>
    h(
      "label",
      { class: "field" },
      text,
      h("input", { name: `${prefix}_${name}`, autocomplete: "off", ...more }),
    );
  return h(
    "fieldset",
    { class: "signature" },
    h("legend", {}, legend),
    field("name", "Name", { required, autocapitalize: "none", spellcheck: "false" }),
    field("password", "Password", { type: "password", required }),
    field("code", "Six digits", { inputmode: "numeric", maxlength: 10, placeholder: "once in five minutes here" }),
  );
}

/** The signature typed into a form, or undefined where the name is empty. The password does not stay in the form. */
export function signed(form, prefix = "second") {
  const name = form.elements[`${prefix}_name`]?.value.trim();
  const password = form.elements[`${prefix}_password`];
  const code = form.elements[`${prefix}_code`]?.value.trim();
  if (!name) return undefined;
  const found = { name, password: password.value, ...(code ? { code } : {}) };
  password.value = "";
  return found;
}

/** What is wrong with a field of a form is said there, under the name it has for who reads it; all else as refusals are. */
function refuse(error, form) {
  const input = (error.field ?? []).map((name) => form?.elements[name]).find((one) => one?.checkVisibility?.());
  if (!input) return refusal(error);
  const label = input.closest("label")?.firstChild?.textContent.trim() ?? words(input.name);
  input.setCustomValidity(`${label}: ${error.needs}`);
  form.addEventListener("input", () => input.setCustomValidity(""), { once: true });
  return input.reportValidity();
}

const again = (error) => error?.kind === "credentials-again";

/** Asks the person at the screen for the password once more; false if it is not given. */
function confirmed() {
  const field = h("input", { type: "password", name: "password", required: true, autocomplete: "current-password" });
  const code = h("input", { name: "code", inputmode: "numeric", maxlength: 10, placeholder: "if you have them" });
  const dialog = h(
    "dialog",
    { "aria-label": "Your password again" },
    h(
      "form",
      { method: "dialog", class: "stack" },
      h("h2", {}, "Your password again"),
      h("p", { class: "soft" }, "This cannot be taken back; the house asks who is at the screen."),
      h("label", { class: "field" }, "Password", field),
      h("label", { class: "field" }, "Six digits", code),
      h(
        "div",
        { class: "row" },
        h("button", { class: "first", value: "yes" }, "Go on"),
        h("button", { value: "no", formnovalidate: true }, "Not now"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", async () => {
      const given = dialog.returnValue === "yes" && field.value;
      const body = { password: field.value, ...(code.value ? { code: code.value } : {}) };
      dialog.remove();
      if (!given) return done(false);
      return api("POST", "/me/confirm", body).then(
        () => done(true),
        (error) => (refusal(error), done(false)),
      );
    });
  });
}

/** By form: the act that may have been done though nobody has said so, and its id. */
const unsure = new WeakMap();
const isUnsure = ({ status }) => !(status < 500);

/** One act: with an id of its own. The same form pressed again after an answer that was lost is the same act, and done
 *  once. Says what was refused. Resolves with the answer, or with null. */
export async function perform(path, body = {}, { method = "POST", said = "Recorded.", id = true } = {}) {
  const form = document.querySelector("dialog.act[open] form");
  const act = JSON.stringify([path, Object.entries(body).filter(([, value]) => !value?.password)]);
  const left = unsure.get(form);
  const sent = method === "POST" && id ? { id: left?.act === act ? left.id : requestId(), ...body } : body;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const answer = await api(method, path, method === "POST" ? sent : undefined);
      if (said) toast(said);
      return answer ?? {};
    } catch (error) {
      if (form && isUnsure(error)) unsure.set(form, { act, id: sent.id });
      if (!tries && again(error) && (await confirmed())) continue;
      refuse(error, form);
      return null;
    }
  }
  return null;
}

/** A form in a dialog; `done(form)` does the act and says whether it is done. */
export function ask(title, fields, done, { button = "Book", note = null } = {}) {
  const form = h(
    "form",
    { class: "stack" },
    h("h2", {}, title),
    note ? h("p", { class: "soft" }, note) : null,
    fields,
    h(
      "div",
      { class: "row" },
      h("button", { class: "first", type: "submit" }, button),
      h("button", { type: "button", data: { close: "yes" } }, "Not now"),
    ),
  );
  const dialog = h("dialog", { class: "act", "aria-label": title }, form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("click", (event) => event.target.dataset.close && dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const press = form.querySelector("[type=submit]");
    if (press.disabled) return;
    press.disabled = true;
    try {
      if (await done(form)) dialog.close();
    } catch (error) {
      refuse(error, form);
    }
    press.disabled = false;
  });
  dialog.showModal();
  form.querySelector("input, select, textarea")?.focus();
  return dialog;
}

export const field = (text, input) => h("label", { class: "field" }, text, input);

/** A moment as the room's clock shows it. */
const zone = document.documentElement.dataset.zone || "UTC";
const clockOf = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...options });
const time = clockOf({ hour: "2-digit", minute: "2-digit" });
const full = clockOf({ year: "numeric", month: "short", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" });
const exact = clockOf({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
export const timeOf = (us) => time.format(us / 1000);
export const secondOf = (us) => exact.format(us / 1000);
export const momentOf = (us) => full.format(us / 1000);

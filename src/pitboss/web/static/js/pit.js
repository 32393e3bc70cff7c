// The pit stays fresh by itself; adjustments of a meter are made with a reason.

import { api, requestId } from "./api.js";
import { refusal, toast } from "./dom.js";

const REFRESH_MS = 5000;

async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("pit-live");
  if (fresh) document.getElementById("pit-live").replaceChildren(...fresh.childNodes);
}
setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH_MS);

for (const form of document.querySelectorAll("form.adjust")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { dollars, second_name, second_password, ...fields } = Object.fromEntries(new FormData(form));
    const text = dollars.trim().replace("−", "-") || "0";
    const cents = Math.round(Number(text.replace(/[$,]/g, "")) * 100);
    if (!/^-?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(text))
      return refusal({ error: "That is not an amount.", accepted: "dollars such as 25 or −1,234.50" });
    try {
      await api("POST", `/jackpots/${encodeURIComponent(form.dataset.jackpot)}/adjust`, {
        id: requestId(),
        amount_cents: cents,
        second: { name: second_name, password: second_password },
        ...fields,
      });
      toast("The adjustment is booked and in the log.");
      location.reload();
    } catch (error) {
      refusal(error);
    }
    return undefined;
  });
}
